"""A figure in a notebook cell: alive where frames are, a still and a link where they are stripped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from browser_tools import Served, Watched, drag, handle_value
from figure_states import each_figure, each_kind
from gelu_lab import gate, use
from gelu_lab.hosts.notebook import SERVED, link
from hosts_tools import agrees, answers, moved

OpenPage = Callable[..., Watched]


def notebook(path: Path, *cells: str, body: str = "", html: str = "") -> str:
    """Writes a page with the outputs of some cells, as a notebook shows them."""
    outputs = "".join(f"<div>{cell}</div>" for cell in cells)
    path.write_text(
        f'<!DOCTYPE html><html lang="en" {html}><meta charset="utf-8"><title>Notebook</title>'
        f"<body {body}><h1>Notebook</h1>{outputs}</body></html>",
        encoding="utf-8",
    )
    return path.as_uri()


@each_figure
def test_alive_in_a_cell_that_is_as_high_as_the_figure(tmp_path: Path, open_page: OpenPage, name: str) -> None:
    figure = moved(name)
    cell = figure._repr_html_()
    asks_for_nothing(cell)
    page = open_page(offline=True, viewport={"width": 1000, "height": 900})
    page.page.goto(notebook(tmp_path / "cell.html", cell))
    frame = page.page.frame_locator("iframe")
    shown = frame.locator("figure[data-ready=true]")
    shown.wait_for()
    assert page.page.locator("iframe").get_attribute("title") == figure.title
    agrees(shown, figure)
    answers(page, shown, settled=True)  # when a gesture ends the address must not be written, and nothing may complain
    for width in (1000, 420):
        page.page.set_viewport_size({"width": width, "height": 900})
        page.page.wait_for_timeout(300)
        content, body, height, wide, space = frame.locator("html").evaluate(
            "(root) => [root.scrollHeight, document.body.offsetHeight, innerHeight, root.scrollWidth, innerWidth]"
        )
        assert content <= height, f"nothing to scroll at {width} px"
        assert body >= height - 2, f"nothing left empty at {width} px"
        assert wide <= space
    assert not page.page.get_by_role("link").is_visible()
    page.clean()


def test_the_same_cell_twice(tmp_path: Path, open_page: OpenPage) -> None:
    cell = gate(x=-0.75)._repr_html_()
    page = open_page(offline=True, viewport={"width": 1000, "height": 1700})
    page.page.goto(notebook(tmp_path / "cell.html", cell, cell))
    first, second = (page.page.frame_locator(f"iframe >> nth={n}").locator("figure[data-ready=true]") for n in (0, 1))
    first.wait_for()
    second.wait_for()
    drag(page.page, first.locator("[role=slider]").first, 80)
    assert handle_value(first) != -0.75
    assert handle_value(second) == -0.75
    page.clean()


@pytest.mark.parametrize(
    ("html", "body", "theme"),
    [
        ("", "", "light"),
        ("", 'data-jp-theme-light="true"', "light"),
        ("", 'data-jp-theme-light="false"', "dark"),
        ("", 'class="vscode-dark" data-vscode-theme-kind="vscode-dark"', "dark"),
        ("", 'class="vscode-light"', "light"),
        ("", 'class="vscode-high-contrast"', "dark"),
        ("", 'class="vscode-high-contrast vscode-high-contrast-light"', "light"),
        ('theme="dark"', "", "dark"),
    ],
)
def test_theme_of_the_notebook(tmp_path: Path, open_page: OpenPage, html: str, body: str, theme: str) -> None:
    page = open_page(offline=True, color_scheme="light" if theme == "dark" else "dark")
    page.page.goto(notebook(tmp_path / "cell.html", gate()._repr_html_(), html=html, body=body))
    root = page.page.frame_locator("iframe").locator("html")
    page.page.frame_locator("iframe").locator("figure[data-ready=true]").wait_for()
    assert root.get_attribute("data-theme") == theme
    if "jp-theme" in body:
        other = {"dark": "light", "light": "dark"}[theme]
        page.page.evaluate("(light) => { document.body.dataset.jpThemeLight = light; }", str(other == "light").lower())
        page.page.wait_for_function(f"() => frames[0].document.documentElement.dataset.theme === '{other}'")
    page.clean()


def test_what_a_cell_gives_away(tmp_path: Path, open_page: OpenPage) -> None:
    """There is no address to share; the rest is there, from the frame alone."""
    page = open_page(offline=True)
    page.page.goto(notebook(tmp_path / "cell.html", gate(x=1.5)._repr_html_()))
    figure = page.page.frame_locator("iframe").locator("figure[data-ready=true]")
    figure.locator("[data-action=share]").click()
    menu = figure.get_by_role("dialog")
    assert menu.locator("[data-share=link]").is_disabled()
    assert menu.locator("[data-share=iframe]").is_disabled()
    assert "no address" in menu.get_by_role("status").inner_text()
    menu.locator("[data-share=python]").click()
    assert "gate(x=1.5)" in menu.locator("textarea").input_value()
    for kind in ("png", "svg", "csv"):
        with page.page.expect_download() as waiting:
            menu.locator(f"[data-share={kind}]").click()
        assert waiting.value.path().stat().st_size > 10_000
    page.clean()


def test_in_a_sandbox(tmp_path: Path, open_page: OpenPage) -> None:
    """A front end that isolates cells: no storage, no history, no view of the page around."""
    inner = gate(x=1.5)._repr_html_().replace("<iframe ", '<iframe sandbox="allow-scripts" ', 1)
    page = open_page(offline=True)
    page.page.goto(notebook(tmp_path / "cell.html", inner))
    shown = page.page.frame_locator("iframe").locator("figure[data-ready=true]")
    shown.wait_for()
    shown.locator("[role=slider]").first.press("ArrowRight")
    page.page.wait_for_timeout(600)
    assert handle_value(shown) == 1.55
    page.clean()


def asks_for_nothing(cell: str) -> None:
    assert cell.count("<iframe") == 1
    source = unescape(re.search(r'srcdoc="([^"]*)"', cell).group(1))  # type: ignore[union-attr]
    assert source.startswith("<!DOCTYPE html>")
    assert not re.findall(r'<(?:script|link|img)\b[^>]*\b(?:src|href)="(?!data:)', source)
    assert len(cell) < 4_000_000


@each_kind
def test_where_frames_are_stripped(lab: Served, tmp_path: Path, open_page: OpenPage, name: str) -> None:
    figure = moved(name)
    stripped = re.sub(r"<iframe.*?</iframe>", "", figure._repr_html_(), flags=re.DOTALL)
    assert "<script" not in stripped
    page = open_page()
    page.page.goto(notebook(tmp_path / "cell.html", stripped))
    assert page.page.get_by_text(figure.sentence).is_visible()
    anchor = page.page.get_by_role("link")
    assert "gelu-lab serve" in anchor.inner_text()
    address = anchor.get_attribute("href") or ""
    assert address == link(figure)
    assert address.startswith(f"{SERVED}figures/{name}?")
    shown = page.open(address.replace(SERVED, lab.url), figure=name)
    agrees(shown, figure)
    page.clean()


@pytest.fixture
def used() -> Iterator[Callable[[str | None], None]]:
    """`use`, and cells that hold everything again afterwards."""
    yield use
    use(None)


def test_small_cells_show_figures_of_a_server(
    lab: Served, tmp_path: Path, open_page: OpenPage, used: Callable[[str | None], None]
) -> None:
    used(lab.url.rstrip("/"))
    cell = gate(x=-0.75, hard=True)._repr_html_()
    assert len(cell) < 3000
    assert f'src="{lab.at("figures/gate.html")}?x=-0.75&amp;hard=1"' in cell
    page = open_page()
    page.page.goto(notebook(tmp_path / "cell.html", cell))
    shown = page.page.frame_locator("iframe").locator("figure[data-ready=true]")
    shown.wait_for()
    agrees(shown, gate(x=-0.75, hard=True))
    answers(page, shown)
    page.clean()
    used(None)
    asks_for_nothing(gate(x=-0.75)._repr_html_())


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("http://localhost:5006", "http://localhost:5006/"),
        ("https://example.org/gelu/index.html", "https://example.org/gelu/"),
        ("file:///home/me/site/", "file:///home/me/site/"),
    ],
)
def test_addresses_to_use(used: Callable[[str | None], None], url: str, base: str) -> None:
    used(url)
    assert link(gate()).startswith(f"{base}figures/gate.html?")


@pytest.mark.parametrize(
    "url", ["", "localhost:5006", "ftp://example.org", "http://", "http://a b/", 5006, "http://a/?x=1"]
)
def test_no_address_to_use(used: Callable[[str | None], None], url: object) -> None:
    with pytest.raises(ValueError, match="allowed is an address such as"):
        used(url)  # type: ignore[arg-type]
