"""Bricks: the sum of three ReLU or GELU units, dragged onto a target, and how many the best networks need for it."""

from __future__ import annotations

from math import floor, log10, nan
from typing import Any

import numpy as np

import gelu_core as core

from .. import draw
from ..figure import Choice, Curve, Figure, Number, Value
from ..format import decimals, short
from ..markup import ROW, slot
from ..resources import words
from ..table import pack
from ._bricks import ERRORS, THREE

TARGETS = ("wave", "bump", "roof")
ACTIVATIONS = ("relu", "gelu")
MOST = 12  # bricks, of the networks that were searched for
EDGE, STEEPEST = 3.0, 4.0
# static/js/figures/bricks.js has the same three. REACH: how far right of its bend a brick is held. NEAR: bends closer
# than this are one corner, and a corner that turns by less is none.
REACH, NEAR, FLOOR = 0.75, 0.005, 1e-8
LEFT, RIGHT = -3.25, 4.25
CURVES = (
    Curve("bricks", "bricks/arms/y"),
    Curve("target", "sum/target/y"),
    Curve("sum", "sum/sum line/y"),
    Curve("relu networks", "counter/relu/y", power="y"),
    Curve("gelu networks", "counter/gelu/y", power="y"),
)
NUMPY = """\
import numpy as np
from gelu_core import BRICK_POINTS, arm_sum, brick_target

bends, slopes, w1 = [{t1}, {t2}, {t3}], [{a1}, {a2}, {a3}], {w1}
network = arm_sum(BRICK_POINTS, bends, slopes, w1, "{activation}")
target = brick_target(BRICK_POINTS, "{target}")
mse = np.mean((network - target) ** 2)
print(mse)
"""


def bricks(
    t1: float | None = None,
    a1: float | None = None,
    t2: float | None = None,
    a2: float | None = None,
    t3: float | None = None,
    a3: float | None = None,
    w1: float | None = None,
    n: float | None = None,
    activation: str | None = None,
    target: str | None = None,
) -> Figure:
    """Shows three bricks a·f(w1·(x - t))/w1 and their sum beside a target, and how many bricks the best networks need.

    `t1`, `t2`, `t3`: where the bricks bend, from -3 to 3; `a1`, `a2`, `a3`: their slopes, from -4 to 4; `w1`: the first
    weight of all three, from 0.5 to 8 (1 if not given); `activation`: f, "relu" or "gelu"; `target`: "wave", "bump" or
    "roof"; `n`: the ReLU bricks of the network that GELU is compared with, 1 to 12, taken to the nearest whole number.
    """
    bends, slopes = (-2.3, -1.0, 1.6), (0.8, -1.4, 1.2)
    return Figure(
        id="bricks",
        state=(
            *(
                state
                for i, (bend, slope) in enumerate(zip(bends, slopes, strict=True), 1)
                for state in (
                    Number(f"t{i}", bend, -EDGE, EDGE, 0.1),
                    Number(f"a{i}", slope, -STEEPEST, STEEPEST, 0.1),
                )
            ),
            Number("w1", 1.0, 0.5, core.BRICK_LIMIT, 0.1, scale="log"),
            Number("n", 4.0, 1.0, MOST, 1.0, digits=1),
            Choice("activation", "relu", ACTIVATIONS),
            Choice("target", "wave", TARGETS),
        ),
        read_outs=(
            Value("mse", 5, "error", after_predict=True),
            Value("corners", 0, form="count", after_predict=True),
            Value("relu_error", 0, "relu", "short", after_predict=True),
            Value("needed", 0, "passed", "count", after_predict=True),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"bricks": _bricks, "sum": _sum, "counter": _counter},
        # On a phone the buttons stand below the bricks they move, before the plot that is beside them on a desk.
        stage=f'<div class="gl-side-by-side">{slot("bricks", classes="gl-low")}{slot("sum")}{ROW}'
        f'{slot("counter", classes="gl-beside")}</div><div class="gl-veil"></div>',
        actions=("slopes", "best", "flatten"),
        tables={
            "errors": pack([ERRORS[target, f] for target in TARGETS for f in ACTIVATIONS]),
            "three": pack([THREE[target, f] for target in TARGETS for f in ACTIVATIONS]),
        },
        height=1080,
    ).at(t1=t1, a1=a1, t2=t2, a2=a2, t3=t3, a3=a3, w1=w1, n=n, activation=activation, target=target)


