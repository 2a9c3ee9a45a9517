"""GELU and its relatives: how far each is from GELU at x, at most on [-4, 4], and for typical inputs."""

from __future__ import annotations

from math import log10
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
# Closer than this to a special place is at it; a gap below LEVEL is none. static/js/figures/links.js has the same.
NEAR, LEVEL = 0.005, 0.000005
# The order of the list; the ruler has its own. Colour, dash and the words for the curve.
RELATIVES: dict[str, tuple[str, list[int]]] = {
    "relu": ("relu", [2, 4]),
    "leaky_relu": ("muted", [10, 3, 2, 3]),
    "silu": ("silu", [12, 4]),
    "hard_swish": ("silu", [4, 3]),
    "sigmoid": ("sigmoid", [6, 3]),
    "tanh": ("tanh", [9, 3, 3, 3]),
    "gelu_tanh": ("tanh", [7, 6]),
    "gelu_sigmoid": ("sigmoid", [11, 4, 2, 4]),
}
FORMS = ("gelu_tanh", "gelu_sigmoid")
# The gates of these do not make one whole at x and -x: their gap is not even.
UNEVEN = ("leaky_relu", "sigmoid", "tanh")
# The ruler is drawn as powers of ten; on a phone there is room for every second number.
START, END = -4.1, 2.3
DECADES: dict[float | str, Any] = {-4: "0.0001", -3: "", -2: "0.01", -1: "", 0: "1", 1: ""}
CURVES = (
    Curve("gelu", "main/curves/gelu"),
    Curve("relu", "main/curves/relu"),
    Curve("leaky_relu", "main/curves/leaky_relu"),
    Curve("silu", "main/curves/silu"),
    Curve("hard_swish", "main/curves/hard_swish"),
    Curve("sigmoid", "main/curves/sigmoid"),
    Curve("tanh", "main/curves/tanh"),
    Curve("gelu_tanh", "main/curves/gelu_tanh"),
    Curve("gelu_sigmoid", "main/curves/gelu_sigmoid"),
    Curve("gap", "gap/difference/y"),
)
NUMPY = """\
import gelu_core

x = {x}
gelu = gelu_core.gelu(x)
other = gelu_core.{relative}(x)
gap = other - gelu
farthest = gelu_core.largest_difference("{relative}")  # on [-4, 4]
largest, at = abs(farthest.error), farthest.x
typical = gelu_core.typical_difference("{relative}")  # root mean square over normal inputs
print(gelu, other, gap, largest, at, typical)
"""


