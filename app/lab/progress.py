"""A progress bar for whoever waits: in a notebook a bar in the cell, in a terminal a line, elsewhere nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from ..format import count
from ..resources import words

BETWEEN = 0.1  # seconds
Tell = Callable[[int], None]


def _text(step: int, steps: int) -> str:
    return str(words()["lab"]["steps"].format(step=count(step), steps=count(steps)))


def _kernel() -> Any:
    """IPython's display, if this is a notebook's kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return ipython.display if ipython and shell is not None and hasattr(shell, "kernel") else None


def _in_cell(display: Any, steps: int) -> tuple[Tell, Callable[[], None]]:
    label = escape(words()["lab"]["progress"])

    def bar(step: int) -> Any:
        return display.HTML(
            f'<progress aria-label="{label}" max="{steps}" value="{step}" style="width:20em"></progress> '
            f"{_text(step, steps)}"
        )

    handle = display.display(bar(0), display_id=True)
    # When it is done its place is empty: the result itself is the figure.
    return lambda step: handle.update(bar(step)), lambda: handle.update(display.HTML(""))


def _on_a_line(steps: int) -> tuple[Tell, Callable[[], None]]:
    def tell(step: int) -> None:
        print(f"\r{_text(step, steps)}", end="", file=sys.stderr, flush=True)

    return tell, lambda: print("\r\033[K", end="", file=sys.stderr, flush=True)


@contextmanager
def progress(steps: int) -> Iterator[Tell]:
    """Gives a function that is told the present step, as often as one likes; takes the bar away at the end."""
    display = _kernel()
    if display:
        tell, end = _in_cell(display, steps)
    elif sys.stderr.isatty():
        tell, end = _on_a_line(steps)
    else:
        yield lambda step: None
        return
    told = 0.0

    def seldom(step: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= BETWEEN:
            told = now
            tell(step)

    try:
        yield seldom
    finally:
        end()
