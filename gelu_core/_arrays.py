"""What goes in and what comes out: one rule for every function of the core.

float16, float32 and float64 keep their type. Integers, bools, Python numbers and lists become float64, and so does
`longdouble`: the core has 53 bits, so a wider type would promise digits that nobody computed. Anything else is a
`TypeError`. All arithmetic happens in float64 and is rounded to the type of the result once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

Block: TypeAlias = NDArray[np.float64]

# A NumPy scalar for a scalar, an array for an array: what NumPy's own functions return, and typed as they are.
Result: TypeAlias = Any

ALLOWED = "a real number or an array of real numbers (bool, integer, float16, float32 or float64)"

# 8,192 float64 values are 64 kB: a block and the few temporaries of a formula stay in the second-level cache.
BLOCK = 8192

# No temporary may be infinite: the largest float64 stands in where infinity would meet a factor that is zero.
HUGE = float(np.finfo(np.float64).max)


def describe(value: object) -> str:
    """Say in a few words what somebody passed: an array by its dtype and shape, anything else by its value."""
    if isinstance(value, np.ndarray):
        return f"an array of dtype {value.dtype} and shape {value.shape}"
    text = repr(value)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"


def as_real(value: ArrayLike, name: str) -> NDArray[Any]:
    """Turn an argument into an array of float16, float32 or float64 without touching the original.

    Raises `TypeError` naming the argument for complex numbers, text, objects and ragged lists, and `ValueError` for a
    Python integer that float64 cannot hold.
    """
    try:
        array = np.asarray(value)
        if isinstance(value, int) and array.dtype == object:  # beyond 64 bits, such as 10**30
            array = np.asarray(float(value))
    except OverflowError:
        raise ValueError(f"{name} must lie within float64 (about ±1.8e308), not {describe(value)}") from None
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be {ALLOWED}, not {describe(value)}") from None
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be {ALLOWED}, not {describe(value)}")
    keep = array.dtype.kind == "f" and array.dtype.itemsize <= 8 and not isinstance(value, list | tuple)
    with np.errstate(all="ignore"):  # a longdouble beyond float64 becomes infinite, quietly
        return array.astype(array.dtype.newbyteorder("=") if keep else np.float64, copy=False)


def elementwise(kernel: Callable[..., Block], *arguments: NDArray[Any], dtype: np.dtype[Any] | None = None) -> Result:
    """Apply a float64 formula to broadcast arrays, block by block, and round its result once.

    Takes arrays from `as_real`; any shape and any strides. Gives an array of their common shape, or a NumPy scalar
    where that shape is (), of the first argument's dtype unless `dtype` says otherwise. Never warns: limits are
    reached by design, so an exponential that underflows on the way is no news to the caller, nor is SciPy's opinion
    that nan lies outside the domain of erfc.
    """
    inputs = len(arguments)
    flags: list[Any] = [["readonly"]] * inputs + [["writeonly", "allocate", "no_subtype"]]
    types: list[Any] = [np.float64] * inputs + [dtype or arguments[0].dtype]
    with np.errstate(all="ignore"), special.errstate(all="ignore"):
        blocks = np.nditer(
            [*arguments, None],
            flags=["external_loop", "buffered", "zerosize_ok"],
            op_flags=flags,
            op_dtypes=types,
            casting="same_kind",
            buffersize=BLOCK,
        )
        with blocks:
            for *values, out in blocks:
                out[...] = kernel(*values)
            result = blocks.operands[inputs]
    return result[()]


def as_scale(s: ArrayLike, name: str = "s") -> NDArray[Any]:
    """Turn the width of a gate into an array: numbers from 0 to infinity, both included.

    Raises `ValueError` naming the first number that is negative or nan, `TypeError` as `as_real` does.
    """
    scale = as_real(s, name)
    bad = ~(scale >= 0)
    if bad.any():
        raise ValueError(f"{name} must be 0, positive or infinite, not {scale[bad].flat[0]}")
    return scale


def as_integer(value: object, name: str, low: int, high: int) -> int:
    """Turn an argument into a Python integer from low to high.

    Raises `ValueError` naming the argument if it is out of range, `TypeError` if it is no integer (bools are none).
    """
    allowed = f"an integer from {low} to {high}"
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be {allowed}, not {describe(value)}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be {allowed}, not {number}")
    return number


def as_number(value: ArrayLike, name: str, allowed: str, low: float = -HUGE, high: float = HUGE) -> float:
    """Turn an argument into one finite Python float from low to high; `allowed` says so in words.

    Raises `ValueError` naming the argument if it is nan or out of range, `TypeError` if it is not one real number.
    """
    array = as_real(value, name)
    if array.ndim:
        raise TypeError(f"{name} must be {allowed}, not {describe(value)}")
    number = float(array)
    if not low <= number <= high:
        raise ValueError(f"{name} must be {allowed}, not {number}")
    return number


def as_choice(value: object, name: str, choices: Iterable[str]) -> str:
    """Give back an argument that is one of a few words.

    Raises `ValueError` naming the argument and listing the words for anything else.
    """
    words = list(choices)
    if not isinstance(value, str) or value not in words:
        listed = ", ".join(map(repr, words[:-1]))
        raise ValueError(f"{name} must be {listed} or {words[-1]!r}, not {describe(value)}")
    return value
