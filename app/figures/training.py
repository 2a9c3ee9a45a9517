"""Training: two networks from the same start, one of ReLU and one of GELU units, recorded on the way."""

from __future__ import annotations

from functools import partial
from math import floor
from typing import Any

import numpy as np
from bokeh.models import FixedTicker

import gelu_core as core

from .. import draw
from ..figure import Choice, Curve, Figure, Flag, Integer, Number, Value
from ..format import count, scientific
from ..markup import ROW, slot
from ..resources import words
from ..table import pack
from ._training import (
    ACTIVATIONS,
    RATES,
    SEEDS,
    STEPS,
    TARGETS,
    UNITS,
    Setup,
    counts_table,
    examples,
    records,
    weights_table,
)

LAST = len(STEPS) - 1
RIGHT = LAST + 10  # behind the last step the curves are named
LEVEL = 1.05  # losses that differ by less are called equal; static/js/figures/training.js has the same
# Colour alone would not tell the four apart.
LOOKS: dict[str, tuple[str, list[int], str]] = {
    "relu": ("relu", [2, 4], "square"),
    "gelu": ("passed", [], "circle"),
    "silu": ("silu", [8, 4], "diamond"),
    "tanh": ("tanh", [10, 3, 2, 3], "triangle"),
}
CURVES = (
    Curve("samples", "fit/samples/y"),
    Curve("target", "fit/curve/y"),
    Curve("relu fit", "fit/relu/y"),
    Curve("gelu fit", "fit/gelu/y"),
    Curve("silu fit", "fit/silu/y"),
    Curve("tanh fit", "fit/tanh/y"),
    Curve("bricks", "bricks/arms/y"),
    Curve("relu loss", "loss/relu/y", power="y"),
    Curve("gelu loss", "loss/gelu/y", power="y"),
    Curve("silu loss", "loss/silu/y", power="y"),
    Curve("tanh loss", "loss/tanh/y", power="y"),
    Curve("relu dead", "dead/relu dead/y"),
    Curve("relu nearly dead", "dead/relu nearly dead/y"),
    Curve("gelu dead", "dead/gelu dead/y"),
    Curve("gelu nearly dead", "dead/gelu nearly dead/y"),
    Curve("silu dead", "dead/silu dead/y"),
    Curve("silu nearly dead", "dead/silu nearly dead/y"),
    Curve("tanh dead", "dead/tanh dead/y"),
    Curve("tanh nearly dead", "dead/tanh nearly dead/y"),
)
NUMPY = """\
import numpy as np
from gelu_core import train, training_data

steps = [0, 1, 2, 3, 4, 5, 6, 8, *(round(10 ** (k / 12)) for k in range(12, 40)), 2000]
step = steps[int(np.floor({frame} + 0.5))]
x, y = training_data("{target}")
last = {}
for name in ("relu", "gelu", "silu", "tanh"):
    *_, last[name] = train(x, y, {units}, name, step, {rate}, {seed})
relu_loss, gelu_loss, silu_loss, tanh_loss = (frame.loss for frame in last.values())
relu_dead, gelu_dead = (round({units} * last[name].dead) for name in ("relu", "gelu"))
relu_nearly_dead, gelu_nearly_dead = (round({units} * last[name].nearly_dead) for name in ("relu", "gelu"))
print(step, relu_loss, gelu_loss, silu_loss, tanh_loss)
print(relu_dead, gelu_dead, relu_nearly_dead, gelu_nearly_dead)
"""


