"""What a figure tells: its address, its events, its live region."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from urllib.parse import parse_qs, urlsplit

from browser_tools import drag, frames
from figure_states import each_figure, is_quantity
from gelu_lab.format import plain
from matrix import Shown, built, hold, moves, query

Show = Callable[..., Shown]
RUBBISH = ("abc", "", "2?3", "1e999")


def address(shown: Shown) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(shown.page.url).query).items()}


@each_figure
def test_rubbish_in_the_address_is_ignored(show: Show, name: str) -> None:
    # Four pages bring each state every kind of rubbish; beside it stands a state with another kind.
    for turn in range(4):
        states = {state.name: RUBBISH[(at + turn) % 4] for at, state in enumerate(built(name).state)}
        shown = show(name, query(**states))
        assert shown.state() == shown.contract.present
        shown.agrees()


@each_figure
def test_unknown_names_in_the_address_are_ignored_and_kept(show: Show, name: str) -> None:
    shown = show(name, "nonsense=3&figure=nothing&__proto__=1&constructor=2&toString=&values=4")
    assert shown.state() == shown.contract.present
    drag(shown.page, shown.handles[0], 20)
    assert {"nonsense": "3", "constructor": "2"}.items() <= address(shown).items()
    shown.agrees()


@each_figure
def test_a_number_out_of_range_in_the_address_is_clamped(show: Show, name: str) -> None:
    contract = built(name)
    for text, end in (("1e30", "high"), ("-1e30", "low")):
        shown = show(name, query(**{state.name: text for state in contract.state if is_quantity(state)}))
        for state in shown.quantities:
            assert shown.value(state.name) == getattr(state, end)
        shown.agrees()


@each_figure
def test_flags_and_choices_are_read_from_the_address(show: Show, name: str) -> None:
    spellings: dict[str, list[tuple[str, bool | str]]] = {}
    for state in built(name).state:
        if state.kind == "flag":
            spelled = [("1", True), ("true", True), ("0", False), ("false", False), ("yes", state.value)]
        elif state.kind == "choice":
            spelled = [("nothing", state.value), *((option, option) for option in state.options)]
        else:
            continue
        spellings[state.name] = spelled
    for turn in zip_longest(*spellings.values()):
        asked = {each: spelling for each, spelling in zip(spellings, turn, strict=True) if spelling}
        shown = show(name, query(**{each: text for each, (text, _) in asked.items()}))
        assert {each: shown.value(each) for each in asked} == {each: value for each, (_, value) in asked.items()}


@each_figure
def test_the_address_is_written_when_a_gesture_ends_and_the_history_stays_as_it_is(show: Show, name: str) -> None:
    shown = show(name)
    entries = shown.page.evaluate("history.length")
    for handle in (*shown.handles, *shown.areas):
        state = moves(handle)[0]
        before = address(shown)
        x, y = hold(shown.page, handle)
        for step in range(1, 30):
            shown.page.mouse.move(x + step, y - step)
        frames(shown.page, 2)
        assert address(shown) == before, "while the hand is on it the address waits"
        shown.page.mouse.up()
        frames(shown.page, 2)
        written = address(shown)
        assert written[state] == plain(shown.value(state))
        assert len(written[state].lstrip("-0.").replace(".", "").split("e")[0]) <= 6
        shown.forget()
        handle.press("ArrowLeft")
        shown.wait_final()
        assert address(shown)[state] == plain(shown.value(state))
    assert shown.page.evaluate("history.length") == entries
    # The address brings back what it was written for.
    again = show(name, urlsplit(shown.page.url).query)
    assert [*again.state()] == [*shown.state()]
    again.agrees()


@each_figure
def test_a_state_as_the_page_has_it_is_not_in_the_address(show: Show, name: str) -> None:
    shown = show(name)
    for state in shown.quantities:
        if not shown.field(state).count():
            continue
        for value, written in ((state.low, True), (state.value, False)):
            shown.field(state).fill(repr(value))
            shown.field(state).press("Enter")
            frames(shown.page, 2)
            assert (state.name in address(shown)) == (written and value != state.value)


@each_figure
def test_one_gesture_has_many_events_and_one_final_one(show: Show, name: str) -> None:
    shown = show(name)
    for handle in (*shown.handles, *shown.areas):
        moved = set(moves(handle))
        shown.forget()
        x, y = hold(shown.page, handle)
        for step in range(1, 9):
            shown.page.mouse.move(x + 3 * step, y - 2 * step)
            frames(shown.page, 1)
        assert shown.heard(final=True) == []
        shown.page.mouse.up()
        frames(shown.page, 2)
        heard = shown.heard()
        assert {each["name"] for each in heard} <= moved
        assert len(heard) > 5
        assert sorted(each["name"] for each in heard if each["final"]) == sorted({each["name"] for each in heard})
        assert heard[-1]["final"]
        for each in heard:
            assert each["bubbles"]
            assert each["composed"]
            assert each["figure"] == each["at"] == name
        shown.forget()
        for _ in range(5):
            handle.press("ArrowLeft")
        shown.wait_final()
        state = moves(handle)[0]
        assert [each["name"] for each in shown.heard(final=True)] == [state]
        assert shown.heard()[-1]["value"] == shown.value(state)


@each_figure
def test_the_live_region_speaks_after_drags_and_fields_but_not_after_keys(show: Show, name: str) -> None:
    shown = show(name)
    live = shown.figure.locator("[data-live]")
    assert live.get_attribute("aria-live") == "polite"
    assert shown.said() == ""
    for handle in shown.handles:
        shown.forget()
        handle.press("ArrowLeft")
        shown.wait_final()
        assert handle.get_attribute("aria-valuetext") == shown.sentence()
    for area in shown.areas:
        shown.forget()
        before = area.get_attribute("aria-valuetext")
        area.press("ArrowLeft")
        shown.wait_final()
        assert area.get_attribute("aria-valuetext") != before
    for state in shown.quantities:
        if shown.range(state).count():
            shown.forget()
            shown.range(state).press("ArrowRight")
            shown.wait_final()
            assert shown.sentence() in (shown.range(state).get_attribute("aria-valuetext") or "")
    assert shown.said() == "", "keys speak through aria-valuetext, not twice"
    for handle in shown.handles:
        x, y = hold(shown.page, handle)
        shown.page.mouse.move(x + 20, y - 10)
        frames(shown.page, 1)
        before = shown.said()
        shown.page.mouse.up()
        frames(shown.page, 2)
        assert shown.said() == shown.sentence() != before
    for state in shown.quantities:
        if shown.field(state).count():
            shown.field(state).fill(repr(state.high))
            shown.field(state).press("Enter")
            frames(shown.page, 2)
            assert shown.said() == shown.sentence()
