"""Figures as Panel components with two-way state."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from typing import Any, ClassVar

import panel as pn
import param
from bokeh.document import Document

from ..figure import Figure, Flag, Integer, Number, State
from ..resources import text
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
    _digest: ClassVar[str]
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
        self._compute_state()
        self._follow_parameters()
        self.param.watch(self._follow_parameters, list(self._parameters.values()))
        self.param.watch(self._follow_present, "present")
        if present:
            self.present = present

    def _state(self) -> dict[str, Any]:
        return {name: getattr(self, parameter) for name, parameter in self._parameters.items()}

    # What is bound to a parameter, such as a pane, is told before those who watch it, and methods that depend on it
    # before both: the values are there first.
    @param.depends("present", watch=True)
    def _compute_present(self) -> None:
        with contextlib.suppress(TypeError, ValueError), param.edit_constant(self):
            self.values = self._figure.at(**{**self._state(), **self.present}).values

    def _compute_state(self) -> None:
        with param.edit_constant(self):
            self.values = self._figure.compute(self._state())

    def _follow_parameters(self, *_: Any) -> None:
        state = self._state()
        if state != self.present:
            self.present = state

    def _follow_present(self, *_: Any) -> None:
        before = self._state()
        try:
            state = self._figure.at(**{**before, **self.present}).present
        except (TypeError, ValueError):
            self.present = before
            raise
        # Those that stay as they are are not set: a parameter that is set forgets the widget that it follows.
        self.param.update(**{self._parameters[name]: value for name, value in state.items() if value != before[name]})
        if state != self.present:
            self.present = state

    def _get_properties(self, doc: Document | None) -> dict[str, Any]:
        # Panel's theme belongs to the session that shows the component, not to the component.
        properties = super()._get_properties(doc)
        properties["data"].theme = "dark" if pn.config.theme == "dark" else self.theme
        # Under this name the browser keeps the module, and takes it as it is. Without one Panel would first translate
        # it as if it were TypeScript: 0.1 s a figure.
        properties["bundle"] = self._digest
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
    lab = "\n".join([assets.runtime(), *(assets.uncommented(text(f"js/{name}.js")) for name in assets.SHARE)])
    own = "\n".join(assets.uncommented(text(path)) for path in assets.scripts(figure))
    return "\n".join(
        [
            f"if (!globalThis.gelulab?.define) {{\n{lab}\n}}",
            f"if (!globalThis.gelulab.script({json.dumps(figure.id)})) {{\n{own}\n}}",
            f"const FIGURE = {literal};",
            assets.uncommented(text("js/panel_component.js")),
        ]
    )


_classes: dict[str, type[FigureComponent]] = {}


def component(figure: Figure) -> type[FigureComponent]:
    """Returns the component class of a figure."""
    if figure.id not in _classes:
        labels = figure.words["states"]
        names = {
            each.name: f"{each.name}_" if hasattr(FigureComponent, each.name) else each.name for each in figure.state
        }
        attributes: dict[str, Any] = {names[each.name]: _parameter(each, labels[each.name]) for each in figure.state}
        module = _module(figure)
        attributes |= {
            "__module__": __name__,
            "__doc__": figure.title,
            "_figure": figure,
            "_parameters": names,
            "_rename": dict.fromkeys([*names.values(), "values"]),
            "_esm": module,
            "_compute_states": param.depends(*names.values(), watch=True)(FigureComponent._compute_state),
            "_digest": hashlib.sha256(module.encode()).hexdigest(),
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
