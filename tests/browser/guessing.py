"""Makes the predictions of a page as readers do: by mouse, finger and keys."""

from __future__ import annotations

from collections.abc import Callable

from gelu_lab.lesson import Prediction, load_sections
from playwright.sync_api import CDPSession, Locator, Page

SECTIONS = load_sections()
ASKING = [section.id for section in SECTIONS if section.asked]
PREDICTIONS: dict[str, Prediction] = {each.name: each for section in SECTIONS for each in section.asked}


def waiting_of(page: Page, section: str) -> list[Locator]:
    """What is hidden until the reader has committed."""
    return page.locator(f"#section-{section} [data-after-predict]:not(.gl-keys)").all()


def box_of(page: Page, name: str) -> Locator:
    """The box of a prediction, alive."""
    box = page.locator(f'[data-predict="{name}"]')
    page.locator(f'[data-predict="{name}"][data-bound]').wait_for(state="attached")
    return box


def edges(box: Locator) -> tuple[float, float, float, float]:
    """Left, top, width and height of what is drawn on, in the middle of the window."""
    plot = box.locator(".gl-pad-plot, .gl-scale")
    plot.evaluate("(e) => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
    found = plot.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["width"], found["height"]


def by_mouse(box: Locator, share: float = 0.5, curve: Callable[[float], float] | None = None) -> None:
    """Chooses the first option, presses at `share` of the height (or width), or draws a curve, in shares too."""
    mouse, kind = box.page.mouse, box.get_attribute("data-kind")
    if kind == "choice":
        box.locator("input").first.check()
        return
    left, top, width, height = edges(box)
    if kind != "sketch":
        across, down = (share, 0.5) if kind == "number" else (0.6, share)
        mouse.click(left + across * width, top + down * height)
        return
    line = curve or (lambda x: share)
    mouse.move(left + 1, top + line(0) * height)
    mouse.down()
    for step in range(1, 41):
        mouse.move(left + 1 + (width - 2) * step / 40, top + line(step / 40) * height)
    mouse.up()


def by_finger(cdp: CDPSession, box: Locator) -> None:
    """The same with a finger, where it is drawn or placed."""

    def finger(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1], "id": 1}] if at else []
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    if box.get_attribute("data-kind") == "choice":
        box.locator("input").first.tap()
        return
    left, top, width, height = edges(box)
    finger("touchStart", left + 3, top + 0.4 * height)
    if box.get_attribute("data-kind") == "sketch":
        for step in range(1, 31):
            finger("touchMove", left + 3 + (width - 6) * step / 30, top + (0.4 + 0.3 * step / 30) * height)
    finger("touchEnd")


def by_keys(box: Locator) -> None:
    """The same with keys alone."""
    keyboard, kind = box.page.keyboard, box.get_attribute("data-kind")
    if kind == "choice":
        box.locator("input").first.focus()
        keyboard.press("Space")
    elif kind == "number":
        box.locator(".gl-field").focus()
        keyboard.type("0,5")
    elif kind == "point":
        box.locator("[role=slider]").focus()
        for _ in range(3):
            keyboard.press("ArrowDown")
    else:
        box.locator('[role=slider][tabindex="0"]').focus()
        for key in ("ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "PageUp", "Shift+ArrowDown"):
            keyboard.press(key)


def commit(box: Locator) -> str:
    """Commits, and returns what the box says."""
    box.locator("[data-action=commit]").click()
    return box.locator("[data-verdict]").inner_text().strip()


def skip(box: Locator) -> None:
    """Skips."""
    box.locator("[data-action=skip]").click()
