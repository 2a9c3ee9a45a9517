"""Every section is complete, and an author's mistakes are named with file and key."""

from __future__ import annotations

import math
import re
from pathlib import Path

import gelu_lab.lesson
import pytest
from gelu_lab import figures
from gelu_lab.lesson import (
    COLOURS,
    LessonError,
    Question,
    Section,
    load_front,
    load_sections,
    load_sources,
    prediction_html,
    question_html,
)
from gelu_lab.lesson.numbers import typed_decimals
from gelu_lab.resources import STATIC, words

PROSE = Path(gelu_lab.lesson.__file__).parent / "en"
FILES = sorted(PROSE.glob("*.md"))
SECTIONS = load_sections(
    predict=lambda section: prediction_html(section, words()),
    question=lambda section: question_html(section, words()),
)

SHOWN = [name for section in SECTIONS for name in section.figures]

each_section = pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.id)

GOOD = """---
title: The gate
short: Gate
minutes: 4
goal: say what it does.
figures: [gate]
predict:
  live: true
  kind: choice
  question: "Up or down from {{gelu(-1):.2}}?"
  options: [It falls., It rises.]
  answer: 1
  explain: It rises.
question:
  kind: number
  question: How much?
  answer: 100*cdf(-1)
  tolerance: 2
  hints:
    - near: "50"
      text: Half would be at 0.
    - text: Count again.
  explain: "About {{100*cdf(-1):.0}}."
---
Text.

::: predict
::: figure gate
::: question
"""


