"""The lesson as a reader meets it: without scripts, with a prediction, with linked figures, far down and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from browser_tools import Served, Watched, drag, frames, handle_value
from figure_states import is_quantity
from gelu_lab import figures
from gelu_lab.format import plain
from gelu_lab.lesson import load_sections
from guessing import PREDICTIONS, box_of, by_mouse, commit, skip
from matrix import PHONE, centre, go_to, parity
from playwright.sync_api import Browser, FrameLocator, Locator, Page
from test_browser_looks import violations

Lesson = Callable[..., Watched]
SECTIONS = load_sections()
SHOWN = [name for section in SECTIONS for name in section.figures]
ASKING = [section.id for section in SECTIONS if section.waits]
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden", "SecurityError"); } });
}
"""
COUNT_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) {
    const sources = each.sources.map(({ node }) => node && (node.className || node.nodeName));
    window.shifts.push([each.value, String(sources)]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def address(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def with_x() -> list[str]:
    """The figures of the lesson that have an x."""
    return [name for name in SHOWN if any(state.name == "x" for state in figures.build(name).state)]


def point(figure: Locator, state: str = "x") -> Locator:
    return figure.locator(f'[role=slider][data-handle="{state}"]').first


def test_each_figure_of_the_lesson_comes_alive_and_agrees_with_python(lesson: Lesson) -> None:
    shown = lesson()
    for name in SHOWN:
        figure = go_to(shown.page, name)
        assert parity(figure, [figures.build(name)]) == []
    assert shown.page.locator("main h2").count() == len(SECTIONS)


def test_without_scripts_everything_is_there(browser: Browser, lab: Served) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1100, "height": 900})
    page = context.new_page()
    page.goto(lab.at(""))
    for section in SECTIONS:
        place = page.locator(f"#section-{section.id}")
        assert place.locator("h2").is_visible()
        assert len(place.inner_text()) > 800
        assert place.locator("math").first.is_visible()
        for name in section.figures:
            figure, contract = place.locator(f"figure#{name}"), figures.build(name)
            assert figure.locator("figcaption").is_visible()
            assert figure.locator("[data-sentence]").inner_text() == contract.sentence
            assert figure.locator("output").first.is_visible()
            assert figure.locator("img.gl-still").is_visible()
            assert not figure.locator(".gl-controls").first.is_visible(), "nothing to press without scripts"
    for waiting in page.locator("[data-after-predict]").all():
        assert waiting.evaluate("(e) => getComputedStyle(e).visibility") == "visible"
    assert page.locator(".gl-veil").evaluate_all("(all) => all.every((e) => getComputedStyle(e).display === 'none')")
    assert page.locator("noscript").count()
    context.close()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_nothing_jumps_while_the_page_comes_alive(lesson: Lesson, options: dict[str, Any]) -> None:
    shown = lesson(script=COUNT_SHIFTS, **options)
    before = {}
    for name in SHOWN:
        before[name] = (shown.page.locator(f"figure#{name}").bounding_box() or {})["height"]
    for name in SHOWN:
        go_to(shown.page, name)
        after = (shown.page.locator(f"figure#{name}").bounding_box() or {})["height"]
        assert after == pytest.approx(before[name], abs=1), f"{name}: its placeholder had another height"
    shifts = shown.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts


def test_nothing_jumps_when_the_answer_is_shown(lesson: Lesson) -> None:
    shown = lesson(script=COUNT_SHIFTS)
    for section in ASKING:
        figure = SECTIONS[[each.id for each in SECTIONS].index(section)].figures[0]
        go_to(shown.page, figure)
        before = (shown.page.locator(f"figure#{figure}").bounding_box() or {})["height"]
        for box in shown.page.locator(f"#section-{section} [data-predict]").all():
            skip(box)
        frames(shown.page, 3)
        assert (shown.page.locator(f"figure#{figure}").bounding_box() or {})["height"] == before


def test_the_theme_switch_turns_the_page_and_its_figures_and_is_remembered(lesson: Lesson) -> None:
    shown = lesson(color_scheme="light")
    switch = shown.page.locator("[data-action=theme]")
    figure = shown.page.locator(f"figure#{SHOWN[0]}")
    card = "(e) => getComputedStyle(e).backgroundColor"
    light, name = figure.evaluate(card), switch.inner_text()
    switch.click()
    assert figure.evaluate(card) != light
    assert switch.inner_text() != name
    shown.page.reload()
    assert figure.evaluate(card) != light
    shown.page.locator("[data-action=theme]").click()
    assert figure.evaluate(card) == light
    shown.page.emulate_media(color_scheme="dark")
    frames(shown.page)
    assert figure.evaluate(card) == light, "what the reader has chosen stays"


def test_the_lesson_follows_the_system_until_somebody_chooses(lesson: Lesson) -> None:
    shown = lesson(color_scheme="light")
    shown.page.emulate_media(color_scheme="dark")
    shown.page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    shown.page.emulate_media(color_scheme="light")
    shown.page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")


def test_figures_do_not_follow_each_other_unless_asked(lesson: Lesson) -> None:
    shown = lesson("?predict=off")
    assert shown.page.locator("[data-action=link-x]").get_attribute("aria-pressed") == "false"
    first, second = with_x()[:2]
    drag(shown.page, point(go_to(shown.page, first)), 60)
    assert handle_value(go_to(shown.page, second), "x") == figures.build(second).present["x"]


def test_one_x_for_all_figures(lesson: Lesson) -> None:
    shown = lesson("?predict=off")
    shown.page.locator("[data-action=link-x]").click()
    assert shown.page.locator("[data-action=link-x]").get_attribute("aria-pressed") == "true"
    first = with_x()[0]
    handle = point(go_to(shown.page, first))
    drag(shown.page, handle, 60)
    x = handle_value(shown.page.locator(f"figure#{first}"), "x")
    assert x != figures.build(first).present["x"]
    for name in with_x():
        figure = go_to(shown.page, name)
        spec = next(state for state in figures.build(name).state if state.name == "x")
        wanted = min(spec.high, max(spec.low, x)) if is_quantity(spec) else x
        assert handle_value(figure, "x") == pytest.approx(wanted), name
        assert parity(figure, [figures.build(name).at(x=wanted)]) == []
    last = with_x()[-1]
    point(go_to(shown.page, last)).press("ArrowLeft")
    frames(shown.page)
    x = handle_value(shown.page.locator(f"figure#{last}"), "x")
    assert handle_value(go_to(shown.page, first), "x") == pytest.approx(x), "also the ones above"
    shown.page.wait_for_function(
        "([name, x]) => Number(new URLSearchParams(location.search).get(name)) === x",
        arg=[f"{first}.x", float(plain(x))],
    )
    # Off again: each for itself.
    shown.page.locator("[data-action=link-x]").click()
    point(go_to(shown.page, first)).press("ArrowRight")
    frames(shown.page)
    assert handle_value(go_to(shown.page, last), "x") == pytest.approx(x)


def test_figures_far_away_are_taken_down_and_come_back_as_they_were(lesson: Lesson) -> None:
    shown = lesson("?predict=off", viewport={"width": 800, "height": 300})
    name, last = with_x()[0], SHOWN[-1]
    figure = go_to(shown.page, name)
    point(figure).press("ArrowRight")
    point(figure).press("ArrowRight")
    frames(shown.page)
    x = handle_value(figure, "x")
    handles = figure.locator("[role=slider]").count()
    height = (figure.bounding_box() or {})["height"]
    for _ in range(2):
        go_to(shown.page, last)
        away = shown.page.locator(f"figure#{name}:not([data-ready])")
        away.wait_for(state="attached")
        away.locator("img.gl-snapshot").first.wait_for(state="attached")
        assert away.locator("canvas").count() == 0
        assert away.locator("[role=slider]").count() == 0
        assert (away.bounding_box() or {})["height"] == height
        back = go_to(shown.page, name)
        assert handle_value(back, "x") == x
        assert parity(back, [figures.build(name).at(x=x)]) == []
        assert back.locator("[role=slider]").count() == handles, "no handle stands there twice"
    before = centre(point(back))
    drag(shown.page, point(back), 30)
    assert centre(point(back))[0] == pytest.approx(before[0] + 30, abs=1)


def test_state_is_in_the_address_with_the_name_of_its_figure(lesson: Lesson) -> None:
    first, second = with_x()[:2]
    shown = lesson(f"?{first}.x=-0.5&{second}.x=0.25&{first}.nonsense=1&x=3&nothing.x=1")
    assert handle_value(go_to(shown.page, first), "x") == -0.5
    assert handle_value(go_to(shown.page, second), "x") == 0.25
    point(go_to(shown.page, first)).press("ArrowRight")
    shown.page.wait_for_function(f"() => !location.search.includes('{first}.x=-0.5&')")
    now = address(shown.page)
    assert float(now[f"{first}.x"]) == handle_value(go_to(shown.page, first), "x")
    assert now[f"{second}.x"] == "0.25"


def test_where_storage_is_forbidden_only_the_memory_is_missing(lesson: Lesson) -> None:
    shown = lesson("?predict=off", script=NO_STORAGE, color_scheme="light")
    with pytest.raises(Exception, match="forbidden"):
        shown.page.evaluate("localStorage.getItem('x')")
    shown.page.locator("[data-action=theme]").click()
    assert shown.page.evaluate("document.documentElement.dataset.theme") == "dark"
    figure = go_to(shown.page, with_x()[0])
    before = handle_value(figure, "x")
    drag(shown.page, point(figure), 40)
    assert handle_value(figure, "x") != before
    shown.page.reload()
    assert shown.page.evaluate("document.documentElement.dataset.theme") == "light"


@pytest.mark.parametrize("path", ["", *(f"figures/{name}" for name in SHOWN[:3])])
def test_it_works_in_a_frame_that_may_run_scripts_and_nothing_else(browser: Browser, lab: Served, path: str) -> None:
    context = browser.new_context(viewport={"width": 900, "height": 900})
    page = context.new_page()
    watch = Watched(page)
    frame = f'<iframe sandbox="allow-scripts" src="{lab.at(path)}" width="860" height="1400" style="border:0"></iframe>'
    page.route("**/embedding", lambda route: route.fulfill(body=frame, content_type="text/html"))
    page.goto(lab.at("embedding"))
    inside: FrameLocator = page.frame_locator("iframe")
    figure = inside.locator("figure[data-ready=true]").first
    figure.wait_for()
    handle = figure.locator("[role=slider]:not(.gl-area)").first
    handle.scroll_into_view_if_needed()
    before = handle.get_attribute("aria-valuenow")
    drag(page, handle, 40)
    assert handle.get_attribute("aria-valuenow") != before
    handle.press("ArrowRight")
    watch.clean()
    context.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1100), ("dark", 360)])
