"""Is this function GELU? A callable is tried on a designed set of inputs, and its mistake is named."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gelu_core._arrays import as_choice, describe
from gelu_core.check_report import Check
from gelu_core.forms import gelu_sigmoid, gelu_sigmoid_grad, gelu_tanh, gelu_tanh_grad
from gelu_core.gelu import gelu, gelu_grad
from gelu_core.logistic import sigmoid, silu, silu_grad
from gelu_core.normal import cdf, pdf
from gelu_core.precision import TYPES, round_bfloat16, spacing
from gelu_core.relatives import relu

Floats: TypeAlias = NDArray[np.float64]
Function: TypeAlias = Callable[[Any], Any]

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
    ("sigmoid-form", lambda x: x * sigmoid(1.7 * x)),
    ("sigmoid-form", lambda x: x * sigmoid(1.773 * x)),
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

# The middle in steps of 1/64, where forms differ; the left tail to where GELU leaves the type; a few large numbers.
_MIDDLE: Floats = np.arange(-8 * 64, 8 * 64 + 1) / 64
_TAIL: Floats = np.concatenate([-np.arange(33, 150) / 4, np.array([8.25, 10, 20, 40])])
_FLOAT32_TAIL: Floats = np.concatenate([-np.arange(33, 52) / 4, np.array([8.25, 10, 20, 40])])
_FORMULA = 3e-6  # a formula is recognised when it is followed to so much of x: its float32 twin too
_CONSTANT = 3e-7  # a constant that has passed through float32 is wrong by at most so much of itself


def check(function: Function, against: str = "gelu", dtype: str = "float64") -> Check:
    """Try a function on a designed set of inputs and say how right it is and what its mistake probably is.

    function: anything that takes and gives arrays (what takes one number at a time is tried so); against: "gelu",
    "gelu_tanh", "gelu_sigmoid", "gelu_grad", "silu" or "relu"; dtype: "float64" or "float32", of the arrays it is given
    and of the unit of its last place. The function is called about fifteen times, with up to 100,000 numbers.

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
    breaks: list[str] = []
    x = np.concatenate([_MIDDLE, _TAIL if dtype == "float64" else _FLOAT32_TAIL]).astype(dtype)
    given = x.copy()
    y = _call(function, given, breaks)
    if y is None:
        function = _one_by_one(function)
        given = x.copy()
        y = _call(function, given, breaks)
    if y is None:
        return Check(against, np.inf, np.inf, float("nan"), "unknown", tuple(breaks), (), np.empty(0), np.empty(0))
    touched = not np.array_equal(given, x)
    wide = np.asarray(y, dtype=np.float64)
    right = np.asarray(truth(x.astype(np.float64)), dtype=np.float64)
    off = np.abs(wide - right)
    off = np.where(np.isnan(off), np.inf, off)
    ulp = off / spacing(np.where(right == 0, np.finfo(dtype).tiny, right), dtype)
    notes = _others(function, truth, dtype, y, breaks)
    if touched:
        breaks.append("it changes its input")
    mistake = _mistake(against, x.astype(np.float64), np.asarray(y), wide, right, touched, dtype, breaks)
    most = int(np.argmax(np.where(np.abs(x) <= 8, off, -1.0)))
    return Check(
        against,
        float(off[most]),
        float(ulp.max()),
        float(x[most]),
        mistake,
        tuple(breaks),
        tuple(notes),
        x,
        wide - right,
    )


def _call(function: Function, x: Any, breaks: list[str]) -> Any | None:
    """What a function gives for an array, or nothing and why."""
    try:
        y = np.asarray(function(x))
    except Exception as error:  # whatever it is: the report has to go on
        breaks.append(f"an array of shape {np.shape(x)} and dtype {x.dtype}: {type(error).__name__}: {error}")
        return None
    if y.dtype.kind not in "biuf":
        breaks.append(f"an array of shape {np.shape(x)}: it gives {describe(y)}")
        return None
    if y.shape != np.shape(x):
        breaks.append(f"an array of shape {np.shape(x)}: it gives the shape {y.shape}")
        return None
    return y


def _one_by_one(function: Function) -> Function:
    return lambda x: np.array([float(function(float(each))) for each in np.ravel(x)]).reshape(np.shape(x))


def _others(function: Function, truth: Function, dtype: str, y: Any, breaks: list[str]) -> list[str]:
    """Special numbers, shapes, types and sizes: what breaks goes into the one list, the rest is noted."""
    notes: list[str] = []
    special = _call(function, np.array([np.nan, np.inf, -np.inf, 0.0, -0.0], dtype), breaks)
    if special is not None:
        ends = truth(np.array([np.nan, np.inf, -np.inf, 0.0, -0.0]))
        if not np.isnan(special[0]):
            breaks.append(f"nan: it gives {special[0]:g}")
        if special[3] != ends[3]:
            breaks.append(f"0: it gives {special[3]:g}, right is {ends[3]:g}")
        for name, found, right in zip(("inf", "-inf"), special[1:3], ends[1:3], strict=True):
            if found != right:
                notes.append(f"{name}: it gives {found:g}, the limit is {right + 0:g}")
    for shape in ((2, 3), (0,), (1,), (2, 1, 2)):
        values = np.linspace(-2, 2, int(np.prod(shape))).reshape(shape).astype(dtype)
        flat = values.ravel().copy()
        found = _call(function, values, breaks)
        if found is not None and not np.allclose(found, np.asarray(function(flat)).reshape(shape), equal_nan=True):
            breaks.append(f"an array of shape {shape}: other values than for the same numbers in a row")
    strided = np.linspace(-3, 3, 14).astype(dtype)[::2]
    packed = strided.copy()
    found = _call(function, strided, breaks)
    if found is not None and not np.allclose(found, np.asarray(function(packed)), equal_nan=True):
        breaks.append("a strided array: other values than for its copy")
    try:
        one = function(0.5)
        if not np.isclose(float(one), float(np.asarray(function(np.array([0.5], dtype)))[0]), rtol=1e-3):
            breaks.append(f"a Python number: 0.5 gives {float(one):g}, in an array another value")
    except Exception as error:
        notes.append(f"a Python number: {type(error).__name__}: {error}")
    _types(function, truth, dtype, notes, breaks)
    big = np.tile(np.array([-3.0, -0.75, 0.5, 2.0], dtype), 25_000)
    few = big[:4].copy()
    found = _call(function, big, breaks)
    if found is not None and not np.allclose(found.reshape(-1, 4), np.asarray(function(few)), equal_nan=True):
        breaks.append("100,000 numbers: other values than for a few")
    return notes


