"""Predict, commit, see the gap: nothing is told before, every way of guessing works, what was guessed is remembered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from browser_tools import Served, Watched, frames
from guessing import (
    ASKING,
    PREDICTIONS,
    SECTIONS,
    box_of,
    by_finger,
    by_keys,
    by_mouse,
    commit,
    edges,
    skip,
    waiting_of,
)
from matrix import PHONE
from playwright.sync_api import Browser, Locator, Page

Lesson = Callable[..., Watched]
KEY = "gelu-lab.predictions"
OF_EACH_KIND = ("why", "bell", "gate", "why-sketch")
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden", "SecurityError"); } });
}
"""


def stored(page: Page) -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')") or "{}")


def test_right_and_wrong_guesses_are_told_apart(lesson: Lesson) -> None:
    page = lesson().page
    for name, prediction in PREDICTIONS.items():
        if prediction.kind not in ("choice", "number"):
            continue
        for right in (True, False):
            box = box_of(page, name)
            if prediction.kind == "choice":
                options = box.locator("input[type=radio]")
                options.nth((int(prediction.answer) + (0 if right else 1)) % options.count()).check()
            else:
                assert prediction.range
                box.locator(".gl-field").fill(str(prediction.answer if right else prediction.range.low))
            said = commit(box)
            assert ("Right" in said) == right, name
            if prediction.kind == "choice":
                assert ("The answer" in said) != right
                assert box.locator("[data-mark=right]").count() == 1
                assert box.locator("input").first.is_disabled(), "committed is committed"
            box.locator("[data-action=predict-again]").click()


def test_the_gap_is_drawn_and_said(lesson: Lesson) -> None:
    page = lesson().page
    box = box_of(page, "bell")
    box.locator(".gl-field").fill("0,6")
    assert commit(box) == "You guessed 0.60; 0.84 of the bell lies to the left of 1."
    gap = box.locator(".gl-scale-gap").bounding_box()
    _, _, width, _ = edges(box)
    assert gap
    assert gap["width"] == pytest.approx((0.8413 - 0.6) * width, abs=1)

    box = box_of(page, "gate")
    by_mouse(box, 0.5)
    said = re.fullmatch(r"You guessed −(0\.2[45]\d); at −3 the output is −0\.004\.", commit(box))
    assert said
    _, _, _, height = edges(box)
    line = box.locator(".gl-pad-worst").evaluate("(e) => e.getBoundingClientRect().height")
    assert line == pytest.approx((float(said[1]) - 0.004) / 0.7 * height, abs=1)

    # A sketch that is level at 0.5: farthest from GELU at the right end.
    box = box_of(page, "why-sketch")
    by_mouse(box, 0.7)
    assert commit(box) == "At x = 4 you drew 0.50, right is 4.00: the largest gap, 3.50."
    assert box.locator(".gl-pad-gap").get_attribute("d")
    assert box.locator("path.gl-pad-answer").is_visible()


def test_a_good_sketch_is_close_and_the_last_one_lies_over_the_first(lesson: Lesson) -> None:
    page = lesson().page
    by_mouse(box_of(page, "why-sketch"), 0.7)
    commit(box_of(page, "why-sketch"))
    box = box_of(page, "summary-sketch")
    # From −4 to 4 and from 4 down to −1: ReLU.
    by_mouse(box, curve=lambda x: 0.8 - 0.2 * max(0, 8 * x - 4))
    assert not box.locator(".gl-pad-before").get_attribute("d"), "not while it is drawn"
    said = commit(box)
    assert said.startswith("At x = ")
    assert "the largest gap, 0.1" in said
    assert "Your sketch of section 1 was up to 3.50 off." in said
    assert box.locator(".gl-pad-before").get_attribute("d")
    assert box.locator(".gl-key-before").is_visible()
    box.locator("[data-action=predict-again]").click()
    # Along the answer itself.
    path = box.locator("path.gl-pad-answer").get_attribute("d") or ""
    heights = [int(each.split()[1]) / 10_000 for each in path.removeprefix("M").split("L")]
    by_mouse(box, curve=lambda x: heights[round(x * (len(heights) - 1))])
    assert commit(box).startswith("Close")


def test_each_kind_works_by_keys_alone(lesson: Lesson) -> None:
    page = lesson().page
    for name in OF_EACH_KIND:
        box = box_of(page, name)
        by_keys(box)
        if PREDICTIONS[name].kind == "choice":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert box.locator("[data-verdict]").inner_text().strip()
        assert box.get_attribute("data-committed") == ""


