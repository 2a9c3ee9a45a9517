"""The noisy mask: draws that let x pass or not, and the mean of what passes, which settles at x*Phi(x)."""

from __future__ import annotations

from functools import partial
from math import nan, sqrt
from typing import Any

import numpy as np
from bokeh.models import BasicTicker

import gelu_core as core

from .. import draw
from ..figure import Choice, Curve, Figure, Integer, Number, Value
from ..format import count, decimals
from ..markup import ROW, slot
from ..resources import words
from ..table import pack

DRAWS = 10_000
SEEDS = range(1, 9)
# The piles of dots: columns from -EDGE to EDGE, as high as TOP; static/js/figures/mask.js has the same two.
EDGE, TOP = 4.4, 17
CURVES = (
    Curve("bell", "main/bell/pdf"),
    Curve("mean", "means/mean/y", power="x"),
    Curve("expected", "means/expected/y", power="x"),
    Curve("band low", "means/band/low", power="x"),
    Curve("band high", "means/band/high", power="x"),
)
NUMPY = """\
import numpy as np
from gelu_core import gate_noise
from scipy.special import ndtr

x, n = {x}, {n}
draws = gate_noise({seed})[:n].astype(float)  # the same draws for everybody
share = np.mean(draws <= x) if n else np.nan
mean = x * share
expected = x * ndtr(x)
error = mean - expected
band = abs(x) * np.sqrt(ndtr(x) * ndtr(-x) / n) if n else np.nan
print(share, mean, expected, error, band)
"""


def mask(x: float | None = None, seed: int | None = None, n: int | None = None) -> Figure:
    """Shows the first n draws of a seed, each passing if eps <= x, and the mean of the mask times x.

    `x`: the input, from -4 to 4 (-1 if not given); `seed`: which draws, 1 to 8; `n`: how many of them, 0 to 10,000.
    """
    return Figure(
        id="mask",
        state=(
            Number("x", -1.0, -4.0, 4.0, 0.05),
            Integer("n", 0, 0, DRAWS, step=10),
            Integer("seed", 1, SEEDS[0], SEEDS[-1], control="select"),
            Choice("speed", "normal", ("slow", "normal", "fast")),
        ),
        read_outs=(
            Value("share", 4, "passed"),
            Value("mean", 4, "passed"),
            Value("expected", 4, "gate", after_predict=True),
            Value("error", 4, "error"),
            Value("band", 4, "gate"),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main, "means": _means, "masks": _masks},
        stage=slot("main")
        + ROW
        + '<div class="gl-side-by-side">'
        + slot("means", classes="gl-low", after_predict=True)
        + slot("masks", classes="gl-low")
        + "</div>",
        actions=("play", "pause", "step", "hundred", "reset"),
        scripts=("player.js",),
        lazy={f"seed-{each}": partial(_draws, each) for each in SEEDS},
        height=975,
    ).at(x=x, seed=seed, n=n)


def _draws(seed: int) -> dict[str, str]:
    return pack(core.gate_noise(seed), "float32")


def compute(state: dict[str, Any]) -> dict[str, float]:
    """The share of n draws that pass, the mean of m*x, what is expected of it, their difference and standard error."""
    x, n = state["x"], state["n"]
    passes = int(np.count_nonzero(core.gate_samples(x, n, state["seed"])))
    share = passes / n if n else nan
    mean = x * share + 0.0  # no negative zero
    expected = float(core.gelu(x))
    band = abs(x) * sqrt(float(core.cdf(x)) * float(core.cdf(-x)) / n) if n else nan
    return {"share": share, "mean": mean, "expected": expected, "error": mean - expected, "band": band}


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["mask"]["sentence"]
    x, n, expected = state["x"], state["n"], values["expected"]
    zero = abs(x) < 0.005
    passes = round(n * values["share"]) if n else 0
    if n == 0:
        head = "none"
    elif n == 1:
        head = "first_passes" if passes else "first_stops"
    else:
        head = {0: "no_pass", 1: "one_pass", n: "all_pass"}.get(passes, "some_pass")
    digits = 4 if abs(expected) < 0.005 or values["band"] < 0.0005 else 3
    slots = {
        "x": "0" if zero else decimals(x, 2),
        "n": count(n),
        "passes": count(passes),
        "mean": decimals(values["mean"], digits),
        "expected": decimals(expected, digits),
        "band": decimals(values["band"], digits),
    }
    tail = "" if n == 0 else say["zero" if zero else "mean"]
    return str((say[head] + tail).format(**slots))


def _dots(p: Any, name: str, role: str, *, filled: bool, marker: str = "circle", width: float = 1.5) -> None:
    """Marks of sizes that the script finds; filled or hollow, so that colour is not alone in telling them apart."""
    dots = p.scatter("x", "y", size="size", marker=marker, source=draw.source(name, x=[], y=[], size=[]))
    dots.glyph.line_width = width
    draw.paint(dots.glyph, line_color=role, fill_color=role if filled else "card")


