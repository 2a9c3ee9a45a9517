"""Recorded trainings of gelu_core: a grid of runs, kept in training.npz beside this file (tests/record_training.py).

Training them takes minutes. Losses and counts of dead units keep every digit; weights are whole multiples of 1/1024,
which moves a curve by less than a pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import gelu_core as core

from ..table import pack

FILE = Path(__file__).with_name("training.npz")

TARGETS = ("sine", "step", "bump", "abs", "noisy_line")
UNITS = (4, 16)
SEEDS = (1, 2, 3)
RATES = (0.003, 0.03)
ACTIVATIONS = ("relu", "gelu", "silu", "tanh")
# The steps that are kept: every one at first, from 10 on twelve for each power of ten.
STEPS = (0, 1, 2, 3, 4, 5, 6, 8, *(round(10 ** (k / 12)) for k in range(12, 40)), 2000)
FINE = 1024  # parts of 1 in which weights are kept; static/js/training_runs.js has the same


class Setup(NamedTuple):
    """What two or four runs have in common from the same start, one with ReLU and one with GELU."""

    target: str
    units: int
    seed: int
    rate: float

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Where these runs stand in the records."""
        return (
            TARGETS.index(self.target),
            UNITS.index(self.units),
            SEEDS.index(self.seed),
            RATES.index(self.rate),
        )


class Run(NamedTuple):
    """One training at `STEPS`: mean squared errors, counts of dead and of nearly dead units, all parameters."""

    loss: NDArray[np.float64]
    dead: NDArray[np.uint8]
    nearly_dead: NDArray[np.uint8]
    parameters: NDArray[np.float64]


class Records(NamedTuple):
    """All runs. Axes: target, units, seed, rate, activation, step; of `weights`, by units: all but units, and parameter
    before step.
    """

    loss: NDArray[np.float64]
    dead: NDArray[np.uint8]
    nearly_dead: NDArray[np.uint8]
    weights: dict[int, NDArray[np.int16]]


def setups(target: str = "", units: int = 0) -> Iterator[Setup]:
    """Gives every setup that was recorded, or those with one target and so many units."""
    for each in map(Setup._make, product(TARGETS, UNITS, SEEDS, RATES)):
        if target in ("", each.target) and units in (0, each.units):
            yield each


def run(setup: Setup, activation: str, steps: int = STEPS[-1]) -> Run:
    """Trains one network, as far as asked."""
    x, y = core.training_data(setup.target)
    frames = core.train(x, y, setup.units, activation, steps, setup.rate, setup.seed, every=1)
    kept = [frame for frame in frames if frame.step in STEPS]
    return Run(
        np.array([frame.loss for frame in kept]),
        np.array([round(frame.dead * setup.units) for frame in kept], dtype=np.uint8),
        np.array([round(frame.nearly_dead * setup.units) for frame in kept], dtype=np.uint8),
        np.array([frame.network.flat for frame in kept]).T,
    )


def record() -> Records:
    """Trains every network of the grid: a minute."""
    shape = len(TARGETS), len(UNITS), len(SEEDS), len(RATES), len(ACTIVATIONS), len(STEPS)
    made = Records(np.zeros(shape), np.zeros(shape, dtype=np.uint8), np.zeros(shape, dtype=np.uint8), {})
    for units in UNITS:
        made.weights[units] = np.zeros((shape[0], *shape[2:5], 3 * units + 1, shape[5]), dtype=np.int16)
    for setup in setups():
        target, units, seed, rate = setup.place
        for at, activation in enumerate(ACTIVATIONS):
            found = run(setup, activation)
            made.loss[target, units, seed, rate, at] = found.loss
            made.dead[target, units, seed, rate, at] = found.dead
            made.nearly_dead[target, units, seed, rate, at] = found.nearly_dead
            fine = np.round(found.parameters * FINE)
            if np.max(np.abs(fine)) > np.iinfo(np.int16).max:
                raise ValueError(f"{setup}, {activation}: a weight is too large to be kept")
            made.weights[setup.units][target, seed, rate, at] = fine
    return made


