"""Three layers: the product of the slopes, the corners of ReLU, the curve of GELU."""

from __future__ import annotations

import random
from typing import Any

import pytest
from gelu_lab import collapse
from gelu_lab.figures.collapse import compute, corners

import gelu_core as core

LAYERS: dict[str, Any] = {"w1": 2.0, "w2": -1.0, "w3": 3.0}


def state(**wanted: Any) -> dict[str, Any]:
    """A state of the figure; what is not said is as the figure has it."""
    return collapse(**wanted).present


def test_the_layers_of_the_prediction_make_one_line_of_slope_minus_six() -> None:
    for x in (-2, -0.3, 0, 1.7):
        assert collapse(x=x, **LAYERS).values == pytest.approx({"slope": -6, "product": -6, "output": -6 * x})
    assert collapse().sentence == "Three layers, one line: slope 2 · (−1) · 3 = −6, at x = 0 and everywhere else."


def test_relu_keeps_the_slope_at_zero_and_is_flat_beyond_its_corners() -> None:
    assert corners(state(activation="relu")) == [-0.5, 0.5]
    for x, slope, output in ((-1, 0, 3), (-0.25, -6, 1.5), (0, -6, 0), (0.25, -6, -1.5), (1, 0, -3)):
        values = collapse(x=x, activation="relu").values
        assert (values["slope"], values["output"]) == pytest.approx((slope, output))
    assert collapse(activation="relu", x=1).sentence == (
        "With ReLU after layers 1 and 2 the line has corners at x = −0.5 and 0.5: at x = 1 its slope is 0, "
        "without ReLU −6 everywhere."
    )


def test_corners_are_where_the_slope_changes() -> None:
    dice = random.Random(1)
    for _ in range(60):
        layers = {name: dice.uniform(-4, 4) for name in LAYERS}
        found = corners(state(activation="relu", **layers))
        grid = [n / 500 + 1e-4 for n in range(-999, 999)]
        slopes = [compute({**layers, "x": x, "activation": "relu"})["slope"] for x in grid]
        seen = [x for x, one, other in zip(grid, slopes, slopes[1:], strict=False) if one != other]
        inside = [x for x in found if grid[0] < x < grid[-1]]
        # Two corners may fall into one step of the grid.
        assert len(seen) <= len(inside)
        assert all(min(abs(x - each) for each in inside) < 0.003 for x in seen)
        assert all(min(abs(x - each) for each in seen) < 0.003 for x in inside)


@pytest.mark.parametrize(("w2", "count"), [(-2, 2), (0.5, 1), (1, 1), (2, 1)])
def test_the_second_slope_decides_how_many_corners_there_are(w2: float, count: int) -> None:
    assert len(corners(state(activation="relu", w2=w2))) == count


def test_gelu_is_the_composition_of_the_core() -> None:
    x = 0.37
    hidden = 1 - (core.gelu(1 + 2 * x) - 1)
    values = collapse(x=x, activation="gelu").values
    assert values["output"] == pytest.approx(3 * (core.gelu(hidden) - 1), abs=1e-14)
    assert values["slope"] == pytest.approx(-6 * core.gelu_grad(1 + 2 * x) * core.gelu_grad(hidden), abs=1e-14)


@pytest.mark.parametrize("activation", ["none", "relu", "gelu"])
@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_of_slope_zero_stops_everything(activation: str, layer: str) -> None:
    shown = collapse(**{**LAYERS, layer: 0.0}, activation=activation, x=1)
    assert shown.values["slope"] == shown.values["product"] == 0
    assert ("One layer has slope 0" in shown.sentence) == (activation != "none")


@pytest.mark.parametrize(
    ("wanted", "parts"),
    [
        ({"w1": 0.1}, ["no corner in this picture", "slope is −0.3"]),
        ({"w2": 2}, ["a corner at x = −0.25", "slope is 12"]),
        ({"activation": "gelu"}, ["a smooth curve", "slope is −7.23", "without GELU −6"]),
        ({"activation": "none", "w1": -1.25, "x": -0.5}, ["(−1.25) · (−1) · 3 = 3.75", "x = −0.5"]),
    ],
)
def test_the_sentence_names_what_is_seen(wanted: dict[str, Any], parts: list[str]) -> None:
    said = collapse(**{"activation": "relu", **wanted}).sentence
    for part in parts:
        assert part in said


def test_what_would_answer_the_prediction_waits_for_it() -> None:
    html = collapse().html()
    assert html.count("data-after-predict") == 4, "three read-outs and the sentence"
    assert 'class="gl-veil"' in html


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [("w1", 4.5, "from -4 to 4"), ("x", -2.1, "from -2 to 2"), ("activation", "tanh", "'none', 'relu', 'gelu'")],
)
def test_bad_arguments_are_named(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match="collapse") as caught:
        collapse(**{name: value})  # type: ignore[arg-type]
    assert f"{name} = {value!r}" in str(caught.value)
    assert allowed in str(caught.value)
