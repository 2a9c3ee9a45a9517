"""Judges the files of the share menu: the state and the values that they tell, each number of a CSV."""

from __future__ import annotations

import io
import json
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from curve_truths import COMMON, CURVES, LOOSE, PLANES

# A state of each figure in which it shows much.
STATES: dict[str, dict[str, Any]] = {
    "gate": {"x": -0.7500001, "hard": True},
    "bell": {"x": 1.3},
    "mask": {"x": -0.5, "n": 1234, "seed": 3},
    "dip": {"x": 1.1, "lift": 0.6, "silu": True},
    "derivative": {"x": -1.3, "mirror": True},
    "family": {"x": 0.7, "s": 0.37, "turn": 40.0},
    "fold": {"w1": 1.1, "w2": -0.4, "b": 0.3},
    "approximations": {"x": 1.7, "cubic": 0.0445, "scale": 1.75, "samples": True},
    "collapse": {"w1": 1.5, "w3": -2.0, "x": 0.4, "activation": "gelu"},
    "depth": {"depth": 3.0, "form": "gelu_sigmoid"},
    "digits": {"x": -12.5, "type": "float32"},
    "ffn": {"width": 1024, "layers": 24},
    "links": {"x": 1.2, "relative": "hard_swish"},
    "mistakes": {"mistake": "mixed", "x": -2.5},
    "newton": {"start": -0.4, "shown": 2},
    "shape": {"x": -1.2, "silu": True, "leaky_relu": True},
    "summary": {"x": -1.4},
    "bricks": {"t1": -2.0, "w1": 2.5, "activation": "gelu", "target": "bump"},
    "training": {"frame": 17.0, "target": "noisy_line", "units": "16", "activation": "silu", "relatives": True},
}


def facts(text: str) -> dict[str, Any]:
    """State and values as a file holds them; JSON has no nan."""
    found = json.loads(text)
    found["values"] = {name: math.nan if value is None else value for name, value in found["values"].items()}
    return dict(found)


def holds(found: dict[str, Any], fig: Any) -> None:
    """Fails unless a file tells the state and the values of this figure."""
    assert found["figure"] == fig.id
    assert found["state"] == fig.present
    assert found["values"] == pytest.approx(fig.values, abs=1e-8, nan_ok=True)


def compare(text: str, fig: Any) -> None:
    """Fails unless each number of a CSV file is the core's."""
    head = [line[2:] for line in text.splitlines() if line.startswith("# ")]
    table = pd.read_csv(io.StringIO(text), comment="#")
    assert fig.title in head[0]
    assert head[1] == fig.sentence
    names = list(table["curve"].unique())
    known = {curve.name for curve in fig.curves}
    assert set(names) <= known
    said = dict(line.split(": ", 1) for line in head if line.split(": ", 1)[0] in known)
    assert said == {name: fig.words["curves"][name] for name in names}, "the header says what each curve is"
    truths = {**COMMON, **CURVES.get(fig.id, {})}
    compared = 0
    for name, rows in table.groupby("curve", sort=False):
        name = str(name)
        if name in PLANES:
            wanted = PLANES[name](rows["x"].to_numpy(), rows["y"].to_numpy(), fig.present)
            assert np.abs(rows["z"] - wanted).max() < 1e-8
        elif name in truths:
            x, y = rows["x"].to_numpy(float), rows["y"].to_numpy(float)
            wanted = np.asarray(truths[name](x, fig.present), dtype=float)
            there = ~np.isnan(y) & ((x != 0) | (name not in ("hard gate", "relu slope")))
            assert there.sum() > 1
            slack = LOOSE.get(fig.id, 0) * np.abs(wanted[there]) + 1e-8
            assert (np.abs(y[there] - wanted[there]) <= slack).all(), name
        else:
            continue
        compared += 1
    assert compared >= min(2, len(names)), names
