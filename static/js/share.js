/**
 * The share menu: a small window over the figure with what can be copied and what can be saved. One listener serves every
 * figure of the page, in shadow roots too; a figure's menu is built when it is opened first.
 */
(function (lab) {
  "use strict";
  const { share } = lab;
  const COPIES = ["link", "iframe", "python", "numpy"];
  const FILES = ["png", "svg", "csv"];
  const KINDS = /** @type {Record<string, string>} */ ({ svg: "image/svg+xml", csv: "text/csv;charset=utf-8" });
  const KEPT = 60_000; // ms that a file is at hand for the browser to save
  const ARROWS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });

  /** @param {string} name @param {Record<string, any>} properties @param {any[]} [children] */
  const make = (name, { role, label, ...properties }, children = []) => {
    const element = Object.assign(document.createElement(name), properties);
    if (role) element.setAttribute("role", role);
    if (label) element.setAttribute("aria-label", label);
    element.append(...children);
    return element;
  };

  /** Whether the page still hides something of this figure behind a prediction. @param {HTMLElement} element */
  const waits = (element) => [...element.querySelectorAll("[data-after-predict]")].some((each) =>
    getComputedStyle(each).visibility === "hidden");

  const Menu = class {
    /** @param {any} fig @param {HTMLElement} button */
    constructor(fig, button) {
      const say = lab.words.share;
      this.fig = fig;
      this.button = button;
      const item = (/** @type {string} */ name) => {
        const made = make("button", { type: "button", className: "gl-button", textContent: say[name] });
        made.dataset.share = name;
        made.addEventListener("click", () => this.act(name));
        return made;
      };
      const files = FILES.filter((name) => name !== "svg" || share.hasSvg(fig));
      this.items = Object.fromEntries([...COPIES, ...files].map((name) => [name, item(name)]));
      const group = (/** @type {string} */ label, /** @type {string[]} */ names) => make("div", { className: "gl-share-group" }, [
        make("span", { className: "gl-name", textContent: label, ariaHidden: "true" }),
        make("div", { className: "gl-share-items", role: "group", label }, names.map((name) => this.items[name])),
      ]);
      this.text = /** @type {HTMLTextAreaElement} */ (
        make("textarea", { readOnly: true, hidden: true, spellcheck: false, wrap: "off", label: say.text }));
      this.said = make("p", { className: "gl-share-said", role: "status" });
      const close = make("button", { type: "button", className: "gl-share-close", textContent: "×", label: say.close });
      close.addEventListener("click", () => this.close(true));
      this.element = make("div", {
        className: "gl-share-menu", hidden: true, role: "dialog", label: lab.fill(say.title, { title: fig.spec.title }),
      }, [close, group(say.copy, COPIES), this.text, group(say.download, files), this.said]);
      this.element.addEventListener("keydown", (event) => this.key(event));
      button.parentElement.append(this.element);
    }

    open() {
      const say = lab.words.share;
      const waiting = waits(this.fig.element);
      const reasons = new Set();
      const allow = (/** @type {string} */ name, /** @type {any} */ may, /** @type {string} */ reason) => {
        if (!this.items[name]) return;
        this.items[name].disabled = !may;
        if (!may) reasons.add(reason);
      };
      const link = share.link(this.fig);
      allow("link", link, say.no_address);
      allow("iframe", share.iframe(this.fig), link ? say.no_frame : say.no_address);
      for (const name of FILES) allow(name, !waiting, say.predict);
      this.text.hidden = true;
      this.element.hidden = false;
      this.button.setAttribute("aria-expanded", "true");
      this.said.textContent = [...reasons].join(" ");
      this.show();
      this.element.querySelector("[data-share]:enabled").focus({ preventScroll: true });
      this.abort = new AbortController();
      // Whoever presses elsewhere is done with it.
      document.addEventListener("pointerdown", (event) => {
        if (!event.composedPath().includes(this.element.parentElement)) this.close(false);
      }, { capture: true, signal: this.abort.signal });
    }

    /** Brings the whole menu into view, as far as it fits. */
    show() {
      this.element.scrollIntoView({ block: "nearest", behavior: "instant" });
    }

    /** @param {boolean} back whether the focus returns to the button */
    close(back) {
      this.element.hidden = true;
      this.button.setAttribute("aria-expanded", "false");
      this.abort.abort();
      if (back) this.button.focus({ preventScroll: true });
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      event.stopPropagation(); // a lecture's keys are not meant
      if (event.key === "Escape") {
        event.preventDefault();
        this.close(true);
        return;
      }
      const step = ARROWS[event.key];
      const items = Object.values(this.items).filter((each) => !each.disabled);
      const at = items.indexOf(/** @type {any} */ (event.target));
      if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      items[(at + step + items.length) % items.length].focus({ preventScroll: true });
    }

    /** @param {string} name of the item */
    async act(name) {
      const say = lab.words.share;
      try {
        this.said.textContent = COPIES.includes(name) ? await this.copy(share[name](this.fig)) : await this.save(name);
      } catch (error) {
        this.said.textContent = lab.fill(say.failed, { error: String(/** @type {any} */ (error).message ?? error) });
        throw error;
      }
    }

    /** Copies and shows a text. @param {string} text */
    async copy(text) {
      this.text.value = text;
      this.text.rows = Math.min(12, Math.max(2, text.trim().split("\n").length));
      this.text.hidden = false;
      this.show();
      const copied = await lab.copy(text, () => {
        this.text.focus({ preventScroll: true });
        this.text.select();
      });
      return lab.words.share[copied ? "copied" : "selected"];
    }

    /** @param {string} name of the kind of file */
    async save(name) {
      const made = await share[name](this.fig);
      const blob = made instanceof Blob ? made : new Blob([made], { type: KINDS[name] });
      const file = `gelu-lab-${this.fig.id}.${name}`;
      const link = /** @type {HTMLAnchorElement} */ (make("a", { href: URL.createObjectURL(blob), download: file }));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
      return lab.fill(lab.words.share.saved, { file });
    }
  };

  /** @type {WeakMap<Element, any>} */
  const menus = new WeakMap();
  document.documentElement.classList.add("gl-sharing"); // the buttons show
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement[]} */ (event.composedPath()).find((each) => each.dataset?.action === "share");
    const fig = button && lab.figureOf.get(button.closest("figure"));
    if (!fig?.mounted) return;
    let menu = menus.get(button);
    if (!menu) menus.set(button, menu = new Menu(fig, button));
    if (menu.element.hidden) menu.open();
    else menu.close(true);
  });
})(globalThis.gelulab);
