"""The questions as a reader answers them: hints, explanations, rubbish, progress that is kept and forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from browser_tools import Served, Watched, frames, watched
from gelu_lab.lesson import load_sections
from gelu_lab.lesson.questions import Question
from gelu_lab.resources import words
from matrix import PHONE
from playwright.sync_api import Browser, Locator, Page
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
NO_NUMBERS = ["half", "1/2", "0.5.5", "1,000.5", "--1", "1e999", "0x10", "NaN", "∞", "5 %", "<b>1</b>", "9" * 400]
FORBIDDEN = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("forbidden", "SecurityError"); } });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Served) -> Iterator[Watched]:
    """One lesson for all the tests that leave it as it was."""
    with watched(browser) as page:
        page.open(lab.at("?predict=off"))
        yield page


@pytest.fixture
def quiz(opened: Watched) -> Iterator[Page]:
    """The lesson with every question as it was at first."""
    page = opened.page
    box(page, ASKED[-1])
    page.locator("[data-action=again]").click()
    assert page.locator("[data-right], .gl-verdict > *, .gl-ask input:checked").count() == 0
    assert page.evaluate("localStorage.length") == 0
    yield page
    opened.clean()


def box(page: Page, question: Question) -> Locator:
    """The form of a question, when it is one."""
    found = page.locator(f"#question-{question.id}[data-bound]")
    found.wait_for()
    return found


def check(form: Locator) -> str:
    """Presses Check and returns the new verdict: a point's waits until its figure is there."""
    form.locator(".gl-verdict").evaluate(
        "(e) => [...e.children].forEach((each) => each.toggleAttribute('data-old', true))"
    )
    form.locator("[data-action=check]").click()
    form.locator(".gl-verdict > :not([data-old])").first.wait_for()
    return verdict(form)


def verdict(form: Locator) -> str:
    form.locator(".gl-verdict > *").first.wait_for()
    return (form.locator(".gl-verdict").text_content() or "").strip()


def same(page: Page, said: str, html: str) -> bool:
    """Whether a verdict says that the answer is wrong, and this hint."""
    text = page.evaluate("(html) => Object.assign(document.createElement('p'), { innerHTML: html }).textContent", html)
    return "".join(said.split()) == "".join(f"{SAY['wrong']}{text}".split())


def put(page: Page, question: Question, value: float) -> None:
    """Types a state of a question's figure into its field."""
    field = page.locator(f"figure#{question.figure} input[type=text][data-control={question.state}]")
    field.fill(repr(value))
    field.press("Enter")
    frames(page)


def answered(form: Locator, answers: Sequence[int | str | None]) -> list[tuple[str, bool]]:
    """Gives one answer after the other, and returns what is said and whether the question counts as answered."""
    found = form.evaluate(
        """async (box, answers) => {
          const found = [];
          for (const answer of answers) {
            const inputs = [...box.querySelectorAll(".gl-ask input")];
            if (typeof answer === "string") inputs[0].value = answer;
            else if (answer !== null) inputs[answer].checked = true;
            box.querySelector("[data-action=check]").click();
            await new Promise((resolve) => setTimeout(resolve));
            found.push([box.querySelector(".gl-verdict").textContent.trim(), "right" in box.dataset]);
          }
          return found;
        }""",
        answers,
    )
    return [(text, right) for text, right in found]


def of_kind(kind: str) -> list[Question]:
    return [question for question in ASKED if question.kind == kind]


def progress(page: Page) -> str:
    return page.locator("[data-progress] strong").inner_text()


def test_each_wrong_option_gets_its_hint_and_the_right_one_the_explanation(quiz: Page) -> None:
    for question in of_kind("choice"):
        form = box(quiz, question)
        assert not form.locator("details").first.is_visible(), "the form has taken its place"
        assert answered(form, [None])[0] == (SAY["choose"], False)
        right = int(question.answer)
        wrong = [index for index in range(len(question.options)) if index != right]
        said = answered(form, [*wrong, right, wrong[0]])
        assert all(text.startswith(SAY["wrong"]) for text, _ in (*said[:-2], said[-1]))
        assert said[-2][0].startswith(SAY["right"])
        assert [counts for _, counts in said] == [*(False for _ in wrong), True, True], "right once stays right"
        assert len({text for text, _ in said}) == len(question.options), "each has a feedback of its own"
        assert SAY["marks"]["right"] in form.locator(".gl-question-title").inner_text()
    form = box(quiz, of_kind("choice")[0])
    form.locator("input[type=radio]").first.check()
    check(form)
    assert form.locator("[data-action=check]").evaluate("(e) => e === document.activeElement"), "focus stays"


def test_a_question_is_answered_by_keys_alone_and_its_answer_can_be_shown(quiz: Page) -> None:
    page = quiz
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