def _count(state: dict[str, Any]) -> int:
    return floor(state["n"] + 0.5)


def _parameters(state: dict[str, Any]) -> tuple[list[float], list[float]]:
    return [state[f"t{i}"] for i in (1, 2, 3)], [state[f"a{i}"] for i in (1, 2, 3)]


def _corners(state: dict[str, Any]) -> int:
    """How many corners the sum has within the picture: ReLU bricks that bend in one place make one, or none."""
    turns: list[list[float]] = []
    if state["activation"] == "relu":
        for bend, slope in sorted(zip(*_parameters(state), strict=True)):
            if turns and bend - turns[-1][0] < NEAR:
                turns[-1][1] += slope
            else:
                turns.append([bend, slope])
    return sum(abs(turn) >= NEAR and abs(bend) <= EDGE - NEAR for bend, turn in turns)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The mean squared error, the corners of the sum, ReLU's best error with n bricks and the bricks GELU needs."""
    bends, slopes = _parameters(state)
    found = core.arm_sum(core.BRICK_POINTS, bends, slopes, state["w1"], state["activation"])
    relu_error = ERRORS[state["target"], "relu"][_count(state) - 1]
    good = [n for n, error in enumerate(ERRORS[state["target"], "gelu"], 1) if error <= relu_error]
    return {
        "mse": float(np.mean(np.square(found - core.brick_target(core.BRICK_POINTS, state["target"])))),
        "corners": _corners(state),
        "relu_error": float(relu_error),
        "needed": good[0] if good else nan,
    }


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    names = words()["figures"]["bricks"]
    say, n, needed = names["sentence"], _count(state), values["needed"]
    corners = ("no_corner", "one_corner", "two_corners", "three_corners")[int(values["corners"])]
    flat = all(abs(slope) < NEAR for slope in _parameters(state)[1])
    head = "flat" if flat else "gelu" if state["activation"] == "gelu" else corners
    tail = "never" if needed != needed else "one" if needed == 1 else "some"
    return str(
        (say[head] + say["first" if n == 1 else "network"] + say[tail]).format(
            mse=decimals(values["mse"], 5),
            target=names["options"]["target"][state["target"]],
            n=n,
            error=short(values["relu_error"]),
            needed="" if needed != needed else int(needed),
            most=MOST,
        )
    )


def _pair(p: Any, source: Any, name: str, width: float) -> None:
    """One line in two looks, of which the script shows one."""
    draw.curve(p, source, "relu", line_width=width, line_dash=[2, 4], name=f"{name} relu")
    draw.curve(p, source, "passed", line_width=width, name=f"{name} gelu").visible = False


def _bricks() -> Any:
    labels = words()["figures"]["bricks"]["labels"]
    p = draw.plot(
        (LEFT, RIGHT),
        (-3.5, 3.5),
        x_ticks=[-3, -2, -1, 0, 1, 2, 3],
        y_ticks=[-2, 0, 2],
        name="bricks",
        borders=(4, 8, 6, 30),
    )
    draw.title(p, labels["bricks"], "muted", size="13px")
    p.xaxis[0].visible = False
    draw.curve(p, draw.source("zero", x=[LEFT, RIGHT], y=[0, 0]), "edge", line_width=1)
    draw.curve(p, draw.source("guides", x=[], y=[]), "edge", line_width=1, line_dash=[3, 3])
    _pair(p, draw.source("arms", x=[], y=[]), "arms", 2)
    return p


