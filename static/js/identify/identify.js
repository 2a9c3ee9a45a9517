/** Which GELU produced some numbers: the rule of gelu_core/identify.py, where its reasons stand. */
(function (lab) {
  "use strict";
  /**
   * @typedef {{places: number, unit: "decimals" | "digits"}} Print
   * @typedef {{name: string, dtype: string, stepwise: boolean, outputs?: Print[], inputs?: Print[],
   *   tentative?: boolean}} Rounding
   * @typedef {{name: string, deviation: number, far: number, times: number, excess: number, at: number,
   *   allowed: number}} Candidate the largest deviation, its input, and that as a multiple of what rounding explains;
   *   the largest such multiple, its input, and what rounding explains there
   */
  const HALVES = ["bfloat16", "float16"];
  const UNKNOWN = "unknown";
  /** @type {{grid: number[], spellings: Record<string, string[]>}} */
  let facts = { grid: [], spellings: {} };

  /** Takes what the core knows. @param {any} given */
  lab.addIdentifyFacts = (given) => {
    facts = given;
    lab.addMills(given.mills);
    lab.addTypes(given.types);
    lab.addPrint(given.decimals, given.digits, given.fewest);
    lab.addFormConstants(given.constants, given.saturated);
  };

  /**
   * How far from the value that the form gives a right result may lie.
   * @param {string} name @param {Rounding} rounding @returns {(x: number, value: number) => number}
   */
  const allowance = (name, { dtype, stepwise, outputs = [], inputs = [] }) => {
    const spacing = lab.spacer(dtype);
    const eps = lab.epsilon(dtype);
    const [last, cut] = [lab.halfPrinted(outputs), lab.halfPrinted(inputs)];
    const form = lab.forms[name];
    return (x, value) => {
      const step = spacing(value);
      const lost = 1.5 * Math.abs(x) + 3 * Math.abs(value);
      const more = !stepwise ? 2 ** -23 * lost : HALVES.includes(dtype) ? 0.25 * eps * Math.abs(x) : eps * lost;
      const allowed = (Number.isFinite(step) ? 1.01 * step : Infinity) + more + last(value);
      if (!inputs.length) return allowed;
      const half = cut(x);
      return allowed + Math.max(Math.abs(form(x - half) - value), Math.abs(form(x + half) - value));
    };
  };

  /** @param {ArrayLike<number>} y @param {(y: number) => number} round */
  const holds = (y, round) => {
    for (let i = 0; i < y.length; i++) if (round(y[i]) !== y[i]) return false;
    return true;
  };

  /**
   * From the finest to the coarsest that the numbers allow.
   * @param {ArrayLike<number>} x @param {ArrayLike<number>} y @returns {Iterable<Rounding>}
   */
  const roundings = function* (x, y) {
    yield { name: "float64", dtype: "float64", stepwise: true };
    yield { name: "float32", dtype: "float32", stepwise: true };
    const printed = lab.printed(y);
    const both = lab.printedBoth(x, y, printed);
    for (const each of printed) {
      yield { name: lab.printName(each), dtype: "float32", stepwise: true, outputs: [each], tentative: Boolean(both) };
    }
    if (both) yield { ...both, dtype: "float32", stepwise: true };
    const held = HALVES.find((dtype) => holds(y, lab.rounder(dtype)));
    if (held) {
      yield { name: held, dtype: held, stepwise: false };
      yield { name: `${held}, step by step`, dtype: held, stepwise: true };
    }
    const [first] = printed;
    if (first?.unit === "decimals" && first.places <= 5) {
      for (const dtype of [...HALVES].reverse()) {
        yield { name: `${dtype}, ${lab.printName(first)}`, dtype, stepwise: false, outputs: [first] };
      }
    }
  };

  /** @param {string} name @param {Rounding} rounding @returns {((x: number) => number)[]} */
  const valuesOf = (name, rounding) => {
    const round = lab.rounder(rounding.dtype);
    const steps = rounding.stepwise && HALVES.includes(rounding.dtype);
    const forms = steps ? lab.imitated(name, round) : [lab.forms[name]];
    return forms.map((/** @type {Function} */ form) => (/** @type {number} */ x) => form(round(x)));
  };

  /** What is no number is infinitely far. @param {number} off */
  const orEndless = (off) => (Number.isNaN(off) ? Infinity : off);

  /**
   * @param {string} name @param {Rounding} rounding @param {ArrayLike<number>} x @param {ArrayLike<number>} y
   * @returns {Candidate}
   */
  const candidate = (name, rounding, x, y) => {
    const allowed = allowance(name, rounding);
    let best = /** @type {Candidate} */ ({ name });
    valuesOf(name, rounding).forEach((value, number) => {
      const found = { name, deviation: -1, far: x[0], times: 0, excess: -1, at: x[0], allowed: 0 };
      // A spelling that is worse than another is not the one: the rest of its numbers need not be looked at.
      for (let i = 0; i < x.length && (number === 0 || found.excess <= best.excess); i++) {
        const given = value(x[i]);
        const may = allowed(x[i], given);
        const off = orEndless(Math.abs(y[i] - given));
        const excess = orEndless(off / may);
        if (off > found.deviation) Object.assign(found, { deviation: off, far: x[i], times: excess });
        if (excess > found.excess) Object.assign(found, { excess, at: x[i], allowed: may });
      }
      const better = found.excess < best.excess || (found.excess === best.excess && found.deviation < best.deviation);
      if (better || number === 0) best = found;
    });
    return best;
  };

  /** The input at which two forms differ most, measured by what rounding explains. @param {Rounding} rounding */
  const deciding = (/** @type {string} */ one, /** @type {string} */ other, rounding) => {
    const [first, second] = [allowance(one, rounding), allowance(other, rounding)];
    const gaps = facts.grid.map((x) => {
      const [a, b] = [lab.forms[one](x), lab.forms[other](x)];
      return Math.abs(a - b) / (first(x, a) + second(x, b));
    });
    return facts.grid[gaps.indexOf(Math.max(...gaps))];
  };

  /** The formulas that come clearly closer than the others. */
  const spelled = (/** @type {string} */ best, /** @type {Rounding} */ rounding, /** @type {ArrayLike<number>} */ x,
    /** @type {ArrayLike<number>} */ y) => {
    const names = facts.spellings[best] ?? [];
    const coarse = rounding.inputs ?? rounding.outputs?.some(({ unit }) => unit === "decimals");
    if (names.length < 2 || HALVES.includes(rounding.dtype) || coarse) return [];
    const dtype = holds(y, Math.fround) ? "float32" : "float64";
    const [round, spacing, forms] = [lab.rounder(dtype), lab.spacer(dtype), lab.spellings(dtype)];
    const off = names.map((name) => {
      let largest = 0;
      for (let i = 0; i < x.length; i++) {
        const steps = Math.abs(forms[name](round(x[i])) - y[i]) / spacing(y[i]);
        largest = Math.max(largest, orEndless(steps));
      }
      return largest;
    });
    const near = names.filter((_, at) => off[at] <= 2 * Math.min(...off) + 4);
    return near.length < names.length ? near : [];
  };

  /** Right in the digits of float32 alone, though there are more: unless they were printed with few, a constant was cut. */
  const arithmeticOf = (/** @type {Rounding} */ { name }, /** @type {ArrayLike<number>} */ y) => {
    if (name !== "float32" || holds(y, Math.fround)) return name;
    return lab.printed(y).map(lab.printName)[0] ?? "float64, with a constant cut short";
  };

  /** Smallest first, ties as they stood. @param {Candidate[]} fits @param {(fit: Candidate) => number[]} key */
  const sorted = (fits, key) => [...fits].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    const at = one.findIndex((value, place) => value !== other[place]);
    return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
  });

  /**
   * Says which known GELU produced some numbers, as `gelu_core.identify` does.
   * Pairs with an input that is not finite are left out; throws a RangeError if none is left.
   * @param {ArrayLike<number>} x @param {ArrayLike<number>} y as many
   */
  lab.identify = (x, y) => {
    const kept = Array.from(x, (_, i) => i).filter((i) => Number.isFinite(x[i]));
    if (!kept.length || x.length !== y.length) throw new RangeError("as many outputs as inputs, one of them finite");
    const [inputs, outputs] = [Float64Array.from(kept, (i) => x[i]), Float64Array.from(kept, (i) => y[i])];
    const names = Object.keys(lab.forms);
    const tried = (/** @type {Rounding} */ rounding) => names.map((name) => candidate(name, rounding, inputs, outputs));
    const result = (/** @type {string} */ best, /** @type {Candidate[]} */ fits, /** @type {Rounding} */ rounding) => ({
      best,
      certain: false,
      possible: /** @type {string[]} */ ([]),
      arithmetic: "",
      spelling: /** @type {string[]} */ ([]),
      deciding_input: deciding(fits[0].name, fits[1].name, rounding),
      count: inputs.length,
      candidates: fits,
    });
    let best = "";
    for (const rounding of roundings(inputs, outputs)) {
      const fits = sorted(tried(rounding), ({ excess }) => [excess]);
      const possible = fits.filter(({ excess }) => excess <= 1).map(({ name }) => name);
      if (!possible.length) continue;
      const enough = HALVES.includes(rounding.dtype) ? Math.min(1, Math.max(1.5 * fits[0].excess, 0.05)) : 1;
      best ||= names.find((name) => fits.some((fit) => fit.name === name && fit.excess <= enough)) ?? "";
      if (rounding.tentative) continue;
      const rank = ({ name, excess }) => [Number(name !== best), Number(!possible.includes(name)), excess];
      const ranked = sorted(fits, rank);
      return {
        ...result(best, ranked, rounding),
        certain: possible.length === 1 && possible[0] === best,
        possible: ranked.map(({ name }) => name).filter((name) => possible.includes(name)),
        arithmetic: arithmeticOf(rounding, outputs),
        spelling: spelled(best, rounding, inputs, outputs),
        where: ranked[0].at,
      };
    }
    const none = { name: "", dtype: "float32", stepwise: true };
    const fits = sorted(tried(none), ({ deviation, excess }) => [deviation, excess]);
    return { ...result(UNKNOWN, fits, none), where: fits[0].far };
  };
})(globalThis.gelulab);
