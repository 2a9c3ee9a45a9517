"""The forms of GELU in arithmetic that rounds every step to a narrow type, in the orders that programs have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import erf, erfc, expit

from gelu_core.forms import SIGMOID_SCALE, TANH_CUBIC, TANH_SCALE
from gelu_core.frameworks import CLIP
from gelu_core.normal import SQRT_HALF

Floats: TypeAlias = NDArray[np.float64]
Round: TypeAlias = Callable[[Floats], Floats]


def imitated(name: str, x: Floats, rounded: Round) -> list[Floats]:
    """Give what a form gives in each of its spellings, every operation rounded.

    name: "exact", "tanh", "sigmoid", "exact-clipped-10", "silu" or "relu"; x: inputs; rounded: rounds to the type.
    """
    with np.errstate(all="ignore"):
        x = rounded(x)
        if name == "relu":
            return [np.maximum(x, 0.0)]
        if name == "silu":
            return list(_by_gate(x, x, rounded))
        if name == "sigmoid":
            return [
                value
                for scale in _constants(SIGMOID_SCALE, rounded)
                for value in _by_gate(x, rounded(scale * x), rounded)
            ]
        if name == "tanh":
            return list(_tanh(x, rounded))
        values = list(_exact(x, rounded))
        return [np.minimum(value, CLIP) for value in values] if name == "exact-clipped-10" else values


def _constants(value: float, rounded: Round) -> tuple[Floats, Floats]:
    """JAX rounds a constant to the type of the array, PyTorch multiplies by it in float32."""
    return rounded(np.array(value)), np.array(value, dtype=np.float32).astype(np.float64)


def _gated(x: Floats, double: Floats, rounded: Round) -> Iterator[Floats]:
    """Half of x times 1 + f; x times half of 1 + f (a half is exact: so is (x·(1 + f))/2)."""
    yield rounded(rounded(0.5 * x) * double)
    yield rounded(x * rounded(0.5 * double))


def _by_gate(x: Floats, u: Floats, rounded: Round) -> Iterator[Floats]:
    yield rounded(x * rounded(expit(u)))
    yield rounded(x * rounded(1.0 / rounded(1.0 + rounded(np.exp(-u)))))


def _exact(x: Floats, rounded: Round) -> Iterator[Floats]:
    for scale in _constants(SQRT_HALF, rounded):
        argument = rounded(x * scale)
        yield from _gated(x, rounded(1.0 + rounded(erf(argument))), rounded)
        yield rounded(rounded(0.5 * x) * rounded(erfc(-argument)))


def _tanh(x: Floats, rounded: Round) -> Iterator[Floats]:
    for scale, cubic in product(_constants(TANH_SCALE, rounded), _constants(TANH_CUBIC, rounded)):
        for u in _tanh_arguments(x, scale, cubic, rounded):
            yield from _gated(x, rounded(1.0 + rounded(np.tanh(u))), rounded)
            yield rounded(x * rounded(1.0 / rounded(1.0 + rounded(np.exp(-rounded(2.0 * u))))))


def _tanh_arguments(x: Floats, scale: Floats, cubic: Floats, rounded: Round) -> Iterator[Floats]:
    square, scaled = rounded(x * x), rounded(scale * x)
    yield rounded(scale * rounded(x + rounded(cubic * rounded(square * x))))
    yield rounded(scale * rounded(x + rounded(cubic * rounded(x**3))))
    for part in (rounded(cubic * square), rounded(rounded(cubic * x) * x)):
        yield rounded(scaled * rounded(1.0 + part))
        yield rounded(scale * rounded(x * rounded(1.0 + part)))
