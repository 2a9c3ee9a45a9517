"""The figure `bricks`: corners counted by hand, what was recorded searched for again, and what the prose says of it."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from browser_tools import frames, watched
from gelu_lab.figures._bricks import ERRORS, THREE
from gelu_lab.figures.bricks import MOST, bricks
from playwright.sync_api import Browser

import gelu_core as core


@pytest.mark.parametrize(
    ("corners", "state"),
    [
        (3, {}),
        (2, {"a2": 0.0}),
        (2, {"t1": -3.0}),  # at the edge of the picture nothing is seen to turn
        (2, {"t1": 1.6}),  # two in one place make one
        (1, {"t1": 1.6, "a1": -1.2}),  # or none
        (0, {"a1": 0.0, "a2": 0.0, "a3": 0.0}),
        (0, {"activation": "gelu"}),
    ],
)
def test_corners_by_hand(corners: int, state: dict[str, float]) -> None:
    assert bricks().at(**state).values["corners"] == corners


def test_no_sum_of_three_has_more_than_three_corners() -> None:
    x = np.linspace(-3, 3, 6001)
    dice = np.random.Generator(np.random.PCG64(1))
    fig = bricks()
    for _ in range(20):
        bends, slopes = dice.uniform(-2.9, 2.9, 3), dice.uniform(0.5, 4, 3) * dice.choice([-1, 1], 3)
        state = {f"{name}{i}": float(each[i - 1]) for i in (1, 2, 3) for name, each in (("t", bends), ("a", slopes))}
        counted = fig.at(**state).values["corners"]
        turns = np.abs(np.diff(core.arm_sum(x, bends, slopes, 1.0, "relu"), 2)) > 1e-9
        assert counted <= 3
        assert np.count_nonzero(turns[1:] & ~turns[:-1]) + turns[0] == counted


def test_for_relu_the_first_weight_changes_nothing_and_for_gelu_it_does() -> None:
    assert bricks(w1=7.0).values == pytest.approx(bricks().values)
    smooth = [bricks(w1=w1, activation="gelu").values["mse"] for w1 in (1.0, 2.0, 8.0)]
    assert len(set(smooth)) == 3
    assert smooth[2] == pytest.approx(bricks().values["mse"], rel=0.01), "a sharp GELU is nearly ReLU"


def test_the_error_of_flat_bricks_is_the_mean_square_of_the_target() -> None:
    flat = bricks(a1=0.0, a2=0.0, a3=0.0)
    assert flat.values["mse"] == pytest.approx(0.5 * 120 / 121)
    assert flat.sentence.startswith("All three bricks lie flat: error 0.49587. ")


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({}, "Three ReLU bricks, three corners: error 0.24303. On the wave, 4 ReLU bricks can reach 0.00084; "),
        ({"activation": "gelu"}, "Three GELU bricks, no corner anywhere: error 0.18055. On the wave, "),
        (
            {"t1": -3.0, "n": 1},
            "ReLU bricks, two corners in the picture: error 0.77236. On the wave, 1 ReLU brick can",
        ),
        ({"target": "roof", "n": 3}, "3 ReLU bricks can reach 0; with up to 12 of GELU the search did not."),
    ],
)
def test_the_sentence(state: dict[str, float], sentence: str) -> None:
    assert sentence in bricks().at(**state).sentence


@pytest.mark.parametrize(
    ("target", "activation", "count", "starts"),
    [
        *((target, "relu", n, 30) for target in ("wave", "bump", "roof") for n in (1, 2, 3)),
        *((target, "gelu", 1, 6) for target in ("wave", "bump", "roof")),
    ],
)
def test_the_recorded_errors_are_found_again(target: str, activation: str, count: int, starts: int) -> None:
    found = core.fit_bricks(target, count, activation, starts).error
    assert found == pytest.approx(ERRORS[target, activation][count - 1], rel=0.06, abs=1e-20)


def least_with_pieces(target: str, most: int) -> list[float]:
    """The least mean squared error with 1, 2, ... straight pieces that need not even meet: nothing is searched for."""
    x, y = core.BRICK_POINTS, np.asarray(core.brick_target(core.BRICK_POINTS, target))
    size = len(x)
    one = np.full((size + 1, size + 1), np.inf)
    for i in range(size):
        one[i, i] = 0.0
        for j in range(i + 1, size + 1):
            u, v = x[i:j] - x[i:j].mean(), y[i:j] - y[i:j].mean()
            one[i, j] = v @ v - ((u @ v) ** 2 / (u @ u) if j - i > 1 else 0.0)
    least, found = one[0], [one[0, size] / size]
    for _ in range(most - 1):
        least = np.array([np.min(least[: j + 1] + one[: j + 1, j]) for j in range(size + 1)])
        found.append(least[size] / size)
    return found


@pytest.mark.parametrize("target", ["wave", "bump"])
def test_no_luckier_search_could_save_relu(target: str) -> None:
    bound = least_with_pieces(target, MOST + 1)
    for n, error in enumerate(ERRORS[target, "relu"], 1):
        assert 0.97 * bound[n] <= error <= 3 * bound[n - 1]
    three = core.fit_bricks(target, 3, "gelu", starts=12).error
    assert 10 * max(three, ERRORS[target, "gelu"][2]) < bound[MOST]


def test_every_record_is_whole_and_more_bricks_are_never_worse() -> None:
    assert set(ERRORS) == set(THREE) == {(t, f) for t in ("wave", "bump", "roof") for f in ("relu", "gelu")}
    for errors in ERRORS.values():
        assert len(errors) == MOST
        assert all(after <= before for before, after in pairwise(errors))
        assert all(float(f"{error:.1e}") == error for error in errors)


@pytest.mark.parametrize("which", THREE)
def test_the_best_three_are_as_good_as_a_search_finds_and_stand_in_a_valley(which: tuple[str, str]) -> None:
    target, activation = which
    *numbers, w1 = THREE[which]
    state = dict(zip(("t1", "t2", "t3", "a1", "a2", "a3"), map(float, numbers), strict=True))
    here = bricks(**state, w1=w1, activation=activation, target=target).values["mse"]
    assert here <= 1.001 * core.fit_arms(target, 3, activation, 4.0, starts=4).error + 1e-9
    again = core.arm_slopes(numbers[:3], w1, activation, target, 4.0)
    for name, slope in zip(("a1", "a2", "a3"), again, strict=True):
        assert state[name] == pytest.approx(slope, abs=0.02)


def test_what_the_prose_says_of_the_counts() -> None:
    for target in ("wave", "bump"):
        assert bricks(n=MOST, target=target).values["needed"] == 3
    assert [bricks(n=n, target="roof").values["relu_error"] for n in (2, 3)] == [0.011, 0]
    assert math.isnan(bricks(n=3, target="roof").values["needed"])
    assert [bricks(n=n, target="roof").values["needed"] for n in (1, 2)] == [1, 2]
    assert all(ERRORS["roof", "gelu"][n] < ERRORS["roof", "relu"][n] for n in (0, 1))
    wave = core.fit_bricks("wave", 3, "gelu", starts=8)
    assert wave.error == pytest.approx(ERRORS["wave", "gelu"][2], rel=0.2)
    assert max(*np.abs(wave.first), *np.abs(wave.second)) < 2


def test_the_buttons_lay_the_bricks_as_the_core_would(browser: Browser, tmp_path: Path) -> None:
    page = bricks().save(tmp_path / "bricks.html")
    with watched(browser) as watching:
        figure = watching.open(page.as_uri(), figure="bricks")

        def press(name: str) -> float:
            figure.locator(f'[data-action="{name}"]').click()
            frames(watching.page)
            return float(figure.locator("output[data-value=mse]").get_attribute("data-number") or "nan")

        def choose(name: str, value: str) -> None:
            figure.locator(f'select[data-control="{name}"]').select_option(value)

        def lay(**state: float) -> None:
            for name, value in state.items():
                figure.locator(f'input[type=text][data-control="{name}"]').fill(str(value))

        # Well apart, all in one place, and so close that the best slopes lie at their ends.
        for bends in ((-2.6, -1.0, 1.0), (0.5, 0.5, 0.5), (-1.0, -0.9, -0.8), (3.0, -3.0, 3.0)):
            lay(t1=bends[0], t2=bends[1], t3=bends[2])
            for activation in ("relu", "gelu"):
                choose("activation", activation)
                slopes = core.arm_slopes(bends, 1.0, activation, "wave", 4.0)
                best = bricks().at(
                    **dict(zip(("t1", "t2", "t3"), bends, strict=True)),
                    **dict(zip(("a1", "a2", "a3"), map(float, slopes), strict=True)),
                    activation=activation,
                )
                assert press("slopes") == pytest.approx(best.values["mse"], abs=1e-8)
        assert press("flatten") == pytest.approx(0.5 * 120 / 121)
        choose("target", "roof")
        choose("activation", "relu")
        assert press("best") < 1e-12
        assert figure.locator("output[data-value=corners]").inner_text() == "3"
        watching.clean()
