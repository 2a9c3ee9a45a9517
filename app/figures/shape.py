"""The shape of GELU, one property at a time: range, tails, mirror rule, bend, shared outputs; and its relatives."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np
from scipy.optimize import brentq

import gelu_core as core

from .. import draw
from ..figure import Choice, Curve, Figure, Flag, Number, Value
from ..format import decimals, percent
from ..markup import slot
from ..resources import words
from ..table import pack

LOW, HIGH = -4.0, 4.0
WIDE = (LOW - 0.15, HIGH + 0.15)
BOTTOM, TOP = -1.6, 4.2
# Closer than this to a special point is at it; static/js/figures/shape.js has the same.
NEAR = 0.005
TURN = sqrt(2)  # where the second derivative changes its sign
LEAK = 0.1  # 0.01 is more usual, and could not be told from ReLU in a picture
# The log view shows 100 + 10*log10, so that no tick of it coincides with one of the linear view.
DECADES: dict[float | str, Any] = {60: "10⁻⁴", 70: "10⁻³", 80: "10⁻²", 90: "10⁻¹", 100: "1"}
DASHES = {
    "relu": ("relu", [2, 4]),
    "leaky_relu": ("muted", [10, 3, 2, 3]),
    "silu": ("silu", [12, 4]),
    "sigmoid": ("sigmoid", [6, 3]),
    "tanh": ("tanh", [9, 3, 3, 3]),
}
CURVES = (
    Curve("curve", "main/curve/y"),
    Curve("relu", "main/relatives/relu"),
    Curve("leaky_relu", "main/relatives/leaky_relu"),
    Curve("silu", "main/relatives/silu"),
    Curve("sigmoid", "main/relatives/sigmoid"),
    Curve("tanh", "main/relatives/tanh"),
    Curve("density", "main/density/y"),
    Curve("silu distance", "main/silu distance/y"),
)
NUMPY = """\
from scipy.special import ndtr

