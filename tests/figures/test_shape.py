"""The figure `shape`: its numbers by hand, a sentence for each view, the input that shares an output."""

from __future__ import annotations

import math

import pytest
from gelu_lab.figures.shape import partner, shape

import gelu_core as core


def gelu(x: float) -> float:
    return x * 0.5 * math.erfc(-x / math.sqrt(2))


@pytest.mark.parametrize("x", [-4.0, -1.0, -0.05, 0.0, 0.3, 2.0, 4.0])
def test_values_by_hand(x: float) -> None:
    values = shape(x).values
    assert values["value"] == pytest.approx(gelu(x), rel=1e-12)
    assert values["mirrored"] == pytest.approx(gelu(-x), rel=1e-12)
    assert values["difference"] == pytest.approx(x, abs=1e-15)


def test_no_negative_zero() -> None:
    assert all(math.copysign(1, value) == 1 for value in shape(-0.0).values.values())


@pytest.mark.parametrize(
    ("x", "view", "sentence"),
    [
        (
            1,
            "range",
            "At x = 1.00 GELU is rising: −0.170, its lowest value, lies behind it, and there is no highest.",
        ),
        (
            -2,
            "range",
            "At x = −2.00 GELU is falling: it comes from 0 on the far left and goes down to −0.170, "
            "which it reaches at −0.752.",
        ),
        (-0.75, "range", "At x = −0.75 GELU is at its lowest, −0.170: to the left it falls, to the right it rises."),
        (-4, "tail", "At x = −4.00 GELU is −0.000127 and −φ(x) is −0.000134; the ratio is 94.7 %."),
        (3, "tail", "At x = 3.00 GELU is 0.004050 below x and φ(x) is 0.004432; the ratio is 91.4 %."),
        (0, "tail", "At x = 0 GELU and ReLU meet: the distance is 0."),
        (
            2,
            "mirror",
            "GELU is 1.954 at 2.00 and −0.046 at −2.00: the difference is 2.00, the input itself.",
        ),
        (
            -1,
            "mirror",
            "GELU is −0.159 at −1.00 and 0.841 at 1.00: the difference is −1.00, the input itself.",
        ),
        (0, "mirror", "At x = 0 the point is its own mirror: the difference is 0."),
        (
            1,
            "bend",
            "At x = 1.00 GELU is convex: near the point the curve lies above its tangent. "
            "So it is from −1.414 to 1.414.",
        ),
        (
            -2,
            "bend",
            "At x = −2.00 GELU is concave: near the point the curve lies below its tangent. "
            "So it is beyond −1.414 and 1.414.",
        ),
        (
            math.sqrt(2),
            "bend",
            "At x = 1.41 the bend turns: on one side of the point the curve lies above its tangent, "
            "on the other below.",
        ),
        (
            -1.5,
            "pair",
            "Two inputs share the output −0.100: −1.50 and −0.25. The output alone does not tell which it was.",
        ),
        (
            -0.25,
            "pair",
            "Two inputs share the output −0.100: −0.25 and −1.50. The output alone does not tell which it was.",
        ),
        (-0.75, "pair", "The lowest output, −0.170, belongs to one input only, −0.752."),
        (1, "pair", "The output 0.841 belongs to one input only, 1.00."),
        (0, "pair", "The output 0 belongs to one input only, 0."),
    ],
)
def test_the_sentence(x: float, view: str, sentence: str) -> None:
    assert shape(x, view).sentence == sentence


@pytest.mark.parametrize("x", [-4.0, -2.5, -1.0, -0.76, -0.74, -0.3, -0.01, -0.001])
def test_the_partner_lies_on_the_other_side_and_has_the_same_output(x: float) -> None:
    other = partner(x)
    bottom = core.minimum().x
    assert (x - bottom) * (other - bottom) < 0
    assert core.gelu(other) == pytest.approx(core.gelu(x), rel=1e-9)


def test_a_partner_left_of_the_picture_is_told_as_such() -> None:
    assert partner(-1e-4) == -math.inf
    assert partner(-1e-300) == -math.inf


def test_the_difference_and_what_it_is_made_of_wait_for_the_prediction() -> None:
    html = shape().html()
    assert html.count("data-after-predict") == 2
    assert 'gl-role-input" data-after-predict' in html


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("x", 4.1, "a number from -4 to 4"),
        ("view", "log", "'range', 'tail', 'mirror', 'bend', 'pair'"),
        ("silu", 1, "True or False"),
    ],
)
def test_bad_arguments_are_named(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match="shape") as caught:
        shape(**{name: value})  # type: ignore[arg-type]
    assert f"{name} = {value!r}" in str(caught.value)
    assert allowed in str(caught.value)
