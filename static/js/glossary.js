/**
 * The glossary beside the words: what a term means, on hover, focus and tap. One box for all terms, filled from the list
 * at the end of the page. Without this script a term is a link to that list.
 */
(function (lab) {
  "use strict";
  const LATER = 200; // ms that the pointer may take from the word to the box

  lab.late.push(() => {
    const box = document.createElement("div");
    box.id = "gl-tip";
    box.className = "gl-tip";
    box.setAttribute("role", "tooltip");
    box.hidden = true;
    (document.getElementById("text") ?? document.body).append(box); // a landmark
    let open = /** @type {HTMLAnchorElement | null} */ (null);
    let timer = 0;

    const close = () => {
      clearTimeout(timer);
      open?.removeAttribute("aria-describedby");
      open = null;
      box.hidden = true;
    };

    /** Below the word, or above it where the screen ends; never beyond its sides. @param {HTMLAnchorElement} term */
    const place = (term) => {
      const word = term.getClientRects()[0];
      const width = document.body.clientWidth; // less than the window where room is kept for a scroll bar
      const left = Math.max(8, Math.min(word.left, width - box.offsetWidth - 8));
      const above = word.bottom + box.offsetHeight > innerHeight && word.top > box.offsetHeight;
      const top = above ? word.top - box.offsetHeight : word.bottom;
      box.style.transform = `translate(${left + scrollX}px, ${top + scrollY}px)`;
    };

    /** @param {HTMLAnchorElement} term */
    const show = (term) => {
      clearTimeout(timer);
      if (term === open) return;
      close();
      const name = document.getElementById(term.hash.slice(1));
      if (!name?.nextElementSibling) return;
      const text = document.createElement("p");
      text.append(...[...name.nextElementSibling.childNodes].map((node) => node.cloneNode(true)));
      box.replaceChildren(text);
      box.hidden = false;
      open = term;
      term.setAttribute("aria-describedby", box.id);
      place(term);
    };

    const leave = () => {
      clearTimeout(timer);
      timer = setTimeout(close, LATER);
    };

    for (const term of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.gl-term"))) {
      term.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(term));
      term.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && leave());
      term.addEventListener("focus", () => show(term));
      term.addEventListener("blur", leave);
      // A tap explains; it must not lead away. Enter and a modified click follow the link.
      term.addEventListener("click", (event) => {
        if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return close();
        event.preventDefault();
        show(term);
      });
    }
    box.addEventListener("pointerenter", () => clearTimeout(timer));
    box.addEventListener("pointerleave", leave);
    document.addEventListener("pointerdown", ({ target }) => {
      if (open && target instanceof Node && !box.contains(target) && !open.contains(target)) close();
    });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
    addEventListener("resize", close);
  });
})(globalThis.gelulab);
