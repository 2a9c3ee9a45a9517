"""Three layers, one line: linear layers without an activation between them are one linear layer."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

import gelu_core as core

from .. import draw
from ..figure import Choice, Curve, Figure, Number, Value
from ..format import MINUS, decimals
from ..markup import slot
from ..resources import words

LOW, HIGH = -2.0, 2.0
STEEPEST = 4.0
# The panels of the layers: their centres, half their width and half their height; static/js/figures/collapse.js has the
# same.
CENTRES, HALF, EDGE = (0.0, 3.6, 7.2), 1.6, 4.15
CURVES = (
    Curve("three layers", "whole/curve/y"),
    Curve("without activation", "whole/straight/y"),
)
NUMPY = """\
from gelu_core import gelu, gelu_grad

w1, w2, w3, x = {w1}, {w2}, {w3}, {x}
f, f_slope = {
    "none": (lambda z: z, lambda z: 1.0),
    "relu": (lambda z: max(z, 0.0), lambda z: float(z > 0)),
    "gelu": (gelu, gelu_grad),
}["{activation}"]
first = 1 + w1 * x
second = 1 + w2 * (f(first) - 1)
output = w3 * (f(second) - 1)
product = w1 * w2 * w3
slope = product * f_slope(first) * f_slope(second)
print(slope, product, output)
"""


def collapse(
    w1: float | None = None,
    w2: float | None = None,
    w3: float | None = None,
    x: float | None = None,
    activation: str | None = None,
) -> Figure:
    """Shows three layers of one unit each and what they make of x together, with an activation between them or none.

    `w1`, `w2`, `w3`: the slopes of the layers, from -4 to 4 (2, -1 and 3 if not given); `x`: the input, from -2 to 2;
    `activation`: "none", "relu" or "gelu", after the first and the second layer.
    """
    return Figure(
        id="collapse",
        state=(
            Number("w1", 2.0, -STEEPEST, STEEPEST, 0.1),
            Number("w2", -1.0, -STEEPEST, STEEPEST, 0.1),
            Number("w3", 3.0, -STEEPEST, STEEPEST, 0.1),
            Number("x", 0.0, LOW, HIGH, 0.05),
            Choice("activation", "none", ("none", "relu", "gelu")),
        ),
        read_outs=(
            Value("slope", 2, "text", after_predict=True),
            Value("product", 2, "input", after_predict=True),
            Value("output", 2, "text", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"layers": _layers, "whole": _whole},
        stage=f'<div class="gl-side-by-side">{slot("layers", classes="gl-tall")}'
        f'{slot("whole", classes="gl-tall gl-second")}</div><div class="gl-veil"></div>',
        actions=("example", "cancel"),
        height=830,
    ).at(w1=w1, w2=w2, w3=w3, x=x, activation=activation)


def _activation(name: str, z: float) -> tuple[float, float]:
    """An activation and its slope; at its corner ReLU's slope counts as 0."""
    if name == "gelu":
        return float(core.gelu(z)), float(core.gelu_grad(z))
    return (z, 1.0) if name == "none" else (max(z, 0.0), float(z > 0))


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The output at x, the slope there, and the product of the three slopes.

    The lines turn about (0, 1), (1, 1) and (1, 0): so without an activation the whole runs through 0, and with one the
    bends lie near 0, whatever the slopes.
    """
    w1, w2, w3 = state["w1"], state["w2"], state["w3"]
    first, first_slope = _activation(state["activation"], 1 + w1 * state["x"])
    second, second_slope = _activation(state["activation"], 1 + w2 * (first - 1))
    product = w1 * w2 * w3 + 0.0  # no negative zero
    return {
        "slope": product * first_slope * second_slope + 0.0,
        "product": product,
        "output": w3 * (second - 1) + 0.0,
    }


def corners(state: dict[str, Any]) -> list[float]:
    """Where the line of ReLU layers bends, within the picture."""
    w1, w2, w3 = state["w1"], state["w2"], state["w3"]
    if w1 * w2 * w3 == 0:
        return []
    # The first ReLU shows unless the second is shut there, the second where its own input crosses 0.
    found = [-1 / w1] if w2 < 1 else []
    if w2 < 0 or w2 >= 1:
        found.append(-1 / (w1 * w2))
    return sorted(x for x in found if abs(x) <= HIGH)


def _short(value: float) -> str:
    """At most two decimals, none where they say nothing."""
    return re.sub(r"\.?0+$", "", decimals(value, 2))


def _factor(value: float) -> str:
    return f"({_short(value)})" if _short(value).startswith(MINUS) else _short(value)


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["collapse"]["sentence"]
    found = corners(state)
    if state["activation"] == "none":
        form = "none"
    elif values["product"] == 0:
        form = "flat"
    else:
        form = "gelu" if state["activation"] == "gelu" else ("no_corner", "one_corner", "two_corners")[len(found)]
    first, second = (*found, 0.0, 0.0)[:2]
    return str(
        say[form].format(
            a=_factor(state["w1"]),
            b=_factor(state["w2"]),
            c=_factor(state["w3"]),
            x=_short(state["x"]),
            first=_short(first),
            second=_short(second),
            **{name: _short(value) for name, value in values.items()},
        )
    )


def _layers() -> Any:
    labels = words()["figures"]["collapse"]["labels"]
    p = draw.plot(
        (-HALF - 0.05, CENTRES[-1] + HALF + 0.05),
        (-EDGE - 0.75, EDGE + 1.3),  # words above and below the panels
        x_ticks=[],
        y_ticks=[],
        name="layers",
        borders=(2, 2, 2, 2),
    )
    p.xaxis[0].visible = p.yaxis[0].visible = False
    left, right = [c - HALF for c in CENTRES], [c + HALF for c in CENTRES]
    boxes = draw.source("boxes", left=left, right=right, bottom=[-EDGE] * 3, top=[EDGE] * 3)
    box = p.quad("left", "right", "top", "bottom", source=boxes, fill_color=None)
    draw.paint(box.glyph, line_color="rule")
    # Zero of each layer's input and output, seen from the point about which its line turns; nan lifts the pen.
    zeros: dict[str, list[float]] = {"x": [], "y": []}
    for centre, across, up in zip(CENTRES, (0, -1, -1), (-1, -1, 0), strict=True):
        zeros["x"] += [centre - HALF, centre + HALF, np.nan, centre + across, centre + across, np.nan]
        zeros["y"] += [up, up, np.nan, -EDGE, EDGE, np.nan]
    draw.curve(p, draw.source("zeros", **zeros), "edge", line_width=1)
    draw.curve(p, draw.source("rise", x=[], y=[]), "input", line_width=1.2, line_dash=[3, 3])
    draw.curve(p, draw.source("lines", x=[], y=[]), "input", line_width=2.5)
    bent = draw.source("bent", x=[], y=[])
    draw.curve(p, bent, "relu", line_width=2.5, line_dash=[2, 4], name="bent relu")
    draw.curve(p, bent, "passed", line_width=3, name="bent gelu")
    pivots = p.scatter("x", "y", source=draw.source("pivots", x=CENTRES, y=[0, 0, 0]), size=7, line_width=2)
    draw.paint(pivots.glyph, fill_color="card", line_color="input")
    middle = {"text_align": "center", "size": "12px"}
    for n, centre in enumerate(CENTRES, 1):
        draw.label(p, centre, EDGE, labels["layer"].format(n=n), "text", y_offset=23, text_font_style="bold", **middle)
        draw.label(p, centre, EDGE, "", "input", y_offset=5, name=f"slope {n}", **middle)
        if n < len(CENTRES):
            draw.label(p, centre + HALF + 0.2, EDGE, labels["arrow"], "muted", y_offset=21, **middle)
            draw.label(p, centre, -EDGE, "", "text", y_offset=-19, name=f"then {n}", **middle)
    return p


def _whole() -> Any:
    labels = words()["figures"]["collapse"]["labels"]
    p = draw.plot(
        (LOW - 0.1, HIGH + 0.1),
        (-7.5, 7.5),
        x_ticks=[-2, -1, 0, 1, 2],
        y_ticks=[-6, -3, 0, 3, 6],
        name="whole",
        borders=(8, 8, 26, 30),
    )
    title = draw.title(p, labels["line"], "text", size="13px")
    title.name, title.text_font_style = "title", "bold"
    cross = draw.source("cross", x=[LOW - 0.1, HIGH + 0.1, np.nan, 0, 0], y=[0, 0, np.nan, -7.5, 7.5])
    draw.curve(p, cross, "edge", line_width=1)
    straight = draw.source("straight", x=[], y=[])
    draw.curve(p, straight, "text", line_width=3, name="strong")
    draw.curve(p, straight, "input", line_width=1.5, name="faint").visible = False
    bent = draw.source("curve", x=[], y=[])
    draw.curve(p, draw.source("tangent", x=[], y=[]), "gate", line_width=2, line_dash=[8, 5])
    draw.curve(p, bent, "relu", line_width=3, line_dash=[2, 4], name="curve relu")
    draw.curve(p, bent, "passed", line_width=3, name="curve gelu")
    draw.label(p, 0, 0, labels["without"], "input", size="12px", name="without", visible=False)
    return p
