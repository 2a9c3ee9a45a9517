"""Inputs and outputs of an activation, read from a file or from standard input: CSV, NPY, NPZ."""

from __future__ import annotations

import csv
import io
import sys
import zlib
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

Pairs: TypeAlias = tuple[NDArray[Any], NDArray[Any]]

_NAMES = {"x": ("x", "input", "inputs", "in"), "y": ("y", "output", "outputs", "out")}
_ARRAYS = (b"\x93NUMPY", b"PK\x03\x04", b"PK\x05\x06")  # how NPY and NPZ begin, whatever the file is called
_LARGEST = 64 * 1024 * 1024  # bytes; what is larger is no sample


class PairsError(ValueError):
    """A file from which no pairs can be read, and why."""


def read_pairs(name: str, x: str = "", y: str = "") -> Pairs:
    """Return the inputs and outputs of a file, two arrays of one length.

    name: a path, or "-" for standard input. Its first bytes tell what it holds: NPY (two columns or two rows), NPZ
    (two arrays) or else CSV (columns parted by comma, semicolon, tab or spaces, with or without names; lines with # and
    lines without anything left out; UTF-8, UTF-16 or Latin-1). x, y: the column's name or place, from 1; if not given
    those called x and y, else the first two.
    Raises PairsError naming the file, the line and what is wrong.
    """
    data = _standard_input() if name == "-" else _file(name)
    suffix = Path(name).suffix.lower()
    name = "standard input" if name == "-" else name
    if data.startswith(_ARRAYS):
        return _numpy(data, name, x, y)
    if suffix in (".npy", ".npz"):
        raise PairsError(f"{name} is no NPY or NPZ file")
    return _csv(_text(data, name), name, x, y)


def _standard_input() -> bytes:
    raw = getattr(sys.stdin, "buffer", None)
    return raw.read(_LARGEST) if raw is not None else sys.stdin.read(_LARGEST).encode()


def _file(name: str) -> bytes:
    path = Path(name)
    try:
        if path.stat().st_size > _LARGEST:
            raise PairsError(f"{name} is larger than {_LARGEST // 2**20} MB: a few hundred pairs are enough")
        return path.read_bytes()
    except OSError as error:
        raise PairsError(f"cannot read {name}: {error.strerror or error}") from None


def _text(data: bytes, name: str) -> str:
    """Text in the encodings that spreadsheets write; what no text can hold is none."""
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        if utf16 or any(byte < 32 and byte not in b"\t\n\r\f\v" for byte in set(data)):
            raise PairsError(f"{name} is neither CSV text nor NPY or NPZ") from None
        return data.decode("latin-1")


def _numpy(data: bytes, name: str, x: str, y: str) -> Pairs:
    try:
        found = np.load(io.BytesIO(data), allow_pickle=False)
        if isinstance(found, np.ndarray):
            return _columns(found, name, x, y)
        arrays = {title: found[title] for title in found.files}
    except (ValueError, EOFError, KeyError, RuntimeError, BadZipFile, zlib.error) as error:
        if isinstance(error, PairsError):
            raise
        why = "it holds Python objects" if "allow_pickle" in str(error) else str(error)
        raise PairsError(f"{name} is no NPY or NPZ file of numbers: {why}") from None
    if not all(isinstance(array, np.ndarray) for array in arrays.values()):
        raise PairsError(f"{name} holds other things than arrays; a workbook has to be saved as CSV first")
    places = _places(list(arrays), name, x, y)
    first, second = (np.ravel(list(arrays.values())[place]) for place in places)
    return _same_length(first, second, name)


def _columns(array: NDArray[Any], name: str, x: str, y: str) -> Pairs:
    if array.ndim != 2 or min(array.shape) < 2:
        raise PairsError(f"{name} must hold two columns or two rows of numbers, not an array of shape {array.shape}")
    if array.shape[1] != 2 and array.shape[0] == 2:
        array = array.T
    places = _places([str(at + 1) for at in range(array.shape[1])], name, x, y)
    return array[:, places[0]], array[:, places[1]]


def _csv(text: str, name: str, x: str, y: str) -> Pairs:
    lines = [
        (at, line)
        for at, line in enumerate(text.splitlines(), 1)
        if line.strip(" \t,;") and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise PairsError(f"{name} holds no numbers")
    mark = next((each for each in (";", "\t", ",") if each in lines[0][1]), None)
    rows = [(at, _cells(line, mark)) for at, line in lines]
    first = rows[0][1]
    titled = any(_number(cell, mark) is None for cell in first)
    titles = [cell.strip() for cell in first] if titled else [str(at + 1) for at in range(len(first))]
    places = _places(titles, name, x, y)
    found: list[list[float]] = []
    for at, cells in rows[1:] if titled else rows:
        pair = []
        for place in places:
            cell = cells[place] if place < len(cells) else ""
            value = _number(cell, mark)
            if value is None:
                raise PairsError(f"{name}, line {at}: {cell.strip()!r} is not a number (column {titles[place]})")
            pair.append(value)
        found.append(pair)
    if not found:
        raise PairsError(f"{name} holds no numbers, only a line of names")
    array = np.array(found)
    return array[:, 0], array[:, 1]


def _cells(line: str, mark: str | None) -> list[str]:
    return next(csv.reader(io.StringIO(line), delimiter=mark)) if mark else line.split()


def _number(cell: str, mark: str | None) -> float | None:
    text = cell.strip().replace("\u2212", "-")
    if mark != ",":
        text = text.replace(",", ".")
    try:
        return float(text)
    except ValueError:
        return None


def _places(titles: list[str], name: str, x: str, y: str) -> tuple[int, int]:
    if len(titles) < 2:
        has = "one column" if titles else "no columns"
        raise PairsError(f"{name} has {has}, needed are two: inputs and outputs")
    lower = [title.lower() for title in titles]
    named = [next((lower.index(each) for each in _NAMES[axis] if each in lower), None) for axis in ("x", "y")]
    usual = named if None not in named else [0, 1]
    return _place(titles, name, x, usual[0]), _place(titles, name, y, usual[1])


def _place(titles: list[str], name: str, wanted: str, usual: int | None) -> int:
    if not wanted:
        assert usual is not None
        return usual
    if wanted in titles:
        return titles.index(wanted)
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(titles):
        return int(wanted) - 1
    raise PairsError(f"{name} has no column {wanted!r}; there are {', '.join(titles)}, or 1 to {len(titles)}")


def _same_length(x: NDArray[Any], y: NDArray[Any], name: str) -> Pairs:
    if len(x) != len(y):
        raise PairsError(f"{name}: {len(x)} inputs and {len(y)} outputs, needed are as many of both")
    return x, y
