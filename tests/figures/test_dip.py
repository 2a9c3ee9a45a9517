"""The dip: even, of the size that the core says, and SiLU's beside it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from gelu_lab import dip
from gelu_lab.figures.dip import _silu_peak

import gelu_core as core


@pytest.mark.parametrize("x", [0.1, 0.752, 1, 1.278, 2, 4])
def test_both_dips_are_even_and_relu_less_the_dip_is_gelu(x: float) -> None:
    right, left = dip(x=x).values, dip(x=-x).values
    for name in ("dip", "silu_dip"):
        assert right[name] == left[name] > 0
    for values in (right, left):
        assert values["gelu"] == pytest.approx(values["relu"] - values["dip"], abs=1e-15)
    assert right["relu"] - right["silu_dip"] == pytest.approx(core.silu(x), abs=1e-15)


def test_the_values_of_the_prediction() -> None:
    assert dip(x=1).values == pytest.approx(
        {"dip": 0.158655254, "silu_dip": 0.268941421, "relu": 1, "gelu": 0.841344746}, abs=1e-9
    )
    assert dip(x=-1).values["gelu"] == pytest.approx(-0.158655254, abs=1e-9)


def test_the_peaks() -> None:
    bottom = core.minimum()
    assert dip(x=bottom.x).values["dip"] == pytest.approx(0.16997120747990366, abs=1e-15)
    at, size = _silu_peak()
    assert (at, size) == pytest.approx((1.2784645427610738, 0.2784645427610738), abs=1e-15)
    said = [model.text for model in dip().plots["dips"].references() if hasattr(model, "text")]
    assert "— GELU: 0.170 at ±0.752" in said
    assert "– – SiLU: 0.278 at ±1.278" in said


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({}, "The dip is 25 % of the way up to ReLU. At x = −1.00 GELU lies 0.159 below ReLU, at 1.00 just as far."),
        (
            {"lift": 1, "x": 1},
            "ReLU minus the dip is GELU. At x = 1.00 GELU lies 0.159 below ReLU, at −1.00 just as far.",
        ),
        (
            {"lift": 1, "x": 1, "silu": True},
            "ReLU minus the dip is GELU. At x = 1.00 GELU lies 0.159 below ReLU, at −1.00 just as far. "
            "SiLU lies 0.269 below.",
        ),
        (
            {"lift": 1, "x": 0, "silu": True},
            "ReLU minus the dip is GELU. At x = 0 there is no dip: GELU and ReLU meet.",
        ),
        (
            {"lift": 0, "x": 4},
            "The dip is 0 % of the way up to ReLU. At x = 4.00 GELU lies 0.0001 below ReLU, at −4.00 just as far.",
        ),
    ],
)
def test_the_sentence(wanted: dict[str, Any], sentence: str) -> None:
    assert dip(**wanted).sentence == sentence


def test_what_would_answer_the_prediction_waits_for_it() -> None:
    html = dip().html()
    assert html.count("data-after-predict") == 6, "the enlarged dip, four read-outs and the sentence"
    assert 'class="gl-veil"' in html


@pytest.mark.parametrize(("name", "value"), [("x", 4.1), ("x", math.nan), ("lift", 1.01), ("lift", -0.1), ("silu", 1)])
def test_bad_arguments_are_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"dip: {name} = "):
        dip(**{name: value})  # type: ignore[arg-type]
