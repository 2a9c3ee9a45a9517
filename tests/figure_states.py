"""States to try a figure with, taken from its own contract: what is allowed, what is not, and mixtures."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gelu_lab import figures
from gelu_lab.figure import Figure, State

each_figure = pytest.mark.parametrize("name", figures.NAMES)
# The whole suite has to run in 15 minutes: gestures, numbers and looks are tried on every figure; what figures share
# and none can change (a second finger, Escape in a field, zoom) on one of each kind: dragged, played, with a surface.
KINDS = ["gate", "mask", "family"]
each_kind = pytest.mark.parametrize("name", KINDS)


def is_quantity(state: State) -> bool:
    """Whether a state is a number or an integer: something with bounds, a range, a field."""
    return state.kind in ("number", "integer")


def sweep(state: State, count: int = 60) -> list[Any]:
    """Values of one state over its whole range: both ends, zero and its neighbours, halves, and a grid."""
    if state.kind == "flag":
        return [True, False]
    if state.kind == "choice":
        return list(state.options)
    low, high = state.low, state.high
    if state.kind == "integer":
        few = {
            low,
            low + 1,
            low + 2,
            high - 1,
            high,
            *(round(low + (high - low) * n / count) for n in range(count + 1)),
        }
        return sorted(each for each in few if low <= each <= high)
    ratio = high / low if state.scale == "log" else 0.0
    # No grid point is a knot of the table of Phi, where reading it would be exact; the halves are ties of rounding.
    shares = [(n + math.sqrt(0.5)) / (count + 1) for n in range(count)]
    grid = [low * ratio**share if ratio else low + (high - low) * share for share in shares]
    special = [0.0, 1e-300, -1e-300, 1e-9, -1e-9, 0.005, -0.005, 0.125, -0.125, 0.5, -0.5, 1.005, -1.005]
    return [low, high, *(each for each in special if low <= each <= high), *grid]


def mixtures(fig: Figure, count: int) -> Iterator[dict[str, Any]]:
    """Random states of the whole figure, the same ones each time."""
    dice = random.Random(fig.id)
    for _ in range(count):
        yield {state.name: dice.choice(sweep(state, 200)) for state in fig.state}


def rubbish(state: State) -> list[Any]:
    """Python values that this state must refuse."""
    common: list[Any] = ["", "rubbish", "1", b"1", [], {}, 1j, object()]
    if state.kind == "flag":
        return [*common, 0, 1, math.nan]
    if state.kind == "choice":
        return [*common, 0, True, math.nan, state.options[0] + " "]
    common += [math.nan, math.inf, -math.inf, True, False, np.True_, np.nan, 10**400]
    beyond = math.nextafter(state.high, math.inf), math.nextafter(state.low, -math.inf)
    return [*common, *beyond, 2 * state.high + 1] + ([state.low + 0.5] if state.kind == "integer" else [])


def allowed(state: State) -> list[str]:
    """What a message about this state has to name."""
    if state.kind == "flag":
        return ["True", "False"]
    if state.kind == "choice":
        return [repr(option) for option in state.options]
    return [f"{state.low:g}", f"{state.high:g}"]