def test_rubbish_in_the_storage_is_no_answer(quiz: Page) -> None:
    page = quiz
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


def test_where_storage_is_forbidden_only_the_memory_is_missing(lesson: Lesson) -> None:
    page = lesson("?predict=off", script=FORBIDDEN).page
    form = box(page, ASKED[0])
    form.locator("input[type=radio]").nth(int(ASKED[0].answer)).check()
    assert check(form).startswith(SAY["right"])
    assert progress(page) == f"1 of {len(ASKED)} answered right"
    page.locator("[data-action=again]").click()
    assert progress(page) == f"0 of {len(ASKED)} answered right"


def test_a_full_storage_forgets_with_the_page(quiz: Page) -> None:
    page = quiz
    page.evaluate(f"() => {{ {FULL} }}")
    form = box(page, ASKED[0])
    form.locator("input[type=radio]").nth(int(ASKED[0].answer)).check()
    assert check(form).startswith(SAY["right"])
    assert progress(page) == f"1 of {len(ASKED)} answered right"
    page.reload()
    box(page, ASKED[0])
    assert progress(page) == f"0 of {len(ASKED)} answered right"


def test_a_number_is_right_with_comma_or_point_and_rubbish_is_no_answer(quiz: Page) -> None:
    for question in of_kind("number"):
        form = box(quiz, question)
        assert question.tolerance is not None
        assert answered(form, [""])[0] == (SAY["empty"], False)
        for typed, (said, counts) in zip(NO_NUMBERS, answered(form, NO_NUMBERS), strict=True):
            assert typed.strip()[:20] in said
            assert "Allowed: digits" in said
            assert not counts
        assert form.locator("input").get_attribute("aria-invalid") == "true"
        wrong = [question.answer + 1e6 if hint.near is None else hint.near for hint in question.hints]
        for hint, (said, counts) in zip(question.hints, answered(form, [repr(each) for each in wrong]), strict=True):
            assert same(quiz, said, hint.text)
            assert not counts
        right = [question.answer + part * question.tolerance for part in (0, -1, 1)]
        spelled = [each for number in map(repr, right) for each in (number, number.replace(".", ","), f" {number} ")]
        spelled += [number.replace("-", minus) for number in spelled for minus in "−–"]
        for said, counts in answered(form, spelled):
            assert said.startswith(SAY["right"])
            assert counts
        assert answered(form, [repr(question.answer + 1.01 * question.tolerance)])[0][0].startswith(SAY["wrong"])
    form = box(quiz, of_kind("number")[0])
    form.locator("input").fill(repr(of_kind("number")[0].answer).replace(".", ","))
    form.locator("input").press("Enter")
    assert verdict(form).startswith(SAY["right"])


def test_a_point_is_dragged_in_its_figure_and_checked_from_there(quiz: Page) -> None:
    page = quiz
    for question in of_kind("point"):
        form = box(page, question)
        figure = page.locator(f"figure#{question.figure}")
        if question is of_kind("point")[0]:
            page.reload()
            form = box(page, question)
            assert check(form) == SAY["drag"].format(label=question.label), "where it began is no answer"
            figure.and_(page.locator("[data-ready=true]")).wait_for()
        form.get_by_role("button", name=SAY["figure"]).click()
        handle = figure.locator(f"[role=slider][data-handle={question.state}]")
        page.wait_for_function("([id]) => document.activeElement.closest('figure')?.id === id", arg=[question.figure])
        assert form.bounding_box()["y"] < page.viewport_size["height"], "the question is in sight beside its figure"  # type: ignore[index]
        put(page, question, 3.9)
        assert "3.90" in (form.locator("output").text_content() or "")
        handle.press("Enter")
        assert verdict(form).startswith(SAY["wrong"])
        for hint in question.hints:
            if hint.near is not None:
                put(page, question, hint.near + (question.tolerance or 0) / 2)
                assert same(page, check(form), hint.text)
        put(page, question, question.answer)
        handle.focus()
        handle.press("Enter")
        assert verdict(form).startswith(SAY["right"])
        assert SAY["counts"].split("{")[0] in verdict(form)
        assert form.locator("[data-action=check]").evaluate("(e) => e === document.activeElement")


