"""The lines of Python that a figure gives away, run and held against the figure."""

from __future__ import annotations

import contextlib
import io
import re
from typing import Any

import pytest
from gelu_lab.figure import Figure

# Read-outs that no few lines compute: minutes of searching, recorded.
RECORDED = {"bricks": {"corners", "relu_error", "needed"}}
# What the figure rounds before it shows it: a part of the number, and a fixed amount.
ROUNDED = {
    **dict.fromkeys((("depth", name) for name in ("relative", "absolute", "rounding", "growth")), (0.06, 0)),
    **dict.fromkeys((("approximations", name) for name in ("tanh_steps", "sigmoid_steps")), (0.005, 0.0006)),
    ("ffn", "sd"): (0.01, 0),
}


def filled(fig: Figure) -> str:
    """The lines with the present state, as static/js/share_text.js fills them."""
    return re.sub(r"\{(\w+)\}", lambda slot: str(fig.present[slot[1]]), fig.numpy)


def computed(code: str) -> dict[str, Any]:
    """What the names stand for when the lines have run; that they print is part of them."""
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "lines", "exec"), names)
    assert printed.getvalue().strip()
    return names


def agrees(fig: Figure, code: str) -> None:
    """Fails unless the lines give the read-outs of a figure."""
    found = computed(code)
    for name, value in fig.values.items():
        if name in RECORDED.get(fig.id, ()):
            assert name not in found
            continue
        relative, absolute = ROUNDED.get((fig.id, name), (0, 1e-8))
        wanted = pytest.approx(value, rel=relative, abs=absolute, nan_ok=True)
        assert float(found[name]) == wanted, (fig.id, fig.present, name)
