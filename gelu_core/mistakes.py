"""The mistake that is behind wrong numbers: a known wrong formula, digits lost on the way, a tail that cancels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gelu_core.forms import gelu_sigmoid, gelu_sigmoid_grad, gelu_tanh, gelu_tanh_grad
from gelu_core.gelu import gelu, gelu_grad
from gelu_core.logistic import sigmoid, silu, silu_grad
from gelu_core.normal import cdf, pdf
from gelu_core.precision import TYPES, round_bfloat16
from gelu_core.relatives import relu

Floats: TypeAlias = NDArray[np.float64]
Function: TypeAlias = Callable[[Any], Any]

# What a function can be compared with.
AGAINST: dict[str, Function] = {
    "gelu": gelu,
    "gelu_tanh": gelu_tanh,
    "gelu_sigmoid": gelu_sigmoid,
    "gelu_grad": gelu_grad,
    "silu": silu,
    "relu": relu,
}
# Wrong functions by the mistake that makes them. Of those that fit equally well the first is named.
MISTAKES: tuple[tuple[str, Function], ...] = (
    ("tanh-form", gelu_tanh),
    ("sigmoid-form", gelu_sigmoid),
    ("missing-sqrt2", lambda x: x * cdf(np.sqrt(2) * x)),  # erf(x)
    ("missing-sqrt2", lambda x: x * cdf(2 * x)),  # erf(√2·x)
    ("missing-sqrt2", lambda x: x * cdf(x / np.sqrt(2))),  # erf(x/2)
    ("relu", relu),
    ("silu", silu),
    ("derivative", gelu_grad),
    ("derivative", gelu_tanh_grad),
    ("derivative", gelu_sigmoid_grad),
    ("derivative", silu_grad),
    ("derivative", lambda x: cdf(x) + pdf(x)),  # the product rule without its x
    ("derivative", lambda x: np.where(x > 0, 1.0, 0.0)),
    ("sign", lambda x: -gelu(x)),
    ("sign", lambda x: gelu(-x)),
    ("sign", lambda x: x * cdf(-x)),
    ("sign", lambda x: np.abs(gelu(x))),
    ("sign", lambda x: np.abs(x) * cdf(x)),
)
# Where the slope was asked for, one term of it alone is half of the product rule; elsewhere it is no slope at all.
OF_THE_SLOPE: tuple[tuple[str, Function], ...] = (
    ("derivative", cdf),
    ("derivative", lambda x: x * pdf(x)),
    ("sign", lambda x: cdf(x) - x * pdf(x)),
    ("sign", lambda x: -gelu_grad(x)),
)
_FORMULA = 3e-6  # a formula is recognised when it is followed to so much of x: its float32 twin too
_NEARER = 0.03  # and when the numbers are so much nearer to it than to what was asked: its constants were rounded
_CONSTANT = 3e-7  # a constant that has passed through float32 is wrong by at most so much of itself
_SLOPES = (1.05, 2.6)  # of x·σ(s·x), by whatever rule s was chosen


def mistake_of(
    against: str, x: Floats, y: NDArray[Any], touched: bool, dtype: str, broken: bool, integers: bool
) -> tuple[str, bool]:
    """Name the mistake behind the numbers y, and say whether the numbers are right (whatever else is wrong).

    against: a name of AGAINST; x: the inputs, [−8, 8] among them; y: the numbers in the type they were given;
    touched: the input was changed; dtype: the type asked for; broken: something else breaks; integers: integers came
    back. The formula first; then what was done to its input and its digits; the tail last.
    """
    wide, right = np.asarray(y, dtype=np.float64), np.asarray(AGAINST[against](x), dtype=np.float64)
    allowed = allowance(x, right, dtype)
    middle = np.abs(x) <= 8
    # 1 + erf has lost 1e-10 of the value by −5.9 in float64, and 1e-5 of it by −2.9 in float32.
    near = (x >= (-4 if dtype == "float64" else -2)) & (x <= 8)
    held = _held(y[middle], dtype)
    # A narrow type excuses as much as it rounds; a right formula is asked for 1e-10 below.
    room = max(_FORMULA, 6 * 2.0 ** -TYPES[held].digits) * np.maximum(np.abs(x[middle]), 1)
    off = np.abs(wide - right)
    wrong = not bool(np.all(off <= allowed))
    if wrong and not touched and _input_was_rounded(against, x[near], wide[near], dtype):
        return "dtype", False
    if not np.all(off[middle] <= room):
        name = _formula(against, x[middle], wide[middle], room)
        return ("in-place" if touched and name == "unknown" else name), False
    closer = _closer(against, x[middle], wide[middle], off[middle])
    if closer:
        return closer, False
    if touched:
        return "in-place", not wrong
    if y.dtype.itemsize < np.dtype(dtype).itemsize or TYPES[held].digits < TYPES[dtype].digits:
        return "dtype", False
    if np.any(off[near] > allowed[near]):
        return _constants(x, wide, right), False
    if wrong:
        return _tail(against, x, y, right, allowed, dtype), False
    if integers:
        return "dtype", True
    return ("unknown" if broken else "none"), True


def allowance(x: Floats, right: Floats, dtype: str) -> Floats:
    """How far from the truth a right function may be."""
    finest = 1e-10 if dtype == "float64" else 1e-5
    allowed = finest * np.maximum(np.abs(right), np.where(np.abs(x) < 1, np.abs(x), 0) * 1e-3)
    # The tail of the tanh form reaches to where its gate leaves the type: SciPy's expit gives 0 for what is subnormal.
    return np.asarray(allowed + np.abs(x) * np.finfo(dtype).tiny)


def relation(against: str, x: Floats, y: Floats) -> list[str]:
    """Say what unknown numbers are to those that were asked for, if it is as simple as a factor."""
    if not np.all(np.isfinite(y)):
        return []
    room = _FORMULA * np.maximum(np.abs(x), 1)
    if against != "gelu" and np.all(np.abs(y - gelu(x)) <= room):
        return ["its numbers are those of gelu"]
    right = np.asarray(AGAINST[against](x), dtype=np.float64)
    factor = float(y @ right / (right @ right))
    follows = np.all(np.abs(y - factor * right) <= room) and min(abs(factor), abs(factor - 1)) > 1e-3
    return [f"its numbers are {factor:.6g} times those of {against}"] if follows else []


def _rounded(values: Floats, name: str) -> Floats:
    narrow = round_bfloat16(values) if name == "bfloat16" else values.astype(name)
    return np.asarray(narrow, dtype=np.float64)


def _held(y: NDArray[Any], dtype: str) -> str:
    """The narrowest type that holds every number."""
    wide = np.asarray(y, dtype=np.float64)
    for name in ("bfloat16", "float16", "float32"):
        narrow = _rounded(wide, name)
        if np.all((narrow == wide) | np.isnan(wide)):
            return name
    return dtype


def _input_was_rounded(against: str, x: Floats, y: Floats, dtype: str) -> bool:
    """Right, but for other inputs: those that a narrower type holds."""
    own = float(np.max(np.abs(y - AGAINST[against](x))))
    for name in ("float32", "float16", "bfloat16"):
        narrow = _rounded(x, name)
        if TYPES[name].digits < TYPES[dtype].digits and np.any(narrow != x):
            rest = np.max(np.abs(y - AGAINST[against](narrow)))
            if rest <= own / 100:
                return True
    return False


def _others(against: str, x: Floats) -> list[tuple[str, Function]]:
    """The wrong functions; not those that are the function asked for."""
    wrong = MISTAKES + (OF_THE_SLOPE if against == "gelu_grad" else ())
    return [(name, each) for name, each in wrong if not np.allclose(each(x), AGAINST[against](x), rtol=0, atol=1e-9)]


def _formula(against: str, x: Floats, y: Floats, room: Floats) -> str:
    """The wrong function that the numbers follow."""
    others = _others(against, x)
    slope = _slope(x, y)
    if slope is not None:
        others.append(("sigmoid-form", lambda x: x * sigmoid(slope * x)))
    if against != "gelu":
        others.append(("unknown", gelu))
    off = [np.abs(y - wrong(x)) for _, wrong in others]
    fits = [(float(np.max(each / room)), name) for each, (name, _) in zip(off, others, strict=True)]
    best, name = min(fits, key=lambda fit: fit[0])
    if best <= 1:
        return name
    # Farther out all are ReLU or a step: one is nearer to another there than to its own kind.
    forms = np.abs(x) <= 3
    own = np.abs(y - AGAINST[against](x))
    away = [
        (max(float(each.max() / own.max()), float(each[forms].max() / max(own[forms].max(), 1e-300))), name)
        for each, (name, _) in zip(off, others, strict=True)
    ]
    best, name = min(away, key=lambda fit: fit[0])
    return name if best <= _NEARER else "unknown"


def _slope(x: Floats, y: Floats) -> float | None:
    """The s of x·σ(s·x), read off where it shows best, if it is no other form's."""
    at = int(np.argmin(np.abs(x - 1)))
    gate = y[at] / x[at]
    if not 0.5 < gate < 1:
        return None
    slope = float(np.log(gate / (1 - gate)) / x[at])
    return slope if _SLOPES[0] < slope < _SLOPES[1] else None


