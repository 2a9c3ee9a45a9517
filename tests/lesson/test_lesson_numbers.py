"""Numbers in the prose are worked out, rounded half up, and never typed."""

from __future__ import annotations

import pytest
from gelu_lab.lesson import LessonError
from gelu_lab.lesson.numbers import fill, fill_tex, typed_decimals, value

import gelu_core


@pytest.mark.parametrize(
    ("placeholder", "text"),
    [
        ("gelu(-1):.3", "−0.159"),
        ("gelu(-3):.3", "−0.004"),
        ("minimum().x:.3", "−0.752"),
        ("minimum(s=2).value:.3", "−0.340"),
        ("minimum(2)[0]:.3", "−1.504"),
        ("cdf(1):.0%", "84\u202f%"),
        ("100*cdf(-1):.0", "16"),
        ("sqrt(100*cdf(-1)*cdf(1)):.0", "4"),
        ("1/sqrt(2*pi):.3", "0.399"),
        ("-0.0001:.2", "0.00"),
        ("0.125:.2", "0.13"),
        ("-0.125:.2", "−0.13"),
        ("2**10:.0", "1024"),
        ("gelu(-10):.1e", "−7.6\u202f×\u202f10⁻²³"),
        ("9.96e9:.1e", "1.0\u202f×\u202f10¹⁰"),
        ('gelu(1, approximate="tanh"):.4', "0.8412"),
        ("inf:.1", "∞"),
    ],
)
def test_placeholder(placeholder: str, text: str) -> None:
    assert fill(placeholder) == text


@pytest.mark.parametrize(
    ("tex", "filled"),
    [
        (r"x={{minimum().x:.3}}", "x=-0.752"),
        (r"{{cdf(1):.0%}}", r"84\,\%"),
        (r"{{gelu(-10):.1e}}", r"-7.6\times 10^{-23}"),
        (r"\frac{1}{2}", r"\frac{1}{2}"),
    ],
)
def test_in_a_formula_numbers_are_plain(tex: str, filled: str) -> None:
    assert fill_tex(tex) == filled


@pytest.mark.parametrize(
    ("placeholder", "parts"),
    [
        ("gulu(1):.3", ["gulu", "allowed", "gelu_grad", "sqrt"]),
        ("gelu(1)", ["gelu(1)", ".3 (decimals)"]),
        ("gelu(1):3f", ["gelu(1)", ".3 (decimals)"]),
        ("gelu(1:.3", ["gelu(1", "no expression"]),
        ("minimum().y:.3", ["y", "minimum()"]),
        ("minimum().__class__:.3", ["__class__", "not allowed"]),
        ("__import__('os'):.3", ["__import__", "unknown name"]),
        ("(lambda: 1)():.1", ["not allowed"]),
        ("[1][0]:.1", ["not allowed"]),
        ("1/0:.1", ["1/0", "zero"]),
        ("gelu():.1", ["gelu()", "cannot be worked out"]),
        ("family(1, -1):.1", ["family(1, -1)"]),
    ],
)
def test_what_is_wrong_is_said(placeholder: str, parts: list[str]) -> None:
    with pytest.raises(LessonError) as error:
        fill(placeholder)
    for part in parts:
        assert part in str(error.value)


def test_value_is_that_of_the_core() -> None:
    assert value("gelu(-1) - 2*cdf(0.5)**2") == gelu_core.gelu(-1) - 2 * gelu_core.cdf(0.5) ** 2


def test_typed_decimals_are_found() -> None:
    text = "0.841, `0.5`, {{0.25:.2}}, [a](https://a.org/1.5) https://a.org/2.5 arXiv:1606.08415, 16 and $x=-0.75$."
    assert typed_decimals(text) == ["0.841", "0.75"]
