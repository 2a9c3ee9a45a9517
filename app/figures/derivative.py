"""The derivative: the tangent on GELU, and under it the slope as a sum of two terms."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

import gelu_core as core

from .. import draw
from ..figure import Curve, Figure, Flag, Number, Value
from ..format import decimals
from ..markup import slot
from ..resources import words
from ..table import pack

LOW, HIGH = -4.0, 4.0
EDGES = (LOW - 0.15, HIGH + 0.15)
# Both plots have the same room at the sides, so that one x axis serves both.
SIDES = (14, 38)
# What counts as a slope of 0 and as an input of 0; static/js/figures/derivative.js has the same two.
FLAT, NEAR = 0.0005, 0.0005
CURVES = (
    Curve("gelu", "function/curves/y"),
    Curve("relu", "function/curves/relu"),
    Curve("slope", "slope/curves/slope"),
    Curve("share", "slope/curves/share"),
    Curve("relu slope", "slope/step/y"),
)
NUMPY = """\
import numpy as np
from scipy.special import ndtr

x = {x}
density = np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
first_term = ndtr(x)
second_term = x * density
slope = first_term + second_term
curvature = (2 - x * x) * density
print(slope, first_term, second_term, curvature)
"""


def derivative(x: float | None = None, mirror: bool | None = None, convex: bool | None = None) -> Figure:
    """Shows the slope of GELU at a draggable point: as a tangent, and as Phi(x) + x*phi(x).

    `x`: the input, from -4 to 4 (1 if not given); `mirror`: compare with the slope at -x; `convex`: shade where the
    second derivative is positive.
    """
    return Figure(
        id="derivative",
        state=(Number("x", 1.0, LOW, HIGH, 0.05), Flag("mirror", False), Flag("convex", False)),
        read_outs=(
            Value("slope", 4, "passed", after_predict=True),
            Value("first_term", 4, "gate", after_predict=True),
            Value("second_term", 4, "input", after_predict=True),
            Value("curvature", 4, "text", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"function": _function, "slope": _slope},
        stage=slot("function", classes="gl-low") + slot("slope", after_predict=True) + '<div class="gl-veil"></div>',
        telling=("minimum", "one", "steepest"),
        actions=("minimum", "zero", "one", "steepest"),
        tables={"minimum": pack(core.minimum())},
        height=890,
    ).at(x=x, mirror=mirror, convex=convex)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The slope GELU'(x), its terms Phi(x) and x*phi(x), and the second derivative."""
    x = state["x"]
    return {
        "slope": float(core.gelu_grad(x)),
        "first_term": float(core.cdf(x)),
        "second_term": x * float(core.pdf(x)) + 0.0,  # no negative zero
        "curvature": float(core.gelu_second(x)),
    }


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["derivative"]["sentence"]
    x, slope = state["x"], values["slope"]
    form = "zero" if abs(x) < NEAR else "flat" if abs(slope) < FLAT else "falls" if slope < 0 else "rises"
    if form == "rises" and x < 0:
        form = "less"
    at = "0" if form == "zero" else decimals(x, 2)
    slots = {
        "x": at,
        "minus_x": at if form == "zero" else decimals(-x, 2),
        "slope": decimals(slope, 3),
        "other": decimals(1 - slope, 3),
        "share": decimals(values["first_term"], 3),
        "opening": decimals(abs(values["second_term"]), 3),
    }
    text = say[form].format(**slots)
    if state["mirror"] and form != "zero":
        text += " " + say["mirror"].format(**slots)
    if state["convex"]:
        text += " " + say["convex" if values["curvature"] >= 0 else "concave"]
    return str(text)


def _plot(y: tuple[float, float], y_ticks: list[float], name: str, top: int, bottom: int) -> Any:
    return draw.plot(
        EDGES, y, x_ticks=list(range(-4, 5)), y_ticks=y_ticks, name=name, borders=(top, SIDES[0], bottom, SIDES[1])
    )


def _shade(p: Any, y: tuple[float, float]) -> None:
    """The convex part, and a line at each of its ends; shown by a switch."""
    end = sqrt(2)
    area = p.quad(
        "left",
        "right",
        "top",
        "bottom",
        source=draw.source("shade area", left=[-end], right=[end], bottom=[y[0]], top=[y[1]]),
        line_color=None,
        fill_alpha=0.09,
        name="shade",
        visible=False,
        level="underlay",
    )
    draw.paint(area.glyph, fill_color="passed")


