"""A network with one hidden layer as a sum of bricks: what it gives, and the best fit of a target that is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gelu_core._arrays import Result, as_choice, as_integer, as_real, elementwise
from gelu_core.family import family
from gelu_core.gelu import gelu, gelu_grad
from gelu_core.normal import pdf
from gelu_core.relatives import relu

Floats = NDArray[np.float64]

# Where a fit is measured: on 121 places, evenly over [-3, 3].
BRICK_POINTS: Floats = np.linspace(-3.0, 3.0, 121)
BRICK_POINTS.setflags(write=False)
# No weight of a fitted network is larger: with weights without end a GELU brick could be made as sharp as ReLU.
BRICK_LIMIT = 8.0

_ACTIVATIONS: dict[str, tuple[Any, Any]] = {
    "relu": (relu, lambda z: (z > 0).astype(float)),
    "gelu": (gelu, gelu_grad),
}
_TARGETS: dict[str, Any] = {
    "wave": lambda x: np.sin(np.pi * (x + 3) / 3),
    "bump": lambda x: np.exp(-x * x),
    "roof": lambda x: np.maximum(0.0, 1 - abs(x) / 1.5),
}


class BrickFit(NamedTuple):
    """A network with one hidden layer: its mean squared error, and w1, b1, w2 of each brick, and the output's b2."""

    error: float
    first: Floats
    bias: Floats
    second: Floats
    offset: float


class ArmFit(NamedTuple):
    """Bricks that rise or fall to the right: mean squared error, their bends and slopes, and the w1 of all of them."""

    error: float
    bends: Floats
    slopes: Floats
    sharpness: float


def brick_target(x: ArrayLike, target: str) -> Result:
    """Give a curve that bricks are to fit, on [-3, 3].

    x: number or array of any shape. target: "wave", one period of a sine; "bump", a bell; "roof", straight lines with
    three corners.

    Formula: sin(π(x + 3)/3), exp(−x²), max(0, 1 − |x|/1.5).
    Raises `ValueError` for any other target, `TypeError` if x is not real.
    """
    return elementwise(_TARGETS[as_choice(target, "target", _TARGETS)], as_real(x, "x"))


def brick_sum(x: ArrayLike, fit: BrickFit, activation: str) -> Floats:
    """Give the output of a network with one hidden layer.

    x: a list of numbers; fit: its weights; activation: "relu" or "gelu".

    Formula: Σᵢ w2ᵢ·f(w1ᵢ·x + b1ᵢ) + b2.
    Raises `ValueError` for any other activation, `TypeError` if x is not real.
    """
    f, _ = _ACTIVATIONS[as_choice(activation, "activation", _ACTIVATIONS)]
    return np.asarray(f(np.multiply.outer(as_real(x, "x"), fit.first) + fit.bias) @ fit.second + fit.offset)


def fit_bricks(target: str, count: int, activation: str, starts: int = 40, seed: int = 1) -> BrickFit:
    """Give the best network with so many bricks that is found for a target, in the mean square over [-3, 3].

    target: as in `brick_target`; count: bricks, 1 to 16; activation: "relu" or "gelu"; starts: from how many random
    networks the search sets out, 1 to 10,000; seed: an integer from 0. All w1 and w2 stay between −8 and 8. There may
    be a better network: the search finds valleys, not the deepest of all.

    Raises `ValueError` for any other target or activation or if an integer is out of range, `TypeError` if it is not
    an integer.
    """
    f, slope = _ACTIVATIONS[as_choice(activation, "activation", _ACTIVATIONS)]
    n = as_integer(count, "count", 1, 16)
    x, y = BRICK_POINTS, np.asarray(brick_target(BRICK_POINTS, target))
    high = np.r_[np.full(n, BRICK_LIMIT), np.full(n, 6.0), np.full(n, BRICK_LIMIT), 20.0]

    def residual(p: Floats) -> Floats:
        return np.asarray(f(p[:n] * (x[:, None] - p[n : 2 * n])) @ p[2 * n : -1] + p[-1] - y)

    def jacobian(p: Floats) -> Floats:
        away = x[:, None] - p[n : 2 * n]
        d = slope(p[:n] * away) * p[2 * n : -1]
        return np.hstack([d * away, -d * p[:n], f(p[:n] * away), np.ones((len(x), 1))])

    def start(random: np.random.Generator) -> Floats:
        w1 = random.choice([-1.0, 1.0], n) * np.exp(random.uniform(np.log(0.3), np.log(6), n))
        bends = _spread(random, n)
        columns = np.hstack([f(w1 * (x[:, None] - bends)), np.ones((len(x), 1))])
        return np.r_[w1, bends, _small(columns, y)]

    error, p = _search(residual, jacobian, start, -high, high, starts, seed)
    return BrickFit(error, p[:n], -p[:n] * p[n : 2 * n], p[2 * n : -1], float(p[-1]))


