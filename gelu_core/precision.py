"""Narrow number types: bfloat16, which NumPy does not have, and the step of each type."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gelu_core._arrays import Block, Result, as_choice, as_real, elementwise


class _Type(NamedTuple):
    """A binary floating-point type: digits behind the point, the exponents of its first and of its last number."""

    digits: int
    lowest: int
    highest: int


TYPES = {
    "float64": _Type(52, -1022, 1023),
    "float32": _Type(23, -126, 127),
    "bfloat16": _Type(7, -126, 127),
    "float16": _Type(10, -14, 15),
}

LOWER = np.uint32(0xFFFF)
TIE = np.uint32(0x8000)


def round_bfloat16(x: ArrayLike) -> Result:
    """Give the nearest bfloat16 of each number, as a float32 that holds it.

    x: number or array of any shape. The result is always float32; its lower 16 bits are zero. A tie goes to the even
    neighbour. Rounded once, from float64 too; nan stays nan, infinities stay, and what lies beyond 3.3961e38 becomes
    infinite.

    Formula: the upper 16 bits of the float32, plus one if the lower 16 are more than half, or half and the upper odd.
    Raises `TypeError` if x is not real.
    """
    array = as_real(x, "x")
    with np.errstate(all="ignore"):
        narrow = np.atleast_1d(array).astype(np.float32)
        bits = narrow.view(np.uint32)
        if array.dtype == np.float64:  # next to a tie it may have been rounded onto it: put it back on its own side
            size, rounded = np.abs(np.atleast_1d(array)), np.abs(narrow)
            tie = (bits & LOWER) == TIE
            bits = bits + (tie & (size > rounded)).astype(np.uint32) - (tie & (size < rounded)).astype(np.uint32)
        odd = (bits >> np.uint32(16)) & np.uint32(1)
        upper = (bits + (TIE - np.uint32(1)) + odd) & ~LOWER
        result = np.where(np.isnan(narrow), narrow, upper.view(np.float32))
    return result.reshape(array.shape)[()]


def spacing(x: ArrayLike, dtype: str = "float32") -> Result:
    """Give the step of a number type at |x|: how far apart its numbers are there.

    x: number or array of any shape; dtype: "float64", "float32", "bfloat16" or "float16". The result is always
    float64. x need not be a number of the type. Below its smallest normal number all steps are the same. nan where
    the type has no numbers any more (float16 from 65,536 on), at ±inf and at nan.

    Formula: 2^(max(⌊log₂|x|⌋, e) − p), p digits behind the point, e the exponent of the smallest normal number.
    Raises `ValueError` for any other `dtype`, `TypeError` if x is not real.
    """
    digits, lowest, highest = TYPES[as_choice(dtype, "dtype", TYPES)]

    def step(x: Block) -> Block:
        exponent = np.where(x == 0, lowest, np.frexp(x)[1] - 1)
        result = np.ldexp(1.0, np.maximum(exponent, lowest) - digits)
        return np.where(np.isfinite(x) & (exponent <= highest), result, np.nan)

    return elementwise(step, as_real(x, "x"), dtype=np.dtype(np.float64))
