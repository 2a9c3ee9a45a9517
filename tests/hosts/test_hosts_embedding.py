"""docs/embedding.md: each example is loaded or run; what cannot be had here is read."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gelu_lab
import pytest
import yaml
from browser_tools import Served, Watched, frames, number
from gelu_lab import gate
from gelu_lab.__main__ import main
from gelu_lab.figures import NAMES, build
from playwright.sync_api import Frame, expect

from gelu_core import cdf, gelu

TEXT = (Path(__file__).parents[2] / "docs" / "embedding.md").read_text(encoding="utf-8")
OpenPage = Callable[..., Watched]


def examples(heading: str, kind: str) -> list[str]:
    """The blocks of one kind in the part with that heading, down to the next heading of any level."""
    part = re.split(r"^#+ ", TEXT.split(f"# {heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]
    blocks = re.findall(r"^(`{3,})(\w+)\n(.*?)^\1$", part, flags=re.MULTILINE | re.DOTALL)
    return [body for _, language, body in blocks if language == kind]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the exported site beside the pages that are written into it."""
    made = tmp_path_factory.mktemp("course")
    assert main(["export", str(made / "site")]) == 0
    return made


def write(path: Path, body: str) -> str:
    """Writes a page around an example and returns its address."""
    head = '<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>A page</title>'
    path.write_text(f"{head}<body>{body}</body></html>", encoding="utf-8")
    return path.as_uri()


def framed(page: Watched, number_of: int) -> list[Frame]:
    """The frames of a page, each brought near the screen and with a figure that can be used."""
    found = []
    for place in range(number_of):
        element = page.page.locator("iframe").nth(place)
        element.scroll_into_view_if_needed()
        handle = element.element_handle()
        assert handle is not None
        frame = handle.content_frame()
        assert frame is not None
        frame.locator("figure[data-ready=true]").wait_for()
        found.append(frame)
    return found


def fits(page: Watched, place: int) -> None:
    """Waits until a frame is as high as the figure in it."""
    page.page.wait_for_function(
        """(place) => {
      const frame = document.querySelectorAll("iframe")[place];
      return frame.style.height && Math.abs(frame.clientHeight - frame.told) <= 1;
    }""",
        arg=place,
    )


TOLD = """<script>
  addEventListener("message", ({ data, source }) => {
    const frame = [...document.querySelectorAll("iframe")].find((each) => each.contentWindow === source);
    if (frame && data.type === "gelu:height") { frame.told = data.height; frame.figure = data.figure; }
  });
</script>"""


def test_frames_on_a_page_from_disk(folder: Path, open_page: OpenPage) -> None:
    heights, frame = ("".join(examples(heading, "html")) for heading in ("The height", "A frame"))
    page = open_page(offline=True, viewport={"width": 900, "height": 900})
    page.page.goto(write(folder / "frames.html", TOLD + heights + frame))
    inside = framed(page, 4)
    shown = [each.locator("figure") for each in inside]
    assert [each.get_attribute("id") for each in shown] == ["gate", "mask", "gate", "gate"]
    assert [number(each, "passed") for each in (shown[0], *shown[2:])] == pytest.approx(
        [gelu(x) for x in (-1, 2, -0.75)], abs=1e-8
    )
    assert number(shown[1], "share") == build("mask", x=-1, n=100).values["share"]
    for width in (900, 420):
        page.page.set_viewport_size({"width": width, "height": 900})
        for place in range(3):
            fits(page, place)
    assert page.page.locator("iframe").evaluate_all("(all) => all.map((each) => each.figure)")[:3] == [
        "gate",
        "mask",
        "gate",
    ]
    page.clean()


def test_frames_of_a_server(lab: Served, tmp_path: Path, open_page: OpenPage) -> None:
    body = "".join(examples("The height", "html") + examples("A page with a strict policy", "html"))
    page = open_page(viewport={"width": 900, "height": 900})
    page.page.goto(write(tmp_path / "frames.html", TOLD + body.replace("site/figures/", lab.at("figures/"))))
    *_, sandboxed = framed(page, 4)
    for place in range(3):
        fits(page, place)
    handle = sandboxed.locator("figure#gate [role=slider]").first
    handle.press("ArrowRight")
    expect(handle).to_have_attribute("aria-valuenow", "1.55")
    page.clean()


# What reveal.js does with the attributes of the example; the real one was tried by hand.
SLIDES = """<script>
  for (const frame of document.querySelectorAll("[data-src]")) frame.src = frame.dataset.src;
  for (const slide of document.querySelectorAll("[data-background-iframe]")) {
    const frame = document.createElement("iframe");
    frame.src = slide.dataset.backgroundIframe;
    frame.title = "Behind the slide";
    slide.append(frame);
  }
  document.querySelector(".slides").style.cssText = "transform: scale(0.7); transform-origin: 0 0; width: 960px";
</script>"""


