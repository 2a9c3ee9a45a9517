"""The figure `newton`: its steps by hand, its table in Python and in the browser, its sentence."""

from __future__ import annotations

import base64
import math
import re

import numpy as np
import pytest
from gelu_lab.figures.newton import STEPS, newton
from gelu_lab.hosts.page import Inline, figure_page
from playwright.sync_api import Browser

import gelu_core as core

BOTTOM = -0.7517915246935645


def rows(html: str) -> list[list[str]]:
    """The cells of the table of steps as text."""
    body = re.search(r"<tbody>(.*?)</tbody>", html, re.DOTALL)
    assert body
    lines = re.findall(r"<tr>(.*?)</tr>", body[1], re.DOTALL)
    return [[re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line)] for line in lines]


def test_steps_by_hand() -> None:
    """x - GELU'(x)/GELU''(x), from the textbook's formulas."""

    def step(x: float) -> float:
        density = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        return x - (0.5 * math.erfc(-x / math.sqrt(2)) + x * density) / (density * (2 - x * x))

    table = np.frombuffer(base64.b64decode(newton().tables["iterates"]["data"]), "<f8").reshape(STEPS, 501)
    for start in (-3.0, -2.0, -1.0, 0.0, 0.5, 1.0):
        x = start
        for n in range(STEPS):
            x = step(x)
            assert table[n, round((start + 3) * 100)] == pytest.approx(x, rel=1e-9)


def test_the_table_is_small() -> None:
    assert sum(len(each["data"]) for each in newton().tables.values()) < 50_000


def test_starts_within_the_two_cycle_arrive_and_no_others() -> None:
    low, high = core.newton_basin()
    fig = newton()
    for k in range(-300, 201):
        values = fig.at(start=k / 100).values
        assert values["start"] == k / 100
        assert values["converged"] == float(low < k / 100 < high)
        if values["converged"]:
            assert values["root"] == pytest.approx(BOTTOM, abs=2e-16)
            assert 1 <= values["steps"] <= STEPS
        else:
            assert math.isnan(values["root"])
            assert math.isnan(values["steps"])


def test_steps_are_counted_until_the_twelfth_decimal() -> None:
    for start in (-1.0, 0.0, 0.67):
        steps = int(newton(start).values["steps"])
        path = core.newton_steps(start, steps)
        assert abs(path[-1] - BOTTOM) < 1e-12 <= abs(path[-2] - BOTTOM)


@pytest.mark.parametrize(("between", "knot"), [(-0.9951, -1.0), (-0.9949, -0.99), (0.674, 0.67), (0.676, 0.68), (2, 2)])
def test_a_start_between_two_of_the_table_means_the_nearest(between: float, knot: float) -> None:
    assert newton(between).values["start"] == knot
    assert newton(between).present["start"] == between


def test_the_table_shows_what_is_drawn_and_keeps_its_rows() -> None:
    assert rows(newton(-1, 3).html()) == [
        ["0", "−1.0000000000000000", "0"],
        ["1", "−0.6556795424187984", "0"],
        ["2", "−0.7448145650615628", "1"],
        ["3", "−0.7517482943238285", "4"],
        *([str(n), "", ""] for n in range(4, STEPS + 1)),
    ]
    digits = [int(row[2]) for row in rows(newton(-1, 5).html())[:6]]
    assert digits == [0, 0, 1, 4, 8, 16]
    assert rows(newton(1.42, 9).html())[-1] == ["9", "∞", "0"]


@pytest.mark.parametrize(("start", "shown"), [(-1.0, 5), (0.67, 9), (1.0, 3), (1.42, 9), (-1.28, 0)])
def test_the_table_is_the_same_before_and_after_the_script_runs(browser: Browser, start: float, shown: int) -> None:
    html = figure_page(newton(start, shown), Inline())
    before = re.search(r'<table class="gl-steps".*?</table>', html, re.DOTALL)
    assert before
    page = browser.new_page()
    page.set_content(html)
    page.locator("figure[data-ready=true]").wait_for()
    assert rows(page.locator(".gl-steps").evaluate("(e) => e.outerHTML")) == rows(before[0])
    assert page.locator(".gl-steps b").all_text_contents()[:3] == re.findall("<b>(.*?)</b>", before[0])[:3]
    page.close()


def test_playing_draws_step_by_step_until_it_has_arrived(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(figure_page(newton(-0.5, 0), Inline()))
    figure = page.locator("figure[data-ready=true]")
    figure.locator("[data-action=play]").click()
    assert figure.locator("[data-action=pause]").is_visible()
    page.wait_for_function("() => !document.querySelector('figure').hasAttribute('data-playing')", timeout=20_000)
    shown = figure.locator("input[type=text][data-control=shown]").input_value()
    assert float(shown) == newton(-0.5).values["steps"]
    page.close()


@pytest.mark.parametrize(
    ("start", "shown", "sentence"),
    [
        (-1, 0, "From −1.00 Newton’s method arrives at the lowest point in 5 steps. No step is drawn yet."),
        (
            -1,
            3,
            "From −1.00 Newton’s method arrives at the lowest point in 5 steps. "
            "Drawn up to step 3: x = −0.7517482943. Right decimals: 4.",
        ),
        (
            1,
            1,
            "From 1.00 Newton’s method runs away to the left, and the lowest point is never found. "
            "Drawn up to step 1: x = −3.477.",
        ),
        (
            1.42,
            4,
            "From 1.42 Newton’s method runs away to the right, and the lowest point is never found. "
            "Drawn up to step 4: x is too large for a 64-bit number.",
        ),
    ],
)
def test_the_sentence(start: float, shown: int, sentence: str) -> None:
    assert newton(start, shown).sentence.replace("\N{NO-BREAK SPACE}", " ") == sentence


@pytest.mark.parametrize(
    ("name", "value"), [("start", 2.1), ("start", math.nan), ("shown", 10), ("shown", 1.5), ("cycle", 1)]
)
def test_bad_arguments_are_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"newton: {name} = "):
        newton(**{name: value})  # type: ignore[arg-type]
