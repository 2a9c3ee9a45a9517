"""The authority the core is measured against: the formulas as they are written, in mpmath with 40 digits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from mpmath import mp, mpf
from numpy.typing import NDArray

HERE = Path(__file__).parent
mp.prec = 140

TANH_SCALE = mp.sqrt(2 / mp.pi)
TANH_CUBIC = mpf("0.044715")
SIGMOID_SCALE = mpf("1.702")
X_MIN = -0.7517915246935645
SILU_X_MIN = -1.2784645427610738

Truth = Callable[[mpf], mpf]


def pdf(x: mpf) -> mpf:
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def cdf(x: mpf) -> mpf:
    return mp.erfc(-x / mp.sqrt(2)) / 2


def gelu(x: mpf) -> mpf:
    return x * cdf(x)


def gelu_grad(x: mpf) -> mpf:
    return cdf(x) + x * pdf(x)


def gelu_second(x: mpf) -> mpf:
    return (2 - x * x) * pdf(x)


def dip(x: mpf) -> mpf:
    return abs(x) * cdf(-abs(x))


def sigmoid(x: mpf) -> mpf:
    return 1 / (1 + mp.exp(-x))


def silu(x: mpf) -> mpf:
    return x * sigmoid(x)


def silu_grad(x: mpf) -> mpf:
    return sigmoid(x) * (1 + x * sigmoid(-x))


def silu_dip(x: mpf) -> mpf:
    return abs(x) * sigmoid(-abs(x))


def tanh_argument(x: mpf) -> mpf:
    return 2 * TANH_SCALE * (x + TANH_CUBIC * x**3)


def gelu_tanh(x: mpf) -> mpf:
    return x * sigmoid(tanh_argument(x))


def gelu_tanh_grad(x: mpf) -> mpf:
    u = tanh_argument(x)
    return sigmoid(u) * (1 + x * 2 * TANH_SCALE * (1 + 3 * TANH_CUBIC * x * x) * sigmoid(-u))


def gelu_sigmoid(x: mpf) -> mpf:
    return x * sigmoid(SIGMOID_SCALE * x)


def gelu_sigmoid_grad(x: mpf) -> mpf:
    u = SIGMOID_SCALE * x
    return sigmoid(u) * (1 + u * sigmoid(-u))


def unit(value: mpf, dtype: Any = np.float64) -> mpf:
    """One ulp: the distance between neighbours of the dtype at this value, among subnormals the smallest of them."""
    info = np.finfo(dtype)
    exponent = mp.frexp(value)[1] if value else -10_000
    return mpf(2) ** max(exponent - info.nmant - 1, info.minexp - info.nmant)


def errors(got: NDArray[Any], truth: Truth, xs: NDArray[Any]) -> NDArray[np.float64]:
    """How far each value is from the truth, in ulp of its own dtype."""
    result = []
    for value, x in zip(got.tolist(), xs.tolist(), strict=True):
        right = truth(mpf(x))
        result.append(float(abs(mpf(value) - right) / unit(right, got.dtype)))
    return np.array(result)


def differences(got: NDArray[Any], truth: Truth, xs: NDArray[Any]) -> NDArray[np.float64]:
    """How far each value is from the truth, as it is."""
    return np.array([float(abs(mpf(v) - truth(mpf(x)))) for v, x in zip(got.tolist(), xs.tolist(), strict=True)])


def load(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))
