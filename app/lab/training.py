"""`train` for notebooks: a progress bar while it runs, a figure as the result."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gelu_core import Frame, Network, training_data
from gelu_core import train as core_train
from gelu_core.network import Floats, samples
from gelu_core.training import TARGETS

from ..format import count, percent, scientific
from ..resources import words
from .progress import progress
from .records import table

FRAMES = 400  # at most, and the start and the last
OFTEN = 25  # steps between two looks at what there is, at most: for the bar, and for whoever stops it


@dataclass(frozen=True, repr=False)
class Training:
    """A training that has ended, in a notebook a figure of samples, fit and error.

    `frames` has the start and what came after it (`gelu_core.Frame`), `x` and `y` the samples.
    """

    x: Floats
    y: Floats
    frames: tuple[Frame, ...]

    @property
    def network(self) -> Network:
        """The network at the end; `network.predict(x)` asks it."""
        return self.frames[-1].network

    @property
    def loss(self) -> float:
        """The mean squared error at the end."""
        return self.frames[-1].loss

    @property
    def losses(self) -> Floats:
        """The mean squared error of each frame."""
        return np.array([frame.loss for frame in self.frames])

    @property
    def steps(self) -> Floats:
        """The step of each frame."""
        return np.array([frame.step for frame in self.frames])

    @property
    def sentence(self) -> str:
        """What came of it, in words."""
        last, say = self.frames[-1], words()["lab"]
        return str(
            say["trained"].format(
                units=self.network.units,
                activation=say["activations"][self.network.activation],
                steps=count(last.step),
                loss=scientific(last.loss, 3) if math.isfinite(last.loss) else "∞",
                dead=percent(last.dead, 0),
                nearly=percent(last.nearly_dead, 0),
            )
            + (f" {say['diverged']}" if last.diverged else "")
        )

    def __repr__(self) -> str:
        return f"<Training: {self.sentence}>"

    def svg(self) -> str:
        """The figure as SVG."""
        from .picture import draw
        from .settings import ROLES

        last = self.frames[-1]
        steps = [frame.step for frame in self.frames]
        losses = [frame.loss for frame in self.frames]
        return draw(self.x, self.y, last.prediction, steps, losses, ROLES[self.network.activation], self.sentence)

    def _repr_html_(self) -> str:
        return f"{self.svg()}<p>{escape(self.sentence)}</p>"

    def save(self, path: str | Path) -> Path:
        """Writes the figure (.svg, .html) or the numbers (.csv: error, shares; .npz: all arrays); returns the path.

        Raises ValueError for any other ending, and OSError as it comes.
        """
        path = Path(path)
        if path.suffix == ".svg":
            path.write_text(self.svg(), encoding="utf-8")
        elif path.suffix == ".html":
            head = f'<meta charset="utf-8"><title>{escape(self.sentence)}</title>'
            page = f'<!DOCTYPE html>\n<html lang="{words()["language"]}">{head}{self._repr_html_()}</html>\n'
            path.write_text(page, encoding="utf-8")
        elif path.suffix == ".csv":
            rows = [(frame.step, frame.loss, frame.dead, frame.nearly_dead) for frame in self.frames]
            path.write_bytes(table(("step", "loss", "dead", "nearly_dead"), rows))
        elif path.suffix == ".npz":
            numbers = {"x": self.x, "y": self.y, "prediction": self.frames[-1].prediction}
            numbers |= {"step": self.steps, "loss": self.losses, **self.network.parameters}
            with path.open("wb") as file:
                np.savez_compressed(file, **numbers)  # type: ignore[arg-type]
        else:
            raise ValueError(f"path must end in .svg, .html, .csv or .npz, not {path.name!r}")
        return path


def train(
    x: ArrayLike | str = "sine",
    y: ArrayLike | None = None,
    *,
    units: int = 16,
    activation: str = "gelu",
    steps: int = 2000,
    learning_rate: float = 0.01,
    seed: int = 0,
) -> Training:
    """Trains a network with one hidden layer and returns what came of it: in a notebook cell, a figure.

    x, y: samples, two lists of numbers; or the name of a target alone: "sine", "step", "bump", "abs", "noisy_line". The
    others as in `gelu_core.train`, which does the work. Stopped by the keyboard it returns what it has come to.

    Raises `ValueError` naming the argument, its value and what is allowed.
    """
    if isinstance(x, str):
        if y is not None:
            raise ValueError(f"y must be left out where x is the name of a target, here {x!r}")
        if x not in TARGETS:
            raise ValueError(f"x must be a list of numbers or one of {', '.join(map(repr, TARGETS))}, not {x!r}")
        x, y = training_data(x, seed=seed)
    elif y is None:
        raise ValueError("y must be given, as many numbers as x")
    inputs, targets = samples(x, y)
    settings: dict[str, Any] = {"units": units, "activation": activation, "steps": steps, "seed": seed}
    each = max(1, math.ceil(steps / FRAMES)) if isinstance(steps, int | np.integer) else 1
    each = min(each, OFTEN)
    going = core_train(inputs, targets, learning_rate=learning_rate, every=each, **settings)
    frames: list[Frame] = []
    latest: Frame | None = None
    with progress(steps) as tell:
        try:
            for latest in going:
                if latest.step % each == 0:
                    frames.append(latest)
                if len(frames) > FRAMES + 1:
                    # Every other goes: there are enough of them wherever it is stopped.
                    each *= 2
                    frames = [frame for frame in frames if frame.step % each == 0]
                tell(latest.step)
        except KeyboardInterrupt:
            if latest is None:
                raise
    if latest is not None and frames[-1] is not latest:
        frames.append(latest)
    return Training(inputs, targets, tuple(frames))
