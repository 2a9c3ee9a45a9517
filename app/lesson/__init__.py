"""The prose of the lesson: one Markdown file a section, its numbers worked out by ``gelu_core``, its formulas MathML.

``load_sections``, ``load_front``, ``load_glossary`` and ``load_sources`` read a language's folder; a host gives them
the HTML of a figure by its id, and of predictions or a question from ``prediction_html`` and ``question_html``.
Everything an author gets wrong is a ``LessonError`` that names the file.
"""

from __future__ import annotations

from .asking import question_html
from .errors import LessonError
from .glossary import Term, glossary_html
from .lecture import Screen
from .markdown import COLOURS, render, render_inline
from .predicting import prediction_html
from .predictions import Prediction
from .questions import Option, Question
from .sections import Front, Section, load_front, load_glossary, load_lecture, load_sections, load_sources

__all__ = [
    "COLOURS",
    "Front",
    "LessonError",
    "Option",
    "Prediction",
    "Question",
    "Screen",
    "Section",
    "Term",
    "glossary_html",
    "load_front",
    "load_glossary",
    "load_lecture",
    "load_sections",
    "load_sources",
    "prediction_html",
    "question_html",
    "render",
    "render_inline",
]
