"""The share menu: every item gives what is shown, by mouse and keys, and each file opens and holds the values."""

from __future__ import annotations

import base64
import io
import json
import math
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from browser_tools import Watched, frames, number, watched
from figure_lines import agrees
from figure_states import each_figure
from gelu_lab.figures import _bricks, _recorded, _training, approximations, digits
from matrix import Shown, built, query
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from test_browser_looks import violations

import gelu_core as core

Show = Callable[..., Shown]
Truth = Callable[[np.ndarray, dict[str, Any]], Any]

# A state of each figure in which it shows much.
STATES: dict[str, dict[str, Any]] = {
    "gate": {"x": -0.7500001, "hard": True},
    "bell": {"x": 1.3},
    "mask": {"x": -0.5, "n": 1234, "seed": 3},
    "dip": {"x": 1.1, "lift": 0.6, "silu": True},
    "derivative": {"x": -1.3, "mirror": True},
    "family": {"x": 0.7, "s": 0.37, "turn": 40.0},
    "fold": {"w1": 1.1, "w2": -0.4, "b": 0.3},
    "approximations": {"x": 1.7, "cubic": 0.0445, "scale": 1.75, "samples": True},
    "collapse": {"w1": 1.5, "w3": -2.0, "x": 0.4, "activation": "gelu"},
    "depth": {"depth": 3.0, "form": "gelu_sigmoid"},
    "digits": {"x": -12.5, "type": "float32"},
    "ffn": {"width": 1024, "layers": 24},
    "links": {"x": 1.2, "relative": "hard_swish"},
    "mistakes": {"mistake": "mixed", "x": -2.5},
    "newton": {"start": -0.4, "shown": 2},
    "shape": {"x": -1.2, "silu": True, "leaky_relu": True},
    "summary": {"x": -1.4},
    "bricks": {"t1": -2.0, "w1": 2.5, "activation": "gelu", "target": "bump"},
    "training": {"frame": 17.0, "target": "noisy_line", "units": "16", "activation": "silu", "relatives": True},
}


def _pulled(x: np.ndarray, s: dict[str, Any]) -> np.ndarray:
    return (1 - s["lift"]) * -0.75 + s["lift"] ** 2 * core.relu(x)


def _along(f: Callable[[Any], Any]) -> Truth:
    return lambda x, s: f(math.hypot(s["w1"], s["w2"]) * x + s["b"])


def _means(x: np.ndarray, s: dict[str, Any]) -> list[float]:
    return [s["x"] * np.mean(core.gate_samples(s["x"], round(n), s["seed"])) for n in x]


def _band(side: int) -> Truth:
    spread = lambda s: abs(s["x"]) * math.sqrt(core.cdf(s["x"]) * core.cdf(-s["x"]))  # noqa: E731
    return lambda n, s: core.gelu(s["x"]) + side * spread(s) / np.sqrt(n)


def _error(form: str, name: str) -> Truth:
    return lambda x, s: approximations._error_of(form, x, s[name])


def _worst(name: str) -> Truth:
    def worst(x: np.ndarray, s: dict[str, Any]) -> list[float]:
        logs = np.array(digits._errors(s["type"])[name])
        near = [logs[max(0, n - 4) : n + 5] for n in range(len(logs))]
        return [10 ** np.nanmax(each) for each in near]

    return worst


def _run(table: dict[Any, Any]) -> Truth:
    return lambda x, s: table[s["dtype"], s["form"]]


def _brick_errors(f: str) -> Truth:
    return lambda x, s: np.maximum(1e-8, _bricks.ERRORS[s["target"], f])


def _runs(s: dict[str, Any]) -> _training.Setup:
    return _training.Setup(s["target"], int(s["units"]), s["seed"], float(s["rate"]))


def _trained(name: str, kept: Any, per: Callable[[dict[str, Any]], float] = lambda s: 1.0) -> Truth:
    at = _training.ACTIVATIONS.index(name)
    return lambda x, s: kept[_runs(s).place][at][[_training.STEPS.index(round(each)) for each in x]] / per(s)


def _fitted(name: str) -> Truth:
    return lambda x, s: _training.network(_runs(s), name, round(s["frame"])).predict(x)