def folder(tmp_path: Path, text: str, name: str = "02-gate.md") -> Path:
    """A lesson of one section."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def asked(section: Section) -> tuple[Question, ...]:
    """Its one question, or all that it gathers."""
    return (section.question,) if section.question else section.questions


@each_section
def test_sections_are_complete(section: Section) -> None:
    assert section.title
    assert section.short
    assert section.goal
    assert 1 <= section.minutes <= 15
    assert section.figures
    assert section.asked, "it asks for a prediction"
    for prediction in section.predictions:
        assert prediction.explain
        assert prediction.leaks, "what would give the answer away"
    assert asked(section)
    for question in asked(section):
        assert question.explain
    for name in section.figures:
        assert f'data-figure-slot="{name}"' in section.html


def test_order_and_ids() -> None:
    assert [(section.number, section.id) for section in SECTIONS] == sorted(
        (section.number, section.id) for section in SECTIONS
    )
    assert {"gate", "mask", "family"} <= {section.id for section in SECTIONS}


@pytest.mark.parametrize(
    "path",
    # The sources make no claims, but name a licence's version.
    [path for path in FILES if path.name != "sources.md"],
    ids=lambda path: path.name,
)
def test_no_decimal_is_typed(path: Path) -> None:
    assert typed_decimals(path.read_text(encoding="utf-8")) == []


@each_section
def test_every_formula_has_words(section: Section) -> None:
    formulas = re.findall(r"<math[^>]*>", section.html)
    assert formulas
    for tag in formulas:
        assert re.search(r'alttext="[^"]+"', tag)
    # Nothing was left unread: no TeX, no placeholder, no directive.
    text = re.sub(r"<[^>]*>", " ", section.html)
    assert not re.search(r"\$|\\[a-z]|\{\{|\]\{|:::", text)


@each_section
def test_colour_classes_are_known(section: Section) -> None:
    used = set(re.findall(r'<(?:span|mrow) class="([^"]+)"', section.html))
    assert {each for each in used if not each.startswith("gl-")} <= set(COLOURS)
    css = (STATIC / "css" / "article.css").read_text(encoding="utf-8")
    for name in COLOURS:
        assert f").{name} {{" in css


def test_the_gates_prediction_waits() -> None:
    gate = next(section for section in SECTIONS if section.id == "gate")
    box = re.search(r'<div class="gl-predict".*?data-verdict', gate.html, re.DOTALL)
    assert box is not None
    assert 'data-predict="gate" data-section="gate" data-kind="point"' in box[0]
    assert 'data-action="commit"' in box[0]
    assert 'data-action="skip"' in box[0]
    # The answer stands nowhere before it.
    before = gate.html[: gate.html.index("data-after-predict")]
    assert "rises, from" not in before
    assert "−0.004" not in before


@each_section
def test_questions_answer_without_a_script(section: Section) -> None:
    assert section.html.count("<details name=") == sum(len(question.options) for question in asked(section))
    for question in asked(section):
        wrong = [option.hint for option in question.options if option.hint]
        assert len(wrong) == max(len(question.options) - 1, 0)
        # A number's last hint is for whatever nobody has thought of.
        assert wrong or [hint.near for hint in question.hints].count(None) == 1
        for told in (*wrong, *(hint.text for hint in question.hints), question.explain.removeprefix("<p>")):
            assert told in section.html


@each_section
def test_every_answer_is_within_reach_and_no_hint_is_for_it(section: Section) -> None:
    for question in asked(section):
        if question.kind == "choice":
            assert question.options[int(question.answer)].hint is None
            assert len({option.text for option in question.options}) == len(question.options)
            continue
        assert question.tolerance is not None
        assert all(abs((hint.near or math.inf) - question.answer) > question.tolerance for hint in question.hints)
        if question.kind == "point":
            assert question.figure in SHOWN
            state = next(each for each in figures.build(question.figure).state if each.name == question.state)
            assert state.kind in ("number", "integer")
            assert state.low <= question.answer <= state.high
            assert state.step <= 2 * question.tolerance, "a key must be able to stop there"
            assert abs(state.value - question.answer) > question.tolerance, "it must not begin there"


def test_front_and_sources() -> None:
    front = load_front()
    assert front.title == "The input times a probability"
    assert "<" not in front.description
    sources = load_sources()
    for number in ("1606.08415", "1810.04805", "2010.11929"):
        assert f"https://arxiv.org/abs/{number}" in sources


def test_a_good_head(tmp_path: Path) -> None:
    (section,) = load_sections(folder=folder(tmp_path, GOOD))
    assert section.predict is not None
    assert section.predict.question == "Up or down from −0.16?"
    assert section.question is not None
    assert section.question.answer == pytest.approx(15.8655, abs=1e-4)
    assert section.question.hints[0].near == 50
    assert section.question.id == "gate"
    html = question_html(section, words())
    assert 'data-kind="number" data-answer="15.86' in html
    assert '<li data-near="50.0">Half would be at 0.</li><li>Count again.</li>' in html
    assert "Anything from 13.9 to 17.9 counts as right." in html


POINT = ("kind: number", "kind: point\n  figure: gate\n  state: x")


def test_a_point_names_what_is_dragged(tmp_path: Path) -> None:
    (section,) = load_sections(folder=folder(tmp_path, GOOD.replace(*POINT)))
    assert section.question is not None
    assert (section.question.figure, section.question.state, section.question.label) == ("gate", "x", "input x")
    assert 'data-of="gate" data-state="x" data-label="input x"' in question_html(section, words())


GATHERED = """questions:
  - id: half
    about: gate
    kind: number
    question: How much?
    answer: 1/2
    tolerance: 1/10
    hints: [{text: Count again.}]
    explain: Half.
  - id: which
    about: gate
    kind: choice
    question: Which?
    options: [a, {text: b, hint: No.}]
    answer: 0
    explain: The first.
