"""A network with one input, one hidden layer and one output: what it gives, and how its error changes with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import erfc, expit

from gelu_core._arrays import as_choice, as_integer, as_real
from gelu_core.normal import BELL_TOP, SQRT_HALF

Floats: TypeAlias = NDArray[np.float64]

UNITS = 4096  # at most
SEEDS = 2**32 - 1
NEARLY = 0.01  # a slope smaller than this lets next to nothing through


def _relu(z: Floats) -> tuple[Floats, Floats]:
    passes = z > 0
    return z * passes, passes.astype(float)


def _gelu(z: Floats) -> tuple[Floats, Floats]:
    # The textbook line: what it loses in the far tail (x² ulp) is nothing here, and a step takes half the time.
    gate = 0.5 * erfc(z * -SQRT_HALF)
    value = z * gate
    gate += z * np.exp(z * z * -0.5) * BELL_TOP
    return value, gate


def _silu(z: Floats) -> tuple[Floats, Floats]:
    gate = expit(z)
    value = z * gate
    return value, gate + value * (1.0 - gate)


def _tanh(z: Floats) -> tuple[Floats, Floats]:
    value = np.tanh(z)
    return value, 1.0 - value * value


# Value and slope together: both need the same erfc, exp or tanh.
ACTIVATIONS: dict[str, Callable[[Floats], tuple[Floats, Floats]]] = {
    "gelu": _gelu,
    "relu": _relu,
    "silu": _silu,
    "tanh": _tanh,
}


def whole(value: object, name: str, low: int, high: int) -> int:
    """Turn an argument into an integer from low to high; anything else is a `ValueError`, a wrong type too."""
    try:
        return as_integer(value, name, low, high)
    except TypeError as error:
        raise ValueError(str(error)) from None


def samples(x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """Turn inputs and targets into two lists of finite numbers of one length; anything else is a `ValueError`."""
    lists = []
    for name, value in (("x", x), ("y", y)):
        try:
            numbers = np.array(as_real(value, name), dtype=float)
        except TypeError as error:
            raise ValueError(str(error)) from None
        if numbers.ndim != 1 or not numbers.size:
            raise ValueError(f"{name} must be a list of one number or more, not an array of shape {numbers.shape}")
        if not np.isfinite(numbers).all():
            place = int(np.flatnonzero(~np.isfinite(numbers))[0])
            raise ValueError(f"{name} must hold finite numbers, not {numbers[place]} at place {place}")
        lists.append(numbers)
    if len(lists[0]) != len(lists[1]):
        raise ValueError(f"y must hold as many numbers as x ({len(lists[0])}), not {len(lists[1])}")
    return lists[0], lists[1]


class Network:
    """A network with one input, one hidden layer and one output.

    units: of the hidden layer, 1 to 4096; activation: "gelu", "relu", "silu" or "tanh"; seed: 0 to 2³² − 1, of the
    start: w1 and b1 uniform in (−1, 1), w2 and b2 in (−1/√units, 1/√units), as PyTorch's `nn.Linear` starts, the same
    for every activation.

    `parameters` holds w1, b1 and w2, one number a unit, and b2, one number; float64, to be read and written.

    Formula: ŷ = Σᵢ w2ᵢ·f(w1ᵢ·x + b1ᵢ) + b2.
    Raises `ValueError` naming the argument, its value and what is allowed.
    """

    def __init__(self, units: int, activation: str = "gelu", seed: int = 0) -> None:
        self.units = whole(units, "units", 1, UNITS)
        self.activation = as_choice(activation, "activation", ACTIVATIONS)
        self.seed = whole(seed, "seed", 0, SEEDS)
        random = np.random.Generator(np.random.PCG64(self.seed))
        wide = 1 / np.sqrt(self.units)
        self.flat = np.concatenate(
            [random.uniform(-1, 1, 2 * self.units), random.uniform(-wide, wide, self.units + 1)],
        )

    @property
    def flat(self) -> Floats:
        """All parameters in one list: w1, b1, w2, b2; a copy, because `parameters` may hold other arrays by now."""
        return np.concatenate([np.ravel(self.parameters[name]) for name in ("w1", "b1", "w2", "b2")])

    @flat.setter
    def flat(self, values: Floats) -> None:
        self.parameters = self.named(np.array(values, dtype=float))

    def named(self, flat: Floats) -> dict[str, Floats]:
        """Give the parts of a list of all parameters, or of their gradient, by name: views."""
        n = self.units
        return {"w1": flat[:n], "b1": flat[n : 2 * n], "w2": flat[2 * n : 3 * n], "b2": flat[3 * n :]}

    def copy(self) -> Network:
        """Give a network with the same parameters that goes its own way."""
        other = object.__new__(Network)
        other.units, other.activation, other.seed = self.units, self.activation, self.seed
        other.flat = self.flat
        return other

    def sums(self, x: ArrayLike) -> Floats:
        """Give what arrives at each unit: w1·x + b1, one row an input.

        x: a list of numbers.
        Raises `TypeError` if x is not real.
        """
        return (
            np.multiply.outer(np.asarray(as_real(x, "x"), dtype=float), self.parameters["w1"]) + self.parameters["b1"]
        )

    def predict(self, x: ArrayLike) -> Floats:
        """Give the output for every input.

        x: a number or an array of any shape; the output has its shape, float64.
        Raises `TypeError` if x is not real.
        """
        with np.errstate(all="ignore"):
            value, _ = ACTIVATIONS[self.activation](self.sums(x))
            return np.asarray(value @ self.parameters["w2"] + self.parameters["b2"][0])

    def dead_shares(self, x: ArrayLike) -> tuple[float, float]:
        """Give the share of units that no sample moves, and of those that every sample moves next to nothing.

        x: a list of numbers. Slope 0 on every sample; slope below 0.01 in size on every sample: the first are among
        the second.
        Raises `TypeError` if x is not real.
        """
        with np.errstate(all="ignore"):
            _, slope = ACTIVATIONS[self.activation](self.sums(x))
        size = np.max(np.abs(slope), axis=0)
        return float(np.mean(size == 0)), float(np.mean(size < NEARLY))

    def loss_and_gradient(self, x: ArrayLike, y: ArrayLike) -> tuple[float, dict[str, Floats]]:
        """Give the mean squared error and how it changes with each parameter.

        x, y: inputs and targets, two lists of finite numbers of one length. The gradient is a dict like `parameters`.

        Formula: MSE = Σ(ŷ − y)²/n, and the chain rule; ReLU has the slope 0 at 0.
        Raises `ValueError` naming the argument.
        """
        inputs, targets = samples(x, y)
        flat = self.flat
        gradient = np.empty_like(flat)
        with np.errstate(all="ignore"):
            loss = error_and_gradient(self, self.named(flat), inputs, targets, gradient)
        return loss, self.named(gradient)


def error_and_gradient(
    network: Network, parameters: dict[str, Floats], x: Floats, y: Floats, gradient: Floats
) -> float:
    """Give the mean squared error; write the gradient into a list like `Network.flat`."""
    n = network.units
    z = np.multiply.outer(x, parameters["w1"])
    z += parameters["b1"]
    value, slope = ACTIVATIONS[network.activation](z)
    off = value @ parameters["w2"]
    off += parameters["b2"][0] - y
    pull = off * (2 / len(x))
    back = np.multiply.outer(pull, parameters["w2"])
    back *= slope
    np.matmul(x, back, out=gradient[:n])
    np.add.reduce(back, axis=0, out=gradient[n : 2 * n])
    np.matmul(pull, value, out=gradient[2 * n : 3 * n])
    gradient[-1] = np.add.reduce(pull)
    return float(off @ off) / len(x)
