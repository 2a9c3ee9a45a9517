"""A mix-up on its way through the layers: exact GELU in one run of a network, an approximation in the other."""

from __future__ import annotations

from math import floor
from typing import Any

from bokeh.models import Plot

from .. import draw
from ..figure import Choice, Curve, Figure, Number, Value
from ..format import short, significant
from ..markup import slot
from ..resources import words
from ..table import pack
from ._recorded import ABSOLUTE, RELATIVE, ROUNDING

LAYERS = 24
FORMS = ("gelu_tanh", "gelu_sigmoid")
DROWNED = 1.5  # a mix-up that makes less than so many times the rounding cannot be told from it
CURVES = (
    Curve("relative", "main/relative/y", power="y"),
    Curve("absolute", "main/absolute/y", power="y"),
    Curve("rounding", "main/rounding/y", power="y"),
    Curve("adds", "main/adds/y", power="y"),
    Curve("doubles", "main/doubles/y", power="y"),
)
NUMPY = """\
import math

from gelu_core import depth_difference

layers = math.floor({depth} + 0.5)
run = depth_difference(layers, dtype="{dtype}", activation="{form}")  # a second or two
relative = run.relative[-1]  # the figure shows two digits of each
absolute = run.absolute[-1]
rounding = run.rounding[-1]
growth = relative / run.relative[0]
print(relative, absolute, rounding, growth)
"""


def depth(depth: float | None = None, dtype: str | None = None, form: str | None = None) -> Figure:
    """Shows how far two runs of one random network are apart after each layer, and what rounding alone does.

    `depth`: layers, from 1 to 24, taken to the nearest whole one (12 if not given); `dtype`: "float32" or "bfloat16";
    `form`: what stands in for GELU in the second run, "gelu_tanh" or "gelu_sigmoid".
    """
    return Figure(
        id="depth",
        state=(
            Number("depth", 12.0, 1.0, LAYERS, 1.0, digits=1),
            Choice("dtype", "float32", tuple(ROUNDING)),
            Choice("form", "gelu_tanh", FORMS),
        ),
        read_outs=(
            Value("relative", 0, "error", "short", after_predict=True),
            Value("absolute", 0, "error", "short", after_predict=True),
            Value("rounding", 0, "input", "short", after_predict=True),
            Value("growth", 0, form="short", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main},
        stage=slot("main", classes="gl-tall") + '<div class="gl-veil"></div>',
        actions=("first", "twelve", "drowned", "stands_out"),
        tables={
            "relative": pack([RELATIVE[dtype, form] for dtype in ROUNDING for form in FORMS]),
            "absolute": pack([ABSOLUTE[dtype, form] for dtype in ROUNDING for form in FORMS]),
            "rounding": pack(list(ROUNDING.values())),
        },
        height=900,
    ).at(depth=depth, dtype=dtype, form=form)


def two(value: float) -> float:
    """No more digits than such a run can promise."""
    return significant(value, 2)


def _layers(state: dict[str, Any]) -> int:
    return floor(state["depth"] + 0.5)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The difference after so many layers, what rounding alone makes, and how much the difference has grown."""
    run, n = (state["dtype"], state["form"]), _layers(state) - 1
    return {
        "relative": two(RELATIVE[run][n]),
        "absolute": two(ABSOLUTE[run][n]),
        "rounding": two(ROUNDING[state["dtype"]][n]),
        "growth": two(RELATIVE[run][n] / RELATIVE[run][0]),
    }


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["depth"]["sentence"]
    relative, rounding = (f"{short(100 * values[name])} %" for name in ("relative", "rounding"))
    form = "drowned" if values["relative"] < DROWNED * values["rounding"] else "above"
    noise = say[form].format(dtype=state["dtype"], rounding=rounding)
    text = say["first" if _layers(state) == 1 else "deep"]
    return str(text.format(depth=_layers(state), relative=relative, growth=short(values["growth"]), noise=noise))


def _main() -> Plot:
    labels = words()["figures"]["depth"]["labels"]
    p = draw.plot(
        (0.4, 24.9),
        (-7.7, 0.1),
        x_ticks=[1, 4, 8, 12, 16, 20, 24],
        y_ticks=[0, -1, -2, -3, -4, -5, -6, -7],
        name="main",
        borders=(6, 14, 44, 44),
    )
    p.yaxis[0].major_label_overrides = {0: "1", **{-n: "10⁻" + "⁰¹²³⁴⁵⁶⁷"[n] for n in range(1, 8)}}
    p.xaxis[0].axis_label = labels["layers"]
    p.xaxis[0].axis_label_text_font = draw.FONT
    p.xaxis[0].axis_label_text_font_style = "normal"
    p.xaxis[0].axis_label_standoff = 2
    draw.paint(p.xaxis[0], axis_label_text_color="muted", axis_label_text_font_size="13px")
    draw.title(p, labels["difference"], "muted", size="13px")
    for name, y, align in (("adds", -2.5, "right"), ("doubles", -2.2, "left")):
        data = draw.source(name, x=[], y=[])
        draw.curve(p, data, "muted", line_width=1.5, line_dash=[2, 4], name=f"{name} line")
        draw.label(p, 0, y, labels[name], "muted", size="13px", name=f"{name} label", text_align=align)
    draw.curve(p, draw.source("here", x=[], y=[]), "muted", line_width=1.2, level="overlay")
    looks: tuple[tuple[str, str, list[int], float], ...] = (
        ("rounding", "input", [8, 5], 2),
        ("absolute", "error", [4, 3], 2),
        ("relative", "error", [], 3),
    )
    for name, role, dash, width in looks:
        draw.curve(p, draw.source(name, x=[], y=[]), role, line_width=width, line_dash=dash)
        draw.marker(p, f"{name} here", fill="card", line=role, size=9)
        weight = "bold" if name == "relative" else "normal"
        style: dict[str, Any] = {"text_font_style": weight, "text_baseline": "middle", "level": "overlay"}
        draw.label(p, 0, 0, labels[name], role, size="13px", name=f"{name} label", **style)
    return p
