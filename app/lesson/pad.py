"""The pictures in which a prediction is drawn: an empty plot with its axes, and a line for a number.

An SVG that is stretched over its box, so that one markup fits every width; words, marks and points are HTML over it,
placed in per cent. Until the reader has committed the answer's curve and point are hidden.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import numpy as np

import gelu_core

from ..format import decimals
from .predictions import Axis, Plot, Prediction

# The unit of the SVG: a thousandth of a per mille of its width and height.
UNIT = 10_000
# As many pieces has the answer's curve; static/js/predict_pad.js reads its places from the path.
PIECES = 64
WAITS = " data-after-predict"


def pad_html(predict: Prediction, name: str, say: Mapping[str, Any]) -> str:
    """Return the plot of a point or a sketch; its form has the ids that begin with ``name``."""
    plot = predict.plot
    assert plot is not None
    curve = getattr(gelu_core, plot.curve)
    paths = _path("grid", _grid(plot))
    if plot.beside:
        paths += _path("beside", _curve(plot, getattr(gelu_core, plot.beside)))
    if predict.at is not None:
        paths += _path("column", f"M{_across(plot.x, predict.at)} 0V{UNIT}")
    for empty in ("gap", "before", "guess", "worst"):
        paths += _path(empty, "")
    paths += _path("answer", _curve(plot, curve), waits=True)
    points = "".join(_point("known", plot, x, float(curve(x))) for x in plot.known)
    data = f' data-x="{plot.x.low:g} {plot.x.high:g}" data-y="{plot.y.low:g} {plot.y.high:g}"'
    if predict.at is not None:
        assert isinstance(predict.answer, int | float)
        points += _point("answer", plot, predict.at, predict.answer, waits=True)
        data += f' data-at="{predict.at:g}"'
        data += f' data-from="{float(curve(plot.known[0])):.6g}"' if plot.known else ""
    prompt = f'<p class="gl-prompt" aria-hidden="true">{escape(say["draw"])}</p>' if predict.kind == "sketch" else ""
    return (
        f'<div class="gl-pad" data-pad{data}><div class="gl-pad-plot"><div class="gl-pad-picture" aria-hidden="true">'
        f'<svg viewBox="0 0 {UNIT} {UNIT}" preserveAspectRatio="none" focusable="false">{paths}</svg>{points}'
        f'<span class="gl-pad-name">{escape(plot.name)}</span>{_ticks(plot)}</div>{prompt}'
        f'<div class="gl-pad-hands" role="group" aria-labelledby="{name}-text" aria-describedby="{name}-how"></div>'
        "</div></div>\n"
    )


def scale_html(axis: Axis, answer: float) -> str:
    """Return the line on which a number and its distance from the answer are drawn."""
    ticks = "".join(_mark(value, axis, "left", _share(axis, value)) for value in _marks(axis))
    low, high = f"{axis.low:g}", f"{axis.high:g}"
    return (
        f'<div class="gl-scale" aria-hidden="true" data-x="{low} {high}"><span class="gl-scale-line"></span>{ticks}'
        '<span class="gl-scale-gap"></span><span class="gl-scale-guess" hidden></span>'
        f'<span class="gl-scale-answer"{WAITS} style="left:{_share(axis, answer):.2f}%"></span></div>\n'
    )


def _share(axis: Axis, value: float) -> float:
    """Per cent of the way along an axis."""
    return 100 * (value - axis.low) / (axis.high - axis.low)


def _across(axis: Axis, x: float) -> int:
    return round(UNIT / 100 * _share(axis, x))


def _down(axis: Axis, y: float) -> int:
    return round(UNIT - UNIT / 100 * _share(axis, min(max(y, axis.low), axis.high)))


def _path(look: str, d: str, *, waits: bool = False) -> str:
    return f'<path class="gl-pad-{look}" d="{d}"{WAITS if waits else ""}/>'


def _curve(plot: Plot, function: Callable[[Any], Any]) -> str:
    places = np.linspace(plot.x.low, plot.x.high, PIECES + 1)
    steps = [f"{_across(plot.x, x)} {_down(plot.y, y)}" for x, y in zip(places, function(places), strict=True)]
    return "M" + "L".join(steps)


def _grid(plot: Plot) -> str:
    """The axes; where 0 is not in the picture, its edge."""
    across = _down(plot.y, 0.0)
    up = _across(plot.x, min(max(0.0, plot.x.low), plot.x.high))
    return f"M0 {across}H{UNIT}M{up} 0V{UNIT}"


def _point(look: str, plot: Plot, x: float, y: float, *, waits: bool = False) -> str:
    place = f"left:{_share(plot.x, x):.2f}%;top:{100 - _share(plot.y, y):.2f}%"
    return f'<span class="gl-pad-point gl-pad-{look}"{WAITS if waits else ""} style="{place}"></span>'


def _ticks(plot: Plot) -> str:
    across = "".join(_mark(x, plot.x, "left", _share(plot.x, x)) for x in _marks(plot.x))
    return across + "".join(_mark(y, plot.y, "top", 100 - _share(plot.y, y)) for y in _marks(plot.y))


def _marks(axis: Axis) -> list[float]:
    first = math.ceil(axis.low / axis.tick - 1e-9)
    last = math.floor(axis.high / axis.tick + 1e-9)
    return [each * axis.tick for each in range(first, last + 1)]


def _mark(value: float, axis: Axis, side: str, share: float) -> str:
    digits = max(0, -math.floor(math.log10(axis.tick) + 1e-9))
    return f'<span class="gl-tick gl-tick-{side}" style="{side}:{share:.2f}%">{decimals(value, digits)}</span>'
