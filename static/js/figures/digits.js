/** What is left of a tiny number: four formulas, their errors, the digits they get right. The twin of digits.py. */
(function (lab) {
  "use strict";
  // The knots: from -38 to 0 in eighths.
  const LOW = -38;
  const PER_UNIT = 8;
  const KNOTS = 305;
  const NEAR = 4; // a line is the largest error within so many knots
  const DIGITS = /** @type {Record<string, number>} */ ({ float64: 16, float32: 7 });
  const FORMULAS = ["one_plus_erf", "erfc", "tanh", "core"];
  // An error of nothing has no logarithm: its mark stands here.
  const NOTHING = -17.8;
  const BASE = -19;
  // Where the words stand: x, y, alignment.
  const LABELS = /** @type {Record<string, Record<string, [number, number, string]>>} */ ({
    float64: {
      one_plus_erf: [-10.6, -5, "right"], tanh: [-10.6, -1.7, "right"], erfc: [-19, -12.4, "center"],
      core: [-27, -15.1, "center"], limit: [-17, -18.7, "center"],
    },
    float32: {
      one_plus_erf: [-5.9, -3.4, "right"], tanh: [-5.9, -1.5, "right"], erfc: [-9.6, -4.9, "center"],
      core: [-7, -10.6, "center"], limit: [-15, -4.5, "right"],
    },
  });
  const RAISED = /** @type {Record<string, string>} */ ({ "-": "⁻" });
  [..."⁰¹²³⁴⁵⁶⁷⁸⁹"].forEach((raised, n) => { RAISED[n] = raised; });

  lab.define("digits", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const say = fig.words.sentence;
    const pieces = await fig.table("truth");
    const results = /** @type {Record<string, any>} */ ({
      float64: await fig.table("float64"), float32: await fig.table("float32"),
    });
    const logs = await fig.table("errors");
    const veil = fig.element.querySelector(".gl-veil");
    const cells = [...fig.element.querySelectorAll(".gl-printed tbody td")];

    const knotOf = (/** @type {number} */ x) => Math.floor((x - LOW) * PER_UNIT + 0.5);
    const at = (/** @type {number} */ knot) => (knot + LOW * PER_UNIT) / PER_UNIT;

    // -- numbers as a program prints them ------------------------------------------------------------------------------
    /** @param {number} knot @param {string} type */
    const truthOf = (knot, type) => {
      const [first, rest, power] = [0, 1, 2].map((row) => pieces[row * KNOTS + knot]);
      if (!first) return "0.0";
      // Half-up needs no more than the eighth digit.
      const text = type === "float64" ? `${first}${String(rest).padStart(8, "0")}` : String(Math.floor((first + 5) / 10));
      return `-${text[0]}.${text.slice(1)}e${power}`;
    };
    /** @param {string} name @param {number} knot @param {string} type */
    const printed = (name, knot, type) => {
      const result = results[type][FORMULAS.indexOf(name) * KNOTS + knot];
      if (result === 0) return Object.is(result, -0) ? "-0.0" : "0.0";
      return result.toExponential(DIGITS[type] - 1);
    };
    /** How many digits agree with the true ones. @param {string} text @param {string} truth @param {string} type */
    const right = (text, truth, type) => {
      if (truth === "0.0") return DIGITS[type];
      const [here, power] = text.replace(/^-|\./g, "").split("e");
      const [there, wanted] = truth.replace(/^-|\./g, "").split("e");
      if (power !== wanted) return 0;
      let same = 0;
      while (same < DIGITS[type] && here[same] === there[same]) same++;
      return same;
    };
    /** A printed number as one reads it. @param {string} text */
    const spoken = (text) => {
      if (text === "0.0") return "0";
      const [number, power] = text.split("e");
      if (Number(power) >= -3) return lab.decimals(Number(text), 4);
      return `${lab.decimals(Number(number), 2)} × 10${[...power].map((each) => RAISED[each]).join("")}`;
    };

    // -- what is dragged and pressed -----------------------------------------------------------------------------------
    const handle = fig.handle({
      layer: main.layer,
      x: "x",
      pixel: () => main.pixel(fig.state.values.x, BASE),
      state: (/** @type {number} */ px) => ({ x: main.data(px, 0)[0] }),
    });
    handle.element.style.setProperty("--gl-handle", "var(--gl-muted)");
    const places = {
      minus_one: { x: -1 }, float32_end: { x: -5.5, type: "float32" }, minus_ten: { x: -10 },
      far: { x: -37.5, type: "float64" },
    };
    for (const [name, place] of Object.entries(places)) fig.action(name, () => fig.state.set(place, { final: true }));

    // -- the picture ---------------------------------------------------------------------------------------------------
    /** The logarithms of the errors of one formula. @param {string} type @param {string} name */
    const logsOf = (type, name) => {
      const row = (type === "float64" ? 0 : FORMULAS.length + 1) + [...FORMULAS, "limit"].indexOf(name);
      return logs.subarray(row * KNOTS, (row + 1) * KNOTS);
    };
    const knots = Array.from({ length: KNOTS }, (_, n) => at(n));
    let drawn = "";
    /** Everything that depends on the type alone. @param {string} type */
    const drawType = (type) => {
      if (type === drawn && main.model("core").data.x.length) return;
      drawn = type;
      main.write("limit", { x: knots, y: [...logsOf(type, "limit")] });
      for (const name of FORMULAS) {
        const errors = logsOf(type, name);
        const there = knots.map((x, n) => [x, errors[n]]).filter(([, y]) => !Number.isNaN(y));
        main.write(`${name} dots`, { x: there.map(([x]) => x), y: there.map(([, y]) => y) });
        const worst = knots.map((_, n) => {
          const nearby = [...errors.subarray(Math.max(0, n - NEAR), n + NEAR + 1)].filter((y) => !Number.isNaN(y));
          return nearby.length ? Math.max(...nearby) : NaN;
        });
        main.write(name, { x: knots, y: worst });
      }
      for (const [name, [x, y, align]] of Object.entries(LABELS[type])) {
        main.change(`${name} label`, { x, y, text_align: align });
      }
    };
    let told = "";
    /** @param {number} knot @param {string} type @param {any} values */
    const tell = (knot, type, values) => {
      if (told === `${knot} ${type}`) return;
      told = `${knot} ${type}`;
      const truth = truthOf(knot, type);
      const texts = [truth, ...FORMULAS.map((name) => printed(name, knot, type))];
      cells.forEach((cell, n) => {
        const text = texts[n];
        const count = n ? values[FORMULAS[n - 1]] : DIGITS[type];
        // The sign and the point belong to the digits.
        const end = count === DIGITS[type] ? text.length : count && count + (text[0] === "-" ? 1 : 0) + (count > 1 ? 1 : 0);
        const bold = document.createElement("b");
        bold.textContent = text.slice(0, end);
        cell.replaceChildren(bold, text.slice(end));
      });
    };

    return {
      compute({ x, type }) {
        const knot = knotOf(x);
        const truth = truthOf(knot, type);
        return Object.fromEntries(FORMULAS.map((name) => [name, right(printed(name, knot, type), truth, type)]));
      },

      describe({ x, type }, values) {
        const knot = knotOf(x);
        const truth = truthOf(knot, type);
        const vanished = Number(printed("core", knot, type)) === 0;
        const form = truth === "0.0" ? "zero" : vanished ? "vanished" : "point";
        const counts = Object.fromEntries(FORMULAS.map((name) => [name, lab.decimals(values[name], 0)]));
        return lab.fill(say[form], {
          x: lab.short(at(knot)), truth: spoken(truth), type, all: String(DIGITS[type]), ...counts,
        });
      },

      draw({ x, type }, values) {
        // What lies left of here answers the prediction; the page shows the veil until the reader has committed.
        const { x_range: across, y_range: up } = main.view.model;
        const [left, top] = main.pixel(across.start, up.end);
        const [edge, base] = main.pixel(-7, -17.85);
        Object.assign(veil.style, { left: `${left}px`, top: `${top}px`, width: `${edge - left}px`, height: `${base - top}px` });
        drawType(type);
        const knot = knotOf(x);
        tell(knot, type, values);
        const place = at(knot);
        main.write("here", { x: [place, place], y: [BASE, 0] });
        for (const name of FORMULAS) {
          const error = logsOf(type, name)[knot];
          main.write(`${name} here`, { x: [place], y: [Number.isNaN(error) ? NOTHING : error] });
        }
      },
    };
  });
})(globalThis.gelulab);
