"""The other activations the lesson draws beside GELU (SiLU lives with the logistic function)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from gelu_core._arrays import Block, Result, as_real, describe, elementwise


def _relu(x: Block) -> Block:
    return np.maximum(x, 0.0) + 0.0  # the sum turns −0.0 into 0.0


def relu(x: ArrayLike) -> Result:
    """Give ReLU: the input where it is positive, else 0.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.

    Formula: max(x, 0).
    Raises `TypeError` if x is not real.
    """
    return elementwise(_relu, as_real(x, "x"))


def leaky_relu(x: ArrayLike, slope: float = 0.01) -> Result:
    """Give leaky ReLU: the input where it is positive, else a small part of it.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    slope: the part that leaks, one finite number; 0 gives ReLU.

    Formula: x for x > 0, slope·x for x ≤ 0.
    Raises `TypeError` if x or slope is not real or slope is an array, `ValueError` if slope is infinite or nan.
    """
    array, factor = as_real(x, "x"), as_real(slope, "slope")
    if factor.ndim:
        raise TypeError(f"slope must be one finite number, not {describe(slope)}")
    leak = float(factor)
    if not math.isfinite(leak):
        raise ValueError(f"slope must be one finite number, not {leak}")
    if leak == 0.0:
        return elementwise(_relu, array)  # 0·(−inf) would be nan
    return elementwise(lambda x: np.where(x > 0, x, leak * x), array)


def hard_swish(x: ArrayLike) -> Result:
    """Give hard-swish: SiLU with three straight pieces for a gate.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Smallest −0.375 at −1.5; 0 left of −3, x right of 3.

    Formula: x·min(max(x + 3, 0), 6)/6.
    Raises `TypeError` if x is not real.
    Source: Howard and others, arXiv:1905.02244.
    """
    # −inf has no part that passes; the gate goes first, since x·(x + 3) would overflow.
    return elementwise(lambda x: np.where(x <= -3, 0.0, x * (np.clip(x + 3.0, 0.0, 6.0) / 6.0)) + 0.0, as_real(x, "x"))


def tanh(x: ArrayLike) -> Result:
    """Give the hyperbolic tangent.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Odd; between −1 and 1.

    Formula: (exp(x) − exp(−x))/(exp(x) + exp(−x)).
    Raises `TypeError` if x is not real.
    """
    return elementwise(np.tanh, as_real(x, "x"))
