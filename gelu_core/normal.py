"""The bell and the area under it, and the two forms of that area from which the whole core is made.

Everything here works on one idea. The textbook line x·erfc(−x/√2)/2 loses about x² ulp on the left, because the square
is rounded before the exponential is taken. Right of −1 that costs next to nothing; left of it the exponential is split.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfc, erfcx

from gelu_core._arrays import HUGE, Block, Result, as_real, elementwise

SQRT_HALF = 0.7071067811865476  # 1/√2
BELL_TOP = 0.3989422804014327  # 1/√(2π)

# Left of −1 the split form has the better digits, right of it plain erfc has (at most 4 ulp; it is also faster).
EDGE = -1.0

# Beyond 56 even the largest float64 times Φ(−t) is nothing (the last product that is not zero is at 53.8), so t stops
# there and no infinity enters the formulas.
FAR = 56.0

# exp(−708) is the last whole number's exponential that is a normal float64.
FOLD = 708.0


def split_exponential(t: Block) -> tuple[Block, Block, Block]:
    """Give (rest, large, tail) with exp(−t²/2) = (1 + rest)·large·tail to about 1 ulp, for 0 ≤ t ≤ 56.

    h is t rounded to 24 bits, so h² is exact and h²/2 reaches the exponential unrounded; what is left of t²/2 is
    (t−h)(t+h)/2, at most 2e-4, so `rest` needs few digits. `tail` is exactly 1 up to t = 37.6; beyond, it takes over
    what `large` cannot hold as a normal number. Multiply by it last, and a subnormal result is rounded once.
    """
    h = t.astype(np.float32).astype(np.float64)
    half_square = 0.5 * h * h
    folded = np.minimum(half_square, FOLD)
    return np.expm1((h - t) * (h + t) * 0.5), np.exp(-folded), np.exp(folded - half_square)


def times_bell(factor: Block, t: Block) -> Block:
    """factor·exp(−t²/2) for 0 ≤ t ≤ 56, whatever the size of the factor."""
    rest, large, tail = split_exponential(t)
    return (factor + factor * rest) * large * tail


def by_side(z: Block, right: Callable[..., Block], left: Callable[..., Block], *blocks: Block) -> Block:
    """Compute `left(*blocks)` where z < −1 and `right(*blocks)` elsewhere (nan too), each only where it is used."""
    is_left = z < EDGE
    if not is_left.any():
        return right(*blocks)
    if is_left.all():
        return left(*blocks)
    is_right = ~is_left
    result = np.empty_like(z)
    result[is_left] = left(*(block[is_left] for block in blocks))
    result[is_right] = right(*(block[is_right] for block in blocks))
    return result


def right_area(z: Block) -> Block:
    """Φ(z) for z ≥ −1, where the area is no smaller than 0.158 and erfc has nothing to lose."""
    return 0.5 * erfc(z * -SQRT_HALF)


def left_product(x: Block, z: Block) -> Block:
    """x·Φ(z) for z < −1: the factor x comes in before the exponential, so a subnormal Φ costs no digits."""
    t = np.minimum(-z, FAR)
    return times_bell(np.clip(x, -HUGE, HUGE) * (0.5 * erfcx(t * SQRT_HALF)), t)


def product(x: Block, z: Block) -> Block:
    """x·Φ(z) where x and z have the same sign: the number behind every GELU of the family."""
    return by_side(z, lambda x, z: x * right_area(z), left_product, x, z)


def _pdf(x: Block) -> Block:
    t = np.minimum(np.abs(x), FAR)
    return times_bell(np.full_like(t, BELL_TOP), t)


def _cdf(x: Block) -> Block:
    return by_side(x, right_area, lambda x: left_product(np.ones_like(x), x), x)


def pdf(x: ArrayLike) -> Result:
    """Give the density of the standard normal distribution, the bell.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Between 0 and 0.3989; 0 at ±inf; at most 4 ulp off, subnormal results included.

    Formula: φ(x) = exp(−x²/2)/√(2π).
    Raises `TypeError` if x is not real.
    """
    return elementwise(_pdf, as_real(x, "x"))


def cdf(x: ArrayLike) -> Result:
    """Give the probability that a standard normal draw is at most x: the gate.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Between 0 and 1; 0 at −inf, 1 at +inf; at most 8 ulp off, subnormal results included.

    Formula: Φ(x) = (1 + erf(x/√2))/2, computed as erfc(−x/√2)/2 right of −1 and exp(−x²/2)·erfcx(−x/√2)/2 left of it.
    Raises `TypeError` if x is not real.
    """
    return elementwise(_cdf, as_real(x, "x"))
