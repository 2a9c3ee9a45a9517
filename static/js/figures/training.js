/** Training: two networks from the same start, recorded on the way by gelu_core. The twin of app/figures/training.py. */
(function (lab) {
  "use strict";
  const { ACTIVATIONS, RATES, brick, output } = lab.training;
  // app/figures/_training.py and training.py have the same. LEVEL: losses that differ by less are called equal.
  const TARGETS = ["sine", "step", "bump", "abs", "noisy_line"];
  const UNITS = ["4", "16"];
  const USUAL = ["relu", "gelu"];
  const LEVEL = 1.05;
  const FLOOR = -8; // of the loss as it is drawn, as a power of ten
  const NAMED = 16; // px that a name at a curve needs
  const RATE = { slow: 4, normal: 10, fast: 24 }; // frames a second while it plays
  const ROLES = /** @type {Record<string, string>} */ ({ relu: "relu", gelu: "passed", silu: "silu", tanh: "tanh" });
  const EXAMPLES = { relu_wins: "relu", gelu_wins: "gelu", dead_units: "relu" };
  const ENDS = [1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 80, 120]; // of the axis of the bricks
  const GAPS = [0.5, 1, 2, 5, 10, 20]; // between its ticks
  const POINTS = Array.from({ length: 121 }, (_, i) => i / 20 - 3);
  const FEW = POINTS.filter((_, i) => i % 2 === 0);
  // What is seen of the vertical axis, by target, and where the samples come from.
  const HEIGHTS = { sine: [-1.5, 1.5], step: [-0.45, 1.45], bump: [-0.45, 1.45], abs: [-1.4, 2.4], noisy_line: [-2.4, 2.4] };
  const CURVES = {
    sine: (/** @type {number} */ x) => Math.sin(x * Math.PI / 2),
    step: (/** @type {number} */ x) => (x < 0 ? 0 : 1),
    bump: (/** @type {number} */ x) => Math.exp(-x * x),
    abs: (/** @type {number} */ x) => Math.abs(x) - 1,
    noisy_line: (/** @type {number} */ x) => x / 2,
  };

  lab.define("training", async (/** @type {any} */ fig) => {
    const [fit, loss, bricks, dead] = ["fit", "loss", "bricks", "dead"].map((name) => fig.plot(name));
    const { sentence: say, labels, options } = fig.words;
    const samples = await fig.table("samples");
    const steps = await fig.table("steps");
    const examples = await fig.table("examples");
    const last = steps.length - 1;
    const x = Array.from(steps);
    const frames = x.map((_, i) => i); // where the steps stand
    const size = samples.length / TARGETS.length;
    const inputs = Array.from({ length: size }, (_, i) => 6 * i / (size - 1) - 3);
    const player = new lab.Player(fig, {
      state: "frame",
      last,
      rate: (/** @type {any} */ { speed }) => RATE[/** @type {"slow"} */ (speed)],
      yields: true,
    });

    // The runs that are shown, those that are wanted, and what to say where they cannot be had.
    /** @type {Map<string, any>} */
    const known = new Map();
    const keyOf = (/** @type {any} */ { target, units }) => `${target}-${units}`;
    const fetchRuns = async (/** @type {any} */ state) => {
      const key = keyOf(state);
      if (known.has(key)) return;
      const [counts, weights] = await Promise.all([fig.table(`counts-${key}`), fig.table(`weights-${key}`)]);
      known.set(key, new lab.training.Runs(key, Number(state.units), steps.length, counts, weights));
    };
    let shown = { target: fig.state.values.target, units: fig.state.values.units };
    let wanted = shown;
    let trouble = "";
    await fetchRuns(shown);
    const runs = () => known.get(keyOf(shown));

    /** Shows other runs as soon as they are here; until then the old ones stay. @param {any} state */
    const want = async ({ target, units }) => {
      const mine = wanted = { target, units };
      let { by } = fig;
      fig.element.setAttribute("aria-busy", "true");
      try {
        await fetchRuns(mine);
        if (mine !== wanted) return;
        shown = mine;
        trouble = "";
      } catch {
        if (mine !== wanted) return;
        trouble = say.missing;
        wanted = shown;
        by = "control";
        fig.state.set(shown, { by, final: true });
      }
      fig.element.removeAttribute("aria-busy");
      fig.state.set({}, { by, final: true }); // what the change has come to is said now: until here it was not known
    };

    const frameOf = (/** @type {any} */ { frame }) => Math.floor(frame + 0.5);
    /** Whose curves are drawn. @param {any} state */
    const drawn = ({ relatives, activation }) => ACTIVATIONS.filter((name) => relatives || USUAL.includes(name) || name === activation);
    const heights = (/** @type {any} */ state, /** @type {string} */ name) =>
      Array.from(runs().over("loss", state, name), (each) => Math.log10(Math.max(10 ** FLOOR, each)));

    const shares = (/** @type {"dead" | "nearly"} */ what, /** @type {any} */ state, /** @type {string} */ name) =>
      Array.from(runs().over(what, state, name), (n) => n / runs().units);

    /** @type {Record<string, string>} */
    const parts = {};
    /** Whether a part of the picture has to be drawn anew: a drag touches only what it changes. */
    const anew = (/** @type {string} */ part, /** @type {any[]} */ ...keys) => {
      const key = keys.join(" ");
      const other = parts[part] !== key;
      parts[part] = key;
      return other;
    };

    // -- what is dragged and pressed -----------------------------------------------------------------------------------
    const handle = fig.handle({
      layer: loss.layer,
      x: "frame",
      pixel: () => {
        // On the curve, also between two steps.
        const { frame, activation } = fig.state.values;
        const all = heights(fig.state.values, activation);
        const before = Math.min(Math.floor(frame), last - 1);
        return loss.pixel(frame, all[before] + (frame - before) * (all[before + 1] - all[before]));
      },
      state: (/** @type {number} */ px) => ({ frame: loss.data(px, 0)[0] }),
    });
    const go = (/** @type {Record<string, any>} */ patch) => {
      trouble = "";
      player.stop();
      fig.state.set(patch, { final: true });
    };
    fig.action("play", () => player.start());
    fig.action("pause", () => player.stop());
    fig.action("step", () => go({ frame: frameOf(fig.state.values) + 1 }));
    fig.action("reset", () => go({ frame: 0 }));
    Object.entries(EXAMPLES).forEach(([name, activation], at) => {
      const [target, units, seed, rate] = examples.subarray(4 * at, 4 * at + 4);
      fig.action(name, () => go({
        target: TARGETS[target], units: UNITS[units], seed: seed + 1, rate: RATES[rate], activation, frame: last,
      }));
    });

    // -- the picture ---------------------------------------------------------------------------------------------------
    /** Which lines are there and which is the strongest. @param {any} plot @param {any} state @param {number} width */
    const look = (plot, state, width) => {
      for (const name of ACTIVATIONS) {
        plot.change(`${name} line`, { visible: drawn(state).includes(name) });
        plot.change(`${name} glyph`, { line_width: name === state.activation ? 1.4 * width : width });
      }
    };

    const drawTarget = (/** @type {"sine"} */ target) => {
      const [start, end] = HEIGHTS[target];
      const from = TARGETS.indexOf(target) * inputs.length;
      // The step goes straight up.
      const x = target === "step" ? [-3, 0, 0, 3] : POINTS;
      fit.change("range", { start, end });
      fit.write("samples", { x: inputs, y: [...samples.subarray(from, from + inputs.length)] });
      fit.write("curve", { x, y: target === "step" ? [0, 0, 1, 1] : x.map(CURVES[target]) });
    };

    const drawFit = (/** @type {any} */ state, /** @type {number} */ frame) => {
      look(fit, state, 2.2);
      for (const name of drawn(state)) {
        const network = runs().network(state, name, frame);
        fit.write(name, { x: POINTS, y: POINTS.map((x) => output(network, name, x)) });
      }
    };

    /** How high the bricks of a run have come so far, at each step: while it plays the axis only grows. @param {any} state */
    const reach = (state) => {
      const { activation: name } = state;
      let most = 0;
      return frames.map((frame) => {
        const network = runs().network(state, name, frame);
        for (let i = 0; i < network.w1.length; i++) {
          for (const each of [-3, 3]) most = Math.max(most, Math.abs(brick(network, i, name, each)));
        }
        most = Math.max(most, Math.abs(network.b2));
        return ENDS.find((end) => end >= most) ?? most;
      });
    };

    let ends = [1];
    const drawBricks = (/** @type {any} */ state, /** @type {number} */ frame) => {
      const { activation: name } = state;
      if (anew("bricks", runs().key, state.seed, state.rate, name)) {
        ends = reach(state);
        bricks.change("title", { text: lab.fill(labels.bricks, { name: options.activation[name] }) });
        for (const each of ACTIVATIONS) bricks.change(`${each} line`, { visible: each === name });
        handle.element.style.setProperty("--gl-handle", `var(--gl-${ROLES[name]})`);
      }
      const end = ends[frame];
      if (anew("end", end)) {
        const gap = GAPS.find((each) => end / each < 3) ?? 40;
        bricks.change("range", { start: -1.08 * end, end: 1.08 * end });
        bricks.change("ticks", { ticks: [-2, -1, 0, 1, 2].map((n) => n * gap) });
      }
      const network = runs().network(state, name, frame);
      const lines = { x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]) };
      network.w1.forEach((w1, i) => {
        const bend = -network.b1[i] / w1;
        const x = name === "relu" ? [-3, ...(Math.abs(bend) < 3 ? [bend] : []), 3] : FEW;
        lines.x.push(...x, NaN);
        lines.y.push(...x.map((each) => brick(network, i, name, each)), NaN);
      });
      bricks.write("arms", lines);
      bricks.write("offset", { x: [-3, 3], y: [network.b2, network.b2] });
    };

    /** Moves names apart that would stand one on the other. @param {any} plot @param {[string, number][]} names with heights */
    const nameCurves = (plot, names) => {
      const places = names.map(([name, y]) => ({ name, y: plot.pixel(0, y)[1] })).sort((one, other) => one.y - other.y);
      const room = NAMED * lab.typeScale();
      const bottom = plot.pixel(0, plot.view.model.y_range.start)[1] - room / 2;
      places.forEach((place, i) => { if (i) place.y = Math.max(place.y, places[i - 1].y + room); });
      for (let i = places.length - 1, limit = bottom; i >= 0; i--, limit -= room) places[i].y = Math.min(places[i].y, limit);
      for (const name of ACTIVATIONS) plot.change(`${name} label`, { visible: names.some(([each]) => each === name) });
      for (const { name, y } of places) plot.change(`${name} label`, { y: plot.data(0, y)[1] });
    };

    /** Places of round numbers on a log axis, as many as there is room for. @param {number} low @param {number} high */
    const logTicks = (low, high) => {
      const some = high - low < 2.2 ? [1, 2, 5] : [1];
      const every = high - low > 5 ? 2 : 1;
      const found = [];
      for (let power = FLOOR; power <= 1; power += every) {
        for (const each of some) found.push(each === 1 ? power : Number((power + Math.log10(each)).toFixed(4)));
      }
      return found.filter((each) => each > low && each < high);
    };

    const drawCurves = (/** @type {any} */ state) => {
      const names = drawn(state);
      const all = names.map((name) => heights(state, name));
      const low = Math.min(...all.flat()) - 0.12;
      const top = Math.max(...all.flat());
      const high = top + 0.12 + 0.08 * (top - low); // the point must not cover the title
      loss.change("range", { start: low, end: high });
      loss.change("ticks", { ticks: logTicks(low, high) });
      look(loss, state, 1.8);
      names.forEach((name, i) => {
        loss.write(name, { frame: frames, x, y: all[i] });
        dead.write(`${name} dead`, { frame: frames, x, y: shares("dead", state, name) });
        dead.write(`${name} nearly dead`, { frame: frames, x, y: shares("nearly", state, name) });
      });
      for (const name of ACTIVATIONS) {
        for (const kind of ["dead", "nearly dead"]) dead.change(`${name} ${kind} line`, { visible: names.includes(name) });
      }
    };
    const drawNames = (/** @type {any} */ state) => {
      const names = drawn(state);
      nameCurves(loss, names.map((name) => [name, heights(state, name)[last]]));
      nameCurves(dead, names.map((name) => [name, shares("nearly", state, name)[last]]));
    };

    const drawHere = (/** @type {any} */ state, /** @type {number} */ frame) => {
      for (const plot of [loss, dead]) {
        const range = plot.view.model.y_range;
        plot.write("here", { x: [state.frame, state.frame], y: [range.start, range.end] });
      }
      for (const name of ACTIVATIONS) {
        const there = drawn(state).includes(name) ? [frame] : [];
        loss.write(`${name} here`, { x: there, y: there.map(() => heights(state, name)[frame]) });
        dead.write(`${name} here`, { x: there, y: there.map(() => shares("nearly", state, name)[frame]) });
      }
    };

    return {
      compute(state) {
        const frame = frameOf(state);
        /** @type {Record<string, number>} */
        const found = { step: steps[frame] };
        for (const name of ACTIVATIONS) found[`${name}_loss`] = runs().over("loss", state, name)[frame];
        for (const name of USUAL) {
          found[`${name}_dead`] = runs().over("dead", state, name)[frame];
          found[`${name}_nearly_dead`] = runs().over("nearly", state, name)[frame];
        }
        return found;
      },

      describe(state, values) {
        if (keyOf(state) !== keyOf(shown)) return say.loading;
        const { relu_loss: relu, gelu_loss: gelu } = values;
        const factor = Math.max(relu / gelu, gelu / relu);
        const head = factor < LEVEL ? "level" : gelu < relu ? "gelu_ahead" : "relu_ahead";
        const text = lab.fill(say[head] + say.dead, {
          step: lab.count(values.step), relu: lab.scientific(relu, 3), gelu: lab.scientific(gelu, 3),
          factor: lab.scientific(factor, 2), units: String(runs().units),
          relu_dead: lab.count(values.relu_dead), relu_nearly_dead: lab.count(values.relu_nearly_dead),
          gelu_dead: lab.count(values.gelu_dead), gelu_nearly_dead: lab.count(values.gelu_nearly_dead),
        });
        return trouble ? `${trouble} ${text}` : text;
      },

      draw(state) {
        if (keyOf(state) !== keyOf(wanted)) want(state);
        const frame = frameOf(state);
        const { key } = runs();
        const run = [key, state.seed, state.rate, state.activation, state.relatives];
        if (anew("target", shown.target)) drawTarget(shown.target);
        if (anew("curves", ...run)) drawCurves(state);
        if (anew("names", ...run, loss.slot.offsetWidth, loss.slot.offsetHeight)) drawNames(state);
        if (anew("frame", ...run, frame)) {
          drawFit(state, frame);
          drawBricks(state, frame);
        }
        drawHere(state, frame);
      },

      remove: () => player.stop("unmount"),
    };
  });
})(globalThis.gelulab);
