"""Markdown to HTML, with what a lesson needs beyond it.

==============================  ==============================================================
``$x\\,\\Phi(x)$``, ``$$...$$``     a formula, as MathML
``{{gelu(-1):.3}}``             a number, worked out by ``gelu_core``
``[gets through]{.passed}``     words in the colour of a curve
``[[dropout]]``                 a term of the glossary (see ``glossary``)
``### Far out``                    in section gate gets the address ``#gate-far-out``
``::: figure gate``             the place of a figure
``::: predict``                 the place of the section's prediction (``::: predict sketch`` of the one with that id)
``::: question``                the place of the section's question
``::: after`` ... ``:::``       what gives the prediction's answer away, shown after the commit
``::: card`` ... ``:::``        the formula card, which can be printed alone
a fence ``python numpy``        code for NumPy; neighbours for ``torch`` and ``jax`` become its tabs
a fence ``output numpy``        what the code before it prints
==============================  ==============================================================

HTML in the source is shown as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from ..resources import words
from .errors import LessonError
from .glossary import mark
from .mathml import to_mathml
from .numbers import fill, fill_tex

COLOURS = ("input", "passed", "gate", "relu", "silu", "tanh-form", "sigmoid-form", "error")
# Names of their own, the same in every language.
LIBRARIES = {"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX"}

_COLOUR = re.compile(r"\{\.([a-z][a-z-]*)\}")
_DIRECTIVE = re.compile(r":::\s*(figure|predict|question|after|card)\b\s*([a-z_]*)\s*")
_END = ":::"
_PUNCTUATION = re.compile(r"[.,;:!?)’”]+")


def figure_slot(name: str) -> str:
    """Return an empty place for a figure, for a host that fills it later."""
    return f'<div data-figure-slot="{escape(name)}"></div>'


def render(
    markdown: str,
    *,
    source: str = "text",
    figure: Callable[[str], str] = figure_slot,
    predict: Mapping[str, str] | None = None,
    question: str = "",
    waits_for: str | None = None,
    section: str = "",
    terms: Mapping[str, str] | None = None,
) -> str:
    """Return the HTML of one Markdown text.

    ``source`` is the file's name in messages; ``figure`` gives the HTML of a figure by its id; ``predict`` is that of
    the predictions by their ids ("" for the one without), ``question`` that of the question; ``waits_for`` is the id of
    the section whose prediction ``::: after`` blocks wait for, None shows them at once; ``section`` is the id with
    which the headings' ids begin; ``terms`` are the terms of the glossary by their ids. Raises ``LessonError`` naming
    the file and the faulty formula, number or word.
    """
    env: dict[str, Any] = {"source": source, "figure": figure, "predict": predict or {}, "question": question}
    env |= {"waits_for": waits_for, "section": section, "terms": terms or {}}
    return str(_READER.render(markdown, env))


def render_inline(markdown: str, *, source: str = "text") -> str:
    """Return the HTML of one line of Markdown, without a paragraph around it."""
    return str(_READER.renderInline(markdown, {"source": source}))


def plain(markdown: str, *, source: str = "text") -> str:
    """Return one line of Markdown as plain text, its numbers filled in: for titles and descriptions."""
    html = re.sub(r'<math[^>]*alttext="([^"]*)".*?</math>', r"\1", render_inline(markdown, source=source))
    text = re.sub(r"<[^>]+>", "", html)
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text


# -- numbers and formulas ----------------------------------------------------------------------------------------------


def _number(state: StateInline, silent: bool) -> bool:
    """Read ``{{expression:format}}``."""
    if not state.src.startswith("{{", state.pos):
        return False
    end = state.src.find("}}", state.pos + 2, state.posMax)
    if end < 0:
        return False
    if not silent:
        try:
            text = fill(state.src[state.pos + 2 : end])
        except LessonError as error:
            raise LessonError(f"{state.env['source']}: {error}") from None
        token = state.push("text", "", 0)
        token.content = text
    state.pos = end + 2
    return True


def _formula(state: StateInline, silent: bool) -> bool:
    """Read ``$...$``; a dollar before or after a space is a dollar."""
    start = state.pos + 1
    if state.src[state.pos] != "$" or start >= state.posMax or state.src[start] in " \n$":
        return False
    end = start
    while True:
        end = state.src.find("$", end, state.posMax)
        if end < 0:
            return False
        if state.src[end - 1] != "\\":
            break
        end += 1
    if state.src[end - 1] in " \n":
        return False
    if not silent:
        token = state.push("formula", "math", 0)
        token.content = state.src[start:end]
    state.pos = end + 1
    return True


def _display(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read ``$$...$$`` on lines of its own."""
    if not _line(state, start).startswith("$$"):
        return False
    if silent:
        return True
    lines = [_line(state, start)[2:]]
    last = start
    while not lines[-1].rstrip().endswith("$$"):
        last += 1
        if last >= end:
            raise LessonError(f"{state.env['source']}: formula '$${lines[0]}' is never closed by $$")
        lines.append(_line(state, last))
    token = state.push("formula_block", "math", 0)
    token.content = "\n".join(lines).rstrip()[:-2].strip()
    token.map = [start, last + 1]
    state.line = last + 1
    return True


