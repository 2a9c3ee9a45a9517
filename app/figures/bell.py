"""Bone by bone: the bell, its area left of x as a gate, and the gate's height as the slope of a chord of GELU."""

from __future__ import annotations

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
WIDE = (LOW - 0.15, HIGH + 0.15)
# Shares this close to 0 or 1 are told with two more decimals; static/js/figures/bell.js has the same two.
RARE, NEAR = 0.005, 0.005
# The same on all three panels, so that their x axes are exactly under one another.
LEFT, RIGHT = 42, 10
CURVES = (
    Curve("bell", "density/bell/y"),
    Curve("area", "gate/curve/y"),
    Curve("gelu", "gelu/curves/gelu"),
    Curve("relu", "gelu/curves/relu"),
)
NUMPY = """\
import numpy as np
from scipy.special import ndtr

x = {x}
density = np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
area = ndtr(x)
passed = x * area
relu = max(x, 0.0)
slope = area + x * density
print(density, area, passed, relu, slope)
"""


def bell(x: float | None = None) -> Figure:
    """Shows one number three times: as an area under the bell, as the height of the gate, as the slope of a chord.

    `x`: the input, from -4 to 4 (0 if not given).
    """
    return Figure(
        id="bell",
        state=(Number("x", 0.0, LOW, HIGH, 0.05),),
        read_outs=(
            Value("density", 4, "text"),
            Value("area", 4, "gate"),
            Value("passed", 4, "passed"),
            Value("relu", 2, "relu"),
            Value("slope", 4, "passed"),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"density": _density, "gate": _gate, "gelu": _gelu},
        stage=slot("density", classes="gl-flat")
        + slot("gate", classes="gl-flat", after_predict=True)
        + slot("gelu", after_predict=True),
        actions=("zero", "one", "minus_one", "minimum"),
        tables={"minimum": pack(core.minimum())},
        height=1015,
    ).at(x=x)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The height of the bell at x, the area left of x, x*Phi(x), and beside it ReLU(x) and the slope GELU'(x)."""
    x = state["x"]
    return {
        "density": float(core.pdf(x)),
        "area": float(core.cdf(x)),
        "passed": float(core.gelu(x)) + 0.0,  # no negative zero
        "relu": float(core.relu(x)),
        "slope": float(core.gelu_grad(x)),
    }


def _share(area: float) -> str:
    return decimals(area, 3 if RARE < area < 1 - RARE else 5)


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["bell"]["sentence"]
    x, area = state["x"], values["area"]
    form = "zero" if abs(x) < NEAR else "point"
    return str(
        say[form].format(
            x=decimals(x, 2),
            percent=percent(area, 1 if RARE < area < 1 - RARE else 3),
            share=_share(area),
        )
    )


def _panel(name: str, y: tuple[float, float], ticks: list[float]) -> Any:
    """A panel with a title that the script keeps up to date, a floor and a plumb line at x."""
    p = draw.plot(
        WIDE, y, x_ticks=list(range(-4, 5)), y_ticks=ticks, name=name, size="12px", borders=(4, RIGHT, 28, LEFT)
    )
    title = draw.title(p, words()["figures"]["bell"]["labels"][name].format(share=_share(0.5)), "gate", size="13px")
    title.name, title.text_font_style = "title", "bold"
    draw.curve(p, draw.source("zero", x=WIDE, y=[0, 0]), "edge", line_width=1)
    draw.curve(p, draw.source("plumb", x=[0, 0], y=y), "muted", line_width=1, line_dash=[3, 3])
    return p


def _density() -> Any:
    labels = words()["figures"]["bell"]["labels"]
    p = _panel("density", (0, 0.47), [0, 0.2, 0.4])
    t = np.linspace(*WIDE, 167)
    area = p.varea("x", "low", "high", source=draw.source("area", x=[], low=[], high=[]))
    draw.paint(area.glyph, fill_color="gate")
    area.glyph.fill_alpha = 0.3
    draw.curve(p, draw.source("bell", x=t, y=core.pdf(t)), "text", line_width=2)
    draw.curve(p, draw.source("edge", x=[0, 0], y=[0, 0]), "gate", line_width=2)
    top = float(core.pdf(0))
    words_at_top = labels["top"].format(top=decimals(top, 3))
    draw.label(
        p, -0.9, 0.385, words_at_top, "text", size="12px", name="top label", text_align="right", text_baseline="middle"
    )
    draw.label(p, LOW, 0.12, labels["bell"], "text", size="13px")
    return p


def _gate() -> Any:
    labels = words()["figures"]["bell"]["labels"]
    p = _panel("gate", (-0.1, 1.22), [0, 0.5, 1])
    x = np.linspace(LOW, HIGH, 161)
    draw.curve(p, draw.source("curve", x=x, y=core.cdf(x)), "gate", line_width=2.5, line_dash=[8, 5])
    draw.curve(p, draw.source("height", x=[0, 0], y=[0, 0]), "gate", line_width=5)
    draw.label(p, HIGH, 0.85, labels["phi"], "gate", size="13px", text_align="right", text_baseline="top")
    return p


def _gelu() -> Any:
    labels = words()["figures"]["bell"]["labels"]
    p = _panel("gelu", (-0.75, 4.25), [0, 1, 2, 3, 4])
    x = np.linspace(LOW, HIGH, 321)
    curves = draw.source("curves", x=x, gelu=core.gelu(x), relu=core.relu(x))
    draw.curve(p, curves, "relu", y="relu", line_width=1.5, line_dash=[2, 4])
    draw.curve(p, draw.source("ray", x=[], y=[]), "gate", line_width=1.2, line_alpha=0.7)
    draw.curve(p, curves, "passed", y="gelu", line_width=3)
    draw.curve(p, draw.source("chord", x=[], y=[]), "gate", line_width=3)
    # One across, so many up: the rise over the run of 1 is the slope.
    draw.curve(p, draw.source("run", x=[0, 1], y=[0, 0]), "gate", line_width=2)
    draw.curve(p, draw.source("rise", x=[1, 1], y=[0, 0]), "gate", line_width=5)
    draw.label(p, 0.5, 0, "1", "gate", size="12px", text_align="center", text_baseline="top", y_offset=-4)
    rise = draw.label(p, 1, 0.3, "", "gate", size="12px", name="rise label", x_offset=7, text_baseline="middle")
    rise.text_font_style = "bold"
    draw.paint(rise, background_fill_color="card")
    curve = draw.label(p, HIGH, 1.1, labels["curve"], "passed", size="13px", text_align="right")
    curve.text_font_style = "bold"
    draw.paint(curve, background_fill_color="card")
    draw.label(p, 2.6, 2.75, labels["relu"], "relu", size="13px", text_align="right")
    return p
