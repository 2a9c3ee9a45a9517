"""Five common mistakes with GELU: what was expected, what comes, and the difference on a scale of its own."""

from __future__ import annotations

from math import log10, nan, sqrt
from typing import Any

import numpy as np

import gelu_core as core

from .. import draw
from ..figure import Choice, Curve, Figure, Number, Value
from ..format import decimals
from ..markup import slot
from ..resources import words
from ..table import pack

LOW, HIGH = -4.0, 4.0
EDGES = (LOW - 0.15, HIGH + 0.15)
# Both plots have the same room at the sides, so that one x axis serves both.
SIDES = (14, 54)
MISTAKES = ("sqrt2", "sigmoid", "mixed", "negative", "vanishing")
# What the forgotten root makes of the noise: the s of the family.
SCALE = sqrt(0.5)
LAYERS = 12
# What counts as x = 0 and as no slope at all; static/js/figures/mistakes.js has the same two.
NEAR, FLAT = 0.0005, 0.0005
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
CURVES = (
    Curve("gelu", "function/gelu/y"),
    Curve("relu", "function/relu/y"),
    Curve("silu", "function/silu/y"),
    Curve("sigmoid form", "function/sigmoid/y"),
    Curve("tanh form", "function/tanh/y"),
    Curve("without the root", "function/sqrt2/y"),
    Curve("error", "difference/error/y"),
    Curve("below relu", "difference/relu/y"),
    Curve("below", "difference/one/y"),
    Curve("twelve layers", "difference/twelve/y"),
)
NUMPY = """\
import numpy as np
from gelu_core import gelu, gelu_grad, gelu_sigmoid, gelu_tanh
from scipy.special import erf

x = {x}
with np.errstate(invalid="ignore"):
    expected, got = {
        "sqrt2": (gelu(x), x / 2 * (1 + erf(x))),
        "sigmoid": (gelu(x), gelu_sigmoid(x)),
        "mixed": (gelu(x), gelu_tanh(x)),
        "negative": (np.sqrt(max(x, 0.0)), np.sqrt(gelu(x))),
        "vanishing": (1.0, gelu_grad(x)),
    }["{mistake}"]
difference = got - expected
print(expected, got, difference)
"""


