"""Numbers in the browser: the same text as in Python, the same Phi as in the core, and rubbish recognised."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gelu_lab import format as python_format
from gelu_lab.hosts.assets import runtime
from playwright.sync_api import Browser, Page

import gelu_core as core

REAL = [
    *(0.0, 0.125, 0.5, 1.5, 2.5, 1.005, 0.045, 8.345, 0.000125, 4.0000005, 999999.5, 9999995.0, 123456.5, 12345.675),
    *(1e-7, 1.5e-7, 1e-6, 1e-5, 0.0001, 1e-300, 5e-324, 1e5, 1e6, 1e20, 1e21, 1e22, 1.7976931348623157e308),
    *(0.1, 0.2, 0.3, 1 / 3, 2 / 3, math.pi, 0.9999995, 0.99999949999, 999.9995, 2.0**53, 1e15 + 0.5),
]
NUMBERS = [sign * each for each in REAL for sign in (1, -1)] + [math.nan, math.inf, -math.inf]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """An empty page with the lab's scripts and nothing else."""
    page = browser.new_page()
    page.add_script_tag(content=runtime())
    yield page
    page.close()


def numbers() -> list[float]:
    dice = random.Random(1)
    some = [dice.uniform(-10, 10) for _ in range(400)] + [
        dice.gauss(0, 1) * 10 ** dice.randint(-12, 12) for _ in range(400)
    ]
    return NUMBERS + some + [n / 2000 for n in range(-400, 400)]


def beside(values: list[float], texts: list[str]) -> list[tuple[str, str]]:
    return [(repr(value), text) for value, text in zip(values, texts, strict=True)]


def in_browser(page: Page, function: str, values: list[float], *more: Any) -> list[str]:
    call = "([name, values, more]) => values.map((value) => gelulab[name](Number(value), ...more))"
    spelled = [str(value).replace("inf", "Infinity").replace("nan", "NaN") for value in values]
    return list(page.evaluate(call, [function, spelled, list(more)]))


@pytest.mark.parametrize("digits", [0, 1, 2, 3, 4, 7])
@pytest.mark.parametrize("function", ["decimals", "percent"])
def test_decimals_and_percent_read_the_same(page: Page, function: str, digits: int) -> None:
    values = numbers()
    wanted = [getattr(python_format, function)(value, digits) for value in values]
    assert beside(values, in_browser(page, function, values, digits)) == beside(values, wanted)


@pytest.mark.parametrize("digits", [1, 2, 3, 6])
def test_significant_digits_read_the_same(page: Page, digits: int) -> None:
    values = [*numbers(), *(mantissa * 10.0**n for n in range(-22, 24) for mantissa in (1, 2.25, 9.995, 9.9951))]
    wanted = [python_format.scientific(value, digits) for value in values]
    assert beside(values, in_browser(page, "scientific", values, digits)) == beside(values, wanted)


def test_significant_digits_by_hand() -> None:
    said = {
        0.0021749: "0.00217",
        2.175e-5: "2.18 × 10⁻⁵",
        0.0: "0",
        9.996: "10.0",
        0.0009996: "0.00100",
        12345: "1.23 × 10⁴",
    }
    assert {value: python_format.scientific(value, 3) for value in said} == said


@pytest.mark.parametrize("function", ["count", "plain", "short"])
def test_counts_and_short_numbers_read_the_same(page: Page, function: str) -> None:
    values = numbers() + [10.0**n for n in range(-9, 24)] + [999.5, 1234.5, 1e6 - 0.5, -1234567.0]
    if function == "plain":  # fields and addresses hold finite numbers only
        values = [value for value in values if math.isfinite(value)]
    wanted = [getattr(python_format, function)(value) for value in values]
    assert beside(values, in_browser(page, function, values)) == beside(values, wanted)


def test_rounding_is_half_up_on_the_exact_value_with_a_true_minus() -> None:
    assert python_format.decimals(0.125, 2) == "0.13"
    assert python_format.decimals(1.005, 2) == "1.00"  # the double lies below
    assert python_format.decimals(-0.125, 2) == "−0.13"
    assert python_format.decimals(-0.004, 2) == "0.00"
    assert python_format.count(12345) == "12\N{NARROW NO-BREAK SPACE}345"
    assert python_format.plain(123456.5) == "123457"
    assert [python_format.significant(value, 2) for value in (2.25, -2.25, 0.0, 99.5)] == [2.3, -2.3, 0.0, 100.0]


def test_what_plain_writes_is_read_back_within_six_digits(page: Page) -> None:
    values = [value for value in numbers() if math.isfinite(value) and 1e-300 < abs(value) < 1e300]
    back = page.evaluate("(values) => values.map((value) => gelulab.parse(gelulab.plain(value)))", values)
    assert back == pytest.approx(values, rel=5.1e-6)


def test_phi_gelu_and_family_are_read_from_the_table_as_the_core_has_them(page: Page) -> None:
    x = (np.arange(-10 * 4096, 10 * 4096 + 1) + 0.37) / 4096
    grid = "Array.from({ length: 20 * 4096 + 1 }, (_, n) => (n - 10 * 4096 + 0.37) / 4096)"
    assert np.max(np.abs(np.array(page.evaluate(f"{grid}.map(gelulab.phi)")) - core.cdf(x))) < 1e-9
    assert np.max(np.abs(np.array(page.evaluate(f"{grid}.map(gelulab.gelu)")) - core.gelu(x))) < 1e-9
    for s in (0.02, 0.1, 0.5, 1, 2, 4):
        found = page.evaluate(f"{grid}.map((x) => gelulab.family(x, {s}))")
        assert np.max(np.abs(np.array(found) - core.family(x, s))) < 4e-9


def test_phi_at_its_ends(page: Page) -> None:
    wanted = {"0": 0.5, "-0": 0.5, "8.5": 1, "-8.5": 0, "40": 1, "-40": 0, "Infinity": 1, "-Infinity": 0}
    for x, value in wanted.items():
        assert page.evaluate(f"gelulab.phi({x})") == pytest.approx(value, abs=1e-16)
    assert page.evaluate(
        "[gelulab.gelu(-Infinity), gelulab.gelu(40), gelulab.family(-1, 0), gelulab.family(2, 0)]"
    ) == [0, 40, 0, 2]
    assert page.evaluate("Number.isNaN(gelulab.phi(NaN))")


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1.5", 1.5),
        ("1,5", 1.5),
        (" -0,75 ", -0.75),
        ("−2", -2),
        ("–2", -2),
        ("+3", 3),
        (".5", 0.5),
        ("5.", 5),
        ("1e-3", 0.001),
        ("−1,5E2", -150),
        ("007", 7),
    ],
)
def test_what_a_reader_types_is_understood(page: Page, typed: str, value: float) -> None:
    assert page.evaluate("(typed) => gelulab.parse(typed)", typed) == value


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "abc", "--3", "-", ".", ",", "1.2.3", "1,2,3", "1e", "e3", "nan", "NaN", "Infinity", "inf", "true"),
        *("0x10", "1_000", "1 000", "٣", "½", "1/2", "2?3", "1;2", "<b>1</b>", "null", "1\n2"),
        *("1e999", "-1e999", "9" * 400),
    ],
)
def test_rubbish_is_not_a_number(page: Page, typed: str) -> None:
    assert page.evaluate("(typed) => Number.isNaN(gelulab.parse(typed))", typed)
