"""The page that says which GELU some numbers are. The browser works it out: no number leaves it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import numpy as np

import gelu_core as core
from gelu_core.forms import SIGMOID_SCALE, TANH_CUBIC, TANH_SCALE
from gelu_core.frameworks import CLIP, SATURATED, SQRT_2, SQRT_HALF_FLOAT32, TANH_SCALE_CUT
from gelu_core.identify import GRID, SPELLINGS
from gelu_core.normal import SQRT_HALF
from gelu_core.precision import TYPES
from gelu_core.printed import DECIMALS, DIGITS, FEWEST_DECIMALS, FEWEST_OF_GRID

from .. import table
from ..resources import words
from . import assets
from .page import Linked, document

MILLS_STEP = 1 / 8
MILLS_END = 37.0  # the last whole number at which Φ(−t) is a normal float64

# The colour of each form, where the lesson has one for it.
ROLES = {"exact": "passed", "tanh": "tanh-form", "sigmoid": "sigmoid-form", "silu": "silu", "relu": "relu"}

_INPUTS = [-3.75 + 0.375 * each for each in range(20)]  # numbers of every type but for the last bits of some
_BEYOND = [*_INPUTS, 12.0]


def facts() -> dict[str, Any]:
    """Returns the tables and constants of the core by which the browser judges: the twin of gelu_core.identify."""
    far = np.arange(table.END, MILLS_END + MILLS_STEP / 2, MILLS_STEP)
    return {
        "mills": {"start": table.END, "step": MILLS_STEP, "ratio": table.pack(core.cdf(-far) / core.pdf(far))},
        "types": {name: list(each) for name, each in TYPES.items()},
        "saturated": {"float32": SATURATED[4], "float64": SATURATED[8]},
        "constants": {
            "sqrtHalf": SQRT_HALF,
            "sqrtHalfFloat32": SQRT_HALF_FLOAT32,
            "sqrt2": SQRT_2,
            "tanhScale": TANH_SCALE,
            "tanhScaleCut": TANH_SCALE_CUT,
            "tanhCubic": TANH_CUBIC,
            "sigmoidScale": SIGMOID_SCALE,
            "clip": CLIP,
        },
        "grid": GRID.tolist(),
        "decimals": DECIMALS,
        "digits": list(DIGITS),
        "fewest": {"decimals": FEWEST_DECIMALS, "grid": FEWEST_OF_GRID},
        "spellings": SPELLINGS,
    }


def _lines(x: list[float], function: Callable[..., Any], dtype: str = "float64", form: str = "") -> str:
    """Pairs as a program would print them: every digit, or as `form` says."""
    inputs = np.asarray(x, dtype=dtype)
    outputs = np.asarray(function(inputs), dtype=np.float64)
    pairs = ((float(a), float(b)) for a, b in zip(inputs, outputs, strict=True))
    return "\n".join(f"{a!r}, {format(b, form) if form else repr(b)}" for a, b in pairs)


def examples() -> dict[str, str]:
    """Returns the examples by the name in their address: what the formulas of programs give, worked out by the core."""
    form = core.FRAMEWORK_FORMS
    return {
        "torch-exact": _lines(_INPUTS, form["one_plus_erf"].function, "float32"),
        "torch-tanh": _lines(_INPUTS, form["one_plus_tanh"].function, "float32"),
        "quick-gelu": _lines(_INPUTS, form["quick"].function),
        "gelu-10": _lines(_BEYOND, form["clipped_10"].function, "float32"),
        "printed": _lines(_BEYOND, core.gelu, form=".4f"),
        "bfloat16": _lines(_INPUTS, lambda x: core.round_bfloat16(core.gelu_tanh(x))),
        "forgotten-root": _lines(_INPUTS, lambda x: core.family(x, SQRT_HALF)),
    }


def _forms() -> dict[str, dict[str, str]]:
    say = words()["identify"]["forms"]
    slots = {"scale": f"{SIGMOID_SCALE:g}", "cubic": f"{TANH_CUBIC:g}", "clip": f"{CLIP:g}"}
    return {
        name: {"role": ROLES.get(name, ""), **{key: text.format(**slots) for key, text in each.items()}}
        for name, each in say.items()
    }


def _data() -> str:
    say = {key: each for key, each in words()["identify"].items() if key != "forms"}
    formulas = {name: {"formula": each.formula, "users": each.used_by} for name, each in core.FRAMEWORK_FORMS.items()}
    found = {"facts": facts(), "words": say, "forms": _forms(), "formulas": formulas, "examples": examples()}
    return f'<script type="application/json" data-identify-facts>{assets.json_spec(found)}</script>'


def identify_page(loading: Linked) -> str:
    """Renders the page, with links relative to `loading.base`."""
    say, page = words()["identify"], words()["page"]
    theme = f'<button type="button" data-action="theme">{escape(page["dark"])}</button>'
    return document(
        title=f"{say['title']} · {page['name']}",
        description=say["subtitle"],
        loading=loading,
        body=f'<a class="gl-skip" href="#text">{escape(page["skip"])}</a>'
        f'<header class="gl-top"><a class="gl-brand" href="{loading.base}index.html">{escape(page["name"])}</a>'
        f'<div class="gl-switches">{theme}</div></header>'
        f'<main class="gl-main" id="text"><div class="gl-front"><h1>{escape(say["title"])}</h1>'
        f'<p class="gl-subtitle">{escape(say["subtitle"])}</p>'
        f"<noscript><p>{escape(say['noscript'])}</p></noscript></div>"
        f'<div class="gl-bench gl-identify" data-identify>{_given()}{_found()}{_examples()}</div>'
        f'<div class="gl-beside">{_rule()}{_elsewhere()}</div></main>' + _data() + loading.late("js/identify.js"),
        body_attributes='data-page="identify" class="gl-article gl-wide"',
        predictions="off",
        styles=("css/identify.css",),
    )


def _button(action: str, *, hidden: bool = False) -> str:
    text = escape(words()["identify"]["actions"][action])
    state = "hidden" if hidden else "disabled"
    return f'<button type="button" class="gl-button" data-action="{action}" {state}>{text}</button>'


def _given() -> str:
    """Where the numbers come in."""
    say = words()["identify"]
    columns = "".join(
        f'<div class="gl-setting"><label for="column-{axis}">{escape(say["columns"][axis])}</label>'
        f'<select id="column-{axis}"></select></div>'
        for axis in ("x", "y")
    )
    return (
        f'<section class="gl-given" aria-label="{escape(say["given"])}">'
        f'<label for="pairs">{escape(say["label"])}</label>'
        f'<p class="gl-hint" id="pairs-hint">{escape(say["hint"])}</p>'
        '<textarea id="pairs" rows="10" wrap="off" spellcheck="false" autocapitalize="off" '
        'aria-describedby="pairs-hint pairs-problem"></textarea>'
        f'<div class="gl-row">{_button("file")}<input type="file" hidden aria-label="{escape(say["actions"]["file"])}">'
        f"{_button('clear')}{_button('back', hidden=True)}</div>"
        '<p class="gl-refused" id="pairs-problem"><span data-part="problem"></span> '
        f"{_button('line', hidden=True)}</p>"
        f'<p class="gl-read" data-part="read"></p><div class="gl-columns" data-part="columns" hidden>{columns}</div>'
        "</section>"
    )


def _examples() -> str:
    say = words()["identify"]
    titles = {name: escape(say["examples"][name]) for name in examples()}
    shown = "".join(
        f'<button type="button" class="gl-button" data-example="{name}" disabled>{title}</button>'
        for name, title in titles.items()
    )
    return (
        '<div class="gl-examples" role="group" aria-labelledby="examples-title">'
        f'<p id="examples-title">{escape(say["examples_title"])}</p><div class="gl-row">{shown}</div></div>'
    )


def _found() -> str:
    """Where the verdict stands."""
    say = words()["identify"]
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in say["table"].values())
    return (
        f'<section class="gl-found" data-found="none" aria-labelledby="found-title">'
        f'<h2 id="found-title">{escape(say["found"])}</h2>'
        f'<p data-part="waiting">{escape(say["waiting"])}</p>'
        f'<div data-part="results" hidden><p class="gl-stale" data-part="stale" hidden>{escape(say["stale"])}</p>'
        '<p class="gl-head" data-part="head"></p><p data-part="why"></p><p class="gl-spelled" data-part="spelling"></p>'
        f'<div class="gl-table" role="region" aria-label="{escape(say["ranking"])}" tabindex="0">'
        f'<table><thead><tr>{head}</tr></thead><tbody data-part="rows"></tbody></table></div>'
        f'<h3>{escape(say["decides_title"])}</h3><p data-part="decides"></p><ul data-part="expected"></ul></div>'
        '<div class="gl-hidden" role="status" data-part="announce"></div></section>'
    )


def _rule() -> str:
    say = words()["identify"]
    title, rule, limits = (escape(say[name]) for name in ("rule_title", "rule", "limits"))
    return f"<section><h2>{title}</h2><p>{rule}</p><p>{limits}</p></section>"


def _elsewhere() -> str:
    """The same without a browser."""
    say = words()["identify"]["elsewhere"]
    boxes = "".join(
        f'<div class="gl-code"><div class="gl-code-panel"><p class="gl-code-name">{escape(say[name])}</p>'
        f'<pre tabindex="0"><code>{escape(code)}</code></pre></div></div>'
        for name, code in (("command", "gelu-lab identify numbers.csv"), ("python", _PYTHON))
    )
    return f"<section><h2>{escape(say['title'])}</h2><p>{escape(say['text'])}</p>{boxes}</section>"


_PYTHON = """\
import numpy as np
from gelu_core import identify

x, y = np.loadtxt("numbers.csv", delimiter=",", unpack=True)
print(identify(x, y))"""
