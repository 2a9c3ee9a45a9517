"""The forms of GELU that frameworks use, and their famous constants.

The constants are what they are: decimal numbers somebody once wrote into a program. They stand here and nowhere else,
because the lesson compares these forms with the truth in `gelu.py` and must not mix the two.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gelu_core._arrays import Block, Result, as_real, elementwise
from gelu_core.logistic import FAR, gated, gated_slope

TANH_SCALE = 0.7978845608028654  # √(2/π): makes the slope at 0 right
TANH_CUBIC = 0.044715  # the weight of x³ in the tanh form
SIGMOID_SCALE = 1.702  # the logistic function's closest look at Φ


def _tanh_argument(x: Block) -> Block:
    # (1 + tanh u)/2 is σ(2u). Beyond ±2000 the gate is 0 or 1 in any case, and x² is held from overflowing.
    x = np.clip(x, -FAR, FAR)
    return 2.0 * TANH_SCALE * x * (1.0 + TANH_CUBIC * (x * x))


def _tanh_form(x: Block) -> Block:
    return gated(x, _tanh_argument(x))


def _tanh_slope(x: Block) -> Block:
    x = np.clip(x, -FAR, FAR)
    return gated_slope(_tanh_argument(x), 2.0 * TANH_SCALE * x * (1.0 + 3.0 * TANH_CUBIC * (x * x)))


def _sigmoid_form(x: Block) -> Block:
    return gated(x, SIGMOID_SCALE * x)


def _sigmoid_slope(x: Block) -> Block:
    u = SIGMOID_SCALE * np.clip(x, -FAR, FAR)
    return gated_slope(u, u)


def gelu_tanh(x: ArrayLike) -> Result:
    """Give the tanh form of GELU: "gelu_new", `approximate="tanh"`.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    At most 4.74e-4 from GELU (at ±2.69894). From its own formula at most 4 + 3·|u| ulp, u = 2√(2/π)·(x + 0.044715·x³),
    because u is rounded; −0.0 at −0.0 and −inf.

    Formula: x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))/2, computed as x·σ(u): 1 + tanh would cancel on the left.
    Raises `TypeError` if x is not real.
    Source: Hendrycks and Gimpel, arXiv:1606.08415.
    """
    return elementwise(_tanh_form, as_real(x, "x"))


def gelu_tanh_grad(x: ArrayLike) -> Result:
    """Give the slope of the tanh form.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    0 at −inf, 1 at +inf, and no nan between, however large x is; at most 8.69e-4 from GELU' (at ±2.0187).

    Formula: σ(u)·(1 + x·u'·σ(−u)), u = 2√(2/π)·(x + 0.044715·x³).
    Raises `TypeError` if x is not real.
    """
    return elementwise(_tanh_slope, as_real(x, "x"))


def gelu_sigmoid(x: ArrayLike) -> Result:
    """Give the sigmoid form of GELU: "quick_gelu".

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    At most 0.02034 from GELU (at ±2.2704). From its own formula at most 4 + 2·|1.702·x| ulp, because that product is
    rounded; −0.0 at −0.0 and −inf.

    Formula: x·σ(1.702·x).
    Raises `TypeError` if x is not real.
    Source: Hendrycks and Gimpel, arXiv:1606.08415.
    """
    return elementwise(_sigmoid_form, as_real(x, "x"))


def gelu_sigmoid_grad(x: ArrayLike) -> Result:
    """Give the slope of the sigmoid form.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    0 at −inf, 1 at +inf.

    Formula: σ(u)·(1 + u·σ(−u)), u = 1.702·x.
    Raises `TypeError` if x is not real.
    """
    return elementwise(_sigmoid_slope, as_real(x, "x"))
