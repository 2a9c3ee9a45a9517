"""How far each function is from the truth, over its whole range: the bounds that the docstrings promise."""

from __future__ import annotations

from collections.abc import Callable

import core_truth as truth
import numpy as np
import pytest
from mpmath import mp, mpf
from numpy.typing import NDArray

import gelu_core as core

Floats = NDArray[np.float64]
RANDOM = np.random.default_rng(20160627)

# The whole range, the edge where the method changes, the place where erfcx is weakest, subnormal results, tiny inputs.
BELL = np.concatenate(
    [
        np.linspace(-38.7, 9.0, 2000),
        RANDOM.uniform(-2.4, -0.9, 1500),
        RANDOM.uniform(-4.0, 3.0, 1000),
        RANDOM.uniform(-38.7, -37.4, 400),
        -(10.0 ** RANDOM.uniform(-300, 0, 100)),
        10.0 ** RANDOM.uniform(-300, 0, 100),
        np.nextafter(-1.0, [-2.0, 0.0]),
    ]
)
LOGISTIC = np.concatenate(
    [
        np.linspace(-752.0, 40.0, 1500),
        RANDOM.uniform(-4.0, 4.0, 1000),
        RANDOM.uniform(-752.0, -700.0, 300),
        10.0 ** RANDOM.uniform(-300, 0, 50),
    ]
)
FORMS = np.concatenate([np.linspace(-22.0, 10.0, 700), RANDOM.uniform(-3.0, 3.0, 500)])


@pytest.mark.parametrize(
    ("name", "bound"), [("gelu", 8), ("dip", 8), ("cdf", 8), ("pdf", 4), ("gelu_second", 8)], ids=lambda v: str(v)
)
def test_bell_functions_keep_their_digits(name: str, bound: float) -> None:
    off = truth.errors(getattr(core, name)(BELL), getattr(truth, name), BELL)
    assert off.max() <= bound, f"{off.max():.2f} ulp at {BELL[off.argmax()]!r}"


def test_most_values_of_gelu_are_much_better_than_the_bound() -> None:
    off = truth.errors(core.gelu(BELL), truth.gelu, BELL)
    assert np.median(off) < 1.4


@pytest.mark.parametrize(("name", "bound"), [("sigmoid", 4), ("silu", 4), ("silu_dip", 4)])
def test_logistic_functions_keep_their_digits(name: str, bound: float) -> None:
    off = truth.errors(getattr(core, name)(LOGISTIC), getattr(truth, name), LOGISTIC)
    assert off.max() <= bound, f"{off.max():.2f} ulp at {LOGISTIC[off.argmax()]!r}"


@pytest.mark.parametrize(
    ("name", "root", "xs"), [("gelu_grad", truth.X_MIN, BELL), ("silu_grad", truth.SILU_X_MIN, LOGISTIC)]
)
def test_slopes_keep_their_digits_and_close_to_their_zero_their_size(name: str, root: float, xs: Floats) -> None:
    got, right = getattr(core, name)(xs), getattr(truth, name)
    far = np.abs(xs - root) > 0.3
    off = truth.errors(got[far], right, xs[far])
    assert off.max() <= 16, f"{off.max():.2f} ulp at {xs[far][off.argmax()]!r}"
    near = np.concatenate([xs[~far], root + np.linspace(-1e-6, 1e-6, 101)])
    assert truth.differences(getattr(core, name)(near), right, near).max() <= 4e-16


def test_the_second_derivative_keeps_its_digits_at_the_inflection() -> None:
    xs = np.sqrt(2) + np.concatenate([np.linspace(-1e-14, 1e-14, 91), np.linspace(-0.3, 0.3, 200)])
    xs = np.concatenate([xs, -xs])
    got = core.gelu_second(xs)
    off = truth.errors(got, truth.gelu_second, xs)
    assert ((off <= 8) | (truth.differences(got, truth.gelu_second, xs) <= 1e-23)).all()


