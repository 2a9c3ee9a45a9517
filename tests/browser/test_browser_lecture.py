"""The lecture view: a clicker walks through it, nothing overlaps, nothing is told early, keys do what they should."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_tools import Served, Watched, drag, frames, handle_value
from hall import AT, CODE, FAULTS, SHOWN, SIZES, settled
from playwright.sync_api import Page, expect
from test_browser_looks import violations

# Every plot of the screen has ink; a canvas lies below two shadow roots.
DRAWN = """() => {
  const canvases = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    [...(each.tagName === "CANVAS" ? [each] : []), ...(each.shadowRoot ? canvases(each.shadowRoot) : [])]);
  const small = Object.assign(document.createElement("canvas"), { width: 200, height: 100 });
  const pen = small.getContext("2d", { willReadFrequently: true });
  const inked = (canvas) => {
    if (!canvas.width) return false;
    pen.clearRect(0, 0, 200, 100);
    pen.drawImage(canvas, 0, 0, 200, 100);
    return pen.getImageData(0, 0, 200, 100).data.some(Boolean);
  };
  return [...document.querySelectorAll(".gl-screen[data-shown] .gl-slot")].filter((slot) => slot.offsetWidth)
    .every((slot) => canvases(slot).some(inked));
}"""


def walk(page: Page) -> list[str]:
    """Turns through all screens as a clicker does, and fails where one of them is broken."""
    seen = [settled(page)]
    while True:
        assert page.evaluate(FAULTS) == [], seen[-1]
        page.wait_for_function(DRAWN)
        page.keyboard.press("PageDown")
        if page.evaluate(AT) == seen[-1]:
            return seen
        seen.append(settled(page))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["height"]))
def test_a_clicker_walks_through_all_screens(lecture: Callable[..., Watched], size: dict[str, int]) -> None:
    dark = size["width"] > 1500
    page = lecture(viewport=size, color_scheme="dark" if dark else "light").page
    seen = walk(page)
    screens = page.locator(".gl-screen").evaluate_all("(all) => all.map((each) => each.id)")
    assert seen == screens
    assert page.locator("figure[data-ready=true]").count() <= 3, "figures far away rest"
    # Lines are as much thicker as the type is larger, and a little more: 2.5 px in the lesson.
    scale, widest = page.evaluate(
        "() => [gelulab.typeScale(), Math.max(...gelulab.figureNamed('summary').plots.main.models.map((model) => {"
        " const width = model.line_width; return Number(width?.value ?? width) || 0; }))]"
    )
    assert scale == pytest.approx(size["height"] / 36 / 16)
    assert widest > 2.5 * scale
    # No word of a plot is smaller than 24 px where 1920 are shown.
    smallest = page.evaluate(
        "() => Math.min(...Object.values(gelulab.figureNamed('summary').plots).flatMap(({ models }) => models.flatMap("
        "(model) => model.tags.filter((tag) => /font_size/.test(tag)).map((tag) => {"
        " const size = model[tag.split(':')[0]]; return parseFloat(size?.value ?? size); }))))"
    )
    assert smallest == pytest.approx(13 * scale, abs=0.06)
    # A short question is set as large as its screen permits.
    sizes = page.locator(".gl-asks").evaluate_all(
        "(all) => all.map((e) => Number(e.style.getPropertyValue('--gl-fit')))"
    )
    assert min(sizes) < 1.15 < max(sizes)
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    assert settled(page) == "front"


def test_the_ten_minute_route_is_a_choice(lecture: Callable[..., Watched]) -> None:
    page = lecture(viewport={"width": 1024, "height": 768}).page
    page.get_by_role("link", name="Ten minutes").click()
    page.wait_for_url("**?route=short*")
    page.locator("html.gl-started").wait_for(state="attached")
    assert settled(page) == "gate-1", "it begins"
    page.keyboard.press("Home")
    seen = walk(page)
    assert 10 <= len(seen) <= 17
    assert {name.rsplit("-", 1)[0] for name in seen} == {
        "front", "gate", "mask", "dip", "derivative", "approximations", "end",
    }  # fmt: skip


def test_nothing_tells_the_answer_before_the_key(lecture: Callable[..., Watched]) -> None:
    page = lecture().page
    asked = page.locator(".gl-screen.gl-asks")
    for at in range(asked.count()):
        name = asked.nth(at).get_attribute("id")
        page.evaluate("(name) => { location.hash = name; }", name)
        page.wait_for_function(f"(name) => ({AT})() === name", arg=name)
        screen = page.locator(SHOWN)
        assert screen.locator("figure, output, [data-sentence]").count() == 0
        hidden = screen.locator("[data-told]")
        assert hidden.count() >= 1
        for each in hidden.all():
            assert each.evaluate("(e) => getComputedStyle(e).visibility") == "hidden"
        looks = screen.locator("li").evaluate_all(
            "(all) => all.map((e) => { const { color, backgroundColor, borderColor } = getComputedStyle(e);"
            " return [color, backgroundColor, borderColor].join(); })"
        )
        assert len(set(looks)) <= 1, "the right one looks like the others"
        page.keyboard.press("Enter" if at % 2 else "r")
        for each in hidden.all():
            expect(each).to_be_visible()
        assert page.evaluate(FAULTS) == [], name
        page.keyboard.press("h")
        for each in hidden.all():
            expect(each).not_to_be_visible()
        page.keyboard.press("h")
    page.keyboard.press("Enter")
    expect(page.locator(SHOWN).locator(".gl-told")).to_be_hidden()


def test_keys_turn_after_a_drag_and_leave_handles_and_fields_their_own(lecture: Callable[..., Watched]) -> None:
    page = lecture("#gate-3").page
    settled(page)
    figure = page.locator(f"{SHOWN} figure")
    handle = figure.locator("[role=slider]").first
    assert handle_value(figure) == -1
    drag(page, handle, 120)
    dragged = handle_value(figure)
    assert dragged > 0
    page.keyboard.press("ArrowRight")  # the handle has the focus
    expect(handle).not_to_have_attribute("aria-valuenow", str(dragged))
    assert page.evaluate(AT) == "gate-3"
    page.keyboard.press("PageDown")
    assert settled(page) == "gate-4"
    assert handle_value(page.locator(f"{SHOWN} figure")) == 0.5, "the screen sets its own state"
    page.keyboard.press("ArrowLeft")
    assert settled(page) == "gate-3"
    assert handle_value(page.locator(f"{SHOWN} figure")) == -1

    # A reload leads to the same screen, with what was dragged there; so does the way back.
    drag(page, page.locator(f"{SHOWN} [role=slider]").first, 60)
    dragged = handle_value(page.locator(f"{SHOWN} figure"))
    page.reload()
    assert settled(page) == "gate-3"
    assert handle_value(page.locator(f"{SHOWN} figure")) == pytest.approx(dragged, abs=1e-5)
    page.goto("about:blank")
    page.go_back()
    assert settled(page) == "gate-3"

    page.evaluate("location.hash = 'approximations-3'")
    page.wait_for_function(f"() => ({AT})() === 'approximations-3'")
    settled(page)
    field = page.locator(f"{SHOWN} input[type=text]:visible").first
    field.fill("")
    field.press_sequentially("1.7b")
    assert field.input_value() == "1.7b"
    assert "gl-black" not in str(page.locator("html").get_attribute("class"))
    field.press("PageUp")
    assert settled(page) == "approximations-2"
    # A screen that says nothing of the state goes on with it; the key that turned has not moved the point.
    page.evaluate("location.hash = 'links-2'")
    page.wait_for_function(f"() => ({AT})() === 'links-2'")
    settled(page)
    page.locator(f"{SHOWN} [role=slider]").first.press("PageDown")
    assert settled(page) == "links-3"
    assert page.evaluate("gelulab.figureNamed('links').state.values.x") == -2
    for key in "10":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    assert page.evaluate(AT) == page.locator(".gl-screen").nth(9).get_attribute("id")


def test_black_numbers_full_screen_and_the_sheets(lecture: Callable[..., Watched]) -> None:
    page = lecture("#gate-3").page
    settled(page)
    page.evaluate(
        "() => { document.documentElement.requestFullscreen = () => {"
        " window.asked = true; return Promise.reject(new Error('denied')); }; }"
    )
    cover, sentence = page.locator(".gl-cover"), page.locator(f"{SHOWN} .gl-sentence")
    for key in ("b", ".", "B"):
        page.keyboard.press(key)
        expect(cover).to_be_visible()
        assert page.locator("button:visible, figure:visible").count() == 0
        page.keyboard.press("PageDown")
        expect(cover).to_be_hidden()
        assert page.evaluate(AT) == "gate-3", "the key only brings the screen back"
    page.keyboard.press("h")
    expect(sentence).to_be_hidden()
    assert page.locator(f"{SHOWN} output:visible").count() == 0
    page.get_by_role("button", name="Hide numbers").click()
    expect(sentence).to_be_visible()
    page.keyboard.press("f")
    assert page.evaluate("window.asked")
    page.evaluate("() => { window.open = () => null; }")
    page.keyboard.press("p")
    expect(page.locator("dialog#gl-blocked")).to_contain_text("Allow this page to open windows")
    page.keyboard.press("Escape")
    expect(page.locator("dialog#gl-blocked")).to_be_hidden()
    assert violations(page) == []
    page.keyboard.press("?")
    sheet = page.locator("dialog#gl-keys")
    expect(sheet).to_be_visible()
    assert sheet.evaluate("(e) => e.scrollHeight <= e.clientHeight")
    assert violations(page) == []
    page.keyboard.press("PageDown")
    expect(sheet).to_be_hidden()
    assert settled(page) == "gate-4"
    assert violations(page) == []
    page.evaluate("location.hash = 'gate-2'")
    page.wait_for_function(f"() => ({AT})() === 'gate-2'")
    assert violations(page) == []


def test_the_code_leads_to_this_place_of_the_lesson(lecture: Callable[..., Watched], lab: Served) -> None:
    page = lecture("#gate-3").page
    settled(page)
    page.keyboard.press("q")
    code = page.evaluate(CODE)
    assert code == {"url": f"{lab.url}?gate.x=-1#section-gate", "same": True}
    expect(page.locator("#gl-code-sheet")).to_contain_text("--address 0.0.0.0")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.evaluate("document.body.dataset.reach = 'http://192.168.1.20:5006/lab/'")
    page.keyboard.press("q")
    assert page.evaluate(CODE) == {"url": "http://192.168.1.20:5006/lab/?gate.x=-1#section-gate", "same": True}
    expect(page.locator("#gl-code-sheet")).not_to_contain_text("--address")


@pytest.mark.parametrize(("ratio", "zoom"), [(1.25, 1), (1, 1.25), (1.5, 0.8)])
def test_a_drag_is_exact_at_any_zoom(lecture: Callable[..., Watched], ratio: float, zoom: float) -> None:
    page = lecture("#gate-3", device_scale_factor=ratio, viewport={"width": 1366, "height": 768}).page
    settled(page)
    page.evaluate("(zoom) => { document.body.style.zoom = zoom; }", zoom)
    page.evaluate("dispatchEvent(new Event('resize'))")
    frames(page, 12)
    handle = page.locator(f"{SHOWN} [role=slider]").first
    centre = "(e) => { const b = e.getBoundingClientRect(); return b.left + b.width / 2; }"
    before = handle.evaluate(centre)
    drag(page, handle, 100, steps=25)
    assert handle.evaluate(centre) == pytest.approx(before + 100, abs=0.6)


def test_without_scripts_every_word_is_there(open_page: Callable[..., Watched], lab: Served) -> None:
    page = open_page(java_script_enabled=False)
    page.page.goto(lab.at("lecture"))
    for screen in page.page.locator(".gl-screen").all():
        expect(screen.locator("h2")).to_be_visible()
    expect(page.page.locator("#gate-2 .gl-told")).to_be_visible()
    assert page.page.locator(".gl-lecture-bar").is_hidden()
    page.clean()
