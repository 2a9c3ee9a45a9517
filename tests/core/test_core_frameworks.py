"""The formulas as frameworks write them: where they lose what, as was measured in the frameworks."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special

import gelu_core as core
from gelu_core import FRAMEWORK_FORMS, FrameworkForm, gelu, gelu_sigmoid, gelu_tanh

EXACT = {"one_plus_erf", "erfc_form", "erfc_float32", "clipped_10"}
TRUTH: dict[str, Callable[..., Any]] = {
    name: gelu if name in EXACT else gelu_sigmoid if name == "quick" else gelu_tanh for name in FRAMEWORK_FORMS
}
FLOATS = [np.float16, np.float32, np.float64]
every = pytest.mark.parametrize("name", FRAMEWORK_FORMS)


def last_nonzero(function: Callable[..., Any], dtype: type, left: float, right: float) -> float:
    """The last input on the left whose output is not zero, by bisection down to neighbouring numbers."""
    low, high = dtype(left), dtype(right)
    assert function(low) == 0
    assert function(high) != 0
    while (middle := dtype(low + (high - low) / 2)) not in (low, high):
        low, high = (low, middle) if function(middle) != 0 else (middle, high)
    return float(high)


def test_the_registry() -> None:
    assert len(FRAMEWORK_FORMS) == 8
    for name, form in FRAMEWORK_FORMS.items():
        assert isinstance(form, FrameworkForm)
        assert form.name == name == form.function.__name__
        assert form.function is getattr(core, name)
        assert form.formula
        assert form.used_by
        assert form(1.0) == form.function(1.0)
        assert f"Formula: {form.formula}, step by step" in (form.function.__doc__ or "")


@every
def test_in_the_middle_every_form_is_what_it_says(name: str) -> None:
    x = np.linspace(-2, 9, 1001)
    for dtype, steps in (
        (np.float64, 2e-10 if "cut" in name else 1e-8 if "float32" in name else 3e-15),
        (np.float32, 1e-6),
    ):
        narrow = x.astype(dtype)
        got = FRAMEWORK_FORMS[name](narrow)
        assert got.dtype == dtype
        np.testing.assert_allclose(got, TRUTH[name](narrow.astype(np.float64)), rtol=0, atol=steps)
    got = FRAMEWORK_FORMS[name](x.astype(np.float16))
    np.testing.assert_allclose(got, TRUTH[name](x.astype(np.float16).astype(np.float64)), rtol=3e-3, atol=2e-3)


@pytest.mark.parametrize(
    ("name", "dtype", "place"),
    [
        ("one_plus_erf", np.float32, -5.5426),
        ("one_plus_erf", np.float64, -8.3744),
        ("clipped_10", np.float32, -5.5426),
        ("one_plus_tanh", np.float32, -5.0614),
        ("one_plus_tanh", np.float64, -7.1451),
        ("tanh_cut", np.float32, -5.0614),
        ("tanh_cut", np.float64, -7.1451),
        ("tanh_sigmoid", np.float32, -10.061),
        ("tanh_sigmoid", np.float64, -21.1598),
        ("quick", np.float32, -52.1286),
        ("quick", np.float64, -417.0286),
    ],
    ids=str,
)
def test_the_tail_ends_where_it_ends_in_the_frameworks(name: str, dtype: type, place: float) -> None:
    form = FRAMEWORK_FORMS[name]
    assert last_nonzero(form, dtype, 2 * place, place / 2) == pytest.approx(place, abs=6e-5)
    beyond = np.linspace(1.001 * place, 3 * place, 500).astype(dtype)
    got = form(beyond)
    assert (got == 0).all()
    assert np.signbit(got).all()
    if dtype is np.float64 or place > -14:  # the truth is not zero there
        assert (TRUTH[name](beyond[:3]) != 0).all()


def test_erfc_keeps_the_tail_and_loses_digits_in_it() -> None:
    x = np.linspace(-37, -5, 500)
    off = np.abs(FRAMEWORK_FORMS["erfc_form"](x) / gelu(x) - 1) / 2.0**-53
    assert off.max() > 500
    assert (off <= 20 + 2 * x * x).all()


def test_one_plus_erf_is_57_per_cent_off_before_it_ends() -> None:
    x = np.float32(-5.5)
    assert core.one_plus_erf(x) / gelu(np.float64(x)) - 1 == pytest.approx(0.57, abs=0.005)
    assert core.one_plus_erf(-10.0) == 0  # PyTorch prints −0
    assert np.signbit(core.one_plus_erf(-10.0))


def test_a_constant_that_was_a_float32_costs_float64_its_digits() -> None:
    assert core.erfc_float32(1.0) == pytest.approx(0.8413447419273903, rel=2e-16)
    assert abs(core.erfc_float32(1.0) - gelu(1.0)) > 4e-9
    x = np.linspace(-5, 5, 300).astype(np.float32)
    off = np.abs(core.erfc_float32(x) - core.erfc_form(x)) / np.spacing(np.abs(core.erfc_form(x)) + np.float32(1e-6))
    assert off.max() <= 30  # in float32 it is no worse than rounding is


def test_the_cut_constant_shows_in_float64_only() -> None:
    x = np.linspace(-5, 5, 1000)
    cut = np.abs(core.tanh_cut(x) - core.one_plus_tanh(x))
    assert 5e-13 < cut.max() < 1e-12
    assert (np.abs(core.tanh_cut(x.astype(np.float32)) - core.one_plus_tanh(x.astype(np.float32))) < 1e-6).all()


def test_clipped_at_10() -> None:
    for dtype in FLOATS:
        np.testing.assert_array_equal(
            core.clipped_10(np.array([9.5, 10, 11, 1e4, np.inf], dtype)), [9.5, 10, 10, 10, 10]
        )
        assert type(core.clipped_10(dtype(11))) is dtype
    assert core.clipped_10(-0.75) == core.one_plus_erf(-0.75)


@every
@pytest.mark.parametrize("dtype", FLOATS)
def test_infinity_on_the_left_is_nan_as_in_the_frameworks_and_nothing_warns(name: str, dtype: type) -> None:
    form = FRAMEWORK_FORMS[name]
    with warnings.catch_warnings(), np.errstate(all="raise"), scipy.special.errstate(all="raise"):
        warnings.simplefilter("error")
        x = np.array([-np.inf, np.nan, np.inf, np.finfo(dtype).max, np.finfo(dtype).min, np.finfo(dtype).tiny], dtype)
        got = form(np.concatenate([x, np.linspace(-60, 60, 999).astype(dtype)]))
        for one in x:
            form(one)
    assert np.isnan(got[:2]).all()
    assert got[2] == (10 if name == "clipped_10" else np.inf)
    assert not np.isnan(got[3:]).any()


def test_float16_is_float16_all_the_way() -> None:
    x = np.linspace(-4, 4, 801).astype(np.float16)
    half = np.float16
    by_hand = [
        half(half(half(0.5) * v) * half(half(1) + half(scipy.special.erf(np.float32(v / half(2**0.5)))))) for v in x
    ]
    np.testing.assert_array_equal(core.one_plus_erf(x), by_hand)
    by_hand = [half(v / half(half(1) + np.exp(-half(half(1.702) * v)))) for v in x]
    np.testing.assert_allclose(core.quick(x), by_hand, rtol=2e-3)  # x·(1/…) there, x/… here
    assert (core.one_plus_erf(x) != gelu(x)).mean() > 0.2
