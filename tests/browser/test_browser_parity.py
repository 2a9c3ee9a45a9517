"""Every number and every sentence of a figure is Python's, over the whole range of every state."""

from __future__ import annotations

from collections.abc import Callable

from figure_states import KINDS, each_figure, mixtures, sweep
from matrix import Shown, built, parity, query, same


@each_figure
def test_read_outs_and_sentence_agree_with_python_over_every_state(show: Callable[..., Shown], name: str) -> None:
    shown = show(name)
    for state in shown.contract.state:
        if state.control == "none":
            continue
        wanted = [shown.contract.at(**{state.name: value}) for value in sweep(state)]
        cases = [each.at(**shown.contract.present | {state.name: each.present[state.name]}) for each in wanted]
        assert parity(shown.figure, cases, typed=True) == []


@each_figure
def test_read_outs_and_sentence_agree_where_states_are_mixed(show: Callable[..., Shown], name: str) -> None:
    shown = show(name)
    hidden = {state.name: state.value for state in shown.contract.state if state.control == "none"}
    wanted = [shown.contract.at(**mixed | hidden) for mixed in mixtures(shown.contract, 60)]
    assert parity(shown.figure, wanted, typed=True) == []


@each_figure
def test_the_address_brings_any_state(show: Callable[..., Shown], name: str) -> None:
    for mixed in mixtures(built(name), 4 if name in KINDS else 2):
        shown = show(name, query(**mixed))
        assert same(shown.state(), mixed, 1e-12)
        shown.agrees()