def _draw(tex: str, env: Any, *, display: bool) -> str:
    try:
        return to_mathml(fill_tex(tex), display=display, classes=frozenset(COLOURS))
    except LessonError as error:
        raise LessonError(f"{env['source']}: formula '{tex}': {error}") from None


def _render_formula(_: RendererHTML, tokens: Sequence[Token], index: int, __: Any, env: Any) -> str:
    html = _draw(tokens[index].content, env, display=False)
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    mark = _PUNCTUATION.match(following.content) if following is not None and following.type == "text" else None
    if following is None or mark is None:
        return html
    # Browsers would begin a line with the comma behind a formula.
    following.content = following.content[mark.end() :]
    return f'<span class="gl-together">{html}{mark[0]}</span>'


def _render_display(_: RendererHTML, tokens: Sequence[Token], index: int, __: Any, env: Any) -> str:
    return f'<div class="gl-formula">{_draw(tokens[index].content, env, display=True)}</div>\n'


# -- colour words ------------------------------------------------------------------------------------------------------


def _colour_word(state: StateInline, silent: bool) -> bool:
    """Read ``[words]{.colour}``."""
    if state.src[state.pos] != "[":
        return False
    end = state.md.helpers.parseLinkLabel(state, state.pos)
    match = _COLOUR.match(state.src, end + 1) if end >= 0 else None
    if match is None:
        return False
    if match[1] not in COLOURS:
        raise LessonError(
            f"{state.env['source']}: '{state.src[state.pos : match.end()]}': unknown colour word {match[1]!r}; "
            f"known are {', '.join(COLOURS)}"
        )
    if not silent:
        outer = state.posMax
        state.pos, state.posMax = state.pos + 1, end
        state.push("colour_open", "span", 1).attrSet("class", match[1])
        state.md.inline.tokenize(state)
        state.push("colour_close", "span", -1)
        state.posMax = outer
    state.pos = match.end()
    return True


