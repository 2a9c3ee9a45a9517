/** The settings of a run: read from the form, refused where they are no numbers; Python knows what is allowed. */
(function (lab) {
  "use strict";
  const NUMBERS = ["units", "samples", "steps", "rate", "seed"];

  lab.LiveForm = class {
    /** @param {HTMLElement} root @param {(name: string) => void} changed when what is to be learnt has changed */
    constructor(root, changed) {
      this.form = /** @type {HTMLFormElement} */ (root.querySelector("form"));
      this.refused = /** @type {HTMLElement} */ (root.querySelector("[data-refused]"));
      for (const name of ["target", "samples", "seed"]) this.field(name).addEventListener("change", () => changed(name));
      // What was wrong with a field is no longer known when something else is typed.
      this.form.addEventListener("input", (event) => {
        if (/** @type {Element} */ (event.target).matches("[aria-invalid]")) this.refuse("", "");
      });
    }

    /** @param {string} name @returns {HTMLInputElement | HTMLSelectElement} */
    field(name) {
      return this.form.querySelector(`[data-setting="${name}"]`);
    }

    get target() {
      return this.field("target").value;
    }

    /** NaN where a field holds no number. @param {string} name */
    number(name) {
      const typed = this.field(name).value;
      // The hints part thousands; a comma before three digits does so too, where no fraction is allowed.
      return lab.parse(name === "rate" ? typed : typed.replace(/[,.\s\u202f](?=\d{3}\b)/g, ""));
    }

    /** What is chosen; undefined if a field holds no number, and then it says so. @param {number[]} knots */
    read(knots) {
      this.refuse("", "");
      /** @type {Record<string, any>} */
      const found = {
        target: this.target,
        knots: this.target === "drawn" ? knots : [],
        activations: ["activation", "second"].map((name) => this.field(name).value).filter(Boolean),
        pace: Number(this.field("pace").value),
      };
      for (const name of NUMBERS) {
        found[name] = this.number(name);
        if (!Number.isNaN(found[name])) continue;
        const typed = this.field(name).value.trim();
        const [low, high] = lab.liveFacts.limits[name].map(lab.short);
        const label = lab.words.lab.settings[name];
        this.refuse(name, lab.fill(typed ? lab.words.lab.rubbish : lab.words.lab.blank, { label, typed: typed.slice(0, 20), low, high }));
        return undefined;
      }
      return found;
    }

    /** Says what is wrong, and with which field. @param {string} name @param {string} text */
    refuse(name, text) {
      for (const field of this.form.querySelectorAll("[data-setting]")) {
        if (/** @type {HTMLElement} */ (field).dataset.setting === name) field.setAttribute("aria-invalid", "true");
        else field.removeAttribute("aria-invalid");
      }
      this.refused.textContent = text;
      if (name && text) this.field(name)?.focus();
    }
  };
})(globalThis.gelulab);
