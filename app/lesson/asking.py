"""The markup of predictions and questions, made from a section's head and the interface's words.

``words`` is the strings file. A prediction needs its ``page.predict``, ``predict.commit`` and ``predict.skip``; a
question ``page.question``, ``question.right``, ``question.wrong`` and ``question.show``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from .sections import Option, Section


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
    """Return a section's question, or nothing if it has none.

    Each option opens to its own feedback, which the browser does without a script.
    """
    question = section.question
    if question is None:
        return ""
    name = f"question-{section.id}"
    say = words["question"]
    if question.options:
        answers = [(each.text, say["wrong"] if each.hint else say["right"], each.hint) for each in question.options]
    else:
        answers = [(escape(say["show"]), "", None)]
    items = "".join(
        f'<details name="{name}" data-option="{index}"><summary>{text}</summary>\n'
        f'<div class="gl-feedback">{_feedback(verdict, question.explain if hint is None else f"<p>{hint}</p>")}</div>'
        "</details>\n"
        for index, (text, verdict, hint) in enumerate(answers)
    )
    return (
        f'<div class="gl-question" role="group" aria-labelledby="{name}-label" data-question="{section.id}" '
        f'data-kind="{question.kind}" data-answer="{escape(str(question.answer))}"{_tolerance(question.tolerance)}>\n'
        f'<p class="gl-question-title" id="{name}-label">{escape(words["page"]["question"])}</p>\n'
        f"<p>{question.question}</p>\n{items}</div>"
    )


def _choice(name: str, index: int, option: Option) -> str:
    return f'<label><input type="radio" name="{name}" value="{index}"> <span>{option.text}</span></label>\n'


def _tolerance(tolerance: float | None) -> str:
    return "" if tolerance is None else f' data-tolerance="{tolerance!r}"'


def _feedback(verdict: str, html: str) -> str:
    """Put the verdict in front of the first sentence."""
    return re.sub("<p>", f"<p><strong>{escape(verdict)}</strong> ", html, count=1) if verdict else html