def arm_sum(x: ArrayLike, bends: ArrayLike, slopes: ArrayLike, sharpness: float, activation: str) -> Floats:
    """Give the sum of bricks that lie flat to the left and rise or fall to the right.

    x: a list of numbers; bends: where each brick bends; slopes: how steep each is to the right; sharpness: the w1 of
    all of them, above 0; activation: "relu" or "gelu". Such a brick is w2·f(w1·x + b1) with w2 = slope/w1 and
    b1 = −w1·bend.

    Formula: Σᵢ slopeᵢ·uᵢ for ReLU where uᵢ = x − bendᵢ > 0; Σᵢ slopeᵢ·uᵢ·Φ(w1·uᵢ) for GELU.
    Raises `ValueError` for any other activation, `TypeError` if x is not real.
    """
    return np.asarray(
        _arms(as_real(x, "x"), as_real(bends, "bends"), sharpness, activation) @ as_real(slopes, "slopes")
    )


def arm_slopes(bends: ArrayLike, sharpness: float, activation: str, target: str, limit: float) -> Floats:
    """Give the slopes, none larger than the limit, with which such bricks fit a target best.

    bends, sharpness, activation: as in `arm_sum`; target: as in `brick_target`.

    Raises `ValueError` for any other target or activation, `TypeError` if the bends are not real.
    """
    from scipy.optimize import lsq_linear  # loads slowly

    y = np.asarray(brick_target(BRICK_POINTS, target))
    columns = _arms(BRICK_POINTS, as_real(bends, "bends"), sharpness, activation)
    return np.asarray(lsq_linear(columns, y, (-limit, limit), method="bvls", tol=1e-14).x)


def fit_arms(target: str, count: int, activation: str, limit: float, starts: int = 40, seed: int = 1) -> ArmFit:
    """Give the best fit of a target that is found with bricks as in `arm_sum`.

    target, count, activation, starts, seed: as in `fit_bricks`; limit: of the slopes. The bends lie in [-3, 3], the
    common w1 between ½ and 8.

    Raises as `fit_bricks` does.
    """
    as_choice(activation, "activation", _ACTIVATIONS)
    n = as_integer(count, "count", 1, 16)
    x, y = BRICK_POINTS, np.asarray(brick_target(BRICK_POINTS, target))
    high = np.r_[np.full(n, 3.0), np.full(n, limit), BRICK_LIMIT]

    def residual(p: Floats) -> Floats:
        return np.asarray(_arms(x, p[:n], p[-1], activation) @ p[n:-1] - y)

    def jacobian(p: Floats) -> Floats:
        away = x[:, None] - p[:n]
        slope = _ACTIVATIONS[activation][1](p[-1] * away)
        sharper = (away**2 * pdf(p[-1] * away) if activation == "gelu" else 0 * away) @ p[n:-1]
        return np.hstack([-slope * p[n:-1], _arms(x, p[:n], p[-1], activation), sharper[:, None]])

    def start(random: np.random.Generator) -> Floats:
        bends, sharpness = np.sort(_spread(random, n)), np.exp(random.uniform(np.log(0.6), np.log(6)))
        return np.r_[bends, _small(_arms(x, bends, sharpness, activation), y), sharpness]

    error, p = _search(residual, jacobian, start, np.r_[-high[:-1], 0.5], high, starts, seed)
    order = np.argsort(p[:n])
    return ArmFit(error, p[:n][order], p[n:-1][order], float(p[-1]))


def _arms(x: Floats, bends: Floats, sharpness: float, activation: str) -> Floats:
    """One column a brick, with slope 1."""
    away = np.subtract.outer(x, bends)
    as_choice(activation, "activation", _ACTIVATIONS)
    return np.asarray(relu(away) if activation == "relu" else family(away, 1 / sharpness))


def _spread(random: np.random.Generator, n: int) -> Floats:
    """Bends all over the picture: half of the starts anywhere, half one in each of n equal parts."""
    if random.random() < 0.5:
        return random.uniform(-3.5, 3.5, n)
    return np.asarray(random.permutation((np.arange(n) + random.uniform(0, 1, n)) / n * 6.6 - 3.3))


def _small(columns: Floats, y: Floats) -> Floats:
    """Output weights that fit roughly and are not large."""
    n = columns.shape[1]
    return np.linalg.lstsq(np.vstack([columns, 0.03 * np.eye(n)]), np.r_[y, np.zeros(n)], rcond=None)[0]


def _search(
    residual: Callable[[Floats], Floats],
    jacobian: Callable[[Floats], Floats],
    start: Callable[[np.random.Generator], Floats],
    low: Floats,
    high: Floats,
    starts: int,
    seed: int,
) -> tuple[float, Floats]:
    """The deepest valley found from so many random starts: the mean of the squared residuals, and its parameters."""
    from scipy.optimize import least_squares  # loads slowly

    random = np.random.Generator(np.random.PCG64(as_integer(seed, "seed", 0, 2**32 - 1)))
    best, found = np.inf, low
    for _ in range(as_integer(starts, "starts", 1, 10_000)):
        margin = 0.001 * (high - low)
        run = least_squares(
            residual,
            np.clip(start(random), low + margin, high - margin),
            jacobian,
            bounds=(low, high),
            x_scale="jac",
            max_nfev=400,
            xtol=1e-12,
            ftol=1e-12,
            gtol=1e-14,
        )
        error = 2 * run.cost / len(BRICK_POINTS)
        if error < best:
            best, found = error, run.x
    return float(best), found
