"""The gate: an input, the share of it that passes, and what gets through."""

from __future__ import annotations

from typing import Any

import numpy as np

import gelu_core as core

from .. import draw
from ..figure import Curve, Figure, Flag, Number, Value
from ..format import decimals, percent
from ..markup import slot
from ..resources import words
from ..table import pack

LOW, HIGH = -4.0, 4.0
CURVES = (
    Curve("gelu", "main/curves/passed"),
    Curve("share", "main/curves/share"),
    Curve("relu", "main/curves/relu"),
    Curve("hard gate", "main/step/y"),
)
NUMPY = """\
from scipy.special import ndtr

x = {x}
gate = ndtr(x)  # Phi, the normal distribution function
passed = x * gate
relu = max(x, 0.0)
print(gate, passed, relu)
"""


def gate(x: float | None = None, hard: bool | None = None) -> Figure:
    """Shows x, Phi(x) and x*Phi(x) at a draggable point.

    `x`: the input, from -4 to 4 (1 if not given); `hard`: compare with ReLU's gate, which is open or shut.
    """
    return Figure(
        id="gate",
        state=(Number("x", 1.0, LOW, HIGH, 0.05), Flag("hard", False)),
        read_outs=(
            Value("x", 2, "input"),
            Value("gate", 4, "gate"),
            Value("passed", 4, "passed"),
            Value("relu", 2, "relu"),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main, "dip": _dip},
        stage=slot("main", classes="gl-tall")
        + slot("dip", classes="gl-inset", after_predict=True)
        + '<div class="gl-veil"></div>',
        actions=("minimum", "zero"),
        telling=("minimum",),
        tables={"minimum": pack(core.minimum())},
        late=("dip",),
        height=760,
    ).at(x=x, hard=hard)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The input, the share Phi(x), the part x*Phi(x) that passes, and ReLU(x)."""
    x = state["x"]
    return {"x": x, "gate": float(core.cdf(x)), "passed": float(core.gelu(x)), "relu": float(core.relu(x))}


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["gate"]["sentence"]
    x, share = state["x"], values["gate"]
    form = "zero" if abs(x) < 0.005 else "shut" if share < 0.005 else "negative" if x < 0 else "positive"
    text = say[form].format(
        x=decimals(x, 2),
        percent=percent(share, 3 if share < 0.005 else 0),
        passed=decimals(values["passed"], 4 if share < 0.005 else 2),
    )
    if state["hard"] and form != "zero":
        text += " " + say["hard_open" if x > 0 else "hard_shut"]
    return str(text)


def _main() -> Any:
    labels = words()["figures"]["gate"]["labels"]
    p = draw.plot(
        (-4.15, 4.15), (-1.25, 4.2), x_ticks=[-4, -3, -2, -1, 0, 1, 2, 3, 4], y_ticks=[0, 1, 2, 3, 4], name="main"
    )
    x = np.linspace(LOW, HIGH, 161)
    zero = draw.source("zero", x=[-4.15, 4.15], y=[0, 0])
    draw.curve(p, zero, "edge", line_width=1)
    curves = draw.source("curves", x=x, share=core.cdf(x), passed=core.gelu(x), relu=core.relu(x))
    draw.curve(p, curves, "relu", y="relu", line_width=1.5, line_dash=[2, 4])
    draw.curve(
        p,
        draw.source("step", x=[LOW, 0, 0, HIGH], y=[0, 0, 1, 1]),
        "relu",
        line_width=1.5,
        line_dash=[2, 4],
        name="hard",
    ).visible = False
    draw.curve(p, curves, "gate", y="share", line_width=2.5, line_dash=[8, 5])
    draw.curve(p, curves, "passed", y="passed", line_width=3)
    draw.label(p, 2.1, 1.5, labels["curve"], "passed", text_font_style="bold")
    draw.label(p, HIGH, 0.62, labels["share"], "gate", text_align="right")
    draw.label(p, 2.0, 2.3, labels["relu"], "relu", text_align="right")
    draw.label(p, HIGH, 1.1, labels["hard"], "relu", text_align="right", name="hard label", visible=False)
    # The bars have the scale of the x axis: what goes in, and over it what comes through.
    for name, role, height in (("whole", "input", 0.42), ("passes", "passed", 0.22)):
        bar = p.hbar(
            y="y",
            left="left",
            right="right",
            height=height,
            source=draw.source(name, y=[-0.72], left=[0], right=[0]),
            level="overlay",
            line_color=None,
        )
        draw.paint(bar.glyph, fill_color=role)
        if name == "whole":
            bar.glyph.fill_alpha = 0.45
    marks = draw.source("marks", x=[0, 0, 0], y=[0, 0, 0])
    line = draw.curve(p, marks, "passed", line_width=1.2, line_dash=[3, 3], level="overlay")
    line.glyph.line_alpha = 0.8
    draw.marker(p, "share point", fill="card", line="gate", size=9)
    for name, role, y, weight in (("whole", "input", -0.5, "normal"), ("passes", "passed", -0.92, "bold")):
        looks = {"level": "overlay", "text_baseline": "middle", "text_font_style": weight}
        draw.label(p, 0, y, labels[name], role, size="13px", name=f"{name} label", **looks)
    return p


def _dip() -> Any:
    labels = words()["figures"]["gate"]["labels"]
    bottom = core.minimum()
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
    draw.curve(p, draw.source("zero", x=[-4.1, 0.6], y=[0, 0]), "edge", line_width=1)
    x = np.linspace(LOW, 0.2, 85)
    draw.curve(p, draw.source("curve", x=x, y=core.gelu(x)), "passed", line_width=2.5)
    draw.curve(p, draw.source("stem", x=[0, 0], y=[0, 0]), "passed", line_width=1.2, line_dash=[3, 3], level="overlay")
    draw.marker(p, "point", fill="passed", line="card", size=11)
    draw.label(
        p, bottom.x, bottom.value, decimals(bottom.value, 3), "passed", size="12px", text_align="center", y_offset=-16
    )
    return p
