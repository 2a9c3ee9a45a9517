"""BokehJS with only the modules that the figures need: 200 of its 351 gzipped kB, and less for a browser to run.

The bundle is a list of functions, one a module, each on lines of its own and calling for the others by their numbers:
`function _(require, module, exports, ...){...}`. What the models of a plot do not call for, directly or by others,
is left empty in its place, so the numbers stay. A bundle that looks otherwise is served whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import bokeh

BUNDLE = Path(bokeh.__file__).parent / "server" / "static" / "js" / "bokeh.min.js"
# What the bundle begins with, the module that registers every model there is, and 97 kB of pictures for toolbars.
ENTRY, EVERY_MODEL, ICONS = "main", "models/main", "styles/icons.css"
# The one model that the rest of the bundle registers for itself.
REGISTERED = {"DocumentConfig"}

_LIST = re.compile(r"^\(\[\n(.*)\n\], 0, (\{[^}]*\})", re.DOTALL | re.MULTILINE)
_MODULE = re.compile(r"^function _\((\w+)", re.MULTILINE)
_MODEL = re.compile(r'\.__name__="(\w+)"')


def models(specs: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Returns the names of all Bokeh models in the plots of figures, as `assets.spec` has written them."""
    found: set[str] = set()

    def visit(part: Any) -> None:
        if isinstance(part, dict):
            if part.get("type") == "object":
                found.add(part["name"])
            part = list(part.values())
        if isinstance(part, list):
            for each in part:
                visit(each)

    for spec in specs:
        for plot in spec["plots"].values():
            visit(json.loads(plot))
    return frozenset(found)


@cache
def whole() -> str:
    """BokehJS as it came with the installed Bokeh."""
    return BUNDLE.read_text(encoding="utf-8")


@cache
def script(wanted: frozenset[str]) -> str:
    """BokehJS with the modules that these models need, or all of it where the bundle is not as known."""
    found = _LIST.search(whole())
    names = json.loads(found[2]) if found else {}
    if not found or not {ENTRY, EVERY_MODEL, ICONS} <= names.keys():
        return whole()
    starts = [each.start() for each in _MODULE.finditer(found[1])]
    modules = [found[1][start:end].rstrip("\n,") for start, end in zip(starts, [*starts[1:], None], strict=True)]
    home: dict[str, int] = {}
    for name, at in names.items():
        if name.startswith("models/") and not name.startswith("models/dom/"):
            for model in _MODEL.findall(modules[at]):
                # A class may have a namesake that serves another model only: models/annotations/span has a Line.
                if model not in home or name.rpartition("/")[2].replace("_", "") == model.lower():
                    home[model] = at
    wanted -= REGISTERED
    if not wanted <= home.keys():
        return whole()
    register = ";".join(f"r(t({at}))" for at in sorted({home[model] for model in wanted}))
    modules[names[EVERY_MODEL]] = f"function _(t){{const r=t({names['base']}).register_models;{register}}}"
    modules[names[ICONS]] = 'function _(t,m,e,s){s();e.default=""}'
    needed = _needed(modules, names[ENTRY])
    kept = ",\n".join(module if at in needed else "function _(){}" for at, module in enumerate(modules))
    return whole()[: found.start(1)] + kept + whole()[found.end(1) :]


def _needed(modules: list[str], entry: int) -> set[int]:
    """The module and what it calls for, directly or by others."""
    needed: set[int] = set()
    waiting = [entry]
    while waiting:
        at = waiting.pop()
        if at not in needed:
            needed.add(at)
            require = _MODULE.match(modules[at])[1]  # type: ignore[index]
            calls = re.findall(rf"(?<![\w$.]){re.escape(require)}\((\d+)\)", modules[at])
            waiting += [number for number in map(int, calls) if number < len(modules)]
    return needed
