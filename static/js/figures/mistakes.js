/** Five mistakes: what was expected, what comes, how far apart they are. The twin of app/figures/mistakes.py. */
(function (lab) {
  "use strict";
  const NEAR = 0.0005; // what counts as x = 0
  const FLAT = 0.0005; // and as no slope at all
  const LAYERS = 12;
  const SCALE = Math.SQRT1_2; // what the forgotten root makes of the noise
  const FLOOR = -15; // the lowest power of ten in the picture of the gradients
  const X = Array.from({ length: 641 }, (_, i) => i / 80 - 4);
  const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const NONE = { x: [], y: [] };

  const sigmoid = (/** @type {number} */ v) => 1 / (1 + Math.exp(-v));
  const slope = (/** @type {number} */ x) => lab.phi(x) + x * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  /** What comes, in place of GELU. @type {Record<string, (x: number) => number>} */
  const FORMS = {
    sqrt2: (x) => lab.family(x, SCALE),
    sigmoid: (x) => x * sigmoid(1.702 * x),
    mixed: (x) => x * sigmoid(2 * Math.sqrt(2 / Math.PI) * x * (1 + 0.044715 * x * x)),
  };
  /** What was expected, and what comes. @type {Record<string, (x: number) => [number, number]>} */
  const PAIRS = {
    sqrt2: (x) => [lab.gelu(x), FORMS.sqrt2(x)],
    sigmoid: (x) => [lab.gelu(x), FORMS.sigmoid(x)],
    mixed: (x) => [lab.gelu(x), FORMS.mixed(x)],
    negative: (x) => [Math.sqrt(Math.max(x, 0)), Math.sqrt(lab.gelu(x))], // nan below 0
    vanishing: (x) => [1, slope(x)],
  };
  const decade = (/** @type {number} */ n) => (n ? `10${raised(n)}` : "1");
  const raised = (/** @type {number} */ n) =>
    (n < 0 ? "⁻" : "") + [...String(Math.abs(n))].map((digit) => RAISED[Number(digit)]).join("");
  const logOf = (/** @type {number} */ y) => Math.max(FLOOR, Math.log10(Math.abs(y)));

  /**
   * How the lower picture looks: its scale, its ticks, how many units of a difference make 1.
   * @type {Record<string, {scale: [number, number], ticks: number[], unit?: number}>}
   */
  const BELOW = {
    sqrt2: { scale: [-1.5, 10.8], ticks: [0, 2, 4, 6, 8], unit: 1e2 },
    sigmoid: { scale: [-2.9, 1.6], ticks: [-2, -1, 0, 1], unit: 1e2 },
    mixed: { scale: [-13, 15], ticks: [-10, -5, 0, 5, 10], unit: 1e4 },
    negative: { scale: [-0.25, 2.2], ticks: [0, 1, 2] },
    vanishing: { scale: [FLOOR, 2.5], ticks: [0, -4, -8, -12] },
  };
  /** The curves that the upper picture names, from the top down. @type {Record<string, string[]>} */
  const ABOVE = {
    sqrt2: ["gelu", "sqrt2", "family"],
    sigmoid: ["gelu", "sigmoid", "silu"],
    mixed: ["gelu", "tanh"],
    negative: ["gelu", "relu"],
    vanishing: ["gelu", "relu"],
  };

  lab.define("mistakes", async (/** @type {any} */ fig) => {
    const upper = fig.plot("function");
    const inset = fig.plot("dip");
    const lower = fig.plot("difference");
    const { sentence: say, labels } = fig.words;
    const veil = fig.element.querySelector(".gl-veil");
    const numbers = await fig.table("peaks");
    const [lowest] = await fig.table("lowest");
    /** @type {Record<string, [number, number][]>} */
    const peaks = {
      sqrt2: [[numbers[0], numbers[1]]],
      sigmoid: [[numbers[2], numbers[3]], [numbers[4], numbers[5]]],
      mixed: [[numbers[6], numbers[7]], [numbers[8], numbers[9]]],
    };
    const largest = { sqrt2: peaks.sqrt2[0][0], sigmoid: peaks.sigmoid[1][0], mixed: peaks.mixed[1][0] };
    for (const [mistake, x] of Object.entries({ ...largest, negative: lowest, vanishing: -4 })) {
      fig.action(mistake, () => fig.state.set({ mistake, x }, { final: true }));
    }

    /** The heights of the point in both pictures. @param {string} mistake @param {number} x */
    const heights = (mistake, x) => {
      const [expected, got] = PAIRS[mistake](x);
      if (mistake === "negative") return [lab.gelu(x), got || 0];
      return mistake === "vanishing" ? [got, logOf(got)] : [expected, (got - expected) * BELOW[mistake].unit];
    };
    for (const [at, plot] of [upper, lower].entries()) {
      fig.handle({
        layer: plot.layer,
        x: "x",
        role: at ? "error" : "passed",
        pixel: () => {
          const { mistake, x } = fig.state.values;
          const { start, end } = plot.view.model.y_range;
          return plot.pixel(x, Math.min(end, Math.max(start, heights(mistake, x)[at])));
        },
        state: (/** @type {number} */ px) => ({ x: plot.data(px, 0)[0] }),
      });
    }

    /** A vertical scale and its ticks. @param {any} plot @param {[number, number]} scale @param {number[]} ticks */
    const rescale = (plot, [start, end], ticks, name = (/** @type {number} */ n) => String(n).replace("-", "−")) => {
      plot.change("scale", { start, end });
      plot.change("ticks", { ticks });
      plot.change("axis of y", { major_label_overrides: new Map(ticks.map((tick) => [tick, name(tick)])) });
    };
    /** @param {any} plot @param {string} name @param {((x: number) => number) | null} curve */
    const line = (plot, name, curve) => plot.write(name, curve ? { x: X, y: X.map(curve) } : NONE);

    /** The curves above and their words. @param {string} mistake */
    const drawAbove = (mistake) => {
      const slopes = mistake === "vanishing";
      rescale(upper, slopes ? [-0.3, 1.45] : [-0.5, 4.2], slopes ? [0, 0.5, 1] : [0, 1, 2, 3, 4]);
      inset.slot.style.visibility = slopes ? "hidden" : "";
      for (const plot of [upper, inset]) {
        line(plot, "gelu", slopes ? slope : lab.gelu);
        line(plot, "relu", slopes ? (x) => Number(x > 0) : mistake === "negative" ? (x) => Math.max(x, 0) : null);
        line(plot, "silu", mistake === "sigmoid" && plot === upper ? (x) => x * sigmoid(x) : null);
        line(plot, "sigmoid", mistake === "sigmoid" ? FORMS.sigmoid : null);
        line(plot, "tanh", mistake === "mixed" ? FORMS.mixed : null);
        line(plot, "sqrt2", mistake === "sqrt2" ? FORMS.sqrt2 : null);
        const left = X.filter((x) => x <= 0);
        plot.write("below", mistake === "negative" ? { x: [...left, -4], y: [...left.map(lab.gelu), 0] } : NONE);
      }
      const texts = { ...labels, family: lab.fill(labels.family, { s: lab.decimals(SCALE, 3) }) };
      if (slopes) Object.assign(texts, { gelu: labels.slope, relu: labels.relu_slope });
      for (const name of ["gelu", "relu", "silu", "sigmoid", "tanh", "sqrt2", "family"]) {
        const row = ABOVE[mistake].indexOf(name);
        upper.change(`${name} label`, {
          visible: row >= 0,
          text: texts[name],
          x: 4,
          y: slopes ? 0.62 - 0.19 * row : 1.18 - 0.48 * row,
        });
      }
    };

    /** The picture below. @param {string} mistake */
    const drawBelow = (mistake) => {
      const { scale, ticks, unit } = BELOW[mistake];
      rescale(lower, scale, ticks, mistake === "vanishing" ? decade : undefined);
      lower.change("title", { text: labels.title[mistake] });
      const [left, right] = [-4.15, 4.15];
      const logs = mistake === "vanishing";
      const roots = mistake === "negative";
      line(lower, "error", unit ? (x) => heights(mistake, x)[1] : null);
      line(lower, "relu", roots ? (x) => Math.sqrt(Math.max(x, 0)) : null);
      line(lower, "one", roots ? (x) => PAIRS.negative(x)[1] : logs ? (x) => logOf(slope(x)) : null);
      line(lower, "twelve", logs ? (x) => LAYERS * Math.log10(Math.abs(slope(x))) : null);
      const limits = { x: [left, right, NaN, left, right], y: [10, 10, NaN, -10, -10] };
      lower.write("limit", mistake === "mixed" ? limits : NONE);
      lower.write("nan", roots ? { x: [left, 0, 0, left], y: [scale[0], scale[0], scale[1], scale[1]] } : NONE);
      const found = peaks[mistake] ?? [];
      lower.write("peaks", {
        x: found.flatMap(([x]) => [x, -x]),
        y: found.flatMap(([, error]) => [error * unit, error * unit]),
      });
      for (let at = 0; at < 2; at++) {
        const [, error] = found[at] ?? [0, 0];
        lower.change(`peak ${at}`, {
          visible: at < found.length,
          y: error * (unit ?? 1),
          text: (error > 0 ? "+" : "") + lab.decimals(error * (unit ?? 1), 2),
          text_baseline: error > 0 ? "bottom" : "top",
          y_offset: error > 0 ? 6 : -6,
        });
      }
      const word = (/** @type {string} */ name, /** @type {any} */ looks) =>
        lower.change(`${name} label`, { visible: Boolean(looks), ...looks });
      word("limit", mistake === "mixed" && { text: labels.limit, y: 10, y_offset: 3 });
      word("nan", roots && { text: labels.nan, x: -2, y: 1, text_align: "center" });
      word("relu", roots && { text: labels.root_relu, x: 4, y: 0.3, text_align: "right" });
      word("one", logs ? { text: labels.one, x: 4, y: -2.4, text_align: "right" }
        : roots && { text: labels.root_gelu, x: 4, y: 0.75, text_align: "right" });
      word("twelve", logs && { text: labels.twelve, x: 4, y: -4.8, text_align: "right" });
    };
    let drawn = "";

    /** @param {number} difference */
    const off = (difference) => {
      const size = lab.decimals(Math.abs(difference), 6);
      return /[1-9]/.test(size) ? lab.fill(difference > 0 ? say.high : say.low, { size }) : say.right;
    };
    /** What twelve layers with that slope leave. @param {number} size */
    const afterTwelve = (size) => {
      const left = size ** LAYERS;
      if (left >= 0.001) return lab.decimals(left, 3);
      return lab.fill(say.power, { n: raised(-Math.round(-LAYERS * Math.log10(size))) });
    };

    return {
      compute({ mistake, x }) {
        const [expected, got] = PAIRS[mistake](x);
        return { expected, got, difference: got - expected };
      },

      describe({ mistake, x }, { expected, got, difference }) {
        const slots = {
          x: lab.decimals(x, 2),
          expected: lab.decimals(expected, 6),
          got: lab.decimals(got, 6),
          gelu: lab.decimals(lab.gelu(x), 6),
          s: lab.decimals(SCALE, 3),
        };
        if (mistake === "negative") {
          const left = x <= -NEAR ? say.below : say.just_below;
          return lab.fill(x === 0 ? say.exactly_zero : x > 0 ? say.above : left, slots);
        }
        if (mistake === "vanishing") {
          const size = Math.abs(got);
          if (size < FLAT) return lab.fill(say.flat, slots);
          return lab.fill(say.vanishing, { ...slots, twelve: afterTwelve(size) });
        }
        return Math.abs(x) < NEAR ? say.zero : lab.fill(say[mistake], { ...slots, off: off(difference) });
      },

      draw({ mistake, x }) {
        if (mistake !== drawn) {
          drawAbove(mistake);
          drawBelow(mistake);
        }
        drawn = mistake;
        const [high, low] = heights(mistake, x);
        const [expected, got] = mistake === "negative" ? [0, Math.min(0, high)] : PAIRS[mistake](x);
        upper.write("gap", { x: [x, x], y: [expected, got] });
        // Where twelve layers leave less than the picture has room for, it says how little.
        const power = Math.round(LAYERS * Math.log10(Math.abs(slope(x))));
        lower.change("deeper label", {
          visible: mistake === "vanishing" && power < FLOOR,
          x,
          y: FLOOR,
          x_offset: 7,
          y_offset: 6,
          text: lab.fill(labels.deeper, { n: Math.abs(slope(x)) < FLAT ? "" : decade(power) }),
        });
        lower.write("gap", mistake === "negative" ? NONE : { x: [x, x], y: [0, low] });
        // What is drawn above all else is not cut at the frame by itself: only what fits is drawn.
        const seen = x <= 0 && mistake !== "vanishing";
        inset.write("gap", seen ? { x: [x, x], y: [expected, got] } : NONE);
        inset.write("point", { x: seen ? [x] : [], y: seen ? [high] : [] });
        // The enlarged dip lies over the upper left.
        const { start, end } = upper.view.model.y_range;
        upper.write("at", { x: [x, x], y: [start, mistake !== "vanishing" && x < 0.7 ? 0.2 : end] });
        // The numbers stand at the peaks of the other side, where no handle is.
        for (const [at, [peak]] of (peaks[mistake] ?? []).entries()) {
          lower.change(`peak ${at}`, { x: x > 0 ? -peak : peak });
        }
        lower.write("at", { x: [x, x], y: [lower.view.model.y_range.start, lower.view.model.y_range.end] });
        // The member of the family is what the prediction asks for: the page veils it until the reader has committed.
        const [right, middle] = upper.pixel(4, 1.18 - 0.96);
        const scale = lab.typeScale();
        const size = mistake === "sqrt2" ? scale : 0;
        Object.assign(veil.style, {
          left: `${right - 84 * scale}px`, top: `${middle - 18 * scale}px`,
          width: `${88 * size}px`, height: `${22 * size}px`,
        });
      },
    };
  });
})(globalThis.gelulab);