@pytest.mark.parametrize(
    ("name", "scale", "factor"), [("gelu_tanh", 1.0, 3.0), ("gelu_sigmoid", 20.0, 2.0)], ids=["tanh", "sigmoid"]
)
def test_the_forms_are_their_own_formula_and_lose_no_tail(name: str, scale: float, factor: float) -> None:
    xs = FORMS * scale
    argument: Callable[[mpf], mpf] = truth.tanh_argument if name == "gelu_tanh" else lambda x: truth.SIGMOID_SCALE * x
    size = np.array([abs(float(argument(mpf(x)))) for x in xs.tolist()])
    off = truth.errors(getattr(core, name)(xs), getattr(truth, name), xs)
    assert (off / (4 + factor * size)).max() <= 1
    slope = getattr(core, f"{name}_grad")(xs)
    right = getattr(truth, f"{name}_grad")
    near = np.abs(xs - truth.X_MIN) <= 0.3
    assert truth.differences(slope[near], right, xs[near]).max() <= 4e-16
    off = truth.errors(slope[~near], right, xs[~near])
    assert (off / (8 + factor * size[~near])).max() <= 1


def test_tanh_keeps_its_digits() -> None:
    xs = np.concatenate([np.linspace(-20, 20, 500), 10.0 ** RANDOM.uniform(-300, 0, 100)])
    assert truth.errors(core.tanh(xs), mp.tanh, xs).max() <= 4


def family_points() -> tuple[Floats, Floats]:
    """Widths from the smallest to the largest, and where the gate all but closes on an input of 1e308."""
    s = 10.0 ** RANDOM.uniform(-300, 300, 800)
    s[200:] = 10.0 ** RANDOM.uniform(-3, 6, 600)
    x = s * RANDOM.uniform(-38.7, 9.0, 800)
    s = np.concatenate([s, np.full(100, 3.3e306)])
    return np.concatenate([x, s[800:] * -np.linspace(30.0, 54.4, 100)]), s


def test_the_family_keeps_its_digits_for_every_width() -> None:
    x, s = family_points()
    got, slope = core.family(x, s), core.family_grad(x, s)
    for i in range(len(x)):
        wide, z = mpf(x[i].item()), mpf(x[i].item()) / mpf(s[i].item())
        right = wide * truth.cdf(z)
        bound = 8 + z * z
        assert abs(mpf(got[i].item()) - right) <= bound * truth.unit(right), (x[i], s[i])
        right = truth.gelu_grad(z)
        off = abs(mpf(slope[i].item()) - right)
        assert off <= max((16 + 2 * z * z) * truth.unit(right), 4e-16 if abs(z - truth.X_MIN) <= 0.3 else 0), (
            x[i],
            s[i],
        )


NARROW = ["gelu", "gelu_grad", "gelu_second", "dip", "cdf", "pdf", "gelu_tanh", "gelu_tanh_grad", "gelu_sigmoid"]
NARROW += ["gelu_sigmoid_grad", "silu", "silu_grad", "silu_dip", "sigmoid"]


@pytest.mark.parametrize("name", NARROW)
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_narrow_types_are_rounded_once(name: str, dtype: type) -> None:
    reach = {np.float16: 9.0, np.float32: 16.0}[dtype]  # their tails end at about -6 and -14.4
    xs = np.concatenate([np.linspace(-reach, reach, 300), RANDOM.standard_normal(300)]).astype(dtype)
    got = getattr(core, name)(xs)
    assert got.dtype == dtype
    assert truth.errors(got, getattr(truth, name), xs).max() <= 0.51


def test_narrow_family_is_rounded_once() -> None:
    xs = RANDOM.standard_normal(300).astype(np.float32) * np.float32(3)
    got = core.family(xs, 0.7)
    assert truth.errors(got, lambda x: x * truth.cdf(x / mpf(0.7)), xs).max() <= 0.51
