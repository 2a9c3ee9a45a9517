/** What a whole page does: figures come alive near the screen, the theme switch, one x for all, the contents. */
(function (lab) {
  "use strict";
  /** @type {Map<HTMLElement, any>} */
  const figures = new Map();
  const root = document.documentElement;
  /** The x of all figures while they are linked. */
  let common = /** @type {number | undefined} */ (undefined);

  /**
   * Runs what the page's head has asked for: Bokeh and the first figure's script. A page that carries them inline has
   * none. @returns {Promise<any[]>}
   */
  const preloaded = () => Promise.all([.../** @type {NodeListOf<HTMLLinkElement>} */ (
    document.querySelectorAll("link[rel=preload][as=script]"))].map(({ href }) => lab.load(href)));

  /** Data and scripts of a figure: inline, or classic scripts of their own. @param {HTMLElement} element */
  const fetchSpec = async (element) => {
    const id = element.dataset.figure;
    const inline = document.querySelector(`script[type="application/json"][data-spec="${id}"]`);
    if (inline && !lab.spec(id)) lab.addSpec(JSON.parse(inline.textContent));
    await preloaded();
    const wanted = lab.script(id) ? [] : (element.dataset.scripts || "").split(" ").filter(Boolean);
    if (!lab.spec(id) && element.dataset.data) wanted.push(element.dataset.data);
    await Promise.all(wanted.map((path) => lab.load(lab.base + path)));
    return lab.spec(id);
  };

  /** Brings a figure to the common x, if there is one. @param {any} figure @param {boolean} final */
  const follow = (figure, final) => {
    if (common !== undefined && figure.state.specs.has("x")) figure.state.set({ x: common }, { by: "link", final });
  };

  /** One figure comes alive at a time: side by side all of them would be late. @type {Promise<any>} */
  let turn = Promise.resolve();

  /** What the head has left out of a long page comes when the first figure answers: who moves it already goes first. */
  const whole = async () => {
    if (!root.classList.contains("gl-beginning")) return;
    await lab.rest();
    // Who has already gone further finds headings and figures there, and goes on seeing them.
    const seen = [...document.querySelectorAll("[data-later] > :is(h2, figure)")].find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const top = () => seen?.getBoundingClientRect().top ?? 0;
    const before = top();
    root.classList.remove("gl-beginning");
    if (seen) scrollBy({ top: top() - before, behavior: "instant" });
  };

  /** @param {HTMLElement} element */
  const comeNear = async (element) => {
    let entry = figures.get(element);
    if (!entry) figures.set(element, entry = { near: true, busy: null, figure: null });
    entry.near = true;
    if (entry.busy || entry.figure?.mounted) return;
    entry.busy = (async () => {
      try {
        const mount = turn.then(async () => {
          if (!entry.near) return; // who has scrolled on meanwhile need not wait for it
          const spec = await fetchSpec(element);
          const prefix = document.body.dataset.prefix === "id" ? `${spec.id}.` : "";
          if (!entry.figure) {
            entry.figure = new lab.Figure(element, spec, { prefix, whole });
            lab.begin?.(entry.figure);
          }
          follow(entry.figure, true);
          await entry.figure.mount();
        });
        turn = mount.catch(() => {}).then(lab.rest);
        await mount;
      } catch (error) {
        const sentence = element.querySelector("[data-sentence]");
        sentence.textContent = lab.words.failed;
        sentence.removeAttribute("data-after-predict"); // this is no answer to wait for
        console.error(error);
      }
      entry.busy = null;
      if (!entry.near && entry.figure?.mounted) entry.figure.unmount();
    })();
  };

  /**
   * The figure of that id, alive with its state; undefined where it could not be started.
   * @param {string} id
   */
  lab.figureOn = async (id) => {
    const element = /** @type {HTMLElement} */ (document.querySelector(`figure[data-figure="${id}"]`));
    comeNear(element);
    const entry = figures.get(element);
    await entry.busy;
    return entry.figure ?? undefined;
  };

  /** The figure of that id, if it has been alive. @param {string} id */
  lab.figureNamed = (id) => [...figures.values()].find(({ figure }) => figure?.id === id)?.figure;

  /** Takes a figure down until it is needed again; its state stays. @param {string} id */
  lab.figureOff = (id) => goFar(/** @type {HTMLElement} */ (document.querySelector(`figure[data-figure="${id}"]`)));

  /** What the head has asked for is at hand when the first figure needs it. */
  lab.warm = () => { preloaded().catch(() => {}); };

  /** Paints every figure that is alive anew: the page has another size of type. */
  lab.repaint = () => {
    for (const { figure } of figures.values()) if (figure?.mounted) figure.paint();
  };

  /** What can wait until the first figure has answered. */
  const startLate = async () => {
    const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-late]"));
    const wanted = (place?.dataset.late ?? "").split(" ").filter(Boolean);
    await Promise.allSettled(wanted.map((path) => lab.load(lab.base + path)));
    // Answers must not wait for a form that could not be loaded.
    if (document.querySelector("[data-predict]") && !lab.bindPrediction) root.classList.remove("gl-predicting");
    for (const start of lab.late) {
      try {
        start();
      } catch (error) {
        reportError(error); // the others start all the same
      }
    }
  };

  /** @param {HTMLElement} element */
  const goFar = (element) => {
    const entry = figures.get(element);
    if (!entry) return;
    entry.near = false;
    if (!entry.busy && entry.figure?.mounted) entry.figure.unmount();
  };

  const islands = () => {
    const elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("figure[data-figure]")]);
    // Mounted one screen ahead, taken down three screens away: at pixel ratio 3 canvases are what fills a phone.
    const middle = innerHeight / 2;
    const off = (/** @type {IntersectionObserverEntry} */ { boundingClientRect: box }) =>
      Math.abs((box.top + box.bottom) / 2 - middle);
    // The one before the reader's eyes comes first.
    const near = new IntersectionObserver((entries) => entries.sort((a, b) => off(a) - off(b)).forEach((entry) => {
      if (entry.isIntersecting) comeNear(/** @type {HTMLElement} */ (entry.target));
    }), { rootMargin: "100% 0px" });
    const seen = new WeakSet();
    const far = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => {
      if (isIntersecting) seen.add(target);
      else if (seen.has(target)) goFar(/** @type {HTMLElement} */ (target));
    }), { rootMargin: "300% 0px" });
    // The opening figure's data came with the page: it answers at once, wherever a phone's screen ends. Who came for
    // another section sees that one first.
    const opening = elements.find((element) => "opening" in element.dataset) || elements[0];
    const target = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    const wanted = elements.find((element) => target?.contains(element)) || opening;
    if (wanted) comeNear(wanted);
    for (const element of elements) {
      near.observe(element);
      far.observe(element);
    }
    if (opening && wanted !== opening) comeNear(opening);
  };

  const themeSwitch = () => {
    const button = document.querySelector('[data-action="theme"]');
    const show = () => {
      if (!button) return;
      const dark = root.dataset.theme === "dark";
      button.textContent = dark ? lab.words.page.light : lab.words.page.dark;
    };
    button?.addEventListener("click", () => {
      root.classList.remove("gl-system-theme");
      root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
      lab.remember("gelu-lab.theme", root.dataset.theme);
      show();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
      if (!root.classList.contains("gl-system-theme")) return;
      root.dataset.theme = event.matches ? "dark" : "light";
      show();
    });
    show();
  };

  const linkSwitch = () => {
    const button = document.querySelector('[data-action="link-x"]');
    if (!button) return;
    let linked = false;
    let last = /** @type {number | undefined} */ (undefined);
    const tellAll = (/** @type {boolean} */ final, /** @type {string} */ but = "") => {
      common = linked ? last : undefined;
      for (const { figure } of figures.values()) if (figure && figure.id !== but) follow(figure, final);
    };
    button.addEventListener("click", () => {
      linked = !linked;
      button.setAttribute("aria-pressed", String(linked));
      tellAll(true);
    });
    document.addEventListener("gelu:change", (event) => {
      const { figure, name, value, final } = /** @type {CustomEvent} */ (event).detail;
      const source = [...figures.values()].find((entry) => entry.figure?.id === figure)?.figure;
      if (name !== "x" || source?.by === "link") return;
      last = value;
      tellAll(final, figure);
    });
  };

  /** The contents say where the reader is; on a narrow screen they are a drawer that a choice, Escape or a tap closes. */
  const contents = () => {
    const drawer = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".gl-contents details"));
    if (!drawer) return;
    const wide = matchMedia("(min-width: 75rem)");
    const here = drawer.querySelector(".gl-here");
    const list = drawer.querySelector("ol");
    const links = new Map([...drawer.querySelectorAll("a")].map((link) => [link.getAttribute("href").slice(1), link]));
    drawer.open = wide.matches;

    /** Where the list scrolls by itself, it shows the present section. */
    const reveal = () => {
      const link = list.querySelector("[aria-current]");
      const scroller = wide.matches ? drawer : list;
      if (!link) return;
      const [item, view] = [link.getBoundingClientRect(), scroller.getBoundingClientRect()];
      if (item.top < view.top || item.bottom > view.bottom) scroller.scrollTop += item.top - view.top - view.height / 3;
    };
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute("aria-current");
        const link = links.get(target.id);
        link?.setAttribute("aria-current", "true");
        here.textContent = link ? `${target.querySelector(".gl-number")?.textContent ?? ""} ${link.textContent}` : "";
        reveal();
      }
    }, { rootMargin: "-20% 0px -70% 0px" });
    for (const part of document.querySelectorAll(".gl-front, .gl-section[id]")) observer.observe(part);

    const close = () => {
      if (!wide.matches) drawer.open = false;
    };
    drawer.addEventListener("toggle", reveal);
    list.addEventListener("click", close);
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !drawer.contains(target)) close();
    });
    drawer.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || wide.matches || !drawer.open) return;
      close();
      drawer.querySelector("summary").focus();
    });
  };

  /** Tells an embedding page how high this one is. */
  const postHeight = () => {
    if (parent === window) return;
    const figure = document.querySelector("figure[data-figure]")?.id;
    new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      parent.postMessage({ type: "gelu:height", figure, height }, "*");
    }).observe(document.body);
  };

  /** Paper is light and narrower than the screen: for the print every figure becomes a picture, which fits any width. */
  const printing = () => {
    let theme = root.dataset.theme;
    /** @type {HTMLElement[]} */
    let printed = [];
    addEventListener("beforeprint", () => {
      theme = root.dataset.theme;
      root.dataset.theme = "light";
      printed = [...figures.keys()].filter((element) => figures.get(element).figure?.mounted);
      for (const element of printed) {
        const { figure } = figures.get(element);
        figure.paint();
        figure.render();
        figure.unmount();
      }
    });
    addEventListener("afterprint", () => {
      root.dataset.theme = theme;
      for (const element of printed) comeNear(element);
    });
  };

  /** Back and forward lead to another place of the page, not to another state: the address goes on telling the state. */
  const addresses = () => addEventListener("popstate", () => {
    for (const { figure } of figures.values()) {
      if (figure) lab.writeAddress(figure.prefix, figure.state.specs, figure.state.values);
    }
  });

  /** A formula that is wider than its column scrolls: then the keyboard has to reach it. */
  const formulas = () => {
    const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => {
      if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }));
    for (const formula of document.querySelectorAll(".gl-formula")) sizes.observe(formula);
  };

  /** The figure that answers first is not waiting for the end of the page, which may be long. */
  const startEarly = async () => {
    if (!(await preloaded()).length) return;
    const opening = /** @type {HTMLElement | null} */ (document.querySelector("figure[data-opening]"));
    if (!root.classList.contains("gl-beginning") || !opening?.nextElementSibling) return;
    lab.base = document.body.dataset.assets || "";
    comeNear(opening);
  };

  /** What the text needs around its figures, on every page that holds it. */
  lab.startText = () => {
    document.querySelectorAll(".gl-code").forEach((box, number) => lab.bindCode(box, number));
    formulas();
  };

  lab.startPage = () => {
    lab.base = document.body.dataset.assets || "";
    lab.startText();
    themeSwitch();
    linkSwitch();
    contents();
    printing();
    addresses();
    // In a lecture the deck says what comes alive.
    if (document.body.dataset.page !== "lecture") islands();
    const late = turn.then(startLate); // `turn` is now the first figure's
    if (document.body.dataset.page === "lesson") lab.keepPlace([turn, late]);
    if (document.body.dataset.page === "figure") postHeight();
  };

  // The scripts of a page run when they have come, before its end or after; this one may also be a guest of another page.
  const start = () => document.body?.dataset.page && lab.startPage();
  if (document.readyState === "loading") {
    // Once: Panel's pages carry a script that tells the event again.
    document.addEventListener("DOMContentLoaded", start, { once: true });
    startEarly().catch(() => {}); // a script that could not be loaded: the figure says so when it is its turn
  } else queueMicrotask(start); // when the whole script has run: the words come after this part of it
})(globalThis.gelulab);
