"""What may go in, what comes out, and what is said when something may not."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
import scipy.special

import gelu_core as core

NAMES = ["pdf", "cdf", "gelu", "gelu_grad", "gelu_second", "dip", "relu", "leaky_relu", "silu", "silu_grad", "silu_dip"]
NAMES += ["hard_swish", "sigmoid", "tanh", "gelu_tanh", "gelu_tanh_grad", "gelu_sigmoid", "gelu_sigmoid_grad"]
FUNCTIONS: dict[str, Callable[..., Any]] = {name: getattr(core, name) for name in NAMES}
FUNCTIONS |= {
    "family": lambda x: core.family(x, 0.7),
    "family_grad": lambda x: core.family_grad(x, 0.7),
    "family at 0": lambda x: core.family(x, 0),
    "family_grad at inf": lambda x: core.family_grad(x, np.inf),
    "gelu tanh": lambda x: core.gelu(x, approximate="tanh"),
    "gelu_grad sigmoid": lambda x: core.gelu_grad(x, "sigmoid"),
    "leaky_relu of 0": lambda x: core.leaky_relu(x, 0),
}
FORMS: dict[str, Callable[..., Any]] = {name: form.function for name, form in core.FRAMEWORK_FORMS.items()}
every = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
every_and_forms = pytest.mark.parametrize("function", [*FUNCTIONS.values(), *FORMS.values()], ids=[*FUNCTIONS, *FORMS])
FLOATS = [np.float16, np.float32, np.float64]


def test_the_public_names() -> None:
    assert set(core.__all__) >= {*NAMES, "family", "family_grad", "minimum", "gate_samples", "gate_noise"}
    assert set(core.__all__) >= {"newton_steps", "newton_basin", "error_extrema", "best_constants", "round_bfloat16"}
    assert set(core.__all__) >= {"count_ffn", "feed_forward", "preactivations", "depth_difference", "spacing"}
    assert set(core.__all__) >= set(core.FRAMEWORK_FORMS)
    constants = {name for name in core.__all__ if name.isupper()}
    assert constants == {"BRICK_LIMIT", "BRICK_POINTS", "FRAMEWORK_FORMS", "MODELS"}
    assert all(callable(getattr(core, name)) for name in core.__all__ if name not in constants)
    assert all(getattr(core, name).__doc__ for name in core.__all__)
    assert len(set(core.__all__)) == len(core.__all__)


def test_the_core_brings_neither_bokeh_nor_panel_and_no_part_of_scipy_that_loads_slowly() -> None:
    code = "import sys, gelu_core; print({'bokeh', 'panel', 'gelu_lab', 'scipy.optimize'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@every_and_forms
@pytest.mark.parametrize("dtype", FLOATS)
def test_floats_keep_their_type_and_arrays_their_shape(function: Callable[..., Any], dtype: type) -> None:
    for shape in [(0,), (0, 3), (1,), (7,), (2, 3), (2, 1, 5), (9000,)]:
        got = function(np.ones(shape, dtype))
        assert isinstance(got, np.ndarray)
        assert (got.shape, got.dtype) == (shape, dtype)
    for scalar in (dtype(0.5), np.array(0.5, dtype)):
        got = function(scalar)
        assert type(got) is dtype
        assert got == function(np.array([0.5], dtype))[0]


@every_and_forms
def test_everything_else_that_is_real_becomes_float64(function: Callable[..., Any]) -> None:
    right = function(np.array([0.0, 1.0, 2.0]))
    kinds: list[Any] = [
        [0, 1, 2],
        (0, 1.0, 2),
        [np.float32(0), np.float32(1), np.float32(2)],
        np.array([0, 1, 2], np.int8),
    ]
    kinds += [np.array([0, 1, 2], np.uint64), np.array([0, 1, 2], np.longdouble), np.array([0, 1, 2], ">f8")]
    for x in kinds:
        got = function(x)
        assert got.dtype == np.float64
        assert got.dtype.isnative
        np.testing.assert_array_equal(got, right)
    for one in (1, 1.0, True, np.int64(1), np.bool_(True), np.array(1)):
        assert type(function(one)) is np.float64
        assert function(one) == right[1]
    assert type(function(10**30)) is np.float64
    assert function(np.array([2, 1], ">f4")).dtype == np.dtype(np.float32)
    assert function([]).shape == (0,)
    np.testing.assert_array_equal(function(np.array([False, True])), right[:2])


@every_and_forms
def test_any_layout_gives_the_same_values(function: Callable[..., Any]) -> None:
    base = np.random.default_rng(3).standard_normal((130, 140)) * 3
    right = function(base.copy())
    frozen = base.copy()
    frozen.setflags(write=False)
    np.testing.assert_array_equal(function(frozen), right)
    np.testing.assert_array_equal(function(base.T), right.T)
    np.testing.assert_array_equal(function(np.asfortranarray(base)), right)
    np.testing.assert_array_equal(function(base[::-2, 1::3]), right[::-2, 1::3])
    np.testing.assert_array_equal(function(np.broadcast_to(base[0], (3, 140))), np.broadcast_to(right[0], (3, 140)))
    np.testing.assert_array_equal(np.concatenate([function(row) for row in base]), right.ravel())


@every_and_forms
def test_the_input_is_left_alone(function: Callable[..., Any]) -> None:
    for dtype in FLOATS:
        x = np.array([-np.inf, -30, -2, -0.5, -0.0, 0, 1, np.nan, np.inf], dtype)
        before = x.copy()
        got = function(x)
        assert x.tobytes() == before.tobytes()
        assert not np.shares_memory(got, x)
        got[:] = 0  # the result belongs to the caller


@every
def test_nothing_ever_warns(function: Callable[..., Any]) -> None:
    with warnings.catch_warnings(), np.errstate(all="raise"), scipy.special.errstate(all="raise"):
        warnings.simplefilter("error")
        for dtype in FLOATS:
            info = np.finfo(dtype)
            parts: list[float] = [0.0, -0.0, np.nan, np.inf, -np.inf, info.max, info.min, info.tiny, -info.tiny]
            parts += [float(info.smallest_subnormal), -float(info.smallest_subnormal)]
            x = np.array(parts + [s * 10.0**p for s in (-1, 1) for p in range(-4, int(np.log10(info.max)))], dtype)
            got = function(np.concatenate([x, np.linspace(-60, 60, 500).astype(dtype)]))
            assert np.isnan(got).sum() <= 1
            for one in x[~np.isnan(x)]:
                assert not np.isnan(function(one))
        function(np.array([np.finfo(np.longdouble).max, 1]))
    assert np.isnan(function(np.nan))


class Thing:
    def __repr__(self) -> str:
        return "a thing " + "x" * 100


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (1 + 2j, "(1+2j)"),
        (np.array([1j]), "complex128"),
        ("1.0", "'1.0'"),
        (["a", "b"], "['a', 'b']"),
        (b"1", "b'1'"),
        (None, "None"),
        (Decimal(1), "Decimal('1')"),
        (np.array([1.0, None], object), "object"),
        (np.datetime64("2016-06-27"), "datetime64"),
        (np.array(["1"]), "<U1"),
        ([[1.0, 2.0], [3.0]], "[[1.0, 2.0], [3.0]]"),
        (Thing(), "a thing xxx"),
        ({1.0}, "{1.0}"),
    ],
    ids=str,
)
def test_what_is_not_real_is_a_type_error_that_says_so(bad: Any, said: str) -> None:
    for function in (*FUNCTIONS.values(), *FORMS.values(), core.round_bfloat16, core.spacing):
        with pytest.raises(TypeError) as caught:
            function(bad)
        text = str(caught.value)
        assert text.startswith("x must be a real number")
        assert said in text
        assert "float16, float32 or float64" in text
    for call in (lambda: core.family(1.0, bad), lambda: core.family_grad(1.0, bad), lambda: core.minimum(bad)):
        with pytest.raises(TypeError, match=r"^s must be a real number"):
            call()
    with pytest.raises(TypeError, match=r"^slope must be"):
        core.leaky_relu(1.0, bad)


def test_an_integer_beyond_float64_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="x must lie within float64"):
        core.gelu(10**400)


@pytest.mark.parametrize("bad", ["Tanh", "erf", "", None, True, 1, ["tanh"], np.array(["tanh", "none"])], ids=str)
def test_an_unknown_approximation_is_a_value_error_that_lists_the_three(bad: Any) -> None:
    for function in (core.gelu, core.gelu_grad):
        with pytest.raises(ValueError, match=r"^approximate must be 'none', 'tanh' or 'sigmoid', not ") as caught:
            function(1.0, approximate=bad)
        if isinstance(bad, str):
            assert repr(bad) in str(caught.value)


def test_approximate_chooses_the_form() -> None:
    x = np.linspace(-9, 9, 301)
    for suffix in ("", "_grad"):
        function = getattr(core, f"gelu{suffix}")
        np.testing.assert_array_equal(function(x, approximate="none"), function(x))
        for form in ("tanh", "sigmoid"):
            named = getattr(core, f"gelu_{form}{suffix}")
            np.testing.assert_array_equal(function(x, approximate=form), named(x))
            assert (named(x) != function(x)).sum() > 250


@pytest.mark.parametrize("bad", [-1, -1e-300, -np.inf, np.nan, [1.0, -0.5], np.array([[1.0], [np.nan]])], ids=str)
def test_a_width_that_is_negative_or_nan_is_a_value_error(bad: Any) -> None:
    first = np.ravel(bad)[-1]
    for call in (core.family, core.family_grad, lambda x, s: core.minimum(s)):
        with pytest.raises(ValueError, match="s must be 0, positive or infinite") as caught:
            call(np.ones(3), bad)
        assert str(float(first)) in str(caught.value)


def test_widths_broadcast_and_decide_the_type_as_in_numpy() -> None:
    x, s = np.linspace(-3, 3, 7), np.array([[0.0], [0.5], [1.0], [np.inf]])
    got = core.family(x, s)
    assert got.shape == (4, 7)
    for row, one in zip(got, s[:, 0], strict=True):
        np.testing.assert_array_equal(row, core.family(x, one))
    assert core.family_grad(1.0, s).shape == (4, 1)
    with pytest.raises(ValueError, match="broadcast"):
        core.family(np.ones(3), np.ones(4))
    narrow = np.ones(3, np.float32)
    for python in (2, 0.3, True):
        assert core.family(narrow, python).dtype == np.float32
    assert core.family(narrow, np.float32(0.3)).dtype == np.float32
    assert core.family(narrow, np.float64(0.3)).dtype == np.float64
    assert core.family(np.float16(1), np.float32(0.3)).dtype == np.float32
    assert core.family(narrow, np.ones(3, np.float16)).dtype == np.float32
    assert core.family(narrow, np.ones(3)).dtype == np.float64


def test_the_family_at_the_ends_of_both_arguments() -> None:
    np.testing.assert_array_equal(core.family([-np.inf, -1, 0, 1, np.inf], 0), [0, 0, 0, 1, np.inf])
    np.testing.assert_array_equal(core.family([-np.inf, 0, np.inf], 2.0), [0, 0, np.inf])
    np.testing.assert_array_equal(core.family([-np.inf, -1, 0, np.inf], np.inf), [-np.inf, -0.5, 0, np.inf])
    np.testing.assert_array_equal(core.family_grad([-np.inf, -1, 0, 1, np.inf], 0), [0, 0, 0.5, 1, 1])
    np.testing.assert_array_equal(core.family([-1.0, 1.0], -0.0), [0, 1])
    np.testing.assert_array_equal(core.family([5e-324, 1e308], [5e-324, 1e-308]), [5e-324, 1e308])
    assert np.isnan(core.family(np.nan, [0, 1, np.inf])).all()


def test_hard_swish_at_its_seams_and_ends() -> None:
    x = np.array([-np.inf, -1e308, -3, -1.5, -0.0, 0.0, 3, 1e308, np.inf])
    np.testing.assert_array_equal(core.hard_swish(x), [0, 0, 0, -0.375, 0, 0, 3, 1e308, np.inf])
    np.testing.assert_array_equal(core.hard_swish(np.float32([-2, 1])), np.float32([-1 / 3, 2 / 3]))


def test_distances_are_of_known_relatives() -> None:
    for distance in (core.largest_difference, core.typical_difference):
        with pytest.raises(ValueError, match=r"relative must be 'relu', .* or 'gelu_sigmoid', not 'gelu'"):
            distance("gelu")


def test_relu_and_its_leak() -> None:
    x = np.array([-np.inf, -2, -0.0, 0.0, 3, np.inf])
    np.testing.assert_array_equal(core.relu(x), [0, 0, 0, 0, 3, np.inf])
    assert not np.signbit(core.relu(x)).any()
    np.testing.assert_array_equal(core.leaky_relu(x), [-np.inf, -0.02, 0, 0, 3, np.inf])
    np.testing.assert_array_equal(core.leaky_relu(x, slope=0.5), [-np.inf, -1, 0, 0, 3, np.inf])
    np.testing.assert_array_equal(core.leaky_relu(x, slope=0), core.relu(x))
    assert core.leaky_relu(np.float32(-1), 0.1).dtype == np.float32
    for bad in (np.nan, np.inf, -np.inf):
        with pytest.raises(ValueError, match=f"slope must be one finite number, not {bad}"):
            core.leaky_relu(x, bad)
    with pytest.raises(TypeError, match="slope must be one finite number, not an array"):
        core.leaky_relu(x, np.ones(6))
