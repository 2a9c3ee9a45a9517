/**
 * Code in the text. Without scripts the libraries stand one below the other, each under its name; here they become tabs,
 * and every piece of code gets a button that copies it. Whoever chooses a library chooses it for the whole page.
 */
(function (lab) {
  "use strict";
  const MOVES = /** @type {Record<string, (at: number, count: number) => number>} */ ({
    ArrowRight: (at, count) => (at + 1) % count,
    ArrowLeft: (at, count) => (at + count - 1) % count,
    Home: () => 0,
    End: (_, count) => count - 1,
  });
  const SHOWN = 2000; // ms that the button says what it did

  /** @type {((library: string) => void)[]} */
  const groups = [];

  /**
   * Copies a text, or selects it where that is forbidden (frames, plain http).
   * @param {string} text @param {() => void} select
   * @returns {Promise<boolean>} whether it was copied
   */
  lab.copy = async (text, select) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      select();
      return false;
    }
  };

  /** @param {Element} code */
  const select = (code) => getSelection()?.selectAllChildren(code);

  /** A button that copies. @param {HTMLElement} panel */
  const addCopy = (panel) => {
    const code = /** @type {HTMLElement} */ (panel.querySelector("code"));
    const button = document.createElement("button");
    button.type = "button";
    button.className = "gl-button gl-copy";
    button.dataset.action = "copy";
    button.textContent = lab.words.code.copy;
    const said = document.createElement("span");
    said.className = "gl-hidden";
    said.setAttribute("role", "status");
    let timer = 0;
    button.addEventListener("click", async () => {
      const copied = await lab.copy(code.textContent ?? "", () => select(code));
      const word = copied ? lab.words.code.copied : lab.words.code.selected;
      button.textContent = said.textContent = word;
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.textContent = lab.words.code.copy;
        said.textContent = "";
      }, SHOWN);
    });
    const frame = document.createElement("div");
    frame.className = "gl-code-frame";
    code.parentElement?.replaceWith(frame);
    frame.append(/** @type {HTMLElement} */ (code.parentElement), button, said);
  };

  /** @param {HTMLElement} box with class gl-code @param {number} number unlike that of any other box on the page */
  lab.bindCode = (box, number) => {
    const panels = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(".gl-code-panel")]);
    panels.forEach(addCopy);
    if (panels.length < 2) return;
    const list = document.createElement("div");
    list.className = "gl-code-tabs";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", lab.words.code.libraries);
    const tabs = panels.map((panel) => {
      const { library } = panel.dataset;
      const name = /** @type {HTMLElement} */ (panel.querySelector(".gl-code-name"));
      const tab = document.createElement("button");
      tab.type = "button";
      tab.id = `code-${number}-${library}-tab`;
      tab.textContent = name.textContent;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id = `code-${number}-${library}`);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      return tab;
    });
    list.append(...tabs);
    box.prepend(list);
    box.dataset.bound = "";

    /** @param {string | undefined} library */
    const show = (library) => {
      if (!panels.some((panel) => panel.dataset.library === library)) return;
      panels.forEach((panel, at) => {
        const chosen = panel.dataset.library === library;
        panel.toggleAttribute("data-shown", chosen);
        tabs[at].setAttribute("aria-selected", String(chosen));
        tabs[at].tabIndex = chosen ? 0 : -1;
      });
    };
    /** The other groups follow; what the reader looks at stays where it is. @param {number} at */
    const choose = (at) => {
      const before = list.getBoundingClientRect().top;
      for (const group of groups) group(/** @type {string} */ (panels[at].dataset.library));
      scrollBy({ top: list.getBoundingClientRect().top - before, behavior: "instant" });
    };
    tabs.forEach((tab, at) => {
      tab.addEventListener("click", () => choose(at));
      tab.addEventListener("keydown", (event) => {
        const move = MOVES[event.key];
        if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const next = move(at, tabs.length);
        tabs[next].focus({ preventScroll: true });
        choose(next);
      });
    });
    groups.push(show);
    show(panels[0].dataset.library);
  };
})(globalThis.gelulab);
