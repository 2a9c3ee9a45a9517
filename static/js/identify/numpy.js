/** NPY and NPZ files, read in the browser and written as lines of text: what the page judges stands in its field. */
(function (lab) {
  "use strict";
  /** @typedef {{shape: number[], values: Float64Array}} Numbers */
  const bad = (/** @type {string} */ kind) => new lab.PairsProblem(kind);

  /** @param {number} bits of a float16 */
  const half = (bits) => {
    const [power, digits] = [(bits >> 10) & 31, bits & 1023];
    const size = power === 31 ? (digits ? NaN : Infinity) : power ? (1 + digits / 1024) * 2 ** (power - 15) : digits * 2 ** -24;
    return bits & 0x8000 ? -size : size;
  };

  /** How each type is read. @type {Record<string, (view: DataView, at: number, little: boolean) => number>} */
  const TYPES = {
    f2: (view, at, little) => half(view.getUint16(at, little)),
    f4: (view, at, little) => view.getFloat32(at, little),
    f8: (view, at, little) => view.getFloat64(at, little),
    i1: (view, at) => view.getInt8(at),
    i2: (view, at, little) => view.getInt16(at, little),
    i4: (view, at, little) => view.getInt32(at, little),
    i8: (view, at, little) => Number(view.getBigInt64(at, little)),
    u1: (view, at) => view.getUint8(at),
    u2: (view, at, little) => view.getUint16(at, little),
    u4: (view, at, little) => view.getUint32(at, little),
    u8: (view, at, little) => Number(view.getBigUint64(at, little)),
  };

  /** @param {Uint8Array} bytes @returns {Numbers} */
  const npy = (bytes) => {
    if (bytes.length < 12 || String.fromCharCode(...bytes.subarray(1, 6)) !== "NUMPY") throw bad("numpy");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const start = bytes[6] === 1 ? 10 : 12;
    const end = start + (bytes[6] === 1 ? view.getUint16(8, true) : view.getUint32(8, true));
    const head = new TextDecoder("latin1").decode(bytes.subarray(start, end));
    const [, order, type] = /'descr':\s*'([<>|=])(\w+)'/.exec(head) ?? [];
    const dims = /'shape':\s*\(([\d, ]*)\)/.exec(head);
    const read = TYPES[type];
    if (!read || !dims) throw bad("dtype");
    const shape = dims[1].split(",").map((each) => each.trim()).filter(Boolean).map(Number);
    const [count, size] = [shape.reduce((a, b) => a * b, 1), Number(type[1])];
    if (count > 4 * lab.MOST_PAIRS) throw bad("large");
    if (end + count * size > bytes.length) throw bad("numpy");
    const values = Float64Array.from({ length: count }, (_, at) => read(view, end + at * size, order !== ">"));
    // Fortran's order has its first dimension run fastest: for two dimensions that is the transposed array.
    if (!/'fortran_order':\s*True/.test(head) || shape.length !== 2) return { shape, values };
    const [rows, columns] = shape;
    return { shape, values: values.map((_, at) => values[(at % columns) * rows + Math.floor(at / columns)]) };
  };

  /** @param {Uint8Array} bytes */
  const inflated = async (bytes) => {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };

  /** The arrays of a zip archive, by its directory at the end. @param {Uint8Array} bytes */
  const npz = async (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < 0) throw bad("numpy");
    const found = /** @type {[string, Numbers][]} */ ([]);
    const entries = view.getUint16(end + 10, true);
    for (let at = view.getUint32(end + 16, true), left = entries; left > 0; left--) {
      const [packed, size, name, extra, comment] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true),
        view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const title = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
      if (size > lab.LARGEST_FILE) throw bad("large");
      const body = bytes.subarray(start, start + packed);
      if (title.endsWith(".npy")) {
        found.push([title.slice(0, -4), npy(view.getUint16(at + 10, true) ? await inflated(body) : body)]);
      }
      at += 46 + name + extra + comment;
    }
    if (entries && !found.length) throw bad("workbook");
    return found;
  };

  /** Two columns, or two rows. @param {Numbers} array */
  const columns = ({ shape, values }) => {
    const [rows, width] = shape;
    if (shape.length !== 2 || Math.min(rows, width) < 2) throw bad("shape");
    const turned = width !== 2 && rows === 2;
    return Array.from({ length: turned ? rows : width }, (_, column) => Float64Array.from({ length: turned ? width : rows },
      (_, row) => values[turned ? column * width + row : row * width + column]));
  };

  lab.LARGEST_FILE = 16 * 2 ** 20;

  /** @param {Uint8Array} bytes of an NPY or NPZ file @returns {Promise<string>} its columns as lines */
  lab.numpyText = async (bytes) => {
    let titles = /** @type {string[]} */ ([]);
    let lists;
    try {
      if (bytes[0] === 0x93) {
        lists = columns(npy(bytes));
      } else {
        const arrays = await npz(bytes);
        if (arrays.length < 2) throw bad("arrays");
        const places = lab.usualPlaces(arrays.map(([name]) => name));
        const [x, y] = places.map((place) => arrays[place][1].values.length);
        if (x !== y) throw bad("lengths");
        const alike = arrays.filter(([, { values }]) => values.length === x);
        titles = alike.map(([name]) => name.replace(/[,;\t]/g, " "));
        lists = alike.map(([, { values }]) => values);
      }
    } catch (error) {
      throw error instanceof lab.PairsProblem ? error : bad("numpy"); // cut short, or no archive
    }
    if (lists[0].length > lab.MOST_PAIRS) throw new lab.PairsProblem("many", { count: lists[0].length });
    const lines = Array.from(lists[0], (_, row) => lists.map((list) => String(list[row])).join(","));
    return [...(titles.length ? [titles.join(",")] : []), ...lines].join("\n");
  };
})(globalThis.gelulab);
