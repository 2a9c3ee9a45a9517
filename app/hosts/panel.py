"""Figures as Panel components with two-way state, and the figures of the lesson as an ordinary Panel app."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any, ClassVar

import panel as pn
import param
from bokeh.document import Document

from .. import figures
from ..figure import Figure, Flag, Integer, Number, State
from ..format import plain
from ..lesson import load_sections
from ..resources import text, words
from . import assets


class FigureComponent(pn.custom.JSComponent):
    """A figure in a Panel layout; each figure has a class of its own, with one parameter for each state.

    A state whose name Panel uses itself has an underscore behind it: `width_`.
    """

    present = param.Dict(default={}, doc="The whole state, by name; set it to change several states at once.")
    values = param.Dict(
        default={},
        constant=True,
        doc="The read-outs of the present state, by name, computed by gelu_core; to bind: `.param['values']`.",
    )
    theme: Any = param.Selector(default="light", objects=["light", "dark"], doc="Follows Panel's theme.")

    _figure: ClassVar[Figure]
    _parameters: ClassVar[dict[str, str]]  # state -> parameter
    # Only the whole state travels: one message a gesture, and names that the browser's models use do not matter.
    _rename: ClassVar[Mapping[str, str | None]] = {"values": None}

    __abstract = True

    def __init__(self, **params: Any) -> None:
        params.setdefault("sizing_mode", "stretch_width")
        params.setdefault("max_width", 860)
        params.setdefault("margin", 5)
        present = params.pop("present", {})
        super().__init__(**params)
        self._follow_parameters()
        self.param.watch(self._follow_parameters, list(self._parameters.values()))
        self.param.watch(self._follow_present, "present")
        if present:
            self.present = present

    def _state(self) -> dict[str, Any]:
        return {name: getattr(self, parameter) for name, parameter in self._parameters.items()}

    def _follow_parameters(self, *_: Any) -> None:
        state = self._state()
        with param.edit_constant(self):
            self.values = self._figure.compute(state)
        if state != self.present:
            self.present = state

    def _follow_present(self, *_: Any) -> None:
        before = self._state()
        try:
            state = self._figure.at(**{**before, **self.present}).present
        except (TypeError, ValueError):
            self.present = before
            raise
        self.param.update(**{self._parameters[name]: value for name, value in state.items()})
        if state != self.present:
            self.present = state

    def _get_properties(self, doc: Document | None) -> dict[str, Any]:
        # Panel's theme belongs to the session that shows the component, not to the component.
        properties = super()._get_properties(doc)
        properties["data"].theme = "dark" if pn.config.theme == "dark" else self.theme
        return properties


def _parameter(state: State, label: str) -> param.Parameter:
    if isinstance(state, Number):
        return param.Number(default=state.value, bounds=(state.low, state.high), step=state.step, label=label)
    if isinstance(state, Integer):
        return param.Integer(default=state.value, bounds=(state.low, state.high), step=state.step, label=label)
    if isinstance(state, Flag):
        return param.Boolean(default=state.value, label=label)
    return param.Selector(default=state.value, objects=list(state.options), label=label)


def _module(figure: Figure) -> str:
    """The JavaScript module of a figure's component: the lab once a document, the figure, the component."""
    content = {"html": figure.html(), "style": assets.style("palette", "figure", "share"), "spec": "SPEC"}
    literal = json.dumps(content).replace('"SPEC"', assets.json_spec(assets.spec(figure, inline=True)))
    lab = "\n".join([assets.runtime(), *(text(f"js/{name}.js") for name in assets.SHARE)])
    own = "\n".join(text(path) for path in assets.scripts(figure))
    return "\n".join(
        [
            f"if (!globalThis.gelulab?.define) {{\n{lab}\n}}",
            f"if (!globalThis.gelulab.script({json.dumps(figure.id)})) {{\n{own}\n}}",
            f"const FIGURE = {literal};",
            text("js/panel_component.js"),
        ]
    )


