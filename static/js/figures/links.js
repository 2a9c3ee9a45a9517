/** GELU and its relatives: how far each of them is from GELU. The twin of app/figures/links.py. */
(function (lab) {
  "use strict";
  // Closer than this to a special place is at it; a gap below LEVEL is none. app/figures/links.py has the same.
  const NEAR = 0.005;
  const LEVEL = 0.000005;
  const RANK = ["gelu_tanh", "gelu_sigmoid", "relu", "leaky_relu", "silu", "hard_swish", "tanh", "sigmoid"];
  const X = Array.from({ length: 321 }, (_, i) => i / 40 - 4);

  const sigmoid = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));
  /** @type {Record<string, (x: number) => number>} */
  const OTHERS = {
    relu: (x) => Math.max(x, 0),
    leaky_relu: (x) => (x > 0 ? x : 0.01 * x),
    silu: (x) => x * sigmoid(x),
    hard_swish: (x) => x * Math.min(Math.max(x + 3, 0), 6) / 6,
    sigmoid,
    tanh: Math.tanh,
    gelu_tanh: (x) => x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))) / 2,
    gelu_sigmoid: (x) => x * sigmoid(1.702 * x),
  };
  // The gates of these do not make one whole at x and -x: their gap is not even.
  const UNEVEN = ["leaky_relu", "sigmoid", "tanh"];

  const FORMS = ["gelu_tanh", "gelu_sigmoid"];

  /** Three decimals, five where three would hide the number. @param {number} value */
  const fine = (value) => lab.decimals(value, value < 0.005 ? 5 : 3);

  lab.define("links", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const gaps = fig.plot("gap");
    const ruler = fig.plot("ruler");
    const { sentence: say, labels } = fig.words;
    const names = fig.words.options.relative;
    const order = fig.state.specs.get("relative").options;
    const found = await fig.table("largest");
    const typical = await fig.table("typical");
    /** Where a relative is farthest from GELU, and by how much. @param {string} relative */
    const farthest = (relative) => {
      const at = order.indexOf(relative);
      return { x: found[2 * at], difference: found[2 * at + 1] };
    };
    const gapAt = (/** @type {string} */ relative, /** @type {number} */ x) => OTHERS[relative](x) - lab.gelu(x);

    fig.handle({
      layer: main.layer,
      x: "x",
      role: "passed",
      pixel: () => main.pixel(fig.state.values.x, lab.gelu(fig.state.values.x)),
      state: (/** @type {number} */ px) => ({ x: main.data(px, 0)[0] }),
    });
    /** A click on a picture without a point of its own. @param {any} plot @param {(x: number, y: number) => any} patch */
    const clicked = (plot, patch) => plot.layer.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const box = plot.layer.getBoundingClientRect();
      const zoom = box.width / plot.layer.offsetWidth || 1; // a slide deck may have scaled the page
      const [x, y] = plot.data((event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom);
      fig.state.set(patch(x, y), { by: "click", final: true });
    }, { signal: fig.abort.signal });
    clicked(gaps, (x) => ({ x }));
    clicked(ruler, (_, y) => ({ relative: RANK[RANK.length - 1 - Math.round(y)] }));

    fig.action("largest", () => fig.state.set({ x: farthest(fig.state.values.relative).x }, { final: true }));
    fig.action("mirror", () => fig.state.set({ x: -fig.state.values.x }, { final: true }));

    /** What only changes with the relative. @param {string} relative */
    const drawRelative = (relative) => {
      for (const name of order) {
        main.change(name, { visible: name === relative });
        main.change(`${name} label`, { visible: name === relative });
      }
      const { x, difference } = farthest(relative);
      const size = Math.abs(difference);
      const up = difference > 0;
      const y = X.map((t) => gapAt(relative, t));
      // Room for the number beyond the peak, and for a line on the other side.
      const [lowest, highest] = [Math.min(...y), Math.max(...y)];
      gaps.change("range", up
        ? { start: lowest - 0.25 * size, end: 1.55 * size } : { start: -1.55 * size, end: highest + 0.25 * size });
      gaps.change("gap title", { text: lab.fill(labels.gap, { name: names[relative] }) });
      gaps.write("difference", { x: X, y, zero: X.map(() => 0) });
      const places = UNEVEN.includes(relative) ? [x] : [-x, x];
      gaps.write("peaks", { x: places, y: places.map(() => difference) });
      gaps.change("peak label", {
        x: places.length > 1 ? 0 : x,
        y: difference,
        text: lab.fill(labels.largest, { largest: fine(size) }),
        text_align: places.length > 1 ? "center" : "right",
        text_baseline: up ? "bottom" : "top",
        y_offset: up ? 8 : -8,
      });
      const row = RANK.length - 1 - RANK.indexOf(relative);
      ruler.write("row", { left: [ruler.view.model.x_range.start], right: [ruler.view.model.x_range.end], bottom: [row - 0.5], top: [row + 0.5] });
    };
    let drawn = "";

    return {
      compute({ x, relative }) {
        const gelu = lab.gelu(x);
        const other = OTHERS[relative](x) + 0;
        const { x: at, difference } = farthest(relative);
        return {
          gelu, other, gap: other - gelu, largest: Math.abs(difference), at, typical: typical[order.indexOf(relative)],
        };
      },

      describe({ x, relative }, { gap, largest, at }) {
        const name = names[relative];
        const slots = {
          x: lab.decimals(x, 2), name: FORMS.includes(relative) ? lab.fill(say.form, { name }) : name,
          gap: fine(Math.abs(gap)), largest: fine(largest), at: lab.decimals(at, 2),
        };
        const even = !UNEVEN.includes(relative);
        const first = Math.abs(gap) < LEVEL ? say.level : gap > 0 ? say.above : say.below;
        const second = Math.abs((even ? Math.abs(x) : x) - at) < NEAR ? say.here : even ? say.even : say.single;
        return `${lab.fill(first, slots)} ${lab.fill(second, slots)}`;
      },

      draw({ x, relative }, { gelu, other, gap }) {
        if (relative !== drawn) drawRelative(relative);
        drawn = relative;
        main.write("bar", { x: [x], from: [gelu], to: [other] });
        gaps.write("bar", { x: [x], from: [0], to: [gap] });
      },
    };
  });
})(globalThis.gelulab);
