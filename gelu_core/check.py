"""Is this function GELU? A callable is tried on a designed set of inputs, and its mistake is named."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gelu_core._arrays import as_choice, describe
from gelu_core.check_report import Check
from gelu_core.mistakes import AGAINST, allowance, mistake_of, relation
from gelu_core.precision import spacing

Floats: TypeAlias = NDArray[np.float64]
Function: TypeAlias = Callable[[Any], Any]

# The middle in steps of 1/64, where forms differ, and between them inputs that no narrow type and no table holds; the
# left tail to where GELU leaves the type; a few large numbers.
_MIDDLE: Floats = np.arange(-8 * 64, 8 * 64 + 1) / 64
_BETWEEN: Floats = np.linspace(-7.97, 7.97, 229)
_TAIL: Floats = np.concatenate([-np.arange(33, 150) / 4, np.array([8.25, 10, 20, 40])])
_FLOAT32_TAIL: Floats = np.concatenate([-np.arange(33, 52) / 4, np.array([8.25, 10, 20, 40])])
_MANY = 100_000  # numbers that a function is given at once,
_PATIENCE = 2.0  # or as many as it seems to do in so many seconds
_SAID = 200  # characters of an error


def check(function: Function, against: str = "gelu", dtype: str = "float64") -> Check:
    """Try a function on a designed set of inputs and say how right it is and what its mistake probably is.

    function: anything that takes and gives arrays (what takes one number at a time is tried so); against: "gelu",
    "gelu_tanh", "gelu_sigmoid", "gelu_grad", "silu" or "relu"; dtype: "float64" or "float32", of the arrays it is given
    and of the unit of its last place. The function is called about fifteen times, with up to 100,000 numbers, fewer if
    it is slow.

    The result is true where the function is right: in the middle and in the tail to 1e-10 of the value (1e-5 in
    float32; next to a zero of the value, of the input), for nan, for every shape, without touching its input or losing
    digits to a narrower type. Other oddities are told as notes. Raises `TypeError` if it is not callable, `ValueError`
    for any other `against` or `dtype`. What the function itself raises is caught and told.
    """
    if not callable(function):
        raise TypeError(f"function must be callable, not {describe(function)}")
    truth = AGAINST[as_choice(against, "against", AGAINST)]
    as_choice(dtype, "dtype", ("float64", "float32"))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return _checked(function, against, truth, dtype)


def _checked(function: Function, against: str, truth: Function, dtype: str) -> Check:
    trial = _Trial(function)
    x = np.concatenate([_MIDDLE, _BETWEEN, _TAIL if dtype == "float64" else _FLOAT32_TAIL]).astype(dtype)
    y = trial.gives(x.copy())
    if y is None:
        trial.one_by_one()
        y = trial.gives(x.copy())
    if y is None:
        nothing = np.empty(0)
        return Check(against, np.inf, np.inf, float("nan"), "unknown", tuple(trial.breaks), (), nothing, nothing)
    inputs, wide = x.astype(np.float64), np.asarray(y, dtype=np.float64)
    right = np.asarray(truth(inputs), dtype=np.float64)
    off = np.abs(wide - right)
    off = np.where(np.isnan(off), np.inf, off)
    ulp = off / spacing(np.where(right == 0, np.finfo(dtype).tiny, right), dtype)
    _specials(trial, truth, dtype)
    _shapes(trial, dtype)
    integers = _types(trial, truth, dtype)
    _size(trial, dtype)
    if trial.touched:
        trial.breaks.append("it changes its input")
    mistake, holds = mistake_of(against, inputs, y, trial.touched, dtype, bool(trial.breaks), integers)
    if mistake == "unknown" and not holds:
        trial.notes += relation(against, inputs, wide)
    most = int(np.argmax(np.where(np.abs(x) <= 8, off, -1.0)))
    return Check(
        against,
        float(off[most]),
        float(ulp.max()),
        float(x[most]),
        mistake,
        tuple(trial.breaks),
        tuple(trial.notes),
        x,
        wide - right,
        right=holds,
        where_ulp=float(x[np.argmax(ulp)]),
    )


class _NoNumberError(Exception):
    """What went wrong for one number, in words."""

    def __init__(self, value: float, why: str) -> None:
        super().__init__(f"for {value:g} {why}")
        self.why = why


def _said(error: BaseException) -> str:
    """An error in one line."""
    lines = str(error).strip().splitlines()
    text = lines[0] if lines else ""
    text = text if len(text) <= _SAID else text[: _SAID - 1] + "…"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class _Trial:
    """A function that is being tried, and what was found: breaks, notes, whether it has changed an input."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.breaks: list[str] = []
        self.notes: list[str] = []
        self.touched = False
        self.seconds = 0.0  # for one number

    def one_by_one(self) -> None:
        """From here on give it one number at a time."""
        function = self.function

        def each(value: float) -> float:
            try:
                answer = function(value)
                number = np.asarray(answer)
            except (Exception, SystemExit) as error:
                raise _NoNumberError(value, _said(error)) from None
            if number.shape != () or number.dtype.kind not in "biuf":
                raise _NoNumberError(value, f"it gives {describe(answer)}")
            return float(number)

        self.function = lambda x: np.array([each(float(value)) for value in np.ravel(x)]).reshape(np.shape(x))

    def gives(self, x: NDArray[Any]) -> NDArray[Any] | None:
        """What it gives for an array, or nothing and why."""
        given = x.copy()
        began = time.perf_counter()
        try:
            answer = self.function(x)
            y = np.array(answer)  # not what the next call may write over
        except _NoNumberError as error:
            self._breaks("one number at a time", str(error), error.why)
            return None
        except (Exception, SystemExit) as error:  # whatever it is: the report has to go on
            self._breaks(f"an array of shape {x.shape} and dtype {x.dtype}", _said(error))
            return None
        finally:
            self.touched = self.touched or not np.array_equal(x, given, equal_nan=True)
            self.seconds = max(self.seconds, (time.perf_counter() - began) / x.size if x.size > 99 else 0.0)
        if y.dtype.kind not in "biuf":
            self._breaks(f"an array of shape {x.shape}", f"it gives {describe(answer)}")
            return None
        if y.shape != x.shape:
            self._breaks(f"an array of shape {x.shape}", f"it gives the shape {y.shape}")
            return None
        return y

    def _breaks(self, what: str, why: str, same: str = "") -> None:
        # A function that takes no array and no number mostly fails in both for one reason: it is told once.
        if not (same and self.breaks and self.breaks[-1].endswith(same)):
            self.breaks.append(f"{what}: {why}")

    def agrees(self, found: NDArray[Any] | None, x: NDArray[Any], complaint: str) -> None:
        """Complain if the same numbers in another array have other values."""
        again = None if found is None else self.gives(x)
        if found is not None and again is not None and not np.allclose(found, again, equal_nan=True):
            self.breaks.append(complaint)


