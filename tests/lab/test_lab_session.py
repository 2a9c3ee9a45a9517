"""One reader of the lab, without a browser: what is told for what is asked, and what can be taken along."""

from __future__ import annotations

import contextlib
import csv
import io
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gelu_lab.lab.runs import Runs
from gelu_lab.lab.session import KEPT, Session

SHORT = {"steps": 300, "pace": 0}


class Reader:
    """A page that asks, and answers each frame."""

    def __init__(self, runs: Runs) -> None:
        self.told: list[dict[str, Any]] = []
        self.session = Session(runs, self.told.append)

    def ask(self, do: str, **more: Any) -> None:
        self.session.hear({"do": do, **more})

    def last(self, kind: str) -> dict[str, Any]:
        return next(each for each in reversed(self.told) if each["kind"] == kind)

    def watch(self, *, until: str = "ended") -> None:
        """Lets time go by until it is told this."""
        end = time.monotonic() + 20
        while not any(each["kind"] == until for each in self.told):
            assert time.monotonic() < end
            self.session.tick()
            self.ask("seen")
            time.sleep(0.002)

    def run(self, **settings: Any) -> int:
        """A whole run; returns its number."""
        self.told.clear()
        self.ask("run", settings={**SHORT, **settings})
        self.watch()
        return int(self.last("ended")["run"])


@pytest.fixture
def reader() -> Iterator[Reader]:
    """One reader."""
    made = Reader(Runs(2))
    yield made
    made.session.close()


def test_what_is_to_be_learnt_can_be_seen_before(reader: Reader) -> None:
    """The same samples as the run's; what is not allowed is told when it is run, not while it is typed."""
    chosen = {"target": "noisy_line", "samples": 20, "seed": 7}
    reader.ask("preview", settings=chosen)
    shown = reader.last("preview")
    assert shown["target"] == "noisy_line"
    reader.run(**chosen)
    started = reader.last("started")
    assert shown["x"].tolist() == started["x"].tolist()
    assert shown["y"].tolist() == started["y"].tolist()
    reader.told.clear()
    for wrong in ({"samples": 0}, {"target": "cosine"}, {"seed": float("nan")}, None):
        reader.ask("preview", settings={**chosen, **wrong} if wrong else {"seed": -1})
    assert reader.told == []


def test_frames_join_to_the_whole_run(reader: Reader) -> None:
    reader.run()
    frames = [each for each in reader.told if each["kind"] in ("frame", "ended")]
    for lane in (0, 1):
        steps = np.concatenate([each["lanes"][lane]["step"] for each in frames])
        assert steps.tolist() == list(range(301))
    assert (frames[-1]["state"], frames[-1]["step"]) == ("done", 300)
    assert not reader.session.watching


def test_nothing_is_sent_before_the_last_frame_was_seen(reader: Reader) -> None:
    reader.ask("run", settings={"steps": 20_000, "pace": 1000})
    for _ in range(50):
        reader.session.tick()
        time.sleep(0.002)
    assert [each["kind"] for each in reader.told] == ["started", "frame"]
    reader.ask("seen")
    reader.session.tick()
    assert [each["kind"] for each in reader.told] == ["started", "frame", "frame"]
    reader.ask("cancel")
    reader.watch()
    assert reader.last("ended")["state"] == "cancelled"


def test_refusals(reader: Reader) -> None:
    reader.ask("run", settings={"units": 1000})
    told = reader.last("refused")
    assert told["setting"] == "units"
    assert told["text"] == "Units: 1000 is not allowed. Allowed: a whole number from 1 to 128."
    reader.ask("run", settings={"steps": 20_000})
    reader.ask("run", settings=SHORT)
    assert "has not ended" in reader.last("refused")["text"]


@pytest.mark.parametrize(
    "message",
    [None, 3, "run", [], {}, {"do": "explode"}, {"do": None}, {"do": "file", "run": 1}, {"do": "code", "run": "1"},
     {"do": "file", "run": [1], "name": {}}, {"do": "pause"}, {"do": "forget"}, {"do": "cancel", "run": 5}],
)  # fmt: skip
def test_nonsense_is_left_alone(reader: Reader, message: Any) -> None:
    reader.session.hear(message)
    assert reader.told == []


def _csv(body: np.ndarray[Any, Any]) -> dict[str, list[float]]:
    rows = list(csv.DictReader(io.StringIO(body.tobytes().decode())))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


def test_files(reader: Reader) -> None:
    number = reader.run(activations=["silu", "tanh"])
    found = {}
    for name in ("losses", "fit", "arrays"):
        reader.ask("file", run=number, name=name)
        found[name] = reader.last("file")["body"]
    assert reader.last("file")["file"] == f"gelu-lab-run-{number}-arrays.npz"
    losses, fit = _csv(found["losses"]), _csv(found["fit"])
    arrays = np.load(io.BytesIO(found["arrays"].tobytes()))
    for name in ("silu", "tanh"):
        assert losses[f"{name}_loss"] == arrays[f"{name}_loss"].tolist()
        assert losses["step"] == arrays[f"{name}_step"].tolist()
        assert fit[name] == arrays[f"{name}_prediction"].tolist()
        assert arrays[f"{name}_w1"].shape == (16,)
    assert fit["x"] == arrays["x"].tolist()
    off = np.asarray(fit["silu"]) - fit["target"]
    assert np.mean(off**2) == pytest.approx(losses["silu_loss"][-1])


@pytest.mark.parametrize(
    "settings",
    [{"target": "noisy_line", "seed": 7, "units": 5}, {"target": "drawn", "knots": [0.1 * n % 1.3 for n in range(25)]}],
)
def test_the_python_cell_gives_the_same_errors(reader: Reader, settings: dict[str, Any]) -> None:
    number = reader.run(**settings)
    # The end itself brings no frames where all had been seen before.
    frames = [each["lanes"] for each in reader.told if each["kind"] in ("frame", "ended")]
    losses = [np.concatenate([lanes[at]["loss"] for lanes in frames])[-1] for at in (0, 1)]
    reader.ask("code", run=number)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(reader.last("code")["text"], {})
    printed = [line.split() for line in out.getvalue().splitlines()]
    assert [(name, int(steps)) for name, steps, _ in printed] == [("gelu", 300), ("relu", 300)]
    assert [float(loss) for _, _, loss in printed] == losses


def test_only_the_last_runs_are_kept(reader: Reader) -> None:
    numbers = [reader.run(steps=10) for _ in range(KEPT + 2)]
    assert reader.last("started")["gone"] == [numbers[1]]
    reader.told.clear()
    reader.ask("code", run=numbers[0])
    assert reader.told == []
    reader.ask("forget", run=numbers[-1])
    reader.ask("code", run=numbers[-1])
    assert reader.told == []
    reader.ask("code", run=numbers[-2])
    assert reader.told
