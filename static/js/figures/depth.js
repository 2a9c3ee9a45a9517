/** A mix-up on its way through the layers: how far two runs of one network are apart. The twin of app/figures/depth.py. */
(function (lab) {
  "use strict";
  const LAYERS = 24;
  const TYPES = ["float32", "bfloat16"];
  const FORMS = ["gelu_tanh", "gelu_sigmoid"];
  const DROWNED = 1.5; // a mix-up that makes less than so many times the rounding cannot be told from it
  const BASE = -7.7;
  // Where the words stand: x, y (a logarithm), alignment; each line's own is free of the others.
  const LABELS = /** @type {Record<string, Record<string, [number, number, string]>>} */ ({
    "float32 gelu_tanh": { relative: [24, -4.1, "right"], absolute: [24, -3.1, "right"], rounding: [24, -6.15, "right"] },
    "float32 gelu_sigmoid": { relative: [24, -2.3, "right"], absolute: [24, -1.4, "right"], rounding: [24, -6.15, "right"] },
    "bfloat16 gelu_tanh": { relative: [1, -3.35, "left"], absolute: [24, -1.35, "right"], rounding: [24, -2.45, "right"] },
    "bfloat16 gelu_sigmoid": { relative: [1, -1.6, "left"], absolute: [24, -1.15, "right"], rounding: [24, -2.45, "right"] },
  });

  lab.define("depth", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const say = fig.words.sentence;
    const veil = fig.element.querySelector(".gl-veil");
    const tables = {
      relative: await fig.table("relative"), absolute: await fig.table("absolute"), rounding: await fig.table("rounding"),
    };

    /** One recorded run. @param {"relative" | "absolute" | "rounding"} name @param {any} state */
    const run = (name, { dtype, form }) => {
      const type = TYPES.indexOf(dtype);
      const row = name === "rounding" ? type : type * FORMS.length + FORMS.indexOf(form);
      return tables[name].subarray(row * LAYERS, (row + 1) * LAYERS);
    };
    /** No more digits than such a run can promise. @param {number} value */
    const two = (value) => Number(value.toPrecision(2));
    const share = (/** @type {number} */ value) => `${lab.short(100 * value)} %`;

    const layersOf = (/** @type {any} */ { depth }) => Math.floor(depth + 0.5);
    /** Where the handle stands: on the line, also between two layers. */
    const place = () => {
      const { depth } = fig.state.values;
      const logs = [...run("relative", fig.state.values)].map(Math.log10);
      const below = Math.min(Math.floor(depth), LAYERS - 1);
      return main.pixel(depth, logs[below - 1] + (depth - below) * (logs[below] - logs[below - 1]));
    };
    fig.handle({
      layer: main.layer,
      x: "depth",
      role: "error",
      pixel: place,
      state: (/** @type {number} */ px) => ({ depth: main.data(px, 0)[0] }),
    });
    const places = {
      first: { depth: 1 }, twelve: { depth: 12, dtype: "float32", form: "gelu_tanh" },
      drowned: { depth: 12, dtype: "bfloat16", form: "gelu_tanh" },
      stands_out: { depth: 12, dtype: "bfloat16", form: "gelu_sigmoid" },
    };
    for (const [name, wanted] of Object.entries(places)) fig.action(name, () => fig.state.set(wanted, { final: true }));

    const layers = Array.from({ length: LAYERS }, (_, n) => n + 1);

    return {
      compute(state) {
        const n = layersOf(state) - 1;
        const relative = run("relative", state);
        return {
          relative: two(relative[n]),
          absolute: two(run("absolute", state)[n]),
          rounding: two(run("rounding", state)[n]),
          growth: two(relative[n] / relative[0]),
        };
      },

      describe(state, { relative, rounding, growth }) {
        const depth = layersOf(state);
        const form = relative < DROWNED * rounding ? "drowned" : "above";
        const noise = lab.fill(say[form], { dtype: state.dtype, rounding: share(rounding) });
        return lab.fill(say[depth === 1 ? "first" : "deep"], {
          depth: String(depth), relative: share(relative), growth: lab.short(growth), noise,
        });
      },

      draw(state) {
        // What lies right of the first layer answers the prediction; the page shows the veil until the reader has committed.
        const { x_range: across, y_range: up } = main.view.model;
        const [left, top] = main.pixel(1.5, up.end);
        const [right, base] = main.pixel(across.end, -7.25);
        Object.assign(veil.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${base - top}px` });
        const depth = layersOf(state);
        const n = depth - 1;
        for (const name of /** @type {("relative" | "absolute" | "rounding")[]} */ (["relative", "absolute", "rounding"])) {
          const logs = [...run(name, state)].map(Math.log10);
          main.write(name, { x: layers, y: logs });
          main.write(`${name} here`, { x: [depth], y: [logs[n]] });
          const [x, y, text_align] = LABELS[`${state.dtype} ${state.form}`][name];
          main.change(`${name} label`, { x, y, text_align });
        }
        const first = Math.log10(run("relative", state)[0]);
        // The two guesses are about the mix-up alone; in bfloat16 rounding has its part in every layer.
        const guesses = state.dtype === "float32";
        main.write("adds", { x: layers, y: layers.map((each) => first + Math.log10(each)) });
        main.write("doubles", { x: layers, y: layers.map((each) => first + (each - 1) * Math.log10(2)) });
        for (const name of ["adds", "doubles"]) {
          main.change(`${name} line`, { visible: guesses });
          main.change(`${name} label`, { visible: guesses });
        }
        main.change("adds label", { x: 24, y: first + 1.5 });
        // Right of its line, below the top.
        const high = Math.min(first + 2.9, -0.42);
        main.change("doubles label", { x: 2.9 + (high - first) / Math.log10(2), y: high });
        main.write("here", { x: [depth, depth], y: [BASE, Math.log10(run("absolute", state)[n])] });
      },
    };
  });
})(globalThis.gelulab);
