/** Recorded trainings as they travel, and the networks in them. The twin of app/figures/_training.py. */
(function (lab) {
  "use strict";
  const SEEDS = 3;
  const RATES = ["0.003", "0.03"];
  const ACTIVATIONS = ["relu", "gelu", "silu", "tanh"];
  const FINE = 1024; // parts of 1 in which weights travel
  const FUNCTIONS = /** @type {Record<string, (z: number) => number>} */ ({
    relu: (z) => Math.max(0, z),
    gelu: lab.gelu,
    silu: (z) => z / (1 + Math.exp(-z)),
    tanh: Math.tanh,
  });

  /** @typedef {{w1: number[], b1: number[], w2: number[], b2: number}} Network */

  /** One brick of a network. @param {Network} network @param {number} i @param {string} name @param {number} x */
  const brick = ({ w1, b1, w2 }, i, name, x) => w2[i] * FUNCTIONS[name](w1[i] * x + b1[i]);

  /** @param {Network} network @param {string} name @param {number} x */
  const output = (network, name, x) => network.w1.reduce((sum, _, i) => sum + brick(network, i, name, x), network.b2);

  /** The recorded runs with one target and so many units. */
  class Runs {
    /** @param {string} key @param {number} units @param {number} steps @param {Float64Array} counts @param {Int16Array} changes */
    constructor(key, units, steps, counts, changes) {
      this.key = key;
      this.units = units;
      this.steps = steps;
      this.counts = counts;
      // Each weight is what is added to the one before; only the first of a row stands alone.
      this.weights = changes.slice();
      for (let i = 0; i < changes.length; i++) if (i % steps) this.weights[i] += this.weights[i - 1];
    }

    /** @param {any} state @param {string} name */
    row({ seed, rate }, name) {
      return ((seed - 1) * RATES.length + RATES.indexOf(rate)) * ACTIVATIONS.length + ACTIVATIONS.indexOf(name);
    }

    /** What a run was like at each step. @param {"loss" | "dead" | "nearly"} what @param {any} state @param {string} name */
    over(what, state, name) {
      const runs = SEEDS * RATES.length * ACTIVATIONS.length;
      const from = (["loss", "dead", "nearly"].indexOf(what) * runs + this.row(state, name)) * this.steps;
      return this.counts.subarray(from, from + this.steps);
    }

    /** @param {any} state @param {string} name @param {number} frame @returns {Network} */
    network(state, name, frame) {
      const from = this.row(state, name) * (3 * this.units + 1);
      const weight = (/** @type {number} */ i) => this.weights[(from + i) * this.steps + frame] / FINE;
      const part = (/** @type {number} */ k) => Array.from({ length: this.units }, (_, i) => weight(k * this.units + i));
      return { w1: part(0), b1: part(1), w2: part(2), b2: weight(3 * this.units) };
    }
  }

  lab.training = { ACTIVATIONS, RATES, brick, output, Runs };
})(globalThis.gelulab);
