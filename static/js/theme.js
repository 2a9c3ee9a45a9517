/**
 * Colours by their meaning. CSS holds the palette (static/css/palette.css); a Bokeh model carries tags such as
 * "line_color:passed" or "text_font_size:13px", and this file gives the properties their values for the theme at hand.
 */
(function (lab) {
  "use strict";
  const ROLES = ["page", "card", "text", "muted", "rule", "edge", "input", "passed", "gate", "relu", "silu", "tanh",
    "sigmoid", "error", "focus"];
  const LEAST = 13; // px of type in a plot that is read from the last row: 24 on a projector of 1920

  /**
   * The palette as the browser resolves it for one element: light, dark, forced colours.
   * @param {Element} element
   * @returns {Record<string, string>} role -> "rgb(...)"
   */
  lab.colours = (element) => {
    const probe = document.createElement("span");
    probe.hidden = true;
    element.append(probe);
    const found = Object.fromEntries(ROLES.map((role) => {
      probe.style.color = `var(--gl-${role})`;
      return [role, getComputedStyle(probe).color];
    }));
    probe.remove();
    return found;
  };

  /** How much larger than usual type is set on this page (a projector, a reader's own setting). */
  lab.typeScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

  /** A colour as browsers spell it: "#1f5fd0" is "rgb(31, 95, 208)". @param {any} value */
  const spelled = (value) => {
    const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value);
    return hex ? `rgb(${hex.slice(1).map((pair) => parseInt(pair, 16)).join(", ")})` : value;
  };

  /**
   * Changes what has another value now: Python draws in the light's colours, and in the light nothing has to change.
   * @param {Iterable<any>} models of Bokeh @param {Record<string, string>} colours
   */
  lab.paint = (models, colours) => {
    const scale = lab.typeScale();
    const least = lab.enlarge ? LEAST : 0;
    for (const model of models) {
      lab.enlarge?.(model, scale);
      for (const tag of model.tags) {
        const [property, wanted] = String(tag).split(":");
        if (!(property in model.properties)) continue;
        const size = /^([\d.]+)px$/.exec(wanted);
        const value = size ? `${+(Math.max(Number(size[1]), least) * scale).toFixed(1)}px` : colours[wanted];
        const now = model[property];
        const kept = now && typeof now === "object" && "value" in now ? now.value : now;
        if (value !== undefined && spelled(kept) !== value) model[property] = value;
      }
    }
  };

  /** @type {Set<() => void>} */
  const listeners = new Set();
  const tell = () => listeners.forEach((listener) => listener());
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", tell);
  }
  new MutationObserver(tell).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });

  /** @param {() => void} listener @returns {() => void} stops listening */
  lab.onTheme = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  lab.reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
})(globalThis.gelulab);
