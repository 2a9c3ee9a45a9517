"""The summary: GELU with its gate, slope, bend and dip at one draggable point, and where each of them changes."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

import gelu_core as core

from .. import draw
from ..figure import Curve, Figure, Number, Value
from ..format import decimals, percent
from ..markup import slot
from ..resources import words
from ..table import pack

LOW, HIGH = -4.0, 4.0
EDGES = (LOW - 0.15, HIGH + 0.15)
# Both plots have the same room at the sides, so that one x axis serves both.
SIDES = (14, 38)
# What counts as a slope or a bend of 0 and as an input of 0, and which shares are told with three decimals;
# static/js/figures/summary.js has the same.
FLAT, NEAR, SHUT = 0.0005, 0.0005, 0.005
CURVES = (
    Curve("gelu", "main/curves/passed"),
    Curve("share", "main/curves/share"),
    Curve("relu", "main/curves/relu"),
)
NUMPY = """\
import numpy as np
from scipy.special import ndtr

x = {x}
density = np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
gate = ndtr(x)
gelu = x * gate
slope = gate + x * density
curvature = (2 - x * x) * density
dip = max(x, 0.0) - gelu
tanh_error = x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))) - gelu
print(gate, gelu, slope, curvature, dip, tanh_error)
"""


def summary(x: float | None = None) -> Figure:
    """Shows all of GELU at a draggable point: gate, value, slope, bend, the dip below ReLU, the tanh form's error.

    `x`: the input, from -4 to 4 (1 if not given).
    """
    return Figure(
        id="summary",
        state=(Number("x", 1.0, LOW, HIGH, 0.05),),
        read_outs=(
            Value("gate", 4, "gate", after_predict=True),
            Value("gelu", 4, "passed", after_predict=True),
            Value("slope", 4, "text", after_predict=True),
            Value("curvature", 4, "text", after_predict=True),
            Value("dip", 4, "relu", after_predict=True),
            Value("tanh_error", 6, "tanh", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main, "dip": _dip, "signs": _signs},
        stage=slot("main", classes="gl-tall")
        + slot("dip", classes="gl-inset", after_predict=True)
        + slot("signs", classes="gl-flat", after_predict=True),
        actions=("bend_left", "minimum", "zero", "slope_one", "one", "bend_right"),
        tables={"minimum": pack(core.minimum())},
        height=920,
    ).at(x=x)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """Phi(x), x*Phi(x), its first and second derivative, what it lacks of ReLU, and how far off the tanh form is."""
    x = state["x"]
    return {
        "gate": float(core.cdf(x)),
        "gelu": float(core.gelu(x)) + 0.0,  # no negative zero
        "slope": float(core.gelu_grad(x)),
        "curvature": float(core.gelu_second(x)),
        "dip": float(core.dip(x)),
        "tanh_error": float(core.gelu_tanh(x) - core.gelu(x)) + 0.0,
    }


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["summary"]["sentence"]
    x, share, slope, bend = state["x"], values["gate"], values["slope"], values["curvature"]
    form = "zero" if abs(x) < NEAR else "flat" if abs(slope) < FLAT else "falls" if slope < 0 else "rises"
    text = say[form].format(
        x=decimals(x, 2),
        percent=percent(share, 3 if min(share, 1 - share) < SHUT else 0),
        passed=decimals(values["gelu"], 4 if share < SHUT else 3),
        slope=decimals(slope, 3 if abs(slope) >= FLAT * 10 else 4),
    )
    return f"{text} {say['turns' if abs(bend) < FLAT else 'up' if bend > 0 else 'down']}"


def _main() -> Any:
    labels = words()["figures"]["summary"]["labels"]
    p = draw.plot(
        EDGES,
        (-0.6, 4.2),
        x_ticks=list(range(-4, 5)),
        y_ticks=[0, 1, 2, 3, 4],
        name="main",
        borders=(10, SIDES[0], 4, SIDES[1]),
    )
    p.xaxis[0].visible = False  # the plot below has it for both
    x = np.linspace(LOW, HIGH, 321)
    curves = draw.source("curves", x=x, share=core.cdf(x), passed=core.gelu(x), relu=core.relu(x))
    draw.curve(p, draw.source("axis", x=[*EDGES], y=[0, 0]), "edge", line_width=1)
    draw.curve(p, curves, "relu", y="relu", line_width=1.5, line_dash=[2, 4])
    draw.curve(p, curves, "gate", y="share", line_width=2.5, line_dash=[8, 5])
    draw.curve(p, curves, "passed", y="passed", line_width=3)
    draw.curve(p, draw.source("tangent", x=[], y=[]), "text", line_width=2, level="overlay")
    draw.curve(p, draw.source("stem", x=[], y=[]), "passed", line_width=1.2, line_dash=[3, 3], level="overlay")
    draw.curve(p, draw.source("gap", x=[], y=[]), "relu", line_width=3, level="overlay")
    draw.marker(p, "share point", fill="card", line="gate", size=9)
    draw.label(p, HIGH, 1.45, labels["gelu"], "passed", text_font_style="bold", text_align="right")
    draw.label(p, HIGH, 0.62, labels["share"], "gate", text_align="right")
    draw.label(p, 2.3, 2.6, labels["relu"], "relu", text_align="right")
    return p


def _dip() -> Any:
    labels = words()["figures"]["summary"]["labels"]
    bottom, bend = core.minimum(), -sqrt(2)
    p = draw.plot(
        (-4.1, 0.6),
        (-0.24, 0.03),
        x_ticks=[-4, -3, -2, -1, 0],
        y_ticks=[0, -0.1, -0.2],
        name="dip",
        size="11px",
        borders=(4, 6, 22, 32),
    )
    draw.title(p, labels["dip"], "muted", size="12px")
    draw.curve(p, draw.source("dip axis", x=[-4.1, 0.6], y=[0, 0]), "edge", line_width=1)
    x = np.linspace(LOW, 0.2, 169)
    draw.curve(p, draw.source("dip curve", x=x, y=core.gelu(x)), "passed", line_width=2.5)
    ends = {"x": [bend, bottom.x], "y": [float(core.gelu(bend)), bottom.value]}
    marks = p.scatter("x", "y", source=draw.source("marks", **ends), size=6, line_color=None)
    draw.paint(marks.glyph, fill_color="passed")
    draw.curve(p, draw.source("dip stem", x=[], y=[]), "passed", line_width=1.2, line_dash=[3, 3], level="overlay")
    draw.marker(p, "dip point", fill="passed", line="card", size=11)
    lowest = decimals(bottom.value, 3)
    draw.label(p, bottom.x, bottom.value, lowest, "passed", size="12px", text_align="center", y_offset=-17)
    return p


def _signs() -> Any:
    """Two bands under the curve: where it falls and rises, and how it bends; their ends are the landmarks."""
    labels = words()["figures"]["summary"]["labels"]
    bottom, bend = core.minimum().x, sqrt(2)
    p = draw.plot(
        EDGES, (0.2, 4), x_ticks=list(range(-4, 5)), y_ticks=[], name="signs", borders=(2, SIDES[0], 28, SIDES[1])
    )
    look = {"size": "12px", "text_baseline": "middle"}
    for row, base, ends, kinds in (
        ("slope", 3.0, (LOW, bottom, -bottom, HIGH), ("falls", "rises", "steep")),
        ("bend", 1.1, (LOW, -bend, bend, HIGH), ("down", "up", "down")),
    ):
        top = base + 0.95
        for index, kind in enumerate(kinds):
            left, right = ends[index : index + 2]
            source = draw.source(f"{row} {index}", left=[left], right=[right], bottom=[base], top=[top])
            hatched = kind in ("falls", "down")
            band = p.quad(
                "left",
                "right",
                "top",
                "bottom",
                source=source,
                fill_alpha=0.0 if hatched else 0.3 if kind == "steep" else 0.14,
                line_width=1,
                hatch_pattern="left_diagonal_line" if hatched else None,
                hatch_alpha=0.35,
                hatch_scale=9,
            )
            draw.paint(band.glyph, fill_color="passed", line_color="passed")
            if hatched:
                draw.paint(band.glyph, hatch_color="input")
            word = draw.label(p, (left + right) / 2, base + 0.47, labels[kind], "text", text_align="center", **look)
            # The hatching is behind words that have to be read.
            draw.paint(word, background_fill_color="card")
            word.background_fill_alpha = 0.85
    # Away from the middle: on a phone there is no room for both between them.
    for at, base, text in (
        (bottom, 3.0, decimals(bottom, 3)),
        (-bottom, 3.0, decimals(-bottom, 3)),
        (-bend, 1.1, "−√2"),
        (bend, 1.1, "√2"),
    ):
        side = "right" if at < 0 else "left"
        draw.label(p, at, base - 0.42, text, "passed", text_font_style="bold", text_align=side, **look)
    draw.curve(p, draw.source("here", x=[], y=[]), "passed", line_width=1.2, line_dash=[3, 3], level="overlay")
    return p