def _types(function: Function, truth: Function, dtype: str, notes: list[str], breaks: list[str]) -> None:
    try:
        found = np.asarray(function(np.array([-1, 0, 2])))
        if found.dtype.kind in "iu" and np.any(found != truth(np.array([-1.0, 0.0, 2.0]))):
            breaks.append(f"integers: it gives integers, {found.tolist()}")
    except Exception as error:
        notes.append(f"integers: {type(error).__name__}: {error}")
    if dtype != "float64":
        return
    try:
        found = np.asarray(function(np.array([-1.0, 2.0], np.float32)))
        if found.dtype != np.float32:
            notes.append(f"float32 becomes {found.dtype}")
    except Exception as error:
        notes.append(f"float32: {type(error).__name__}: {error}")


def _mistake(
    against: str,
    x: Floats,
    y: Any,
    wide: Floats,
    right: Floats,
    touched: bool,
    dtype: str,
    breaks: list[str],
) -> str:
    """The formula first; then what was done to its input and its digits; the tail last."""
    middle = np.abs(x) <= 8
    held = _held(y[middle], dtype)
    # A narrow type excuses as much as it rounds; a right formula is asked for 1e-10 below.
    room = max(_FORMULA, 6 * 2.0 ** -TYPES[held].digits) * np.maximum(np.abs(x[middle]), 1)
    off = np.abs(wide - right)[middle]
    if not np.all(off <= room):
        return _formula(against, x[middle], wide[middle], room)
    finest = 1e-10 if dtype == "float64" else 1e-5
    allowed = finest * np.maximum(np.abs(right), np.where(np.abs(x) < 1, np.abs(x), 0) * 1e-3)
    # The tail of the tanh form reaches to where its gate leaves the type: SciPy's expit gives 0 for what is subnormal.
    allowed += np.abs(x) * np.finfo(dtype).tiny
    closer = _closer(against, x[middle], wide[middle], off)
    if closer:
        return closer
    if touched:
        return "in-place"
    integers = any(each.startswith("integers") for each in breaks)
    if y.dtype.itemsize < np.dtype(dtype).itemsize or (TYPES[held].digits < TYPES[dtype].digits and against != "relu"):
        return "dtype"
    # 1 + erf has lost 1e-10 of the value by −5.9 in float64, and 1e-5 of it by −2.9 in float32.
    near = (x >= (-4 if dtype == "float64" else -2)) & (x <= 8)
    if np.any(np.abs(wide - right)[near] > allowed[near]):
        return _constants(x, wide, right, allowed)
    if np.any(np.abs(wide - right) > allowed):
        return "erf-cancellation" if _loses_the_tail(x, wide, right, allowed, dtype) else "unknown"
    if integers:
        return "dtype"
    return "unknown" if breaks else "none"


def _held(y: Any, dtype: str) -> str:
    """The narrowest type that holds every number."""
    wide = np.asarray(y, dtype=np.float64)
    for name in ("bfloat16", "float16", "float32"):
        narrow = np.asarray(round_bfloat16(wide) if name == "bfloat16" else wide.astype(name), dtype=np.float64)
        if np.all((narrow == wide) | np.isnan(wide)):
            return name
    return dtype


def _formula(against: str, x: Floats, y: Floats, room: Floats) -> str:
    """The wrong function that the numbers follow."""
    fits = [
        (float(np.max(np.abs(y - wrong(x)) / room)), name)
        for name, wrong in MISTAKES
        if not np.allclose(wrong(x), AGAINST[against](x), rtol=0, atol=1e-9)
    ]
    if against != "gelu":
        fits.append((float(np.max(np.abs(y - gelu(x)) / room)), "unknown"))
    best, name = min(fits, key=lambda fit: fit[0])
    return name if best <= 1 else "unknown"


def _closer(against: str, x: Floats, y: Floats, off: Floats) -> str:
    """In a narrow type another form may lie within the room too, and much closer: the tanh form in float16."""
    room = np.ones_like(x)
    own = float(off.max())
    for name, wrong in MISTAKES:
        if np.max(np.abs(y - wrong(x)) / room) < own / 4 and not np.allclose(wrong(x), AGAINST[against](x), atol=1e-9):
            return name
    return ""


def _constants(x: Floats, y: Floats, right: Floats, allowed: Floats) -> str:
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


def _loses_the_tail(x: Floats, y: Floats, right: Floats, allowed: Floats, dtype: str) -> bool:
    """Right but for the left tail, and there by no more than a step of 1 + erf, times x/2."""
    wrong = np.abs(y - right) > allowed
    steps = np.abs(x) * 2.0 ** -TYPES[dtype].digits
    return bool(np.all(x[wrong] < 0) and np.all(np.abs(y - right)[wrong] <= 2 * steps[wrong]))
