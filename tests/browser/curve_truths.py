"""What each curve that a figure draws has to hold, by its name in a CSV file: from the core, not the browser."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from gelu_lab.figures import _bricks, _recorded, _training, approximations, digits
from matrix import built

import gelu_core as core

Truth = Callable[[np.ndarray, dict[str, Any]], Any]


def _pulled(x: np.ndarray, s: dict[str, Any]) -> np.ndarray:
    return (1 - s["lift"]) * -0.75 + s["lift"] ** 2 * core.relu(x)


def _along(f: Callable[[Any], Any]) -> Truth:
    return lambda x, s: f(math.hypot(s["w1"], s["w2"]) * x + s["b"])


def _means(x: np.ndarray, s: dict[str, Any]) -> list[float]:
    return [s["x"] * np.mean(core.gate_samples(s["x"], round(n), s["seed"])) for n in x]


def _band(side: int) -> Truth:
    spread = lambda s: abs(s["x"]) * math.sqrt(core.cdf(s["x"]) * core.cdf(-s["x"]))  # noqa: E731
    return lambda n, s: core.gelu(s["x"]) + side * spread(s) / np.sqrt(n)


def _error(form: str, name: str) -> Truth:
    return lambda x, s: approximations._error_of(form, x, s[name])


def _worst(name: str) -> Truth:
    def worst(x: np.ndarray, s: dict[str, Any]) -> list[float]:
        logs = np.array(digits._errors(s["type"])[name])
        near = [logs[max(0, n - 4) : n + 5] for n in range(len(logs))]
        return [10 ** np.nanmax(each) for each in near]

    return worst


def _run(table: dict[Any, Any]) -> Truth:
    return lambda x, s: table[s["dtype"], s["form"]]


def _brick_errors(f: str) -> Truth:
    return lambda x, s: np.maximum(1e-8, _bricks.ERRORS[s["target"], f])


def _runs(s: dict[str, Any]) -> _training.Setup:
    return _training.Setup(s["target"], int(s["units"]), s["seed"], float(s["rate"]))


def _trained(name: str, kept: Any, per: Callable[[dict[str, Any]], float] = lambda s: 1.0) -> Truth:
    at = _training.ACTIVATIONS.index(name)
    return lambda x, s: kept[_runs(s).place][at][[_training.STEPS.index(round(each)) for each in x]] / per(s)


def _fitted(name: str) -> Truth:
    return lambda x, s: _training.network(_runs(s), name, round(s["frame"])).predict(x)


FORMS = {"tanh": "cubic", "sigmoid": "scale"}
COMMON: dict[str, Truth] = {
    "gelu": lambda x, s: core.gelu(x),
    "relu": lambda x, s: core.relu(x),
    "share": lambda x, s: core.cdf(x),
    "area": lambda x, s: core.cdf(x),
    "bell": lambda x, s: core.pdf(x),
    "slope": lambda x, s: core.gelu_grad(x),
    "silu": lambda x, s: core.silu(x),
    "leaky_relu": lambda x, s: core.leaky_relu(x, 0.1),
}
# What a curve holds, by its name in the file; each value that a file holds is compared.
CURVES: dict[str, dict[str, Truth]] = {
    "gate": {"hard gate": lambda x, s: np.where(x > 0, 1.0, 0.0)},
    "mask": {
        "mean": _means,
        "expected": lambda x, s: core.gelu(s["x"]) + 0 * x,
        "band low": _band(-1),
        "band high": _band(1),
    },
    "dip": {
        "dip": lambda x, s: core.dip(x),
        "silu dip": lambda x, s: core.silu_dip(x),
        "pulled line": _pulled,
        "pulled line minus dip": lambda x, s: _pulled(x, s) - core.dip(x),
        "pulled line minus silu dip": lambda x, s: _pulled(x, s) - core.silu_dip(x),
    },
    "derivative": {"relu slope": lambda x, s: np.where(x > 0, 1.0, 0.0)},
    "family": {"slice": lambda x, s: core.family(x, s["s"])},
    "fold": {"gelu": _along(core.gelu), "relu": _along(core.relu)},
    "approximations": {
        **{f"{form} form": lambda x, s, f=form: core.gelu(x) + _error(f, FORMS[f])(x, s) for form in FORMS},
        **{f"{form} error": _error(form, FORMS[form]) for form in FORMS},
    },
    "collapse": {
        "three layers": lambda x, s: [built("collapse").compute({**s, "x": each})["output"] for each in x.tolist()],
        "without activation": lambda x, s: s["w1"] * s["w2"] * s["w3"] * x,
    },
    "depth": {
        "relative": _run(_recorded.RELATIVE),
        "absolute": _run(_recorded.ABSOLUTE),
        "rounding": lambda x, s: _recorded.ROUNDING[s["dtype"]],
        "adds": lambda x, s: _run(_recorded.RELATIVE)(x, s)[0] * x,
        "doubles": lambda x, s: _run(_recorded.RELATIVE)(x, s)[0] * 2 ** (x - 1),
    },
    "digits": {
        "1+erf": _worst("one_plus_erf"),
        "erfc": _worst("erfc"),
        "1+tanh": _worst("tanh"),
        "core": _worst("core"),
        "half a step": lambda x, s: 10 ** np.array(digits._errors(s["type"])["limit"]),
    },
    "links": {
        "hard_swish": lambda x, s: core.hard_swish(x),
        "gap": lambda x, s: core.hard_swish(x) - core.gelu(x),
    },
    "mistakes": {
        "tanh form": lambda x, s: core.gelu_tanh(x),
        "error": lambda x, s: (core.gelu_tanh(x) - core.gelu(x)) * 1e4,
    },
    # Each step is a point of the curve and the zero of its tangent.
    "newton": {"tangents": lambda x, s: np.where(np.arange(len(x)) % 3, 0, core.gelu_grad(np.nan_to_num(x)))},
    "shape": {"curve": lambda x, s: core.gelu(x)},
    "bricks": {
        "target": lambda x, s: core.brick_target(x, s["target"]),
        "sum": lambda x, s: core.arm_sum(
            x, [s[f"t{i}"] for i in (1, 2, 3)], [s[f"a{i}"] for i in (1, 2, 3)], s["w1"], s["activation"]
        ),
        "relu networks": _brick_errors("relu"),
        "gelu networks": _brick_errors("gelu"),
    },
}
CURVES["training"] = {
    "samples": lambda x, s: core.training_data(s["target"])[1],
    "target": lambda x, s: x / 2,  # of the noisy line
    **{f"{name} fit": _fitted(name) for name in _training.ACTIVATIONS},
    **{f"{name} loss": _trained(name, _training.records().loss) for name in _training.ACTIVATIONS},
    **{
        f"{name} {kind.replace('_', ' ')}": _trained(
            name, getattr(_training.records(), kind), lambda s: int(s["units"])
        )
        for name in _training.ACTIVATIONS
        for kind in ("dead", "nearly_dead")
    },
}
PLANES: dict[str, Callable[[Any, Any, dict[str, Any]], Any]] = {
    "surface": lambda x, y, s: core.family(x, y),
    "gelu surface": lambda x, y, s: core.gelu(s["w1"] * x + s["w2"] * y + s["b"]),
    "relu surface": lambda x, y, s: core.relu(s["w1"] * x + s["w2"] * y + s["b"]),
}
# Kept as float32, or counted in tiny steps.
LOOSE = {"digits": 1e-5, "training": 1e-6}
