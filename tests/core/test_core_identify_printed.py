"""Inputs and outputs as programs print them, both rounded: named as surely as the digits that are left allow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from identify_cases import FORMS, SEED, as_printed

from gelu_core import gelu, gelu_tanh, identify, round_bfloat16
from gelu_core.printed import printed_both

LINE = np.linspace(-4, 4, 20)
DRAWN = np.random.default_rng(SEED).uniform(-4, 4, 20)
BEYOND = np.append(DRAWN, [12.3456789, 11.0987654])


def same(form: str) -> set[str]:
    """The forms that are equal where no input lies above 10."""
    return {"exact", "exact-clipped-10"} if form in ("exact", "exact-clipped-10") else {form}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("layout", ["torch", "numpy", ".4f", ".6f", ".6g", ".4e"])
@pytest.mark.parametrize("place", ["line", "drawn", "beyond"])
def test_both_printed(form: str, layout: str, place: str) -> None:
    x = {"line": LINE, "drawn": DRAWN, "beyond": BEYOND}[place].astype("float32")
    found = identify(as_printed(x, layout), as_printed(FORMS[form](x), layout))
    possible = {form} if place == "beyond" else same(form)
    assert {*found.possible} == possible
    assert found.best == (form if len(possible) == 1 else "exact")
    assert found.certain == (len(possible) == 1)
    assert found.spelling == () or layout == "numpy", "inputs that were cut do not tell spellings apart"
    if form != "relu" and layout != "numpy":  # NumPy prints as many digits as float32 has
        assert " in inputs" in found.arithmetic


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (".4f", "4 decimals in inputs and outputs"),
        (".6f", "6 decimals in inputs and outputs"),
        (".6g", "6 digits in inputs and outputs"),
        ("torch", "4 decimals in inputs, 5 digits in outputs"),
    ],
)
def test_how_both_were_printed_is_said(layout: str, said: str) -> None:
    found = identify(as_printed(LINE, layout), as_printed(gelu_tanh(LINE), layout))
    assert found.arithmetic == said
    assert f"explained by {said}\n" in str(found)
    assert found.as_dict()["arithmetic"] == said


def test_few_decimals_are_never_certain_of_what_they_cannot_tell() -> None:
    rng = np.random.default_rng(SEED)
    for draw in range(600):
        form = list(FORMS)[draw % len(FORMS)]
        layout = (".2f", ".3f", ".3g", "torch", ".6f", ".6g")[draw // len(FORMS) % 6]
        x = np.append(rng.normal(0, 1.5, (1, 2, 7, 19)[draw % 4]), -1.23456)  # in the tails ReLU prints the same
        given = as_printed(x, layout), as_printed(FORMS[form](x), layout)
        found = identify(*given)
        assert form in found.possible, (form, layout, given)
        if layout == ".2f" and form in ("exact", "tanh"):  # they differ by 0.0005 at most
            assert {"exact", "tanh"} <= {*found.possible}
            assert not found.certain
        assert not found.certain or found.best == form


def test_inputs_that_were_rounded_first_are_believed_but_not_for_certain() -> None:
    rng, either = np.random.default_rng(SEED), 0
    for _ in range(50):
        x = np.round(rng.normal(0, 1.5, 8), 3)
        found = identify(x, np.round(gelu_tanh(x), 3))
        assert found.best == "tanh" or not found.certain
        either += found.best == "tanh" and "exact" in found.possible
    assert either, "if the inputs are exact only the tanh form fits; but they look as if they were cut, too"


@pytest.mark.parametrize("form", ["exact", "tanh", "sigmoid", "silu", "relu"])
@pytest.mark.parametrize("layout", ["torch", ".4f", ".6f", ".6g"])
def test_noise_is_no_rounding(form: str, layout: str) -> None:
    noise = np.random.default_rng(SEED).normal(0, 1e-3, 20)
    for x in (LINE, DRAWN):
        found = identify(as_printed(x, layout), as_printed(FORMS[form](x) + noise, layout))
        assert found.best == "unknown"
        assert found.arithmetic == ""


@pytest.mark.parametrize(
    "x",
    [
        np.arange(-8, 9) / 2,
        np.arange(-30, 31) / 10,
        np.arange(-60, 61) / 20,
        np.arange(-10, 11) * 0.375,
        np.arange(-300, 301) / 100,
        [-3.75, -1.5, 0.25, 1, 2.125],
        [-2.3, 0.1, 1.7, 1.9],
        [-3, -1, 1, 3],
    ],
    ids=["halves", "tenths", "twentieths", "steps of 3/8", "hundredths", "binary", "one decimal", "whole"],
)
def test_inputs_that_are_what_they_are(x: Any) -> None:
    x = np.asarray(x, dtype=float)
    for decimals in (1, 2, 3, 4):
        y = np.round(gelu(x), decimals)
        assert printed_both(x, y) is None
    y = np.round(gelu(x), 3)
    y[1] += 0.004
    assert identify(x, y).best == "unknown"
    y = round_bfloat16(gelu_tanh(round_bfloat16(x).astype(float))).astype(float)
    for decimals in (3, 4):
        found = identify(x, np.round(y, decimals))
        assert "tanh" in found.possible
        assert " in inputs" not in found.arithmetic


def test_inputs_of_another_length_are_what_they_are() -> None:
    x = np.round(DRAWN, 2)
    for decimals, alike in ((2, True), (3, True), (4, False), (6, False)):
        assert (printed_both(x, np.round(gelu(x), decimals)) is not None) == alike
    assert identify(x, np.round(gelu(x) + 1e-3, 6)).best == "unknown"


def test_where_relu_bends() -> None:
    x = np.array([4.4e-6, -4.4e-6, 1.234567, -2.345678, 0.333333])
    found = identify(as_printed(x, ".5f"), as_printed(np.maximum(x, 0), ".6f"))
    assert (found.best, found.certain) == ("relu", True)
    assert found.arithmetic == "5 decimals in inputs, 6 decimals in outputs"


def test_a_number_that_is_none_among_printed_ones() -> None:
    for wrong in (np.nan, np.inf):
        y = as_printed(gelu(DRAWN), ".4f")
        y[3] = wrong
        assert identify(as_printed(DRAWN, ".4f"), y).best == "unknown"
