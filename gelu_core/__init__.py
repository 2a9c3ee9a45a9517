"""What is true about GELU: arrays in, arrays out, made of NumPy and SciPy only.

Every function takes numbers and arrays of any shape, keeps float16, float32 and float64, turns integers, bools, lists
and longdouble into float64, raises `TypeError` for anything that is not real, never changes its input and never warns.
What gives numbers about GELU instead of values of it (its bottom, Newton's iterates, errors, best constants, costs)
gives named tuples of them.
"""

from gelu_core.approximations import BestConstant, BestConstants, BestPair, Extremum, best_constants, error_extrema
from gelu_core.bricks import (
    BRICK_LIMIT,
    BRICK_POINTS,
    ArmFit,
    BrickFit,
    arm_slopes,
    arm_sum,
    brick_sum,
    brick_target,
    fit_arms,
    fit_bricks,
)
from gelu_core.check import check
from gelu_core.check_report import Check
from gelu_core.depth import DepthDifference, depth_difference
from gelu_core.distances import largest_difference, typical_difference
from gelu_core.family import family, family_grad
from gelu_core.ffn import MODELS, FFNCount, Model, Preactivations, count_ffn, feed_forward, preactivations
from gelu_core.forms import gelu_sigmoid, gelu_sigmoid_grad, gelu_tanh, gelu_tanh_grad
from gelu_core.frameworks import (
    FRAMEWORK_FORMS,
    FrameworkForm,
    clipped_10,
    erfc_float32,
    erfc_form,
    one_plus_erf,
    one_plus_tanh,
    quick,
    tanh_cut,
    tanh_sigmoid,
)
from gelu_core.gelu import dip, gelu, gelu_grad, gelu_second
from gelu_core.identify import Candidate, Identification, identify
from gelu_core.logistic import sigmoid, silu, silu_dip, silu_grad
from gelu_core.mask import gate_noise, gate_samples
from gelu_core.minimum import Minimum, minimum
from gelu_core.network import Network
from gelu_core.newton import Basin, newton_basin, newton_steps
from gelu_core.normal import cdf, pdf
from gelu_core.precision import round_bfloat16, spacing
from gelu_core.relatives import hard_swish, leaky_relu, relu, tanh
from gelu_core.training import Adam, Frame, train, training_data

__all__ = [
    "BRICK_LIMIT",
    "BRICK_POINTS",
    "FRAMEWORK_FORMS",
    "MODELS",
    "Adam",
    "ArmFit",
    "Basin",
    "BestConstant",
    "BestConstants",
    "BestPair",
    "BrickFit",
    "Candidate",
    "Check",
    "DepthDifference",
    "Extremum",
    "FFNCount",
    "Frame",
    "FrameworkForm",
    "Identification",
    "Minimum",
    "Model",
    "Network",
    "Preactivations",
    "arm_slopes",
    "arm_sum",
    "best_constants",
    "brick_sum",
    "brick_target",
    "cdf",
    "check",
    "clipped_10",
    "count_ffn",
    "depth_difference",
    "dip",
    "erfc_float32",
    "erfc_form",
    "error_extrema",
    "family",
    "family_grad",
    "feed_forward",
    "fit_arms",
    "fit_bricks",
    "gate_noise",
    "gate_samples",
    "gelu",
    "gelu_grad",
    "gelu_second",
    "gelu_sigmoid",
    "gelu_sigmoid_grad",
    "gelu_tanh",
    "gelu_tanh_grad",
    "hard_swish",
    "identify",
    "largest_difference",
    "leaky_relu",
    "minimum",
    "newton_basin",
    "newton_steps",
    "one_plus_erf",
    "one_plus_tanh",
    "pdf",
    "preactivations",
    "quick",
    "relu",
    "round_bfloat16",
    "sigmoid",
    "silu",
    "silu_dip",
    "silu_grad",
    "spacing",
    "tanh",
    "tanh_cut",
    "tanh_sigmoid",
    "train",
    "training_data",
    "typical_difference",
]
