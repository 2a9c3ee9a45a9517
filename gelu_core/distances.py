"""How far other activations are from GELU: at most, and for typical inputs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gelu_core._arrays import Result, as_choice
from gelu_core._roots import crossing
from gelu_core.approximations import Extremum, error_extrema
from gelu_core.forms import gelu_sigmoid, gelu_tanh
from gelu_core.gelu import dip, gelu, gelu_grad
from gelu_core.logistic import sigmoid, silu, silu_dip, silu_grad
from gelu_core.minimum import GELU_MIN, X_MIN
from gelu_core.normal import pdf
from gelu_core.relatives import hard_swish, leaky_relu, relu, tanh

END = 4.0  # the largest difference is looked for on [-END, END]
FAR, STEPS = 12.0, 24_000  # beyond FAR no float64 holds the density's share; kinks (0 and 3) lie on the grid

RELATIVES: dict[str, Callable[..., Result]] = {
    "relu": relu,
    "leaky_relu": leaky_relu,
    "silu": silu,
    "hard_swish": hard_swish,
    "sigmoid": sigmoid,
    "tanh": tanh,
    "gelu_tanh": gelu_tanh,
    "gelu_sigmoid": gelu_sigmoid,
}


def _turn(slope: Callable[[float], Any]) -> float:
    """Where a relative's slope is GELU's, right of 1.5: both silu and hard_swish are farthest there."""
    return crossing(lambda x: float(slope(x) - gelu_grad(x)), 1.5, 2.5)


def _silu_difference() -> Extremum:
    x = _turn(silu_grad)
    return Extremum(x, float(dip(x) - silu_dip(x)))


def _hard_swish_difference() -> Extremum:
    x = _turn(lambda x: (2.0 * x + 3.0) / 6.0)
    return Extremum(x, float(hard_swish(x) - gelu(x)))


@cache
def largest_difference(relative: str) -> Extremum:
    """Give where on [-4, 4] another activation is farthest from GELU, and its difference there with its sign.

    relative: "relu", "leaky_relu" (slope 0.01), "silu", "hard_swish", "sigmoid", "tanh", "gelu_tanh" or
    "gelu_sigmoid". Where the difference is even, x is the positive one of two places; else it is the only one.

    Formula: the largest |f(x) - GELU(x)|, at a zero of f' - GELU' or at an end.
    Raises `ValueError` for any other name.
    """
    name = as_choice(relative, "relative", RELATIVES)
    if name in ("relu", "leaky_relu"):  # right of 0 they are the same; left of it the leak makes the gap smaller
        return Extremum(-X_MIN, -GELU_MIN)
    if name in ("gelu_tanh", "gelu_sigmoid"):
        return max(error_extrema(name.removeprefix("gelu_")), key=lambda each: abs(each.error))
    if name == "silu":
        return _silu_difference()
    if name == "hard_swish":
        return _hard_swish_difference()
    return Extremum(END, float(RELATIVES[name](END) - gelu(END)))


@cache
def _inputs() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Inputs and their weights: Simpson's rule for the mean under N(0, 1)."""
    x = np.linspace(-FAR, FAR, STEPS + 1)
    weight = np.where(np.arange(STEPS + 1) % 2, 4.0, 2.0)
    weight[[0, -1]] = 1.0
    return x, weight * pdf(x) * (2 * FAR / STEPS / 3)


@cache
def typical_difference(relative: str) -> float:
    """Give how far another activation is from GELU for typical inputs: the root of the mean squared difference.

    relative: as in `largest_difference`; the inputs are distributed as N(0, 1). Right to 1e-12.

    Formula: sqrt(E[(f(X) - GELU(X))^2]).
    Raises `ValueError` for any other name.
    """
    x, weight = _inputs()
    difference = np.asarray(RELATIVES[as_choice(relative, "relative", RELATIVES)](x) - gelu(x))
    return float(np.sqrt(np.sum(weight * difference**2)))
