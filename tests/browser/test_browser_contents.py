"""Where the reader is: the contents say it, on a phone too, and a reload or the way back does not lose it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser_tools import Served, Watched, frames
from matrix import PHONE
from playwright.sync_api import Page, expect

Lesson = Callable[..., Watched]
TOP = "(e) => e.getBoundingClientRect().top"


def go(page: Page, selector: str, above: int = 120) -> None:
    """Brings a place near the top of the window."""
    page.locator(selector).evaluate(
        "(e, above) => scrollTo({ top: scrollY + e.getBoundingClientRect().top - above, behavior: 'instant' })", above
    )
    frames(page)


def test_on_a_phone_the_contents_stay_in_sight_and_cover_nothing_for_long(lesson: Lesson) -> None:
    page = lesson(**PHONE).page
    bar, drawer = page.locator(".gl-contents"), page.locator(".gl-contents details")
    here = page.locator(".gl-here")
    expect(here).to_be_empty()
    go(page, "#section-dip p.gl-goal")
    expect(here).to_have_text("6 ReLU minus a dip")
    assert bar.evaluate(TOP) == 0
    before = page.locator("#section-dip").evaluate(TOP)
    page.locator(".gl-contents summary").tap()
    current = page.locator(".gl-contents [aria-current]")
    expect(current).to_be_in_viewport()
    assert page.locator("#section-dip").evaluate(TOP) == before, "the list lies over the text"
    page.keyboard.press("Escape")
    expect(drawer).not_to_have_attribute("open", "")
    page.locator(".gl-contents summary").tap()
    page.locator('.gl-contents a[href="#section-links"]').tap()
    expect(drawer).not_to_have_attribute("open", "")
    expect(here).to_have_text("16 Links")
    heading = page.locator("#section-links h2")
    expect(heading).to_be_in_viewport()
    page.wait_for_function(
        "() => { const [bar, heading] = ['.gl-contents', '#section-links h2']"
        ".map((each) => document.querySelector(each).getBoundingClientRect());"
        " return heading.top >= bar.bottom && heading.top < bar.bottom + 60; }"
    )
    go(page, ".gl-front")
    expect(here).to_be_empty()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_a_reload_and_the_way_back_lead_to_the_same_line(lesson: Lesson, lab: Served, options: dict[str, Any]) -> None:
    page = lesson(**options).page
    for section in ("why", "gate", "bell"):
        page.locator(f'[data-predict="{section}"] [data-action=skip]').click()
    line = page.locator("#approximations-does-it-show + p")
    go(page, "#approximations-does-it-show + p", 90)
    frames(page, 5)
    at = line.evaluate(TOP)
    # The glossary comes last: nothing moves the page any more.
    settled = (
        "(at) => document.getElementById('gl-tip') && Math.abs(at - document.querySelector("
        "'#approximations-does-it-show + p').getBoundingClientRect().top) < 2"
    )
    page.reload()
    page.wait_for_function(settled, arg=at)
    page.goto(lab.at("figures/gate"))
    page.go_back()
    page.wait_for_function(settled, arg=at)
    frames(page, 5)
    assert line.evaluate(TOP) == pytest.approx(at, abs=2)
