/** Help for the keyboard: the sheet of keys, and the switch for keys that are a single letter. */
(function (lab) {
  "use strict";
  const STORED = "gelu-lab.keys";
  let single = true;
  try {
    single = localStorage.getItem(STORED) !== "off";
  } catch {
    // storage may be forbidden: then they work
  }

  /** Whether single letters are keys here; who speaks to a computer may have to switch them off. */
  lab.singleKeys = () => single;

  /** @param {boolean} on */
  const setSingle = (on) => {
    single = on;
    try {
      localStorage.setItem(STORED, on ? "on" : "off");
    } catch {
      // then this page remembers
    }
  };

  /** Whether a key belongs to what has the focus: a handle, a field, a list, a dialog. @param {KeyboardEvent} event */
  lab.keyTaken = (event) => event.target instanceof Element && Boolean(event.target.closest(
    "input, select, textarea, [role=slider], [role=tab], [contenteditable], dialog"));

  /** Whether it is a letter pressed alone. @param {KeyboardEvent} event */
  lab.plainKey = (event) => !event.altKey && !event.ctrlKey && !event.metaKey && !event.isComposing;

  /** @param {string} tag @param {Record<string, string>} attributes @param {(Node | string)[]} children */
  lab.made = (tag, attributes = {}, children = []) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  /**
   * A dialog with a title and a button that closes it; a click beside it does too.
   * @param {string} id @param {string} title @param {(Node | string)[]} children @returns {HTMLDialogElement}
   */
  lab.sheet = (id, title, children) => {
    const close = lab.made("button", { type: "button", class: "gl-sheet-close" }, [lab.words.keys.close]);
    const dialog = /** @type {HTMLDialogElement} */ (lab.made("dialog", { class: "gl-sheet", id, "aria-labelledby": `${id}-title` },
      [lab.made("div", { class: "gl-sheet-head" }, [lab.made("h2", { id: `${id}-title` }, [title]), close]), ...children]));
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    return dialog;
  };

  /** The sheet of keys. @param {Record<string, {keys: string, does: string}>} rows */
  lab.keySheet = (rows) => {
    const say = lab.words.keys;
    const lines = Object.values(rows).map(({ keys, does }) => lab.made("tr", {}, [
      lab.made("th", { scope: "row" }, keys.split(" ").flatMap((key, at) =>
        [...(at ? [" "] : []), lab.made("kbd", {}, [key])])),
      lab.made("td", {}, [does]),
    ]));
    const box = /** @type {HTMLInputElement} */ (lab.made("input", { type: "checkbox" }));
    box.checked = single;
    box.addEventListener("change", () => setSingle(box.checked));
    return lab.sheet("gl-keys", say.title, [
      lab.made("table", { class: "gl-key-list" }, [lab.made("tbody", {}, lines)]),
      lab.made("label", { class: "gl-key-switch" }, [box, " ", lab.made("span", {}, [say.single])]),
    ]);
  };
})(globalThis.gelulab);
