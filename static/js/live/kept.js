/** The runs that a reader can go back to: a table, their errors together, files and code to take along. */
(function (lab) {
  "use strict";

  const TOGETHER = 3; // runs that are ticked by themselves: more lines than theirs nobody can tell apart

  lab.LiveKept = class {
    /** @param {HTMLElement} root @param {any} plots @param {(message: any) => void} ask of Python */
    constructor(root, plots, ask) {
      this.plots = plots;
      this.ask = ask;
      /** @type {Map<number, import("./plots.js").LiveRun>} */
      this.runs = new Map();
      this.section = /** @type {HTMLElement} */ (root.querySelector(".gl-kept"));
      this.body = /** @type {HTMLElement} */ (this.section.querySelector("tbody"));
      this.cell = /** @type {HTMLElement} */ (this.section.querySelector(".gl-cell"));
      this.shows();
    }

    /** An ended run comes to the top, ticked; the oldest tick that no reader has made goes. @param {import("./plots.js").LiveRun} run */
    add(run) {
      this.runs.set(run.number, run);
      const say = lab.words.lab;
      const row = document.createElement("tr");
      row.dataset.run = String(run.number);
      const { settings } = run;
      const names = settings.activations.map((name) => say.activations[name]).join(", ");
      const done = [...run.lanes.values()].map(({ step }) => step.at(-1) ?? 0);
      const cells = [
        `${run.number}`,
        say.targets[settings.target],
        lab.fill(say.networks, { activations: names, units: String(settings.units), samples: String(settings.samples) }),
        lab.plain(settings.rate),
        String(settings.seed),
        lab.count(Math.min(...done)),
        [...run.lanes].map(([name, { loss }]) => `${say.activations[name]}\u00a0${lab.scientific(loss.at(-1) ?? NaN, 3)}`).join(", "),
      ];
      const tick = document.createElement("input");
      tick.type = "checkbox";
      tick.checked = true;
      tick.setAttribute("aria-label", lab.fill(say.tick, { run: String(run.number) }));
      tick.dataset.auto = "";
      tick.addEventListener("change", () => {
        delete tick.dataset.auto;
        this.compare();
      });
      row.append(this.td(tick), ...cells.map((text) => this.td(text)), this.td(this.buttons(run)));
      this.body.prepend(row);
      const unasked = this.body.querySelectorAll("input[data-auto]:checked");
      [...unasked].slice(TOGETHER).forEach((each) => { /** @type {HTMLInputElement} */ (each).checked = false; });
      this.shows();
      this.compare();
    }

    /** @param {string | Node} content */
    td(content) {
      const cell = document.createElement("td");
      cell.append(content);
      return cell;
    }

    /** @param {import("./plots.js").LiveRun} run */
    buttons(run) {
      const say = lab.words.lab;
      const number = String(run.number);
      const box = document.createElement("div");
      box.className = "gl-take";
      const button = (/** @type {string} */ action, /** @type {string} */ text, /** @type {string} */ label,
        /** @type {() => void} */ act) => {
        const made = document.createElement("button");
        made.type = "button";
        made.className = "gl-button";
        made.dataset.action = action;
        made.textContent = text;
        made.setAttribute("aria-label", label);
        made.addEventListener("click", act);
        box.append(made);
      };
      for (const [name, text] of Object.entries(say.files)) {
        button(name, text, lab.fill(say.file, { name: text, run: number }), () => this.ask({ do: "file", run: run.number, name }));
      }
      button("code", say.code, lab.fill(say.code_label, { run: number }), () => this.ask({ do: "code", run: run.number }));
      button("forget", say.forget, lab.fill(say.forget_label, { run: number }), () => {
        this.ask({ do: "forget", run: run.number });
        this.remove(run.number);
        this.section.querySelector("h2")?.focus();
      });
      return box;
    }

    /** @param {number} number */
    remove(number) {
      this.runs.delete(number);
      this.body.querySelector(`[data-run="${number}"]`)?.remove();
      this.shows();
      this.compare();
    }

    shows() {
      const empty = !this.runs.size;
      /** @type {HTMLElement} */ (this.section.querySelector("[data-empty]")).hidden = !empty;
      /** @type {HTMLElement} */ (this.section.querySelector(".gl-table")).hidden = empty;
    }

    compare() {
      const ticked = [...this.runs.values()].filter(({ number }) =>
        /** @type {HTMLInputElement | null} */ (this.body.querySelector(`[data-run="${number}"] input`))?.checked);
      this.plots.compare(ticked);
    }

    /** A file came. @param {{file: string, media: string, body: Uint8Array}} message */
    save({ file, media, body }) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([new Uint8Array(body)], { type: media }));
      link.download = file;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }

    /** Code came: shown, and copied where that is allowed. @param {{run: number, text: string}} message */
    async code({ run, text }) {
      const code = /** @type {HTMLElement} */ (this.cell.querySelector("code"));
      this.cell.hidden = false;
      /** @type {HTMLElement} */ (this.cell.querySelector(".gl-code-name")).textContent =
        lab.fill(lab.words.lab.code_title, { run: String(run) });
      code.textContent = text;
      // The page has given this box its button, as any other box of code.
      /** @type {HTMLElement} */ (this.cell.querySelector('[data-action="copy"]')).click();
      this.cell.scrollIntoView({ block: "nearest" });
    }
  };
})(globalThis.gelulab);
