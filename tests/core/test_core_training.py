"""The network's gradient is exact, Adam is Adam, a training gives its frames and never raises on the way."""

from __future__ import annotations

import json
import math
import warnings
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from frameworks.adam import LEARNING_RATE, START, slope

from gelu_core import Adam, Network, gelu, relu, silu, tanh, train, training_data

ACTIVATIONS = {"gelu": gelu, "relu": relu, "silu": silu, "tanh": tanh}
RECORDED = json.loads((Path(__file__).parent.parent / "frameworks" / "outputs.json").read_text(encoding="utf-8"))
X, Y = training_data("sine", 41)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_a_network_is_a_sum_of_bricks(activation: str) -> None:
    net = Network(5, activation, seed=3)
    w1, b1, w2, b2 = (net.parameters[name] for name in ("w1", "b1", "w2", "b2"))
    assert [each.dtype for each in net.parameters.values()] == [np.float64] * 4
    assert [each.shape for each in net.parameters.values()] == [(5,), (5,), (5,), (1,)]
    f = ACTIVATIONS[activation]
    expected = [sum(w2[i] * f(w1[i] * x + b1[i]) for i in range(5)) + b2[0] for x in X]
    np.testing.assert_allclose(net.predict(X), expected, rtol=1e-12, atol=1e-14)
    assert net.predict(0.5).shape == ()
    assert net.predict([[0.5, 1], [2, 3]]).shape == (2, 2)


@pytest.mark.parametrize(("activation", "units"), [*product(ACTIVATIONS, (1, 4))])
def test_the_gradient_agrees_with_finite_differences(activation: str, units: int) -> None:
    net = Network(units, activation, seed=2)
    loss, gradient = net.loss_and_gradient(X, Y)
    assert loss == pytest.approx(np.mean((net.predict(X) - Y) ** 2), rel=1e-13)
    assert gradient.keys() == net.parameters.keys()
    step = 1e-6
    for name, values in net.parameters.items():
        for i in range(values.size):
            ends = []
            for way in (step, -step):
                values[i] += way
                ends.append(net.loss_and_gradient(X, Y)[0])
                values[i] -= way
            assert gradient[name][i] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-6, abs=1e-8), name


def test_parameters_may_be_given() -> None:
    net = Network(1, "relu")
    net.parameters.update(w1=np.array([2.0]), b1=np.array([-1.0]), w2=np.array([3.0]), b2=np.array([0.5]))
    assert net.predict([1.0, 0.0]).tolist() == [3.5, 0.5]
    loss, gradient = net.loss_and_gradient([1.0], [3.0])
    assert (loss, {name: each.tolist() for name, each in gradient.items()}) == (
        0.25,
        {"w1": [3.0], "b1": [3.0], "w2": [1.0], "b2": [1.0]},
    )


def test_the_start_hangs_on_the_seed_alone() -> None:
    starts = [Network(8, activation, seed=7).parameters for activation in ACTIVATIONS]
    for name in ("w1", "b1", "w2", "b2"):
        assert all((start[name] == starts[0][name]).all() for start in starts)
    assert (Network(8, seed=8).parameters["w1"] != starts[0]["w1"]).all()
    wide = Network(4096).parameters
    assert 0.99 < np.abs(wide["w1"]).max() < 1
    assert 0.015 < np.abs(wide["w2"]).max() < 1 / 64


def test_adam_by_hand() -> None:
    # With a gradient g from the start m/(1 − β₁) = g and √(v/(1 − β₂)) = |g|: each parameter moves by η at first.
    theta = np.array([1.0, 2.0])
    adam = Adam(2, 0.1)
    adam.step(theta, np.array([3.0, -0.002]))
    np.testing.assert_allclose(theta, [1 - 0.1 * 3 / (3 + 1e-8), 2 + 0.1 * 0.002 / (0.002 + 1e-8)], rtol=1e-15)
    # Then a gradient of 1 and 0: m = 0.9·0.3 + 0.1 and 0.9·(−0.0002), v = 0.999·0.009 + 0.001 and 0.999·4e-9.
    before = theta.copy()
    adam.step(theta, np.array([1.0, 0.0]))
    mean = np.array([0.37, -0.00018]) / (1 - 0.81)
    root = np.sqrt(np.array([0.009991, 3.996e-9]) / (1 - 0.999**2))
    np.testing.assert_allclose(theta, before - 0.1 * mean / (root + 1e-8), rtol=1e-14)


def test_adam_is_torchs() -> None:
    theta = np.array(START)
    adam = Adam(2, LEARNING_RATE)
    for expected in RECORDED["adam"]:
        adam.step(theta, np.array(slope(theta.tolist())))
        np.testing.assert_allclose(theta, expected, rtol=1e-13)


def test_the_first_frame_is_the_start_and_the_last_is_at_steps() -> None:
    frames = list(train(X, Y, units=6, steps=25, every=10, seed=4))
    assert [frame.step for frame in frames] == [0, 10, 20, 25]
    start = Network(6, seed=4)
    np.testing.assert_array_equal(frames[0].prediction, start.predict(X))
    for frame in frames:
        assert frame.loss == pytest.approx(np.mean((frame.prediction - Y) ** 2), rel=1e-13)
        np.testing.assert_array_equal(frame.network.predict(X), frame.prediction)
        assert frame.prediction.dtype == np.float64
        assert not frame.diverged
    assert [frame.step for frame in train(X, Y, steps=0)] == [0]


