"""The markup of predictions and questions, made from a section's head and the interface's words.

``words`` is the strings file. A prediction needs its ``page.predict``, ``predict.commit`` and ``predict.skip``; a
question ``page.question`` and what is under ``question``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from html import escape
from typing import Any

from ..format import decimals
from .questions import Option, Question
from .sections import Section


def prediction_html(section: Section, words: Mapping[str, Any]) -> str:
    """Return the box of a section's prediction, or nothing if it has none."""
    predict = section.predict
    if predict is None:
        return ""
    name = f"predict-{section.id}"
    label = f"{name}-label"
    return (
        f'<div class="gl-predict" role="group" aria-labelledby="{label}" data-predict="{section.id}" '
        f'data-kind="{predict.kind}" data-answer="{escape(str(predict.answer))}"{_tolerance(predict.tolerance)}>\n'
        f'<p class="gl-predict-title" id="{label}">{escape(words["page"]["predict"])}</p>\n'
        f"<fieldset>\n<legend>{predict.question}</legend>\n"
        f"{''.join(_choice(name, index, option) for index, option in enumerate(predict.options))}"
        "</fieldset>\n"
        '<p class="gl-predict-actions">'
        f'<button type="button" data-action="commit">{escape(words["predict"]["commit"])}</button> '
        f'<button type="button" data-action="skip">{escape(words["predict"]["skip"])}</button></p>\n'
        '<p class="gl-verdict" data-verdict role="status"></p>\n'
        f'<div class="gl-explain" data-after-predict="{section.id}">{predict.explain}</div>\n'
        "</div>"
    )


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
    return '<div class="gl-progress" data-progress></div>\n' + "\n".join(boxes)


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


def _choice(name: str, index: int, option: Option) -> str:
    return f'<label><input type="radio" name="{name}" value="{index}"> <span>{option.text}</span></label>\n'


def _tolerance(tolerance: float | None) -> str:
    return "" if tolerance is None else f' data-tolerance="{tolerance!r}"'


def _feedback(verdict: str, html: str) -> str:
    """Put the verdict in front of the first sentence."""
    return re.sub("<p>", f"<p><strong>{escape(verdict)}</strong> ", html, count=1) if verdict else html
