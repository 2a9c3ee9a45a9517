"""What a reader waits for and what travels until the gate answers, each time with an empty cache."""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from playwright.async_api import Browser, Page

from ..browser_tools import Served
from .browsing import GATE, Version, probed
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
    """Presses a key over and over as soon as there is a handle, without waiting for the page, until it answers."""
    answered = asyncio.create_task(page.evaluate("bench.answered"))
    await asyncio.wait_for(page.evaluate("bench.focused"), PATIENCE)
    presses = []
    end = time.monotonic() + PATIENCE
    while not answered.done():
        if time.monotonic() > end:
            answered.cancel()
            raise RuntimeError(f"{page.url} did not answer within {PATIENCE:.0f} s")
        presses.append(asyncio.create_task(page.keyboard.press("ArrowRight")))
        await asyncio.sleep(BETWEEN_KEYS)
    await asyncio.gather(*presses)
    return await answered


async def load(browser: Browser, url: str, version: Version) -> Load:
    """Opens a page and presses real keys as soon as it has a handle, until one changes the read-out.

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
        found = await _answer(page)
        before = {name for name, at in asked.items() if at <= found["origin"] + found["answers"]}
        end = time.monotonic() + PATIENCE
        while before - bytes_of.keys() and time.monotonic() < end:
            await asyncio.sleep(BETWEEN_KEYS)
        size = sum(bytes_of.get(name, 0) for name in before) / 1000
        return Load(found["paint"], found["answers"], len(before), size)


async def measure(browser: Browser, lesson: Served, short: Served, usual: Served) -> tuple[list[Row], dict[str, Any]]:
    """Loads the lesson (at its top, at the gate; all of it and three sections) and the usual page in turns.

    A busy machine slows them alike. In the whole lesson the gate has to answer as fast, within a fifth, as in a lesson
    of three sections.

    The first turn warms the servers up.
    """
    visits: dict[str, tuple[str, Version]] = {
        "top": (lesson.url, "lesson"),
        "gate": (lesson.at(GATE), "lesson"),
        "short": (short.at(GATE), "lesson"),
        "alone": (lesson.at("figures/gate"), "lesson"),
        "usual": (usual.url, "usual"),
    }
    loads: dict[str, list[Load]] = {name: [] for name in visits}
    for turn in range(LOADS + 1):
        for name, (url, version) in visits.items():
            found = await load(browser, url, version)
            if turn:
                loads[name].append(found)

    def row(name: str, unit: str, visit: str, of: str, bound: Bound | None = None, beside: str = "usual") -> Row:
        own, other = ([getattr(each, of) for each in loads[which]] for which in (visit, beside))
        paired = median(mine / usual for mine, usual in zip(own, other, strict=True))
        return Row(name, median(own), unit, median(other), bound, paired)

    sooner, small, alike = Bound("ratio", "<=", 0.5), Bound("value", "<=", LARGEST), Bound("ratio", "<=", 1.2)
    rows = [
        row("first contentful paint", "ms", "top", "paint"),
        row("the first figure answers", "ms", "top", "answers"),
        row("asked for until it answers", "requests", "top", "requests"),
        row("sent until it answers", "kB", "top", "kilobytes", small),
        row("the gate alone answers", "ms", "alone", "answers", sooner),
        row("the gate in three sections answers", "ms", "short", "answers", sooner),
        row("the gate in the lesson answers", "ms", "gate", "answers", sooner),
        row("the same, beside three sections", "ms", "gate", "answers", alike, beside="short"),
        row("asked for until the gate answers", "requests", "gate", "requests"),
        row("sent until the gate answers", "kB", "gate", "kilobytes", small),
    ]
    return rows, {name: [asdict(each) for each in found] for name, found in loads.items()}
