"""The markup of predictions, made from a section's head and the interface's words.

``words`` is the strings file; needed are its ``page.predict`` and what is under ``predict``. The answer stands in the
box from the beginning, for readers without scripts and for paper: what shows or speaks it carries
``data-after-predict``. The form comes alive with static/js/predict.js, so its buttons wait for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from .pad import pad_html, scale_html
from .predictions import Prediction
from .questions import Option
from .sections import Section


def prediction_html(section: Section, words: Mapping[str, Any]) -> str:
    """Return the boxes of a section's predictions, or nothing if it has none."""
    return "\n".join(_box(section, each, words) for each in section.predictions)


def _box(section: Section, predict: Prediction, words: Mapping[str, Any]) -> str:
    say = words["predict"]
    name = f"predict-{predict.name}"
    form = {"choice": _choice, "number": _number, "point": _drawn, "sketch": _drawn}[predict.kind](name, predict, say)
    return (
        f'<div class="gl-predict" role="group" aria-labelledby="{name}-label" data-predict="{predict.name}" '
        f'data-section="{section.id}" data-kind="{predict.kind}"{_data(predict)}>\n'
        f'<div class="gl-predict-head"><p class="gl-predict-title" id="{name}-label">{escape(words["page"]["predict"])}'
        f'</p><button type="button" data-action="predict-again" hidden>{escape(say["again"])}</button></div>\n'
        f"{form}"
        '<div class="gl-outcome"><p class="gl-predict-actions">'
        f'<button type="button" data-action="commit" disabled>{escape(say["commit"])}</button> '
        f'<button type="button" data-action="skip" disabled>{escape(say["skip"])}</button></p>\n'
        '<p class="gl-verdict" data-verdict role="status"></p></div>\n'
        f'<div class="gl-explain" data-after-predict="{predict.name}">{predict.explain}</div>\n'
        "</div>"
    )


def _data(predict: Prediction) -> str:
    """What the script needs to judge a guess."""
    data: dict[str, object] = {"answer": predict.answer}
    if predict.tolerance is not None:
        data |= {"tolerance": repr(predict.tolerance), "digits": predict.digits}
    for name in ("told", "over"):
        if found := getattr(predict, name):
            data[name] = found
    html = "".join(f' data-{name}="{escape(str(value))}"' for name, value in data.items())
    return html + (" data-apart" if predict.apart else "")


def _choice(name: str, predict: Prediction, say: Mapping[str, Any]) -> str:
    options = "".join(_option(name, index, option) for index, option in enumerate(predict.options))
    return f"<fieldset>\n<legend>{predict.question}</legend>\n{options}</fieldset>\n"


def _option(name: str, index: int, option: Option) -> str:
    return f'<label><input type="radio" name="{name}" value="{index}"> <span>{option.text}</span></label>\n'


def _number(name: str, predict: Prediction, say: Mapping[str, Any]) -> str:
    assert predict.range is not None
    assert isinstance(predict.answer, int | float)
    sign = f'<button type="button" class="gl-sign" aria-label="{escape(say["sign"])}">±</button>'
    return (
        f'<p class="gl-predict-question" id="{name}-text">{predict.question}</p>\n'
        f'<div class="gl-typed"><label><span>{escape(say["field"])}</span><input type="text" class="gl-field" '
        f'inputmode="decimal" autocomplete="off" spellcheck="false" aria-describedby="{name}-text"></label>'
        f"{sign if predict.range.low < 0 else ''}</div>\n{scale_html(predict.range, predict.answer)}"
    )


def _drawn(name: str, predict: Prediction, say: Mapping[str, Any]) -> str:
    assert predict.plot is not None
    sketch = predict.kind == "sketch"
    key = lambda look, text: f'<span class="gl-key gl-key-{look}">{escape(text)}</span>'  # noqa: E731
    keys = key("guess", say["your_sketch" if sketch else "your_point"])
    keys += key("before", say["before"]) if predict.over else ""
    keys += key("answer", predict.plot.name) + key("gap", say["gap"])
    beside = key("beside", say["beside"][predict.plot.beside]) if predict.plot.beside else ""
    return (
        f'<p class="gl-predict-question" id="{name}-text">{predict.question}</p>\n'
        f"{pad_html(predict, name, say)}"
        f'<div class="gl-under"><p class="gl-how" id="{name}-how">{beside}{escape(say["how_" + predict.kind])}</p>'
        f'<p class="gl-keys" data-after-predict="{predict.name}" aria-hidden="true">{beside}{keys}</p></div>\n'
    )
