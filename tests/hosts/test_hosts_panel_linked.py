"""Figures in Panel that are linked to each other and to Panel's widgets, by param; in a template; in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import nbformat
import panel as pn
import pytest
from browser_tools import Watched, drag, frames, handle_value
from gelu_lab import collapse, derivative, gate
from hosts_tools import PanelApps, agrees
from jupyter_client import AsyncKernelManager
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from playwright.sync_api import expect

OpenPage = Callable[..., Watched]
HANDLE = "[role=slider][data-handle=x]"


# In Python


def test_one_x_for_two_figures() -> None:
    first, second = gate().panel(), derivative().panel()
    first.link(second, x="x", bidirectional=True)
    first.x = 2
    assert (second.x, second.present["x"], second.values["slope"]) == (2, 2, derivative(x=2).values["slope"])
    second.present = {"x": -1}
    assert (first.x, first.values["passed"]) == (-1, gate(x=-1).values["passed"])


@pytest.mark.parametrize(
    "link",
    [
        lambda figure: pn.widgets.FloatSlider.from_param(figure.param.x),
        lambda figure: pn.Param(figure, parameters=["x", "hard"]).layout[1],
        lambda figure: linked_slider(figure),
    ],
)
def test_a_widget_and_a_figure(link: Callable[[Any], Any]) -> None:
    figure = gate().panel()
    slider = link(figure)
    assert (slider.start, slider.end) == (-4, 4)
    slider.value = 2.5
    assert (figure.x, figure.values["x"], figure.present["x"]) == (2.5, 2.5, 2.5)
    figure.present = {"x": -3}
    assert slider.value == -3


def linked_slider(figure: Any) -> Any:
    """A slider that was there before the figure."""
    slider = pn.widgets.FloatSlider(start=-4, end=4)
    slider.link(figure, value="x", bidirectional=True)
    return slider


def test_a_state_that_follows_a_widget() -> None:
    figure, slider = gate().panel(), pn.widgets.FloatSlider(start=-4, end=4, value=0.5)
    figure.x = slider
    assert figure.values["x"] == 0.5
    slider.value = 2
    figure.hard = True
    slider.value = 3
    assert figure.present == {"x": 3, "hard": True}


def test_out_of_the_others_range() -> None:
    first, second = gate().panel(), collapse().panel()
    first.link(second, x="x")
    for move in (lambda x: setattr(first, "x", x), lambda x: setattr(first, "present", {"x": x})):
        with pytest.raises(ValueError, match="x' must be at most 2"):
            move(3)
        assert (first.x, first.values["x"], first.present["x"]) == (3, 3, 3)
        assert second.present == collapse().present
        move(1.5)
        assert (first.x, second.x, second.values) == (1.5, 1.5, collapse(x=1.5).values)
        move(0)


def test_what_only_python_can_link() -> None:
    figure, slider = gate().panel(), pn.widgets.FloatSlider(start=-4, end=4)
    for link in (lambda: figure.jslink(slider, x="value"), lambda: slider.jslink(figure, value="x")):
        with pytest.raises(ValueError, match="requires a live Python kernel"):
            link()


def test_a_widget_is_no_value() -> None:
    with pytest.raises(ValueError, match=r"gate: x = FloatSlider\(\), allowed is a number from -4 to 4"):
        gate(x=pn.widgets.FloatSlider())  # type: ignore[arg-type]


# In a browser


def test_linked(apps: str, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1500, "height": 1200})
    page.open(apps + "linked", figure="gate")
    first, second = page.ready("gate"), page.ready("derivative")
    said = page.page.locator(".seen pre")
    slider = page.page.locator(".slider")

    def all_have(x: float) -> None:
        """Waits until both figures, the slider and Python have this x; Python is asked last."""
        for figure in (first, second):
            expect(figure.locator(HANDLE).first).to_have_attribute("aria-valuenow", repr(x).removesuffix(".0"))
        expect(slider).to_contain_text(f"{x:.2f}")
        for each in said.all():
            expect(each).to_contain_text(f"'x': {repr(x).removesuffix('.0')}")

    all_have(-0.75)
    box = first.locator(HANDLE).first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    quiet = len(page.sent)
    for step in range(1, 10):
        page.page.mouse.move(x + 8 * step, y)
        frames(page.page, 1)
    assert handle_value(first) > 0
    assert handle_value(second) == -0.75, "the other one follows when the gesture ends"
    assert len(page.sent) == quiet
    page.page.mouse.up()
    frames(page.page)
    all_have(handle_value(first))
    drag(page.page, second.locator(HANDLE).first, 60)
    all_have(handle_value(second))
    frames(page.page, 20)
    assert len(page.sent) <= quiet + 2 * 3, "one message a gesture, which has three frames: nothing goes round"

    slider.locator(".noUi-handle").press("ArrowRight")
    expect(slider).not_to_contain_text(f"{handle_value(second):.2f}")
    expect(first.locator(HANDLE).first).not_to_have_attribute("aria-valuenow", str(handle_value(second)))
    page.clean()


def test_a_value_that_the_other_cannot_have(panel_apps: PanelApps, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1500, "height": 1300})
    page.page.goto(panel_apps.url + "narrow")
    first, second = page.ready("gate"), page.ready("collapse")
    said = page.page.locator(".seen pre")
    first.locator(HANDLE).first.press("End")
    expect(said.nth(0)).to_contain_text("'x': 4")
    frames(page.page, 10)
    assert handle_value(second, "x") == 0.5
    expect(said.nth(1)).to_contain_text("'x': 0.5")
    assert "must be at most 2" in panel_apps.log.read_text()
    drag(page.page, first.locator(HANDLE).first, -200)
    back = handle_value(first)
    assert 0.5 < back < 2
    expect(said.nth(1)).to_contain_text(f"'x': {back!r}")
    expect(second.locator(HANDLE).first).to_have_attribute("aria-valuenow", repr(back))
    page.clean()


def test_in_a_dark_template(apps: str, open_page: OpenPage) -> None:
    page = open_page(color_scheme="light")
    figure = page.open(apps + "template?theme=dark", figure="gate")
    assert figure.evaluate("(element) => getComputedStyle(element).backgroundColor") == "rgb(25, 29, 36)"
    drag(page.page, figure.locator(HANDLE).first, -50)
    expect(page.page.locator(".seen pre")).to_contain_text(f"'x': {handle_value(figure)!r}")
    page.clean()


def executed(notebook: Any, folder: Path) -> Any:
    """Runs a notebook as somebody would, away from the checkout."""
    with TemporaryDirectory() as place:  # its name has to be short
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", connection_file=f"{place}/kernel.json")
        client = NotebookClient(notebook, km=kernel, timeout=60, resources={"metadata": {"path": str(folder)}})
        return client.execute()


@pytest.mark.filterwarnings("ignore:Your element with mimetype")  # Panel's extension has an output without content
def test_in_a_notebook_saved_as_a_page(tmp_path: Path, open_page: OpenPage) -> None:
    """With Panel's own extension: the page opens from disk, without network and kernel, and answers."""
    code = [
        "import panel as pn\nfrom gelu_lab import gate\npn.extension(inline=True)",
        "pn.Row(gate(x=-0.75), pn.widgets.Checkbox(label='a widget'))",
    ]
    run = executed(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in code]), tmp_path)
    html, _ = HTMLExporter().from_notebook_node(run)
    saved = tmp_path / "notebook.html"
    saved.write_text(html, encoding="utf-8")
    page = open_page(offline=True)
    figure = page.open(saved.as_uri(), figure="gate")
    drag(page.page, figure.locator(HANDLE).first, 80)
    assert handle_value(figure) > -0.75
    agrees(figure, gate(x=handle_value(figure)))
    # nbconvert's own page looks for MathJax and require.js there.
    assert {urlsplit(url).hostname for url in page.foreign} <= {"cdnjs.cloudflare.com"}
    page.foreign.clear()
    page.clean(allow=("Failed to load resource",))
