/** Inputs and outputs out of a text: what app/pairs.py reads, and JSON. */
(function (lab) {
  "use strict";
  /**
   * @typedef {{titles: string[], named: boolean, rows: {line: number, cells: string[]}[], mark: string | null}} Sheet
   * @typedef {{x: Float64Array, y: Float64Array, titles: string[], named: boolean, places: [number, number],
   *   unfinished: number}} Pairs
   */
  const NAMES = [["x", "input", "inputs", "in"], ["y", "output", "outputs", "out"]];
  const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|inf(?:inity)?)$/i;
  lab.MOST_PAIRS = 100000;

  /** Why a text cannot be read: a key of words.problems, and what fills its slots; the line, from 1. */
  class PairsProblem extends Error {
    /** @param {string} kind @param {Record<string, any>} [slots] */
    constructor(kind, slots = {}) {
      super(kind);
      this.kind = kind;
      this.slots = slots;
    }
  }
  lab.PairsProblem = PairsProblem;

  /** NaN is a number here; undefined is none. @param {string} cell @param {string | null} mark @returns {number | undefined} */
  const numberIn = (cell, mark) => {
    let text = cell.trim().replace(/[\u2212\u2012\u2013]/g, "-");
    if (mark !== ",") text = text.replace(",", ".");
    if (!NUMBER.test(text)) return undefined;
    const word = /([+-]?)(nan|inf)/i.exec(text);
    if (word) return word[2].toLowerCase() === "nan" ? NaN : word[1] === "-" ? -Infinity : Infinity;
    return Number(text);
  };

  /** @param {string} line @param {string | null} mark */
  const cellsOf = (line, mark) => {
    if (!mark) return line.trim().split(/\s+/);
    if (!line.includes('"')) return line.split(mark);
    return line.split(mark).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  };

  /** @param {string} text @returns {Sheet} */
  const sheetOfLines = (text) => {
    const rows = [];
    let mark = /** @type {string | null} */ (null);
    text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/).forEach((line, at) => {
      if (/^(?:[\s,;]*$|\s*#)/.test(line)) return; // spreadsheets write empty rows as marks alone
      if (!rows.length) mark = [";", "\t", ","].find((each) => line.includes(each)) ?? null;
      rows.push({ line: at + 1, cells: cellsOf(line, mark) });
    });
    if (!rows.length) throw new PairsProblem("empty");
    const first = rows[0].cells;
    const named = first.some((cell) => numberIn(cell, mark) === undefined);
    const titles = first.map((cell, at) => (named ? cell.trim() : String(at + 1)));
    if (named) rows.shift();
    return { titles, named, rows, mark };
  };

  /** @param {any} value of JSON */
  const written = (value) => (value === null ? "nan" : typeof value === "number" ? String(value) : JSON.stringify(value));

  /** A list of pairs, or two lists by their names. @param {string} text @returns {Sheet} */
  const sheetOfJson = (text) => {
    let found;
    try {
      // Python writes NaN and Infinity, which JSON does not know.
      found = JSON.parse(text.replace(/\bNaN\b/g, "null").replace(/\bInfinity\b/g, "1e999"));
    } catch {
      throw new PairsProblem("json");
    }
    const lists = found && !Array.isArray(found) ? Object.entries(found).filter(([, each]) => Array.isArray(each)) : [];
    const lengths = new Set(lists.map(([, each]) => each.length));
    if (lists.length && lengths.size > 1) throw new PairsProblem("lengths");
    const rows = Array.isArray(found) ? found : lists.length ? lists[0][1].map((_, at) => lists.map(([, each]) => each[at])) : [];
    if (!rows.length || !rows.every((row) => Array.isArray(row))) throw new PairsProblem("json");
    return {
      titles: lists.length ? lists.map(([name]) => name) : rows[0].map((_, at) => String(at + 1)),
      named: lists.length > 0,
      rows: rows.map((row, at) => ({ line: at + 1, cells: row.map(written) })),
      mark: ",",
    };
  };

  /** @param {string[]} titles @returns {[number, number]} */
  lab.usualPlaces = (titles) => {
    const lower = titles.map((title) => title.toLowerCase());
    const found = NAMES.map((names) => lower.indexOf(names.find((name) => lower.includes(name)) ?? ""));
    return found.includes(-1) ? [0, 1] : [found[0], found[1]];
  };

  /**
   * Throws a PairsProblem that says what is wrong, and where.
   * @param {string} text @param {[number, number] | null} [chosen] columns, from 0; else those called x and y or the first two
   * @param {boolean} [open] whether the last line may still be being written
   * @returns {Pairs}
   */
  lab.readPairs = (text, chosen = null, open = false) => {
    const { titles, named, rows, mark } = /^\s*[[{]/.test(text) ? sheetOfJson(text) : sheetOfLines(text);
    if (titles.length < 2) throw new PairsProblem(open && rows.length < 2 ? "begun" : "column");
    if (rows.length > lab.MOST_PAIRS) throw new PairsProblem("many", { count: rows.length });
    const fits = chosen?.every((place) => place < titles.length);
    const places = chosen && fits ? chosen : lab.usualPlaces(titles);
    const pairs = places.map(() => new Float64Array(rows.length));
    let [count, unfinished] = [rows.length, 0];
    rows.forEach(({ line, cells }, row) => places.forEach((place, axis) => {
      const value = numberIn(cells[place] ?? "", mark);
      if (value !== undefined) {
        pairs[axis][row] = value;
      } else if (open && row === rows.length - 1) {
        [count, unfinished] = [row, line];
      } else {
        const cell = (cells[place] ?? "").trim();
        throw new PairsProblem(cell ? "number" : "missing", { line, cell: cell.slice(0, 40), column: titles[place] });
      }
    }));
    if (!count) throw new PairsProblem(unfinished ? "begun" : "names");
    const [x, y] = pairs.map((each) => each.subarray(0, count));
    if (!x.some((each) => Number.isFinite(each))) throw new PairsProblem("finite");
    return { x, y, titles, named, places, unfinished };
  };
})(globalThis.gelulab);