def test_axe_finds_nothing_on_the_lesson_before_and_after_the_predictions(
    lesson: Lesson, scheme: str, width: int
) -> None:
    shown = lesson(color_scheme=scheme, viewport={"width": width, "height": 900})
    go_to(shown.page, SHOWN[0])
    assert violations(shown.page) == []
    for name in PREDICTIONS:
        by_mouse(box_of(shown.page, name), 0.3)
        commit(box_of(shown.page, name))
    shown.page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
    assert violations(shown.page) == []


# What reaches beyond the window.
WIDE = """() => {
  const found = [];
  const edge = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > edge) found.push(["page", document.documentElement.scrollWidth]);
  for (const e of document.querySelectorAll("main *, header *, footer *, nav *")) {
    const box = e.getBoundingClientRect();
    if (!box.width || box.right <= edge + 0.5) continue;
    // These scroll by themselves or hide.
    if (e.closest(".gl-formula, .gl-table, .gl-code pre, .gl-hidden, .gl-live")) continue;
    found.push([e.tagName, e.className, e.textContent.slice(0, 40), box.right]);
  }
  return found;
}"""


def test_the_lesson_is_never_wider_than_the_window(lesson: Lesson) -> None:
    page = lesson("?predict=off", viewport={"width": 1920, "height": 1000}).page
    for name in SHOWN:
        go_to(page, name)
    for width in (1920, 820, 360):
        page.set_viewport_size({"width": width, "height": 1000})
        for name in SHOWN[::4]:
            go_to(page, name)
        assert page.evaluate(WIDE) == [], width
