"""Panel apps for the tests: figures in ordinary layouts, linked, in a template, and what Python sees of them."""

from __future__ import annotations

import sys
from typing import Any

import panel as pn
from gelu_lab import collapse, derivative, figures, gate

# Ten figures of one page, two of them twice.
TEN: list[tuple[str, dict[str, Any]]] = [
    ("gate", {"x": -0.75}),
    ("gate", {"x": 2, "hard": True}),
    ("derivative", {}),
    ("bell", {}),
    ("derivative", {"x": 0.5}),
    ("dip", {}),
    ("shape", {}),
    ("newton", {}),
    ("family", {}),
    ("collapse", {}),
]


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
    """Ten figures, and below them what Python sees of each."""
    shown = [figures.build(name, **state).panel() for name, state in TEN]
    return pn.Column(*shown, *map(seen, shown))


def linked() -> pn.Column:
    """A gate and a derivative with one x, a slider and a checkbox of Panel's."""
    first, second = gate(x=-0.75).panel(), derivative(x=-0.75).panel()
    first.link(second, x="x", bidirectional=True)
    slider = pn.widgets.FloatSlider.from_param(first.param.x, css_classes=["slider"])
    hard = pn.widgets.Checkbox.from_param(first.param.hard)
    return pn.Column(pn.Row(slider, hard), pn.Row(first, second), seen(first), seen(second))


def narrow() -> pn.Column:
    """A gate whose x goes from -4 to 4, and a figure that follows and goes from -2 to 2."""
    first, second = gate(x=0.5).panel(), collapse(x=0.5).panel()
    text = seen(first)
    first.link(second, x="x")
    return pn.Column(pn.Row(first, second), text, seen(second))


def template() -> pn.template.BootstrapTemplate:
    """A figure in a template of Panel's, with a widget in its sidebar."""
    figure = gate(x=1.5).panel()
    page = pn.template.BootstrapTemplate(title="Gates")
    page.sidebar.append(pn.widgets.FloatSlider.from_param(figure.param.x))
    page.main.append(pn.Column(figure, seen(figure)))
    return page


def hidden() -> pn.Tabs:
    """A figure in a tab that is shown later."""
    return pn.Tabs(("words", pn.pane.Str("words")), ("figure", gate(x=1.5)))


def one(name: str) -> Any:
    """One figure in a row, given as it is, and its state."""
    figure = figures.build(name)
    return lambda: pn.Column(pn.Row(figure), seen(figure.panel()))


if __name__ == "__main__":
    made = [two, ten, linked, narrow, template, hidden]
    apps = {**{each.__name__: each for each in made}, **{name: one(name) for name in figures.NAMES}}
    pn.serve(apps, port=int(sys.argv[1]), show=False, verbose=False, websocket_origin=[f"127.0.0.1:{sys.argv[1]}"])
