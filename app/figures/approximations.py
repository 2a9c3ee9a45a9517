"""The fast forms of GELU: two curves beside it, their errors each on a scale of its own, and what rounding leaves."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import gelu_core as core
from gelu_core.forms import SIGMOID_SCALE, TANH_CUBIC, TANH_SCALE

from .. import draw
from ..figure import Choice, Curve, Figure, Flag, Number, Value
from ..format import decimals, significant
from ..markup import slot
from ..resources import words
from ..table import pack

LOW, HIGH = -4.0, 4.0
EDGES = (LOW - 0.15, HIGH + 0.15)
# All plots have the same room at the sides, so that one x serves them all.
SIDES = (14, 44)
# What counts as x = 0, and as level peaks; static/js/figures/approximations.js has the same.
NEAR, LEVEL = 0.0005, 0.02
SAMPLES = (-3.0, -1.0, 0.0, 1.0, 3.0)
UNITS = {"tanh": 1e4, "sigmoid": 1e2}
DASHES = {"tanh": [7, 6], "sigmoid": [11, 4, 2, 4]}
DTYPES = ("float32", "bfloat16", "float16")
# The steps are drawn as powers of ten.
DECADES: dict[float | str, Any] = {-2: "0.01", 0: "1", 2: "100", 4: "10⁴", 6: "10⁶", 8: "10⁸"}
CURVES = (
    Curve("gelu", "function/exact/y"),
    Curve("tanh form", "function/forms/tanh"),
    Curve("sigmoid form", "function/forms/sigmoid"),
    Curve("tanh error", "tanh/error/y", per=UNITS["tanh"]),
    Curve("sigmoid error", "sigmoid/error/y", per=UNITS["sigmoid"]),
    Curve("tanh steps", "steps/curves/tanh", power="y"),
    Curve("sigmoid steps", "steps/curves/sigmoid", power="y"),
)
NUMPY = """\
import numpy as np
from gelu_core import error_extrema, gelu, spacing
from scipy.special import expit, ndtr