FORMS = {"tanh": "cubic", "sigmoid": "scale"}
COMMON: dict[str, Truth] = {
    "gelu": lambda x, s: core.gelu(x),
    "relu": lambda x, s: core.relu(x),
    "share": lambda x, s: core.cdf(x),
    "area": lambda x, s: core.cdf(x),
    "bell": lambda x, s: core.pdf(x),
    "slope": lambda x, s: core.gelu_grad(x),
    "silu": lambda x, s: core.silu(x),
    "leaky_relu": lambda x, s: core.leaky_relu(x, 0.1),
}
# What a curve holds, by its name in the file; each value that a file holds is compared.
CURVES: dict[str, dict[str, Truth]] = {
    "gate": {"hard gate": lambda x, s: np.where(x > 0, 1.0, 0.0)},
    "mask": {
        "mean": _means,
        "expected": lambda x, s: core.gelu(s["x"]) + 0 * x,
        "band low": _band(-1),
        "band high": _band(1),
    },
    "dip": {
        "dip": lambda x, s: core.dip(x),
        "silu dip": lambda x, s: core.silu_dip(x),
        "pulled line": _pulled,
        "pulled line minus dip": lambda x, s: _pulled(x, s) - core.dip(x),
        "pulled line minus silu dip": lambda x, s: _pulled(x, s) - core.silu_dip(x),
    },
    "derivative": {"relu slope": lambda x, s: np.where(x > 0, 1.0, 0.0)},
    "family": {"slice": lambda x, s: core.family(x, s["s"])},
    "fold": {"gelu": _along(core.gelu), "relu": _along(core.relu)},
    "approximations": {
        **{f"{form} form": lambda x, s, f=form: core.gelu(x) + _error(f, FORMS[f])(x, s) for form in FORMS},
        **{f"{form} error": _error(form, FORMS[form]) for form in FORMS},
    },
    "collapse": {
        "three layers": lambda x, s: [built("collapse").compute({**s, "x": each})["output"] for each in x.tolist()],
        "without activation": lambda x, s: s["w1"] * s["w2"] * s["w3"] * x,
    },
    "depth": {
        "relative": _run(_recorded.RELATIVE),
        "absolute": _run(_recorded.ABSOLUTE),
        "rounding": lambda x, s: _recorded.ROUNDING[s["dtype"]],
        "adds": lambda x, s: _run(_recorded.RELATIVE)(x, s)[0] * x,
        "doubles": lambda x, s: _run(_recorded.RELATIVE)(x, s)[0] * 2 ** (x - 1),
    },
    "digits": {
        "1+erf": _worst("one_plus_erf"),
        "erfc": _worst("erfc"),
        "1+tanh": _worst("tanh"),
        "core": _worst("core"),
        "half a step": lambda x, s: 10 ** np.array(digits._errors(s["type"])["limit"]),
    },
    "links": {
        "hard_swish": lambda x, s: core.hard_swish(x),
        "gap": lambda x, s: core.hard_swish(x) - core.gelu(x),
    },
    "mistakes": {
        "tanh form": lambda x, s: core.gelu_tanh(x),
        "error": lambda x, s: (core.gelu_tanh(x) - core.gelu(x)) * 1e4,
    },
    # Each step is a point of the curve and the zero of its tangent.
    "newton": {"tangents": lambda x, s: np.where(np.arange(len(x)) % 3, 0, core.gelu_grad(np.nan_to_num(x)))},
    "shape": {"curve": lambda x, s: core.gelu(x)},
    "bricks": {
        "target": lambda x, s: core.brick_target(x, s["target"]),
        "sum": lambda x, s: core.arm_sum(
            x, [s[f"t{i}"] for i in (1, 2, 3)], [s[f"a{i}"] for i in (1, 2, 3)], s["w1"], s["activation"]
        ),
        "relu networks": _brick_errors("relu"),
        "gelu networks": _brick_errors("gelu"),
    },
}
CURVES["training"] = {
    "samples": lambda x, s: core.training_data(s["target"])[1],
    "target": lambda x, s: x / 2,  # of the noisy line
    **{f"{name} fit": _fitted(name) for name in _training.ACTIVATIONS},
    **{f"{name} loss": _trained(name, _training.records().loss) for name in _training.ACTIVATIONS},
    **{
        f"{name} {kind.replace('_', ' ')}": _trained(
            name, getattr(_training.records(), kind), lambda s: int(s["units"])
        )
        for name in _training.ACTIVATIONS
        for kind in ("dead", "nearly_dead")
    },
}
PLANES: dict[str, Callable[[Any, Any, dict[str, Any]], Any]] = {
    "surface": lambda x, y, s: core.family(x, y),
    "gelu surface": lambda x, y, s: core.gelu(s["w1"] * x + s["w2"] * y + s["b"]),
    "relu surface": lambda x, y, s: core.relu(s["w1"] * x + s["w2"] * y + s["b"]),
}
# Kept as float32, or counted in tiny steps.
LOOSE = {"digits": 1e-5, "training": 1e-6}

