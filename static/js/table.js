/**
 * Phi, read from the one table that gelu_core computed: knots from 0 to 8.5 in steps of 1/64, values of Phi(-t) and
 * slopes phi(t). Between knots the cubic Hermite rule (error about 2e-10) less its leading error (4e-13 is left, so that
 * products of several Phi are right too); beyond the table the exact limits.
 * The browser has no formula for Phi or erf.
 */
(function (lab) {
  "use strict";
  const STEP = 1 / 64;
  let tail = new Float64Array(0);
  let slope = new Float64Array(0);

  /** @param {{tail: any, slope: any}} packed */
  lab.addPhi = (packed) => {
    tail = lab.unpack(packed.tail);
    slope = lab.unpack(packed.slope);
  };

  /** The table itself: the page that identifies numbers needs all the digits of its knots. */
  lab.phiTable = () => ({ step: STEP, tail, slope });

  /** Phi(-t) for t >= 0. @param {number} t */
  const below = (t) => {
    const at = t / STEP;
    const i = Math.floor(at);
    if (i >= tail.length - 1) return 0;
    const u = at - i;
    const v = 1 - u;
    const cubic = tail[i] * (1 + 2 * u) * v * v - slope[i] * STEP * u * v * v
      + tail[i + 1] * (3 - 2 * u) * u * u + slope[i + 1] * STEP * u * u * v;
    // The cubic rule is off by the fourth derivative, (t^3 - 3t) phi(t), times (u v h^2)^2 / 24: from the same slopes.
    const bow = (/** @type {number} */ k) => k * STEP * ((k * STEP) ** 2 - 3) * slope[k];
    return cubic + (bow(i) * v + bow(i + 1) * u) / 24 * (u * v * STEP * STEP) ** 2;
  };

  /** The cumulative distribution function of N(0, 1). @param {number} x */
  lab.phi = (x) => (x < 0 ? below(-x) : 1 - below(x));

  /** GELU(x) = max(x, 0) - |x| Phi(-|x|). @param {number} x */
  lab.gelu = (x) => {
    const t = Math.abs(x);
    return (x > 0 ? x : 0) - (t === Infinity ? 0 : t * below(t));
  };

  /** x Phi(x/s) = s GELU(x/s): the same table serves every s; s = 0 is ReLU. @param {number} x @param {number} s */
  lab.family = (x, s) => (s === 0 ? Math.max(x, 0) : s * lab.gelu(x / s));
})(globalThis.gelulab);
