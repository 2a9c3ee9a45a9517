/** Three layers, one line: what an activation between them changes. The twin of app/figures/collapse.py. */
(function (lab) {
  "use strict";
  // The panels of the layers: their centres, half their width and half their height; app/figures/collapse.py has the same.
  const CENTRES = [0, 3.6, 7.2];
  const HALF = 1.6;
  const EDGE = 4.15;
  const WEIGHTS = ["w1", "w2", "w3"];
  // How high the zero of each layer's output lies, seen from the point about which its line turns.
  const FLOOR = -1;
  const NORMAL = 1 / Math.sqrt(2 * Math.PI);
  const TANGENT = 70; // px from the point to each end
  const X = Array.from({ length: 321 }, (_, i) => i / 80 - 2);
  const U = X.map((x) => x * HALF / 2);

  /** The activations and their slopes. */
  const ACTIVATIONS = {
    none: { f: (/** @type {number} */ z) => z, slope: () => 1 },
    relu: { f: (/** @type {number} */ z) => Math.max(z, 0), slope: (/** @type {number} */ z) => (z > 0 ? 1 : 0) },
    gelu: {
      f: lab.gelu,
      slope: (/** @type {number} */ z) => lab.phi(z) + z * NORMAL * Math.exp(-z * z / 2),
    },
  };

  /** Output and slope of the three layers. @param {any} state */
  const pass = ({ x, w1, w2, w3, activation }) => {
    const { f, slope } = ACTIVATIONS[/** @type {"none"} */ (activation)];
    const first = 1 + w1 * x;
    const second = 1 + w2 * (f(first) - 1);
    return { output: w3 * (f(second) - 1) + 0, slope: w1 * w2 * w3 * slope(first) * slope(second) + 0 };
  };

  /** Where the line of ReLU layers bends, within the picture. @param {any} state */
  const corners = ({ w1, w2, w3 }) => {
    if (w1 * w2 * w3 === 0) return [];
    const found = [];
    if (w2 < 1) found.push(-1 / w1);
    if (w2 < 0 || w2 >= 1) found.push(-1 / (w1 * w2));
    return found.filter((x) => Math.abs(x) <= 2).sort((a, b) => a - b);
  };

  /** At most two decimals, none where they say nothing. @param {number} value */
  const short = (value) => lab.decimals(value, 2).replace(/\.?0+$/, "");

  /** A factor of a product. @param {number} value */
  const factor = (value) => (short(value).startsWith("\u2212") ? `(${short(value)})` : short(value));

  lab.define("collapse", async (/** @type {any} */ fig) => {
    const layers = fig.plot("layers");
    const whole = fig.plot("whole");
    const veil = fig.element.querySelector(".gl-veil");
    const { labels, sentence: say, options } = fig.words;

    CENTRES.forEach((centre, i) => {
      const name = WEIGHTS[i];
      fig.handle({
        layer: layers.layer,
        x: name,
        role: "input",
        pixel: () => layers.pixel(centre + 1, fig.state.values[name]),
        state: (/** @type {number} */ px, /** @type {number} */ py) => ({ [name]: layers.data(px, py)[1] }),
      });
    });
    const { start: bottom, end: top } = whole.view.model.y_range;
    const inside = (/** @type {number} */ y) => Math.min(top, Math.max(bottom, y));
    const point = fig.handle({
      layer: whole.layer,
      x: "x",
      role: "text",
      pixel: () => whole.pixel(fig.state.values.x, inside(fig.values.output)),
      state: (/** @type {number} */ px) => ({ x: whole.data(px, 0)[0] }),
    });
    fig.action("example", () => fig.state.set({ w1: 2, w2: -1, w3: 3 }, { final: true }));
    fig.action("cancel", () => fig.state.set({ w1: 2, w2: -1, w3: -0.5 }, { final: true }));

    const drawLayers = (/** @type {any} */ state) => {
      const { f } = ACTIVATIONS[/** @type {"none"} */ (state.activation)];
      const bends = state.activation !== "none";
      const lines = { x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]) };
      const bent = { x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]) };
      const rise = { x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]) };
      CENTRES.forEach((centre, i) => {
        const w = state[WEIGHTS[i]];
        const wide = Math.min(HALF, EDGE / Math.abs(w)); // a steep line ends at the edge of its panel
        lines.x.push(centre - wide, centre + wide, NaN);
        lines.y.push(-wide * w, wide * w, NaN);
        rise.x.push(centre, centre + 1, centre + 1, NaN);
        rise.y.push(0, 0, w, NaN);
        layers.change(`slope ${i + 1}`, { text: lab.fill(labels.slope, { w: short(w) }) });
        if (i === 2) return; // nothing follows the last layer
        if (bends) {
          bent.x.push(...U.map((u) => centre + u), NaN);
          bent.y.push(...U.map((u) => f(u * w - FLOOR) + FLOOR).map((v) => (v > EDGE ? NaN : v)), NaN);
        }
        layers.change(`then ${i + 1}`, {
          text: bends ? lab.fill(labels.then, { activation: options.activation[state.activation] }) : "",
        });
      });
      layers.write("lines", lines);
      layers.write("rise", rise);
      layers.write("bent", bent);
      layers.change("bent relu", { visible: state.activation === "relu" });
      layers.change("bent gelu", { visible: state.activation === "gelu" });
    };

    const drawWhole = (/** @type {any} */ state, /** @type {any} */ { slope, product, output }) => {
      const { x, activation } = state;
      const bends = activation !== "none";
      whole.write("straight", { x: [-2, 2], y: [-2 * product, 2 * product] });
      whole.change("strong", { visible: !bends });
      whole.change("faint", { visible: bends });
      const knots = activation === "relu" ? [...X, ...corners(state)].sort((a, b) => a - b) : X;
      whole.write("curve", bends ? { x: knots, y: knots.map((t) => pass({ ...state, x: t }).output) } : { x: [], y: [] });
      whole.change("curve relu", { visible: activation === "relu" });
      whole.change("curve gelu", { visible: activation === "gelu" });
      // The tangent has one length on the screen, however steep it is.
      const [px, py] = whole.pixel(x, output);
      const [qx, qy] = whole.pixel(x + 1, output + slope);
      const share = TANGENT / Math.hypot(qx - px, qy - py);
      whole.write("tangent", bends
        ? { x: [x - share, x + share], y: [output - share * slope, output + share * slope] } : { x: [], y: [] });
      whole.change("title", {
        text: bends
          ? lab.fill(labels.bent, { activation: options.activation[activation], slope: short(slope) })
          : lab.fill(labels.line, { slope: short(slope) }),
      });
      // The straight line is named where it leaves the picture; a flat one at the end that is farther from the point.
      const steep = Math.abs(product) > 3.4;
      const rises = product > 0;
      const end = x > 0 ? -2 : 2;
      whole.change("without", {
        visible: bends,
        x: steep ? -6.9 / product : end,
        y: steep ? -6.9 : end * product,
        text_align: (steep ? rises : end < 0) ? "left" : "right",
        x_offset: steep ? (rises ? 14 : -14) : 0,
        y_offset: steep ? 0 : end * product < 0 ? -20 : 6,
      });
      point.element.classList.toggle("gl-behind", inside(output) !== output);
    };

    return {
      compute: (/** @type {any} */ state) => ({ ...pass(state), product: state.w1 * state.w2 * state.w3 + 0 }),

      describe(state, { slope, product, output }) {
        const { x, w1, w2, w3, activation } = state;
        const found = corners(state);
        const form = activation === "none" ? "none"
          : product === 0 ? "flat"
            : activation === "gelu" ? "gelu" : ["no_corner", "one_corner", "two_corners"][found.length];
        return lab.fill(say[form], {
          a: factor(w1), b: factor(w2), c: factor(w3), x: short(x), slope: short(slope), product: short(product),
          output: short(output), first: short(found[0] ?? 0), second: short(found[1] ?? 0),
        });
      },

      draw(state, values) {
        // The whole answers the prediction; the page shows the veil until the reader has committed.
        const slot = whole.slot;
        Object.assign(veil.style, {
          left: `${slot.offsetLeft}px`, top: `${slot.offsetTop}px`, width: `${slot.offsetWidth}px`, height: `${slot.offsetHeight}px`,
        });
        drawLayers(state);
        drawWhole(state, values);
      },
    };
  });
})(globalThis.gelulab);