GIVEN = """
async (element) => {
  const { share, figureOf } = gelulab;
  const fig = figureOf.get(element);
  const png = new Uint8Array(await (await share.png(fig)).arrayBuffer());
  let bytes = "";
  for (let at = 0; at < png.length; at += 32768) bytes += String.fromCharCode(...png.subarray(at, at + 32768));
  const names = ["link", "iframe", "python", "numpy", "csv"];
  const texts = Object.fromEntries(names.map((name) => [name, share[name](fig)]));
  return { ...texts, png: btoa(bytes), svg: share.hasSvg(fig) ? share.svg(fig) : "" };
}
"""


def facts(text: str) -> dict[str, Any]:
    """State and values as a file holds them; JSON has no nan."""
    found = json.loads(text)
    found["values"] = {name: math.nan if value is None else value for name, value in found["values"].items()}
    return dict(found)


def holds(found: dict[str, Any], fig: Any) -> None:
    """Fails unless a file tells the state and the values of this figure."""
    assert found["figure"] == fig.id
    assert found["state"] == fig.present
    assert found["values"] == pytest.approx(fig.values, abs=1e-8, nan_ok=True)


def compare(text: str, fig: Any) -> None:
    """Fails unless each number of a CSV file is the core's."""
    head = [line[2:] for line in text.splitlines() if line.startswith("# ")]
    table = pd.read_csv(io.StringIO(text), comment="#")
    assert fig.title in head[0]
    assert head[1] == fig.sentence
    names = list(table["curve"].unique())
    known = {curve.name for curve in fig.curves}
    assert set(names) <= known
    said = dict(line.split(": ", 1) for line in head if line.split(": ", 1)[0] in known)
    assert said == {name: fig.words["curves"][name] for name in names}, "the header says what each curve is"
    truths = {**COMMON, **CURVES.get(fig.id, {})}
    compared = 0
    for name, rows in table.groupby("curve", sort=False):
        name = str(name)
        if name in PLANES:
            wanted = PLANES[name](rows["x"].to_numpy(), rows["y"].to_numpy(), fig.present)
            assert np.abs(rows["z"] - wanted).max() < 1e-8
        elif name in truths:
            x, y = rows["x"].to_numpy(float), rows["y"].to_numpy(float)
            wanted = np.asarray(truths[name](x, fig.present), dtype=float)
            there = ~np.isnan(y) & ((x != 0) | (name not in ("hard gate", "relu slope")))
            assert there.sum() > 1
            slack = LOOSE.get(fig.id, 0) * np.abs(wanted[there]) + 1e-8
            assert (np.abs(y[there] - wanted[there]) <= slack).all(), name
        else:
            continue
        compared += 1
    assert compared >= min(2, len(names)), names


