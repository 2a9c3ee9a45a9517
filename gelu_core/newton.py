"""Newton's method on the way to the bottom of GELU, and the starts from which it gets there."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import erfcx

from gelu_core._arrays import as_integer, as_number
from gelu_core._roots import crossing
from gelu_core.normal import SQRT_HALF

SQRT_HALF_PI = 1.2533141373155003  # √(π/2)
SQRT_2, SQRT_2_REST = 1.4142135623730951, -9.667293313452913e-17  # together √2 to 33 digits

# Around −3/4, M(x) + x of `_step` is a Taylor series; its constant term needs the digits that the sum would lose.
ANCHOR = -0.75
MILLS = 0.7525711790634081  # M(−3/4)
RESIDUE = 0.0025711790634080516  # M(−3/4) − 3/4
REACH = 0.1
TERMS = 16

MAX_STEPS = 1000


class Basin(NamedTuple):
    """An open interval of starts: the two ends, neither of which belongs to it."""

    low: float
    high: float


def _series() -> list[float]:
    """The Taylor coefficients of M(x) + x at −3/4: M' = 1 + x·M, so the nth derivative is x·M⁽ⁿ⁻¹⁾ + (n−1)·M⁽ⁿ⁻²⁾."""
    derivatives = [MILLS, 1.0 + ANCHOR * MILLS]
    for n in range(2, TERMS):
        derivatives.append(ANCHOR * derivatives[n - 1] + (n - 1) * derivatives[n - 2])
    coefficients = [derivative / math.factorial(n) for n, derivative in enumerate(derivatives)]
    return [RESIDUE, coefficients[1] + 1.0, *coefficients[2:]]


SERIES = _series()


def _step(x: float) -> float:
    """x − GELU'(x)/GELU''(x), with both divided by φ(x): x − (M(x) + x)/(2 − x²), M(x) = Φ(x)/φ(x).

    No exponential is left to underflow. M(x) + x is zero at the bottom: closer to it than 0.1 the sum is a series, so
    that the iterates come to rest on the nearest float64 instead of tumbling about it.
    """
    if abs(x - ANCHOR) < REACH:
        slope = 0.0
        for coefficient in reversed(SERIES):
            slope = slope * (x - ANCHOR) + coefficient
    else:
        mills = SQRT_HALF_PI * float(erfcx(x * -SQRT_HALF))
        if mills == math.inf:  # right of 37.6: GELU' is 1, GELU'' as good as 0 and negative
            return math.inf
        slope = mills + x
    t = abs(x)
    return x - slope / ((SQRT_2 - t + SQRT_2_REST) * (SQRT_2 + t))


def newton_steps(x0: ArrayLike = -1.0, steps: int = 8) -> NDArray[np.float64]:
    """Give the iterates of Newton's method for the zero of GELU', the start first.

    x0: one finite number; steps: integer from 0 to 1000. A float64 array of shape (steps + 1,). Starts in the open
    interval `newton_basin` come to rest on the bottom at −0.7517915246935645, doubling the right digits with each
    step. All others run away: to the left by about 1/|x| a step, for ever; to the right in ever larger leaps to inf,
    where they stay. Nothing is ever nan.

    Formula: x − GELU'(x)/GELU''(x), computed as x − (Φ(x)/φ(x) + x)/(2 − x²).
    Raises `ValueError` if x0 is infinite or nan or steps is out of range, `TypeError` if x0 is not one real number or
    steps is not an integer.
    """
    x = as_number(x0, "x0", "one finite number")
    count = as_integer(steps, "steps", 0, MAX_STEPS)
    iterates = np.empty(count + 1)
    iterates[0] = x
    for n in range(1, count + 1):
        x = _step(x)
        iterates[n] = x
    return iterates


@lru_cache(maxsize=1)
def newton_basin() -> Basin:
    """Give the two ends of the interval of starts from which Newton's method finds the bottom of GELU.

    Newton's map N(x) = x − GELU'(x)/GELU''(x) is continuous between −√2 and √2. It takes an end of the interval to an
    end: to no point inside, or that end would lie inside too, and to none outside, because its neighbours inside stay
    inside. And it moves each, because N(x) = x only at the bottom. So the two change places, N(low) = high and
    N(high) = low, and solve N(N(x)) = x. This 2-cycle repels (the slope of N∘N there is 48.6): rounding alone drives
    a start on it away after some steps.

    Formula: N(N(x)) = x, solved by Brent's method: low = −1.27927663682410, high = 0.67107105156056.
    """

    def gap(x: float) -> float:
        return _step(_step(x)) - x

    return Basin(low=crossing(gap, -1.29, -1.26), high=crossing(gap, 0.66, 0.69))
