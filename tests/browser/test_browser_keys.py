"""Keys, ranges, number fields and the sign button: everything a drag does, without dragging."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser_tools import frames
from figure_states import KINDS, each_figure, each_kind
from matrix import PHONE, Shown
from playwright.sync_api import Locator

Show = Callable[..., Shown]
RUBBISH = ["", "abc", "--3", "1e999", "nan", "1.2.3", "<b>1</b>", "9" * 400, "9" * 30 + "x"]

# The two ways out of a field, in turns.
LEAVE = ("Enter", "Tab")


def check(shown: Shown, target: Locator, state: Any, *, up: str, down: str, whole: bool = True) -> None:
    """Presses keys that move one state and follows its value by the contract: step, a tenth, ten, the ends.

    Keys are read by one script for all figures: all of them are pressed on one figure of each kind.
    """
    tenth = 0.1 if state.kind == "number" else 1
    all_keys = shown.contract.id in KINDS
    moves = [(up, 1), (f"Shift+{down}", -tenth)]
    if all_keys:
        moves = [(up, 1), (up, 1), (down, -1), (f"Shift+{up}", tenth), (f"Shift+{down}", -tenth)]
    if whole:
        moves += [("PageUp", 10), ("PageDown", -10), ("PageDown", -10)] if all_keys else [("PageDown", -10)]
    expected = shown.value(state.name)
    target.focus()
    for key, steps in moves:
        expected = min(state.high, max(state.low, expected + steps * state.step))
        shown.page.keyboard.press(key)
        assert shown.value(state.name, after=1) == pytest.approx(expected, abs=1e-9), key
    if whole:
        for key, expected in (("Home", state.low), (down, state.low), ("End", state.high), (up, state.high)):
            shown.page.keyboard.press(key)
            assert shown.value(state.name, after=1) == expected, key
    shown.agrees()


def of_handles(shown: Shown) -> Iterator[tuple[Locator, Any, Any]]:
    specs: dict[str | None, Any] = {state.name: state for state in shown.contract.state}
    for handle in (*shown.handles, *shown.areas):
        yield handle, specs[handle.get_attribute("data-handle")], specs.get(handle.get_attribute("data-handle-y"))


@each_figure
def test_keys_move_a_handle(show: Show, name: str) -> None:
    shown = show(name)
    for handle, state, other in of_handles(shown):
        check(shown, handle, state, up="ArrowRight", down="ArrowLeft")
        assert float(handle.get_attribute("aria-valuenow") or "nan") == shown.value(state.name)
        if other:
            before = shown.value(state.name)
            check(shown, handle, other, up="ArrowUp", down="ArrowDown", whole=False)
            assert shown.value(state.name) == before
        else:
            check(shown, handle, state, up="ArrowUp", down="ArrowDown", whole=False)


@each_figure
def test_keys_move_a_range_the_same_way(show: Show, name: str) -> None:
    shown = show(name)
    for state in shown.quantities:
        if shown.range(state).count():
            check(shown, shown.range(state), state, up="ArrowRight", down="ArrowLeft")
            check(shown, shown.range(state), state, up="ArrowUp", down="ArrowDown", whole=False)


@each_figure
def test_a_range_sets_the_state_without_steps(show: Show, name: str) -> None:
    shown = show(name)
    for state in shown.quantities:
        if not shown.range(state).count():
            continue
        low, high = (math.log2(end) if state.scale == "log" else end for end in (state.low, state.high))
        for share in (0.1234567, 0.7654321, 0, 1):
            place = low + (high - low) * share
            shown.range(state).fill(str(place))
            wanted = 2**place if state.scale == "log" else place
            assert shown.value(state.name, after=1) == pytest.approx(
                round(wanted) if state.kind == "integer" else wanted
            )
    shown.agrees()


@each_figure
def test_controls_and_handles_show_one_state(show: Show, name: str) -> None:
    shown = show(name)
    for handle, state, _ in of_handles(shown):
        handle.press("ArrowRight")
        value = shown.value(state.name, after=1)
        if shown.range(state).count():
            at = float(shown.range(state).input_value())
            assert (2**at if state.scale == "log" else at) == pytest.approx(value)
        assert float(shown.field(state).input_value()) == pytest.approx(value, rel=1e-5)


@each_figure
def test_a_number_can_be_typed_with_a_comma_or_a_true_minus(show: Show, name: str) -> None:
    shown = show(name)
    for state in shown.quantities:
        if not shown.field(state).count():
            continue
        middle = (state.low * 3 + state.high) / 4
        value = float(round(middle)) if state.kind == "integer" else round(middle, 3)
        for text in (str(value), str(value).replace(".", ",").replace("-", "−"), f" {value:e} "):
            shown.field(state).fill(str(state.high))
            shown.field(state).fill(text)
            shown.field(state).press("Enter")
            assert shown.value(state.name, after=1) == value, text
            assert float(shown.field(state).input_value()) == value
            assert shown.error(state) == ""
            assert shown.field(state).get_attribute("aria-invalid") != "true"
    shown.agrees()


@each_figure
def test_rubbish_in_a_field_keeps_the_state_and_says_so(show: Show, name: str) -> None:
    shown = show(name)
    for at, state in enumerate(shown.quantities):
        field = shown.field(state)
        if not field.count():
            continue
        # One script reads the fields of all figures: all rubbish is typed into one figure of each kind.
        few = RUBBISH if name in KINDS else RUBBISH[(len(name) + at) % 3 :: 3]
        for turn, text in enumerate(few, at):
            field.fill(text)
            field.press(LEAVE[turn % 2])
            assert shown.value(state.name, after=2) == state.value, text
            assert float(field.input_value()) == pytest.approx(state.value, rel=1e-5), text
            error = shown.error(state)
            assert text[:20] in error
            assert len(error) < 120
            assert field.get_attribute("aria-invalid") == "true"
        # The message belongs to what was typed: it goes when the state moves on.
        field.fill(str(state.low))
        field.press("Enter")
        frames(shown.page, 2)
        assert shown.error(state) == ""


@each_figure
def test_a_number_out_of_range_is_clamped_and_says_so(show: Show, name: str) -> None:
    shown = show(name)
    for at, state in enumerate(shown.quantities):
        field = shown.field(state)
        if not field.count():
            continue
        beyond = (("1e30", state.high), ("-1e30", state.low), (str(state.high + 1), state.high))
        for turn, (text, end) in enumerate(beyond, at):
            field.fill(text)
            field.press(LEAVE[turn % 2])
            assert shown.value(state.name, after=3) == end
            assert float(field.input_value()) == pytest.approx(end, rel=1e-5)
            assert shown.error(state), f"{text} was changed to {end} without a word"
            assert f"{state.low:g}".replace("-", "−") in shown.error(state)
            assert field.get_attribute("aria-invalid") == "false", "what stands there now is allowed"
    shown.agrees()


@each_kind
def test_escape_takes_back_what_was_typed(show: Show, name: str) -> None:
    shown = show(name)
    for state in shown.quantities:
        field = shown.field(state)
        if not field.count():
            continue
        for text in ("abc", str(state.low), "1e30"):
            field.fill(text)
            field.press("Escape")
            assert shown.value(state.name, after=2) == state.value, text
            assert float(field.input_value()) == pytest.approx(state.value, rel=1e-5)
            assert shown.error(state) == ""


@each_kind
def test_arrows_in_a_field_move_by_the_key_step(show: Show, name: str) -> None:
    shown = show(name)
    for state in shown.quantities:
        if shown.field(state).count():
            check(shown, shown.field(state), state, up="ArrowUp", down="ArrowDown", whole=False)


@each_kind
def test_a_phone_without_a_minus_key_has_a_sign_button(show: Show, name: str) -> None:
    for options, visible in (({}, False), (PHONE, True)):
        shown = show(name, **options)
        for state in shown.quantities:
            button = shown.figure.locator(f'[data-action=sign][data-for="{state.name}"]')
            if state.low < 0 and shown.field(state).count():
                assert button.is_visible() == visible
                if visible:
                    before = round(min(-state.low, state.high) / 2, 2)
                    shown.field(state).fill(str(before))
                    button.click()
                    assert shown.value(state.name, after=2) == -before
                    assert float(shown.field(state).input_value()) == pytest.approx(-before)
            else:
                assert button.count() == 0


@each_figure
def test_flags_and_choices_are_set_by_mouse_and_by_keys(show: Show, name: str) -> None:
    shown = show(name)
    for state in shown.contract.state:
        control = shown.figure.locator(f'[data-control="{state.name}"]')
        if state.kind == "flag" and control.count():
            control.click()
            assert shown.value(state.name, after=1) is (not state.value)
            control.press("Space")
            assert shown.value(state.name, after=1) is state.value
        if state.control == "select":
            options = control.locator("option").evaluate_all("(all) => all.map((each) => each.value)")
            for option in reversed(options):
                control.select_option(option)
                frames(shown.page, 1)
                assert str(shown.value(state.name)) == option
            shown.agrees()
