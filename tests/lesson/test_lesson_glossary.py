"""Terms: each is explained once, marked at most once a section, and a mark that leads nowhere is named."""

from __future__ import annotations

import re

import pytest
from gelu_lab.lesson import LessonError, glossary_html, load_glossary, load_sections, render

TITLE, TERMS = load_glossary()
IDS = [each.id for each in TERMS]
MARKED = {section.id: re.findall(r'class="gl-term" href="#term-([\w-]+)"', section.html) for section in load_sections()}


def test_terms_are_explained_once_in_a_sentence_or_three_and_all_are_used() -> None:
    assert 20 <= len(IDS) == len(set(IDS))
    assert [each.name.lower() for each in TERMS] == sorted(each.name.lower() for each in TERMS)
    html = glossary_html(TITLE, TERMS)
    for each in TERMS:
        assert html.count(f'<dt id="term-{each.id}">') == 1
        assert each.text.endswith((".", "</span>"))
        assert len(re.sub(r"<math.*?</math>|<[^>]+>", "", each.text)) < 240
    assert {id for marked in MARKED.values() for id in marked} == set(IDS)


@pytest.mark.parametrize("section", MARKED)
def test_a_term_is_marked_at_most_once_a_section(section: str) -> None:
    assert len(MARKED[section]) == len(set(MARKED[section]))


def test_a_mark_is_a_link_with_the_terms_own_words_or_others() -> None:
    terms = {"bias": "bias"}
    assert '<a class="gl-term" href="#term-bias">bias</a>' in render("A [[bias]].", terms=terms)
    assert '<a class="gl-term" href="#term-bias">biases &lt;</a>' in render("[[bias: biases <]]", terms=terms)
    assert "gl-term" not in render("`[[bias]]` and [[Bias", terms=terms)


def test_a_term_that_is_not_there_is_named_with_its_file() -> None:
    with pytest.raises(LessonError, match=r"02-gate.md: '\[\[bais\]\]': no such term .* known are bias"):
        render("A [[bais]].", source="02-gate.md", terms={"bias": "bias"})
