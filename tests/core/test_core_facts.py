"""The facts the lesson tells, as they come out of the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import core_truth as truth
import numpy as np
import pytest

from gelu_core import (
    cdf,
    dip,
    family,
    gelu,
    gelu_grad,
    gelu_second,
    gelu_sigmoid,
    gelu_sigmoid_grad,
    gelu_tanh,
    gelu_tanh_grad,
    minimum,
    pdf,
    sigmoid,
    silu,
    silu_dip,
    silu_grad,
)

FACTS: dict[str, Any] = truth.load("constants.json")


def fact(name: str) -> float:
    return float(FACTS[name]["value"])


X = fact("x_min")
ROOT = np.sqrt(2.0)

NUMBERS: dict[str, Callable[[], Any]] = {
    "x_min": lambda: minimum().x,
    "gelu_min": lambda: minimum().value,
    "gelu_min_via_-x^2phi": lambda: -(X**2) * pdf(X),
    "Phi_x_min": lambda: cdf(X),
    "phi_x_min": lambda: pdf(X),
    "gelu2_at_x_min": lambda: gelu_second(X),
    "grad_max_at_sqrt2": lambda: gelu_grad(ROOT),
    "grad_min_at_-sqrt2": lambda: gelu_grad(-ROOT),
    "gelu_at_sqrt2": lambda: gelu(ROOT),
    "gelu_at_-sqrt2": lambda: gelu(-ROOT),
    "gelu2_at_0 (max of 2nd derivative, sqrt(2/pi))": lambda: gelu_second(0),
    "gelu2_min at +-2": lambda: gelu_second(-2),
    "dip_max": lambda: dip(fact("dip_max_x")),
    "silu_min": lambda: silu(fact("silu_x_min")),
    "silu_sigma_at_min": lambda: sigmoid(fact("silu_x_min")),
    "silu_grad_max": lambda: silu_grad(fact("silu_inflection")),
    "silu_grad_min": lambda: silu_grad(-fact("silu_inflection")),
    "tanh_err_at_1": lambda: gelu_tanh(1) - gelu(1),
    "tanh_err_at_3": lambda: gelu_tanh(3) - gelu(3),
    "tanh_err_at_0.5": lambda: gelu_tanh(0.5) - gelu(0.5),
    "gelu_tanh_min": lambda: gelu_tanh(fact("gelu_tanh_x_min")),
    "gelu_sigmoid_min": lambda: gelu_sigmoid(fact("gelu_sigmoid_x_min")),
    "gelu(-4)": lambda: gelu(-4),
    "gelu'(-4)": lambda: gelu_grad(-4),
    "gelu(-10)": lambda: gelu(-10),
    "gelu(3)-3": lambda: gelu(3) - 3,
    "gelu(3)": lambda: gelu(3),
    "gelu(-3)": lambda: gelu(-3),
    "gelu(1)": lambda: gelu(1),
    "gelu(-1)": lambda: gelu(-1),
    "gelu'(1)": lambda: gelu_grad(1),
    "gelu'(-1)": lambda: gelu_grad(-1),
    "gelu'(3)": lambda: gelu_grad(3),
    "gelu'(-3)": lambda: gelu_grad(-3),
    "gelu_tanh(1)": lambda: gelu_tanh(1),
    "gelu_tanh(-1)": lambda: gelu_tanh(-1),
    "gelu_tanh(3)": lambda: gelu_tanh(3),
    "gelu_tanh(-3)": lambda: gelu_tanh(-3),
    "gelu_sigmoid(1)": lambda: gelu_sigmoid(1),
    "gelu''(0)": lambda: gelu_second(0),
    "phi(0)": lambda: pdf(0),
    "gelu(2)": lambda: gelu(2),
    "gelu(-2)": lambda: gelu(-2),
    "dip(1)": lambda: dip(1),
    "-phi(-4) (asymptote)": lambda: -pdf(-4),
    "gelu(-4)/-phi(4)": lambda: gelu(-4) / -pdf(4),
    "gelu(-38.5)": lambda: gelu(-38.5),
    "Phi(sqrt2*1) (forgot /sqrt2) times 1": lambda: cdf(ROOT),
    "family_min_x_over_s": lambda: minimum(3.0).x / 3.0,
    "family_min_over_s": lambda: minimum(3.0).value / 3.0,
    **{
        f"relative error of gelu_{form} at {x}": lambda f=function, x=x: f(x) / gelu(x) - 1
        for form, function in (("tanh", gelu_tanh), ("sigmoid", gelu_sigmoid))
        for x in (-1, -2, -3, -4, -5, -6)
    },
}


@pytest.mark.parametrize("name", NUMBERS)
def test_number(name: str) -> None:
    # A difference of two numbers near 3 keeps its size (4 ulp of 3), everything else its digits.
    assert NUMBERS[name]() == pytest.approx(fact(name), rel=4e-15, abs=2e-15 if "err" in name or "-3" in name else 0)


EXTREMA: dict[str, Callable[[Any], Any]] = {
    "tanh_error_local_extrema (tanh - exact, x>0, even)": lambda x: gelu_tanh(x) - gelu(x),
    "tanh_derivative_error_local_extrema (x>0, odd)": lambda x: gelu_tanh_grad(x) - gelu_grad(x),
    "sigmoid1702_error_local_extrema (sigmoid - exact, x>0, even)": lambda x: gelu_sigmoid(x) - gelu(x),
    "sigmoid1702_derivative_error_local_extrema (x>0, odd)": lambda x: gelu_sigmoid_grad(x) - gelu_grad(x),
    "logit_probit_1702_local_extrema (sigma-Phi, x>0, odd)": lambda x: sigmoid(1.702 * x) - cdf(x),
}


@pytest.mark.parametrize("name", EXTREMA)
def test_the_largest_errors_of_the_forms_are_where_the_lesson_says(name: str) -> None:
    error = EXTREMA[name]
    places = [float(place) for place, _ in FACTS[name]["value"]]
    heights = [float(height) for _, height in FACTS[name]["value"]]
    np.testing.assert_allclose(error(np.array(places)), heights, rtol=0, atol=2e-15)
    curve = error(np.linspace(0, 12, 24_001))
    turns = np.flatnonzero(np.diff(np.sign(np.diff(curve[:12_001])))) + 1  # up to 6: beyond, rounding makes waves
    assert np.abs(curve).max() == pytest.approx(max(map(abs, heights)), rel=1e-6)
    found = [i * 12 / 24_000 for i in turns if abs(curve[i]) > 1e-6]
    np.testing.assert_allclose(found, places, atol=6e-4)


def test_the_bottom_is_where_the_slope_is_0_and_the_dip_peaks() -> None:
    x, value = minimum()
    assert abs(gelu_grad(x)) < 4e-16
    assert gelu_grad(-x) == 1.0
    assert gelu(x) == pytest.approx(value, rel=1e-15)
    around = x + np.linspace(-1, 1, 20_001)
    assert gelu(around).min() >= value * (1 + 1e-15)
    assert dip(around).max() <= fact("dip_max") * (1 + 1e-15)


@pytest.mark.parametrize("s", [0.0, 0.02, 1.0, 4.0, 1e300])
def test_the_bottom_of_a_slice_is_where_the_family_says(s: float) -> None:
    x, value = minimum(s)
    assert isinstance(x, np.float64)
    assert family(x, s) == pytest.approx(value, rel=4e-15)
    if s:
        grid = np.linspace(-2, 0, 4_001) * s
        assert abs(grid[family(grid, s).argmin()] - x) <= 0.0005 * s
    else:
        assert (x, value) == (0, 0)
        assert not np.signbit([x, value]).any()


def test_minimum_of_many_slices_at_once() -> None:
    s = np.array([[0.0, 1.0], [2.0, np.inf]], np.float32)
    x, value = minimum(s)
    assert x.dtype == value.dtype == np.float32
    np.testing.assert_array_equal(x, np.float32(-0.75179152469356446) * s + np.float32(0))
    np.testing.assert_array_equal(value.shape, s.shape)


def test_silu_and_its_dip_differ_by_exactly_one_at_the_bottom() -> None:
    x = fact("silu_x_min")
    assert silu_dip(x) == pytest.approx(-fact("silu_min"), rel=1e-15)
    assert silu_dip(np.linspace(-5, 5, 10_001)).max() <= -fact("silu_min") * (1 + 1e-15)
    assert x - silu(x) == pytest.approx(-1, abs=4e-16)
    assert abs(silu_grad(x)) < 4e-16


def test_the_tail_of_gelu_ends_where_float64_ends() -> None:
    edge = fact("float64 |gelu| = half smallest subnormal 2^-1075 (rounds to zero beyond) at x")
    assert gelu(edge + 1e-3) == -5e-324
    assert gelu(edge - 1e-3) == 0.0
    edge = fact("x beyond which float64 gelu(x)==x (Phi(-x)<2^-54)")
    beyond = np.linspace(edge + 0.01, 50, 1_000)
    np.testing.assert_array_equal(gelu(beyond), beyond)


def test_gelu_is_convex_between_the_roots_of_two_only() -> None:
    inside = np.linspace(-1.41421356, 1.41421356, 2_001)
    outside = np.concatenate([np.linspace(-38, -1.41421357, 2_001), np.linspace(1.41421357, 38, 2_001)])
    assert (gelu_second(inside) > 0).all()
    assert (gelu_second(outside) < 0).all()
    assert gelu_second(np.linspace(-10, 10, 20_001)).min() == gelu_second(2.0)
