/*
 * A surface z = f(x, y) on a plain 2-D canvas: painter's order, orthographic, shaded, lines and labels included.
 *
 * Three spaces: the data (x, y, z); the box (u, v, w), centred on 0, with sides `aspect`; the canvas in CSS pixels. From box to
 * canvas: right = c u - s v, away = s u + c v, up = w cos(tilt) + away sin(tilt), with c and s of the turn.
 * A height field needs no sorting: its rows, taken from far to near, are the painter's order.
 * The module adds no listeners and never moves by itself; gestures and handles belong to the figure.
 */
(function (lab) {
  "use strict";

  /** @typedef {[number, number]} Pair   a range; if the second number is the smaller, the axis runs the other way */
  /** @typedef {{turn: number, tilt: number}} View   degrees; tilt 0 looks along the floor, 90 straight down */
  /** @typedef {{points: number[][], colour: string, width?: number, dash?: number[], label?: string, labelAt?: number}} Line
   *    points are [x, y, z]; parts behind the surface are drawn faint; the label stands by the last point or by points[labelAt] */
  /** @typedef {{low: string, mid: string, high: string, shade: string, light: string, floor: string, grid: string, mesh: string,
   *    axis: string, text: string, card: string}} Colours   any CSS colour, var(--name) too. low, mid, high: lowest z, 0, highest z;
   *    shade and light: mixed in by the lamp; grid: on floor and wall; mesh: on the surface; card: halo of the labels of lines */
  /** @typedef {object} Options
   * @property {ArrayLike<number>} x   knots, ascending, as y; x, y and z are read when a surface is set
   * @property {ArrayLike<number>} y
   * @property {ArrayLike<number>} z   heights, row-major [y][x]
   * @property {(x: number, y: number) => number} [height]   the exact height; bilinear between the knots unless told
   * @property {{x: Pair, y: Pair, z: Pair}} range   the box; it must hold every surface that is ever set
   * @property {{x: string, y: string, z: string}} labels
   * @property {{x: number[], y: number[], z: number[]}} ticks   ascending
   * @property {(value: number) => string} [format]   of ticks
   * @property {[number, number, number]} [aspect]
   * @property {number} [turn]   first view, also the one whose size is kept
   * @property {number} [tilt]
   * @property {Pair} [turnRange]   all round unless told
   * @property {Pair} [tiltRange]   [8, 70] unless told
   * @property {Partial<Colours>} [colours] */

  const TONES = 128, SHADES = 96; // steps of colour on each side of z = 0, and of light
  const LAMP = [-0.56, 0.36, 0.75]; // its direction for the viewer: right, towards, up
  const RAYS = 384; // samples of one ray through the box

  /** Three calm sets to start from. @type {Record<string, Colours>} */
  const colours = {
    light: { low: "#2560d2", mid: "#e3ecf8", high: "#fcc98a", shade: "#3a4a78", light: "#ffffff", floor: "#f7f6f2", grid: "#dfdcd3",
      mesh: "#23272f26", axis: "#8b909b", text: "#23272f", card: "#ffffff" },
    dark: { low: "#3b78f2", mid: "#5a677f", high: "#e9b981", shade: "#0d1220", light: "#f2f5ff", floor: "#1e232b", grid: "#343a46",
      mesh: "#0d122059", axis: "#7d8593", text: "#d7dae0", card: "#191d24" },
    forced: { low: "Highlight", mid: "Canvas", high: "Canvas", shade: "CanvasText", light: "Canvas", floor: "Canvas", grid: "GrayText",
      mesh: "GrayText", axis: "CanvasText", text: "CanvasText", card: "Canvas" },
  };

  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
  const wave = (degrees) => [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];

  /** The k with knots[k] <= value < knots[k + 1], kept inside. */
  function cell(knots, value) {
    let low = 0, high = knots.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (knots[middle] <= value) low = middle; else high = middle;
    }
    return low;
  }

  /** Any CSS colour as numbers, as it is understood where the canvas stands. */
  function resolve(canvas, colour) {
    const before = canvas.style.color, context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    canvas.style.color = colour;
    context.fillStyle = canvas.isConnected ? getComputedStyle(canvas).color : colour;
    canvas.style.color = before;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return { r, g, b, css: `rgba(${r},${g},${b},${(a / 255).toFixed(3)})` };
  }

  /** @param {HTMLCanvasElement} canvas @param {Options} options   Nothing is drawn before resize and draw. */
  function create(canvas, options) {
    const context = canvas.getContext("2d"), sides = options.aspect || [1.25, 1, 0.62];
    const [ax, ay, az] = ["x", "y", "z"].map((name, k) => {
      const [from, to] = options.range[name], half = sides[k] / 2, slope = sides[k] / (to - from), values = options.ticks[name];
      const texts = values.map(options.format || ((value) => String(value).replace("-", "\u2212")));
      return { half, flip: to < from, values, texts, title: options.labels[name], wide: [0], most: 0, titleWide: 0,
        box: (value) => (value - from) * slope - half, data: (value) => (value + half) / slope + from };
    });
    const axes = [ax, ay, az], tilts = options.tiltRange || [8, 70], turns = options.turnRange || null;
    const first = { turn: 30, tilt: 26, ...(options.turn !== undefined && { turn: options.turn }), ...(options.tilt !== undefined && { tilt: options.tilt }) };
    /** The knots in the box, ascending, with one more in every middle: rows half as wide show no steps of colour. */
    const [U, V] = [[options.x, ax], [options.y, ay]].map(([values, axis]) => {
      const knots = Float64Array.from(values, axis.box), ordered = axis.flip ? knots.reverse() : knots;
      return Float64Array.from({ length: 2 * knots.length - 1 }, (_, k) => (ordered[k >> 1] + ordered[(k + 1) >> 1]) / 2);
    });
    const nx = U.length, ny = V.length, ends = [U[0], U[nx - 1], V[0], V[ny - 1]], view = { turn: 0, tilt: 0 };
    const W = new Float64Array(nx * ny), tone = new Uint16Array(nx * ny), lit = new Int16Array(nx * ny);
    const [X, Y, EX, EY, NU, NV, NW] = Array.from({ length: 7 }, () => new Float32Array(nx * ny)); // E: moved under the next row; N: normals
    let height = bilinear, top = 0, width = 0, tall = 0, ratio = 1, size = 13, kept = 0, fitted = "", frame = 0;
    let c = 1, s = 0, ct = 1, st = 0, scale = 1, cx = 0, cy = 0, paint = {}, inks = [], lines = [], taken = [];

    const right = (u, v) => cx + scale * (c * u - s * v);
    const down = (u, v, w) => cy - scale * (w * ct + (s * u + c * v) * st);

    /** @param {Partial<View>} wanted */
    function setView({ turn = view.turn, tilt = view.tilt }) {
      view.turn = turns ? clamp(turn, turns[0], turns[1]) : turn - 360 * Math.ceil((turn - 180) / 360);
      view.tilt = clamp(tilt, tilts[0], tilts[1]);
      [c, s] = wave(view.turn);
      [ct, st] = wave(view.tilt);
      const key = `${view.tilt} ${width} ${tall}`;
      if (!width || key === fitted) return;
      fitted = key;
      const space = reach(view.tilt), above = space.above(scale = Math.min(space.scale, kept));
      cx = width / 2;
      cy = above + (tall - above - space.below(scale)) / 2;
    }

    /** New heights [y][x] at the same knots, and the exact height if there is one. */
    function setSurface(z, exact) {
      const old = (k, n, flip) => (flip ? n - 1 - k : k), mx = options.x.length, my = options.y.length;
      for (let j = 0; j < my; j++) for (let i = 0; i < mx; i++) W[2 * j * nx + 2 * i] = az.box(z[old(j, my, ay.flip) * mx + old(i, mx, ax.flip)]);
      for (let j = 0; j < ny; j += 2) for (let i = 1; i < nx; i += 2) W[j * nx + i] = (W[j * nx + i - 1] + W[j * nx + i + 1]) / 2;
      for (let j = 1; j < ny; j += 2) for (let i = 0, p = j * nx; i < nx; i++, p++) W[p] = (W[p - nx] + W[p + nx]) / 2;
      height = exact ? (u, v) => az.box(exact(ax.data(u), ay.data(v))) : bilinear;
      if (exact) for (let p = 0; p < W.length; p++) W[p] = height(U[p % nx], V[p / nx | 0]);
      top = W.reduce((most, w) => Math.max(most, w), -Infinity);
      const zero = az.box(0), low = Math.min(-az.half, zero - 1e-9), high = Math.max(az.half, zero + 1e-9);
      for (let j = 0, p = 0; j < ny; j++) for (let i = 0; i < nx; i++, p++) {
        const l = i ? 1 : 0, r = i < nx - 1 ? 1 : 0, b = j ? 1 : 0, f = j < ny - 1 ? 1 : 0;
        const su = (W[p + r] - W[p - l]) / (U[i + r] - U[i - l]), sv = (W[p + f * nx] - W[p - b * nx]) / (V[j + f] - V[j - b]);
        NW[p] = 1 / Math.hypot(su, sv, 1); NU[p] = -su * NW[p]; NV[p] = -sv * NW[p];
        const w = W[p] - zero;
        tone[p] = Math.round(TONES * (1 + clamp(w < 0 ? w / (zero - low) : w / (high - zero), -1, 1)));
      }
    }

    /** @param {Partial<Colours>} set */
    function setColours(set) {
      const all = { ...colours.light, ...set };
      paint = Object.fromEntries(Object.keys(all).map((name) => [name, resolve(canvas, all[name])]));
      inks = [];
      setLines(lines);
    }

    /** @param {Line[]} list */
    function setLines(list) { lines = list.map((line) => ({ ...line, ink: resolve(canvas, line.colour).css })); }

    /** The colour of a height in a light, key = tone * (SHADES + 1) + light: mixed once, then kept. */
    function ink(key) {
      const share = Math.floor(key / (SHADES + 1)) / TONES - 1, light = (key % (SHADES + 1)) / SHADES - 0.6, far = Math.abs(share) ** 0.85;
      const end = share < 0 ? paint.low : paint.high, lamp = light < 0 ? paint.shade : paint.light, much = Math.abs(light) * (light < 0 ? 0.95 : 0.8);
      const mix = (part) => { const base = paint.mid[part] + (end[part] - paint.mid[part]) * far; return Math.round(base + (lamp[part] - base) * much); };
      return (inks[key] = `rgb(${mix("r")},${mix("g")},${mix("b")})`);
    }

    function bilinear(u, v) {
      const i = cell(U, u), j = cell(V, v), p = j * nx + i, a = (u - U[i]) / (U[i + 1] - U[i]), b = (v - V[j]) / (V[j + 1] - V[j]);
      return (W[p] * (1 - a) + W[p + 1] * a) * (1 - b) + (W[p + nx] * (1 - a) + W[p + nx + 1] * a) * b;
    }

    /** Does the surface stand between this point of the box and the viewer? The ray to the viewer is compared with it at every knot it crosses. */
    function hidden(u, v, w) {
      const slack = 0.006 * sides[2], du = -s, dv = -c, su = du > 0 ? 1 : 0, sv = dv > 0 ? 1 : 0;
      u = clamp(u, ends[0], ends[1]); v = clamp(v, ends[2], ends[3]);
      let i = cell(U, u), j = cell(V, v), side = 0;
      const here = w - bilinear(u, v);
      if (Math.abs(here) < slack) w -= here; else side = Math.sign(here);
      while (i >= 0 && j >= 0 && i < nx - 1 && j < ny - 1) {
        const tu = Math.abs(du) < 1e-9 ? Infinity : (U[i + su] - u) / du, tv = Math.abs(dv) < 1e-9 ? Infinity : (V[j + sv] - v) / dv;
        const t = Math.min(tu, tv), ray = w + t * st / ct;
        if (ray > top + slack) return side < 0;
        const step = tu <= tv ? nx : 1, p = j * nx + i + (tu <= tv ? su : sv * nx);
        const part = tu <= tv ? (v + t * dv - V[j]) / (V[j + 1] - V[j]) : (u + t * du - U[i]) / (U[i + 1] - U[i]);
        const gap = ray - W[p] - (W[p + step] - W[p]) * part, now = gap > slack ? 1 : gap < -slack ? -1 : 0;
        if (now && side && now !== side) return true;
        side = side || now;
        if (tu <= tv) i += 2 * su - 1; else j += 2 * sv - 1;
      }
      return false;
    }

    /** Where a point of the data stands on the canvas, and whether the surface hides it. */
    function project(x, y, z) {
      const u = ax.box(x), v = ay.box(y), w = az.box(z);
      return { x: right(u, v), y: down(u, v, w), hidden: hidden(u, v, w) };
    }

    /** The frontmost point of the surface under a pixel, or null. @returns {{x: number, y: number} | null} */
    function pick(px, py) {
      const r = (px - cx) / scale, up = (cy - py) / scale, edge = 1e-9;
      let near = -9, far = 9; // the part of the ray that lies over the grid, by its distance away
      for (const [at, slope, from, to] of [[c * r, s, ends[0], ends[1]], [-s * r, c, ends[2], ends[3]]]) {
        if (Math.abs(slope) < 1e-12) { if (at < from - edge || at > to + edge) return null; continue; }
        const a = (from - edge - at) / slope, b = (to + edge - at) / slope;
        near = Math.max(near, Math.min(a, b)); far = Math.min(far, Math.max(a, b));
      }
      const at = (d) => [clamp(c * r + s * d, ends[0], ends[1]), clamp(c * d - s * r, ends[2], ends[3])];
      const gap = (d) => (up - d * st) / ct - height(...at(d)), touches = (value) => Math.abs(value) < 1e-8;
      let a = near, ga = gap(a), hit = near <= far && touches(ga);
      for (let k = 1; k <= RAYS && near <= far && !hit; k++) {
        let b = near + (far - near) * k / RAYS;
        const gb = gap(b), crossed = ga * gb <= 0;
        for (let n = 0; n < 50 && crossed; n++) { const middle = (a + b) / 2; if (ga * gap(middle) > 0) a = middle; else b = middle; }
        hit = crossed || (k === RAYS && touches(gb));
        a = b; ga = gb;
      }
      return hit ? { x: ax.data(at(a)[0]), y: ay.data(at(a)[1]) } : null;
    }

    /** The point under a pixel or, off the surface, the one that looks nearest: what a dragged point follows. */
    function nearest(px, py) {
      const hit = pick(px, py), away = (u, v, w) => Math.hypot(right(u, v) - px, down(u, v, w) - py);
      if (hit) return hit;
      let best = Infinity, u = 0, v = 0;
      W.forEach((w, p) => { const far = away(U[p % nx], V[p / nx | 0], w); if (far < best) { best = far; u = U[p % nx]; v = V[p / nx | 0]; } });
      best = away(u, v, height(u, v));
      for (let step = 4 * sides[0] / nx, moved; step > 1e-7; step /= moved ? 1 : 2) { // compass search from the nearest knot
        moved = false;
        for (let k = 0; k < 8; k++) {
          const [e, n] = wave(45 * k), nu = clamp(u + step * e, ends[0], ends[1]), nv = clamp(v + step * n, ends[2], ends[3]);
          const far = away(nu, nv, height(nu, nv));
          if (far < best - 1e-10) { best = far; u = nu; v = nv; moved = true; }
        }
      }
      return { x: ax.data(u), y: ay.data(v) };
    }

    /** The axes of a view: the two front edges of the floor and the upright at the left, each with the way out of the box on the
     * canvas and with the place of its texts. All texts stand outside along it, so the surface never meets them. */
    function edges(turn, tilt) {
      const [a, b] = wave(turn), up = wave(tilt)[1], fu = b > 0 ? -ax.half : ax.half, fv = a > 0 ? -ay.half : ay.half; // front corner
      const lu = a > 0 ? -ax.half : ax.half, lv = b > 0 ? ay.half : -ay.half; // left corner
      const out = (ex, ey, mx, my) => { const l = Math.hypot(ex, ey) * (ex * my < ey * mx ? -1 : 1) || 1; return [-ey / l, ex / l]; };
      const make = (axis, at, [ox, oy]) => ({
        axis, at, out: [ox, oy], end: at(axis === az ? az.half : 0),
        shift(w) { const far = size * 0.72 + Math.abs(ox) * w / 2 + Math.abs(oy) * size / 2; return [ox * far, oy * far]; },
        titleShift() {
          if (axis === az) return [size * 0.6 - axis.titleWide / 2, -size * 1.3];
          const far = size * 0.72 + Math.abs(ox) * (axis.most + axis.titleWide / 2 + size * 0.6) + Math.abs(oy) * size * 2;
          return [ox * far, oy * far];
        } });
      return [make(ax, (t) => [t, fv, -az.half], out(a, -b * up, -b * fv, -a * fv * up)),
        make(ay, (t) => [fu, t, -az.half], out(-b, -a * up, a * fu, -b * fu * up)), make(az, (t) => [lu, lv, t], [-1, 0])];
    }

    /** How large the box may be at a tilt, so that it and its texts fit at every allowed turn. All lengths are scale * a + b. */
    function reach(tilt) {
      const [cp, sp] = wave(tilt), ups = [], downs = [], pad = 6, [from, to] = turns || [0, 360], count = Math.ceil((to - from) / 5) || 1;
      let most = Infinity;
      for (let n = 0; n <= count; n++) {
        const turn = from + (to - from) * n / count, [a, b] = wave(turn);
        const add = ([u, v, w], [dx, dy], hw, hh) => {
          const r = a * u - b * v, up = w * cp + (b * u + a * v) * sp;
          for (const side of [-1, 1]) if (side * r > 1e-6) most = Math.min(most, (width / 2 - side * dx - hw - pad) / (side * r));
          ups.push([up, hh + pad - dy]); downs.push([-up, hh + pad + dy]);
        };
        for (let k = 0; k < 8; k++) add([k & 1 ? ax.half : -ax.half, k & 2 ? ay.half : -ay.half, k & 4 ? az.half : -az.half], [0, 0], 0, 0);
        for (const edge of edges(turn, tilt)) {
          for (const value of [edge.axis.values[0], edge.axis.values[edge.axis.values.length - 1]])
            add(edge.at(edge.axis.box(value)), edge.shift(edge.axis.most), edge.axis.most / 2, size * 0.6);
          add(edge.end, edge.titleShift(), edge.axis.titleWide / 2, size * 0.6);
        }
      }
      const far = (list) => (value) => { let max = 0; for (const [a, b] of list) max = Math.max(max, value * a + b); return max; };
      const above = far(ups), below = far(downs);
      let low = 1, high = most;
      for (let n = 0; n < 24; n++) { const middle = (low + high) / 2; if (above(middle) + below(middle) <= tall) low = middle; else high = middle; }
      return { scale: low, above, below };
    }

    /** Sizes in CSS pixels. The scale is that of the first tilt, the same for all turns and lower tilts; steeper ones shrink it smoothly. */
    function resize(cssWidth, cssHeight, dpr = 1) {
      width = cssWidth; tall = cssHeight; ratio = dpr;
      canvas.width = Math.round(width * ratio); canvas.height = Math.round(tall * ratio);
      canvas.style.width = `${width}px`; canvas.style.height = `${tall}px`;
      size = clamp(13 * Math.sqrt(Math.min(width / 860, tall / 520)), 11.5, 17);
      const measure = (text, bold) => { context.font = font(bold); return context.measureText(text).width; };
      for (const axis of axes) { axis.titleWide = measure(axis.title, true); axis.wide = axis.texts.map((text) => measure(text, false)); axis.most = Math.max(...axis.wide); }
      const tilt = clamp(first.tilt, tilts[0], tilts[1]);
      kept = Math.min(...[0, 1, 2, 3, 4, 5, 6].map((n) => reach(tilts[0] + (tilt - tilts[0]) * n / 6).scale));
      fitted = "";
      setView({});
    }

    const font = (bold) => `${bold ? "600 " : ""}${size.toFixed(2)}px system-ui, sans-serif`;
    const to = (path, [u, v, w], pen) => (pen ? path.lineTo(right(u, v), down(u, v, w)) : path.moveTo(right(u, v), down(u, v, w)));
    const run = (path, points) => points.forEach((point, k) => to(path, point, k));
    const stroke = (path, colour, wide) => { context.strokeStyle = colour; context.lineWidth = wide; context.stroke(path); };

    /** The floor, its grid and the rules of the wall beside the upright: all of it lies behind the surface. */
    function drawRoom() {
      const hu = ax.half, hv = ay.half, low = -az.half, floor = new Path2D(), grid = new Path2D(), frameLines = new Path2D();
      const bu = s > 0 ? hu : -hu, bv = c > 0 ? hv : -hv, sides3 = edges(view.turn, view.tilt), left = sides3[2].at(low);
      run(floor, [[-hu, -hv, low], [hu, -hv, low], [hu, hv, low], [-hu, hv, low]]);
      context.fillStyle = paint.floor.css;
      context.fill(floor);
      for (const u of ax.values.map(ax.box)) run(grid, [[u, -hv, low], [u, hv, low]]);
      for (const v of ay.values.map(ay.box)) run(grid, [[-hu, v, low], [hu, v, low]]);
      for (const w of az.values.map(az.box)) run(grid, [[left[0], left[1], w], [bu, bv, w]]);
      run(grid, [[bu, bv, low], [bu, bv, az.half]]);
      stroke(grid, paint.grid.css, 1);
      for (const { axis, at } of sides3) run(frameLines, [at(-axis.half), at(axis.half)]);
      stroke(frameLines, paint.axis.css, 1);
    }

    /**
     * The rows, far to near, each along the axis that lies more across the canvas. There the canvas's x is linear in the knots, so one
     * horizontal gradient colours a row smoothly. A row is cut where it turns its other face, and every piece reaches about a pixel
     * under what is drawn after it, along the surface itself: no seam shows the ground, no corner sticks out.
     */
    function drawRows() {
      const along = Math.abs(c) >= Math.abs(s), knots = along ? U : V, nn = along ? nx : ny, nm = along ? ny : nx, a = along ? 1 : nx, m = along ? nx : 1;
      const near = (slope) => (slope > 0 ? -1 : 1), dn = near(along ? s : c), dm = near(along ? c : s); // towards the viewer
      const lap = (dx, dy) => Math.min(0.9, 0.9 / (Math.abs(dx) + Math.abs(dy) + 1e-6));
      const gu = c * LAMP[0] - s * LAMP[1], gv = -s * LAMP[0] - c * LAMP[1], n0 = dn > 0 ? 0 : nn - 1, n1 = nn - 1 - n0;
      for (let j = 0, p = 0; j < ny; j++) for (let i = 0; i < nx; i++, p++) {
        X[p] = right(U[i], V[j]); Y[p] = down(U[i], V[j], W[p]);
        const face = NW[p] * st - (NU[p] * s + NV[p] * c) * ct, light = NU[p] * gu + NV[p] * gv + NW[p] * LAMP[2];
        lit[p] = Math.round(SHADES * clamp(0.18 + 0.8 * (face < 0 ? -0.7 * light - 0.1 : light), 0, 1));
      }
      const piece = (back, front, from, end) => {
        const more = end === n1 ? 0 : dn, path = new Path2D(), wide = knots[end] - knots[from];
        const fill = context.createLinearGradient(X[back + from * a], 0, X[back + end * a], 0);
        for (let n = from; ; n = dn > 0 ? Math.min(n + 2, end) : Math.max(n - 2, end)) {
          const p = back + n * a, key = tone[p] * (SHADES + 1) + lit[p];
          fill.addColorStop((knots[n] - knots[from]) / wide, inks[key] || ink(key));
          if (n === end) break;
        }
        path.moveTo(X[back + from * a], Y[back + from * a]);
        for (let n = from + dn; n !== end + dn; n += dn) path.lineTo(X[back + n * a], Y[back + n * a]);
        for (const [xs, ys, p] of more ? [[X, Y, back + end * a], [EX, EY, front + end * a]] : []) {
          const q = p + more * a, e = lap(xs[q] - xs[p], ys[q] - ys[p]);
          path.lineTo(xs[p] + e * (xs[q] - xs[p]), ys[p] + e * (ys[q] - ys[p]));
        }
        for (let n = end; n !== from - dn; n -= dn) path.lineTo(EX[front + n * a], EY[front + n * a]);
        context.fillStyle = fill;
        context.fill(path);
      };
      for (let k = 0, j = dm > 0 ? 0 : nm - 1; k < nm - 1; k++, j += dm) {
        const back = j * m, front = (j + dm) * m, under = k < nm - 2 ? dm * m : 0;
        for (let p = front, n = 0; n < nn; n++, p += a) {
          const dx = X[p + under] - X[p], dy = Y[p + under] - Y[p], e = lap(dx, dy);
          EX[p] = X[p] + e * dx; EY[p] = Y[p] + e * dy;
        }
        let start = n0, face = 0;
        for (let n = n0; n !== n1; n += dn) {
          const p = back + n * a, q = front + n * a;
          const now = (X[p + dn * a] - X[p]) * (Y[q] - Y[p]) - (Y[p + dn * a] - Y[p]) * (X[q] - X[p]) < 0 ? -1 : 1;
          if (face && now !== face) { piece(back, front, start, n); start = n; }
          face = now;
        }
        piece(back, front, start, n1);
      }
    }

    /** Adds a line of the box to two paths, seen and unseen; the place where it dips behind is found by halving. */
    function trace(points, seen, unseen) {
      let last = null, was = false;
      for (const point of points) {
        const is = hidden(...point);
        let a = last, b = point;
        if (last && is !== was) {
          for (let n = 0; n < 6; n++) { const middle = a.map((value, k) => (value + b[k]) / 2); if (hidden(...middle) === was) a = middle; else b = middle; }
          to(was ? unseen : seen, a, true);
          to(is ? unseen : seen, a, false);
        }
        to(is ? unseen : seen, point, last);
        last = point; was = is;
      }
    }

    function drawLines() {
      const mesh = new Path2D(), rim = new Path2D(), rest = new Path2D(), even = (list) => Array.from(list).filter((_, k) => k % 2 === 0);
      const atV = (v) => even(U).map((u) => [u, v, bilinear(u, v)]), atU = (u) => even(V).map((v) => [u, v, bilinear(u, v)]);
      for (const v of ay.values.map(ay.box)) if (v > ends[2] + 1e-2 && v < ends[3] - 1e-2) trace(atV(v), mesh, rest);
      for (const u of ax.values.map(ax.box)) if (u > ends[0] + 1e-2 && u < ends[1] - 1e-2) trace(atU(u), mesh, rest);
      for (const points of [atU(ends[0]), atU(ends[1]), atV(ends[2]), atV(ends[3])]) trace(points, rim, rest);
      stroke(mesh, paint.mesh.css, 1);
      stroke(rim, paint.mesh.css, 1.25);
      context.lineJoin = context.lineCap = "round";
      for (const line of lines) {
        const seen = new Path2D(), unseen = new Path2D();
        trace(line.points.map(([x, y, z]) => [ax.box(x), ay.box(y), az.box(z)]), seen, unseen);
        context.setLineDash(line.dash || []);
        context.globalAlpha = 0.3;
        stroke(unseen, line.ink, line.width || 2.5);
        context.globalAlpha = 1;
        stroke(seen, line.ink, line.width || 2.5);
      }
      context.setLineDash([]);
    }

    /** Titles, ticks (all, or every second, third, ... as there is room; 0 stays if it can) and the labels of lines. */
    function drawTexts() {
      const half = size / 2, meets = (a) => taken.some((b) => Math.abs(a[0] - b[0]) < a[2] + b[2] + 3 && Math.abs(a[1] - b[1]) < a[3] + b[3] + 1);
      const sides3 = edges(view.turn, view.tilt), spot = ([u, v, w]) => [right(u, v), down(u, v, w)], marks = new Path2D();
      const put = (text, box) => { taken.push(box); context.fillText(text, box[0], box[1] + size * 0.06); };
      taken = [];
      context.textAlign = "center"; context.textBaseline = "middle";
      context.fillStyle = paint.text.css; context.font = font(true);
      for (const edge of sides3) {
        const [x, y] = spot(edge.end), [dx, dy] = edge.titleShift();
        put(edge.axis.title, [x + dx, y + dy, edge.axis.titleWide / 2, half]);
      }
      context.font = font(false);
      for (const { axis: { values, texts, wide, box }, at, out, shift } of sides3) {
        const spots = values.map((value) => spot(at(box(value))));
        const clear = (a, b) => Math.abs(spots[a][0] - spots[b][0]) > (wide[a] + wide[b] + size) / 2 || Math.abs(spots[a][1] - spots[b][1]) > size * 1.1;
        let every = 1;
        while (every < values.length && !values.every((_, n) => n + every >= values.length || clear(n, n + every))) every++;
        spots.forEach(([x, y], n) => {
          const [dx, dy] = shift(wide[n]), place = [x + dx, y + dy, wide[n] / 2, half];
          marks.moveTo(x, y); marks.lineTo(x + out[0] * size * 0.35, y + out[1] * size * 0.35);
          if (n % every === Math.max(0, values.indexOf(0)) % every && !meets(place)) put(texts[n], place);
        });
      }
      stroke(marks, paint.axis.css, 1);
      context.font = font(true);
      for (const line of lines) if (line.label) {
        const [x, y, z] = line.points[line.labelAt === undefined ? line.points.length - 1 : line.labelAt], p = project(x, y, z);
        const w = context.measureText(line.label).width / 2, gap = size * 0.8, places = [[w + gap, 0], [-w - gap, 0], [0, -half - gap], [0, half + gap]]
          .map(([dx, dy]) => [clamp(p.x + dx, w + 3, width - w - 3), clamp(p.y + dy, half + 3, tall - half - 3), w, half]);
        const place = places.find((box) => !meets(box) && Math.hypot(box[0] - p.x, box[1] - p.y) > gap) || places[2];
        context.strokeStyle = paint.card.css; context.lineWidth = 4; context.fillStyle = line.ink;
        context.strokeText(line.label, place[0], place[1] + size * 0.06);
        put(line.label, place);
      }
    }

    function draw() {
      cancelAnimationFrame(frame);
      frame = 0;
      if (!width) return;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, tall);
      for (const part of [drawRoom, drawRows, drawLines, drawTexts]) part();
    }

    setSurface(options.z, options.height);
    setColours(options.colours || {});
    setView(first);
    return {
      /** @returns {View} */ get view() { return { ...view }; },
      setView, setSurface, setColours, setLines, resize, project, pick, nearest, draw,
      requestDraw() { if (!frame) frame = requestAnimationFrame(draw); },
      destroy() { cancelAnimationFrame(frame); frame = width = canvas.width = canvas.height = 0; },
    };
  }

  lab.surface = { create, colours };
})((globalThis.gelulab = globalThis.gelulab || {}));
