/** The lecture view: keys of a keyboard or a clicker, a button for each of them, the hall's window and the presenter's. */
(function (lab) {
  "use strict";

  /** @param {any} deck @param {any} acts what keys and buttons do, by name */
  const bindKeys = (deck, acts) => {
    let digits = "";
    const letters = /** @type {Record<string, string>} */ ({ b: "black", ".": "black", f: "full", h: "answers", r: "reveal",
      p: "presenter", q: "code", "?": "keys" });
    const turns = /** @type {Record<string, string>} */ ({ ArrowRight: "next", ArrowLeft: "previous", " ": "next",
      Home: "first", End: "last" });

    /** @param {KeyboardEvent} event @returns {string | undefined} the name of an act */
    const meant = (event) => {
      const { key, target } = event;
      if (key === "PageDown") return "next";
      if (key === "PageUp") return "previous";
      if (lab.keyTaken(event)) return undefined;
      const pressed = target instanceof Element && target.closest("button, a, summary") && (key === " " || key === "Enter");
      if (pressed) return undefined;
      if (/^\d$/.test(key) && lab.singleKeys()) return "digit";
      if (key === "Enter") return digits ? "goto" : "reveal";
      return turns[key] ?? (lab.singleKeys() ? letters[key.toLowerCase()] : undefined);
    };

    addEventListener("keydown", (event) => {
      if (!lab.plainKey(event) || ["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"].includes(event.key)) return;
      const name = deck.black ? "black" : meant(event);
      if (name === "digit") digits = (digits + event.key).slice(-3);
      else if (name === "goto") deck.go(deck.find(digits));
      else if (name) acts[name]();
      if (name !== "digit") digits = "";
      lab.showAt(digits);
      if (!name) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // a handle or a field must not hear it too
    }, { capture: true });
  };

  /** @param {any} deck @param {Record<string, () => void>} acts */
  const bindBar = (deck, acts) => {
    const bar = document.querySelector(".gl-lecture-bar");
    const at = bar.querySelector("[data-count]");
    const line = /** @type {HTMLElement} */ (bar.querySelector("[data-line]"));
    const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (bar.querySelector(`[data-action="${name}"]`));
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("button[data-action]"))) {
      const act = acts[each.dataset.action];
      if (act) each.addEventListener("click", act);
    }
    lab.showAt = (/** @type {string} */ typed = "") => {
      const count = deck.screens.length;
      at.textContent = typed ? `${typed} …` : `${deck.index + 1} / ${count}`;
      line.style.setProperty("--gl-share", String(count > 1 ? deck.index / (count - 1) : 1));
      button("previous").disabled = deck.index === 0;
      button("next").disabled = deck.index === count - 1;
      button("reveal").disabled = deck.screen.dataset.kind !== "asks";
      button("reveal").setAttribute("aria-pressed", String(deck.revealed.has(deck.screen.id)));
      button("answers").setAttribute("aria-pressed", String(!deck.answers));
    };
  };

  /** A clicker's black: nothing is seen, and the next key or a press brings it back. @param {any} deck */
  const bindBlack = (deck) => {
    const cover = lab.made("div", { class: "gl-cover" });
    cover.addEventListener("click", () => deck.toggle("black"));
    document.body.append(cover);
  };

  lab.late.push(() => {
    const main = /** @type {HTMLElement | null} */ (document.querySelector(".gl-deck"));
    if (!main) return;
    const root = document.documentElement;
    const atDesk = new URLSearchParams(location.search).get("presenter") === "1";
    root.classList.toggle("gl-presenter", atDesk);
    const deck = new lab.Deck(main, !atDesk);
    deck.start();
    const step = lab.keepInStep(deck, atDesk);
    const keys = lab.keySheet(lab.words.keys.lecture);
    const code = lab.codeSheet(deck);
    const blocked = lab.sheet("gl-blocked", lab.words.lecture.buttons.presenter,
      [lab.made("p", {}, [lab.words.lecture.blocked])]);
    const announcer = document.querySelector("[data-announce]");
    const announce = (/** @type {string} */ text) => {
      announcer.textContent = text;
    };
    const close = () => [keys, code, blocked].forEach((dialog) => dialog.close());
    const turn = (/** @type {number} */ index) => {
      close();
      deck.go(index);
    };
    const acts = {
      next: () => turn(deck.index + 1),
      previous: () => turn(deck.index - 1),
      first: () => turn(0),
      last: () => turn(deck.screens.length - 1),
      black: () => deck.toggle("black"),
      answers: () => deck.toggle("answers"),
      reveal: () => deck.reveal(),
      full: () => {
        const asked = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.();
        asked?.catch(() => {}); // the browser may refuse; its own key is left
      },
      presenter: () => {
        if (!atDesk && !step.open()) blocked.showModal();
      },
      code: () => lab.showCode(),
      keys: () => keys.showModal(),
    };
    bindBar(deck, acts);
    bindBlack(deck);
    bindKeys(deck, acts);
    const told = () => {
      lab.showAt();
      lab.redrawn?.();
      const { screen, index, screens } = deck;
      announce(lab.fill(lab.words.lecture.announce, {
        at: String(index + 1), count: String(screens.length), title: screen.querySelector("h2").textContent,
      }));
    };
    deck.on(told);
    if (atDesk) lab.desk(deck, step);
    lab.warm(); // the first figure may be some screens away
    lab.redrawn ??= () => lab.showAt();
    lab.redrawn();
    addEventListener("hashchange", () => deck.go(deck.find(decodeURIComponent(location.hash.slice(1)))));
    addEventListener("resize", () => requestAnimationFrame(() => {
      if (!atDesk) deck.fit(deck.screen);
      lab.repaint();
    }));
    root.classList.add("gl-started");
  });
})(globalThis.gelulab);
