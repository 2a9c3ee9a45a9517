"""How the lesson begins: its first figure soon, then the whole page, and what is left where a script does not come."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_tools import Served, Watched
from gelu_lab.hosts.lesson_page import OPENING
from gelu_lab.lesson import load_sections
from matrix import HEAR, go_to
from playwright.sync_api import Browser, expect

Lesson = Callable[..., Watched]
SHOWN = [name for section in load_sections() for name in section.figures]


@pytest.mark.parametrize(
    ("path", "name"), [("", OPENING), ("#gate", OPENING), ("#top", OPENING), ("#section-links", "links")]
)
def test_a_ready_figure_stands_in_a_whole_page(browser: Browser, lab: Served, path: str, name: str) -> None:
    page = browser.new_page()
    page.goto(lab.at(path), wait_until="commit")
    page.locator(f"figure#{name}[data-ready=true]").wait_for(state="attached")
    empty, wide = page.evaluate("""() => [
      [...document.querySelectorAll(".gl-section > *, .gl-footer > *")].filter((e) => !e.getClientRects().length
        && !e.matches("script")).map((e) => e.className),
      [...document.querySelectorAll(".gl-section")].filter((e) => e.innerText.length < 400).map((e) => e.id),
    ]""")
    assert (empty, wide) == ([], [])
    page.close()


def test_who_looks_for_a_later_figure_at_once_finds_it(browser: Browser, lab: Served) -> None:
    page = browser.new_page()
    page.goto(lab.at(""), wait_until="commit")
    page.wait_for_function("name => document.getElementById(name)?.nextElementSibling", arg=SHOWN[-1])
    go_to(page, SHOWN[-1])
    expect(page.locator(f"figure#{SHOWN[-1]}")).to_be_in_viewport()
    page.close()


def test_without_its_scripts_the_page_is_whole(browser: Browser, lab: Served) -> None:
    page = browser.new_page()
    page.route("**/*.js*", lambda route: route.abort())
    page.goto(lab.at(""))
    for section in page.locator(".gl-section > p:last-of-type").all():
        assert section.is_visible()
    page.close()


def test_one_lesson_loads_what_its_first_figure_needs_and_the_rest_when_it_comes_near(lesson: Lesson) -> None:
    shown = lesson()
    loaded = [url for url in shown.requests if "/data/" in url or "/js/figures/" in url]
    assert [url for url in loaded if f"/{OPENING}.js" in url], "the script of the figure that answers first"
    far = SHOWN[-1]
    assert not [url for url in loaded if f"/{far}.js" in url], "the last figure waits"
    go_to(shown.page, far)
    assert [url for url in shown.requests if f"/data/{far}.js" in url]


def test_a_broken_figure_does_not_take_the_others_along(browser: Browser, lab: Served) -> None:
    first, second = SHOWN[0], SHOWN[1]
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    page.add_init_script(HEAR)
    page.route(f"**/js/figures/{first}.js*", lambda route: route.abort())
    page.goto(lab.at(""))
    page.locator(f"figure#{first}").scroll_into_view_if_needed()
    page.locator(f"figure#{first} [data-sentence]", has_text="could not be started").wait_for()
    go_to(page, second)
    page.close()