_classes: dict[str, type[FigureComponent]] = {}


def component(figure: Figure) -> type[FigureComponent]:
    """Returns the component class of a figure.

    Its name is its own: Panel's cache in the browser knows a module by the name of its class and its length.
    """
    if figure.id not in _classes:
        labels = figure.words["states"]
        names = {
            each.name: f"{each.name}_" if hasattr(FigureComponent, each.name) else each.name for each in figure.state
        }
        attributes: dict[str, Any] = {names[each.name]: _parameter(each, labels[each.name]) for each in figure.state}
        attributes |= {
            "__module__": __name__,
            "__doc__": figure.title,
            "_figure": figure,
            "_parameters": names,
            "_rename": dict.fromkeys([*names.values(), "values"]),
            "_esm": _module(figure),
        }
        _classes[figure.id] = type(f"GeluLab{figure.id.title().replace('_', '')}", (FigureComponent,), attributes)
    return _classes[figure.id]


def pane(figure: Figure) -> FigureComponent:
    """Returns the Panel component of a figure, the same object each time."""
    # A frozen dataclass with dicts inside has no hash; its own __dict__ keeps the component as long as it lives.
    kept = vars(figure)
    if "_pane" not in kept:
        kept["_pane"] = component(figure)(present=figure.present)
    return kept["_pane"]


_PAGE = """{% extends base %}
{% block postamble %}<style>{{ style }}</style>{% endblock %}
{% block contents %}
<main class="gl-panel-app" data-theme="{{ 'dark' if theme_name == 'dark' else 'light' }}">
<h1>{{ heading }}</h1><p>{{ introduction }}</p>{{ embed(roots.figures) }}</main>
{% endblock %}"""

_STYLE = """
.gl-panel-app {
  min-height: 100%; box-sizing: border-box; padding: 1rem max(1rem, calc(50% - 27.5rem));
  background: var(--gl-page); color: var(--gl-text); font: 1rem/1.5 system-ui, sans-serif;
}
"""

_TOLD = ":host { font: 0.95rem/1.5 system-ui, sans-serif; color: inherit; }"


def _shown(state: State, value: Any) -> str:
    say = words()["panel"]
    if state.kind == "flag":
        return str(say["on"] if value else say["off"])
    return str(value) if state.kind == "choice" else plain(value)


def _told(shown: FigureComponent) -> Any:
    """What Python knows of a figure: its state and the numbers that gelu_core computes from it."""
    say = words()["panel"]

    def tell(present: dict[str, Any]) -> str:
        sees = ", ".join(f"{each.name} = {_shown(each, present[each.name])}" for each in shown._figure.state)
        computes = ", ".join(f"{name} = {value:.6g}" for name, value in shown.values.items())
        return f"<p>{say['python']} <code>{escape(sees)}</code> {say['core']} <code>{escape(computes)}</code></p>"

    # Some states change the picture and none of the values: so it is the state that is listened to.
    told = pn.bind(tell, shown.param.present)
    return pn.pane.HTML(told, stylesheets=[_TOLD], sizing_mode="stretch_width", max_width=860)


@cache
def _in_lesson_order() -> tuple[str, ...]:
    """The figures as the lesson shows them, and behind them those that it does not show."""
    shown = [name for section in load_sections() for name in section.figures]
    return tuple(dict.fromkeys([*shown, *figures.NAMES]))


def app() -> pn.Template:
    """Builds the figures as a Panel app in which Python shows what the reader dragged."""
    say = words()["panel"]
    blocks: list[Any] = []
    for name in _in_lesson_order():
        shown = figures.build(name).panel()
        blocks += [shown, _told(shown)]
    page = pn.Template(_PAGE)
    page.add_variable("heading", say["title"])
    page.add_variable("introduction", say["introduction"])
    page.add_variable("app_favicon", "data:,")
    page.add_variable("style", assets.style("palette") + _STYLE)
    page.add_panel("figures", pn.Column(*blocks, sizing_mode="stretch_width"))
    return page