def training(
    target: str | None = None,
    units: int | str | None = None,
    seed: int | None = None,
    rate: float | str | None = None,
    frame: float | None = None,
    activation: str | None = None,
    relatives: bool | None = None,
) -> Figure:
    """Shows recorded trainings of a small network by Adam: fit, bricks, loss and dead units, ReLU against GELU.

    `target`: "sine", "step", "bump", "abs" or "noisy_line"; `units`: 4 or 16; `seed`: of the start, 1 to 3; `rate`: the
    learning rate, 0.003 or 0.03; `frame`: how far, from 0 to 36 (step 0 to 2000), taken to the nearest whole one;
    `activation`: whose bricks are drawn, "relu", "gelu", "silu" or "tanh"; `relatives`: draw SiLU and tanh too.
    """
    return Figure(
        id="training",
        state=(
            Number("frame", float(STEPS.index(100)), 0.0, LAST, 1.0, digits=0),
            Choice("target", "sine", TARGETS),
            Choice("units", "4", tuple(map(str, UNITS))),
            Integer("seed", 1, SEEDS[0], SEEDS[-1], control="select"),
            Choice("rate", "0.03", tuple(map(str, RATES))),
            Choice("activation", "gelu", ACTIVATIONS),
            Choice("speed", "normal", ("slow", "normal", "fast")),
            Flag("relatives", False),
        ),
        # In three columns: what belongs to neither, ReLU, GELU.
        read_outs=(
            Value("step", 0, form="count"),
            Value("silu_loss", 3, "silu", "scientific"),
            Value("tanh_loss", 3, "tanh", "scientific"),
            *(
                value
                for name in ("relu", "gelu")
                for value in (
                    Value(f"{name}_loss", 3, LOOKS[name][0], "scientific"),
                    Value(f"{name}_dead", 0, LOOKS[name][0], "count"),
                    Value(f"{name}_nearly_dead", 0, LOOKS[name][0], "count"),
                )
            ),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"fit": _fit, "loss": _loss, "bricks": _bricks, "dead": _dead},
        # On a phone fit, loss and buttons come first: what is watched while the handle moves.
        stage=f'<div class="gl-side-by-side">{slot("fit", classes="gl-low")}{slot("loss", classes="gl-low")}{ROW}'
        f"{slot('bricks', classes='gl-low gl-second')}{slot('dead', classes='gl-low gl-fourth')}</div>",
        actions=("play", "pause", "step", "reset", *examples()),
        scripts=("player.js", "training_runs.js"),
        tables={
            "samples": pack([core.training_data(each)[1] for each in TARGETS], "float32"),
            "steps": pack(STEPS),
            "examples": pack([each.place for each in examples().values()]),
        },
        lazy={
            f"{kind}-{each}-{size}": partial(make, each, size)
            for kind, make in (("counts", counts_table), ("weights", weights_table))
            for each in TARGETS
            for size in UNITS
        },
        height=1000,
    ).at(
        target=target,
        units=None if units is None else str(units),
        seed=seed,
        rate=None if rate is None else str(rate),
        frame=frame,
        activation=activation,
        relatives=relatives,
    )


