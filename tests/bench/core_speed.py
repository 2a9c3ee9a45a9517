"""How fast the core is, as ratios to the textbook line measured in the same run.

Run it as a script for a table, or call `core_speed()` for the numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfc

from gelu_core import dip, gelu, gelu_grad

VALUES = 1_000_000
REPEATS = 9


def textbook(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The line everybody writes: it loses x² ulp on the left."""
    return x * 0.5 * erfc(-x / np.sqrt(2))


def textbook_grad(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Its derivative, written as plainly."""
    return 0.5 * erfc(-x / np.sqrt(2)) + x * np.exp(-x * x / 2) / np.sqrt(2 * np.pi)


def core_speed(values: int = VALUES, repeats: int = REPEATS) -> dict[str, float]:
    """Measure nanoseconds a value and the ratios to the textbook line.

    All functions take turns in every round, so a busy machine slows them alike; the median of the rounds counts.
    """
    x = np.random.default_rng(0).standard_normal(values)
    left = np.linspace(-38.0, -1.0, values)
    narrow = x.astype(np.float32)
    jobs: dict[str, Callable[[], object]] = {
        "textbook": lambda: textbook(x),
        "textbook_grad": lambda: textbook_grad(x),
        "textbook_float32": lambda: textbook(narrow),
        "gelu": lambda: gelu(x),
        "gelu_grad": lambda: gelu_grad(x),
        "gelu_float32": lambda: gelu(narrow),
        "gelu_left_tail": lambda: gelu(left),
        "dip": lambda: dip(x),
    }
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(repeats + 1):
        for name, job in jobs.items():
            start = time.perf_counter()
            job()
            if turn:  # the first round warms up
                seconds[name].append(time.perf_counter() - start)
    result = {f"{name}_ns": median(taken) / values * 1e9 for name, taken in seconds.items()}
    for name in ("gelu", "gelu_grad", "gelu_float32", "gelu_left_tail", "dip"):
        ratios = [own / plain for own, plain in zip(seconds[name], seconds["textbook"], strict=True)]
        result[f"{name}_ratio"] = median(ratios)
    return result


def main() -> None:
    result = core_speed()
    print(f"{VALUES:,} values, median of {REPEATS} rounds; ratio to x*0.5*erfc(-x/sqrt(2)) in float64")
    for name in sorted(key.removesuffix("_ns") for key in result if key.endswith("_ns")):
        ratio = result.get(f"{name}_ratio")
        print(f"{name:18} {result[name + '_ns']:7.1f} ns" + (f" {ratio:6.2f} x" if ratio else ""))


if __name__ == "__main__":
    main()
