/** State in the address: ?gate.x=-0.75 on the lesson, ?x=-0.75 on a figure's own page. */
(function (lab) {
  "use strict";

  /**
   * What the address asks for; unknown names and bad numbers are ignored, the rest is clamped by the state.
   * @param {string} prefix "gate." or "" @param {Map<string, any>} specs
   */
  lab.readAddress = (prefix, specs) => {
    const asked = new URLSearchParams(location.search);
    /** @type {Record<string, any>} */
    const patch = {};
    for (const [name, spec] of specs) {
      const text = asked.get(prefix + name);
      if (text === null) continue;
      if (spec.kind === "flag") patch[name] = { 1: true, true: true, 0: false, false: false }[text];
      else patch[name] = spec.kind === "choice" ? text : lab.parse(text);
    }
    return patch;
  };

  /** A value as an address holds it. @param {any} spec @param {any} value @returns {string} */
  lab.addressed = (spec, value) =>
    spec.kind === "flag" ? (value ? "1" : "0") : spec.kind === "choice" ? value : lab.plain(value);

  /**
   * Puts what differs from the page's own values into a query.
   * @param {URLSearchParams} asked @param {string} prefix @param {Map<string, any>} specs @param {Record<string, any>} values
   */
  lab.writeQuery = (asked, prefix, specs, values) => {
    for (const [name, spec] of specs) {
      const value = values[name];
      if (value === spec.value) asked.delete(prefix + name);
      else asked.set(prefix + name, lab.addressed(spec, value));
    }
  };

  /**
   * Writes a figure's state into the address, without a history entry.
   * @param {string} prefix @param {Map<string, any>} specs @param {Record<string, any>} values
   */
  lab.writeAddress = (prefix, specs, values) => {
    const asked = new URLSearchParams(location.search);
    lab.writeQuery(asked, prefix, specs, values);
    const query = asked.toString();
    try {
      history.replaceState(history.state, "", `${location.pathname}${query ? "?" + query : ""}${location.hash}`);
    } catch {
      // about:srcdoc and sandboxed frames have no address of their own
    }
  };
})(globalThis.gelulab);
