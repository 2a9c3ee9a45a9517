"""A Chromium whose pages carry the probe, and a mouse that moves on time, whether or not the page answers."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, Page, async_playwright

from ..browser_tools import BROWSERS, FLAGS, SHELL

PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")
DESKTOP = {"width": 1100, "height": 1000}
MOUSE = 1 / 125  # seconds between two reports of an ordinary mouse

GATE = "#gate"  # the lesson, opened at the gate: its first section has a figure of its own

Version = Literal["lesson", "usual"]


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Starts an installed Chromium as readers have it, else the tests' shell, else Playwright's own."""
    async with async_playwright() as playwright:
        installed = next(filter(None, map(shutil.which, (*BROWSERS, SHELL))), None)
        browser = await playwright.chromium.launch(executable_path=installed, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def probed(browser: Browser, version: Version = "lesson", **options: Any) -> AsyncIterator[Page]:
    """A page with an empty cache and the probe in it."""
    options.setdefault("viewport", DESKTOP)
    context = await browser.new_context(**options)
    try:
        page = await context.new_page()
        await page.add_init_script(f'{PROBE}\nbench.of("{version}");')
        yield page
    finally:
        await context.close()


async def move(page: Page, path: Sequence[tuple[float, float]]) -> None:
    """Sends the mouse along a path, one place a report, without waiting for the page in between."""
    start = time.perf_counter()
    sent = []
    for step, (x, y) in enumerate(path):
        await asyncio.sleep(max(0.0, start + step * MOUSE - time.perf_counter()))
        sent.append(asyncio.create_task(page.mouse.move(x, y)))
    await asyncio.gather(*sent)


async def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of an element, scrolled into view; shadow roots are searched too."""
    element = page.locator(selector).first
    await element.wait_for()
    await element.scroll_into_view_if_needed()
    box = await element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