def test_a_frame_shows_the_network_after_so_many_steps_of_adam() -> None:
    net = Network(3, "silu", seed=1)
    flat = net.flat
    adam = Adam(flat.size, 0.03)
    for _ in range(7):
        net.flat = flat
        adam.step(flat, np.concatenate([*net.loss_and_gradient(X, Y)[1].values()]))
    *_, last = train(X, Y, units=3, activation="silu", steps=7, learning_rate=0.03, seed=1)
    np.testing.assert_allclose(last.network.flat, flat, rtol=1e-12)


def test_the_same_arguments_give_the_same_frames() -> None:
    one, other = (list(train(X, Y, units=5, steps=40, seed=9)) for _ in range(2))
    for a, b in zip(one, other, strict=True):
        assert (a.loss, a.dead, a.nearly_dead) == (b.loss, b.dead, b.nearly_dead)
        np.testing.assert_array_equal(a.prediction, b.prediction)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_training_lowers_the_error(activation: str) -> None:
    frames = list(train(X, Y, activation=activation, steps=2000, every=2000))
    assert frames[-1].loss < 0.05 * frames[0].loss


def test_dead_units() -> None:
    # For x in [1, 2] the first unit is negative everywhere, the second passes, the third is where GELU is flat, at −5.
    x = np.linspace(1, 2, 11)
    shares = {}
    for activation in ACTIVATIONS:
        net = Network(3, activation)
        net.parameters.update(w1=np.array([-1.0, 1.0, 0.0]), b1=np.array([0.0, 0.0, -5.0]))
        shares[activation] = net.dead_shares(x)
    assert shares == {"relu": (2 / 3, 2 / 3), "gelu": (0, 1 / 3), "silu": (0, 0), "tanh": (0, 1 / 3)}
    for frame in train(x, -x, units=64, activation="relu", steps=300, every=100):
        assert (frame.dead, frame.nearly_dead) == frame.network.dead_shares(x)
    assert frame.dead > 0


def test_a_run_that_diverges_ends_and_says_so() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        frames = list(train(X, 1e200 * Y, steps=100))
        assert [frame.step for frame in frames] == [0]
        assert frames[0].diverged
        assert not math.isfinite(frames[0].loss)
        frames = list(train(X, Y, steps=400, learning_rate=1e160, every=1))
    assert frames[-1].diverged
    assert 0 < frames[-1].step < 400
    assert not any(frame.diverged for frame in frames[:-1])


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("units", {"units": 0}, "1 to 4096"),
    ("units", {"units": 4097}, "1 to 4096"),
    ("units", {"units": 2.5}, "1 to 4096"),
    ("units", {"units": True}, "1 to 4096"),
    ("activation", {"activation": "swish"}, "'gelu', 'relu', 'silu' or 'tanh'"),
    ("activation", {"activation": None}, "'gelu', 'relu', 'silu' or 'tanh'"),
    ("steps", {"steps": -1}, "0 to 1000000"),
    ("steps", {"steps": 10**7}, "0 to 1000000"),
    ("steps", {"steps": "10"}, "0 to 1000000"),
    ("learning_rate", {"learning_rate": 0}, "above 0"),
    ("learning_rate", {"learning_rate": -0.1}, "above 0"),
    ("learning_rate", {"learning_rate": math.nan}, "above 0"),
    ("learning_rate", {"learning_rate": math.inf}, "above 0"),
    ("learning_rate", {"learning_rate": "fast"}, "above 0"),
    ("learning_rate", {"learning_rate": [0.1]}, "above 0"),
    ("seed", {"seed": -1}, "0 to 4294967295"),
    ("seed", {"seed": 1.0}, "0 to 4294967295"),
    ("every", {"every": 0}, "1 to 1000000"),
    ("x", {"x": [[1.0], [2.0]]}, "list"),
    ("x", {"x": []}, "one number or more"),
    ("x", {"x": ["a"]}, "real"),
    ("x", {"x": 1.0}, "list"),
    ("x", {"x": [1.0, math.nan]}, "finite numbers, not nan at place 1"),
    ("y", {"y": [1.0]}, "as many numbers as x (2), not 1"),
    ("y", {"y": [1.0, math.inf]}, "finite numbers, not inf at place 1"),
    ("y", {"y": [1j, 1]}, "real"),
]


@pytest.mark.parametrize(("name", "wrong", "allowed"), WRONG)
def test_bad_arguments_are_named_at_once(name: str, wrong: dict[str, Any], allowed: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name} must ") as caught:
        train(**{"x": [0.0, 1.0], "y": [0.0, 1.0]} | wrong)
    assert allowed in str(caught.value)


def test_targets() -> None:
    for target, places in {
        "sine": {-1: -1, 3: -1},
        "step": {-1: 0, 0: 1},
        "bump": {0: 1},
        "abs": {-3: 2, 0: -1},
    }.items():
        x, y = training_data(target, 7)
        assert x.tolist() == [-3, -2, -1, 0, 1, 2, 3]
        for at, value in places.items():
            assert y[x == at][0] == pytest.approx(value, abs=1e-12)
    x, y = training_data("noisy_line", 10_000, seed=1)
    assert np.std(y - x / 2) == pytest.approx(0.3, abs=0.01)
    assert (y != training_data("noisy_line", 10_000, seed=2)[1]).all()
    with pytest.raises(ValueError, match="target must be 'sine'"):
        training_data("wave")