def _specials(trial: _Trial, truth: Function, dtype: str) -> None:
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0], dtype)
    ends = np.asarray(truth(x.astype(np.float64)))
    special = trial.gives(x)
    if special is None:
        return
    if not np.isnan(special[0]):
        trial.breaks.append(f"nan: it gives {special[0]:g}")
    if not abs(special[3] - ends[3]) <= allowance(np.zeros(1), ends[3:4], dtype)[0]:
        trial.breaks.append(f"0: it gives {special[3]:g}, right is {ends[3]:g}")
    for name, found, right in zip(("inf", "-inf"), special[1:3], ends[1:3], strict=True):
        if found != right:
            trial.notes.append(f"{name}: it gives {found:g}, the limit is {right + 0:g}")


def _shapes(trial: _Trial, dtype: str) -> None:
    for shape in ((2, 3), (0,), (1,), (2, 1, 2)):
        values = np.linspace(-2, 2, int(np.prod(shape))).reshape(shape).astype(dtype)
        flat = values.ravel().copy()
        found = trial.gives(values)
        row = None if found is None else found.ravel()
        trial.agrees(row, flat, f"an array of shape {shape}: other values than for the same numbers in a row")
    strided = np.linspace(-3, 3, 14).astype(dtype)[::2]
    packed = strided.copy()
    trial.agrees(trial.gives(strided), packed, "a strided array: other values than for its copy")
    try:
        one = float(trial.function(0.5))
        if not np.isclose(one, float(np.asarray(trial.function(np.array([0.5], dtype)))[0]), rtol=1e-3):
            trial.breaks.append(f"a Python number: 0.5 gives {one:g}, in an array another value")
    except (Exception, SystemExit) as error:
        trial.notes.append(f"a Python number: {_said(error)}")


def _types(trial: _Trial, truth: Function, dtype: str) -> bool:
    """Try other number types; whether integers make it give wrong integers."""
    wrong = False
    try:
        found = np.asarray(trial.function(np.array([-1, 0, 2])))
        if found.dtype.kind in "iu" and np.any(found != truth(np.array([-1.0, 0.0, 2.0]))):
            wrong = True
            trial.breaks.append(f"integers: it gives integers, {found.tolist()}")
    except (Exception, SystemExit) as error:
        trial.notes.append(f"integers: {_said(error)}")
    if dtype != "float64":
        return wrong
    try:
        found = np.asarray(trial.function(np.array([-1.0, 2.0], np.float32)))
        if found.dtype != np.float32:
            trial.notes.append(f"float32 becomes {found.dtype}")
    except (Exception, SystemExit) as error:
        trial.notes.append(f"float32: {_said(error)}")
    return wrong


def _size(trial: _Trial, dtype: str) -> None:
    times = int(np.clip(_PATIENCE / max(trial.seconds, 1e-12) / 4, 300, _MANY // 4))
    big = np.tile(np.array([-3.0, -0.75, 0.5, 2.0], dtype), times)
    few = big[:4].copy()
    found = trial.gives(big)
    again = None if found is None else trial.gives(few)
    if found is not None and again is not None and not np.allclose(found.reshape(-1, 4), again, equal_nan=True):
        trial.breaks.append(f"{4 * times:,} numbers: other values than for a few")
