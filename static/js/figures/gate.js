/** The gate: an input, the share of it that passes, and what gets through. The twin of app/figures/gate.py. */
(function (lab) {
  "use strict";
  const SHUT = 0.005; // below half a percent a share is told with three decimals
  const BRIM = 0.03; // where the enlarged dip is cut off, as in app/figures/gate.py

  lab.define("gate", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const dip = fig.plot("dip");
    const say = fig.words.sentence;
    const veil = fig.element.querySelector(".gl-veil");
    const bottom = (await fig.table("minimum"))[0];

    fig.handle({
      layer: main.layer,
      x: "x",
      role: "passed",
      pixel: () => main.pixel(fig.state.values.x, lab.gelu(fig.state.values.x)),
      state: (/** @type {number} */ px) => ({ x: main.data(px, 0)[0] }),
    });
    fig.action("minimum", () => fig.state.set({ x: bottom }, { final: true }));
    fig.action("zero", () => fig.state.set({ x: 0 }, { final: true }));

    return {
      tells: (/** @type {any} */ { x }) => x < 0 && "numbers", // the picture there is under the veil

      compute: (/** @type {any} */ { x }) => ({ x, gate: lab.phi(x), passed: lab.gelu(x), relu: Math.max(x, 0) }),

      describe({ x, hard }, { gate, passed }) {
        const form = Math.abs(x) < 0.005 ? "zero" : gate < SHUT ? "shut" : x < 0 ? "negative" : "positive";
        const text = lab.fill(say[form], {
          x: lab.decimals(x, 2),
          percent: lab.percent(gate, gate < SHUT ? 3 : 0),
          passed: lab.decimals(passed, gate < SHUT ? 4 : 2),
        });
        return hard && form !== "zero" ? `${text} ${x > 0 ? say.hard_open : say.hard_shut}` : text;
      },

      draw({ x, hard }, { gate, passed }) {
        // What lies left of 0 answers the prediction; the page shows the veil until the reader has committed.
        const [left, top] = main.pixel(main.view.model.x_range.start, main.view.model.y_range.end);
        const [zero, base] = main.pixel(0, main.view.model.y_range.start);
        Object.assign(veil.style, { left: `${left - 30}px`, top: `${top - 8}px`, width: `${zero - left + 30}px`, height: `${base - top + 6}px` });
        main.write("whole", { y: [-0.72], left: [Math.min(x, 0)], right: [Math.max(x, 0)] });
        main.write("passes", { y: [-0.72], left: [Math.min(passed, 0)], right: [Math.max(passed, 0)] });
        main.write("marks", { x: [x, x], y: [-0.72, Math.max(gate, passed)] });
        main.write("share point", { x: [x], y: [gate] });
        // The words stand on the other side of zero, where no bar can reach them.
        const side = { x: x < 0 ? 0.12 : -0.12, text_align: x < 0 ? "left" : "right" };
        main.change("whole label", side);
        main.change("passes label", side);
        main.change("hard", { visible: hard });
        main.change("hard label", { visible: hard });
        const inside = x >= -4 && passed <= BRIM;
        dip.write("point", { x: inside ? [x] : [], y: inside ? [passed] : [] });
        dip.write("stem", { x: inside ? [x, x] : [], y: inside ? [0, passed] : [] });
      },
    };
  });
})(globalThis.gelulab);
