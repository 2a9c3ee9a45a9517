/** ReLU minus a dip: the dip, pulled up onto ReLU, makes GELU. The twin of app/figures/dip.py. */
(function (lab) {
  "use strict";
  const REST = -0.75; // where the dip hangs before it is pulled up; app/figures/dip.py has the same
  const DONE = 0.995; // from here on the dip has arrived
  const PULL = 700; // ms
  const X = Array.from({ length: 257 }, (_, i) => i / 32 - 4);

  /** GELU's dip |x| Phi(-|x|). @param {number} x */
  const dip = (x) => Math.abs(x) * lab.phi(-Math.abs(x));

  /** SiLU's dip |x| sigma(-|x|). @param {number} x */
  const siluDip = (x) => Math.abs(x) / (1 + Math.exp(Math.abs(x)));

  /** The line from which the dip hangs: level at first, ReLU at last. @param {number} x @param {number} lift */
  const base = (x, lift) => (1 - lift) * REST + lift * lift * Math.max(x, 0);

  /** Three decimals, four where three would hide the number. @param {number} value */
  const short = (value) => lab.decimals(value, value < 0.005 ? 4 : 3);

  lab.define("dip", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const dips = fig.plot("dips");
    const veil = fig.element.querySelector(".gl-veil");
    const { sentence: say, labels } = fig.words;
    const bottom = (await fig.table("minimum"))[0];

    fig.handle({
      layer: main.layer,
      x: "lift",
      role: "passed",
      pixel: () => main.pixel(0, base(0, fig.state.values.lift)),
      state: (/** @type {number} */ px, /** @type {number} */ py) => ({ lift: 1 - main.data(px, py)[1] / REST }),
    });
    fig.handle({
      layer: dips.layer,
      x: "x",
      role: "passed",
      pixel: () => dips.pixel(fig.state.values.x, dip(fig.state.values.x)),
      state: (/** @type {number} */ px) => ({ x: dips.data(px, 0)[0] }),
    });

    let own = NaN; // the lift that the pulling has set last
    let turn = 0; // which pull it is: a new one ends the one before
    /** Pulls the dip up, or lets it hang again. @param {number} goal */
    const pull = (goal) => () => {
      const from = fig.state.values.lift;
      const start = performance.now();
      const mine = ++turn;
      own = from;
      const move = () => {
        if (!fig.mounted || mine !== turn || fig.state.values.lift !== own) return; // somebody has taken over
        const time = lab.reducedMotion() ? 1 : Math.min(1, (performance.now() - start) / PULL);
        own = from + (goal - from) * time * time * (3 - 2 * time);
        if (time === 1) own = goal;
        fig.state.set({ lift: own }, { final: time === 1 });
        if (time < 1) lab.nextFrame(move);
      };
      move();
    };
    fig.action("subtract", pull(1));
    fig.action("apart", pull(0));
    for (const [name, x] of Object.entries({ peak: bottom, minus: -1, plus: 1 })) {
      fig.action(name, () => fig.state.set({ x }, { final: true }));
    }

    return {
      compute: (/** @type {any} */ { x }) =>
        ({ dip: dip(x), silu_dip: siluDip(x), gelu: lab.gelu(x), relu: Math.max(x, 0) }),

      describe({ x, lift, silu }, values) {
        const head = lift >= DONE ? say.done : lab.fill(say.apart, { percent: lab.percent(lift) });
        const zero = Math.abs(x) < 0.005;
        const tail = lab.fill(say[zero ? "zero" : "point"], {
          x: lab.decimals(x, 2), minus_x: lab.decimals(-x, 2), dip: short(values.dip),
        });
        return `${head} ${tail}${silu && !zero ? ` ${lab.fill(say.silu, { dip: short(values.silu_dip) })}` : ""}`;
      },

      draw({ x, lift, silu }, values) {
        // The shape of the dip answers the prediction; the page shows the veil until the reader has committed.
        const [left, top] = main.pixel(main.view.model.x_range.start, REST + 0.68);
        const [right, floor] = main.pixel(main.view.model.x_range.end, main.view.model.y_range.start);
        Object.assign(veil.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${floor - top}px` });
        const hook = X.map((t) => base(t, lift));
        main.write("curve", {
          x: X, base: hook, gelu: X.map((t, i) => hook[i] - dip(t)), silu: X.map((t, i) => hook[i] - siluDip(t)),
        });
        main.change("silu", { visible: silu });
        const done = lift >= DONE;
        main.change("gelu label", { text: done ? labels.gelu : labels.hanging, y: base(-4, lift) });
        main.change("silu label", { visible: silu, text: done ? labels.silu : labels.silu_hanging, y: base(-4, lift) - 0.3 });
        // Equal bars at x and at -x: what GELU lacks there.
        const bars = [x, -x].map((t) => base(t, lift));
        main.write("bars", { x: [x, -x], top: bars, bottom: bars.map((y) => y - values.dip) });
        dips.change("silu", { visible: silu });
        dips.change("silu peak", { visible: silu });
        dips.write("mirror", { x: [-x], y: [values.dip] });
        dips.write("level", { x: [x, -x], y: [values.dip, values.dip] });
        dips.write("stems", { x: [x, x, NaN, -x, -x], y: [0, values.dip, NaN, 0, values.dip] });
      },
    };
  });
})(globalThis.gelulab);
