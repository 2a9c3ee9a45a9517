"""Training a network with one hidden layer: Adam on the mean squared error, frame by frame."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gelu_core._arrays import as_choice, as_number, describe
from gelu_core.network import SEEDS, Floats, Network, error_and_gradient, samples, whole

STEPS = 1_000_000  # at most

TARGETS = ("sine", "step", "bump", "abs", "noisy_line")
RANGE = 3.0


class Adam:
    """Adam, one step after the other, with its usual constants.

    size: how many parameters; learning_rate: above 0.

    Formula: m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g², θ ← θ − η·(m/(1 − β₁ᵗ))/(√(v/(1 − β₂ᵗ)) + ε) with β₁ = 0.9,
    β₂ = 0.999, ε = 1e-8.
    Source: Kingma and Ba, arXiv:1412.6980, algorithm 1; the constants are also PyTorch's.
    """

    FIRST, SECOND, EPSILON = 0.9, 0.999, 1e-8

    def __init__(self, size: int, learning_rate: float) -> None:
        self.learning_rate = learning_rate
        self.count = 0
        self.mean = np.zeros(size)
        self.square = np.zeros(size)
        self._spare = np.empty(size)

    def step(self, parameters: Floats, gradient: Floats) -> None:
        """Move the parameters, in place, one step down the gradient."""
        self.count += 1
        spare = self._spare
        self.mean *= self.FIRST
        np.multiply(gradient, 1 - self.FIRST, out=spare)
        self.mean += spare
        self.square *= self.SECOND
        np.multiply(gradient, gradient, out=spare)
        spare *= 1 - self.SECOND
        self.square += spare
        np.sqrt(self.square, out=spare)
        spare *= 1 / math.sqrt(1 - self.SECOND**self.count)
        spare += self.EPSILON
        np.divide(self.mean, spare, out=spare)
        spare *= self.learning_rate / (1 - self.FIRST**self.count)
        parameters -= spare


class Frame(NamedTuple):
    """A training after some steps: mean squared error, outputs at the inputs, shares of dead units, the network then.

    `dead` is the share of units whose slope is 0 on every sample, `nearly_dead` of those where it is below 0.01 in size
    on every sample (the dead are among them). `diverged` says that numbers became infinite or nan: such a frame is the
    last.
    """

    step: int
    loss: float
    prediction: Floats
    dead: float
    nearly_dead: float
    network: Network
    diverged: bool = False


def training_data(target: str, count: int = 96, seed: int = 0) -> tuple[Floats, Floats]:
    """Give inputs, evenly over [−3, 3], and targets to train a network with.

    target: "sine", sin(πx/2); "step", 0 and from 0 on 1; "bump", exp(−x²); "abs", |x| − 1; "noisy_line", x/2 and normal
    noise of standard deviation 0.3; count: 2 to 100,000; seed: of the noise.

    Raises `ValueError` naming the argument, its value and what is allowed.
    """
    as_choice(target, "target", TARGETS)
    x = np.linspace(-RANGE, RANGE, whole(count, "count", 2, 100_000))
    noise = np.random.Generator(np.random.PCG64(whole(seed, "seed", 0, SEEDS))).standard_normal(len(x))
    curves = {
        "sine": np.sin(x * (math.pi / 2)),
        "step": (x >= 0).astype(float),
        "bump": np.exp(-x * x),
        "abs": np.abs(x) - 1,
        "noisy_line": x / 2 + 0.3 * noise,
    }
    return x, curves[target]


def train(
    x: ArrayLike,
    y: ArrayLike,
    units: int = 16,
    activation: str = "gelu",
    steps: int = 1000,
    learning_rate: float = 0.01,
    seed: int = 0,
    every: int = 10,
) -> Iterator[Frame]:
    """Train a network with Adam on the mean squared error of all samples, and give frames on the way.

    x, y: samples, two lists of finite numbers of one length; units, activation, seed: as in `Network`; steps: 0 to
    1,000,000; learning_rate: above 0, finite; every: a frame each so many steps, from 1. The first frame is the start
    (step 0), the last is at `steps`, unless the run diverges: then it ends with a frame that says so. All in float64;
    the same arguments give the same frames.

    Raises `ValueError` naming the argument, its value and what is allowed, at once and not at the first frame.
    """
    inputs, targets = samples(x, y)
    network = Network(units, activation, seed)
    last = whole(steps, "steps", 0, STEPS)
    each = whole(every, "every", 1, STEPS)
    allowed = "a finite number above 0"
    try:
        rate = as_number(learning_rate, "learning_rate", allowed, math.ulp(0.0))
    except TypeError:
        raise ValueError(f"learning_rate must be {allowed}, not {describe(learning_rate)}") from None
    return _run(network, inputs, targets, last, rate, each)


def _run(network: Network, x: Floats, y: Floats, steps: int, learning_rate: float, every: int) -> Iterator[Frame]:
    flat = network.flat
    gradient = np.empty_like(flat)
    adam = Adam(len(flat), learning_rate)
    parameters = network.named(flat)
    for step in range(steps + 1):
        with np.errstate(all="ignore"):
            loss = error_and_gradient(network, parameters, x, y, gradient)
            diverged = not math.isfinite(loss)
            shown = diverged or step % every == 0 or step == steps
            if shown:
                frame = _frame(network, flat, step, loss, x, diverged)
            if not diverged and step < steps:
                adam.step(flat, gradient)
        if shown:
            yield frame
        if diverged:
            return


def _frame(network: Network, flat: Floats, step: int, loss: float, x: Floats, diverged: bool) -> Frame:
    then = network.copy()
    then.flat = flat
    return Frame(step, loss, then.predict(x), *then.dead_shares(x), then, diverged)
