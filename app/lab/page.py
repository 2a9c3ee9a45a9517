"""The page of the live lab: ordinary HTML that is there before any script, and the scripts that bring it to life."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from html import escape

from gelu_core.network import ACTIVATIONS
from gelu_core.training import RANGE, TARGETS

from ..format import count
from ..hosts import assets
from ..hosts.page import HEAD_SCRIPT
from ..markup import slot
from ..resources import text, words
from . import plots
from .session import KEPT
from .settings import DRAWN, HIGHEST, KNOTS, PACES, RATES, WHOLE, Settings

SCRIPTS = ("plots", "form", "drawing", "kept", "live")
PATH = "lab/"  # below `assets/`


@cache
def files() -> dict[str, bytes]:
    """The files of this page alone, by their path below `assets/`."""
    facts = {
        "plots": plots.items(),
        "looks": plots.LOOKS,
        "lowest": plots.LOWEST,
        "top": plots.TOP,
        "knots": KNOTS,
        "range": RANGE,
        "highest": HIGHEST,
        "limits": {**{name: list(limits) for name, limits in WHOLE.items()}, "rate": list(RATES)},
    }
    script = [text(f"js/live/{name}.js") for name in SCRIPTS]
    # The words and facts come first: the scripts read them when they run.
    script.insert(0, f"gelulab.words.lab = {json.dumps(words()['lab'])};\ngelulab.liveFacts = {json.dumps(facts)};")
    return {f"{PATH}live.js": "\n".join(script).encode(), f"{PATH}live.css": assets.style("setting", "live").encode()}


def _url(path: str) -> str:
    known = files()
    if path in known:
        return f"assets/{path}?v={hashlib.sha256(known[path]).hexdigest()[:12]}"
    return f"assets/{assets.versioned(path)}"


def _choice(name: str, options: dict[str, str], chosen: str) -> str:
    label = escape(words()["lab"]["settings"][name])
    items = "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{escape(shown)}</option>'
        for value, shown in options.items()
    )
    return (
        f'<div class="gl-setting"><label for="lab-{name}">{label}</label>'
        f'<select id="lab-{name}" data-setting="{name}">{items}</select></div>'
    )


def _field(name: str, value: float, low: float, high: float) -> str:
    say = words()["lab"]
    hint = say["hint"].format(low=f"{low:g}" if low >= 1e-4 or low == 0 else "0.00001", high=count(high))
    return (
        f'<div class="gl-setting"><label for="lab-{name}">{escape(say["settings"][name])}</label>'
        f'<input type="text" id="lab-{name}" class="gl-field" data-setting="{name}" autocomplete="off" '
        f'inputmode="{"decimal" if name == "rate" else "numeric"}" spellcheck="false" value="{value:g}" '
        f'aria-describedby="lab-{name}-hint"><span class="gl-hint" id="lab-{name}-hint">{hint}</span></div>'
    )


def _form() -> str:
    say = words()["lab"]
    start = Settings()
    names = {name: say["activations"][name] for name in ACTIVATIONS}
    targets = {name: say["targets"][name] for name in (*TARGETS, DRAWN)}
    numbers = "".join(
        _field(name, getattr(start, name), *limits)
        for name, limits in (
            ("units", WHOLE["units"]),
            ("samples", WHOLE["samples"]),
            ("steps", WHOLE["steps"]),
            ("rate", RATES),
            ("seed", WHOLE["seed"]),
        )
    )
    return (
        f'<form id="lab-form" class="gl-settings" aria-label="{escape(say["form"])}" novalidate>'
        + _choice("target", targets, start.target)
        + _choice("activation", names, start.activations[0])
        + _choice("second", {"": say["none"], **names}, start.activations[1])
        + numbers
        + _choice("pace", {str(each): say["paces"][str(each)] for each in PACES}, str(start.pace))
        + '<p class="gl-refused" role="alert" data-refused></p></form>'
    )


def _buttons() -> str:
    say = words()["lab"]
    # Pause and resume share one place and one button: the focus stays on it.
    kinds = {"run": 'type="submit" form="lab-form"', "pause": 'type="button"', "cancel": 'type="button"'}
    buttons = "".join(
        f'<button {kind} class="gl-button" data-action="{name}" disabled>{escape(say["actions"][name])}</button>'
        for name, kind in kinds.items()
    )
    return (
        f'<div class="gl-run"><div class="gl-row">{buttons}</div>'
        f'<div class="gl-live-progress" role="progressbar" aria-label="{escape(say["progress"])}" aria-valuemin="0" '
        'aria-valuemax="100" aria-valuenow="0"><div class="gl-live-progress-bar"></div></div>'
        f'<p class="gl-live-progress-text"><span role="status" data-state>{escape(say["starting"])}</span> '
        "<span data-progress></span></p></div>"
    )


def _picture(name: str, classes: str, inside: str = "") -> str:
    say = words()["lab"]
    title = escape(say["plots"][name] + (say["floor"] if name in ("loss", "compare") else ""))
    return (
        f'<figure class="gl-picture {classes}" data-picture="{name}"><figcaption id="lab-{name}">{title}</figcaption>'
        f"{slot(name)}{inside}</figure>"
    )


def _kept() -> str:
    say = words()["lab"]
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in say["columns"].values())
    title = escape(say["kept"])
    return (
        f'<section class="gl-kept" aria-labelledby="lab-kept"><h2 id="lab-kept" tabindex="-1">{title}</h2>'
        f"<p>{escape(say['kept_note'].format(count=KEPT))}</p><p data-empty>{escape(say['empty'])}</p>"
        f'<div class="gl-table" role="region" aria-label="{escape(say["table"])}" tabindex="0" hidden>'
        f"<table><thead><tr>{head}"
        "</tr></thead><tbody></tbody></table></div>"
        f"{_picture('compare', 'gl-compare')}"
        '<div class="gl-code gl-cell" hidden><div class="gl-code-panel"><p class="gl-code-name"></p>'
        '<pre tabindex="0"><code></code></pre></div></div></section>'
    )


def _main() -> str:
    say = words()["lab"]
    drawing = (
        f'<div class="gl-draw" hidden><p>{escape(say["draw"])}</p>'
        f'<button type="button" class="gl-button" data-action="flat">{escape(say["flat"])}</button></div>'
    )
    return (
        f'<main class="gl-main" id="text"><div class="gl-front"><h1>{escape(say["title"])}</h1>'
        f'<p class="gl-subtitle">{escape(say["subtitle"])}</p><p>{escape(say["introduction"])}</p>'
        f"<noscript><p>{escape(words()['noscript'])}</p></noscript></div>"
        f'<div class="gl-bench" data-lab>{_form()}{_buttons()}<div class="gl-pictures">'
        f'<ul class="gl-lanes"><li>{escape(say["nothing"])}</li></ul>'
        f"{_picture('fit', 'gl-fit', drawing)}{_picture('loss', '')}{_picture('shares', '')}</div>"
        f"{_kept()}</div></main>"
    )


@cache
def template() -> str:
    """The whole page for Panel's template; `roots.wire` is the one component in it."""
    page, say = words()["page"], words()["lab"]
    title = escape(f"{say['title']} · {page['name']}")
    return (
        "{% from macros import embed %}{% raw %}<!DOCTYPE html>\n"
        f'<html lang="{words()["language"]}" data-predictions="off"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f'<meta name="description" content="{escape(say["subtitle"])}"><link rel="icon" href="data:,">'
        f"<script>{HEAD_SCRIPT}</script>"
        f'<link rel="stylesheet" href="{_url("css/lab.css")}">'
        f'<link rel="stylesheet" href="{_url(f"{PATH}live.css")}"></head>'
        '<body id="top" data-page="lab" data-assets="assets/" class="gl-article gl-live-lab">'
        f'<a class="gl-skip" href="#text">{escape(page["skip"])}</a>'
        f'<header class="gl-top"><a class="gl-brand" href="./">{escape(page["name"])}</a><div class="gl-switches">'
        f'<button type="button" data-action="theme">{escape(page["dark"])}</button></div></header>{_main()}'
        '<div class="gl-wire">{% endraw %}{{ embed(roots.wire) }}</div>'
        f'<script src="{_url("js/lab.js")}"></script>{{{{ bokeh_css }}}}{{{{ bokeh_js }}}}'
        f'<script src="{_url(f"{PATH}live.js")}"></script>{{{{ plot_script }}}}</body></html>'
    )
