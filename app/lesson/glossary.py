"""The glossary: terms marked in the prose, each explained once at the end of the page.

``[[dropout]]`` writes the term with that id, ``[[dropout: Dropout’s mask]]`` other words for it. Both are links to the
explanation, so that they work without a script; static/js/glossary.js shows it beside the words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from markdown_it.rules_inline import StateInline

from .errors import LessonError

MARK = re.compile(r"\[\[\s*([a-z0-9-]+)\s*(?::\s*([^\[\]]+?)\s*)?\]\]")


@dataclass(frozen=True)
class Term:
    """A term and what it means, both HTML; ``name`` is how the prose calls it, plain text."""

    id: str
    name: str
    term: str
    text: str


def mark(state: StateInline, silent: bool) -> bool:
    """Read ``[[id]]`` and ``[[id: words]]``; the ids there are come in ``env["terms"]``."""
    match = MARK.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    terms: Mapping[str, str] = state.env.get("terms", {})
    if match[1] not in terms:
        known = ", ".join(terms) or "none"
        raise LessonError(f"{state.env['source']}: '{match[0]}': no such term in the glossary; known are {known}")
    if not silent:
        token = state.push("term_open", "a", 1)
        token.attrSet("class", "gl-term")
        token.attrSet("href", f"#term-{match[1]}")
        state.push("text", "", 0).content = match[2] or terms[match[1]]
        state.push("term_close", "a", -1)
    state.pos = match.end()
    return True


def glossary_html(title: str, terms: tuple[Term, ...]) -> str:
    """Return the list of all terms, for the end of the page."""
    items = "".join(f'<dt id="term-{each.id}">{each.term}</dt><dd>{each.text}</dd>\n' for each in terms)
    return f'<section class="gl-glossary" id="glossary"><h2>{escape(title)}</h2>\n<dl>\n{items}</dl></section>\n'
