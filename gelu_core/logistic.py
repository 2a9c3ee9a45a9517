"""The logistic gate: sigmoid, SiLU, and what the fast forms of GELU need of them.

1/(1 + exp(−u)) has no tail to speak of: the exponential overflows at −709 and takes x·σ(u) to zero there, although the
product is a number until −751. With e = exp(−|u|/2) nothing overflows, and multiplying by e twice rounds a subnormal
result once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gelu_core._arrays import HUGE, Block, Result, as_real, elementwise

# exp(−2000) is zero even times the largest float64.
FAR = 2000.0


def gated(x: Block, u: Block) -> Block:
    """x·σ(u), where x is bounded or has the sign of u."""
    e = np.exp(np.minimum(np.abs(u), FAR) * -0.5)
    factor = np.where(u < 0, e, 1.0)
    bounded = np.where(u < 0, np.clip(x, -HUGE, HUGE), x)
    return (bounded / (1.0 + e * e) * factor) * factor


def gated_slope(u: Block, v: Block) -> Block:
    """d/dx of x·σ(u(x)) = σ(u)·(1 + v·σ(−u)), where v = x·u'(x); u and v are finite."""
    e = np.exp(np.minimum(np.abs(u), FAR) * -0.5)
    larger = 1.0 / (1.0 + e * e)
    is_left = u < 0
    factor = np.where(is_left, e, 1.0)
    other = np.where(is_left, larger, larger * e * e)
    return ((1.0 + v * other) * larger * factor) * factor


def _sigmoid(x: Block) -> Block:
    return gated(np.ones_like(x), x)


def _silu(x: Block) -> Block:
    return gated(x, x)


def _silu_grad(x: Block) -> Block:
    x = np.clip(x, -FAR, FAR)
    return gated_slope(x, x)


def _silu_dip(x: Block) -> Block:
    t = np.abs(x)
    return gated(t, -t)


def sigmoid(x: ArrayLike) -> Result:
    """Give the logistic function.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Between 0 and 1; 0 at −inf, 1 at +inf; at most 4 ulp off, subnormal results included.

    Formula: σ(x) = 1/(1 + exp(−x)).
    Raises `TypeError` if x is not real.
    """
    return elementwise(_sigmoid, as_real(x, "x"))


def silu(x: ArrayLike) -> Result:
    """Give SiLU, also called Swish: the input times the logistic function of the input.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Smallest −0.27846 at −1.27846; −0.0 at −0.0 and −inf; at most 4 ulp off, subnormal results included.

    Formula: SiLU(x) = x·σ(x).
    Raises `TypeError` if x is not real.
    Source: named in Hendrycks and Gimpel, arXiv:1606.08415; studied by Elfwing, Uchibe and Doya, arXiv:1702.03118, and
    by Ramachandran, Zoph and Le, arXiv:1710.05941.
    """
    return elementwise(_silu, as_real(x, "x"))


def silu_grad(x: ArrayLike) -> Result:
    """Give the slope of SiLU.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Between −0.0998 and 1.0998; 0 at −inf, 1 at +inf; at most 16 ulp off, and within 0.3 of its zero at −1.2785 at most
    4e-16.

    Formula: SiLU'(x) = σ(x)·(1 + x·σ(−x)).
    Raises `TypeError` if x is not real.
    """
    return elementwise(_silu_grad, as_real(x, "x"))


def silu_dip(x: ArrayLike) -> Result:
    """Give how far SiLU stays below ReLU.

    x: number or array of any shape; float16, float32 and float64 are kept, everything else becomes float64.
    Even; 0 at 0 and ±inf, between them at most 0.27846 at ±1.27846; at most 4 ulp off.

    Formula: max(x, 0) − SiLU(x) = |x|·σ(−|x|), computed as the product: the difference would cancel.
    Raises `TypeError` if x is not real.
    """
    return elementwise(_silu_dip, as_real(x, "x"))
