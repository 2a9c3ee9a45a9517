"""What stands on a figure's page: the DOM contract, sizes, themes, narrow screens, accessibility, a strict policy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browser_tools import Served, drag, frames
from figure_states import each_figure, each_kind
from gelu_lab.resources import palette
from matrix import PHONE, Shown, query, still
from playwright.sync_api import Browser, Page

Show = Callable[..., Shown]
AXE = Path(__file__).with_name("axe.min.js").read_text(encoding="utf-8")
NARROW: dict[str, Any] = {"viewport": {"width": 360, "height": 740}}


def violations(page: Page) -> list[str]:
    """What axe-core finds, moderate or worse."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)")
    return [
        f"{each['impact']}: {each['id']} ({each['help']}): {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found
        if each["impact"] in ("moderate", "serious", "critical")
    ]


@dataclass(frozen=True)
class Ink:
    """What is drawn in one plot: all of it as one number, and its mean colour, which small differences hardly move."""

    digest: int
    mean: tuple[float, float, float]

    def near(self, other: Ink) -> bool:
        return max(abs(a - b) for a, b in zip(self.mean, other.mean, strict=True)) < 1


def inks(shown: Shown) -> list[Ink]:
    """What is drawn in each plot."""
    frames(shown.page, 4)
    read = """(all) => {
      const sum = [0, 0, 0, 0];
      let digest = 0;
      for (const each of all) {
        const copy = new OffscreenCanvas(each.width, each.height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(each, 0, 0);
        const { data } = copy.getImageData(0, 0, each.width, each.height);
        for (let i = 0; i < data.length; i += 4) {
          for (const at of [0, 1, 2]) sum[at] += data[i + at] * data[i + 3];
          sum[3] += data[i + 3];
          digest = (31 * digest + data[i] + 3 * data[i + 1] + 7 * data[i + 2]) % 1000003;
        }
      }
      return [digest, [0, 1, 2].map((at) => sum[at] / sum[3])];
    }"""
    found = [slot.locator("canvas").evaluate_all(read) for slot in shown.figure.locator("[data-slot]").all()]
    return [Ink(digest, tuple(mean)) for digest, mean in found]


def all_differ(one: list[Ink], other: list[Ink]) -> bool:
    return all(a.digest != b.digest for a, b in zip(one, other, strict=True))


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


@each_figure
def test_the_markup_keeps_the_contract(show: Show, name: str) -> None:
    shown = show(name)
    figure, contract = shown.figure, shown.contract
    assert figure.get_attribute("id") == figure.get_attribute("data-figure") == name
    assert figure.evaluate("(e) => e.tagName") == "FIGURE"
    assert figure.locator("figcaption").inner_text().strip()
    assert figure.locator("[data-sentence]").count() == 1
    assert figure.locator("[data-live][aria-live=polite]").count() == 1
    specs = {state.name: state for state in contract.state}
    for handle in (*shown.handles, *shown.areas):
        spec = specs[str(handle.get_attribute("data-handle"))]
        told = {each: float(handle.get_attribute(f"aria-value{each}") or "nan") for each in ("min", "max", "now")}
        assert told == {"min": spec.low, "max": spec.high, "now": spec.value}
        assert handle.get_attribute("tabindex") == "0"
        assert handle.get_attribute("aria-valuetext")
        assert contract.words["states"][spec.name] in (handle.get_attribute("aria-label") or "")
        assert handle.get_attribute("data-handle-y") in (None, *specs)
    for value in contract.read_outs:
        output = figure.locator(f'output[data-value="{value.name}"]')
        assert output.count() == 1
        assert output.get_attribute("data-number") is not None
    for state in contract.state:
        controls = figure.locator(f'[data-control="{state.name}"]')
        assert bool(controls.count()) == (state.control != "none")
    for action in contract.actions:
        assert figure.locator(f'button[data-action="{action}"]').count() == 1
    ids = shown.page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))


@each_figure
def test_nothing_but_handles_and_controls_takes_the_focus(show: Show, name: str) -> None:
    shown = show(name)
    shown.page.evaluate("document.activeElement.blur()")
    stops = []
    for _ in range(60):
        shown.page.keyboard.press("Tab")
        stop = shown.page.evaluate("""() => {
          const e = document.activeElement;
          if (e === document.body) return null;
          const box = e.getBoundingClientRect();
          return [e.matches("[role=slider], [data-control], [data-action]"), box.width * box.height > 0,
            getComputedStyle(e).outlineStyle !== "none", e.outerHTML.slice(0, 90)];
        }""")
        if stop is None:
            break
        stops.append(stop)
    assert stops, "the keyboard reaches the figure"
    assert [stop for stop in stops if stop[:3] != [True, True, True]] == []
    assert len(stops) >= len(shown.handles) + len(shown.areas)


