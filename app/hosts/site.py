"""The lesson as files: a folder for any static host or a double-click, one file, one figure."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from ..figure import Figure
from . import assets
from .identify_page import identify_page
from .lecture_page import lecture_page
from .lesson_page import lesson_page, not_found_page, predictions
from .page import Inline, Linked, figure_page


def pages(public_url: str = "", reach: str = "", *, live: str = "") -> dict[str, bytes]:
    """Renders the lesson and the pages of the figures, by their path; the server and the export show the same bytes.

    `public_url`: the address at which readers find the lesson, for previews of it elsewhere; `reach`: the address for
    the phones in the room, if it is another one; `live`: the way from the lesson to the live lab, where a server has
    one.
    """
    rendered = {"index.html": lesson_page(Linked("", public_url, live))}
    rendered["lecture.html"] = lecture_page(Linked("", public_url), reach or public_url)
    rendered["identify.html"] = identify_page(Linked("", public_url))
    for name, figure in assets.registry().items():
        prediction = predictions().get(name, "")
        rendered[f"figures/{name}.html"] = figure_page(figure, Linked("../", public_url), prediction=prediction)
    return {path: html.encode() for path, html in rendered.items()}


def export(folder: Path, *, force: bool = False, public_url: str = "") -> Path:
    """Writes the whole site into a folder and returns the folder; `public_url`: the address that it will have.

    With `force` a folder that is not empty will do: files of the site are replaced, nothing else is touched.
    Raises FileExistsError if the folder is not empty, NotADirectoryError if a file is in the way, and other OSErrors
    as they come; no file is ever left half written.
    """
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"{folder} is a file, not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not force:
        raise FileExistsError(f"{folder} is not empty; --force writes into it all the same")
    # The page for wrong addresses is shown at any depth: so it carries its style itself.
    content = {**pages(public_url), "404.html": not_found_page(Inline(), "index.html").encode()}
    content.update({f"assets/{path}": body for path, body in assets.files().items()})

    new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # Everything is written aside first: a full disk shows before the first file of the site is touched.
        stage = Path(tempfile.mkdtemp(prefix=".gelu-lab-", dir=folder))
        try:
            for path, body in content.items():
                (stage / path).parent.mkdir(parents=True, exist_ok=True)
                (stage / path).write_bytes(body)
            for path in content:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                os.replace(stage / path, folder / path)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
    except BaseException:
        if new and not any(folder.iterdir()):
            folder.rmdir()
        raise
    return folder


def export_single(path: Path, *, force: bool = False) -> Path:
    """Writes the whole lesson into one self-contained file and returns its path.

    Raises FileExistsError if there is such a file and not `force`, and other OSErrors as they come.
    """
    if path.exists() and not path.is_dir() and not force:
        raise FileExistsError(f"{path} exists already; --force replaces it")
    return write(path, lesson_page(Inline(stills=True)).encode())


def save(figure: Figure, path: Path) -> Path:
    """Writes one figure with its present state into one self-contained file and returns its path."""
    return write(path, figure_page(figure, Inline()).encode())


def write(path: Path, body: bytes) -> Path:
    """Writes a file whole or not at all."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder, not a file")
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is a device, not a file")  # replacing it would destroy it
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(body)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return path
