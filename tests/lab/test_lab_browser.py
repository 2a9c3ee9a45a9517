"""The live lab as readers use it: in a browser from the first drawing to the last download, and twenty at once."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import re
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser_tools import Served, Watched, frames, memory
from lab_reader import LabReader, open_lab
from playwright.sync_api import Locator, Page, expect

import gelu_core

OpenPage = Callable[..., Watched]
AXE = (Path(__file__).parents[1] / "browser" / "axe.min.js").read_text(encoding="utf-8")
READERS = 20
DISCARDED = 7  # seconds after which the server has let go of sessions whose page is closed


def in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """Runs readers without a browser; in a thread, because Playwright has the loop of this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def opened(watched: Watched, url: str) -> Page:
    """Opens the lab and waits until it can be used."""
    watched.page.goto(url)
    watched.page.locator("[data-lab][data-ready=true]").wait_for()
    return watched.page


def accessible(page: Page) -> None:
    """Fails on what axe calls moderate or worse."""
    page.evaluate(AXE)
    violations = page.evaluate("async () => (await axe.run()).violations")
    serious = [each for each in violations if each["impact"] in ("moderate", "serious", "critical")]
    assert not serious, [(each["id"], [node["target"] for node in each["nodes"]]) for each in serious]


def button(page: Page, name: str) -> Locator:
    return page.locator(".gl-run").get_by_role("button", name=name, exact=True)


def columns(page: Page, name: str) -> dict[str, list[Any]]:
    """What a named source of the pictures holds."""
    read = """(name) => {
      const { data } = Bokeh.documents.flatMap((doc) => doc.get_model_by_name(name) ?? [])[0];
      return Object.fromEntries(Object.entries(data).map(([key, each]) => [key, [...each]]));
    }"""
    return dict(page.evaluate(read, name))


def lines(page: Page) -> int:
    """How many lines the picture of the ticked runs has."""
    return int(
        page.evaluate(
            """() => Bokeh.documents.flatMap((doc) => doc.get_model_by_name("lines") ?? [])[0].data.x.length"""
        )
    )


def knots(page: Page) -> list[float]:
    values = page.get_by_role("slider").evaluate_all("(all) => all.map((each) => each.getAttribute('aria-valuenow'))")
    return [float(value) for value in values]


def downloaded(page: Page, name: str) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name, exact=True).click()
    return Path(waiting.value.path()).read_bytes()


