/** The tanh form and the sigmoid form beside GELU, and their errors. The twin of app/figures/approximations.py. */
(function (lab) {
  "use strict";
  const ROOT = Math.sqrt(2 / Math.PI);
  const NEAR = 0.0005; // what counts as x = 0
  const LEVEL = 0.02; // peaks are level when their sizes differ by less than this share
  const FLOOR = -4; // below the picture of the steps, which ends at 10^-3.2
  const UNITS = { tanh: 1e4, sigmoid: 1e2 };
  const SAMPLES = [-3, -1, 0, 1, 3];
  const DIP_ENDS = 0.6; // what lies beyond the enlarged dip costs time in every frame
  const X = Array.from({ length: 321 }, (_, i) => i / 40 - 4);
  const FINE = Array.from({ length: 641 }, (_, i) => i / 80 - 4); // steps and spikes
  // Digits behind the point, and the exponents of the first normal number; gelu_core's precision.py has the same.
  /** @type {Record<string, [number, number]>} */
  const TYPES = { float32: [23, -126], bfloat16: [7, -126], float16: [10, -14] };

  /**
   * Phi(-t) for t >= 0 to the last digits of a double, because steps of float32 magnify every error: from the nearest
   * knot of the table along the Taylor series, whose coefficients are polynomials times the density.
   * @param {number} t
   */
  const below = (t) => {
    const k = Math.round(t * 64) / 64;
    const d = t - k;
    const s = k * k;
    const inner = 1 + d * (-k / 2 + d * ((s - 1) / 6 + d * (-k * (s - 3) / 24
      + d * ((s * s - 6 * s + 3) / 120 - d * k * (s * s - 10 * s + 15) / 720))));
    return lab.phi(-k) - Math.exp(-s / 2) / Math.sqrt(2 * Math.PI) * d * inner;
  };
  const gelu = (/** @type {number} */ x) => Math.max(x, 0) - Math.abs(x) * below(Math.abs(x));

  /** The argument of the gate, for t >= 0. @type {Record<string, (t: number, constant: number) => number>} */
  const ARGUMENT = {
    tanh: (t, cubic) => 2 * ROOT * t * (1 + cubic * t * t), // (1 + tanh v)/2 is sigma(2v)
    sigmoid: (t, scale) => scale * t,
  };
  /** The form minus GELU; even in x. @param {string} form @param {number} x @param {number} constant */
  const errorOf = (form, x, constant) => {
    const t = Math.abs(x);
    return t * (below(t) - 1 / (1 + Math.exp(ARGUMENT[form](t, constant))));
  };

  /** The step of a number type at a value. @param {number} value @param {string} dtype */
  const spacing = (value, dtype) => {
    const [digits, lowest] = TYPES[dtype];
    const size = Math.abs(value);
    let exponent = Math.floor(Math.log2(size));
    if (2 ** exponent > size) exponent -= 1; // the logarithm was rounded up
    return 2 ** (Math.max(exponent, lowest) - digits);
  };
  const stepsOf = (/** @type {number} */ error, /** @type {number} */ value, /** @type {string} */ dtype) =>
    Math.abs(error) / spacing(value, dtype);
  /** No more digits than a reader can use: three, and none beyond a thousandth. @param {number} steps */
  const rounded = (steps) => Number(steps >= 1 ? steps.toPrecision(3) : steps.toFixed(3));

  /** @type {Map<string, [number, number][]>} */
  const known = new Map();
  /** Turning points of the error for x > 0: their places and errors. @param {string} form @param {number} constant */
  const peaksOf = (form, constant) => {
    const key = `${form} ${constant}`;
    const found = known.get(key);
    if (found) return found;
    const error = (/** @type {number} */ x) => errorOf(form, x, constant);
    /** @type {[number, number][]} */
    const peaks = [];
    const width = 0.02;
    for (let i = 2; i < 220; i++) {
      const [left, middle, right] = [error((i - 1) * width), error(i * width), error((i + 1) * width)];
      if ((middle - left) * (right - middle) > 0) continue;
      const sign = middle > left ? 1 : -1;
      let [low, high] = [(i - 1) * width, (i + 1) * width];
      for (let n = 0; n < 50; n++) { // thirds: to where the top is flat in doubles
        const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
        if (sign * error(a) < sign * error(b)) low = a;
        else high = b;
      }
      peaks.push([(low + high) / 2, error((low + high) / 2)]);
    }
    if (known.size > 60) known.clear();
    known.set(key, peaks);
    return peaks;
  };
  const largest = (/** @type {[number, number][]} */ peaks) =>
    peaks.reduce((best, each) => (Math.abs(each[1]) > Math.abs(best[1]) ? each : best));
  const isLevel = (/** @type {[number, number][]} */ peaks) => {
    const sizes = peaks.map(([, error]) => Math.abs(error)).sort((a, b) => b - a);
    return sizes.length > 1 && sizes[0] - sizes[1] < LEVEL * sizes[0];
  };

  lab.define("approximations", async (/** @type {any} */ fig) => {
    const upper = fig.plot("function");
    const inset = fig.plot("dip");
    const steps = fig.plot("steps");
    const { labels, sentence: say } = fig.words;
    const names = fig.words.options.dtype;
    const [cubicBest, scaleBest, cubicFamous, scaleFamous] = await fig.table("constants");
    const constantOf = (/** @type {string} */ form) => fig.state.values[form === "tanh" ? "cubic" : "scale"];

    const point = (/** @type {any} */ plot, /** @type {string} */ role, /** @type {(x: number) => number} */ curve) => fig.handle({
      layer: plot.layer,
      x: "x",
      role,
      pixel: () => plot.pixel(fig.state.values.x, curve(fig.state.values.x)),
      state: (/** @type {number} */ px) => ({ x: plot.data(px, 0)[0] }),
    });
    point(upper, "passed", gelu);
    for (const form of ["tanh", "sigmoid"]) {
      point(fig.plot(form), form, (x) => UNITS[/** @type {"tanh"} */ (form)] * errorOf(form, x, constantOf(form)));
    }
    // Two curves share this picture and no point belongs to both: a click brings x there, the points above are dragged.
    steps.layer.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const box = steps.layer.getBoundingClientRect();
      const zoom = box.width / steps.layer.offsetWidth || 1; // a slide deck may have scaled the page
      fig.state.set({ x: steps.data((event.clientX - box.left) / zoom, 0)[0] }, { by: "click", final: true });
    }, { signal: fig.abort.signal });

    const act = (/** @type {string} */ name, /** @type {() => any} */ patch) =>
      fig.action(name, () => fig.state.set(patch(), { final: true }));
    act("largest", () => ({ x: largest(peaksOf("tanh", constantOf("tanh")))[0] }));
    act("sigmoid_largest", () => ({ x: largest(peaksOf("sigmoid", constantOf("sigmoid")))[0] }));
    act("mirror", () => ({ x: -fig.state.values.x }));
    act("famous", () => ({ cubic: cubicFamous, scale: scaleFamous }));
    act("best", () => ({ cubic: cubicBest, scale: scaleBest }));

    /** One error curve with its peaks, and the level that the largest reaches. @param {"tanh" | "sigmoid"} form */
    const drawError = (form) => {
      const plot = fig.plot(form);
      const constant = constantOf(form);
      const unit = UNITS[form];
      const peaks = peaksOf(form, constant);
      const top = Math.abs(largest(peaks)[1]) * unit;
      const [left, right] = [plot.view.model.x_range.start, plot.view.model.x_range.end];
      plot.write("error", { x: X, y: X.map((x) => unit * errorOf(form, x, constant)) });
      plot.write("level", { x: [left, right, NaN, left, right], y: [top, top, NaN, -top, -top] });
      plot.write("peaks", {
        x: peaks.flatMap(([x]) => [x, -x]),
        y: peaks.flatMap(([, error]) => [unit * error, unit * error]),
      });
      plot.change("level label", { y: top });
      for (let at = 0; at < 2; at++) {
        const [x, error] = peaks[at] ?? [0, 0];
        // A peak of next to nothing has no need of a number.
        const shown = Math.abs(error) * unit >= 0.05 * top;
        plot.change(`peak ${at}`, {
          x,
          y: unit * error,
          text: shown ? (error > 0 ? "+" : "") + lab.decimals(unit * error, 2) : "",
          text_baseline: error > 0 ? "bottom" : "top",
          y_offset: (error > 0 ? 1 : -1) * (fig.state.values.samples ? 9 : 6), // beside a sample's mark
        });
      }
    };

    /** Everything that hangs on the constants. */
    const drawForms = () => {
      const curve = (/** @type {string} */ form) => X.map((x) => gelu(x) + errorOf(form, x, constantOf(form)));
      const forms = { x: X, tanh: curve("tanh"), sigmoid: curve("sigmoid") };
      upper.write("forms", forms);
      const part = X.findIndex((x) => x > DIP_ENDS);
      inset.write("forms", { x: X.slice(0, part), tanh: forms.tanh.slice(0, part), sigmoid: forms.sigmoid.slice(0, part) });
      drawError("tanh");
      drawError("sigmoid");
    };

    /** @param {"tanh" | "sigmoid"} form @param {string} dtype */
    const logSteps = (form, dtype) => (/** @type {number} */ x) =>
      Math.max(FLOOR, Math.log10(stepsOf(errorOf(form, x, constantOf(form)), gelu(x), dtype)));
    /** @param {string} dtype */
    const drawSteps = (dtype) => {
      const curve = (/** @type {"tanh" | "sigmoid"} */ form) => FINE.map(logSteps(form, dtype));
      steps.write("curves", { x: FINE, tanh: curve("tanh"), sigmoid: curve("sigmoid") });
      for (const form of ["tanh", "sigmoid"]) {
        // Above the upper line and below the lower one, as far as the word goes.
        const line = [-4, -3.75, -3.5, -3.25, -3].map(logSteps(/** @type {"tanh"} */ (form), dtype));
        steps.change(`${form} label`, { y: form === "tanh" ? Math.min(...line) : Math.max(...line) });
      }
      steps.change("steps title", { text: lab.fill(labels.steps, { dtype: names[dtype] }) });
    };

    /** What five samples see of an error. @param {"tanh" | "sigmoid"} form @param {boolean} on */
    const drawSamples = (form, on) => {
      const plot = fig.plot(form);
      const errors = SAMPLES.map((x) => UNITS[form] * errorOf(form, x, constantOf(form)));
      const seen = errors.reduce((best, each) => (Math.abs(each) > Math.abs(best) ? each : best));
      plot.write("samples", on ? { x: SAMPLES, y: errors } : { x: [], y: [] });
      plot.write("seen", on ? { x: [-3, 3], y: [seen, seen] } : { x: [], y: [] });
      // Beyond the level, on the side of the outer peaks: the middle is free there.
      const top = Math.abs(largest(peaksOf(form, constantOf(form)))[1]) * UNITS[form];
      plot.change("seen label", {
        visible: on,
        y: form === "tanh" ? top : -top,
        text: lab.fill(labels.seen, { seen: lab.decimals(Math.abs(seen), 2) }),
      });
    };
    let drawn = "";

    /** @param {number} error @param {number} digits */
    const phrase = (error, digits) => {
      const size = lab.decimals(Math.abs(error), digits);
      return /[1-9]/.test(size) ? lab.fill(error > 0 ? say.high : say.low, { size }) : lab.fill(say.right, { digits });
    };

    return {
      tells: (/** @type {any} */ { scale }) => scale > 1.72 && "all",

      compute({ x, cubic, scale, dtype }) {
        const [tanh, sigmoid] = [errorOf("tanh", x, cubic), errorOf("sigmoid", x, scale)];
        return {
          tanh_error: tanh,
          sigmoid_error: sigmoid,
          tanh_max: Math.abs(largest(peaksOf("tanh", cubic))[1]),
          sigmoid_max: Math.abs(largest(peaksOf("sigmoid", scale))[1]),
          tanh_steps: rounded(stepsOf(tanh, gelu(x), dtype)),
          sigmoid_steps: rounded(stepsOf(sigmoid, gelu(x), dtype)),
        };
      },

      describe({ x, cubic, scale, dtype }, values) {
        const zero = Math.abs(x) < NEAR;
        const first = lab.fill(zero ? say.zero : say.at, {
          x: lab.decimals(x, 2),
          tanh: phrase(values.tanh_error, 6),
          sigmoid: phrase(values.sigmoid_error, 4),
        });
        const level = [isLevel(peaksOf("tanh", cubic)), isLevel(peaksOf("sigmoid", scale))];
        if (level[0] || level[1]) return `${first} ${level[0] && level[1] ? say.level_both : level[0] ? say.level_tanh : say.level_sigmoid}`;
        if (zero) return first;
        const sigmoid = values.sigmoid_steps < 1;
        const hides = values.tanh_steps < 1 ? (sigmoid ? say.hides_both : say.hides_tanh) : sigmoid ? say.hides_sigmoid : say.hides_none;
        return `${first} ${lab.fill(hides, { dtype: names[dtype] })}`;
      },

      draw({ x, cubic, scale, dtype, samples }, values) {
        const now = [cubic, scale, dtype, samples].join(" ");
        if (now !== drawn) {
          drawForms();
          drawSteps(dtype);
          drawSamples("tanh", samples);
          drawSamples("sigmoid", samples);
        }
        drawn = now;
        for (const plot of [upper, fig.plot("tanh"), fig.plot("sigmoid"), steps]) {
          const { start, end } = plot.view.model.y_range;
          // The enlarged dip lies over the upper left.
          plot.write("at", { x: [x, x], y: [start, plot === upper && x < 0.7 ? 0.2 : end] });
        }
        const seen = x >= -4 && x <= 0.5;
        inset.write("point", { x: seen ? [x] : [], y: seen ? [gelu(x)] : [] });
        for (const form of ["tanh", "sigmoid"]) {
          steps.write(`${form} point`, { x: [x], y: [logSteps(/** @type {"tanh"} */ (form), dtype)(x)] });
        }
      },
    };
  });
})(globalThis.gelulab);
