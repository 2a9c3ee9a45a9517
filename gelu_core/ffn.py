"""The feed-forward network of a transformer: what it costs, and what it computes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gelu_core._arrays import Result, as_choice, as_integer, as_real
from gelu_core.forms import gelu_sigmoid, gelu_tanh
from gelu_core.gelu import gelu
from gelu_core.logistic import silu
from gelu_core.relatives import relu

Floats = NDArray[np.float64]
Array = NDArray[Any]

GELU_FLOPS = 8  # the operations of the tanh form, tanh counted as one
EPSILON = 1e-5  # LayerNorm's, as in PyTorch
LARGEST = 1_000_000

ACTIVATIONS: dict[str, Callable[[ArrayLike], Result]] = {
    "gelu": gelu,
    "gelu_tanh": gelu_tanh,
    "gelu_sigmoid": gelu_sigmoid,
    "relu": relu,
    "silu": silu,
}
INITS = ("bert", "pytorch", "he")


class Model(NamedTuple):
    """The size of a transformer's feed-forward networks, and how many tokens it takes at once."""

    width: int
    hidden: int
    layers: int
    tokens: int


MODELS = {
    "BERT-base": Model(768, 3072, 12, 512),
    "BERT-large": Model(1024, 4096, 24, 512),
    "GPT-2 small": Model(768, 3072, 12, 1024),
    "GPT-2 medium": Model(1024, 4096, 24, 1024),
    "GPT-2 large": Model(1280, 5120, 36, 1024),
    "GPT-2 XL": Model(1600, 6400, 48, 1024),
    "ViT-B/16": Model(768, 3072, 12, 197),  # 14 · 14 patches and the class token
}


class FFNCount(NamedTuple):
    """What the feed-forward networks of one forward pass cost.

    parameters: weights and biases; evaluations: of GELU; flops: of the two linear layers; gelu_flops: of GELU;
    gelu_share: gelu_flops of both together.
    """

    parameters: int
    evaluations: int
    flops: int
    gelu_flops: int
    gelu_share: float


class Preactivations(NamedTuple):
    """A histogram of what reaches GELU: edges of the bins, density in each, and the standard deviation of it all."""

    edges: Floats
    density: Floats
    sd: float


def count_ffn(
    width: int, hidden: int | None = None, layers: int = 1, tokens: int = 1, gelu_flops: int = GELU_FLOPS
) -> FFNCount:
    """Count parameters, GELU evaluations and floating-point operations of feed-forward networks.

    width: length d of a token's vector; hidden: length h between the two linear layers (4·width if None); layers:
    networks one after the other; tokens: vectors that pass at once; gelu_flops: operations that one GELU is taken to
    cost. Integers from 1 to 1,000,000. A multiplication and the addition after it are two operations; biases,
    LayerNorm and residuals are left out of the operations. The share is one of operations, not of time: GELU's share
    of the time is larger where memory is the limit.

    Formula: parameters = layers·(2·d·h + h + d), evaluations = layers·tokens·h, flops = evaluations·4·d.
    Raises `ValueError` if an argument is out of range, `TypeError` if it is not an integer.
    Source: 8 operations a GELU: google-research/electra, flops_computation.py.
    """
    d = as_integer(width, "width", 1, LARGEST)
    h = 4 * d if hidden is None else as_integer(hidden, "hidden", 1, LARGEST)
    n = as_integer(layers, "layers", 1, LARGEST)
    evaluations = n * as_integer(tokens, "tokens", 1, LARGEST) * h
    flops = evaluations * 4 * d
    cost = evaluations * as_integer(gelu_flops, "gelu_flops", 1, LARGEST)
    return FFNCount(n * (2 * d * h + h + d), evaluations, flops, cost, cost / (flops + cost))


def normalised(h: Array) -> Array:
    """LayerNorm over the last axis with gain 1 and offset 0, computed in the type of h but at least in float32."""
    wide = h.astype(np.result_type(h.dtype, np.float32), copy=False)
    centred = wide - wide.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return (centred / np.sqrt(variance + EPSILON)).astype(h.dtype, copy=False)


def same(array: Array) -> Array:
    """No rounding: arithmetic is as exact as the type of the arrays."""
    return array


def branch(
    h: Array,
    weights: Sequence[Array],
    activation: Callable[[ArrayLike], Result],
    rounded: Callable[[Array], Array] = same,
) -> Array:
    """W2·activation(W1·LayerNorm(h) + b1) + b2 for each row of h, `rounded` after every operation."""
    W1, b1, W2, b2 = weights
    z = rounded(rounded(rounded(normalised(h)) @ W1.T) + b1)
    return rounded(rounded(rounded(activation(z)) @ W2.T) + b2)


def _of_shape(array: Array, name: str, shape: tuple[int, ...], meaning: str) -> None:
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape} ({meaning}), not {array.shape}")


