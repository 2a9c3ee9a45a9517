"""The fold in Python: its numbers by hand, its sentence, its contours, what it refuses."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gelu_lab import fold
from gelu_lab.figures.fold import ABOVE, BELOW, _levels

import gelu_core as core


def test_double_weights_leave_the_depth_and_halve_the_distance() -> None:
    one, two = fold().values, fold(w1=1.6, w2=1.2).values
    assert (one["length"], two["length"]) == pytest.approx((1, 2), rel=1e-15)
    assert one["distance"] == pytest.approx(0.751791524693564, rel=1e-14)
    assert two["distance"] == pytest.approx(0.751791524693564 / 2, rel=1e-14)
    assert one["depth"] == two["depth"] == pytest.approx(-0.169971207479903, rel=1e-14)


@pytest.mark.parametrize(("w1", "w2", "b"), [(0.8, 0.6, 0), (-1.5, 2, 0.7), (0.2, -0.1, -0.3), (3, -3, 2)])
def test_the_trough_is_where_the_surface_is_lowest(w1: float, w2: float, b: float) -> None:
    values = fold(w1=w1, w2=w2, b=b).values
    u = np.array([w1, w2]) / math.hypot(w1, w2)
    on_fold = -b / math.hypot(w1, w2) * u
    trough = on_fold - values["distance"] * u
    walk = trough[:, None] + np.linspace(-0.5, 0.5, 2001) * u[:, None]
    heights = core.gelu(w1 * walk[0] + w2 * walk[1] + b)
    assert int(np.argmin(heights)) == 1000
    assert heights[1000] == pytest.approx(values["depth"], rel=1e-12)


def test_without_weights_there_is_no_trough() -> None:
    fig = fold(w1=0, w2=0, b=-0.75)
    assert fig.values["length"] == 0
    assert math.isnan(fig.values["distance"])
    assert math.isnan(fig.values["depth"])
    assert fig.sentence == "With w = 0 and b = −0.75 nothing is folded: the plane lies flat at GELU(−0.75) = −0.170."


@pytest.mark.parametrize(
    ("w1", "w2", "b", "end"),
    [
        (*(0.8, 0.6, 0), "the trough runs 0.752 away from the fold, and its bottom is at −0.170."),
        (
            *(-0.3, 0.1, 0.5),
            "the fold is in the picture, the trough is 2.377 away from it, outside; its bottom is at −0.170.",
        ),
        (
            *(0.3, 0, -1),
            "the trough is in the picture, with its bottom at −0.170; the fold is 2.506 away from it, outside.",
        ),
        (*(0.1, 0, 2), "fold and trough, 7.518 apart, lie outside this part of the plane."),
    ],
)
def test_the_sentence_says_what_is_in_the_picture(w1: float, w2: float, b: float, end: str) -> None:
    assert fold(w1=w1, w2=w2, b=b).sentence.endswith(end)


def test_the_contours_lie_at_their_heights() -> None:
    heights = [level for level in BELOW for _ in range(2)] + list(ABOVE)
    assert core.gelu(_levels()) == pytest.approx(heights, rel=1e-12)


def test_what_is_not_allowed_is_said() -> None:
    with pytest.raises(ValueError, match=r"fold: w1 = 3\.5, allowed is a number from -3 to 3"):
        fold(w1=3.5)
    with pytest.raises(ValueError, match=r"fold: b = nan, allowed is a number from -2 to 2"):
        fold(b=math.nan)