def _sum() -> Any:
    labels = words()["figures"]["bricks"]["labels"]
    p = draw.plot(
        (LEFT, RIGHT),
        (-1.7, 1.7),
        x_ticks=[-3, -2, -1, 0, 1, 2, 3],
        y_ticks=[-1, 0, 1],
        name="sum",
        borders=(4, 8, 28, 30),
    )
    draw.title(p, labels["sum"], "muted", size="13px")
    draw.curve(p, draw.source("guides", x=[], y=[]), "edge", line_width=1, line_dash=[3, 3])
    target = draw.curve(p, draw.source("target", x=[], y=[]), "input", line_width=9)
    target.glyph.line_alpha = 0.35
    gaps = p.segment("x", "y", "x", "goal", source=draw.source("gaps", x=[], y=[], goal=[]), line_width=1.5)
    draw.paint(gaps.glyph, line_color="error")
    _pair(p, draw.source("sum line", x=[], y=[]), "sum line", 3)
    corners = p.scatter("x", "y", size=9, marker="square", source=draw.source("corners", x=[], y=[]), line_width=2)
    draw.paint(corners.glyph, fill_color="card", line_color="relu")
    name = draw.label(p, RIGHT, 0, labels["target"], "input", size="12px", text_baseline="middle", text_align="right")
    draw.paint(name, background_fill_color="card")  # the line of 0 runs behind it
    return p


def _counter() -> Any:
    labels = words()["figures"]["bricks"]["labels"]
    p = draw.plot(
        (0.4, MOST + 0.6),
        (log10(FLOOR) - 0.5, 0.9),
        x_ticks=[1, 2, 3, 4, 6, 8, 10, 12],
        y_ticks=[0, -2, -4, -6, -8],
        name="counter",
        borders=(4, 8, 46, 40),
    )
    p.yaxis[0].major_label_overrides = {0: "1", **{-n: "10⁻" + "⁰¹²³⁴⁵⁶⁷⁸"[n] for n in (2, 4, 6, 8)}}
    draw.title(p, labels["counter"], "muted", size="13px")
    axis = p.xaxis[0]
    axis.axis_label, axis.axis_label_text_font, axis.axis_label_text_font_style = labels["count"], draw.FONT, "normal"
    axis.axis_label_standoff = 2
    draw.paint(axis, axis_label_text_color="muted", axis_label_text_font_size="13px")
    relu, gelu = draw.source("relu", x=[], y=[]), draw.source("gelu", x=[], y=[])
    draw.curve(p, relu, "relu", line_width=2, line_dash=[2, 4])
    draw.curve(p, gelu, "passed", line_width=2)
    for data, role, fill, marker in ((relu, "relu", "card", "square"), (gelu, "passed", "passed", "circle")):
        dots = p.scatter("x", "y", size=8, marker=marker, source=data, line_width=2)
        draw.paint(dots.glyph, fill_color=fill, line_color=role)
    draw.curve(p, draw.source("level", x=[], y=[]), "muted", line_width=1.5, line_dash=[4, 3])
    here = p.scatter("x", "y", size=16, source=draw.source("here", x=[], y=[]), line_width=2, fill_color=None)
    draw.paint(here.glyph, line_color="passed")
    look: dict[str, Any] = {"size": "13px", "text_font_style": "bold"}
    # No curve comes up to the right: there the diamond is named, so that its name is never in the way.
    for name, place in (("yours", ([], [])), ("key", ([MOST], [0.45]))):
        yours = p.scatter("x", "y", size=11, marker="diamond", source=draw.source(name, x=place[0], y=place[1]))
        yours.glyph.line_width = 2
        draw.paint(yours.glyph, fill_color="card", line_color="error")
    beside: dict[str, Any] = {"text_align": "right", "text_baseline": "middle", "x_offset": -11}
    draw.label(p, MOST, 0.45, labels["yours"], "error", **beside, **look)
    for name, role in (("relu", "relu"), ("gelu", "passed")):
        draw.label(p, MOST, 0, labels[name], role, name=f"{name} label", text_align="right", y_offset=7, **look)
    return p
