"""The markup of questions, made from a section's head and the interface's words.

``words`` is the strings file; needed are its ``page.question`` and what is under ``question``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from html import escape
from typing import Any

from ..format import decimals
from .questions import Question
from .sections import Section


def question_html(section: Section, words: Mapping[str, Any]) -> str:
    """Return a section's question or, for the last section, all that it gathers with the place of the progress.

    Each answer opens to its own feedback, which the browser does without a script; static/js/quiz.js makes forms of
    them.
    """
    if section.question:
        return _question_box(section.question, escape(words["page"]["question"]), words["question"])
    if not section.questions:
        return ""
    say = words["question"]
    boxes = []
    for number, question in enumerate(section.questions, 1):
        title = escape(say["number"].format(number=number, count=len(section.questions)))
        about = escape(say["about"].format(number=question.about_number))
        link = f'<a href="#section-{question.about}">{about}</a>'
        boxes.append(_question_box(question, f"{title} · {link}", say))
    place = '<div class="gl-progress" data-progress></div>\n<p class="gl-forget" data-forget></p>\n'
    return place + "\n".join(boxes)


def _question_box(question: Question, title: str, say: Mapping[str, str]) -> str:
    name = f"question-{question.id}"
    if question.kind == "choice":
        data, answers = "", _answers(question, name, say)
    else:
        data = f"{_tolerance(question.tolerance)}{_dragged(question)}"
        answers = _hints(question, say)
    return (
        f'<div class="gl-question" id="{name}" role="group" aria-labelledby="{name}-label" '
        f'data-question="{question.id}" data-kind="{question.kind}" data-answer="{question.answer!r}"{data}>\n'
        f'<p class="gl-question-title" id="{name}-label">{title}</p>\n'
        f"<p>{question.question}</p>\n{answers}</div>"
    )


def _answers(question: Question, name: str, say: Mapping[str, str]) -> str:
    """One piece to open for each option: its hint or, behind the right one, the explanation."""
    items = []
    for index, option in enumerate(question.options):
        told = _feedback(say["wrong"], f"<p>{option.hint}</p>") if option.hint else ""
        told = told or _feedback(say["right"], question.explain)
        items.append(
            f'<details name="{name}" data-option="{index}"><summary>{option.text}</summary>\n'
            f'<div class="gl-feedback">{told}</div></details>\n'
        )
    return "".join(items)


def _hints(question: Question, say: Mapping[str, str]) -> str:
    """The hints, and the explanation with what counts as right."""
    assert question.tolerance is not None
    digits = max(0, 1 - math.floor(math.log10(question.tolerance)))
    counts = say["counts"].format(
        low=decimals(question.answer - question.tolerance, digits),
        high=decimals(question.answer + question.tolerance, digits),
    )
    hints = "".join(
        f"<li{'' if hint.near is None else f' data-near={chr(34)}{hint.near!r}{chr(34)}'}>{hint.text}</li>"
        for hint in question.hints
    )
    return (
        f'<details data-hints><summary>{escape(say["hints"])}</summary><ul class="gl-feedback">{hints}</ul></details>\n'
        f"<details data-explain><summary>{escape(say['show'])}</summary>\n"
        f'<div class="gl-feedback">{question.explain}<p class="gl-counts">{escape(counts)}</p></div></details>\n'
    )


def _dragged(question: Question) -> str:
    if not question.figure:
        return ""
    label = escape(question.label)
    return f' data-of="{question.figure}" data-state="{question.state}" data-label="{label}"'


def _tolerance(tolerance: float | None) -> str:
    return "" if tolerance is None else f' data-tolerance="{tolerance!r}"'


def _feedback(verdict: str, html: str) -> str:
    """Put the verdict in front of the first sentence."""
    return re.sub("<p>", f"<p><strong>{escape(verdict)}</strong> ", html, count=1) if verdict else html
