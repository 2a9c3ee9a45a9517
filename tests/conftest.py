"""Fixtures for every test that looks at a figure through a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from browser_tools import Served, Watched, launch, serving, watched
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def lab() -> Iterator[Served]:
    """The lab, served by `python -m gelu_lab serve` on a free port."""
    with serving() as running:
        yield running


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Watched]]:
    """Opens watched pages, each in a fresh context: `open_page(viewport=..., color_scheme="dark", has_touch=True)`."""
    with ExitStack() as stack:

        def make(**options: Any) -> Watched:
            return stack.enter_context(watched(browser, **options))

        yield make


@pytest.fixture
def watched_page(open_page: Callable[..., Watched]) -> Watched:
    """One watched page on a desktop; `watched_page.clean()` fails if it did what it must not do."""
    return open_page()
