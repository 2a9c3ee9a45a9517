/** Whether numbers were rounded for print, and how coarsely: outputs alone, or inputs with them. The twin of gelu_core/printed.py. */
(function (lab) {
  "use strict";
  /** @typedef {{places: number, unit: "decimals" | "digits"}} Print how numbers may have been printed */
  const LOWEST = -340;
  // As decimals are read, which is exact; Math.pow is not in every engine.
  const POWERS = Array.from({ length: 660 }, (_, at) => Number(`1e${LOWEST + at}`));
  const power = (/** @type {number} */ exponent) => POWERS[exponent - LOWEST];
  const TINY = 1e-290; // below it there are not so many digits
  let decimals = 0;
  let digits = /** @type {number[]} */ ([]);
  let fewest = { decimals: 0, grid: 0 };

  /**
   * @param {number} most decimals @param {number[]} counts of digits that print leaves
   * @param {{decimals: number, grid: number}} least decimals of inputs, and inputs of a grid
   */
  lab.addPrint = (most, counts, least) => {
    decimals = most;
    digits = counts;
    fewest = least;
  };

  /** The unit of the last of so many digits. @param {number} value @param {number} count */
  const place = (value, count) => {
    const size = Math.abs(value);
    if (size === 0 || !Number.isFinite(size)) return size;
    let first = Math.floor(Math.log10(size));
    if (power(first + 1) <= size) first++;
    else if (power(first) > size) first--;
    return power(first + 1 - count);
  };

  /** @param {ArrayLike<number>} y @param {(y: number) => boolean} test */
  const every = (y, test) => {
    for (let i = 0; i < y.length; i++) if (!test(y[i])) return false;
    return true;
  };

  /** @param {ArrayLike<number>} y */
  const decimalsOf = (y) => {
    for (let count = 1; count <= decimals; count++) {
      const unit = power(count);
      if (every(y, (each) => Math.abs(each - lab.nearest(each * unit) / unit) <= 4e-16 * Math.max(Math.abs(each), 1))) return count;
    }
    return 0;
  };

  /** @param {number} value @param {number} count */
  const ends = (value, count) => {
    const size = Math.abs(value);
    if (!(size > TINY) || size === Infinity) return true;
    const unit = place(size, count);
    return Math.abs(size - lab.nearest(size / unit) * unit) <= 1e-15 * size;
  };

  /** @param {ArrayLike<number>} values @param {number[]} counts */
  const digitsOf = (values, counts) => counts.find((count) => every(values, (each) => ends(each, count))) ?? 0;

  /** @param {number} behind @param {number} all @returns {Print[]} */
  const prints = (behind, all) => [
    ...(behind ? [{ places: behind, unit: /** @type {const} */ ("decimals") }] : []),
    ...(all ? [{ places: all, unit: /** @type {const} */ ("digits") }] : []),
  ];

  /** Half a unit of the last place, and a little. @param {Print} print @returns {(value: number) => number} */
  const halfOf = ({ places, unit }) => {
    const same = 0.501 / power(places);
    return unit === "decimals" ? () => same : (value) => 0.501 * place(value, places);
  };

  /** Of what may have been cut: of the larger. @param {Print[]} all @returns {(value: number) => number} */
  lab.halfPrinted = (all) => {
    const [one = () => 0, other] = all.map(halfOf);
    return other ? (value) => Math.max(one(value), other(value)) : one;
  };

  /** @param {Print} print */
  lab.printName = ({ places, unit }) => `${places} ${unit}`;

  /** Of decimals and digits what was cut to: its unit is mostly the larger one. @param {Print[]} all @param {ArrayLike<number>} values */
  const likelier = (all, values) => {
    if (all.length === 1) return lab.printName(all[0]);
    const [one, other] = all.map(halfOf);
    let ahead = 0;
    for (let i = 0; i < values.length; i++) {
      const [a, b] = [one(values[i]), other(values[i])];
      ahead += Number(a > 1.001 * b) - Number(b > 1.001 * a);
    }
    return lab.printName(all[ahead >= 0 ? 0 : 1]);
  };

  /** Whether the numbers are a grid to their last bits. @param {ArrayLike<number>} x */
  const even = (x) => {
    const apart = Float64Array.from(new Set(Array.from(x))).sort();
    if (apart.length < fewest.grid) return false;
    let [least, most] = [Infinity, 0];
    for (let i = 1; i < apart.length; i++) {
      const step = apart[i] - apart[i - 1];
      least = Math.min(least, step);
      most = Math.max(most, step);
    }
    return most - least <= 1e-14 * Math.max(Math.abs(apart[0]), Math.abs(apart[apart.length - 1]));
  };

  /** How the outputs may have been printed, if they were: decimals first. @param {ArrayLike<number>} y */
  lab.printed = (y) => prints(decimalsOf(y), digitsOf(y, digits));

  /**
   * How inputs and outputs may have been printed, if the inputs look as if they were, too.
   * @param {ArrayLike<number>} x @param {ArrayLike<number>} y @param {Print[]} outputs how they may have been
   * @returns {{name: string, inputs: Print[], outputs: Print[]} | null}
   */
  lab.printedBoth = (x, y, outputs) => {
    if (every(x, (each) => Math.fround(each) === each) || even(x)) return null;
    const [behind, all] = [decimalsOf(x), digitsOf(x, [1, 2, ...digits])];
    const inputs = prints(behind >= fewest.decimals ? behind : 0, digits.includes(all) ? all : 0);
    const alike = (/** @type {Print} */ a) => outputs.some((b) => a.unit === b.unit && Math.abs(a.places - b.places) <= 1);
    if (!inputs.some(alike)) return null;
    const [one, other] = [likelier(inputs, x), likelier(outputs, y)];
    const name = one === other ? `${one} in inputs and outputs` : `${one} in inputs, ${other} in outputs`;
    return { name, inputs, outputs };
  };
})(globalThis.gelulab);
