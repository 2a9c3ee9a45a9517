"""Where a function crosses zero."""

from __future__ import annotations

from collections.abc import Callable


def crossing(function: Callable[[float], float], low: float, high: float) -> float:
    """Find the zero between low and high, where the function has different signs, to the last digit or two (Brent)."""
    # Imported when it is needed: it takes longer to load than the rest of the core with NumPy.
    from scipy.optimize import brentq

    return float(brentq(function, low, high, xtol=1e-16, rtol=1e-15))
