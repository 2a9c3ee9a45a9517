"""The lecture in Firefox and in WebKit: a clicker walks through ten minutes of it, also after a point was dragged."""

from __future__ import annotations

from browser_tools import Served
from engine_drivers import Engine, drag, press
from test_engines_figures import POINT

# Waits until a screen's figure can be used and is laid out; tells which screen it is.
SETTLED = """
async () => {
  window.trouble ??= (addEventListener("error", (event) => window.trouble.push(event.message)), []);
  for (let tries = 0; !document.querySelector(".gl-screen[data-shown][data-settled]"); tries++) {
    if (tries > 600) throw new Error(`not settled after 30 s: ${location.hash}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  const screen = document.querySelector(".gl-screen[data-shown]");
  const figures = [...screen.querySelectorAll("figure[data-figure]")].map((each) => each.id);
  return { id: screen.id, figures, bars: scrollWidth > clientWidth || scrollHeight > clientHeight };
}
"""
VALUE = """
async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  return Number(document.querySelector(".gl-screen[data-shown] [role=slider]:not(.gl-area)").ariaValueNow);
}
"""


def test_a_clicker_walks_through_the_ten_minutes(engine: Engine, lab: Served) -> None:
    engine.open(lab.at("lecture.html?route=short"))
    seen = []
    dragged = False
    while True:
        screen = engine.run(SETTLED)
        if screen["id"] in seen[-1:]:
            break
        assert not screen["bars"], screen
        seen.append(screen["id"])
        if screen["figures"] and not dragged:
            point = engine.run(POINT, screen["figures"][0], 0)
            before = engine.run(VALUE)
            drag(engine, point["x"], point["y"], [(dx, -dx) for dx in range(6, 61, 6)])
            assert engine.run(VALUE) != before
            assert engine.run(SETTLED)["id"] == seen[-1]
            dragged = True
        press(engine, "PageDown")
    assert dragged
    assert seen == engine.run("() => [...document.querySelectorAll('.gl-screen[data-short]')].map((each) => each.id)")
    press(engine, "PageUp")
    assert engine.run(SETTLED)["id"] == seen[-2]
    assert engine.run("() => window.trouble") == []
