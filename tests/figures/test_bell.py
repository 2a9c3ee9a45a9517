"""The figure `bell`: its numbers by hand, its sentence, its three panels over one x axis."""

from __future__ import annotations

import math

import pytest
from gelu_lab.figures.bell import bell


def phi(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def density(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


@pytest.mark.parametrize("x", [-4.0, -3.0, -1.0, -0.05, 0.0, 0.3, 1.0, 2.0, 3.0, 4.0])
def test_values_by_hand(x: float) -> None:
    values = bell(x).values
    assert values["density"] == pytest.approx(density(x), rel=1e-14)
    assert values["area"] == pytest.approx(phi(x), rel=1e-12)
    assert values["passed"] == pytest.approx(x * phi(x), rel=1e-12, abs=1e-16)
    assert values["relu"] == max(x, 0)
    assert values["slope"] == pytest.approx(phi(x) + x * density(x), rel=1e-10)


@pytest.mark.parametrize("x", [-4.0, -1.3, 0.2, 4.0])
def test_area_height_and_slope_are_one_number(x: float) -> None:
    values = bell(x).values
    assert values["passed"] / x == pytest.approx(values["area"], rel=1e-13)


def test_no_negative_zero() -> None:
    assert math.copysign(1, bell(-0.0).values["passed"]) == 1


@pytest.mark.parametrize(
    ("x", "sentence"),
    [
        (
            1,
            "At x = 1.00, 84.1 % of the bell lies to the left: the gate is 0.841 high, "
            "and the chord from 0 to GELU has the slope 0.841.",
        ),
        (
            -4,
            "At x = −4.00, 0.003 % of the bell lies to the left: the gate is 0.00003 high, "
            "and the chord from 0 to GELU has the slope 0.00003.",
        ),
        (
            4,
            "At x = 4.00, 99.997 % of the bell lies to the left: the gate is 0.99997 high, "
            "and the chord from 0 to GELU has the slope 0.99997.",
        ),
        (
            0,
            "At x = 0 half of the bell lies to the left: the gate is 0.500 high. "
            "The chord has no length left; the tangent has the slope 0.500.",
        ),
    ],
)
def test_the_sentence(x: float, sentence: str) -> None:
    assert bell(x).sentence == sentence


def test_the_panels_stand_exactly_under_one_another() -> None:
    panels = list(bell().plots.values())
    assert [panel.name for panel in panels] == ["density", "gate", "gelu"]
    assert len({(panel.x_range.start, panel.x_range.end) for panel in panels}) == 1
    assert len({(panel.min_border_left, panel.min_border_right) for panel in panels}) == 1


def test_what_answers_the_prediction_waits() -> None:
    html = bell().html()
    for slot in ("gate", "gelu"):
        assert f'data-slot="{slot}" data-after-predict' in html
    assert 'data-slot="density" data-after-predict' not in html


@pytest.mark.parametrize("x", [4.01, -4.01, math.nan, "1"])
def test_bad_arguments_are_named(x: object) -> None:
    with pytest.raises(ValueError, match=r"bell: x = .*a number from -4 to 4"):
        bell(x)  # type: ignore[arg-type]
