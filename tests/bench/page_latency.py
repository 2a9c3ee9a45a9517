"""How long pages take while four trainings of the live lab go on: threads that compute share the interpreter."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

from tornado.httpclient import AsyncHTTPClient

from ..browser_tools import Served
from ..lab_reader import LabReader, open_lab
from .table import Bound, Row

RUNS = 4
PATHS = ("", "figures/gate")
READS = 150  # of each page
BETWEEN = 0.01  # seconds
LIMIT = 100  # ms
# As much as a run may ask for, at full speed.
LARGE = {"units": 128, "samples": 512, "steps": 20_000, "pace": 0}
USUAL = {"units": 16, "samples": 96, "steps": 20_000, "pace": 0}


async def _times(url: str) -> list[float]:
    """Milliseconds from the request to the last byte, one page after the other."""
    client, found = AsyncHTTPClient(), []
    for _ in range(READS):
        for path in PATHS:
            start = time.perf_counter()
            await client.fetch(url + path, headers={"Accept-Encoding": "gzip"}, decompress_response=False)
            found.append(1000 * (time.perf_counter() - start))
            await asyncio.sleep(BETWEEN)
    return found


async def _keep_running(reader: LabReader, settings: dict[str, Any]) -> None:
    """Trains again and again, and sees every frame."""
    while True:
        await reader.run(**settings)
        await reader.hear("ended")


async def _during(url: str, settings: dict[str, Any]) -> list[float]:
    readers = [await open_lab(url) for _ in range(RUNS)]
    going = [asyncio.create_task(_keep_running(reader, settings)) for reader in readers]
    try:
        await asyncio.sleep(0.5)
        found = await _times(url)
        for task in going:
            if task.done():
                task.result()  # a run that failed is no load
        return found
    finally:
        for task, reader in zip(going, readers, strict=True):
            task.cancel()
            reader.close()
        await asyncio.gather(*going, return_exceptions=True)


def _middle(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), statistics.quantiles(times, n=20)[-1]


async def measure(lesson: Served) -> tuple[list[Row], dict[str, Any]]:
    """Measures pages alone, then beside four usual and beside four large runs."""
    alone, usual, large = (
        _middle(each)
        for each in (await _times(lesson.url), await _during(lesson.url, USUAL), await _during(lesson.url, LARGE))
    )
    bound = Bound("value", "<=", LIMIT)
    rows = [
        Row("page beside four usual trainings, median", usual[0], "ms", bound=bound),
        Row("page beside four usual trainings, 95 %", usual[1], "ms"),
        Row("page beside four large trainings, median", large[0], "ms", bound=bound),
        Row("page beside four large trainings, 95 %", large[1], "ms"),
    ]
    return rows, {"alone_ms": alone, "usual_ms": usual, "large_ms": large}
