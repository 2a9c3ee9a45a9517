"""Finds what lies in `static`: beside this package in a checkout, inside it when installed."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
STATIC = next(folder for folder in (_HERE / "static", _HERE.parent / "static") if folder.is_dir())


@cache
def text(path: str) -> str:
    """Reads a text file of `static`, by its path there."""
    return (STATIC / path).read_text(encoding="utf-8")


@cache
def words() -> dict[str, Any]:
    """Returns every word of the interface: `static/strings/en.json`."""
    return dict(json.loads(text("strings/en.json")))


@cache
def palette() -> dict[str, tuple[str, str]]:
    """Returns the light and the dark colour of each role, as static/css/palette.css has them."""
    found = re.findall(r"--gl-(\w+): light-dark\((#\w+), (#\w+)\)", text("css/palette.css"))
    return {role: (light, dark) for role, light, dark in found}
