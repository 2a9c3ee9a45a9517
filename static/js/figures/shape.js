/** The shape of GELU, one property at a time, and its relatives. The twin of app/figures/shape.py. */
(function (lab) {
  "use strict";
  // Closer than this to a special point is at it; app/figures/shape.py has the same.
  const NEAR = 0.005;
  const TURN = Math.SQRT2;
  const LOW = -4;
  const WIDE = [-4.15, 4.15];
  const LINEAR = { start: -1.6, end: 4.2 };
  const LOG = { start: 56, end: 104 }; // 100 + 10 log10 of the distance
  const TICKS = { linear: [-1, 0, 1, 2, 3, 4], log: [60, 70, 80, 90, 100] };
  const STRIP = { bottom: -1.52, top: -1.25 };
  const SHADE = 1.5; // as high as the enlarged dip leaves room
  const RELATIVES = ["relu", "leaky_relu", "silu", "sigmoid", "tanh"];
  const X = Array.from({ length: 321 }, (_, i) => i / 40 - 4);
  const NOTHING = { x: [], y: [] };

  const density = (/** @type {number} */ t) => Math.exp(-t * t / 2) / Math.sqrt(2 * Math.PI);
  const slope = (/** @type {number} */ t) => lab.phi(t) + t * density(t);
  /** How far GELU lies below ReLU. @param {number} t */
  const dip = (t) => -lab.gelu(-Math.abs(t));
  const siluDip = (/** @type {number} */ t) => Math.abs(t) / (1 + Math.exp(Math.abs(t)));
  const log = (/** @type {number} */ distance) => 100 + 10 * Math.log10(distance);

  /** Three decimals, six where three would hide the number. @param {number} value */
  const fine = (value) => lab.decimals(value, value !== 0 && Math.abs(value) < NEAR ? 6 : 3);

  lab.define("shape", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const inset = fig.plot("dip");
    const { labels, sentence: say } = fig.words;
    const [bottom, low] = await fig.table("minimum");

    /**
     * The other negative input with the same output as x < 0; -Infinity if it lies left of -4.
     * Halving the interval on the other side of the lowest point.
     * @param {number} x
     */
    const partner = (x) => {
      const value = lab.gelu(x);
      if (x > bottom && value > lab.gelu(LOW)) return -Infinity;
      // `below` is the end at which GELU is smaller than the value.
      let [below, above] = x < bottom ? [bottom, 0] : [bottom, LOW];
      for (let i = 0; i < 60; i++) {
        const middle = (below + above) / 2;
        if (lab.gelu(middle) < value) below = middle;
        else above = middle;
      }
      return (below + above) / 2;
    };

    // What each view says: the form of the sentence and the words that only it has.
    /** @type {Record<string, (x: number) => [string, Record<string, string>?]>} */
    const forms = {
      range: (x) => [Math.abs(x - bottom) < NEAR ? "lowest" : x < bottom ? "falling" : "rising"],
      tail: (x) => Math.abs(x) < NEAR ? ["no_tail"] : [x > 0 ? "right_tail" : "left_tail", {
        distance: fine(dip(x)),
        density: fine(x > 0 ? density(x) : -density(x)),
        share: lab.percent(dip(x) / density(x), 1),
      }],
      mirror: (x) => [Math.abs(x) < NEAR ? "mirror_zero" : "mirror"],
      bend: (x) => [Math.abs(Math.abs(x) - TURN) < NEAR ? "turn" : Math.abs(x) > TURN ? "concave" : "convex"],
      pair: (x) => {
        if (Math.abs(x) < NEAR) return ["alone", { value: "0" }];
        if (x > 0) return ["alone"];
        if (Math.abs(x - bottom) < NEAR) return ["alone_lowest"];
        const other = partner(x);
        return other < LOW ? ["far_pair"] : ["pair", { partner: lab.decimals(other, 2) }];
      },
    };

    const isLog = () => fig.state.values.view === "tail";
    /** Where the curve of this view is at x. @param {number} x */
    const height = (x) => (isLog() ? Math.max(log(dip(x)), LOG.start + 1) : lab.gelu(x));
    const point = (/** @type {number} */ sign) => fig.handle({
      layer: main.layer,
      x: "x",
      role: "passed",
      pixel: () => main.pixel(sign * fig.state.values.x, height(sign * fig.state.values.x)),
      state: (/** @type {number} */ px) => ({ x: sign * main.data(px, 0)[0] }),
    });
    point(1);
    /** @type {any} */
    let mirror = null;
    /** The second point is there only where it means something: elsewhere it would catch clicks. @param {boolean} on */
    const showMirror = (on) => {
      if (on && !mirror) mirror = point(-1);
      else if (!on && mirror) {
        mirror.remove();
        fig.handles.splice(fig.handles.indexOf(mirror), 1);
        mirror = null;
      }
    };

    for (const [name, x] of Object.entries({ two: 2, minimum: bottom, bend: TURN, far: LOW })) {
      fig.action(name, () => fig.state.set({ x }, { final: true }));
    }

    /** The parts of the curve that are named along the bottom. @param {[number, number, string][]} parts */
    const drawStrip = (parts) => {
      main.write("strip", {
        left: parts.map(([left]) => left),
        right: parts.map(([, right]) => right),
        bottom: parts.map(() => STRIP.bottom),
        top: parts.map(() => STRIP.top),
      });
      for (let at = 0; at < 3; at++) {
        const [left, right, text] = parts[at] ?? [0, 0, ""];
        main.change(`strip ${at}`, { x: (left + right) / 2, text });
      }
    };

    /** What only changes with the view. @param {string} view @param {Record<string, boolean>} on which relatives */
    const drawView = (view, on) => {
      const tail = view === "tail";
      main.change("range", tail ? LOG : LINEAR);
      main.change("ticks", { ticks: tail ? TICKS.log : TICKS.linear });
      main.write("zero", { x: WIDE, y: tail ? [NaN, NaN] : [0, 0] });
      // At 0 the logarithm has no end: the curve goes down as far as the picture does.
      const x = tail ? [...X, -1e-3, -1e-5, 1e-5, 1e-3].filter((t) => t !== 0).sort((a, b) => a - b) : X;
      main.write("curve", { x, y: x.map((t) => (tail ? log(dip(t)) : lab.gelu(t))) });
      main.write("density", tail ? { x: X, y: X.map((t) => log(density(t))) } : NOTHING);
      main.write("silu distance", tail && on.silu ? { x, y: x.map((t) => log(siluDip(t))) } : NOTHING);
      main.change("density label", { visible: tail });
      main.change("distance label", { visible: tail });
      main.change("gelu label", tail ? { x: 0.75, y: 83 } : { x: 2.15, y: 1.5 });
      for (const name of RELATIVES) {
        main.change(name, { visible: on[name] && !tail });
        main.change(`${name} label`, { visible: on[name] && (!tail || name === "silu") });
      }
      main.change("silu label", tail ? { x: 4, y: 95.5, text_align: "right" } : { x: -1.02, y: -0.32, text_align: "center" });
      inset.slot.style.visibility = tail ? "hidden" : "";
      inset.change("lowest label", { visible: view === "range" });

      const bends = view === "bend";
      main.write("box", bends
        ? { left: [-TURN], right: [TURN], bottom: [STRIP.top], top: [SHADE] }
        : { left: [], right: [], bottom: [], top: [] });
      drawStrip(
        view === "range" ? [[LOW, bottom, labels.falls], [bottom, -LOW, labels.rises]]
          : bends ? [[LOW, -TURN, labels.concave], [-TURN, TURN, labels.convex], [TURN, -LOW, labels.concave]] : [],
      );
    };

    /** What moves with the point. @param {string} view @param {number} x @param {any} values */
    const drawPoint = (view, x, { value, mirrored, difference }) => {
      const paired = view === "pair" && x < 0 ? partner(x) : NaN;
      const level = view === "range" ? low : view === "pair" ? value : NaN;
      main.write("level", { x: WIDE, y: [level, level] });
      inset.write("level", { x: [-4.1, 0.5], y: level <= 0 ? [level, level] : [NaN, NaN] });

      const marks = view === "range" ? [bottom] : view === "bend" ? [-TURN, TURN] : paired >= LOW ? [paired] : [];
      main.write("points", { x: marks, y: marks.map((t) => lab.gelu(t)) });
      const inside = [x, ...(view === "mirror" ? [-x] : marks)].filter((t) => t >= LOW && t <= 0.15);
      inset.write("points", { x: inside, y: inside.map((t) => lab.gelu(t)) });

      const steep = slope(x);
      main.write("tangent", view === "bend" ? { x: [x - 1, x + 1], y: [value - steep, value + steep] } : NOTHING);

      const both = view === "mirror";
      main.write("guides", both ? { x: [x, 0, NaN, -x, 0], y: [value, value, NaN, mirrored, mirrored] } : NOTHING);
      main.write("bracket", both ? {
        x: [-0.09, 0.09, NaN, 0, 0, NaN, -0.09, 0.09],
        y: [value, value, NaN, value, mirrored, NaN, mirrored, mirrored],
      } : NOTHING);
      main.change("difference label", {
        visible: both,
        text: lab.fill(labels.difference, { difference: lab.decimals(difference, 2) }),
        y: Math.min(Math.max((value + mirrored) / 2, 0.4), 1.2), // below the enlarged dip, above the axis
      });
    };
    let drawn = "";

    return {
      tells: (/** @type {any} */ { view }) => view === "mirror" && "all",

      compute({ x }) {
        const value = lab.gelu(x);
        const mirrored = lab.gelu(-x);
        return { value, mirrored, difference: value - mirrored };
      },

      describe({ x, view }, { value, mirrored, difference }) {
        const [form, more] = forms[view](x);
        return lab.fill(say[form], {
          x: Math.abs(x) < NEAR ? "0" : lab.decimals(x, 2),
          minus_x: lab.decimals(-x, 2),
          value: fine(value),
          mirrored: fine(mirrored),
          difference: lab.decimals(difference, 2),
          low: lab.decimals(low, 3),
          bottom: lab.decimals(bottom, 3),
          turn: lab.decimals(TURN, 3),
          ...more,
        });
      },

      draw(state, values) {
        const { x, view } = state;
        const now = [view, ...RELATIVES.map((name) => state[name])].join(" ");
        if (now !== drawn) {
          drawView(view, state);
          fig.request(); // other ticks may take other room: the points are placed once more when Bokeh has laid them out
        }
        drawn = now;
        showMirror(view === "mirror");
        drawPoint(view, x, values);
      },
    };
  });
})(globalThis.gelulab);
