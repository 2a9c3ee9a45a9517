"""The turning points of the errors and the best constants, to the last digits."""

from __future__ import annotations

from typing import Any

import core_truth as truth
import numpy as np
import pytest

from gelu_core import (
    Extremum,
    best_constants,
    cdf,
    error_extrema,
    gelu,
    gelu_sigmoid,
    gelu_tanh,
    sigmoid,
)

FACTS: dict[str, Any] = truth.load("constants.json")
KNOWN = {
    "tanh": "tanh_error_local_extrema (tanh - exact, x>0, even)",
    "sigmoid": "sigmoid1702_error_local_extrema (sigmoid - exact, x>0, even)",
}
X = np.linspace(0, 12, 40_001)


def error(approximate: str, constant: float) -> Any:
    scale = 2 * np.sqrt(2 / np.pi)
    u = scale * (X + constant * X**3) if approximate == "tanh" else constant * X
    return X * sigmoid(u) - gelu(X)


@pytest.mark.parametrize("approximate", KNOWN)
def test_the_turning_points_are_known(approximate: str) -> None:
    got = error_extrema(approximate)
    right = [[float(x), float(height)] for x, height in FACTS[KNOWN[approximate]]["value"]]
    assert all(isinstance(extremum, Extremum) for extremum in got)
    np.testing.assert_allclose([extremum.x for extremum in got], [x for x, _ in right], rtol=0, atol=1e-12)
    np.testing.assert_allclose([extremum.error for extremum in got], [h for _, h in right], rtol=0, atol=1e-16)


def test_the_error_is_even() -> None:
    for function, approximate in ((gelu_tanh, "tanh"), (gelu_sigmoid, "sigmoid")):
        for x, height in error_extrema(approximate):
            assert function(-x) - gelu(-x) == pytest.approx(height, abs=3e-16)
            assert function(x) - gelu(x) == pytest.approx(height, abs=2e-15)


def test_the_famous_constants_are_the_default() -> None:
    assert error_extrema() == error_extrema("tanh") == error_extrema("tanh", 0.044715)
    assert error_extrema("sigmoid") == error_extrema("sigmoid", constant=1.702)
    assert error_extrema("sigmoid", np.float64(2)) == error_extrema("sigmoid", 2)


@pytest.mark.parametrize(
    ("approximate", "constant"),
    [("tanh", b) for b in (0, 0.01, 0.0435, 0.0444, 0.045, 0.0455399241225271, 0.05, 0.2, 1.0)]
    + [("sigmoid", c) for c in (0.5, 1.0, 1.5957, 1.6, 1.7, 1.773, 1.81, 2.5, 10.0)],
    ids=str,
)
def test_for_every_constant_the_extrema_are_those_of_the_curve(approximate: str, constant: float) -> None:
    curve = error(approximate, constant)
    found = error_extrema(approximate, constant)
    assert np.abs(curve).max() == pytest.approx(max(abs(height) for _, height in found), rel=2e-6)
    turns = np.flatnonzero(np.diff(np.sign(np.diff(curve[:20_001])))) + 1
    visible = [X[i] for i in turns if abs(curve[i]) > 1e-7]
    assert [x for x, height in found if x < 6 and abs(height) > 1e-7] == pytest.approx(visible, abs=1e-3)
    assert [x for x, _ in found] == sorted(x for x, _ in found)


def test_rounding_is_not_taken_for_turning_points() -> None:
    """At Taylor's constant the error starts as x⁶: close to 0 its slope is nothing but rounding."""
    assert len(error_extrema("tanh", (4 - np.pi) / (6 * np.pi))) == 1
    assert len(error_extrema("sigmoid", 2 * np.sqrt(2 / np.pi))) == 1
    for constant in (0.01, 0.045, 0.2):
        assert all(abs(height) >= 1e-12 for _, height in error_extrema("tanh", constant))


@pytest.mark.parametrize(
    ("name", "value"), [("max err gelu_tanh with taylor_b", 4 - np.pi), ("max|x*sigma(1.6x)-gelu|", 1.6)], ids=str
)
def test_other_constants_are_known_too(name: str, value: float) -> None:
    found = error_extrema("sigmoid", value) if "sigma" in name else error_extrema("tanh", value / (6 * np.pi))
    assert max(abs(height) for _, height in found) == pytest.approx(float(FACTS[name]["value"]), rel=1e-12)


