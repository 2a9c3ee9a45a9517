/** The settings of a run: read from the form, refused where they are no numbers; Python knows what is allowed. */
(function (lab) {
  "use strict";
  const NUMBERS = ["units", "samples", "steps", "rate", "seed"];

  lab.LiveForm = class {
    /** @param {HTMLElement} root @param {() => void} changed when the target has changed */
    constructor(root, changed) {
      this.form = /** @type {HTMLFormElement} */ (root.querySelector("form"));
      this.refused = /** @type {HTMLElement} */ (root.querySelector("[data-refused]"));
      this.field("target").addEventListener("change", changed);
    }

    /** @param {string} name @returns {HTMLInputElement | HTMLSelectElement} */
    field(name) {
      return this.form.querySelector(`[data-setting="${name}"]`);
    }

    get target() {
      return this.field("target").value;
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
        const typed = this.field(name).value;
        // "2,000" is what the hints say; a comma before three digits parts thousands, where no fraction is allowed.
        found[name] = lab.parse(name === "rate" ? typed : typed.replace(/[,.\s\u202f](?=\d{3}\b)/g, ""));
        if (!Number.isNaN(found[name])) continue;
        const [low, high] = lab.liveFacts.limits[name].map(lab.short);
        const label = lab.words.lab.settings[name];
        this.refuse(name, lab.fill(lab.words.lab.rubbish, { label, typed: typed.slice(0, 20), low, high }));
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
