"""A figure in a browser held against the same figure in Python: every read-out, every word, the sentence."""

from __future__ import annotations

from typing import Any

from gelu_lab.figure import Figure
from gelu_lab.markup import shown

# Types each value into the native control of its state and waits until the read-outs and the sentence are as wanted;
# returns what differed. The numbers may differ by 1e-8, the words by nothing.
DRIVE = """
async (figure, cases) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const set = (name, value) => {
    const control = figure.querySelector(`input[type=text][data-control="${name}"]`)
      || figure.querySelector(`[data-control="${name}"]`);
    if (!control) throw new Error(`no control for ${name}`);
    if (control.type === "checkbox") control.checked = value;
    else control.value = String(value);
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const near = (one, other) => one === other || (one === "NaN" && other === "nan")
    || Math.abs(Number(one) - Number(other)) <= 1e-8;
  const wrong = [];
  // What is compared stands in the page before the picture is drawn: of all these states every sixth is drawn, but
  // where drawing asks for tables that the numbers need.
  const { script, spec } = gelulab.figureOf.get(figure);
  const { draw } = script;
  let turn = 0;
  if (!Object.keys(spec.lazy).length) script.draw = (...all) => turn % 6 || draw(...all);
  for (const { state, values, sentence } of cases) {
    turn += 1;
    for (const [name, value] of Object.entries(state)) set(name, value);
    let differences = [];
    for (let tries = 0; tries < 120; tries++) {
      if (tries || Object.keys(state).length) await frame();
      differences = [];
      for (const [name, [number, text]] of Object.entries(values)) {
        const output = figure.querySelector(`output[data-value="${name}"]`);
        if (!near(output.dataset.number, number)) differences.push([name, output.dataset.number, number]);
        if (output.textContent !== text) differences.push([name, output.textContent, text]);
      }
      const said = figure.querySelector("[data-sentence]").textContent;
      if (said !== sentence) differences.push(["sentence", said, sentence]);
      if (!differences.length) break;
    }
    if (differences.length) wrong.push([state, differences]);
    if (wrong.length > 4) break;
  }
  script.draw = draw;
  return wrong;
}
"""


def cases(wanted: list[Figure], *, typed: bool) -> list[dict[str, Any]]:
    """What DRIVE is called with; `typed`: whether it brings the figure into each state or only looks at it."""
    return [
        {
            "state": {name: spelled(value) for name, value in each.present.items()} if typed else {},
            "values": {
                value.name: [repr(float(each.values[value.name])), shown(each.values[value.name], value)]
                for value in each.read_outs
            },
            "sentence": each.sentence,
        }
        for each in wanted
    ]


def spelled(value: Any) -> Any:
    """A number with all its digits, as a reader could type it."""
    return value if isinstance(value, (bool, str)) else repr(value)
