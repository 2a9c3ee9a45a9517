/** A transformer's feed-forward network: sizes to scale, counts, and what reaches GELU. The twin of app/figures/ffn.py. */
(function (lab) {
  "use strict";
  const RECORDED = 768; // the width of the recorded passes
  const GELU_FLOPS = 8;
  const START = -6; // of the recorded histograms
  const BIN = 0.1;
  const ACT = 5.2; // where the blue bar lies
  const INITS = ["bert", "pytorch", "he"];
  const MODELS = /** @type {Record<string, [number, number, number]>} */ ({
    bert_base: [768, 12, 512], bert_large: [1024, 24, 512], gpt_2_small: [768, 12, 1024], gpt_2_medium: [1024, 24, 1024],
    gpt_2_large: [1280, 36, 1024], gpt_2_xl: [1600, 48, 1024], vit_b16: [768, 12, 197],
  });

  lab.define("ffn", async (/** @type {any} */ fig) => {
    const block = fig.plot("block");
    const histogram = fig.plot("histogram");
    const { sentence: say, labels } = fig.words;
    const spread = await fig.table("spread");
    const counts = await fig.table("counts");
    const bins = counts.length / INITS.length;

    fig.handle({
      layer: block.layer,
      x: "width",
      role: "passed",
      pixel: () => block.pixel(4 * fig.state.values.width, ACT),
      state: (/** @type {number} */ px) => ({ width: block.data(px, 0)[0] / 4 }),
    });
    for (const [name, [width, layers, tokens]] of Object.entries(MODELS)) {
      fig.action(name, () => fig.state.set({ width, layers, tokens }, { final: true }));
    }

    /** How much wider what reaches GELU scatters than at the recorded width. @param {string} init @param {number} width */
    const stretch = (init, width) =>
      init === "bert" ? Math.sqrt(width / RECORDED)
        : init === "pytorch" ? Math.sqrt((1 + 1 / width) / (1 + 1 / RECORDED)) : 1;

    return {
      compute({ width, layers, tokens, init }) {
        const hidden = 4 * width;
        const evaluations = layers * tokens * hidden;
        const operations = evaluations * 4 * width;
        return {
          evaluations,
          parameters: layers * (2 * width * hidden + hidden + width),
          gigaflops: operations / 1e9,
          gelu_share: (evaluations * GELU_FLOPS) / (operations + evaluations * GELU_FLOPS),
          sd: spread[INITS.indexOf(init)] * stretch(init, width),
        };
      },

      describe({ width, layers, tokens }, { evaluations, sd }) {
        return lab.fill(say.pass, {
          evaluations: lab.count(evaluations), tokens: lab.count(tokens), layers: lab.count(layers),
          hidden: lab.count(4 * width), sd: lab.decimals(sd, 2),
        });
      },

      draw({ width, init }) {
        const hidden = 4 * width;
        block.write("narrow", { y: [8.6, 1.7], right: [width, width] });
        block.write("wide", { y: [ACT], right: [hidden] });
        block.write("widens", { x: [0, width, hidden, 0], y: [8.35, 8.35, 5.6, 5.6] });
        block.write("narrows", { x: [0, hidden, width, 0], y: [4.8, 4.8, 1.95, 1.95] });
        for (const name of ["norm", "out", "act"]) {
          const text = lab.fill(labels[name], { d: lab.count(width), h: lab.count(hidden) });
          block.change(`${name} label`, { text });
        }
        const row = counts.subarray(INITS.indexOf(init) * bins, (INITS.indexOf(init) + 1) * bins);
        const wide = BIN * stretch(init, width);
        const total = row.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0);
        const there = [...row.keys()].filter((n) => row[n] > 0);
        const left = there.map((n) => (n + START / BIN) * wide);
        histogram.write("bars", { left, right: left.map((x) => x + wide), top: there.map((n) => row[n] / total / wide) });
        // The word stands beside the hill, at half its height.
        const sd = spread[INITS.indexOf(init)] * stretch(init, width);
        histogram.change("often label", { x: -1.25 * sd - 0.12, y: 0.24 / sd });
      },
    };
  });
})(globalThis.gelulab);
