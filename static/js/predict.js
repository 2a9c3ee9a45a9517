/**
 * Predict, commit, see the gap. The head script marks the page "gl-predicting"; within a [data-predict-scope] whatever
 * carries [data-after-predict] stays hidden, its space kept, until the reader has committed or skipped every prediction
 * of the scope but those set apart. What was guessed is kept in this browser and nowhere else.
 *
 * A box works in any document: lab.bindPrediction(box) is all it needs. It tells what became of it by an event
 * "gelu:predict" that bubbles, detail {section, kind, name, guess, right, skipped}.
 */
(function (lab) {
  "use strict";
  const KEY = "gelu-lab.predictions";
  const SKIPPED = "skipped";

  /** Guesses by the prediction's name. */
  const memory = {
    /** @type {Record<string, any>} */
    page: {},

    /** @param {string} name */
    get(name) {
      const all = { ...lab.recall(KEY), ...this.page };
      return Object.hasOwn(all, name) ? all[name] : undefined;
    },

    /** @param {string} name @param {any} guess undefined forgets it */
    set(name, guess) {
      this.page[name] = guess;
      const all = lab.recall(KEY); // another tab may have gone on meanwhile
      delete all[name];
      if (guess !== undefined) all[name] = guess;
      lab.remember(KEY, Object.keys(all).length ? JSON.stringify(all) : null);
    },
  };

  /** Another box's guess, for a sketch that is laid over an earlier one. @param {string} name */
  lab.predicted = (name) => memory.get(name);

  /** What the figures say and show depends on it. @param {Element} box */
  const answersChanged = (box) => {
    const scope = /** @type {HTMLElement | null} */ (box.closest("[data-predict-scope]"));
    const open = scope?.querySelector("[data-predict]:not([data-committed], [data-apart])");
    scope?.toggleAttribute("data-committed", !open);
    document.dispatchEvent(new Event("gelu:answers"));
  };

  /** @param {HTMLElement} box with data-predict */
  lab.bindPrediction = (box) => {
    if (box.dataset.bound !== undefined) return;
    box.dataset.bound = "";
    const { predict: name = "", kind = "", section } = box.dataset;
    const button = (/** @type {string} */ action) =>
      /** @type {HTMLButtonElement} */ (box.querySelector(`[data-action="${action}"]`));
    const [commit, skip, again] = ["commit", "skip", "predict-again"].map(button);
    const verdict = /** @type {HTMLElement} */ (box.querySelector("[data-verdict]"));
    const part = lab.predictionParts[kind](box, () => enable());
    const enable = () => { commit.disabled = part.read() === undefined && !part.excuse?.(); };

    /** @param {any} guess undefined: skipped @param {boolean} fresh said just now, not remembered */
    const finish = (guess, fresh) => {
      const { right, said } = part.judge(guess);
      part.show(guess);
      verdict.replaceChildren(...said);
      verdict.dataset.verdict = guess === undefined ? "skipped" : right ? "right" : "wrong";
      box.dataset.committed = guess === undefined ? "skipped" : "";
      box.toggleAttribute("data-fresh", fresh);
      commit.hidden = skip.hidden = true;
      again.hidden = false;
      answersChanged(box);
      if (!fresh) return;
      // The buttons are gone: what they revealed takes the focus, and is read out.
      verdict.tabIndex = -1;
      verdict.focus({ preventScroll: true });
      memory.set(name, guess ?? SKIPPED);
      box.dispatchEvent(new CustomEvent("gelu:predict", {
        bubbles: true,
        composed: true,
        detail: { section, kind, name, guess, right, skipped: guess === undefined },
      }));
    };

    const reopen = () => {
      part.hide();
      verdict.replaceChildren();
      verdict.dataset.verdict = "";
      verdict.removeAttribute("tabindex");
      delete box.dataset.committed;
      box.removeAttribute("data-fresh");
      commit.hidden = skip.hidden = false;
      again.hidden = true;
      memory.set(name, undefined);
      enable();
      answersChanged(box);
    };

    commit.addEventListener("click", () => {
      const guess = part.read();
      if (guess !== undefined) return finish(guess, true);
      verdict.replaceChildren(part.excuse?.() ?? "");
      verdict.dataset.verdict = "excuse";
    });
    skip.addEventListener("click", () => finish(undefined, true));
    again.addEventListener("click", () => {
      reopen();
      part.focus();
    });
    box.addEventListener("gelu:again", reopen);

    skip.disabled = false;
    const stored = memory.get(name);
    if (stored === SKIPPED) finish(undefined, false);
    else if (stored !== undefined && part.allowed(stored)) finish(stored, false);
    else enable();
  };

  /** The switch of a page that asks: no predictions, remembered. @param {HTMLElement} button */
  const bindSwitch = (button) => {
    const root = document.documentElement;
    const show = () => button.setAttribute("aria-pressed", String(!root.classList.contains("gl-predicting")));
    button.addEventListener("click", () => {
      const asking = root.classList.toggle("gl-predicting");
      lab.remember("gelu-lab.predict", asking ? null : "off");
      document.dispatchEvent(new Event("gelu:answers"));
      show();
    });
    show();
  };

  /** A button beside the progress that forgets every prediction. @param {HTMLElement} place */
  const bindReset = (place) => {
    const reset = document.createElement("button");
    const said = document.createElement("span");
    Object.assign(reset, { type: "button", textContent: lab.words.predict.reset });
    reset.dataset.action = "predict-reset";
    said.className = "gl-hidden";
    said.setAttribute("role", "status");
    reset.addEventListener("click", () => {
      for (const box of document.querySelectorAll("[data-predict][data-committed]")) box.dispatchEvent(new Event("gelu:again"));
      lab.remember(KEY, null);
      said.textContent = lab.words.predict.cleared;
    });
    place.append(reset, said);
  };

  lab.late.push(() => {
    for (const box of document.querySelectorAll("[data-predict]")) lab.bindPrediction(box);
    const choice = /** @type {HTMLElement | null} */ (document.querySelector('[data-action="predictions"]'));
    if (choice) bindSwitch(choice);
    const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-forget]"));
    if (place) bindReset(place);
  });
})(globalThis.gelulab);