# -- directives --------------------------------------------------------------------------------------------------------


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read ``::: name``; only ``after`` and ``card`` have a body, closed by ``:::``."""
    line = _line(state, start)
    if not line.startswith(_END):
        return False
    match = _DIRECTIVE.fullmatch(line)
    if match is None or (match[1] != "predict" and bool(match[2]) != (match[1] == "figure")):
        raise LessonError(
            f"{state.env['source']}: '{line}' is no directive; known are '::: figure NAME', '::: predict', "
            "'::: predict ID', '::: question', '::: after' and '::: card', the last two closed by ':::'"
        )
    if silent:
        return True
    if match[1] in ("after", "card"):
        return _container(state, start, end, match[1])
    token = state.push(f"place_{match[1]}", "", 0)
    token.info = match[2]
    token.map = [start, start + 1]
    state.line = start + 1
    return True


def _container(state: StateBlock, start: int, end: int, name: str) -> bool:
    last = start + 1
    while last < end and _line(state, last).rstrip() != _END:
        last += 1
    if last == end:
        raise LessonError(f"{state.env['source']}: '::: {name}' is never closed by ':::'")
    outer, parent = state.lineMax, state.parentType
    state.lineMax, state.parentType = last, "container"
    state.push(f"{name}_open", "div", 1)
    state.md.block.tokenize(state, start + 1, last)
    state.push(f"{name}_close", "div", -1)
    state.lineMax, state.parentType = outer, parent
    state.line = last + 1
    return True


def _render_figure(_: RendererHTML, tokens: Sequence[Token], index: int, __: Any, env: Any) -> str:
    return f"{env['figure'](tokens[index].info)}\n"


def _render_predict(_: RendererHTML, tokens: Sequence[Token], index: int, __: Any, env: Any) -> str:
    id = tokens[index].info
    if id and id not in env["predict"]:
        raise LessonError(f"{env['source']}: '::: predict {id}' asks what key 'predict' does not have")
    return f"{env['predict'].get(id, '')}\n"


def _render_question(_: RendererHTML, __: Sequence[Token], ___: int, ____: Any, env: Any) -> str:
    return f"{env['question']}\n"


def _render_card(_: RendererHTML, __: Sequence[Token], ___: int, ____: Any, _____: Any) -> str:
    return '<div class="gl-card" id="card">\n'


def _render_after(_: RendererHTML, __: Sequence[Token], ___: int, ____: Any, env: Any) -> str:
    waits_for = env["waits_for"]
    return "<div>\n" if waits_for is None else f'<div data-after-predict="{escape(waits_for)}">\n'


# -- code --------------------------------------------------------------------------------------------------------------


def _fence(token: Token | None, env: Any) -> tuple[str, str] | None:
    """The kind (``python`` or ``output``) and the library of a fence, None for anything else."""
    if token is None or token.type != "fence":
        return None
    kind, _, library = token.info.strip().partition(" ")
    if kind not in ("python", "output") or library not in LIBRARIES:
        raise LessonError(
            f"{env['source']}: '```{token.info}' is no code that the lesson knows; known are python and output, "
            f"each with one of {', '.join(LIBRARIES)}"
        )
    return kind, library


def _render_fence(_: RendererHTML, tokens: Sequence[Token], index: int, __: Any, env: Any) -> str:
    """Without scripts the panels stand one below the other; static/js/code.js makes tabs of them."""
    here = _fence(tokens[index], env)
    assert here is not None
    before = _fence(tokens[index - 1] if index else None, env)
    after = _fence(tokens[index + 1] if index + 1 < len(tokens) else None, env)
    kind, library = here
    if kind == "output" and before != ("python", library):
        raise LessonError(f"{env['source']}: '```output {library}' has no '```python {library}' right before it")
    # The same library once more begins another group: a place for each library once.
    follows = kind == "python" and before is not None and library != before[1]
    html = ""
    if kind == "python":
        html += "" if follows else '<div class="gl-code">\n'
        html += (
            f'<div class="gl-code-panel" data-library="{library}"><h4 class="gl-code-name">{LIBRARIES[library]}</h4>\n'
        )
        html += f'<pre tabindex="0"><code class="language-python">{escape(tokens[index].content)}</code></pre>\n'
    else:
        html += f'<p class="gl-code-prints">{escape(words()["code"]["prints"])}</p>\n'
        html += f'<pre class="gl-code-output" tabindex="0"><samp>{escape(tokens[index].content)}</samp></pre>\n'
    if after != ("output", library):
        html += "</div>\n"
        html += "" if after is not None and after[1] != library else "</div>\n"
    return html


# -- headings ----------------------------------------------------------------------------------------------------------


def _render_heading(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """A heading of a section has an id of its own, so that it can be linked to."""
    if env.get("section"):
        words_only = re.sub(r"\{\..*?\}|\W", " ", tokens[index + 1].content)
        tokens[index].attrSet("id", "-".join([env["section"], *words_only.lower().split()]))
    return renderer.renderToken(tokens, index, options, env)


# -- links and tables --------------------------------------------------------------------------------------------------


def _render_link(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    if str(tokens[index].attrGet("href")).startswith(("http://", "https://")):
        tokens[index].attrSet("rel", "noopener external")
    return renderer.renderToken(tokens, index, options, env)


def _render_table_open(*_: Any) -> str:
    # A wide table scrolls by itself on a phone; what scrolls can be reached by keys.
    return '<div class="gl-table" tabindex="0"><table>\n'


def _render_table_close(*_: Any) -> str:
    return "</table></div>\n"


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.inline.ruler.before("emphasis", "number", _number)
    reader.inline.ruler.before("emphasis", "formula", _formula)
    reader.inline.ruler.before("link", "colour_word", _colour_word)
    reader.inline.ruler.before("colour_word", "term", mark)
    # May end a paragraph or a list, like a fence.
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    reader.block.ruler.before("fence", "display", _display, ends)
    reader.block.ruler.before("fence", "directive", _directive, ends)
    for name, rule in (
        ("formula", _render_formula),
        ("formula_block", _render_display),
        ("place_figure", _render_figure),
        ("place_predict", _render_predict),
        ("place_question", _render_question),
        ("after_open", _render_after),
        ("card_open", _render_card),
        ("fence", _render_fence),
        ("heading_open", _render_heading),
        ("link_open", _render_link),
        ("table_open", _render_table_open),
        ("table_close", _render_table_close),
    ):
        reader.add_render_rule(name, rule)
    return reader


_READER = _reader()
