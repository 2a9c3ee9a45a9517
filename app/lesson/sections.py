"""The sections in their order: Markdown files with a head of YAML between two lines of ``---``.

``02-gate.md`` is section 2 with the id ``gate``. Its head has the keys ``title short minutes goal figures`` and, both
optional in a draft, ``predict`` and ``question`` (see ``Prediction`` and ``Question``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

import gelu_core

from .errors import LessonError
from .markdown import figure_slot, plain, render, render_inline
from .numbers import value

KINDS = ("choice", "point", "number", "sketch")

_FILE = re.compile(r"(\d\d)-([a-z_]+)\.md")
_PLACE = re.compile(r"^::: (figure|predict|question)\b *([a-z_]*) *$", re.MULTILINE)
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Option:
    """One answer to choose: its text and, where it is wrong, a hint; both HTML."""

    text: str
    hint: str | None = None


@dataclass(frozen=True)
class Hint:
    """What to say to a wrong number: the hint whose ``near`` is closest, or the one without."""

    text: str
    near: float | None = None


@dataclass(frozen=True)
class Prediction:
    """What the reader commits to before the figure answers.

    ``answer`` is an index into ``options`` (choice), a number (number, point) or the name of a function of
    ``gelu_core`` (sketch); ``explain`` is HTML for after the commit; ``live`` says that the page asks it.
    """

    kind: str
    question: str
    options: tuple[Option, ...]
    answer: int | float | str
    tolerance: float | None
    explain: str
    live: bool


@dataclass(frozen=True)
class Question:
    """The section's question with feedback; the fields are those of ``Prediction``, with hints for wrong answers."""

    kind: str
    question: str
    options: tuple[Option, ...]
    answer: int | float | str
    tolerance: float | None
    hints: tuple[Hint, ...]
    explain: str


@dataclass(frozen=True)
class Section:
    """One section of the lesson: its head and its body as HTML. ``title``, ``short`` and ``goal`` are HTML too."""

    number: int
    id: str
    title: str
    short: str
    minutes: int
    goal: str
    figures: tuple[str, ...]
    predict: Prediction | None
    question: Question | None
    html: str
    source: str


@dataclass(frozen=True)
class Front:
    """The top of the page: title and description as plain text, subtitle and introduction as HTML."""

    title: str
    subtitle: str
    description: str
    html: str


def load_sections(
    language: str = "en",
    *,
    figure: Callable[[str], str] = figure_slot,
    predict: Callable[[Section], str] = lambda section: "",
    question: Callable[[Section], str] = lambda section: "",
    folder: Path | None = None,
) -> tuple[Section, ...]:
    """Read and render every section in the order of its file's name.

    ``figure`` gives the HTML of a figure by its id; ``predict`` and ``question`` that of a section's prediction (asked
    for live ones only) and question. Raises ``LessonError`` naming the file and the key, formula or number at fault.
    """
    home = folder or _HERE / language
    files = sorted(path for path in home.glob("[0-9]*.md"))
    if not files:
        raise LessonError(f"there are no sections in the folder {home.name!r}")
    sections = tuple(_section(path, figure, predict, question) for path in files)
    _each_once([section.id for section in sections], "section id")
    _each_once([section.number for section in sections], "section number")
    return sections


def load_front(language: str = "en", *, folder: Path | None = None) -> Front:
    """Read the top of the page (``front.md``)."""
    path = (folder or _HERE / language) / "front.md"
    data, body = _split(path)
    head = _Head(path.name, data, "title subtitle description")
    return Front(
        title=plain(head.text("title"), source=path.name),
        subtitle=render_inline(head.text("subtitle"), source=path.name),
        description=plain(head.text("description"), source=path.name),
        html=render(body, source=path.name),
    )


def load_sources(language: str = "en", *, folder: Path | None = None) -> str:
    """Return the references (``sources.md``) as HTML, for the foot of the page."""
    path = (folder or _HERE / language) / "sources.md"
    return render(_read(path), source=path.name)


