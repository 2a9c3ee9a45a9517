"""What `check` found, for an assertion, a terminal and a notebook."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

# What is said about each mistake.
MEANS = {
    "none": "no mistake found",
    "missing-sqrt2": "√2 is missing or in the wrong place: Φ(x) = (1 + erf(x/√2))/2",
    "erf-cancellation": "1 + erf cancels on the left: the tail is lost; x·erfc(−x/√2)/2 keeps it",
    "tanh-form": "this is the tanh form, up to 4.7e-4 from GELU",
    "sigmoid-form": "this is the sigmoid form, x·σ(s·x), a SiLU with another slope",
    "relu": "this is ReLU",
    "silu": "this is SiLU, x times the logistic function",
    "derivative": "this is a slope, not the function",
    "sign": "a sign is wrong",
    "dtype": "digits are lost to a narrower type, float32 or less, or to integers",
    "in-place": "it changes its input",
    "float32-constants": "almost right: a constant was cut short, or has passed through float32",
    "unknown": "none of the mistakes known here",
}
# The same mistakes where another function was asked for.
MEANS_OF = {
    ("gelu_grad", "derivative"): "this is another slope; the product rule has two terms, Φ(x) and x·φ(x)",
    ("gelu_tanh", "erf-cancellation"): "1 + tanh cancels on the left: the tail is lost; x·σ(2u) keeps it",
    ("gelu_grad", "erf-cancellation"): "1 + erf cancels on the left: the tail is lost; erfc(−x/√2)/2 keeps it",
    ("silu", "erf-cancellation"): "1 + tanh cancels on the left: the tail is lost; x·σ(x) keeps it",
    ("gelu_sigmoid", "erf-cancellation"): "1 + tanh cancels on the left: the tail is lost; x·σ(1.702·x) keeps it",
    ("gelu_sigmoid", "sigmoid-form"): "its slope is another: 1.702 is asked for",
}
WIDE, HIGH = 480, 120
SHOWN = 6.0


@dataclass(frozen=True)
class Check:
    """What `check` found. It is true if the function is right.

    against: what it was compared with; max_abs_error: the largest distance on [−8, 8]; where: the input of that;
    max_ulp: the largest distance in units of the last place, in the tails too; mistake: one of "none",
    "missing-sqrt2", "erf-cancellation", "tanh-form", "sigmoid-form", "relu", "silu", "derivative", "sign", "dtype",
    "in-place", "float32-constants", "unknown"; breaks: what goes wrong beside the values; notes: what is odd but no
    mistake; x, error: the inputs that were tried, and the function minus the truth; right: whether all numbers are,
    also where something breaks; where_ulp: the input of max_ulp.
    """

    against: str
    max_abs_error: float
    max_ulp: float
    where: float
    mistake: str
    breaks: tuple[str, ...]
    notes: tuple[str, ...]
    x: Floats = field(repr=False)
    error: Floats = field(repr=False)
    right: bool = False
    where_ulp: float = float("nan")

    @property
    def ok(self) -> bool:
        """Whether no mistake was found."""
        return self.mistake == "none"

    def __bool__(self) -> bool:
        """The same, for `assert check(f)`."""
        return self.ok

    def _lines(self) -> list[tuple[str, str]]:
        means = MEANS_OF.get((self.against, self.mistake), MEANS[self.mistake])
        if self.mistake == "unknown" and (self.right or self.x.size == 0):
            means = "see what breaks"
        lines = [("mistake", f"{self.mistake}: {means}")]
        if self.x.size:
            lines += [
                ("largest error", f"{self.max_abs_error:.3g} at x = {self.where:.7g}, on [−8, 8]"),
                ("in the last place", f"{self.max_ulp:.3g} units at x = {self.where_ulp:.7g}"),
            ]
        lines += [("breaks", each) for each in self.breaks]
        return lines + [("note", each) for each in self.notes]

    def _head(self) -> tuple[str, str]:
        """What stands before the name of the function, and behind it."""
        if self.ok:
            return "This is", "."
        if self.right:
            return "Its numbers are those of", ", but something else is wrong."
        return ("This is not", ".") if self.x.size else ("This cannot be compared with", ".")

    def __str__(self) -> str:
        """Say it in a few lines."""
        before, behind = self._head()
        head = f"{before} {self.against}{behind}"
        return "\n".join([head, *(f"  {name:18}{text}" for name, text in self._lines())])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The same as a table, with the error drawn over [−6, 6], on a scale of its own."""
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(name)}</th>'
            f'<td style="text-align:left">{escape(text)}</td></tr>'
            for name, text in self._lines()
        )
        before, behind = self._head()
        head = f"{before} <code>{self.against}</code>{behind}"
        return f"<div><p><strong>{head}</strong></p><table>{rows}</table>{self._plot()}</div>"

    def _plot(self) -> str:
        shown = np.abs(self.x) <= SHOWN
        x, error = self.x[shown].astype(float), self.error[shown]
        top = float(np.max(np.abs(error), initial=0.0))
        if not np.isfinite(top) or top == 0:
            return ""
        order = np.argsort(x)
        left = (x[order] + SHOWN) / (2 * SHOWN) * WIDE
        up = HIGH / 2 - error[order] / top * (HIGH / 2 - 6)
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(left, up, strict=True))
        label = escape(f"The error from −6 to 6, between −{top:.2g} and {top:.2g}")
        return (
            f'<svg role="img" aria-label="{label}" viewBox="0 0 {WIDE} {HIGH + 18}" width="{WIDE}" '
            f'style="max-width:100%" xmlns="http://www.w3.org/2000/svg"><title>{label}</title>'
            f'<line x1="0" x2="{WIDE}" y1="{HIGH / 2}" y2="{HIGH / 2}" stroke="currentColor" stroke-opacity="0.3"/>'
            f'<polyline points="{path}" fill="none" stroke="#c0392b" stroke-width="1.5"/>'
            f'<g fill="currentColor" font-size="11" font-family="sans-serif"><text x="2" y="11">+{top:.2g}</text>'
            f'<text x="2" y="{HIGH - 2}">−{top:.2g}</text><text x="0" y="{HIGH + 14}">x = −6</text>'
            f'<text x="{WIDE}" y="{HIGH + 14}" text-anchor="end">6</text></g></svg>'
        )
