"""What is true of these functions whatever the input, looked for in random inputs."""

from __future__ import annotations

import math

import core_truth as truth
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gelu_core import (
    cdf,
    dip,
    family,
    family_grad,
    gelu,
    gelu_grad,
    gelu_second,
    gelu_sigmoid,
    gelu_sigmoid_grad,
    gelu_tanh,
    gelu_tanh_grad,
    relu,
    sigmoid,
    silu,
    silu_dip,
    silu_grad,
)

checked = settings(deadline=None, database=None, derandomize=True, max_examples=200)

anything = st.floats(allow_nan=False, allow_infinity=False)
moderate = st.floats(-40, 40)
widths = st.floats(1e-3, 1e3)


def ulp(value: float) -> float:
    return math.ulp(value)


@checked
@given(anything | moderate)
def test_gelu_of_both_signs_differs_by_the_input(x: float) -> None:
    for function in (gelu, gelu_tanh, gelu_sigmoid, silu):
        assert abs((function(x) - function(-x)) - x) <= 8 * ulp(x)


@checked
@given(anything | moderate)
def test_slopes_of_both_signs_add_to_one(x: float) -> None:
    for function in (gelu_grad, gelu_tanh_grad, gelu_sigmoid_grad, silu_grad, cdf, sigmoid):
        assert abs(function(x) + function(-x) - 1) <= 1e-15


@checked
@given(anything | moderate)
def test_the_dip_is_even_and_is_what_relu_loses(x: float) -> None:
    assert dip(x) == dip(-x) >= 0
    assert abs(relu(x) - gelu(x) - dip(x)) <= 8 * ulp(x)
    assert dip(x) <= 0.1699712074799037 * (1 + 1e-15)
    assert silu_dip(x) == silu_dip(-x) >= 0
    assert abs(relu(x) - silu(x) - silu_dip(x)) <= 8 * ulp(x)
    assert gelu_second(x) == gelu_second(-x)


@checked
@given(moderate, moderate)
def test_gelu_falls_to_its_bottom_and_rises_from_there(a: float, b: float) -> None:
    low, high = min(a, b), max(a, b)
    if high <= truth.X_MIN:
        assert gelu(low) >= gelu(high) - 16 * ulp(gelu(high))
    if low >= truth.X_MIN:
        assert gelu(low) <= gelu(high) + 16 * ulp(gelu(high))
    assert cdf(low) <= cdf(high) + 16 * ulp(cdf(high))


@checked
@given(anything)
def test_gelu_lies_between_relu_and_its_deepest_point(x: float) -> None:
    assert -0.17 < gelu(x) <= relu(x)
    assert -0.1290 < gelu_grad(x) < 1.1290


@checked
@given(moderate, widths)
def test_a_slice_of_the_family_is_gelu_scaled(x: float, s: float) -> None:
    z = x / s
    right = s * gelu(z)
    bound = (20 + 3 * min(z * z, 1600)) * ulp(right) + 2 * ulp(0) * s
    assert abs(family(x, s) - right) <= bound
    assert family_grad(x, s) == gelu_grad(z)


@checked
@given(moderate, st.integers(-60, 60))
def test_a_width_that_is_a_power_of_two_scales_exactly(x: float, power: int) -> None:
    s = 2.0**power
    if abs(gelu(x)) > 1e-280:
        assert family(x * s, s) == s * gelu(x)


@checked
@given(anything)
def test_the_three_corners_of_the_family(x: float) -> None:
    assert family(x, 1) == gelu(x)
    assert family_grad(x, 1.0) == gelu_grad(x)
    assert family(x, 0) == relu(x)
    assert family_grad(x, 0) == (0.5 if x == 0 else float(x > 0))
    assert family(x, np.inf) == x / 2
    assert family_grad(x, np.inf) == 0.5


@checked
@given(st.lists(moderate, min_size=1, max_size=40), st.integers(1, 3))
def test_a_value_does_not_depend_on_its_neighbours(values: list[float], step: int) -> None:
    """Alone, in an array, in a strided one: the same bits."""
    for function in (gelu, gelu_grad, cdf, dip, gelu_second, gelu_tanh, silu_grad):
        alone = [function(value) for value in values]
        np.testing.assert_array_equal(function(np.array(values)), alone)
        np.testing.assert_array_equal(function(np.repeat(values, step)[::step]), alone)
        np.testing.assert_array_equal(function(np.array(values)[::-1]), alone[::-1])
