"""The palette: one file, read by Python and by the browser, legible on the card and on the page in light and dark."""

from __future__ import annotations

import re

import pytest
from gelu_lab.resources import palette, text

READ = ("text", "muted", "input", "passed", "gate", "relu", "silu", "tanh", "sigmoid", "error")
SEEN = ("edge", "focus")


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_python_reads_every_colour_of_the_style_sheet() -> None:
    sheet = text("css/palette.css")
    written = re.findall(r"^  --gl-(\w+):(?=.*light-dark)", sheet, re.MULTILINE)
    assert list(palette()) == written
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for pair in palette().values() for colour in pair)
    assert set(READ) | set(SEEN) <= set(palette())


def test_the_browser_knows_the_same_roles_and_forced_colours_name_each() -> None:
    roles = re.search(r"const ROLES = \[(.*?)\];", text("js/theme.js"), re.DOTALL)
    assert roles
    assert re.findall(r'"(\w+)"', roles[1]) == list(palette())
    forced = text("css/palette.css").split("forced-colors: active")[1]
    assert re.findall(r"--gl-(\w+):", forced) == list(palette())


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["card", "page"])
def test_what_is_read_has_aa_contrast(theme: int, ground: str) -> None:
    found = {role: contrast(palette()[role][theme], palette()[ground][theme]) for role in (*READ, *SEEN)}
    assert {role: ratio for role, ratio in found.items() if ratio < (4.5 if role in READ else 3)} == {}
