"""The summary: its landmarks are where the core says they are, and its sentence tells them apart."""

from __future__ import annotations

import math

import pytest
from bokeh.models import ColumnDataSource
from gelu_lab import summary

import gelu_core as core

BOTTOM = core.minimum().x


def test_the_values_at_one() -> None:
    assert summary().values == pytest.approx(
        {
            "gate": 0.841344746,
            "gelu": 0.841344746,
            "slope": 1.083315471,
            "curvature": 0.241970725,
            "dip": 0.158655254,
            "tanh_error": -0.000152755,
        },
        abs=1e-9,
    )


def test_the_landmarks() -> None:
    assert summary(x=BOTTOM).values["slope"] == pytest.approx(0, abs=1e-15)
    assert summary(x=-BOTTOM).values["slope"] == pytest.approx(1, abs=1e-15)
    assert summary(x=0).values["slope"] == summary(x=0).values["gate"] == 0.5
    for side in (-1, 1):
        assert summary(x=side * math.sqrt(2)).values["curvature"] == pytest.approx(0, abs=1e-15)
    ends = {
        model.name: [model.data[key][0] for key in ("left", "right")]
        for model in summary().plots["signs"].select({"type": ColumnDataSource})
        if model.name != "here"
    }
    assert ends == {
        "slope 0": [-4, BOTTOM],
        "slope 1": [BOTTOM, -BOTTOM],
        "slope 2": [-BOTTOM, 4],
        "bend 0": [-4, -math.sqrt(2)],
        "bend 1": [-math.sqrt(2), math.sqrt(2)],
        "bend 2": [math.sqrt(2), 4],
    }


@pytest.mark.parametrize(
    ("x", "sentence"),
    [
        (1, "At x = 1.00 the gate is 84 % open and 0.841 gets through; GELU rises, slope 1.083. It bends upwards."),
        (BOTTOM, "At x = −0.75 GELU is lowest, −0.170, with the gate 23 % open and no slope. It bends upwards."),
        (
            0,
            "At x = 0 the gate is half open, but there is nothing to let through; the slope is 0.500. "
            "It bends upwards.",
        ),
        (
            -3,
            "At x = −3.00 the gate is 0.135 % open and −0.0040 gets through; GELU falls, slope −0.012. "
            "It bends downwards.",
        ),
        (
            math.sqrt(2),
            "At x = 1.41 the gate is 92 % open and 1.303 gets through; GELU rises, slope 1.129. Here its bend turns.",
        ),
        (
            4,
            "At x = 4.00 the gate is 99.997 % open and 4.000 gets through; GELU rises, slope 1.001. "
            "It bends downwards.",
        ),
    ],
)
def test_the_sentence(x: float, sentence: str) -> None:
    assert summary(x=x).sentence == sentence


def test_what_would_answer_the_prediction_waits_for_it() -> None:
    assert summary().html().count("data-after-predict") == 9, "the dip, the bands, six read-outs and the sentence"


@pytest.mark.parametrize("x", [4.1, math.nan, "1", True])
def test_bad_arguments_are_named(x: object) -> None:
    with pytest.raises(ValueError, match="summary: x = "):
        summary(x=x)  # type: ignore[arg-type]
