"""A fold: one unit on a plane of two inputs, its weights as an arrow, seen from above, in a cut and as a surface."""

from __future__ import annotations

from math import hypot, nan
from typing import Any

import numpy as np
from scipy.optimize import brentq

import gelu_core as core

from .. import draw
from ..figure import Curve, Figure, Number, Value
from ..format import decimals
from ..markup import ROW, slot
from ..resources import words
from ..table import pack

# The plane is shown from -SIDE to SIDE, the output up to TOP; static/js/figures/fold.js has the same numbers.
SIDE, TOP = 3.0, 2.0
# A shorter arrow is said to be no arrow.
FLAT = 0.0005
BELOW = (-0.05, -0.1, -0.15)
ABOVE = range(1, 21)
CURVES = (
    Curve("gelu", "cut/gelu/y"),
    Curve("relu", "cut/relu/y"),
    Curve("gelu surface"),
    Curve("relu surface"),
)
NUMPY = """\
import numpy as np
from gelu_core import minimum

w = np.array([{w1}, {w2}])
b = {b}  # moves the fold, changes no number below
lowest = minimum()
length = np.hypot(*w)
flat = length < 0.0005
distance = np.nan if flat else -lowest.x / length
depth = np.nan if flat else lowest.value
print(length, distance, depth)
"""


