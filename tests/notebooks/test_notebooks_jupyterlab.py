"""The course notebooks in a real JupyterLab: figures answer, without a kernel too, and as pages made by nbconvert."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import nbformat
import pytest
from browser_tools import Served, Watched, drag, handle_value, watched
from gelu_lab import figures
from gelu_lab.figure import Figure
from gelu_lab.hosts.notebook import link
from hosts_tools import agrees
from jupyter_desk import Desk, Jupyter, jupyterlab
from nbconvert import HTMLExporter
from nbformat import v4
from notebook_files import KERNEL, PATHS
from playwright.sync_api import Browser, Locator, Request, expect

Shown = tuple[str, dict[str, Any]]
# The figures of each notebook, as its cells ask for them.
COURSE: dict[str, list[Shown]] = {
    "01-tour": [("gate", {"x": -1}), ("dip", {"x": -1, "lift": 0.25})],
    "02-intuition": [("gate", {"x": -0.75, "hard": True}), ("mask", {"x": -1, "n": 100}), ("bell", {"x": 1})],
    "03-derivative-and-newton": [("derivative", {"x": -1, "mirror": True}), ("newton", {"start": 1, "shown": 3})],
    "04-approximations-digits-timing": [("approximations", {"x": 2.7, "samples": True}), ("digits", {"x": -10})],
    "06-your-own-page": [("mask", {"x": -1, "n": 100, "seed": 3})],
}
# This one draws its own curves.
TRAINING = "05-training"
LISTEN = """(figure) => {
  window.told = {};
  figure.addEventListener("gelu:change", ({ detail }) => { window.told[detail.name] = detail.value; });
}"""
# How far an output reaches below the last thing that is seen in it.
GAP = "(output, last) => output.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom"
GROWN = "([notebook, from]) => notebook.querySelector('progress')?.value > from"
# By how much the pages in frames are wider and higher than their frames.
FIT = """(frames) => frames.map(({ clientWidth, clientHeight, contentDocument: { documentElement: root } }) =>
  [root.scrollWidth - clientWidth, root.scrollHeight - clientHeight])"""
# The example of the guide: two figures, a slider and a text of Panel's with one x.
GUIDE = (Path(__file__).parents[2] / "docs/embedding.md").read_text(encoding="utf-8")
LINKED = GUIDE.split("### Panel in a notebook\n")[1].split("```python\n")[1].split("\n```")[0]
OpenPage = Callable[..., Watched]


def contract(shown: Shown) -> Figure:
    """The figure that a cell asks for."""
    name, state = shown
    return figures.build(name).at(**state)


def answer(watched: Watched, notebook: Locator, number: int, expected: Figure) -> Figure:
    """Drags the input in a figure of a notebook; fails unless it tells before and after what the core computes.

    Returns the figure in its new state.
    """
    frame = notebook.locator("iframe").nth(number)
    frame.wait_for(state="attached")
    frame.scroll_into_view_if_needed()
    shown = frame.content_frame.locator(f"figure#{expected.id}[data-ready=true]")
    shown.wait_for()
    agrees(shown, expected)
    shown.evaluate(LISTEN)
    drag(watched.page, shown.locator("[data-handle=x], [data-handle=start]").first, 40, -30)
    told = expected.at(**shown.evaluate("() => window.told"))
    assert told.values != expected.values
    agrees(shown, told)
    return told


@pytest.fixture(scope="module")
def jupyter() -> Iterator[Jupyter]:
    """JupyterLab on a copy of the course."""
    with TemporaryDirectory() as place:
        folder = Path(place, "course")
        folder.mkdir()
        for path in PATHS:
            shutil.copy(path, folder)
        with jupyterlab(folder, Path(place, "home")) as running:
            yield running


@pytest.fixture(scope="module")
def desk(browser: Browser, jupyter: Jupyter) -> Iterator[Desk]:
    """One page with JupyterLab for all tests."""
    with watched(browser, viewport={"width": 1280, "height": 900}) as page:
        page.page.set_default_timeout(60_000)  # a test that is asked once more would find figures that were moved
        desk = Desk(page, jupyter)
        desk.enter()
        yield desk


@pytest.fixture(scope="module")
def tour(desk: Desk) -> Path:
    """The first notebook, run from top to bottom and saved by JupyterLab."""
    desk.run("01-tour")
    return desk.save("01-tour")


def test_every_notebook_of_the_course_is_here() -> None:
    assert sorted([*COURSE, TRAINING, "solutions"]) == [path.stem for path in PATHS]


@pytest.mark.parametrize("name", COURSE)
def test_figures_answer_and_outlive_the_kernel(desk: Desk, tour: Path, name: str) -> None:
    """They do not wait for the cells that still run."""
    notebook = desk.run(name)
    moved = [answer(desk.watched, notebook, *each) for each in enumerate(map(contract, COURSE[name]))]
    assert notebook.locator("iframe").evaluate_all(FIT) == [[0, 0]] * len(moved), "nothing to scroll, nothing empty"
    desk.jupyter.shut_down_kernels()
    answer(desk.watched, notebook, len(moved) - 1, moved[-1])
    desk.watched.clean()


def test_curves_of_a_notebook_are_drawn(desk: Desk) -> None:
    notebook = desk.run(TRAINING)
    for number in (0, 1):
        frame = notebook.locator("iframe").nth(number)
        frame.wait_for(state="attached")
        frame.scroll_into_view_if_needed()
        frame.content_frame.locator("canvas").first.wait_for()
    desk.jupyter.shut_down_kernels()
    desk.watched.clean()


def test_a_saved_notebook_answers_without_a_kernel(jupyter: Jupyter, tour: Path, open_page: OpenPage) -> None:
    """And in the colours of JupyterLab."""
    jupyter.set("apputils-extension", "themes", theme="JupyterLab Dark")
    desk = Desk(open_page(color_scheme="light"), jupyter)
    jupyter.shut_down_kernels()
    desk.enter("doc/tree/01-tour.ipynb")
    desk.wait_for_kernel()  # JupyterLab starts one by itself
    jupyter.shut_down_kernels()
    for each in enumerate(map(contract, COURSE["01-tour"])):
        answer(desk.watched, desk.notebook, *each)
    root = desk.notebook.locator("iframe").first.content_frame.locator("html")
    assert root.get_attribute("data-theme") == "dark"
    desk.watched.clean()


def test_a_notebook_that_is_not_trusted_has_stills_until_it_is(desk: Desk, tour: Path) -> None:
    received = nbformat.read(tour, as_version=4)
    received.cells[0].source = "# From somebody else"  # no signature of this JupyterLab fits
    nbformat.write(received, tour.with_name("received.ipynb"))
    notebook = desk.open("received")
    expected = contract(COURSE["01-tour"][0])
    still = notebook.get_by_alt_text(f"“{expected.title}”")
    still.scroll_into_view_if_needed()
    assert still.evaluate("async (image) => { await image.decode(); return image.clientWidth; }") > 500
    assert notebook.get_by_text(expected.sentence).is_visible()
    address = notebook.get_by_role("link", name=f"“{expected.title}”")
    assert address.get_attribute("href") == link(expected)
    assert notebook.locator("iframe").count() == 0
    output = notebook.locator(".jp-OutputArea-output", has=desk.page.get_by_alt_text(f"“{expected.title}”"))
    gap = output.evaluate(GAP, address.element_handle())
    assert 0 <= gap < 40, "no space for a frame that is not there"
    desk.command("Trust Notebook")
    desk.page.locator(".jp-Dialog").get_by_text("Trust", exact=True).click()
    answer(desk.watched, notebook, 0, expected)
    assert not still.is_visible()
    desk.watched.clean()


def test_made_into_a_page_and_opened_from_disk_without_a_network(
    tour: Path, tmp_path: Path, open_page: OpenPage
) -> None:
    file = tmp_path / "tour.html"
    file.write_text(HTMLExporter().from_filename(str(tour))[0], encoding="utf-8")
    page = open_page(viewport={"width": 1280, "height": 900}, offline=True)
    asked: list[Request] = []
    page.page.on("request", lambda request: asked.append(request))
    page.page.goto(file.as_uri())
    for each in enumerate(map(contract, COURSE["01-tour"])):
        answer(page, page.page.locator("body"), *each)
    # nbconvert's own template asks for require.js and MathJax; what is in its cells asks for nothing.
    foreign = [each for each in asked if urlsplit(each.url).scheme not in ("file", "data", "about", "blob")]
    assert all(each.frame == page.page.main_frame for each in foreign)
    assert {urlsplit(each.url).hostname for each in foreign} <= {"cdnjs.cloudflare.com"}
    assert [each for each in page.problems if "cdnjs.cloudflare.com" not in each] == []


def test_a_figure_of_a_server_and_a_training_that_is_stopped(desk: Desk, lab: Served) -> None:
    cells = [
        f"from gelu_lab import gate, train, use\n\nuse({lab.url!r})\ngate(x=-0.75)",
        "train('sine', units=64, steps=1_000_000)",
    ]
    book = v4.new_notebook(cells=list(map(v4.new_code_cell, cells)), metadata=KERNEL)
    nbformat.write(book, desk.jupyter.folder / "own.ipynb")
    notebook = desk.run("own")
    bar = notebook.locator("progress")
    for _ in range(2):
        value = bar.evaluate("(bar) => bar.value")
        desk.page.wait_for_function(GROWN, arg=[notebook.element_handle(), value])
    answer(desk.watched, notebook, 0, contract(("gate", {"x": -0.75})))
    desk.choose("Kernel", "Interrupt Kernel")
    result = notebook.locator("svg[role=img][aria-label*='64 GELU units']")
    result.scroll_into_view_if_needed()
    assert result.is_visible()
    bar.wait_for(state="detached")
    desk.watched.clean()


def test_panel_links_figures_and_the_kernel(jupyter: Jupyter, open_page: OpenPage) -> None:
    """What is dragged arrives in Python, what Python sets is shown; nobody is asked for anything."""
    cells = [LINKED, "print(float(curve.x), float(slope.x), float(slider.value))", "curve.x = 2.0"]
    book = v4.new_notebook(cells=list(map(v4.new_code_cell, cells)), metadata=KERNEL)
    nbformat.write(book, jupyter.folder / "linked.ipynb")
    # By default a message may overtake the opening of its channel, and stays without an answer: see the guide.
    jupyter.set("apputils-extension", "kernels-settings", commsOverSubshells="disabled")
    desk = Desk(open_page(viewport={"width": 1280, "height": 1200}), jupyter)
    with jupyter.with_panel():
        desk.enter("doc/tree/linked.ipynb")
    desk.wait_for_kernel()
    cell = desk.run_cell(0)
    figures = [cell.locator(f"figure#{name}[data-ready=true]") for name in ("gate", "derivative")]
    handles = [figure.locator("[data-handle=x]").first for figure in figures]
    slider = cell.locator(".noUi-handle")

    def all_have(x: float) -> None:
        """Waits until the figures, the slider and what Python says have this x."""
        for handle in handles:
            expect(handle).to_have_attribute("aria-valuenow", repr(x).removesuffix(".0"), timeout=20_000)
        expect(cell.get_by_text(f"x = {x:.3f}", exact=True)).to_be_visible()
        expect(cell.locator(".bk-slider-title")).to_have_text(f"input x: {x:.2f}".removesuffix(".00"))

    all_have(-0.75)
    for figure, handle in zip(figures, handles, strict=True):
        before = handle_value(figure)
        drag(desk.page, handle, 60)
        assert handle_value(figure) > before
        all_have(handle_value(figure))
    expect(desk.run_cell(1).locator(".jp-OutputArea-output")).to_have_text(f"{handle_value(figures[1])!r} " * 3)
    desk.run_cell(2)
    all_have(2.0)
    slider.press("ArrowLeft")
    expect(handles[1]).not_to_have_attribute("aria-valuenow", "2")
    all_have(handle_value(figures[1]))
    handles[0].press("End")
    handles[0].press("b")  # outside of a figure JupyterLab would insert a cell
    all_have(4.0)
    assert desk.notebook.locator(".jp-Cell").count() == len(cells)
    desk.watched.clean()
