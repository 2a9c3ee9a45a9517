/** The native controls of a figure: ranges, number fields, flags and choices, all marked data-control="STATE". */
(function (lab) {
  "use strict";

  /**
   * @param {any} fig
   * @returns {{sync: () => void, remove: () => void}}
   */
  lab.controls = (fig) => {
    const abort = new AbortController();
    /** @type {(() => void)[]} */
    const syncs = [];
    const on = (/** @type {EventTarget} */ target, /** @type {string} */ type, /** @type {any} */ listener) =>
      target.addEventListener(type, listener, { signal: abort.signal });

    /** @param {HTMLInputElement} range @param {any} spec */
    const bindRange = (range, spec) => {
      // A range with a log scale holds the base-2 logarithm; its spoken text is the state itself.
      const out = spec.scale === "log" ? Math.log2 : (/** @type {number} */ v) => v;
      const back = spec.scale === "log" ? (/** @type {number} */ v) => 2 ** v : (/** @type {number} */ v) => v;
      on(range, "input", () => {
        fig.state.set({ [spec.name]: back(Number(range.value)) }, { by: "control" });
        fig.settle("control");
      });
      on(range, "keydown", (/** @type {KeyboardEvent} */ event) => {
        const value = lab.keyed(event, spec, fig.state.values[spec.name], "both");
        if (value === undefined) return;
        event.preventDefault();
        fig.state.set({ [spec.name]: value }, { by: "key" });
        fig.settle("key");
      });
      syncs.push(() => {
        const value = String(out(fig.state.values[spec.name]));
        if (range.value !== value) range.value = value;
        range.setAttribute("aria-valuetext", fig.spoken ? `${fig.shown(spec.name)}. ${fig.spoken}` : fig.shown(spec.name));
      });
    };

    /** @param {HTMLInputElement} field @param {any} spec */
    const bindField = (field, spec) => {
      const error = fig.element.querySelector(`[data-error="${spec.name}"]`);
      let editing = false;
      let before = fig.state.values[spec.name]; // what Escape brings back
      let last = before;
      const say = (/** @type {string} */ text, invalid = Boolean(text)) => {
        field.setAttribute("aria-invalid", String(invalid));
        error.textContent = text;
        error.hidden = !text;
      };
      const commit = () => {
        if (!editing) return;
        editing = false;
        const value = lab.parse(field.value);
        const rubbish = Number.isNaN(value);
        const range = { low: lab.short(spec.low), high: lab.short(spec.high) };
        if (!field.value.trim()) say(lab.fill(lab.words.field.empty, range));
        else if (rubbish) say(lab.fill(lab.words.field.rubbish, { typed: field.value.slice(0, 20), ...range }));
        else if (value < spec.low || value > spec.high) say(lab.fill(lab.words.field.outside, range), false); // it is mended
        else say("");
        if (!rubbish) fig.state.set({ [spec.name]: value }, { by: "field", final: true });
        last = fig.state.values[spec.name];
        show();
      };
      const show = () => {
        field.value = lab.plain(fig.state.values[spec.name]);
      };
      on(field, "input", () => {
        if (!editing) before = fig.state.values[spec.name];
        editing = true;
        const value = lab.parse(field.value);
        if (value >= spec.low && value <= spec.high) {
          say("");
          fig.state.set({ [spec.name]: value }, { by: "field" });
          fig.settle("field");
        }
      });
      on(field, "change", commit);
      on(field, "blur", commit);
      on(field, "keydown", (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") commit();
        if (event.key === "Escape" && editing) {
          editing = false;
          say("");
          fig.state.set({ [spec.name]: before }, { by: "field", final: true });
          show();
        }
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        event.preventDefault();
        editing = false;
        say("");
        const value = lab.keyed(event, spec, fig.state.values[spec.name], "y");
        fig.state.set({ [spec.name]: value }, { by: "key" });
        fig.settle("key");
      });
      syncs.push(() => {
        const value = fig.state.values[spec.name];
        if (editing) return;
        if (value !== last && document.activeElement !== field) say(""); // the state has moved on, the error is old
        last = value;
        show();
      });
    };

    for (const control of fig.element.querySelectorAll("[data-control]")) {
      const spec = fig.state.specs.get(control.dataset.control);
      const set = (/** @type {any} */ value) => fig.state.set({ [spec.name]: value }, { by: "control", final: true });
      if (control.type === "range") bindRange(control, spec);
      else if (control.type === "checkbox") {
        on(control, "change", () => set(control.checked));
        syncs.push(() => { control.checked = fig.state.values[spec.name]; });
      } else if (control.tagName === "SELECT") {
        on(control, "change", () => set(spec.kind === "integer" ? Number(control.value) : control.value));
        syncs.push(() => { control.value = String(fig.state.values[spec.name]); });
      } else bindField(control, spec);
    }
    for (const button of fig.element.querySelectorAll('[data-action="sign"]')) {
      const name = button.dataset.for;
      on(button, "click", () => fig.state.set({ [name]: -fig.state.values[name] }, { by: "control", final: true }));
    }
    return { sync: () => syncs.forEach((sync) => sync()), remove: () => abort.abort() };
  };
})(globalThis.gelulab);
