"""The live lab in Firefox and in WebKit: a target is drawn, a run is started and comes to its end."""

from __future__ import annotations

from browser_tools import Served
from engine_drivers import Engine, drag

# Waits for a line of text that stands under a name, and what it waited for.
UNTIL = """
async (selector, wanted) => {
  window.trouble ??= (addEventListener("error", (event) => window.trouble.push(event.message)), []);
  for (let tries = 0; ; tries++) {
    const found = document.querySelector(selector);
    if (found && found.textContent.includes(wanted)) return found.textContent;
    if (tries > 600) throw new Error(`after 30 s: ${selector} says ${found?.textContent}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
"""
# Chooses the reader's own target and a short run; returns where the drawing is.
CHOOSE = """
async () => {
  const set = (label, value) => {
    const control = [...document.querySelectorAll("label")].find((each) => each.textContent.trim() === label).control;
    control.value = value;
    for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  set("Target", "drawn");
  set("Steps", "200");
  set("Steps a second", "0");
  const layer = document.querySelector('[data-slot="fit"] .gl-layer');
  layer.scrollIntoView({ block: "center", behavior: "instant" });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { x, y, width, height } = layer.getBoundingClientRect();
  return { x, y, width, height };
}
"""
BUTTON = """
() => {
  const run = document.querySelector(".gl-run [data-action=run]");
  run.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = run.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
"""
KNOTS = "() => [...document.querySelectorAll('[role=slider]')].map((each) => Number(each.ariaValueNow))"


def test_draw_and_run(engine: Engine, lab: Served) -> None:
    engine.open(lab.at("lab"))
    engine.run(UNTIL, "[data-lab][data-ready=true]", "")
    box = engine.run(CHOOSE)
    assert not any(engine.run(KNOTS))
    across = range(0, round(box["width"]) - 100, 20)
    drag(engine, box["x"] + 60, box["y"] + box["height"] / 2, [(dx, -40) for dx in across])
    drawn = engine.run(KNOTS)
    assert sum(value > 0 for value in drawn) > 15
    place = engine.run(BUTTON)
    drag(engine, place["x"], place["y"], [])
    engine.run(UNTIL, "[data-state]", "Run 1 is done.")
    assert "my own drawing" in engine.run(UNTIL, "tbody tr", "GELU")
    assert engine.run("() => window.trouble") == []
