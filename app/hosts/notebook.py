"""A figure in a notebook cell: a self-contained frame, and what shows where frames are stripped."""

from __future__ import annotations

import base64
from html import escape
from urllib.parse import urlencode, urlsplit

from ..figure import Choice, Figure
from ..format import plain
from ..resources import STATIC, text, words
from .page import Inline, figure_page

# Where `gelu-lab serve` listens if nobody says otherwise.
SERVED = "http://localhost:5006/"
# Below this width (static/css/figure.css) figures stack what stood side by side and need more height.
_NARROW, _MORE = 544, 320
# Where cells find the figures, if they do not hold them themselves.
_used: str | None = None


def use(url: str | None) -> None:
    """Lets the cells that follow show figures from a server or an exported site, and stay small (2 kB, not 2 MB).

    `url`: the address of the lesson, such as "http://localhost:5006" or "https://example.org/gelu/"; None: cells hold
    everything themselves again. Raises ValueError if it is no address.
    """
    global _used
    if url is None:
        _used = None
        return
    allowed = "an address such as 'http://localhost:5006' or 'https://example.org/gelu/', or None"
    try:
        parts = urlsplit(url)
        good = (parts.scheme in ("http", "https") and parts.hostname and parts.port != 0) or parts.scheme == "file"
        good = good and not parts.query and not parts.fragment and url.isprintable() and " " not in url
    except (ValueError, TypeError, AttributeError):
        good = False
    if not good:
        raise ValueError(f"use: url = {url!r}, allowed is {allowed}")
    _used = url.removesuffix("index.html").rstrip("/") + "/"


def cell(figure: Figure) -> str:
    """Returns the HTML of a cell's output.

    The frame lies over the still and the link: where it is alive it covers them, where it is stripped they show. It is
    loaded when it comes near the screen; until then, and on paper, the still stands in its place.
    """
    title = escape(figure.title)
    if _used is not None:
        return _framed(figure, f'src="{escape(link(figure))}" title="{title}"')
    page = figure_page(figure, Inline(), theme="light")
    page = page.replace("</head>", f"<script>{text('js/notebook.js')}</script>\n</head>", 1)
    # In a double-quoted attribute only these two characters mean anything else than themselves.
    source = page.replace("&", "&amp;").replace('"', "&quot;")
    return _framed(figure, f'srcdoc="{source}" title="{title}"')


def _framed(figure: Figure, frame: str) -> str:
    low, high = f"{figure.height}px", f"{figure.height + _MORE}px"
    # All the height is the frame's: where it is stripped no gap stays.
    height = f"height:{low};height:clamp({low},{low} + ({_NARROW}px - 100cqi) * 1000,{high});min-height:100%"
    # A cell that is to stay small holds no picture either.
    behind = _fallback(figure, still=_used is None)
    return (
        '<div style="container-type:inline-size;max-width:880px">'
        f'<div style="display:grid;grid-template-columns:minmax(0,1fr)">{behind}'
        f'<iframe {frame} width="100%" height="{figure.height}" loading="lazy" '
        f'style="grid-area:1/1;width:100%;{height};border:0"></iframe></div></div>'
    )


def link(figure: Figure) -> str:
    """Returns the address of the figure, with its present state, on the server in use or on the reader's machine."""
    state = {
        each.name: each.value if isinstance(each, Choice) else plain(each.value)  # a flag is 1 or 0
        for each in figure.state
    }
    if _used is None:
        return f"{SERVED}figures/{figure.id}?{urlencode(state)}"
    return f"{_used}figures/{figure.id}.html?{urlencode(state)}"  # exported sites have no page without the suffix


def _fallback(figure: Figure, *, still: bool) -> str:
    say = words()
    file = STATIC / "stills" / f"{figure.id}.png"
    picture = ""
    if still and file.is_file():
        data = base64.b64encode(file.read_bytes()).decode("ascii")
        alt = escape(say["still"].format(title=figure.title))
        picture = f'<p><img src="data:image/png;base64,{data}" alt="{alt}" style="max-width:100%"></p>'
    label = escape(say["notebook"]["link"].format(title=figure.title))
    return (
        f'<div data-still style="grid-area:1/1">{picture}<p>{escape(figure.sentence)}</p>'
        f'<p><a href="{escape(link(figure))}" target="_blank" rel="noopener">{label}</a></p></div>'
    )
