"""ReLU minus a dip: GELU(x) = ReLU(x) - |x| Phi(-|x|), and SiLU likewise with a wider and deeper dip."""

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
# Where the dip hangs before it is pulled up, and when it has arrived; static/js/figures/dip.js has the same two.
REST, DONE = -0.75, 0.995
CURVES = (
    Curve("dip", "dips/curves/gelu"),
    Curve("silu dip", "dips/curves/silu"),
    Curve("pulled line", "main/curve/base"),
    Curve("pulled line minus dip", "main/curve/gelu"),
    Curve("pulled line minus silu dip", "main/curve/silu"),
)
NUMPY = """\
from scipy.special import expit, ndtr

x = {x}
dip = abs(x) * ndtr(-abs(x))
silu_dip = abs(x) * expit(-abs(x))
relu = max(x, 0.0)
gelu = relu - dip
print(dip, silu_dip, relu, gelu)
"""


def dip(x: float | None = None, lift: float | None = None, silu: bool | None = None) -> Figure:
    """Shows the dip |x| Phi(-|x|) by which GELU lies below ReLU, to be pulled up onto ReLU.

    `x`: the input, from -4 to 4 (-1 if not given); `lift`: how far the dip is pulled up, from 0, where it hangs alone,
    to 1, where ReLU minus the dip is GELU (0.25 if not given); `silu`: show the dip of SiLU too.
    """
    return Figure(
        id="dip",
        state=(
            Number("x", -1.0, LOW, HIGH, 0.05),
            # Neither at rest nor done: so it is seen that it can be moved, and both ways.
            Number("lift", 0.25, 0.0, 1.0, 0.05),
            Flag("silu", False),
        ),
        read_outs=(
            Value("dip", 4, "passed", after_predict=True),
            Value("silu_dip", 4, "silu", after_predict=True),
            Value("relu", 4, "relu", after_predict=True),
            Value("gelu", 4, "passed", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main, "dips": _dips},
        stage=slot("main", classes="gl-tall")
        + slot("dips", classes="gl-low", after_predict=True)
        + '<div class="gl-veil"></div>',
        actions=("subtract", "apart", "peak", "minus", "plus"),
        tables={"minimum": pack(core.minimum())},
        height=1050,
    ).at(x=x, lift=lift, silu=silu)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The dips of GELU and SiLU at x, ReLU(x) and GELU(x)."""
    x = state["x"]
    return {
        "dip": float(core.dip(x)),
        "silu_dip": float(core.silu_dip(x)),
        "relu": float(core.relu(x)),
        "gelu": float(core.gelu(x)) + 0.0,  # no negative zero
    }


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["dip"]["sentence"]
    x, lift = state["x"], state["lift"]
    zero = abs(x) < 0.005
    parts = [say["done"] if lift >= DONE else say["apart"].format(percent=percent(lift))]
    parts.append(
        say["zero" if zero else "point"].format(x=decimals(x, 2), minus_x=decimals(-x, 2), dip=_short(values["dip"]))
    )
    if state["silu"] and not zero:
        parts.append(say["silu"].format(dip=_short(values["silu_dip"])))
    return " ".join(parts)


def _short(value: float) -> str:
    """Three decimals, four where three would hide the number."""
    return decimals(value, 4 if value < 0.005 else 3)


def _main() -> Any:
    labels = words()["figures"]["dip"]["labels"]
    p = draw.plot(
        (LOW - 0.15, HIGH + 0.15),
        (-1.3, 2.1),
        x_ticks=list(range(-4, 5)),
        y_ticks=[-1, 0, 1, 2],
        name="main",
        borders=(8, 12, 28, 36),
    )
    x = np.linspace(LOW, HIGH, 257)
    relu = draw.source("relu", x=[LOW, 0, 2.1], y=[0, 0, 2.1])
    curve = draw.source("curve", x=x, base=0 * x + REST, gelu=REST - core.dip(x), silu=REST - core.silu_dip(x))
    area = p.varea("x", "base", "gelu", source=curve)
    draw.paint(area.glyph, fill_color="passed")
    area.glyph.fill_alpha = 0.14
    draw.curve(p, curve, "passed", y="base", line_width=1.2, line_dash=[3, 3])
    draw.curve(p, relu, "relu", line_width=2, line_dash=[2, 4])
    draw.curve(p, curve, "silu", y="silu", line_width=2, line_dash=[10, 4], name="silu").visible = False
    draw.curve(p, curve, "passed", y="gelu", line_width=3)
    bars = draw.source("bars", x=[-1, 1], top=[REST, REST], bottom=[REST, REST])
    bar = p.segment("x", "bottom", "x", "top", source=bars, line_width=5, level="overlay")
    draw.paint(bar.glyph, line_color="passed")
    draw.label(p, 1.45, 1.6, labels["relu"], "relu", text_align="right")
    look = {"text_font_style": "bold", "size": "13px"}
    draw.label(p, LOW, REST, labels["hanging"], "passed", name="gelu label", y_offset=8, **look)
    draw.label(p, LOW, REST, labels["silu"], "silu", name="silu label", text_baseline="top", visible=False, **look)
    return p


def _silu_peak() -> tuple[float, float]:
    """Where SiLU's dip is largest, and its size: there it is t - 1, because 1 + e^t = t e^t."""
    t = 1.0
    for _ in range(9):
        t = 1 + float(core.silu_dip(t))
    return t, t - 1


def _dips() -> Any:
    labels = words()["figures"]["dip"]["labels"]
    p = draw.plot(
        (LOW - 0.15, HIGH + 0.15),
        (-0.012, 0.41),
        x_ticks=list(range(-4, 5)),
        y_ticks=[0, 0.1, 0.2],
        name="dips",
        borders=(4, 12, 28, 36),
    )
    draw.title(p, labels["dips"], "muted", size="13px")
    x = np.linspace(LOW, HIGH, 321)
    curves = draw.source("curves", x=x, gelu=core.dip(x), silu=core.silu_dip(x), zero=0 * x)
    area = p.varea("x", "zero", "gelu", source=curves)
    draw.paint(area.glyph, fill_color="passed")
    area.glyph.fill_alpha = 0.14
    draw.curve(p, draw.source("zero", x=[LOW - 0.15, HIGH + 0.15], y=[0, 0]), "edge", line_width=1)
    draw.curve(p, curves, "silu", y="silu", line_width=2, line_dash=[10, 4], name="silu").visible = False
    draw.curve(p, curves, "passed", y="gelu", line_width=3)
    draw.curve(p, draw.source("stems", x=[], y=[]), "passed", line_width=5)
    draw.curve(p, draw.source("level", x=[], y=[]), "passed", line_width=1.2, line_dash=[3, 3])
    draw.marker(p, "mirror", fill="card", line="passed", size=13)
    bottom, (peak_x, peak) = core.minimum(), _silu_peak()
    # Above the humps, where no curve is.
    middle = {"text_align": "center", "size": "13px", "text_font_style": "bold"}
    at_peak = labels["gelu_peak"].format(value=decimals(-bottom.value, 3), x=decimals(-bottom.x, 3))
    draw.label(p, 0, 0.355, at_peak, "passed", **middle)
    at_peak = labels["silu_peak"].format(value=decimals(peak, 3), x=decimals(peak_x, 3))
    draw.label(p, 0, 0.295, at_peak, "silu", name="silu peak", visible=False, **middle)
    return p
