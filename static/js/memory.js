/** What a browser remembers of its reader: it never leaves the machine, and where it is forbidden nothing else changes. */
(function (lab) {
  "use strict";

  /**
   * Reads (no value), forgets (null) or writes a text.
   * @param {string} key @param {string | null} [value]
   * @returns {string | null}
   */
  lab.remember = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // forbidden or full: then it is forgotten with the page
    }
    return null;
  };

  /** The object that was written as JSON, an empty one if it is anything else. @param {string} key @returns {any} */
  lab.recall = (key) => {
    try {
      const found = JSON.parse(lab.remember(key) ?? "");
      return found && typeof found === "object" ? found : {};
    } catch {
      return {}; // nothing, or not what we wrote
    }
  };
})(globalThis.gelulab);
