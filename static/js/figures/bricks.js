/** Bricks: three units, dragged, their sum beside a target, and how many are needed. The twin of app/figures/bricks.py. */
(function (lab) {
  "use strict";
  // app/figures/bricks.py has the same. REACH: how far right of its bend a brick is held. NEAR: bends closer than this
  // are one corner, and a corner that turns by less is none.
  const EDGE = 3;
  const STEEPEST = 4;
  const REACH = 0.75;
  const NEAR = 0.005;
  const FLOOR = 1e-8;
  const [LEFT, RIGHT] = [-3.25, 4.25];
  const MOST = 12;
  const TARGETS = ["wave", "bump", "roof"];
  const ACTIVATIONS = ["relu", "gelu"];
  const BRICKS = [1, 2, 3];
  const HEADS = ["no_corner", "one_corner", "two_corners", "three_corners"];
  const POINTS = Array.from({ length: 121 }, (_, i) => i / 20 - EDGE);
  // A GELU brick is curved so far around its bend, in units of 1/w1, and straight beyond.
  const CURVED = Array.from({ length: 67 }, (_, i) => 0.15 * (i - 33));

  /** The curves to be fitted. */
  const CURVES = {
    wave: (/** @type {number} */ x) => Math.sin(Math.PI * (x + 3) / 3),
    bump: (/** @type {number} */ x) => Math.exp(-x * x),
    roof: (/** @type {number} */ x) => Math.max(0, 1 - Math.abs(x) / 1.5),
  };

  /** @typedef {{t: number, a: number}[]} Stack bends and slopes */

  /** The bricks of the network compared. @param {any} state */
  const countOf = ({ n }) => Math.floor(n + 0.5);

  /** @param {any} state @returns {Stack} */
  const stackOf = (state) => BRICKS.map((i) => ({ t: state[`t${i}`], a: state[`a${i}`] }));

  /** A brick of slope 1, so far from its bend. @param {number} away @param {any} state */
  const arm = (away, { activation, w1 }) => (activation === "relu" ? Math.max(0, away) : lab.family(away, 1 / w1));

  /** @param {number} x @param {Stack} stack @param {any} state */
  const sum = (x, stack, state) => stack.reduce((total, { t, a }) => total + a * arm(x - t, state), 0);

  /** Where the sum has corners within the picture. @param {any} state @returns {number[]} */
  const corners = (state) => {
    /** @type {Stack} */
    const turns = [];
    if (state.activation === "relu") {
      for (const { t, a } of stackOf(state).sort((one, other) => one.t - other.t || one.a - other.a)) {
        const last = turns[turns.length - 1];
        if (last && t - last.t < NEAR) last.a += a;
        else turns.push({ t, a });
      }
    }
    return turns.filter(({ t, a }) => Math.abs(a) >= NEAR && Math.abs(t) <= EDGE - NEAR).map(({ t }) => t);
  };

  /** Solves a small system by elimination. @param {number[][]} rows each with its right side at the end */
  const solve = (rows) => {
    const n = rows.length;
    for (let i = 0; i < n; i++) {
      const best = rows.slice(i).reduce((at, row, j) => (Math.abs(row[i]) > Math.abs(rows[at][i]) ? i + j : at), i);
      [rows[i], rows[best]] = [rows[best], rows[i]];
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        const factor = rows[j][i] / rows[i][i];
        for (let k = i; k <= n; k++) rows[j][k] -= factor * rows[i][k];
      }
    }
    return rows.map((row, i) => row[n] / row[i]);
  };

  /**
   * The slopes with which these bends fit best: each of the three is free or at one of its ends, so all 27 mixtures are
   * tried, and the best that keeps within the ends is it.
   * @param {any} state
   */
  const bestSlopes = (state) => {
    const columns = stackOf(state).map(({ t }) => POINTS.map((x) => arm(x - t, state)));
    const goal = POINTS.map(CURVES[/** @type {"wave"} */ (state.target)]);
    const dot = (/** @type {number[]} */ one, /** @type {number[]} */ other) => one.reduce((s, v, i) => s + v * other[i], 0);
    // Two bricks in one place could share their slope in any way: the little on the diagonal shares it evenly.
    const gram = columns.map((one, i) => columns.map((other, j) => dot(one, other) + (i === j ? 1e-9 : 0)));
    const right = columns.map((one) => dot(one, goal));
    let best = [0, 0, 0];
    let least = 0;
    for (let mixture = 0; mixture < 27; mixture++) {
      const ends = [0, 1, 2].map((i) => (Math.floor(mixture / 3 ** i) % 3 - 1) * STEEPEST); // 0: free
      const free = [0, 1, 2].filter((i) => ends[i] === 0);
      const found = solve(free.map((i) => [...free.map((j) => gram[i][j]), right[i] - dot(gram[i], ends)]));
      const slopes = [...ends];
      free.forEach((i, k) => { slopes[i] = found[k]; });
      if (!slopes.every((slope) => Math.abs(slope) <= STEEPEST)) continue;
      const error = dot(slopes, gram.map((row) => dot(row, slopes))) - 2 * dot(slopes, right);
      if (error < least) [least, best] = [error, slopes];
    }
    return best;
  };

  lab.define("bricks", async (/** @type {any} */ fig) => {
    const above = fig.plot("bricks");
    const below = fig.plot("sum");
    const counter = fig.plot("counter");
    const veil = fig.element.querySelector(".gl-veil");
    const { sentence: say, options } = fig.words;
    const errors = await fig.table("errors");
    const three = await fig.table("three");

    /** The row of a recorded table. @param {string} target @param {string} activation */
    const row = (target, activation) => TARGETS.indexOf(target) * ACTIVATIONS.length + ACTIVATIONS.indexOf(activation);
    /** The errors of the best networks with 1, 2, 3, ... bricks. @param {string} target @param {string} activation */
    const errorsOf = (target, activation) =>
      [...errors.subarray(row(target, activation) * MOST, (row(target, activation) + 1) * MOST)];
    const height = (/** @type {number} */ error) => Math.log10(Math.max(FLOOR, error));

    const handles = BRICKS.map((i) => fig.handle({
      layer: above.layer,
      x: `t${i}`,
      y: `a${i}`,
      mark: String(i),
      pixel: () => above.pixel(fig.state.values[`t${i}`] + REACH, fig.state.values[`a${i}`] * REACH),
      state: (/** @type {number} */ px, /** @type {number} */ py) => {
        const [x, y] = above.data(px, py);
        return { [`t${i}`]: x - REACH, [`a${i}`]: y / REACH };
      },
    }));
    fig.handle({
      layer: counter.layer,
      x: "n",
      role: "relu",
      pixel: () => {
        // On the line, also between two counts.
        const { n, target } = fig.state.values;
        const heights = errorsOf(target, "relu").map(height);
        const before = Math.min(Math.floor(n), MOST - 1);
        return counter.pixel(n, heights[before - 1] + (n - before) * (heights[before] - heights[before - 1]));
      },
      state: (/** @type {number} */ px) => ({ n: counter.data(px, 0)[0] }),
    });
    const lay = (/** @type {number[]} */ slopes) =>
      fig.state.set(Object.fromEntries(BRICKS.map((i) => [`a${i}`, slopes[i - 1]])), { final: true });
    fig.action("slopes", () => lay(bestSlopes(fig.state.values)));
    fig.action("flatten", () => lay([0, 0, 0]));
    fig.action("best", () => {
      const { target, activation } = fig.state.values;
      const numbers = three.subarray(7 * row(target, activation), 7 * row(target, activation) + 7);
      fig.state.set(Object.fromEntries(["t1", "t2", "t3", "a1", "a2", "a3", "w1"].map((name, i) => [name, numbers[i]])),
        { final: true });
    });

    /** @type {Record<string, string | number>} */
    const shown = {};
    /** Whether a part of the picture has to be drawn anew: a drag at 50 frames a second touches only what it changes. */
    const anew = (/** @type {string} */ part, /** @type {string | number} */ key) => {
      const other = shown[part] !== key;
      shown[part] = key;
      return other;
    };

    /** Both looks of a line are there; one shows. @param {any} plot @param {string} name @param {string} activation */
    const look = (plot, name, activation) => {
      for (const each of ACTIVATIONS) plot.change(`${name} ${each}`, { visible: each === activation });
    };

    const drawBricks = (/** @type {any} */ state) => {
      const stack = stackOf(state);
      const relu = state.activation === "relu";
      const arms = { x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]) };
      for (const { t, a } of stack) {
        const bend = relu ? [t] : CURVED.map((v) => t + v / state.w1).filter((x) => x > LEFT && x < RIGHT);
        const x = [LEFT, ...bend, RIGHT];
        arms.x.push(...x, NaN);
        arms.y.push(...x.map((each) => a * arm(each - t, state)), NaN);
      }
      above.write("arms", arms);
      look(above, "arms", state.activation);
      for (const handle of handles) handle.element.style.setProperty("--gl-handle", `var(--gl-${relu ? "relu" : "passed"})`);
      const bends = stack.flatMap(({ t }) => [t, t, NaN]);
      above.write("guides", { x: bends, y: stack.flatMap(() => [-3.5, 0, NaN]) });
      below.write("guides", { x: bends, y: stack.flatMap(() => [-1.7, 1.7, NaN]) });
    };

    const drawSum = (/** @type {any} */ state) => {
      const stack = stackOf(state);
      const curve = CURVES[/** @type {"wave"} */ (state.target)];
      const relu = state.activation === "relu";
      const knots = relu ? [-EDGE, ...stack.map(({ t }) => t), EDGE].sort((one, other) => one - other) : POINTS;
      if (anew("target", state.target)) below.write("target", { x: POINTS, y: POINTS.map(curve) });
      below.write("sum line", { x: knots, y: knots.map((x) => sum(x, stack, state)) });
      look(below, "sum line", state.activation);
      const some = POINTS.filter((_, i) => i % 4 === 0);
      below.write("gaps", { x: some, y: some.map((x) => sum(x, stack, state)), goal: some.map(curve) });
      const bent = corners(state);
      below.write("corners", { x: bent, y: bent.map((x) => sum(x, stack, state)) });
      // The sum answers the prediction; the page shows the veil until the reader has committed.
      const { slot } = below;
      Object.assign(veil.style, {
        left: `${slot.offsetLeft}px`, top: `${slot.offsetTop}px`, width: `${slot.offsetWidth}px`, height: `${slot.offsetHeight}px`,
      });
    };

    const drawCounter = (/** @type {any} */ state, /** @type {any} */ { mse, relu_error, needed }) => {
      const { target } = state;
      if (anew("counts", target)) {
        const x = Array.from({ length: MOST }, (_, i) => i + 1);
        for (const name of ACTIVATIONS) {
          const y = errorsOf(target, name).map(height);
          counter.write(name, { x, y });
          counter.change(`${name} label`, { y: y[9] }); // the word is as wide as the last three counts
        }
      }
      const from = countOf(state);
      if (anew("level", `${target} ${from}`)) {
        const level = height(relu_error);
        const there = Number.isNaN(needed) ? [] : [needed];
        const goal = there.map((m) => height(errorsOf(target, "gelu")[m - 1]));
        counter.write("level", { x: [from, there[0] ?? MOST, ...there], y: [level, level, ...goal] });
        counter.write("here", { x: there, y: goal });
      }
      // To half a pixel or so.
      const mine = Math.round(100 * Math.min(0.45, height(mse))) / 100;
      if (anew("yours", mine)) counter.write("yours", { x: [3], y: [mine] });
    };

    return {
      compute(state) {
        const stack = stackOf(state);
        const curve = CURVES[/** @type {"wave"} */ (state.target)];
        const squares = POINTS.map((x) => (sum(x, stack, state) - curve(x)) ** 2);
        const relu_error = errorsOf(state.target, "relu")[countOf(state) - 1];
        const good = errorsOf(state.target, "gelu").findIndex((error) => error <= relu_error);
        return {
          mse: squares.reduce((total, each) => total + each, 0) / POINTS.length,
          corners: corners(state).length,
          relu_error,
          needed: good < 0 ? NaN : good + 1,
        };
      },

      describe(state, { mse, corners: count, relu_error, needed }) {
        const flat = stackOf(state).every(({ a }) => Math.abs(a) < NEAR);
        const head = flat ? "flat" : state.activation === "gelu" ? "gelu" : HEADS[count];
        const tail = Number.isNaN(needed) ? "never" : needed === 1 ? "one" : "some";
        return lab.fill(say[head] + say[countOf(state) === 1 ? "first" : "network"] + say[tail], {
          mse: lab.decimals(mse, 5), target: options.target[state.target], n: String(countOf(state)), error: lab.short(relu_error),
          needed: Number.isNaN(needed) ? "" : String(needed), most: String(MOST),
        });
      },

      draw(state, values) {
        drawBricks(state);
        drawSum(state);
        drawCounter(state, values);
      },
    };
  });
})(globalThis.gelulab);