def mistakes(mistake: str | None = None, x: float | None = None) -> Figure:
    """Shows one of five mistakes: what was expected at x, what comes, and how far apart they are.

    `mistake`: "sqrt2" (the root forgotten, if not given), "sigmoid" (x*sigma(1.702x) taken for GELU), "mixed" (trained
    with exact GELU, run with the tanh form), "negative" (an output believed to be never below 0) or "vanishing"
    (gradients believed to arrive whole); `x`: the input, from -4 to 4 (1 if not given).
    """
    return Figure(
        id="mistakes",
        state=(Choice("mistake", "sqrt2", MISTAKES), Number("x", 1.0, LOW, HIGH, 0.05)),
        read_outs=(
            Value("expected", 6, after_predict=True),
            Value("got", 6, after_predict=True),
            Value("difference", 6, "error", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"function": _function, "dip": _dip, "difference": _difference},
        stage=slot("function", classes="gl-low")
        + slot("dip", classes="gl-inset")
        + slot("difference", classes="gl-low")
        + '<div class="gl-veil"></div>',
        actions=MISTAKES,
        tables={"peaks": pack(_peaks()), "lowest": pack([core.minimum().x])},
        height=880,
    ).at(mistake=mistake, x=x)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """What was expected at x, what comes, and the second minus the first."""
    expected, got = _pair(state["mistake"], state["x"])
    return {"expected": expected, "got": got, "difference": got - expected}


def _pair(mistake: str, x: float) -> tuple[float, float]:
    gelu = float(core.gelu(x)) + 0.0  # no negative zero
    match mistake:
        case "sqrt2":
            return gelu, float(core.family(x, SCALE)) + 0.0
        case "sigmoid":
            return gelu, float(core.gelu_sigmoid(x)) + 0.0
        case "mixed":
            return gelu, float(core.gelu_tanh(x)) + 0.0
        case "negative":
            return sqrt(max(x, 0)), sqrt(gelu) if gelu >= 0 else nan
        case _:
            return 1.0, float(core.gelu_grad(x))


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["mistakes"]["sentence"]
    mistake, x = state["mistake"], state["x"]
    slots = {
        "x": decimals(x, 2),
        "expected": decimals(values["expected"], 6),
        "got": decimals(values["got"], 6),
        "gelu": decimals(float(core.gelu(x)), 6),
        "s": decimals(SCALE, 3),
    }
    if mistake == "negative":
        form = "exactly_zero" if x == 0 else "above" if x > 0 else "below" if x <= -NEAR else "just_below"
        return str(say[form].format(**slots))
    if mistake == "vanishing":
        slope = abs(values["got"])
        slots["twelve"] = _after_twelve(slope, say["power"]) if slope >= FLAT else ""
        return str(say["vanishing" if slope >= FLAT else "flat"].format(**slots))
    if abs(x) < NEAR:
        return str(say["zero"])
    return str(say[mistake].format(off=_off(values["difference"], say), **slots))


def _after_twelve(slope: float, power: str) -> str:
    """What twelve layers with that slope leave, as a number or as a power of ten."""
    left = slope**LAYERS
    if left >= 0.001:
        return decimals(left, 3)
    return power.format(n=decimals(LAYERS * log10(slope), 0).replace("−", "-").translate(_RAISED))


def _off(difference: float, say: dict[str, str]) -> str:
    size = decimals(abs(difference), 6)
    if not size.strip("0."):
        return say["right"]
    return say["high" if difference > 0 else "low"].format(size=size)


def _peaks() -> list[float]:
    """Where the differences are largest, x and difference: one place for the root, two for 1.702, two for tanh."""
    low, high = 0.5, 2.0
    for _ in range(60):  # halving: the slope of the difference falls through 0 between them
        middle = (low + high) / 2
        rising = core.family_grad(middle, SCALE) > core.gelu_grad(middle)
        low, high = (middle, high) if rising else (low, middle)
    both = [each for form in ("sigmoid", "tanh") for each in core.error_extrema(form)]
    return [low, float(core.family(low, SCALE) - core.gelu(low)), *(n for each in both for n in (each.x, each.error))]


def _plot(y: tuple[float, float], y_ticks: list[float], name: str, *, axis: bool) -> Any:
    """A plot whose vertical scale its script sets, as the mistake needs it; it begins with that of the root."""
    p = draw.plot(
        EDGES,
        y,
        x_ticks=list(range(-4, 5)),
        y_ticks=y_ticks,
        name=name,
        borders=(4, SIDES[0], 28 if axis else 4, SIDES[1]),
    )
    p.xaxis[0].visible = axis
    ticker: Any = p.yaxis[0].ticker
    p.y_range.name, p.yaxis[0].name, ticker.name = "scale", "axis of y", "ticks"
    draw.curve(p, draw.source("zero", x=[*EDGES], y=[0, 0]), "edge", line_width=1)
    draw.curve(p, draw.source("at", x=[], y=[]), "text", line_width=1, line_dash=[3, 3], line_alpha=0.6)
    return p


def _line(p: Any, name: str, role: str, data: tuple[Any, Any] = ((), ()), **looks: Any) -> Any:
    """A curve that its script fills; what is there from the first is seen before the script runs."""
    return draw.curve(p, draw.source(name, x=data[0], y=data[1]), role, **looks)


def _hatched(p: Any, name: str) -> None:
    """A red, hatched area that its script fills: here a promise is broken."""
    area = p.patch(
        "x",
        "y",
        source=draw.source(name, x=[], y=[]),
        line_color=None,
        fill_alpha=0.1,
        hatch_pattern="right_diagonal_line",
        hatch_scale=10,
        hatch_weight=1,
        hatch_alpha=0.4,
        level="underlay",
    )
    draw.paint(area.glyph, fill_color="error", hatch_color="error")


def _curves(p: Any) -> None:
    """What was expected, what else may come, and the gap between them at x."""
    x = np.linspace(LOW, HIGH, 161)
    _hatched(p, "below")
    _line(p, "relu", "relu", line_width=1.8, line_dash=[2, 4])
    _line(p, "silu", "silu", line_width=1.8, line_dash=[3, 3])
    _line(p, "gelu", "passed", (x, core.gelu(x)), line_width=3.5)
    _line(p, "sigmoid", "sigmoid", line_width=2, line_dash=[11, 4, 2, 4])
    _line(p, "tanh", "tanh", line_width=2, line_dash=[7, 6])
    _line(p, "sqrt2", "error", (x, core.family(x, SCALE)), line_width=2.2, line_dash=[7, 5])
    _line(p, "gap", "error", line_width=4, level="overlay")


def _on_card(label: Any) -> None:
    """Keeps lines out of a word."""
    label.background_fill_alpha = 0.85
    draw.paint(label, background_fill_color="card")


def _function() -> Any:
    p = _plot((-0.5, 4.2), [0, 1, 2, 3, 4], "function", axis=False)
    _curves(p)
    roles = (("gelu", "passed"), ("relu", "relu"), ("silu", "silu"), ("sigmoid", "sigmoid"), ("tanh", "tanh"))
    for name, role in (*roles, ("sqrt2", "error"), ("family", "gate")):
        looks: dict[str, Any] = {"text_align": "right", "text_font_style": "bold", "visible": False}
        _on_card(draw.label(p, HIGH, 0, "", role, size="13px", name=f"{name} label", **looks))
    return p


def _dip() -> Any:
    labels = words()["figures"]["mistakes"]["labels"]
    p = draw.plot(
        (LOW - 0.1, 0.5),
        (-0.185, 0.015),
        x_ticks=[-4, -2, 0],
        y_ticks=[0, -0.1],
        name="dip",
        size="11px",
        borders=(4, 12, 22, 66),
    )
    # It lies over the large picture, whose lines would be read by its axes.
    draw.paint(p, background_fill_color="card")
    draw.title(p, labels["dip"], "muted", size="12px")
    draw.curve(p, draw.source("zero", x=[LOW - 0.1, 0.5], y=[0, 0]), "edge", line_width=1)
    _curves(p)
    point = draw.marker(p, "point", fill="passed", line="card", size=10)
    point.data_source.data = {"x": [], "y": []}
    return p


def _difference() -> Any:
    p = _plot((-1.5, 10.8), [0, 2, 4, 6, 8], "difference", axis=True)
    labels = words()["figures"]["mistakes"]["labels"]
    # The room over a plot is that of its first title: an empty one would leave none.
    draw.title(p, labels["title"]["sqrt2"], "text").name = "title"
    _hatched(p, "nan")
    _line(p, "limit", "text", line_width=1.4, line_dash=[7, 4])
    _line(p, "relu", "relu", line_width=1.8, line_dash=[2, 4])
    _line(p, "one", "passed", line_width=2.5)
    _line(p, "twelve", "error", line_width=2, line_dash=[7, 5])
    x = np.linspace(LOW, HIGH, 161)
    _line(p, "error", "error", (x, 100 * (core.family(x, SCALE) - core.gelu(x))), line_width=2.5)
    _line(p, "gap", "error", line_width=4, level="overlay")
    peaks = draw.marker(p, "peaks", fill="error", line="card", size=9)
    peaks.data_source.data = {"x": np.array([]), "y": np.array([])}
    for at in range(2):
        looks = {"text_align": "center", "text_font_style": "bold", "visible": False}
        draw.label(p, 0, 0, "", "error", size="12px", name=f"peak {at}", **looks)
    words_below = (("limit", "text"), ("nan", "error"), ("relu", "relu"), ("one", "passed"))
    for name, role in (*words_below, ("twelve", "error"), ("deeper", "error")):
        looks = {"text_font_style": "bold", "visible": False}
        _on_card(draw.label(p, LOW, 0, "", role, size="12px", name=f"{name} label", **looks))
    return p
