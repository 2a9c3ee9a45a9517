/**
 * In a lecture hall everything grows with the screen: not the type of a plot alone, but its lines, dots, dashes and
 * margins too. So a plot keeps its proportions, and is drawn sharply at its real size; no page is zoomed.
 */
(function (lab) {
  "use strict";
  const LINES = ["line_width", "axis_line_width", "grid_line_width", "major_tick_line_width", "border_line_width",
    "hatch_weight"];
  const WHOLE = ["min_border_top", "min_border_right", "min_border_bottom", "min_border_left", "major_tick_in",
    "major_tick_out", "major_label_standoff", "standoff", "padding", "border_radius"];
  const SIZES = ["size", "line_dash", "grid_line_dash", "x_offset", "y_offset", "hatch_scale"];
  const THICK = 1.15; // a line has to be seen from the last row
  /** What Python drew, before it grew. @type {WeakMap<any, Record<string, any>>} */
  const drawn = new WeakMap();

  /** @param {any} value a number, dashes, either of them as Bokeh's {value: ...} @param {number} times @returns {any} */
  const grown = (value, times) => {
    if (typeof value === "number") return value * times;
    if (Array.isArray(value)) return value.every((each) => typeof each === "number") ? value.map((each) => each * times) : value;
    return value && typeof value === "object" && "value" in value ? { ...value, value: grown(value.value, times) } : value;
  };

  /** @param {string} name @param {any} value @param {number} scale */
  const enlarged = (name, value, scale) => {
    if (LINES.includes(name)) return grown(value, scale * THICK);
    if (SIZES.includes(name)) return grown(value, scale);
    return WHOLE.includes(name) && typeof value === "number" ? Math.round(value * scale) : value;
  };

  /** Brings a model of Bokeh to the size of the page's type. @param {any} model @param {number} scale */
  lab.enlarge = (model, scale) => {
    let base = drawn.get(model);
    if (!base) {
      const names = [...LINES, ...SIZES, ...WHOLE].filter((name) => name in model.properties);
      drawn.set(model, base = Object.fromEntries(names.map((name) => [name, model[name]])));
    }
    /** @type {Record<string, any>} */
    const patch = {};
    for (const [name, value] of Object.entries(base)) {
      const now = enlarged(name, value, scale);
      if (now !== value) patch[name] = now;
    }
    if (Object.keys(patch).length) model.setv(patch);
  };

  /** What a figure's script writes while it draws. @param {Record<string, any>} properties */
  lab.enlarged = (properties) => {
    const scale = lab.typeScale();
    return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, enlarged(name, value, scale)]));
  };
})(globalThis.gelulab);
