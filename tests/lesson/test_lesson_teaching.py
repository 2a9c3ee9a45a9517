"""docs/teaching.md: its links lead to states that exist, its numbers are the core's, its plans add up."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from gelu_lab import figures
from gelu_lab.figure import Figure
from gelu_lab.lesson import Section, load_sections
from gelu_lab.lesson.numbers import fill

TEXT = (Path(__file__).parents[2] / "docs" / "teaching.md").read_text(encoding="utf-8")
HOME = "http://localhost:5006/"
LINKS = re.findall(r"\[[^\]]+\]\((http[^)]+)\)", TEXT)
# Each number of the text that could be wrong, as the prose of the lesson would ask for it.
NUMBERS = {
    "−0.159": "gelu(-1):.3",
    "0.159": "dip(1):.3",
    "−0.004": "gelu(-3):.3",
    "0.5": "cdf(0):.1",
    "−0.752": "minimum().x:.3",
    "0.752": "-minimum().x:.3",
    "−0.170": "minimum().value:.3",
    "0.170": "largest_difference('relu').error:.3",
    "84 %": "cdf(1):.0%",
    "0.841": "cdf(1):.3",
    "0.399": "pdf(0):.3",
    "1.083": "gelu_grad(1):.3",
    "−0.083": "gelu_grad(-1):.3",
    "0.278": "silu_dip(1.278):.3",
    "−0.129": "gelu_grad(-sqrt(2)):.3",
    "1.129": "gelu_grad(sqrt(2)):.3",
    "−5.0 × 10⁻⁴": "gelu_grad(-4):.1e",
    "−3.477": "newton_steps(1, 1)[1]:.3",
    "−1.279": "newton_basin()[0]:.3",
    "0.671": "newton_basin()[1]:.3",
    "1.773": "best_constants().sigmoid_for_gelu.constant:.3",
    "4.1 × 10⁻⁴": "gelu_tanh(3)-gelu(3):.1e",
    "4.7 × 10⁻⁴": "error_extrema()[1].error:.1e",
    "0.020": "abs(error_extrema('sigmoid')[1].error):.3",
    "−0.340": "minimum(2).value:.3",
    "−1.504": "minimum(2).x:.3",
    "0.376": "-minimum().x/2:.3",
    "18.9": "count_ffn(768, 3072, 12, 512).evaluations/1000000:.1",
    "0.26 %": "count_ffn(768).gelu_share:.2%",
    "0.55": "0.02*sqrt(768):.2",
    "−7.6 × 10⁻²³": "gelu(-10):.1e",
    "0.921": "family(1, sqrt(1/2)):.3",
    "0.193": "abs(largest_difference('silu').error):.3",
    "0.226": "cdf(minimum().x):.3",
}
# A name, a place that is looked at: no claim.
NAMES = {"1.702", "1.278", "−5.5"}


def prose() -> str:
    """The text without code, addresses and tables' links."""
    return re.sub(r"```.*?```|`[^`\n]*`|\]\([^)\s]*\)", "", TEXT, flags=re.DOTALL)


@cache
def built(name: str) -> Figure:
    return figures.build(name)


@cache
def sections() -> list[Section]:
    return list(load_sections())


@pytest.mark.parametrize("link", sorted(set(LINKS)))
def test_a_link_leads_to_a_state_that_exists(link: str) -> None:
    assert link.startswith(HOME)
    parts = urlsplit(link)
    assert parts.path == "/"
    anchors = {f"section-{section.id}" for section in sections()} | set(figures.NAMES)
    assert not parts.fragment or parts.fragment in anchors
    for key, text in parse_qsl(parts.query, strict_parsing=True):
        if key == "predict":
            assert text == "off"
            continue
        name, state = key.split(".")
        assert name == parts.fragment, "a state that is not looked at"
        spec = next(each for each in built(name).state if each.name == state)
        value = {"1": True, "0": False}[text] if spec.kind == "flag" else text if spec.kind == "choice" else float(text)
        assert built(name).at(**{state: value}).present[state] == value


@pytest.mark.parametrize(
    ("name", "label", "shown"),
    [
        ("gate", "with ReLU's gate", "The hard gate"),
        ("mask", "100 draws", "of 100 draws"),
        ("shape", "x and −x", "the difference is 2.00"),
        ("shape", "shape", "the difference is 2.00"),
        ("shape", "two inputs, one output", "Two inputs share"),
        ("shape", "where it bends", "convex"),
        ("training", "ReLU wins", "ReLU is ahead"),
        ("training", "GELU wins", "GELU is ahead"),
        ("training", "dead units", "8 with ReLU"),
    ],
)
def test_a_link_shows_what_it_is_called(name: str, label: str, shown: str) -> None:
    [link] = set(re.findall(rf"\[{re.escape(label)}\]\((http[^)]+#{name})\)", TEXT))
    state = {key.split(".")[1]: text for key, text in parse_qsl(urlsplit(link).query) if key != "predict"}
    specs = {each.name: each for each in built(name).state}
    known: dict[str, Any] = {
        key: text == "1" if specs[key].kind == "flag" else text if specs[key].kind == "choice" else float(text)
        for key, text in state.items()
    }
    assert shown in built(name).at(**known).sentence


def test_every_figure_has_its_part_with_three_questions_in_the_order_of_the_lesson() -> None:
    parts = re.findall(r"^### (\w+): ([^\n]+)\n(.*?)(?=^##)", TEXT, flags=re.MULTILINE | re.DOTALL)
    assert {name for name, _, _ in parts} == set(figures.NAMES)
    places = [next(section.number for section in sections() if name in section.figures) for name, _, _ in parts]
    assert places == sorted(places)
    for name, title, body in parts:
        assert title.replace("'", "’") == built(name).title
        for head in ("What it shows", "Why it is built so", "Ask", "Misconceptions"):
            assert body.count(f"**{head}.**") == 1, (name, head)
        assert len(re.findall(r"^\d\. ", body, flags=re.MULTILINE)) == 3
        assert f"#{name})" in body


def test_every_number_is_the_cores() -> None:
    number = re.compile(r"−?\d+\.\d+(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+| %)?|−?\d+ %")
    found = {each for each in number.findall(prose()) if each not in NAMES}
    assert found == set(NUMBERS), "each is used, and each that is used is known"
    for text, asked in NUMBERS.items():
        assert fill(asked.replace("'", '"')).replace("\u202f", " ") == text


@pytest.mark.parametrize("minutes", [45, 90])
def test_a_plan_lasts_as_long_as_it_says(minutes: int) -> None:
    plan = TEXT.split(f"## {minutes} minutes\n")[1].split("\n## ")[0]
    assert sum(map(int, re.findall(r"^\| (\d+) \|", plan, flags=re.MULTILINE))) == minutes


def test_links_inside_the_page_have_their_heading() -> None:
    headings = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in re.findall(r"^#+ (.+)$", TEXT, re.M)}
    for anchor in re.findall(r"\]\(#([^)]+)\)", TEXT):
        assert anchor in headings
