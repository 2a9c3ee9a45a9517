/** The summary: all of GELU at one draggable point, and where its slope and bend change. The twin of app/figures/summary.py. */
(function (lab) {
  "use strict";
  const FLAT = 0.0005; // what counts as a slope or a bend of 0
  const NEAR = 0.0005; // and as an input of 0
  const SHUT = 0.005; // shares this near to 0 or 1 are told with three decimals
  const BRIM = 0.03; // where the enlarged dip is cut off, as in app/figures/summary.py
  const HALF = 90; // px, half the length of the tangent
  const CUBIC = 0.044715;

  /** The density of N(0, 1). @param {number} x */
  const density = (x) => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);

  /** The tanh form less GELU: even, and nothing of the difference is lost. @param {number} x */
  const tanhError = (x) => {
    const t = Math.abs(x);
    const u = 2 * Math.sqrt(2 / Math.PI) * t * (1 + CUBIC * t * t); // (1 + tanh v)/2 is sigma(2v)
    return t * (lab.phi(-t) - 1 / (1 + Math.exp(u)));
  };

  lab.define("summary", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const dip = fig.plot("dip");
    const signs = fig.plot("signs");
    const say = fig.words.sentence;
    const bottom = (await fig.table("minimum"))[0];

    fig.handle({
      layer: main.layer,
      x: "x",
      role: "passed",
      pixel: () => main.pixel(fig.state.values.x, lab.gelu(fig.state.values.x)),
      state: (/** @type {number} */ px) => ({ x: main.data(px, 0)[0] }),
    });
    // Where the slope is 1 follows from the symmetry: opposite the minimum, where it is 0.
    const places = { bend_left: -Math.SQRT2, minimum: bottom, zero: 0, slope_one: -bottom, one: 1, bend_right: Math.SQRT2 };
    for (const [name, x] of Object.entries(places)) fig.action(name, () => fig.state.set({ x }, { final: true }));

    /** The tangent, inside the frame. @param {number} x @param {number} y @param {number} slope */
    const drawTangent = (x, y, slope) => {
      const [x0, y0] = main.pixel(0, 0);
      const [x1, y1] = main.pixel(1, 1);
      const half = Math.min(HALF, main.layer.offsetWidth / 6) / Math.hypot(x1 - x0, slope * (y0 - y1));
      const { x_range: across, y_range: up } = main.view.model;
      const from = Math.max(x - half, across.start);
      const to = Math.min(x + half, across.end, slope > 0 ? x + (up.end - y) / slope : across.end);
      main.write("tangent", { x: [from, to], y: [y + slope * (from - x), y + slope * (to - x)] });
    };

    return {
      compute(/** @type {any} */ { x }) {
        const gate = lab.phi(x);
        const t = Math.abs(x);
        return {
          gate,
          gelu: lab.gelu(x) + 0,
          slope: gate + x * density(x),
          curvature: density(x) * (2 - x * x),
          dip: t * lab.phi(-t),
          tanh_error: tanhError(x) + 0,
        };
      },

      describe({ x }, { gate, gelu, slope, curvature }) {
        const form = Math.abs(x) < NEAR ? "zero" : Math.abs(slope) < FLAT ? "flat" : slope < 0 ? "falls" : "rises";
        const text = lab.fill(say[form], {
          x: lab.decimals(x, 2),
          percent: lab.percent(gate, Math.min(gate, 1 - gate) < SHUT ? 3 : 0),
          passed: lab.decimals(gelu, gate < SHUT ? 4 : 3),
          slope: lab.decimals(slope, Math.abs(slope) >= FLAT * 10 ? 3 : 4),
        });
        return `${text} ${Math.abs(curvature) < FLAT ? say.turns : curvature > 0 ? say.up : say.down}`;
      },

      draw({ x }, { gate, gelu, slope }) {
        drawTangent(x, gelu, slope);
        main.write("stem", { x: [x, x], y: [main.view.model.y_range.start, Math.max(gate, gelu)] });
        main.write("gap", { x: [x, x], y: [gelu, Math.max(x, 0)] });
        main.write("share point", { x: [x], y: [gate] });
        signs.write("here", { x: [x, x], y: [signs.view.model.y_range.start, signs.view.model.y_range.end] });
        const inside = gelu <= BRIM;
        dip.write("dip point", { x: inside ? [x] : [], y: inside ? [gelu] : [] });
        dip.write("dip stem", { x: inside ? [x, x] : [], y: inside ? [0, gelu] : [] });
      },
    };
  });
})(globalThis.gelulab);
