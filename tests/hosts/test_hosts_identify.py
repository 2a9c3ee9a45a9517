"""gelu-lab identify: files of every kind, exit codes, clear errors."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gelu_lab.__main__ import main

from gelu_core import gelu, gelu_tanh

X = np.linspace(-4, 4, 20)
TANH = gelu_tanh(X)


def rows(x: Any, y: Any, mark: str = ",", comma: bool = False) -> str:
    text = "\n".join(f"{float(a)!r}|{float(b)!r}" for a, b in zip(x, y, strict=True))
    return (text.replace(".", ",") if comma else text).replace("|", mark) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        rows(X, TANH),
        "x,y\n" + rows(X, TANH),
        "# a comment\noutput,input\n" + rows(TANH, X),
        rows(X, TANH, ";", comma=True),
        "Input;Output\r\n" + rows(X, TANH, ";", comma=True),
        rows(X, TANH, "\t"),
        rows(X, TANH, "   "),
        "\ufeffx,y\n" + rows(X, TANH).replace("-", "\u2212").replace("e\u2212", "e-"),
    ],
)
def test_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["identify", str(path)]) == 0
    out, error = capsys.readouterr()
    assert out.startswith("tanh, for certain\n")
    assert error == ""


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1", "utf-8-sig"])
def test_what_spreadsheets_write(tmp_path: Path, capsys: pytest.CaptureFixture[str], encoding: str) -> None:
    text = "größe;y\n" + rows(X, TANH, ";", comma=True) + ";\n ; \n"
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    (tmp_path / "numbers.csv").write_bytes(mark + text.encode(encoding))
    assert main(["identify", str(tmp_path / "numbers.csv"), "--x", "größe"]) == 0
    assert capsys.readouterr().out.startswith("tanh, for certain\n")


def test_numpy_by_its_first_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save(tmp_path / "array.npy", np.column_stack([X, TANH]))
    np.savez(tmp_path / "arrays.npz", x=X, y=TANH)
    for file in (tmp_path / "array.npy", tmp_path / "arrays.npz"):
        other = file.with_suffix("")
        file.rename(other)
        assert main(["identify", str(other)]) == 0
        with other.open("rb") as stream:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
            assert main(["identify", "-"]) == 0
    assert capsys.readouterr().err == ""


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(rows(X, TANH)))
    assert main(["identify", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["best"] == "tanh"


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_numpy_files(tmp_path: Path, capsys: pytest.CaptureFixture[str], dtype: str) -> None:
    x = X.astype(dtype)
    pairs = np.column_stack([x, gelu_tanh(x)])
    for name, array in (("columns", pairs), ("rows", pairs.T)):
        np.save(tmp_path / f"{name}.npy", array)
        assert main(["identify", str(tmp_path / f"{name}.npy"), "--json"]) == 0
    np.savez(tmp_path / "arrays.npz", y=gelu_tanh(x).reshape(4, 5), x=x.reshape(4, 5), other=np.zeros(3))
    assert main(["identify", str(tmp_path / "arrays.npz"), "--json"]) == 0
    for found in capsys.readouterr().out.strip().split("\n}\n"):
        assert '"best": "tanh"' in found
    np.savez(tmp_path / "named.npz", a=x, b=gelu_tanh(x))
    assert main(["identify", str(tmp_path / "named.npz"), "--x", "a", "--y", "2"]) == 0


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "numbers.csv"
    for x, y, code, said in (
        ([*X, 12.0], gelu(np.append(X, 12.0)), 0, "exact, for certain"),
        (X, gelu(X), 1, "exact, but it may be exact-clipped-10: try x = 12"),
        (X, 0.7 * X, 1, "none of these"),
    ):
        path.write_text(rows(x, y))
        assert main(["identify", str(path)]) == code
        assert capsys.readouterr().out.startswith(said)


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_nobody_listens_any_more(tmp_path: Path, arguments: list[str]) -> None:
    for y, code in ((TANH, 0), (0.7 * X, 1)):
        (tmp_path / "numbers.csv").write_text(rows(X, y))
        command = [sys.executable, "-m", "gelu_lab", "identify", "numbers.csv", *arguments]
        reading, writing = os.pipe()
        os.close(reading)
        try:
            done = subprocess.run(
                command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False
            )
        finally:
            os.close(writing)
        assert (done.returncode, done.stderr) == (code, b""), "the verdict's exit code, and no traceback"


def test_inputs_and_outputs_as_pytorch_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(f"{a:.4f}, {b:.4e}" for a, b in zip(X, TANH, strict=True))
    (tmp_path / "numbers.csv").write_text(text)
    assert main(["identify", str(tmp_path / "numbers.csv")]) == 0
    said = "4 decimals in inputs, 5 digits in outputs"
    assert f"tanh, for certain\nexplained by {said}\n" in capsys.readouterr().out
    assert main(["identify", str(tmp_path / "numbers.csv"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["arithmetic"] == said


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("", [], "holds no numbers"),
        ("x,y\n", [], "only a line of names"),
        ("1\n2\n", [], "has one column"),
        ("1,2\n3\n", [], "line 2: '' is not a number (column 2)"),
        ("x,y\n1,2\n3,four\n", [], "line 3: 'four' is not a number (column y)"),
        ("x,y\n1,2\n", ["--x", "z"], "no column 'z'; there are x, y, or 1 to 2"),
        ("1,2\n", ["--y", "3"], "no column '3'"),
        ("nan,1\n", [], "at least one finite number"),
    ],
)
def test_no_usable_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, arguments: list[str], said: str
) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text(text)
    assert main(["identify", str(path), *arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("gelu-lab: error: ")
    assert said in error
    assert error.count("\n") == 1


def test_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.npy").write_text("no array")
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "codes.csv").write_bytes(bytes(range(256)))
    np.save(tmp_path / "line.npy", X)
    np.save(tmp_path / "objects.npy", np.array([{}], dtype=object), allow_pickle=True)
    np.savez(tmp_path / "lengths.npz", x=X, y=X[:3])
    np.savez(tmp_path / "empty.npz")
    with zipfile.ZipFile(tmp_path / "book.xlsx", "w") as book:
        book.writestr("sheet1.xml", "<sheet/>")
        book.writestr("sheet2.xml", "<sheet/>")
    for name, said in (
        ("text.npy", "is no NPY or NPZ file"),
        ("bytes.csv", "is neither CSV text nor NPY or NPZ"),
        ("codes.csv", "is neither CSV text nor NPY or NPZ"),
        ("line.npy", "must hold two columns"),
        ("objects.npy", "it holds Python objects"),
        ("lengths.npz", "20 inputs and 3 outputs"),
        ("empty.npz", "has no columns"),
        ("book.xlsx", "saved as CSV first"),
        ("missing.csv", "cannot read"),
        (".", "cannot read"),
    ):
        assert main(["identify", str(tmp_path / name)]) == 2, name
        error = capsys.readouterr().err
        assert error.startswith("gelu-lab: error: "), name
        assert said in error, name
        assert "pickle" not in error, "no advice to load what may not be loaded"
