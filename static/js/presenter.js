/**
 * The presenter's window: notes, the next screen, the time. It and the hall's window tell each other where they are, by
 * messages between a window and the one that opened it: that works from disk too, and after a reload of either.
 */
(function (lab) {
  "use strict";
  const TYPE = "gelu:lecture";
  const SIGHT = "gelu:lecture-sight";
  const BEAT = 700; // ms between two greetings of the presenter's window: so long a reloaded hall is alone

  /** @param {Window} what @returns {Window | null} who has opened it; null where one may not know */
  const openerOf = (what) => {
    try {
      return what.opener;
    } catch {
      return null;
    }
  };

  /**
   * Keeps a deck in step with the other window. Who moved last leads.
   * @param {any} deck @param {boolean} atDesk whether this is the presenter's window
   */
  lab.keepInStep = (deck, atDesk) => {
    let moved = 0; // when this deck was last moved, here or there
    let other = /** @type {Window | null} */ (atDesk ? window.opener : null);
    let heard = 0;
    /** What the hall has last shown of itself. @type {{screen: string, picture: string, sentence: string} | null} */
    let seen = null;

    const post = (/** @type {any} */ message) => {
      if (!other || other.closed) return;
      // From disk every page has an origin of its own; there is nothing secret in a place of a lecture.
      other.postMessage(message, location.protocol === "file:" ? "*" : location.origin);
    };
    const send = (/** @type {boolean} */ greeting = false) => {
      post({ type: TYPE, greeting, moved, state: deck.state, sees: seen?.screen });
    };
    const look = atDesk ? () => {} : lab.sight(deck, (/** @type {any} */ sight) => post({ type: SIGHT, ...sight }));

    addEventListener("message", ({ data, source, origin }) => {
      const from = /** @type {Window | null} */ (source);
      if (!from || ![TYPE, SIGHT].includes(data?.type)) return;
      if (origin !== location.origin && location.protocol !== "file:") return;
      if (atDesk ? from !== window.opener : openerOf(from) !== window) return;
      if (data.type === SIGHT) {
        if (!atDesk || !/^data:image\/png/.test(data.picture)) return;
        seen = { screen: String(data.screen), picture: data.picture, sentence: String(data.sentence) };
        lab.redrawn?.();
        return;
      }
      if (typeof data.moved !== "number" || !lab.Deck.holds(data.state)) return;
      other = from;
      heard = Date.now();
      if (data.moved > moved) {
        moved = data.moved;
        deck.take(data.state);
        lab.redrawn?.();
      } else if (data.moved < moved || data.greeting) send();
      if (data.greeting && data.sees !== deck.screen.id) look();
    });

    deck.on(() => {
      moved = Math.max(Date.now(), moved + 1);
      send();
    });
    if (atDesk) {
      send(true);
      setInterval(() => send(true), BEAT);
    }
    return {
      /** Opens the presenter's window, or shows the one there is. @returns {boolean} whether the browser let it */
      open: () => {
        const route = new URLSearchParams(location.search).get("route");
        const query = new URLSearchParams({ presenter: "1", ...(route ? { route } : {}) });
        const opened = window.open(`${location.pathname}?${query}${location.hash}`, "gelu-lab-presenter",
          "popup,width=1100,height=760");
        if (opened) other = opened;
        return Boolean(opened);
      },
      /** Whether the other window has answered lately. */
      joined: () => Date.now() - heard < 4 * BEAT,
      /** What the hall shows on this screen, if it has told. */
      seen: () => (seen?.screen === deck.screen.id ? seen : null),
    };
  };

  /**
   * A screen as the presenter sees it: its words, the answer too, and its figure, as the hall has it or else as it comes.
   * @param {HTMLElement | undefined} screen @param {{picture: string, sentence: string} | null} [seen]
   */
  const small = (screen, seen) => {
    if (!screen) return [lab.made("p", {}, [lab.words.lecture.desk.over])];
    const parts = [...screen.querySelectorAll(".gl-where, h2, .gl-say, .gl-text, .gl-ask")].map((part) => {
      const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
      for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
      return copy.tagName === "H2" ? lab.made("h3", {}, [...copy.childNodes]) : copy;
    });
    const about = (/** @type {string} */ text) => lab.made("p", { class: "gl-desk-about" }, [text]);
    if (seen) return [...parts, about(seen.sentence), lab.made("img", { class: "gl-still", src: seen.picture, alt: "" })];
    const place = /** @type {HTMLElement | null} */ (screen.querySelector("[data-place]"));
    const still = place && screen.parentElement
      .querySelector(`figure[data-figure="${place.dataset.place}"] .gl-still`);
    // This picture is that of the whole figure as the lesson opens it, not of what has been dragged in the hall.
    return [...parts, ...(still ? [about(lab.words.lecture.desk.still), still.cloneNode()] : [])];
  };

  /** Builds the desk and keeps it up to date. @param {any} deck @param {any} step what `keepInStep` has given */
  lab.desk = (deck, step) => {
    const say = lab.words.lecture.desk;
    const part = (/** @type {string} */ name) => {
      const box = lab.made("div", { class: "gl-desk-body" });
      return { box, section: lab.made("section", { class: `gl-desk-${name}`, "aria-label": say[name] },
        [lab.made("h2", {}, [say[name]]), box]) };
    };
    const [now, next, notes] = ["now", "next", "notes"].map(part);
    for (const { box } of [now, next, notes]) box.tabIndex = 0; // what is long scrolls
    const clock = lab.made("span", { class: "gl-clock" });
    const passed = lab.made("span", { class: "gl-clock" });
    const state = lab.made("span", { class: "gl-desk-state", role: "status" });
    const reset = lab.made("button", { type: "button" }, [say.reset]);
    const head = lab.made("div", { class: "gl-desk-head" },
      [say.clock, " ", clock, " ", say.passed, " ", passed, " ", reset, state]);
    const main = document.querySelector(".gl-deck");
    main.after(lab.made("main", { class: "gl-desk", id: "deck", tabindex: "-1" }, [head, now.section, next.section, notes.section]));
    main.remove();

    let since = Number(history.state?.since) || Date.now();
    const keep = () => history.replaceState({ ...history.state, since }, "");
    keep();
    reset.addEventListener("click", () => {
      since = Date.now();
      keep();
      tick();
    });
    const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
    const tick = () => {
      const seconds = (Date.now() - since) / 1000;
      clock.textContent = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      passed.textContent = `${two(seconds / 60)}:${two(seconds % 60)}`;
      const told = !window.opener ? say.unopened : !step.joined() ? say.alone : deck.black ? say.black : say.joined;
      if (state.textContent !== told) state.textContent = told;
    };
    lab.redrawn = () => {
      now.box.replaceChildren(...small(deck.screen, step.seen()));
      next.box.replaceChildren(...small(deck.screens[deck.index + 1]));
      const told = [...deck.screen.querySelector(".gl-notes").childNodes].slice(1); // without its summary
      notes.box.replaceChildren(...told.map((each) => each.cloneNode(true)));
      notes.box.scrollTop = 0;
      lab.showAt();
      tick();
    };
    setInterval(tick, 500);
  };
})(globalThis.gelulab);
