"""Where the minimum is: Newton's method on the slope of GELU, from a start that is dragged."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache
from html import escape
from math import floor, inf, nan
from typing import Any

import numpy as np
from bokeh.core.properties import value
from numpy.typing import NDArray

import gelu_core as core

from .. import draw
from ..figure import Curve, Figure, Flag, Integer, Number, Value
from ..format import decimals
from ..markup import ROW, slot
from ..resources import words
from ..table import pack

# The starts of the table: from -3 to 2 in hundredths, so that what people type is a start. The handle may stand between
# two of them; the nearest one is meant. static/js/figures/newton.js has the same numbers.
LOW, HIGH, PER_UNIT = -3.0, 2.0, 100
# From 0.67, the last start inside, nine steps are needed.
STEPS = 9
CLOSE = 1e-12
DIGITS = 16
LEFT, RIGHT = -4.2, 2.2
# The strip of starts, from its foot to its head.
FOOT, HEAD = -0.67, -0.54
CURVES = (
    Curve("slope", "main/curve/y"),
    Curve("tangents", "main/tangents/y"),
)
NUMPY = """\
import numpy as np
from gelu_core import minimum, newton_steps

start = round({start}, 2)
path = newton_steps(start, 9)
arrived = np.abs(path - minimum().x) < 1e-12
converged = float(arrived.any())
steps = arrived.argmax() if converged else np.nan
root = path[-1] if converged else np.nan
print(start, steps, root, converged)
"""


def newton(start: float | None = None, shown: int | None = None, cycle: bool | None = None) -> Figure:
    """Shows Newton's steps towards the zero of GELU', as tangents and as a table.

    `start`: where the steps begin, from -3 to 2, taken to the nearest hundredth (-1 if not given); `shown`: how many
    steps are drawn, 0 to 9; `cycle`: draw the two points that exchange places and bound the starts that arrive.
    """
    fig = Figure(
        id="newton",
        state=(
            Number("start", -1.0, LOW, HIGH, 1 / PER_UNIT),
            Integer("shown", 5, 0, STEPS),
            Flag("cycle", False),
        ),
        read_outs=(Value("start", 2), Value("steps", 0), Value("root", 8, "passed"), Value("converged", 0)),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main},
        stage="",
        telling=("one", "outside"),
        actions=("play", "pause", "step", "reset", "minus_one", "zero", "one", "inside", "outside"),
        tables={
            "iterates": pack(_iterates().T[1:].ravel()),
            "minimum": pack(core.minimum()),
            "basin": pack(core.newton_basin()),
        },
        height=1130,
    ).at(start=start, shown=shown, cycle=cycle)
    return replace(fig, stage=slot("main") + '<div class="gl-veil"></div>' + ROW + _table(fig.present))


@cache
def _iterates() -> NDArray[np.float64]:
    """The iterates of every start: one row a start, the start itself first."""
    knots = range(round(LOW * PER_UNIT), round(HIGH * PER_UNIT) + 1)
    return np.array([core.newton_steps(k / PER_UNIT, STEPS) for k in knots])


def _path(start: float) -> list[float]:
    """The start of the table that is nearest, and its iterates."""
    return [float(x) for x in _iterates()[floor((start - LOW) * PER_UNIT + 0.5)]]


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The start, how many steps lead within 1e-12 of the limit, the limit, and whether there is one (1 or 0).

    Where the steps run away there is no limit, and both numbers are nan.
    """
    path = _path(state["start"])
    bottom = core.minimum().x
    steps = next((n for n, x in enumerate(path) if abs(x - bottom) < CLOSE), None)
    if steps is None:
        return {"start": path[0], "steps": nan, "root": nan, "converged": 0.0}
    return {"start": path[0], "steps": float(steps), "root": path[-1], "converged": 1.0}


def _written(x: float) -> str:
    """An iterate as the table has it: with all the decimals that a double holds, or few where they mean nothing."""
    return decimals(x, DIGITS if abs(x) < 10 else 4)


def _right(x: float) -> int:
    """How many decimals agree with those of the limit, before the first that does not."""
    here, there = _written(x), _written(core.minimum().x)
    same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False)))
    return max(0, same - there.index(".") - 1)


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["newton"]["sentence"]
    path, shown = _path(state["start"]), state["shown"]
    arrives = values["converged"] == 1
    head = "arrives" if arrives else "right" if path[-1] > 0 else "left"
    x = path[shown]
    tail = "none" if shown == 0 else "near" if arrives else "beyond" if x == inf else "far"
    return str(
        say[head].format(start=decimals(path[0], 2), steps=decimals(values["steps"], 0))
        + say[tail].format(shown=shown, x=decimals(x, 10 if arrives else 3), digits=_right(x))
    )