---
"""


def gathered(tmp_path: Path) -> str:
    return re.sub(r"question:\n  kind: number.*?---\n", GATHERED, GOOD, flags=re.DOTALL)


def test_the_last_section_gathers_questions_about_the_others(tmp_path: Path) -> None:
    (section,) = load_sections(folder=folder(tmp_path, gathered(tmp_path)))
    assert section.question is None
    assert [(each.id, each.about, each.about_number) for each in section.questions] == [
        ("gate-half", "gate", 2),
        ("gate-which", "gate", 2),
    ]
    html = question_html(section, words())
    assert html.count("data-progress") == 1
    assert 'Question 2 of 2 · <a href="#section-gate">Section 2</a>' in html
    assert html.count("data-question=") == 2


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("about: gate", "about: gait", ["key 'questions[0].about'", "one of gate", "'gait'"]),
        ("id: half", "id: 1/2", ["key 'questions[0].id'", "small letters", "'1/2'"]),
        ("id: which", "id: half", ["key 'questions[1].id'", "'half' is used twice"]),
        ("answer: 1/2", "answer: 1/0", ["key 'questions[0].answer'", "1/0"]),
        ("questions:\n", "questions: 3\nxs:\n", ["key 'xs'"]),
        ("hint: No.", "text: No.", ["key 'questions[1].options[1]' needs a hint"]),
    ],
)
def test_a_bad_question_among_many_is_named(tmp_path: Path, old: str, new: str, parts: list[str]) -> None:
    text = gathered(tmp_path)
    assert old in text
    with pytest.raises(LessonError) as error:
        load_sections(folder=folder(tmp_path, text.replace(old, new, 1)))
    for part in ["02-gate.md", *parts]:
        assert part in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("goal: say what it does.", "", ["key 'goal'", "text"]),
        ("minutes: 4", "minutes: four", ["key 'minutes'", "whole number", "'four'"]),
        ("short: Gate", "shirt: Gate", ["key 'shirt'", "unknown", "short"]),
        ("figures: [gate]", "figures: [mask]", ["key 'figures'", "mask", "gate"]),
        ("kind: choice", "kind: chance", ["key 'predict.kind'", "choice", "'chance'"]),
        ("answer: 1\n", "answer: 2\n", ["key 'predict.answer'", "from 0 to 1"]),
        ("options: [It falls., It rises.]", "options: [It falls.]", ["key 'predict.options'", "two"]),
        ("100*cdf(-1)\n", "100*cfd(-1)\n", ["key 'question.answer'", "cfd"]),
        ("  tolerance: 2\n", "", ["key 'question.tolerance'"]),
        ("  tolerance: 2\n", "  tolerance: 0\n", ["key 'question.tolerance'", "above 0"]),
        ("    - text: Count again.\n", "", ["key 'question.hints'", "one hint without 'near'"]),
        ('near: "50"', "near: 16", ["key 'question.hints[0].near'", "within the tolerance"]),
        ("kind: number", "kind: sketch", ["key 'question.kind'", "choice, point, number"]),
        ("kind: number", "kind: number\n  state: x", ["key 'question.state'", "no use in a number"]),
        ("kind: number", "kind: point\n  figure: gate", ["key 'question.state'"]),
        ("kind: number", "kind: point\n  figure: fate\n  state: x", ["key 'question.figure'", "'fate'", "gate"]),
        ("kind: number", "kind: point\n  figure: gate\n  state: y", ["key 'question.state'", "'y'", "x, hard"]),
        ("gelu(-1):.2", "gelu(-1)", ["key 'predict.question'", "gelu(-1)"]),
        ("{{100*cdf", "{{100*cfd", ["key 'question.explain'", "cfd"]),
        ("::: question\n", "", ["key 'question'", "found 0"]),
        ("::: predict\n", "", ["key 'predict'", "found 0"]),
        ("::: predict\n", "::: predict\n::: predict x\n", ["'::: predict x'", "does not have"]),
        ("  live: true\n", "  live: perhaps\n", ["key 'predict.live'", "true or false"]),
        ("  live: true\n", "  at: 1\n", ["key 'predict.at'", "no use in a choice"]),
        ("title: The gate", "title: [", ["YAML"]),
        ("---\ntitle", "title", ["head"]),
    ],
)
def test_a_bad_head_is_named_with_its_file(tmp_path: Path, old: str, new: str, parts: list[str]) -> None:
    assert old in GOOD
    with pytest.raises(LessonError) as error:
        load_sections(folder=folder(tmp_path, GOOD.replace(old, new, 1)))
    for part in ["02-gate.md", *parts]:
        assert part in str(error.value)


def test_a_wrong_option_needs_a_hint(tmp_path: Path) -> None:
    text = GOOD.replace(
        "kind: number\n  question: How much?\n  answer: 100*cdf(-1)\n  tolerance: 2\n",
        "kind: choice\n  question: Which?\n  options: [{text: a}, {text: b}]\n  answer: 0\n",
    )
    with pytest.raises(LessonError, match=r"02-gate.md: key 'question.options\[1\]' needs a hint"):
        load_sections(folder=folder(tmp_path, text))


def test_files_are_named_like_sections(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"2-gate.md: a section's file is called like 02-gate.md"):
        load_sections(folder=folder(tmp_path, GOOD, "2-gate.md"))
    with pytest.raises(LessonError, match="no sections"):
        load_sections(folder=tmp_path / "nothing")
