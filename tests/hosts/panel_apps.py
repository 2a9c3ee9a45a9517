"""Panel apps for the tests: figures in ordinary layouts, and what Python sees of them."""

from __future__ import annotations

import sys
from typing import Any

import panel as pn
from gelu_lab import figures, gate


def seen(component: Any) -> pn.pane.Str:
    """Shows what Python knows of the state, as text."""
    return pn.pane.Str(pn.bind(repr, component.param.present), css_classes=["seen"])


def two() -> pn.Column:
    """Two gates with a state of their own, a button by which Python moves the first, one that takes the second away."""
    first, second = gate(x=-0.75).panel(), gate(x=2, hard=True).panel()
    row = pn.Row(first, second)
    move = pn.widgets.Button(label="move")
    move.on_click(lambda _: setattr(first, "x", 3.5))
    take = pn.widgets.Button(label="take")
    take.on_click(lambda _: row.remove(second))
    again = pn.widgets.Button(label="again")
    again.on_click(lambda _: row.append(second))
    return pn.Column(pn.Row(move, take, again), row, seen(first), seen(second))


def ten() -> pn.Column:
    """Ten gates."""
    return pn.Column(*(gate(x=n / 5) for n in range(10)))


def hidden() -> pn.Tabs:
    """A figure in a tab that is shown later."""
    return pn.Tabs(("words", pn.pane.Str("words")), ("figure", gate(x=1.5)))


def one(name: str) -> Any:
    """One figure in a row, given as it is, and its state."""
    figure = figures.build(name)
    return lambda: pn.Column(pn.Row(figure), seen(figure.panel()))


if __name__ == "__main__":
    apps = {"two": two, "ten": ten, "hidden": hidden, **{name: one(name) for name in figures.NAMES}}
    pn.serve(apps, port=int(sys.argv[1]), show=False, verbose=False, websocket_origin=[f"127.0.0.1:{sys.argv[1]}"])