def test_the_keys_of_a_sketch(lesson: Lesson) -> None:
    page = lesson().page
    box = box_of(page, "why-sketch")
    sliders = box.locator("[role=slider]")
    assert sliders.evaluate_all("(all) => all.filter((e) => e.tabIndex === 0).length") == 1, "one tab stop"
    middle = box.locator('[role=slider][tabindex="0"]')
    assert middle.get_attribute("aria-label") == "height at x = 0"
    assert middle.get_attribute("aria-valuetext") == "not drawn yet"
    middle.press("ArrowUp")
    assert middle.get_attribute("aria-valuetext") == "0.10"
    page.keyboard.press("ArrowRight")
    focused = page.locator(":focus")
    assert focused.get_attribute("aria-label") == "height at x = 0.5"
    assert focused.get_attribute("aria-valuetext") == "0.00"
    for _ in range(60):
        page.keyboard.press("ArrowUp")
    assert focused.get_attribute("aria-valuetext") == "4.00", "no higher than the plot"
    page.keyboard.press("Home")
    assert focused.get_attribute("aria-valuetext") == "−1.00"


def test_each_kind_works_by_finger_and_the_page_scrolls_beside_it(lesson: Lesson) -> None:
    page = lesson(**PHONE).page
    cdp = page.context.new_cdp_session(page)

    def scrolled(place: Locator) -> float:
        """How far a finger that moves up on a place scrolls the page."""
        place.evaluate("(e) => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
        found = place.bounding_box()
        assert found
        x, y, start = found["x"] + 80, found["y"] + 60, page.evaluate("scrollY")
        for step in range(9):
            kind = "touchMove" if step else "touchStart"
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y - 12 * step, "id": 1}]})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        frames(page)
        return float(page.evaluate("scrollY") - start)

    for name in OF_EACH_KIND:
        box = box_of(page, name)
        sketch = PREDICTIONS[name].kind == "sketch"
        if sketch:
            assert scrolled(box.locator(".gl-pad-plot")) == 0, "a finger draws here"
            assert scrolled(box.locator(".gl-predict-question")) > 20, "and scrolls here"
        by_finger(cdp, box)
        assert commit(box)
        if sketch:
            assert scrolled(box.locator(".gl-pad-plot")) > 20, "a picture like any other by now"


def test_half_a_sketch_asks_for_the_rest(lesson: Lesson) -> None:
    page = lesson().page
    box = box_of(page, "why-sketch")
    left, top, width, height = edges(box)
    page.mouse.move(left + 1, top + 0.8 * height)
    page.mouse.down()
    page.mouse.move(left + width / 2, top + 0.8 * height, steps=10)
    page.mouse.up()
    assert commit(box) == "The curve has to go on to both ends, from −4 to 4."
    page.mouse.move(left + width / 2, top + 0.8 * height)
    page.mouse.down()
    page.mouse.move(left + width - 1, top + 0.1 * height, steps=10)
    page.mouse.up()
    assert "the largest gap" in commit(box)


def test_rubbish_is_named_and_not_judged(lesson: Lesson) -> None:
    page = lesson().page
    box = box_of(page, "bell")
    for typed, part in (("much", "“much” is not a number"), ("7", "Allowed: 0 to 1")):
        box.locator(".gl-field").fill(typed)
        assert part in commit(box)
        assert box.locator(".gl-field").get_attribute("aria-invalid") == "true"
        assert not box.locator(".gl-explain").is_visible()


def test_what_was_guessed_is_remembered_and_can_be_forgotten(lesson: Lesson) -> None:
    page = lesson().page
    said = {}
    for name in OF_EACH_KIND:
        by_mouse(box_of(page, name), 0.3)
        said[name] = commit(box_of(page, name))
    skip(box_of(page, "mask"))
    kept = stored(page)
    assert set(kept) == {*OF_EACH_KIND, "mask"}
    assert kept["why"] == 0
    assert len(kept["why-sketch"]) == 33
    page.reload()
    for name in OF_EACH_KIND:
        box = box_of(page, name)
        assert box.locator("[data-verdict]").inner_text().strip() == said[name]
        assert box.locator(".gl-explain").is_visible()
    assert page.evaluate("document.activeElement === document.body"), "nothing takes the focus"
    assert all(waiting.is_visible() for waiting in waiting_of(page, "mask"))

    box = box_of(page, "gate")
    box.locator("[data-action=predict-again]").click()
    assert box.locator("[role=slider]").evaluate("(e) => e === document.activeElement")
    assert not box.locator(".gl-explain").is_visible()
    assert "gate" not in stored(page)
    assert not any(waiting.is_visible() for waiting in waiting_of(page, "gate"))

    page.locator("[data-action=predict-reset]").click()
    assert stored(page) == {}
    assert page.locator("[data-predict][data-committed]").count() == 0
    page.reload()
    box_of(page, ASKING[-1])
    assert page.locator("[data-predict][data-committed]").count() == 0


