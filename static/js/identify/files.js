/** What a file holds, by its first bytes: NPY, NPZ or text, in the encodings that spreadsheets write. */
(function (lab) {
  "use strict";
  const ARRAYS = ["\x93NUMPY", "PK\x03\x04", "PK\x05\x06"];
  const MARKS = { "\xff\xfe": "utf-16le", "\xfe\xff": "utf-16be" };
  const CONTROL = /[\0-\x08\x0e-\x1f]/; // in no text

  /** @param {Uint8Array} bytes */
  const decoded = (bytes) => {
    const begin = String.fromCharCode(...bytes.subarray(0, 2));
    const wide = MARKS[/** @type {keyof typeof MARKS} */ (begin)];
    try {
      return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
    } catch {
      const text = wide ? "" : new TextDecoder("latin1").decode(bytes);
      if (wide || CONTROL.test(text)) throw new lab.PairsProblem("unreadable");
      return text;
    }
  };

  /**
   * A file as text for the field; throws a PairsProblem that says why it has none.
   * @param {string} name @param {Uint8Array} bytes @returns {Promise<string>}
   */
  lab.fileText = async (name, bytes) => {
    const begin = String.fromCharCode(...bytes.subarray(0, 6));
    if (ARRAYS.some((each) => begin.startsWith(each))) return lab.numpyText(bytes);
    if (/\.np[yz]$/i.test(name)) throw new lab.PairsProblem("numpy");
    return decoded(bytes);
  };
})(globalThis.gelulab);