def test_from_the_first_drawing_to_the_last_download(lab: Served, open_page: OpenPage) -> None:
    watched = open_page()
    page = opened(watched, lab.at("lab"))
    state, alert = page.locator("[data-state]"), page.get_by_role("alert")

    # Draw: by a stroke, by a click, by keys.
    page.get_by_label("Target").select_option("drawn")
    assert knots(page) == [0.0] * 25
    layer = page.locator('[data-slot="fit"] .gl-layer')
    layer.scroll_into_view_if_needed()
    box = layer.bounding_box()
    assert box is not None
    left, middle, width = box["x"] + 50, box["y"] + box["height"] / 2, box["width"] - 70
    page.mouse.move(left, middle + 60)
    page.mouse.down()
    page.mouse.move(left + width / 2, middle - 60, steps=3)  # fast: knots lie between two places of the pointer
    page.mouse.move(left + width, middle + 60, steps=3)
    page.mouse.up()
    drawn = knots(page)
    assert drawn[12] == max(drawn) > 0.5 > 0 > drawn[0]
    assert (np.diff(drawn[1:12]) > 0).all()
    assert (np.diff(drawn[13:24]) < 0).all()
    slider = page.get_by_role("slider", name="Target at x = 0.00")
    slider.focus()
    slider.press("PageDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    changed = knots(page)
    assert changed[12] == pytest.approx(drawn[12] - 1, abs=0.011)
    assert changed[13] == pytest.approx(drawn[13] + 0.1, abs=0.011)
    assert page.evaluate("document.querySelectorAll('[role=slider][tabindex=\"0\"]').length") == 1

    # What is not allowed is named, with its limit.
    page.get_by_label("Units").fill("1000")
    button(page, "Run").click()
    expect(alert).to_have_text("Units: 1000 is not allowed. Allowed: a whole number from 1 to 128.")
    expect(page.get_by_label("Units")).to_be_focused()
    page.get_by_label("Units").fill("many")
    page.get_by_label("Units").press("Enter")
    expect(alert).to_contain_text("“many” is not a number")
    page.get_by_label("Units").fill("12")
    page.get_by_label("Steps", exact=True).fill("20,000")
    page.get_by_label("Steps a second").select_option("250")

    # Run, pause, resume, cancel; the focus stays with the buttons.
    button(page, "Run").press("Enter")
    expect(alert).to_have_text("")
    expect(state).to_have_text("Running.")
    bar = page.get_by_role("progressbar", name="Progress of the run")
    expect(bar).not_to_have_attribute("aria-valuenow", "0")
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"of 20\W000 steps, \d+ s left"))
    accessible(page)
    button(page, "Pause").click()
    expect(state).to_have_text("Paused.")
    expect(button(page, "Resume")).to_be_focused()
    paused = bar.get_attribute("aria-valuetext")
    frames(page, 20)
    assert bar.get_attribute("aria-valuetext") == paused
    page.keyboard.press("Enter")
    expect(state).to_have_text("Running.")
    button(page, "Cancel").click()
    expect(state).to_have_text("Run 1 was cancelled.")
    expect(button(page, "Run")).to_be_focused()

    # Run again, another one.
    page.get_by_label("Steps", exact=True).fill("400")
    page.get_by_label("Steps a second").select_option("0")
    page.get_by_label("Compared with").select_option("")
    page.get_by_label("Learning rate").fill("0,02")
    button(page, "Run").click()
    expect(state).to_have_text("Run 2 is done.")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("my own drawing")
    expect(rows.first).to_contain_text("GELU, 12 units, 96 samples")

    # Compare.
    assert lines(page) == 3
    page.get_by_role("checkbox", name="Compare run 1").uncheck()
    assert lines(page) == 1

    # Take along: two tables, the arrays, the code.
    losses = list(csv.DictReader(io.StringIO(downloaded(page, "CSV of run 2").decode())))
    assert [int(row["step"]) for row in losses] == list(range(401))
    fit = list(csv.DictReader(io.StringIO(downloaded(page, "CSV of the fit of run 2").decode())))
    assert len(fit) == 96
    arrays = np.load(io.BytesIO(downloaded(page, "NPZ of run 2")))
    assert arrays["gelu_loss"][-1] == float(losses[-1]["gelu_loss"])
    page.get_by_role("button", name="Copy run 2 as a Python cell").click()
    code = page.locator(".gl-cell code")
    expect(code).to_contain_text("learning_rate=0.02")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code.text_content() or "", {})
    assert out.getvalue() == f"gelu 400 {arrays['gelu_loss'][-1]}\n"

    expect(page.locator(".gl-cell [data-action=copy]")).to_have_count(1)

    # The theme is changed, as on every page.
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    accessible(page)
    page.get_by_role("button", name="Remove run 1").click()
    expect(rows).to_have_count(1)

    # A reload begins anew.
    opened(watched, lab.at("lab"))
    expect(rows).to_have_count(0)
    watched.clean()
    assert len(watched.sockets) == 2


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("?theme=dark", {"viewport": {"width": 390, "height": 800}, "has_touch": True}),
        ("", {"viewport": {"width": 360, "height": 700}, "forced_colors": "active", "reduced_motion": "reduce"}),
        ("", {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"}),
    ],
)
def test_everywhere(lab: Served, open_page: OpenPage, query: str, options: dict[str, Any]) -> None:
    """Themes and sizes: nothing sticks out, axe is content, a run is shown in the colours of the theme."""
    watched = open_page(**options)
    page = opened(watched, lab.at("lab") + query)
    dark = "dark" in query or options.get("color_scheme") == "dark"
    if "forced_colors" not in options:
        card = page.locator(".gl-fit").evaluate("(each) => getComputedStyle(each).backgroundColor")
        assert card == ("rgb(25, 29, 36)" if dark else "rgb(255, 255, 255)")
    page.get_by_label("Steps a second").select_option("0")
    page.get_by_label("Steps", exact=True).fill("50")
    button(page, "Run").click()
    expect(page.locator("[data-state]")).to_have_text("Run 1 is done.")
    page.get_by_label("Target").select_option("drawn")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    accessible(page)
    watched.clean()


