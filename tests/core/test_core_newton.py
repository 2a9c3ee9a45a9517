"""Newton's method: its iterates to the last digit, the starts that succeed, and how the others run away."""

from __future__ import annotations

import math
import warnings
from typing import Any

import core_truth as truth
import numpy as np
import pytest
from mpmath import mpf

from gelu_core import gelu_grad, minimum, newton_basin, newton_steps

FACTS: dict[str, Any] = truth.load("constants.json")
BOTTOM = float(FACTS["x_min"]["value"])


def newton(x: mpf) -> mpf:
    return x - truth.gelu_grad(x) / truth.gelu_second(x)


def test_the_minimum_is_right_to_the_last_digit() -> None:
    assert minimum() == (BOTTOM, float(FACTS["gelu_min"]["value"]))


@pytest.mark.parametrize(("name", "x0"), [("newton_from_-1", -1.0), ("newton_from_0", 0.0)])
def test_the_iterates_are_right_to_the_last_digit(name: str, x0: float) -> None:
    right = np.array([float(text) for text in FACTS[name]["value"]])
    got = newton_steps(x0)
    assert (got.dtype, got.shape) == (np.float64, (9,))
    assert got[0] == x0
    assert (np.abs(got - right) <= np.spacing(np.abs(right))).all()
    assert got[-1] == BOTTOM


def test_right_digits_double() -> None:
    off = np.abs(newton_steps()[:5] - BOTTOM)
    constant = float(FACTS["newton_asymptotic_constant g3/(2 g2) at x*"]["value"])
    assert (off[1:] < 2.5 * off[:-1] ** 2).all()
    assert off[4] / off[3] ** 2 == pytest.approx(constant, rel=1e-3)


def test_every_single_step_is_what_the_formula_says() -> None:
    """One step from anywhere, the edges of the series and the neighbours of √2 included."""
    starts = np.concatenate(
        [
            np.linspace(-40, 37.5, 400),
            np.linspace(-1.5, 1.5, 301),
            np.nextafter([-0.85, -0.65, -0.85, -0.65], [-9, -9, 9, 9]),
            np.nextafter(np.sqrt(2), [0, 2]),
            -np.nextafter(np.sqrt(2), [0, 2]),
        ]
    )
    for x in starts.tolist():
        right = newton(mpf(x))
        # Φ/φ keeps all but 4 + x² ulp: far right it is an exponential of x².
        ratio = truth.cdf(mpf(x)) / truth.pdf(mpf(x))
        allowed = 2.0**-52 * (abs(x) + (4 + x * x) * (ratio + abs(x)) / abs(2 - mpf(x) ** 2))
        assert abs(mpf(newton_steps(x, 1)[1]) - right) <= allowed, x


def test_the_bottom_is_at_rest() -> None:
    around = BOTTOM + np.spacing(BOTTOM) * np.arange(-30, 31)
    assert {newton_steps(x, 1)[1] for x in around} == {BOTTOM}


def test_the_basin_is_right_to_the_last_digit() -> None:
    low, high = newton_basin()
    cycle = FACTS["newton_basin"]["value"]
    assert abs(low - float(cycle["two_cycle_left"])) <= math.ulp(low)
    assert abs(high - float(cycle["two_cycle_right"])) <= math.ulp(high)
    assert newton_basin().low == low
    # It is a 2-cycle, and it repels.
    for start, other in ((low, high), (high, low)):
        assert newton_steps(start, 2)[1:] == pytest.approx([other, start], abs=2e-14)
    h = 1e-6
    slope = (newton_steps(low + h, 2)[2] - newton_steps(low - h, 2)[2]) / (2 * h)
    assert slope == pytest.approx(float(cycle["multiplier"]), rel=1e-6)


def test_starts_between_the_ends_converge_and_no_others() -> None:
    low, high = newton_basin()
    inside = np.concatenate([np.linspace(low, high, 402)[1:-1], [low + 1e-12, high - 1e-12]])
    assert {newton_steps(x, 60)[-1] for x in inside} == {BOTTOM}
    outside = np.concatenate(
        [np.linspace(-5, low, 100)[:-1], np.linspace(high, 5, 100)[1:], [low - 1e-12, high + 1e-12]]
    )
    ends = np.array([newton_steps(x, 60)[-1] for x in outside])
    assert ((ends < -5) | (ends == np.inf)).all()


def test_runaways_never_become_nan_and_never_warn() -> None:
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        runs = {
            x: newton_steps(x, 40) for x in (1, 1.41421356, 1.4142135623730951, 2, 36, 38, 1e200, -1e200, -4.0, 1e308)
        }
    assert runs[1][1] == pytest.approx(-3.4770518, abs=1e-7)
    for x, run in runs.items():
        assert not np.isnan(run).any()
        if x >= np.sqrt(2):  # to the right, in leaps
            assert (np.diff(run[np.isfinite(run)]) > 0).all()
            assert (run[4:] == np.inf).all()
        else:  # to the left, by about 1/|x|
            tail = run[1:]
            np.testing.assert_allclose(np.diff(tail), 1 / tail[:-1], rtol=0.15, atol=2e-16 * abs(tail[-1]))
            assert (tail < -3).all()
    assert (gelu_grad(runs[1][1:]) < 0).all()


def test_steps_and_starts_of_every_kind() -> None:
    np.testing.assert_array_equal(newton_steps(-1, 0), [-1.0])
    assert newton_steps(steps=1000).shape == (1001,)
    for x0 in (-1, np.float32(-1), np.array(-1.0), np.int8(-1)):
        np.testing.assert_array_equal(newton_steps(x0), newton_steps())
    first = newton_steps()
    first[:] = 0  # the iterates belong to the caller
    assert newton_steps()[0] == -1


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"x0": np.nan}, ValueError, "x0 must be one finite number, not nan"),
        ({"x0": -np.inf}, ValueError, "x0 must be one finite number, not -inf"),
        ({"x0": [1.0]}, TypeError, "x0 must be one finite number, not [1.0] (list)"),
        ({"x0": "1"}, TypeError, "x0 must be a real number"),
        ({"x0": 1j}, TypeError, "x0 must be a real number"),
        ({"steps": -1}, ValueError, "steps must be an integer from 0 to 1000, not -1"),
        ({"steps": 1001}, ValueError, "steps must be an integer from 0 to 1000, not 1001"),
        ({"steps": 8.0}, TypeError, "steps must be an integer from 0 to 1000, not 8.0 (float)"),
        ({"steps": True}, TypeError, "steps must be an integer from 0 to 1000, not True (bool)"),
    ],
    ids=str,
)
def test_errors_name_the_argument_the_value_and_what_is_allowed(
    arguments: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as caught:
        newton_steps(**arguments)
    assert str(caught.value).startswith(said)