class _Head:
    """A mapping of the front matter whose getters say file and key when something is wrong."""

    def __init__(self, source: str, data: Any, keys: str, place: str = "") -> None:
        self.source, self.place = source, place
        if not isinstance(data, dict):
            raise LessonError(f"{source}: {place or 'the head'} must be 'key: value' lines, not {data!r}")
        self.data: dict[str, Any] = data
        unknown = sorted(set(map(str, data)) - set(keys.split()))
        if unknown:
            raise self.error(unknown[0], f"is unknown; known are {', '.join(keys.split())}")

    def error(self, key: str, what: str) -> LessonError:
        return LessonError(f"{self.source}: key '{self.place}{key}' {what}")

    def has(self, key: str) -> bool:
        return self.data.get(key) is not None

    def text(self, key: str) -> str:
        found = self.data.get(key)
        if not isinstance(found, str) or not found.strip():
            raise self.error(key, f"must be a text, not {found!r}")
        return found.strip()

    def integer(self, key: str) -> int:
        found = self.data.get(key)
        if not isinstance(found, int) or isinstance(found, bool):
            raise self.error(key, f"must be a whole number, not {found!r}")
        return found

    def flag(self, key: str, default: bool) -> bool:
        found = self.data.get(key, default)
        if not isinstance(found, bool):
            raise self.error(key, f"must be true or false, not {found!r}")
        return found

    def items(self, key: str) -> list[Any]:
        found = self.data.get(key, [])
        if not isinstance(found, list):
            raise self.error(key, f"must be a list, not {found!r}")
        return found

    def choice(self, key: str, allowed: Iterable[str]) -> str:
        found = self.text(key)
        if found not in allowed:
            raise self.error(key, f"must be one of {', '.join(allowed)}, not {found!r}")
        return found

    def number(self, key: str) -> float:
        """A number, or an expression of ``gelu_core`` such as ``gelu(-1)``."""
        found = self.data.get(key)
        if isinstance(found, bool) or not isinstance(found, str | int | float):
            raise self.error(key, f"must be a number or an expression, not {found!r}")
        try:
            return value(str(found))
        except LessonError as error:
            raise self.error(key, str(error)) from None

    def inline(self, key: str) -> str:
        return render_inline(self.text(key), source=f"{self.source}: key '{self.place}{key}'")

    def block(self, key: str) -> str:
        return render(self.text(key), source=f"{self.source}: key '{self.place}{key}'")


def _section(
    path: Path,
    figure: Callable[[str], str],
    predict: Callable[[Section], str],
    question: Callable[[Section], str],
) -> Section:
    named = _FILE.fullmatch(path.name)
    if named is None:
        raise LessonError(f"{path.name}: a section's file is called like 02-gate.md")
    data, body = _split(path)
    head = _Head(path.name, data, "title short minutes goal figures predict question")
    section = Section(
        number=int(named[1]),
        id=named[2],
        title=head.inline("title"),
        short=head.inline("short"),
        minutes=head.integer("minutes"),
        goal=head.inline("goal"),
        figures=tuple(str(name) for name in head.items("figures")),
        predict=_prediction(path.name, head.data["predict"]) if head.has("predict") else None,
        question=_question(path.name, head.data["question"]) if head.has("question") else None,
        html="",
        source=path.name,
    )
    live = section.predict is not None and section.predict.live
    _places(section, body, live)
    html = render(
        body,
        source=path.name,
        figure=figure,
        predict=predict(section) if live else "",
        question=question(section) if section.question else "",
        waits_for=section.id if live else None,
    )
    return replace(section, html=html)


def _places(section: Section, body: str, live: bool) -> None:
    """What the head promises must stand in the body, once, and nothing else."""
    found = _PLACE.findall(body)
    figures = [name for kind, name in found if kind == "figure"]
    if sorted(figures) != sorted(section.figures):
        raise LessonError(
            f"{section.source}: key 'figures' lists {', '.join(section.figures) or 'none'}, "
            f"the body has {', '.join(figures) or 'none'}"
        )
    for kind, wanted in (("predict", live), ("question", section.question is not None)):
        count = sum(1 for found_kind, _ in found if found_kind == kind)
        if wanted and count != 1:
            raise LessonError(f"{section.source}: key '{kind}' needs one line '::: {kind}' in the body, found {count}")