def test_a_target_is_seen_before_it_is_learnt_and_many_runs_can_be_told_apart(lab: Served, open_page: OpenPage) -> None:
    watched = open_page()
    page = opened(watched, lab.at("lab"))
    lanes = page.locator(".gl-lanes")

    def shown(target: str, count: int = 96) -> None:
        """Waits until the samples of a target are in the picture, and no fit."""
        _, y = gelu_core.training_data(target, count)
        page.wait_for_function(
            """([count, first]) => {
              const { data } = Bokeh.documents.flatMap((doc) => doc.get_model_by_name("samples") ?? [])[0];
              return data.x.length === count && data.y[0] === first;
            }""",
            arg=[count, y[0]],
        )
        assert columns(page, "samples")["y"] == y.tolist()
        assert columns(page, "fit-gelu")["x"] == []

    shown("sine")
    page.get_by_label("Target").select_option("abs")
    shown("abs")
    page.get_by_label("Samples").fill("30")
    page.get_by_label("Samples").press("Tab")
    shown("abs", 30)

    # Five runs, the first one the longest; the last is asked for more than it does.
    page.get_by_label("Steps a second").select_option("0")
    for number, steps in enumerate((900, 300, 300, 300, 20_000), 1):
        page.get_by_label("Steps", exact=True).fill(str(steps))
        button(page, "Run").click()
        if number == 5:
            expect(page.locator("[data-lane=gelu]")).to_contain_text("0.")
            button(page, "Cancel").click()
        expect(page.locator("[data-state]")).to_have_text(re.compile(f"Run {number} (is done|was cancelled)"))
    ticks = page.get_by_role("checkbox", name=re.compile("Compare run"))
    assert [tick.is_checked() for tick in ticks.all()] == [True, True, True, False, False]
    for tick in ticks.all():
        tick.check()
    ends = columns(page, "ends")
    assert sorted(ends["text"]) == sorted(f"{n} {name}" for n in range(1, 6) for name in ("GELU", "ReLU"))
    end = page.evaluate("Bokeh.documents.flatMap((doc) => doc.get_model_by_name('compare-range') ?? [])[0].end")
    assert end == max(each[-1] for each in columns(page, "lines")["x"]), "as far as the longest has come"
    assert len(set(zip(ends["x"], ends["y"], strict=True))) == 10, "no word on another"
    assert all(-7 <= y <= 1 for y in ends["y"])

    # Another target begins anew; the runs stay below.
    page.get_by_label("Target").select_option("bump")
    shown("bump", 30)
    expect(lanes).to_have_text("Press Run to see both networks learn.")
    expect(page.locator("tbody tr")).to_have_count(5)

    # What was refused is forgiven as soon as it is changed.
    page.get_by_label("Units").fill(" ")
    button(page, "Run").click()
    expect(page.get_by_role("alert")).to_have_text("Units is empty. Allowed: 1 to 128.")
    page.get_by_label("Units").fill("9")
    expect(page.get_by_role("alert")).to_have_text("")
    expect(page.get_by_label("Units")).not_to_have_attribute("aria-invalid", "true")
    watched.clean()


