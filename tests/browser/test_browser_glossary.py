"""Terms of the glossary: explained on hover, focus and tap, dismissed by Escape, a link without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

from browser_tools import Served, Watched
from gelu_lab.lesson import load_glossary
from matrix import PHONE
from playwright.sync_api import Browser, Locator, Page, expect
from test_browser_looks import violations

Lesson = Callable[..., Watched]
TERMS = {each.id: each for each in load_glossary()[1]}


def term(page: Page, id: str = "ffn") -> Locator:
    """The first mark of a term, when the script has come."""
    page.locator("#gl-tip").wait_for(state="attached")
    found = page.locator(f'a.gl-term[href="#term-{id}"]').first
    found.evaluate("(e) => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
    return found


def test_a_term_is_explained_beside_it(lesson: Lesson) -> None:
    page = lesson().page
    word, tip = term(page), page.locator("#gl-tip")
    word.hover()
    expect(tip).to_have_text(TERMS["ffn"].text)
    expect(word).to_have_attribute("aria-describedby", "gl-tip")
    assert violations(page) == []
    # The pointer may go to the explanation, and stay there.
    tip.hover()
    page.mouse.move(*(sum(pair) for pair in zip(middle(tip), (3, 3), strict=True)))
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(word).not_to_have_attribute("aria-describedby", "gl-tip")
    # By keys the same; Enter follows the link.
    word.focus()
    expect(tip).to_be_visible()
    term(page, "token").focus()
    expect(tip).to_have_text(TERMS["token"].text)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#term-token$"))
    expect(page.locator("#term-token")).to_be_in_viewport()


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_explains_and_stays_where_it_is(lesson: Lesson) -> None:
    page = lesson(**PHONE).page
    tip = page.locator("#gl-tip")
    for id in ("erf", "convex", "ulp"):
        word = term(page, id)
        before = page.evaluate("scrollY")
        word.tap()
        expect(tip).to_be_visible()
        box = tip.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= page.evaluate("document.body.clientWidth")
        assert page.evaluate("scrollY") == before
    page.locator("#section-approximations h2").tap()
    expect(tip).to_be_hidden()


def test_without_scripts_a_term_leads_to_its_explanation(browser: Browser, lab: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(lab.at(""))
    page.locator('a.gl-term[href="#term-ffn"]').first.click()
    expect(page.locator("#term-ffn")).to_be_in_viewport()
    assert page.locator("#term-ffn + dd").is_visible()
    context.close()
