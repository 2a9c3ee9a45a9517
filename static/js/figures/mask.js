/** The noisy mask: single draws, the running mean of what passes, three kinds of mask. The twin of app/figures/mask.py. */
(function (lab) {
  "use strict";
  const DRAWS = 10000;
  // The piles: 44 columns of width 0.2 from -4.4 to 4.4 hold every draw of every seed.
  const EDGE = 4.4;
  const WIDTH = 0.2;
  const COLUMNS = 44;
  const TOP = 17; // the height that piles may reach, in units of the plot
  const DOT_STANDS_FOR = [1, 2, 5, 10, 20, 50, 100, 200];
  // Play draws g (n + 10) times a second: 10,000 are reached after about 7 / g seconds, single draws at first.
  const GROWTH = { slow: 0.2, normal: 0.4, fast: 1 };
  const FALL = 0.4; // seconds that a dot falls
  const RAIN = 0.006; // seconds between the dots of one handful
  const HANDFUL = 100; // more draws at once are not shown falling
  const CELLS = 20;

  /** The draws of one seed held against one x: running counts, so that a new draw costs the same at 10 and at 9,000. */
  class Outcomes {
    /** @param {Float32Array} eps */
    constructor(eps) {
      this.eps = eps;
      this.column = Uint8Array.from(eps, (e) => Math.min(COLUMNS - 1, Math.max(0, Math.floor((e + EDGE) / WIDTH))));
      this.passes = new Int32Array(eps.length + 1); // passes among the first k draws
      this.x = NaN;
      this.clear();
    }

    clear() {
      this.n = 0;
      this.left = new Int32Array(COLUMNS); // of the first n draws, those that pass, by column
      this.right = new Int32Array(COLUMNS);
    }

    /** The same draws, held against another x. @param {number} x */
    against(x) {
      if (x === this.x) return;
      this.x = x;
      for (let i = 0; i < this.eps.length; i++) this.passes[i + 1] = this.passes[i] + (this.eps[i] <= x ? 1 : 0);
      this.clear();
    }

    /** @param {number} i */
    pass(i) {
      return this.eps[i] <= this.x;
    }

    /** Piles up the first n draws. @param {number} n */
    pile(n) {
      if (n < this.n) this.clear();
      for (; this.n < n; this.n++) (this.pass(this.n) ? this.left : this.right)[this.column[this.n]]++;
    }
  }

  // The running mean is drawn through every early draw and then evenly on the log scale of n.
  const KNOTS = [...new Set(Array.from({ length: 321 }, (_, i) => Math.round(10 ** (i / 80))))];

  lab.define("mask", async (/** @type {any} */ fig) => {
    const main = fig.plot("main");
    const means = fig.plot("means");
    const masks = fig.plot("masks");
    const { sentence: say, labels } = fig.words;
    // Draws while it is on, slowly at first.
    const player = new lab.Player(fig, {
      state: "n",
      last: DRAWS,
      rate: (/** @type {any} */ { speed, n }) => GROWTH[/** @type {"slow"} */ (speed)] * (n + 10),
      whole: true,
    });

    // The seeds: the one that is shown, the one that is wanted, and what to say where that one cannot be had.
    /** @type {Map<number, Outcomes>} */
    const known = new Map();
    const fetchSeed = async (/** @type {number} */ seed) => {
      if (!known.has(seed)) known.set(seed, new Outcomes(await fig.table(`seed-${seed}`)));
    };
    let shown = fig.state.values.seed;
    let wanted = shown;
    let trouble = "";
    await fetchSeed(shown);

    /** Shows another seed as soon as its draws are here; until then the old one stays. @param {number} seed */
    const want = async (seed) => {
      wanted = seed;
      fig.element.setAttribute("aria-busy", "true");
      try {
        await fetchSeed(seed);
        if (seed !== wanted) return;
        shown = seed;
        trouble = "";
      } catch {
        if (seed !== wanted) return;
        trouble = lab.fill(say.missing, { seed: String(seed), shown: String(shown) });
        wanted = shown;
        fig.state.set({ seed: shown }, { by: "control", final: true });
      }
      fig.element.removeAttribute("aria-busy");
      flights = [];
      fig.request();
    };

    // Dots on their way down: the index of the draw and the moment at which it starts.
    /** @type {{i: number, start: number}[]} */
    let flights = [];
    let before = fig.state.values.n;
    let drawn = { seed: 0, x: NaN, upTo: -1, size: 0 };

    /** Lets the draws that came since the last frame fall. @param {number} n */
    const launch = (n) => {
      const fresh = n - before;
      if (fresh < 0) flights = [];
      else if (fresh > 0 && !lab.reducedMotion() && (player.on || fresh <= HANDFUL)) {
        const some = player.on ? Math.min(fresh, 2) : fresh;
        for (let j = 0; j < some; j++) flights.push({ i: n - some + j, start: performance.now() + 1000 * RAIN * j });
      }
      before = n;
    };

    /** @param {Outcomes} outcomes */
    const drawPiles = (outcomes, /** @type {number} */ n, /** @type {number} */ x) => {
      const [x0, y0] = main.pixel(0, 0);
      const across = main.pixel(WIDTH, 0)[0] - x0;
      const up = y0 - main.pixel(0, 1)[1];
      const pitch = Math.min(across / up, 1); // from dot to dot, in units of the plot
      const size = 0.86 * Math.min(across, pitch * up);
      const left = outcomes.left.slice();
      const right = outcomes.right.slice();
      const highest = Math.max(...left.map((passes, column) => passes + right[column]));
      const worth = DOT_STANDS_FOR.find((k) => (highest / k + 1) * pitch <= TOP + 1) ?? 500;

      const now = performance.now();
      flights = flights.filter((flight) => flight.i < n && now - flight.start < 1000 * FALL);
      for (const { i } of flights) (outcomes.pass(i) ? left : right)[outcomes.column[i]]--;
      const middle = (/** @type {number} */ column) => (column + 0.5) * WIDTH - EDGE;
      /** @type {Record<string, {x: number[], y: number[], size: number[]}>} */
      const piles = { pass: { x: [], y: [], size: [] }, stop: { x: [], y: [], size: [] } };
      for (let column = 0; column < COLUMNS; column++) {
        let row = 0;
        for (const [pile, count] of /** @type {const} */ ([["pass", left[column]], ["stop", right[column]]])) {
          for (let rest = count / worth; rest > 1e-9; rest--) {
            piles[pile].x.push(middle(column));
            piles[pile].y.push((row++ + 0.5) * pitch);
            piles[pile].size.push(size * Math.sqrt(Math.min(1, rest))); // a part of a dot has a part of its area
          }
        }
      }
      main.write("pass dots", piles.pass);
      main.write("stop dots", piles.stop);

      const falling = flights.filter(({ start }) => start <= now);
      const fallen = falling.map(({ start }) => ((now - start) / (1000 * FALL)) ** 2);
      main.write("falling", {
        x: falling.map(({ i }, j) => outcomes.eps[i] + (middle(outcomes.column[i]) - outcomes.eps[i]) * fallen[j]),
        y: falling.map(({ i }, j) => {
          const column = outcomes.column[i];
          return TOP + 1 - (TOP + 1 - (0.5 + (left[column] + right[column]) / worth) * pitch) * fallen[j];
        }),
        size: falling.map(() => size * Math.max(0.4, Math.sqrt(1 / worth))),
      });
      main.write("newest", { x: n ? [outcomes.eps[n - 1]] : [], y: n ? [-0.55] : [] });
      const bell = main.model("bell").data;
      // What the piles come to on average; until there are a hundred draws, what a hundred come to.
      const average = Math.max(n, 100) * WIDTH / worth * pitch;
      main.write("bell", { ...bell, y: bell.pdf.map((/** @type {number} */ density) => density * average) });

      const passes = outcomes.passes[n];
      main.change("pass label", { text: lab.fill(labels.pass, { n: lab.count(passes) }) });
      main.change("stop label", { text: lab.fill(labels.stop, { n: lab.count(n - passes) }) });
      // The scale of the dots stands on the side that the threshold leaves free.
      main.change("scale label", {
        text: lab.fill(worth === 1 ? labels.one : labels.many, { n: String(worth) }),
        x: x < 0 ? EDGE : -EDGE,
        text_align: x < 0 ? "right" : "left",
      });
      main.write("threshold", { x: [x, x], y: [-1, TOP + 1.5] });
      main.write("pass side", { left: [-EDGE - 0.1], right: [x], bottom: [0], top: [TOP + 1.5] });
    };

    /** @param {Outcomes} outcomes */
    const drawMeans = (outcomes, /** @type {number} */ n, /** @type {number} */ x, /** @type {any} */ values) => {
      const one = Math.abs(x) * Math.sqrt(lab.phi(x) * lab.phi(-x)); // the standard error of a single draw
      const { expected } = values;
      const at = KNOTS.filter((k) => k < n);
      if (n) at.push(n);
      const y = at.map((k) => x * outcomes.passes[k] / k);
      means.write("mean", { x: at.map(Math.log10), y });
      means.write("present", { x: n ? [Math.log10(n)] : [], y: n ? [y[y.length - 1]] : [] });
      const low = Math.min(0, expected - one, ...y);
      const high = Math.max(0, expected + one, ...y);
      const room = Math.max(0.22 * (high - low), 0.05); // above and below for the words at the lines
      means.change("range", { start: low - room, end: high + room });
      means.write("expected", { x: [0, 4], y: [expected, expected] });
      const wide = Array.from({ length: 81 }, (_, i) => i / 20);
      means.write("band", {
        x: wide,
        low: wide.map((log) => expected - one / Math.sqrt(10 ** log)),
        high: wide.map((log) => expected + one / Math.sqrt(10 ** log)),
      });
      means.change("expected label", { y: expected });
      const late = n > 600;
      means.change("mean label", {
        visible: n > 0,
        x: n ? Math.log10(n) : 0,
        y: n ? Math.min(expected, y[y.length - 1]) : 0,
        text_align: late ? "right" : "left",
        x_offset: late ? 0 : 6,
      });
    };

    /** @param {Outcomes} outcomes @param {number} x @param {number} n */
    const drawMasks = (outcomes, x, n) => {
      const size = 0.8 * (masks.pixel(1, 0)[0] - masks.pixel(0, 0)[0]);
      // While thousands are drawn the strips change six times a second: quicker they only flicker.
      const stride = player.on ? Math.max(1, Math.floor(player.rate / 6)) : 1;
      const upTo = n - n % stride;
      if (drawn.seed === shown && drawn.x === x && drawn.upTo === upTo && drawn.size === size) return;
      drawn = { seed: shown, x, upTo, size };
      const first = Math.max(0, upTo - CELLS);
      const passes = [
        () => x > 0,
        (/** @type {number} */ i) => outcomes.eps[(i + DRAWS / 2) % DRAWS] <= 0, // a coin of its own
        (/** @type {number} */ i) => outcomes.pass(i),
      ];
      /** @type {Record<string, {x: number[], y: number[], size: number[]}>} */
      const cells = { on: { x: [], y: [], size: [] }, off: { x: [], y: [], size: [] }, empty: { x: [], y: [], size: [] } };
      passes.forEach((pass, row) => {
        for (let cell = 0; cell < CELLS; cell++) {
          const i = first + cell;
          const kind = i >= upTo ? "empty" : pass(i) ? "on" : "off";
          cells[kind].x.push(cell + 0.5);
          cells[kind].y.push(2 - row);
          cells[kind].size.push(kind === "empty" ? 3 : size);
        }
      });
      for (const [kind, columns] of Object.entries(cells)) masks.write(kind, columns);
    };

    fig.handle({
      layer: main.layer,
      x: "x",
      role: "passed",
      pixel: () => main.pixel(fig.state.values.x, TOP + 1.5),
      state: (/** @type {number} */ px) => ({ x: main.data(px, 0)[0] }),
    });
    const add = (/** @type {number} */ draws) => () => {
      trouble = "";
      player.stop();
      fig.state.set({ n: fig.state.values.n + draws }, { final: true });
    };
    fig.action("play", () => {
      trouble = "";
      player.start();
    });
    fig.action("pause", () => player.stop());
    fig.action("step", add(1));
    fig.action("hundred", add(100));
    fig.action("reset", add(-DRAWS));

    return {
      tells: (/** @type {any} */ { x, n }) => x < -0.3 && n > 0 && "all",

      compute({ x, n }) {
        const outcomes = /** @type {Outcomes} */ (known.get(shown));
        outcomes.against(x);
        const share = outcomes.passes[n] / n; // nothing of nothing is NaN
        const mean = x * share;
        const expected = lab.gelu(x);
        const band = n ? Math.abs(x) * Math.sqrt(lab.phi(x) * lab.phi(-x) / n) : NaN;
        return { share, mean, expected, error: mean - expected, band };
      },

      describe({ x, n }, { share, mean, expected, band }) {
        const zero = Math.abs(x) < 0.005;
        const passes = Math.round(n * share);
        const head = n === 0 ? "none" : n === 1 ? (passes ? "first_passes" : "first_stops")
          : passes === 0 ? "no_pass" : passes === 1 ? "one_pass" : passes === n ? "all_pass" : "some_pass";
        const digits = Math.abs(expected) < 0.005 || band < 0.0005 ? 4 : 3;
        const slots = {
          x: zero ? "0" : lab.decimals(x, 2),
          n: lab.count(n),
          passes: lab.count(n ? passes : 0),
          mean: lab.decimals(mean, digits),
          expected: lab.decimals(expected, digits),
          band: lab.decimals(band, digits),
        };
        const text = lab.fill(say[head], slots) + (n === 0 ? "" : lab.fill(zero ? say.zero : say.mean, slots));
        return trouble ? `${trouble} ${text}` : text;
      },

      draw({ x, n, seed }, values) {
        if (seed !== wanted) want(seed);
        const outcomes = /** @type {Outcomes} */ (known.get(shown));
        outcomes.pile(n);
        launch(n);
        drawPiles(outcomes, n, x);
        drawMeans(outcomes, n, x, values);
        drawMasks(outcomes, x, n);
        if (flights.length) fig.request();
      },

      remove: () => player.stop("unmount"),
    };
  });
})(globalThis.gelulab);
