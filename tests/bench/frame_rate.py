"""Frames a second while every figure is dragged by its first handle, and while every surface is turned."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from gelu_lab import figures
from playwright.async_api import Browser, Page

from ..browser_tools import Served
from .browsing import MOUSE, middle, move, probed
from .drag_latency import HANDLES
from .table import Bound, Row

SECONDS = 2.0
WARM_UP = 0.3  # seconds
STEP = 4  # pixels a report of the mouse
POINT = "[role=slider][data-handle]:not(.gl-area)"
RANGE = "input[type=range]"
AREA = ".gl-area"
SURFACE = ".gl-figure { max-width: none !important } .gl-scene { width: 860px !important; height: 520px !important }"
TALL = {"width": 1000, "height": 1600}
FLAT_RATE, SURFACE_RATE = 50, 40


def zigzag(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
    """A path at a steady speed to and fro around a place: no frame without a move."""

    def swing(way: float, size: float) -> float:
        return size * (1 - abs((way / max(size, 1) + 1) % 4 - 2))

    count = int((WARM_UP + SECONDS) / MOUSE)
    return [(x + swing(STEP * k, wide), y + swing(STEP * k / 3, high)) for k in range(1, count)]


async def rate(page: Page, x: float, y: float, wide: float, high: float) -> dict[str, float]:
    """Frames a second in a drag around a place, and how many of them showed a new state."""
    path = zigzag(x, y, wide, high)
    warm = int(WARM_UP / MOUSE)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await move(page, path[:warm])
    await page.evaluate("bench.frames()")
    await move(page, path[warm:])
    frames = await page.evaluate("bench.frames()")
    await page.mouse.up()
    moved = sum(frame["moved"] for frame in frames)
    if not moved:
        raise RuntimeError(f"a drag on {page.url} changed nothing")
    seconds = (frames[-1]["start"] - frames[0]["start"]) / 1000
    longest = max(after["start"] - before["start"] for before, after in pairwise(frames))
    return {"frames": (len(frames) - 1) / seconds, "moved": moved / seconds, "longest_ms": longest}


async def _usual(browser: Browser, usual: Served) -> dict[str, float]:
    async with probed(browser, "usual", viewport=TALL) as page:
        await page.goto(usual.url)
        x, y = await middle(page, HANDLES["usual"])
        return await rate(page, x, y, 100, 0)


async def _figure(browser: Browser, lesson: Served, name: str) -> tuple[dict[str, float], dict[str, float] | None]:
    """Drags the first point of a figure (its first slider, if it has none), and turns its surface, if it has one."""
    async with probed(browser, viewport=TALL) as page:
        await page.goto(lesson.at(f"figures/{name}"))
        await page.add_style_tag(content=SURFACE)
        await page.wait_for_selector(f"figure#{name}[data-ready=true]")
        await page.wait_for_timeout(200)
        handle, high = (POINT, 40) if await page.locator(POINT).count() else (RANGE, 0)
        x, y = await middle(page, handle)
        dragged = await rate(page, x, y, 100, high)
        area = page.locator(AREA).first
        if not await area.count():
            return dragged, None
        await area.scroll_into_view_if_needed()
        box = await area.bounding_box()
        assert box is not None
        if await page.locator(AREA).count() == 1:  # the only surface of a figure has its whole width
            assert (round(box["width"]), round(box["height"])) == (860, 520), f"the surface of {name} is {box}"
        # The upper left corner is empty space: the surface stands in the middle. Two surfaces side by side are smaller.
        corner = min(120, box["width"] / 8), min(60, box["height"] / 8)
        turned = await rate(page, box["x"] + corner[0], box["y"] + corner[1], 100, 40)
        return dragged, {**turned, "width": round(box["width"]), "height": round(box["height"])}


async def measure(browser: Browser, lesson: Served, usual: Served) -> tuple[list[Row], dict[str, Any]]:
    """Measures every figure of the registry on its own page, and the usual gate."""
    rows: list[Row] = []
    details = {"usual": await _usual(browser, usual)}

    def keep(name: str, found: dict[str, float], limit: float) -> None:
        details[name] = found
        rows.append(Row(name, found["frames"], "frames/s", bound=Bound("value", ">=", limit)))

    for name in figures.NAMES:
        dragged, turned = await _figure(browser, lesson, name)
        keep(f"{name}, dragged", dragged, FLAT_RATE if turned is None else SURFACE_RATE)
        if turned is not None:
            keep(f"{name}, turned at {turned['width']}x{turned['height']}", turned, SURFACE_RATE)
        if name == "gate":
            rows.append(Row("gate, new places shown", dragged["moved"], "per second", details["usual"]["moved"]))
    return rows, details
