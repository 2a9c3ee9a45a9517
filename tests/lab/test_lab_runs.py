"""Runs of many readers: the limits, the queue, pause and cancel, what is left when all have gone."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gelu_lab.lab.runs import BusyError, Run, Runs
from gelu_lab.lab.settings import DRAWN, KNOTS, SettingError, Settings

import gelu_core

SHORT = Settings.checked({"steps": 200, "pace": 0})
LONG = Settings.checked({"steps": 20_000, "pace": 250})  # 80 s, if nobody stops it


def until(holds: Callable[[], Any], seconds: float = 20) -> None:
    """Waits for a condition."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.005)


@pytest.fixture
def runs() -> Iterator[Runs]:
    """Runs of which two go on at a time; nothing is left running."""
    kept = Runs(2)
    yield kept
    for owner in [*"abcdef", *range(20)]:
        kept.close(owner)
    until(lambda: not [each for each in threading.enumerate() if each.name == "gelu-lab training"])


# What may be asked


@pytest.mark.parametrize(
    ("name", "value", "limit"),
    [
        ("units", 0, "1 to 128"),
        ("units", 129, "1 to 128"),
        ("samples", 7, "8 to 512"),
        ("samples", 10**9, "8 to 512"),
        ("steps", 9, "10 to 20\N{NARROW NO-BREAK SPACE}000"),
        ("steps", 20_001, "10 to 20\N{NARROW NO-BREAK SPACE}000"),
        ("steps", 100.5, "10 to 20\N{NARROW NO-BREAK SPACE}000"),
        ("seed", -1, "0 to 9\N{NARROW NO-BREAK SPACE}999"),
        ("rate", 0, "0.00001 to 1"),
        ("rate", 1.1, "0.00001 to 1"),
        ("rate", float("nan"), "0.00001 to 1"),
        ("units", float("inf"), "1 to 128"),
        ("units", "many", "1 to 128"),
        ("units", True, "1 to 128"),
        ("target", "cosine", "sine, step"),
        ("target", ["sine"], "sine, step"),
        ("pace", 17, "250, 1000, 0"),
        ("activations", ["gelu", "swish"], "gelu, relu"),
        ("activations", [], "gelu, relu"),
        ("activations", ["gelu", "relu", "tanh"], "gelu, relu"),
        ("activations", ["gelu", "gelu"], "another activation"),
    ],
)
def test_errors_name_the_limit(name: str, value: Any, limit: str) -> None:
    with pytest.raises(SettingError, match=limit) as caught:
        Settings.checked({name: value})
    first = "second" if value == ["gelu", "gelu"] else "activation"
    assert caught.value.name == (first if name == "activations" else name)


@pytest.mark.parametrize("knots", [[0.0] * (KNOTS - 1), [0.0] * (KNOTS - 1) + [2.5], ["0"] * KNOTS, "0", None])
def test_a_drawing_is_checked_too(knots: Any) -> None:
    with pytest.raises(SettingError, match="25 numbers from -2 to 2"):
        Settings.checked({"target": DRAWN, "knots": knots})


def test_the_ends_of_the_limits_are_allowed() -> None:
    low = Settings.checked({"units": 1, "samples": 8, "steps": 10, "rate": 1e-5, "seed": 0})
    high = Settings.checked({"units": 128, "samples": 512, "steps": 20_000, "rate": 1, "seed": 9999})
    assert (low.every, high.every) == (1, 50)


def test_a_drawn_target_is_straight_between_its_knots() -> None:
    knots = np.round(np.sin(np.arange(KNOTS)), 3)
    x, y = Settings.checked({"target": DRAWN, "knots": knots.tolist(), "samples": 49}).data()
    assert y[::2] == pytest.approx(knots)
    assert y[1::2] == pytest.approx((knots[1:] + knots[:-1]) / 2)
    assert (x[0], x[-1]) == (-3, 3)


# What a run comes to


def test_a_run_is_the_core_s_training(runs: Runs) -> None:
    run = runs.start("a", SHORT)
    assert run.ended.wait(20)
    assert (run.state, run.step, runs.active()) == ("done", 200, 0)
    x, y = gelu_core.training_data("sine", 96, 0)
    for lane in run.lanes:
        frames = list(gelu_core.train(x, y, 16, lane.activation, 200, 0.01, 0, 1))
        assert lane.step == [frame.step for frame in frames]
        assert lane.loss == [frame.loss for frame in frames]
        assert lane.dead == [frame.dead for frame in frames]
        assert (run.fit(lane) == frames[-1].prediction).all()
    first, second = (lane.frame.network for lane in run.lanes if lane.frame)
    assert first.activation != second.activation


