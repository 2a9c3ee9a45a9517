/** What was found, in words and as a table. Every element is there from the start: only its text changes. */
(function (lab) {
  "use strict";
  const MINUS = "\u2212";
  const PRINTED = /^(?:(\w+), )?(\d+) (decimals|digits)$/;
  const BOTH = /^(\d+) (decimals|digits) in inputs(?: and outputs|, (\d+) (decimals|digits) in outputs)$/;
  const say = () => lab.words.identify;
  const title = (/** @type {string} */ name) => lab.identifyForms[name].title;

  /** @param {number} value @param {number} digits */
  const number = (value, digits) => {
    if (!Number.isFinite(value) || (value !== 0 && Math.abs(value) < 1e-3) || Math.abs(value) >= 1e6) {
      return lab.scientific(value, Math.min(digits, 4));
    }
    if (Math.abs(value) >= 1e4) return lab.count(Number(value.toPrecision(digits)));
    return String(Number(value.toPrecision(digits))).replace("-", MINUS);
  };
  lab.identifyNumber = number;

  /** @param {string[]} names */
  const either = (names) => {
    const titles = names.map(title);
    const last = titles.pop() ?? "";
    return titles.length ? lab.fill(say().either, { some: titles.join(", "), last }) : last;
  };

  /** What the rounding is called. @param {string} name */
  const arithmetic = (name) => {
    const [, dtype, count, unit] = PRINTED.exec(name) ?? [];
    const words = say().arithmetic;
    if (unit) return lab.fill(words[dtype ? `type_${unit}` : unit], { dtype, count });
    const [both, ofInputs, inputUnit, ofOutputs, outputUnit] = BOTH.exec(name) ?? [];
    if (both) {
      const inputs = lab.fill(words[`count_${inputUnit}`], { count: ofInputs });
      const outputs = outputUnit && lab.fill(words[`count_${outputUnit}`], { count: ofOutputs });
      return lab.fill(outputs ? words.each : words.both, { inputs, outputs });
    }
    const [type, how] = name.split(", ");
    const kind = how === "step by step" ? "steps" : how ? "cut" : "plain";
    return lab.fill(words[kind], { dtype: type });
  };

  /**
   * The verdict in sentences: what it is, how sure that is and why, and how the formula is spelled.
   * @param {any} found by lab.identify @returns {{head: string, why: string, spelling: string}}
   */
  lab.verdict = (found) => {
    const words = say().verdict;
    const [first, second] = found.candidates;
    const at = number(found.deciding_input, 6);
    if (found.best === "unknown") {
      const { deviation, times } = first;
      const slots = { form: title(first.name), at: number(found.where, 6), off: number(deviation, 3), times: number(times, 3) };
      return { head: words.none, why: lab.fill(Number.isFinite(deviation) ? words.nearest : words.endless, slots), spelling: "" };
    }
    const others = found.possible.filter((/** @type {string} */ name) => name !== found.best);
    const slots = { form: title(found.best), others: either(others), at, second: title(second.name),
      times: number(second.excess, 3), arithmetic: arithmetic(found.arithmetic) };
    const head = lab.fill(found.certain ? words.certain : words.open, slots);
    const why = `${lab.fill(found.certain ? words.certain_why : words.open_why, slots)} ${lab.fill(words.rounding, slots)}`;
    const formulas = found.spelling.map((/** @type {string} */ name) => lab.fill(words.spelled, lab.identifySpellings[name]));
    const spelling = formulas.length ? lab.fill(words.spelling, { formulas: formulas.join("; ") }) : "";
    return { head: head[0].toUpperCase() + head.slice(1), why, spelling };
  };

  /** @param {string} tag @param {string} text @param {Record<string, string>} [attributes] */
  const cell = (tag, text, attributes = {}) => {
    const made = document.createElement(tag);
    made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };

  /** @param {any} found @param {any} candidate */
  const row = (found, candidate) => {
    const { title: name, formula, role } = lab.identifyForms[candidate.name];
    const fits = found.possible.includes(candidate.name);
    const made = document.createElement("tr");
    made.dataset.form = candidate.name;
    made.classList.toggle("gl-fits", fits);
    const head = cell("th", "", { scope: "row" });
    head.append(cell("span", name, { class: role }), " ", cell("span", formula, { class: "gl-formula-of" }));
    made.append(head, cell("td", fits ? say().fits : say().out),
      ...[candidate.deviation, candidate.excess].map((value) => cell("td", number(value, 3), { "data-number": String(value) })),
      cell("td", number(candidate.at, 6)), cell("td", number(candidate.allowed, 2)));
    return made;
  };

  /** @param {HTMLElement} place with data-identify-found @param {any} found */
  lab.showVerdict = (place, found) => {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (place.querySelector(`[data-part="${name}"]`));
    const { head, why, spelling } = lab.verdict(found);
    place.dataset.best = found.best;
    place.dataset.certain = String(found.certain);
    lab.say(part("head"), head);
    lab.say(part("why"), why);
    lab.say(part("spelling"), spelling);
    part("rows").replaceChildren(...found.candidates.map((/** @type {any} */ each) => row(found, each)));
    const at = found.deciding_input;
    const certain = found.best === "unknown" || found.certain;
    lab.say(part("decides"), lab.fill(certain ? say().differ : say().decides, { at: number(at, 6) }));
    part("expected").replaceChildren(...found.candidates.slice(0, 2).map(({ name }) => {
      const value = lab.forms[name](at);
      const line = cell("li", "");
      line.append(cell("span", title(name), { class: lab.identifyForms[name].role }), `: `,
        cell("span", number(value, 7), { "data-number": String(value), "data-form": name, class: "gl-number-of" }));
      return line;
    }));
  };
})(globalThis.gelulab);
