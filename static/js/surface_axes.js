/*
 * The axes of a surface (surface.js): where they and their texts stand beside its box, how large that box may be for all of it to
 * fit, and the painting of titles, ticks and labels.
 */
(function (lab) {
  "use strict";

  /**
   * @typedef {{half: number, values: number[], texts: string[], title: string, wide: number[], most: number, titleWide: number,
   *   box: (value: number) => number}} Axis   half its length in the box; its ticks and their texts with the widths in pixels
   */

  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
  const wave = (degrees) => [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
  const font = (size, bold) => `${bold ? "600 " : ""}${size.toFixed(2)}px system-ui, sans-serif`;

  /**
   * The axes of a view: the two front edges of the floor and the upright at the left, each with the way out of the box on the
   * canvas and with the place of its texts. All texts stand outside along it, so the surface never meets them.
   * @param {Axis[]} axes @param {number} size of the type @param {number} turn @param {number} tilt
   */
  function edges([ax, ay, az], size, turn, tilt) {
    const [a, b] = wave(turn), up = wave(tilt)[1], fu = b > 0 ? -ax.half : ax.half, fv = a > 0 ? -ay.half : ay.half; // front corner
    const lu = a > 0 ? -ax.half : ax.half, lv = b > 0 ? ay.half : -ay.half; // left corner
    const out = (ex, ey, mx, my) => { const l = Math.hypot(ex, ey) * (ex * my < ey * mx ? -1 : 1) || 1; return [-ey / l, ex / l]; };
    const make = (axis, at, [ox, oy]) => {
      const away = (far) => [ox * far, oy * far], ex = Math.abs(ox), ey = Math.abs(oy), far = size * 0.72, title = axis.titleWide / 2;
      const beyond = axis === az ? [-size * 0.3 - title, -size * 1.3]
        : away(far + ex * (axis.most + title + size * 0.6) + ey * size * 2);
      const shift = (wide) => away(far + ex * wide / 2 + ey * size / 2);
      return { axis, at, out: [ox, oy], end: at(axis === az ? az.half : 0), beyond, shift };
    };
    return [make(ax, (t) => [t, fv, -az.half], out(a, -b * up, -b * fv, -a * fv * up)),
      make(ay, (t) => [fu, t, -az.half], out(-b, -a * up, a * fu, -b * fu * up)), make(az, (t) => [lu, lv, t], [-1, 0])];
  }

  /**
   * How large the box may be at a tilt, so that it and its texts fit at every allowed turn. All lengths are scale * a + b.
   * @param {Axis[]} axes @param {{size: number, width: number, tall: number, turns: [number, number] | null}} room
   * @param {number} tilt
   */
  function reach(axes, { size, width, tall, turns }, tilt) {
    const [cp, sp] = wave(tilt), ups = [], downs = [], pad = 6, [from, to] = turns || [0, 360], count = Math.ceil((to - from) / 5) || 1;
    let most = Infinity;
    for (let n = 0; n <= count; n++) {
      const turn = from + (to - from) * n / count, [a, b] = wave(turn);
      const add = ([u, v, w], [dx, dy], hw, hh) => {
        const r = a * u - b * v, up = w * cp + (b * u + a * v) * sp;
        for (const side of [-1, 1]) if (side * r > 1e-6) most = Math.min(most, (width / 2 - side * dx - hw - pad) / (side * r));
        ups.push([up, hh + pad - dy]); downs.push([-up, hh + pad + dy]);
      };
      for (let k = 0; k < 8; k++) add(axes.map((axis, bit) => (k >> bit & 1 ? axis.half : -axis.half)), [0, 0], 0, 0);
      for (const edge of edges(axes, size, turn, tilt)) {
        for (const value of [edge.axis.values[0], edge.axis.values[edge.axis.values.length - 1]])
          add(edge.at(edge.axis.box(value)), edge.shift(edge.axis.most), edge.axis.most / 2, size * 0.6);
        add(edge.end, edge.beyond, edge.axis.titleWide / 2, size * 0.6);
      }
    }
    const far = (list) => (value) => { let max = 0; for (const [a, b] of list) max = Math.max(max, value * a + b); return max; };
    const above = far(ups), below = far(downs);
    let low = 1, high = most;
    for (let n = 0; n < 24; n++) {
      const middle = (low + high) / 2;
      if (above(middle) + below(middle) <= tall) low = middle; else high = middle;
    }
    return { scale: low, above, below };
  }

  /**
   * Titles, ticks (all, or every second, third, ... as there is room; 0 stays if it can) and the labels of lines.
   * @param {CanvasRenderingContext2D} context @param {ReturnType<typeof edges>} all @param {any[]} lines
   * @param {{size: number, width: number, tall: number, paint: any, spot: Function, box: Function}} view spot: from the box to
   *   the canvas; box: from the data to the box
   */
  function drawTexts(context, all, lines, { size, width, tall, paint, spot, box }) {
    const marks = new Path2D(), half = size / 2, taken = []; // of each text middle and half the width
    const meets = ([x, y, w], texts) => texts.some((one) => Math.abs(x - one[0]) < w + one[2] + size * 0.9 && Math.abs(y - one[1]) < size * 1.2);
    const put = (text, place) => { taken.push(place); context.fillText(text, place[0], place[1] + size * 0.06); };
    context.textAlign = "center"; context.textBaseline = "middle"; context.fillStyle = paint.text.css; context.font = font(size, true);
    for (const { axis, end, beyond } of all) put(axis.title, [spot(end)[0] + beyond[0], spot(end)[1] + beyond[1], axis.titleWide / 2]);
    context.font = font(size, false);
    for (const { axis: { values, texts, wide, box: along }, at, out, shift } of all) {
      const spots = values.map((value) => spot(at(along(value)))), others = taken.slice();
      const clear = (a, b) => Math.abs(spots[a][0] - spots[b][0]) > (wide[a] + wide[b] + size) / 2
        || Math.abs(spots[a][1] - spots[b][1]) > size * 1.1;
      let every = 1;
      while (every < values.length && !values.every((_, n) => n + every >= values.length || clear(n, n + every))) every++;
      spots.forEach(([x, y], n) => {
        const [dx, dy] = shift(wide[n]), place = [x + dx, y + dy, wide[n] / 2];
        marks.moveTo(x, y); marks.lineTo(x + out[0] * size * 0.35, y + out[1] * size * 0.35);
        if (n % every === Math.max(0, values.indexOf(0)) % every && !meets(place, others)) put(texts[n], place);
      });
    }
    context.strokeStyle = paint.axis.css; context.lineWidth = 1; context.stroke(marks);
    context.font = font(size, true);
    for (const line of lines) if (line.label) {
      const p = spot(box(line.points[line.labelAt === undefined ? line.points.length - 1 : line.labelAt]));
      const w = context.measureText(line.label).width / 2, gap = size * 0.8;
      const around = { right: [w + gap, 0], left: [-w - gap, 0], above: [0, -half - gap], below: [0, half + gap] };
      const places = [...(line.labelSide ? [around[line.labelSide]] : []), ...Object.values(around)]
        .map(([dx, dy]) => [clamp(p[0] + dx, w + 3, width - w - 3), clamp(p[1] + dy, half + 3, tall - half - 3), w]);
      const aside = (one) => Math.abs(one[0] - p[0]) > w + half || Math.abs(one[1] - p[1]) > size;
      const place = places.find((one) => aside(one) && !meets(one, taken)) || places[line.labelSide ? 0 : 2];
      context.strokeStyle = paint.card.css; context.lineWidth = 4; context.fillStyle = line.ink;
      context.strokeText(line.label, place[0], place[1] + size * 0.06);
      put(line.label, place);
    }
  }

  lab.surfaceAxes = { clamp, wave, font, edges, reach, drawTexts };
})((globalThis.gelulab = globalThis.gelulab || {}));
