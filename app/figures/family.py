"""A family in 3-D: the gate under noise of scale s, as a slice that stretches, as a surface and as its map."""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.plotting.contour import contour_data

import gelu_core as core

from .. import draw
from ..figure import Curve, Figure, Number, Value
from ..format import decimals
from ..markup import ROW, slot
from ..resources import words
from ..table import pack

LOW, HIGH = -4.0, 4.0
COLDEST, HOTTEST = 0.02, 4.0
# What the sentence calls almost ReLU, and close to x/2 near 0; static/js/figures/family.js has the same three.
COLD, HOT, NEAR = 0.1, 3.0, 0.005
CURVES = (
    Curve("slice", "slice/curve/y"),
    Curve("gelu", "slice/limits/gelu"),
    Curve("relu", "slice/limits/relu"),
    Curve("surface"),
)
NUMPY = """\
from gelu_core import minimum
from scipy.special import ndtr

x, s = {x}, {s}
gate = ndtr(x / s)
value = x * gate
bottom_x, bottom = minimum(s)  # both are s times those of GELU
print(value, gate, bottom, bottom_x)
"""


def family(x: float | None = None, s: float | None = None) -> Figure:
    """Shows x*Phi(x/s) at a point that moves over the surface of all s.

    `x`: the input, from -4 to 4 (-0.75 if not given); `s`: the scale of the noise, from 0.02 to 4 (1 if not given).
    """
    return Figure(
        id="family",
        state=(
            Number("x", -0.75, LOW, HIGH, 0.05),
            Number("s", 1.0, COLDEST, HOTTEST, 0.05, scale="log"),
            Number("turn", 28.0, -30.0, 100.0, 5.0, digits=0),
            Number("tilt", 26.0, 8.0, 70.0, 5.0, digits=0),
        ),
        read_outs=(
            Value("value", 4, "passed"),
            Value("gate", 4, "gate"),
            Value("bottom", 4, "gate"),
            Value("bottom_x", 4, "gate"),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"slice": _slice, "map": _map},
        # In the order of a phone; where there is room the map stands beside the slice.
        stage=f'<div class="gl-side-by-side">{slot("slice")}{ROW}'
        + slot("surface", classes="gl-scene gl-wide", after_predict=True)
        + slot("map", classes="gl-second", after_predict=True)
        + "</div>",
        telling=("stretch",),
        actions=("stretch", "narrow", "relu", "gelu", "half"),
        scripts=("surface_axes.js", "surface_colours.js", "surface.js", "scene.js"),
        tables={"minimum": pack(core.minimum())},
        height=1270,
    ).at(x=x, s=s)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The output x*Phi(x/s), the gate Phi(x/s), and where and how low the lowest point of this slice is."""
    x, s = state["x"], state["s"]
    bottom = core.minimum(s)
    return {
        "value": float(core.family(x, s)) + 0.0,  # no negative zero
        "gate": float(core.cdf(x / s)),
        "bottom_x": float(bottom.x),
        "bottom": float(bottom.value),
    }


def _short(value: float) -> str:
    """Two decimals, four where two would hide the number, and a plain 0 where nothing is left."""
    return "0" if abs(value) < 5e-5 else decimals(value, 4 if abs(value) < NEAR else 2)


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["family"]["sentence"]
    x, s = state["x"], state["s"]
    form = "cold" if s <= COLD else "gelu" if abs(s - 1) < NEAR else "hot" if s >= HOT else "between"
    return str(
        say[form].format(
            s=decimals(s, 2),
            x="0" if abs(x) < NEAR else decimals(x, 2),
            value=_short(values["value"]),
            half=_short(x / 2),
            bottom_x=decimals(values["bottom_x"], 2),
            bottom=_short(values["bottom"]),
        )
    )


def _slice() -> Any:
    labels = words()["figures"]["family"]["labels"]
    # One unit is about as long upwards as sideways, so that stretching in both directions is seen as such.
    p = draw.plot(
        (LOW - 0.15, HIGH + 0.15),
        (-1.15, 4.25),
        x_ticks=list(range(-4, 5)),
        y_ticks=list(range(-1, 5)),
        name="slice",
        borders=(4, 10, 46, 28),
    )
    title = draw.title(p, labels["slice"], "passed", size="13px")
    title.name, title.text_font_style = "title", "bold"
    _name_axis(p.xaxis[0], labels["x"])
    draw.curve(p, draw.source("zero", x=[LOW - 0.15, HIGH + 0.15], y=[0, 0]), "edge", line_width=1)
    bottom = core.minimum(HOTTEST)
    ravine = draw.source("ravine", x=[0, bottom.x], y=[0, bottom.value])
    draw.curve(p, ravine, "gate", line_width=1.2, line_dash=[8, 5])
    x = np.linspace(LOW, HIGH, 321)
    limits = draw.source("limits", x=x, relu=core.relu(x), gelu=core.gelu(x))
    draw.curve(
        p, draw.source("half", x=[-2.3, HIGH], y=[-1.15, HIGH / 2]), "muted", line_width=1.2, line_dash=[10, 3, 2, 3]
    )
    draw.curve(p, limits, "muted", y="gelu", line_width=1.5, line_alpha=0.7)
    draw.curve(p, limits, "relu", y="relu", line_width=1.5, line_dash=[2, 4])
    draw.curve(p, draw.source("ray", x=[], y=[]), "passed", line_width=1.2, line_dash=[3, 3])
    draw.curve(p, draw.source("before", x=[], y=[]), "passed", line_width=2.5, line_alpha=0.35)
    draw.curve(p, draw.source("curve", x=x, y=core.gelu(x)), "passed", line_width=3)
    draw.marker(p, "image", fill="card", line="passed", size=9)
    draw.marker(p, "bottom", fill="gate", line="card", size=11)
    draw.label(p, 2.35, 2.6, labels["relu"], "relu", text_align="right", size="13px")
    draw.label(p, HIGH, 0.55, labels["half"], "muted", text_align="right", size="13px")
    draw.label(p, 0.3, -0.62, labels["gelu"], "muted", name="gelu label", size="13px", visible=False)
    # Over the axis, where neither a curve nor the point ever is.
    draw.label(
        p, -1, 0, "", "gate", name="bottom label", text_align="center", text_font_style="bold", y_offset=17, size="13px"
    )
    return p


def _map() -> Any:
    labels = words()["figures"]["family"]["labels"]
    p = draw.plot(
        (LOW - 0.15, HIGH + 0.15),
        (-0.1, 4.45),
        x_ticks=[-4, -2, 0, 2, 4],
        y_ticks=[0, 1, 2, 3, 4],
        name="map",
        borders=(4, 10, 46, 44),
    )
    draw.title(p, labels["map"], "muted", size="13px")
    _name_axis(p.xaxis[0], labels["x"])
    _name_axis(p.yaxis[0], labels["s"])
    x, s = np.linspace(LOW, HIGH, 161), np.linspace(0, HOTTEST, 81)
    heights = np.asarray(core.family(x[None, :], s[:, None]))
    p.ygrid[0].visible = False
    below, above = np.arange(-0.6, -0.05, 0.1), np.arange(0.5, 3.9, 0.5)
    for name, levels, role in (("below", below, "passed"), ("above", above, "edge")):
        lines = contour_data(x, s, heights, levels, want_fill=False, want_line=True).line_data
        assert lines is not None
        # One column for all levels: nan lifts the pen.
        xs, ys = (np.concatenate([np.append(each, np.nan) for each in pieces]) for pieces in (lines.xs, lines.ys))
        draw.curve(p, draw.source(name, x=xs, y=ys), role, line_width=1, line_alpha=0.55)
    draw.curve(p, draw.source("middle", x=[0, 0], y=[0, HOTTEST]), "edge", line_width=1)
    for level in (1, 2, 3):
        at = float(np.interp(level, heights[-4][80:], x[80:]))
        draw.label(
            p, at, s[-4], f"{level}", "muted", size="11px", text_align="right", text_baseline="middle", x_offset=-3
        )
    draw.curve(p, draw.source("slice", x=[LOW, HIGH], y=[1, 1]), "passed", line_width=2.5)
    bottom = core.minimum(HOTTEST)
    draw.curve(p, draw.source("ravine", x=[0, bottom.x], y=[0, HOTTEST]), "gate", line_width=2.5)
    return p


def _name_axis(axis: Any, text: str) -> None:
    axis.axis_label, axis.axis_label_text_font, axis.axis_label_text_font_style = text, draw.FONT, "normal"
    axis.axis_label_standoff = 4
    draw.paint(axis, axis_label_text_color="muted", axis_label_text_font_size="13px")
