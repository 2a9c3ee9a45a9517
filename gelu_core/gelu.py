"""GELU, its two derivatives and its dip."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfc, erfcx

from gelu_core._arrays import Block, Result, as_choice, as_real, elementwise
from gelu_core.forms import gelu_sigmoid, gelu_sigmoid_grad, gelu_tanh, gelu_tanh_grad
from gelu_core.normal import BELL_TOP, FAR, SQRT_HALF, by_side, product, times_bell

APPROXIMATE = ("none", "tanh", "sigmoid")


def _value(x: Block) -> Block:
    return product(x, x)


def _dip(x: Block) -> Block:
    t = np.abs(x)
    return product(t, -t)


def _right_slope(x: Block) -> Block:
    x = np.minimum(x, FAR)
    return 0.5 * erfc(x * -SQRT_HALF) + x * BELL_TOP * np.exp(x * x * -0.5)


def _left_slope(x: Block) -> Block:
    t = np.minimum(-x, FAR)
    return times_bell(0.5 * erfcx(t * SQRT_HALF) - BELL_TOP * t, t)


def slope(x: Block) -> Block:
    """Φ(x) + x·φ(x), block by block; `family_grad` uses it too."""
    return by_side(x, _right_slope, _left_slope, x)


def _second(x: Block) -> Block:
    t = np.minimum(np.abs(x), FAR)
    h = t.astype(np.float32).astype(np.float64)
    # 2 − t² in two pieces, the first exact: close to √2 the plain difference is off by 4e-16, this one by 1e-22.
    return times_bell(BELL_TOP * ((2.0 - h * h) + (h - t) * (h + t)), t)


def gelu(x: ArrayLike, approximate: str = "none") -> Result:
    """Give GELU: the input times the probability that a standard normal draw is at most the input.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    approximate: "none" is the exact function, at most 8 ulp off everywhere, subnormal results included; "tanh" and
    "sigmoid" are `gelu_tanh` and `gelu_sigmoid`. The sign of x is kept, at zero too: −0.0 at −0.0 and at −inf.

    Formula: GELU(x) = x·Φ(x).
    Raises `TypeError` if x is not real, `ValueError` for any other `approximate`.
    Source: Hendrycks and Gimpel, Gaussian Error Linear Units, arXiv:1606.08415; the spelling of `approximate` is
    PyTorch's.
    """
    as_choice(approximate, "approximate", APPROXIMATE)
    if approximate == "tanh":
        return gelu_tanh(x)
    if approximate == "sigmoid":
        return gelu_sigmoid(x)
    return elementwise(_value, as_real(x, "x"))


def gelu_grad(x: ArrayLike, approximate: str = "none") -> Result:
    """Give the slope of GELU, or of one of its approximations.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    approximate: "none", "tanh" or "sigmoid", as in `gelu`. Between −0.1289 and 1.1289; 0 at −inf, 1 at +inf. The exact
    slope is at most 16 ulp off, and within 0.3 of its zero at −0.7518 at most 4e-16.

    Formula: GELU'(x) = Φ(x) + x·φ(x), and GELU'(x) + GELU'(−x) = 1.
    Raises `TypeError` if x is not real, `ValueError` for any other `approximate`.
    """
    as_choice(approximate, "approximate", APPROXIMATE)
    if approximate == "tanh":
        return gelu_tanh_grad(x)
    if approximate == "sigmoid":
        return gelu_sigmoid_grad(x)
    return elementwise(slope, as_real(x, "x"))


def gelu_second(x: ArrayLike) -> Result:
    """Give the second derivative of GELU, its curvature.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Even; largest at 0 (0.7979), zero at ±√2, smallest at ±2 (−0.1080), −0.0 at ±inf; at most 8 ulp off, or 1e-23 where
    that is more: next to the zeros.

    Formula: GELU''(x) = (2 − x²)·φ(x).
    Raises `TypeError` if x is not real.
    """
    return elementwise(_second, as_real(x, "x"))


def dip(x: ArrayLike) -> Result:
    """Give how far GELU stays below ReLU.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Even; 0 at 0 and ±inf, between them at most 0.16997 at ±0.75179; at most 8 ulp off, subnormal results included.

    Formula: dip(x) = max(x, 0) − GELU(x) = |x|·Φ(−|x|).
    Raises `TypeError` if x is not real.
    """
    return elementwise(_dip, as_real(x, "x"))
