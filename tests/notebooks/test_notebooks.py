"""The course notebooks: stored clean, run from top to bottom, each exercise judged and solved."""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import pytest
from jupyter_client import AsyncKernelManager
from nbclient import NotebookClient
from notebook_files import PATHS, clean

SOLUTIONS = next(path for path in PATHS if path.stem == "solutions")
COURSE = [path for path in PATHS if path != SOLUTIONS]
# What is said about each exercise as it is handed out.
SAID = {
    "gelu": "relu: this is ReLU",
    "repaired": "missing-sqrt2: √2 is missing",
    "silu": "relu: this is ReLU",
    "dip": "relu: this is ReLU",
    "mask": "Not yet: 6 of 6 are farther off than chance allows.",
    "draws": "Not yet: too few.",
    "grad": "derivative: this is another slope",
    "newton": "Not yet: up to 0.3 from",
    "edge": "Not yet: the edge is farther left.",
    "tanh": "sigmoid-form: this is the sigmoid form",
    "tail": "erf-cancellation: 1 + erf cancels",
    "constant": "Not yet: 1.4",
    "network": "sign: a sign is wrong",
    "gradient": "Not yet: 96 times the right one.",
    "target": "Not yet: not on this target.",
    "page": "Not yet: a typed number.",
    "answer": "silu: this is SiLU",
}
each_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def cells(path: Path) -> dict[str, Any]:
    """The cells of a notebook by their ids."""
    return {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}


def run(path: Path, folder: Path) -> dict[str, str]:
    """Runs a notebook in a folder; returns what each code cell printed and showed. Fails where a cell does."""
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as place:  # its name has to be short
        # Files instead of ports: two runs at the same time cannot take each other's.
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", connection_file=f"{place}/kernel.json")
        client = NotebookClient(notebook, km=kernel, timeout=60, resources={"metadata": {"path": str(folder)}})
        client.execute(env={**os.environ, "TMPDIR": str(folder)})
    return {cell.id: "\n".join(map(said, cell.outputs)) for cell in notebook.cells if cell.cell_type == "code"}


def said(output: Any) -> str:
    """An output as text; a warning is none that a student should see."""
    if output.output_type == "stream":
        assert output.name == "stdout", output.text
        return str(output.text)
    data = output.data
    return "\n".join(str(data[kind]) for kind in ("text/plain", "text/html", "image/svg+xml") if kind in data)


@each_notebook
def test_stored_clean(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    nbformat.validate(nbformat.reads(text, as_version=4))
    assert text == clean(text), "run `make notebooks`: it removes outputs"
    assert not re.search(r"/home/|/tmp/|/Users/|[A-Z]:\\\\", text), "a path of somebody's machine"


def test_every_exercise_is_judged_and_has_one_solution() -> None:
    exercises = {}
    for path in COURSE:
        mine = {name.removeprefix("exercise-") for name, cell in cells(path).items() if cell.cell_type == "code"}
        mine = {name for name in mine if f"check-{name}" in cells(path)}
        assert 2 <= len(mine) <= 3, path.stem
        headings = [name for name, cell in cells(path).items() if cell.source.startswith("## Exercise ")]
        assert headings == [f"exercise-{number}" for number in range(1, len(mine) + 1)]
        for name in mine:
            exercises[name] = path.stem
    assert set(exercises) == set(SAID)
    solved = cells(SOLUTIONS)
    for kind in ("solution", "check"):
        found = [name.removeprefix(f"{kind}-") for name in solved if name.startswith(f"{kind}-")]
        assert found == list(SAID), "in the order of the course"


def test_who_predicts_does_so_before_the_answer() -> None:
    for path in COURSE:
        order = list(cells(path))
        guesses = [name for name in order if name.startswith("guess-")]
        assert guesses, path.stem
        for guess in guesses:
            assert "**Predict.**" in cells(path)[order[order.index(guess) - 1]].source


def test_no_measured_number_is_typed() -> None:
    """What the cells compute is not claimed in the text between them."""
    allowed = {"0.001", "0.01", "0.044715", "1.702"}
    for path in PATHS:
        for name, cell in cells(path).items():
            if cell.cell_type == "markdown":
                prose = re.sub(r"`[^`]*`", "", cell.source)
                assert set(re.findall(r"\d+\.\d+", prose)) <= allowed, (path.stem, name)


@pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
def test_runs_as_handed_out_and_says_what_is_wrong(path: Path, tmp_path: Path) -> None:
    shown = run(path, tmp_path)
    for name, text in shown.items():
        exercise = name.removeprefix("check-")
        if name != exercise:
            assert SAID[exercise] in text, text
            assert "Right." not in text
    assert sum("<iframe" in text for text in shown.values()) >= 1, "a figure where it helps"


def test_every_solution_is_right(tmp_path: Path) -> None:
    shown = run(SOLUTIONS, tmp_path)
    for name in SAID:
        text = shown[f"check-{name}"]
        assert re.search(r"^(This is \w+\.|.*\n*Right\.)$", text, flags=re.MULTILINE), text
        assert "not" not in text.lower().partition("mistake")[0], text
