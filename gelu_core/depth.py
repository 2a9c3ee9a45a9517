"""What becomes of the difference between two forms of GELU as it goes through a deep network."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gelu_core._arrays import as_choice, as_integer
from gelu_core.ffn import ACTIVATIONS, INITS, branch, initial_weights, same
from gelu_core.precision import round_bfloat16

Floats = NDArray[np.float64]
Array = NDArray[Any]


def _round_float16(array: Array) -> Array:
    return array.astype(np.float16).astype(np.float32)


# What the numbers are held in, and how every result is rounded: narrow types live in a float32, as they do in
# hardware, which adds up in float32 and rounds what it stores.
ARITHMETIC: dict[str, tuple[type, Callable[[Array], Array]]] = {
    "float64": (np.float64, same),
    "float32": (np.float32, same),
    "bfloat16": (np.float32, round_bfloat16),
    "float16": (np.float32, _round_float16),
}
FORMS = ("gelu_tanh", "gelu_sigmoid")


class DepthDifference(NamedTuple):
    """How far two runs of one network are apart after each layer.

    layers: 1, 2, 3, ...; absolute: root mean square of the difference; relative: the same as part of the root mean
    square of the exact run; rounding: the relative difference that the number type alone makes, with exact GELU in
    both runs.
    """

    layers: NDArray[np.int64]
    absolute: Floats
    relative: Floats
    rounding: Floats


def _size(array: Array) -> float:
    return float(np.sqrt(np.square(array, dtype=np.float64).mean()))


def depth_difference(
    depth: int = 12,
    width: int = 768,
    tokens: int = 16,
    dtype: str = "float64",
    activation: str = "gelu_tanh",
    init: str = "bert",
    seed: int = 1,
) -> DepthDifference:
    """Give the difference, after each layer, between a network with exact GELU and the same with an approximation.

    depth: layers, 1 to 96; width: length of a token's vector, 1 to 1,024; tokens: 1 to 256 normal vectors; dtype:
    "float64", "float32", "bfloat16" or "float16", to which weights, inputs and the result of every operation are
    rounded; activation: "gelu_tanh" or "gelu_sigmoid"; init: the random weights, as in `preactivations`; seed: an
    integer from 0. Four arrays of length depth, read-only and kept. The network is a stack of feed-forward blocks
    with residuals; attention, which has no GELU, is left out, and no weight is trained: real networks differ. In
    float64 `rounding` is 0. Twelve layers of the default size take one to two seconds.

    Formula: hₙ₊₁ = hₙ + W2·f(W1·LayerNorm(hₙ) + b1) + b2, once with f = GELU, once with its approximation.
    Raises `ValueError` for any other `dtype`, `activation` or `init` or if an integer is out of range, `TypeError` if
    it is not an integer.
    """
    return _depth_difference(
        as_integer(depth, "depth", 1, 96),
        as_integer(width, "width", 1, 1024),
        as_integer(tokens, "tokens", 1, 256),
        as_choice(dtype, "dtype", ARITHMETIC),
        as_choice(activation, "activation", FORMS),
        as_choice(init, "init", INITS),
        as_integer(seed, "seed", 0, 2**32 - 1),
    )


@lru_cache(maxsize=32)
def _depth_difference(
    depth: int, width: int, tokens: int, dtype: str, activation: str, init: str, seed: int
) -> DepthDifference:
    held, rounded = ARITHMETIC[dtype]
    random = np.random.Generator(np.random.PCG64(seed))
    start = random.standard_normal((tokens, width), np.float32)
    exact = start.astype(np.float64)
    narrow = approximate = rounded(start.astype(held))
    result = np.empty((3, depth))

    def block(h: Array, weights: list[Array], name: str, rounded: Callable[[Array], Array]) -> Array:
        return rounded(h + branch(h, weights, ACTIVATIONS[name], rounded))

    with np.errstate(all="ignore"):
        for n in range(depth):
            drawn = [*initial_weights(random, 4 * width, width, init), *initial_weights(random, width, 4 * width, init)]
            wide = [array.astype(np.float64) for array in drawn]
            weights = wide if dtype == "float64" else [rounded(array) for array in drawn]
            narrow = block(narrow, weights, "gelu", rounded)
            approximate = block(approximate, weights, activation, rounded)
            exact = narrow if dtype == "float64" else block(exact, wide, "gelu", same)
            # Both runs are subtracted in float64, whatever they were computed in.
            difference = _size(approximate.astype(np.float64) - narrow)
            result[:, n] = difference, difference / _size(narrow), _size(narrow - exact) / _size(exact)
    result.setflags(write=False)
    layers = np.arange(1, depth + 1)
    layers.setflags(write=False)
    return DepthDifference(layers, *result)
