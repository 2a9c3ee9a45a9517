/**
 * QR codes after ISO/IEC 18004, as much of it as an address needs: bytes, error correction level M, versions 1 to 10
 * (up to 213 bytes). tests/browser/test_browser_qr.py compares every module with another encoder's.
 */
(function (lab) {
  "use strict";
  // Of each version at level M: error correction bytes a block, then how many blocks hold how many data bytes.
  const BLOCKS = [
    [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]],
    [16, [4, 27]], [18, [4, 31]], [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]], [26, [4, 43], [1, 44]],
  ];
  // Where alignment patterns stand, in both directions.
  const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
  const MASKS = /** @type {((y: number, x: number) => boolean)[]} */ ([
    (y, x) => (y + x) % 2 === 0,
    (y) => y % 2 === 0,
    (y, x) => x % 3 === 0,
    (y, x) => (y + x) % 3 === 0,
    (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
    (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
    (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
  ]);

  // Arithmetic of bytes modulo x^8 + x^4 + x^3 + x^2 + 1.
  const EXP = new Uint8Array(510);
  const LOG = new Uint8Array(256);
  for (let power = 0, value = 1; power < 255; power++) {
    EXP[power] = EXP[power + 255] = value;
    LOG[value] = power;
    value = (value << 1) ^ (value & 128 ? 0x11d : 0);
  }
  const times = (/** @type {number} */ a, /** @type {number} */ b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

  /** The Reed-Solomon bytes of a block. @param {number[]} data @param {number} count */
  const correction = (data, count) => {
    let divisor = [1];
    for (let power = 0; power < count; power++) {
      const next = [...divisor, 0];
      divisor.forEach((factor, at) => { next[at + 1] ^= times(factor, EXP[power]); });
      divisor = next;
    }
    const rest = [...data, ...new Array(count).fill(0)];
    for (let at = 0; at < data.length; at++) {
      const lead = rest[at];
      divisor.forEach((factor, by) => { rest[at + by] ^= times(factor, lead); });
    }
    return rest.slice(data.length);
  };

  /** @param {any[]} plan of one version @returns {number} data bytes */
  const room = ([, ...groups]) => groups.reduce((sum, [count, size]) => sum + count * size, 0);

  /** Mode, length, bytes, padding. @param {Uint8Array} bytes @param {number} version @returns {number[]} */
  const packed = (bytes, version) => {
    const bits = /** @type {number[]} */ ([]);
    const put = (/** @type {number} */ value, /** @type {number} */ length) => {
      for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
    };
    put(4, 4);
    put(bytes.length, version < 10 ? 8 : 16);
    for (const byte of bytes) put(byte, 8);
    const size = 8 * room(BLOCKS[version - 1]);
    put(0, Math.min(4, size - bits.length));
    put(0, (8 - (bits.length % 8)) % 8);
    for (let pad = 0xec; bits.length < size; pad ^= 0xec ^ 0x11) put(pad, 8);
    return Array.from({ length: size / 8 }, (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  };

  /** The blocks with their correction, interleaved. @param {number[]} data @param {number} version */
  const interleaved = (data, version) => {
    const [count, ...groups] = /** @type {any} */ (BLOCKS[version - 1]);
    const blocks = /** @type {number[][]} */ ([]);
    let at = 0;
    for (const [number, size] of groups) {
      for (let each = 0; each < number; each++, at += size) blocks.push(data.slice(at, at + size));
    }
    const across = (/** @type {number[][]} */ rows) => Array.from(
      { length: Math.max(...rows.map((row) => row.length)) }, (_, column) => rows.map((row) => row[column])).flat()
      .filter((byte) => byte !== undefined);
    return [...across(blocks), ...across(blocks.map((block) => correction(block, count)))];
  };

  /** A number followed by its rest modulo a polynomial. @param {number} value @param {number} length of the rest @param {number} divisor */
  const withRest = (value, length, divisor) => {
    let rest = value << length;
    for (let bit = 31; bit >= length; bit--) if ((rest >>> bit) & 1) rest ^= divisor << (bit - length);
    return (value << length) | rest;
  };

  /** What stands in every code of a version; null where data go. @param {number} version @returns {(boolean | null)[][]} */
  const frame = (version) => {
    const size = 17 + 4 * version;
    const grid = /** @type {(boolean | null)[][]} */ (Array.from({ length: size }, () => new Array(size).fill(null)));
    const rings = (/** @type {number} */ y0, /** @type {number} */ x0, /** @type {number} */ radius, /** @type {number[]} */ dark) => {
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          const [y, x] = [y0 + dy, x0 + dx];
          if (grid[y]?.[x] !== undefined) grid[y][x] = dark.includes(Math.max(Math.abs(dx), Math.abs(dy)));
        }
      }
    };
    const places = ALIGNED[version - 1];
    const last = places[places.length - 1];
    for (const y of places) {
      for (const x of places) {
        if (![[6, 6], [6, last], [last, 6]].some(([a, b]) => a === y && b === x)) rings(y, x, 2, [0, 2]);
      }
    }
    for (const [y, x] of [[3, 3], [3, size - 4], [size - 4, 3]]) rings(y, x, 4, [0, 1, 3]);
    for (let at = 8; at < size - 8; at++) grid[6][at] = grid[at][6] = at % 2 === 0;
    // The places of the format are kept; it is written when the mask is known.
    for (let at = 0; at < 9; at++) {
      grid[8][at] ??= false;
      grid[at][8] ??= false;
      if (at < 8) grid[8][size - 1 - at] = grid[size - 1 - at][8] = false;
    }
    grid[size - 8][8] = true;
    if (version >= 7) {
      const told = withRest(version, 12, 0x1f25);
      for (let bit = 0; bit < 18; bit++) {
        const [long, short] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
        grid[long][short] = grid[short][long] = ((told >> bit) & 1) === 1;
      }
    }
    return grid;
  };

  /** The places of the data, in the order in which they are filled. @param {(boolean | null)[][]} grid */
  const path = (grid) => {
    const size = grid.length;
    const found = /** @type {[number, number][]} */ ([]);
    let up = true;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right--;
      for (let step = 0; step < size; step++) {
        const y = up ? size - 1 - step : step;
        for (const x of [right, right - 1]) if (grid[y][x] === null) found.push([y, x]);
      }
      up = !up;
    }
    return found;
  };

  /** @param {boolean[][]} grid @param {number} mask */
  const writeFormat = (grid, mask) => {
    const size = grid.length;
    const told = withRest(mask, 10, 0x537) ^ 0x5412; // level M is 00
    for (let bit = 0; bit < 15; bit++) {
      const dark = ((told >> bit) & 1) === 1;
      const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 0;
      if (bit < 8) {
        grid[near][8] = dark;
        grid[8][size - 1 - bit] = dark;
      } else {
        grid[8][bit === 8 ? 7 : 14 - bit] = dark;
        grid[size - 15 + bit][8] = dark;
      }
    }
  };

  /** How hard a code is to read: runs, blocks, what looks like a corner, imbalance. @param {boolean[][]} grid */
  const penalty = (grid) => {
    const size = grid.length;
    const corners = ["000010111010", "010111010000"];
    let sum = 0;
    const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))];
    for (const line of lines) {
      let run = 0;
      for (let at = 0; at <= size; at++) {
        if (at && at < size && line[at] === line[at - 1]) run++;
        else {
          if (run >= 5) sum += run - 2;
          run = 1;
        }
      }
      const text = `0000${line.map(Number).join("")}0000`; // around the code it is light
      for (const corner of corners) {
        for (let at = text.indexOf(corner); at >= 0; at = text.indexOf(corner, at + 1)) sum += 40;
      }
    }
    for (let y = 1; y < size; y++) {
      for (let x = 1; x < size; x++) {
        const here = grid[y][x];
        if (grid[y - 1][x] === here && grid[y][x - 1] === here && grid[y - 1][x - 1] === here) sum += 3;
      }
    }
    const share = grid.flat().filter(Boolean).length / (size * size);
    return sum + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
  };

  /**
   * The modules of the smallest code that holds a text; true is dark.
   * @param {string} text @returns {boolean[][] | null} null if the text is too long
   */
  lab.qr = (text) => {
    const bytes = new TextEncoder().encode(text);
    const version = 1 + BLOCKS.findIndex((plan, at) => bytes.length + (at < 9 ? 2 : 3) <= room(plan));
    if (!version) return null;
    const sent = interleaved(packed(bytes, version), version);
    const grid = frame(version);
    const places = path(grid);
    const bit = (/** @type {number} */ at) => ((sent[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    let best = /** @type {boolean[][] | null} */ (null);
    let least = Infinity;
    MASKS.forEach((mask, number) => {
      const tried = /** @type {boolean[][]} */ (grid.map((row) => [...row]));
      places.forEach(([y, x], at) => { tried[y][x] = (bit(at) === 1) !== mask(y, x); });
      writeFormat(tried, number);
      const hard = penalty(tried);
      if (hard < least) [best, least] = [tried, hard];
    });
    return best;
  };
})(globalThis.gelulab);
