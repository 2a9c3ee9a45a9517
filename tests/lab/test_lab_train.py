"""`gelu_lab.train`: the core's training, a bar while it runs, a figure as the result."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import gelu_lab
import numpy as np
import pytest
from gelu_lab.lab import training as module

import gelu_core


@pytest.fixture(scope="module")
def trained() -> Any:
    """A short training."""
    return gelu_lab.train("noisy_line", units=5, activation="silu", steps=1000, learning_rate=0.02, seed=3)


def test_it_is_the_core_s_training(trained: Any) -> None:
    x, y = gelu_core.training_data("noisy_line", seed=3)
    *_, last = gelu_core.train(x, y, 5, "silu", 1000, 0.02, 3)
    assert trained.loss == last.loss == trained.losses[-1]
    assert (trained.steps[0], trained.steps[-1]) == (0, 1000)
    assert len(trained.frames) <= 401
    assert (trained.network.predict(x) == last.prediction).all()
    own = gelu_lab.train(x, y, units=5, activation="silu", steps=1000, learning_rate=0.02, seed=3)
    assert own.loss == trained.loss


def test_the_figure_is_alone_and_says_what_it_shows(trained: Any) -> None:
    html = trained._repr_html_()
    svg = ElementTree.fromstring(html[: html.index("<p>")])
    assert svg.get("role") == "img"
    assert "5 SiLU units after 1\N{NARROW NO-BREAK SPACE}000 steps" in (svg.get("aria-label") or "")
    assert "<script" not in html
    assert html.count("http") == 1, "the name space alone"
    assert len(svg.findall(".//{*}circle")) == 96
    for line in svg.findall(".//{*}polyline"):
        assert "nan" not in (line.get("points") or "")
    assert repr(trained) == f"<Training: {trained.sentence}>"


@pytest.mark.parametrize(
    ("x", "y"),
    [([1.0], [2.0]), ([0, 0, 0], [1, 1, 1]), ([3, -1, 2], [0, 0, 0]), ([1e200, 0], [1e200, 0]), ([0, 1], [1e9, -1e9])],
)
def test_any_samples_give_a_figure(x: list[float], y: list[float]) -> None:
    ElementTree.fromstring(gelu_lab.train(x, y, steps=20).svg())


def test_saved(trained: Any, tmp_path: Path) -> None:
    for name in ("a.svg", "a.html", "a.csv", "a.npz"):
        assert trained.save(tmp_path / name) == tmp_path / name
    rows = list(csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text())))
    assert [float(row["loss"]) for row in rows] == trained.losses.tolist()
    arrays = np.load(tmp_path / "a.npz")
    assert arrays["w1"].tolist() == trained.network.parameters["w1"].tolist()
    assert "<svg" in (tmp_path / "a.html").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=r"must end in .svg, .html, .csv or .npz, not 'a.png'"):
        trained.save(tmp_path / "a.png")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"x": "cosine"}, "^x must be a list of numbers or one of 'sine', .*, not 'cosine'$"),
        ({"x": "sine", "y": [1.0]}, "y must be left out"),
        ({"x": [1.0, 2.0]}, "y must be given"),
        ({"units": 0}, "units"),
        ({"steps": 1.5}, "steps"),
        ({"activation": "swish"}, "activation"),
        ({"learning_rate": 0}, "learning_rate"),
    ],
)
def test_errors_name_the_argument(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gelu_lab.train(**arguments)


def stop_after(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the next training be interrupted by the keyboard."""

    def stopped(*arguments: Any, **settings: Any) -> Any:
        for frame in gelu_core.train(*arguments, **settings):
            if frame.step > step:
                raise KeyboardInterrupt
            yield frame

    monkeypatch.setattr(module, "core_train", stopped)


def test_stopped_by_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(50, monkeypatch)
    assert gelu_lab.train(steps=400).steps[-1] == 50


def test_a_long_training_is_stopped_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not where its last kept frame was, which may be minutes ago."""
    stop_after(110, monkeypatch)
    assert gelu_lab.train(steps=100_000, units=2).steps.tolist() == [0, 25, 50, 75, 100]


def test_a_long_training_keeps_as_few_frames_and_its_end() -> None:
    steps = gelu_lab.train([0.0, 1.0], [0.0, 1.0], units=1, steps=10_410).steps.tolist()
    assert steps == [*range(0, 10_410, 50), 10_410]


def test_the_words_say_that_it_diverged_and_tiny_errors_as_powers_of_ten() -> None:
    lost = gelu_lab.train(learning_rate=1e300)
    assert "mean squared error ∞" in lost.sentence
    assert lost.sentence.endswith("It has diverged: its numbers became infinite.")
    tiny = gelu_lab.train([0, 1, 2, 3], [0, 1, 0, 1], activation="relu", steps=500)
    assert "× 10⁻" in tiny.sentence
    assert ">10⁻⁵<" in tiny.svg()


def test_a_line_in_a_terminal_and_nothing_elsewhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gelu_lab.train(steps=20)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    gelu_lab.train(steps=20)
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("\r0 of 20 steps")
    assert error.endswith("\r\033[K"), "the line is gone at the end"


def test_in_a_notebook() -> None:
    """A bar in the cell while it runs, its place empty afterwards; the result is the figure."""
    from nbclient import NotebookClient
    from nbformat import v4

    cell = v4.new_code_cell("import gelu_lab\ngelu_lab.train(steps=100)")
    book = v4.new_notebook(cells=[cell])
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    bar, result = cell.outputs
    assert bar.data["text/html"] == ""
    assert result.data["text/html"].startswith("<svg")
    assert "<Training: 16 GELU units" in result.data["text/plain"]
