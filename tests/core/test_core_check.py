"""`check` passes what is right and names the mistake of what is not."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.special import erf, erfc, expit, ndtr

import gelu_core as core
from gelu_core import FRAMEWORK_FORMS, check

Function = Callable[[Any], Any]
ROOT = math.sqrt(2)


def changes_its_input(x: Any) -> Any:
    x *= 0.5 * (1 + erf(x / ROOT))
    return x


def fills_an_array_like_its_input(x: Any) -> Any:
    out = np.zeros_like(x)
    out[...] = x * ndtr(x)
    return out


def through_float32(x: Any) -> Any:
    x = np.asarray(x, dtype=np.float32)
    return 0.5 * x * (1 + erf(x / np.float32(ROOT)))


CASES: dict[str, list[Function]] = {
    "none": [
        core.gelu,
        lambda x: x * ndtr(x),
        lambda x: 0.5 * x * erfc(-x / ROOT),
        lambda x: 0.5 * x * erfc(-x / np.sqrt(2)),
    ],
    "missing-sqrt2": [
        lambda x: 0.5 * x * (1 + erf(x)),
        lambda x: 0.5 * x * erfc(-x),
        lambda x: 0.5 * x * (1 + erf(x * ROOT)),
        lambda x: 0.5 * x * (1 + erf(x / 2)),
    ],
    "erf-cancellation": [
        lambda x: 0.5 * x * (1 + erf(x / ROOT)),
        lambda x: x * (1 - 0.5 * erfc(x / ROOT)),
        np.vectorize(lambda x: x * (1 + math.erf(x / ROOT)) / 2, otypes=[float]),
        lambda x: x * (1 + math.erf(x / ROOT)) / 2,  # one number at a time
        FRAMEWORK_FORMS["one_plus_erf"],
    ],
    "tanh-form": [
        core.gelu_tanh,
        lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
        FRAMEWORK_FORMS["tanh_cut"],
    ],
    "sigmoid-form": [core.gelu_sigmoid, lambda x: x / (1 + np.exp(-1.702 * x))],
    "relu": [core.relu, lambda x: np.where(x > 0, x, 0)],
    "silu": [core.silu, lambda x: x * expit(x)],
    "derivative": [core.gelu_grad, lambda x: ndtr(x) + x * np.exp(-x * x / 2) / np.sqrt(2 * np.pi)],
    "sign": [lambda x: -x * ndtr(x), lambda x: 0.5 * x * (1 - erf(x / ROOT)), lambda x: core.gelu(-x)],
    "dtype": [through_float32, fills_an_array_like_its_input, lambda x: np.asarray(x * ndtr(x), np.float16)],
    "in-place": [changes_its_input],
    "float32-constants": [
        FRAMEWORK_FORMS["erfc_float32"],
        lambda x: 0.5 * x * (1 + erf(x * float(np.float32(1 / ROOT)))),
    ],
    "unknown": [
        lambda x: 0.7 * x,
        core.cdf,
        lambda x: core.gelu(x) + 1e-5,
        lambda x: core.gelu(x)[:3],
        lambda x: 1 / 0,
        lambda x: "much",
        lambda x: np.nan_to_num(core.gelu(x)),
        lambda x: core.gelu(x) + 0j,
    ],
}


@pytest.mark.parametrize(
    ("mistake", "function"), [(mistake, function) for mistake, functions in CASES.items() for function in functions]
)
def test_the_mistake_is_named(mistake: str, function: Function) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = check(function)
    assert found.mistake == mistake, str(found)
    assert found.ok is bool(found) is (mistake == "none")
    assert mistake in str(found)
    html = found._repr_html_()
    assert mistake in html
    assert ("<svg" in html) == (0 < found.max_abs_error < math.inf)


def test_how_far_and_where() -> None:
    found = check(core.gelu_tanh)
    assert found.max_abs_error == pytest.approx(4.73236e-4, rel=1e-4)
    assert abs(found.where) == pytest.approx(2.69894, abs=0.01)
    assert found.max_ulp > 1e10
    assert check(core.gelu).max_ulp == 0
    assert 0.5 < check(lambda x: 0.5 * x * erfc(-x / ROOT)).max_ulp < 5000


def test_against_other_functions() -> None:
    assert check(core.gelu_tanh, against="gelu_tanh").ok
    assert check(core.gelu_grad, against="gelu_grad").ok
    assert check(core.relu, against="relu").ok
    assert check(core.gelu_tanh, against="gelu_sigmoid").mistake == "tanh-form"
    assert check(core.gelu, against="relu").mistake == "unknown"


def test_in_float32() -> None:
    seen = set()

    def narrow(x: Any) -> Any:
        seen.add(np.asarray(x).dtype)
        return np.float32(core.gelu(x))

    found = check(narrow, dtype="float32")
    assert found.ok
    assert found.max_ulp <= 1
    assert np.dtype(np.float32) in seen
    assert check(narrow).mistake == "dtype"
    assert check(through_float32, dtype="float32").mistake == "erf-cancellation"


def test_what_breaks_is_told() -> None:
    told = " ".join(check(lambda x: core.gelu(x) if np.ndim(x) == 1 else 1 / 0).breaks)
    assert "shape (2, 3)" in told
    assert "ZeroDivisionError" in told
    assert "nan: it gives 0" in check(lambda x: np.nan_to_num(core.gelu(x))).breaks
    assert "-inf: it gives nan, the limit is 0" in check(lambda x: x * ndtr(x)).notes
    assert check(lambda x: 1 / 0).max_abs_error == math.inf
    assert check(lambda x: core.gelu(x) if np.size(x) < 5000 else np.zeros_like(x)).ok is False


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_gate_that_leaves_the_type_in_the_tail(dtype: str) -> None:
    def tanh_form(x: Any) -> Any:
        return x * expit(2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))

    assert check(tanh_form, against="gelu_tanh", dtype=dtype).mistake == "none"


def test_what_a_mistake_means_depends_on_what_was_asked_for() -> None:
    assert "a slope, not the function" in str(check(core.gelu_grad))
    assert "another slope" in str(check(lambda x: core.cdf(x) + core.pdf(x), against="gelu_grad"))
    form = check(core.one_plus_tanh, against="gelu_tanh")
    assert form.mistake == "erf-cancellation"
    assert "1 + tanh" in str(form)
    slope = check(lambda x: (1 + erf(x / ROOT)) / 2 + x * core.pdf(x), against="gelu_grad")
    assert slope.mistake == "erf-cancellation"
    assert "erfc(−x/√2)/2 keeps it" in str(slope)
    assert "x·erfc" not in str(slope)


def test_html_is_escaped() -> None:
    def angry(x: Any) -> Any:
        raise RuntimeError("<b>no</b>")

    html = check(angry)._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;no" in html


def test_bad_arguments() -> None:
    with pytest.raises(TypeError, match="function must be callable, not 3"):
        check(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="against must be 'gelu', 'gelu_tanh'"):
        check(core.gelu, against="swish")
    with pytest.raises(ValueError, match="dtype must be 'float64' or 'float32'"):
        check(core.gelu, dtype="float16")
