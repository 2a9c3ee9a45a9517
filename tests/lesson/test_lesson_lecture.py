"""The screens of the lecture: what their heads say, numbers that are worked out, no answer before its time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gelu_lab import figures
from gelu_lab.hosts.lecture_page import lecture_page
from gelu_lab.hosts.page import Linked
from gelu_lab.lesson import LessonError, Screen, load_lecture, load_sections

SECTIONS = load_sections()
SCREENS = [screen for section in SECTIONS for screen in section.lecture]
PAGE = lecture_page(Linked(""))
ROUTE = {"gate", "mask", "dip", "derivative", "approximations"}
HEAD = """---
title: A
short: A
minutes: 1
goal: a
figures: []
predict:
  kind: number
  question: How much is $\\\\GELU(0)$?
  answer: 0
  tolerance: 1
  told: it is {answer}
  range: [0, 1, 1]
  leaks: [nothing]
  explain: Nothing.
lecture:
  - title: One
    say: At {{gelu(1):.2}}.
    figure: gate
    at: {x: 1/2, hard: true}
    controls: [hard]
    notes: Say it.
  - predict: true
    notes: Ask it.
---

::: predict
"""

each_screen = pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.id)


def words(html: str) -> str:
    """The text, each formula as one word."""
    return re.sub(r"<[^>]*>", " ", re.sub(r"<math.*?</math>", "formula", html, flags=re.DOTALL))


def test_a_screen_says_what_its_head_says(tmp_path: Path) -> None:
    (tmp_path / "02-gate.md").write_text(HEAD, encoding="utf-8")
    (section,) = load_sections(folder=tmp_path)
    one, two = section.lecture
    assert (one.id, one.title, one.say, one.figure) == ("gate-1", "One", "At 0.84.", "gate")
    assert one.at == {"x": 0.5, "hard": True}
    assert one.controls == ("hard",)
    assert not one.asks
    assert (two.id, two.asks, two.figure) == ("gate-2", True, "")
    assert two.title
    assert "Ask it." in two.notes


def test_hands_may_be_asked_in_other_words(tmp_path: Path) -> None:
    other = HEAD.replace("predict: true\n", "predict: true\n    ask: Which?\n    options: [None, All]\n    answer: 0\n")
    (tmp_path / "02-gate.md").write_text(other, encoding="utf-8")
    screen = load_sections(folder=tmp_path)[0].lecture[1]
    assert (screen.ask, screen.options, screen.answer) == ("Which?", ("None", "All"), 0)


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("    figure: gate\n", "", ["at", "needs a figure"]),
        ("figure: gate", "figure: gates", ["figure", "gates"]),
        ("{x: 1/2,", "{y: 1/2,", ["at", "'y'", "x, hard"]),
        ("{x: 1/2,", "{x: half,", ["at", "half"]),
        ("notes: Say it.", "options: [a, b]\n    notes: Say it.", ["options", "needs predict"]),
        ("notes: Ask it.", "options: [a, b]\n    answer: 2\n    notes: Ask it.", ["answer", "0 to 1"]),
        ("notes: Say it.", "", ["notes", "text"]),
        ("title: One", "titel: One", ["titel", "unknown"]),
        ("predict: true\n", "predict: true\n    figure: gate\n", ["figure", "answer the prediction"]),
    ],
)
def test_what_an_author_gets_wrong_is_named(tmp_path: Path, old: str, new: str, parts: list[str]) -> None:
    assert HEAD.count(old) == 1
    (tmp_path / "02-gate.md").write_text(HEAD.replace(old, new), encoding="utf-8")
    with pytest.raises(LessonError) as caught:
        load_sections(folder=tmp_path)
    for part in ["02-gate.md", *parts]:
        assert part in str(caught.value)


def test_nothing_is_asked_where_there_is_no_prediction(tmp_path: Path) -> None:
    (tmp_path / "02-gate.md").write_text(
        re.sub(r"predict:\n(  .*\n)+", "", HEAD, count=1).replace("::: predict", ""), encoding="utf-8"
    )
    with pytest.raises(LessonError, match="the section has no prediction"):
        load_sections(folder=tmp_path)


def test_every_section_has_screens_and_asks_its_prediction() -> None:
    for section in SECTIONS:
        assert sum(screen.asks for screen in section.lecture) == (section.raised is not None), section.id
        assert section.raised is not None
        # What was predicted is seen on the next screen, and not on one before.
        asking = next(at for at, screen in enumerate(section.lecture) if screen.asks)
        for screen in section.lecture[: asking + 1]:
            before = f"{screen.title} {screen.say} {screen.text} {screen.ask}"
            assert not [leak for leak in section.raised.leaks if leak in words(before)], screen.id
        for screen, following in zip(section.lecture, section.lecture[1:], strict=False):
            if screen.asks:
                assert following.figure, screen.id
        assert not section.lecture[-1].asks
    assert 30 <= len(SCREENS) + 2 <= 50


def test_every_question_has_options_to_raise_a_hand_for_and_no_letter_is_a_safe_guess() -> None:
    asked = re.findall(r'<ol class="gl-options">(.*?)</ol>', PAGE, flags=re.DOTALL)
    assert len(asked) == sum(screen.asks for screen in SCREENS)
    right = [re.findall(r"<li( data-right)?>", each).index(" data-right") for each in asked]
    for place in range(3):
        assert 3 <= right.count(place) <= len(right) / 2, "ABC"[place]


@each_screen
def test_a_screen_holds_one_idea(screen: Screen) -> None:
    if screen.figure:
        assert len(words(screen.say).split()) <= 25
        assert not screen.text
    assert 1 <= len(re.findall(r"[.?](?:\s|$)", words(screen.notes).strip())) <= 6
    told = words(screen.title + screen.say + screen.text + screen.notes)
    assert not re.search(r"\$|\\[a-z]|\{\{", told)


def test_the_ten_minute_route_has_its_five_scenes() -> None:
    for section in SECTIONS:
        assert any(screen.short for screen in section.lecture) == (section.id in ROUTE), section.id
    short = [screen for screen in SCREENS if screen.short]
    assert len(short) <= 15
    assert all(screen.short for screen in load_lecture())


def test_each_screen_stands_in_the_page_and_each_figure_once() -> None:
    assert re.findall(r'<section class="gl-screen [^"]*" id="([^"]+)"', PAGE) == [
        "front",
        *(screen.id for screen in SCREENS),
        "end",
    ]
    ids = re.findall(r'\sid="([^"]+)"', PAGE)
    assert len(ids) == len(set(ids))
    placed = re.findall(r'<figure[^>]* id="([^"]+)"', PAGE)
    assert set(placed) == {screen.figure for screen in SCREENS if screen.figure}
    assert set(placed) == set(figures.NAMES), "each figure of the lesson has its screen"
    for screen in SCREENS:
        assert screen.notes in PAGE


def test_the_address_for_phones_is_handed_on() -> None:
    assert 'data-reach=""' in PAGE
    assert 'data-reach="http://192.168.1.20:5006/"' in lecture_page(Linked(""), "http://192.168.1.20:5006/")