x, cubic, scale = {x}, {cubic}, {scale}
t = abs(x)  # both errors are even, and written so they lose no digits
tanh_error = t * (ndtr(-t) - expit(-2 * np.sqrt(2 / np.pi) * (t + cubic * t**3)))
sigmoid_error = t * (ndtr(-t) - expit(-scale * t))
tanh_max = max(abs(peak.error) for peak in error_extrema("tanh", cubic))
sigmoid_max = max(abs(peak.error) for peak in error_extrema("sigmoid", scale))
step = spacing(gelu(x), "{dtype}")
tanh_steps = abs(tanh_error) / step  # shown with three digits
sigmoid_steps = abs(sigmoid_error) / step
print(tanh_error, sigmoid_error, tanh_max, sigmoid_max, tanh_steps, sigmoid_steps)
"""


def approximations(
    x: float | None = None,
    cubic: float | None = None,
    scale: float | None = None,
    dtype: str | None = None,
    samples: bool | None = None,
) -> Figure:
    """Shows how far the tanh form and the sigmoid form are from GELU.

    `x`: the input, from -4 to 4 (-1 if not given); `cubic`: the weight of x^3 in the tanh form, from 0.0439 to 0.0451
    (the famous 0.044715); `scale`: the factor in the sigmoid form, from 1.66 to 1.88 (the famous 1.702); `dtype`: count
    the errors in steps of "float32", "bfloat16" or "float16"; `samples`: mark the inputs -3, -1, 0, 1 and 3.
    """
    return Figure(
        id="approximations",
        state=(
            Number("x", -1.0, LOW, HIGH, 0.05),
            Number("cubic", TANH_CUBIC, 0.0439, 0.0451, 0.00001, digits=6),
            Number("scale", SIGMOID_SCALE, 1.66, 1.88, 0.001, digits=4),
            Choice("dtype", "bfloat16", DTYPES),
            Flag("samples", False),
        ),
        read_outs=(
            Value("tanh_error", 7, "tanh"),
            Value("sigmoid_error", 5, "sigmoid"),
            Value("tanh_max", 7, "tanh"),
            Value("sigmoid_max", 5, "sigmoid"),
            Value("tanh_steps", 3, "tanh", "short"),
            Value("sigmoid_steps", 3, "sigmoid", "short"),
        ),
        compute=compute,
        describe=describe,
        curves=CURVES,
        numpy=NUMPY,
        drawings={
            "function": _function,
            "dip": _dip,
            "tanh": partial(_error, "tanh", (-9, 9), [-8, -4, 0, 4, 8]),
            "sigmoid": partial(_error, "sigmoid", (-4, 4), [-2, 0, 2], axis=True),
            "steps": _steps,
        },
        stage=slot("function", classes="gl-low")
        + slot("dip", classes="gl-inset")
        + slot("tanh", classes="gl-flat")
        + slot("sigmoid", classes="gl-flat")
        + slot("steps", classes="gl-flat"),
        telling=("best",),
        actions=("largest", "sigmoid_largest", "mirror", "famous", "best"),
        tables={"constants": pack([*_best(), TANH_CUBIC, SIGMOID_SCALE])},
        height=1210,
    ).at(x=x, cubic=cubic, scale=scale, dtype=dtype, samples=samples)


def _best() -> tuple[float, float]:
    best = core.best_constants()
    return best.cubic_for_gelu.constant, best.sigmoid_for_gelu.constant


def _error_of(form: str, x: Any, constant: float) -> Any:
    """The form minus GELU, |x|*(Phi(-|x|) - sigma(-u)): even in x, and nothing of the difference is lost."""
    t = np.abs(np.asarray(x, dtype=float))
    u = 2 * TANH_SCALE * t * (1 + constant * t * t) if form == "tanh" else constant * t
    return t * (core.cdf(-t) - core.sigmoid(-u))


def compute(state: dict[str, Any]) -> dict[str, float]:
    """Both errors at x, the largest of each with the present constant, and both in steps of the number type."""
    x = state["x"]
    tanh, sigmoid = float(_error_of("tanh", x, state["cubic"])), float(_error_of("sigmoid", x, state["scale"]))
    step = float(core.spacing(core.gelu(x), state["dtype"]))
    return {
        "tanh_error": tanh + 0.0,
        "sigmoid_error": sigmoid + 0.0,
        "tanh_max": max(_sizes("tanh", state["cubic"])),
        "sigmoid_max": max(_sizes("sigmoid", state["scale"])),
        "tanh_steps": _rounded(abs(tanh) / step),
        "sigmoid_steps": _rounded(abs(sigmoid) / step),
    }


def _sizes(form: str, constant: float) -> list[float]:
    """How large the error is at each of its turning points."""
    return [abs(extremum.error) for extremum in core.error_extrema(form, constant)]


def _rounded(steps: float) -> float:
    """No more digits than a reader can use: three, and none beyond a thousandth."""
    return significant(steps, 3) if steps >= 1 else float(decimals(steps, 3))


def describe(state: dict[str, Any], values: dict[str, float]) -> str:
    """The picture in words."""
    say = words()["figures"]["approximations"]["sentence"]
    zero = abs(state["x"]) < NEAR
    first = say["zero" if zero else "at"].format(
        x=decimals(state["x"], 2),
        tanh=_phrase(values["tanh_error"], 6, say),
        sigmoid=_phrase(values["sigmoid_error"], 4, say),
    )
    level = [_is_level("tanh", state["cubic"]), _is_level("sigmoid", state["scale"])]
    if any(level):
        return str(f"{first} {say['level_both' if all(level) else 'level_tanh' if level[0] else 'level_sigmoid']}")
    if zero:
        return str(first)
    if values["tanh_steps"] < 1:
        hides = "hides_both" if values["sigmoid_steps"] < 1 else "hides_tanh"
    else:
        hides = "hides_sigmoid" if values["sigmoid_steps"] < 1 else "hides_none"
    name = words()["figures"]["approximations"]["options"]["dtype"][state["dtype"]]
    return f"{first} {say[hides].format(dtype=name)}"


def _phrase(error: float, digits: int, say: dict[str, str]) -> str:
    size = decimals(abs(error), digits)
    if not size.strip("0."):
        return say["right"].format(digits=digits)
    return say["high" if error > 0 else "low"].format(size=size)


def _is_level(form: str, constant: float) -> bool:
    sizes = sorted(_sizes(form, constant), reverse=True)
    return len(sizes) > 1 and sizes[0] - sizes[1] < LEVEL * sizes[0]


def _plot(y: tuple[float, float], y_ticks: list[float], name: str, *, axis: bool) -> Any:
    p = draw.plot(
        EDGES,
        y,
        x_ticks=list(range(-4, 5)),
        y_ticks=y_ticks,
        name=name,
        borders=(4, SIDES[0], 28 if axis else 4, SIDES[1]),
    )
    p.xaxis[0].visible = axis
    draw.curve(p, draw.source("at", x=[], y=[]), "text", line_width=1, line_dash=[3, 3], line_alpha=0.6)
    return p


def _forms(p: Any, x: Any, name: str = "forms") -> None:
    """GELU, and over it the two forms: dashes, so that it is seen between them."""
    exact = core.gelu(x)
    forms = {form: exact + _error_of(form, x, constant) for form, constant in _famous().items()}
    draw.curve(p, draw.source("exact", x=x, y=exact), "passed", line_width=3.5)
    curves = draw.source(name, x=x, **forms)
    for form in ("sigmoid", "tanh"):
        draw.curve(p, curves, form, y=form, line_width=2, line_dash=DASHES[form])


def _famous() -> dict[str, float]:
    return {"tanh": TANH_CUBIC, "sigmoid": SIGMOID_SCALE}


def _function() -> Any:
    labels = words()["figures"]["approximations"]["labels"]
    p = _plot((-0.5, 4.2), [0, 1, 2, 3, 4], "function", axis=False)
    draw.curve(p, draw.source("axis", x=[*EDGES], y=[0, 0]), "edge", line_width=1)
    _forms(p, np.linspace(LOW, HIGH, 321))
    for name, role, at in (("gelu", "passed", 1.18), ("tanh", "tanh", 0.7), ("sigmoid", "sigmoid", 0.22)):
        draw.label(p, HIGH, at, labels[name], role, size="13px", text_align="right", text_font_style="bold")
    return p


def _dip() -> Any:
    labels = words()["figures"]["approximations"]["labels"]
    p = draw.plot(
        (LOW - 0.1, 0.5),
        (-0.185, 0.015),
        x_ticks=[-4, -3, -2, -1, 0],
        y_ticks=[0, -0.1],
        name="dip",
        size="11px",
        borders=(4, 12, 22, 52),
    )
    # It lies over the large picture, whose lines would be read by its axes.
    draw.paint(p, background_fill_color="card")
    draw.title(p, labels["dip"], "muted", size="12px")
    draw.curve(p, draw.source("zero", x=[LOW - 0.1, 0.5], y=[0, 0]), "edge", line_width=1)
    _forms(p, np.linspace(LOW, 0.2, 169))
    draw.marker(p, "point", fill="passed", line="card", size=10)
    return p


def _error(form: str, y: tuple[float, float], y_ticks: list[float], *, axis: bool = False) -> Any:
    """One error curve in its own unit, the level that its largest peak reaches, and the peaks as dots."""
    labels = words()["figures"]["approximations"]["labels"]
    p = _plot(y, y_ticks, form, axis=axis)
    draw.title(p, labels[f"{form}_error"], form)
    draw.curve(p, draw.source("axis", x=[*EDGES], y=[0, 0]), "edge", line_width=1)
    draw.curve(p, draw.source("level", x=[], y=[]), "error", line_width=1.2, line_dash=[2, 4])
    draw.curve(p, draw.source("seen", x=[], y=[]), "text", line_width=1.2, line_dash=[7, 4])
    x = np.linspace(LOW, HIGH, 321)
    error = UNITS[form] * _error_of(form, x, _famous()[form])
    draw.curve(p, draw.source("error", x=x, y=error), form, line_width=2.5)
    peaks = draw.marker(p, "peaks", fill="error", line="card", size=9)
    peaks.data_source.data = {"x": [], "y": []}
    samples = p.scatter(
        "x", "y", source=draw.source("samples", x=[], y=[]), marker="diamond", size=14, level="overlay", line_width=2
    )
    draw.paint(samples.glyph, fill_color="card", line_color="text")
    draw.label(p, LOW, 0, labels["largest"], "error", size="12px", name="level label", y_offset=2)
    for at in range(2):
        looks = {"text_align": "center", "text_font_style": "bold"}
        draw.label(p, 0, 0, "", "error", size="12px", name=f"peak {at}", **looks)
    hidden: dict[str, Any] = {"text_align": "center", "visible": False, **_above(form == "tanh")}
    draw.label(p, 0, 0, "", "text", size="12px", name="seen label", **hidden)
    return p


def _above(above: bool) -> dict[str, Any]:
    """Where a word stands at a line."""
    return {"text_baseline": "bottom", "y_offset": 3} if above else {"text_baseline": "top", "y_offset": -4}


def _steps() -> Any:
    """The errors in steps of the number type, on a logarithmic scale, and where they are less than one step."""
    labels = words()["figures"]["approximations"]["labels"]
    low, high = -3.2, 10.6
    p = _plot((low, high), list(range(-2, 9, 2)), "steps", axis=True)
    p.yaxis[0].major_label_overrides = DECADES
    draw.title(p, labels["steps"], "text").name = "steps title"
    box = draw.source("box", left=[EDGES[0]], right=[EDGES[1]], bottom=[low], top=[0])
    hidden = p.quad("left", "right", "bottom", "top", source=box, line_color=None, fill_alpha=0.15, level="underlay")
    draw.paint(hidden.glyph, fill_color="muted")
    curves = draw.source("curves", x=[], tanh=[], sigmoid=[])
    for form in ("sigmoid", "tanh"):
        draw.curve(p, curves, form, y=form, line_width=2.5, line_dash="solid" if form == "tanh" else [7, 3])
        draw.marker(p, f"{form} point", fill=form, line="card", size=11)
        name = labels["steps_tanh" if form == "tanh" else "steps_sigmoid"]
        draw.label(p, LOW, 0, name, form, size="12px", name=f"{form} label", **_above(form == "sigmoid"))
    hint = draw.label(p, LOW, -2.9, labels["hidden"], "text", size="12px", background_fill_alpha=0.7)
    draw.paint(hint, background_fill_color="card")
    return p
