"""The figure `depth`: the recorded runs against gelu_core, what is said of them, and nothing more exact than it is."""

from __future__ import annotations

import numpy as np
import pytest
from gelu_lab.figures._recorded import ABSOLUTE, RELATIVE, ROUNDING
from gelu_lab.figures.depth import LAYERS, depth

import gelu_core as core

SHALLOW = 2  # the first layers of a run do not depend on how many follow


@pytest.mark.parametrize("run", RELATIVE)
def test_the_recorded_runs_are_those_of_forward_passes(run: tuple[str, str]) -> None:
    dtype, form = run
    found = core.depth_difference(SHALLOW, dtype=dtype, activation=form)
    # In bfloat16 much of the difference is rounding, which another machine's matrix product does otherwise.
    np.testing.assert_allclose(RELATIVE[run][:SHALLOW], found.relative, rtol=0.02)
    np.testing.assert_allclose(ABSOLUTE[run][:SHALLOW], found.absolute, rtol=0.02)
    np.testing.assert_allclose(ROUNDING[dtype][:SHALLOW], found.rounding, rtol=0.3 if dtype == "float32" else 0.02)


def test_every_run_has_all_layers() -> None:
    for rows in (RELATIVE, ABSOLUTE, ROUNDING):
        assert all(len(row) == LAYERS for row in rows.values())


def test_twelve_layers_multiply_the_difference_by_less_than_three() -> None:
    values = depth().values
    assert values == {"relative": 0.00019, "absolute": 0.00031, "rounding": 3.3e-7, "growth": 2.8}
    assert "2.8 times as much" in depth().sentence
    assert "0.019 %" in depth().sentence


def test_after_one_layer_nothing_has_grown() -> None:
    assert depth(1).values["growth"] == 1
    assert "times as much" not in depth(1).sentence


@pytest.mark.parametrize("layers", range(1, LAYERS + 1))
def test_in_bfloat16_tanh_drowns_and_the_sigmoid_form_stands_out(layers: int) -> None:
    assert "drowns" in depth(layers, "bfloat16").sentence
    assert "drowns" not in depth(layers, "bfloat16", "gelu_sigmoid").sentence
    assert "drowns" not in depth(layers).sentence


def test_no_value_has_more_than_two_digits() -> None:
    for layers in range(1, LAYERS + 1):
        for value in depth(layers).values.values():
            assert float(f"{value:.1e}") == value
