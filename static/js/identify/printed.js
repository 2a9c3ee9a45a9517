/** Whether numbers were rounded for print, and to how many decimals or digits. The twin of gelu_core/identify.py. */
(function (lab) {
  "use strict";
  /** @typedef {{name: string, decimals?: number, digits?: number}} Printed */
  const LOWEST = -340;
  // As decimals are read, which is exact; Math.pow is not in every engine.
  const POWERS = Array.from({ length: 660 }, (_, at) => Number(`1e${LOWEST + at}`));
  const power = (/** @type {number} */ exponent) => POWERS[exponent - LOWEST];
  const TINY = 1e-290; // below it there are not so many digits
  let decimals = 0;
  let digits = /** @type {number[]} */ ([]);

  /** @param {number} most decimals @param {number[]} counts of digits that print leaves */
  lab.addPrint = (most, counts) => {
    decimals = most;
    digits = counts;
  };

  /** The unit of the last of so many digits. @param {number} value @param {number} count */
  lab.place = (value, count) => {
    const size = Math.abs(value);
    if (size === 0 || !Number.isFinite(size)) return size;
    let first = Math.floor(Math.log10(size));
    if (power(first + 1) <= size) first++;
    else if (power(first) > size) first--;
    return power(first + 1 - count);
  };

  /** @param {ArrayLike<number>} y @param {(y: number) => boolean} test */
  const every = (y, test) => {
    for (let i = 0; i < y.length; i++) if (!test(y[i])) return false;
    return true;
  };

  /** @param {ArrayLike<number>} y */
  const decimalsOf = (y) => {
    for (let count = 1; count <= decimals; count++) {
      const unit = power(count);
      if (every(y, (each) => Math.abs(each - lab.nearest(each * unit) / unit) <= 4e-16 * Math.max(Math.abs(each), 1))) return count;
    }
    return 0;
  };

  /** @param {number} value @param {number} count */
  const ends = (value, count) => {
    const size = Math.abs(value);
    if (!(size > TINY) || size === Infinity) return true;
    const unit = lab.place(size, count);
    return Math.abs(size - lab.nearest(size / unit) * unit) <= 1e-15 * size;
  };

  /** How the numbers were printed, if they were. @param {ArrayLike<number>} y @returns {Printed[]} */
  lab.printed = (y) => {
    const [behind, all] = [decimalsOf(y), digits.find((count) => every(y, (each) => ends(each, count)))];
    return [
      ...(behind ? [{ name: `${behind} decimals`, decimals: behind }] : []),
      ...(all ? [{ name: `${all} digits`, digits: all }] : []),
    ];
  };
})(globalThis.gelulab);
