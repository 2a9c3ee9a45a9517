"""The ruler: distances worked out by brute force, their order, the gaps' signs, the sentence."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from gelu_lab import links
from gelu_lab.figures.links import RELATIVES, ranked
from gelu_lab.resources import text

import gelu_core as core


@pytest.mark.parametrize("relative", RELATIVES)
def test_no_gap_on_the_way_is_larger_than_the_largest(relative: str) -> None:
    x = np.linspace(-4, 4, 80_001)
    gaps = np.abs(getattr(core, relative)(x) - core.gelu(x))
    values = links(x=1, relative=relative).values
    assert values["largest"] == pytest.approx(gaps.max(), abs=1e-8)
    assert values["largest"] >= gaps.max() - 1e-15
    there = links(x=values["at"], relative=relative).values
    assert abs(there["gap"]) == pytest.approx(values["largest"], abs=1e-15)


def test_relu_is_nearer_at_most_and_silu_as_a_rule() -> None:
    relu, silu = links(relative="relu").values, links(relative="silu").values
    assert (round(relu["largest"], 3), round(silu["largest"], 3)) == (0.170, 0.193)
    assert relu["largest"] < silu["largest"]
    assert relu["typical"] > silu["typical"]


def test_the_order_of_the_ruler_is_the_same_in_both_languages() -> None:
    order = ranked()
    assert order == ["gelu_tanh", "gelu_sigmoid", "relu", "leaky_relu", "silu", "hard_swish", "tanh", "sigmoid"]
    assert f"const RANK = [{', '.join(f'{chr(34)}{name}{chr(34)}' for name in order)}];" in text("js/figures/links.js")


@pytest.mark.parametrize("relative", RELATIVES)
def test_gaps_are_even_but_for_three(relative: str) -> None:
    right, left = links(x=1.3, relative=relative).values["gap"], links(x=-1.3, relative=relative).values["gap"]
    assert (right == pytest.approx(left, abs=1e-15)) is (relative not in ("leaky_relu", "sigmoid", "tanh"))


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (
            {},
            "At x = −2.00 ReLU lies 0.046 above GELU. The largest gap from −4 to 4 is 0.170, at 0.75 and −0.75.",
        ),
        (
            {"relative": "silu", "x": -1.965},
            "At x = −1.97 SiLU lies 0.193 below GELU. This is the largest gap from −4 to 4.",
        ),
        (
            {"relative": "silu", "x": 0},
            "At x = 0.00 SiLU and GELU meet. The largest gap from −4 to 4 is 0.193, at 1.97 and −1.97.",
        ),
        (
            {"relative": "leaky_relu", "x": -0.752},
            "At x = −0.75 Leaky ReLU lies 0.162 above GELU. The largest gap from −4 to 4 is 0.170, at 0.75.",
        ),
        ({"relative": "tanh", "x": 4}, "At x = 4.00 tanh lies 3.001 below GELU. This is the largest gap from −4 to 4."),
        (
            {"relative": "gelu_tanh", "x": 1},
            "At x = 1.00 the tanh form lies 0.00015 below GELU. "
            "The largest gap from −4 to 4 is 0.00047, at 2.70 and −2.70.",
        ),
    ],
)
def test_the_sentence(wanted: dict[str, Any], sentence: str) -> None:
    assert links(**wanted).sentence == sentence


def test_what_would_answer_the_prediction_waits_for_it() -> None:
    html = links().html()
    assert html.count("data-after-predict") == 9, "the magnified gap, the ruler, six read-outs and the sentence"


@pytest.mark.parametrize(("name", "value"), [("x", 4.1), ("x", math.nan), ("relative", "gelu"), ("relative", 1)])
def test_bad_arguments_are_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"links: {name} = "):
        links(**{name: value})  # type: ignore[arg-type]