def test_a_diverged_run_says_so(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is allowed diverges by itself in so few steps: so its target is out of bounds."""
    monkeypatch.setattr(Settings, "data", lambda _: (np.array([1e200, 0.0]), np.array([1e200, 0.0])))
    run = runs.start("a", SHORT)
    assert run.ended.wait(20)
    assert run.state == "diverged"


def test_a_pace_is_kept(runs: Runs) -> None:
    settings = Settings.checked({"steps": 100, "pace": 250})
    run = runs.start("a", settings)
    assert run.ended.wait(20)
    assert run.seconds > 0.3, "100 steps at 250 a second take 0.4 s"


# Queue


def test_first_come_first_served_and_each_knows_its_place(runs: Runs) -> None:
    running = [runs.start(owner, LONG) for owner in "ab"]
    until(lambda: all(run.state == "running" for run in running))
    waiting = [runs.start(owner, SHORT) for owner in "cde"]
    assert [runs.place(run) for run in [*running, *waiting]] == [None, None, 1, 2, 3]
    runs.cancel(waiting[0])
    assert [runs.place(run) for run in waiting] == [None, 1, 2]
    assert waiting[0].ended.is_set()
    runs.cancel(running[0])
    until(lambda: all(run.state == "done" for run in waiting[1:]))
    assert running[1].state == "running", "the one place that came free served both"


def test_one_run_for_each_owner(runs: Runs) -> None:
    first = runs.start("a", LONG)
    with pytest.raises(BusyError):
        runs.start("a", SHORT)
    runs.cancel(first)
    again = runs.start("a", SHORT)  # at once: it need not wait for the thread of the first
    assert again.ended.wait(20)
    assert (first.state, again.state) == ("cancelled", "done")


def test_twenty_at_once(runs: Runs) -> None:
    started = [runs.start(owner, SHORT) for owner in range(20)]
    most = 0
    while not all(run.ended.is_set() for run in started):
        most = max(most, sum(run.state == "running" for run in started))
        time.sleep(0.001)
    assert {run.state for run in started} == {"done"}
    assert 1 <= most <= 2
    assert runs.active() == 0


# Pause and cancel


def test_a_paused_run_gives_its_place_away(runs: Runs) -> None:
    held = [runs.start(owner, LONG) for owner in "ab"]
    until(lambda: all(run.step > 10 for run in held))
    for run in held:
        runs.pause(run)
    short = runs.start("c", SHORT)
    assert short.ended.wait(20)
    steps = [run.step for run in held]
    assert [run.state for run in held] == ["paused", "paused"]
    runs.resume(held[0])
    until(lambda: held[0].step > steps[0])
    assert held[1].step == steps[1]


def test_paused_and_resumed_in_one_breath(runs: Runs) -> None:
    run = runs.start("a", Settings.checked({"steps": 2000, "pace": 0}))
    for _ in range(200):
        runs.pause(run)
        runs.resume(run)
    assert run.ended.wait(20)
    assert run.lanes[0].step == sorted(set(run.lanes[0].step)), "two threads never drive one run"
    assert (run.state, run.step) == ("done", 2000)


@pytest.mark.parametrize("state", ["waiting", "running", "paused"])
def test_cancel(runs: Runs, state: str) -> None:
    held = [runs.start(owner, LONG) for owner in "ab"]
    until(lambda: all(run.step > 10 for run in held))
    run = runs.start("c", LONG) if state == "waiting" else held[0]
    if state == "paused":
        runs.pause(run)
    assert run.state == state
    runs.cancel(run)
    assert run.ended.wait(2)
    assert run.state == "cancelled"
    assert runs.place(run) is None
    if state != "waiting":
        assert run.lanes[0].frame is not None, "what it has come to stays"
    runs.resume(run)
    runs.cancel(run)
    assert run.state == "cancelled"


def test_closing_ends_what_an_owner_left(runs: Runs) -> None:
    run = runs.start("a", LONG)
    until(lambda: run.step)
    runs.close("a")
    assert run.ended.wait(2)
    runs.close("a")
    runs.close("nobody")
    assert runs.active() == 0


def test_a_failing_run_takes_nobody_along(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Run) -> bool:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(Run, "drive", fail)
        broken = [runs.start(owner, SHORT) for owner in "abc"]
        assert all(run.ended.wait(5) for run in broken)
    good = runs.start("a", SHORT)
    assert good.ended.wait(20)
    assert ({run.state for run in broken}, good.state) == ({"cancelled"}, "done")


# Memory


def test_nothing_keeps_a_run_that_nobody_keeps(runs: Runs) -> None:
    def use(owner: str) -> weakref.ref[Run]:
        run = runs.start(owner, LONG if owner == "d" else SHORT)
        until(lambda: run.step)
        runs.cancel(run)
        assert run.ended.wait(20)
        return weakref.ref(run)

    gone = [use(owner) for owner in "abcd"]
    until(lambda: gc.collect() is not None and not [each for each in gone if each()])


def test_the_time_that_is_left(runs: Runs) -> None:
    run = runs.start("a", LONG)
    until(lambda: run.step > 100)
    assert run.left is not None
    assert 50 < run.left < 120, "20,000 steps at 250 a second"
    runs.pause(run)
    until(lambda: run.step)
    left = run.left
    assert left is not None
    assert run.left == pytest.approx(left, rel=0.2)
