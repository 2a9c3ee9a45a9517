"""The formulas as frameworks write them, with every step rounded to the type of the input.

Nothing here is mended: these functions lose the tail, turn −inf into nan and stop at 10, because their originals do.
The lesson compares them with the truth in `gelu.py`; the same forms without their losses are `gelu_tanh` and
`gelu_sigmoid`. Who uses which was true in autumn 2026. In float16 real frameworks often compute in float32 and round
once at the end; here float16 is float16 all the way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from gelu_core._arrays import Result, as_real
from gelu_core.forms import SIGMOID_SCALE, TANH_CUBIC, TANH_SCALE
from gelu_core.normal import SQRT_HALF

TANH_SCALE_CUT = 0.7978845608  # √(2/π) cut to ten digits
SQRT_HALF_FLOAT32 = float(np.float32(SQRT_HALF))  # 1/√2 once it has been a float32
CLIP = 10.0
SQRT_2 = 1.4142135623730951

# Beyond this SLEEF, whose tanh PyTorch's vector code calls, answers ±1: where 1 − |tanh| is one step of the type.
SATURATED = {2: 8.664339742, 4: 8.664339742, 8: 18.714973875}

Array = NDArray[Any]


class FrameworkForm(NamedTuple):
    """A formula of GELU as programs contain it. Call it like a function."""

    name: str
    formula: str
    used_by: str
    function: Callable[[ArrayLike], Result]

    def __call__(self, x: ArrayLike) -> Result:
        """Give what the formula gives, in the type of x."""
        return self.function(x)


def _stepwise(formula: Callable[[Array], Array], x: ArrayLike) -> Result:
    """Apply a formula whose every operation stays in the type of x, and keep quiet about what goes wrong in it.

    In arrays of at least one dimension a Python number does not widen the type, with NumPy 1 as with NumPy 2.
    """
    array = as_real(x, "x")
    with np.errstate(all="ignore"), special.errstate(all="ignore"):
        return formula(np.atleast_1d(array)).reshape(array.shape)[()]


def _rounded(function: Callable[[Array], Array], u: Array) -> Array:
    """A special function, which SciPy computes no narrower than float32, rounded to the type of u."""
    return function(u).astype(u.dtype)


def _tanh(u: Array) -> Array:
    """tanh as SLEEF has it; computed in float64, because NumPy's own differs from processor to processor."""
    wide = u.astype(np.float64)
    t = np.abs(wide)
    far = np.where(t > SATURATED[u.dtype.itemsize], 1.0, 1.0 - 2.0 / (np.exp(2.0 * t) + 1.0))
    return np.where(t > 2.0, np.copysign(far, wide), np.tanh(wide)).astype(u.dtype)


def _sigmoid(u: Array) -> Array:
    return 1.0 / (1.0 + np.exp(-u))


def one_plus_erf(x: ArrayLike) -> Result:
    """Give GELU by 1 + erf, which cancels on the left.

    x: number or array of any shape; float16, float32 and float64 are kept and computed in, everything else becomes
    float64. The last value on the left that is not zero is at −5.5426 in float32, at −8.3744 in float64; nan at −inf.

    Formula: 0.5·x·(1 + erf(x/√2)), step by step.
    Raises `TypeError` if x is not real.
    Source: PyTorch, Hugging Face's gelu_python, ONNX Runtime, OpenVINO, Paddle, MLX.
    """
    return _stepwise(lambda x: 0.5 * x * (1.0 + _rounded(special.erf, x / SQRT_2)), x)


def erfc_form(x: ArrayLike) -> Result:
    """Give GELU by erfc, which keeps the tail.

    x: number or array of any shape; float16, float32 and float64 are kept and computed in, everything else becomes
    float64. Loses about x² ulp on the left, because the square of x/√2 is rounded inside; nan at −inf.

    Formula: 0.5·x·erfc(−x/√2), step by step.
    Raises `TypeError` if x is not real.
    Source: JAX (`approximate=False`), TensorFlow.
    """
    return _stepwise(lambda x: 0.5 * x * _rounded(special.erfc, -x / SQRT_2), x)


def erfc_float32(x: ArrayLike) -> Result:
    """Give GELU by erfc with a 1/√2 that has passed through float32.

    x: number or array of any shape; float16, float32 and float64 are kept and computed in, everything else becomes
    float64. In float64 only the first eight digits or so are right: 0.8413447419 at 1 instead of 0.8413447461.

    Formula: 0.5·x·erfc(−x·0.70710677), step by step.
    Raises `TypeError` if x is not real.
    Source: TensorFlow 2.21, float64.
    """
    return _stepwise(lambda x: 0.5 * x * _rounded(special.erfc, -x * SQRT_HALF_FLOAT32), x)


