/**
 * The forms in which a reader commits to a choice or to a number, and what they show of the gap.
 *
 * A part is what one kind of prediction brings to its box:
 * @typedef {{
 *   read: () => any,
 *   excuse?: () => string,
 *   allowed: (guess: any) => boolean,
 *   judge: (guess: any) => {right: boolean, said: (Node | string)[]},
 *   show: (guess: any) => void,
 *   hide: () => void,
 *   focus: () => void
 * }} PredictionPart  read: the guess, undefined while there is none (excuse says why, where a reader may think there is
 *   one); allowed: whether a remembered guess is one; show: the guess (undefined: skipped) beside the answer;
 *   hide: as it was before
 */
(function (lab) {
  "use strict";
  const LONGEST = 20; // characters of what was typed that a message repeats

  /** The parts by their kind; predict_pad.js adds to them. @type {Record<string, (box: HTMLElement, changed: () => void) => PredictionPart>} */
  lab.predictionParts = {};

  /** A text with slots for nodes. @param {string} text @param {Record<string, Node[]>} slots @returns {(Node | string)[]} */
  const fillNodes = (text, slots) => text.split(/\{(\w+)\}/).flatMap((part, k) => (k % 2 ? slots[part] : [part]));

  /** Answer and sentences of a number: what they have in common. @param {HTMLElement} box */
  lab.predictedNumber = (box) => {
    const { answer = "", tolerance = "", digits = "", told } = box.dataset;
    const right = Number(answer);
    const shown = (/** @type {number} */ value) => lab.decimals(value, Number(digits));
    const about = lab.fill(told ?? lab.words.predict.told, { answer: shown(right) });
    return {
      right,
      shown,
      judge: (/** @type {number | undefined} */ guess) => {
        const say = lab.words.predict;
        const near = guess !== undefined && Math.abs(guess - right) <= Number(tolerance) * (1 + 1e-9);
        const text = guess === undefined ? say.number_skipped : near ? say.number_near : say.number_far;
        const slots = { told: about, Told: about[0].toUpperCase() + about.slice(1), guess: guess === undefined ? "" : shown(guess) };
        return { right: near, said: [lab.fill(text, slots)] };
      },
    };
  };

  lab.predictionParts.choice = (box, changed) => {
    const options = /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll('input[type="radio"]')]);
    const answer = Number(box.dataset.answer);
    /** What an option says, its formulas too: as text alone a root would lose its sign. @param {number} at */
    const said = (at) => [...options[at].parentElement.querySelector("span").cloneNode(true).childNodes];
    const mark = (/** @type {number} */ at, /** @type {string} */ how) => {
      const label = /** @type {HTMLElement} */ (options[at].parentElement);
      label.dataset.mark = how;
    };
    for (const option of options) option.addEventListener("change", changed);
    return {
      read: () => {
        const at = options.findIndex((option) => option.checked);
        return at < 0 ? undefined : at;
      },
      allowed: (guess) => Number.isInteger(guess) && guess >= 0 && guess < options.length,
      judge: (guess) => {
        const say = lab.words.predict;
        if (guess === undefined) return { right: false, said: fillNodes(say.skipped, { answer: said(answer) }) };
        const right = guess === answer;
        return { right, said: fillNodes(right ? say.right : say.wrong, { guess: said(guess), answer: said(answer) }) };
      },
      show: (guess) => {
        options.forEach((option, at) => { option.checked = at === guess; option.disabled = true; });
        if (guess !== undefined && guess !== answer) mark(guess, "wrong");
        mark(answer, "right");
      },
      hide: () => {
        for (const option of options) {
          option.checked = option.disabled = false;
          delete option.parentElement.dataset.mark;
        }
      },
      focus: () => options[0].focus(),
    };
  };

  lab.predictionParts.number = (box, changed) => {
    const field = /** @type {HTMLInputElement} */ (box.querySelector(".gl-field"));
    const sign = /** @type {HTMLButtonElement | null} */ (box.querySelector(".gl-sign"));
    const scale = /** @type {HTMLElement} */ (box.querySelector(".gl-scale"));
    const ring = /** @type {HTMLElement} */ (box.querySelector(".gl-scale-guess"));
    const gap = /** @type {HTMLElement} */ (box.querySelector(".gl-scale-gap"));
    const [low, high] = (scale.dataset.x ?? "").split(" ").map(Number);
    const { right, shown, judge } = lab.predictedNumber(box);
    const share = (/** @type {number} */ value) => (100 * (value - low)) / (high - low);
    const inside = (/** @type {number} */ value) => value >= low && value <= high;

    const place = () => {
      const value = lab.parse(field.value);
      ring.hidden = !inside(value);
      ring.style.left = `${share(value)}%`;
      changed();
    };
    const write = (/** @type {number} */ value) => {
      field.value = shown(value);
      field.setAttribute("aria-invalid", "false");
      place();
    };
    field.addEventListener("input", () => {
      field.setAttribute("aria-invalid", "false");
      place();
    });
    field.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") /** @type {HTMLElement} */ (box.querySelector('[data-action="commit"]')).click();
    });
    sign?.addEventListener("click", () => {
      field.value = lab.otherSign(field.value);
      place();
    });
    // Without a keyboard: a press on the line.
    scale.addEventListener("click", ({ clientX }) => {
      if (field.readOnly) return;
      const { left, width } = scale.getBoundingClientRect();
      write(low + Math.min(1, Math.max(0, (clientX - left) / width)) * (high - low));
    });
    const read = () => {
      const value = lab.parse(field.value);
      return inside(value) ? value : undefined;
    };
    return {
      read: () => {
        field.setAttribute("aria-invalid", String(Boolean(field.value.trim()) && read() === undefined));
        return read();
      },
      excuse: () => {
        const say = lab.words.predict;
        const typed = field.value.trim();
        if (!typed) return "";
        const slots = { typed: typed.slice(0, LONGEST), low: lab.short(low), high: lab.short(high) };
        return lab.fill(Number.isNaN(lab.parse(typed)) ? say.rubbish : say.outside, slots);
      },
      allowed: (guess) => typeof guess === "number" && inside(guess),
      judge,
      show: (guess) => {
        if (guess !== undefined) {
          write(guess);
          const [from, to] = [share(guess), share(right)].sort((a, b) => a - b);
          Object.assign(gap.style, { left: `${from}%`, width: `${to - from}%` });
        } else field.value = "";
        field.readOnly = true;
        if (sign) sign.disabled = true;
      },
      hide: () => {
        field.readOnly = false;
        field.value = "";
        if (sign) sign.disabled = false;
        gap.style.width = "0";
        place();
      },
      focus: () => field.focus(),
    };
  };
})(globalThis.gelulab);
