"""The Python side of the contract, for every figure there is."""

from __future__ import annotations

import math
from typing import Any

import gelu_lab
import numpy as np
import pytest
from bokeh.models import ColumnDataSource, Plot
from figure_states import allowed, each_figure, is_quantity, mixtures, rubbish, sweep
from gelu_lab import figures
from gelu_lab.figure import Figure
from gelu_lab.markup import figure as markup_of


def models(fig: Figure) -> list[Any]:
    return [model for plot in fig.plots.values() for model in plot.references()]


@each_figure
def test_a_figure_is_built_by_its_function_with_nothing_said(name: str) -> None:
    fig = getattr(gelu_lab, name)()
    assert isinstance(fig, Figure)
    assert fig.id == name
    assert fig.title
    assert fig.state
    assert fig.read_outs
    assert set(fig.values) == {each.name for each in fig.read_outs}
    assert repr(fig) == f"{name}({', '.join(f'{state.name}={state.value!r}' for state in fig.state)})"


@each_figure
def test_state_that_is_not_given_is_as_the_figure_has_it(name: str) -> None:
    fig = figures.build(name)
    assert fig.at(**dict.fromkeys(fig.present)).present == fig.present
    given = {state.name: state.value for state in fig.state if state.name in figures.function(name).__annotations__}
    assert given, "a figure takes its state as arguments"
    assert figures.build(name, **dict.fromkeys(given)).present == fig.present
    assert figures.build(name, **given).present == fig.present


@each_figure
def test_every_state_takes_its_whole_range(name: str) -> None:
    fig = figures.build(name)
    for state in fig.state:
        for value in sweep(state):
            assert fig.at(**{state.name: value}).present == {**fig.present, state.name: value}
        if is_quantity(state):
            whole = math.floor(state.high)  # a narrow range may hold no whole number
            for typed in (np.float64(state.high), *([np.int64(whole)] if whole >= state.low else [])):
                assert type(fig.at(**{state.name: typed}).present[state.name]) is type(state.value)


@each_figure
def test_a_bad_argument_is_refused_with_its_name_its_value_and_what_is_allowed(name: str) -> None:
    fig = figures.build(name)
    for state in fig.state:
        for value in rubbish(state):
            with pytest.raises((ValueError, TypeError)) as refused:
                fig.at(**{state.name: value})
            said = str(refused.value)
            assert said.startswith(f"{name}: {state.name} = ")
            assert repr(value) in said
            assert all(each in said for each in allowed(state))


@each_figure
def test_a_bad_argument_of_the_function_is_refused_too(name: str) -> None:
    build = figures.function(name)
    for state in build().state:
        if state.name not in build.__annotations__:
            continue
        with pytest.raises((ValueError, TypeError), match=state.name):
            build(**{state.name: object()})
    with pytest.raises(TypeError, match="no_such_state"):
        build(no_such_state=1)
    with pytest.raises(TypeError, match=r"no_such_state.*there are "):
        build().at(no_such_state=None)


def test_an_unknown_figure_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="no_such_figure") as refused:
        figures.build("no_such_figure")
    assert all(name in str(refused.value) for name in figures.NAMES)
    with pytest.raises(AttributeError, match="no_such_figure"):
        _ = gelu_lab.no_such_figure


@each_figure
def test_plots_are_quiet_named_and_hold_doubles(name: str) -> None:
    fig = figures.build(name)
    for slot, plot in fig.plots.items():
        assert isinstance(plot, Plot)
        assert plot.name == slot
        assert plot.toolbar_location is None
        assert not plot.toolbar.tools
        assert f'data-slot="{slot}"' in fig.stage
        named = [model.name for model in plot.references() if model.name]
        assert len(named) == len(set(named)), "a script finds a model by its name"
    for source in (model for model in models(fig) if isinstance(model, ColumnDataSource)):
        assert source.name
        for column, values in source.data.items():
            if len(values) and not isinstance(values[0], str):
                assert np.asarray(values).dtype == np.float64, f"{source.name}.{column}"


@each_figure
def test_two_builds_share_no_model(name: str) -> None:
    first, second = figures.build(name), figures.build(name)
    assert not {id(model) for model in models(first)} & {id(model) for model in models(second)}
    assert not {model.id for model in models(first)} & {model.id for model in models(second)}


@each_figure
def test_values_are_numbers_and_the_sentence_is_complete_over_the_whole_range(name: str) -> None:
    fig = figures.build(name)
    states = [{state.name: value} for state in fig.state for value in sweep(state, 25)]
    without_nan = 0
    for wanted in [*states, *mixtures(fig, 60)]:
        shown = fig.at(**wanted)
        assert all(isinstance(value, (int, float)) for value in shown.values.values())
        assert not any(math.isinf(value) for value in shown.values.values()), wanted
        without_nan += not any(math.isnan(value) for value in shown.values.values())
        said = shown.sentence
        assert said.endswith("."), said
        assert not any(slot in said for slot in ("{", "}", "nan", "None", "inf", "  ", "−0 ", "−0.00 ")), said
    # Nan is for what has no value yet (a mean of no draws), not for the usual case.
    assert without_nan > 0.8 * len(states)


@each_figure
def test_the_markup_is_complete_before_any_script_runs(name: str) -> None:
    fig = figures.build(name)
    html = markup_of(fig)
    assert html.startswith(f'<figure id="{name}" data-figure="{name}"')
    assert "data-ready" not in html, "only a script can make it usable"
    assert html.count("data-sentence") == 1
    for value in fig.read_outs:
        assert html.count(f'<output data-value="{value.name}"') == 1
    for state in fig.state:
        if state.control != "none":
            assert f'data-control="{state.name}"' in html
    for action in fig.actions:
        assert html.count(f'data-action="{action}"') == 1
