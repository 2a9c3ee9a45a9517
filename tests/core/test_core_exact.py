"""The slow exact GELU against mpmath, and the fast one against it."""

from __future__ import annotations

from decimal import Decimal

import mpmath
import pytest

import gelu_core as core
from gelu_core.exact import gelu_exact

PLACES = (
    -900.0,
    -38.5,
    -37.5,
    -20.3,
    -10.0,
    -5.5,
    -5.01,
    -5.0,
    -4.99,
    -3.0,
    -1.0,
    -0.125,
    -1e-9,
    1e-300,
    0.1,
    5.01,
    30.0,
)


@pytest.mark.parametrize("digits", [1, 17, 34, 100])
@pytest.mark.parametrize("x", PLACES)
def test_all_digits_are_right(x: float, digits: int) -> None:
    with mpmath.workdps(digits + 60):
        wanted = mpmath.mpf(x) * mpmath.ncdf(x)
        found = mpmath.mpf(str(gelu_exact(x, digits)))
        assert abs(found / wanted - 1) < mpmath.mpf(10) ** -digits


def test_zero_is_zero() -> None:
    assert gelu_exact(0.0) == gelu_exact(-0.0) == 0


def test_a_known_value() -> None:
    assert str(gelu_exact(-10.0, 18)).startswith("-7.6198530241605260")


def test_the_fast_one_is_within_eight_steps_on_the_knots_of_the_lesson() -> None:
    for knot in range(-38 * 8, 0):
        x = knot / 8
        error = abs(Decimal(float(core.gelu(x))) - gelu_exact(x))
        assert error <= 8 * Decimal(float(core.spacing(core.gelu(x), "float64")))
