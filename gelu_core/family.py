"""One gate for every width: from ReLU (s = 0) over GELU (s = 1) to half the input (s = ∞)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gelu_core._arrays import Block, Result, as_real, as_scale, elementwise
from gelu_core.gelu import slope
from gelu_core.normal import product


def _ratio(x: Block, s: Block) -> Block:
    """x/s, and 0 where that says nothing (0/0, inf/inf): the gate is half open there."""
    z = x / np.abs(s)  # abs: −0.0 is 0 like any other
    return np.where(np.isnan(z) & ~np.isnan(x), 0.0, z)


def _family(x: Block, s: Block) -> Block:
    return product(x, _ratio(x, s))


def _family_grad(x: Block, s: Block) -> Block:
    return slope(_ratio(x, s))


def _dtype(x: NDArray[Any], s: ArrayLike, scale: NDArray[Any]) -> np.dtype[Any]:
    """The type of the result: NumPy's rule, in which a Python number for s leaves the type of x alone."""
    if isinstance(s, int | float) and not isinstance(s, np.generic):
        return x.dtype
    return np.result_type(x.dtype, scale.dtype)  # of the types: NumPy 1 looks at the value of a scalar


def family(x: ArrayLike, s: ArrayLike) -> Result:
    """Give the input times the probability that a normal draw with standard deviation s is at most the input.

    x, s: numbers or arrays that broadcast; s from 0 to inf. The result has NumPy's common type of both (a Python
    number for s does not change the type of x). s = 0 is ReLU by definition, s = 1 GELU bit for bit, s = inf half the
    input. At most 8 + (x/s)² ulp off, because x/s is rounded. Left of 0 a result of zero is −0.0.

    Formula: x·Φ(x/s) = s·GELU(x/s).
    Raises `ValueError` if s is negative or nan or the shapes do not fit, `TypeError` if x or s is not real.
    Source: Hendrycks and Gimpel, arXiv:1606.08415, name the family and its limit ReLU.
    """
    array, scale = as_real(x, "x"), as_scale(s)
    return elementwise(_family, array, scale, dtype=_dtype(array, s, scale))


def family_grad(x: ArrayLike, s: ArrayLike) -> Result:
    """Give the slope of `family` in x.

    x, s: as in `family`. s = 0 gives the step of ReLU, and at x = 0 its limit for s → 0, which is 1/2; s = inf gives
    1/2 everywhere.

    Formula: d/dx x·Φ(x/s) = Φ(x/s) + (x/s)·φ(x/s) = GELU'(x/s).
    Raises `ValueError` if s is negative or nan or the shapes do not fit, `TypeError` if x or s is not real.
    """
    array, scale = as_real(x, "x"), as_scale(s)
    return elementwise(_family_grad, array, scale, dtype=_dtype(array, s, scale))
