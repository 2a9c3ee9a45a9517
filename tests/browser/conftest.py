"""Fixtures of the tests in the browser: pages that hear what figures tell and are judged when a test ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
from browser_tools import Served, Watched, watched
from playwright.sync_api import Browser

pytest.register_assert_rewrite("matrix", "shared_files")

from hall import SIZES  # noqa: E402
from matrix import HEAR, Shown, built  # noqa: E402

Show = Callable[..., Shown]
VISITS = 40
# What a page is told of its system, unless a test says otherwise.
USUAL: dict[str, Any] = {"color_scheme": "light", "reduced_motion": "no-preference", "forced_colors": "none"}


def judge(page: Watched) -> None:
    """No page of ours asks another host, opens a socket or complains."""
    page.clean()
    assert not page.sockets


@dataclass
class Desks:
    """Pages that stay for many tests: a fresh context for each test would load and compile everything anew."""

    browser: Browser
    stack: ExitStack
    pages: dict[str, Watched] = field(default_factory=dict)
    visits: Counter[str] = field(default_factory=Counter)

    def page(self, viewport: dict[str, int], media: dict[str, Any], device: dict[str, Any]) -> Watched:
        """One page for each kind of device, brought to a size and to what the system asks for."""
        kind = repr(sorted(device.items()))
        self.visits[kind] += 1
        if kind not in self.pages:
            self.pages[kind] = self.fresh(viewport=viewport, **device)
        page = self.pages[kind]
        page.problems.clear()
        if page.page.viewport_size != viewport:
            page.page.set_viewport_size(viewport)  # type: ignore[arg-type]
        page.page.emulate_media(**{name: media.get(name, usual) for name, usual in USUAL.items()})
        return page

    def renew(self) -> None:
        """Closes pages that have been used for long: Chromium keeps what they have shown, 1 GB after 300 figures."""
        for kind in [kind for kind in self.pages if self.visits[kind] >= VISITS]:
            self.pages.pop(kind).page.context.close()
            del self.visits[kind]

    def fresh(self, **options: Any) -> Watched:
        """A page in a context of its own."""
        page = self.stack.enter_context(watched(self.browser, **options))
        page.page.add_init_script(HEAR)
        return page


@pytest.fixture(scope="session")
def desks(browser: Browser) -> Iterator[Desks]:
    """The pages that tests take turns on; each test opens its figure anew."""
    with ExitStack() as stack:
        yield Desks(browser, stack)


@pytest.fixture
def show(browser: Browser, desks: Desks, lab: Served) -> Iterator[Show]:
    """Opens a figure's own page: `show("gate", "x=1", color_scheme="dark")`; `fresh`: on a page that nobody used."""
    desks.renew()
    with ExitStack() as stack:
        used: list[Watched] = []

        def open_figure(name: str, query: str = "", *, fresh: bool = False, **options: Any) -> Shown:
            viewport = options.pop("viewport", {"width": 1100, "height": 1000})
            media = {each: options.pop(each) for each in USUAL if each in options}
            if fresh:
                page = Desks(browser, stack).fresh(viewport=viewport, **media, **options)
            else:
                page = desks.page(viewport, media, options)
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


@pytest.fixture
def lecture(browser: Browser, lab: Served) -> Iterator[Callable[..., Watched]]:
    """Opens the lecture view in a context of its own: `lecture("#gate-3", viewport=...)`."""
    with ExitStack() as stack:
        used: list[Watched] = []

        def open_lecture(query: str = "", **options: Any) -> Watched:
            page = stack.enter_context(watched(browser, **{"viewport": SIZES[0], **options}))
            page.page.add_init_script(HEAR)
            page.page.goto(lab.at("lecture.html") + query)
            page.page.locator("html.gl-started").wait_for(state="attached")
            used.append(page)
            return page

        yield open_lecture
        for page in used:
            judge(page)