@each_figure
def test_the_actions_lead_to_states_on_which_python_agrees(show: Show, name: str) -> None:
    shown = show(name, reduced_motion="reduce")
    for action in shown.contract.actions:
        button = shown.figure.locator(f'[data-action="{action}"]')
        if button.is_visible() and button.is_enabled():
            shown.forget()
            button.click()
            frames(shown.page, 3)
            shown.agrees()
            assert all(each["final"] for each in shown.heard()[-1:]), "without motion an action is done at once"


# Buttons and the like have 24 px, points that a finger drags 44.
SMALL = """() => {
  const found = [];
  const check = (e, least) => {
    const box = (e.closest("label") || e).getBoundingClientRect();
    const size = Math.min(box.width, box.height);
    if (size && size < least - 0.01) found.push([e.outerHTML.slice(0, 90), box.width, box.height]);
  };
  for (const e of document.querySelectorAll("[role=slider]")) check(e, 44);
  for (const e of document.querySelectorAll("button, input, select, a, summary")) check(e, 24);
  return found;
}"""


@each_figure
def test_targets_are_large_enough(show: Show, name: str) -> None:
    shown = show(name)
    assert shown.page.evaluate(SMALL) == []
    shown.page.set_viewport_size(NARROW["viewport"])
    still(shown.handles[0], frames=6)
    assert shown.page.evaluate(SMALL) == []
    assert show(name, **PHONE).page.evaluate(SMALL) == []


OUTSIDE = """() => {
      const figure = document.querySelector("figure"), frame = figure.getBoundingClientRect();
      const found = [];
      for (const e of [document.documentElement, document.body, figure]) {
        if (e.scrollWidth > e.clientWidth) found.push([e.tagName, e.scrollWidth, e.clientWidth]);
      }
      for (const e of figure.querySelectorAll("*")) {
        const style = getComputedStyle(e), box = e.getBoundingClientRect();
        if (!box.width || style.visibility === "hidden" || e.closest(".gl-live")) continue;
        const outside = box.right > frame.right + 0.5 || box.left < frame.left - 0.5;
        if (outside) found.push(["outside", e.outerHTML.slice(0, 90)]);
        if (style.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1 && e.textContent) {
          found.push(["cut", e.outerHTML.slice(0, 90), e.scrollWidth, e.clientWidth]);
        }
      }
      for (const e of figure.querySelectorAll("input.gl-field")) {
        if (e.scrollWidth > e.clientWidth + 1) found.push(["field too narrow", e.value, e.scrollWidth, e.clientWidth]);
      }
      return found;
    }"""


@each_figure
def test_at_360_px_nothing_is_wider_than_the_page_and_nothing_is_cut(show: Show, name: str) -> None:
    shown = show(name, **NARROW)
    for share in (0, 1, 0.123456789):
        for state in shown.quantities:
            if shown.field(state).count():
                shown.field(state).fill(str(state.low + share * (state.high - state.low)))
                shown.field(state).press("Enter")
        frames(shown.page, 3)
        assert shown.page.evaluate(OUTSIDE) == [], share
        assert still(shown.handles[0])


@each_figure
def test_the_figure_keeps_its_height_while_numbers_and_sentences_change(show: Show, name: str) -> None:
    shown = show(name)
    for width in (1100, 360):
        shown.page.set_viewport_size({"width": width, "height": 900})
        still(shown.handles[0], frames=6)
        assert len(heights(shown)) == 1, width


def heights(shown: Shown) -> set[float]:
    """How high a figure is in states all over its range."""
    typed = [
        [state.name, str(value)]
        for state in shown.quantities
        if shown.field(state).count()
        for value in (state.low, (state.low + state.high) / 2, 0.02, state.high, state.value)
        if state.low <= value <= state.high
    ]
    measure = """async (figure, typed) => {
      const found = [];
      for (const [name, value] of typed) {
        const field = figure.querySelector(`input[type=text][data-control="${name}"]`);
        field.value = value;
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
        for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
        found.push(figure.getBoundingClientRect().height);
      }
      return found;
    }"""
    return set(shown.figure.evaluate(measure, typed))


@each_figure
def test_dark_follows_the_system_and_comes_back(show: Show, name: str) -> None:
    shown = show(name, color_scheme="light")
    light = inks(shown)
    for scheme, theme in (("dark", 1), ("light", 0)):
        shown.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        shown.page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=scheme)
        card = shown.figure.evaluate("(e) => getComputedStyle(e).backgroundColor")
        assert card == rgb(palette()["card"][theme])
        for value in shown.contract.read_outs:
            output = shown.figure.locator(f'output[data-value="{value.name}"]')
            assert output.evaluate("(e) => getComputedStyle(e).color") == rgb(palette()[value.role][theme])
        now = inks(shown)
        assert all_differ(now, light) if theme else all(a.near(b) for a, b in zip(now, light, strict=True))
    drag(shown.page, shown.handles[0], 25)
    shown.agrees()


