"""bfloat16 by its upper 16 bits, steps of every type, and where a mix-up of two forms survives rounding."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from gelu_core import gelu, gelu_sigmoid, gelu_tanh, round_bfloat16, spacing

RANDOM = np.random.default_rng(16)


def nearest(x: float) -> float:
    """The nearest number of eight digits by plain arithmetic: Python rounds ties to even."""
    step = 2.0 ** (max(np.frexp(x)[1] - 1, -126) - 7)
    return round(x / step) * step


def test_rounding_is_to_the_nearest_and_ties_go_to_even() -> None:
    pairs = {
        1.0: 1.0,
        1.00390625: 1.0,  # half a step above 1: the even neighbour is 1
        1.01171875: 1.015625,  # one and a half: the even neighbour is two steps up
        1.003906250001: 1.0078125,
        1.003906249999: 1.0,
        -1.01171875: -1.015625,
        3.14159: 3.140625,
        0.1: 0.10009765625,
    }
    for x, right in pairs.items():
        assert round_bfloat16(x) == right
    many = np.concatenate([RANDOM.standard_normal(3000), 10.0 ** RANDOM.uniform(-44, 38, 3000)])
    for dtype in (np.float64, np.float32):
        values = many.astype(dtype)
        np.testing.assert_array_equal(round_bfloat16(values), [nearest(x) for x in values.tolist()])


def test_float64_is_rounded_once() -> None:
    tie = 1.00390625  # its neighbours in float64 all become this tie in float32
    np.testing.assert_array_equal(round_bfloat16([np.nextafter(tie, 2), tie, np.nextafter(tie, 0)]), [1.0078125, 1, 1])
    tie = -1.01171875
    np.testing.assert_array_equal(round_bfloat16([np.nextafter(tie, 0), tie]), [-1.0078125, -1.015625])


def test_every_bfloat16_stays_what_it_is() -> None:
    values = (np.arange(2**16, dtype=np.uint32) << np.uint32(16)).view(np.float32)
    got = round_bfloat16(values)
    np.testing.assert_array_equal(got, values)
    number = ~np.isnan(values)
    np.testing.assert_array_equal(np.signbit(got[number]), np.signbit(values[number]))
    assert np.isnan(round_bfloat16(np.nan))
    assert np.isnan(round_bfloat16(np.array([0x7F800001, 0xFFFFFFFF], np.uint32).view(np.float32))).all()
    assert ((got.view(np.uint32) & np.uint32(0xFFFF)) == 0)[number].all()


def test_the_ends_of_bfloat16() -> None:
    largest = float.fromhex("0x1.fep127")
    half = float.fromhex("0x1.ffp127")
    got = round_bfloat16([largest, np.nextafter(half, 0), half, 1e300, -1e300, np.inf, -np.inf, -0.0, 4e-41, 1e-300])
    np.testing.assert_array_equal(got, [largest, largest, np.inf, np.inf, -np.inf, np.inf, -np.inf, 0, 0, 0])
    assert np.signbit(got[7])
    assert round_bfloat16(5e-41) == 2.0**-133


def test_the_result_is_always_float32_of_the_same_shape() -> None:
    kinds: list[Any] = [1, 1.5, [1, 2], np.float16(1.5), np.ones((2, 0, 3)), np.ones((3, 4), np.float32).T, True]
    for x in kinds:
        got = round_bfloat16(x)
        assert got.dtype == np.float32
        assert got.shape == np.shape(x)
    assert type(round_bfloat16(1.5)) is np.float32
    x = RANDOM.standard_normal((30, 40)).astype(np.float32)
    before = x.copy()
    np.testing.assert_array_equal(round_bfloat16(x[::-2, 1::3]), round_bfloat16(x)[::-2, 1::3])
    np.testing.assert_array_equal(x, before)
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        round_bfloat16(np.array([1e308, np.nan, 5e-324]))
        spacing(np.array([1e308, np.nan, 5e-324, -np.inf, 0]), "bfloat16")


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_step_is_numpys(dtype: str) -> None:
    info = np.finfo(dtype)
    exponents = RANDOM.uniform(np.log10(float(info.smallest_subnormal)), np.log10(float(info.max)), 2000)
    x = np.concatenate([10.0**exponents, [0.0, 1.0, 2.0, float(info.tiny)]]).astype(dtype)
    right = np.spacing(x).astype(np.float64)
    right[x == info.max] = np.nan
    inside = x < info.max
    np.testing.assert_array_equal(spacing(x, dtype)[inside], right[inside])
    np.testing.assert_array_equal(spacing(-x, dtype)[inside], right[inside])
    assert spacing(x, dtype).dtype == np.float64


def test_the_step_of_bfloat16() -> None:
    x = RANDOM.standard_normal(2000) * 10.0 ** RANDOM.uniform(-37, 37, 2000)
    values = round_bfloat16(x)
    bits = values.view(np.uint32) + np.uint32(0x10000)
    np.testing.assert_array_equal(spacing(values, "bfloat16"), np.abs(bits.view(np.float32) - values))
    assert spacing(1.0, "bfloat16") == 2.0**-7
    assert spacing(0, "bfloat16") == spacing(1e-44, "bfloat16") == 2.0**-133
    assert spacing(-65535, "float16") == 32
    for gone in (65536.0, -1e9, np.inf, np.nan):
        assert np.isnan(spacing(gone, "float16"))
    assert np.isnan(spacing(1e39, "bfloat16"))


@pytest.mark.parametrize("bad", ["half", "bf16", "", None, np.float32, 16], ids=str)
def test_an_unknown_type_is_a_value_error_that_lists_the_four(bad: Any) -> None:
    said = r"^dtype must be 'float64', 'float32', 'bfloat16' or 'float16', not "
    with pytest.raises(ValueError, match=said):
        spacing(1.0, bad)


def test_left_of_zero_the_tanh_form_survives_bfloat16_and_right_of_it_it_does_not() -> None:
    for x, steps in ((2.70, 0.03), (-2.70, 7.8)):
        off = abs(gelu_tanh(x) - gelu(x)) / spacing(gelu(x), "bfloat16")
        assert off == pytest.approx(steps, rel=0.02)
    assert round_bfloat16(gelu_tanh(2.70)) == round_bfloat16(gelu(2.70))
    assert round_bfloat16(gelu_tanh(-2.70)) != round_bfloat16(gelu(-2.70))


def test_of_normal_inputs_in_bfloat16_the_sigmoid_form_changes_most_and_the_tanh_form_few() -> None:
    x = round_bfloat16(RANDOM.standard_normal(100_000)).astype(np.float64)
    exact = round_bfloat16(gelu(x))
    assert (round_bfloat16(gelu_tanh(x)) != exact).mean() == pytest.approx(0.09, abs=0.005)
    assert (round_bfloat16(gelu_sigmoid(x)) != exact).mean() == pytest.approx(0.91, abs=0.008)
