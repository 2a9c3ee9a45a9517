"""What the tests of the lecture share: the screen that is shown, when it is there, what would be broken on it."""

from __future__ import annotations

from playwright.sync_api import Page

SHOWN = ".gl-screen[data-shown]"
SETTLED = f"{SHOWN}[data-settled]"
SIZES = [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}]
AT = "() => document.querySelector('.gl-screen[data-shown]').id"
# What a reader of the last row would call broken: scroll bars, things cut by the screen, things over other things.
FAULTS = """() => {
  const found = [], root = document.documentElement;
  if (root.scrollWidth > root.clientWidth || root.scrollHeight > root.clientHeight) found.push("scroll bars");
  const screen = document.querySelector(".gl-screen[data-shown]");
  const parts = [...screen.querySelectorAll("header > *, .gl-text, .gl-asked, .gl-options > li, .gl-told, .gl-slot,"
    + ".gl-value, .gl-sentence, .gl-quantity, .gl-flag, .gl-choice, .gl-figure .gl-button, .gl-routes a"),
    ...document.querySelectorAll(".gl-lecture-bar button, .gl-count-of")].filter((part) =>
      part.checkVisibility({ visibilityProperty: true }) && (part.textContent.trim() || part.matches(".gl-slot")));
  const name = (part) => `${part.className || part.tagName} "${part.textContent.trim().slice(0, 30)}"`;
  const bar = document.querySelector(".gl-lecture-bar").getBoundingClientRect().top;
  parts.forEach((one, at) => {
    const a = one.getBoundingClientRect();
    const bottom = screen.contains(one) ? bar : innerHeight;
    const cut = a.left < 0 || a.top < 0 || a.right > innerWidth + 0.5 || a.bottom > bottom + 0.5;
    const wide = one.scrollWidth > one.clientWidth + 1 && one.clientWidth && !one.matches(".gl-slot, span");
    if (cut || wide) found.push(`${cut ? "cut" : "wide"}: ${name(one)}`);
    for (const other of parts.slice(at + 1)) {
      if (one.contains(other) || [one, other].some((each) => each.matches(".gl-inset"))) continue;
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) found.push(`${name(one)} over ${name(other)}`);
    }
  });
  return found;
}"""
# A code as a camera sees it: the drawn modules and the address below.
CODE = """() => {
  const path = document.querySelector("#gl-code-sheet path").getAttribute("d");
  const size = document.querySelector("#gl-code-sheet svg").viewBox.baseVal.width - 8;
  const dark = new Set([...path.matchAll(/M(\\d+) (\\d+)/g)].map(([, x, y]) => `${y - 4},${x - 4}`));
  const url = document.querySelector(".gl-code-address").textContent;
  const wanted = gelulab.qr(url);
  return { url, same: wanted.length === size
    && wanted.every((row, y) => row.every((module, x) => module === dark.has(`${y},${x}`))) };
}"""


def settled(page: Page) -> str:
    """Waits until the screen's figure can be used and is laid out; returns the screen's id."""
    page.locator(SETTLED).wait_for()
    return str(page.evaluate(AT))
