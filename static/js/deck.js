/**
 * The screens of a lecture, one at a time. A figure exists once and moves from screen to screen; it comes alive when its
 * screen or the one before is shown, and rests when it is two screens away.
 *
 * @typedef {{screen: string, revealed: string[], answers: boolean, black: boolean}} DeckState
 */
(function (lab) {
  "use strict";

  /** @param {string | undefined} json @param {any} otherwise */
  const parsed = (json, otherwise) => (json ? JSON.parse(json) : otherwise);

  const LARGEST = 1.3; // times the usual size: a short question fills its screen too

  /** @param {number} count */
  const frames = async (count) => {
    while (count--) await new Promise((resolve) => requestAnimationFrame(resolve));
  };

  lab.Deck = class {
    /** @param {HTMLElement} main @param {boolean} alive whether the figures are shown (in the hall, not at the desk) */
    constructor(main, alive) {
      this.alive = alive;
      const short = new URLSearchParams(location.search).get("route") === "short";
      const all = /** @type {HTMLElement[]} */ ([...main.querySelectorAll(".gl-screen")]);
      this.screens = all.filter((screen) => !short || "short" in screen.dataset);
      this.figures = new Map([...main.querySelectorAll("figure[data-figure]")].map((each) => [each.id, each]));
      /** @type {Set<string>} */
      this.revealed = new Set();
      this.answers = true;
      this.black = false;
      this.index = -1;
      /** The screen that an address led to: what the address says of its figure holds. @type {HTMLElement | null} */
      this.kept = null;
      /** @type {Set<() => void>} */
      this.listeners = new Set();
      if (alive) lab.begin = (/** @type {any} */ figure) => this.set(figure, figure.element.closest(".gl-screen"));
    }

    get screen() {
      return this.screens[this.index];
    }

    /** @returns {DeckState} */
    get state() {
      return { screen: this.screen.id, revealed: [...this.revealed], answers: this.answers, black: this.black };
    }

    /** Begins where the address says, with what the browser remembers of this page. */
    start() {
      const kept = history.state?.deck;
      if (lab.Deck.holds(kept)) this.keep(kept);
      const at = Math.max(0, this.find(decodeURIComponent(location.hash.slice(1))));
      this.kept = this.screens[at];
      this.show(at);
    }

    /** Whether something is a state of a deck: it may come from a message. @param {any} what @returns {boolean} */
    static holds(what) {
      return Boolean(what) && typeof what.screen === "string" && typeof what.answers === "boolean"
        && typeof what.black === "boolean" && Array.isArray(what.revealed)
        && what.revealed.every((/** @type {any} */ each) => typeof each === "string");
    }

    /** The figure of the present screen, if it has been alive. */
    get figure() {
      return lab.figureNamed(this.named(this.screen));
    }

    /** @param {string} name an id or a number, from 1 @returns {number} -1 if there is none */
    find(name) {
      const at = this.screens.findIndex((screen) => screen.id === name);
      return at >= 0 || !/^\d+$/.test(name) ? at : Math.min(Number(name), this.screens.length) - 1;
    }

    /** @param {() => void} listener called when somebody has moved this deck */
    on(listener) {
      this.listeners.add(listener);
    }

    /** @param {DeckState} state */
    keep({ revealed, answers, black }) {
      this.revealed = new Set(revealed);
      this.answers = answers;
      this.black = black;
    }

    /** Another window has moved: follow it. @param {DeckState} state */
    take(state) {
      this.keep(state);
      this.show(Math.max(0, this.find(state.screen)));
    }

    /** @param {number} index of a screen; beyond the ends nothing happens */
    go(index) {
      if (index === this.index || !(index in this.screens)) return;
      this.show(index);
      this.tell();
    }

    /** @param {"answers" | "black"} name */
    toggle(name) {
      this[name] = !this[name];
      this.show(this.index);
      this.tell();
    }

    /** Tells the answer of the screen's prediction, or takes it back. */
    reveal() {
      const { id, dataset } = this.screen;
      if (dataset.kind !== "asks") return;
      if (!this.revealed.delete(id)) this.revealed.add(id);
      this.show(this.index);
      this.tell();
    }

    tell() {
      for (const listener of this.listeners) listener();
    }

    /** @param {number} index */
    show(index) {
      const turned = index !== this.index;
      const from = this.screen;
      const focused = from?.contains(document.activeElement);
      this.index = index;
      if (turned) this.screen.removeAttribute("data-settled");
      if (turned && this.screen !== this.kept) this.kept = null;
      this.screens.forEach((screen, at) => {
        screen.toggleAttribute("data-shown", at === index);
        screen.toggleAttribute("data-near", Math.abs(at - index) === 1);
        screen.toggleAttribute("data-revealed", this.revealed.has(screen.id));
      });
      const root = document.documentElement;
      root.classList.toggle("gl-no-answers", !this.answers);
      root.classList.toggle("gl-black", this.black);
      this.remember();
      if (!turned || !this.alive) return;
      this.fit(this.screen);
      this.bringFigures();
      if (focused) this.screen.focus({ preventScroll: true });
    }

    /** The question, its options and what is told stay on the screen. @param {HTMLElement} screen */
    fit(screen) {
      const ask = screen.querySelector(".gl-ask");
      if (!ask) return;
      for (let size = LARGEST; size > 0.62; size -= 0.05) {
        screen.style.setProperty("--gl-fit", size.toFixed(2));
        if (ask.lastElementChild.getBoundingClientRect().bottom <= screen.getBoundingClientRect().bottom - 8) return;
      }
    }

    remember() {
      const { pathname, search } = location;
      try {
        history.replaceState({ ...history.state, deck: this.state }, "", `${pathname}${search}#${this.screen.id}`);
      } catch {
        // a sandboxed frame has no address of its own
      }
    }

    /** The figure of the present screen first, then that of the next. */
    async bringFigures() {
      const index = this.index;
      this.bring(this.screens[index]);
      const next = this.screens[index + 1];
      if (this.named(next) !== this.named(this.screens[index])) this.bring(next);
      for (const [id, element] of this.figures) {
        const near = element.closest(".gl-screen").matches("[data-shown], [data-near]");
        if (!near) lab.figureOff(id);
      }
      for (const screen of [this.screens[index], next]) {
        if (index !== this.index) return;
        await this.awake(this.named(screen));
        if (index === this.index && screen === this.screen) screen.dataset.settled = "";
      }
    }

    /** Until a figure can be used, laid out as its screen wants it. @param {string | undefined} id */
    async awake(id) {
      if (!id) return;
      const element = this.figures.get(id);
      let over = false; // also where it could not be started
      lab.figureOn(id).then(() => { over = true; });
      while (!element.dataset.ready && !over) await frames(1);
      // Its pictures may have another size here: Bokeh lays them out in the next frames, and then they are drawn anew.
      await frames(3);
      const figure = lab.figureNamed(id);
      if (figure?.mounted) figure.paint();
      await frames(4);
    }

    /** @param {HTMLElement | undefined} screen @returns {string | undefined} the figure that it shows */
    named(screen) {
      return /** @type {HTMLElement | null | undefined} */ (screen?.querySelector("[data-place]"))?.dataset.place;
    }

    /** Puts a screen's figure into it, with what the screen shows of it. @param {HTMLElement | undefined} screen */
    bring(screen) {
      const id = this.named(screen);
      if (!id) return;
      const element = this.figures.get(id);
      const place = screen.querySelector("[data-place]");
      if (element.parentElement !== place) place.append(element);
      this.dress(element, screen);
      const figure = lab.figureNamed(id);
      if (figure) this.set(figure, screen);
    }

    /** Gives a figure the state of its screen; where a screen says nothing, the state goes on. @param {any} figure @param {HTMLElement} screen */
    set(figure, screen) {
      const at = parsed(screen.dataset.at, {});
      if (screen === this.kept) {
        const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
        if (visit?.type === "reload") return;
        const asked = new URLSearchParams(location.search);
        for (const name of Object.keys(at)) if (asked.has(figure.prefix + name)) delete at[name];
      }
      figure.state.set(at, { by: "link", final: true });
    }

    /** @param {Element} element a figure @param {HTMLElement} screen */
    dress(element, screen) {
      const slots = parsed(screen.dataset.slots, []);
      const values = parsed(screen.dataset.values, []);
      const controls = [...parsed(screen.dataset.controls, [])];
      if (controls.includes("play")) controls.push("pause");
      const away = (/** @type {Element} */ each, /** @type {boolean} */ gone) => each.classList.toggle("gl-away", gone);
      const pictures = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("[data-slot], .gl-steps")]);
      for (const each of pictures) away(each, slots.length > 0 && !slots.includes(each.dataset.slot ?? "table"));
      // What holds nothing else goes with it; what holds one picture gives it all its room.
      for (const box of element.querySelectorAll(".gl-stage div:has(> [data-slot])")) {
        const shown = [...box.querySelectorAll("[data-slot]")].filter((each) => !each.classList.contains("gl-away"));
        away(box, !shown.length);
        box.classList.toggle("gl-only", shown.length === 1);
      }
      for (const each of element.querySelectorAll(".gl-value")) {
        const output = /** @type {HTMLElement | null} */ (each.querySelector("[data-value]"));
        away(each, values.length > 0 && !values.includes(output?.dataset.value));
      }
      for (const each of element.querySelectorAll(".gl-quantity, .gl-flag, .gl-choice")) {
        const control = /** @type {HTMLElement | null} */ (each.querySelector("[data-control]"));
        away(each, !controls.includes(control?.dataset.control));
      }
      for (const each of element.querySelectorAll("button.gl-button")) {
        away(each, !controls.includes(/** @type {HTMLElement} */ (each).dataset.action));
      }
    }
  };
})(globalThis.gelulab);
