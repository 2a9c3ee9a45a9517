"""What the tests in the browser share: a figure's page, its state as the page tells it, its handles in pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from browser_tools import Watched, frames
from figure_parity import DRIVE, cases
from figure_states import is_quantity
from gelu_lab import figures
from gelu_lab.figure import Figure, State
from playwright.sync_api import CDPSession, Locator, Page

# Hears what the figures of a page tell, from its first frame on.
HEAR = """
window.heard = [];
document.addEventListener("gelu:change", (event) => {
  const { bubbles, composed, detail, target } = event;
  window.heard.push({ ...detail, bubbles, composed, at: target.id });
});
"""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 560},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
# Longest distance in pixels between a pointer and the handle that follows it.
CLOSE = 0.75


@dataclass
class Shown:
    """A figure in a page, ready to be used, and the contract by which it is judged."""

    watched: Watched
    figure: Locator
    contract: Figure

    @property
    def page(self) -> Page:
        """The page around the figure."""
        return self.watched.page

    @property
    def quantities(self) -> list[Any]:
        """The states with bounds: numbers and integers."""
        return [state for state in self.contract.state if is_quantity(state)]

    @property
    def handles(self) -> list[Locator]:
        """Every draggable point."""
        return self.figure.locator("[role=slider][data-handle]:not(.gl-area)").all()

    @property
    def areas(self) -> list[Locator]:
        """Every handle that is a whole picture, to be turned."""
        return self.figure.locator("[role=slider][data-handle].gl-area").all()

    def field(self, state: State) -> Locator:
        """The number field of a state."""
        return self.figure.locator(f'input[type=text][data-control="{state.name}"]')

    def range(self, state: State) -> Locator:
        """The native range of a state."""
        return self.figure.locator(f'input[type=range][data-control="{state.name}"]')

    def error(self, state: State) -> str:
        """What stands beside the number field of a state, nothing if it is hidden."""
        found = self.figure.locator(f'[data-error="{state.name}"]')
        return (found.text_content() or "") if found.is_visible() else ""

    def heard(self, *, final: bool | None = None) -> list[dict[str, Any]]:
        """The events of this figure since the page was opened or `forget` was called."""
        found = self.page.evaluate("(id) => window.heard.filter((each) => each.figure === id)", self.contract.id)
        return [each for each in found if final is None or each["final"] == final]

    def forget(self) -> None:
        """Forgets the events so far, keeping what they said about the state."""
        self.contract = self.contract.at(**self.state())
        self.page.evaluate("window.heard.length = 0")

    def state(self) -> dict[str, Any]:
        """The state as the page has told it in its events."""
        told = """(id) => {
          const mine = window.heard.filter((each) => each.figure === id);
          return Object.fromEntries(mine.map((each) => [each.name, each.value]));
        }"""
        return self.contract.present | self.page.evaluate(told, self.contract.id)

    def value(self, name: str, *, after: int = 0) -> Any:
        """One state as the page has told it, after some frames: asked and answered in one go, a test asks hundreds."""
        told = """async ([id, name, frames]) => {
          while (frames--) await new Promise((resolve) => requestAnimationFrame(resolve));
          const last = window.heard.findLast((each) => each.figure === id && each.name === name);
          return last ? [last.value] : [];
        }"""
        found = self.page.evaluate(told, [self.contract.id, name, after])
        return found[0] if found else self.contract.present[name]

    def sentence(self) -> str:
        """The sentence in words."""
        return self.figure.locator("[data-sentence]").text_content() or ""

    def said(self) -> str:
        """What the live region has said last."""
        return self.figure.locator("[data-live]").text_content() or ""

    def wait_final(self) -> None:
        """Waits until a gesture has ended."""
        self.page.wait_for_function(
            "(id) => window.heard.some((each) => each.figure === id && each.final)", arg=self.contract.id
        )

    def agrees(self) -> None:
        """Fails unless the figure shows what Python shows for the state that the page has told."""
        wanted = self.contract.at(**self.state())
        assert parity(self.figure, [wanted]) == []


def query(**state: Any) -> str:
    """State as an address holds it."""
    return urlencode({name: int(each) if isinstance(each, bool) else each for name, each in state.items()})


def parity(figure: Locator, wanted: list[Figure], *, typed: bool = False) -> list[Any]:
    """Returns where a figure and Python differ, in the state as it is or in states that are typed in first."""
    return list(figure.evaluate(DRIVE, cases(wanted, typed=typed)))


def centre(handle: Locator) -> tuple[float, float]:
    """Where a handle stands in the window."""
    x, y = handle.evaluate(
        "(e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
    )
    return float(x), float(y)


def after_a_frame(handle: Locator) -> tuple[float, float]:
    """Where a handle stands in the window when the next frame has been drawn."""
    x, y = handle.evaluate(
        """async (e) => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const b = e.getBoundingClientRect();
      return [b.x + b.width / 2, b.y + b.height / 2];
    }"""
    )
    return float(x), float(y)


def still(handle: Locator, frames: int = 2, *, view: bool = False) -> tuple[float, float]:
    """Waits until a handle, brought into `view` if asked, has stood at one place for some frames; returns the place."""
    x, y = handle.evaluate(
        """async (e, [frames, view]) => {
      if (view) e.scrollIntoViewIfNeeded();
      for (let last, same = 0; ; ) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const { x, y, width, height } = e.getBoundingClientRect();
        same = last === `${x} ${y}` ? same + 1 : 0;
        last = `${x} ${y}`;
        if (same === frames) return [x + width / 2, y + height / 2];
      }
    }""",
        [frames, view],
    )
    return float(x), float(y)


def near(one: tuple[float, float], other: tuple[float, float], axes: str = "xy") -> bool:
    """Whether two places are the same to the pixel, along the axes that are asked for."""
    return all(abs(one[at] - other[at]) <= CLOSE for at, axis in enumerate("xy") if axis in axes)


def same(one: dict[str, Any], other: dict[str, Any], digits: float = 1e-5) -> bool:
    """Whether two states are the same but for the last digits of their numbers."""
    return one.keys() == other.keys() and all(
        math.isclose(one[name], value, rel_tol=digits, abs_tol=1e-9)
        if type(value) in (int, float)
        else one[name] == value
        for name, value in other.items()
    )


_axes: dict[str, str] = {}


def axes_of(page: Page, handle: Locator) -> str:
    """Along which axes a handle follows a pointer: both if it moves two states, else the one on which it does."""
    if handle.get_attribute("data-handle-y"):
        return "xy"
    known = handle.evaluate(
        "(e) => `${e.closest('figure').id} ${e.dataset.handle} ${e.closest('[data-slot]').dataset.slot}`"
    )
    if known not in _axes:
        _axes[known] = _find_axis(page, handle)
    return _axes[known]


def _find_axis(page: Page, handle: Locator) -> str:
    start = still(handle, view=True)
    with_mouse = hold(page, handle)
    page.mouse.move(with_mouse[0] + 8, with_mouse[1])
    frames(page, 2)
    found = "x" if near(centre(handle), (start[0] + 8, 0), "x") else "y"
    page.mouse.move(*with_mouse)
    page.mouse.up()
    frames(page, 2)
    return found


def moves(handle: Locator) -> list[str]:
    """The states that a handle moves."""
    return [state for each in ("data-handle", "data-handle-y") if (state := handle.get_attribute(each))]


def hold(page: Page, handle: Locator) -> tuple[float, float]:
    """Brings a handle into view, presses on it and returns the place of the mouse."""
    x, y = still(handle, view=True)
    if "gl-area" in (handle.get_attribute("class") or ""):
        x, y = beside(handle)
    page.mouse.move(round(x), round(y))
    page.mouse.down()
    return round(x), round(y)


def finger(cdp: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """A touch event as a finger makes it."""
    cdp.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]},
    )


def beside(handle: Locator, distance: float = 90) -> tuple[float, float]:
    """A place on the handle's layer in view and away from every handle."""
    place = handle.evaluate(
        """(handle, distance) => {
      const layer = handle.parentElement.getBoundingClientRect();
      const points = [...handle.parentElement.querySelectorAll("[role=slider]:not(.gl-area)")];
      const handles = points.map((e) => e.getBoundingClientRect());
      for (let y = Math.max(layer.top, 0) + 30; y < Math.min(layer.bottom, innerHeight) - 30; y += 10) {
        for (let x = layer.left + 40; x < layer.right - 40; x += 10) {
          const far = handles.every((b) => Math.hypot(b.x + b.width / 2 - x, b.y + b.height / 2 - y) > distance);
          const there = document.elementFromPoint(x, y);
          if (far && (there === handle.parentElement || there.matches(".gl-area"))) return [x, y];
        }
      }
      return null;
    }""",
        distance,
    )
    assert place is not None, "no free place on the plot"
    return float(place[0]), float(place[1])


@cache
def built(name: str) -> Figure:
    """A figure as its function builds it, drawn once: a test changes copies."""
    return figures.build(name)


def go_to(page: Page, name: str) -> Locator:
    """Scrolls to a figure and waits until it can be used."""
    place = page.locator(f"figure#{name}")
    place.evaluate("(e) => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
    found = page.locator(f"figure#{name}[data-ready=true]")
    found.wait_for()
    frames(page, 2)
    return found