def _main() -> Any:
    labels = words()["figures"]["mask"]["labels"]
    p = draw.plot(
        (-EDGE - 0.1, EDGE + 0.1),
        (-1, 22),
        x_ticks=list(range(-4, 5)),
        y_ticks=[],
        name="main",
        borders=(4, 12, 46, 12),
    )
    _name_axis(p, labels["draw"])
    # The number line is the floor of the piles; its ticks reach up to it past the mark of the newest draw.
    p.xaxis[0].axis_line_color = None
    p.xaxis[0].tags = [tag for tag in p.xaxis[0].tags if not tag.startswith("axis_line_color")]
    p.xaxis[0].major_tick_in, p.xaxis[0].major_tick_out = 11, 0
    edges = {"left": [-EDGE - 0.1], "right": [-EDGE - 0.1], "bottom": [0], "top": [TOP + 1.5]}
    side = p.quad("left", "right", "top", "bottom", source=draw.source("pass side", **edges), line_color=None)
    draw.paint(side.glyph, fill_color="passed")
    side.glyph.fill_alpha = 0.07
    draw.curve(p, draw.source("floor", x=[-EDGE - 0.1, EDGE + 0.1], y=[0, 0]), "edge", line_width=1)
    _dots(p, "stop dots", "input", filled=False)
    _dots(p, "pass dots", "passed", filled=True)
    t = np.linspace(-EDGE, EDGE, 177)
    draw.curve(p, draw.source("bell", x=t, pdf=core.pdf(t), y=0 * t), "text", line_width=1.5, line_dash=[2, 4])
    draw.curve(p, draw.source("threshold", x=[], y=[]), "passed", line_width=2)
    _dots(p, "falling", "text", filled=True)
    newest = p.scatter("x", "y", size=9, marker="triangle", source=draw.source("newest", x=[], y=[]), line_color=None)
    draw.paint(newest.glyph, fill_color="text")
    high = {"text_baseline": "middle", "text_font_style": "bold"}
    draw.label(p, -EDGE, 21, labels["pass"].format(n=0), "passed", name="pass label", **high)
    draw.label(p, EDGE, 21, labels["stop"].format(n=0), "input", name="stop label", text_align="right", **high)
    draw.label(p, EDGE, 17, labels["one"], "muted", size="12px", name="scale label", text_align="right")
    return p


def _means() -> Any:
    labels = words()["figures"]["mask"]["labels"]
    p = draw.plot(
        (-0.08, 4.08), (-1.2, 0.4), x_ticks=[0, 1, 2, 3, 4], y_ticks=[0], name="means", borders=(8, 26, 46, 44)
    )
    _name_axis(p, labels["draws"])
    # The axis holds log10(n): the early noise and the narrowing band are both seen, and nothing has to be scaled anew.
    p.xaxis[0].major_label_overrides = {log: count(10**log) for log in range(5)}
    p.yaxis[0].ticker = p.ygrid[0].ticker = BasicTicker(desired_num_ticks=4)
    p.yaxis[0].major_label_overrides = {}
    p.y_range.name = "range"
    band = p.varea("x", "low", "high", source=draw.source("band", x=[], low=[], high=[]))
    draw.paint(band.glyph, fill_color="gate")
    band.glyph.fill_alpha = 0.16
    draw.curve(p, draw.source("expected", x=[], y=[]), "gate", line_width=2, line_dash=[8, 5])
    draw.curve(p, draw.source("mean", x=[], y=[]), "passed", line_width=2.5)
    present = p.scatter("x", "y", size=9, source=draw.source("present", x=[], y=[]), line_width=2)
    draw.paint(present.glyph, fill_color="passed", line_color="card")
    look = {"size": "13px", "text_font_style": "bold"}
    draw.label(p, 4, 0, labels["expected"], "gate", name="expected label", text_align="right", y_offset=7, **look)
    draw.label(
        p, 0, 0, labels["mean"], "passed", name="mean label", text_baseline="top", y_offset=-9, visible=False, **look
    )
    return p


def _masks() -> Any:
    labels = words()["figures"]["mask"]["labels"]
    p = draw.plot((-0.2, 20.2), (-0.55, 2.75), x_ticks=[], y_ticks=[], name="masks", borders=(8, 6, 40, 6))
    p.xaxis[0].axis_line_color = None
    p.xaxis[0].tags = [tag for tag in p.xaxis[0].tags if not tag.startswith("axis_line_color")]
    _name_axis(p, labels["last"])
    _dots(p, "on", "passed", filled=True, marker="square")
    _dots(p, "off", "input", filled=False, marker="square")
    _dots(p, "empty", "edge", filled=True)
    for row, name in enumerate(("gelu", "dropout", "relu")):
        draw.label(p, 0, row + 0.32, labels[name], "text", size="13px")
    return p


def _name_axis(p: Any, text: str) -> None:
    axis = p.xaxis[0]
    axis.axis_label, axis.axis_label_text_font, axis.axis_label_text_font_style = text, draw.FONT, "normal"
    axis.axis_label_standoff = 4
    draw.paint(axis, axis_label_text_color="muted", axis_label_text_font_size="13px")
