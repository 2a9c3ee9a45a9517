/*
 * A surface z = f(x, y) on a plain 2-D canvas: painter's order, orthographic, shaded, with its lines; surface_axes.js adds texts.
 *
 * Three spaces: the data (x, y, z); the box (u, v, w), centred on 0, with sides `aspect`; the canvas in CSS pixels. From box to
 * canvas: right = c u - s v, away = s u + c v, up = w cos(tilt) + away sin(tilt), with c and s of the turn.
 * A height field needs no sorting: its rows, taken from far to near, are the painter's order.
 * The module adds no listeners and never moves by itself; gestures and handles belong to the figure.
 */
(function (lab) {
  "use strict";

  /**
   * @typedef {[number, number]} Pair   a range; if the second number is the smaller, the axis runs the other way
   * @typedef {{turn: number, tilt: number}} View   degrees; at turn 0 x runs to the right and y away; tilt 0 looks along the floor
   * @typedef {{points: number[][], colour: string, width?: number, dash?: number[], label?: string, labelAt?: number,
   *   labelSide?: "right" | "left" | "above" | "below"}} Line   points are [x, y, z]; parts behind the surface are faint; the label
   *   stands by the last point or by points[labelAt], on the side that is wished if there is room
   * @typedef {{x: ArrayLike<number>, y: ArrayLike<number>, z: ArrayLike<number>, height?: (x: number, y: number) => number,
   *   range: {x: Pair, y: Pair, z: Pair}, labels: {x: string, y: string, z: string}, short?: {x?: string, y?: string, z?: string},
   *   ticks: {x: number[], y: number[], z: number[]}, format?: (tick: number) => string, aspect?: [number, number, number],
   *   turn?: number, tilt?: number, turnRange?: Pair, tiltRange?: Pair, colours?: Partial<Colours>}} Options
   *   x, y: ascending knots; z: row-major [y][x]; height: the exact height, bilinear unless told, z is not read if it is; range:
   *   the box, which cuts off what rises above it (nothing may lie below it); short: titles for less than 480 px; turn, tilt: the
   *   first view, for whose tilt the size is made; turnRange: all round unless told; tiltRange: [8, 70] unless told
   */

  const BELOW = 56, ABOVE = 40, SHADES = 32; // steps of colour under and over z = 0, and of light: each about 3/255, not seen
  const LAMP = [-0.56, 0.36, 0.75]; // its direction for the viewer: right, towards, up
  const RAYS = 384; // samples of one ray through the box
  const CUT = 65535, LID = 1e-6; // the tone of a quad above the box; how far above its top a corner counts as cut off

  const { clamp, wave, font, edges, reach, drawTexts } = lab.surfaceAxes;
  const { sets, resolve, mixed } = lab.surfaceColours;

  /** The k with knots[k] <= value < knots[k + 1], kept inside. */
  function cell(knots, value) {
    let low = 0, high = knots.length - 1;
    while (high - low > 1) {
      if (knots[(low + high) >> 1] <= value) low = (low + high) >> 1; else high = (low + high) >> 1;
    }
    return low;
  }

  /** @param {HTMLCanvasElement} canvas @param {Options} options   Nothing is drawn before resize and draw. */
  function create(canvas, options) {
    const context = canvas.getContext("2d"), sides = options.aspect || [1.25, 1, 0.62];
    const axes = ["x", "y", "z"].map((name, k) => {
      const [from, to] = options.range[name], half = sides[k] / 2, slope = sides[k] / (to - from), values = options.ticks[name];
      const texts = values.map(options.format || ((value) => String(value).replace("-", "\u2212")));
      return { half, flip: to < from, values, texts, title: "", wide: [0], most: 0, titleWide: 0,
        box: (value) => (value - from) * slope - half, data: (value) => (value + half) / slope + from };
    });
    const [ax, ay, az] = axes;
    const tilts = options.tiltRange || [8, 70], turns = options.turnRange || null;
    const { turn: firstTurn = 28, tilt: firstTilt = 26 } = options;
    const knots = (values, axis) => (axis.flip ? Float64Array.from(values, axis.box).reverse() : Float64Array.from(values, axis.box));
    const coarse = knots(options.x, ax), V = knots(options.y, ay); // in x one more between each two: no step of colour is seen
    const U = Float64Array.from({ length: 2 * coarse.length - 1 }, (_, k) => (coarse[k >> 1] + coarse[(k + 1) >> 1]) / 2);
    const nx = U.length, ny = V.length, ends = [U[0], U[nx - 1], V[0], V[ny - 1]], view = { turn: 0, tilt: 0 };
    const W = new Float64Array(nx * ny), tone = new Uint16Array(nx * ny);
    const [X, Y, EX, EY, NU, NV, NW] = Array.from({ length: 7 }, () => new Float32Array(nx * ny)); // E: lapped under; N: normals
    const CU = new Float32Array(nx * ny), CV = new Float32Array(nx * ny); // from a corner above the box to where the surface is cut
    let height = bilinear, top = 0, width = 0, tall = 0, ratio = 1, size = 13, kept = 0, fitted = "", frame = 0;
    let c = 1, s = 0, ct = 1, st = 0, scale = 1, cx = 0, cy = 0, paint = {}, inks = [], lines = [], drawn = "", copied = false;
    const copy = document.createElement("canvas");

    const box = ([x, y, z]) => [ax.box(x), ay.box(y), az.box(z)], spot = ([u, v, w]) => [right(u, v), down(u, v, w)];
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
      const space = reach(axes, { size, width, tall, turns }, view.tilt);
      fitted = key; scale = Math.min(space.scale, kept); cx = width / 2;
      cy = (tall + space.above(scale) - space.below(scale)) / 2;
    }

    /** New heights [y][x] at the same knots, and the exact height if there is one. */
    function setSurface(z, exact) {
      const mx = coarse.length, at = (i, j) => az.box(z[(ay.flip ? ny - 1 - j : j) * mx + (ax.flip ? mx - 1 - i : i)]);
      height = exact ? (u, v) => az.box(exact(ax.data(u), ay.data(v))) : bilinear;
      W.forEach((_, p) => {
        const i = p % nx, j = p / nx | 0;
        W[p] = exact ? height(U[i], V[j]) : (at(i >> 1, j) + at((i + 1) >> 1, j)) / 2;
      });
      drawn = "";
      top = W.reduce((most, w) => Math.max(most, w), -Infinity);
      const zero = az.box(0), low = Math.min(-az.half, zero - 1e-9), high = Math.max(az.half, zero + 1e-9);
      for (let j = 0; j < ny - 1; j++) for (let i = 0; i < nx - 1; i++) {
        const p = j * nx + i, q = p + nx, w = (W[p] + W[p + 1] + W[q] + W[q + 1]) / 4 - zero;
        const su = (W[p + 1] - W[p] + W[q + 1] - W[q]) / (2 * (U[i + 1] - U[i]));
        const sv = (W[q] - W[p] + W[q + 1] - W[p + 1]) / (2 * (V[j + 1] - V[j]));
        NW[p] = 1 / Math.hypot(su, sv, 1); NU[p] = -su * NW[p]; NV[p] = -sv * NW[p];
        tone[p] = Math.min(W[p], W[p + 1], W[q], W[q + 1]) > az.half + LID ? CUT
          : Math.round(BELOW + (w < 0 ? -BELOW * clamp(w / (low - zero), 0, 1) : ABOVE * clamp(w / (high - zero), 0, 1)));
      }
      top = Math.min(top, az.half + LID);
      W.forEach((w, p) => {
        if (w <= az.half + LID) { CU[p] = CV[p] = 0; return; }
        const i = p % nx, j = p / nx | 0, [a, b] = [Math.max(i - 1, 0), Math.min(i + 1, nx - 1)];
        const [d, e] = [Math.max(j - 1, 0), Math.min(j + 1, ny - 1)], su = (W[p - i + b] - W[p - i + a]) / (U[b] - U[a]);
        const sv = (W[e * nx + i] - W[d * nx + i]) / (V[e] - V[d]), down = (az.half - w) / (su * su + sv * sv + 1e-9);
        CU[p] = down * su; CV[p] = down * sv;
      });
    }

    /** @param {Partial<Colours>} set */
    function setColours(set) {
      const all = { ...sets.light, ...set };
      paint = Object.fromEntries(Object.keys(all).map((name) => [name, resolve(canvas, all[name])]));
      inks = []; drawn = "";
      setLines(lines);
    }

    /** @param {Line[]} list */
    function setLines(list) { lines = list.map((line) => ({ ...line, ink: resolve(canvas, line.colour).css })); }

    /** The colour of a height in a light, key = tone * (SHADES + 1) + light: mixed once, then kept. */
    function ink(key) {
      const level = Math.floor(key / (SHADES + 1)) - BELOW, share = level < 0 ? level / BELOW : level / ABOVE;
      return (inks[key] = mixed(paint, share, (key % (SHADES + 1)) / SHADES - 0.6));
    }

    function bilinear(u, v) {
      const i = cell(U, u), j = cell(V, v), p = j * nx + i, a = (u - U[i]) / (U[i + 1] - U[i]), b = (v - V[j]) / (V[j + 1] - V[j]);
      return (W[p] * (1 - a) + W[p + 1] * a) * (1 - b) + (W[p + nx] * (1 - a) + W[p + nx + 1] * a) * b;
    }

    /** Where a point of the data stands on the canvas, and whether the surface hides it. */
    function project(x, y, z) {
      const p = box([x, y, z]), [px, py] = spot(p), hit = pick(px, py);
      return { x: px, y: py, hidden: Boolean(hit) && s * (ax.box(hit.x) - p[0]) + c * (ay.box(hit.y) - p[1]) < -1e-7 };
    }

    /** The same in the box, for many points: the ray to the viewer is compared with the surface only where it crosses a knot. */
    function hidden(u, v, w) {
      const slack = 0.0015 * sides[2], du = -s, dv = -c, su = du > 0 ? 1 : 0, sv = dv > 0 ? 1 : 0;
      u = clamp(u, ends[0], ends[1]); v = clamp(v, ends[2], ends[3]);
      let i = cell(U, u), j = cell(V, v), side = 0;
      const here = w - bilinear(u, v);
      if (Math.abs(here) < 4 * slack) w -= here; else side = Math.sign(here);
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
        for (let n = 0; n < 50 && crossed; n++) if (ga * gap((a + b) / 2) > 0) a = (a + b) / 2; else b = (a + b) / 2;
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
      const pull = (nu, nv, w) => {
        const far = away(nu, nv, w), nearer = far < best - 1e-10;
        if (nearer) { best = far; u = nu; v = nv; }
        return nearer;
      };
      W.forEach((w, p) => pull(U[p % nx], V[p / nx | 0], w));
      best = away(u, v, height(u, v));
      for (let step = 4 * sides[0] / nx, moved; step > 1e-7; step /= moved ? 1 : 2) { // a compass search from the nearest knot
        moved = false;
        for (let k = 0; k < 8; k++) {
          const [e, n] = wave(45 * k), nu = clamp(u + step * e, ends[0], ends[1]), nv = clamp(v + step * n, ends[2], ends[3]);
          moved = pull(nu, nv, height(nu, nv)) || moved;
        }
      }
      return { x: ax.data(u), y: ay.data(v) };
    }

    /** Sizes in CSS pixels, texts `type` times as large. The scale is that of the first tilt; steeper ones shrink it smoothly. */
    function resize(cssWidth, cssHeight, dpr = 1, type = 1) {
      width = cssWidth; tall = cssHeight; ratio = dpr;
      canvas.width = Math.round(width * ratio); canvas.height = Math.round(tall * ratio);
      canvas.style.width = `${width}px`; canvas.style.height = `${tall}px`;
      size = type * clamp(13 * Math.sqrt(Math.min(width / 860, tall / 520) / type), 11.5, 17);
      const measure = (text, bold) => { context.font = font(size, bold); return context.measureText(text).width; };
      for (const [axis, name] of [[ax, "x"], [ay, "y"], [az, "z"]]) {
        axis.title = (width < 480 && options.short?.[name]) || options.labels[name];
        axis.titleWide = measure(axis.title, true);
        axis.wide = axis.texts.map((text) => measure(text, false));
        axis.most = Math.max(...axis.wide);
      }
      const tilt = clamp(firstTilt, tilts[0], tilts[1]);
      kept = Math.min(...[0, 1, 2, 3, 4, 5, 6].map((n) => reach(axes, { size, width, tall, turns }, tilts[0] + (tilt - tilts[0]) * n / 6).scale));
      fitted = drawn = "";
      setView({});
    }

    const to = (path, point, pen) => (pen ? path.lineTo(...spot(point)) : path.moveTo(...spot(point)));
    const run = (path, points) => points.forEach((point, k) => to(path, point, k));
    const stroke = (path, colour, wide) => { context.strokeStyle = colour; context.lineWidth = wide; context.stroke(path); };

    /** The floor, its grid and the rules of the wall beside the upright: all of it lies behind the surface. */
    function drawRoom() {
      const hu = ax.half, hv = ay.half, low = -az.half, bu = s > 0 ? hu : -hu, bv = c > 0 ? hv : -hv, all = edges(axes, size, view.turn, view.tilt);
      const floor = new Path2D(), grid = new Path2D(), frontal = new Path2D(), [lu, lv] = all[2].end;
      run(floor, [[-hu, -hv, low], [hu, -hv, low], [hu, hv, low], [-hu, hv, low]]);
      context.fillStyle = paint.floor.css;
      context.fill(floor);
      for (const u of ax.values.map(ax.box)) run(grid, [[u, -hv, low], [u, hv, low]]);
      for (const v of ay.values.map(ay.box)) run(grid, [[-hu, v, low], [hu, v, low]]);
      for (const w of az.values.map(az.box)) run(grid, [[lu, lv, w], [bu, bv, w]]);
      run(grid, [[bu, bv, low], [bu, bv, -low]]);
      for (const { axis, at } of all) run(frontal, [at(-axis.half), at(axis.half)]);
      stroke(grid, paint.grid.css, 1);
      stroke(frontal, paint.axis.css, 1);
    }

    /**
     * The quads, row by row, far to near. Neighbours of one colour are filled as one strip, and every strip reaches about a pixel
     * under what is drawn after it, along the surface itself: no seam shows the ground, no corner sticks out.
     */
    function drawQuads() {
      const di = s > 0 ? -1 : 1, dj = c > 0 ? -1 : 1, i0 = s > 0 ? nx - 1 : 0, i1 = nx - 1 - i0; // towards the viewer
      const ahead = (xs, ys, p, q) => { // from p a little towards q
        const dx = xs[q] - xs[p], dy = ys[q] - ys[p], e = Math.min(0.95, 1.8 / (Math.abs(dx) + Math.abs(dy) + 1e-6));
        ex = xs[p] + e * dx; ey = ys[p] + e * dy;
      };
      const gu = c * LAMP[0] - s * LAMP[1], gv = -s * LAMP[0] - c * LAMP[1];
      let ex = 0, ey = 0;
      for (let p = 0; p < X.length; p++) {
        const u = clamp(U[p % nx] + CU[p], ends[0], ends[1]), v = clamp(V[p / nx | 0] + CV[p], ends[2], ends[3]);
        X[p] = right(u, v); Y[p] = down(u, v, Math.min(W[p], az.half));
      }
      for (let k = 0, j = c > 0 ? ny - 1 : 0; k < ny - 1; k++, j += dj) {
        const back = j * nx, front = back + dj * nx, under = Math.min(2, ny - 2 - k) * dj * nx, cells = Math.min(back, front);
        for (let p = front; p < front + nx; p++) { ahead(X, Y, p, p + under); EX[p] = ex; EY[p] = ey; }
        for (let i = i0, start = i0, now = -1; ; i += di) {
          let key = -1;
          if (i !== i1) {
            const q = cells + (di > 0 ? i : i - 1), face = NW[q] * st - (NU[q] * s + NV[q] * c) * ct; // under 0: seen from below
            const lit = NU[q] * gu + NV[q] * gv + NW[q] * LAMP[2], bright = face < 0 ? 0.46 - 0.32 * lit : 0.18 + 0.8 * lit;
            const shade = Math.round(SHADES * clamp(bright, 0, 1));
            key = tone[q] === CUT ? -2 : 2 * (tone[q] * (SHADES + 1) + shade) + (face < 0 ? 1 : 0);
          }
          if (key === now) continue;
          if (now >= 0) {
            const more = Math.min(2, Math.abs(i1 - i)) * di;
            context.fillStyle = inks[now >> 1] || ink(now >> 1);
            context.beginPath();
            context.moveTo(X[back + start], Y[back + start]);
            for (let n = start + di; n !== i + di; n += di) context.lineTo(X[back + n], Y[back + n]);
            if (more) {
              ahead(X, Y, back + i, back + i + more); context.lineTo(ex, ey);
              ahead(EX, EY, front + i, front + i + more); context.lineTo(ex, ey);
            }
            for (let n = i; n !== start - di; n -= di) context.lineTo(EX[front + n], EY[front + n]);
            context.fill();
          }
          if (i === i1) break;
          start = i; now = key;
        }
      }
    }

    /** Adds a line of the box to two paths, seen and unseen; the place where it dips behind is found by halving. */
    function trace(points, seen, unseen) {
      let last = null, was = false;
      for (const point of points) {
        const is = hidden(...point);
        let a = last, b = point;
        if (last && is !== was) {
          for (let n = 0; n < 6; n++) {
            const middle = a.map((value, k) => (value + b[k]) / 2);
            if (hidden(...middle) === was) a = middle; else b = middle;
          }
          to(was ? unseen : seen, a, true);
          to(is ? unseen : seen, a, false);
        }
        to(is ? unseen : seen, point, last);
        last = point; was = is;
      }
    }

    /** The mesh along the ticks, and the rim. */
    function drawMesh() {
      const mesh = new Path2D(), rim = new Path2D(), rest = new Path2D();
      const atV = (v) => Array.from(coarse, (u) => [u, v, bilinear(u, v)]), atU = (u) => Array.from(V, (v) => [u, v, bilinear(u, v)]);
      const outline = (points, path) => { // the pen is lifted where the surface is cut off
        const part = [], cut = (point) => point[2] > az.half + LID;
        const pause = () => { trace(part, path, rest); part.length = 0; };
        points.forEach((point, k) => {
          const last = points[k - 1];
          if (last && cut(last) !== cut(point)) {
            const share = (az.half - last[2]) / (point[2] - last[2]);
            part.push(point.map((value, axis) => last[axis] + (value - last[axis]) * share));
          }
          if (!cut(point)) part.push(point); else if (part.length) pause();
        });
        pause();
      };
      for (const v of ay.values.map(ay.box)) if (v > ends[2] + 1e-2 && v < ends[3] - 1e-2) outline(atV(v), mesh);
      for (const u of ax.values.map(ax.box)) if (u > ends[0] + 1e-2 && u < ends[1] - 1e-2) outline(atU(u), mesh);
      for (const points of [atU(ends[0]), atU(ends[1]), atV(ends[2]), atV(ends[3])]) outline(points, rim);
      stroke(mesh, paint.mesh.css, 1);
      stroke(rim, paint.mesh.css, 1.25);
    }

    /** Room, surface and mesh. From the second time that only lines have moved, a copy serves. */
    function drawScenery() {
      const now = `${view.turn} ${view.tilt}`, same = now === drawn;
      if (same && copied) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.drawImage(copy, 0, 0);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        return;
      }
      drawRoom(); drawQuads(); drawMesh();
      if (same) {
        copy.width = canvas.width; copy.height = canvas.height;
        copy.getContext("2d").drawImage(canvas, 0, 0);
      }
      drawn = now; copied = same;
    }

    function drawLines() {
      context.lineJoin = context.lineCap = "round";
      for (const line of lines) {
        const seen = new Path2D(), unseen = new Path2D();
        trace(line.points.map(box), seen, unseen);
        context.setLineDash(line.dash || []);
        const wide = line.width || 2.5;
        const stroked = (path, alpha, colour, thick) => { context.globalAlpha = alpha; stroke(path, colour, thick); };
        stroked(unseen, 0.35, line.ink, wide);
        stroked(seen, 0.6, paint.card.css, wide + 2.5);
        stroked(seen, 1, line.ink, wide);
      }
      context.setLineDash([]);
    }

    function draw() {
      cancelAnimationFrame(frame);
      frame = 0;
      if (!width) return;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, tall);
      drawScenery(); drawLines();
      drawTexts(context, edges(axes, size, view.turn, view.tilt), lines, { size, width, tall, paint, spot, box });
    }

    setSurface(options.z, options.height);
    setColours(options.colours || {});
    setView({ turn: firstTurn, tilt: firstTilt });
    return {
      /** @returns {View} */ get view() { return { ...view }; },
      setView, setSurface, setColours, setLines, resize, project, pick, nearest, draw,
      requestDraw() { if (!frame) frame = requestAnimationFrame(draw); },
      destroy() { cancelAnimationFrame(frame); frame = width = canvas.width = canvas.height = copy.width = copy.height = 0; },
    };
  }

  lab.surface = { create };
})((globalThis.gelulab = globalThis.gelulab || {}));
