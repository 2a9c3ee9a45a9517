"""The sections in their order: Markdown files with a head of YAML between two lines of ``---``.

``02-gate.md`` is section 2 with the id ``gate``. Its head has the keys ``title short minutes goal figures`` and, all
optional in a draft, ``predict`` (one or a list, see ``Prediction``), ``question`` (see ``Question``) and ``lecture`` (a
list, see ``Screen``). The last section has ``questions`` instead of a ``question``, a list about all the others: each
with an ``id`` and ``about``, the id of a section.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from .errors import LessonError
from .glossary import Term
from .head import Head
from .lecture import Screen, read_ends, read_screens
from .markdown import figure_slot, plain, render, render_inline
from .predictions import Prediction, read_predictions
from .questions import KEYS, Question, read_question, read_questions

_FILE = re.compile(r"(\d\d)-([a-z_]+)\.md")
_PLACE = re.compile(r"^::: (figure|predict|question)\b *([a-z_]*) *$", re.MULTILINE)
_HERE = Path(__file__).parent
_GLOSSARY = "glossary.md"


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
    predictions: tuple[Prediction, ...]
    question: Question | None
    questions: tuple[Question, ...]
    lecture: tuple[Screen, ...]
    html: str
    source: str

    @property
    def predict(self) -> Prediction | None:
        """Its first prediction."""
        return self.predictions[0] if self.predictions else None

    @property
    def raised(self) -> Prediction | None:
        """The prediction for a show of hands: nobody can sketch with a raised hand."""
        return next((each for each in self.predictions if each.kind != "sketch"), None)

    @property
    def asked(self) -> tuple[Prediction, ...]:
        """The predictions that the page asks."""
        return tuple(each for each in self.predictions if each.live)

    @property
    def waits(self) -> bool:
        """Whether what follows a prediction is hidden until the reader has committed."""
        return any(not each.apart for each in self.asked)


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

    ``figure`` gives the HTML of a figure by its id; ``predict`` that of a prediction, asked once for each live one with
    a section that has no other; ``question`` that of a section's question. Raises ``LessonError`` naming the file and
    the key, formula or number at fault.
    """
    home = folder or _HERE / language
    files = sorted(path for path in home.glob("[0-9]*.md"))
    if not files:
        raise LessonError(f"there are no sections in the folder {home.name!r}")
    named = [match for match in (_FILE.fullmatch(path.name) for path in files) if match]
    numbers = {match[2]: int(match[1]) for match in named}
    terms = {each.id: each.name for each in load_glossary(folder=home)[1]} if (home / _GLOSSARY).is_file() else {}
    sections = tuple(_section(path, numbers, terms, figure, predict, question) for path in files)
    _each_once([section.id for section in sections], "section id")
    _each_once([section.number for section in sections], "section number")
    return sections


def load_front(language: str = "en", *, folder: Path | None = None) -> Front:
    """Read the top of the page (``front.md``)."""
    path = (folder or _HERE / language) / "front.md"
    data, body = _split(path)
    head = Head(path.name, data, "title subtitle description")
    return Front(
        title=plain(head.text("title"), source=path.name),
        subtitle=render_inline(head.text("subtitle"), source=path.name),
        description=plain(head.text("description"), source=path.name),
        html=render(body, source=path.name),
    )


def load_lecture(language: str = "en", *, folder: Path | None = None) -> tuple[Screen, Screen]:
    """Return the first and the last screen of the lecture (``lecture.md``); those between are the sections'."""
    path = (folder or _HERE / language) / "lecture.md"
    return read_ends(path.name, _split(path)[0])


def load_sources(language: str = "en", *, folder: Path | None = None) -> str:
    """Return the references (``sources.md``) as HTML, for the foot of the page."""
    path = (folder or _HERE / language) / "sources.md"
    return render(_read(path), source=path.name)


def load_glossary(language: str = "en", *, folder: Path | None = None) -> tuple[str, tuple[Term, ...]]:
    """Return the title of the glossary and its terms (``glossary.md``), sorted by name."""
    path = (folder or _HERE / language) / _GLOSSARY
    data, _ = _split(path)
    head = Head(path.name, data, "title terms")
    terms = []
    for id, item in head.mapping("terms").items():
        each = Head(path.name, item, "term text", f"terms.{id}.")
        terms.append(
            Term(
                id=str(id), name=each.text("term").partition(",")[0], term=each.inline("term"), text=each.inline("text")
            )
        )
    return head.text("title"), tuple(sorted(terms, key=lambda term: term.name.lower()))


def _section(
    path: Path,
    numbers: Mapping[str, int],
    terms: Mapping[str, str],
    figure: Callable[[str], str],
    predict: Callable[[Section], str],
    question: Callable[[Section], str],
) -> Section:
    named = _FILE.fullmatch(path.name)
    if named is None:
        raise LessonError(f"{path.name}: a section's file is called like 02-gate.md")
    data, body = _split(path)
    head = Head(path.name, data, "title short minutes goal figures predict question questions lecture")
    section = Section(
        number=int(named[1]),
        id=named[2],
        title=head.inline("title"),
        short=head.inline("short"),
        minutes=head.integer("minutes"),
        goal=head.inline("goal"),
        figures=tuple(str(name) for name in head.items("figures")),
        predictions=read_predictions(path.name, head.data["predict"], named[2]) if head.has("predict") else (),
        question=_question(path.name, named[2], head.data["question"]) if head.has("question") else None,
        questions=read_questions(path.name, head.data["questions"], named[2], numbers) if head.has("questions") else (),
        lecture=(),
        html="",
        source=path.name,
    )
    if section.question and section.questions:
        raise head.error("questions", "and 'question' are both there: a section has one or gathers many")
    if head.has("lecture"):
        asked = section.raised is not None
        section = replace(section, lecture=read_screens(path.name, head.data["lecture"], section.id, asked))
    _places(section, body)
    html = render(
        body,
        source=path.name,
        figure=figure,
        predict={
            each.id: predict(replace(section, predictions=(each,))) if each.live else "" for each in section.predictions
        },
        question=question(section) if section.question or section.questions else "",
        waits_for=section.id if section.waits else None,
        section=section.id,
        terms=terms,
    )
    return replace(section, html=html)


def _places(section: Section, body: str) -> None:
    """What the head promises must stand in the body, once, and nothing else."""
    found = _PLACE.findall(body)
    figures = [name for kind, name in found if kind == "figure"]
    if sorted(figures) != sorted(section.figures):
        raise LessonError(
            f"{section.source}: key 'figures' lists {', '.join(section.figures) or 'none'}, "
            f"the body has {', '.join(figures) or 'none'}"
        )
    asked = [("predict", each.id) for each in section.asked]
    asked += [("question", "")] if section.question or section.questions else []
    for kind, id in asked:
        if found.count((kind, id)) != 1:
            line = f"::: {kind} {id}".strip()
            raise LessonError(
                f"{section.source}: key '{kind}' needs one line '{line}' in the body, found {found.count((kind, id))}"
            )


def _question(source: str, section: str, data: Any) -> Question:
    return read_question(Head(source, data, KEYS, "question."), section)


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