def _function() -> Any:
    labels = words()["figures"]["derivative"]["labels"]
    y = (-0.75, 4.2)
    p = _plot(y, [0, 1, 2, 3, 4], "function", 8, 4)
    p.xaxis[0].visible = False  # the plot below has it for both
    _shade(p, y)
    x = np.linspace(LOW, HIGH, 321)
    curves = draw.source("curves", x=x, y=core.gelu(x), relu=core.relu(x))
    draw.curve(p, draw.source("axis", x=[*EDGES], y=[0, 0]), "edge", line_width=1)
    draw.curve(p, curves, "relu", y="relu", line_width=1.5, line_dash=[2, 4])
    draw.curve(p, curves, "passed", line_width=3)
    draw.curve(p, draw.source("triangle", x=[], y=[]), "text", line_width=1.2, line_dash=[3, 3], level="overlay")
    draw.curve(p, draw.source("tangent", x=[], y=[]), "text", line_width=2, level="overlay")
    draw.label(p, LOW, 3.62, labels["function"], "passed", text_font_style="bold")
    draw.label(p, 0, 1.9, "", "text", name="tangent label", text_font_style="bold", text_align="right")
    for name, word, at, align in (
        ("convex label", "convex", 0, "center"),
        ("left label", "concave", LOW, "left"),
        ("right label", "concave", HIGH, "right"),
    ):
        draw.label(p, at, -0.7, labels[word], "muted", size="12px", name=name, text_align=align, visible=False)
    return p


def _slope() -> Any:
    labels = words()["figures"]["derivative"]["labels"]
    y = (-0.38, 1.42)
    p = _plot(y, [0, 0.5, 1], "slope", 8, 30)
    _shade(p, y)
    x = np.linspace(LOW, HIGH, 321)
    curves = draw.source("curves", x=x, slope=core.gelu_grad(x), share=core.cdf(x))
    between = p.varea("x", "share", "slope", source=curves, fill_alpha=0.13, level="underlay")
    draw.paint(between.glyph, fill_color="input")
    draw.curve(p, draw.source("axis", x=[*EDGES], y=[0, 0]), "edge", line_width=1)
    step = draw.source("step", x=[EDGES[0], 0, 0, EDGES[1]], y=[0, 0, 1, 1])
    draw.curve(p, step, "relu", line_width=1.5, line_dash=[2, 4])
    draw.curve(p, curves, "gate", y="share", line_width=2.5, line_dash=[8, 5])
    draw.curve(p, curves, "passed", y="slope", line_width=3)
    _bars(p)
    draw.curve(p, draw.source("mirror line", x=[], y=[]), "passed", line_width=1.2, line_dash=[3, 3], level="overlay")
    hollow = draw.marker(p, "mirror", fill="card", line="passed", size=11)
    hollow.data_source.data = {"x": [], "y": []}
    bold = {"text_font_style": "bold"}
    end = sqrt(2)
    top, bottom = float(core.gelu_grad(end)), float(core.gelu_grad(-end))
    draw.curve(
        p,
        draw.source(
            "extremes",
            x=[end, end, np.nan, -end, -end],
            y=[top - 0.04, top + 0.04, np.nan, bottom - 0.04, bottom + 0.04],
        ),
        "passed",
        line_width=2,
    )
    look = {"size": "13px", "text_align": "center", **bold}
    draw.label(p, end, top, decimals(top, 3), "passed", name="top label", y_offset=8, **look)
    look["text_baseline"] = "top"
    draw.label(p, -end, bottom, decimals(bottom, 3), "passed", name="bottom label", y_offset=-8, **look)
    # On the upper left, where neither the curves nor the bars ever are.
    draw.label(p, LOW, 1.24, labels["slope"], "passed", **bold)
    for name, role, at in (("share", "gate", 1.06), ("opening", "input", 0.9), ("relu", "relu", 0.74)):
        draw.label(p, LOW, at, labels[name], role, size="13px")
    draw.label(p, 0, 0, "", "passed", name="mirror label", size="13px", visible=False, **bold)
    return p


def _bars(p: Any) -> None:
    """The two terms as bars, the second on top of the first: a gain goes up from there, a loss down."""
    for name, role, hatch in (("first", "gate", None), ("second", "input", "right_diagonal_line")):
        bar = p.quad(
            "left",
            "right",
            "top",
            "bottom",
            source=draw.source(name, left=[], right=[], bottom=[], top=[]),
            level="overlay",
            fill_alpha=0.8 if hatch is None else 0.35,
            line_width=1.5,
            hatch_pattern=hatch,
            hatch_scale=7,
            hatch_weight=1.5,
        )
        draw.paint(bar.glyph, fill_color=role, line_color=role)
        if hatch:
            draw.paint(bar.glyph, hatch_color=role)
