"""The presenter's window: in step with the hall's over fifty steps and reloads, showing what it sees, from disk too."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from browser_tools import Watched, drag
from gelu_lab.hosts import site
from hall import AT, CODE, FAULTS, SHOWN, SIZES, settled
from playwright.sync_api import expect
from test_browser_looks import violations


def test_the_presenters_window_stays_in_step(lecture: Callable[..., Watched]) -> None:
    hall = lecture("#why-1")
    context = hall.page.context
    stray = context.new_page()
    stray.goto(hall.page.url.replace("#", "?presenter=1#"))
    expect(stray.locator(".gl-desk-state")).to_have_text("Follows no window: open this one from the hall’s, with P")
    stray.close()
    with context.expect_page() as opened:
        hall.page.keyboard.press("p")
    desk = opened.value
    problems: list[str] = []
    desk.on("pageerror", lambda error: problems.append(str(error)))
    desk.locator(".gl-desk").wait_for()
    expect(desk.locator(".gl-desk-state")).to_have_text("In step with the hall")
    expect(desk.locator(".gl-desk-notes")).to_contain_text("half a minute")
    expect(desk.locator(".gl-desk-next")).to_contain_text("Straight lines in a row")
    expect(desk.locator(".gl-desk-next")).to_contain_text("as it first looks")
    expect(desk.locator(".gl-desk-now")).not_to_contain_text("as it first looks")
    assert violations(desk) == []

    # The desk sees what the hall sees: the plots as they stand, and the sentence.
    hall.page.keyboard.press("PageDown")
    settled(hall.page)
    shown = desk.locator(".gl-desk-now img[src^='data:image/png']")
    before = shown.get_attribute("src")
    drag(hall.page, hall.page.locator(f"{SHOWN} [role=slider]").first, 60, 60)
    expect(desk.locator(".gl-desk-now .gl-desk-about")).to_have_text(
        hall.page.locator(f"{SHOWN} [data-sentence]").inner_text()
    )
    expect(shown).not_to_have_attribute("src", before or "")
    assert shown.evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 400
    state = "() => { const { deck } = history.state; return JSON.stringify(deck); }"

    def in_step() -> None:
        # The one that was not touched follows the other.
        told = {hall.page.evaluate(state), desk.evaluate(state)}
        for _ in range(40):
            if len(told) == 1:
                return
            hall.page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
            told = {hall.page.evaluate(state), desk.evaluate(state)}
        raise AssertionError(told)

    chance = random.Random(1606)
    for step in range(50):
        page = chance.choice([hall.page, desk])
        page.keyboard.press(chance.choice(["PageDown", "PageDown", "PageDown", "PageUp", "r", "h", "b", "End", "Home"]))
        if step in (12, 37):
            in_step()
            hall.page.reload()
            hall.page.locator("html.gl-started").wait_for(state="attached")
        if step in (24, 44):
            in_step()
            desk.reload()
            desk.locator(".gl-desk").wait_for()
        in_step()
    # A message that is none of ours moves nothing.
    before = hall.page.evaluate(state)
    hall.page.evaluate("postMessage({ type: 'gelu:lecture', moved: 9e15, state: { screen: 'end' } })")
    hall.page.evaluate(
        "postMessage({ type: 'gelu:lecture', moved: 9e15,"
        " state: { screen: 'end', revealed: [], answers: true, black: false } })"
    )
    in_step()
    assert hall.page.evaluate(state) == before
    assert not problems


def test_the_exported_lecture_lives_on_a_disk(
    open_page: Callable[..., Watched], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = site.export(tmp_path_factory.mktemp("lecture") / "site")
    page = open_page(offline=True, viewport=SIZES[0])
    page.page.goto(Path(folder / "lecture.html").as_uri() + "?route=short#gate-2")
    page.page.locator("html.gl-started").wait_for(state="attached")
    with page.page.context.expect_page() as opened:
        page.page.keyboard.press("p")
    desk = opened.value
    desk.locator(".gl-desk").wait_for()
    desk.keyboard.press("PageDown")
    page.page.wait_for_function(f"() => ({AT})() === 'gate-3'")
    assert settled(page.page) == "gate-3"
    assert page.page.evaluate(FAULTS) == []
    page.page.keyboard.press("PageDown")
    expect(desk.locator(".gl-desk-now h3")).not_to_contain_text("To the left")
    page.page.keyboard.press("q")
    code = page.page.evaluate(CODE)
    assert code["same"]
    assert code["url"].startswith("file://")
    assert "index.html" in code["url"]
    expect(page.page.locator("#gl-code-sheet")).to_contain_text("web server")
    page.clean()
