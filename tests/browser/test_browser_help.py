"""The lesson's own keys: a sheet that tells them, sections, skip links; fields and handles keep theirs."""

from __future__ import annotations

from collections.abc import Callable

from browser_tools import Watched, frames
from playwright.sync_api import Page, expect
from test_browser_looks import violations

Lesson = Callable[..., Watched]


def lesson_with_keys(lesson: Lesson) -> Page:
    page = lesson(viewport={"width": 1280, "height": 800}).page
    page.locator("[data-action=keys][data-bound]").wait_for()
    return page


def test_keys_lead_through_the_sections_and_a_sheet_tells_them(lesson: Lesson) -> None:
    page = lesson_with_keys(lesson)
    for key, section, heading in (
        ("n", "why", "1 Why a network needs a bend"),
        ("n", "gate", "2 The gate"),
        ("n", "bell", "3 Bone by bone"),
        ("p", "gate", "2 The gate"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.textContent") == heading, key
        assert page.evaluate("location.hash") == f"#section-{section}"
        expect(page.locator(f"#section-{section} h2")).to_be_in_viewport()
    sheet = page.locator("dialog#gl-keys")
    page.keyboard.press("?")
    expect(sheet).to_be_visible()
    expect(sheet.locator("kbd").first).to_have_text("N")
    assert violations(page) == []
    # Whoever speaks to a computer can switch single letters off; the button still opens the sheet.
    sheet.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.keyboard.press("?")
    assert page.evaluate("location.hash") == "#section-gate"
    expect(sheet).to_be_hidden()
    page.locator("[data-action=keys]").click()
    expect(sheet).to_be_visible()
    sheet.get_by_role("checkbox").check()
    sheet.get_by_role("button").click()
    expect(sheet).to_be_hidden()


def test_letters_in_fields_and_keys_on_handles_are_not_taken(lesson: Lesson) -> None:
    page = lesson_with_keys(lesson)
    field = page.locator("figure#gate input.gl-field")
    field.scroll_into_view_if_needed()
    field.press("n")
    page.locator("figure#gate [role=slider]").press("p")
    frames(page)
    assert page.evaluate("location.hash") == ""
    expect(page.locator("dialog#gl-keys")).to_be_hidden()


def test_the_first_stops_skip_and_the_focus_follows_the_eye(lesson: Lesson) -> None:
    page = lesson_with_keys(lesson)
    found = []
    for _ in range(4):
        page.keyboard.press("Tab")
        found.append(page.evaluate("document.activeElement.getAttribute('href') ?? ''"))
    assert found == ["#text", "#contents", "#top", "lecture.html"]
    # In a document without a tabindex above 0 the order is that of the page, and that is the order of the places.
    assert page.evaluate('document.querySelectorAll(\'[tabindex]:not([tabindex="0"], [tabindex="-1"])\').length') == 0
