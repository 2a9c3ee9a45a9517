/** A family in 3-D: the slice at s and its stretching, the surface of all slices, its map. The twin of app/figures/family.py. */
(function (lab) {
  "use strict";
  // What the sentence calls almost ReLU, and close to x/2 near 0; app/figures/family.py has the same three.
  const COLD = 0.1;
  const HOT = 3;
  const NEAR = 0.005;
  const STRETCH = 380; // ms
  const X = Array.from({ length: 129 }, (_, i) => i / 16 - 4);

  /** Knots of the surface: closer together where s is small and the bend is sharp. */
  const KNOTS = Array.from({ length: 65 }, (_, i) => ({ x: i / 8 - 4, s: 0.02 + 3.98 * (i / 64) ** 1.5 }));

  /** Two decimals, four where two would hide the number, and a plain 0 where nothing is left. @param {number} value */
  const short = (value) => (Math.abs(value) < 5e-5 ? "0" : lab.decimals(value, Math.abs(value) < NEAR ? 4 : 2));

  lab.define("family", async (/** @type {any} */ fig) => {
    const slice = fig.plot("slice");
    const map = fig.plot("map");
    const { labels, sentence: say } = fig.words;
    const [bottomX, bottom] = await fig.table("minimum"); // of s = 1; every other slice has s times both
    const hottest = fig.state.specs.get("s").high;

    const scene = new lab.Scene(fig, "surface", {
      x: KNOTS.map(({ x }) => x),
      y: KNOTS.map(({ s }) => s),
      z: [],
      height: lab.family,
      range: { x: [-4, 4], y: [hottest, 0], z: [-0.68, 4] }, // s grows towards the viewer, so the ravine lies in front
      labels: { x: labels.x, y: labels.s, z: labels.z },
      short: { x: "x", y: "s" },
      ticks: { x: [-4, -3, -2, -1, 0, 1, 2, 3, 4], y: [0, 1, 2, 3, 4], z: [0, 1, 2, 3, 4] },
      aspect: [1.25, 1, fig.element.clientWidth < 480 ? 0.8 : 0.62], // a phone has more room upwards than sideways
    }, {
      text: () => lab.fill(labels.view, { turn: fig.shown("turn"), tilt: fig.shown("tilt") }),
      tap: (px, py) => {
        const hit = scene.surface.pick(px, py);
        if (!hit) return;
        fig.state.set({ x: hit.x, s: hit.y }, { by: "click", final: true });
        point.element.focus({ preventScroll: true }); // keys go on from there
      },
    });
    const onSurface = () => {
      const { x, s } = fig.state.values;
      return scene.surface.project(x, s, lab.family(x, s));
    };
    const point = fig.handle({
      layer: scene.layer,
      x: "x",
      y: "s",
      role: "passed",
      pixel: () => { const { x, y } = onSurface(); return [x, y]; },
      state: (/** @type {number} */ px, /** @type {number} */ py) => {
        const { x, y } = scene.surface.nearest(px, py);
        return { x, s: y };
      },
    });
    fig.handle({
      layer: slice.layer,
      x: "x",
      role: "passed",
      pixel: () => slice.pixel(fig.state.values.x, fig.values.value),
      state: (/** @type {number} */ px) => ({ x: slice.data(px, 0)[0] }),
    });
    fig.handle({
      layer: map.layer,
      x: "x",
      y: "s",
      role: "passed",
      pixel: () => map.pixel(fig.state.values.x, fig.state.values.s),
      state: (/** @type {number} */ px, /** @type {number} */ py) => {
        const [x, s] = map.data(px, py);
        return { x, s };
      },
    });

    // The slice that was stretched stays, faint, until s is changed in another way.
    let before = NaN;
    let own = NaN; // the s that the stretching has set last

    /** The same curve, `factor` times as large: s and x grow together, so the point keeps its place on it. */
    const stretch = (/** @type {number} */ factor) => () => {
      const { x, s } = fig.state.values;
      const { low, high } = fig.state.specs.get("s");
      const whole = Math.min(high, Math.max(low, s * factor)) / s;
      if (whole === 1) return;
      const start = performance.now();
      before = own = s;
      const grow = () => {
        if (!fig.mounted || fig.state.values.s !== own) return; // somebody has taken over
        const time = lab.reducedMotion() ? 1 : Math.min(1, (performance.now() - start) / STRETCH);
        const size = time === 1 ? whole : whole ** (time * time * (3 - 2 * time));
        own = s * size;
        fig.state.set({ x: x * size, s: own }, { final: time === 1 });
        own = fig.state.values.s;
        if (time < 1) lab.nextFrame(grow);
      };
      grow();
    };
    fig.action("stretch", stretch(2));
    fig.action("narrow", stretch(1 / 2));
    for (const [name, s] of Object.entries({ relu: 0.02, gelu: 1, half: 4 })) {
      fig.action(name, () => fig.state.set({ s }, { final: true }));
    }

    /** @param {number} s */
    const columns = (s) => {
      // Near 0 the knots follow the bend, which is as wide as s.
      const x = [...X, ...X.map((t) => t * s)].filter((t) => Math.abs(t) <= 4).sort((a, b) => a - b);
      return { x, y: x.map((each) => lab.family(each, s)) };
    };
    let drawn = { s: NaN, before: 0 };

    return {
      surfaces: () => ({ surface: { x: KNOTS.map(({ x }) => x), y: KNOTS.map(({ s }) => s), z: lab.family } }),
      tells: (/** @type {any} */ { s }) => s > 1.1 && "all",

      compute: (/** @type {any} */ { x, s }) =>
        ({ value: lab.family(x, s), gate: lab.phi(x / s), bottom_x: bottomX * s, bottom: bottom * s }),

      describe({ x, s }, values) {
        const form = s <= COLD ? "cold" : Math.abs(s - 1) < NEAR ? "gelu" : s >= HOT ? "hot" : "between";
        return lab.fill(say[form], {
          s: lab.decimals(s, 2),
          x: Math.abs(x) < NEAR ? "0" : lab.decimals(x, 2),
          value: short(values.value),
          half: short(x / 2),
          bottom_x: lab.decimals(values.bottom_x, 2),
          bottom: short(values.bottom),
        });
      },

      draw({ x, s }, { value, bottom: low, bottom_x: lowX }) {
        if (s !== own) before = own = NaN;
        if (s !== drawn.s) {
          slice.write("curve", columns(s));
          slice.write("bottom", { x: [lowX], y: [low] });
          const wide = slice.data(56, 0)[0] - slice.data(0, 0)[0]; // half of the longest text
          slice.change("bottom label", {
            x: Math.max(wide - 4.15, Math.min(-wide, lowX)),
            text: lab.fill(labels.lowest, { bottom: short(low) }),
          });
          slice.change("gelu label", { visible: Math.abs(Math.log2(s)) > 0.3 });
          slice.change("title", { text: lab.fill(labels.slice, { s: lab.decimals(s, 2) }) });
          map.write("slice", { x: [-4, 4], y: [s, s] });
        }
        if (!Object.is(before, drawn.before)) slice.write("before", Number.isNaN(before) ? { x: [], y: [] } : columns(before));
        // Stretching moves every point along its ray through 0; on the old slice stands what has become this one.
        if (!Number.isNaN(before) || !Object.is(before, drawn.before)) {
          const share = before / s;
          slice.write("ray", share ? { x: [0, x], y: [0, value] } : { x: [], y: [] });
          slice.write("image", share ? { x: [x * share], y: [value * share] } : { x: [], y: [] });
        }
        drawn = { s, before };
        scene.draw(String(s), () => [
          {
            points: Array.from({ length: 33 }, (_, i) => 0.02 + (hottest - 0.02) * i / 32).map((t) => [bottomX * t, t, bottom * t]),
            colour: "var(--gl-gate)",
            width: 3,
            label: labels.ravine,
            labelAt: 0,
            labelSide: "above",
          },
          { points: X.map((t) => [t, s, lab.family(t, s)]), colour: "var(--gl-passed)", width: 3, label: `s = ${lab.decimals(s, 2)}` },
        ]);
        point.element.classList.toggle("gl-behind", onSurface().hidden);
      },

      paint: () => scene.paint(),
      remove: () => scene.remove(),
    };
  });
})(globalThis.gelulab);
