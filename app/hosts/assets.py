"""What a browser loads, as bytes by path: the same files for the server, the exported site and the one-file page."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import asdict
from functools import cache, lru_cache
from inspect import signature
from typing import Any

from .. import figures, table
from ..figure import Figure
from ..resources import STATIC, text, words
from . import bokehjs

# In the order in which they build on each other; figures add their own (surface.js) before their script.
RUNTIME = (
    "lab",
    "memory",
    "format",
    "table",
    "state",
    "theme",
    "plot",
    "handle",
    "controls",
    "url",
    "mount",
    "code",
    "place",
    "page",
)
# What the lesson loads when its first figure has answered.
SHARE = ("share_text", "share_picture", "share")
PREDICTING = ("predict_parts", "predict_pad", "predict")
LATE = (*PREDICTING, "quiz", "glossary", *SHARE, "keys", "sections")
# What the lecture view adds; "lecture" starts them.
LECTURE = ("keys", "qr", "enlarge", "deck", "phones", "sight", "presenter", "lecture")
# The page that says which GELU some numbers are; "page" starts them.
IDENTIFY = ("normal", "types", "forms", "printed", "identify", "read", "numpy", "files", "verdict", "page")
LECTURE_STYLES = ("lecture", "lecture-figure", "presenter")
# The lesson as a Panel app: what only our own scripts need is not there, such as room for the forms of the questions.
PANEL_STYLES = ("palette", "fonts", "article", "glossary", "figure", "share", "page", "panel")
STYLES = ("palette", "fonts", "article", "quiz", "predict", "glossary", "keys", "figure", "share", "page")


# Words that travel with what needs them: a figure's with the figure, those of two pages with the page.
_ELSEWHERE = ("figures", "lab", "identify")


def _literal(value: object) -> str:
    """JSON that may stand inside a <script> element of an HTML page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def uncommented(script: str) -> str:
    """A script without the comments that stand on lines of their own: 5 kB less of the 500 before the gate answers."""
    return re.sub(r"^\s*(?:/\*\*(?:(?!\*/)[\s\S])*\*/|//[^\n]*)\s*?\n", "", script, flags=re.MULTILINE)


@cache
def runtime() -> str:
    """The scripts that every page needs, joined: the lab's own, its words and the table of Phi."""
    parts = [uncommented(text(f"js/{name}.js")) for name in RUNTIME]
    parts.append(f"gelulab.words = {_literal({key: each for key, each in words().items() if key not in _ELSEWHERE})};")
    parts.append(f"gelulab.addPhi({_literal(table.phi())});")
    return "\n".join(parts)


def style(*names: str) -> str:
    """Style sheets, joined."""
    return "\n".join(text(f"css/{name}.css") for name in names)


@cache
def inline_style(*names: str) -> str:
    """Style sheets with their fonts inside: those of every page, if none is named."""

    def inside(match: re.Match[str]) -> str:
        font = base64.b64encode((STATIC / "fonts" / match[1]).read_bytes()).decode("ascii")
        return f'url("data:font/woff2;base64,{font}")'

    return re.sub(r'url\("?\.\./fonts/([\w.-]+)"?\)', inside, style(*(names or STYLES)))


def scripts(fig: Figure) -> list[str]:
    """Paths of the scripts of one figure."""
    return [*(f"js/{name}" for name in fig.scripts), f"js/figures/{fig.id}.js"]


def spec(fig: Figure, *, inline: bool) -> dict[str, Any]:
    """What the browser needs to bring a figure to life; inline: with the tables that have files of their own."""
    states = [
        {
            **{key: getattr(state, key) for key in _STATE_KEYS if hasattr(state, key)},
            "label": fig.words["states"][state.name],
        }
        for state in fig.state
    ]
    tables = dict(fig.tables)
    if inline:
        tables.update({name: make() for name, make in fig.lazy.items()})
    return {
        "id": fig.id,
        "title": fig.title,
        "words": {key: each for key, each in fig.words.items() if key != "caption"},
        "states": states,
        "values": [{"name": each.name, "digits": each.digits, "form": each.form} for each in fig.read_outs],
        "plots": fig.plot_items,
        "late": list(fig.late),
        "tables": tables,
        "share": {
            "initial": {state.name: state.value for state in fig.initial or fig.state},
            "arguments": list(signature(figures.function(fig.id)).parameters),
            "curves": [asdict(curve) for curve in fig.curves],
            "numpy": fig.numpy,
        },
        "lazy": {} if inline else {name: _stamped(*_table_file(fig, name)) for name in fig.lazy},
    }


_STATE_KEYS = ("name", "kind", "value", "low", "high", "step", "digits", "scale", "options")


def _table_file(fig: Figure, name: str) -> tuple[str, bytes]:
    """The path and the content of a table that is loaded when it is asked for."""
    path = f"data/{fig.id}-{name}.js"
    return path, f"gelulab.addTable({_literal(path)}, {_literal(fig.lazy[name]())});".encode()


def _stamped(path: str, content: bytes) -> str:
    """A path with the hash of its content, so that a browser may keep it for a year and still see a new version."""
    return f"{path}?v={hashlib.sha256(content).hexdigest()[:12]}"


def json_spec(found: dict[str, Any]) -> str:
    """A figure's data as JSON that may stand in an HTML page."""
    return _literal(found)


@cache
def registry() -> dict[str, Figure]:
    """Every figure as its function draws it, by name, to be written into pages: drawn once (0.1 s a figure)."""
    return {name: figures.build(name) for name in figures.NAMES}


@lru_cache(maxsize=1)
def files() -> dict[str, bytes]:
    """Every file that the pages ask for, by its path below `assets/`."""
    figs = registry().values()
    specs = [spec(fig, inline=False) for fig in figs]
    found: dict[str, bytes] = {
        "js/lab.js": runtime().encode(),
        "css/lab.css": style(*STYLES).encode(),
        "js/bokeh.min.js": bokehjs.script(bokehjs.models(specs)).encode(),
        **{f"js/{name}.js": uncommented(text(f"js/{name}.js")).encode() for name in dict.fromkeys((*LATE, *LECTURE))},
        "css/lecture.css": style(*LECTURE_STYLES).encode(),
        "css/panel.css": style(*PANEL_STYLES).encode(),
        "js/identify.js": "\n".join(uncommented(text(f"js/identify/{name}.js")) for name in IDENTIFY).encode(),
        "css/identify.css": style("setting", "identify").encode(),
    }
    for folder in ("fonts", "stills"):
        for path in sorted((STATIC / folder).glob("*")):
            if path.suffix in (".woff2", ".png", ".txt"):
                found[f"{folder}/{path.name}"] = path.read_bytes()
    for fig, data in zip(figs, specs, strict=True):
        found.update({script: text(script).encode() for script in scripts(fig)})
        found[f"data/{fig.id}.js"] = f"gelulab.addSpec({json_spec(data)});".encode()
        found.update(_table_file(fig, key) for key in fig.lazy)
    return found


@cache
def versioned(path: str) -> str:
    """The address of a file below `assets/`, with its version."""
    return _stamped(path, files()[path])
