"""Figures in Panel: two-way state, nothing sent during a gesture, layouts, themes."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable
from typing import Any

import panel as pn
import pytest
from browser_tools import Watched, drag, frames, handle_value, number
from figure_states import each_figure, each_kind
from gelu_lab import figures, gate
from hosts_tools import agrees, elsewhere, moved
from panel_apps import TEN
from playwright.sync_api import expect

OpenPage = Callable[..., Watched]


# In Python


@each_figure
def test_the_same_object_each_time(name: str) -> None:
    figure = figures.build(name)
    assert figure.panel() is figure.panel() is figure.__panel__() is pn.panel(figure)
    other = figures.build(name)
    assert other.panel() is not figure.panel()
    assert type(other.panel()) is type(figure.panel())


def test_each_class_has_its_own_name() -> None:
    """Panel's cache in the browser knows a component by this name and the length of its code."""
    classes = {type(figures.build(name).panel()) for name in figures.NAMES}
    assert len({each.__name__ for each in classes}) == len(figures.NAMES)


@each_figure
def test_state_and_values(name: str) -> None:
    figure = figures.build(name)
    component = figure.panel()
    for state in figure.state:
        parameter = state.name if state.name in component.param and state.name != "width" else f"{state.name}_"
        assert getattr(component, parameter) == state.value
        assert component.param[parameter].label == figure.words["states"][state.name]
    assert component.present == figure.present
    assert component.values == pytest.approx(figure.values, nan_ok=True)
    component.present = elsewhere(figure)
    assert component.present == moved(name).present, "the states that were not named stay"
    assert component.values == pytest.approx(moved(name).values, nan_ok=True)
    assert figure.present == figures.build(name).present, "the figure itself is a value and does not change"


def test_values_are_fresh_when_others_hear_of_the_state() -> None:
    component = gate().panel()
    heard = []
    component.param.watch(lambda _: heard.append(component.values["x"]), "x")
    component.x = 2
    assert heard == [2]


@pytest.mark.parametrize("parameter", ["x", "present"])
def test_values_are_fresh_in_a_pane_that_is_bound_to_the_state(parameter: str) -> None:
    component = gate().panel()
    pane = pn.pane.HTML(pn.bind(lambda _: f"passed {component.values['passed']}", component.param[parameter]))
    component.present = {"x": 3, "hard": False}
    assert pane.object == f"passed {gate(x=3).values['passed']}"
    component.x = -1
    assert pane.object == f"passed {gate(x=-1).values['passed']}"


def test_bad_values_are_refused() -> None:
    component = gate().panel()
    for value in (5, -4.5, "much", None):
        with pytest.raises(ValueError, match="x"):
            component.x = value
    with pytest.raises(ValueError, match="must be at most 4"):
        component.x = 5
    with pytest.raises(TypeError):
        component.values = {}
    with pytest.raises(ValueError, match="hard"):
        component.hard = 3
    assert (component.x, component.hard) == (1.0, False)


def test_the_whole_state_at_once() -> None:
    component = gate().panel()
    component.present = {"x": -1, "hard": True}
    assert (component.x, component.hard, component.values["x"]) == (-1.0, True, -1.0)
    component.x = 2
    assert component.present == {"x": 2.0, "hard": True}
    for bad in ({"x": 7}, {"y": 1}):
        with pytest.raises((ValueError, TypeError), match="gate"):
            component.present = bad
        assert component.present == {"x": 2.0, "hard": True}
        assert component.x == 2


# In a browser


@each_kind
def test_in_a_row(apps: str, open_page: OpenPage, name: str) -> None:
    """Python hears of a gesture when it ends; while it lasts nothing is sent. Every figure: test_hosts_panel_lesson."""
    page = open_page()
    figure = page.open(apps + name, figure=name)
    said = page.page.locator(".seen")

    def python_has_it() -> dict[str, Any]:
        """Waits until Python's state is the browser's: every read-out is computed from it."""
        end = time.monotonic() + 10
        while True:
            try:
                state = ast.literal_eval(said.locator("pre").inner_text())
                agrees(figure, figures.build(name).at(**state))
                handle = figure.locator("[role=slider][data-handle]").first
                assert state[handle.get_attribute("data-handle")] == handle_value(figure)
                return state
            except AssertionError:
                if time.monotonic() > end:
                    raise
                page.page.wait_for_timeout(50)

    first = python_has_it()
    assert first == figures.build(name).present
    handle = figure.locator("[role=slider][data-handle]").first
    before = handle_value(figure)

    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    quiet = len(page.sent)
    for step in range(12):
        page.page.mouse.move(x + step, y - step)
        frames(page.page, 1)
    assert handle_value(figure) != before
    assert len(page.sent) == quiet
    page.page.mouse.up()
    dragged = python_has_it()
    assert dragged != first
    frames(page.page, 10)
    assert quiet < len(page.sent) <= quiet + 3, "one message, which has three frames"

    handle.press("Home")
    frames(page.page, 2)
    assert python_has_it() != dragged
    page.clean()


