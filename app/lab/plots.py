"""The pictures of the live lab: empty ones, which its scripts fill with the frames that come from Python."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from bokeh.embed import json_item
from bokeh.models import ColumnDataSource
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

from gelu_core.network import ACTIVATIONS

from ..draw import curve, paint, plot, source
from .settings import HIGHEST, ROLES

# Whose colour an activation has, and how its line is broken: never colour alone.
_DASHES: dict[str, Any] = {"gelu": "solid", "relu": [2, 5], "silu": [9, 5], "tanh": [12, 4, 2, 4]}
LOOKS = {name: (ROLES[name], _DASHES[name]) for name in ACTIVATIONS}
# The error goes over many powers of ten: drawn as its logarithm, between these.
LOWEST, TOP = -7.0, 1.0
_POWERS: dict[float | str, Any] = {-6.0: "10⁻⁶", -4.0: "10⁻⁴", -2.0: "0.01", 0.0: "1"}


def _lines(p: figure, name: str, width: float) -> None:
    for activation in ACTIVATIONS:
        role, dash = LOOKS[activation]
        curve(p, source(f"{name}-{activation}", x=[], y=[]), role, line_width=width, line_dash=dash)


def _fit() -> figure:
    edge = HIGHEST + 0.5
    p = plot((-3.15, 3.15), (-edge, edge), x_ticks=[-3, -2, -1, 0, 1, 2, 3], y_ticks=[-2, -1, 0, 1, 2], name="fit")
    paint(p.scatter("x", "y", source=source("samples", x=[], y=[]), size=5, line_color=None).glyph, fill_color="input")
    curve(p, source("drawn", x=[], y=[]), "gate", line_width=2)
    _lines(p, "fit", 3)
    return p


def _over_steps(name: str, y: tuple[float, float], ticks: list[float]) -> figure:
    """A plot over the steps of a run; its script sets how far they go."""
    p = plot((0, 1), y, x_ticks=[], y_ticks=ticks, name=name, borders=(10, 22, 30, 44))
    p.xaxis[0].name = f"{name}-steps"
    p.x_range.name = f"{name}-range"
    return p


def _loss() -> figure:
    p = _over_steps("loss", (LOWEST, TOP), [-6, -4, -2, 0])
    p.yaxis[0].major_label_overrides = dict(_POWERS)
    _lines(p, "loss", 2.5)
    return p


def _shares() -> figure:
    p = _over_steps("shares", (-0.03, 1.03), [0, 0.5, 1])
    p.yaxis[0].major_label_overrides = {0: "0 %", 0.5: "50 %", 1: "100 %"}
    _lines(p, "nearly", 1.5)
    _lines(p, "dead", 4)
    return p


def _compare() -> figure:
    """Its lines come and go with the runs that are ticked; their colours are written with them."""
    p = _over_steps("compare", (LOWEST, TOP), [-6, -4, -2, 0])
    p.yaxis[0].major_label_overrides = dict(_POWERS)
    lines = ColumnDataSource({"x": [], "y": [], "colour": [], "dash": []}, name="lines")
    p.multi_line("x", "y", source=lines, line_color="colour", line_dash="dash", line_width=2.5)
    ends = ColumnDataSource({"x": [], "y": [], "text": [], "colour": []}, name="ends")
    words = p.text("x", "y", source=ends, text="text", text_color="colour", text_font_size="13px", text_align="right")
    words.glyph.update(text_baseline="bottom", x_offset=-2, y_offset=-2)
    paint(words.glyph, background_fill_color="card")
    return p


@cache
def items() -> dict[str, str]:
    """The plots as BokehJS reads them, by name: written once, each page makes models of its own from them."""
    made: dict[str, Any] = {"fit": _fit(), "loss": _loss(), "shares": _shares(), "compare": _compare()}
    for each in made.values():
        for renderer in each.renderers:
            if isinstance(renderer, GlyphRenderer):
                renderer.selection_glyph = renderer.nonselection_glyph = renderer.muted_glyph = renderer.glyph
    return {name: json.dumps(json_item(each)) for name, each in made.items()}
