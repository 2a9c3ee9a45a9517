"""A training as a still picture: samples, fit and error as one SVG that needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

import numpy as np

from gelu_core.network import Floats

from ..format import count, scientific, short
from ..resources import palette, words

_WIDE, _HIGH, _GAP = 380, 250, 60
# Where the plots' frames begin: left for numbers, top for the title.
_LEFT, _TOP, _BELOW = 46, 34, 28


def _colour(role: str) -> str:
    return palette()[role][0]


def _text(x: float, y: float, text: str, role: str = "muted", anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{_colour(role)}" text-anchor="{anchor}">{escape(text)}</text>'


class _Plot:
    """One frame with its scales; collects what is drawn into it."""

    def __init__(self, left: float, title: str, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.left, self.x, self.y = left, x, y
        self.parts = [_text(left, _TOP - 14, title, "text", "start")]

    def at(self, x: float, y: float) -> tuple[float, float]:
        low, high = self.y
        place = min(max(y, low), high)
        return (
            self.left + _WIDE * (x - self.x[0]) / (self.x[1] - self.x[0]),
            _TOP + _HIGH * (high - place) / (high - low),
        )

    def axes(self, across: dict[float, str], up: dict[float, str]) -> None:
        for value, text in up.items():
            x, y = self.at(self.x[0], value)
            rule = f'<path d="M{x:.1f} {y:.1f}h{_WIDE}" stroke="{_colour("rule")}"/>'
            self.parts += [rule, _text(x - 8, y + 4, text, anchor="end")]
        self.parts += [_text(self.at(value, 0)[0], _TOP + _HIGH + 20, text) for value, text in across.items()]

    def line(self, x: Sequence[float] | Floats, y: Sequence[float] | Floats, role: str) -> None:
        points = " ".join("{:.1f},{:.1f}".format(*self.at(a, b)) for a, b in zip(x, y, strict=True) if math.isfinite(b))
        self.parts.append(f'<polyline points="{points}" fill="none" stroke="{_colour(role)}" stroke-width="2.5"/>')

    def dots(self, x: Floats, y: Floats, role: str) -> None:
        places = (self.at(a, b) for a, b in zip(x, y, strict=True))
        dots = "".join(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="2.5"/>' for px, py in places)
        self.parts.append(f'<g fill="{_colour(role)}">{dots}</g>')


def _ends(numbers: Floats) -> tuple[float, float]:
    low, high = float(np.min(numbers)), float(np.max(numbers))
    edge = 0.08 * (high - low) or 0.5
    return low - edge, high + edge


def _round(low: float, high: float) -> dict[float, str]:
    """Some four round numbers between two others."""
    raw = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= raw)
    found = (each * step for each in range(math.ceil(low / step), math.floor(high / step) + 1))
    return {value: short(float(f"{value:.6g}")) for value in found}


def _powers(low: int, high: int) -> dict[float, str]:
    step = 1 + (high - low) // 5
    # From 0.001 to 1000 as decimals, like the losses in the text; "10⁻⁷" and not "1 × 10⁻⁷".
    return {float(power): scientific(10.0**power, 1).removeprefix("1 × ") for power in range(low, high + 1, step)}


def draw(x: Floats, y: Floats, fit: Floats, steps: list[int], losses: list[float], role: str, sentence: str) -> str:
    """Returns the SVG; inputs in any order, as many targets and outputs, a loss for each of the steps."""
    say = words()["lab"]["plots"]
    inner = _ends(np.concatenate([y, fit[np.isfinite(fit)]]))
    first = _Plot(
        _LEFT, words()["lab"]["fitted"], (float(np.min(x)), float(np.max(x)) + (float(np.ptp(x)) == 0)), inner
    )
    first.axes(_round(*first.x), _round(*inner))
    order = np.argsort(x, kind="stable")
    first.dots(x, y, "input")
    first.line(x[order], fit[order], role)

    good = [max(loss, 1e-30) for loss in losses if math.isfinite(loss)] or [1.0]
    low, high = math.floor(math.log10(min(good))), math.ceil(math.log10(max(good)))
    high += high == low
    second = _Plot(_LEFT + _WIDE + _GAP, say["loss"], (0, max(steps[-1], 1)), (low, high))
    second.axes({0: "0", second.x[1]: count(second.x[1])}, _powers(low, high))
    logs = [math.log10(max(loss, 1e-30)) if math.isfinite(loss) else math.nan for loss in losses]
    second.line(steps, logs, role)

    width, height = _LEFT + 2 * _WIDE + _GAP + 24, _TOP + _HIGH + _BELOW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(sentence)}" viewBox="0 0 {width} '
        f'{height}" width="{width}" style="max-width:100%;height:auto" font-family="system-ui, sans-serif" '
        f'font-size="13"><rect width="100%" height="100%" fill="{_colour("card")}"/>'
        f"{''.join(first.parts + second.parts)}</svg>"
    )