def test_two_gates_keep_their_own_state(apps: str, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1400, "height": 1000})
    page.open(apps + "two")
    shown = page.page.locator("figure[data-ready=true]")
    expect(shown).to_have_count(2)
    first, second = shown.nth(0), shown.nth(1)
    said = page.page.locator(".seen")
    assert (handle_value(first), handle_value(second)) == (-0.75, 2)
    assert second.locator("input[type=checkbox]").is_checked()

    drag(page.page, first.locator("[role=slider]").first, 60)
    expect(said.nth(0)).to_contain_text(f"'x': {handle_value(first)!r},")
    assert handle_value(first) > -0.75
    assert handle_value(second) == 2
    expect(said.nth(1)).to_have_text("{'x': 2.0, 'hard': True}")

    second.get_by_role("checkbox").uncheck()
    expect(said.nth(1)).to_have_text(re.compile(r"\{'x': 2(\.0)?, 'hard': False\}"))

    page.page.get_by_role("button", name="move").click()
    expect(first.locator("[role=slider]").first).to_have_attribute("aria-valuenow", "3.5")
    assert number(first, "passed") == pytest.approx(gate(x=3.5).values["passed"], abs=1e-8)
    assert handle_value(second) == 2
    page.clean()


def test_what_each_gives_away(apps: str, open_page: OpenPage) -> None:
    page = open_page()
    page.open(apps + "two")
    for figure, call in zip(page.page.locator("figure").all(), ("gate(x=-0.75)", "gate(x=2, hard=True)"), strict=True):
        figure.locator("[data-action=share]").click()
        menu = figure.get_by_role("dialog")
        assert menu.locator("[data-share=link]").is_disabled()
        menu.locator("[data-share=python]").click()
        assert call in menu.locator("textarea").input_value()
        with page.page.expect_download() as waiting:
            menu.locator("[data-share=png]").click()
        assert waiting.value.path().stat().st_size > 10_000
        menu.locator("[data-share=csv]").press("Escape")
        assert menu.is_hidden()
    page.clean()


def test_taken_away_and_put_back(apps: str, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1400, "height": 1000})
    page.open(apps + "two")
    shown = page.page.locator("figure[data-ready=true]")
    expect(shown).to_have_count(2)
    shown.nth(1).locator("[role=slider]").first.press("Home")
    expect(page.page.locator(".seen").nth(1)).to_contain_text("'x': -4")
    page.page.get_by_role("button", name="take").click()
    expect(shown).to_have_count(1)
    page.page.get_by_role("button", name="again").click()
    expect(shown).to_have_count(2)
    assert handle_value(shown.nth(1)) == -4
    page.clean()


def test_ten_keep_their_own_state(apps: str, open_page: OpenPage) -> None:
    page = open_page()
    page.open(apps + "ten")
    shown, said = page.page.locator("figure"), page.page.locator(".seen pre")
    expect(shown).to_have_count(10)
    expect(said).to_have_count(10)
    expected = [figures.build(name, **state).present for name, state in TEN]

    def numbers() -> list[dict[str, str]]:
        """The read-outs of all figures; a figure far away keeps them."""
        return shown.evaluate_all(
            "(all) => all.map((figure) => Object.fromEntries("
            "[...figure.querySelectorAll('[data-value]')].map((out) => [out.dataset.value, out.dataset.number])))"
        )

    def python() -> list[dict[str, Any]]:
        return [ast.literal_eval(text) for text in said.all_inner_texts()]

    for n, (name, _) in enumerate(TEN):
        shown.nth(n).scroll_into_view_if_needed()
        expect(shown.nth(n)).to_have_attribute("data-ready", "true")
        assert shown.nth(n).get_attribute("data-figure") == name
    assert python() == expected

    for n in (8, 1, 4):
        before = numbers()
        figure = shown.nth(n)
        handle = figure.locator("[role=slider][data-handle]").first
        handle.scroll_into_view_if_needed()
        expect(figure).to_have_attribute("data-ready", "true")
        drag(page.page, handle, 50, -30)
        state = handle.get_attribute("data-handle") or ""
        assert handle_value(figure) != expected[n][state]
        expect(said.nth(n)).to_contain_text(f"'{state}': {handle_value(figure)!r}")
        assert [at for at in range(10) if numbers()[at] != before[at]] == [n]
        expected[n] = {**expected[n], **ast.literal_eval(said.nth(n).inner_text())}
        assert python() == expected
        agrees(figure, figures.build(TEN[n][0]).at(**expected[n]))
    page.clean()


def test_in_a_tab_that_is_hidden_at_first(apps: str, open_page: OpenPage) -> None:
    page = open_page()
    page.page.goto(apps + "hidden")
    page.page.get_by_text("figure", exact=True).click()
    figure = page.ready("gate")
    assert handle_value(figure) == 1.5
    handle = figure.locator("[role=slider]").first
    drag(page.page, handle, 50)
    assert handle_value(figure) > 1.5
    page.clean()


@pytest.mark.parametrize(("theme", "card"), [("default", "rgb(255, 255, 255)"), ("dark", "rgb(25, 29, 36)")])
def test_follows_panels_theme(apps: str, open_page: OpenPage, theme: str, card: str) -> None:
    page = open_page(color_scheme="light" if theme == "dark" else "dark")
    figure = page.open(f"{apps}gate?theme={theme}")
    assert figure.evaluate("(element) => getComputedStyle(element).backgroundColor") == card
    page.clean()
