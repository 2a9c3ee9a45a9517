"""Numbers of every kind for which the browser has to say what `gelu_core.identify` says."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from frameworks.gelus import RECORDS

from gelu_core import FRAMEWORK_FORMS, gelu, gelu_sigmoid, gelu_tanh, identify, leaky_relu, relu, round_bfloat16, silu

FORMS: dict[str, Callable[[Any], Any]] = {
    "exact": gelu,
    "tanh": gelu_tanh,
    "sigmoid": gelu_sigmoid,
    "exact-clipped-10": lambda x: np.minimum(gelu(x), 10),
    "relu": relu,
    "silu": silu,
}
SEED = 20261130


def as_printed(values: Any, layout: str) -> Any:
    """Numbers as they are read again from what a program prints: by a format, or as "torch" or "numpy" choose one."""
    values = np.asarray(values, dtype=float)
    if layout in ("torch", "numpy"):
        size = np.abs(values[values != 0])
        small = size.size > 0 and (size.max() > 1000 * size.min() or size.min() < 1e-4)
        layout = f".{4 if layout == 'torch' else 8}{'e' if small else 'f'}"
    return np.array([float(format(each, layout)) for each in values])


@cache
def cases() -> dict[str, tuple[Any, Any]]:
    """Inputs and outputs by a name that says what they are."""
    found: dict[str, tuple[Any, Any]] = {
        f"{each['library']} {each['name']} {each['dtype']}": (each["x"], each["y"])
        for each in json.loads(Path(RECORDS).read_text(encoding="utf-8"))
    }
    rng = np.random.default_rng(SEED)
    places = {
        "a line": np.linspace(-4, 4, 20),
        "a line beyond 10": np.append(np.linspace(-4, 4, 20), [-6, 12]),
        "the left": np.linspace(-12, -3, 15),
        "the right": np.linspace(5, 9.75, 9),
        "drawn": rng.normal(0, 2, 50),
        "far": np.array([-300.0, -40.0, -20.0, -9.0, 9.0, 20.0, 40.0, 3e4]),
        "halves": np.arange(-12, 13) / 2,
        "tiny": np.array([-1e-3, -1e-8, 1e-20, 1e-5, 0.01]),
    }
    for place, x in places.items():
        for name, form in FORMS.items():
            for dtype in ("float64", "float32", "float16"):
                narrow = x.astype(dtype)
                found[f"{name} of {place} in {dtype}"] = (narrow, form(narrow))
            short = round_bfloat16(x)
            found[f"{name} of {place} in bfloat16"] = (short, round_bfloat16(form(short.astype(float))))
            for decimals in (2, 4, 6):
                found[f"{name} of {place}, {decimals} decimals"] = (x, np.round(form(x), decimals))
            for layout in ("%.4g", "%.6g", "%.9g"):
                found[f"{name} of {place}, {layout}"] = (x, [float(layout % each) for each in form(x)])
            found[f"{name} of {place} in float16, 4 decimals"] = (
                x,
                np.round(form(x.astype("float16")).astype(float), 4),
            )
            found[f"{name} of {place} with noise"] = (x, form(x) + rng.normal(0, 1e-3, len(x)))
            for wrong, said in ((np.nan, "nan"), (np.inf, "inf"), (form(x[2]) + 0.01, "an outlier")):
                found[f"{name} of {place} with {said}"] = (x, np.where(np.arange(len(x)) == 2, wrong, form(x)))
        for spelling in FRAMEWORK_FORMS.values():
            for dtype in ("float64", "float32", "float16"):
                found[f"{spelling.name} of {place} in {dtype}"] = (x.astype(dtype), spelling(x.astype(dtype)))
    for place in ("a line", "a line beyond 10", "drawn", "far"):
        x = places[place]
        for name, form in FORMS.items():
            for layout in ("torch", "numpy", ".2f", ".3f", ".4f", ".6f", ".6g", ".3g"):
                found[f"{name} of {place}, both {layout}"] = (as_printed(x, layout), as_printed(form(x), layout))
            noise = rng.normal(0, 1e-3, len(x))
            found[f"{name} of {place} with noise, both .4f"] = (
                as_printed(x, ".4f"),
                as_printed(form(x) + noise, ".4f"),
            )
            found[f"{name} of {place}, .5f and .6f"] = (as_printed(x, ".5f"), as_printed(form(x), ".6f"))
    x = places["a line"]
    y = gelu(x)
    wrong, hole, coarse = y.copy(), y.copy(), np.array([float(f"{each:.6g}") for each in y])
    wrong[7] += 1e-4
    hole[3] = np.nan
    coarse[7] += 1e-4
    short = gelu_tanh(x.astype("float32"))
    fine, powers = np.geomspace(1e-10, 100, 20_000), np.array([float(f"1e{each}") for each in range(-9, 2)])
    found |= {
        "float32 as text": (x.astype("float32"), [float(str(each)) for each in short]),
        "right to eight digits by chance": ([1.0], [0.841192]),
        "powers of ten in few digits": (np.interp(powers, gelu(fine), fine), powers),
        "%.5e": (x, [float(f"{each:.5e}") for each in y]),
        "%.12g": (x, [float(f"{each:.12g}") for each in y]),
        "one wrong number in six digits": (x, coarse),
        "twice GELU": (x, 2 * y),
        "GELU clipped at 3": (x, np.minimum(y, 3)),
        "softplus": (x, np.logaddexp(0, x)),
        "two values": (x, np.where(x > 0, 1.0, 0.5)),
        "nothing but zeros": (np.zeros(5), np.zeros(5)),
        "one number": ([1.0], [gelu(1.0)]),
        "one rough number": ([1.0], [0.84]),
        "twice the same": ([1.0, 1.0, -2.0], gelu(np.array([1.0, 1.0, -2.0]))),
        "twice, and it differs": ([1.0, 1.0], [gelu(1.0), gelu_tanh(1.0)]),
        "negative only": (x[x < 0], y[x < 0]),
        "one wrong number": (x, wrong),
        "nan among the outputs": (x, hole),
        "nan and infinity among the inputs": ([*x, np.nan, np.inf], [*y, 0.0, np.inf]),
        "infinite outputs": ([1.0, 2.0], [np.inf, -np.inf]),
        "another function": (x, 0.7 * x),
        "leaky ReLU": (x, leaky_relu(x)),
        "the other sign": (x, -y),
        "a forgotten root": (x, x * (gelu(np.sqrt(2) * x) / np.where(x == 0, 1, np.sqrt(2) * x))),
        "shifted": (x, y + 1e-3),
        "tenths in bfloat16": (np.arange(-30, 31) / 10, np.round(round_bfloat16(gelu(np.arange(-30, 31) / 10)), 3)),
        "three in few decimals": ([-0.58, -1.2, 0.35], [-0.16, -0.14, 0.23]),
        "two in six digits": ([0.14173, -2.11765], [0.0788521, -0.0362169]),
        "rounded first": (np.round(places["drawn"], 3), np.round(gelu_tanh(np.round(places["drawn"], 3)), 3)),
        "where ReLU bends": ([0.0, -0.0, 1.23457, -2.34568], [4e-6, 0.0, 1.234567, 0.0]),
        "both printed, nan": ([0.1234, 1.2345, -0.4567], [0.0678, np.nan, -0.148]),
        "huge": ([-1e300, 1e300, 1e38], [0.0, 1e300, 1e38]),
    }
    return {name: (np.asarray(a, dtype=float), np.asarray(b, dtype=float)) for name, (a, b) in found.items()}


def as_text(values: Any) -> list[str]:
    """Numbers as text, since JSON has neither nan nor infinity; JavaScript's Number reads it back."""
    return [repr(float(each)).replace("nan", "NaN").replace("inf", "Infinity") for each in values]


def judged(x: Any, y: Any) -> dict[str, Any]:
    """What Python says, in plain numbers; deviations as text, infinite ones too."""
    found = identify(x, y)
    candidates = [
        {"name": each.name, "deviation": as_text([each.deviation])[0], "excess": as_text([each.excess])[0]}
        for each in found.candidates
    ]
    return {**found.as_dict(), "candidates": candidates}
