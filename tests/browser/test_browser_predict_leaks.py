"""Before the commit nothing in a section tells its answer, whatever is done with its figures; then all is there."""

from __future__ import annotations

from collections.abc import Callable

from browser_tools import Watched, frames
from gelu_lab import figures
from guessing import ASKING, PREDICTIONS, SECTIONS, box_of, by_mouse, commit, skip, waiting_of
from matrix import go_to
from playwright.sync_api import Locator

Lesson = Callable[..., Watched]
# All that a section shows and says; what a prediction itself asks and offers is left out.
UNASKED = "[data-predict] :is(fieldset, .gl-predict-question) { visibility: hidden !important }"
SAID = """(section) => {
  const found = [section.innerText];
  for (const each of section.querySelectorAll("*")) {
    if (!each.checkVisibility({ visibilityProperty: true })) continue;
    for (const { name, value } of each.attributes) {
      if (name.startsWith("aria-") || ["alt", "alttext", "title", "placeholder"].includes(name)) found.push(value);
    }
    if (each.value && each.type !== "radio") found.push(String(each.value));
  }
  return found.join("\\n");
}"""


def names_of(section: str) -> list[str]:
    return [each.name for each in next(each for each in SECTIONS if each.id == section).asked]


def test_before_the_commit_nothing_gives_the_answer_away(lesson: Lesson) -> None:
    page = lesson().page
    box_of(page, ASKING[-1])
    page.add_style_tag(content=UNASKED)
    found = []
    for section in SECTIONS:
        place = page.locator(f"#section-{section.id}")
        phrases = [phrase for each in section.asked for phrase in each.leaks]

        def search(when: str, place: Locator = place, phrases: list[str] = phrases) -> None:
            said = f"{place.evaluate(SAID)}\n{place.aria_snapshot()}\n{page.url}"
            found.extend((when, phrase) for phrase in phrases if phrase in said)

        for name in section.figures:
            figure = go_to(page, name)
            search(name)
            # Nor do the figures, whatever is done with them.
            for handle in figure.locator("[role=slider][data-handle], input[type=range]").all():
                for key in ("Home", "End"):
                    handle.press(key)
                    frames(page, 1)
                    search(f"{name}: {key}")
            for action in figures.build(name).actions:
                button = figure.locator(f'[data-action="{action}"]')
                if button.is_visible() and button.is_enabled():
                    button.click()
                    frames(page, 1)
                    search(f"{name}: {action}")
    assert found == []


def test_the_search_would_find_what_is_told(lesson: Lesson) -> None:
    page = lesson("?predict=off").page
    for section in SECTIONS:
        for name in section.figures:
            go_to(page, name)
        place = page.locator(f"#section-{section.id}")
        said = f"{place.evaluate(SAID)}\n{place.aria_snapshot()}"
        for each in section.asked:
            assert any(phrase in said for phrase in each.leaks), each.name


def test_the_answer_waits_for_the_prediction(lesson: Lesson) -> None:
    """Until it is committed in one section, skipped in the next."""
    page = lesson().page
    for at, section in enumerate(ASKING):
        for name in names_of(section):
            box = box_of(page, name)
            assert not box.locator(".gl-explain").is_visible()
            assert box.locator("[data-action=commit]").is_disabled(), "nothing is guessed yet"
            if not PREDICTIONS[name].apart:
                for waiting in waiting_of(page, section):
                    inside = waiting.evaluate("(e) => Boolean(e.closest('[data-predict]'))")
                    assert inside or not waiting.is_visible()
                    assert inside or waiting.evaluate("(e) => e.getBoundingClientRect().height") > 0, (
                        "its space is kept"
                    )
            if at % 2 == 0:
                by_mouse(box)
                assert commit(box)
            else:
                skip(box)
            assert box.locator("[data-verdict]").inner_text().strip()
            assert box.locator("[data-verdict]").evaluate("(e) => e === document.activeElement")
            box.locator(".gl-explain").wait_for(state="visible")
        for waiting in waiting_of(page, section):
            waiting.wait_for(state="visible")
