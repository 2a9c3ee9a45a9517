"""What is left of a tiny number: four formulas of GELU, their errors, and the digits they get right."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache
from html import escape
from itertools import takewhile
from math import floor, log10
from typing import Any

import numpy as np
from bokeh.models import Plot
from numpy.typing import ArrayLike, NDArray

import gelu_core as core
from gelu_core.exact import gelu_exact

from .. import draw
from ..figure import Choice, Curve, Figure, Number, Value
from ..format import decimals, short
from ..markup import WAITS, slot
from ..resources import words
from ..table import pack

# The knots, each a number that float32 holds exactly. static/js/figures/digits.js has the same.
LOW, HIGH, PER_UNIT = -38.0, 0.0, 8
KNOTS = np.arange(LOW * PER_UNIT, HIGH * PER_UNIT + 1) / PER_UNIT
# As many digits as a number of the type always keeps, about.
DIGITS = {"float64": 16, "float32": 7}
LEFT, RIGHT = -38.9, 0.9


@dataclass(frozen=True)
class Formula:
    """One of the four: how it computes, and how its line looks."""

    function: Callable[[ArrayLike], Any]
    role: str
    dash: tuple[int, ...]
    marker: str


FORMULAS = {
    "one_plus_erf": Formula(core.one_plus_erf, "error", (10, 3, 2, 3), "triangle"),
    "erfc": Formula(core.erfc_form, "gate", (8, 5), "square"),
    "tanh": Formula(core.one_plus_tanh, "tanh", (3, 3), "diamond"),
    "core": Formula(core.gelu, "passed", (), "circle"),
}
CURVES = (
    Curve("1+erf", "main/one_plus_erf/y", power="y"),
    Curve("erfc", "main/erfc/y", power="y"),
    Curve("1+tanh", "main/tanh/y", power="y"),
    Curve("core", "main/core/y", power="y"),
    Curve("half a step", "main/limit/y", power="y"),
)
NUMPY = '''\
import math
from decimal import Decimal

import numpy as np
from gelu_core import erfc_form, gelu, one_plus_erf, one_plus_tanh
from gelu_core.exact import gelu_exact

count = {"float64": 16, "float32": 7}["{type}"]
x = np.{type}(math.floor(8 * {x} + 0.5) / 8)
truth = gelu_exact(float(x))


def right(formula):
    """How many digits agree with the true ones, from the first on."""
    found, wanted = (format(each, f".{count - 1}e").split("e") for each in (Decimal(float(formula(x))), truth))
    agree = [a == b for a, b in zip(found[0], wanted[0]) if b not in "-."] + [False]
    return count if truth == 0 else agree.index(False) if found[1] == wanted[1] else 0


with np.errstate(all="ignore"):
    one_plus_erf, erfc, tanh, core = map(right, (one_plus_erf, erfc_form, one_plus_tanh, gelu))
print(one_plus_erf, erfc, tanh, core)
'''


def digits(x: float | None = None, type: str | None = None) -> Figure:
    """Shows the relative error of four formulas of GELU on the left, and what they print.

    `x`: the input, from -38 to 0, taken to the nearest eighth (-10 if not given); `type`: "float64" or "float32".
    """
    fig = Figure(
        id="digits",
        state=(Number("x", -10.0, LOW, HIGH, 1 / PER_UNIT, digits=3), Choice("type", "float64", tuple(DIGITS))),
        read_outs=tuple(Value(name, 0, each.role, after_predict=True) for name, each in FORMULAS.items()),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={"main": _main},
        stage="",
        actions=("minus_one", "float32_end", "minus_ten", "far"),
        tables={
            "truth": pack(_pieces()),
            "float64": pack([_results("float64")[name] for name in FORMULAS]),
            "float32": pack([_results("float32")[name] for name in FORMULAS], "float32"),
            "errors": pack([_errors(name)[each] for name in DIGITS for each in (*FORMULAS, "limit")], "float32"),
        },
        height=1020,
    ).at(x=x, type=type)
    return replace(fig, stage=slot("main", classes="gl-tall") + '<div class="gl-veil"></div>' + _printed(fig.present))


# -- numbers -----------------------------------------------------------------------------------------------------------


@cache
def _truth() -> tuple[Decimal, ...]:
    """GELU on the knots, with far more digits than any type has."""
    return tuple(gelu_exact(float(x)) for x in KNOTS)


@cache
def _results(type_: str) -> dict[str, NDArray[Any]]:
    """What each formula gives on the knots."""
    x = KNOTS.astype(type_)
    return {name: np.asarray(each.function(x)) for name, each in FORMULAS.items()}


def _log_error(result: float, truth: Decimal) -> float:
    """The common logarithm of the relative error; nan where there is no error at all."""
    error = abs(Decimal(float(result)) - truth)
    return float((error / abs(truth)).log10()) if error and truth else float("nan")


@cache
def _errors(type_: str) -> dict[str, list[float]]:
    """The logarithms of the errors on the knots, and of half a step of the type, the best that can be had."""
    found = {
        name: [_log_error(result, truth) for result, truth in zip(results, _truth(), strict=True)]
        for name, results in _results(type_).items()
    }
    steps = core.spacing(core.gelu(KNOTS), type_)
    found["limit"] = [
        min(0.0, log10(step) - log10(2) - float(abs(truth).log10())) if truth else float("nan")
        for step, truth in zip(steps, _truth(), strict=True)
    ]
    return found


def _scientific(number: Decimal, count: int) -> tuple[str, int]:
    """The significant digits, rounded half-up, and the exponent of the first."""
    rounded = Context(prec=count, rounding=ROUND_HALF_UP).create_decimal(abs(number))
    return "".join(map(str, rounded.as_tuple().digits)).ljust(count, "0"), rounded.adjusted()


@cache
def _pieces() -> NDArray[np.float64]:
    """The truth for the browser, where no number holds 16 digits: the first eight, the other eight, the exponent."""
    rows = [("0" * 16, 0) if not truth else _scientific(truth, DIGITS["float64"]) for truth in _truth()]
    return np.array([[int(text[:8]), int(text[8:]), exponent] for text, exponent in rows], dtype=float).T


def _knot(x: float) -> int:
    return floor((x - LOW) * PER_UNIT + 0.5)


def _true(knot: int, type_: str) -> str:
    """The true value as a program would print it, with as many digits as the type keeps."""
    if not _truth()[knot]:
        return "0.0"
    text, exponent = _scientific(_truth()[knot], DIGITS[type_])
    return f"-{text[0]}.{text[1:]}e{exponent}"


def _print(result: float, type_: str) -> str:
    """A result as a program prints it, with as many digits as the type keeps."""
    if result == 0:
        return "-0.0" if np.signbit(result) else "0.0"
    text, exponent = _scientific(Decimal(float(result)), DIGITS[type_])
    return f"{'-' if result < 0 else ''}{text[0]}.{text[1:]}e{exponent}"


def _right(text: str, truth: str, type_: str) -> int:
    """How many digits agree with the true ones, from the first on; none where the exponents differ."""
    if truth == "0.0":
        return DIGITS[type_]
    (here, *power), (there, *wanted) = text.split("e"), truth.split("e")
    if power != wanted:
        return 0
    pairs = zip(re.sub("[-.]", "", here), re.sub("[-.]", "", there), strict=True)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _printed_by(name: str, state: dict[str, Any]) -> str:
    return _print(_results(state["type"])[name][_knot(state["x"])], state["type"])


def compute(state: dict[str, Any]) -> dict[str, float]:
    """How many digits of each formula are right, of 16 in float64 and of 7 in float32."""
    truth = _true(_knot(state["x"]), state["type"])
    return {name: float(_right(_printed_by(name, state), truth, state["type"])) for name in FORMULAS}


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["digits"]["sentence"]
    knot, type_ = _knot(state["x"]), state["type"]
    truth = _true(knot, type_)
    vanished = float(_printed_by("core", state)) == 0
    form = "zero" if truth == "0.0" else "vanished" if vanished else "point"
    counts = {name: decimals(value, 0) for name, value in values.items()}
    place = short(float(KNOTS[knot]))
    return str(say[form].format(x=place, truth=_spoken(truth), type=type_, all=DIGITS[type_], **counts))


def _spoken(text: str) -> str:
    """A printed number as one reads it: with four decimals, or with a power of ten where those say little."""
    if text == "0.0":
        return "0"
    number, power = text.split("e")
    if int(power) >= -3:
        return decimals(float(text), 4)
    raised = power.translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{decimals(float(number), 2)} × 10{raised}"


# -- the picture -------------------------------------------------------------------------------------------------------


def _printed(state: dict[str, Any]) -> str:
    """What the formulas print, one below the other, the right digits marked."""
    labels = words()["figures"]["digits"]["labels"]
    truth = _true(_knot(state["x"]), state["type"])
    rows = f'<tr><th scope="row">{escape(labels["truth"])}</th><td><b>{truth}</b></td></tr>'
    for name, each in FORMULAS.items():
        text = _printed_by(name, state)
        count = _right(text, truth, state["type"])
        # The sign and the point belong to the digits.
        end = count + text.startswith("-") + (count > 1) if count < DIGITS[state["type"]] else len(text)
        end = end if count else 0
        rows += (
            f'<tr class="gl-role-{each.role}"><th scope="row"><span class="gl-name">{escape(labels[name])}</span></th>'
            f"<td><b>{text[:end]}</b>{text[end:]}</td></tr>"
        )
    heads = "".join(f'<th scope="col">{escape(labels[name])}</th>' for name in ("formula", "prints"))
    return (
        f'<table class="gl-steps gl-printed" aria-label="{escape(labels["table"])}"{WAITS}>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _main() -> Plot:
    labels = words()["figures"]["digits"]["labels"]
    p = draw.plot(
        (LEFT, RIGHT),
        (-19.8, 0.7),
        x_ticks=[-35, -30, -25, -20, -15, -10, -5, 0],
        y_ticks=[0, -4, -8, -12, -16],
        name="main",
        borders=(6, 14, 30, 44),
    )
    p.yaxis[0].major_label_overrides = {0: "1", -4: "10⁻⁴", -8: "10⁻⁸", -12: "10⁻¹²", -16: "10⁻¹⁶"}
    draw.title(p, labels["error"], "muted", size="13px")
    draw.curve(p, draw.source("limit", x=[], y=[]), "muted", line_width=1.5, line_dash=[2, 4])
    for name, each in FORMULAS.items():
        dots = p.scatter(
            "x",
            "y",
            source=draw.source(f"{name} dots", x=[], y=[]),
            size=3,
            marker=each.marker,
            line_color=None,
            fill_alpha=0.55,
        )
        draw.paint(dots.glyph, fill_color=each.role)
    # Where two formulas are equally wrong, the dashes of one let the other through.
    for name in ("tanh", "one_plus_erf", "erfc", "core"):
        each = FORMULAS[name]
        dash: Any = list(each.dash)
        width = 3 if name == "core" else 2.2
        draw.curve(p, draw.source(name, x=[], y=[]), each.role, line_width=width, line_dash=dash)
    draw.curve(p, draw.source("here", x=[], y=[]), "muted", line_width=1.2, level="overlay")
    for name, each in FORMULAS.items():
        mark = p.scatter(
            "x",
            "y",
            source=draw.source(f"{name} here", x=[], y=[]),
            size=10,
            marker=each.marker,
            line_width=1.5,
            level="overlay",
        )
        draw.paint(mark.glyph, fill_color=each.role, line_color="card")
        draw.label(p, 0, 0, labels[name], each.role, size="13px", name=f"{name} label", text_font_style="bold")
    draw.label(p, 0, 0, labels["limit"], "muted", size="13px", name="limit label")
    return p
