/** Bone by bone: area under the bell, height of the gate, slope of the chord. The twin of app/figures/bell.py. */
(function (lab) {
  "use strict";
  // Shares this close to 0 or 1 are told with two more decimals; app/figures/bell.py has the same two.
  const RARE = 0.005;
  const NEAR = 0.005;
  const TOP = 1 / Math.sqrt(2 * Math.PI);
  const KNOTS = Array.from({ length: 167 }, (_, i) => -4.15 + i * 0.05);

  /** The height of the bell. @param {number} t */
  const density = (t) => TOP * Math.exp(-t * t / 2);

  const usual = (/** @type {number} */ area) => area > RARE && area < 1 - RARE;
  const share = (/** @type {number} */ area) => lab.decimals(area, usual(area) ? 3 : 5);

  lab.define("bell", async (/** @type {any} */ fig) => {
    const { labels, sentence: say } = fig.words;
    const bottom = (await fig.table("minimum"))[0];
    const panels = {
      density: { plot: fig.plot("density"), height: density },
      gate: { plot: fig.plot("gate"), height: lab.phi },
      gelu: { plot: fig.plot("gelu"), height: lab.gelu },
    };
    const { density: bell, gate, gelu } = panels;

    for (const [name, { plot, height }] of Object.entries(panels)) {
      fig.handle({
        layer: plot.layer,
        x: "x",
        role: name === "gelu" ? "passed" : "gate",
        pixel: () => plot.pixel(fig.state.values.x, height(fig.state.values.x)),
        state: (/** @type {number} */ px) => ({ x: plot.data(px, 0)[0] }),
      });
    }
    for (const [name, x] of Object.entries({ zero: 0, one: 1, minus_one: -1, minimum: bottom })) {
      fig.action(name, () => fig.state.set({ x }, { final: true }));
    }

    return {
      tells: (/** @type {any} */ { x }) => Math.abs(x) > 0.6 && "all",

      compute({ x }) {
        const area = lab.phi(x);
        return {
          density: density(x), area, passed: lab.gelu(x), relu: Math.max(x, 0), slope: area + x * density(x),
        };
      },

      describe: (/** @type {any} */ { x }, /** @type {any} */ { area }) =>
        lab.fill(Math.abs(x) < NEAR ? say.zero : say.point, {
          x: lab.decimals(x, 2),
          percent: lab.percent(area, usual(area) ? 1 : 3),
          share: share(area),
        }),

      draw({ x }, { area, passed }) {
        const told = { share: share(area) };
        for (const [name, { plot }] of Object.entries(panels)) {
          const { start, end } = plot.view.model.y_range;
          plot.write("plumb", { x: [x, x], y: [start, end] });
          const text = name === "gelu" && Math.abs(x) < NEAR ? labels.tangent : labels[name];
          plot.change("title", { text: lab.fill(text, told) });
        }

        const left = KNOTS.filter((t) => t < x);
        left.push(x);
        bell.plot.write("area", { x: left, low: left.map(() => 0), high: left.map(density) });
        bell.plot.write("edge", { x: [x, x], y: [0, density(x)] });
        // The name of the top stands on the side where neither the point nor its plumb line can cross it.
        bell.plot.change("top label", x < 0 ? { x: 0.9, text_align: "left" } : { x: -0.9, text_align: "right" });
        gate.plot.write("height", { x: [x, x], y: [0, area] });

        // At 0 the chord has no length left: the tangent takes its place, which has the same slope.
        const chord = Math.abs(x) < NEAR ? [-0.7, 0.7] : [0, x];
        gelu.plot.write("chord", { x: chord, y: Math.abs(x) < NEAR ? chord.map((t) => t * area) : [0, passed] });
        gelu.plot.write("ray", { x: [-4.15, 4.15], y: [-4.15 * area, 4.15 * area] });
        gelu.plot.write("rise", { x: [1, 1], y: [0, area] });
        const covered = Math.abs(x - 1) < 0.6; // by the point
        gelu.plot.change("rise label", { text: share(area), y: Math.max(area / 2, 0.28), x_offset: covered ? 22 : 7 });
      },
    };
  });
})(globalThis.gelulab);
