"""The screens of the lecture: each section's head lists its own under ``lecture``, ``lecture.md`` has front and end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..resources import words
from .errors import LessonError
from .head import Head
from .numbers import value
from .questions import read_answer, read_options

KEYS = "title say text figure at slots values controls predict ask options answer short notes"


@dataclass(frozen=True)
class Screen:
    """One screen: ``title``, ``say`` (one line), ``text`` and ``notes`` (blocks) are HTML.

    ``figure`` is shown with the state ``at``, of its pictures only ``slots``, of its read-outs only ``values`` (all, if
    none is named), of its buttons and fields only ``controls``. ``asks`` puts the section's prediction on the screen,
    in the words of ``ask`` and with ``options`` of which ``answer`` is right, where hands need other words than readers
    do; ``short`` keeps the screen in the ten-minute route.
    """

    id: str
    title: str
    notes: str
    say: str = ""
    text: str = ""
    figure: str = ""
    at: Mapping[str, float | str | bool] = field(default_factory=dict)
    slots: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    asks: bool = False
    ask: str = ""
    options: tuple[str, ...] = ()
    answer: int = 0
    short: bool = False


def read_screens(source: str, items: Any, section: str, asked: bool) -> tuple[Screen, ...]:
    """Return the screens of one section; ``asked``: it has a prediction that a screen may ask."""
    if not isinstance(items, list):
        raise LessonError(f"{source}: key 'lecture' must be a list, not {items!r}")
    return tuple(_screen(source, item, section, number, asked) for number, item in enumerate(items))


def read_ends(source: str, data: Mapping[str, Any]) -> tuple[Screen, Screen]:
    """Return the first and the last screen of the lecture."""
    head = Head(source, data, "front end")
    front, end = (_plain(Head(source, head.mapping(key), "title say text notes", f"{key}."), key) for key in data)
    return front, end


def _plain(head: Head, id: str) -> Screen:
    return Screen(
        id=id,
        title=head.inline("title"),
        say=head.inline("say") if head.has("say") else "",
        text=head.block("text") if head.has("text") else "",
        notes=head.block("notes"),
        short=True,
    )


def _screen(source: str, item: Any, section: str, number: int, asked: bool) -> Screen:
    head = Head(source, item, KEYS, f"lecture[{number}].")
    asks = head.flag("predict", False)
    if asks and not asked:
        raise head.error("predict", "has nothing to ask: the section has no prediction")
    if asks and head.has("figure"):
        raise head.error("figure", "would answer the prediction: the next screen shows it")
    figure = head.choice("figure", words()["figures"]) if head.has("figure") else ""
    for keys, there, needed in (
        (("at", "slots", "values", "controls"), figure, "a figure"),
        (("ask", "options", "answer"), asks, "predict: true"),
    ):
        for key in keys:
            if head.has(key) and not there:
                raise head.error(key, f"needs {needed}")
    options = read_options(head, "choice", hints=False) if head.has("options") else ()
    return Screen(
        id=f"{section}-{number + 1}",
        title=words()["lecture"]["predict"] if asks and not head.has("title") else head.inline("title"),
        say=head.inline("say") if head.has("say") else "",
        text=head.block("text") if head.has("text") else "",
        notes=head.block("notes"),
        figure=figure,
        at=_state(head, figure) if head.has("at") else {},
        slots=tuple(map(str, head.items("slots"))),
        values=tuple(map(str, head.items("values"))),
        controls=tuple(map(str, head.items("controls"))),
        asks=asks,
        ask=head.inline("ask") if head.has("ask") else "",
        options=tuple(option.text for option in options),
        answer=int(read_answer(head, "choice", options)) if options else 0,
        short=head.flag("short", False),
    )


def _state(head: Head, figure: str) -> dict[str, float | str | bool]:
    """Flags, names of options, and numbers or expressions of the core."""
    known = words()["figures"][figure]
    found: dict[str, float | str | bool] = {}
    for name, wanted in head.mapping("at").items():
        if name not in known["states"]:
            raise head.error("at", f"names {name!r}; the states of {figure} are {', '.join(known['states'])}")
        if isinstance(wanted, bool) or name in known.get("options", {}):
            found[name] = wanted
            continue
        try:
            found[name] = value(str(wanted))
        except LessonError as error:
            raise head.error("at", str(error)) from None
    return found
