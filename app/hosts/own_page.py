"""A page of one's own: text and figures in one file, for a course, a handout, a slide."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from .. import figures
from ..figure import Figure
from ..lesson.markdown import render
from ..resources import words
from . import assets
from .page import Inline, document, placed
from .site import write

# The lesson leaves room for its contents; a page without them has one column.
_COLUMN = "max-width:calc(var(--gl-figure) + 2 * var(--gl-side));margin:2rem auto 4rem;padding:0 var(--gl-side)"


def page(title: str, parts: Sequence[str | Figure], path: str | Path) -> Path:
    """Writes text and figures, in the order given, into one self-contained HTML file, and returns its path.

    `title`: of the page; `parts`: figures in any state, and text in the lesson's Markdown, where `$x$` is a formula,
    `{{gelu(-1):.3}}` a number that gelu_core works out, `::: figure gate` a figure as the lesson shows it and HTML is
    shown as it is written. The file opens by double-click and asks no other host for anything.

    Raises TypeError for a part that is neither, ValueError for a figure that comes twice and for text that cannot be
    read, OSError if the file cannot be written.
    """
    if isinstance(parts, (str, Figure)):
        raise TypeError("page: parts is a list of texts and figures, not one of them")
    placed_figures: dict[str, Figure] = {}

    def place(figure: Figure) -> str:
        if figure.id in placed_figures:
            # Its id is its address on the page.
            raise ValueError(f"page: {figure.id} comes twice; a page shows a figure once, frames show it in two states")
        placed_figures[figure.id] = figure
        return placed(figure, Inline())

    def part(each: object, number: int) -> str:
        if isinstance(each, Figure):
            return place(each)
        if isinstance(each, str):
            return render(each, source=f"part {number}", figure=lambda name: place(figures.build(name)))
        raise TypeError(f"page: part {number} is {type(each).__name__}, allowed are text and figures")

    content = "".join(part(each, number) for number, each in enumerate(parts, 1))
    noscript = f"<noscript><p>{escape(words()['noscript'])}</p></noscript>"
    loading = Inline()
    html = document(
        title=title,
        description=title,
        loading=loading,
        body=f'<main class="gl-main" id="text" style="{_COLUMN}">'
        f'<div class="gl-front"><h1>{escape(title)}</h1>{noscript}</div>'
        f'<section class="gl-section">{content}</section></main>'
        + loading.end(list(placed_figures.values()))
        + loading.late(*(f"js/{name}.js" for name in assets.SHARE)),
        body_attributes='data-page="own" data-prefix="id" class="gl-article" style="display:block"',
        predictions="off",
    )
    return write(Path(path), html.encode())
