/**
 * Phi with all the digits of a double, from tables of the core: digits are what the page identifies numbers by.
 *
 * Near a knot t of the table of Phi (steps of 1/64 to 8.5) the Taylor series: the derivatives of the density are Hermite
 * polynomials times the density, which the table holds. Beyond it a table of Mills' ratio Phi(-t)/phi(t), read by the
 * cubic Hermite rule, times phi; its slope is t times itself, less 1. The browser has no formula for Phi or erf.
 */
(function (lab) {
  "use strict";
  const TERMS = 10; // the next would be 1e-19 of the sum
  const SPLIT = 134217729; // 2^27 + 1
  const SQRT2_REST = -9.667293313452913e-17; // sqrt(2) less its double
  let step = 1;
  let tail = new Float64Array(0);
  let bell = new Float64Array(0);
  let mills = { start: Infinity, step: 1, ratio: new Float64Array(0) };

  /** @param {{start: number, step: number, ratio: any}} packed Mills' ratio beyond the table of Phi */
  lab.addMills = (packed) => {
    const table = lab.phiTable();
    step = table.step;
    tail = table.tail;
    bell = table.slope;
    mills = { ...packed, ratio: lab.unpack(packed.ratio) };
  };

  /** @param {number} t beyond the table of Phi */
  const far = (t) => {
    const at = (t - mills.start) / mills.step;
    const i = Math.floor(at);
    if (!(i + 1 < mills.ratio.length)) return 0; // below 1e-298
    const u = at - i;
    const v = 1 - u;
    const [a, b] = [mills.ratio[i], mills.ratio[i + 1]];
    const slope = (/** @type {number} */ k, /** @type {number} */ ratio) =>
      mills.step * ((mills.start + k * mills.step) * ratio - 1);
    const ratio = a * (1 + 2 * u) * v * v + slope(i, a) * u * v * v + b * (3 - 2 * u) * u * u - slope(i + 1, b) * u * u * v;
    return ratio * Math.exp(-t * t / 2) / Math.sqrt(2 * Math.PI);
  };

  /** Phi(-t - rest) for t >= 0. @param {number} t @param {number} [rest] what t has lost of its last digit */
  const below = (t, rest = 0) => {
    const i = Math.round(t / step);
    if (!(i < tail.length)) return far(t);
    const knot = i * step;
    const d = t - knot + rest;
    let [previous, hermite, power, sum] = [0, 1, d, d];
    for (let n = 1; n < TERMS; n++) {
      [previous, hermite] = [hermite, knot * hermite - (n - 1) * previous];
      power *= -d / (n + 1);
      sum += hermite * power;
    }
    return tail[i] - bell[i] * sum;
  };

  /** GELU(x) = max(x, 0) - |x| Phi(-|x|). @param {number} x */
  lab.exactGelu = (x) => {
    const t = Math.abs(x);
    return (x > 0 ? x : 0) - t * below(t);
  };

  /** sqrt(2) z and what the product has lost (Dekker). @param {number} z @returns {[number, number]} */
  const timesRoot = (z) => {
    const product = Math.SQRT2 * z;
    const halves = (/** @type {number} */ v) => {
      const high = v * SPLIT - (v * SPLIT - v);
      return [high, v - high];
    };
    const [[a, b], [c, d]] = [halves(Math.SQRT2), halves(z)];
    return [product, b * d - (product - a * c - b * c - a * d) + SQRT2_REST * z];
  };

  /** 1 - erf(z), which is 2 Phi(-sqrt(2) z). @param {number} z */
  lab.erfc = (z) => {
    if (z < 0) return 2 - lab.erfc(-z);
    return z < 1e100 ? 2 * below(...timesRoot(z)) : z >= 1e100 ? 0 : z;
  };
  /** @param {number} z */
  lab.erf = (z) => (z < 0 ? lab.erfc(-z) - 1 : 1 - lab.erfc(z));
})(globalThis.gelulab);