def test_slides_are_scaled_and_points_are_dragged_all_the_same(folder: Path, open_page: OpenPage) -> None:
    [slides] = examples("reveal.js", "html")
    page = open_page(offline=True, viewport={"width": 1000, "height": 800})
    page.page.goto(write(folder / "slides.html", slides + SLIDES))
    first, second = framed(page, 2)
    assert number(second.locator("figure#family"), "gate") == pytest.approx(
        build("family", s=2).values["gate"], abs=1e-8
    )
    handle = first.locator("figure#gate [role=slider]").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.move(x + 90, y, steps=6)
    page.page.mouse.up()
    frames(page.page)
    after = handle.bounding_box()
    assert after is not None
    assert after["x"] + after["width"] / 2 == pytest.approx(x + 90, abs=1.5)
    page.clean()


def test_where_frames_are_stripped(folder: Path, open_page: OpenPage) -> None:
    [body] = examples("Where frames or scripts are stripped", "html")
    page = open_page(offline=True)
    page.page.goto(write(folder / "mail.html", body))
    assert page.page.locator("img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 600
    assert f"{cdf(-0.75):.0%}".replace("%", " %") in (page.page.locator("img").get_attribute("alt") or "")
    page.clean()


def run(code: str) -> Any:
    """Runs an example; returns what its last line gives, as a cell shows it, and the names in it."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    names: dict[str, Any] = {}
    exec(compile(tree, "embedding.md", "exec"), names)
    given = eval(compile(ast.Expression(last.value), "embedding.md", "eval"), names) if last else None
    return given, names


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [code] = examples("A file", "python")
    run(code)
    one, several = ((tmp_path / name).read_text(encoding="utf-8") for name in ("gate.html", "gates.html"))
    assert re.findall(r'<figure id="(\w+)"', one) == ["gate"]
    assert re.findall(r'<figure id="(\w+)"', several) == ["gate", "mask"]
    assert "−0.159" in several
    assert [round(len(each) / 1e6, 1) for each in (one, several)] == pytest.approx([1, 1.5], abs=0.2)


def test_panel() -> None:
    [code] = examples("Panel", "python")
    _, names = run(code)
    assert names["text"]() == "At x = 1.00"
    names["figure"].x = -0.5
    assert names["text"]() == "At x = -0.50"
    [linked] = examples("Linked", "python")
    _, names = run(linked)
    slider, checkbox = names["controls"].layout
    slider.value, checkbox.value = 2, True
    assert names["slope"].x == 2
    names["slope"].x = -1
    assert (names["curve"].present, slider.value) == ({"x": -1, "hard": True}, -1)


def test_notebooks() -> None:
    whole, pointing = examples("Notebooks", "python")
    try:
        assert 1.0 < len(run(whole)[0]._repr_html_()) / 1e6 < 1.2, "1.1 MB a figure"
        cell = run(pointing)[0]._repr_html_()
        assert 'src="https://lab.example.org/gelu/figures/gate.html?x=-0.75&amp;hard=0"' in cell
        assert len(cell) < 3000
    finally:
        gelu_lab.use(None)


def test_the_archive_for_a_course_system(folder: Path) -> None:
    export, enter, pack = examples("Moodle and Canvas", "sh")[0].splitlines()
    assert (export, enter) == ("gelu-lab export site", "cd site")
    subprocess.run([sys.executable, *pack.split()[1:]], cwd=folder / "site", check=True)
    with zipfile.ZipFile(folder / "gelu-lab.zip") as archive:
        assert {"index.html", "figures/gate.html"} <= set(archive.namelist())


def test_books(folder: Path) -> None:
    """The tools are not here: their settings are read, and the addresses lead to figures."""
    [settings] = examples("Jupyter Book and MyST", "yaml")
    assert yaml.safe_load(settings)["sphinx"]["config"]["html_extra_path"] == ["site"]
    sphinx, myst = examples("Jupyter Book and MyST", "md")
    assert sphinx.startswith("```{raw} html\n<iframe src=")
    assert myst.startswith("```{iframe} https://")
    [quarto] = examples("Quarto", "yaml")
    assert yaml.safe_load(quarto)["project"]["resources"] == ["site"]
    [block] = examples("Quarto", "md")
    assert block.startswith("```{=html}\n<iframe src=")


def test_every_address_leads_to_a_file_and_a_state_that_exist(folder: Path) -> None:
    found = set(re.findall(r"(?:site|gelu)/((?:figures|assets)/[\w/.]+)(?:\?([\w=.&;-]+))?", TEXT))
    assert len(found) >= 8
    for path, query in found:
        assert (folder / "site" / path).is_file(), path
        if query:
            name = Path(path).stem
            assert name in NAMES
            state = dict(each.split("=") for each in query.replace("&amp;", "&").split("&"))
            build(name, **{key: float(value) for key, value in state.items()})
    assert "hard" in gate().present
    assert "pair" in build("shape", view="pair").present.values()


def test_links_inside_the_page_have_their_heading() -> None:
    headings = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in re.findall(r"^#+ (.+)$", TEXT, re.M)}
    for anchor in re.findall(r"\]\(#([^)]+)\)", TEXT):
        assert anchor in headings
