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

  const LABEL = 0.6; // powers of ten between two words at the ends of lines

  /** The height of errors in a plot. @param {number[]} losses */
  const heights = (losses) => Float64Array.from(losses, (loss) =>
    Math.min(lab.liveFacts.top, Math.max(lab.liveFacts.lowest, Math.log10(loss))));

  /** Moves words apart that would cover each other. @param {number[]} y */
  const apart = (y) => {
    const moved = [...y];
    let before = -Infinity;
    for (const at of y.map((_, each) => each).sort((a, b) => y[a] - y[b])) {
      moved[at] = before = Math.max(y[at], before + LABEL);
    }
    return moved;
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

    /** A new run: nothing but its samples. @param {LiveRun} run */
    start(run) {
      this.plots.fit.write("samples", { x: run.x, y: run.y });
      for (const activation of ACTIVATIONS) {
        for (const [plot, name] of [["fit", "fit"], ["loss", "loss"], ["shares", "dead"], ["shares", "nearly"]]) {
          this.plots[plot].write(`${name}-${activation}`, NONE);
        }
      }
      this.steps("loss", run.settings.steps);
      this.steps("shares", run.settings.steps);
      this.request();
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
      plot.write("ends", {
        x: lanes.map(({ lane }) => lane.step.at(-1) ?? 0),
        y: apart(y.map((each) => each.at(-1) ?? 0)),
        text: lanes.map(({ run, activation }) => `${run.number} ${lab.words.lab.activations[activation]}`),
        colour: colours,
      });
      this.steps("compare", Math.max(1, ...runs.map(({ settings }) => settings.steps)));
      this.request();
    }
  };
})(globalThis.gelulab);