def test_progress_is_kept_listed_forgotten_and_brought_back(quiz: Page) -> None:
    page = quiz
    place = page.locator("[data-progress]")
    first, second = of_kind("choice")[:2]
    for question in (first, second):
        form = box(page, question)
        form.locator("input[type=radio]").nth(int(question.answer)).check()
        check(form)
    third = of_kind("number")[0]
    box(page, third).locator("[data-action=show]").click()
    assert verdict(box(page, third)).startswith(SAY["shown"])
    box(page, first).locator("[data-action=show]").click()
    assert progress(page) == f"2 of {len(ASKED)} answered right"
    page.reload()
    box(page, first)
    assert progress(page) == f"2 of {len(ASKED)} answered right"
    assert page.locator("[data-right]").count() == 2
    lines = place.locator("li")
    assert lines.count() == len(SECTIONS)
    for line, section in zip(lines.all(), SECTIONS, strict=True):
        said = line.inner_text()
        assert said.startswith(f"{section.number} ")
        own = [section.question.id] if section.question else [each.id for each in section.questions]
        target = line.locator("a").get_attribute("href") or ""
        assert target == f"#question-{own[0]}"
        assert page.locator(target).count() == 1
        if section.question:
            done = section.question in (first, second)
            assert said.endswith(SAY["marks"]["right" if done else "open"])
        else:
            assert said.endswith(f"0 of {len(own)} right")
    again, undo = place.locator("[data-action=again]"), place.locator("[data-action=undo]")
    assert not undo.is_visible()
    again.click()
    assert progress(page).startswith("0 of")
    assert page.evaluate(f"localStorage.getItem('{KEY}')") is None
    undo.click()
    assert progress(page).startswith("2 of")
    assert again.evaluate("(e) => e === document.activeElement")
    again.click()
    again.click()
    undo.click()
    assert progress(page).startswith("2 of"), "twice pressed is once forgotten"


def test_on_paper_and_without_scripts_all_words_of_the_questions_are_there(
    quiz: Page, browser: Browser, lab: Served
) -> None:
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(lab.at(""))
    for kind in ("choice", "number", "point"):
        for piece in plain.locator(f"#question-{of_kind(kind)[-1].id} details").all():
            piece.locator("summary").click()
            assert piece.locator(".gl-feedback").is_visible()
    plain.context.close()
    quiz.emulate_media(media="print")
    seen = "(all) => all.map((e) => e.checkVisibility({ contentVisibilityAuto: true }) && e.offsetHeight > 0)"
    assert all(quiz.locator("[data-question] details .gl-feedback").evaluate_all(seen))
    assert not any(quiz.locator(".gl-ask, .gl-progress, .gl-card button").evaluate_all(seen))
    quiz.evaluate("document.documentElement.dataset.print = 'card'")
    assert quiz.locator(".gl-card math").first.is_visible()
    assert not any(quiz.locator("[data-question], h1, h2, .gl-footer, figure").evaluate_all(seen))
    quiz.evaluate("dispatchEvent(new Event('afterprint'))")
    assert quiz.evaluate("document.documentElement.dataset.print") is None
    quiz.emulate_media(media="screen")


def test_the_forms_are_as_high_as_what_they_replace(lesson: Lesson, browser: Browser, lab: Served) -> None:
    # Else who comes by a link into the middle of the page would be carried away from it.
    high = "(all) => all.map((e) => e.getBoundingClientRect().height)"
    for width in (390, 1100):
        page = lesson("?predict=off", viewport={"width": width, "height": 900}).page
        box(page, ASKED[-1])
        forms = page.locator("[data-question], [data-progress]").evaluate_all(high)
        bare = browser.new_page(viewport={"width": width, "height": 900})
        bare.route("**/js/quiz.js*", lambda route: route.abort())
        bare.goto(lab.at("?predict=off"))
        bare.locator("figure[data-ready=true]").first.wait_for()
        before = bare.locator("[data-question], [data-progress]").evaluate_all(high)
        bare.close()
        assert forms == pytest.approx(before, abs=8)


def test_axe_finds_nothing_in_the_forms(quiz: Page) -> None:
    answer_some(quiz)
    assert violations(quiz) == []


def test_on_a_dark_phone_axe_finds_nothing_nothing_is_too_wide_and_there_is_a_minus(lesson: Lesson) -> None:
    page = lesson("?predict=off", color_scheme="dark", **PHONE | {"viewport": {"width": 360, "height": 640}}).page
    form = box(page, of_kind("number")[0])
    field, sign = form.locator("input"), form.get_by_role("button", name=SAY["sign"])
    field.fill("0,5")
    shown = []
    for _ in range(3):
        sign.tap()
        shown.append(field.input_value())
    assert shown == ["−0,5", "0,5", "−0,5"]
    answer_some(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def answer_some(page: Page) -> None:
    """Brings the forms into all the states they have."""
    box(page, ASKED[-1])
    page.evaluate("""() => document.querySelectorAll("[data-question]").forEach((box, at) => {
      if (at % 2) box.querySelector("[data-action=show]").click();
      else if (box.dataset.kind !== "point") box.querySelector("[data-action=check]").click();
    })""")
    frames(page)
