/** Newton's method on the slope of GELU, from a start that is dragged. The twin of app/figures/newton.py. */
(function (lab) {
  "use strict";
  // The starts of the table: from -3 to 2 in hundredths.
  const LOW = -3;
  const PER_UNIT = 100;
  const STARTS = 501;
  const STEPS = 9;
  const CLOSE = 1e-12;
  const DIGITS = 16;
  // The strip of starts, in units of the plot.
  const FOOT = -0.67;
  const HEAD = -0.54;
  const BEAT = 800; // ms a step while it plays
  const ROOM = 18; // px that the name of an iterate needs

  /** The slope of GELU. @param {number} x */
  const slope = (x) => lab.phi(x) + (Number.isFinite(x) ? x * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) : 0);

  lab.define("newton", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const { sentence: say } = fig.words;
    const iterates = await fig.table("iterates");
    const bottom = (await fig.table("minimum"))[0];
    const [, high] = await fig.table("basin");
    const veil = fig.element.querySelector(".gl-veil");
    const rows = [...fig.element.querySelectorAll(".gl-steps tbody tr")];
    const { start: left, end: right } = main.view.model.x_range;

    /** The start of the table that is nearest, and its iterates. @param {number} start */
    const pathOf = (start) => {
      const knot = Math.floor((start - LOW) * PER_UNIT + 0.5);
      const path = [(knot + LOW * PER_UNIT) / PER_UNIT + 0];
      for (let n = 0; n < STEPS; n++) path.push(iterates[n * STARTS + knot]);
      return path;
    };
    const written = (/** @type {number} */ x) => lab.decimals(x, Math.abs(x) < 10 ? DIGITS : 4);
    const target = written(bottom);
    /** How many decimals agree with those of the limit. @param {number} x */
    const agreeing = (x) => {
      const here = written(x);
      let same = 0;
      while (same < here.length && same < target.length && here[same] === target[same]) same++;
      return Math.max(0, same - target.indexOf(".") - 1);
    };

    // -- the steps, played ---------------------------------------------------------------------------------------------
    let timer = 0;
    /** How far playing goes: until it has arrived, or as far as the table. */
    const last = () => {
      const { steps } = fig.values;
      return Number.isFinite(steps) ? steps : STEPS;
    };
    /** One of the two buttons shows; the focus moves along. @param {boolean} on */
    const turn = (on) => {
      const focused = fig.element.getRootNode().activeElement;
      const mine = fig.element.contains(focused) && focused.dataset.action === (on ? "play" : "pause");
      fig.element.toggleAttribute("data-playing", on);
      if (mine) fig.element.querySelector(`[data-action="${on ? "pause" : "play"}"]`).focus({ preventScroll: true });
    };
    const stop = () => {
      if (!timer) return;
      clearInterval(timer);
      timer = 0;
      turn(false);
    };
    const advance = () => {
      const shown = fig.state.values.shown + 1;
      if (shown >= last()) stop();
      fig.state.set({ shown }, { final: true });
    };
    fig.action("play", () => {
      const end = last();
      if (lab.reducedMotion()) {
        fig.state.set({ shown: end }, { final: true });
        return;
      }
      if (fig.state.values.shown >= end) fig.state.set({ shown: 0 });
      timer = setInterval(advance, BEAT);
      turn(true);
    });
    fig.action("pause", stop);
    fig.action("step", () => {
      stop();
      fig.state.set({ shown: fig.state.values.shown + 1 }, { final: true });
    });
    fig.action("reset", () => {
      stop();
      fig.state.set({ shown: 0 }, { final: true });
    });
    // The last hundredth from which the steps arrive, and the first from which they do not.
    const edge = Math.floor(high * PER_UNIT);
    const places = { minus_one: -1, zero: 0, one: 1, inside: edge / PER_UNIT, outside: (edge + 1) / PER_UNIT };
    for (const [name, start] of Object.entries(places)) fig.action(name, () => fig.state.set({ start }, { final: true }));

    const handle = fig.handle({
      layer: main.layer,
      x: "start",
      pixel: () => main.pixel(fig.state.values.start, (FOOT + HEAD) / 2),
      state: (/** @type {number} */ px) => ({ start: main.data(px, 0)[0] }),
    });

    // -- the picture ---------------------------------------------------------------------------------------------------
    const inside = (/** @type {number} */ x) => x >= left && x <= right;
    /** The tangent at a down to b on the axis, cut off where the plot ends. @param {number} a @param {number} b */
    const tangent = (a, b) => {
      const end = Math.min(right, Math.max(left, b));
      const part = b === end ? 1 : (end - a) / (b - a);
      return { x: [a, end, NaN], y: [slope(a), slope(a) * (1 - part), NaN] };
    };
    /** @param {number[]} path @param {number} shown */
    const drawSteps = (path, shown) => {
      const tangents = { x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]) };
      const uprights = { x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]) };
      for (let n = 0; n < shown && inside(path[n]); n++) {
        const line = tangent(path[n], path[n + 1]);
        tangents.x.push(...line.x);
        tangents.y.push(...line.y);
        if (!inside(path[n + 1])) continue;
        uprights.x.push(path[n + 1], path[n + 1], NaN);
        uprights.y.push(0, slope(path[n + 1]), NaN);
      }
      main.write("tangents", tangents);
      main.write("uprights", uprights);
      main.write("begin", { x: [path[0], path[0]], y: [HEAD, slope(path[0])] });
      const reached = path.slice(0, shown + 1).filter(inside);
      main.write("iterates", { x: reached, y: reached.map(() => 0) });
      const names = { x: /** @type {number[]} */ ([]), y: /** @type {number[]} */ ([]), text: /** @type {string[]} */ ([]) };
      reached.forEach((x, n) => {
        const at = main.pixel(x, 0)[0];
        if (names.x.some((other) => Math.abs(main.pixel(other, 0)[0] - at) < ROOM * lab.typeScale())) return;
        names.x.push(x);
        names.y.push(0);
        names.text.push(`x${String.fromCharCode(0x2080 + n)}`);
      });
      main.write("names", names);
    };

    let tabled = "";
    /** @param {number[]} path @param {number} shown */
    const fillTable = (path, shown) => {
      const now = `${path[0]} ${shown}`;
      if (now === tabled) return;
      tabled = now;
      rows.forEach((row, n) => {
        const text = n <= shown ? written(path[n]) : "";
        const digits = n <= shown ? agreeing(path[n]) : 0;
        const at = digits ? text.indexOf(".") + 1 + digits : 0;
        const bold = document.createElement("b");
        bold.textContent = text.slice(0, at);
        row.cells[1].replaceChildren(...(text ? [bold, text.slice(at)] : []));
        const [count, bar] = row.cells[2].children;
        count.textContent = n <= shown ? String(digits) : "";
        bar.style.setProperty("--gl-share", String(digits / DIGITS));
      });
    };

    return {
      tells: (/** @type {any} */ { start }) => (start < -1.25 || start > 0.65) && "all", // it runs away

      compute(/** @type {any} */ state) {
        const path = pathOf(state.start);
        const steps = path.findIndex((x) => Math.abs(x - bottom) < CLOSE);
        return steps < 0
          ? { start: path[0], steps: NaN, root: NaN, converged: 0 }
          : { start: path[0], steps, root: path[STEPS], converged: 1 };
      },

      describe({ start, shown }, { steps, converged }) {
        const path = pathOf(start);
        const x = path[shown];
        const head = converged ? "arrives" : path[STEPS] > 0 ? "right" : "left";
        const tail = shown === 0 ? "none" : converged ? "near" : x === Infinity ? "beyond" : "far";
        return lab.fill(say[head], { start: lab.decimals(path[0], 2), steps: lab.decimals(steps, 0) })
          + lab.fill(say[tail], {
            shown: String(shown), x: lab.decimals(x, converged ? 10 : 3), digits: String(agreeing(x)),
          });
      },

      draw({ start, shown, cycle }, { converged }) {
        // The right part of the strip answers the prediction; the page shows the veil until the reader has committed.
        const [x0, y0] = main.pixel(0.15, -0.28);
        const [x1, y1] = main.pixel(right, -0.71);
        Object.assign(veil.style, { left: `${x0}px`, top: `${y0}px`, width: `${x1 - x0}px`, height: `${y1 - y0}px` });
        const path = pathOf(start);
        drawSteps(path, shown);
        fillTable(path, shown);
        main.change("cycle", { visible: cycle });
        main.change("cycle label", { visible: cycle });
        handle.element.style.setProperty("--gl-handle", `var(--gl-${converged ? "passed" : "error"})`);
      },

      remove: stop,
    };
  });
})(globalThis.gelulab);