def feed_forward(
    h: ArrayLike,
    W1: ArrayLike,
    b1: ArrayLike,
    W2: ArrayLike,
    b2: ArrayLike,
    activation: str = "gelu",
    residual: bool = True,
) -> Result:
    """Give one feed-forward block of a pre-LayerNorm transformer: LayerNorm, linear, activation, linear, residual.

    h: one token's vector, or an array of any shape whose last axis is a token's vector of length d; W1: array of
    shape (hidden, d), b1: (hidden,), W2: (d, hidden), b2: (d,), as PyTorch's Linear keeps them; activation: "gelu",
    "gelu_tanh", "gelu_sigmoid", "relu" or "silu"; residual: whether h is added at the end. The result has the shape
    of h and NumPy's common type of the five arrays, in which it is computed. LayerNorm has no gain and offset of its
    own (they start at 1 and 0), its epsilon is 1e-5; there is no dropout.

    Formula: h + W2·GELU(W1·LayerNorm(h) + b1) + b2.
    Raises `ValueError` if shapes do not fit or for any other `activation`, `TypeError` if an array is not real.
    Source: Vaswani et al., arXiv:1706.03762, with ReLU; LayerNorm first as in GPT-2.
    """
    function = ACTIVATIONS[as_choice(activation, "activation", ACTIVATIONS)]
    named = (("h", h), ("W1", W1), ("b1", b1), ("W2", W2), ("b2", b2))
    arrays = [as_real(array, name) for name, array in named]
    if arrays[0].ndim == 0 or arrays[0].shape[-1] == 0:
        raise ValueError(f"h must have a last axis of length 1 or more, not shape {arrays[0].shape}")
    if arrays[1].ndim != 2:
        raise ValueError(f"W1 must have two axes, (hidden, {arrays[0].shape[-1]}), not shape {arrays[1].shape}")
    d, hidden = arrays[0].shape[-1], arrays[1].shape[0]
    _of_shape(arrays[1], "W1", (hidden, d), "hidden, length of h")
    _of_shape(arrays[2], "b1", (hidden,), "rows of W1")
    _of_shape(arrays[3], "W2", (d, hidden), "length of h, rows of W1")
    _of_shape(arrays[4], "b2", (d,), "length of h")
    common = np.result_type(*(array.dtype for array in arrays))
    tokens, *weights = (array.astype(common, copy=False) for array in arrays)
    with np.errstate(all="ignore"):
        result = branch(tokens, weights, function)
        return tokens + result if residual else result


def initial_weights(random: np.random.Generator, out: int, into: int, init: str) -> tuple[Array, Array]:
    """Weights of shape (out, into) and biases of shape (out,) of a linear layer before any training, in float32."""
    if init == "pytorch":
        bound = np.float32(1.0 / math.sqrt(into))
        weights, biases = random.random((out, into), np.float32), random.random(out, np.float32)
        return (2.0 * weights - 1.0) * bound, (2.0 * biases - 1.0) * bound
    sd = np.float32(0.02 if init == "bert" else math.sqrt(2.0 / into))
    return random.standard_normal((out, into), np.float32) * sd, np.zeros(out, np.float32)


def preactivations(
    init: str = "bert", width: int = 768, hidden: int | None = None, tokens: int = 64, seed: int = 1
) -> Preactivations:
    """Give the histogram of the numbers that reach GELU at the start of training.

    init: "bert" (normal, standard deviation 0.02, biases 0), "pytorch" (the default of Linear: weights and biases
    uniform within ±1/√width) or "he" (normal, variance 2/width, biases 0); width: 1 to 4,096; hidden: 1 to 16,384
    (4·width if None); tokens: 1 to 1,024 normal vectors, which LayerNorm brings to mean 0 and variance 1; seed: an
    integer from 0. 120 bins from −6 to 6; a density counts what lies outside them too. The same seed gives the same
    histogram.

    Formula: z = W1·LayerNorm(h) + b1; its standard deviation is 0.02·√768 = 0.554 in BERT, √((1 + 1/width)/3) = 0.578
    with PyTorch's default, √2 with He's.
    Raises `ValueError` for any other `init` or if an integer is out of range, `TypeError` if it is not an integer.
    Source: 0.02 is initializer_range in google-research/bert, which cuts the normal at two standard deviations (0.88 of
    the spread are left); drawn uncut here, as Hugging Face does. He et al., arXiv:1502.01852.
    """
    kind = as_choice(init, "init", INITS)
    d = as_integer(width, "width", 1, 4096)
    out = 4 * d if hidden is None else as_integer(hidden, "hidden", 1, 16_384)
    n = as_integer(tokens, "tokens", 1, 1024)
    random = np.random.Generator(np.random.PCG64(as_integer(seed, "seed", 0, 2**32 - 1)))
    h = normalised(random.standard_normal((n, d), np.float32))
    W1, b1 = initial_weights(random, out, d, kind)
    with np.errstate(all="ignore"):
        z = h @ W1.T + b1
    edges = np.linspace(-6.0, 6.0, 121)
    counts = np.histogram(z, edges)[0]
    return Preactivations(edges, counts / (z.size * np.diff(edges)), float(z.std(dtype=np.float64)))
