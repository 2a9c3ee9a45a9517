"""The figure `ffn`: known counts, and the recorded histograms against a forward pass of gelu_core."""

from __future__ import annotations

import numpy as np
import pytest
from gelu_lab.figures._recorded import BIN, COUNTS, SPREAD, START
from gelu_lab.figures.ffn import MODELS, ffn, stretch
from gelu_lab.resources import text

import gelu_core as core


def test_bert_base() -> None:
    values = ffn().values
    assert values["evaluations"] == 12 * 512 * 3072 == 18_874_368
    assert values["parameters"] == 12 * (2 * 768 * 3072 + 3072 + 768)
    assert values["gigaflops"] == pytest.approx(57.98, abs=0.01)
    assert values["gelu_share"] == pytest.approx(8 / (8 + 4 * 768))
    assert "18\u202f874\u202f368" in ffn().sentence
    assert "0.55" in ffn().sentence


def test_the_share_of_gelu_depends_on_the_width_alone() -> None:
    assert ffn(layers=1, tokens=1).values["gelu_share"] == pytest.approx(ffn().values["gelu_share"])
    assert ffn(width=1600).values["gelu_share"] == pytest.approx(8 / (8 + 4 * 1600))


def test_the_buttons_have_the_sizes_of_the_core() -> None:
    script = text("js/figures/ffn.js")
    assert set(ffn().actions) == set(MODELS)
    for action, name in MODELS.items():
        model = core.MODELS[name]
        assert model.hidden == 4 * model.width
        assert f"{action}: [{model.width}, {model.layers}, {model.tokens}]" in script


@pytest.mark.parametrize("init", SPREAD)
def test_the_recorded_histograms_are_those_of_a_forward_pass(init: str) -> None:
    found = core.preactivations(init)
    assert found.edges[0] == START
    assert found.edges[1] - found.edges[0] == pytest.approx(BIN)
    assert found.sd == pytest.approx(SPREAD[init], rel=0.005)
    # Another machine's matrix product may move a number across an edge.
    assert np.abs(found.density * 64 * 3072 * BIN - COUNTS[init]).max() < 5


@pytest.mark.parametrize("init", SPREAD)
@pytest.mark.parametrize("width", [128, 1600])
def test_at_other_widths_it_scatters_as_the_stretched_histogram_says(init: str, width: int) -> None:
    found = core.preactivations(init, width, 1024)
    assert found.sd == pytest.approx(SPREAD[init] * stretch(init, width), rel=0.02)
