"""The page that says which GELU some numbers are: what Python says, by every way in, and nothing leaves the machine."""

from __future__ import annotations

import base64
import json
import math
import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser_tools import Served, Watched, watched
from gelu_lab.hosts.identify_page import examples
from gelu_lab.pairs import read_pairs
from gelu_lab.resources import words
from identify_cases import as_printed, as_text, cases, judged
from identify_files import files, lines, packed, refused, texts
from playwright.sync_api import Browser, Page, TimeoutError, expect
from test_browser_looks import violations

from gelu_core import gelu, gelu_tanh, identify

SAY = words()["identify"]
X = np.linspace(-4, 4, 20)
READY = "[data-identify][data-ready=true]"
# One form at a time: with several the transport would be the slow part.
ASK = """
(all) => all.map(([x, y]) => {
  const found = gelulab.identify(x.map(Number), y.map(Number));
  for (const each of found.candidates) for (const key of ["deviation", "excess"]) each[key] = String(each[key]);
  return found;
})
"""


# What the page says, as `says` wants it; null while it says something else.
SHOWN = """
() => {
  const part = (name) => document.querySelector(`[data-part=${name}]`);
  const { found, best, certain } = document.querySelector("[data-found]").dataset;
  const rows = [...part("rows").rows].map((row) =>
    [row.dataset.form, row.classList.contains("gl-fits"), row.querySelector("[data-number]").dataset.number]);
  return { found, best, certain, read: part("read").textContent, rows };
}
"""
SAYS = f"""
(wanted) => {{
  const {{ found, best, certain, read, rows }} = ({SHOWN})();
  const near = (one, other) => one === other || Math.abs(one - other) <= 1e-12 + 1e-6 * Math.abs(other);
  return found === "shown" && best === wanted.best && certain === wanted.certain && read.includes(wanted.read)
    && rows.length === wanted.rows.length && rows.every(([form, fits, off], at) =>
      form === wanted.rows[at][0] && fits === wanted.rows[at][1] && near(Number(off), Number(wanted.rows[at][2])));
}}
"""
READ = """
async (all) => {
  const read = [];
  for (const [name, file] of all) {
    try {
      const text = await gelulab.fileText(name, Uint8Array.from(atob(file), (each) => each.charCodeAt(0)));
      const { x, y } = gelulab.readPairs(text);
      read.push([Array.from(x, String), Array.from(y, String)]);
    } catch (problem) {
      if (!(problem instanceof gelulab.PairsProblem)) throw problem;
      read.push([problem.kind, problem.slots.line ?? 0]);
    }
  }
  return read;
}
"""


def opened(page: Watched, url: str) -> Page:
    page.page.goto(url)
    page.page.locator(READY).wait_for()
    return page.page


@pytest.fixture(scope="module")
def desk(browser: Browser, lab: Served) -> Iterator[Watched]:
    """One page for the tests that only put numbers into it."""
    with watched(browser, viewport={"width": 1280, "height": 800}) as page:
        opened(page, lab.at("identify"))
        yield page


@pytest.fixture
def page(desk: Watched) -> Iterator[Page]:
    """The empty page. What a test does to it asks nobody for anything, and no complaint is heard."""
    desk.page.locator("textarea").fill("")
    expect(desk.page.locator("[data-found]")).to_have_attribute("data-found", "none")
    before = len(desk.requests)
    yield desk.page
    assert desk.requests[before:] == [], "nothing is uploaded"
    assert not desk.sockets
    desk.clean()


def put(page: Page, text: str) -> None:
    """Pastes a text: all of it stands there at once."""
    field = page.locator("textarea")
    field.fill(text)
    field.blur()


