"""How far the fast forms are from GELU, and which constants would serve them best."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gelu_core._arrays import Result, as_choice, as_number
from gelu_core._roots import crossing
from gelu_core.forms import SIGMOID_SCALE, TANH_CUBIC, TANH_SCALE
from gelu_core.logistic import sigmoid
from gelu_core.normal import cdf, pdf

Floats = NDArray[np.float64]

# A step of 0.2 %, from where every error is still next to nothing to where every form has forgotten its tail.
GRID = np.geomspace(1e-3, 400.0, 6000)

# Far out one tail may overtake another once more: an extremum, but of no size.
NEGLIGIBLE = 1e-12


class Extremum(NamedTuple):
    """A turning point of an error: where it is, and how much the approximation is above (+) or below (−)."""

    x: float
    error: float


class BestConstant(NamedTuple):
    """The constant that makes the largest error smallest, and that error."""

    constant: float
    error: float


class BestPair(NamedTuple):
    """The two constants of the tanh form that together make the largest error smallest, and that error."""

    scale: float
    cubic: float
    error: float


class BestConstants(NamedTuple):
    """What `best_constants` finds, each beside its error."""

    sigmoid_for_cdf: BestConstant
    sigmoid_for_gelu: BestConstant
    cubic_for_cdf: BestConstant
    cubic_for_gelu: BestConstant
    pair_for_gelu: BestPair


class _Form(NamedTuple):
    """A gate σ(u) whose argument depends on x and on constants: u, its slope in x, its slope in each constant."""

    argument: Callable[..., Result]
    slope: Callable[..., Result]
    by_constants: tuple[Callable[..., Result], ...]


# (1 + tanh v)/2 = σ(2v), v = a·(x + b·x³)
PAIR = _Form(
    lambda x, a, b: 2.0 * a * x * (1.0 + b * x * x),
    lambda x, a, b: 2.0 * a * (1.0 + 3.0 * b * x * x),
    (lambda x, a, b: 2.0 * x * (1.0 + b * x * x), lambda x, a, b: 2.0 * a * x * x * x),
)
CUBIC = _Form(
    lambda x, b: PAIR.argument(x, TANH_SCALE, b),
    lambda x, b: PAIR.slope(x, TANH_SCALE, b),
    (lambda x, b: PAIR.by_constants[1](x, TANH_SCALE, b),),
)
SIGMOID = _Form(lambda x, c: c * x, lambda x, c: c + 0.0 * x, (lambda x, c: x,))

FORMS = {"tanh": CUBIC, "sigmoid": SIGMOID}
DEFAULTS = {"tanh": TANH_CUBIC, "sigmoid": SIGMOID_SCALE}
RANGES = {"tanh": (0.0, 1.0, "a number from 0 to 1"), "sigmoid": (0.1, 10.0, "a number from 0.1 to 10")}


def _gate_error(form: _Form, x: Result, *constants: float) -> Result:
    """σ(u) − Φ(x), computed as Φ(−x) − σ(−u): on the left both are small, so nothing of the difference is lost."""
    return cdf(-x) - sigmoid(-form.argument(x, *constants))


def _gate_slope(form: _Form, x: Result, *constants: float) -> Result:
    u = form.argument(x, *constants)
    return form.slope(x, *constants) * sigmoid(u) * sigmoid(-u) - pdf(x)


def _error(form: _Form, power: int, x: Result, *constants: float) -> Result:
    """The error of the gate (power 0) or of the input times the gate (power 1), for x > 0."""
    return x**power * _gate_error(form, x, *constants)


def _error_slope(form: _Form, power: int, x: Result, *constants: float) -> Result:
    slope = _gate_slope(form, x, *constants)
    return x * slope + _gate_error(form, x, *constants) if power else slope


def _extrema(form: _Form, power: int, *constants: float) -> tuple[Extremum, ...]:
    """Every turning point for x > 0: the zeros of the error's slope, bracketed by the grid and found by Brent."""

    def slope(x: float) -> float:
        return float(_error_slope(form, power, x, *constants))

    rises = _error_slope(form, power, GRID, *constants) > 0
    of_size = np.abs(_error(form, power, GRID, *constants)) >= NEGLIGIBLE  # below, the sign of the slope is rounding's
    turns = np.flatnonzero((rises[:-1] != rises[1:]) & of_size[:-1] & of_size[1:])
    places = [crossing(slope, GRID[i], GRID[i + 1]) for i in turns]
    return tuple(Extremum(x, float(_error(form, power, x, *constants))) for x in places)


