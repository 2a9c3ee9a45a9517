"""Bricks: the sum by hand, the targets, the best slopes, and searches that keep their promises."""

from __future__ import annotations

import numpy as np
import pytest

import gelu_core as core

TARGETS = ("wave", "bump", "roof")


def mean_square(found: np.ndarray, target: str) -> float:
    return float(np.mean((found - core.brick_target(core.BRICK_POINTS, target)) ** 2))


def test_the_targets_by_hand_all_start_at_0_on_the_left() -> None:
    assert core.brick_target(-1.5, "wave") == 1
    assert core.brick_target([0, 3], "wave") == pytest.approx([0, 0], abs=1e-15)
    assert core.brick_target(1, "bump") == pytest.approx(np.exp(-1))
    assert core.brick_target([-2, -1.5, -0.75, 0, 0.3], "roof") == pytest.approx([0, 0, 0.5, 1, 0.8])
    assert all(abs(float(core.brick_target(-3, target))) < 2e-4 for target in TARGETS)


def test_a_sum_by_hand() -> None:
    two = core.BrickFit(0.0, np.array([2.0, -1.0]), np.array([-2.0, 0.0]), np.array([1.0, 3.0]), 0.5)
    assert core.brick_sum([-1.0, 0.0, 2.0], two, "relu") == pytest.approx([3.5, 0.5, 2.5])
    by_gelu = core.gelu(2.0) + 3 * core.gelu(-2.0) + 0.5
    assert core.brick_sum([2.0], two, "gelu") == pytest.approx([by_gelu])


@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_arms_are_bricks_with_one_first_weight(activation: str) -> None:
    bends, slopes, w1 = np.array([-2.0, 0.5]), np.array([1.5, -3.0]), 2.5
    same = core.BrickFit(0.0, np.full(2, w1), -w1 * bends, slopes / w1, 0.0)
    wanted = core.brick_sum(core.BRICK_POINTS, same, activation)
    assert core.arm_sum(core.BRICK_POINTS, bends, slopes, w1, activation) == pytest.approx(wanted)


@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_the_best_slopes_cannot_be_bettered(activation: str) -> None:
    bends, w1 = [-2.5, -1.0, 1.2], 1.7
    free = core.arm_slopes(bends, w1, activation, "wave", 100)
    columns = core.arm_sum(core.BRICK_POINTS[:, None] - np.zeros(1), [0.0], [1.0], w1, activation)
    assert columns.shape == (121, 1)
    best = mean_square(core.arm_sum(core.BRICK_POINTS, bends, free, w1, activation), "wave")
    for i in range(3):
        for step in (-0.01, 0.01):
            other = free + step * np.eye(3)[i]
            assert mean_square(core.arm_sum(core.BRICK_POINTS, bends, other, w1, activation), "wave") > best
    kept = core.arm_slopes(bends, w1, activation, "wave", 0.7)
    assert np.max(np.abs(kept)) <= 0.7 < np.max(np.abs(free))
    assert mean_square(core.arm_sum(core.BRICK_POINTS, bends, kept, w1, activation), "wave") > best


@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("target", TARGETS)
def test_a_found_network_has_the_error_it_claims_and_keeps_its_weights_small(target: str, activation: str) -> None:
    fit = core.fit_bricks(target, 2, activation, starts=3)
    assert fit.error == pytest.approx(mean_square(core.brick_sum(core.BRICK_POINTS, fit, activation), target))
    assert max(np.max(np.abs(fit.first)), np.max(np.abs(fit.second))) <= core.BRICK_LIMIT
    arms = core.fit_arms(target, 3, activation, 4.0, starts=3)
    found = core.arm_sum(core.BRICK_POINTS, arms.bends, arms.slopes, arms.sharpness, activation)
    assert arms.error == pytest.approx(mean_square(found, target), rel=1e-9, abs=1e-20)
    assert np.max(np.abs(arms.slopes)) <= 4
    assert np.max(np.abs(arms.bends)) <= 3
    assert np.all(np.diff(arms.bends) >= 0)


def test_a_search_gives_the_same_network_each_time_and_a_longer_one_none_worse() -> None:
    first, again = (core.fit_bricks("wave", 2, "relu", starts=3, seed=5) for _ in range(2))
    assert first.error == again.error
    assert core.fit_bricks("wave", 2, "relu", starts=6, seed=5).error <= first.error


def test_what_is_not_allowed_is_refused() -> None:
    with pytest.raises(ValueError, match="target"):
        core.brick_target(0.0, "cat")
    for refuse in (lambda: core.fit_bricks("wave", 1, "tanh"), lambda: core.fit_arms("wave", 1, "tanh", 4.0)):
        with pytest.raises(ValueError, match="activation"):
            refuse()
    with pytest.raises(ValueError, match="count"):
        core.fit_bricks("wave", 17, "relu")
    with pytest.raises(TypeError, match="starts"):
        core.fit_bricks("wave", 1, "relu", starts=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="bends"):
        core.arm_sum([0.0], "no", [1.0], 1.0, "relu")