BEST = {
    "sigmoid_for_cdf": "minimax_c_for_sigma(cx)~Phi(x)",
    "sigmoid_for_gelu": "minimax_c_for_x*sigma(cx)~gelu(x)",
    "cubic_for_cdf": "minimax_b_tanh (a=sqrt(2/pi)) for Phi",
    "cubic_for_gelu": "minimax_b_tanh (a=sqrt(2/pi)) for gelu",
}


@pytest.mark.parametrize("name", BEST)
def test_the_best_constants_are_known(name: str) -> None:
    constant, height = getattr(best_constants(), name)
    known = FACTS[BEST[name]]
    assert constant == pytest.approx(float(known["value"]), rel=1e-13)
    assert height == pytest.approx(float(known["max_abs_err"]), rel=1e-12)


def test_the_best_pair_is_known() -> None:
    pair = best_constants().pair_for_gelu
    known = FACTS["minimax_pair_tanh_b"]
    assert pair.scale == pytest.approx(float(FACTS["minimax_pair_tanh_a"]["value"]), rel=1e-13)
    assert pair.cubic == pytest.approx(float(known["value"]), rel=1e-13)
    assert pair.error == pytest.approx(float(known["max_abs_err"]), rel=1e-12)
    curve = X * sigmoid(2 * pair.scale * (X + pair.cubic * X**3)) - gelu(X)
    assert np.abs(curve).max() == pytest.approx(pair.error, rel=1e-6)


@pytest.mark.parametrize(("approximate", "name"), [("tanh", "cubic_for_gelu"), ("sigmoid", "sigmoid_for_gelu")])
def test_at_the_best_constant_the_peaks_are_level_and_any_other_is_worse(approximate: str, name: str) -> None:
    constant, height = getattr(best_constants(), name)
    peaks = [peak for _, peak in error_extrema(approximate, constant)]
    assert np.abs(peaks) == pytest.approx([height, height], rel=1e-11)
    assert peaks[0] * peaks[1] < 0
    for other in (constant * (1 - 1e-6), constant * (1 + 1e-6)):
        assert max(abs(peak) for _, peak in error_extrema(approximate, other)) > height


def test_the_famous_constants_fit_the_gate_and_not_gelu() -> None:
    best = best_constants()
    assert round(best.sigmoid_for_cdf.constant, 3) == 1.702
    assert round(best.cubic_for_cdf.constant, 6) == 0.044715
    assert np.abs(sigmoid(best.sigmoid_for_cdf.constant * X) - cdf(X)).max() == pytest.approx(
        best.sigmoid_for_cdf.error, rel=1e-6
    )
    assert best.sigmoid_for_gelu.error < 0.69 * max(abs(e) for _, e in error_extrema("sigmoid"))
    assert best.cubic_for_gelu.error < max(abs(e) for _, e in error_extrema("tanh"))
    assert best.pair_for_gelu.error < best.cubic_for_gelu.error
    assert best_constants() is best


@pytest.mark.parametrize(
    ("arguments", "kind", "said"),
    [
        (("none",), ValueError, "approximate must be 'tanh' or 'sigmoid', not 'none' (str)"),
        ((None,), ValueError, "approximate must be 'tanh' or 'sigmoid', not None"),
        (("tanh", -1e-9), ValueError, "constant must be a number from 0 to 1, not -1e-09"),
        (("tanh", 1.5), ValueError, "constant must be a number from 0 to 1, not 1.5"),
        (("tanh", np.nan), ValueError, "constant must be a number from 0 to 1, not nan"),
        (("sigmoid", 0.0), ValueError, "constant must be a number from 0.1 to 10, not 0.0"),
        (("sigmoid", np.inf), ValueError, "constant must be a number from 0.1 to 10, not inf"),
        (("sigmoid", [1.7]), TypeError, "constant must be a number from 0.1 to 10, not [1.7]"),
        (("sigmoid", "1.7"), TypeError, "constant must be a real number"),
    ],
    ids=str,
)
def test_errors_name_the_argument_the_value_and_what_is_allowed(
    arguments: tuple[Any, ...], kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind) as caught:
        error_extrema(*arguments)
    assert str(caught.value).startswith(said)
