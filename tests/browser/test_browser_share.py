"""The share menu: every item gives what is shown, by mouse and keys, and each file opens and holds the values."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from browser_tools import Watched, frames, number, watched
from figure_lines import agrees
from figure_states import each_figure
from matrix import Shown, built, query
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from shared_files import STATES, compare, facts, holds
from test_browser_looks import violations

Show = Callable[..., Shown]

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