def _frame(state: dict[str, Any]) -> int:
    return floor(state["frame"] + 0.5)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The step, the loss with each activation, and how many units are dead or nearly dead with ReLU and with GELU."""
    kept, frame = records(), _frame(state)
    place = Setup(state["target"], int(state["units"]), state["seed"], float(state["rate"])).place
    found: dict[str, float] = {"step": STEPS[frame]}
    for at, name in enumerate(ACTIVATIONS):
        found[f"{name}_loss"] = float(kept.loss[place][at, frame])
        if name in ("relu", "gelu"):
            found[f"{name}_dead"] = int(kept.dead[place][at, frame])
            found[f"{name}_nearly_dead"] = int(kept.nearly_dead[place][at, frame])
    return found


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["training"]["sentence"]
    relu, gelu = values["relu_loss"], values["gelu_loss"]
    factor = max(relu / gelu, gelu / relu)
    head = "level" if factor < LEVEL else "gelu_ahead" if gelu < relu else "relu_ahead"
    slots = {
        "step": count(values["step"]),
        "relu": scientific(relu, 3),
        "gelu": scientific(gelu, 3),
        "factor": scientific(factor, 2),
        "units": state["units"],
        **{name: count(values[name]) for name in values if "dead" in name},
    }
    return str((say[head] + say["dead"]).format(**slots))


# -- the picture -------------------------------------------------------------------------------------------------------


def _lines(p: Any, width: float, *, x: str = "x", one: str = "") -> None:
    """A line for each activation, with a name for what the script changes of it; `one`: of a source for all."""
    data = draw.source(one, x=[], y=[]) if one else None
    for name in reversed(ACTIVATIONS):
        role, dash, _ = LOOKS[name]
        look: dict[str, Any] = {"line_width": width, "line_dash": dash, "visible": name in ("relu", "gelu")}
        mine = data or draw.source(name, **{each: [] for each in {"x", "y", x}})
        draw.curve(p, mine, role, x=x, name=f"{name} line", **look).glyph.name = f"{name} glyph"


def _marks(p: Any, away: int) -> None:
    """A mark for each activation at the present step, and its name behind the last one, so many pixels away."""
    for name in reversed(ACTIVATIONS):
        role, _, marker = LOOKS[name]
        mark = p.scatter("x", "y", size=8, marker=marker, source=draw.source(f"{name} here", x=[], y=[]), line_width=2)
        draw.paint(mark.glyph, fill_color="card" if name == "relu" else role, line_color=role)
        label = words()["figures"]["training"]["options"]["activation"][name]
        look: dict[str, Any] = {"text_baseline": "middle", "text_font_style": "bold", "x_offset": away}
        named = draw.label(p, LAST, 0, label, role, size="13px", name=f"{name} label", visible=False, **look)
        draw.paint(named, background_fill_color="card")  # grid lines run behind it


def _over_steps(name: str, y: tuple[float, float], y_ticks: list[float], left: int) -> Any:
    labels = words()["figures"]["training"]["labels"]
    ticks: dict[Any, Any] = {float(STEPS.index(step)): count(step) for step in (0, 10, 100, 1000)}
    p = draw.plot((-0.8, RIGHT), y, x_ticks=list(ticks), y_ticks=y_ticks, name=name, borders=(4, 4, 46, left))
    draw.title(p, labels[name], "muted", size="13px")
    axis = p.xaxis[0]
    axis.major_label_overrides = ticks
    axis.axis_label, axis.axis_label_text_font, axis.axis_label_text_font_style = labels["step"], draw.FONT, "normal"
    axis.axis_label_standoff = 2
    draw.paint(axis, axis_label_text_color="muted", axis_label_text_font_size="13px")
    draw.curve(p, draw.source("here", x=[], y=[]), "edge", line_width=1, line_dash=[3, 3])
    return p


def _fit() -> Any:
    labels = words()["figures"]["training"]["labels"]
    ticks: list[float] = [-2, -1, 0, 1, 2]
    p = draw.plot((-3.1, 3.1), (-1.5, 1.5), x_ticks=[-3, *ticks, 3], y_ticks=ticks, name="fit", borders=(4, 4, 28, 30))
    p.y_range.name = "range"
    draw.title(p, labels["fit"], "muted", size="13px")
    dots = p.scatter("x", "y", size=5, source=draw.source("samples", x=[], y=[]), line_color=None, fill_alpha=0.55)
    draw.paint(dots.glyph, fill_color="input")
    draw.curve(p, draw.source("curve", x=[], y=[]), "edge", line_width=1)
    _lines(p, 2.5)
    return p


def _bricks() -> Any:
    labels = words()["figures"]["training"]["labels"]
    p = draw.plot(
        (-3.1, 3.1),
        (-1.5, 1.5),
        x_ticks=[-3, -2, -1, 0, 1, 2, 3],
        y_ticks=[],
        name="bricks",
        borders=(4, 4, 28, 40),
    )
    p.y_range.name = "range"
    p.yaxis[0].ticker = p.ygrid[0].ticker = FixedTicker(ticks=[-1, 0, 1], name="ticks")
    p.yaxis[0].major_label_overrides = {n / 2: f"{n / 2:g}".replace("-", "−") for n in range(-160, 161)}
    draw.title(p, labels["bricks"].format(name="GELU"), "muted", size="13px").name = "title"
    draw.curve(p, draw.source("offset", x=[], y=[]), "edge", line_width=1.5, line_dash=[3, 3])
    _lines(p, 1.5, one="arms")
    return p


def _loss() -> Any:
    p = _over_steps("loss", (-3.0, 1.0), [], 40)
    p.y_range.name = "range"
    p.yaxis[0].ticker = p.ygrid[0].ticker = FixedTicker(ticks=[], name="ticks")
    # The axis holds log10 of the loss. The script takes ticks from these, as many as there is room for.
    p.yaxis[0].major_label_overrides = {
        **{-n: "10⁻" + "⁰¹²³⁴⁵⁶⁷⁸"[n] for n in range(3, 9)},
        **{round(float(np.log10(each)), 4): f"{each:g}" for each in (10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)},
    }
    _lines(p, 2, x="frame")
    _marks(p, 21)
    return p


def _dead() -> Any:
    p = _over_steps("dead", (-0.06, 1.04), [0, 0.25, 0.5, 0.75, 1], 46)
    p.yaxis[0].major_label_overrides = {0: "0", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1: "100 %"}
    for name in reversed(ACTIVATIONS):
        role, visible = LOOKS[name][0], name in ("relu", "gelu")
        for kind, dash in (("dead", []), ("nearly dead", [5, 4])):
            data = draw.source(f"{name} {kind}", frame=[], x=[], y=[])
            look: dict[str, Any] = {"line_width": 2, "line_dash": dash, "visible": visible}
            line = draw.curve(p, data, role, x="frame", name=f"{name} {kind} line", **look)
            line.glyph.line_cap = "butt"
    _marks(p, 9)
    return p
