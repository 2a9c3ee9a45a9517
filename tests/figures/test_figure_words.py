"""The strings file: every word that a figure needs is there, and none is left over."""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

from figure_states import each_figure
from gelu_lab import figures
from gelu_lab.resources import text, words


def leaves(words: Any, path: str = "") -> list[tuple[str, str]]:
    if isinstance(words, dict):
        return [leaf for key, value in words.items() for leaf in leaves(value, f"{path}.{key}")]
    return [(path, words)]


@each_figure
def test_a_figure_has_words_for_everything_that_it_shows(name: str) -> None:
    fig = figures.build(name)
    say = fig.words
    assert say["title"]
    assert say["caption"].endswith(".")
    assert set(say["states"]) == {state.name for state in fig.state}
    assert set(say["values"]) == {value.name for value in fig.read_outs}
    assert set(say["actions"]) == set(fig.actions)
    for state in fig.state:
        if state.kind == "choice":
            assert set(say.get("options", {}).get(state.name, state.options)) == set(state.options)


@each_figure
def test_every_label_and_sentence_is_used_by_the_figure(name: str) -> None:
    twins = text(f"js/figures/{name}.js") + inspect.getsource(sys.modules[figures.function(name).__module__])
    say = figures.build(name).words
    for group in set(say) - {"title", "caption", "states", "values", "actions", "options"}:
        for key in say[group] if isinstance(say[group], dict) else [group]:
            assert re.search(rf"\b{re.escape(key)}\b", twins), f"{group}.{key} is used nowhere"


def test_there_are_words_for_exactly_the_figures_there_are() -> None:
    assert set(words()["figures"]) == set(figures.NAMES)


def test_no_word_is_empty_and_braces_are_slots() -> None:
    for path, word in leaves(words()):
        assert isinstance(word, str), path
        assert word, path
        assert word == word.strip() or path.rsplit(".", 2)[-2] == "sentence", path
        assert re.sub(r"\{\w+\}", "", word).count("{") == 0, path
        assert "  " not in word, path
