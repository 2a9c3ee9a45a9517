"""The one contract that every figure keeps: state, values, a sentence, plots, a script."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from bokeh.models import Plot

from . import markup
from .resources import words


def _reject(figure: str, name: str, value: object, allowed: str) -> ValueError:
    return ValueError(f"{figure}: {name} = {value!r}, allowed is {allowed}")


@dataclass(frozen=True)
class Number:
    """A real number between two bounds, with the step of an arrow key and the decimals that are shown."""

    name: str
    value: float
    low: float
    high: float
    step: float
    digits: int = 2
    scale: str = "linear"
    control: str = "range"
    kind = "number"

    def checked(self, figure: str, value: object) -> float:
        """Returns the value as a float, or raises a ValueError that says what is allowed."""
        allowed = f"a number from {self.low:g} to {self.high:g}"
        if isinstance(value, (bool, np.bool_, str, bytes)):
            raise _reject(figure, self.name, value, allowed)
        try:
            number = float(value) if np.ndim(value) == 0 else math.nan  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            raise _reject(figure, self.name, value, allowed) from None
        if not (math.isfinite(number) and self.low <= number <= self.high):
            raise _reject(figure, self.name, value, allowed)
        return number + 0.0


@dataclass(frozen=True)
class Integer:
    """A whole number between two bounds."""

    name: str
    value: int
    low: int
    high: int
    step: int = 1
    digits: int = 0
    scale: str = "linear"
    control: str = "range"
    kind = "integer"

    def checked(self, figure: str, value: object) -> int:
        """Returns the value as an int, or raises a ValueError that says what is allowed."""
        allowed = f"a whole number from {self.low} to {self.high}"
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
            raise _reject(figure, self.name, value, allowed)
        if not (self.low <= value <= self.high and int(value) == value):
            raise _reject(figure, self.name, value, allowed)
        return int(value)


@dataclass(frozen=True)
class Flag:
    """A switch, on or off."""

    name: str
    value: bool
    control: str = "checkbox"
    kind = "flag"

    def checked(self, figure: str, value: object) -> bool:
        """Returns the value as a bool, or raises a ValueError that says what is allowed."""
        if not isinstance(value, (bool, np.bool_)):
            raise _reject(figure, self.name, value, "True or False")
        return bool(value)


@dataclass(frozen=True)
class Choice:
    """One of a few named options."""

    name: str
    value: str
    options: tuple[str, ...]
    control: str = "select"
    kind = "choice"

    def checked(self, figure: str, value: object) -> str:
        """Returns the value, or raises a ValueError that says what is allowed."""
        if value not in self.options:
            raise _reject(figure, self.name, value, "one of " + ", ".join(map(repr, self.options)))
        return str(value)


State = Number | Integer | Flag | Choice


@dataclass(frozen=True)
class Value:
    """A read-out: name, decimals shown, colour, how it is written, and whether it waits for a prediction."""

    name: str
    digits: int = 4
    role: str = "text"
    form: str = "decimals"
    after_predict: bool = False


@dataclass(frozen=True)
class Curve:
    """A curve that the figure shows, by the name it has in a file of its numbers, and where these stand.

    `place`: "plot/source/column" of the heights, nothing for a surface, which its script gives. The numbers are the
    drawn ones divided by `per`; `power`: which of them, "x" or "y", are drawn as logarithms to the base 10.
    """

    name: str
    place: str = ""
    per: float = 1.0
    power: str = ""


@dataclass(frozen=True, repr=False)
class Figure:
    """A figure of the lesson, ready to be shown by any host.

    `state` holds the state with its present values, `compute` turns them into the named values (with gelu_core) and
    `describe` both into the sentence; the script static/js/figures/ID.js does the same in the browser, from tables.
    `drawings` draw the plots, by name, when a host asks for them: values and sentences do without. `stage` is the HTML
    of the picture: an element with class "gl-slot" for each plot; those named in `late` may come when the figure
    answers already, and hold no handle. `curves`: what a file of its numbers holds; `numpy`: lines that compute the
    values, with a slot {x} for each state; `initial`: the state where nothing was asked for; `telling`: the actions
    that wait for a prediction.
    """

    id: str
    state: tuple[State, ...]
    read_outs: tuple[Value, ...]
    compute: Callable[[dict[str, Any]], dict[str, float]]
    describe: Callable[[dict[str, Any], dict[str, float]], str]
    drawings: Mapping[str, Callable[[], Plot]]
    stage: str
    curves: tuple[Curve, ...] = ()
    numpy: str = ""
    actions: tuple[str, ...] = ()
    telling: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    tables: Mapping[str, dict[str, str]] = field(default_factory=dict)
    lazy: Mapping[str, Callable[[], dict[str, str]]] = field(default_factory=dict)
    late: tuple[str, ...] = ()
    height: int = 700
    initial: tuple[State, ...] = ()

    def at(self, **wanted: Any) -> Figure:
        """Returns the same figure with other values of its state; None means "as it is"."""
        known = {state.name for state in self.state}
        for name in wanted:
            if name not in known:
                raise TypeError(f"{self.id}: no state {name!r}, there are {', '.join(sorted(known))}")
        given = {name: value for name, value in wanted.items() if value is not None}
        return replace(
            self,
            initial=self.initial or self.state,
            state=tuple(
                replace(state, value=state.checked(self.id, given[state.name])) if state.name in given else state  # type: ignore[arg-type]
                for state in self.state
            ),
        )

    @property
    def words(self) -> dict[str, Any]:
        """The figure's words: title, caption, labels, sentences."""
        return dict(words()["figures"][self.id])

    @property
    def title(self) -> str:
        """The figure's title."""
        return str(self.words["title"])

    @property
    def present(self) -> dict[str, Any]:
        """The state as a dict: name -> value."""
        return {state.name: state.value for state in self.state}

    @cached_property
    def values(self) -> dict[str, float]:
        """The read-outs of the present state, by name, computed by gelu_core."""
        return self.compute(self.present)

    @cached_property
    def plots(self) -> dict[str, Plot]:
        """The plots, by name, drawn once (0.05 s a figure)."""
        return {name: draw() for name, draw in self.drawings.items()}

    @cached_property
    def plot_items(self) -> dict[str, str]:
        """The plots as BokehJS reads them, by name: JSON, written once (0.1 s a figure).

        Nothing is ever selected or muted, so a glyph stands for its other looks too: BokehJS would copy it for each.
        """
        from bokeh.embed import json_item
        from bokeh.models.renderers import GlyphRenderer

        for plot in self.plots.values():
            for renderer in plot.renderers:
                if isinstance(renderer, GlyphRenderer):
                    renderer.selection_glyph = renderer.nonselection_glyph = renderer.muted_glyph = renderer.glyph
        return {name: json.dumps(json_item(plot)) for name, plot in self.plots.items()}

    @property
    def sentence(self) -> str:
        """What the picture shows, in words."""
        return self.describe(self.present, self.values)

    def __repr__(self) -> str:
        """The call that gives this figure: what it is made of would fill a screen."""
        return f"{self.id}({', '.join(f'{name}={value!r}' for name, value in self.present.items())})"

    def html(self) -> str:
        """The figure's markup, complete with the numbers of its present state, before any script runs."""
        return markup.figure(self)

    # Each host imports Panel, templates or files that another host does not need: so they are imported when called.

    def save(self, path: str | Path) -> Path:
        """Writes one self-contained HTML file, which opens by double-click and asks no other host for anything."""
        from .hosts.site import save

        return save(self, Path(path))

    def panel(self) -> Any:
        """Returns the figure as a Panel component, the same object each time; its state is two-way (`.param.x`)."""
        from .hosts.panel import pane

        return pane(self)

    def __panel__(self) -> Any:
        """Lets Panel show the figure in any layout."""
        return self.panel()

    def _repr_html_(self) -> str:
        """A self-contained frame for a notebook cell, with a still and a link where frames are stripped."""
        from .hosts.notebook import cell

        return cell(self)