def write(made: Records) -> None:
    """Writes the file; weights as what is added from step to step, which packs into half the room."""
    weights: dict[str, Any] = {
        f"weights{units}": np.diff(each, prepend=np.int16(0)) for units, each in made.weights.items()
    }
    np.savez_compressed(FILE, loss=made.loss, dead=made.dead, nearly_dead=made.nearly_dead, **weights)


@cache
def records() -> Records:
    """Reads the file, once."""
    with np.load(FILE, allow_pickle=False) as kept:
        weights = {units: np.cumsum(kept[f"weights{units}"], axis=-1, dtype=np.int16) for units in UNITS}
        return Records(kept["loss"], kept["dead"], kept["nearly_dead"], weights)


def network(setup: Setup, activation: str, frame: int = -1) -> core.Network:
    """Gives the network of a run at one of `STEPS`, its weights to 1/1024."""
    target, _, seed, rate = setup.place
    made = core.Network(setup.units, activation, setup.seed)
    kept = records().weights[setup.units][target, seed, rate, ACTIVATIONS.index(activation), :, frame]
    made.flat = kept / FINE
    return made


# -- for the browser ---------------------------------------------------------------------------------------------------


def counts_table(target: str, units: int) -> dict[str, str]:
    """Packs losses, dead and nearly dead units of the runs with one target and so many units."""
    kept, at = records(), (TARGETS.index(target), UNITS.index(units))
    return pack([kept.loss[at], kept.dead[at], kept.nearly_dead[at]])


def weights_table(target: str, units: int) -> dict[str, str]:
    """Packs their weights in parts of 1/1024, each but the first as what is added to the one before."""
    weights = records().weights[units][TARGETS.index(target)]
    return pack(np.diff(weights, prepend=np.int16(0)), "int16")


# -- what the runs show ------------------------------------------------------------------------------------------------


def final_loss(setup: Setup, activation: str) -> float:
    """Gives the loss at the last step."""
    return float(records().loss[setup.place][ACTIVATIONS.index(activation), -1])


def ratio(setup: Setup) -> float:
    """Gives how many times GELU's last loss ReLU's is: above 1 GELU is ahead."""
    return final_loss(setup, "relu") / final_loss(setup, "gelu")


def examples() -> dict[str, Setup]:
    """Finds the runs that show most clearly that ReLU can win, that GELU can, and that units die."""
    dead = records().dead[..., ACTIVATIONS.index("relu"), -1]
    return {
        "relu_wins": min(setups(), key=ratio),
        "gelu_wins": max(setups(), key=ratio),
        "dead_units": max(setups(), key=lambda each: float(dead[each.place] / each.units)),
    }


def training_runs(target: str = "", units: int = 0) -> int:
    """Counts the setups that were recorded, of all or of one target and so many units."""
    return sum(1 for _ in setups(target, units))


def gelu_ahead(target: str = "", units: int = 0) -> int:
    """Counts the setups with which GELU ends lower than ReLU."""
    return sum(ratio(each) > 1 for each in setups(target, units))


def lowest_of_four(activation: str, target: str = "") -> int:
    """Counts the setups with which an activation ends lowest of the four."""
    return sum(min(ACTIVATIONS, key=lambda name: final_loss(each, name)) == activation for each in setups(target))


def units_trained() -> int:
    """Counts the units of all networks of one activation."""
    return sum(each.units for each in setups())


def dead_units(activation: str, frame: int = -1) -> int:
    """Counts the dead units of all its networks, at the last step or at another of `STEPS`."""
    return int(np.sum(records().dead[..., ACTIVATIONS.index(activation), frame], dtype=int))


def nearly_dead_units(activation: str, frame: int = -1) -> int:
    """Counts the nearly dead units, the dead among them."""
    return int(np.sum(records().nearly_dead[..., ACTIVATIONS.index(activation), frame], dtype=int))


def nearer_the_noise() -> int:
    """Counts the setups on the noisy line with which the lower loss of the two is farther from the line itself."""
    x, _ = core.training_data("noisy_line")
    found = 0
    for setup in setups("noisy_line"):
        far = {name: np.mean(np.square(network(setup, name).predict(x) - x / 2)) for name in ("relu", "gelu")}
        lower = "gelu" if ratio(setup) > 1 else "relu"
        found += far[lower] == max(far.values())
    return found