def test_in_forced_colours_run_can_be_read(lab: Served, open_page: OpenPage) -> None:
    """Browsers lay Canvas behind words there, so the word must not be in Canvas itself."""
    watched = open_page(forced_colors="active")
    page = opened(watched, lab.at("lab"))
    look = button(page, "Run").evaluate(
        """(each) => {
          const probe = document.body.appendChild(document.createElement("i"));
          const system = (name) => { probe.style.color = name; return getComputedStyle(probe).color; };
          const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(each);
          return [color === system("HighlightText"), backgroundColor === system("Highlight"), forcedColorAdjust];
        }"""
    )
    assert look == [True, True, "none"]
    watched.clean()


def test_a_finger_scrolls_the_page_and_draws_sideways(lab: Served, open_page: OpenPage) -> None:
    watched = open_page(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    page = opened(watched, lab.at("lab"))
    page.get_by_label("Target").select_option("drawn")
    layer = page.locator('[data-slot="fit"] .gl-layer')
    layer.evaluate("(each) => each.scrollIntoView({block: 'center', behavior: 'instant'})")
    session = page.context.new_cdp_session(page)

    def swipe(dx: float, dy: float) -> None:
        box = layer.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2 - dx / 2, box["y"] + box["height"] / 2 - dy / 2
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 11):
            point = {"x": x + dx * step / 10, "y": y + dy * step / 10}
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
            frames(page, 1)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        frames(page)

    before = page.evaluate("scrollY")
    swipe(150, 30)
    drawn = knots(page)
    assert page.evaluate("scrollY") == before
    assert sum(value != 0 for value in drawn) > 5
    swipe(0, -150)
    assert page.evaluate("scrollY") > before + 50
    assert knots(page) == drawn, "a scroll draws nothing"
    watched.clean()


def test_a_closed_tab_stops_its_run_within_two_seconds(lab: Served, open_page: OpenPage) -> None:
    """Three readers and a tab train; a fifth reader waits, and is served when the tab is closed."""
    watched = open_page()
    page = opened(watched, lab.at("lab"))
    page.get_by_label("Steps", exact=True).fill("20000")
    page.get_by_label("Steps a second").select_option("250")
    button(page, "Run").click()
    expect(page.locator("[data-state]")).to_have_text("Running.")

    async def others(close: Callable[[], Any]) -> float:
        readers: list[LabReader] = [await open_lab(lab.url) for _ in range(4)]
        for number, reader in enumerate(readers):
            await reader.run(steps=20_000, pace=250)
            waits = number == 3
            told = await reader.hear("frame", state="waiting" if waits else "running")
            assert told["place"] == int(waits)
        close()
        start = time.monotonic()
        await asyncio.wait_for(readers[3].hear("frame", state="running"), 20)
        passed = time.monotonic() - start
        for reader in readers:
            reader.close()
        return passed

    # Playwright's pages belong to this thread: the browser is told to close the tab by a message of its own.
    with ThreadPoolExecutor(1) as pool:
        asked: list[bool] = []
        waiting = pool.submit(asyncio.run, others(lambda: asked.append(True)))
        while not asked and not waiting.done():
            page.wait_for_timeout(20)
        page.context.close()
        assert waiting.result() < 2
    watched.clean()


def test_twenty_readers_twice(lab: Served) -> None:
    """All train at the same time, nobody meets an error, and the second twenty leave no more behind than the first."""

    async def one() -> LabReader:
        reader = await open_lab(lab.url)
        await reader.run(steps=500, pace=0, target="step")
        told = await reader.hear("ended", "refused")
        assert (told["kind"], told["state"], told["step"]) == ("ended", "done", 500)
        return reader

    async def batch() -> None:
        for reader in await asyncio.gather(*(one() for _ in range(READERS))):
            reader.close()

    left = []
    for _ in range(2):
        in_a_loop(batch())
        time.sleep(DISCARDED)  # nothing tells that the server has let go of them
        left.append(memory(lab.process.pid))
    if left[0] is not None and left[1] is not None:
        assert left[1] <= 1.1 * left[0]