def error_extrema(approximate: str = "tanh", constant: ArrayLike | None = None) -> tuple[Extremum, ...]:
    """Give the turning points of an approximation's error for x > 0, in the order of x.

    approximate: "tanh" or "sigmoid"; constant: the weight of x³ in the tanh form, from 0 to 1 (0.044715 if None), or
    the factor in the sigmoid form, from 0.1 to 10 (1.702 if None). Each `Extremum` has its place x and the error there,
    approximation minus GELU with its sign; the largest error is the largest of these in size. The error is even, so it
    is the same at −x. Turning points of less than 1e-12 are left out. The error is off by at most 1e-16, x by 1e-12
    (more where the top is flat because the error is small).

    Formula: zeros of d/dx x·(σ(u) − Φ(x)), u = 2√(2/π)·(x + constant·x³) or constant·x.
    Raises `ValueError` for any other `approximate` or if constant is nan or out of range, `TypeError` if constant is
    not one real number.
    """
    name = as_choice(approximate, "approximate", FORMS)
    low, high, allowed = RANGES[name]
    number = DEFAULTS[name] if constant is None else as_number(constant, "constant", allowed, low, high)
    return _extrema(FORMS[name], 1, number)


def _level(form: _Form, power: int, *start: float) -> tuple[float, ...]:
    """Level the peaks: the constants for which all extrema have the same size, with signs in turn, and that size.

    Remez's exchange: at the present extrema let the errors, taken as linear in the constants, all become ±h; look for
    the extrema again. Digits double with each round.
    """
    constants = np.array(start)
    height = 0.0
    for _ in range(12):
        extrema = _extrema(form, power, *constants)
        x, error = np.array(extrema).T
        u = form.argument(x, *constants)
        weight = x**power * sigmoid(u) * sigmoid(-u)
        columns = [weight * by(x, *constants) for by in form.by_constants]
        *step, height = np.linalg.solve(np.column_stack([*columns, -np.sign(error)]), -error)
        constants += step
        if (np.abs(step) <= 1e-15 * constants).all():
            break
    return (*map(float, constants), float(height))


@lru_cache(maxsize=1)
def best_constants() -> BestConstants:
    """Give the constants that make the largest error over all x as small as it can be, each with that error.

    A `BestConstants` of five: the factor c of the sigmoid form, once for Φ alone (`sigmoid_for_cdf`, which the famous
    1.702 matches) and once for GELU (`sigmoid_for_gelu`); the weight b of x³ in the tanh form, likewise
    (`cubic_for_cdf`, which the famous 0.044715 matches, and `cubic_for_gelu`), with the famous √(2/π) before it; and
    that scale a and the weight b together (`pair_for_gelu`), which gives up the exact slope at 0. The last digit or
    two of a constant are rounding's. Computed once and kept.

    Formula: the peaks of |σ(c·x) − Φ(x)|, |x·σ(c·x) − GELU(x)| and so on are level (Chebyshev: one peak more than
    there are constants, with signs in turn), found by Remez's exchange.
    """
    return BestConstants(
        sigmoid_for_cdf=BestConstant(*_level(SIGMOID, 0, 1.7)),
        sigmoid_for_gelu=BestConstant(*_level(SIGMOID, 1, 1.8)),
        cubic_for_cdf=BestConstant(*_level(CUBIC, 0, 0.0447)),
        cubic_for_gelu=BestConstant(*_level(CUBIC, 1, 0.0444)),
        pair_for_gelu=BestPair(*_level(PAIR, 1, 0.8, 0.0434)),
    )
