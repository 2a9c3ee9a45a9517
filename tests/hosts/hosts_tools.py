"""What the tests of the hosts share: any figure in another state than its first, any figure touched once."""

from __future__ import annotations

import pytest
from browser_tools import Watched, drag, handle_value, number
from gelu_lab import figures
from gelu_lab.figure import Figure, Number
from playwright.sync_api import Locator


def elsewhere(figure: Figure) -> dict[str, float]:
    """Another value for the first number of a figure's state."""
    state = next(each for each in figure.state if isinstance(each, Number))
    for share in (5 / 16, 6 / 16):
        value = state.low + share * (state.high - state.low)
        if value != state.value:
            break
    return {state.name: value}


def moved(name: str) -> Figure:
    """The figure of that name in another state than its first."""
    figure = figures.build(name)
    return figure.at(**elsewhere(figure))


def agrees(shown: Locator, figure: Figure) -> None:
    """Fails unless every read-out shows what gelu_core computes."""
    for value, expected in figure.values.items():
        assert number(shown, value) == pytest.approx(expected, abs=1e-8, nan_ok=True), value


def answers(watched: Watched, shown: Locator) -> None:
    """Drags the first handle once, then presses one key; fails unless it moves both times."""
    handle = shown.locator("[role=slider][data-handle]").first
    before = handle_value(shown)
    drag(watched.page, handle, 40, -30)
    dragged = handle_value(shown)
    assert dragged != before
    handle.press("Home")
    watched.page.wait_for_timeout(500)
    assert handle_value(shown) != dragged
