"""Whether numbers were rounded for print, and how coarsely: outputs alone, or inputs with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

DECIMALS = 8  # numbers with no more of them behind the point have been rounded for print,
DIGITS = range(3, 13)  # so have those with so many digits in all: C++ prints 6, float32 needs 9
FEWEST_DECIMALS = 2  # of inputs: half a tenth would explain every difference between the forms
FEWEST_OF_GRID = 4  # so many inputs with one step between them are a grid: fewer may be so by chance


class Print(NamedTuple):
    """How numbers may have been printed: with so many "decimals" behind the point, or "digits" in all."""

    places: int
    unit: str

    def __str__(self) -> str:
        return f"{self.places} {self.unit}"

    def half(self, values: Floats) -> Floats:
        """Half a unit of the last place of each number, and a little: a tie goes either way."""
        if self.unit == "decimals":
            return np.full(values.shape, 0.501 * 10.0**-self.places)
        return 0.501 * _place(values, self.places)


Prints: TypeAlias = tuple[Print, ...]


def printed(y: Floats) -> Prints:
    """How the outputs may have been printed, if they were: decimals first."""
    return _prints(_decimals(y), _digits(y, DIGITS))


def printed_both(x: Floats, y: Floats) -> tuple[Prints, Prints] | None:
    """How inputs and outputs may have been printed, if the inputs look as if they were, too.

    They do if they have as many decimals or digits as the outputs, one more or less: a program prints both in one way.
    PyTorch and NumPy go over from 1.2346 to 1.2346e-04 where numbers are small, as outputs are sooner than inputs: the
    digits are still as many. Inputs that are a grid, or that a binary type holds, are what they are: nothing was cut
    from them.
    """
    if np.all(x.astype(np.float32) == x) or _even(x):
        return None
    decimals, digits = _decimals(x), _digits(x, range(1, DIGITS.stop))
    inputs = _prints(
        decimals if decimals and decimals >= FEWEST_DECIMALS else None,
        digits if digits in DIGITS else None,
    )
    outputs = printed(y)
    alike = any(a.unit == b.unit and abs(a.places - b.places) <= 1 for a in inputs for b in outputs)
    return (inputs, outputs) if alike else None


def half(prints: Prints, values: Floats) -> Floats:
    """Half a unit of what may have been cut: where decimals and digits agree with the numbers, of the larger."""
    return np.max([each.half(values) for each in prints], axis=0)


def likelier(prints: Prints, values: Floats) -> Print:
    """Of decimals and digits what was cut to: its unit is mostly the larger one, the other is there because of it."""
    if len(prints) == 1:
        return prints[0]
    one, other = (each.half(values) for each in prints)
    return prints[0] if np.sum(one > 1.001 * other) >= np.sum(other > 1.001 * one) else prints[1]


def _prints(decimals: int | None, digits: int | None) -> Prints:
    counts = ((decimals, "decimals"), (digits, "digits"))
    return tuple(Print(count, unit) for count, unit in counts if count is not None)


def _even(x: Floats) -> bool:
    """Whether the numbers are a grid to their last bits. What is cut for print is none: its steps differ by a unit."""
    apart = np.unique(x)
    return len(apart) >= FEWEST_OF_GRID and bool(np.ptp(np.diff(apart)) <= 1e-14 * np.max(np.abs(apart)))


def _decimals(values: Floats) -> int | None:
    """With how few decimals the numbers can be printed."""
    for count in range(1, DECIMALS + 1):
        if np.all(np.abs(values - np.round(values, count)) <= 4e-16 * np.maximum(np.abs(values), 1)):
            return count
    return None


def _place(values: Floats, digits: int) -> Floats:
    """The unit of the last of so many digits."""
    size = np.where(values == 0, 1.0, np.abs(values))
    return np.asarray(np.where(values == 0, 0.0, 10.0 ** (np.floor(np.log10(size)) + 1 - digits)))


def _digits(values: Floats, counts: Iterable[int]) -> int | None:
    """With how few of these counts of digits the numbers can be printed: of the smallest, too, none is left."""
    size = np.abs(values[np.isfinite(values) & (np.abs(values) > 1e-290)])
    for count in counts:
        place = _place(size, count)
        if np.all(np.abs(size - np.round(size / place) * place) <= 1e-15 * size):
            return count
    return None
