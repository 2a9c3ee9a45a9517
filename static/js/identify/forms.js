/**
 * The forms that numbers are compared with: once, in steps that narrow arithmetic rounds, and as programs spell them.
 * The twin of gelu_core's forms.py, imitate.py and frameworks.py; the constants come from there.
 */
(function (lab) {
  "use strict";
  /** @typedef {(x: number) => number} Form */
  const FAR = 2000;
  const { exp, abs, min, max, tanh } = Math;
  /** @type {Record<string, number>} */
  let constants = {};
  /** @type {Record<string, [number, number]>} where tanh is 1, by type */
  let saturated = {};

  /** @param {Record<string, number>} given @param {Record<string, any>} ends */
  lab.addFormConstants = (given, ends) => {
    constants = given;
    saturated = ends;
  };

  /** x sigma(u), where neither end overflows. @param {number} x @param {number} u */
  const gated = (x, u) => {
    const e = exp(min(abs(u), FAR) / -2);
    return u < 0 ? x / (1 + e * e) * e * e : x / (1 + e * e);
  };

  /** In the order in which they are believed. @type {Record<string, Form>} */
  lab.forms = {
    exact: (x) => lab.exactGelu(x),
    tanh: (x) => {
      const near = min(max(x, -FAR), FAR);
      return gated(x, 2 * constants.tanhScale * near * (1 + constants.tanhCubic * (near * near)));
    },
    sigmoid: (x) => gated(x, constants.sigmoidScale * x),
    "exact-clipped-10": (x) => min(lab.exactGelu(x), constants.clip),
    silu: (x) => gated(x, x),
    relu: (x) => max(x, 0),
  };

  /**
   * What a form gives in each of its spellings, every operation rounded.
   * @param {string} name @param {Form} r rounds to the type @returns {Form[]} of inputs that are numbers of the type
   */
  lab.imitated = (name, r) => {
    /** A constant of the array's type (JAX), and in float32 (PyTorch). @param {number} value */
    const both = (value) => [r(value), Math.fround(value)];
    /** @param {Form} argument @returns {Form[]} */
    const byGate = (argument) => [
      (x) => r(x * r(1 / (1 + exp(-argument(x))))),
      (x) => r(x * r(1 / r(1 + r(exp(-argument(x)))))),
    ];
    /** @param {Form} double 1 + f @returns {Form[]} */
    const halved = (double) => [(x) => r(r(0.5 * x) * double(x)), (x) => r(x * r(0.5 * double(x)))];

    const exact = () => both(constants.sqrtHalf).flatMap((scale) => [
      ...halved((x) => r(1 + r(lab.erf(r(x * scale))))),
      (/** @type {number} */ x) => r(r(0.5 * x) * r(lab.erfc(-r(x * scale)))),
    ]);
    /** @param {number} scale @param {number} cubic @returns {Form[]} */
    const tanhArguments = (scale, cubic) => [
      (x) => r(scale * r(x + r(cubic * r(r(x * x) * x)))),
      (x) => r(scale * r(x + r(cubic * r(x * x * x)))),
      ...[(/** @type {number} */ x) => r(cubic * r(x * x)), (/** @type {number} */ x) => r(r(cubic * x) * x)].flatMap((part) => [
        (/** @type {number} */ x) => r(r(scale * x) * r(1 + part(x))),
        (/** @type {number} */ x) => r(scale * r(x * r(1 + part(x)))),
      ]),
    ];
    switch (name) {
      case "relu": return [(x) => max(x, 0)];
      case "silu": return byGate((x) => x);
      case "sigmoid": return both(constants.sigmoidScale).flatMap((scale) => byGate((x) => r(scale * x)));
      case "exact": return exact();
      case "exact-clipped-10": return exact().map((form) => (x) => min(form(x), constants.clip));
      default:
        return both(constants.tanhScale)
          .flatMap((scale) => both(constants.tanhCubic).flatMap((cubic) => tanhArguments(scale, cubic)))
          .flatMap((u) => [
            ...halved((x) => r(1 + r(tanh(u(x))))),
            (/** @type {number} */ x) => r(x * r(1 / r(1 + r(exp(-r(2 * u(x))))))),
          ]);
    }
  };

  /**
   * The formulas as programs write them, every step in one type.
   * @param {"float64" | "float32"} dtype @returns {Record<string, Form>}
   */
  lab.spellings = (dtype) => {
    const f = lab.rounder(dtype);
    const [scale, double, cubic, cut] =
      [constants.tanhScale, 2 * constants.tanhScale, constants.tanhCubic, constants.tanhScaleCut].map(f);
    const [root, half] = [f(constants.sqrt2), f(constants.sqrtHalfFloat32)];
    /** As SLEEF has it. @param {number} u */
    const sleef = (u) => {
      const t = abs(u);
      if (!(t > 2)) return f(tanh(u));
      return f(Math.sign(u) * (t > saturated[dtype] ? 1 : 1 - 2 / (exp(2 * t) + 1)));
    };
    const cube = (/** @type {number} */ x) => f(f(x * x) * x);
    const sum = (/** @type {number} */ x) => f(x + f(cubic * cube(x)));
    const halfOf = (/** @type {number} */ x, /** @type {number} */ double) => f(f(0.5 * x) * double);
    return {
      one_plus_erf: (x) => halfOf(x, f(1 + f(lab.erf(f(x / root))))),
      erfc_form: (x) => halfOf(x, f(lab.erfc(f(-x / root)))),
      erfc_float32: (x) => halfOf(x, f(lab.erfc(f(-x * half)))),
      one_plus_tanh: (x) => halfOf(x, f(1 + sleef(f(scale * sum(x))))),
      tanh_cut: (x) => halfOf(x, f(1 + sleef(f(f(x * cut) * f(1 + f(f(cubic * x) * x)))))),
      tanh_sigmoid: (x) => f(x * f(1 / f(1 + f(exp(-f(double * sum(x))))))),
    };
  };
})(globalThis.gelulab);
