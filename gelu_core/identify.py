"""Which GELU produced these numbers: every known form is tried, with what each number type's rounding would explain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gelu_core._arrays import as_real, describe
from gelu_core.forms import gelu_sigmoid, gelu_tanh
from gelu_core.frameworks import CLIP, FRAMEWORK_FORMS
from gelu_core.gelu import gelu
from gelu_core.imitate import imitated
from gelu_core.logistic import silu
from gelu_core.precision import TYPES, round_bfloat16, spacing
from gelu_core.printed import Prints, half, likelier, printed, printed_both
from gelu_core.relatives import relu

Floats: TypeAlias = NDArray[np.float64]

# The forms in the order in which they are believed: of two that explain the numbers equally well the first is named.
FORMS: dict[str, Callable[[Floats], Floats]] = {
    "exact": gelu,
    "tanh": gelu_tanh,
    "sigmoid": gelu_sigmoid,
    "exact-clipped-10": lambda x: np.minimum(gelu(x), CLIP),
    "silu": silu,
    "relu": relu,
}
# How programs write them, where their digits tell one spelling from another.
SPELLINGS = {
    "exact": ("one_plus_erf", "erfc_form", "erfc_float32"),
    "tanh": ("one_plus_tanh", "tanh_cut", "tanh_sigmoid"),
    "sigmoid": ("quick",),
    "exact-clipped-10": ("clipped_10",),
}
UNKNOWN = "unknown"
HALVES = ("bfloat16", "float16")

# Where to look for an input that decides: quarters are numbers of every type.
GRID: Floats = np.concatenate([np.arange(-40, 41) / 8, [-12, -10, -9, -8, -7, -6, 6, 7, 8, 9, 10, 10.5, 11, 12]])
# What a function is asked: the middle, where the forms differ, both tails, and beyond 10, where one is clipped.
_ASKED: Floats = np.sort(np.concatenate([np.arange(-32, 33) / 8, [-12, -8, -6, -5, 5, 6, 8, 11, 12]]))


class Candidate(NamedTuple):
    """A form: its name, its largest distance from the numbers, and that as a multiple of what rounding explains."""

    name: str
    deviation: float
    excess: float


class _Rounding(NamedTuple):
    """One way in which the numbers may have been rounded: its name and the number type it happened in.

    `stepwise`: every operation was rounded, not the result alone; `outputs`, `inputs`: how they may have been printed;
    `tentative`: the inputs look printed, too, so that what fits if they are exact may do so by chance.
    """

    name: str
    dtype: str
    stepwise: bool
    outputs: Prints = ()
    inputs: Prints = ()
    tentative: bool = False

    def given(self, x: Floats) -> Floats:
        """The inputs as such arithmetic sees them."""
        return _rounded(x, self.dtype)

    def allowed(self, name: str, x: Floats, value: Floats) -> Floats:
        """How far from the value that the form gives a right result may lie."""
        eps = 2.0 ** -TYPES[self.dtype].digits
        step = spacing(value, self.dtype)
        allowed = np.where(np.isfinite(step), 1.01 * step, np.inf)
        if not self.stepwise:
            # Programs compute halves in float32, where 1 + tanh has lost the same as below.
            allowed = allowed + 2.0**-23 * (1.5 * np.abs(x) + 3 * np.abs(value))
        elif self.dtype in HALVES:
            # The steps themselves are imitated; programs differ in their order, by one step of the gate.
            allowed = allowed + 0.25 * eps * np.abs(x)
        else:
            # 1 + erf and 1 + tanh are off by eps/2 on the left, where they are next to 0; their arguments by 2 or 3
            # eps of a number up to 3: together less than 1.5 eps of x. What remains is a few eps of the value.
            allowed = allowed + eps * (1.5 * np.abs(x) + 3 * np.abs(value))
        if self.outputs:
            allowed = allowed + half(self.outputs, value)
        if self.inputs:
            # The ends tell: the forms rise or fall in between, and where one turns it does so more slowly.
            cut = half(self.inputs, x)
            ends = [np.abs(FORMS[name](end) - value) for end in (x - cut, x + cut)]
            allowed = allowed + np.maximum(*ends)
        return np.asarray(allowed)


def _rounded(values: Floats, dtype: str) -> Floats:
    with np.errstate(all="ignore"):
        if dtype == "bfloat16":
            return np.asarray(round_bfloat16(values), dtype=np.float64)
        return np.asarray(values.astype(dtype), dtype=np.float64)


def _roundings(x: Floats, y: Floats) -> Iterator[_Rounding]:
    """From the finest to the coarsest that the numbers allow: a type that cannot hold them has not made them."""
    prints, both = printed(y), printed_both(x, y)
    yield _Rounding("float64", "float64", True)
    yield _Rounding("float32", "float32", True)
    for each in prints:
        yield _Rounding(str(each), "float32", True, (each,), tentative=both is not None)
    if both:
        inputs, outputs = both
        one, other = likelier(inputs, x), likelier(outputs, y)
        name = f"{one} in inputs and outputs" if one == other else f"{one} in inputs, {other} in outputs"
        yield _Rounding(name, "float32", True, outputs, inputs)
    # What bfloat16 holds by chance in every place has been rounded to it.
    held = next((dtype for dtype in HALVES if np.all(_rounded(y, dtype) == y)), None)
    if held:
        yield _Rounding(held, held, False)
        yield _Rounding(f"{held}, step by step", held, True)
    if prints and prints[0].unit == "decimals" and prints[0].places <= 5:
        for dtype in reversed(HALVES):
            yield _Rounding(f"{dtype}, {prints[0]}", dtype, False, prints[:1])


@dataclass(frozen=True)
class Identification:
    """What `identify` found.

    best: the form that explains the numbers best: "exact", "tanh", "sigmoid" (1.702), "exact-clipped-10", "relu",
    "silu", or "unknown" if none does. certain: no other form explains them as well. candidates: all forms, the best
    first, each with its largest deviation. deciding_input: the input at which the first two differ most, measured by
    rounding. arithmetic: the rounding that explains the numbers ("float32", "bfloat16", "4 decimals", "6 digits", "4
    decimals in inputs and outputs", ...), "" if none does. spelling: the formulas, as programs write them, that come
    closest, where digits tell them apart. possible: the forms that the numbers allow. where: the input at which `best`
    is farthest from the numbers, as a multiple of what rounding explains; if none fits, that of the largest deviation
    of the first candidate.
    """

    best: str
    certain: bool
    candidates: tuple[Candidate, ...]
    deciding_input: float
    arithmetic: str
    possible: tuple[str, ...]
    spelling: tuple[str, ...]
    where: float
    count: int

    def as_dict(self) -> dict[str, Any]:
        """Give everything as plain Python, for JSON, which has no infinity: None stands for it."""
        return {
            "best": self.best,
            "certain": self.certain,
            "possible": list(self.possible),
            "arithmetic": self.arithmetic,
            "spelling": list(self.spelling),
            "deciding_input": self.deciding_input,
            "where": self.where,
            "count": self.count,
            "candidates": [
                {"name": each.name, "deviation": _plain(each.deviation), "excess": _plain(each.excess)}
                for each in self.candidates
            ],
        }

    def __str__(self) -> str:
        """Say it in a few lines."""
        first = self.candidates[0]
        if self.best == UNKNOWN and not np.isfinite(first.deviation):
            head = f"none of these: the output at x = {self.where:.6g} is not finite"
        elif self.best == UNKNOWN:
            head = f"none of these; nearest is {first.name}, {first.deviation:.3g} off at x = {self.where:.6g}"
        elif self.certain:
            head = f"{self.best}, for certain"
        else:
            others = " or ".join(name for name in self.possible if name != self.best)
            head = f"{self.best}, but it may be {others}: try x = {self.deciding_input:g}"
        lines = [head]
        if self.arithmetic:
            lines.append(f"explained by {self.arithmetic}")
        if self.spelling:
            lines.append("closest spelling: " + ", ".join(FRAMEWORK_FORMS[name].formula for name in self.spelling))
        counted = "1 number" if self.count == 1 else f"{self.count} numbers"
        lines.append(f"{counted}; largest deviation of each form, and as a multiple of what rounding explains:")
        lines += [f"  {each.name:18}{each.deviation:10.3g}{each.excess:12.3g}" for each in self.candidates]
        return "\n".join(lines)


def identify(x: ArrayLike | Callable[..., Any], y: ArrayLike | None = None) -> Identification:
    """Say which known GELU produced some numbers.

    x, y: inputs and outputs, numbers or arrays of one shape, at least one pair; or x alone: a function that takes a
    float64 array and gives one of its shape. Pairs with an input that is not finite are left out.

    Each form is compared with the numbers, allowing what a number type's rounding explains: in float64 and float32 with
    every step rounded (so that 1 + erf may cancel), in float16 and bfloat16 with the result rounded once or every step,
    for numbers with few decimals or digits that of print: of the outputs, then of inputs that have as many, too. The
    finest rounding under which some form fits decides; but where inputs look printed, those that fit if they were are
    possible as well.
    Raises `TypeError` if x or y is not real or y is missing, `ValueError` if shapes differ, nothing is left or a
    function gives another shape.
    """
    if callable(x) and y is not None:
        raise TypeError("y must be left out where x is a function")
    if not callable(x) and y is None:
        raise TypeError("y is missing: identify(x, y) takes inputs and outputs, identify(function) a function")
    inputs, outputs = _pairs(_ASKED, _answers(x)) if callable(x) else _pairs(x, y)
    with np.errstate(all="ignore"):  # next to nothing is allowed in the tail; outputs may be infinite
        return _identified(inputs, outputs)


def _identified(inputs: Floats, outputs: Floats) -> Identification:
    believed = ""
    for rounding in _roundings(inputs, outputs):
        fits = sorted((_candidate(name, rounding, inputs, outputs) for name in FORMS), key=lambda fit: fit.excess)
        possible = [fit.name for fit in fits if fit.excess <= 1]
        if possible:
            believed = believed or _believed(fits, rounding)
            if not rounding.tentative:
                return _found(believed, possible, fits, rounding, inputs, outputs)
    return _none(inputs, outputs)


def _values(name: str, rounding: _Rounding, x: Floats) -> list[Floats]:
    """What a form gives: once, or in each of its spellings where the steps of narrow arithmetic show."""
    if rounding.stepwise and rounding.dtype in HALVES:
        return imitated(name, x, lambda values: _rounded(values, rounding.dtype))
    return [np.asarray(FORMS[name](rounding.given(x)))]


def _candidate(name: str, rounding: _Rounding, x: Floats, y: Floats) -> Candidate:
    found = []
    for value in _values(name, rounding, x):
        off = np.abs(y - value)
        found.append((_largest(off / rounding.allowed(name, x, value)), _largest(off)))
    excess, deviation = min(found)
    return Candidate(name, deviation, excess)


def _plain(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _largest(values: Floats) -> float:
    return float(np.inf if np.isnan(values).any() else np.max(values))


def _believed(fits: list[Candidate], rounding: _Rounding) -> str:
    """Of those that explain the numbers the first of FORMS, unless in few digits another is clearly closer."""
    enough = max(1.5 * fits[0].excess, 0.05) if rounding.dtype in HALVES else 1.0
    return next(name for name in FORMS for fit in fits if fit.name == name and fit.excess <= min(enough, 1.0))


def _found(
    best: str, possible: list[str], fits: list[Candidate], rounding: _Rounding, x: Floats, y: Floats
) -> Identification:
    ranked = sorted(fits, key=lambda fit: (fit.name != best, fit.name not in possible, fit.excess))
    return Identification(
        best=best,
        certain=possible == [best],
        candidates=tuple(ranked),
        deciding_input=_deciding(ranked[0].name, ranked[1].name, rounding),
        arithmetic=_arithmetic(rounding, y),
        possible=tuple(fit.name for fit in ranked if fit.name in possible),
        spelling=_spelling(best, rounding, x, y),
        where=_worst(best, rounding, x, y),
        count=len(x),
    )


def _arithmetic(rounding: _Rounding, y: Floats) -> str:
    """Numbers with more digits than float32 holds that are right in those of float32 alone come of such a constant.

    Unless they were printed with few.
    """
    if rounding.name != "float32" or np.all(_rounded(y, "float32") == y):
        return rounding.name
    return next((str(each) for each in printed(y)), "float64, with a constant cut short")


def _none(x: Floats, y: Floats) -> Identification:
    rounding = _Rounding("", "float32", True)
    fits = sorted((_candidate(name, rounding, x, y) for name in FORMS), key=lambda fit: (fit.deviation, fit.excess))
    return Identification(
        best=UNKNOWN,
        certain=False,
        candidates=tuple(fits),
        deciding_input=_deciding(fits[0].name, fits[1].name, rounding),
        arithmetic="",
        possible=(),
        spelling=(),
        where=_at(x, y - _values(fits[0].name, rounding, x)[0]),
        count=len(x),
    )


def _deciding(one: str, other: str, rounding: _Rounding) -> float:
    """The input at which two forms differ most, measured by what rounding explains."""
    a, b = FORMS[one](GRID), FORMS[other](GRID)
    allowed = rounding.allowed(one, GRID, a) + rounding.allowed(other, GRID, b)
    return float(GRID[np.argmax(np.abs(a - b) / allowed)])


def _worst(name: str, rounding: _Rounding, x: Floats, y: Floats) -> float:
    off = [(y - value) / rounding.allowed(name, x, value) for value in _values(name, rounding, x)]
    return _at(x, min(off, key=lambda each: _largest(np.abs(each))))


def _at(x: Floats, off: Floats) -> float:
    """Where numbers are farthest off; what is no number is infinitely far."""
    return float(x[np.argmax(np.where(np.isnan(off), np.inf, np.abs(off)))])


def _spelling(best: str, rounding: _Rounding, x: Floats, y: Floats) -> tuple[str, ...]:
    """The formulas that reproduce the numbers best, if they do so clearly better than the others."""
    names = SPELLINGS.get(best, ())
    coarse = rounding.inputs or any(each.unit == "decimals" for each in rounding.outputs)
    if len(names) < 2 or rounding.dtype not in ("float64", "float32") or coarse:
        return ()
    wide = "float64" if np.any(y.astype(np.float32) != y) else "float32"
    step = spacing(np.where(y == 0, np.finfo(np.float64).tiny, y), wide)
    off = {}
    for name in names:
        found = np.asarray(FRAMEWORK_FORMS[name](x.astype(wide)), dtype=np.float64)
        off[name] = _largest(np.abs(found - y) / step)
    least = min(off.values())
    near = tuple(name for name in names if off[name] <= 2 * least + 4)
    return near if len(near) < len(names) else ()


def _answers(function: Callable[..., Any]) -> Any:
    answer = function(_ASKED.copy())
    if np.shape(answer) != _ASKED.shape:
        raise ValueError(
            f"the function must give an array of shape {_ASKED.shape} for one of that shape, not {describe(answer)}"
        )
    return answer


def _pairs(x: Any, y: Any) -> tuple[Floats, Floats]:
    given = [np.asarray(as_real(each, name), dtype=np.float64) for name, each in (("x", x), ("y", y))]
    if given[0].shape != given[1].shape:
        raise ValueError(f"y must have the shape of x, {given[0].shape}, not {given[1].shape}")
    keep = np.isfinite(given[0].ravel())
    if not keep.any():
        raise ValueError("x must hold at least one finite number")
    return given[0].ravel()[keep], given[1].ravel()[keep]
