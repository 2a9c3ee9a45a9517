"""The random mask whose average is GELU: draw eps, let x pass if eps ≤ x."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gelu_core._arrays import as_integer, as_real, describe

DRAWS = 10_000
SEEDS = 8


@lru_cache(maxsize=SEEDS)
def _table(seed: int) -> NDArray[np.float32]:
    table = np.random.Generator(np.random.PCG64(seed)).standard_normal(DRAWS, dtype=np.float32)
    table.setflags(write=False)
    return table


def gate_noise(seed: int = 1) -> NDArray[np.float32]:
    """Give the 10,000 standard normal draws that belong to a seed.

    seed: integer from 1 to 8. A read-only float32 array, made once and kept: everybody who asks sees the same draws.

    Formula: NumPy's generator PCG64(seed), standard_normal in float32.
    Raises `ValueError` if seed is out of range, `TypeError` if it is not an integer.
    """
    return _table(as_integer(seed, "seed", 1, SEEDS))


def gate_samples(x: float, n: int = DRAWS, seed: int = 1) -> NDArray[np.bool_]:
    """Give the mask of the first n draws: True where the input passes.

    x: one real number, infinite ones too; n: integer from 0 to 10,000; seed: integer from 1 to 8. A bool array of
    shape (n,). The draws are compared in float64. Its mean comes close to Φ(x), and x times its mean to GELU(x); the
    standard error of the mean is √(Φ(x)·(1 − Φ(x))/n).

    Formula: eps ≤ x, eps ~ N(0, 1).
    Raises `ValueError` if x is nan or n or seed is out of range, `TypeError` if x is not one real number or n or seed
    is not an integer.
    Source: Hendrycks and Gimpel, arXiv:1606.08415, derive GELU as the mean of this mask times x.
    """
    value = as_real(x, "x")
    if value.ndim:
        raise TypeError(f"x must be one real number, not {describe(x)}")
    if np.isnan(value):
        raise ValueError("x must be a real number or infinite, not nan")
    count = as_integer(n, "n", 0, DRAWS)
    return gate_noise(seed)[:count].astype(np.float64) <= float(value)