def _table(state: dict[str, Any]) -> str:
    """The iterates as a table; rows that are not drawn yet are empty, so that the table keeps its height."""
    labels = words()["figures"]["newton"]["labels"]
    rows = ""
    for n, x in enumerate(_path(state["start"])):
        text, right = _written(x), _right(x)
        at = text.index(".") + 1 + right if right else 0
        cells = (f"<b>{text[:at]}</b>{text[at:]}", str(right)) if n <= state["shown"] else ("", "")
        share = right / DIGITS if n <= state["shown"] else 0
        rows += (
            f'<tr><th scope="row">{n}</th><td>{cells[0]}</td>'
            f'<td><span class="gl-count">{cells[1]}</span>'
            f'<span class="gl-bar" style="--gl-share: {share}"></span></td></tr>'
        )
    heads = "".join(f'<th scope="col">{escape(labels[name])}</th>' for name in ("n", "x", "digits"))
    return (
        f'<table class="gl-steps" aria-label="{escape(labels["table"])}">'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _main() -> Any:
    labels = words()["figures"]["newton"]["labels"]
    basin, bottom = core.newton_basin(), core.minimum()
    p = draw.plot(
        (LEFT, RIGHT),
        (-0.71, 1.28),
        x_ticks=list(range(-4, 3)),
        y_ticks=[0, 0.5, 1],
        name="main",
        borders=(6, 14, 30, 38),
    )
    draw.curve(p, draw.source("axis", x=[LEFT, RIGHT], y=[0, 0]), "edge", line_width=1)
    x = np.linspace(LEFT, RIGHT, 321)
    _strip(p, basin)
    loop = [core.gelu_grad(basin.low), 0, core.gelu_grad(basin.high), 0, core.gelu_grad(basin.low)]
    corners = [basin.low, basin.high, basin.high, basin.low, basin.low]
    draw.curve(
        p, draw.source("loop", x=corners, y=loop), "gate", line_width=2, line_dash=[10, 3, 2, 3], name="cycle"
    ).visible = False
    draw.label(p, LEFT + 0.05, 0.86, labels["cycle"], "gate", size="13px", name="cycle label", visible=False)
    draw.curve(p, draw.source("curve", x=x, y=core.gelu_grad(x)), "passed", line_width=3)
    draw.curve(p, draw.source("bottom", x=[bottom.x] * 2, y=[-0.05, 0.05]), "passed", line_width=2.5)
    draw.curve(p, draw.source("begin", x=[], y=[]), "muted", line_width=1.2, line_dash=[3, 3], level="overlay")
    draw.curve(p, draw.source("uprights", x=[], y=[]), "muted", line_width=1.2, line_dash=[3, 3], level="overlay")
    draw.curve(p, draw.source("tangents", x=[], y=[]), "text", line_width=1.8, level="overlay")
    dots = p.scatter("x", "y", source=draw.source("iterates", x=[], y=[]), size=7, level="overlay", line_width=1.5)
    draw.paint(dots.glyph, fill_color="text", line_color="card")
    names = p.text(
        "x",
        "y",
        "text",
        source=draw.source("names", x=[], y=[], text=[]),
        level="overlay",
        text_align="center",
        text_baseline="top",
        y_offset=8,
        text_font=value(draw.FONT),
        padding=1,
        background_fill_alpha=0.85,
    )
    # On a ground of the card's colour: the names stand where tangents and the curve pass.
    draw.paint(names.glyph, text_color="text", text_font_size="13px", background_fill_color="card")
    draw.label(p, LEFT + 0.05, 1.08, labels["slope"], "passed", text_font_style="bold")
    return p


def _strip(p: Any, basin: Any) -> None:
    """Every start and its fate, told by colour, by hatching and by a word."""
    labels = words()["figures"]["newton"]["labels"]
    for name, lefts, rights, role, hatch in (
        ("arrives", [basin.low], [basin.high], "passed", None),
        ("away", [LOW, basin.high], [basin.low, HIGH], "error", "right_diagonal_line"),
    ):
        ends = {"left": lefts, "right": rights, "bottom": [FOOT] * len(lefts), "top": [HEAD] * len(lefts)}
        part = p.quad(
            "left",
            "right",
            "top",
            "bottom",
            source=draw.source(name, **ends),
            fill_alpha=0.75 if hatch is None else 0.2,
            line_width=1.5,
            hatch_pattern=hatch,
            hatch_scale=8,
            hatch_weight=1.5,
        )
        draw.paint(part.glyph, fill_color=role, line_color=role)
        if hatch:
            draw.paint(part.glyph, hatch_color=role)
    for end in basin:
        made = draw.label(p, end, HEAD, decimals(end, 3), "text", size="12px", text_align="center", y_offset=2)
        draw.paint(made, background_fill_color="card")
    for x, text, role, align in (
        (LOW, labels["away"], "error", "left"),
        ((basin.low + basin.high) / 2, labels["arrives"], "passed", "center"),
        (HIGH, labels["away"], "error", "right"),
    ):
        draw.label(p, x, HEAD, text, role, size="13px", text_align=align, y_offset=17, text_font_style="bold")