def _prediction(source: str, data: Any) -> Prediction:
    head = _Head(source, data, "kind question options answer tolerance explain live", "predict.")
    kind = head.choice("kind", KINDS)
    options = _options(head, kind, hints=False)
    return Prediction(
        kind=kind,
        question=head.inline("question"),
        options=options,
        answer=_answer(head, kind, options),
        tolerance=head.number("tolerance") if head.has("tolerance") else None,
        explain=head.block("explain"),
        live=head.flag("live", False),
    )


def _question(source: str, data: Any) -> Question:
    head = _Head(source, data, "kind question options answer tolerance hints explain", "question.")
    kind = head.choice("kind", KINDS)
    options = _options(head, kind, hints=True)
    hints = tuple(_hint(head, number, item) for number, item in enumerate(head.items("hints")))
    answer = _answer(head, kind, options)
    if kind == "choice":
        for index, option in enumerate(options):
            if (option.hint is None) != (index == answer):
                raise head.error(f"options[{index}]", "needs a hint" if option.hint is None else "is right: no hint")
    elif not hints:
        raise head.error("hints", "must hold at least one hint for wrong answers")
    elif not head.has("tolerance") and kind != "sketch":
        raise head.error("tolerance", "says how far from the answer is still right")
    return Question(
        kind=kind,
        question=head.inline("question"),
        options=options,
        answer=answer,
        tolerance=head.number("tolerance") if head.has("tolerance") else None,
        hints=hints,
        explain=head.block("explain"),
    )


def _options(head: _Head, kind: str, *, hints: bool) -> tuple[Option, ...]:
    """Options are texts, or ``text`` and ``hint``."""
    options = []
    for index, item in enumerate(head.items("options")):
        data = {"text": item} if isinstance(item, str) else item
        option = _Head(head.source, data, "text hint" if hints else "text", f"{head.place}options[{index}].")
        options.append(Option(option.inline("text"), option.inline("hint") if option.has("hint") else None))
    if kind == "choice" and len(options) < 2:
        raise head.error("options", "must hold at least two answers")
    if kind != "choice" and options:
        raise head.error("options", f"has no use in a {kind}")
    return tuple(options)


def _hint(head: _Head, index: int, item: Any) -> Hint:
    hint = _Head(head.source, item, "text near", f"{head.place}hints[{index}].")
    return Hint(hint.inline("text"), hint.number("near") if hint.has("near") else None)


def _answer(head: _Head, kind: str, options: tuple[Option, ...]) -> int | float | str:
    if kind == "choice":
        answer = head.integer("answer")
        if not 0 <= answer < len(options):
            raise head.error("answer", f"must be from 0 to {len(options) - 1}, the place of the right option")
        return answer
    if kind == "sketch":
        return head.choice("answer", gelu_core.__all__)
    return head.number("answer")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LessonError(f"the lesson lacks its file {path.name}") from None


def _split(path: Path) -> tuple[Mapping[str, Any], str]:
    text = _read(path)
    parts = re.split(r"^---[ \t]*$\n?", text, maxsplit=2, flags=re.MULTILINE)
    if len(parts) != 3 or parts[0].strip():
        raise LessonError(f"{path.name}: must begin with a head between two lines of ---")
    try:
        data = yaml.safe_load(parts[1])
    except yaml.YAMLError as error:
        raise LessonError(f"{path.name}: its head is no YAML: {' '.join(str(error).split())}") from None
    return data, parts[2]


def _each_once(values: list[Any], what: str) -> None:
    for found in values:
        if values.count(found) > 1:
            raise LessonError(f"{what} {found!r} is used twice")
