"""The lesson as a Panel app: served by the lab, and by Panel alone from a checkout."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

import pytest
from browser_tools import Served, Watched, drag, free_port, handle_value, number, wait_for
from gelu_lab import figures
from gelu_lab.lesson import load_sections
from gelu_lab.resources import words
from playwright.sync_api import expect

OpenPage = Callable[..., Watched]
ROOT = Path(__file__).parents[2]
SECTIONS = load_sections()


@pytest.fixture(scope="module")
def panel_serve() -> Iterator[str]:
    """`panel serve app`, as in a checkout."""
    port = free_port()
    command = [sys.executable, "-m", "panel", "serve", "app", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--allow-websocket-origin", f"127.0.0.1:{port}"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    url = f"http://127.0.0.1:{port}/app"
    wait_for(url, process)
    yield url
    process.terminate()
    _, error = process.communicate(timeout=20)
    assert "Traceback" not in error


@pytest.fixture(params=["panel_serve", "lab"])
def url(request: pytest.FixtureRequest) -> str:
    """The app, served by Panel alone and by the lab."""
    served = request.getfixturevalue(request.param)
    return served.at("panel") if isinstance(served, Served) else str(served)


def figures_by_section(names: list[str]) -> dict[str, list[str]]:
    """Figures in the sections that they stand in, from the ids of both as they follow each other."""
    found: dict[str, list[str]] = {}
    for name in names:
        if name.startswith("section-"):
            found[name.removeprefix("section-")] = []
        else:
            last = list(found)[-1]
            found[last] = sorted([*found[last], name])
    return found


def test_the_lesson_is_there_before_any_script(url: str, open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    page.page.goto(url)
    order = page.page.locator(".gl-section > h2, .gl-place")
    seen = order.evaluate_all("(all) => all.filter((e) => e.checkVisibility()).map((e) => e.id || e.parentElement.id)")
    sections = {section.id: sorted(section.figures) for section in SECTIONS}
    assert figures_by_section(seen) == sections
    read = page.page.locator("main").inner_text()
    for name in figures.NAMES:
        assert words()["figures"][name]["caption"] in read
    targets = page.page.locator("a[href^='#']").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    there = page.page.locator("[id]").evaluate_all("(all) => all.map((each) => `#${each.id}`)")
    assert {f"#section-{section.id}" for section in SECTIONS} <= set(targets) <= set(there)
    assert len(there) == len(set(there))
    assert not page.page.locator("[data-predict]").count()
    assert page.page.locator("[data-question]").count() >= len(SECTIONS)


def hears(page: Watched, names: Iterable[str], *, of: Collection[str]) -> None:
    """Goes through the figures; drags those named in `of`, and waits until Python says what it sees and computes."""
    for name in names:
        page.page.locator(f"figure#{name}").scroll_into_view_if_needed()
        figure = page.ready(name)
        if name not in of:
            continue
        handle = figure.locator("[role=slider][data-handle]").first
        drag(page.page, handle, 40, -30)
        dragged = re.escape(f"{handle.get_attribute('data-handle')} = {handle_value(figure):.6g}")
        sees, computes = page.page.locator(f".gl-place#{name} [data-root-id] code").all()
        expect(sees).to_have_text(re.compile(rf"(^|, ){dragged}(,|$)"))
        told = {value: float(text) for value, text in re.findall(r"(\w+) = ([^\s,]+)", computes.inner_text())}
        shown = {value: number(figure, value) for value in figures.build(name).values}
        assert told == pytest.approx(shown, rel=1e-5, abs=1e-8, nan_ok=True)


def test_panel_serve(panel_serve: str, open_page: OpenPage) -> None:
    page = open_page()
    page.page.goto(panel_serve)
    hears(page, figures.NAMES, of=figures.NAMES)
    shown = page.page.locator("figure[data-figure]").evaluate_all("(all) => all.map((e) => e.id)")
    assert shown == page.page.locator(".gl-place").evaluate_all("(all) => all.map((e) => e.id)")
    page.clean()


def test_dark_on_the_labs_server(lab: Served, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 800})
    page.page.goto(lab.at("panel?theme=dark"))
    places = page.page.locator(".gl-place")
    expect(page.page.locator("figure[data-figure]")).to_have_count(places.count())
    page.ready()
    heights = "(all) => all.map((each) => each.offsetHeight)"
    before, after = (places.locator(part).evaluate_all(heights) for part in (".gl-room", "[data-root-id] > *"))
    assert after == before, "nothing jumps when the figures come"
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part, colour in (("html", "rgb(20, 23, 28)"), ("figure#gate", "rgb(25, 29, 36)")):
        found = page.page.locator(part).evaluate("(element) => getComputedStyle(element).backgroundColor")
        assert found == colour
    hears(page, ["gate"], of=["gate"])
    assert page.page.get_by_role("tab", name="PyTorch").count(), "the code has its tabs"
    assert page.page.locator("html").get_attribute("lang") == "en"
    page.page.evaluate((ROOT / "tests" / "browser" / "axe.min.js").read_text(encoding="utf-8"))
    violations = page.page.evaluate("async () => (await axe.run()).violations")
    serious = [each for each in violations if each["impact"] in ("moderate", "serious", "critical")]
    assert not serious, [(each["id"], [node["target"] for node in each["nodes"]]) for each in serious]
    page.page.get_by_role("link", name="Light").click()
    expect(page.page.locator("html")).to_have_attribute("data-theme", "light")
    page.clean()
