"""The lesson on paper: figures as they are or as their stills, every word, nothing to press, links spelled out."""

from __future__ import annotations

from collections.abc import Callable

from browser_tools import Watched, frames, handle_value
from gelu_lab import figures
from matrix import go_to, parity
from test_browser_lesson import SHOWN, point

Lesson = Callable[..., Watched]

# The colour of a figure's picture where its point stands: what is there in the middle of the knob.
KNOB = """
async (figure) => {
  const picture = figure.querySelector(".gl-slot img.gl-snapshot");
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const [x, y] = window.knob.map((share, axis) => Math.round(share * [canvas.width, canvas.height][axis]));
  return [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
}
"""
PLACE = """
(handle) => {
  const [box, layer] = [handle, handle.parentElement].map((each) => each.getBoundingClientRect());
  window.knob = [
    (box.left + box.width / 2 - layer.left) / layer.width,
    (box.top + box.height / 2 - layer.top) / layer.height,
  ];
  return getComputedStyle(handle.firstElementChild).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number);
}
"""


def test_paper_shows_figures_as_they_are_and_the_others_as_their_stills(lesson: Lesson) -> None:
    shown = lesson(color_scheme="light")
    page = shown.page
    go_to(page, "gate")
    gate = page.locator("figure#gate")
    point(gate).press("End")
    frames(page)
    colour = point(gate).evaluate(PLACE)
    assert not [url for url in shown.requests if "stills/" in url], "a screen asks for no still"

    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert gate.evaluate(KNOB) == colour, "the point is in the picture"
    assert "At x = 4.00" in gate.locator("[data-sentence]").inner_text()
    display = "(e) => getComputedStyle(e).display"
    far = page.locator(f"figure#{SHOWN[-1]}")
    assert gate.locator("img.gl-still").evaluate(display) == "none"
    assert far.locator("img.gl-still").evaluate(display) == "block"
    assert not any(slot.is_visible() for slot in far.locator(".gl-slot").all()), "no empty frame"

    for selector in (".gl-controls", ".gl-switches", ".gl-contents", "[data-predict] button", ".gl-veil"):
        assert not any(each.is_visible() for each in page.locator(selector).all()), selector
    hidden = "(all) => all.filter((e) => getComputedStyle(e).visibility !== 'visible').length"
    assert page.locator("[data-after-predict], [data-after-predict] *").evaluate_all(hidden) == 0
    spelled = "(all) => all.filter((e) => !getComputedStyle(e, '::after').content.includes(e.href)).length"
    assert page.locator("main a[href^=http]").evaluate_all(spelled) == 0
    cut = "(all) => all.filter((e) => getComputedStyle(e).overflow !== 'visible').length"
    assert page.locator(".gl-formula, .gl-table").evaluate_all(cut) == 0

    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    back = go_to(page, "gate")
    assert handle_value(back, "x") == 4
    assert parity(back, [figures.build("gate").at(x=4)]) == []


def test_a_print_waits_for_the_stills(lesson: Lesson) -> None:
    shown = lesson()
    assert shown.page.pdf().startswith(b"%PDF")
    loaded = shown.page.locator("img.gl-still").evaluate_all("(all) => all.filter((e) => e.naturalWidth).length")
    assert loaded == len(SHOWN)