x = {x}
value = x * ndtr(x)
mirrored = -x * ndtr(-x)
difference = value - mirrored
print(value, mirrored, difference)
"""


def shape(
    x: float | None = None,
    view: str | None = None,
    relu: bool | None = None,
    leaky_relu: bool | None = None,
    silu: bool | None = None,
    sigmoid: bool | None = None,
    tanh: bool | None = None,
) -> Figure:
    """Shows a property of GELU's curve, and other activations beside it.

    `x`: the input, from -4 to 4 (1 if not given); `view`: "range", "tail", "mirror", "bend" or "pair"; `relu`,
    `leaky_relu`, `silu`, `sigmoid`, `tanh`: whether this relative is drawn.
    """
    return Figure(
        id="shape",
        state=(
            Number("x", 1.0, LOW, HIGH, 0.05),
            Choice("view", "range", ("range", "tail", "mirror", "bend", "pair")),
            Flag("relu", True),
            Flag("leaky_relu", False),
            Flag("silu", False),
            Flag("sigmoid", False),
            Flag("tanh", False),
        ),
        read_outs=(
            Value("value", 4, "passed"),
            Value("mirrored", 4, "passed", after_predict=True),
            Value("difference", 4, "input", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main, "dip": _dip},
        stage=slot("main", classes="gl-tall") + slot("dip", classes="gl-inset"),
        actions=("two", "minimum", "bend", "far"),
        tables={"minimum": pack(core.minimum())},
        height=790,
    ).at(x=x, view=view, relu=relu, leaky_relu=leaky_relu, silu=silu, sigmoid=sigmoid, tanh=tanh)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """GELU at x and at -x, and their difference, which is x."""
    value, mirrored = float(core.gelu(state["x"])) + 0.0, float(core.gelu(-state["x"])) + 0.0
    return {"value": value, "mirrored": mirrored, "difference": value - mirrored + 0.0}


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["shape"]["sentence"]
    x, bottom = state["x"], core.minimum()
    slots = {
        "x": "0" if abs(x) < NEAR else decimals(x, 2),
        "minus_x": decimals(-x, 2),
        "value": _fine(values["value"]),
        "mirrored": _fine(values["mirrored"]),
        "difference": decimals(values["difference"], 2),
        "low": decimals(bottom.value, 3),
        "bottom": decimals(bottom.x, 3),
        "turn": decimals(TURN, 3),
    }
    form, more = _SAY[state["view"]](x)
    return str(say[form].format(**slots | more))


def _fine(value: float) -> str:
    """Three decimals, six where three would hide the number."""
    return decimals(value, 6 if 0 < abs(value) < NEAR else 3)


def _say_range(x: float) -> tuple[str, dict[str, str]]:
    apart = x - core.minimum().x
    return "lowest" if abs(apart) < NEAR else "falling" if apart < 0 else "rising", {}


def _say_tail(x: float) -> tuple[str, dict[str, str]]:
    if abs(x) < NEAR:
        return "no_tail", {}
    distance, density = float(core.dip(x)), float(core.pdf(x))
    told = {
        "distance": _fine(distance),
        "density": _fine(density if x > 0 else -density),
        "share": percent(distance / density, 1),
    }
    return "right_tail" if x > 0 else "left_tail", told


def _say_mirror(x: float) -> tuple[str, dict[str, str]]:
    return "mirror_zero" if abs(x) < NEAR else "mirror", {}


def _say_bend(x: float) -> tuple[str, dict[str, str]]:
    beyond = abs(x) - TURN
    return "turn" if abs(beyond) < NEAR else "concave" if beyond > 0 else "convex", {}


def _say_pair(x: float) -> tuple[str, dict[str, str]]:
    if abs(x) < NEAR:
        return "alone", {"value": "0"}
    if x > 0:
        return "alone", {}
    if abs(x - core.minimum().x) < NEAR:
        return "alone_lowest", {}
    other = partner(x)
    return ("far_pair", {}) if other < LOW else ("pair", {"partner": decimals(other, 2)})


_SAY = {"range": _say_range, "tail": _say_tail, "mirror": _say_mirror, "bend": _say_bend, "pair": _say_pair}


def partner(x: float) -> float:
    """The other negative input with the same output as x < 0; -inf if it lies left of -4.

    Formula: the root of GELU(t) = GELU(x) on the other side of the lowest point, by Brent's method.
    """
    bottom, value = core.minimum().x, core.gelu(x)
    if x > bottom and value > core.gelu(LOW):
        return -inf
    low, high = (bottom, 0.0) if x < bottom else (LOW, bottom)
    return float(brentq(lambda t: float(core.gelu(t) - value), low, high, xtol=1e-13))


def _main() -> Any:
    labels = words()["figures"]["shape"]["labels"]
    p = draw.plot(
        WIDE,
        (BOTTOM, TOP),
        x_ticks=list(range(-4, 5)),
        y_ticks=[-1, 0, 1, 2, 3, 4],
        name="main",
        borders=(8, 12, 28, 46),
    )
    p.y_range.name = "range"
    ticker: Any = p.yaxis[0].ticker
    ticker.name = "ticks"
    p.yaxis[0].major_label_overrides = {**p.yaxis[0].major_label_overrides, **DECADES}
    _regions(p)
    draw.curve(p, draw.source("zero", x=WIDE, y=[0, 0]), "edge", line_width=1)
    draw.curve(p, draw.source("level", x=[], y=[]), "passed", line_width=1.5, line_dash=[3, 3])
    x = np.linspace(LOW, HIGH, 321)
    _relatives(p, x)
    draw.curve(p, draw.source("density", x=[], y=[]), "text", line_width=2, line_dash=[8, 5])
    draw.curve(p, draw.source("silu distance", x=[], y=[]), "silu", line_width=2, line_dash=DASHES["silu"][1])
    draw.curve(p, draw.source("curve", x=x, y=core.gelu(x)), "passed", line_width=3)
    draw.curve(p, draw.source("tangent", x=[], y=[]), "text", line_width=1.5)
    draw.curve(p, draw.source("guides", x=[], y=[]), "input", line_width=1.2, line_dash=[3, 3])
    draw.curve(p, draw.source("bracket", x=[], y=[]), "input", line_width=4)
    points = draw.marker(p, "points", fill="passed", line="card", size=11)
    points.data_source.data = {"x": [], "y": []}
    draw.label(p, 2.15, 1.5, labels["gelu"], "passed", name="gelu label", text_font_style="bold")
    difference = draw.label(p, -0.16, 1, "", "input", name="difference label", text_align="right", visible=False)
    difference.text_font_style, difference.text_baseline = "bold", "middle"
    draw.label(p, 0, 97.5, labels["density"], "text", name="density label", text_align="center", visible=False)
    draw.label(p, WIDE[0], 102, labels["distance"], "muted", name="distance label", size="13px", visible=False)
    return p


def _regions(p: Any) -> None:
    """The shaded convex part, and a strip along the bottom that names what the curve does where."""
    box = p.quad("left", "right", "bottom", "top", source=draw.source("box", left=[], right=[], bottom=[], top=[]))
    box.glyph.line_color = None
    box.glyph.fill_alpha = 0.12
    draw.paint(box.glyph, fill_color="muted")
    strip = draw.source("strip", left=[], right=[], bottom=[], top=[])
    band = p.quad("left", "right", "bottom", "top", source=strip, line_width=2)
    band.glyph.fill_alpha = 0.22
    draw.paint(band.glyph, fill_color="muted", line_color="card")
    for at in range(3):
        draw.label(
            p, 0, -1.385, "", "text", size="12px", name=f"strip {at}", text_align="center", text_baseline="middle"
        )


def _relatives(p: Any, x: Any) -> None:
    """Each relative with its dash and its name at the line."""
    labels = words()["figures"]["shape"]["labels"]
    curves = draw.source(
        "relatives",
        x=x,
        relu=core.relu(x),
        leaky_relu=core.leaky_relu(x, LEAK),
        silu=core.silu(x),
        sigmoid=core.sigmoid(x),
        tanh=core.tanh(x),
    )
    places: dict[str, tuple[float, float, dict[str, Any]]] = {
        "relu": (2.2, 2.4, {"text_align": "right"}),
        "leaky_relu": (LOW, -0.46, {"text_baseline": "top"}),
        "silu": (-1.02, -0.32, {"text_align": "center", "text_baseline": "top"}),
        "sigmoid": (-1.75, 0.2, {"text_align": "right"}),
        "tanh": (HIGH, 0.92, {"text_align": "right", "text_baseline": "top"}),
    }
    for name, (role, dash) in DASHES.items():
        draw.curve(p, curves, role, y=name, line_width=2, line_dash=dash, name=name)
        at, height, looks = places[name]
        draw.label(p, at, height, labels[name], role, size="13px", name=f"{name} label", **looks)


def _dip() -> Any:
    labels = words()["figures"]["shape"]["labels"]
    bottom = core.minimum()
    p = draw.plot(
        (LOW - 0.1, 0.5),
        (-0.235, 0.03),
        x_ticks=[-4, -3, -2, -1, 0],
        y_ticks=[0, -0.1, -0.2],
        name="dip",
        size="11px",
        borders=(4, 12, 22, 52),
    )
    # On a phone this number would touch one of the large picture; its line is enough.
    p.yaxis[0].major_label_overrides = {**p.yaxis[0].major_label_overrides, -0.1: ""}
    # It lies over the large picture, whose lines would be read by its axes.
    draw.paint(p, background_fill_color="card")
    draw.title(p, labels["dip"], "muted", size="12px")
    draw.curve(p, draw.source("zero", x=[LOW - 0.1, 0.5], y=[0, 0]), "edge", line_width=1)
    draw.curve(p, draw.source("level", x=[], y=[]), "passed", line_width=1.5, line_dash=[3, 3])
    x = np.linspace(LOW, 0.2, 169)
    draw.curve(p, draw.source("curve", x=x, y=core.gelu(x)), "passed", line_width=2.5)
    points = draw.marker(p, "points", fill="passed", line="card", size=10)
    points.data_source.data = {"x": [], "y": []}
    text = labels["lowest"].format(low=decimals(bottom.value, 3))
    draw.label(p, LOW, bottom.value, text, "passed", size="12px", name="lowest label", text_baseline="top", y_offset=-3)
    return p
