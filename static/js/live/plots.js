/**
 * The pictures of the live lab: a run's samples, fits, errors and shares, written as its frames come.
 *
 * @typedef {{step: number[], loss: number[], dead: number[], nearly: number[], fit: ArrayLike<number>}} Lane
 * @typedef {{
 *   number: number, x: ArrayLike<number>, y: ArrayLike<number>, state: string, lanes: Map<string, Lane>,
 *   settings: {target: string, activations: string[], units: number, samples: number, steps: number, rate: number,
 *     seed: number}
 * }} LiveRun
 */
(function (lab) {
  "use strict";
  const ACTIVATIONS = ["gelu", "relu", "silu", "tanh"];
  const NONE = { x: [], y: [] };

  const WORD = 64; // px that a word at the end of a line needs
  const LINE = 17; // px from one such word to the next

  /** The height of errors in a plot. @param {number[]} losses */
  const heights = (losses) => Float64Array.from(losses, (loss) =>
    Math.min(lab.liveFacts.top, Math.max(lab.liveFacts.lowest, Math.log10(loss))));

  /**
   * Moves words up or down, as little as can be, to where they cover no other and stick out nowhere; from the top one
   * to the lowest, so that they stay in the order of their lines.
   * @param {[number, number][]} places right and lower ends, in pixels @param {number} top @param {number} bottom
   */
  const apart = (places, top, bottom) => {
    /** @type {[number, number][]} */
    const taken = [];
    const found = [...places];
    for (const at of places.map((_, each) => each).sort((one, other) => places[one][1] - places[other][1])) {
      const [x, y] = places[at];
      const start = Math.min(bottom, Math.max(top + LINE, y));
      const free = (/** @type {number} */ here) => here >= top + LINE && here <= bottom
        && taken.every(([other, there]) => Math.abs(other - x) >= WORD || Math.abs(there - here) >= LINE);
      const tries = Array.from({ length: 1 + Math.ceil(2 * (bottom - top)) }, (_, i) => start + (i % 2 ? -1 : 1) * Math.ceil(i / 2));
      found[at] = [x, tries.find(free) ?? start];
      taken.push(found[at]);
    }
    return found;
  };

  lab.LivePlots = class {
    /** @param {HTMLElement} root */
    constructor(root) {
      this.root = root;
      /** @type {Record<string, any>} */
      this.plots = {};
      for (const [name, json] of Object.entries(lab.liveFacts.plots)) {
        this.plots[name] = new lab.Plot(root.querySelector(`[data-slot="${name}"]`), json);
      }
      this.colours = lab.colours(root);
      this.request = () => lab.nextFrame(this.flush);
      this.flush = () => Object.values(this.plots).forEach((plot) => plot.flush());
    }

    async mount() {
      await Promise.all(Object.values(this.plots).map((plot) => plot.mount()));
      this.paint();
    }

    paint() {
      this.colours = lab.colours(this.root);
      for (const plot of Object.values(this.plots)) {
        plot.touch();
        lab.paint(plot.models, this.colours);
      }
      this.request();
    }

    /** How far the steps of a plot go. @param {string} name @param {number} steps */
    steps(name, steps) {
      const plot = this.plots[name];
      const ticks = [0, steps / 2, steps];
      plot.change(`${name}-range`, { end: steps });
      const axis = plot.model(`${name}-steps`);
      axis.ticker.ticks = ticks;
      axis.major_label_overrides = new Map(ticks.map((at) => [at, lab.count(at)]));
    }

    /** Nothing but samples, or nothing at all. @param {ArrayLike<number>} [x] @param {ArrayLike<number>} [y] */
    clear(x = [], y = []) {
      this.plots.fit.write("samples", { x, y });
      for (const activation of ACTIVATIONS) {
        for (const [plot, name] of [["fit", "fit"], ["loss", "loss"], ["shares", "dead"], ["shares", "nearly"]]) {
          this.plots[plot].write(`${name}-${activation}`, NONE);
        }
      }
      this.request();
    }

    /** A new run: nothing but its samples. @param {LiveRun} run */
    start(run) {
      this.clear(run.x, run.y);
      this.steps("loss", run.settings.steps);
      this.steps("shares", run.settings.steps);
    }

    /** What a run has come to. @param {LiveRun} run */
    show(run) {
      for (const [activation, lane] of run.lanes) {
        // Copies: Bokeh compares what it is given with what it had, and the run's own lists grow.
        const x = Float64Array.from(lane.step);
        this.plots.fit.write(`fit-${activation}`, { x: run.x, y: lane.fit });
        this.plots.loss.write(`loss-${activation}`, { x, y: heights(lane.loss) });
        this.plots.shares.write(`dead-${activation}`, { x, y: Float64Array.from(lane.dead) });
        this.plots.shares.write(`nearly-${activation}`, { x, y: Float64Array.from(lane.nearly) });
      }
      this.request();
    }

    /** The target that is being drawn, in place of the samples of another. @param {number[]} x @param {number[]} y */
    drawn(x, y) {
      this.plots.fit.write("drawn", { x, y });
      this.request();
    }

    /** The errors of several runs. @param {LiveRun[]} runs */
    compare(runs) {
      const plot = this.plots.compare;
      const lanes = runs.flatMap((run) => [...run.lanes].map(([activation, lane]) => ({ run, activation, lane })));
      const colours = lanes.map(({ activation }) => this.colours[lab.liveFacts.looks[activation][0]]);
      const y = lanes.map(({ lane }) => heights(lane.loss));
      const dash = lanes.map(({ activation }) => {
        const look = lab.liveFacts.looks[activation][1];
        return look === "solid" ? [] : look;
      });
      plot.write("lines", { x: lanes.map(({ lane }) => lane.step), y, colour: colours, dash });
      // As far as the longest of them has come: a run that was cancelled early leaves no empty picture.
      const ends = lanes.map(({ lane }) => lane.step.at(-1) ?? 0);
      if (ends.length) this.steps("compare", Math.max(1, ...ends));
      const [left, top] = plot.pixel(0, lab.liveFacts.top);
      const bottom = plot.pixel(0, lab.liveFacts.lowest)[1];
      const places = apart(ends.map((end, i) => {
        const [px, py] = plot.pixel(end, y[i].at(-1) ?? 0);
        return [Math.max(px, left + WORD), py];
      }), top, bottom).map(([px, py]) => plot.data(px, py));
      plot.write("ends", {
        x: places.map(([x]) => x),
        y: places.map(([, y]) => y),
        text: lanes.map(({ run, activation }) => `${run.number} ${lab.words.lab.activations[activation]}`),
        colour: colours,
      });
      this.request();
    }
  };
})(globalThis.gelulab);