def test_rubbish_in_the_storage_is_ignored(lesson: Lesson) -> None:
    rubbish = {"why": 7, "bell": "many", "gate": 99, "why-sketch": [1, 2], "summary-sketch": ["x"] * 33, "dip": 1}
    for text in (json.dumps(rubbish), "{"):
        page = lesson(script=f"localStorage.setItem('{KEY}', {json.dumps(text)});").page
        box_of(page, ASKING[-1])
        wanted = ["dip"] if text == json.dumps(rubbish) else []
        assert (
            page.locator("[data-predict][data-committed]").evaluate_all("(a) => a.map((e) => e.dataset.predict)")
            == wanted
        )
        page.context.close()


def test_where_storage_is_forbidden_only_the_memory_is_missing(lesson: Lesson) -> None:
    page = lesson(script=NO_STORAGE).page
    for name in (*OF_EACH_KIND, "summary-sketch"):
        by_mouse(box_of(page, name), 0.3)
        assert commit(box_of(page, name))
    assert "Your sketch of section 1" in box_of(page, "summary-sketch").inner_text(), "as long as the page is open"
    page.reload()
    box_of(page, ASKING[-1])
    assert page.locator("[data-predict][data-committed]").count() == 0


def test_one_switch_for_no_predictions(lesson: Lesson) -> None:
    page = lesson().page
    switch = page.locator("[data-action=predictions]")
    box_of(page, ASKING[-1])
    assert switch.get_attribute("aria-pressed") == "false"
    switch.click()
    for section in ASKING:
        assert all(waiting.is_visible() for waiting in waiting_of(page, section))
        assert not page.locator(f"#section-{section} [data-predict] [data-action]").first.is_visible()
    page.reload()
    box_of(page, ASKING[-1])
    assert switch.get_attribute("aria-pressed") == "true"
    assert all(waiting.is_visible() for waiting in waiting_of(page, ASKING[0]))
    url = page.url.split("?")[0]
    page.goto(f"{url}?predict=1")
    box_of(page, ASKING[-1])
    assert switch.get_attribute("aria-pressed") == "false", "the address wins"
    assert not any(waiting.is_visible() for waiting in waiting_of(page, ASKING[0]))
    switch.click()
    switch.click()
    page.goto(f"{url}?predict=off")
    box_of(page, ASKING[-1])
    assert switch.get_attribute("aria-pressed") == "true"
    page.goto(url)
    box_of(page, ASKING[-1])
    assert switch.get_attribute("aria-pressed") == "false", "asking is the rule again"


def test_who_does_not_want_to_predict_is_not_asked(lesson: Lesson) -> None:
    page = lesson("?predict=off").page
    for section in ASKING:
        assert all(waiting.is_visible() for waiting in waiting_of(page, section))
        assert not page.locator(f"#section-{section} [data-predict] [data-action]").first.is_visible()


def test_a_commit_is_told_to_the_page(lesson: Lesson) -> None:
    page = lesson(
        script="window.told = []; document.addEventListener('gelu:predict', (e) => told.push(e.detail));"
    ).page
    by_mouse(box_of(page, "gate"), 0.5)
    commit(box_of(page, "gate"))
    skip(box_of(page, "why"))
    told = page.evaluate("told")
    assert told[0]["guess"] == pytest.approx(-0.25, abs=0.01)
    assert {key: told[0][key] for key in ("section", "kind", "right", "skipped")} == {
        "section": "gate",
        "kind": "point",
        "right": False,
        "skipped": False,
    }
    assert (told[1]["section"], told[1]["skipped"]) == ("why", True)


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_nothing_below_moves_when_the_answer_is_shown(lesson: Lesson, options: dict[str, Any]) -> None:
    page = lesson(**options).page
    for name in PREDICTIONS:
        box = box_of(page, name)
        before = (box.bounding_box() or {})["height"]
        by_mouse(box, 0.3)
        commit(box)
        frames(page, 2)
        after = (box.bounding_box() or {})["height"]
        assert after == pytest.approx(before, abs=2), f"{name}: {before} -> {after}"


def test_a_figure_page_asks_if_it_is_told_to(browser: Browser, lab: Served) -> None:
    page = browser.new_page()
    for section in SECTIONS:
        page.goto(lab.at(f"figures/{section.figures[0]}?predict=1"))
        names = [each.name for each in section.asked if not each.apart]
        assert page.locator("[data-predict]").evaluate_all("(all) => all.map((e) => e.dataset.predict)") == names
        assert not any(each.is_visible() for each in page.locator("[data-after-predict]").all())
        for name in names:
            skip(box_of(page, name))
        assert all(each.is_visible() for each in page.locator("[data-after-predict]:not(.gl-keys)").all())
    page.close()


def test_answers_do_not_wait_for_a_form_that_could_not_be_loaded(browser: Browser, lab: Served) -> None:
    page = browser.new_page()
    page.route("**/js/predict*", lambda route: route.abort())
    page.goto(lab.at(""))
    page.wait_for_function("() => !document.documentElement.classList.contains('gl-predicting')")
    assert all(waiting.is_visible() for waiting in waiting_of(page, "gate"))
    page.close()
