"""The questions as a reader answers them: hints, explanations, rubbish, progress that is kept and forgotten."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_tools import Watched
from gelu_lab.lesson import load_sections
from gelu_lab.lesson.questions import Question
from gelu_lab.resources import words
from playwright.sync_api import Locator, Page
from test_browser_looks import violations

Lesson = Callable[..., Watched]
SECTIONS = load_sections()
ASKED = [question for section in SECTIONS for question in (section.question, *section.questions) if question]
SAY = words()["question"]
KEY = "gelu-lab.quiz"
RUBBISH = [
    *("rubbish", "null", "[1]", "7", '"right"', "", "\\u0000", "{" * 100_000),
    *('{"gate": "wrong"}', '{"__proto__": "right", "nobody": "right"}', '{"gate": {}}', '{"gate": ["right"]}'),
]
FORBIDDEN = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("forbidden", "SecurityError"); } });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


def box(page: Page, question: Question) -> Locator:
    """The form of a question, when it is one."""
    found = page.locator(f"#question-{question.id}[data-bound]")
    found.wait_for()
    return found


def check(form: Locator) -> str:
    """Presses Check and returns the verdict."""
    form.locator("[data-action=check]").click()
    return verdict(form)


def verdict(form: Locator) -> str:
    return form.locator(".gl-verdict").inner_text()


def of_kind(kind: str) -> list[Question]:
    return [question for question in ASKED if question.kind == kind]


def progress(page: Page) -> str:
    return page.locator("[data-progress] strong").inner_text()


def test_each_wrong_option_gets_its_hint_and_the_right_one_the_explanation(lesson: Lesson) -> None:
    page = lesson("?predict=off").page
    for question in of_kind("choice"):
        form = box(page, question)
        assert not form.locator("details").first.is_visible(), "the form has taken its place"
        assert check(form) == SAY["choose"]
        options = form.locator("input[type=radio]")
        told = set()
        for index in range(options.count()):
            options.nth(index).check()
            said = check(form)
            told.add(said)
            assert said.startswith(SAY["right"] if index == question.answer else SAY["wrong"])
            assert form.locator("[data-action=check]").evaluate("(e) => e === document.activeElement"), "focus stays"
        assert len(told) == options.count(), "each has a feedback of its own"
        # Right once stays right, whatever is tried after it.
        assert SAY["marks"]["right"] in form.locator(".gl-question-title").inner_text()


def test_a_question_is_answered_by_keys_alone_and_its_answer_can_be_shown(lesson: Lesson) -> None:
    page = lesson("?predict=off").page
    question = of_kind("choice")[0]
    form = box(page, question)
    form.locator("input[type=radio]").first.focus()
    for _ in range(int(question.answer) + len(question.options)):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert verdict(form).startswith(SAY["right"])
    form = box(page, of_kind("choice")[1])
    form.locator("input[type=radio]").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert verdict(form).startswith(SAY["shown"])
    assert SAY["marks"]["shown"] in form.locator(".gl-question-title").inner_text()


def test_rubbish_in_the_storage_is_no_answer(lesson: Lesson) -> None:
    page = lesson("?predict=off", script=f"localStorage.setItem('{KEY}', 'rubbish');").page
    form = box(page, ASKED[0])
    for stored in RUBBISH:
        # As if another tab had written it.
        page.evaluate(
            "([key, text]) => { localStorage[key] = text; dispatchEvent(new StorageEvent('storage', { key })); }",
            [KEY, stored],
        )
        assert page.locator("[data-right]").count() == 0, stored
    form.locator("input[type=radio]").nth(int(ASKED[0].answer)).check()
    assert check(form).startswith(SAY["right"])
    assert page.locator("[data-right]").count() == 1
    assert page.evaluate(f"localStorage.getItem('{KEY}')") == f'{{"{ASKED[0].id}":"right"}}'


@pytest.mark.parametrize("script", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_without_storage_only_the_memory_is_missing(lesson: Lesson, script: str) -> None:
    page = lesson("?predict=off", script=script).page
    form = box(page, ASKED[0])
    form.locator("input[type=radio]").nth(int(ASKED[0].answer)).check()
    assert check(form).startswith(SAY["right"])
    assert page.locator("[data-right]").count() == 1
    page.reload()
    box(page, ASKED[0])
    assert page.locator("[data-right]").count() == 0


def test_axe_finds_nothing_in_the_forms(lesson: Lesson) -> None:
    page = lesson("?predict=off").page
    for question in ASKED:
        check(box(page, question))
    assert violations(page) == []
