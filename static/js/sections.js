/** The lesson's keys: to the next section and back, and the sheet that tells them. */
(function (lab) {
  "use strict";
  const NEAR = 140; // px below the top of the window: what stands above is where the reader is

  const sections = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".gl-front, .gl-section[id]")]);

  /** @param {1 | -1} way */
  const turn = (way) => {
    const all = sections();
    const tops = all.map((each) => each.getBoundingClientRect().top);
    const here = tops.findLastIndex((top) => top <= NEAR);
    // Back leads to the beginning of this section first.
    const target = all[way < 0 && tops[here] < -NEAR ? here : here + way];
    const heading = /** @type {HTMLElement | null | undefined} */ (target?.querySelector("h1, h2"));
    if (!heading) return;
    target.scrollIntoView({ block: "start", behavior: "instant" }); // a key pressed twice means two sections
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    try {
      history.replaceState(history.state, "", `${location.pathname}${location.search}#${target.id || "top"}`);
    } catch {
      // a sandboxed frame has no address of its own
    }
  };

  lab.late.push(() => {
    const button = document.querySelector('.gl-switches [data-action="keys"]');
    if (!button) return;
    const sheet = lab.keySheet(lab.words.keys.lesson);
    const open = () => sheet.showModal();
    button.addEventListener("click", open);
    button.setAttribute("data-bound", "");
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || !lab.plainKey(event) || lab.keyTaken(event) || !lab.singleKeys()) return;
      if (event.key === "?") open();
      else if (event.key === "n") turn(1);
      else if (event.key === "p") turn(-1);
      else return;
      event.preventDefault();
    });
  });
})(globalThis.gelulab);
