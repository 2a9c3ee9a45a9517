"""The bottom of GELU, and of every slice of the family."""

from __future__ import annotations

from typing import NamedTuple

from numpy.typing import ArrayLike

from gelu_core._arrays import Result, as_scale, elementwise

# The root of GELU' and the value there, to the nearest float64; no formula gives them in finite form.
X_MIN = -0.7517915246935645
GELU_MIN = -0.16997120747990366


class Minimum(NamedTuple):
    """A lowest point: where it is, and how low."""

    x: Result
    value: Result


def minimum(s: ArrayLike = 1.0) -> Minimum:
    """Give the lowest point of x·Φ(x/s); without an argument, of GELU.

    s: number or array of any shape, from 0 to inf; float16, float32 and float64 are kept, everything else becomes
    float64. At s = 0 the bottom has moved into the corner of ReLU: (0, 0).

    Formula: x = −0.751791524693564…·s, where GELU' is 0, and value = −0.169971207479903…·s.
    Raises `ValueError` if s is negative or nan, `TypeError` if it is not real.
    """
    scale = as_scale(s)
    # Adding 0 turns the −0.0 of s = 0 into 0.
    return Minimum(
        x=elementwise(lambda s: X_MIN * s + 0.0, scale),
        value=elementwise(lambda s: GELU_MIN * s + 0.0, scale),
    )
