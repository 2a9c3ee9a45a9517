"""What the tests of the hosts share: any figure in another state than its first, any figure touched once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browser_tools import Watched, drag, frames, handle_value, number
from gelu_lab import figures
from gelu_lab.figure import Choice, Figure, Flag, Integer
from playwright.sync_api import Locator


@dataclass(frozen=True)
class PanelApps:
    """panel_apps.py, served by Panel alone: its address, and the file with what Python complained of."""

    url: str
    log: Path


def elsewhere(figure: Figure) -> dict[str, Any]:
    """Another value for the first state of a figure that has one."""
    state = figure.state[0]
    if isinstance(state, Flag):
        return {state.name: not state.value}
    if isinstance(state, Choice):
        return {state.name: next(each for each in state.options if each != state.value)}
    shares = (state.low + share * (state.high - state.low) for share in (5 / 16, 6 / 16))
    values = (round(each) if isinstance(state, Integer) else each for each in shares)
    return {state.name: next(each for each in values if each != state.value)}


def moved(name: str) -> Figure:
    """The figure of that name in another state than its first."""
    figure = figures.build(name)
    return figure.at(**elsewhere(figure))


def agrees(shown: Locator, figure: Figure) -> None:
    """Fails unless every read-out shows what gelu_core computes."""
    for value, expected in figure.values.items():
        assert number(shown, value) == pytest.approx(expected, abs=1e-8, nan_ok=True), value


def answers(watched: Watched, shown: Locator, *, settled: bool = False) -> None:
    """Drags the first handle once, then presses one key; fails unless it moves both times.

    `settled`: waits until the gesture of the key has ended, 400 ms later.
    """
    handle = shown.locator("[role=slider][data-handle]").first
    before = handle_value(shown)
    drag(watched.page, handle, 40, -30)
    dragged = handle_value(shown)
    assert dragged != before
    handle.press("Home")
    frames(watched.page)
    assert handle_value(shown) != dragged
    if settled:
        watched.page.wait_for_timeout(500)
