"""The figure `mask`: its numbers against NumPy by hand, its sentence, its tables and what it refuses."""

from __future__ import annotations

import base64
import json
import math

import numpy as np
import pytest
from bokeh.embed import json_item
from gelu_lab.figures.mask import DRAWS, SEEDS, mask

import gelu_core as core


def phi(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


@pytest.mark.parametrize("x", [-4.0, -1.0, -0.05, 0.0, 0.3, 2.0, 4.0])
@pytest.mark.parametrize(("seed", "n"), [(1, 1), (3, 37), (8, 100), (5, DRAWS)])
def test_values_by_hand(x: float, seed: int, n: int) -> None:
    values = mask(x, seed, n).values
    noise = np.random.Generator(np.random.PCG64(seed)).standard_normal(DRAWS, dtype=np.float32)[:n]
    passed = np.where(noise.astype(float) <= x, x, 0.0)
    assert values["share"] == np.mean(noise.astype(float) <= x)
    assert values["mean"] == pytest.approx(passed.mean(), abs=1e-12)
    assert values["expected"] == pytest.approx(x * phi(x), abs=1e-14)
    assert values["error"] == values["mean"] - values["expected"]
    assert values["band"] == pytest.approx(abs(x) * math.sqrt(phi(x) * phi(-x) / n), rel=1e-9)
    assert abs(values["error"]) <= 5 * values["band"] + 1e-12


def test_nothing_drawn_has_no_mean() -> None:
    values = mask(x=2, n=0).values
    assert all(math.isnan(values[name]) for name in ("share", "mean", "error", "band"))
    assert values["expected"] == pytest.approx(2 * phi(2))


def test_no_negative_zero() -> None:
    assert math.copysign(1, mask(x=-4, n=10).values["mean"]) == 1


def test_defaults_are_those_of_the_lesson() -> None:
    assert mask().present == {"x": -1.0, "n": 0, "seed": 1, "speed": "normal"}


@pytest.mark.parametrize("seed", SEEDS)
def test_each_seed_travels_as_one_table_of_the_cores_draws(seed: int) -> None:
    fig = mask()
    assert not fig.tables
    assert list(fig.lazy) == [f"seed-{each}" for each in SEEDS]
    table = fig.lazy[f"seed-{seed}"]()
    assert table["dtype"] == "float32"
    assert np.array_equal(np.frombuffer(base64.b64decode(table["data"]), "<f4"), core.gate_noise(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_draw_stands_within_the_plot(seed: int) -> None:
    x_range = mask().plots["main"].x_range
    noise = core.gate_noise(seed)
    assert x_range.start < noise.min()
    assert noise.max() < x_range.end


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("x", 4.1, "a number from -4 to 4"),
        ("x", math.nan, "a number from -4 to 4"),
        ("x", "1", "a number from -4 to 4"),
        ("seed", 0, "a whole number from 1 to 8"),
        ("seed", 9, "a whole number from 1 to 8"),
        ("seed", 1.5, "a whole number from 1 to 8"),
        ("seed", True, "a whole number from 1 to 8"),
        ("n", -1, "a whole number from 0 to 10000"),
        ("n", 10_001, "a whole number from 0 to 10000"),
        ("n", "100", "a whole number from 0 to 10000"),
    ],
)
def test_bad_arguments_are_named(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match="mask") as caught:
        mask(**{name: value})  # type: ignore[arg-type]
    assert f"{name} = {value!r}" in str(caught.value)
    assert allowed in str(caught.value)


@pytest.mark.parametrize(
    ("x", "seed", "n", "sentence"),
    [
        (-1, 1, 0, "At x = −1.00 nothing has been drawn yet: press Play, or Step for a single draw."),
        (0, 1, 0, "At x = 0 nothing has been drawn yet: press Play, or Step for a single draw."),
        (
            -1,
            2,
            100,
            "At x = −1.00, 16 of 100 draws pass: the mean so far is −0.160, expected is −0.159 give or take 0.037.",
        ),
        (
            2,
            3,
            500,
            "At x = 2.00, 492 of 500 draws pass: the mean so far is 1.968, expected is 1.954 give or take 0.013.",
        ),
        (
            1,
            1,
            1,
            "At x = 1.00 the first draw stops: the mean so far is 0.000, expected is 0.841 give or take 0.365.",
        ),
        (
            4,
            1,
            1,
            "At x = 4.00 the first draw passes: the mean so far is 4.000, expected is 4.000 give or take 0.023.",
        ),
        (
            -4,
            2,
            10,
            "At x = −4.00 none of 10 draws passes: the mean so far is 0.0000, expected is −0.0001 give or take 0.0071.",
        ),
        (
            -1,
            2,
            10,
            "At x = −1.00 only 1 of 10 draws passes: the mean so far is −0.100, expected is −0.159 give or take 0.116.",
        ),
        (
            3.95,
            5,
            300,
            "At x = 3.95 all 300 draws pass: the mean so far is 3.950, expected is 3.950 give or take 0.001.",
        ),
        (
            3.9,
            1,
            9000,
            "At x = 3.90 all 9\u202f000 draws pass: the mean so far is 3.9000, expected is 3.8998 give or take 0.0003.",
        ),
        (0, 1, 1, "At x = 0 the first draw stops, but there is nothing to let through: the mean stays 0."),
        (0, 1, 100, "At x = 0, 47 of 100 draws pass, but there is nothing to let through: the mean stays 0."),
        (
            -1,
            1,
            10_000,
            "At x = −1.00, 1\u202f648 of 10\u202f000 draws pass: the mean so far is −0.165, "
            "expected is −0.159 give or take 0.004.",
        ),
    ],
)
def test_the_sentence(x: float, seed: int, n: int, sentence: str) -> None:
    assert mask(x, seed, n).sentence == sentence


def test_the_markup_carries_the_present_state() -> None:
    html = mask(n=100).html()
    for name in ("play", "pause", "step", "hundred", "reset"):
        assert html.count(f'data-action="{name}"') == 1
    for name in ("x", "n", "seed", "speed"):
        assert f'data-control="{name}"' in html
    assert 'data-value="share" data-number="0.15"' in html
    assert 'data-number="NaN"' in mask().html()


def test_plots_share_no_models_between_figures() -> None:
    first, second = mask(), mask()
    for name, plot in first.plots.items():
        assert not {each.id for each in plot.references()} & {each.id for each in second.plots[name].references()}
        json.dumps(json_item(plot), allow_nan=False)