def fold(w1: float | None = None, w2: float | None = None, b: float | None = None) -> Figure:
    """Shows GELU(w.x + b) over the plane of two inputs, beside ReLU(w.x + b).

    `w1`, `w2`: the weights, each from -3 to 3 (0.8 and 0.6 if not given); `b`: the bias, from -2 to 2 (0 if not given).
    """
    return Figure(
        id="fold",
        state=(
            Number("w1", 0.8, -SIDE, SIDE, 0.05),
            Number("w2", 0.6, -SIDE, SIDE, 0.05),
            Number("b", 0.0, -2.0, 2.0, 0.05),
            Number("turn", 28.0, -30.0, 100.0, 5.0, digits=0),
            Number("tilt", 26.0, 8.0, 70.0, 5.0, digits=0),
        ),
        read_outs=(
            Value("length", 3, "passed", after_predict=True),
            Value("distance", 3, "gate", after_predict=True),
            Value("depth", 3, "gate", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"map": _map, "cut": _cut},
        stage='<div class="gl-side-by-side gl-halves">'
        + slot("map", classes="gl-square")
        + slot("cut", classes="gl-fill")
        + ROW
        + _scene("gelu", "passed")
        + _scene("relu", "relu")
        + "</div>",
        actions=("double", "halve", "reverse", "flat", "reset"),
        scripts=("surface_axes.js", "surface_colours.js", "surface.js", "scene.js"),
        tables={"minimum": pack(core.minimum()), "levels": pack(_levels())},
        height=1190,
    ).at(w1=w1, w2=w2, b=b)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The length of w, how far the trough runs from the fold, and how deep it is; a flat plane has no trough."""
    length = hypot(state["w1"], state["w2"])
    bottom = core.minimum()
    return {
        "length": length,
        "distance": -float(bottom.x) / length if length >= FLAT else nan,
        "depth": float(bottom.value) if length >= FLAT else nan,
    }


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["fold"]["sentence"]
    w1, w2, b = state["w1"], state["w2"], state["b"]
    reach = SIDE * (abs(w1) + abs(w2))  # the largest w.x of the plane that is shown
    here, trough = abs(b) < reach, abs(b - float(core.minimum().x)) < reach
    form = "both" if here and trough else "fold" if here else "trough" if trough else "neither"
    return str(
        say["flat" if values["length"] < FLAT else form].format(
            w1=decimals(w1, 2),
            w2=decimals(w2, 2),
            b=decimals(b, 2),
            length=decimals(values["length"], 3),
            distance=decimals(values["distance"], 3),
            depth=decimals(values["depth"], 3),
            level=decimals(float(core.gelu(b)), 3),
        )
    )


def _levels() -> np.ndarray:
    """Where GELU has the heights of the contours: each of BELOW on both sides of its lowest point, then ABOVE."""
    lowest = float(core.minimum().x)
    sides = [(level, side) for level in BELOW for side in ((-8.0, lowest), (lowest, 0.0))]
    sides += [(level, (0.0, 30.0)) for level in ABOVE]
    return np.array([brentq(lambda t, z=z: float(core.gelu(t)) - z, *side, xtol=1e-14) for z, side in sides])


def _scene(name: str, role: str) -> str:
    """A surface with its name over it."""
    label = words()["figures"]["fold"]["labels"][name]
    return f'<div class="gl-role-{role}"><span class="gl-name">{label}</span>{slot(name)}</div>'


def _map() -> Any:
    labels = words()["figures"]["fold"]["labels"]
    edge = SIDE + 0.15
    ticks: list[float] = [-3, -2, -1, 0, 1, 2, 3]
    # Equal borders in both directions: the plot is square in a square slot.
    p = draw.plot((-edge, edge), (-edge, edge), x_ticks=ticks, y_ticks=ticks, name="map", borders=(26, 10, 46, 62))
    draw.title(p, labels["map"], "muted", size="13px")
    _name_axis(p.xaxis[0], labels["x1"])
    _name_axis(p.yaxis[0], labels["x2"])
    p.ygrid[0].visible = False
    frame = {"x": [-SIDE, SIDE, SIDE, -SIDE, -SIDE], "y": [-SIDE, -SIDE, SIDE, SIDE, -SIDE]}
    draw.curve(p, draw.source("frame", **frame), "rule", line_width=1)
    for name, x, y in (("across", [-SIDE, SIDE], [0, 0]), ("up", [0, 0], [-SIDE, SIDE])):
        draw.curve(p, draw.source(name, x=x, y=y), "rule", line_width=1)
    draw.curve(p, draw.source("below", x=[], y=[]), "passed", line_width=1, line_alpha=0.55)
    draw.curve(p, draw.source("above", x=[], y=[]), "edge", line_width=1, line_alpha=0.7)
    draw.curve(p, draw.source("fold", x=[], y=[]), "text", line_width=2.5)
    draw.curve(p, draw.source("trough", x=[], y=[]), "gate", line_width=2.5, line_dash=[8, 5])
    draw.curve(p, draw.source("arrow", x=[], y=[]), "passed", line_width=3)
    for level in (1, 2, 3, 4):
        _label(p, f"level {level}", f"{level}", "muted", size="11px", text_font_style="normal")
    for name, role in (("w", "passed"), ("fold", "text"), ("trough", "gate")):
        _label(p, f"{name} label", labels[name], role)
    return p


def _cut() -> Any:
    labels = words()["figures"]["fold"]["labels"]
    p = draw.plot(
        (-SIDE - 0.15, SIDE + 0.15),
        (-0.5, TOP + 0.1),
        x_ticks=[-3, -2, -1, 0, 1, 2, 3],
        y_ticks=[0, 1, 2],
        name="cut",
        borders=(26, 10, 46, 28),
    )
    draw.title(p, labels["cut"], "passed", size="13px")
    _name_axis(p.xaxis[0], labels["along"])
    draw.curve(p, draw.source("zero", x=[-SIDE - 0.15, SIDE + 0.15], y=[0, 0]), "edge", line_width=1)
    draw.curve(p, draw.source("distance", x=[], y=[]), "gate", line_width=1.5)
    draw.curve(p, draw.source("relu", x=[], y=[]), "relu", line_width=2, line_dash=[2, 4])
    draw.curve(p, draw.source("gelu", x=[], y=[]), "passed", line_width=3)
    draw.marker(p, "fold", fill="text", line="card", size=10)
    draw.marker(p, "bottom", fill="gate", line="card", size=11)
    _label(p, "distance label", "", "gate", text_baseline="bottom", text_align="right", y_offset=3)
    _label(p, "depth label", "", "gate", text_baseline="top", y_offset=-8)
    return p


def _label(p: Any, name: str, text: str, role: str, *, size: str = "13px", **looks: Any) -> None:
    """A word that the script places, readable where it stands on lines."""
    look = {"text_align": "center", "text_baseline": "middle", "text_font_style": "bold"} | looks
    made = draw.label(p, 0, 0, text, role, size=size, name=name, visible=False, **look)
    draw.paint(made, background_fill_color="card")
    made.background_fill_alpha = 0.85


def _name_axis(axis: Any, text: str) -> None:
    axis.axis_label, axis.axis_label_text_font, axis.axis_label_text_font_style = text, draw.FONT, "normal"
    axis.axis_label_standoff = 4
    draw.paint(axis, axis_label_text_color="muted", axis_label_text_font_size="13px")
