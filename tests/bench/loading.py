"""What a reader waits for and what travels until the gate answers, each time with an empty cache."""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from playwright.async_api import Browser, Page

from ..browser_tools import Served
from .browsing import Version, probed
from .table import Bound, Row

LOADS = 7
BETWEEN_KEYS = 0.02  # seconds
PATIENCE = 30.0  # seconds
LARGEST = 500  # kB


@dataclass(frozen=True)
class Load:
    """One visit, in milliseconds since the navigation began."""

    paint: float
    answers: float
    requests: int
    kilobytes: float


async def _answer(page: Page) -> dict[str, float]:
    """Presses a key over and over, without waiting for the page, until it answers."""
    answered = asyncio.create_task(page.evaluate("bench.answered"))
    presses = []
    while not answered.done():
        presses.append(asyncio.create_task(page.keyboard.press("ArrowRight")))
        await asyncio.sleep(BETWEEN_KEYS)
    await asyncio.gather(*presses)
    return await answered


async def load(browser: Browser, url: str, version: Version) -> Load:
    """Opens a page and presses real keys from the beginning, until one changes the read-out.

    What was asked for by then counts, also what arrives a little later.
    """
    async with probed(browser, version) as page:
        asked: dict[str, float] = {}
        bytes_of: dict[str, float] = {}
        session = await page.context.new_cdp_session(page)

        def request(event: dict[str, Any]) -> None:
            if event["request"]["url"].startswith("http"):
                asked[event["requestId"]] = 1000 * event["wallTime"]

        session.on("Network.requestWillBeSent", request)
        session.on(
            "Network.loadingFinished",
            lambda event: bytes_of.update({event["requestId"]: event["encodedDataLength"]}),
        )
        await session.send("Network.enable")
        await page.goto(url, wait_until="commit")
        found = await asyncio.wait_for(_answer(page), PATIENCE)
        before = {name for name, at in asked.items() if at <= found["origin"] + found["answers"]}
        end = time.monotonic() + PATIENCE
        while before - bytes_of.keys() and time.monotonic() < end:
            await asyncio.sleep(BETWEEN_KEYS)
        size = sum(bytes_of.get(name, 0) for name in before) / 1000
        return Load(found["paint"], found["answers"], len(before), size)


async def measure(browser: Browser, lesson: Served, usual: Served) -> tuple[list[Row], dict[str, Any]]:
    """Loads both pages in turns, so that a busy machine slows them alike; the first turn warms the servers up."""
    ours: list[Load] = []
    theirs: list[Load] = []
    for turn in range(LOADS + 1):
        own = await load(browser, lesson.url, "lesson")
        other = await load(browser, usual.url, "usual")
        if turn:
            ours.append(own)
            theirs.append(other)

    def row(name: str, unit: str, of: str, bound: Bound | None = None) -> Row:
        own, other = ([getattr(each, of) for each in loads] for loads in (ours, theirs))
        paired = median(mine / usual for mine, usual in zip(own, other, strict=True))
        return Row(name, median(own), unit, median(other), bound, paired)

    rows = [
        row("first contentful paint", "ms", "paint"),
        row("the gate answers", "ms", "answers", Bound("ratio", "<=", 0.5)),
        row("asked for until it answers", "requests", "requests"),
        row("sent until it answers", "kB", "kilobytes", Bound("value", "<=", LARGEST)),
    ]
    return rows, {"lesson": [asdict(each) for each in ours], "usual": [asdict(each) for each in theirs]}