@each_figure
def test_what_a_figure_gives_away_is_what_it_shows(show: Show, name: str) -> None:
    wanted = built(name).at(**STATES[name])
    dark = list(STATES).index(name) % 2 == 1
    shown = show(name, query(**STATES[name]), color_scheme="dark" if dark else "light")
    shown.page.locator(".gl-sharing").wait_for(state="attached")
    given = shown.figure.evaluate(GIVEN)

    compare(given["csv"], wanted)

    picture = Image.open(io.BytesIO(base64.b64decode(given["png"])))
    picture.load()
    holds(facts(picture.text["GELU Lab"]), wanted)  # type: ignore[attr-defined]
    box = shown.figure.bounding_box()
    assert box is not None
    assert picture.width == round(2 * box["width"])
    card = (25, 29, 36) if dark else (255, 255, 255)
    assert picture.convert("RGB").getpixel((3, 3)) == card
    colours = picture.convert("RGB").getcolors(1 << 24)
    assert colours is not None
    assert len(colours) > 200, "plots and words are there"

    assert bool(given["svg"]) == (name not in ("family", "fold"))
    if given["svg"]:
        drawing = ElementTree.fromstring(given["svg"])
        space = "{http://www.w3.org/2000/svg}"
        holds(facts(drawing.findtext(f"{space}metadata") or ""), wanted)
        assert drawing.findtext(f"{space}desc") == wanted.sentence
        words = " ".join("".join(each.itertext()) for each in drawing.iter(f"{space}text"))
        assert wanted.sentence in words
        assert all(output in words for output in shown.figure.locator("output").all_inner_texts())

    scope: dict[str, Any] = {}
    *imports, call = given["python"].strip().splitlines()
    exec("\n".join(imports), scope)
    assert eval(call, scope).present == wanted.present
    assert call.count("=") == len(STATES[name]), "what is as it was first is not said"

    agrees(wanted, given["numpy"])
    asked = parse_qs(urlsplit(given["link"]).query)
    assert set(asked) == set(STATES[name])
    for state, (text,) in asked.items():
        value = wanted.present[state]
        assert text == str(int(value) if isinstance(value, bool) else value) or float(text) == pytest.approx(value)


# -- the menu ----------------------------------------------------------------------------------------------------------


def opened(figure: Locator) -> Locator:
    """Opens the menu of a figure by a click on its button."""
    figure.locator("[data-action=share]").click()
    menu = figure.get_by_role("dialog")
    menu.wait_for()
    return menu


def saved(page: Page, item: Locator) -> bytes:
    """Presses an item and returns the file that the browser has saved."""
    with page.expect_download() as waiting:
        item.click()
    assert waiting.value.suggested_filename.endswith(f".{item.get_attribute('data-share')}")
    return waiting.value.path().read_bytes()


def copied(menu: Locator, name: str) -> str:
    """Presses an item that copies and returns the text that it shows."""
    menu.locator(f"[data-share={name}]").click()
    expect(menu.get_by_role("status")).not_to_be_empty()
    return menu.locator("textarea").input_value()


@pytest.mark.parametrize("name", ["gate", "mask", "family", "approximations", "bell"])
def test_each_item_gives_its_own_by_a_click(show: Show, name: str) -> None:
    wanted = built(name).at(**STATES[name])
    allowed = {"permissions": ["clipboard-read", "clipboard-write"], "accept_downloads": True}
    shown = show(name, query(**STATES[name]), fresh=True, **allowed)
    menu = opened(shown.figure)
    page = shown.page
    for item in ("link", "iframe", "python", "numpy"):
        text = copied(menu, item)
        assert page.evaluate("navigator.clipboard.readText()") == text
        expect(menu.get_by_role("status")).to_have_text("Copied.")
    picture = Image.open(io.BytesIO(saved(page, menu.locator("[data-share=png]"))))
    holds(facts(picture.text["GELU Lab"]), wanted)  # type: ignore[attr-defined]
    compare(saved(page, menu.locator("[data-share=csv]")).decode(), wanted)
    svg = menu.locator("[data-share=svg]")
    if svg.count():
        assert b"</svg>" in saved(page, svg)

    frame, link = copied(menu, "iframe"), copied(menu, "link")
    shown.watched.open(link, figure=name)
    expect(shown.page.locator("[data-sentence]")).to_have_text(wanted.sentence)
    page.goto(link.split("/figures/")[0] + "/health")
    page.set_content(f"<body>{frame}</body>")
    inside = page.frame_locator("iframe").locator("figure[data-ready=true]")
    inside.wait_for()
    expect(inside.locator("[data-sentence]")).to_have_text(wanted.sentence)
    scrolls = "(e) => e.ownerDocument.scrollingElement.scrollHeight - e.ownerDocument.defaultView.innerHeight"
    assert inside.evaluate(scrolls) <= 1, "the frame is as high as the figure"


