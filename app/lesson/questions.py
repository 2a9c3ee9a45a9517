"""What a section asks when its figure has answered (what it asks before is in ``predictions``).

A question of kind ``choice`` has options, each wrong one with its hint. A ``number`` is typed, a ``point`` is a state
of a figure, brought there by dragging; both have a tolerance and hints for wrong answers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..resources import words
from .errors import LessonError
from .head import Head

ASKED = ("choice", "point", "number")
KEYS = "kind question options answer tolerance hints explain figure state"

_ID = re.compile(r"[a-z]+(-[a-z]+)*")


@dataclass(frozen=True)
class Option:
    """One answer to choose: its text and, where it is wrong, a hint; both HTML."""

    text: str
    hint: str | None = None


@dataclass(frozen=True)
class Hint:
    """What to say to a wrong number: to one within the tolerance of ``near``, or to any."""

    text: str
    near: float | None = None


@dataclass(frozen=True)
class Question:
    """A question with feedback; its texts are HTML.

    ``answer`` is an index into ``options`` (choice) or a number; ``id`` is its name on the page and in the reader's
    progress; ``figure`` and ``state`` say what is dragged in a ``point``, ``label`` how the figure calls it; ``about``
    and ``about_number`` name the section that the last section asks about.
    """

    id: str
    kind: str
    question: str
    options: tuple[Option, ...]
    answer: int | float
    tolerance: float | None
    hints: tuple[Hint, ...]
    explain: str
    figure: str = ""
    state: str = ""
    label: str = ""
    about: str = ""
    about_number: int = 0


def read_question(head: Head, id: str) -> Question:
    """Return one question; ``head`` holds its keys, ``id`` is its name."""
    kind = head.choice("kind", ASKED)
    options = read_options(head, kind, hints=True)
    answer = read_answer(head, kind, options)
    figure, state, label = _dragged(head, kind)
    return Question(
        id=id,
        kind=kind,
        question=head.inline("question"),
        options=options,
        answer=answer,
        tolerance=None if kind == "choice" else read_tolerance(head),
        hints=_hints(head, kind, options, answer),
        explain=head.block("explain"),
        figure=figure,
        state=state,
        label=label,
    )


def read_questions(source: str, items: Any, section: str, numbers: Mapping[str, int]) -> tuple[Question, ...]:
    """Return the questions that one section gathers about all; ``numbers`` holds the number of each by its id."""
    if not isinstance(items, list):
        raise LessonError(f"{source}: key 'questions' must be a list, not {items!r}")
    found: list[Question] = []
    for index, item in enumerate(items):
        head = Head(source, item, f"id about {KEYS}", f"questions[{index}].")
        name = head.text("id")
        if not _ID.fullmatch(name):
            raise head.error("id", f"must be small letters with hyphens, not {name!r}")
        about = head.choice("about", numbers)
        asked = replace(read_question(head, f"{section}-{name}"), about=about, about_number=numbers[about])
        if asked.id in [each.id for each in found]:
            raise head.error("id", f"{name!r} is used twice")
        found.append(asked)
    return tuple(found)


def _hints(head: Head, kind: str, options: tuple[Option, ...], answer: float) -> tuple[Hint, ...]:
    """No wrong answer without a hint, no hint for the right one."""
    hints = tuple(_hint(head, number, item) for number, item in enumerate(head.items("hints")))
    if kind == "choice":
        for index, option in enumerate(options):
            if (option.hint is None) != (index == answer):
                raise head.error(f"options[{index}]", "needs a hint" if option.hint is None else "is right: no hint")
        if hints:
            raise head.error("hints", "has no use in a choice: its options have them")
    elif sum(hint.near is None for hint in hints) != 1:
        raise head.error("hints", "must hold one hint without 'near', for every other wrong answer")
    for number, hint in enumerate(hints):
        if hint.near is not None and abs(hint.near - answer) <= read_tolerance(head):
            raise head.error(f"hints[{number}].near", "is within the tolerance of the answer: no hint")
    return hints


def _dragged(head: Head, kind: str) -> tuple[str, str, str]:
    """The figure of a point, the state that is dragged there and its label."""
    if kind != "point":
        for key in ("figure", "state"):
            if head.has(key):
                raise head.error(key, f"has no use in a {kind}")
        return "", "", ""
    figures = words()["figures"]
    figure = head.choice("figure", figures)
    states = figures[figure]["states"]
    state = head.choice("state", states)
    return figure, state, states[state]


def read_tolerance(head: Head) -> float:
    """How far from the answer is still right."""
    if not head.has("tolerance"):
        raise head.error("tolerance", "says how far from the answer is still right")
    tolerance = head.number("tolerance")
    if not tolerance > 0:
        raise head.error("tolerance", f"must be above 0, not {tolerance!r}")
    return tolerance


def read_options(head: Head, kind: str, *, hints: bool) -> tuple[Option, ...]:
    """Options are texts, or ``text`` and ``hint``."""
    options = []
    for index, item in enumerate(head.items("options")):
        data = {"text": item} if isinstance(item, str) else item
        option = Head(head.source, data, "text hint" if hints else "text", f"{head.place}options[{index}].")
        options.append(Option(option.inline("text"), option.inline("hint") if option.has("hint") else None))
    if kind == "choice" and len(options) < 2:
        raise head.error("options", "must hold at least two answers")
    if kind != "choice" and options:
        raise head.error("options", f"has no use in a {kind}")
    return tuple(options)


def _hint(head: Head, index: int, item: Any) -> Hint:
    hint = Head(head.source, item, "text near", f"{head.place}hints[{index}].")
    return Hint(hint.inline("text"), hint.number("near") if hint.has("near") else None)


def read_answer(head: Head, kind: str, options: tuple[Option, ...]) -> int | float:
    """The place of the right option, or a number."""
    if kind == "choice":
        answer = head.integer("answer")
        if not 0 <= answer < len(options):
            raise head.error("answer", f"must be from 0 to {len(options) - 1}, the place of the right option")
        return answer
    return head.number("answer")
