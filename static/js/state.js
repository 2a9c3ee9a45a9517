/** The state of one figure: named numbers, integers, flags and choices that can never hold a bad value. */
(function (lab) {
  "use strict";

  /** @param {any} spec @param {any} value @returns {any} the nearest allowed value, undefined for rubbish */
  lab.coerce = (spec, value) => {
    if (spec.kind === "flag") return typeof value === "boolean" ? value : undefined;
    if (spec.kind === "choice") return spec.options.includes(value) ? value : undefined;
    if (typeof value !== "number" || Number.isNaN(value)) return undefined;
    const inside = Math.min(spec.high, Math.max(spec.low, value));
    return spec.kind === "integer" ? Math.round(inside) : inside + 0; // + 0: no negative zero
  };

  lab.State = class {
    /** @param {any[]} specs @param {(names: string[], how: {by: string, final: boolean}) => void} changed */
    constructor(specs, changed) {
      /** @type {Map<string, any>} */
      this.specs = new Map(specs.map((spec) => [spec.name, spec]));
      /** @type {Record<string, any>} */
      this.values = Object.fromEntries(specs.map((spec) => [spec.name, spec.value]));
      this.changed = changed;
    }

    /**
     * Sets what is allowed and ignores the rest.
     * @param {Record<string, any>} patch
     * @param {{by?: string, final?: boolean}} [how] by: "drag", "click", "key", "field", "control", "action", "url", "link"
     */
    set(patch, { by = "action", final = false } = {}) {
      const names = [];
      for (const [name, wanted] of Object.entries(patch)) {
        const spec = this.specs.get(name);
        const value = spec && lab.coerce(spec, wanted);
        if (value === undefined || value === this.values[name]) continue;
        this.values[name] = value;
        names.push(name);
      }
      if (names.length || final) this.changed(names, { by, final });
    }
  };

  /**
   * What a key does to a number: arrows one step, with Shift a tenth, PageUp and PageDown ten, Home and End the ends.
   * @param {KeyboardEvent} event @param {any} spec @param {number} value
   * @param {"x" | "y" | "both"} axis which arrows count
   * @returns {number | undefined}
   */
  lab.keyed = (event, spec, value, axis) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
    const step = (spec.step || 1) * (event.shiftKey && spec.kind === "number" ? 0.1 : 1);
    const moves = /** @type {Record<string, number>} */ ({ PageUp: 10 * spec.step, PageDown: -10 * spec.step });
    if (axis !== "y") Object.assign(moves, { ArrowRight: step, ArrowLeft: -step });
    if (axis !== "x") Object.assign(moves, { ArrowUp: step, ArrowDown: -step });
    if (event.key === "Home") return spec.low;
    if (event.key === "End") return spec.high;
    if (!(event.key in moves)) return undefined;
    // Sums of 0.05 collect noise in the last bits; ten decimals are far below what anybody can see or type.
    return Number((value + moves[event.key]).toFixed(10));
  };

  let waiting = false;
  /** @type {Set<() => void>} */
  const jobs = new Set();
  /** All writes of one frame in one requestAnimationFrame. @param {() => void} job */
  lab.nextFrame = (job) => {
    jobs.add(job);
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const now = [...jobs];
      jobs.clear();
      for (const each of now) {
        try {
          each();
        } catch (error) {
          reportError(error); // one broken figure must not stop the others
        }
      }
    });
  };
})(globalThis.gelulab);
