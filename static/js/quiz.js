/**
 * Questions with feedback. Without scripts each answer opens to what it is worth; here a box of that kind becomes a form:
 * options to choose, a number to type, or a point to drag on a figure. A wrong answer gets its hint, a right one the
 * explanation. What has been answered is kept in this browser and nowhere else.
 *
 * @typedef {Record<string, "right" | "shown">} Done  by the question's name
 */
(function (lab) {
  "use strict";
  const KEY = "gelu-lab.quiz";
  const LONGEST = 20; // characters of what was typed that a message repeats

  /** @param {string} tag @param {Record<string, any>} [properties] @param {(Node | string)[]} children @returns {any} */
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  /** @param {string} text @param {string} [classes] */
  const button = (text, classes = "") => make("button", { type: "button", className: classes, textContent: text });

  // -- what has been answered ------------------------------------------------------------------------------------------

  const progress = {
    /** @type {string[]} names of the questions on this page; others are not ours to keep */
    known: [],
    /** @type {Done} */
    done: {},
    /** @type {Set<() => void>} */
    listeners: new Set(),

    /** What the storage holds, if it may be read and makes sense. @returns {Done} */
    stored() {
      const found = lab.recall(KEY);
      return Object.fromEntries(this.known.filter((name) => Object.hasOwn(found, name))
        .filter((name) => ["right", "shown"].includes(found[name])).map((name) => [name, found[name]]));
    },

    /** @param {Done} done */
    set(done) {
      this.done = done;
      lab.remember(KEY, Object.keys(done).length ? JSON.stringify(done) : null);
      this.tell();
    },

    /** What comes to what there is; an answer that was right once stays right. @param {Done} more */
    add(more) {
      const both = { ...this.done };
      // Another tab may have gone on meanwhile.
      for (const some of [this.stored(), more]) {
        for (const [name, how] of Object.entries(some)) if (both[name] !== "right") both[name] = how;
      }
      this.set(both);
    },

    tell() {
      for (const listener of this.listeners) listener();
    },
  };

  // -- one question ----------------------------------------------------------------------------------------------------

  /** A part of a form: what it shows, and what it makes of the reader's answer.
   * @typedef {{
   *   nodes: Node[], beside?: Node[], read: () => Promise<{answer?: number, excuse?: string}> | {answer?: number, excuse?: string},
   *   told: (answer: number) => Node[], explain: () => Node[], isRight: (answer: number) => boolean
   * }} Part
   */

  /** @param {ParentNode | null} from @returns {Node[]} */
  const copies = (from) => (from ? [...from.childNodes].map((node) => node.cloneNode(true)) : []);

  /** @param {HTMLElement} box @returns {Part} */
  const choice = (box) => {
    const pieces = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("details[data-option]")]);
    /** @type {HTMLInputElement[]} */
    const radios = pieces.map(({ dataset }) => make("input", {
      type: "radio", name: `answer-${box.dataset.question}`, value: dataset.option,
    }));
    const group = make("div", { className: "gl-options" }, ...pieces.map((piece, at) =>
      make("label", {}, radios[at], make("span", {}, ...copies(piece.querySelector("summary"))))));
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-labelledby", `${box.id}-text`);
    const right = Number(box.dataset.answer);
    const feedback = (/** @type {number} */ at) => copies(pieces[at].querySelector(".gl-feedback"));
    return {
      nodes: [group],
      read: () => {
        const at = radios.findIndex((radio) => radio.checked);
        return at < 0 ? { excuse: lab.words.question.choose } : { answer: at };
      },
      told: feedback,
      explain: () => {
        const nodes = feedback(right);
        const first = /** @type {Element | undefined} */ (nodes.find((node) => node.nodeName === "P"));
        first?.querySelector("strong")?.remove(); // its verdict
        return nodes;
      },
      isRight: (answer) => answer === right,
    };
  };

  /** What a number and a point have in common. @param {HTMLElement} box */
  const toNumber = (box) => {
    const right = Number(box.dataset.answer);
    const tolerance = Number(box.dataset.tolerance) * (1 + 1e-9); // 0.55 is within 0.05 of 0.5
    const hints = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-hints] li")]);
    const off = (/** @type {HTMLElement} */ hint, /** @type {number} */ answer) => Math.abs(answer - Number(hint.dataset.near));
    const explain = () => copies(box.querySelector("[data-explain] .gl-feedback"));
    return {
      isRight: (/** @type {number} */ answer) => Math.abs(answer - right) <= tolerance,
      explain,
      told: (/** @type {number} */ answer) => {
        if (Math.abs(answer - right) <= tolerance) return judged(lab.words.question.right, explain());
        const [near] = hints.filter((hint) => off(hint, answer) <= tolerance).sort((a, b) => off(a, answer) - off(b, answer));
        const hint = near || hints.find(({ dataset }) => dataset.near === undefined);
        return judged(lab.words.question.wrong, [make("p", {}, ...copies(hint ?? null))]);
      },
    };
  };

  /** The verdict in front of the first sentence. @param {string} verdict @param {Node[]} nodes */
  const judged = (verdict, nodes) => {
    const first = nodes.find((node) => node.nodeName === "P");
    /** @type {any} */ (first)?.prepend(make("strong", { textContent: verdict }), " ");
    return nodes;
  };

  /** @param {HTMLElement} box @returns {Part} */
  const number = (box) => {
    const say = lab.words.question;
    const field = make("input", { type: "text", className: "gl-field", inputMode: "decimal", autocomplete: "off", spellcheck: false });
    field.setAttribute("aria-describedby", `${box.id}-text`);
    const sign = button("±", "gl-sign"); // a phone's number pad may have no minus
    sign.setAttribute("aria-label", say.sign);
    sign.addEventListener("click", () => {
      field.value = lab.otherSign(field.value);
    });
    return {
      ...toNumber(box),
      nodes: [make("div", { className: "gl-typed" }, make("label", {}, make("span", { textContent: say.answer }), field), sign)],
      read: () => {
        const answer = lab.parse(field.value);
        const typed = field.value.trim();
        field.setAttribute("aria-invalid", String(Number.isNaN(answer)));
        if (!typed) return { excuse: say.empty };
        return Number.isNaN(answer) ? { excuse: lab.fill(say.rubbish, { typed: typed.slice(0, LONGEST) }) } : { answer };
      },
    };
  };

  /** The question that was last taken to its figure: Enter on a point there checks it. @type {HTMLElement | null} */
  let held = null;

  /**
   * While its figure is before the reader's eyes a question stays at the lower edge of the window; one at a time, and
   * until the reader has come back to its own place.
   * @param {HTMLElement} box
   */
  const hold = (box) => {
    held = box;
    for (const other of document.querySelectorAll(".gl-question[data-held]")) other.removeAttribute("data-held");
    box.dataset.held = "";
    let away = false;
    const watch = () => {
      const stuck = box.getBoundingClientRect().bottom >= innerHeight - 1;
      if (box.dataset.held !== undefined && (stuck || !away)) {
        away ||= stuck;
        return;
      }
      delete box.dataset.held;
      removeEventListener("scroll", watch);
    };
    addEventListener("scroll", watch, { passive: true });
  };

  /** @param {HTMLElement} box @returns {Part} */
  const point = (box) => {
    const say = lab.words.question;
    const { of = "", state = "", label = "" } = box.dataset;
    const figure = /** @type {HTMLElement} */ (document.querySelector(`figure[data-figure="${of}"]`));
    const now = make("output", { className: "gl-now" });
    now.setAttribute("aria-live", "off");
    const go = button(say.figure, "gl-go");
    const enter = make("span", { className: "gl-enter" });
    const show = (/** @type {number} */ value) => {
      const { kind, digits } = lab.spec(of).states.find((/** @type {any} */ each) => each.name === state);
      now.textContent = lab.fill(say.now, { label, value: kind === "number" ? lab.decimals(value, digits) : lab.count(value) });
    };
    let moved = false; // the start is an answer too, for those who come back to it
    figure.addEventListener("gelu:change", (event) => {
      const { name, value } = /** @type {CustomEvent} */ (event).detail;
      if (name !== state) return;
      moved = true;
      show(value);
    });
    /** A figure that still waits for its prediction hides what the question needs. */
    const waiting = () => {
      const scope = figure.closest("[data-predict-scope]:not([data-committed])");
      return document.documentElement.classList.contains("gl-predicting")
        ? scope?.querySelector("[data-predict]:not([data-committed], [data-apart])") : null;
    };
    go.addEventListener("click", async () => {
      hold(box);
      const first = waiting();
      enter.textContent = first ? say.predict : say.enter;
      (first ?? figure).scrollIntoView({ block: "start", behavior: lab.reducedMotion() ? "instant" : "smooth" });
      await lab.figureOn(of);
      if (first) first.querySelector('input, [role=slider][tabindex="0"]')?.focus({ preventScroll: true });
      else /** @type {HTMLElement | null} */ (figure.querySelector(`[data-handle="${state}"]`))?.focus({ preventScroll: true });
    });
    figure.addEventListener("keydown", (event) => {
      const handle = /** @type {Element} */ (event.target).matches("[role=slider]");
      if (event.key !== "Enter" || !handle || box !== held) return;
      const check = /** @type {HTMLElement} */ (box.querySelector('[data-action="check"]'));
      check.focus({ preventScroll: box.dataset.held !== undefined }); // there it is in sight
      check.click();
    });
    return {
      ...toNumber(box),
      nodes: [],
      beside: [go, now, enter],
      read: async () => {
        const fig = await lab.figureOn(of);
        if (!fig) return { excuse: say.failed };
        const answer = fig.state.values[state];
        show(answer);
        return !moved && answer === fig.state.specs.get(state).value ? { excuse: lab.fill(say.drag, { label }) } : { answer };
      },
    };
  };

  const PARTS = /** @type {Record<string, (box: HTMLElement) => Part>} */ ({ choice, number, point });

  /** @param {HTMLElement} box with data-question */
  const bind = (box) => {
    const say = lab.words.question;
    const name = /** @type {string} */ (box.dataset.question);
    const title = /** @type {HTMLElement} */ (box.querySelector(".gl-question-title"));
    const text = /** @type {HTMLElement} */ (title.nextElementSibling);
    text.id = `${box.id}-text`;
    const part = PARTS[box.dataset.kind ?? ""](box);
    const check = button(say.check, "gl-check");
    check.dataset.action = "check";
    const show = button(say.show);
    show.dataset.action = "show";
    const verdict = make("div", { className: "gl-verdict" });
    verdict.setAttribute("role", "status");
    verdict.dataset.verdict = "";
    /** @param {string} how @param {(Node | string)[]} nodes */
    const tell = (how, nodes) => {
      verdict.dataset.verdict = how;
      verdict.replaceChildren(...nodes);
    };
    const judge = async () => {
      tell("", []); // so that the same words are said again
      const { answer, excuse } = await part.read();
      if (answer === undefined) return tell("excuse", [make("p", { textContent: excuse })]);
      const right = part.isRight(answer);
      tell(right ? "right" : "wrong", part.told(answer));
      if (right) progress.add({ [name]: "right" });
    };
    check.addEventListener("click", judge);
    show.addEventListener("click", () => {
      tell("shown", judged(say.shown, part.explain()));
      progress.add({ [name]: "shown" });
    });
    const form = make("div", { className: "gl-ask" }, ...part.nodes, make("p", { className: "gl-ask-actions" }, check, show, ...(part.beside ?? [])), verdict);
    form.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      judge();
    });
    const mark = make("span", { className: "gl-mark" });
    title.append(mark);
    progress.listeners.add(() => {
      const how = progress.done[name];
      mark.textContent = how ? ` · ${say.marks[how]}` : "";
      box.toggleAttribute("data-right", how === "right");
    });
    /** The form as it was when the page came. */
    box.addEventListener("gelu:again", () => {
      for (const input of form.querySelectorAll("input")) {
        input.checked = false;
        if (input.type === "text") input.value = "";
        input.removeAttribute("aria-invalid");
      }
      delete box.dataset.held;
      held = null;
      tell("", []);
    });
    text.after(form);
    // From now on only paper shows these, and all of them open.
    for (const piece of box.querySelectorAll("details")) {
      piece.removeAttribute("name");
      piece.open = true;
    }
    box.dataset.bound = "";
  };

  // -- all of them -----------------------------------------------------------------------------------------------------

  /** The questions of one section in a line of the list. @param {HTMLElement} section @param {HTMLElement[]} boxes */
  const line = (section, boxes) => {
    const say = lab.words.question;
    const { section: id = "" } = section.dataset;
    const number = section.querySelector(".gl-number")?.textContent ?? "";
    const short = document.querySelector(`.gl-contents a[href="#section-${id}"]`) ?? section.querySelector("h2");
    const status = make("span");
    const link = make("a", { href: `#${boxes[0].id}` }, `${number} `, ...copies(short));
    progress.listeners.add(() => {
      const right = boxes.filter(({ dataset }) => progress.done[dataset.question ?? ""] === "right").length;
      status.textContent = boxes.length > 1 ? lab.fill(say.here, { right: String(right), count: String(boxes.length) })
        : say.marks[progress.done[boxes[0].dataset.question ?? ""] ?? "open"];
      status.className = right === boxes.length ? "gl-all" : "";
    });
    return make("li", {}, link, " ", status);
  };

  /** How far the reader is, and the way back to the beginning. @param {HTMLElement} place @param {HTMLElement[]} boxes */
  const report = (place, boxes) => {
    const say = lab.words.question;
    const count = make("strong");
    const again = button(say.again);
    again.dataset.action = "again";
    const undo = button(say.undo);
    undo.dataset.action = "undo";
    undo.hidden = true;
    const said = make("span", { className: "gl-hidden" });
    said.setAttribute("role", "status");
    let before = /** @type {Done} */ ({});
    again.addEventListener("click", () => {
      if (Object.keys(progress.done).length) before = progress.done;
      undo.hidden = !Object.keys(before).length;
      progress.set({});
      for (const box of boxes) box.dispatchEvent(new Event("gelu:again"));
      said.textContent = say.cleared;
    });
    undo.addEventListener("click", () => {
      again.focus(); // before its neighbour goes
      undo.hidden = true;
      progress.add(before);
      said.textContent = say.restored;
    });
    const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-section]")]);
    const lines = sections.map((section) => [section, boxes.filter((box) => section.contains(box))])
      .filter(([, own]) => /** @type {HTMLElement[]} */ (own).length)
      .map(([section, own]) => line(/** @type {HTMLElement} */ (section), /** @type {HTMLElement[]} */ (own)));
    progress.listeners.add(() => {
      const right = Object.values(progress.done).filter((how) => how === "right").length;
      count.textContent = lab.fill(say.progress, { right: String(right), count: String(boxes.length) });
    });
    place.append(make("p", { className: "gl-ask-actions" }, count, again, undo, said), make("ul", {}, ...lines));
  };

  /** A button that prints the formula card alone. @param {HTMLElement} card */
  const printable = (card) => {
    const print = button(lab.words.question.print);
    print.dataset.action = "print-card";
    print.addEventListener("click", () => {
      document.documentElement.dataset.print = "card";
      globalThis.print();
    });
    addEventListener("afterprint", () => { delete document.documentElement.dataset.print; });
    card.append(print);
  };

  lab.late.push(() => {
    const boxes = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-question]")]);
    progress.known = boxes.map(({ dataset }) => dataset.question ?? "");
    boxes.forEach(bind);
    const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-progress]"));
    if (place) report(place, boxes);
    const card = /** @type {HTMLElement | null} */ (document.querySelector(".gl-card"));
    if (card) printable(card);
    progress.done = progress.stored();
    progress.tell();
    addEventListener("storage", ({ key }) => {
      if (key !== KEY && key !== null) return;
      progress.done = progress.stored();
      progress.tell();
    });
  });
})(globalThis.gelulab);
