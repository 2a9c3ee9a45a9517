"""What a section asks before its figure answers: to choose, to give a number, to place a point, to sketch a curve.

The head of a section has one ``predict:`` or a list of them. All have ``question``, ``answer`` and ``explain``.

==========  ==========================================================================================================
``choice``  ``options``; ``answer`` is the place of the right one, from 0
``number``  ``answer`` and ``tolerance``; ``range`` (low, high, tick) is the line on which the gap is drawn
``point``   ``answer`` and ``tolerance``: a height that is placed at ``at`` on a ``plot``
``sketch``  ``answer`` is a function of the core that is drawn on a ``plot``; ``tolerance`` is how near counts as right
==========  ==========================================================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import gelu_core

from .errors import LessonError
from .head import Head
from .numbers import value
from .questions import Option, read_answer, read_options, read_tolerance

KINDS = ("choice", "number", "point", "sketch")
KEYS = "id kind question options answer tolerance digits told range plot at over apart explain leaks live"

_ID = re.compile(r"[a-z]+")


@dataclass(frozen=True)
class Axis:
    """A part of a line with a mark at every ``tick``."""

    low: float
    high: float
    tick: float


@dataclass(frozen=True)
class Plot:
    """The empty plot of a point or a sketch.

    ``curve`` is the function of the core that answers, ``beside`` one that is drawn from the beginning, ``known`` are
    places where the reader knows the curve already, ``name`` is what stands at the upright axis.
    """

    x: Axis
    y: Axis
    curve: str
    beside: str
    known: tuple[float, ...]
    name: str


@dataclass(frozen=True)
class Prediction:
    """What the reader commits to before the figure answers.

    ``name`` tells it from the others of the page; ``answer`` is an index into ``options`` (choice), a number (number,
    point) or the name of a function (sketch); ``told`` is the sentence about the answer with the slots ``{answer}``
    and ``{guess}``; ``over`` is the name of an earlier sketch that is laid under this one; ``apart`` says that nothing
    else in the section waits for it; ``leaks`` are texts that would give the answer away; ``live`` says that the page
    asks it.
    """

    name: str
    id: str
    kind: str
    question: str
    options: tuple[Option, ...]
    answer: int | float | str
    tolerance: float | None
    digits: int
    told: str
    range: Axis | None
    plot: Plot | None
    at: float | None
    over: str
    apart: bool
    explain: str
    leaks: tuple[str, ...]
    live: bool


def read_predictions(source: str, data: Any, section: str) -> tuple[Prediction, ...]:
    """Return the predictions of a section's head, one or a list; ``section`` is its id."""
    if not isinstance(data, list):
        return (_read(Head(source, data, KEYS, "predict."), section),)
    found: list[Prediction] = []
    for index, item in enumerate(data):
        head = Head(source, item, KEYS, f"predict[{index}].")
        each = _read(head, section)
        if each.name in [other.name for other in found]:
            raise head.error("id", "must tell it from the others of the section")
        found.append(each)
    return tuple(found)


def _read(head: Head, section: str) -> Prediction:
    kind = head.choice("kind", KINDS)
    id = head.text("id") if head.has("id") else ""
    if id and not _ID.fullmatch(id):
        raise head.error("id", f"must be small letters, not {id!r}")
    allowed = {"range": ("number",), "plot": ("point", "sketch"), "at": ("point",), "over": ("sketch",)}
    for key, kinds in allowed.items():
        if head.has(key) and kind not in kinds:
            raise head.error(key, f"has no use in a {kind}")
    options = read_options(head, kind, hints=False)
    answer = head.choice("answer", gelu_core.__all__) if kind == "sketch" else read_answer(head, kind, options)
    return Prediction(
        name=f"{section}-{id}" if id else section,
        id=id,
        kind=kind,
        question=head.inline("question"),
        options=options,
        answer=answer,
        tolerance=None if kind == "choice" else read_tolerance(head),
        digits=head.integer("digits") if head.has("digits") else 2,
        told=head.plain("told") if head.has("told") else "",
        range=_axis(head, "range") if kind == "number" else None,
        plot=_plot(head, kind) if kind in ("point", "sketch") else None,
        at=head.number("at") if kind == "point" else None,
        over=head.text("over") if head.has("over") else "",
        apart=head.flag("apart", False),
        explain=head.block("explain"),
        leaks=head.plain_items("leaks"),
        live=head.flag("live", True),
    )


def _plot(head: Head, kind: str) -> Plot:
    plot = Head(head.source, head.mapping("plot"), "x y curve beside known name", f"{head.place}plot.")
    return Plot(
        x=_axis(plot, "x"),
        y=_axis(plot, "y"),
        curve=plot.choice("curve", gelu_core.__all__) if kind == "point" else head.choice("answer", gelu_core.__all__),
        beside=plot.choice("beside", gelu_core.__all__) if plot.has("beside") else "",
        known=tuple(_number(plot, "known", item) for item in plot.items("known")),
        name=plot.text("name"),
    )


def _axis(head: Head, key: str) -> Axis:
    """Read ``[low, high, tick]``, numbers or expressions of the core."""
    items = head.items(key)
    if len(items) != 3:
        raise head.error(key, "must be a list of three: low, high and the distance of the marks")
    low, high, tick = (_number(head, key, item) for item in items)
    if not (low < high and 0 < tick <= high - low):
        raise head.error(key, f"must rise, with marks nearer than its length, not {items!r}")
    return Axis(low, high, tick)


def _number(head: Head, key: str, item: Any) -> float:
    try:
        return value(str(item))
    except LessonError as error:
        raise head.error(key, str(error)) from None
