"""Every figure in Firefox and in WebKit: drag, keys and numbers, served and opened from disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser_tools import Served
from engine_drivers import Engine, drag, press
from figure_parity import DRIVE, cases
from figure_states import each_figure, mixtures
from gelu_lab import figures
from gelu_lab.figure import Figure

# Waits until a figure can be used and hears what it tells from then on, and what goes wrong.
READY = """
async (name) => {
  for (let tries = 0; ; tries++) {
    if (document.querySelector(`figure#${name}[data-ready=true]`)) break;
    if (tries > 600) throw new Error(`${name} is not ready after 30 s: ${document.body?.innerText.slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  window.heard = [];
  window.trouble = [];
  addEventListener("error", (event) => window.trouble.push(event.message));
  document.addEventListener("gelu:change", (event) => window.heard.push(event.detail));
}
"""
# A point in the middle of the window, once it stands still.
POINT = """
async (name, at) => {
  const handle = document.querySelectorAll(`figure#${name} [role=slider]:not(.gl-area)`)[at];
  handle.scrollIntoView({ block: "center", behavior: "instant" });
  handle.focus({ preventScroll: true });
  let box;
  for (let same = 0, last = ""; same < 3; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    box = handle.getBoundingClientRect();
    same = last === `${box.x} ${box.y}` ? same + 1 : 0;
    last = `${box.x} ${box.y}`;
  }
  const { handle: x, handleY: y } = handle.dataset;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, states: y ? [x, y] : [x] };
}
"""


def is_ready(engine: Engine, url: str, name: str) -> Figure:
    engine.open(url)
    engine.run(READY, name)
    return figures.build(name)


def state(engine: Engine, contract: Figure) -> dict[str, Any]:
    """The state as the page has told it."""
    heard = engine.run("(name) => window.heard.filter((each) => each.figure === name)", contract.id)
    return contract.present | {each["name"]: each["value"] for each in heard}


def differences(engine: Engine, name: str, wanted: list[Figure], *, typed: bool = False) -> list[Any]:
    """Where the figure and Python differ."""
    look = f"(name, cases) => ({DRIVE})(document.querySelector(`figure#${{name}}`), cases)"
    return list(engine.run(look, name, cases(wanted, typed=typed)))


def check(engine: Engine, contract: Figure) -> None:
    assert differences(engine, contract.id, [contract.at(**state(engine, contract))]) == []
    assert engine.run("() => window.trouble") == []


def drag_all(engine: Engine, contract: Figure) -> None:
    """Holds each point for a moment and moves it one pixel at a time."""
    points = engine.run(
        "(name) => document.querySelectorAll(`figure#${name} [role=slider]:not(.gl-area)`).length", contract.id
    )
    assert points
    for at in range(points):
        before = state(engine, contract)
        start = engine.run(POINT, contract.id, at)
        drag(engine, start["x"], start["y"], [(dx, 0) for dx in range(1, 25)] + [(24, -8)], hold=400)
        end = engine.run(POINT, contract.id, at)
        after = state(engine, contract)
        assert {name for name, value in after.items() if value != before[name]} == set(start["states"])
        assert end["x"] - start["x"] == pytest.approx(24, abs=1) or end["y"] - start["y"] == pytest.approx(-8, abs=1)
        check(engine, contract)


@each_figure
def test_a_point_follows_and_the_numbers_are_right(engine: Engine, lab: Served, name: str) -> None:
    drag_all(engine, is_ready(engine, lab.at(f"figures/{name}"), name))


@each_figure
def test_keys_move_a_point(engine: Engine, lab: Served, name: str) -> None:
    contract = is_ready(engine, lab.at(f"figures/{name}"), name)
    specs = {each.name: each for each in contract.state}
    moved = engine.run(POINT, name, 0)["states"][0]
    press(engine, "ArrowRight", "ArrowRight", "ArrowLeft")
    engine.run("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert state(engine, contract)[moved] == pytest.approx(specs[moved].value + specs[moved].step)
    check(engine, contract)
    press(engine, "End")
    engine.run("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert state(engine, contract)[moved] == specs[moved].high
    check(engine, contract)


@each_figure
def test_typed_numbers_are_answered_as_python_answers(engine: Engine, lab: Served, name: str) -> None:
    contract = is_ready(engine, lab.at(f"figures/{name}"), name)
    hidden = {each.name: each.value for each in contract.state if each.control == "none"}
    wanted = [contract.at(**mixed | hidden) for mixed in mixtures(contract, 25)]
    assert differences(engine, name, wanted, typed=True) == []


@each_figure
def test_the_exported_page_works_from_disk(engine: Engine, site: Path, name: str) -> None:
    drag_all(engine, is_ready(engine, (site / "figures" / f"{name}.html").as_uri(), name))


def test_the_exported_lesson_works_from_disk(engine: Engine, site: Path) -> None:
    url = (site / "index.html").as_uri() + "?predict=off"
    engine.open(url)
    contract = is_ready(engine, url, engine.run("() => document.querySelector('figure').id"))
    start = engine.run(POINT, contract.id, 0)
    drag(engine, start["x"], start["y"], [(10, -4), (30, -10)])
    engine.run(POINT, contract.id, 0)  # the figure tells in its next frame what has changed
    assert state(engine, contract) != contract.present
    check(engine, contract)
    assert engine.run("() => document.querySelectorAll('math').length") > 10
