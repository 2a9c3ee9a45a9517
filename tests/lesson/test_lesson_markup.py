"""Markdown and TeX become the HTML that the page and its readers rely on."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from gelu_lab.lesson import COLOURS, LessonError, render, render_inline
from gelu_lab.lesson.mathml import MACROS, to_mathml


def formula(tex: str, *, display: bool = False) -> ElementTree.Element:
    """The element of one formula."""
    return ElementTree.fromstring(to_mathml(tex, display=display, classes=frozenset(COLOURS)))


# -- formulas ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "spoken"),
    [
        (r"\GELU(x)=x\cdot\Phi(x)", "GELU(x) = x · Φ(x)"),
        (r"x=-1", "x = −1"),
        (r"\Phi(-x)", "Φ(−x)"),
        (r"a-b", "a − b"),
        (r"|x|-1", "|x| − 1"),
        (r"\frac{1}{\sqrt{2\pi}}e^{-t^2/2}", "1/(√(2π))e^(−t^2/2)"),
        (r"s\to\infty", "s → ∞"),
        (r"\eps\sim\Normal(0,1)", "ε ∼ 𝒩(0, 1)"),
        (r"f'(x)", "f′(x)"),
        (r"x_1", "x_1"),
    ],
)
def test_every_formula_has_words(tex: str, spoken: str) -> None:
    assert formula(tex).get("alttext") == spoken


def test_names_are_one_upright_word() -> None:
    names = [node.text for node in formula(r"\GELU(x)=x\Phi(x)").iter("mi")]
    assert names == ["GELU", "x", "x", "Φ", "x"]
    assert formula(r"\Phi").find("mi").get("mathvariant") == "normal"  # type: ignore[union-attr]
    assert formula(r"\Prob(x)").find("mi").get("mathvariant") == "normal"  # type: ignore[union-attr]


@pytest.mark.parametrize("name", sorted(MACROS))
def test_every_macro_is_known(name: str) -> None:
    assert formula(rf"\{name}").get("alttext")


def test_display() -> None:
    assert formula("x", display=True).get("display") == "block"
    assert formula("x").get("display") is None
    assert '<div class="gl-formula"><math' in render("$$\nx\n+ 1\n$$")


def test_colour_in_a_formula() -> None:
    assert '<mrow class="gate">' in to_mathml(r"\class{gate}{\Phi(x)}", classes=frozenset(COLOURS))


@pytest.mark.parametrize(
    ("tex", "part"),
    [
        (r"\gulu(x)", r"unknown command \gulu"),
        (r"\begin{aligned} a &= b \end{aligned}", "cannot be written as MathML"),
        (r"\frac{1}", "argument is missing"),
        (r"\frac{1", "braces"),
        (r"x^", "cannot be read"),
        (r"\color{red}{x}", r"\class"),
        (r"\class{blue}{x}", "unknown colour word 'blue'"),
        (r"x = {{gulu(1):.2}}", "unknown name 'gulu'"),
    ],
)
def test_a_bad_formula_is_named_with_its_file(tex: str, part: str) -> None:
    with pytest.raises(LessonError) as error:
        render(f"Some ${tex}$ here.", source="07-derivative.md")
    assert "07-derivative.md: formula" in str(error.value)
    assert tex in str(error.value)
    assert part in str(error.value)


def test_an_open_display_is_an_error() -> None:
    with pytest.raises(LessonError, match=r"02-gate\.md: formula .* never closed"):
        render("$$x\n\ntext", source="02-gate.md")


def test_a_formula_keeps_its_comma() -> None:
    assert render_inline("At $x$, then").endswith("</math>,</span> then")


@pytest.mark.parametrize("text", ["5 $ and 6 $", r"\$x\$", "`$x$`"])
def test_a_dollar_is_a_dollar(text: str) -> None:
    assert "<math" not in render_inline(text)


# -- words, links, tables ----------------------------------------------------------------------------------------------


def test_colour_words() -> None:
    assert render_inline("what [gets *through*]{.passed}") == 'what <span class="passed">gets <em>through</em></span>'
    assert render_inline("[gate](#gate) [x]") == '<a href="#gate">gate</a> [x]'


def test_unknown_colour_word() -> None:
    with pytest.raises(LessonError, match=r"02-gate.md: '\[x\]\{.blue\}': unknown colour word 'blue'; known are input"):
        render("[x]{.blue}", source="02-gate.md")


def test_numbers_in_text_survive_emphasis() -> None:
    assert render_inline("*about {{2*cdf(-1)*2:.2}}*") == "<em>about 0.63</em>"
    assert render_inline("`{{cdf(0):.1}}`") == "<code>{{cdf(0):.1}}</code>"


def test_html_is_text() -> None:
    assert "<script" not in render("<script>alert(1)</script>\n\n<b>x</b> [a](javascript:alert(1))")
    assert "href" not in render("[a](javascript:alert(1))")


def test_links_leave_their_trace() -> None:
    assert 'rel="noopener external"' in render_inline("[a](https://example.org)")
    assert "rel" not in render_inline("[a](#gate)")


def test_tables_scroll_by_themselves() -> None:
    html = render("| a | b |\n|---|---|\n| 1 | $x$ |")
    assert html.startswith('<div class="gl-table" tabindex="0"><table>')
    assert "<math" in html


# -- places ------------------------------------------------------------------------------------------------------------


def test_places() -> None:
    html = render(
        "a\n::: predict\n\n::: figure gate\nb\n\n::: question\n",
        figure=lambda name: f"<figure id='{name}'></figure>",
        predict={"": "<p>P</p>"},
        question="<p>Q</p>",
    )
    assert [html.index(part) for part in ("a", "<p>P", "<figure id='gate'>", "<p>b", "<p>Q")] == sorted(
        html.index(part) for part in ("a", "<p>P", "<figure id='gate'>", "<p>b", "<p>Q")
    )


def test_after_waits_only_for_a_prediction_that_is_asked() -> None:
    text = "before\n\n::: after\nIt *rises*.\n\n- a\n:::\n\nafter"
    waiting = render(text, waits_for="gate")
    assert '<div data-after-predict="gate">\n<p>It <em>rises</em>.</p>\n<ul>' in waiting
    assert waiting.rstrip().endswith("</div>\n<p>after</p>")
    assert "data-after-predict" not in render(text)


@pytest.mark.parametrize("text", ["::: figure", "::: fig gate", "::: after\ntext", "::: predict gate", ":::"])
def test_bad_directives(text: str) -> None:
    with pytest.raises(LessonError, match=r"02-gate\.md"):
        render(text, source="02-gate.md")