def test_the_menu_by_keys(show: Show) -> None:
    shown = show("gate", viewport={"width": 360, "height": 740}, color_scheme="dark")
    page, figure = shown.page, shown.figure
    button = figure.locator("[data-action=share]")
    expect(button).to_be_visible()
    button.focus()
    page.keyboard.press("Enter")
    menu = figure.get_by_role("dialog", name="Share “The gate”")
    expect(menu).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    items = [each.get_attribute("data-share") for each in menu.locator("[data-share]").all()]
    assert items == ["link", "iframe", "python", "numpy", "png", "svg", "csv"]
    for key, item in (("", "link"), ("ArrowRight", "iframe"), ("ArrowLeft", "link"), ("ArrowUp", "csv"), ("Tab", "")):
        if key:
            page.keyboard.press(key)
        if item:
            expect(menu.locator(f"[data-share={item}]")).to_be_focused()
    assert shown.state() == shown.contract.present, "the arrows move nothing else"
    assert violations(page) == []
    within = "(e) => { const b = e.getBoundingClientRect(); return b.left >= 0 && b.right <= innerWidth; }"
    assert menu.evaluate(within)
    menu.locator("[data-share=python]").focus()
    page.keyboard.press("Enter")
    expect(menu.locator("textarea")).to_be_visible()
    assert violations(page) == [], "with the text shown"
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    figure.locator("figcaption").click(position={"x": 5, "y": 5})
    expect(menu).to_be_hidden()


def test_where_copying_is_forbidden_the_text_is_selected(show: Show) -> None:
    shown = show("gate", "x=2")
    shown.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    menu = opened(shown.figure)
    menu.locator("[data-share=python]").click()
    expect(menu.get_by_role("status")).to_contain_text("Ctrl+C")
    expect(menu.locator("textarea")).to_be_focused()
    assert shown.page.evaluate("getSelection().toString()").strip() == "from gelu_lab import gate\n\ngate(x=2)"


def test_a_picture_leaves_the_page_as_it_was(show: Show) -> None:
    shown = show("family")
    shown.page.locator(".gl-sharing").wait_for(state="attached")
    read = "(all) => all.map((e) => [e.width, e.height, e.toDataURL()].join())"
    frames(shown.page, 4)
    before = shown.figure.locator("canvas").evaluate_all(read)
    assert shown.figure.evaluate(GIVEN)["png"]
    frames(shown.page, 4)
    assert shown.figure.locator("canvas").evaluate_all(read) == before
    assert shown.page.evaluate("devicePixelRatio") == 1


def test_on_the_lesson_links_lead_to_the_figure_and_files_wait_for_the_prediction(
    lesson: Callable[..., Watched],
) -> None:
    shown = lesson()
    page = shown.page
    gate = page.locator("figure#gate")
    menu = opened(gate)
    expect(menu.locator("[data-share=png]")).to_be_disabled()
    expect(menu.locator("[data-share=csv]")).to_be_disabled()
    expect(menu.get_by_role("status")).to_contain_text("prediction")
    page.keyboard.press("Escape")
    page.goto(page.url + "?predict=off&gate.x=-0.75")
    shown.ready("gate")
    menu = opened(gate)
    expect(menu.locator("[data-share=png]")).to_be_enabled()
    link = copied(menu, "link")
    assert link == page.url.split("?")[0] + "?gate.x=-0.75#gate"
    assert f'src="{page.url.split("?")[0]}figures/gate.html?x=-0.75"' in copied(menu, "iframe")
    shown.open(link, figure="gate")
    assert number(page.locator("figure#gate"), "x") == -0.75


def test_the_public_address_is_the_one_that_is_shared(browser: Browser, tmp_path: Any) -> None:
    from gelu_lab.hosts.site import export

    export(tmp_path / "site", public_url="https://lab.example.org/gelu/")
    with watched(browser) as page:
        shown = page.open((tmp_path / "site" / "figures" / "gate.html").as_uri() + "?x=2", figure="gate")
        menu = opened(shown)
        assert copied(menu, "link") == "https://lab.example.org/gelu/figures/gate.html?x=2"
        page.clean()
        shown = page.open((tmp_path / "site" / "index.html").as_uri() + "?predict=off&gate.x=2", figure="gate")
        menu = opened(shown)
        assert copied(menu, "link") == "https://lab.example.org/gelu/?gate.x=2#gate"
        assert "https://lab.example.org/gelu/figures/gate.html?x=2" in copied(menu, "iframe")
        page.clean()