@each_kind
def test_a_page_opened_in_the_dark_is_dark(show: Show, name: str) -> None:
    dark, light = (inks(show(name, color_scheme=scheme)) for scheme in ("dark", "light"))
    assert all_differ(dark, light)
    assert show(name, "theme=dark").figure.evaluate("(e) => getComputedStyle(e).backgroundColor") == rgb(
        palette()["card"][1]
    )


@each_figure
def test_forced_colours_are_taken_and_the_handle_stays_visible(show: Show, name: str) -> None:
    shown = show(name)
    usual = inks(shown)
    shown.page.emulate_media(forced_colors="active")
    assert all_differ(inks(shown), usual)
    for handle in shown.handles:
        colours = handle.locator(".gl-knob").evaluate("""(e) => {
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.background = "Canvas";
          const canvas = getComputedStyle(probe).backgroundColor;
          probe.remove();
          return [getComputedStyle(e).backgroundColor, canvas, "rgba(0, 0, 0, 0)"];
        }""")
        assert colours[0] not in colours[1:]
    drag(shown.page, shown.handles[0], 25)
    shown.agrees()


@each_figure
def test_with_reduced_motion_nothing_moves_by_itself(show: Show, name: str) -> None:
    shown = show(name, reduced_motion="reduce")
    drag(shown.page, shown.handles[0], 25)
    for action in ("play", "stretch"):
        if action in shown.contract.actions:
            shown.figure.locator(f'[data-action="{action}"]').click()
    frames(shown.page, 2)
    still_there = shown.state()
    assert shown.page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") == 0
    frames(shown.page, 10)
    assert shown.state() == still_there
    shown.agrees()


@each_figure
def test_axe_finds_nothing(show: Show, name: str) -> None:
    shown = show(name)
    if shown.quantities and shown.field(shown.quantities[0]).count():
        shown.field(shown.quantities[0]).fill("rubbish")
        shown.field(shown.quantities[0]).press("Enter")
    assert violations(shown.page) == [], "in the light, with an error shown"
    if shown.quantities and shown.field(shown.quantities[0]).count():
        shown.field(shown.quantities[0]).fill(str(shown.quantities[0].low))
        shown.field(shown.quantities[0]).press("Enter")
    shown.page.emulate_media(color_scheme="dark")
    shown.page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    shown.page.set_viewport_size({"width": 360, "height": 740})
    still(shown.handles[0], frames=6)
    assert violations(shown.page) == [], "in the dark, on a narrow screen"


def test_axe_would_find_something(show: Show) -> None:
    from gelu_lab import figures

    shown = show(figures.NAMES[0])
    shown.page.evaluate("document.querySelector('[role=slider]').removeAttribute('aria-label')")
    shown.page.evaluate("document.querySelector('figcaption').style.color = '#bbb'")
    found = " ".join(violations(shown.page))
    assert "aria-input-field-name" in found
    assert "color-contrast" in found


@each_kind
def test_it_works_under_the_policy_with_real_input(show: Show, lab: Served, browser: Browser, name: str) -> None:
    page = browser.new_page()
    response = page.goto(lab.at(f"figures/{name}"))
    assert response is not None
    policy = response.headers["content-security-policy"]
    page.close()
    scripts = next(each for each in policy.split(";") if each.strip().startswith("script-src"))
    assert "unsafe" not in scripts
    shown = show(name)
    drag(shown.page, shown.handles[0], 40)
    shown.handles[0].press("ArrowRight")
    for action in shown.contract.actions:
        if shown.figure.locator(f'[data-action="{action}"]').is_visible():
            shown.figure.locator(f'[data-action="{action}"]').click()
    assert shown.value(str(shown.handles[0].get_attribute("data-handle"))) is not None


@each_kind
def test_a_figure_page_asks_nobody_to_predict_unless_told(show: Show, name: str) -> None:
    for asked in ("", "predict=off"):
        shown = show(name, asked)
        assert not any(box.is_visible() for box in shown.page.locator("[data-predict]").all())
        for waiting in shown.page.locator("figure [data-after-predict]").all():
            assert waiting.is_visible()


@each_kind
def test_two_pages_of_a_figure_do_not_share_state(show: Show, name: str) -> None:
    first = show(name)
    drag(first.page, first.handles[0], 40)
    second = show(name, fresh=True)
    assert second.state() == second.contract.present
    assert first.state() != second.state()


@each_kind
def test_a_page_that_failed_to_load_a_script_says_so(browser: Browser, lab: Served, name: str) -> None:
    page = browser.new_page()
    page.route("**/js/figures/*", lambda route: route.abort())
    page.goto(lab.at(f"figures/{name}?{query()}"))
    page.wait_for_function(
        "() => document.querySelector('[data-sentence]').textContent.includes('could not be started')"
    )
    assert page.locator("figure[data-ready]").count() == 0
    page.close()
