"""The last section: its questions are about all the others, their answers what the core says, its card complete."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from gelu_lab.lesson import Question, load_sections, question_html
from gelu_lab.resources import words

import gelu_core as core

SECTIONS = load_sections(question=lambda section: question_html(section, words()))
LAST = SECTIONS[-1]
BY_ID = {question.id.removeprefix("summary-"): question for question in LAST.questions}


def crossing(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that rises or falls from `low` to `high` is 0, by halving."""
    sign = 1 if function(high) > 0 else -1
    assert sign * function(low) < 0 < sign * function(high)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if sign * function(middle) > 0 else (middle, high)
    return low


def slope_of(function: Callable[[float], float]) -> Callable[[float], float]:
    return lambda x: (function(x + 1e-5) - function(x - 1e-5)) / 2e-5


def tanh_error(x: float) -> float:
    return float(core.gelu_tanh(x) - core.gelu(x))


# Each found in another way than the section writes it.
ANSWERS = {
    "half-slope": crossing(lambda x: float(core.gelu_grad(x)) - 0.5, -0.5, 1),
    "open-gate": crossing(lambda x: float(core.cdf(x)) - 0.308538, -2, 2),
    "largest-gap": crossing(slope_of(lambda x: float(core.dip(x))), 0.1, 2),
    "bend-turns": crossing(lambda x: float(core.gelu_second(x)), -1.9, -1),
    "tanh-peak": crossing(slope_of(tanh_error), -3.5, -2),
    "two-layers": (3 * (2 * 10 + 1) - 2) - (3 * (2 * 9 + 1) - 2),
    "minus-one": -(1 - 0.841344746),
    "draws": 200 * 0.691462461,
    "three-times": min(x / 1000 * float(core.cdf(x / 3000)) for x in range(-4000, 0)),
    "trough": min((float(core.gelu(-4 * at / 1000)), at / 1000) for at in range(1, 1000))[1],
    "bert-large": core.count_ffn(1024, layers=24, tokens=512).evaluations / 1e6,
}


@pytest.mark.parametrize("name", [name for name, each in BY_ID.items() if each.kind != "choice"])
def test_every_number_is_what_the_core_says(name: str) -> None:
    question = BY_ID[name]
    assert question.tolerance is not None
    assert question.answer == pytest.approx(ANSWERS[name], abs=question.tolerance / 20)


def test_there_are_enough_questions_of_each_kind_about_all_sections() -> None:
    kinds = [question.kind for question in LAST.questions]
    assert len(kinds) >= 14
    assert kinds.count("number") >= 3
    assert kinds.count("point") >= 3
    assert kinds.count("choice") >= 3
    assert {each.figure for each in LAST.questions if each.kind == "point"} == {"summary"}
    about = {question.about for question in LAST.questions}
    assert about == {section.id for section in SECTIONS[:-1]}


def test_none_of_them_was_asked_before() -> None:
    def bare(html: str) -> str:
        return re.sub(r"<[^>]+>|\W", "", html).lower()

    before = {bare(each.question) for section in SECTIONS[:-1] for each in (section.question, section.predict) if each}
    assert before.isdisjoint(bare(question.question) for question in LAST.questions)


def test_eight_lines_and_the_card() -> None:
    lines = re.search(r"<ol>(.*?)</ol>", LAST.html, re.DOTALL)
    assert lines is not None
    assert lines[1].count("<li>") == 8
    card = re.search(r'<div class="gl-card" id="card">.*?</div>\s*$', LAST.html, re.DOTALL)
    assert card is not None
    said = re.sub(r"\s+", "", "".join(re.findall(r'alttext="([^"]*)"', card[0])))
    for formula in (
        *("GELU(x)=xΦ(x)", "erf(x/(√2))", "GELU′(x)=Φ(x)+xφ(x)", "GELU″(x)=φ(x)(2−x^2)", "GELU(x)−GELU(−x)=x"),
        *("ReLU(x)−|x|Φ(−|x|)", "GELU(−0.7518)=−0.1700", "xΦ(x/s)=sGELU(x/s)", "0.044715x^3", "xσ(1.702x)"),
    ):
        assert formula in said


def test_the_questions_are_lean() -> None:
    # They travel before the first figure answers.
    assert len(question_html(LAST, words())) < 30_000


def test_a_point_has_a_state_with_a_label() -> None:
    def known(question: Question) -> bool:
        return question.label == words()["figures"][question.figure]["states"][question.state]

    assert all(known(question) for section in SECTIONS for question in section.questions if question.kind == "point")
