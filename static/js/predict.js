/**
 * Predict, commit, see. The head script marks the page "gl-predicting"; within a [data-predict-scope] whatever carries
 * [data-after-predict] stays hidden, its space kept, until the reader commits or skips.
 */
(function (lab) {
  "use strict";

  /** @param {HTMLElement} box with data-predict */
  lab.bindPrediction = (box) => {
    const scope = /** @type {HTMLElement} */ (box.closest("[data-predict-scope]"));
    const commit = /** @type {HTMLButtonElement} */ (box.querySelector('[data-action="commit"]'));
    const skip = /** @type {HTMLButtonElement} */ (box.querySelector('[data-action="skip"]'));
    const verdict = /** @type {HTMLElement} */ (box.querySelector("[data-verdict]"));
    const options = /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll('input[type="radio"]')]);
    const chosen = () => options.find((option) => option.checked);
    const enable = () => { commit.disabled = !chosen(); };
    /** What an option says, its formulas too: as text alone a root would lose its sign. @param {HTMLElement} option */
    const said = (option) => [...option.parentElement.querySelector("span").cloneNode(true).childNodes];
    /** @param {string} text @param {Record<string, Node[]>} [slots] */
    const open = (text, slots = {}) => {
      verdict.replaceChildren(...text.split(/\{(\w+)\}/).flatMap((part, k) => (k % 2 ? slots[part] : [part])));
      scope.dataset.committed = "";
      for (const option of options) option.disabled = true;
      commit.hidden = skip.hidden = true;
      // The buttons are gone: what they revealed takes the focus, and is read out.
      verdict.tabIndex = -1;
      verdict.focus({ preventScroll: true });
    };
    for (const option of options) option.addEventListener("change", enable);
    commit.addEventListener("click", () => {
      const option = chosen();
      if (!option) return;
      const right = option.value === box.dataset.answer;
      const answer = options.find((each) => each.value === box.dataset.answer);
      open(right ? lab.words.predict.right : lab.words.predict.wrong, { guess: said(option), answer: said(answer) });
    });
    skip.addEventListener("click", () => open(lab.words.predict.skipped));
    enable();
  };
})(globalThis.gelulab);
