"""The 134 inputs that made some framework go wrong: every one of them comes out right here."""

from __future__ import annotations

import math
from typing import Any

import core_truth as truth
import numpy as np
import pytest
from mpmath import mpf

import gelu_core

CASES = truth.load("cases.json")["cases"]


def allowed(case: dict[str, Any], x: float) -> float:
    """The bound in ulp that the function promises at x."""
    name = case["function"]
    if case["dtype"] != "float64":
        return 0.51
    if name == "family":
        return 8 + (x / float(case["s"])) ** 2
    if name.startswith("gelu_tanh"):
        return 4 + 3 * abs(float(truth.tanh_argument(mpf(x))))
    if name.startswith("gelu_sigmoid"):
        return 4 + 2 * abs(1.702 * x)
    return {"silu": 4, "gelu_grad": 16}.get(name, 8)


def close_to_its_zero(case: dict[str, Any], x: float) -> float:
    """The bound on the absolute error that takes over where a derivative is zero."""
    if case["function"] == "gelu_grad" and abs(x - truth.X_MIN) <= 0.3:
        return 4e-16
    return 1e-23 if case["function"] == "gelu_second" and abs(abs(x) - math.sqrt(2)) <= 0.3 else 0


def test_all_the_cases_are_here() -> None:
    assert len(CASES) == 134
    assert {case["dtype"] for case in CASES} == {"float16", "float32", "float64"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['function']}-{case['dtype']}-{case['id']}")
def test_case(case: dict[str, Any]) -> None:
    dtype = np.dtype(case["dtype"])
    text = case.get("input_hex")
    x = dtype.type(float.fromhex(text) if text else float(case["input"]))
    extra = (float(case["s"]),) if "s" in case else ()
    function = getattr(gelu_core, case["function"])
    for got in (function(x, *extra), function(np.full(19, x), *extra)[7]):
        assert got.dtype == dtype
        if math.isinf(x):
            assert got == float(case["rounded"])
        else:
            right = mpf(case["value"])
            off = abs(mpf(float(got)) - right)
            bound = allowed(case, float(x)) * truth.unit(right, dtype)
            assert off <= max(bound, close_to_its_zero(case, float(x)))
        if float(case["rounded"]) == 0 and 0 < abs(x) < math.inf:  # signs at 0 and infinity: the next tests
            assert math.copysign(1, got) == math.copysign(1, float(case["rounded"]))


@pytest.mark.parametrize("name", ["gelu", "gelu_tanh", "gelu_sigmoid", "silu"])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_limits_keep_their_sign(name: str, dtype: type) -> None:
    function = getattr(gelu_core, name)
    got = function(np.array([-np.inf, -0.0, 0.0, np.inf, np.nan], dtype))
    np.testing.assert_array_equal(got, [0, 0, 0, np.inf, np.nan])
    np.testing.assert_array_equal(np.signbit(got[:4]), [True, True, False, False])


@pytest.mark.parametrize("name", ["gelu_grad", "gelu_tanh_grad", "gelu_sigmoid_grad", "silu_grad", "cdf", "sigmoid"])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_slopes_and_gates_end_at_0_and_1(name: str, dtype: type) -> None:
    huge = np.finfo(dtype).max
    got = getattr(gelu_core, name)(np.array([-np.inf, -huge, -huge / 300, 0, huge / 300, huge, np.inf, np.nan], dtype))
    expected = [0, 0, 0, 0.5, 1, 1, 1, np.nan]
    np.testing.assert_allclose(got, expected, atol=1e-30)


@pytest.mark.parametrize("name", ["pdf", "gelu_second", "dip", "silu_dip"])
def test_what_fades_ends_at_0_on_both_sides(name: str) -> None:
    huge = np.finfo(np.float64).max
    got = getattr(gelu_core, name)(np.array([-np.inf, -huge, -1e20, 1e20, huge, np.inf, np.nan]))
    np.testing.assert_array_equal(got, [0, 0, 0, 0, 0, 0, np.nan])
