"""The most canvas memory that the lesson holds while a reader scrolls through it on a phone."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Browser

from ..browser_tools import READY, Served
from .browsing import probed
from .table import Bound, Row

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "is_mobile": True, "has_touch": True}
LARGEST = 120  # MB
MOST_STEPS = 400
# A reader stops where a figure is: what is in view has come alive before the next step.
SETTLE = """async () => {
  const end = performance.now() + 1500;
  const inView = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const figures = [...document.querySelectorAll("figure[data-figure]")];
  let most = 0;
  do {
    await new Promise((resolve) => setTimeout(resolve, 50));
    most = Math.max(most, bench.canvasBytes());
  } while (figures.some((each) => inView(each) && !each.dataset.ready) && performance.now() < end);
  return [most, scrollY + innerHeight >= document.documentElement.scrollHeight - 1, scrollY <= 0];
}"""


async def measure(browser: Browser, lesson: Served) -> tuple[list[Row], dict[str, Any]]:
    """Scrolls down by half screens and up again by whole ones."""
    async with probed(browser, **PHONE) as page:
        await page.goto(lesson.url)
        await page.wait_for_selector(READY)
        most, steps = 0, 0
        for share, bottom in ((0.5, True), (-1.0, False)):
            for _ in range(MOST_STEPS):
                await page.evaluate(f"scrollBy({{ top: {share} * innerHeight, behavior: 'instant' }})")
                held, at_bottom, at_top = await page.evaluate(SETTLE)
                most = max(most, held)
                steps += 1
                if at_bottom if bottom else at_top:
                    break
            else:
                raise RuntimeError("the lesson has no end")
    return [Row("canvas on a phone, most", most / 1e6, "MB", bound=Bound("value", "<=", LARGEST))], {"steps": steps}
