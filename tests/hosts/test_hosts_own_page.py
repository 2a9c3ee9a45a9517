"""A page of one's own: text and figures in one file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browser_tools import Watched, number
from gelu_lab import bell, gate, mask, page
from hosts_tools import agrees, answers

from gelu_core import gelu

PARTS = [
    "Before: $x$ times $\\Phi(x)$ at −1 is {{gelu(-1):.3}}.",
    gate(x=-1, hard=True),
    "## By chance\n\n<b>Here</b> 100 draws.",
    mask(x=-1, n=100),
    "::: figure bell",
]


def test_text_and_figures_in_the_order_given_alive_from_disk(tmp_path: Path, open_page: Callable[..., Watched]) -> None:
    path = page("Gates & <masks>", PARTS, tmp_path / "new" / "own.html")
    assert path == tmp_path / "new" / "own.html"
    shown = open_page(offline=True, viewport={"width": 1280, "height": 3200})
    shown.page.goto(path.as_uri())
    assert shown.page.title() == "Gates & <masks>"
    assert shown.page.get_by_role("heading", level=1).inner_text() == "Gates & <masks>"
    for figure in (gate(x=-1, hard=True), mask(x=-1, n=100), bell()):
        agrees(shown.ready(figure.id), figure)
    order = shown.page.eval_on_selector_all(
        "main h1, main h2, main figure", "(all) => all.map((e) => e.id || e.tagName)"
    )
    assert order == ["H1", "gate", "H2", "mask", "bell"]
    assert "−0.159" in shown.page.locator("main p").first.inner_text()
    assert shown.page.locator("main math").count() >= 2
    assert shown.page.get_by_text("<b>Here</b> 100 draws.").is_visible()
    answers(shown, shown.page.locator("#gate"))
    shown.page.set_viewport_size({"width": 360, "height": 800})
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 360
    shown.page.goto(path.as_uri() + "?gate.x=2")
    assert number(shown.ready("gate"), "passed") == pytest.approx(gelu(2), abs=1e-8)
    shown.clean()


@pytest.mark.parametrize(
    ("parts", "error", "says"),
    [
        ([gate(), "and once more", gate(x=2)], ValueError, "gate comes twice"),
        (["fine", 3], TypeError, "part 2 is int"),
        (["fine", "{{gelo(1):.3}}"], ValueError, "part 2"),
        (["::: figure gait"], ValueError, "gait"),
        ("only text", TypeError, "list"),
    ],
)
def test_what_no_page_is_made_of(tmp_path: Path, parts: object, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        page("A page", parts, tmp_path / "own.html")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())