def links(x: float | None = None, relative: str | None = None) -> Figure:
    """Shows how far another activation is from GELU.

    `x`: the input, from -4 to 4 (-2 if not given); `relative`: "relu" (if not given), "leaky_relu", "silu",
    "hard_swish", "sigmoid", "tanh", or the fast forms "gelu_tanh" and "gelu_sigmoid".
    """
    return Figure(
        id="links",
        state=(Number("x", -2.0, LOW, HIGH, 0.05), Choice("relative", "relu", tuple(RELATIVES))),
        read_outs=(
            Value("gelu", 5, "passed", after_predict=True),
            Value("other", 5, "text", after_predict=True),
            Value("gap", 5, "error", after_predict=True),
            Value("largest", 5, "error", after_predict=True),
            Value("at", 2, "text", after_predict=True),
            Value("typical", 5, "text", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main, "gap": _gap, "ruler": _ruler},
        stage=slot("main")
        + slot("gap", classes="gl-flat", after_predict=True)
        + slot("ruler", classes="gl-low", after_predict=True),
        actions=("largest", "mirror"),
        tables={
            "largest": pack([number for name in RELATIVES for number in core.largest_difference(name)]),
            "typical": pack([core.typical_difference(name) for name in RELATIVES]),
        },
        height=1090,
    ).at(x=x, relative=relative)


def _of(relative: str, x: Any) -> Any:
    return getattr(core, relative)(x)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """Both functions at x, the relative less GELU, the largest gap on [-4, 4], where it is, and the typical gap."""
    x, relative = state["x"], state["relative"]
    gelu, other = float(core.gelu(x)) + 0.0, float(_of(relative, x)) + 0.0
    largest = core.largest_difference(relative)
    return {
        "gelu": gelu,
        "other": other,
        "gap": other - gelu,
        "largest": abs(largest.error),
        "at": largest.x,
        "typical": core.typical_difference(relative),
    }


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["links"]["sentence"]
    name = words()["figures"]["links"]["options"]["relative"][state["relative"]]
    if state["relative"] in FORMS:
        name = say["form"].format(name=name)
    gap = values["gap"]
    first = "level" if abs(gap) < LEVEL else "above" if gap > 0 else "below"
    even = state["relative"] not in UNEVEN
    away = (abs(state["x"]) if even else state["x"]) - values["at"]
    second = "here" if abs(away) < NEAR else "even" if even else "single"
    slots = {
        "x": decimals(state["x"], 2),
        "name": name,
        "gap": _fine(abs(gap)),
        "largest": _fine(values["largest"]),
        "at": decimals(values["at"], 2),
    }
    return f"{say[first].format(**slots)} {say[second].format(**slots)}"


def _fine(value: float) -> str:
    """Three decimals, five where three would hide the number."""
    return decimals(value, 5 if value < 0.005 else 3)


def _plot(y: tuple[float, float], y_ticks: list[float], name: str, *, axis: bool) -> Any:
    p = draw.plot(
        EDGES, y, x_ticks=list(range(-4, 5)), y_ticks=y_ticks, name=name, borders=(4, 12, 28 if axis else 4, 36)
    )
    p.xaxis[0].visible = axis
    draw.curve(p, draw.source("zero", x=EDGES, y=[0, 0]), "edge", line_width=1)
    return p


def _main() -> Any:
    labels = words()["figures"]["links"]["labels"]
    p = _plot((-1.25, 4.2), [-1, 0, 1, 2, 3, 4], "main", axis=True)
    x = np.linspace(LOW, HIGH, 161)
    curves = draw.source("curves", x=x, gelu=core.gelu(x), **{name: _of(name, x) for name in RELATIVES})
    draw.curve(p, curves, "passed", y="gelu", line_width=3)
    names = words()["figures"]["links"]["options"]["relative"]
    for name, (role, dash) in RELATIVES.items():
        draw.curve(p, curves, role, y=name, line_width=2.5, line_dash=dash, name=name).visible = name == "relu"
        # In the corner that no curve reaches.
        looks: dict[str, Any] = {"text_align": "right", "text_font_style": "bold", "visible": name == "relu"}
        draw.label(p, HIGH, -0.92, names[name], role, name=f"{name} label", **looks)
    draw.label(p, HIGH, -0.48, labels["gelu"], "passed", text_align="right", text_font_style="bold")
    bar = p.segment("x", "from", "x", "to", source=_bar(), line_width=5, level="overlay")
    draw.paint(bar.glyph, line_color="error")
    return p


def _bar() -> Any:
    return draw.source("bar", **{"x": [0], "from": [0], "to": [0]})


def _gap() -> Any:
    """The gap alone, magnified so that its largest fills the picture."""
    labels = words()["figures"]["links"]["labels"]
    p = _plot((-1, 1), [0], "gap", axis=True)
    p.y_range.name = "range"
    draw.title(p, labels["gap"], "error").name = "gap title"
    difference = draw.source("difference", x=[], y=[], zero=[])
    area = p.varea("x", "zero", "y", source=difference)
    draw.paint(area.glyph, fill_color="error")
    area.glyph.fill_alpha = 0.12
    draw.curve(p, difference, "error", line_width=2.5)
    bar = p.segment("x", "from", "x", "to", source=_bar(), line_width=5, level="overlay")
    draw.paint(bar.glyph, line_color="error")
    peaks = draw.marker(p, "peaks", fill="card", line="error", size=10)
    peaks.data_source.data = {"x": [], "y": []}
    looks = {"text_align": "center", "text_font_style": "bold", "size": "13px"}
    draw.label(p, 0, 0, "", "error", name="peak label", **looks)
    return p


def ranked() -> list[str]:
    """The relatives from the nearest to the farthest."""
    return sorted(RELATIVES, key=lambda name: (abs(core.largest_difference(name).error), list(RELATIVES).index(name)))


def _ruler() -> Any:
    """One row for each relative, its largest gap on a logarithmic scale."""
    say = words()["figures"]["links"]
    rows = {name: row for row, name in enumerate(reversed(ranked()))}
    p = draw.plot(
        (START, END),
        (-0.6, len(rows) - 0.4),
        x_ticks=[-4, -3, -2, -1, 0, 1],
        y_ticks=list(rows.values()),
        name="ruler",
        borders=(4, 14, 28, 98),
    )
    p.xaxis[0].major_label_overrides = DECADES
    p.yaxis[0].major_label_overrides = {row: say["options"]["relative"][name] for name, row in rows.items()}
    draw.title(p, say["labels"]["ruler"], "error")
    box = draw.source("row", left=[START], right=[END], bottom=[0], top=[0])
    band = p.quad("left", "right", "bottom", "top", source=box, line_color=None, fill_alpha=0.16, level="underlay")
    draw.paint(band.glyph, fill_color="error")
    p.ygrid[0].visible = False
    for name, row in rows.items():
        size = abs(core.largest_difference(name).error)
        at = log10(size)
        draw.curve(p, draw.source(f"{name} line", x=[START, at], y=[row, row]), "edge", line_width=1)
        dot = draw.marker(p, f"{name} dot", fill=RELATIVES[name][0], line="card", size=13)
        dot.data_source.data = {"x": np.array([at]), "y": np.array([float(row)])}
        draw.label(
            p,
            at,
            row,
            decimals(size, 2) if size > 1 else _fine(size),
            "text",
            size="12px",
            text_baseline="middle",
            x_offset=11,
        )
    return p
