"""The random mask: the same draws for everybody, and an average that is GELU."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import pytest

from gelu_core import cdf, gate_noise, gate_samples, gelu

# The draws the figures show and the lesson talks about. If a NumPy ever draws otherwise, this is where it is noticed.
FIRST = {
    1: [1.7291035652160645, -1.4284534454345703, 1.0277447700500488],
    2: [1.7045365571975708, -0.30205240845680237, -0.14729292690753937],
    3: [2.4171500205993652, 0.14276257157325745, -0.5126867294311523],
    4: [-0.8696665167808533, -2.9686360359191895, -1.6993420124053955],
    5: [-1.2224977016448975, -2.138315439224243, -0.06472305208444595],
    6: [1.5350861549377441, -0.8894101977348328, 1.2327001094818115],
    7: [1.5219693183898926, -1.1441057920455933, 1.150161623954773],
    8: [-2.0311994552612305, 0.5064554810523987, -0.348970502614975],
}
SUMS = [2376799135, 705072921, 859857782, 1414234181, 1151463958, 3740919167, 990928463, 1529014134]


@pytest.mark.parametrize("seed", FIRST)
def test_a_seed_is_the_same_table_everywhere(seed: int) -> None:
    noise = gate_noise(seed)
    assert (noise.shape, noise.dtype) == ((10_000,), np.float32)
    assert noise[:3].tolist() == FIRST[seed]
    assert zlib.crc32(noise.astype("<f4").tobytes()) == SUMS[seed - 1]


def test_the_table_is_kept_and_nobody_can_change_it() -> None:
    assert gate_noise() is gate_noise(1) is gate_noise(np.int64(1))
    with pytest.raises(ValueError, match="read-only"):
        gate_noise(1)[0] = 0


@pytest.mark.parametrize("seed", FIRST)
@pytest.mark.parametrize("x", [-2.0, -0.5, 0.0, 0.7, 2.5])
def test_the_average_of_the_mask_is_the_gate(seed: int, x: float) -> None:
    share = gate_samples(x, seed=seed).mean()
    band = np.sqrt(cdf(x) * cdf(-x) / 10_000)
    assert abs(share - cdf(x)) <= 4 * band
    assert abs(x * share - gelu(x)) <= 4 * band * abs(x)


def test_the_mask_passes_what_lies_at_or_below_the_input() -> None:
    draw = float(gate_noise(3)[0])
    assert gate_samples(draw, 1, 3).tolist() == [True]
    # The comparison is in float64: half a float32 step below the draw does not pass.
    assert gate_samples(np.nextafter(draw, -np.inf), 1, 3).tolist() == [False]
    mask = gate_samples(0.3, 500, seed=2)
    assert mask.dtype == np.bool_
    np.testing.assert_array_equal(mask, gate_noise(2)[:500] <= 0.3)
    np.testing.assert_array_equal(gate_samples(0.3, n=100, seed=2), mask[:100])
    mask[:] = False  # the mask belongs to the caller
    assert gate_samples(0.3, 500, seed=2).any()


def test_the_ends() -> None:
    assert gate_samples(1.0).shape == (10_000,)
    assert gate_samples(1.0, 0).shape == (0,)
    assert gate_samples(np.inf).all()
    assert not gate_samples(-np.inf).any()
    for x in (1, True, np.float32(1), np.array(1.0), np.int8(1)):
        np.testing.assert_array_equal(gate_samples(x, 50), gate_samples(1.0, 50))


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"x": np.nan}, ValueError, "x must be a real number or infinite, not nan"),
        ({"x": "1"}, TypeError, "x must be a real number"),
        ({"x": 1j}, TypeError, "x must be a real number"),
        ({"x": [1.0]}, TypeError, "x must be one real number, not [1.0]"),
        ({"x": 1, "n": -1}, ValueError, "n must be an integer from 0 to 10000, not -1"),
        ({"x": 1, "n": 10_001}, ValueError, "n must be an integer from 0 to 10000, not 10001"),
        ({"x": 1, "n": 5.0}, TypeError, "n must be an integer from 0 to 10000, not 5.0"),
        ({"x": 1, "n": True}, TypeError, "n must be an integer from 0 to 10000, not True"),
        ({"x": 1, "seed": 0}, ValueError, "seed must be an integer from 1 to 8, not 0"),
        ({"x": 1, "seed": 9}, ValueError, "seed must be an integer from 1 to 8, not 9"),
        ({"x": 1, "seed": "1"}, TypeError, "seed must be an integer from 1 to 8, not '1'"),
        ({"x": 1, "seed": None}, TypeError, "seed must be an integer from 1 to 8, not None"),
    ],
    ids=str,
)
def test_errors_name_the_argument_the_value_and_what_is_allowed(
    arguments: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as caught:
        gate_samples(**arguments)
    assert str(caught.value).startswith(said)
    if "seed" in arguments:
        with pytest.raises(error):
            gate_noise(arguments["seed"])
