"""From a move of the mouse to the frame that shows it, while the gate is dragged."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from statistics import median, quantiles
from typing import Any

from playwright.async_api import Browser, Page

from ..browser_tools import Served
from .browsing import GATE, Version, middle, move, probed
from .table import Bound, Row

HANDLES = {"lesson": "figure#gate [role=slider][data-handle]", "usual": ".noUi-handle"}
READY = {"lesson": "figure#gate[data-ready=true]", "usual": HANDLES["usual"]}
STROKES = (200, -400, 200)  # pixels
STEP = 2  # pixels a report of the mouse: each one is a new place
CATCH_UP = 3.0  # seconds that a page may need after a stroke
TURNS = 3
FRAMES = 2


async def frame_length(page: Page) -> float:
    """The length of a frame of a page at rest, in milliseconds."""
    await page.evaluate("bench.frames()")
    await page.wait_for_timeout(500)
    starts = [frame["start"] for frame in await page.evaluate("bench.frames()")]
    return median(after - before for before, after in pairwise(starts))


async def drag(page: Page, version: Version) -> tuple[list[float], int]:
    """Drags to and fro; returns the milliseconds from each move to its frame, and how many never got one."""
    for stroke in STROKES:
        x, y = await middle(page, HANDLES[version])
        sign = 1 if stroke > 0 else -1
        await page.mouse.move(x, y)
        await page.evaluate(f"bench.stroke({sign})")
        await page.mouse.down()
        await move(page, [(x + sign * way, y) for way in range(STEP, abs(stroke) + 1, STEP)])
        loop = asyncio.get_running_loop()
        end = loop.time() + CATCH_UP
        while await page.evaluate("bench.pending()") and loop.time() < end:
            await asyncio.sleep(0.02)
        await page.mouse.up()
    result = await page.evaluate("bench.latencies()")
    return result["latencies"], result["lost"]


async def measure(browser: Browser, lesson: Served, usual: Served) -> tuple[list[Row], dict[str, Any]]:
    """Drags both versions in turns."""
    taken: dict[Version, list[float]] = {"lesson": [], "usual": []}
    lost: dict[Version, int] = {"lesson": 0, "usual": 0}
    lengths = []
    versions: tuple[tuple[Version, str], ...] = (("lesson", lesson.at(GATE)), ("usual", usual.url))
    for _ in range(TURNS):
        for version, url in versions:
            async with probed(browser, version) as page:
                await page.goto(url)
                await page.wait_for_selector(READY[version])
                lengths.append(await frame_length(page))
                latencies, missing = await drag(page, version)
            taken[version] += latencies
            lost[version] += missing

    frame = median(lengths)
    middles = {version: median(each) for version, each in taken.items()}
    slow = {version: quantiles(each, n=20)[-1] for version, each in taken.items()}
    rows = [
        Row("drag to paint, median", middles["lesson"], "ms", middles["usual"]),
        Row("drag to paint, 95 %", slow["lesson"], "ms", slow["usual"]),
        Row(
            "drag to paint, 95 %", slow["lesson"] / frame, "frames", slow["usual"] / frame, Bound("value", "<=", FRAMES)
        ),
        Row("moves never painted", lost["lesson"], "moves", lost["usual"], Bound("value", "<=", 0)),
    ]
    moves = {version: len(each) for version, each in taken.items()}
    return rows, {"frame_ms": frame, "moves": moves, "longest_ms": {each: max(taken[each]) for each in taken}}