def _closer(against: str, x: Floats, y: Floats, off: Floats) -> str:
    """In a narrow type another form may lie within the room too, and much closer: the tanh form in float16."""
    own = float(off.max())
    for name, wrong in _others(against, x):
        if np.max(np.abs(y - wrong(x))) < own / 4:
            return name
    return ""


def _constants(x: Floats, y: Floats, right: Floats) -> str:
    """A constant inside Φ that is wrong by δ of itself adds δ·x²·φ(x): is that all that is wrong?"""
    middle = np.abs(x) <= 4
    off = (y - right)[middle]
    shape = x[middle] ** 2 * pdf(x[middle])
    part = float(off @ shape / (shape @ shape))
    rest = np.abs(off - part * shape)
    if np.max(rest) <= 0.05 * np.max(np.abs(off)) and abs(part) <= _CONSTANT:
        return "float32-constants"
    # A factor in front (0.5, or a gate) of the same kind.
    factor = float(off @ right[middle] / (right[middle] @ right[middle]))
    if np.max(np.abs(off - factor * right[middle])) <= 0.05 * np.max(np.abs(off)) and abs(factor) <= _CONSTANT:
        return "float32-constants"
    return "unknown"


def _tail(against: str, x: Floats, y: NDArray[Any], right: Floats, allowed: Floats, dtype: str) -> str:
    """What has gone wrong in the left tail alone."""
    wide = y.astype(np.float64)
    wrong = np.abs(wide - right) > allowed
    if np.any(x[wrong] >= 0):
        return "unknown"
    made = TYPES["float64" if y.dtype.itemsize >= 8 else dtype].digits
    x, wide, right, allowed = x[wrong], wide[wrong], right[wrong], allowed[wrong]
    if _cancels(against, x, wide, right, 10 * allowed, TYPES[dtype].digits, made):
        return "erf-cancellation"
    # A constant that was cut is felt in the tail first: the exponent multiplies its error, by some hundreds.
    normal = np.abs(right) > 1e4 * np.finfo(dtype).tiny
    part = (wide - right)[normal] / right[normal]
    if part.size and np.all(np.abs(part) <= 1e3 * _CONSTANT) and np.all(part * part[0] > 0):
        return "float32-constants"
    return "unknown"


def _cancels(against: str, x: Floats, y: Floats, right: Floats, room: Floats, digits: int, made: int) -> bool:
    """Whether what is wrong is that 1 + erf comes in steps: some are left before it is 0.

    What was cut off at some x has none left, and what is wrong by less than a step is wrong for another reason.
    room: what may be wrong beside; digits: of the type asked for; made: of the type that it was computed in.
    """
    slope = against == "gelu_grad"
    beside = x * pdf(x) if slope else np.zeros_like(x)  # what is added to the part that cancels
    factor = np.ones_like(x) if slope else np.abs(x)
    rest, lost = np.abs(y - beside), np.abs(right - beside)
    gone = rest <= 1e-3 * lost
    left = rest >= 0.2 * factor * 2.0**-made  # the smallest is half of x times half a unit of 1
    off = np.abs(y - right) <= 2 * factor * 2.0**-digits + room
    return bool(np.all(off) and np.all(gone | left) and np.any(~gone))
