"""The figure `derivative`: its numbers against finite differences and formulas by hand, and its sentence."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gelu_lab.figures.derivative import derivative


def phi(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def density(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


@pytest.mark.parametrize("x", [-4.0, -1.5, -1.0, -0.75, 0.0, 0.3, math.sqrt(2), 4.0])
def test_values_by_hand(x: float) -> None:
    values = derivative(x).values
    assert values["first_term"] == pytest.approx(phi(x), abs=1e-15)
    assert values["second_term"] == pytest.approx(x * density(x), abs=1e-15)
    assert values["slope"] == pytest.approx(values["first_term"] + values["second_term"], abs=1e-15)
    assert values["curvature"] == pytest.approx(density(x) * (2 - x * x), abs=1e-15)
    h = 1e-5
    assert values["slope"] == pytest.approx(((x + h) * phi(x + h) - (x - h) * phi(x - h)) / (2 * h), abs=1e-9)


@pytest.mark.parametrize("x", [0.0, 0.4, 1.0, 2.5, 4.0])
def test_two_mirrored_slopes_add_up_to_one(x: float) -> None:
    assert derivative(x).values["slope"] + derivative(-x).values["slope"] == pytest.approx(1, abs=1e-15)


def test_the_extremes_stand_at_the_edges_of_the_convex_part() -> None:
    x = np.linspace(-4, 4, 8001)
    fig = derivative()
    slopes = np.array([fig.at(x=float(each)).values["slope"] for each in x[::20]])
    top, bottom = (derivative(sign * math.sqrt(2)).values for sign in (1, -1))
    assert top["slope"] == pytest.approx(1.12890, abs=1e-5)
    assert bottom["slope"] == pytest.approx(-0.12890, abs=1e-5)
    assert slopes.max() <= top["slope"]
    assert slopes.min() >= bottom["slope"]
    assert top["curvature"] == pytest.approx(0, abs=1e-15)


def test_no_negative_zero() -> None:
    assert math.copysign(1, derivative(-0.0).values["second_term"]) == 1


@pytest.mark.parametrize(
    ("x", "mirror", "convex", "sentence"),
    [
        (
            1,
            False,
            False,
            "At x = 1.00 more input raises the output, slope 1.083: the share 0.841 plus 0.242 from the opening gate.",
        ),
        (
            -1,
            True,
            True,
            "At x = −1.00 more input lowers the output, slope −0.083: the share 0.159 minus 0.242 "
            "from the opening gate. At 1.00 it is 1.083; together 1. Convex: the slope grows.",
        ),
        (
            -0.5,
            False,
            False,
            "At x = −0.50 more input raises the output, slope 0.133: the share 0.309 minus 0.176 "
            "from the opening gate.",
        ),
        (
            -0.7517915246935645,
            False,
            False,
            "At x = −0.75, the lowest point, the slope is 0: the share 0.226 minus 0.226 from the opening gate.",
        ),
        (
            2,
            False,
            True,
            "At x = 2.00 more input raises the output, slope 1.085: the share 0.977 plus 0.108 from the opening gate. "
            "Concave: the slope shrinks.",
        ),
        (
            0,
            True,
            False,
            "At x = 0 the slope is 0.500, the share alone: the gate opens, but there is nothing to let through.",
        ),
    ],
)
def test_the_sentence(x: float, mirror: bool, convex: bool, sentence: str) -> None:
    assert derivative(x, mirror, convex).sentence == sentence


@pytest.mark.parametrize(("name", "value"), [("x", 4.1), ("x", math.nan), ("mirror", 1), ("convex", "yes")])
def test_bad_arguments_are_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"derivative: {name} = "):
        derivative(**{name: value})  # type: ignore[arg-type]
