"""The figure `digits`: what is known of its numbers, how digits are counted, its table in Python and in the browser."""

from __future__ import annotations

import re
from decimal import Decimal

import mpmath
import numpy as np
import pytest
from gelu_lab.figures.digits import DIGITS, FORMULAS, KNOTS, digits
from gelu_lab.hosts.page import Inline, figure_page
from playwright.sync_api import Browser

import gelu_core as core


def rows(html: str) -> list[list[str]]:
    """The printed numbers: what is marked as right, and the rest."""
    cells = re.findall(r"<td><b>(.*?)</b>(.*?)</td>", html)
    assert len(cells) == 1 + len(FORMULAS)
    return [list(cell) for cell in cells]


def test_what_is_printed_at_minus_ten() -> None:
    assert rows(digits(-10).html()) == [
        ["-7.619853024160526e-23", ""],
        ["", "-0.0"],
        ["-7.6198530241605", "83e-23"],
        ["", "-0.0"],
        ["-7.61985302416052", "8e-23"],
    ]
    assert digits(-10).values == {"one_plus_erf": 0, "erfc": 14, "tanh": 0, "core": 15}


def test_in_float32_the_first_formula_is_wrong_by_half_at_minus_five_and_a_half() -> None:
    assert rows(digits(-5.5, "float32").html())[:2] == [["-1.044426e-7", ""], ["-1", ".639128e-7"]]
    assert digits(-5.5, "float32").values["one_plus_erf"] == 1


@pytest.mark.parametrize("type_", DIGITS)
def test_the_true_value_is_true(type_: str) -> None:
    for x in (-37.625, -20.5, -5.0, -1.125, -0.125):
        with mpmath.workdps(60):
            truth = mpmath.mpf(x) * mpmath.ncdf(x)
            printed = rows(digits(x, type_).html())[0][0]
            assert abs(mpmath.mpf(printed) / truth - 1) < mpmath.mpf(10) ** (1 - DIGITS[type_])


@pytest.mark.parametrize("type_", DIGITS)
def test_counts_and_marks_agree_digit_by_digit(type_: str) -> None:
    for x in KNOTS[::7]:
        shown = digits(float(x), type_)
        (truth, _), *printed = rows(shown.html())
        for (marked, rest), count in zip(printed, shown.values.values(), strict=True):
            assert 0 <= count <= DIGITS[type_]
            if x == 0:
                assert count == DIGITS[type_]
                continue
            mantissa, _, power = (marked + rest).partition("e")
            same = 0
            if power == truth.partition("e")[2]:
                for mine, theirs in zip(re.sub("[-.]", "", mantissa), re.sub("[-.]", "", truth), strict=False):
                    if mine != theirs:
                        break
                    same += 1
            assert min(same, DIGITS[type_]) == count
            assert len(re.sub("[-.]|e.*", "", marked)) == count


def test_the_core_keeps_its_digits_as_far_as_float64_has_normal_numbers() -> None:
    fig = digits()
    for x in KNOTS[KNOTS >= -37.5]:
        assert fig.at(x=float(x)).values["core"] >= 14
        assert fig.at(x=float(x)).values["erfc"] >= 11
    for x in KNOTS[KNOTS < -8.375]:
        assert fig.at(x=float(x)).values["one_plus_erf"] == 0


def test_rounding_sixteen_digits_to_seven_is_rounding_the_value() -> None:
    for x in KNOTS[:-1:4]:
        with mpmath.workdps(40):
            truth = Decimal(mpmath.nstr(mpmath.mpf(float(x)) * mpmath.ncdf(mpmath.mpf(float(x))), 30))
        assert f"{truth:.6e}".replace("e-0", "e-") == rows(digits(float(x), "float32").html())[0][0]


def test_between_two_knots_the_nearest_is_meant() -> None:
    assert digits(-10.06).sentence == digits(-10).sentence
    assert digits(-10.0625).sentence == digits(-10).sentence
    assert digits(-10.07).sentence == digits(-10.125).sentence
    assert digits(-1e-300).sentence == digits(0).sentence


def test_the_tables_are_small() -> None:
    assert sum(len(each["data"]) for each in digits().tables.values()) < 50_000


def test_the_four_are_the_ones_of_the_core() -> None:
    x = np.array([-3.0, -1.0])
    assert np.array_equal(FORMULAS["one_plus_erf"].function(x), core.one_plus_erf(x))
    assert np.array_equal(FORMULAS["erfc"].function(x), core.erfc_form(x))
    assert np.array_equal(FORMULAS["tanh"].function(x), core.one_plus_tanh(x))
    assert np.array_equal(FORMULAS["core"].function(x), core.gelu(x))


@pytest.mark.parametrize(
    ("x", "type_", "sentence"),
    [
        (
            -10,
            "float64",
            "At x = −10 GELU is −7.62 × 10⁻²³. Of 16 digits in float64, right are 0 with 1+erf, 14 with erfc, "
            "0 with 1+tanh and 15 with the core.",
        ),
        (
            -20,
            "float32",
            "At x = −20 GELU is −5.51 × 10⁻⁸⁸, closer to 0 than any number of float32: every formula gives 0.",
        ),
        (0, "float64", "At x = 0 GELU is 0, and every formula says so."),
    ],
)
def test_the_sentence(x: float, type_: str, sentence: str) -> None:
    assert digits(x, type_).sentence == sentence


@pytest.mark.parametrize(("name", "value"), [("x", 0.1), ("x", -39), ("type", "float16")])
def test_bad_arguments_are_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"digits: {name} = "):
        digits(**{name: value})  # type: ignore[arg-type]


def test_the_table_is_the_same_before_and_after_the_script_runs_and_buttons_reach_it(browser: Browser) -> None:
    html = figure_page(digits(-3.125, "float32"), Inline())
    page = browser.new_page()
    page.set_content(html)
    figure = page.locator("figure[data-ready=true]")
    figure.wait_for()
    table = figure.locator(".gl-printed")
    assert rows(table.evaluate("(e) => e.outerHTML")) == rows(html)
    for action, wanted in (
        ("minus_one", digits(-1, "float32")),
        ("float32_end", digits(-5.5, "float32")),
        ("minus_ten", digits(-10, "float32")),
        ("far", digits(-37.5)),
    ):
        figure.locator(f"[data-action={action}]").click()
        page.wait_for_function(
            "(said) => document.querySelector('[data-sentence]').textContent === said", arg=wanted.sentence
        )
        assert rows(table.evaluate("(e) => e.outerHTML")) == rows(wanted.html())
    page.close()
