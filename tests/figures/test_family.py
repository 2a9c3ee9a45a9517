"""The family in Python: its numbers against NumPy, its limits, its sentence, its pictures."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gelu_lab import family
from scipy.special import ndtr

import gelu_core as core

GRID = [(x, s) for x in (-4, -2.5, -0.75, -0.01, 0, 0.3, 1, 4) for s in (0.02, 0.1, 0.5, 1, 1.6, 3, 4)]


@pytest.mark.parametrize(("x", "s"), GRID)
def test_values_are_those_of_the_formula(x: float, s: float) -> None:
    values = family(x=x, s=s).values
    assert values["value"] == pytest.approx(x * ndtr(x / s), rel=1e-13, abs=1e-300)
    assert values["gate"] == pytest.approx(ndtr(x / s), rel=1e-13, abs=1e-300)
    assert values["bottom"] == pytest.approx(values["bottom_x"] * ndtr(values["bottom_x"] / s), rel=1e-13)
    assert math.copysign(1, values["value"]) == 1 or values["value"] < 0, "no negative zero"


@pytest.mark.parametrize("s", [0.02, 0.5, 1, 2.7, 4])
def test_nothing_on_the_slice_is_lower_than_its_lowest_point(s: float) -> None:
    values = family(s=s).values
    t = np.linspace(-4, 4, 4001)
    assert values["bottom"] <= np.min(t * ndtr(t / s)) + 1e-15
    assert values["bottom"] == pytest.approx(np.min(t * ndtr(t / s)), abs=2e-3 * s)


@pytest.mark.parametrize("k", [0.25, 0.5, 2, 4])
@pytest.mark.parametrize(("x", "s"), [(-0.75, 1), (0.6, 0.5), (-0.1, 0.9), (1, 0.2)])
def test_every_slice_is_the_same_curve_in_another_size(x: float, s: float, k: float) -> None:
    one, large = family(x=x, s=s).values, family(x=k * x, s=k * s).values
    assert large["gate"] == pytest.approx(one["gate"], rel=1e-14)
    for name in ("value", "bottom", "bottom_x"):
        assert large[name] == pytest.approx(k * one[name], rel=1e-13)


def test_what_is_not_allowed_is_said() -> None:
    for wrong in (0, 0.01, 4.1, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match=r"family: s = .*, allowed is a number from 0\.02 to 4"):
            family(s=wrong)
    with pytest.raises(ValueError, match=r"family: x = 4\.5, allowed is a number from -4 to 4"):
        family(x=4.5)
    with pytest.raises(ValueError, match=r"family: tilt = 90, allowed is a number from 8 to 70"):
        family().at(tilt=90)


@pytest.mark.parametrize(
    ("x", "s", "said"),
    [
        (
            -0.75,
            1.6,
            "At s = 1.60 the curve is lowest at x = −1.20, where it is −0.27; at x = −0.75 the output is −0.24.",
        ),
        (
            1,
            1,
            "At s = 1.00 this is GELU: it is lowest at x = −0.75, where it is −0.17; at x = 1.00 the output is 0.84.",
        ),
        (
            *(-1, 0.02),
            "At s = 0.02 the curve is almost ReLU: its lowest output, −0.0034, can hardly be seen; at x = −1.00 the "
            "output is 0.",
        ),
        (
            *(0.5, 4),
            "At s = 4.00 the curve is close to x/2 near 0 and lowest far out, at x = −3.01, where it is −0.68; at "
            "x = 0.50 the output is 0.27, half the input is 0.25.",
        ),
        (0, 2, "At s = 2.00 the curve is lowest at x = −1.50, where it is −0.34; at x = 0 the output is 0."),
    ],
)
def test_the_sentence(x: float, s: float, said: str) -> None:
    assert family(x=x, s=s).sentence == said


def test_the_map_has_a_contour_where_the_surface_has_that_height() -> None:
    sources = {model.name: model.data for model in family().plots["map"].references() if hasattr(model, "data")}
    for name, low, high in (("below", -0.6, -0.1), ("above", 0.5, 3.5)):
        x, s = (np.asarray(sources[name][column]) for column in "xy")
        pen = ~np.isnan(x) & (s > 0.3)  # the grid is coarse where the bend is sharp
        heights = core.family(x[pen], s[pen])
        level = 0.1 if name == "below" else 0.5
        assert np.max(np.abs(heights / level - np.round(heights / level))) < 0.03
        assert (np.round(heights.min(), 1), np.round(heights.max(), 1)) == (low, high)


def test_no_curve_leaves_the_frame() -> None:
    for name, plot in family().plots.items():
        low, high = plot.y_range.start, plot.y_range.end
        for model in plot.references():
            for column, values in getattr(model, "data", {}).items():
                if column != "x" and len(values):
                    assert np.nanmin(values) >= low, (name, model.name)
                    assert np.nanmax(values) <= high, (name, model.name)
