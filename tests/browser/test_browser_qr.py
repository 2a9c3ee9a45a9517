"""The codes for phones: module for module those of another encoder (qr_cases.json was written with qrcodegen 1.8)."""

from __future__ import annotations

import json
from pathlib import Path

from gelu_lab.resources import text
from playwright.sync_api import Browser

CASES = json.loads(Path(__file__).with_name("qr_cases.json").read_text(encoding="utf-8"))


def test_codes_are_those_of_another_encoder(browser: Browser) -> None:
    page = browser.new_page()
    page.evaluate(text("js/qr.js").replace("globalThis.gelulab", "globalThis.gelulab = {}", 1))
    drawn = page.evaluate("(texts) => texts.map((text) => gelulab.qr(text))", [case["text"] for case in CASES])
    versions = set()
    for case, rows in zip(CASES, drawn, strict=True):
        size = len(rows)
        versions.add((size - 17) // 4)
        assert len(case["rows"]) == size, case["text"]
        for row, expected in zip(rows, case["rows"], strict=True):
            assert "".join(str(int(dark)) for dark in row) == f"{int(expected, 16):0{size}b}", case["text"]
    assert versions == set(range(1, 11))
    assert page.evaluate("gelulab.qr('x'.repeat(214))") is None, "what does not fit is not drawn"
    page.close()
