/** A fold: one unit on a plane of two inputs, from above, in a cut and as a surface. The twin of app/figures/fold.py. */
(function (lab) {
  "use strict";
  // The plane and the outputs that are shown, and the length of no arrow; app/figures/fold.py has the same numbers.
  const SIDE = 3;
  const TOP = 2;
  const FLAT = 0.0005;
  const LEVELS_BELOW = 6; // contours under 0: three heights, each on both sides of the trough
  const FLOOR = -0.25; // of the surfaces
  const CELLS = 24; // on each side of 0: two surfaces are drawn in every frame, each half as wide as a lone one of 32
  const KNOTS = Array.from({ length: 2 * CELLS + 1 }, (_, i) => SIDE * (i / CELLS - 1));
  const TICKS = [-3, -2, -1, 0, 1, 2, 3];
  const ACROSS = 1.7; // how far from the arrow the fold's point stands on one side, its word on the other
  const NOWHERE = { x: [], y: [] };

  const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
    Math.min(high, Math.max(low, value));

  /** The unit vector of w; of no arrow any will do. @param {any} state @param {number} length */
  const direction = ({ w1, w2 }, length) => (length > 0 ? [w1 / length, w2 / length] : [1, 0]);

  /**
   * The part of the line u·x = d that lies in the plane shown, as two distances along (-u2, u1); empty is null.
   * @param {number[]} u @param {number} d @returns {[number, number] | null}
   */
  const chord = ([u1, u2], d) => {
    let low = -Infinity;
    let high = Infinity;
    for (const [at, slope] of [[u1 * d, -u2], [u2 * d, u1]]) {
      if (Math.abs(slope) < 1e-12) {
        if (Math.abs(at) > SIDE) return null;
        continue;
      }
      const [a, b] = [(-SIDE - at) / slope, (SIDE - at) / slope];
      low = Math.max(low, Math.min(a, b));
      high = Math.min(high, Math.max(a, b));
    }
    return low < high ? [low, high] : null;
  };

  /** The point at `d` along w and `across` it. @param {number[]} u @param {number} d @param {number} across */
  const point = ([u1, u2], d, across) => [u1 * d - u2 * across, u2 * d + u1 * across];

  /**
   * The height of the quads that are drawn for f, which over a crease lie a little above f itself: a line must not sink
   * into them. The surface has a knot in x1 between each two of KNOTS.
   * @param {(x1: number, x2: number) => number} f @param {number} x1 @param {number} x2
   */
  const drawnHeight = (f, x1, x2) => {
    const [h1, h2] = [SIDE / CELLS / 2, SIDE / CELLS];
    const [a, c] = [Math.floor(x1 / h1) * h1, Math.floor(x2 / h2) * h2];
    const [u, v] = [(x1 - a) / h1, (x2 - c) / h2];
    return (f(a, c) * (1 - u) + f(a + h1, c) * u) * (1 - v) + (f(a, c + h2) * (1 - u) + f(a + h1, c + h2) * u) * v;
  };

  lab.define("fold", async (/** @type {any} */ fig) => {
    const map = fig.plot("map");
    const cut = fig.plot("cut");
    const { labels, sentence: say } = fig.words;
    const [bottomX, bottom] = await fig.table("minimum");
    const levels = [...await fig.table("levels")];
    const top = levels[LEVELS_BELOW + 1]; // where GELU is TOP

    const text = () => lab.fill(labels.view, { turn: fig.shown("turn"), tilt: fig.shown("tilt") });
    const scenes = [
      { name: "gelu", f: lab.gelu, edge: top },
      { name: "relu", f: (/** @type {number} */ z) => Math.max(z, 0), edge: TOP },
    ].map(({ name, f, edge }) => ({
      f,
      edge,
      smooth: name === "gelu",
      scene: new lab.Scene(fig, name, {
        x: KNOTS,
        y: KNOTS,
        z: [],
        height: () => 0,
        range: { x: [-SIDE, SIDE], y: [-SIDE, SIDE], z: [FLOOR, TOP] },
        labels: { x: labels.x1, y: labels.x2, z: labels.z },
        ticks: { x: TICKS, y: TICKS, z: [0, 1, 2] },
        aspect: [1, 1, fig.element.clientWidth < 480 ? 1 : 0.75], // a phone has more room upwards
      }, { text }),
    }));

    /** How far along w the line w·x + b = t lies. @param {any} state @param {number} length @param {number} t */
    const along = ({ b }, length, t) => (t - b) / length;

    // The fold is taken where its point stands, and the point goes along the fold with the pointer.
    let across = ACROSS;
    /** Where the fold's point stands: on the fold and off the arrow, or at the rim where the fold is outside. */
    const foldPoint = () => {
      const state = fig.state.values;
      const { length } = fig.values;
      const u = direction(state, length);
      const reach = SIDE * (Math.abs(u[0]) + Math.abs(u[1])) * 0.98;
      const d = length > 0 ? clamp(along(state, length, 0), -reach, reach) : 0;
      const [low, high] = /** @type {[number, number]} */ (chord(u, d));
      return point(u, d, clamp(across, low, high));
    };
    fig.handle({
      layer: map.layer,
      x: "b",
      role: "text",
      pixel: () => map.pixel(...foldPoint()),
      state: (/** @type {number} */ px, /** @type {number} */ py) => {
        const { w1, w2 } = fig.state.values;
        const [x1, x2] = map.data(px, py);
        const [u1, u2] = direction(fig.state.values, fig.values.length);
        across = u1 * x2 - u2 * x1;
        fig.request(); // along the fold only the point moves
        return { b: -(w1 * x1 + w2 * x2) };
      },
    });
    fig.handle({
      layer: map.layer,
      x: "w1",
      y: "w2",
      role: "passed",
      pixel: () => map.pixel(fig.state.values.w1, fig.state.values.w2),
      state: (/** @type {number} */ px, /** @type {number} */ py) => {
        const [w1, w2] = map.data(px, py);
        return { w1, w2 };
      },
    });

    /** w times a factor, in the same direction as far as there is room. @param {number} factor */
    const times = (factor) => () => {
      const { w1, w2 } = fig.state.values;
      const largest = Math.max(Math.abs(w1), Math.abs(w2));
      const real = Math.abs(factor) * largest > SIDE ? Math.sign(factor) * SIDE / largest : factor;
      fig.state.set({ w1: w1 * real, w2: w2 * real }, { final: true });
    };
    fig.action("double", times(2));
    fig.action("halve", times(1 / 2));
    fig.action("reverse", times(-1));
    fig.action("flat", times(0));
    fig.action("reset", () => {
      across = ACROSS;
      fig.state.set({ w1: 0.8, w2: 0.6, b: 0 }, { final: true });
    });

    /** A line w·x + b = t of the map; outside it is nothing. @param {any} state @param {number} length @param {number} t */
    const line = (state, length, t) => {
      const u = direction(state, length);
      const d = along(state, length, t);
      const ends = Number.isFinite(d) ? chord(u, d) : null;
      return ends ? ends.map((across) => point(u, d, across)) : [];
    };
    /** Lines as columns: nan lifts the pen. @param {number[][][]} lines */
    const columns = (lines) => {
      const all = lines.filter((each) => each.length).flatMap((each) => [...each, [NaN, NaN]]);
      return { x: all.map(([x]) => x), y: all.map(([, y]) => y) };
    };

    /** A word of the map, `shift` pixels along w from the line; away where there is no room. */
    const word = (/** @type {string} */ name, /** @type {number[]} */ u, /** @type {number} */ d, /** @type {number} */ across,
      /** @type {number} */ shift, /** @type {boolean} */ wanted) => {
      const ends = wanted ? chord(u, d) : null;
      if (!ends) return map.change(name, { visible: false });
      const [low, high] = ends;
      const [x, y] = point(u, d, high - low < 0.8 ? (low + high) / 2 : clamp(across, low + 0.4, high - 0.4));
      const away = shift * (12 + 16 * Math.abs(u[0]));
      const unit = map.pixel(1, 0)[0] - map.pixel(0, 0)[0];
      map.change(name, {
        visible: true,
        x: clamp(x + u[0] * away / unit, -SIDE + 28 / unit, SIDE - 28 / unit),
        y: clamp(y + u[1] * away / unit, -SIDE + 9 / unit, SIDE - 9 / unit),
      });
    };

    const drawMap = (/** @type {any} */ state, /** @type {number} */ length) => {
      const folded = length >= FLAT;
      const u = direction(state, length);
      const at = (/** @type {number} */ t) => line(state, length, t);
      const { w1, w2 } = state;
      map.write("below", folded ? columns(levels.slice(0, LEVELS_BELOW).map(at)) : NOWHERE);
      map.write("above", folded ? columns(levels.slice(LEVELS_BELOW).map(at)) : NOWHERE);
      map.write("fold", folded ? columns([at(0)]) : NOWHERE);
      map.write("trough", folded ? columns([at(bottomX)]) : NOWHERE);
      map.write("arrow", { x: [0, w1], y: [0, w2] });
      word("fold label", u, along(state, length, 0), -ACROSS, 1, folded);
      word("trough label", u, along(state, length, bottomX), -ACROSS, -1, folded);
      // Numbers where the contours are far enough apart to hold them.
      for (const level of [1, 2, 3, 4]) {
        const d = along(state, length, levels[LEVELS_BELOW + level - 1]);
        word(`level ${level}`, u, d, -ACROSS, 0, folded && length < 1.8 && Boolean(chord(u, d)));
      }
      const side = 24 / (map.pixel(1, 0)[0] - map.pixel(0, 0)[0]); // beside the tip, on the side that has room
      const place = [w1 + u[1] * side, w2 - u[0] * side];
      const inside = Math.max(Math.abs(place[0]), Math.abs(place[1])) < SIDE - 0.2;
      map.change("w label", {
        visible: length > 0.25,
        x: inside ? place[0] : w1 - u[1] * side,
        y: inside ? place[1] : w2 + u[0] * side,
      });
    };

    const drawCut = (/** @type {any} */ state, /** @type {number} */ length, /** @type {number} */ distance) => {
      const folded = length >= FLAT;
      const { b } = state;
      const near = folded ? Array.from({ length: 81 }, (_, i) => (i / 10 - 4 - b) / length) : [];
      const t = [...Array.from({ length: 97 }, (_, i) => i / 16 - 3), ...near].filter((x) => Math.abs(x) <= SIDE);
      t.sort((one, other) => one - other);
      // A little of what is above stays, so that the curves end at the frame.
      const curve = (/** @type {(z: number) => number} */ f) => {
        const x = t.filter((each) => length * each + b < TOP + 0.6);
        return { x, y: x.map((each) => f(length * each + b)) };
      };
      cut.write("gelu", curve(lab.gelu));
      cut.write("relu", curve((z) => Math.max(z, 0)));
      const fold = along(state, length, 0);
      const trough = fold - distance;
      const [foldIn, troughIn] = [fold, trough].map((each) => folded && Math.abs(each) <= SIDE);
      cut.write("fold", foldIn ? { x: [fold], y: [0] } : NOWHERE);
      cut.write("bottom", troughIn ? { x: [trough], y: [bottom] } : NOWHERE);
      const [low, high] = [0.1, 0.2];
      const middle = (low + high) / 2;
      cut.write("distance", foldIn && troughIn ? {
        x: [trough, trough, trough, fold, fold, fold], y: [low, high, middle, middle, low, high],
      } : NOWHERE);
      const unit = cut.pixel(1, 0)[0] - cut.pixel(0, 0)[0];
      cut.change("distance label", {
        visible: foldIn && troughIn, x: Math.max(fold, -SIDE + 42 / unit), y: high, text: lab.decimals(distance, 3),
      });
      cut.change("depth label", {
        visible: troughIn, x: clamp(trough, -SIDE + 22 / unit, SIDE - 22 / unit), y: bottom, text: lab.decimals(bottom, 3),
      });
    };

    /** What lies on a surface: the fold, the trough and the edge at which it is cut off. */
    const lines = (/** @type {any} */ state, /** @type {number} */ length, /** @type {any} */ { f, smooth, edge }) => () => {
      const { w1, w2, b } = state;
      const height = (/** @type {number} */ x1, /** @type {number} */ x2) => f(w1 * x1 + w2 * x2 + b);
      const make = (/** @type {number} */ t, /** @type {any} */ look) => {
        const [from, to] = line(state, length, t);
        if (!from) return [];
        const points = Array.from({ length: 129 }, (_, i) => {
          const [x1, x2] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * i / 128);
          return [x1, x2, Math.min(TOP, drawnHeight(height, x1, x2))];
        });
        return [{ points, width: 2, ...look }];
      };
      if (length < FLAT) return [];
      return [
        ...make(edge, { colour: "var(--gl-muted)", width: 1.5 }),
        ...make(0, { colour: "var(--gl-text)", ...(smooth ? {} : { label: labels.crease, dash: [2, 4] }) }),
        ...(smooth ? make(bottomX, { colour: "var(--gl-gate)", width: 3, label: labels.trough }) : []),
      ];
    };

    let drawn = "";
    return {
      surfaces() {
        const { w1, w2, b } = fig.state.values;
        return Object.fromEntries(scenes.map(({ f, smooth }) => [`${smooth ? "gelu" : "relu"} surface`, {
          x: KNOTS, y: KNOTS, z: (/** @type {number} */ x1, /** @type {number} */ x2) => f(w1 * x1 + w2 * x2 + b),
        }]));
      },
      tells: (/** @type {any} */ { w1, w2 }) => Math.abs(Math.hypot(w1, w2) - 1) > 0.15 && "all",

      compute(/** @type {any} */ { w1, w2 }) {
        const length = Math.hypot(w1, w2);
        const folded = length >= FLAT;
        return { length, distance: folded ? -bottomX / length : NaN, depth: folded ? bottom : NaN };
      },

      describe(/** @type {any} */ { w1, w2, b }, { length, distance, depth }) {
        const reach = SIDE * (Math.abs(w1) + Math.abs(w2));
        const here = Math.abs(b) < reach;
        const trough = Math.abs(b - bottomX) < reach;
        const form = here && trough ? "both" : here ? "fold" : trough ? "trough" : "neither";
        return lab.fill(say[length < FLAT ? "flat" : form], {
          w1: lab.decimals(w1, 2),
          w2: lab.decimals(w2, 2),
          b: lab.decimals(b, 2),
          length: lab.decimals(length, 3),
          distance: lab.decimals(distance, 3),
          depth: lab.decimals(depth, 3),
          level: lab.decimals(lab.gelu(b), 3),
        });
      },

      draw(/** @type {any} */ state, { length, distance }) {
        const { w1, w2, b } = state;
        const key = `${w1} ${w2} ${b}`;
        const size = `${map.layer.clientWidth} ${cut.layer.clientWidth}`;
        if (`${key} ${size}` !== drawn) {
          drawMap(state, length);
          drawCut(state, length, distance);
        }
        for (const each of scenes) {
          if (key !== each.scene.key) {
            each.scene.surface.setSurface([], (/** @type {number} */ x1, /** @type {number} */ x2) =>
              each.f(w1 * x1 + w2 * x2 + b));
          }
          each.scene.draw(key, lines(state, length, each));
        }
        drawn = `${key} ${size}`;
      },

      paint() {
        for (const { scene } of scenes) scene.paint();
      },
      remove() {
        for (const { scene } of scenes) scene.remove();
      },
    };
  });
})(globalThis.gelulab);
