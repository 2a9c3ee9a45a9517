/**
 * What the hall sees, for the presenter's window: a picture of the plots with their points, and the sentence below them,
 * drawn a moment after they last changed.
 */
(function (lab) {
  "use strict";
  const WIDTH = 720; // px: a desk has no room for more
  const REST = 250; // ms without a change: a hand that moves is not held up by a picture

  /** @param {ParentNode} root @returns {HTMLCanvasElement[]} also those below the shadow roots of plots */
  const canvases = (root) => [...root.querySelectorAll("*")].flatMap((each) => [
    ...(each instanceof HTMLCanvasElement ? [each] : []), ...(each.shadowRoot ? canvases(each.shadowRoot) : [])]);

  /** The colour behind something. @param {Element | null} element @returns {string} */
  const ground = (element) => {
    if (!element) return "white";
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === "rgba(0, 0, 0, 0)" ? ground(element.parentElement) : backgroundColor;
  };

  /** The plots of a screen as one picture; undefined where there are none. @param {HTMLElement} screen */
  const picture = (screen) => {
    const slots = [...screen.querySelectorAll(".gl-slot")].filter((slot) => slot.checkVisibility());
    if (!slots.length) return undefined;
    const boxes = slots.map((slot) => slot.getBoundingClientRect());
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const width = Math.max(...boxes.map((box) => box.right)) - left;
    const height = Math.max(...boxes.map((box) => box.bottom)) - top;
    const scale = Math.min(1, WIDTH / width);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.translate(-left, -top);
    pen.fillStyle = ground(screen);
    pen.fillRect(left, top, width, height);
    for (const slot of slots) {
      for (const drawn of canvases(slot).filter((each) => each.width && each.checkVisibility())) {
        const box = drawn.getBoundingClientRect();
        pen.drawImage(drawn, box.left, box.top, box.width, box.height);
      }
      for (const knob of slot.querySelectorAll(".gl-knob")) {
        const box = knob.getBoundingClientRect();
        pen.fillStyle = getComputedStyle(knob).backgroundColor;
        pen.beginPath();
        pen.arc(box.left + box.width / 2, box.top + box.height / 2, box.width / 2, 0, 2 * Math.PI);
        pen.fill();
      }
    }
    return canvas.toDataURL("image/png");
  };

  /**
   * Tells the presenter's window what the hall sees, when it changes and when it is asked.
   * @param {any} deck @param {(sight: {screen: string, picture: string, sentence: string}) => void} tell
   * @returns {() => void} asks for a picture
   */
  lab.sight = (deck, tell) => {
    let waiting = 0;
    const soon = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        const { screen } = deck;
        if (!("settled" in screen.dataset)) {
          soon();
          return;
        }
        const drawn = picture(screen);
        const sentence = screen.querySelector("[data-sentence]")?.textContent ?? "";
        if (drawn) tell({ screen: screen.id, picture: drawn, sentence });
      }, REST);
    };
    document.addEventListener("gelu:change", soon);
    deck.on(soon);
    return soon;
  };
})(globalThis.gelulab);
