/** The derivative: the tangent on GELU, and under it the slope as a sum of two terms. The twin of app/figures/derivative.py. */
(function (lab) {
  "use strict";
  const FLAT = 0.0005; // what counts as a slope of 0
  const NEAR = 0.0005; // and as an input of 0
  const HALF = 140; // px, half the length of the tangent
  const ROOM = 110; // px, what the word at the triangle needs

  /** The density of N(0, 1). @param {number} x */
  const density = (x) => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  /** @param {number} x */
  const slopeAt = (x) => lab.phi(x) + x * density(x);

  lab.define("derivative", async (/** @type {any} */ fig) => {
    const upper = fig.plot("function");
    const lower = fig.plot("slope");
    const { sentence: say, labels } = fig.words;
    const veil = fig.element.querySelector(".gl-veil");
    const bottom = (await fig.table("minimum"))[0];

    for (const [plot, curve] of [[upper, lab.gelu], [lower, slopeAt]]) {
      fig.handle({
        layer: plot.layer,
        x: "x",
        role: "passed",
        pixel: () => plot.pixel(fig.state.values.x, curve(fig.state.values.x)),
        state: (/** @type {number} */ px) => ({ x: plot.data(px, 0)[0] }),
      });
    }
    // Where the slope is 1 follows from the symmetry: opposite the minimum, where it is 0.
    const places = { minimum: bottom, zero: 0, one: -bottom, steepest: Math.SQRT2 };
    for (const [name, x] of Object.entries(places)) fig.action(name, () => fig.state.set({ x }, { final: true }));

    /** The tangent, and how far it climbs in one unit. @param {number} x @param {number} slope */
    const drawTangent = (x, slope) => {
      const y = lab.gelu(x);
      const [x0, y0] = upper.pixel(0, 0);
      const [x1, y1] = upper.pixel(1, 1);
      const half = Math.min(HALF, upper.layer.offsetWidth / 4) / Math.hypot(x1 - x0, slope * (y0 - y1));
      // What is drawn above all else is not cut at the frame by itself.
      const { x_range: across, y_range: up } = upper.view.model;
      const steep = slope || 1e-9;
      const [a, b] = [(up.start - y) / steep, (up.end - y) / steep];
      const from = Math.max(x - half, across.start, x + Math.min(a, b));
      const to = Math.min(x + half, across.end, x + Math.max(a, b));
      upper.write("tangent", { x: [from, to], y: [y + slope * (from - x), y + slope * (to - x)] });
      const edge = upper.pixel(upper.view.model.x_range.end, 0)[0];
      const run = upper.pixel(x + 1, 0)[0] + ROOM * lab.typeScale() < edge ? 1 : -1;
      const corner = run > 0 ? [x + 1, y] : [x - 1, y];
      upper.write("triangle", { x: [x, corner[0], corner[0]], y: [y, corner[1], y + slope * run] });
      const beside = x > 0.3;
      upper.change("tangent label", {
        x: beside ? corner[0] : x,
        y: beside ? y + slope * run / 2 : 0,
        visible: !fig.waits, // a sketch of the slope is asked for first
        text: lab.fill(labels.tangent, { slope: lab.decimals(slope, 3) }),
        text_align: !beside ? (x < -2.6 ? "left" : "center") : run > 0 ? "left" : "right",
        x_offset: !beside ? 0 : run > 0 ? 8 : -8,
        y_offset: beside ? -7 : 26,
      });
    };

    /** The terms side by side at x, the second from where the first ends. @param {number} x @param {any} values */
    const drawTerms = (x, { slope, first_term: first }) => {
      const width = Math.max(11, Math.min(20, lower.layer.offsetWidth / 42)) / (lower.pixel(1, 0)[0] - lower.pixel(0, 0)[0]);
      lower.write("first", { left: [x - width], right: [x], bottom: [0], top: [first] });
      lower.write("second", {
        left: [x], right: [x + width], bottom: [Math.min(first, slope)], top: [Math.max(first, slope)],
      });
    };

    return {
      compute(/** @type {any} */ { x }) {
        const first = lab.phi(x);
        const second = x * density(x);
        return { slope: first + second, first_term: first, second_term: second, curvature: density(x) * (2 - x * x) };
      },

      describe({ x, mirror, convex }, { slope, first_term: first, second_term: second, curvature }) {
        let form = Math.abs(x) < NEAR ? "zero" : Math.abs(slope) < FLAT ? "flat" : slope < 0 ? "falls" : "rises";
        if (form === "rises" && x < 0) form = "less";
        const at = form === "zero" ? "0" : lab.decimals(x, 2);
        const slots = {
          x: at,
          minus_x: form === "zero" ? at : lab.decimals(-x, 2),
          slope: lab.decimals(slope, 3),
          other: lab.decimals(1 - slope, 3),
          share: lab.decimals(first, 3),
          opening: lab.decimals(Math.abs(second), 3),
        };
        let text = lab.fill(say[form], slots);
        if (mirror && form !== "zero") text += ` ${lab.fill(say.mirror, slots)}`;
        if (convex) text += ` ${curvature >= 0 ? say.convex : say.concave}`;
        return text;
      },

      draw({ x, mirror, convex }, values) {
        // What lies left of 0 answers the prediction; the page shows the veil until the reader has committed.
        const [left] = upper.pixel(upper.view.model.x_range.start, 0);
        const top = upper.pixel(0, upper.view.model.y_range.end)[1] + upper.slot.offsetTop;
        const [zero, base] = lower.pixel(0, lower.view.model.y_range.start);
        const below = base + lower.slot.offsetTop;
        Object.assign(veil.style, {
          left: `${left - 34}px`, top: `${top - 4}px`, width: `${zero - left + 34}px`, height: `${below - top + 8}px`,
        });
        drawTangent(x, values.slope);
        drawTerms(x, values);
        for (const plot of [upper, lower]) plot.change("shade", { visible: convex });
        for (const side of ["convex", "left", "right"]) upper.change(`${side} label`, { visible: convex });
        const pair = mirror && Math.abs(x) >= NEAR;
        const other = 1 - values.slope;
        lower.write("mirror", { x: pair ? [-x] : [], y: pair ? [other] : [] });
        lower.write("mirror line", { x: pair ? [x, -x] : [], y: pair ? [values.slope, other] : [] });
        const onTop = x < 0;
        lower.change("mirror label", {
          visible: pair,
          x: -x,
          y: other,
          text: lab.decimals(other, 3),
          text_align: !onTop ? "left" : x < -3.2 ? "right" : "center",
          x_offset: !onTop ? 10 : x < -3.2 ? 8 : 0,
          y_offset: onTop ? 10 : -19,
        });
        // Close to an extreme the mirror point says nearly the same number, and the handle needs the room.
        const one = lower.pixel(1, 0)[0] - lower.pixel(0, 0)[0];
        const near = (/** @type {number} */ at) => Math.abs(at - Math.SQRT2) < 52 / one;
        lower.change("top label", { visible: !(pair && near(-x)), y_offset: near(x) ? 20 : 8 });
        lower.change("bottom label", { visible: !(pair && near(x)), y_offset: near(-x) ? -20 : -8 });
      },
    };
  });
})(globalThis.gelulab);
