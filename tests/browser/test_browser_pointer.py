"""Mouse and finger: the handle follows to the pixel, fast, slow and after a hold; beside it the page scrolls."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser_tools import frames
from figure_states import KINDS, each_figure, each_kind
from matrix import PHONE, Shown, after_a_frame, axes_of, beside, centre, finger, hold, moves, near, same, still
from playwright.sync_api import Locator

Show = Callable[..., Shown]


def follow(shown: Shown, handle: Locator, path: list[tuple[float, float]], wait: float = 0) -> None:
    """Drags a handle along a path from where it stands and checks each step of the way."""
    axes = axes_of(shown.page, handle)
    start = still(handle, view=True)
    mouse = hold(shown.page, handle)
    if wait:
        shown.page.wait_for_timeout(wait)
    for dx, dy in path:
        shown.page.mouse.move(mouse[0] + dx, mouse[1] + dy)
        at = after_a_frame(handle)
        assert near(at, (start[0] + dx, start[1] + dy), axes), (dx, dy, start, at)
    shown.page.mouse.up()
    frames(shown.page, 2)
    shown.agrees()


@each_figure
def test_a_fast_drag(show: Show, name: str) -> None:
    shown = show(name)
    assert shown.handles, "a figure has something to drag"
    for handle in shown.handles:
        before = shown.state()
        follow(shown, handle, [(30, -10), (-30, 10), (45, -15), (0, 0), (24, -8)])
        moved = {name for name, value in shown.state().items() if value != before[name]}
        assert moved == set(moves(handle))


@each_figure
def test_held_for_a_second_and_then_moved_one_pixel_at_a_time(show: Show, name: str) -> None:
    shown = show(name)
    far = 17 if name in KINDS else 9
    for at, handle in enumerate(shown.handles):
        axes = axes_of(shown.page, handle)
        path = [(dx, 0) for dx in range(1, far if "x" in axes else 3)]
        path += [(path[-1][0], dy) for dy in range(1, far if "y" in axes else 3)]
        follow(shown, handle, path, wait=0 if at else 1000)


@each_kind
def test_it_follows_in_a_page_that_is_zoomed_or_scaled(show: Show, name: str) -> None:
    shown = show(name)
    for look in ("zoom: 1.5", "transform: scale(0.6)", "transform: scale(1.4) translate(20px, 10px)"):
        shown.page.evaluate("(look) => document.body.setAttribute('style', `transform-origin: 0 0; ${look}`)", look)
        for handle in shown.handles:
            follow(shown, handle, [(6, 0), (18, -6), (-9, 5), (0, 0)])


@each_figure
def test_out_of_the_frame_and_back(show: Show, name: str) -> None:
    shown = show(name)
    specs = {state.name: state for state in shown.contract.state}
    for handle in shown.handles:
        axes = axes_of(shown.page, handle)
        start = still(handle)
        before = shown.state()
        mouse = hold(shown.page, handle)
        for corner in ((2, 2), (1098, 2), (1098, 998), (2, 998)):
            shown.page.mouse.move(*corner)
            for state in moves(handle):
                assert specs[state].low <= shown.value(state, after=1) <= specs[state].high
        if axes == "x":
            ends = []
            for x in (2, 1098):
                shown.page.mouse.move(x, mouse[1])
                ends.append(shown.value(moves(handle)[0], after=1))
            spec = specs[moves(handle)[0]]
            assert sorted(ends) == [spec.low, spec.high]
        shown.page.mouse.move(*mouse)
        assert near(after_a_frame(handle), start, axes)
        shown.page.mouse.up()
        frames(shown.page, 2)
        assert same(shown.state(), before)


@each_figure
def test_a_click_on_the_plot_takes_the_handle_there(show: Show, name: str) -> None:
    shown = show(name)
    for handle in shown.handles:
        axes = axes_of(shown.page, handle)
        x, y = still(handle)
        shown.forget()
        place = (round(x) + 35, round(y) - 20) if "x" in axes else (round(x) + 20, round(y) - 35)
        shown.page.mouse.click(*place)
        frames(shown.page, 2)
        assert near(centre(handle), place, axes)
        assert {each["name"] for each in shown.heard(final=True)} == set(moves(handle))
        assert shown.page.evaluate("document.activeElement.getAttribute('role')") == "slider", "keys go on from there"
        shown.agrees()


@each_kind
def test_a_press_other_buttons_and_other_keys_move_nothing(show: Show, name: str) -> None:
    shown = show(name)
    for target in (*shown.handles, *shown.areas):
        for key in ("Control+ArrowRight", "Alt+ArrowUp", "x", "Backspace", "Delete", "Enter", "Escape"):
            target.press(key)
    for handle in shown.handles:
        hold(shown.page, handle)
        shown.page.mouse.up()
        x, y = still(handle)
        for button in ("right", "middle"):
            shown.page.mouse.move(x, y)
            shown.page.mouse.down(button=button)
            shown.page.mouse.move(x + 30, y)
            shown.page.mouse.up(button=button)
        frames(shown.page, 2)
        assert near(centre(handle), (x, y))
    assert shown.heard() == []
    assert shown.state() == shown.contract.present
    assert "?" not in shown.page.url


@each_figure
def test_a_finger_on_the_handle_drags_and_the_page_stays(show: Show, name: str) -> None:
    shown = show(name, **PHONE)
    cdp = shown.page.context.new_cdp_session(shown.page)
    for handle in shown.handles:
        bring_to_the_middle(handle)
        axes = axes_of(shown.page, handle)
        x, y = still(handle)
        scrolled = shown.page.evaluate("scrollY")
        finger(cdp, "touchStart", (x + 5, y + 4))
        frames(shown.page, 1)
        for step in range(1, 17):
            finger(cdp, "touchMove", (x + 5 + 2 * step, y + 4 - step))
        frames(shown.page, 2)
        assert near(centre(handle), (x + 32, y - 16), axes)
        assert handle.locator(".gl-bubble").is_visible(), (
            "a finger covers the point, the bubble above it tells the value"
        )
        finger(cdp, "touchEnd")
        frames(shown.page, 2)
        assert not handle.locator(".gl-bubble").is_visible()
        assert shown.page.evaluate("scrollY") == scrolled
        assert shown.value(moves(handle)[0]) != shown.contract.present[moves(handle)[0]]
        shown.agrees()


@each_figure
def test_a_finger_beside_the_handle_scrolls_the_page_and_moves_nothing(show: Show, name: str) -> None:
    shown = show(name, **PHONE)
    cdp = shown.page.context.new_cdp_session(shown.page)
    for handle in shown.handles:
        bring_to_the_middle(handle)
        x, y = beside(handle)
        scrolled = shown.page.evaluate("scrollY")
        way = -1 if scrolled < shown.page.evaluate("document.documentElement.scrollHeight - innerHeight - 130") else 1
        finger(cdp, "touchStart", (x, y))
        for step in range(1, 13):
            finger(cdp, "touchMove", (x, y + way * 10 * step))
        finger(cdp, "touchEnd")
        shown.page.wait_for_function("([before, way]) => (scrollY - before) * -way > 60", arg=[scrolled, way])
        assert shown.heard() == []
    assert shown.page.evaluate("[scrollX, visualViewport.scale]") == [0, 1]


@each_figure
def test_a_tap_on_the_plot_takes_the_handle_there(show: Show, name: str) -> None:
    shown = show(name, **PHONE)
    for handle in shown.handles:
        bring_to_the_middle(handle)
        axes = axes_of(shown.page, handle)
        x, y = still(handle)
        place = (round(x) + (40 if "x" in axes else -40), round(y) - 30)
        shown.forget()
        shown.page.touchscreen.tap(*place)
        shown.wait_final()
        frames(shown.page, 2)
        assert near(centre(handle), place, axes)
        shown.agrees()


@each_kind
def test_a_second_finger_changes_nothing(show: Show, name: str) -> None:
    shown = show(name, **PHONE)
    cdp = shown.page.context.new_cdp_session(shown.page)
    for handle in shown.handles:
        bring_to_the_middle(handle)
        axes = axes_of(shown.page, handle)
        x, y = still(handle)
        other = beside(handle)
        finger(cdp, "touchStart", (x, y))
        finger(cdp, "touchMove", (x + 20, y))
        finger(cdp, "touchStart", (x + 20, y), other)
        finger(cdp, "touchMove", (x + 30, y), other)
        frames(shown.page, 2)
        assert near(centre(handle), (x + 30, y), axes)
        finger(cdp, "touchEnd")
        frames(shown.page, 2)
        shown.agrees()


@each_figure
def test_after_a_resize_the_handle_stands_where_a_click_there_leaves_it(show: Show, name: str) -> None:
    # A ratio that is no whole number: Bokeh's canvas and the page round differently there.
    shown = show(name, device_scale_factor=1.25)
    axes = [axes_of(shown.page, handle) for handle in shown.handles]
    first = [still(handle) for handle in shown.handles]
    specs = {state.name: state for state in shown.quantities}
    for width in (620, 360, 900, 1100) if name in KINDS else (360, 1100):
        shown.page.set_viewport_size({"width": width, "height": 1000})
        for handle, along in zip(shown.handles, axes, strict=True):
            x, y = still(handle, frames=6)
            before = shown.state()
            shown.page.mouse.move(1, 1)
            handle.evaluate("(e) => { e.style.pointerEvents = 'none'; }")
            shown.page.mouse.click(round(x), round(y))
            handle.evaluate("(e) => { e.style.pointerEvents = ''; }")
            frames(shown.page, 2)
            assert near(centre(handle), (round(x), round(y)), along), width
            for state in moves(handle):
                spec = specs[state]
                assert abs(shown.value(state) - before[state]) < 0.02 * (spec.high - spec.low), "it stood elsewhere"
    for handle, place in zip(shown.handles, first, strict=True):
        assert abs(centre(handle)[0] - place[0]) < 4, "rounding of clicks aside it is where it was"


@pytest.mark.parametrize("name", ["family", "fold"])
def test_a_picture_is_turned_by_a_drag_beside_its_points(show: Show, name: str) -> None:
    shown = show(name)
    assert shown.areas
    for area in shown.areas:
        start = shown.state()
        for wait, steps in ((0, 2), (1000, 20)):
            x, y = hold(shown.page, area)
            shown.page.wait_for_timeout(wait)
            for step in range(1, steps + 1):
                shown.page.mouse.move(x - 40 * step / steps, y + 20 * step / steps)
            frames(shown.page, 2)
            turned = shown.state()
            assert {name for name, value in turned.items() if value != start[name]} == set(moves(area))
            shown.page.mouse.move(x, y)
            frames(shown.page, 2)
            assert same(shown.state(), start), "back where it was"
            shown.page.mouse.up()
            frames(shown.page, 2)
        shown.agrees()


def bring_to_the_middle(handle: Locator) -> None:
    """Scrolls a handle to the middle of the window, so that a page can scroll both ways under a finger."""
    handle.evaluate("(e) => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
    still(handle)
