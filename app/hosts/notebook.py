"""A figure in a notebook cell: a self-contained frame, and what shows where frames are stripped."""

from __future__ import annotations

import base64
from html import escape
from urllib.parse import urlencode

from ..figure import Choice, Figure
from ..format import plain
from ..resources import STATIC, text, words
from .page import Inline, figure_page

# Where `gelu-lab serve` listens if nobody says otherwise.
SERVED = "http://localhost:5006/"
# Below this width (static/css/figure.css) figures stack what stood side by side and need more height.
_NARROW, _MORE = 544, 320


def cell(figure: Figure) -> str:
    """Returns the HTML of a cell's output.

    The frame lies over the still and the link: where it is alive it covers them, where it is stripped they show. It is
    loaded when it comes near the screen; until then, and on paper, the still stands in its place.
    """
    page = figure_page(figure, Inline(), theme="light")
    page = page.replace("</head>", f"<script>{text('js/notebook.js')}</script>\n</head>", 1)
    # In a double-quoted attribute only these two characters mean anything else than themselves.
    source = page.replace("&", "&amp;").replace('"', "&quot;")
    title = escape(figure.title)
    low, high = f"{figure.height}px", f"{figure.height + _MORE}px"
    height = f"min-height:{low};min-height:clamp({low},{low} + ({_NARROW}px - 100cqi) * 1000,{high})"
    return (
        '<div style="container-type:inline-size;max-width:880px">'
        f'<div style="position:relative;{height}">{_fallback(figure)}'
        f'<iframe srcdoc="{source}" title="{title}" width="100%" height="{figure.height}" loading="lazy" '
        'style="position:absolute;inset:0;width:100%;height:100%;border:0"></iframe></div></div>'
    )


def link(figure: Figure) -> str:
    """Returns the address of the figure, with its present state, on a lab served on the reader's own machine."""
    state = {
        each.name: each.value if isinstance(each, Choice) else plain(each.value)  # a flag is 1 or 0
        for each in figure.state
    }
    return f"{SERVED}figures/{figure.id}?{urlencode(state)}"


def _fallback(figure: Figure) -> str:
    say = words()
    still = STATIC / "stills" / f"{figure.id}.png"
    picture = ""
    if still.is_file():
        data = base64.b64encode(still.read_bytes()).decode("ascii")
        alt = escape(say["still"].format(title=figure.title))
        picture = f'<p><img src="data:image/png;base64,{data}" alt="{alt}" style="max-width:100%"></p>'
    label = escape(say["notebook"]["link"].format(title=figure.title))
    return (
        f"<div data-still>{picture}<p>{escape(figure.sentence)}</p>"
        f'<p><a href="{escape(link(figure))}" target="_blank" rel="noopener">{label}</a></p></div>'
    )
