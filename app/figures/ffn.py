"""A transformer's feed-forward network: how wide, how many GELUs, and what reaches them at the start."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from bokeh.models import Plot

import gelu_core as core

from .. import draw
from ..figure import Choice, Curve, Figure, Integer, Value
from ..format import count, decimals
from ..markup import slot
from ..resources import words
from ..table import pack
from ._recorded import COUNTS, SPREAD

RECORDED = 768  # the width of the recorded passes
LARGEST = 1600  # GPT-2 XL
BERT = core.MODELS["BERT-base"]
# The buttons set these; static/js/figures/ffn.js has their numbers.
MODELS = {name.lower().replace(" ", "_").replace("-", "_").replace("/", ""): name for name in core.MODELS}
CURVES = (
    Curve("gelu", "histogram/curves/gelu"),
    Curve("relu", "histogram/curves/relu"),
    Curve("histogram", "histogram/bars/top"),
)
NUMPY = """\
from gelu_core import count_ffn, preactivations

cost = count_ffn({width}, layers={layers}, tokens={tokens})
evaluations, parameters = cost.evaluations, cost.parameters
gigaflops = cost.flops / 1e9
gelu_share = cost.gelu_share
sd = preactivations("{init}", {width}).sd  # drawn once; the figure keeps three digits of width 768
print(evaluations, parameters, gigaflops, gelu_share, sd)
"""


def ffn(
    width: int | None = None, layers: int | None = None, tokens: int | None = None, init: str | None = None
) -> Figure:
    """Shows the feed-forward network of one layer to scale, what a pass costs, and what reaches GELU at first.

    `width`: length of a token's vector, from 64 to 1,600; `layers`: 1 to 48; `tokens`: 1 to 1,024; `init`: the first
    weights, "bert", "pytorch" or "he". BERT-base if nothing is given.
    """
    return Figure(
        id="ffn",
        state=(
            Integer("width", BERT.width, 64, LARGEST, 64),
            Integer("layers", BERT.layers, 1, 48),
            Integer("tokens", BERT.tokens, 1, 1024, 16),
            Choice("init", "bert", tuple(SPREAD)),
        ),
        read_outs=(
            Value("evaluations", 0, "passed", "count"),
            Value("parameters", 0, form="count"),
            Value("gigaflops", 1),
            Value("gelu_share", 2, "passed", "percent"),
            Value("sd", 2, "input"),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"block": _block, "histogram": _histogram},
        stage=slot("block") + slot("histogram"),
        actions=("bert_base", "bert_large", "gpt_2_small", "gpt_2_medium", "gpt_2_large", "gpt_2_xl", "vit_b16"),
        tables={"spread": pack(list(SPREAD.values())), "counts": pack(list(COUNTS.values()), "float32")},
        height=1150,
    ).at(width=width, layers=layers, tokens=tokens, init=init)


def compute(state: dict[str, Any]) -> dict[str, float]:
    """What one pass costs, and the standard deviation of what reaches GELU before any training."""
    cost = core.count_ffn(state["width"], layers=state["layers"], tokens=state["tokens"])
    return {
        "evaluations": float(cost.evaluations),
        "parameters": float(cost.parameters),
        "gigaflops": cost.flops / 1e9,
        "gelu_share": cost.gelu_share,
        "sd": SPREAD[state["init"]] * stretch(state["init"], state["width"]),
    }


def stretch(init: str, width: int) -> float:
    """How much wider what reaches GELU scatters than at the recorded width."""
    if init == "bert":
        return sqrt(width / RECORDED)
    return sqrt((1 + 1 / width) / (1 + 1 / RECORDED)) if init == "pytorch" else 1.0


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["ffn"]["sentence"]
    numbers = {name: count(state[name]) for name in ("tokens", "layers")}
    hidden = count(4 * state["width"])
    evaluations, sd = count(values["evaluations"]), decimals(values["sd"], 2)
    return str(say["pass"].format(evaluations=evaluations, hidden=hidden, sd=sd, **numbers))


def _block() -> Plot:
    labels = words()["figures"]["ffn"]["labels"]
    p = draw.plot(
        (0, 4 * LARGEST + 200),
        (0.3, 9.9),
        x_ticks=[0, 2000, 4000, 6000],
        y_ticks=[],
        name="block",
        borders=(6, 18, 30, 14),
    )
    draw.title(p, labels["block"], "muted", size="13px")
    for name in ("widens", "narrows"):
        patch = p.patch("x", "y", source=draw.source(name, x=[], y=[]), line_color=None, fill_alpha=0.16)
        draw.paint(patch.glyph, fill_color="gate")
    for name, role, height in (("narrow", "input", 0.5), ("wide", "passed", 0.8)):
        data = draw.source(name, y=[], right=[])
        bar = p.hbar(y="y", left=0, right="right", height=height, source=data, line_color=None)
        draw.paint(bar.glyph, fill_color=role)
    for name, role, y in (
        ("norm", "input", 9.3),
        ("up", "gate", 7.5),
        ("act", "passed", 6.15),
        ("down", "gate", 3.4),
        ("out", "input", 0.95),
    ):
        looks: dict[str, Any] = {"x_offset": 6, "text_baseline": "middle", "level": "overlay"}
        text = labels[name].format(d=count(BERT.width), h=count(BERT.hidden))
        weight = "bold" if name == "act" else "normal"
        draw.label(p, 0, y, text, role, size="13px", name=f"{name} label", text_font_style=weight, **looks)
    return p


def _histogram() -> Plot:
    labels = words()["figures"]["ffn"]["labels"]
    p = draw.plot((-4, 4), (-0.3, 2.6), x_ticks=[-4, -3, -2, -1, 0, 1, 2, 3, 4], y_ticks=[0, 1, 2], name="histogram")
    draw.title(p, labels["histogram"], "muted", size="13px")
    bars = p.quad(
        left="left",
        right="right",
        top="top",
        bottom=0,
        source=draw.source("bars", left=[], right=[], top=[]),
        line_color=None,
        fill_alpha=0.5,
    )
    draw.paint(bars.glyph, fill_color="input")
    x = np.linspace(-4, 2.6, 133)
    curves = draw.source("curves", x=x, gelu=core.gelu(x), relu=core.relu(x))
    between = p.varea("x", "gelu", "relu", source=curves, fill_alpha=0.3)
    draw.paint(between.glyph, fill_color="passed")
    draw.curve(p, curves, "relu", y="relu", line_width=1.5, line_dash=[2, 4])
    draw.curve(p, curves, "passed", y="gelu", line_width=3)
    draw.label(p, 2.0, 1.75, labels["gelu"], "passed", text_font_style="bold", x_offset=8)
    draw.label(p, 1.55, 1.75, labels["relu"], "relu", text_align="right", x_offset=-8)
    draw.label(p, -0.8, 0.4, labels["often"], "input", size="13px", name="often label", text_align="right")
    return p
