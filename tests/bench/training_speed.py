"""How long a step of the training takes, beside what it may: 60 µs and three times erf of the hidden layer's sums."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from scipy.special import erf

from gelu_core import train, training_data

from .table import Bound, Row

ROUNDS = 9
STEPS = 400
FIXED = 60e-6  # seconds
CALLS = 3
SIZES = ((96, 16), (32, 8), (121, 64))  # samples, units
ACTIVATIONS = ("gelu", "relu", "silu", "tanh")


def _seconds(job: Callable[[], object], times: int) -> float:
    start = time.perf_counter()
    job()
    return (time.perf_counter() - start) / times


def training_speed() -> tuple[list[Row], dict[str, Any]]:
    """Both take turns in every round, so a busy machine slows them alike; the median of the rounds counts."""
    rows, details = [], {}
    for samples, units in SIZES:
        x, y = training_data("sine", samples)
        sums = np.multiply.outer(x, np.linspace(-1, 1, units))
        for activation in ACTIVATIONS if (samples, units) == SIZES[0] else ("gelu",):

            def steps(x: Any = x, y: Any = y, units: int = units, activation: str = activation) -> object:
                return list(train(x, y, units, activation, steps=STEPS, every=STEPS))

            def calls(sums: Any = sums) -> object:
                return [erf(sums) for _ in range(STEPS)]

            taken = [(_seconds(steps, STEPS), _seconds(calls, STEPS)) for _ in range(ROUNDS)]
            step = median(each for each, _ in taken)
            allowed = FIXED + CALLS * median(each for _, each in taken)
            ratio = median(own / (FIXED + CALLS * call) for own, call in taken)
            name = f"step of training, {activation}, {samples} samples, {units} units"
            rows.append(Row(name, step * 1e6, "µs", allowed * 1e6, Bound("ratio", "<=", 1), ratio))
            details[name] = {"step_us": step * 1e6, "allowed_us": allowed * 1e6}
    return rows, details
