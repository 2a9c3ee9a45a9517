"""The figure `approximations`: errors by hand, constants.json's largest errors, steps, a sentence for each case."""

from __future__ import annotations

import math
from typing import Any

import pytest
from gelu_lab.figures.approximations import approximations

import gelu_core as core


def gelu(x: float) -> float:
    return x * 0.5 * math.erfc(-x / math.sqrt(2))


@pytest.mark.parametrize("x", [-4.0, -2.7, -1.0, 0.0, 0.3, 2.27, 3.0])
def test_errors_by_hand(x: float) -> None:
    tanh = 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) - gelu(x)
    sigmoid = x / (1 + math.exp(-1.702 * x)) - gelu(x)
    values = approximations(x).values
    assert values["tanh_error"] == pytest.approx(tanh, abs=1e-15)
    assert values["sigmoid_error"] == pytest.approx(sigmoid, abs=1e-15)


def test_the_largest_errors_are_those_of_the_core_and_of_the_constants_file() -> None:
    values = approximations().values
    assert values["tanh_max"] == pytest.approx(4.73235520687284877e-4, abs=1e-15)
    assert values["sigmoid_max"] == pytest.approx(2.03348722092392302e-2, abs=1e-15)
    best = core.best_constants()
    levelled = approximations(cubic=best.cubic_for_gelu.constant, scale=best.sigmoid_for_gelu.constant).values
    assert levelled["tanh_max"] == pytest.approx(best.cubic_for_gelu.error, abs=1e-15)
    assert levelled["sigmoid_max"] == pytest.approx(best.sigmoid_for_gelu.error, abs=1e-15)


@pytest.mark.parametrize(
    ("x", "dtype", "tanh", "sigmoid"),
    [
        # At 2.7 numbers of bfloat16 are 2^-6 apart, at GELU(-2.7), about -0.009, they are 2^-14 apart.
        (2.69894, "bfloat16", 0.03, 1.13),
        (-2.69894, "bfloat16", 7.75, 289),
        (2.69894, "float16", 0.242, 9.03),
        (2.69894, "float32", 1980, 74000),
        (0, "float32", 0, 0),
    ],
)
def test_errors_are_counted_in_steps_of_the_type(x: float, dtype: str, tanh: float, sigmoid: float) -> None:
    values = approximations(x, dtype=dtype).values
    assert (values["tanh_steps"], values["sigmoid_steps"]) == (tanh, sigmoid)


def test_every_constant_has_two_peaks_inside_the_picture() -> None:
    fig = approximations()
    for form, name in (("tanh", "cubic"), ("sigmoid", "scale")):
        (state,) = (each for each in fig.state if each.name == name)
        top = max(fig.plots[form].y_range.end, -fig.plots[form].y_range.start)  # type: ignore[attr-defined]
        for constant in (state.low, state.high):  # type: ignore[union-attr]
            extrema = core.error_extrema(form, constant)
            assert len(extrema) == 2
            assert all(0 < each.x < 4 for each in extrema)
            assert all(abs(each.error) * (1e4 if form == "tanh" else 1e2) < 0.8 * top for each in extrema)


BEST: dict[str, Any] = {"cubic": 0.0443829, "scale": 1.77293}


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (
            {"x": 2.7},
            "At x = 2.70 tanh is 0.000473 too high, sigmoid 0.0176 too low. Rounding to bfloat16 may hide the first.",
        ),
        (
            {"x": -2.7},
            "At x = −2.70 tanh is 0.000473 too high, sigmoid 0.0176 too low. Rounding to bfloat16 hides neither.",
        ),
        (
            {"x": 4},
            "At x = 4.00 tanh is 0.000056 too high, sigmoid 0.0043 too low. Rounding to bfloat16 may hide both.",
        ),
        (
            {"x": 0.05},
            "At x = 0.05 tanh is right to 6 decimals, sigmoid 0.0001 too high. Rounding to bfloat16 may hide both.",
        ),
        (
            {"x": -1.21, "dtype": "float16"},
            "At x = −1.21 tanh is 0.000216 too low, sigmoid right to 4 decimals. "
            "Rounding to float16 may hide the second.",
        ),
        ({"x": 0}, "At x = 0 both forms are right, whatever their constants."),
        (
            {"x": 1, "scale": BEST["scale"]},
            "At x = 1.00 tanh is 0.000153 too low, sigmoid 0.0135 too high. "
            "The peaks of sigmoid are level: its best constant.",
        ),
        (
            {"x": 1, "cubic": BEST["cubic"]},
            "At x = 1.00 tanh is 0.000224 too low, sigmoid 0.0045 too high. "
            "The peaks of tanh are level: its best constant.",
        ),
        (
            {"x": 0, **BEST},
            "At x = 0 both forms are right, whatever their constants. "
            "The peaks of both are level: their best constants.",
        ),
    ],
)
def test_the_sentence(state: dict[str, Any], sentence: str) -> None:
    assert approximations(**state).sentence == sentence


def test_an_arrow_key_can_reach_level_peaks() -> None:
    famous = {state.name: state for state in approximations().state}
    for name, best in BEST.items():
        state: Any = famous[name]
        stops = (state.value + n * state.step for n in range(-200, 200))
        nearest = min((stop for stop in stops if state.low <= stop <= state.high), key=lambda stop: abs(stop - best))
        assert "level" in approximations(**{name: nearest}).sentence


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("cubic", 0.05, "a number from 0.0439 to 0.0451"),
        ("scale", 2, "a number from 1.66 to 1.88"),
        ("dtype", "float64", "'float32', 'bfloat16', 'float16'"),
    ],
)
def test_bad_arguments_are_named(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match="approximations") as caught:
        approximations(**{name: value})  # type: ignore[arg-type]
    assert f"{name} = {value!r}" in str(caught.value)
    assert allowed in str(caught.value)
