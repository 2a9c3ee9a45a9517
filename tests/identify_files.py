"""Files of every kind that the command reads and that the page therefore has to read too, and some that neither can."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np

from gelu_core import gelu_tanh

X = np.linspace(-4, 4, 20)
Y = gelu_tanh(X)


def lines(x: Any, y: Any, mark: str = ",") -> str:
    """Pairs as lines, every digit."""
    return "\n".join(f"{float(a)!r}{mark}{float(b)!r}" for a, b in zip(x, y, strict=True))


def saved(array: Any) -> bytes:
    """The array as a NPY file."""
    body = io.BytesIO()
    np.save(body, array)
    return body.getvalue()


def packed(compressed: bool = False, **arrays: Any) -> bytes:
    """The arrays as a NPZ file."""
    body = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(body, **arrays)
    return body.getvalue()


def archive(*names: str) -> bytes:
    """A zip of files that are no arrays."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as book:
        for name in names:
            book.writestr(name, "<sheet/>")
    return body.getvalue()


def texts() -> list[str]:
    """Texts that hold pairs."""
    comma = lines(X, Y, ";").replace(".", ",")
    return [
        lines(X, Y),
        "x,y\n" + lines(X, Y),
        "# a comment\noutput,input\n" + lines(Y, X),
        comma,
        "Input;Output\r\n" + comma,
        lines(X, Y, "\t"),
        lines(X, Y, "   "),
        "\ufeffx,y\n\n" + lines(X, Y).replace("-", "\u2212").replace("e\u2212", "e-"),
        'run,"y",x\n1,0.84,1\n2,"-.15",-1.\n3,nan,+2e0\n4,-inf,Infinity\n',
        "1,2,3\n4,5,6",
        "1 2\n3 4 5\n6,5 7,25",
        ";;\n" + comma + ";\n ; \n;;\n",
        ",\nx,y\n,,,\n" + lines(X, Y) + "\n,\n\t\n",
    ]


def files() -> dict[str, bytes]:
    """Files that hold pairs, by name."""
    sheet = "größe;y\n" + lines(X, Y, ";").replace(".", ",") + ";\n ; \n"
    found = {
        "utf16.csv": sheet.encode("utf-16"),
        "little.csv": b"\xff\xfe" + sheet.encode("utf-16-le"),
        "big.csv": b"\xfe\xff" + sheet.encode("utf-16-be"),
        "mark.csv": sheet.encode("utf-8-sig"),
        "latin.csv": sheet.encode("latin-1"),
        "quotes.txt": b"\x93x\x94;y\n1;0.84\n2;1.95",  # begins like NPY
        "array": saved(np.column_stack([X, Y])),
        "arrays.zip": packed(x=X, y=Y),
        "whole.npy": saved(np.array([[0, 0], [1, 1], [200, 200]], dtype="uint8")),
        "other.npy": saved(np.array([[0, 0], [-7, 0], [200, 200]], dtype="int16")),
    }
    for dtype in ("float16", "float32", "float64", ">f8"):
        x = X.astype(dtype)
        y = gelu_tanh(x)
        pairs = np.column_stack([x, y]).astype(dtype)
        arrays = {"y": y.reshape(4, 5), "x": x.reshape(4, 5), "other": np.zeros(3)}
        found |= {
            f"columns {dtype}.npy": saved(pairs),
            f"rows {dtype}.npy": saved(pairs.T),
            f"fortran {dtype}.npy": saved(np.asfortranarray(pairs)),
            f"arrays {dtype}.npz": packed(**arrays),
            f"packed {dtype}.NPZ": packed(compressed=True, **arrays),
        }
    return found | {f"text {at}.csv": text.encode() for at, text in enumerate(texts())}


def refused() -> dict[str, tuple[bytes, str, int]]:
    """Files that nobody can judge: why, a key of the page's problems, and in which line."""
    pairs = np.column_stack([X, Y])
    return {
        "empty.csv": (b"", "empty", 0),
        "marks.csv": (b";;\n\t\n , \n", "empty", 0),
        "names.csv": (b"x,y\n", "names", 0),
        "column.csv": (b"1\n2\n", "column", 0),
        "missing.csv": (b"1,2\n3\n", "missing", 2),
        "word.csv": (b"x,y\n1,2\n3,four\n", "number", 3),
        "nan.csv": (b"nan,1\nnan,2", "finite", 0),
        "half.csv": (b"\xff\xfe\x00", "unreadable", 0),
        "codes.csv": (bytes(range(256)), "unreadable", 0),
        "text.npy": (b"no array", "numpy", 0),
        "short.npy": (saved(pairs)[:200], "numpy", 0),
        "broken": (b"PK\x03\x04 and nothing more", "numpy", 0),
        "line.npy": (saved(X), "shape", 0),
        "words.npy": (saved(np.array([["a", "b"], ["c", "d"]])), "dtype", 0),
        "one.npz": (packed(x=X), "arrays", 0),
        "none.npz": (packed(), "arrays", 0),
        "lengths.npz": (packed(x=X, y=X[:3]), "lengths", 0),
        "book.xlsx": (archive("sheet1.xml", "sheet2.xml"), "workbook", 0),
    }
