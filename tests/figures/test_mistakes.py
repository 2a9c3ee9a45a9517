"""The figure `mistakes`: each mistake by hand, the known worst places, and a sentence for each case."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from gelu_lab.figure import Figure
from gelu_lab.figures.mistakes import MISTAKES, _peaks, mistakes
from gelu_lab.hosts.page import Inline, figure_page
from playwright.sync_api import Browser

import gelu_core as core

FIGURE = mistakes()


def gelu(x: float) -> float:
    return x * 0.5 * math.erfc(-x / math.sqrt(2))


def slope(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2)) + x * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def at(mistake: str, x: float) -> Figure:
    return FIGURE.at(mistake=mistake, x=x)


WRONG: dict[str, Any] = {
    "sqrt2": lambda x: 0.5 * x * (1 + math.erf(x)),
    "sigmoid": lambda x: x / (1 + math.exp(-1.702 * x)),
    "mixed": lambda x: 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
}


@pytest.mark.parametrize("x", [-4.0, -2.7, -1.0, 0.0, 0.3, 1.0, 2.27, 4.0])
def test_each_mistake_by_hand(x: float) -> None:
    for mistake, wrong in WRONG.items():
        values = at(mistake, x).values
        assert values["expected"] == pytest.approx(gelu(x), abs=1e-15)
        assert values["got"] == pytest.approx(wrong(x), abs=1e-15)
        assert values["difference"] == pytest.approx(wrong(x) - gelu(x), abs=2e-15)
    values = at("vanishing", x).values
    assert (values["expected"], values["got"]) == (1, pytest.approx(slope(x), abs=1e-15))
    values = at("negative", x).values
    assert values["expected"] == math.sqrt(max(x, 0))
    if x < 0:
        assert math.isnan(values["got"])
        assert math.isnan(values["difference"])
    else:
        assert values["got"] == pytest.approx(math.sqrt(gelu(x)), abs=1e-15)


def test_the_root_breaks_at_the_first_input_below_zero() -> None:
    assert math.isnan(at("negative", -1e-300).values["got"])
    assert at("negative", -0.0).values["got"] == 0
    assert math.copysign(1, at("sqrt2", -0.0).values["got"]) == 1


def test_the_peaks_are_the_largest_differences_on_a_fine_grid() -> None:
    peaks = dict(zip(_peaks()[::2], _peaks()[1::2], strict=True))
    assert len(peaks) == 5
    grid = np.linspace(0, 4, 4001)
    for mistake, places in (("sqrt2", [1.1895]), ("sigmoid", [0.7556, 2.2704]), ("mixed", [1.3645, 2.6989])):
        wrong = np.array([WRONG[mistake](x) - gelu(x) for x in grid])
        for place in places:
            (found,) = [x for x in peaks if abs(x - place) < 1e-4]
            near = wrong[np.abs(grid - place) < 0.3]
            most = near.max() if peaks[found] > 0 else near.min()
            assert peaks[found] == pytest.approx(most, abs=1e-6 * abs(most) + 1e-9)
        assert max(abs(peaks[x]) for x in peaks if round(x, 4) in places) == pytest.approx(abs(wrong).max(), rel=1e-4)


def test_every_sentence() -> None:
    assert mistakes().sentence == (
        "At x = 1.00 the line without √2 gives 0.921350 instead of 0.841345, 0.080006 too high: "
        "it is the member s = 0.707 of the family."
    )
    assert at("sigmoid", 2.27).sentence == (
        "x·σ(1.702x) gives 2.223325 at x = 2.27, where GELU is 2.243659: 0.020335 too low."
    )
    assert at("mixed", -2.7).sentence == (
        "Trained with exact GELU, run with tanh: at x = −2.70 it gets −0.008888 instead of −0.009361, "
        "0.000473 too high. A test that allows 0.001 does not notice."
    )
    assert "right to 6 decimals" in at("mixed", 0.05).sentence
    for mistake in WRONG:
        assert at(mistake, 0.0004).sentence == "At x = 0 both give 0: here the mistake does not show."


@pytest.mark.parametrize(
    ("x", "sentence"),
    [
        (
            -1,
            "At x = −1.00 the output is −0.158655, below 0: it has no square root and no logarithm. "
            "ReLU’s 0 has a square root.",
        ),
        (-1e-5, "Just left of 0 the output is below 0 already, and has no square root."),
        (0, "At x = 0 the output is 0: its square root is 0, its logarithm −∞."),
        (1, "At x = 1.00 the output is 0.841345 and has a square root. Right of 0 nothing breaks."),
    ],
)
def test_the_sentence_of_an_output_below_zero(x: float, sentence: str) -> None:
    assert at("negative", x).sentence == sentence


@pytest.mark.parametrize(
    ("x", "left"),
    [
        (-4, "by −0.000504, twelve such layers by about 10⁻⁴⁰."),
        (-1, "by −0.083315, twelve such layers by about 10⁻¹³."),
        (0, "by 0.500000, twelve such layers by about 10⁻⁴."),
        (1, "by 1.083315, twelve such layers by 2.613."),
        (-0.75179, "At x = −0.75, near the lowest point, one layer leaves next to nothing of a gradient."),
    ],
)
def test_what_layers_leave_of_a_gradient(x: float, left: str) -> None:
    assert at("vanishing", x).sentence.endswith(left)
    twelve = slope(x) ** 12
    if "about" in left:
        raised = str(round(math.log10(twelve))).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        assert f"about 10{raised}." in left


def test_each_mistake_has_a_button_and_a_word() -> None:
    fig = mistakes()
    assert fig.actions == MISTAKES
    assert list(fig.words["options"]["mistake"]) == list(MISTAKES)
    assert set(fig.words["labels"]["title"]) == set(MISTAKES)


def test_what_the_section_says_of_all_inputs() -> None:
    x = np.linspace(-40, 40, 160001)
    root = core.family(x, math.sqrt(0.5)) - core.gelu(x)
    assert root.min() >= 0, "without the root the output is never too low"
    assert root.max() == pytest.approx(core.family(1.19, math.sqrt(0.5)) - core.gelu(1.19), abs=1e-6)
    assert np.abs(core.gelu_tanh(x) - core.gelu(x)).max() < 0.5e-3, "not halfway to the limits of the test"
    far = np.abs(core.gelu_grad(x[x < -3]))
    assert far.max() <= abs(core.gelu_grad(-3))
    assert (core.gelu_grad(x[x > -core.minimum().x]) >= 1).all()
    shares = core.gelu(np.array([-1.0, 0, 1]))
    shares /= shares.sum()
    assert shares[0] < 0 < 1 < shares[2]


def test_each_button_leads_to_the_worst_place_of_its_mistake_and_both_points_stay_in_their_pictures(
    browser: Browser,
) -> None:
    page = browser.new_page(viewport={"width": 900, "height": 1000})
    page.set_content(figure_page(mistakes("vanishing", core.minimum().x), Inline()))
    figure = page.locator("figure[data-ready=true]")
    figure.wait_for()
    peaks = _peaks()
    worst = {"sqrt2": peaks[0], "sigmoid": peaks[4], "mixed": peaks[8], "negative": core.minimum().x, "vanishing": -4}
    for mistake, x in [("vanishing", core.minimum().x), *worst.items()]:
        if x != core.minimum().x or mistake == "negative":
            figure.locator(f"[data-action={mistake}]").click()
        page.wait_for_function(
            "(said) => document.querySelector('[data-sentence]').textContent === said", arg=at(mistake, x).sentence
        )
        assert figure.locator("select").input_value() == mistake
        assert figure.locator("[data-slot=dip]").is_visible() == (mistake != "vanishing")
        for name in ("function", "difference"):
            slot = figure.locator(f"[data-slot={name}]").bounding_box()
            knob = figure.locator(f"[data-slot={name}] .gl-knob").bounding_box()
            assert slot
            assert knob
            below = 28 if name == "difference" else 4  # the axis stands there
            middle = knob["y"] + knob["height"] / 2 - slot["y"]
            assert 3 <= middle <= slot["height"] - below + 1, (mistake, name)
            assert slot["x"] <= knob["x"] <= slot["x"] + slot["width"] - knob["width"], (mistake, name)
    page.close()
