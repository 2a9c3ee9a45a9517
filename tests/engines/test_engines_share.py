"""What figures give away in Firefox and in WebKit: pictures twice as fine as the page, drawings, numbers."""

from __future__ import annotations

import base64
import io
import json

import pytest
from browser_tools import Served
from engine_drivers import Engine
from figure_states import each_kind
from gelu_lab import figures
from PIL import Image
from test_engines_figures import is_ready

# Waits for the menu's scripts; presses the button, and takes what three of its items would save.
TAKE = """
async (name) => {
  for (let tries = 0; !document.querySelector(".gl-sharing"); tries++) {
    if (tries > 200) throw new Error("no menu");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const element = document.querySelector(`figure#${name}`);
  element.querySelector("[data-action=share]").click();
  const { share, figureOf } = gelulab;
  const fig = figureOf.get(element);
  const bytes = new Uint8Array(await (await share.png(fig)).arrayBuffer());
  return {
    open: Boolean(element.querySelector("[role=dialog]:not([hidden])")),
    png: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")),
    svg: share.hasSvg(fig) ? share.svg(fig) : "",
    csv: share.csv(fig),
    width: element.offsetWidth,
    ratio: devicePixelRatio,
  };
}
"""


@each_kind
def test_pictures_and_numbers(engine: Engine, lab: Served, name: str) -> None:
    is_ready(engine, lab.at(f"figures/{name}"), name)
    ratio = engine.run("() => devicePixelRatio")
    taken = engine.run(TAKE, name)
    assert taken["open"]
    assert taken["ratio"] == ratio
    picture = Image.open(io.BytesIO(base64.b64decode(taken["png"])))
    picture.load()
    assert picture.width == 2 * taken["width"]
    held = json.loads(picture.text["GELU Lab"])  # type: ignore[attr-defined]
    wanted = figures.build(name)
    assert held["state"] == wanted.present
    read = {value: number for value, number in held["values"].items() if number is not None}
    assert read == pytest.approx({value: wanted.values[value] for value in read}, abs=1e-8)
    colours = picture.convert("RGB").getcolors(1 << 24)
    assert colours is not None
    assert len(colours) > 200
    assert bool(taken["svg"]) == (name != "family")
    assert len(taken["csv"].splitlines()) > 100