def says(page: Page, x: Any, y: Any) -> None:
    """Fails unless the page shows what Python says of these numbers."""
    found = judged(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
    rows = [[each["name"], each["name"] in found["possible"], each["deviation"]] for each in found["candidates"]]
    wanted = {"best": found["best"], "certain": str(found["certain"]).lower(), "rows": rows}
    try:
        page.wait_for_function(SAYS, arg={**wanted, "read": f": {found['count']}."}, timeout=10_000)
    except TimeoutError:
        assert page.evaluate(SHOWN) == {**wanted, "found": "shown", "read": f"Pairs read: {found['count']}."}


def differences(mine: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Where the browser and Python do not agree on some numbers."""
    keys = ("best", "certain", "possible", "arithmetic", "spelling", "count")
    found = [f"{key}: {mine[key]}, not {wanted[key]}" for key in keys if mine[key] != wanted[key]]
    # What is right to the last bits is nowhere farthest off.
    if float(wanted["candidates"][0]["excess"]) > 0.2 and mine["where"] != wanted["where"]:
        found.append(f"farthest off at {mine['where']}, not at {wanted['where']}")
    if mine["deciding_input"] != wanted["deciding_input"]:
        found.append(f"asks at {mine['deciding_input']}, not at {wanted['deciding_input']}")
    names = [each["name"] for each in mine["candidates"]]
    if names != [each["name"] for each in wanted["candidates"]]:
        return [*found, f"order {names}"]
    for one, other in zip(mine["candidates"], wanted["candidates"], strict=True):
        if not math.isclose(float(one["deviation"]), float(other["deviation"]), rel_tol=1e-6, abs_tol=1e-12):
            found.append(f"{one['name']} is {one['deviation']} off, not {other['deviation']}")
    return found


def test_the_browser_says_what_python_says(page: Page) -> None:
    asked = cases()
    found = page.evaluate(ASK, [[as_text(x), as_text(y)] for x, y in asked.values()])
    wrong = {name: differences(mine, judged(x, y)) for (name, (x, y)), mine in zip(asked.items(), found, strict=True)}
    assert {name: each for name, each in wrong.items() if each} == {}
    verdicts = {(each["best"], each["certain"]) for each in found}
    wanted = {(name, sure) for name in ("exact", "tanh", "silu") for sure in (True, False)}
    wanted |= {("sigmoid", True), ("relu", True), ("exact-clipped-10", True), ("unknown", False)}
    assert wanted <= verdicts, "the cases lead to every verdict"


def read(page: Page, given: dict[str, bytes]) -> dict[str, Any]:
    """What the page reads in files: inputs and outputs, or why there are none, and the line."""
    bodies = [[name, base64.b64encode(body).decode()] for name, body in given.items()]
    return dict(zip(given, page.evaluate(READ, bodies), strict=True))


def test_files_are_read_as_python_reads_them(page: Page, tmp_path: Path) -> None:
    given = files()
    for name, found in read(page, given).items():
        (tmp_path / name).write_bytes(given[name])
        for mine, wanted in zip(found, read_pairs(str(tmp_path / name)), strict=True):
            assert isinstance(mine, list), (name, found)
            assert np.array_equal(np.array(mine, dtype=float), wanted, equal_nan=True), name
    for text in texts():
        pasted = page.evaluate("(text) => [...gelulab.readPairs(text).x].map(String)", text)
        (tmp_path / "pasted.csv").write_text(text, encoding="utf-8", newline="")
        assert np.array_equal(np.array(pasted, dtype=float), read_pairs(str(tmp_path / "pasted.csv"))[0])


def test_files_that_python_refuses_are_refused(page: Page, tmp_path: Path) -> None:
    given = refused()
    for name, found in read(page, {name: body for name, (body, *_) in given.items()}).items():
        body, kind, line = given[name]
        assert found == [kind, line], name
        assert kind in SAY["problems"]
        (tmp_path / name).write_bytes(body)
        with pytest.raises((ValueError, TypeError), match=f"line {line}:" if line else "."):
            identify(*read_pairs(str(tmp_path / name)))


def test_numbers_that_are_pasted(page: Page) -> None:
    for name in ("tanh of a line in float32", "exact of drawn in float64", "another function", "nan among the outputs"):
        x, y = cases()[name]
        put(page, "x;y\n" + "\n".join(f"{a};{b}" for a, b in zip(as_text(x), as_text(y), strict=True)))
        says(page, x, y)
    why = page.locator("[data-part=why]")
    for layout, said in (
        ("torch", "explained by the rounding of inputs to 4 decimals and of outputs to 5 digits."),
        (".6g", "explained by the rounding of inputs and outputs to 6 digits."),
    ):
        x, y = as_printed(X, layout), as_printed(gelu_tanh(X), layout)
        put(page, lines(x, y))
        says(page, x, y)
        expect(why).to_contain_text(said)
    put(page, json.dumps([[a, b] for a, b in zip(X, gelu(X), strict=True)]))
    says(page, X, gelu(X))
    put(page, json.dumps({"out": list(gelu_tanh(X)), "in": [*X[:-1], float("nan")]}))
    says(page, X[:-1], gelu_tanh(X)[:-1])


def test_numbers_that_are_typed_are_judged_while_they_grow(page: Page) -> None:
    field, found = page.locator("textarea"), page.locator("[data-found]")
    field.press_sequentially("-2 ")
    expect(page.locator("[data-part=problem]")).to_be_empty()
    field.press_sequentially("-0.0454\n2.5 2.")
    expect(found).to_have_attribute("data-found", "shown")
    field.press_sequentially("4846\n1")
    expect(page.locator("[data-part=read]")).to_contain_text("Line 3 is not finished")
    says(page, [-2, 2.5], [-0.0454, 2.4846])
    # Whoever goes on elsewhere has finished.
    field.press("Tab")
    expect(page.locator("[data-part=problem]")).to_contain_text("Line 3 has no number in column 2")
    expect(page.locator("[role=status][data-part=announce]")).to_contain_text("Line 3 has no number")
    page.get_by_role("button", name="Show line 3").press("Enter")
    selected = (
        "(field) => document.activeElement === field && field.value.slice(field.selectionStart, field.selectionEnd)"
    )
    assert field.evaluate(selected) == "1"
    field.press("End")
    field.press_sequentially(" 0.8412")
    field.press("Tab")
    says(page, [-2, 2.5, 1], [-0.0454, 2.4846, 0.8412])
    expect(page.locator("[role=status][data-part=announce]")).to_contain_text("Tanh form")


def choose(page: Page, name: str, body: bytes) -> None:
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "", "buffer": body})


def test_files_that_are_chosen(page: Page) -> None:
    choose(page, "packed.npz", packed(compressed=True, y=gelu_tanh(X), x=X))
    says(page, X, gelu_tanh(X))
    choose(page, "sheet.tsv", lines(X, gelu(X), "\t").encode("utf-16"))
    says(page, X, gelu(X))
    # A file in place of what stood there: a button brings that back.
    page.get_by_role("button", name=SAY["actions"]["back"]).click()
    says(page, X, gelu_tanh(X))
    kept = page.locator("textarea").input_value()
    for name in ("half.csv", "book.xlsx"):
        body, kind, _ = refused()[name]
        choose(page, name, body)
        expect(page.locator("[data-part=problem]")).to_have_text(f"{name}: {SAY['problems'][kind]}")
        assert page.locator("textarea").input_value() == kept, "a file that is none takes nothing away"
        says(page, X, gelu_tanh(X))


def test_a_file_that_is_dropped_anywhere(page: Page) -> None:
    drop = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "numbers.csv"));
      for (const type of ["dragover", "drop"]) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector("h1").dispatchEvent(event);
        if (!event.defaultPrevented) throw new Error("the browser leaves the page for the file");
      }
    }"""
    page.evaluate(drop, lines(X, gelu_tanh(X)))
    says(page, X, gelu_tanh(X))


def test_columns_to_choose(page: Page) -> None:
    rows = np.column_stack([np.arange(20), X, np.maximum(X, 0), gelu(X)]).tolist()
    put(page, "run,z,relu,out\n" + "\n".join(",".join(map(repr, row)) for row in rows))
    page.get_by_label(SAY["columns"]["x"], exact=True).select_option("z")
    page.get_by_label(SAY["columns"]["y"], exact=True).select_option("out")
    says(page, X, gelu(X))
    page.get_by_label(SAY["columns"]["y"], exact=True).select_option("relu")
    says(page, X, np.maximum(X, 0))


def test_as_many_pairs_as_are_judged_and_one_more(page: Page) -> None:
    x = np.linspace(-6, 12, 100_000).astype("float32").astype(float)
    text = lines(x, gelu(x.astype("float32")))
    field = page.locator("textarea")
    few = "Pairs read: 1\u202f500. The first 1\u202f000 lines are shown."
    choose(page, "few.csv", lines(x[:1500], gelu(x[:1500])).encode())
    expect(page.locator("[data-part=read]")).to_have_text(few)
    choose(page, "more.csv", f"{text}\n1,1".encode())
    expect(page.locator("[data-part=problem]")).to_contain_text("100\u202f001 pairs are more than the 100\u202f000")
    page.get_by_role("button", name=SAY["actions"]["back"]).click()
    expect(page.locator("[data-part=read]")).to_have_text(few)
    paste = """(field, text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }"""
    field.evaluate(paste, text)
    many = "Pairs read: 100\u202f000. The first 1\u202f000 lines are shown."
    expect(page.locator("[data-part=read]")).to_have_text(many, timeout=30_000)
    expect(page.locator("[data-found=shown]")).to_have_attribute("data-best", "exact")
    assert len(field.input_value().splitlines()) == 1000
    page.get_by_role("button", name=SAY["actions"]["clear"]).click()
    field.press_sequentially("1 0.8413")
    says(page, [1], [0.8413])


def test_examples_have_addresses_and_every_verdict(lab: Served, open_page: Callable[..., Watched]) -> None:
    watched_page = open_page(viewport={"width": 1280, "height": 800})
    page = opened(watched_page, lab.at("identify?example=torch-tanh"))
    expect(page.locator("[data-part=head]")).to_have_text("Tanh form, for certain.")
    shown = {}
    for name, text in examples().items():
        page.locator(f"[data-example={name}]").click()
        assert page.url.endswith(f"?example={name}")
        x, y = np.array([line.split(", ") for line in text.splitlines()], dtype=float).T
        says(page, x, y)
        shown[name] = page.locator("[data-part=head]").inner_text()
    assert shown["torch-tanh"] == "Tanh form, for certain."
    assert shown["torch-exact"] == "Exact GELU, but it may be GELU clipped at 10."
    assert shown["printed"] == "Exact GELU, for certain."
    assert shown["forgotten-root"] == "None of these forms."
    page.locator("textarea").press("Control+End")
    page.keyboard.type("\n1, 1")
    expect(page.locator("[data-found][data-best=unknown]")).to_be_visible()
    assert page.url.endswith("/identify"), "that is no longer the example"
    page.goto(lab.at("identify?example=constructor"))
    page.locator(READY).wait_for()
    expect(page.locator("[data-found]")).to_have_attribute("data-found", "none")
    watched_page.clean()


@pytest.mark.parametrize(("scheme", "judged_at"), [("light", 1280), ("dark", 390)])
def test_looks(lab: Served, open_page: Callable[..., Watched], scheme: str, judged_at: int) -> None:
    watched_page = open_page(viewport={"width": 1280, "height": 800}, color_scheme=scheme)
    page = opened(watched_page, lab.at("identify"))
    states = {"torch-exact": None, "forgotten-root": None, "wrong": "run,x,y\n1,2,3\n4,five,6", "none": ""}
    small = """() => [...document.querySelectorAll("button, select, textarea")].filter((each) => each.checkVisibility())
      .filter((each) => each.getBoundingClientRect().height < 24).map((each) => each.outerHTML)"""
    for name, text in states.items():
        if text is None:
            page.locator(f"[data-example={name}]").click()
            expect(page.locator("[data-found]")).to_have_attribute("data-found", "shown")
        else:
            put(page, text)
            expect(page.locator("[data-found]")).to_have_attribute("data-found", "none")
        for width in (360, 390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
            assert page.evaluate(small) == []
            if width == judged_at:
                assert violations(page) == [], name
    watched_page.clean()


def test_without_scripts_the_page_says_what_helps(lab: Served, open_page: Callable[..., Watched]) -> None:
    page = open_page(java_script_enabled=False).page
    page.goto(lab.at("identify"))
    assert SAY["noscript"] in (page.locator("noscript").text_content() or "")
    expect(page.get_by_text("gelu-lab identify numbers.csv")).to_be_visible()
    expect(page.locator("button[data-example]").first).to_be_disabled()


def test_the_page_works_from_disk(lab: Served, tmp_path: Path, open_page: Callable[..., Watched]) -> None:
    """What the lab serves and what an export writes are the same bytes."""

    def take(path: str) -> str:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(lab.at(path), timeout=30) as answer:
            (tmp_path / path).write_bytes(answer.read())
        return (tmp_path / path).read_text(encoding="utf-8", errors="replace")

    html = take("identify.html")
    for asset in re.findall(r'"(?:assets/)?((?:js|css)/[\w./-]+)', html):
        for font in re.findall(r'url\("?\.\./(fonts/[\w.-]+)', take(f"assets/{asset}")):
            take(f"assets/{font}")
    watched_page = open_page(offline=True)
    page = opened(watched_page, (tmp_path / "identify.html").as_uri() + "?example=torch-tanh")
    expect(page.locator("[data-part=head]")).to_have_text("Tanh form, for certain.")
    put(page, lines(X, gelu(X)))
    says(page, X, gelu(X))
    assert page.locator(".gl-brand").evaluate("(link) => link.href") == (tmp_path / "index.html").as_uri()
    watched_page.clean()
