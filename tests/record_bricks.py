"""Prints what app/figures/_recorded.py holds of bricks: the best networks found, by target, activation and count.

`python tests/record_bricks.py`: a quarter of an hour, the same numbers each time on one machine.
"""

from __future__ import annotations

import gelu_core as core

TARGETS = ("wave", "bump", "roof")
COUNTS = range(1, 13)
STARTS = {"relu": 300, "gelu": 60}
LIMIT = 4.0  # of the slopes of the figure's bricks
EXACT, FLOOR = 1e-20, 1e-8


def main() -> None:
    """Prints the errors with two digits and the best three bricks with four decimals."""
    for target in TARGETS:
        for activation in STARTS:
            arms = core.fit_arms(target, 3, activation, LIMIT, STARTS[activation])
            numbers = (*arms.bends, *arms.slopes, arms.sharpness)
            print(target, activation, "three", arms.error, *(f"{each:.4f}" for each in numbers), flush=True)
            best: list[float] = []
            for count in COUNTS:
                # A network contains every smaller one, so its error is no larger; what is below the floor is not told.
                known = best[-1] if best else 1.0
                if known > FLOOR:
                    found = core.fit_bricks(target, count, activation, STARTS[activation]).error
                    known = min(known, 0.0 if found < EXACT else max(found, FLOOR))
                best.append(known)
                print(target, activation, count, f"{known:.2g}", flush=True)
            print(target, activation, *(f"{each:.2g}" for each in best), flush=True)


if __name__ == "__main__":
    main()
