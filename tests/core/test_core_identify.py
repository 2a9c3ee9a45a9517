"""Which GELU produced these numbers: right for what frameworks gave, and not sure where nobody could be."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from frameworks.gelus import RECORDS
from identify_cases import FORMS

from gelu_core import (
    FRAMEWORK_FORMS,
    gelu,
    gelu_tanh,
    identify,
    round_bfloat16,
)

RECORDED: list[dict[str, Any]] = json.loads(Path(RECORDS).read_text(encoding="utf-8"))
X = np.linspace(-4, 4, 20)


@pytest.mark.parametrize("record", RECORDED, ids=lambda each: f"{each['library']} {each['name']} {each['dtype']}")
def test_what_frameworks_gave_is_named(record: dict[str, Any]) -> None:
    found = identify(record["x"], record["y"])
    # No input lies above 10, so none can tell the clipped form: the plain one is believed.
    wanted = "exact" if record["form"] == "exact-clipped-10" else record["form"]
    assert wanted in found.possible
    equally = [each.name for each in found.candidates if each.excess == 0]
    assert found.best == wanted or {found.best, wanted} <= {*equally}, "unless another gives the very same numbers"
    assert found.certain == (found.possible == (found.best,))
    if record["dtype"] in ("float32", "float64") and wanted != "exact":
        assert found.certain
    assert found.arithmetic.split(",")[0] == record["dtype"] or record["form"] == "relu"


def test_all_number_types_and_all_libraries_are_recorded() -> None:
    have = {(each["library"], each["dtype"]) for each in RECORDED}
    assert {
        (name, dtype) for name in ("torch", "jax") for dtype in ("float64", "float32", "float16", "bfloat16")
    } < have
    assert ("onnxruntime", "float32") in have
    assert all(len(each["x"]) == 20 and min(each["x"]) >= -4 and max(each["x"]) <= 4 for each in RECORDED)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "4 decimals", "6 decimals"])
def test_forms_in_every_number_type(form: str, dtype: str) -> None:
    x = np.append(X, [-6.0, 12.0])
    if dtype == "bfloat16":
        x = np.asarray(round_bfloat16(x), dtype=float)
        y = round_bfloat16(FORMS[form](x))
    elif dtype.endswith("decimals"):
        y = np.round(FORMS[form](x), int(dtype[0]))
    else:
        x = x.astype(dtype)
        y = FORMS[form](x)
    found = identify(x, y)
    assert (found.best, found.possible, found.certain) == (form, (form,), True)
    assert found.candidates[0].name == form
    if form != "relu":  # its numbers are those of its inputs
        assert found.arithmetic == dtype
    assert identify(x[::-1].reshape(2, 11), y[::-1].reshape(2, 11)).best == form, "order and shape do not matter"


@pytest.mark.parametrize("form", FORMS)
def test_functions(form: str) -> None:
    found = identify(FORMS[form])
    assert (found.best, found.certain) == (form, True)
    assert identify(lambda x: np.float32(FORMS[form](x))).best == form


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("one_plus_erf", "exact"),
        ("erfc_form", "exact"),
        ("erfc_float32", "exact"),
        ("one_plus_tanh", "tanh"),
        ("tanh_cut", "tanh"),
    ],
)
def test_digits_tell_one_spelling_from_another(name: str, form: str) -> None:
    found = identify(FRAMEWORK_FORMS[name])
    assert found.best == form
    assert found.spelling == (name,)
    assert FRAMEWORK_FORMS[name].formula in str(found)


@pytest.mark.parametrize(
    ("x", "others"),
    [
        ([0.0], {"exact", "tanh", "sigmoid", "exact-clipped-10", "relu", "silu"}),
        ([8.5, 9.0, 9.5], {"exact", "tanh", "exact-clipped-10", "relu"}),
        ([-4.0, -1.0, 0.5, 3.0], {"exact", "exact-clipped-10"}),
    ],
)
def test_not_certain_where_the_inputs_cannot_decide(x: list[float], others: set[str]) -> None:
    found = identify(x, gelu(np.array(x)))
    assert found.best == "exact"
    assert not found.certain
    assert {*found.possible} == others
    at = found.deciding_input
    assert str(at).removesuffix(".0") in str(found)
    first, second = found.candidates[:2]
    assert abs(FORMS[first.name](at) - FORMS[second.name](at)) > 1e-4, "asking there decides between the first two"
    again = identify([*x, at], gelu(np.array([*x, at])))
    assert second.name not in again.possible


@pytest.mark.parametrize("y", [0.7 * X, np.full(20, np.nan), -gelu(X), np.where(X > 3, 0, gelu(X)), gelu(X) + 1e-3])
def test_none_of_these(y: Any) -> None:
    found = identify(X, y)
    assert (found.best, found.certain, found.possible, found.arithmetic) == ("unknown", False, (), "")
    assert found.candidates[0].deviation == min(each.deviation for each in found.candidates)
    assert found.where in X
    assert "none of these" in str(found)


def test_one_wrong_number_is_enough() -> None:
    y = gelu(X)
    y[7] += 1e-4
    found = identify(X, y)
    assert found.best == "unknown"
    assert found.candidates[0].name == "exact"
    assert found.candidates[0].deviation == pytest.approx(1e-4, rel=1e-4)
    assert found.where == X[7]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("layout", ["%.4g", "%.6g", "%.9g", "%.5e", "%.12g"])
def test_printed_with_few_digits(form: str, layout: str) -> None:
    x = np.append(X, [-6.0, 12.0])
    found = identify(x, [float(layout % value) for value in FORMS[form](x)])
    assert (found.best, found.certain) == (form, True)
    if form != "relu":
        assert found.arithmetic == {"%.5e": "6 digits"}.get(layout, f"{layout[2:-1]} digits")


def test_float32_written_as_text() -> None:
    x = X.astype(np.float32)
    found = identify(x, [float(str(value)) for value in gelu_tanh(x)])
    assert (found.best, found.arithmetic) == ("tanh", "9 digits")


def test_few_decimals_are_no_constant_that_was_cut_short() -> None:
    found = identify([1.0], [0.841192])  # by chance right to eight digits
    assert (found.best, found.arithmetic) == ("tanh", "6 decimals")
    assert "1 number;" in str(found)


@pytest.mark.parametrize(("function", "off"), [(lambda x: 2 * gelu(x), 4.0), (lambda x: np.minimum(gelu(x), 3), 1.0)])
def test_where_none_fits_the_input_belongs_to_the_distance(function: Callable[[Any], Any], off: float) -> None:
    found = identify(X, function(X))
    nearest = found.candidates[0]
    assert nearest.deviation == pytest.approx(off, rel=0.1)
    at = np.array(found.where)
    assert abs(function(at) - FORMS[nearest.name](at)) == pytest.approx(nearest.deviation)
    assert f"{nearest.deviation:.3g} off at x = {found.where:.6g}" in str(found)


def test_outputs_that_are_not_finite() -> None:
    for wrong in (math.nan, math.inf):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = identify([1.0, 2.0], [0.8413, wrong])
        assert found.best == "unknown"
        assert "the output at x = 2 is not finite" in str(found)
        assert '"deviation": null' in json.dumps(found.as_dict(), allow_nan=False)


def test_no_warning_whatever_the_function() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert identify(lambda x: np.logaddexp(0, x)).best == "unknown"
        assert identify(lambda x: np.where(x > 0, 1.0, 0.5)).best == "unknown"


def test_inputs_that_are_not_finite_are_left_out() -> None:
    found = identify([*X, math.nan, math.inf], [*gelu_tanh(X), math.nan, math.nan])
    assert (found.best, found.count) == ("tanh", 20)


def test_outputs_that_no_narrow_type_holds_raise_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert identify([1.0, 2.0], [math.inf, -math.inf]).best == "unknown"
        assert identify([-1e300, 1e300], [0.0, 1e300]).best == "exact"


def test_as_plain_python() -> None:
    found = identify(X, gelu_tanh(X))
    plain = json.loads(json.dumps(found.as_dict()))
    assert plain["best"] == "tanh"
    assert plain["certain"] is True
    assert plain["candidates"][0] == {"name": "tanh", "deviation": 0.0, "excess": 0.0}


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        ((X,), TypeError, "y is missing"),
        ((gelu, X), TypeError, "y must be left out"),
        ((X, X[:5]), ValueError, r"y must have the shape of x, \(20,\), not \(5,\)"),
        ((["a"], [1.0]), TypeError, "x must be a real number"),
        (([1.0], [1j]), TypeError, "y must be a real number"),
        (([], []), ValueError, "at least one finite number"),
        (([math.nan], [1.0]), ValueError, "at least one finite number"),
        ((lambda x: 1.0,), ValueError, "the function must give an array of shape"),
    ],
)
def test_bad_arguments(arguments: tuple[Any, ...], error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        identify(*arguments)
