"""What a figure tells: its address, its events, its live region."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from urllib.parse import parse_qs, urlsplit

from browser_tools import drag, frames
from figure_states import KINDS, each_figure, is_quantity
from gelu_lab.format import plain
from matrix import Shown, built, hold, moves, query
from playwright.sync_api import Locator

Show = Callable[..., Shown]
RUBBISH = ("abc", "", "2?3", "1e999")


def address(shown: Shown) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(shown.page.url).query).items()}


@each_figure
def test_rubbish_and_unknown_names_in_the_address_are_ignored(show: Show, name: str) -> None:
    # Four pages bring each state every kind of rubbish; beside it stands a state with another kind. The reader of
    # addresses is one for all figures: one page for those that are not there to prove it.
    unknown = "nonsense=3&figure=nothing&__proto__=1&constructor=2&toString=&values=4"
    for turn in range(4) if name in KINDS else (len(name) % 4,):
        states = {state.name: RUBBISH[(at + turn) % 4] for at, state in enumerate(built(name).state)}
        shown = show(name, f"{query(**states)}&{unknown}")
        assert shown.state() == shown.contract.present
        shown.agrees()
    drag(shown.page, shown.handles[0], 20)
    assert {"nonsense": "3", "constructor": "2"}.items() <= address(shown).items(), "what others wrote is kept"
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
            spelled = [("1", True), ("0", False)]
            if name in KINDS:
                spelled += [("true", True), ("false", False), ("yes", state.value)]
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
def test_what_a_drag_tells_its_end_and_keys(show: Show, name: str) -> None:
    """Events on the way and one final one; the address and the live region at the end; keys are not said twice."""
    shown = show(name)
    page = shown.page
    entries = page.evaluate("history.length")
    assert shown.figure.locator("[data-live]").get_attribute("aria-live") == "polite"
    assert shown.said() == ""
    for handle in (*shown.handles, *shown.areas):
        shown.forget()
        before = address(shown), shown.said()
        x, y = hold(page, handle)
        for step in range(1, 9):
            page.mouse.move(x + 3 * step, y - 2 * step)
            frames(page, 1)
        assert shown.heard(final=True) == []
        assert (address(shown), shown.said()) == before, "while the hand is on it both wait"
        page.mouse.up()
        frames(page, 2)
        heard = shown.heard()
        assert {each["name"] for each in heard} <= set(moves(handle))
        assert len(heard) > 5
        assert sorted(each["name"] for each in heard if each["final"]) == sorted({each["name"] for each in heard})
        assert heard[-1]["final"]
        assert all(each["bubbles"] and each["composed"] and each["figure"] == each["at"] == name for each in heard)
        told_in_the_address(shown, handle)
        if not handle.evaluate("(e) => e.matches('.gl-area')"):
            assert shown.said() == shown.sentence()
        keys_tell(shown, handle)
    assert page.evaluate("history.length") == entries
    for state in shown.quantities:
        if shown.field(state).count():
            shown.field(state).fill(repr(state.high))
            shown.field(state).press("Enter")
            frames(page, 2)
            assert shown.said() == shown.sentence()
    # The address brings back what it was written for.
    again = show(name, urlsplit(page.url).query)
    assert [*again.state()] == [*shown.state()]
    again.agrees()


def told_in_the_address(shown: Shown, handle: Locator) -> None:
    state = moves(handle)[0]
    written = address(shown)[state]
    assert written == plain(shown.value(state))
    assert len(written.lstrip("-0.").replace(".", "").split("e")[0]) <= 6


def keys_tell(shown: Shown, handle: Locator) -> None:
    """One final event; the handle says it itself."""
    state = moves(handle)[0]
    said, text = shown.said(), handle.get_attribute("aria-valuetext")
    shown.forget()
    # In one go: on a busy machine five single presses may be further apart than a gesture's end.
    handle.evaluate("""(handle) => {
      for (let n = 0; n < 5; n++) {
        handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));
      }
    }""")
    shown.wait_final()
    assert [each["name"] for each in shown.heard(final=True)] == [state]
    assert shown.heard()[-1]["value"] == shown.value(state)
    told_in_the_address(shown, handle)
    assert shown.said() == said, "keys speak through aria-valuetext, not twice"
    if handle.evaluate("(e) => e.matches('.gl-area')"):
        assert handle.get_attribute("aria-valuetext") != text
    else:
        assert handle.get_attribute("aria-valuetext") == shown.sentence()


@each_figure
def test_keys_on_a_range_speak_through_the_range(show: Show, name: str) -> None:
    shown = show(name)
    for state in shown.quantities:
        if shown.range(state).count():
            shown.range(state).press("ArrowRight")
            frames(shown.page, 2)
            assert shown.sentence() in (shown.range(state).get_attribute("aria-valuetext") or "")
    if any(shown.range(state).count() for state in shown.quantities):
        shown.wait_final()
    assert shown.said() == ""


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
