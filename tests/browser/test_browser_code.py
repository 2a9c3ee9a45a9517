"""Code on a page: tabs that follow the pattern of ARIA, one library for the whole page, buttons that copy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gelu_lab.hosts.page import Inline, document
from gelu_lab.lesson.markdown import render
from playwright.sync_api import Browser, Page, expect

GROUP = """
```python numpy
numpy = "first line\\tand a tab"
```

```output numpy
1
```

```python torch
torch = 2
```

```python jax
jax = 3
```

Between.

"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Two groups of three libraries, and one group with a single one."""
    body = render(GROUP + GROUP + "```python torch\nalone = 4\n```\n")
    html = document(
        title="code",
        description="",
        loading=Inline(),
        body=f'<main class="gl-main">{body}</main>{Inline().end([])}',
        body_attributes='data-page="missing" class="gl-article"',
        predictions="off",
    )
    page = browser.new_page()
    page.set_content(html)
    yield page
    page.close()


def shown(page: Page) -> list[str]:
    """The libraries whose code can be seen, in the order of the page."""
    return [
        panel.get_attribute("data-library") or ""
        for panel in page.locator(".gl-code-panel").all()
        if panel.is_visible()
    ]


def test_one_tab_at_a_time_and_the_same_everywhere(page: Page) -> None:
    assert shown(page) == ["numpy", "numpy", "torch"]
    page.get_by_role("tab", name="JAX").nth(1).click()
    assert shown(page) == ["jax", "jax", "torch"]
    assert page.locator("[role=tab][aria-selected=true]").all_text_contents() == ["JAX", "JAX"]


def test_keys(page: Page) -> None:
    first = page.get_by_role("tablist").first
    first.get_by_role("tab", name="NumPy").focus()
    for key, library in (
        ("ArrowRight", "torch"),
        ("End", "jax"),
        ("ArrowRight", "numpy"),
        ("ArrowLeft", "jax"),
        ("Home", "numpy"),
    ):
        page.keyboard.press(key)
        assert shown(page)[0] == library
        expect(first.locator("[aria-selected=true]")).to_be_focused()
        expect(first.locator("[tabindex='0']")).to_have_count(1)


def test_each_tab_names_its_panel(page: Page) -> None:
    ids = page.locator("[id]").evaluate_all("(all) => all.map((e) => e.id)")
    assert len(ids) == len(set(ids))
    for tab in page.get_by_role("tab").all():
        panel = page.locator(f"#{tab.get_attribute('aria-controls')}")
        assert panel.get_attribute("aria-labelledby") == tab.get_attribute("id")


def test_copy_takes_the_code_and_nothing_else(page: Page) -> None:
    page.evaluate(
        """() => Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text) => { window.copied = text; } }, configurable: true })"""
    )
    button = page.locator("[data-action=copy]").first
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("window.copied") == 'numpy = "first line\\tand a tab"\n'
    expect(button).to_have_text("Copy", timeout=10_000)


@pytest.mark.parametrize("clipboard", ["undefined", "{ writeText: async () => { throw new Error('no'); } }"])
def test_where_copying_is_forbidden_the_code_is_selected(page: Page, clipboard: str) -> None:
    page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard}, configurable: true }})")
    button = page.locator("[data-action=copy]").last
    button.click()
    expect(button).to_have_text("Selected")
    assert page.evaluate("getSelection().toString()").strip() == "alone = 4"


def test_without_scripts_everything_is_there(browser: Browser) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.set_content(f'<html><body class="gl-article">{render(GROUP)}</body></html>')
    assert shown(page) == ["numpy", "torch", "jax"]
    page.close()
