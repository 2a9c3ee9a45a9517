"""What students and engineers write, judged by `check`.

The functions of BEFORE and the names that their mistakes ought to have were written down before the code of `check` was
read. What was expected without good reason is not among them: loops over numbers and `np.vectorize` without its types
were expected to pass, but fail for some shape (a test of their own says how that is told). Those of AFTER came when the
code was mended.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from scipy import special, stats

from gelu_core import check, gelu

Function = Callable[[Any], Any]


def list_of(one: Callable[[float], float]) -> Function:
    """A loop in pure Python."""
    return lambda xs: [one(x) for x in xs]


def every(one: Callable[[float], float]) -> Function:
    """The math module, made to take arrays; and, as it should be, empty ones."""
    return np.vectorize(one, otypes=[float])


def keywords(input: Any, *, approximate: str = "none", inplace: bool = False) -> Any:
    inner = np.sqrt(2 / np.pi) * (input + 0.044715 * input**3)
    return 0.5 * input * (1 + np.tanh(inner)) if approximate == "tanh" else input * special.ndtr(input)


class Module:
    def __init__(self) -> None:
        self.scale = 1 / np.sqrt(2)

    def __call__(self, x: Any) -> Any:
        return 0.5 * x * special.erfc(-self.scale * np.asarray(x))


def branches(x: Any) -> Any:
    z = x / math.sqrt(2)
    return np.where(np.asarray(x) < 0, 0.5 * x * special.erfc(-z), 0.5 * x * (1 + special.erf(z)))


def prints(x: Any) -> Any:
    print("gelu of", np.shape(x))
    return x * special.ndtr(x)


def logarithm(x: Any) -> Any:
    return x * np.exp(special.log_ndtr(x))


def filled_in_single(x: Any) -> Any:
    out = np.zeros(np.shape(x), dtype="f4")
    for i in np.ndindex(out.shape):
        out[i] = x[i] * 0.5 * math.erfc(-x[i] / math.sqrt(2))
    return out


def read_as_half(x: Any) -> Any:
    half = np.asarray(x, dtype=np.float16)
    return (half * special.ndtr(half.astype(float))).astype(float)


def multiplied_in_place(x: Any) -> Any:
    x *= special.ndtr(x)
    return x


def halved_in_place(x: Any) -> Any:
    gate = special.erfc(-x / np.sqrt(2))
    x *= 0.5
    return x * gate


def in_place_if_large(x: Any) -> Any:
    x = np.asarray(x)
    return np.multiply(x, special.ndtr(x), out=x) if x.size > 1000 else x * special.ndtr(x)


def repairs_its_input(x: Any) -> Any:
    x[np.isnan(x)] = 0.0
    return x * special.ndtr(x)


def sorts_its_input(x: Any) -> Any:
    x.sort()
    return x * special.ndtr(x)


def abramowitz(x: Any) -> Any:
    z = np.abs(x) / np.sqrt(2)
    t = 1 / (1 + 0.3275911 * z)
    series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return 0.5 * x * (1 + np.sign(x) * (1 - series * np.exp(-z * z)))


def from_a_table(x: Any) -> Any:
    grid = np.linspace(-8, 8, 4097)
    return np.interp(x, grid, grid * special.ndtr(grid))


def generator(xs: Any) -> Iterator[float]:
    yield from (x * special.ndtr(x) for x in xs)


def asks_of_an_array(x: Any) -> Any:
    if x > 0:
        return x * (1 - special.ndtr(-x))
    return x * special.ndtr(x)


def calls_itself(x: Any) -> Any:
    return calls_itself(x) * special.ndtr(x)


BEFORE: dict[str, list[Function]] = {
    "none": [
        lambda x: x * stats.norm.cdf(x),
        lambda x: x * stats.norm.sf(-x),
        lambda x: np.vectorize(lambda v: v * special.ndtr(v), otypes=[float])(x).tolist(),
        lambda x: np.asarray(x, np.longdouble) * special.ndtr(np.asarray(x, float)),
        keywords,
        Module(),
        branches,
        prints,
        logarithm,
    ],
    "missing-sqrt2": [
        lambda x: 0.5 * x * (1 + special.erf(x)),
        every(lambda x: x * (1 + math.erf(x)) / 2),
        list_of(lambda x: 0.5 * x * math.erfc(-x)),
    ],
    "erf-cancellation": [
        lambda x: x * (1 - stats.norm.sf(x)),
        lambda x: x * (0.5 + 0.5 * special.erf(x * 0.7071067811865476)),
        lambda x: x - x * special.ndtr(-x),
        list_of(lambda x: x * 0.5 * (1 + math.erf(x / math.sqrt(2)))),
    ],
    "tanh-form": [
        lambda x: 0.5 * x * (1 + np.tanh(0.7978845608 * x * (1 + 0.044715 * x * x))),
        every(lambda x: 0.5 * x * (1 + math.tanh(0.7978845608028654 * (x + 0.044715 * pow(x, 3))))),
        lambda x: x * special.expit(1.5957691216 * (x + 0.044715 * x**3)),
        lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044717 * x**3))),
        lambda x: 0.5 * x * (1 + np.tanh(0.79788 * (x + 0.0447 * x**3))),
    ],
    "sigmoid-form": [
        lambda x: x * special.expit(1.702 * x),
        lambda x: x / (1 + np.exp(-1.7 * x)),
        lambda x: x / (1 + np.exp(-1.5957691216 * x)),
        list_of(lambda x: x / (1 + math.exp(-1.702 * x)) if x > -400 else 0.0),
    ],
    "relu": [lambda x: np.maximum(0, x), lambda x: x * (x > 0), every(lambda x: max(0.0, x))],
    "silu": [lambda x: x / (1 + np.exp(-x)), lambda x: 0.5 * x * (1 + np.tanh(x / 2))],
    "derivative": [
        lambda x: stats.norm.cdf(x) + x * stats.norm.pdf(x),
        lambda x: 0.5 * (1 + special.erf(x / np.sqrt(2))) + x / np.sqrt(2 * np.pi) * np.exp(-0.5 * x**2),
        lambda x: special.ndtr(x) + stats.norm.pdf(x),
    ],
    "sign": [
        lambda x: x * special.ndtr(-x),
        lambda x: 0.5 * x * special.erfc(x / np.sqrt(2)),
        lambda x: -x * special.ndtr(-x),
    ],
    "dtype": [
        lambda x: 0.5 * np.float32(x) * special.erfc(-np.float32(x) / np.float32(np.sqrt(2))),
        lambda x: np.asarray(np.float32(x) * special.ndtr(np.float32(x)), dtype=np.float64),
        filled_in_single,
        read_as_half,
    ],
    "in-place": [
        multiplied_in_place,
        halved_in_place,
        in_place_if_large,
        repairs_its_input,
        sorts_its_input,
    ],
    "float32-constants": [
        lambda x: 0.5 * x * special.erfc(-x * 0.70710678),
        lambda x: 0.5 * x * (1 + special.erf(x / 1.41421356)),
        lambda x: 0.5 * x * special.erfc(-x / float(np.float32(2) ** np.float32(0.5))),
    ],
    "unknown": [
        abramowitz,
        from_a_table,
        generator,
        asks_of_an_array,
        calls_itself,
        lambda x: x * (1 + special.erf(x / np.sqrt(2))),
        lambda x: x * np.tanh(np.log1p(np.exp(x))),
        lambda x: np.minimum(np.maximum(x, 0), 6),
        lambda x: np.where(np.abs(x) < 5, x * special.ndtr(x), 0),
        lambda x: np.clip(x, -10, 10) * special.ndtr(np.clip(x, -10, 10)),
        lambda x: x * special.ndtr(x) + 1e-6 * np.sin(1e3 * np.asarray(x)),
        lambda x: (x * special.ndtr(x)).ravel(),
        lambda x: (x * special.ndtr(x), special.ndtr(x)),
        lambda: 1,
    ],
}


def divides_in_place(x: Any) -> Any:
    x /= np.sqrt(2)
    return 0.5 * x * (1 + special.erf(x))


def read_as_single(x: Any) -> Any:
    wide = np.asarray(x, dtype=np.float32).astype(float)
    return wide * special.ndtr(wide)


AFTER: dict[str, list[Function]] = {
    "dtype": [read_as_single],
    "in-place": [divides_in_place],
    # Eleven digits are enough in the middle and too few in the tail.
    "float32-constants": [lambda x: 0.5 * x * special.erfc(-x * 0.70710678119)],
    "erf-cancellation": [lambda x: 0.5 * x * (1 + special.erf(x * 0.70710678119))],
    "unknown": [
        lambda x: np.where(x < -7, 0, x * special.ndtr(x)),
        lambda x: np.maximum(x, -7) * special.ndtr(np.maximum(x, -7)),
    ],
}


@pytest.mark.parametrize(
    ("mistake", "function"),
    [(name, function) for written in (BEFORE, AFTER) for name, functions in written.items() for function in functions],
)
def test_the_mistake_is_named(mistake: str, function: Function) -> None:
    found = check(function)
    assert found.mistake == mistake, str(found)
    assert found.ok == (mistake == "none")


def phi(x: Any) -> Any:
    return np.exp(-np.square(x) / 2) / np.sqrt(2 * np.pi)


@pytest.mark.parametrize(
    ("against", "mistake", "function"),
    [
        ("gelu_grad", "derivative", special.ndtr),
        ("gelu_grad", "derivative", lambda x: x * phi(x)),
        ("gelu_grad", "sign", lambda x: special.ndtr(x) - x * phi(x)),
        ("gelu_tanh", "float32-constants", lambda x: x * special.expit(1.5957691216 * (x + 0.044715 * x**3))),
        ("gelu_sigmoid", "sigmoid-form", lambda x: x * special.expit(1.7 * x)),
        ("silu", "sigmoid-form", lambda x: x * special.expit(1.702 * x)),
        ("silu", "erf-cancellation", lambda x: 0.5 * x * (1 + np.tanh(x / 2))),
        ("relu", "dtype", lambda x: np.maximum(np.float32(x), 0)),
    ],
)
def test_against_other_functions(against: str, mistake: str, function: Function) -> None:
    assert check(function, against=against).mistake == mistake


def test_what_is_said_of_them() -> None:
    assert "x·σ(x) keeps it" in str(check(lambda x: 0.5 * x * (1 + np.tanh(x / 2)), against="silu"))
    assert "its numbers are 2 times those of gelu" in check(lambda x: 2 * x * special.ndtr(x)).notes
    assert "its numbers are those of gelu" in check(gelu, against="silu").notes
    table = check(from_a_table)
    assert 1e-7 < table.max_abs_error < 1e-5, "no table is hit by chance"
    assert table.where_ulp < -8
    assert f"units at x = {table.where_ulp:.7g}" in str(table)


def test_right_numbers_are_told_from_wrong_ones() -> None:
    for function in (
        list_of(lambda x: 0.5 * x * math.erfc(-x / math.sqrt(2))),
        np.vectorize(lambda x: 0.5 * x * math.erfc(-x / math.sqrt(2))),  # fails for an empty array
        lambda x: 0.5 * x * math.erfc(-x / math.sqrt(2)),
        lambda x: np.sum(x * special.ndtr(x)),
        lambda x: np.nan_to_num(x * special.ndtr(x)),
    ):
        found = check(function)
        assert (found.mistake, found.ok, found.right) == ("unknown", False, True)
        assert str(found).startswith("Its numbers are those of gelu, but something else is wrong.")
        assert "see what breaks" in str(found)
        assert found.breaks
    assert not check(abramowitz).right
    assert "none of the mistakes known here" in str(check(abramowitz))


def only_of_the_positive(x: Any) -> Any:
    if x > 0:
        return x * special.ndtr(x)
    return None


def long_and_angry(x: Any) -> Any:
    raise ValueError("no\n" + "and again no " * 1000)


def leaves(x: Any) -> Any:
    raise SystemExit(3)


def test_what_gives_no_numbers() -> None:
    for function, breaks in (
        (only_of_the_positive, "one number at a time: for -8 it gives None"),
        (generator, "it gives <generator object"),
        (long_and_angry, "ValueError: no"),
        (leaves, "SystemExit: 3"),
        (lambda: 1, "takes 0 positional arguments"),
    ):
        found = check(function)  # type: ignore[arg-type]
        text = str(found)
        assert text.startswith("This cannot be compared with gelu.")
        assert breaks in text
        assert "nan" not in text, "no error at x = nan"
        assert all(len(each) < 300 and "\n" not in each for each in found.breaks)
        assert "This cannot be compared with" in found._repr_html_()
    assert len(check(long_and_angry).breaks) == 1, "the same reason once"


def test_a_function_that_fails_now_and_then() -> None:
    calls = 0

    def flaky(x: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise RuntimeError("now and then")
        return x * special.ndtr(x)

    for skip in range(3):
        calls = skip
        found = check(flaky)
        assert not found.ok
        assert "now and then" in str(found)


def test_a_function_that_gives_its_own_buffer_again() -> None:
    buffers: dict[Any, Any] = {}

    def buffered(x: Any) -> Any:
        out = buffers.setdefault(np.shape(x), np.empty(np.shape(x)))
        out[...] = x * special.ndtr(x)
        return out

    assert check(buffered).ok


def test_a_slow_function_is_given_fewer_numbers() -> None:
    sizes = []

    def slow(x: Any) -> Any:
        sizes.append(np.size(x))
        if np.size(x) > 1000:
            time.sleep(0.15)
        return x * special.ndtr(x)

    assert check(slow).ok
    assert 1000 < max(sizes) < 50_000