def one_plus_tanh(x: ArrayLike) -> Result:
    """Give the tanh form as it is written, by 1 + tanh, which cancels on the left.

    x: number or array of any shape; float16, float32 and float64 are kept and computed in, everything else becomes
    float64. The last value on the left that is not zero is at −5.0614 in float32, at −7.1451 in float64; nan at −inf.

    Formula: 0.5·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))), step by step; tanh is exactly ±1 where SLEEF's is.
    Raises `TypeError` if x is not real.
    Source: PyTorch (`approximate="tanh"`), JAX's default, Hugging Face's gelu_new, GPT-2.
    """
    return _stepwise(lambda x: 0.5 * x * (1.0 + _tanh(TANH_SCALE * (x + TANH_CUBIC * (x * x * x)))), x)


def tanh_sigmoid(x: ArrayLike) -> Result:
    """Give the tanh form by a sigmoid, which keeps the tail.

    x: number or array of any shape; float16, float32 and float64 are kept and computed in, everything else becomes
    float64. Ends on the left where the exponential overflows: −10.06 in float32, −21.16 in float64; nan at −inf.

    Formula: x·σ(2·√(2/π)·(x + 0.044715·x³)), step by step, σ(u) = 1/(1 + exp(−u)).
    Raises `TypeError` if x is not real.
    Source: kernels for processors without a tanh of their own; GELU of Huawei's Ascend is x/(1 + exp(−u)).
    """
    return _stepwise(lambda x: x * _sigmoid(2.0 * TANH_SCALE * (x + TANH_CUBIC * (x * x * x))), x)


def tanh_cut(x: ArrayLike) -> Result:
    """Give the tanh form with √(2/π) cut to ten digits.

    x: number or array of any shape; float16, float32 and float64 are kept and computed in, everything else becomes
    float64. In float32 the cut is too small to matter; in float64 it makes a difference of up to 9e-13.

    Formula: 0.5·x·(1 + tanh(0.7978845608·x·(1 + 0.044715·x²))), step by step.
    Raises `TypeError` if x is not real.
    Source: Hugging Face's gelu_fast.
    """
    return _stepwise(lambda x: 0.5 * x * (1.0 + _tanh(x * TANH_SCALE_CUT * (1.0 + TANH_CUBIC * x * x))), x)


def clipped_10(x: ArrayLike) -> Result:
    """Give GELU by 1 + erf, clipped to [−10, 10], so that eight-bit numbers have a range to share out.

    x: number or array of any shape; float16, float32 and float64 are kept and computed in, everything else becomes
    float64. Only the upper end is ever reached: GELU is nowhere below −0.17.

    Formula: min(max(0.5·x·(1 + erf(x/√2)), −10), 10), step by step.
    Raises `TypeError` if x is not real.
    Source: Hugging Face's gelu_10, after Wu et al., arXiv:2004.09602.
    """
    return _stepwise(lambda x: np.clip(0.5 * x * (1.0 + _rounded(special.erf, x / SQRT_2)), -CLIP, CLIP), x)


def quick(x: ArrayLike) -> Result:
    """Give the sigmoid form as it is written.

    x: number or array of any shape; float16, float32 and float64 are kept and computed in, everything else becomes
    float64. Ends on the left where the exponential overflows: −52.1 in float32, −417 in float64; nan at −inf.

    Formula: x·σ(1.702·x), step by step, σ(u) = 1/(1 + exp(−u)).
    Raises `TypeError` if x is not real.
    Source: Hugging Face's quick_gelu, CLIP, MLX's gelu_fast_approx, ONNX Runtime's QuickGelu.
    """
    return _stepwise(lambda x: x * _sigmoid(SIGMOID_SCALE * x), x)


FRAMEWORK_FORMS = {
    form.name: form
    for form in (
        FrameworkForm(
            "one_plus_erf",
            "0.5·x·(1 + erf(x/√2))",
            "PyTorch, Hugging Face, ONNX Runtime, OpenVINO, Paddle, MLX",
            one_plus_erf,
        ),
        FrameworkForm("erfc_form", "0.5·x·erfc(−x/√2)", "JAX (approximate=False), TensorFlow", erfc_form),
        FrameworkForm("erfc_float32", "0.5·x·erfc(−x·0.70710677)", "TensorFlow 2.21 in float64", erfc_float32),
        FrameworkForm(
            "one_plus_tanh",
            "0.5·x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))",
            'PyTorch (approximate="tanh"), JAX\'s default, Hugging Face gelu_new, GPT-2',
            one_plus_tanh,
        ),
        FrameworkForm(
            "tanh_sigmoid",
            "x·σ(2·√(2/π)·(x + 0.044715·x³))",
            "kernels without a tanh of their own",
            tanh_sigmoid,
        ),
        FrameworkForm(
            "tanh_cut",
            "0.5·x·(1 + tanh(0.7978845608·x·(1 + 0.044715·x²)))",
            "Hugging Face gelu_fast",
            tanh_cut,
        ),
        FrameworkForm(
            "clipped_10",
            "min(max(0.5·x·(1 + erf(x/√2)), −10), 10)",
            "Hugging Face gelu_10",
            clipped_10,
        ),
        FrameworkForm(
            "quick",
            "x·σ(1.702·x)",
            "Hugging Face quick_gelu, CLIP, MLX gelu_fast_approx, ONNX Runtime QuickGelu",
            quick,
        ),
    )
}
