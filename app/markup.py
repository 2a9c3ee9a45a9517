"""The HTML of a figure: the DOM contract that people, tests and other pages rely on."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from .format import count, decimals, percent, plain, scientific, short
from .resources import words

if TYPE_CHECKING:
    from .figure import Figure

# A figure whose buttons are watched while they are pressed puts this into its stage: their row stands there then.
ROW = "<!-- row -->"
# Hidden on a page that asks for a prediction, until the reader has committed.
WAITS = " data-after-predict"


def slot(name: str, *, classes: str = "", after_predict: bool = False) -> str:
    """The place of one plot: the canvas below (inert: it is no tab stop), a layer for handles and clicks above.

    `after_predict`: hidden on a page that asks for a prediction, until the reader has committed.
    """
    return (
        f'<div class="gl-slot {classes}" data-slot="{name}"{WAITS if after_predict else ""}>'
        '<div class="gl-canvas" inert></div><div class="gl-layer"></div></div>'
    )


def shown(number: float, read_out: Any) -> str:
    """The text of a read-out."""
    if read_out.form == "percent":
        return percent(number, read_out.digits)
    if read_out.form == "short":
        return short(number)
    if read_out.form == "scientific":
        return scientific(number, read_out.digits)
    return count(number) if read_out.form == "count" else decimals(number, read_out.digits)


def _number(value: float) -> str:
    """A double as JavaScript writes it in data-number."""
    return "NaN" if value != value else repr(float(value))


def _read_outs(fig: Figure) -> str:
    labels = fig.words["values"]
    return "".join(
        f'<span class="gl-value gl-role-{each.role}"{WAITS if each.after_predict else ""}>'
        f'<span class="gl-name">{escape(labels[each.name])}</span> '
        f'<output data-value="{each.name}" data-number="{_number(fig.values[each.name])}" aria-live="off">'
        f"{shown(fig.values[each.name], each)}</output></span>"
        for each in fig.read_outs
    )


def _quantity(state: Any, label: str) -> str:
    """A range, a number field and, where a phone's keyboard has no minus, a sign button; in that order of focus."""
    field = words()["field"]
    low, high, value = float(state.low), float(state.high), float(state.value)
    parts = []
    if state.control == "range":
        if state.scale == "log":
            from math import log2

            low, high, value = log2(low), log2(high), log2(value)
        parts.append(
            f'<input type="range" step="any" min="{low!r}" max="{high!r}" value="{value!r}" '
            f'data-control="{state.name}" aria-label="{label}">'
        )
    name = escape(field["label"].replace("{label}", label))
    parts.append(
        f'<input type="text" class="gl-field" inputmode="{"decimal" if state.kind == "number" else "numeric"}" '
        f'autocomplete="off" spellcheck="false" value="{plain(state.value)}" '
        f'data-control="{state.name}" aria-label="{name}">'
    )
    if state.low < 0:
        sign = escape(field["sign"].replace("{label}", label))
        parts.append(
            f'<button type="button" class="gl-sign" data-action="sign" data-for="{state.name}" '
            f'aria-label="{sign}">±</button>'
        )
    return (
        f'<div class="gl-quantity gl-{state.control}"><span class="gl-name" aria-hidden="true">{label}</span>'
        f'{"".join(parts)}<span class="gl-field-error" role="alert" data-error="{state.name}" hidden></span></div>'
    )


def _control(fig: Figure, state: Any) -> str:
    label = escape(fig.words["states"][state.name])
    if state.control == "none":
        return ""
    if state.kind == "flag":
        checked = " checked" if state.value else ""
        return (
            f'<label class="gl-flag"><input type="checkbox" data-control="{state.name}"{checked}> <span>{label}</span>'
            "</label>"
        )
    if state.control == "select":
        options = state.options if state.kind == "choice" else range(state.low, state.high + 1)
        names = fig.words.get("options", {}).get(state.name, {})
        items = "".join(
            f'<option value="{each}"{" selected" if each == state.value else ""}>{escape(names.get(each, str(each)))}'
            "</option>"
            for each in options
        )
        return (
            f'<label class="gl-choice"><span class="gl-name">{label}</span> '
            f'<select data-control="{state.name}">{items}</select></label>'
        )
    return _quantity(state, label)


def _actions(fig: Figure) -> str:
    names = fig.words["actions"]
    return "".join(
        f'<button type="button" class="gl-button" data-action="{name}"{WAITS if name in fig.telling else ""}>'
        f"{escape(names[name])}</button>"
        for name in fig.actions
    )


def _share(fig: Figure) -> str:
    """The button whose menu static/js/share.js builds when it is opened first."""
    say = words()["share"]
    name = escape(say["title"].format(title=fig.title))
    return (
        '<div class="gl-share"><button type="button" class="gl-share-button" data-action="share" '
        f'aria-haspopup="dialog" aria-expanded="false" aria-label="{name}">{escape(say["open"])}</button></div>'
    )


def figure(fig: Figure) -> str:
    """The whole figure, with the read-outs and the sentence of its present state."""
    beside = [state for state in fig.state if state.kind == "flag" or state.control == "select"]
    quantities = "".join(_control(fig, state) for state in fig.state if state not in beside)
    row = f'<div class="gl-row">{_actions(fig)}{"".join(_control(fig, state) for state in beside)}</div>'
    # Where every read-out waits for the prediction, the sentence would tell what they hide.
    waits = WAITS if all(each.after_predict for each in fig.read_outs) else ""
    stage = fig.stage.replace(ROW, f'<div class="gl-controls gl-near">{row}</div>')
    return (
        f'<figure id="{fig.id}" data-figure="{fig.id}" class="gl-figure">'
        f'<div class="gl-stage">{stage}</div>'
        f'<div class="gl-values">{_read_outs(fig)}</div>'
        f'<p class="gl-sentence" data-sentence{waits}>{escape(fig.sentence)}</p>'
        f'<div class="gl-controls">{quantities}{"" if ROW in fig.stage else row}</div>'
        '<div class="gl-live" role="status" aria-live="polite" data-live></div>'
        f"{_share(fig)}<figcaption>{escape(fig.words['caption'])}</figcaption></figure>"
    )
