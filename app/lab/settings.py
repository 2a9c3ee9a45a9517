"""What a reader of the lab chooses for a run, checked: every limit is stated here, and every error names it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gelu_core import training_data
from gelu_core.network import ACTIVATIONS, Floats
from gelu_core.training import RANGE, TARGETS

from ..format import count
from ..resources import words

DRAWN = "drawn"
KNOTS = 25  # of a drawn target, evenly over the inputs, straight between them
HIGHEST = 2.0  # of a drawn target, up and down
# What one run may ask of a machine that many share.
WHOLE = {"units": (1, 128), "samples": (8, 512), "steps": (10, 20_000), "seed": (0, 9999)}
RATES = (1e-5, 1.0)
# Steps a second at most, so that there is something to watch; 0: as fast as it goes.
PACES = (250, 1000, 0)
FRAMES = 400  # of a run, about
FRAMES_A_SECOND = 15
# The role of the palette in which each activation is drawn.
ROLES = {"gelu": "passed", "relu": "relu", "silu": "silu", "tanh": "tanh"}


class SettingError(ValueError):
    """A setting that is not allowed: which one, and a sentence that names value and limit."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def _refuse(name: str, value: object, allowed: str) -> SettingError:
    say = words()["lab"]
    shown = str(value)[:40]
    return SettingError(name, say["refused"].format(label=say["settings"][name], value=shown, allowed=allowed))


def _number(name: str, value: object) -> float:
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        return math.nan
    return float(value)


def _whole(name: str, value: object) -> int:
    low, high = WHOLE[name]
    number = _number(name, value)
    if not (low <= number <= high and number == int(number)):
        raise _refuse(name, value, words()["lab"]["whole"].format(low=count(low), high=count(high)))
    return int(number)


def _choice(name: str, value: object, options: Sequence[Any]) -> Any:
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value not in options:
        raise _refuse(name, value, ", ".join(map(str, options)))
    return options[options.index(value)]


def _knots(value: object) -> tuple[float, ...]:
    allowed = words()["lab"]["knots"].format(count=KNOTS, low=f"{-HIGHEST:g}", high=f"{HIGHEST:g}")
    if not isinstance(value, Sequence | np.ndarray) or isinstance(value, str) or len(value) != KNOTS:
        raise _refuse("target", type(value).__name__, allowed)
    numbers = [_number("target", each) for each in value]
    for number in numbers:
        if not -HIGHEST <= number <= HIGHEST:
            raise _refuse("target", number, allowed)
    return tuple(round(number, 6) for number in numbers)  # as the Python cell prints them


@dataclass(frozen=True)
class Settings:
    """One run: what is learnt, by which networks, how long. Made by `checked`."""

    target: str = "sine"
    knots: tuple[float, ...] = ()
    activations: tuple[str, ...] = ("gelu", "relu")
    units: int = 16
    samples: int = 96
    steps: int = 2000
    rate: float = 0.01
    seed: int = 0
    pace: int = 1000

    @classmethod
    def checked(cls, given: Mapping[str, Any]) -> Settings:
        """Returns the settings, or raises a SettingError that names the first one that is not allowed, and its limit.

        given: any of the names above; `activations` are one or two different ones; `knots` count for the target
        "drawn" alone.
        """
        known = {**{name: getattr(cls, name) for name in cls.__dataclass_fields__}, **given}
        target = _choice("target", known["target"], (*TARGETS, DRAWN))
        chosen = known["activations"]
        if not isinstance(chosen, list | tuple) or not 1 <= len(chosen) <= 2:
            raise _refuse("activation", chosen, ", ".join(ACTIVATIONS))
        activations = tuple(_choice("activation", each, tuple(ACTIVATIONS)) for each in chosen)
        if len(set(activations)) < len(activations):
            raise SettingError("second", words()["lab"]["twice"])
        rate = _number("rate", known["rate"])
        if not RATES[0] <= rate <= RATES[1]:
            limits = words()["lab"]["number"].format(low=f"{RATES[0]:.5f}", high=f"{RATES[1]:g}")
            raise _refuse("rate", known["rate"], limits)
        return cls(
            target=target,
            knots=_knots(known["knots"]) if target == DRAWN else (),
            activations=activations,
            rate=rate,
            pace=_choice("pace", known["pace"], PACES),
            **{name: _whole(name, known[name]) for name in WHOLE},
        )

    @property
    def every(self) -> int:
        """How many steps lie between two frames: enough of them for a smooth curve, and for the pace."""
        each = math.ceil(self.steps / FRAMES)
        return max(1, min(each, self.pace // FRAMES_A_SECOND) if self.pace else each)

    def data(self) -> tuple[Floats, Floats]:
        """The inputs, evenly over [−3, 3], and the targets."""
        if self.target != DRAWN:
            return training_data(self.target, self.samples, self.seed)
        x = np.linspace(-RANGE, RANGE, self.samples)
        return x, np.interp(x, np.linspace(-RANGE, RANGE, KNOTS), self.knots)
