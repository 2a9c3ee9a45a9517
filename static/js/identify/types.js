/** Narrow number types in the browser: what each of them rounds to, and its step. The twin of gelu_core/precision.py. */
(function (lab) {
  "use strict";
  const TO_INTEGER = 1.5 * 2 ** 52; // added and taken away, it rounds to the nearest integer, ties to the even one
  const view = new DataView(new ArrayBuffer(8));

  /** @type {Record<string, [number, number, number]>} digits behind the point, the exponents of the first and the last */
  let types = {};
  /** @param {Record<string, [number, number, number]>} given */
  lab.addTypes = (given) => {
    types = given;
  };
  /** @param {string} dtype */
  lab.epsilon = (dtype) => 2 ** -types[dtype][0];

  /** The power of two of the first digit; below that of every type for zeros and subnormal doubles. @param {number} x */
  const exponent = (x) => {
    view.setFloat64(0, x);
    return ((view.getUint16(0) >> 4) & 0x7ff) - 1023;
  };

  /** To the nearest integer, a tie to the even one. @param {number} x */
  lab.nearest = (x) => (Math.abs(x) < 2 ** 51 ? x + TO_INTEGER - TO_INTEGER : x);

  /** @param {string} dtype @returns {(x: number) => number} */
  lab.rounder = (dtype) => {
    if (dtype === "float64") return (x) => x;
    if (dtype === "float32") return Math.fround;
    const [digits, lowest, highest] = types[dtype];
    const largest = (2 - 2 ** -digits) * 2 ** highest;
    return (x) => {
      if (x === 0 || !Number.isFinite(x)) return x;
      const unit = 2 ** (Math.max(exponent(x), lowest) - digits);
      const rounded = lab.nearest(x / unit) * unit;
      return Math.abs(rounded) > largest ? Math.sign(x) * Infinity : rounded;
    };
  };

  /** How far apart the numbers of a type are at |x|; nan where it has none any more. @param {string} dtype */
  lab.spacer = (dtype) => {
    const [digits, lowest, highest] = types[dtype];
    return (/** @type {number} */ x) => {
      const power = exponent(x);
      return Number.isFinite(x) && power <= highest ? 2 ** (Math.max(power, lowest) - digits) : NaN;
    };
  };
})(globalThis.gelulab);
