"""Fixtures of the tests in the browser: pages that hear what figures tell and are judged when a test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from browser_tools import Served, Watched, watched
from playwright.sync_api import Browser

pytest.register_assert_rewrite("matrix")

from matrix import HEAR, Shown, built  # noqa: E402

Show = Callable[..., Shown]


def judge(page: Watched) -> None:
    """No page of ours asks another host, opens a socket or complains."""
    page.clean()
    assert not page.sockets


@pytest.fixture(scope="session")
def desk(browser: Browser) -> Iterator[Watched]:
    """One page on a desktop for all the tests that need nothing special; each of them opens its figure anew."""
    with watched(browser) as page:
        page.page.add_init_script(HEAR)
        yield page


@pytest.fixture
def show(browser: Browser, desk: Watched, lab: Served) -> Iterator[Show]:
    """Opens a figure's own page: `show("gate", "x=1")`; with options (color_scheme=...) in a context of its own."""
    with ExitStack() as stack:
        used: list[Watched] = []

        def open_figure(name: str, query: str = "", **options: Any) -> Shown:
            page = stack.enter_context(watched(browser, **options)) if options else desk
            if options:
                page.page.add_init_script(HEAR)
            else:
                page.problems.clear()
                page.page.set_viewport_size({"width": 1100, "height": 1000})
            used.append(page)
            return Shown(
                page, page.open(lab.at(f"figures/{name}{'?' if query else ''}{query}"), figure=name), built(name)
            )

        yield open_figure
        for page in used:
            judge(page)


@pytest.fixture
def lesson(browser: Browser, lab: Served) -> Iterator[Callable[..., Watched]]:
    """Opens the lesson in a context of its own: `lesson("?predict=off", viewport=...)`."""
    with ExitStack() as stack:
        used: list[Watched] = []

        def open_lesson(query: str = "", *, script: str = "", **options: Any) -> Watched:
            page = stack.enter_context(watched(browser, **options))
            page.page.add_init_script(HEAR + script)
            page.open(lab.at(query))
            used.append(page)
            return page

        yield open_lesson
        for page in used:
            judge(page)
