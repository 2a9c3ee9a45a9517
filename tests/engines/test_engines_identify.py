"""The page that says which GELU some numbers are, in Firefox and in WebKit: the same verdicts, files, from disk."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy as np
from browser_tools import Served
from engine_drivers import Engine
from identify_cases import as_text, cases, judged

from gelu_core import gelu_tanh

READY = """
async () => {
  for (let tries = 0; !document.querySelector("[data-identify][data-ready=true]"); tries++) {
    if (tries > 600) throw new Error("the page is not ready after 30 s");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
"""
VERDICTS = """
(all) => all.map(([x, y]) => {
  const { best, certain, candidates } = gelulab.identify(x.map(Number), y.map(Number));
  return [best, certain, ...candidates.map(({ name }) => name)];
})
"""
SHOWN = """
async () => {
  for (let tries = 0; !document.querySelector("[data-found=shown]") && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return document.querySelector("[data-part=head]").textContent;
}
"""
UNPACKED = "(file) => gelulab.numpyText(Uint8Array.from(atob(file), (each) => each.charCodeAt(0)))"


def test_the_same_verdicts(engine: Engine, lab: Served) -> None:
    engine.open(lab.at("identify"))
    engine.run(READY)
    asked = [each for at, each in enumerate(cases().values()) if at % 4 == 0]
    found = engine.run(VERDICTS, [[as_text(x), as_text(y)] for x, y in asked])
    wanted = [judged(x, y) for x, y in asked]
    assert found == [[each["best"], each["certain"], *(fit["name"] for fit in each["candidates"])] for each in wanted]


def test_a_packed_file(engine: Engine, lab: Served) -> None:
    engine.open(lab.at("identify"))
    engine.run(READY)
    x = np.linspace(-4, 4, 5).astype("float16")
    body = io.BytesIO()
    np.savez_compressed(body, x=x, y=gelu_tanh(x))
    text = engine.run(UNPACKED, base64.b64encode(body.getvalue()).decode())
    read = np.array([line.split(",") for line in text.splitlines()[1:]], dtype=float)
    assert np.array_equal(read, np.column_stack([x, gelu_tanh(x)]).astype(float))


def test_the_exported_page_works_from_disk(engine: Engine, site: Path) -> None:
    engine.open((site / "identify.html").as_uri() + "?example=torch-tanh")
    engine.run(READY)
    assert engine.run(SHOWN) == "Tanh form, for certain."
