/**
 * Runs in every measured page before its own scripts: when input came, which frames painted a canvas, what they showed.
 *
 * A frame ends here with a task posted in its requestAnimationFrame, which the browser runs after the frame's scripts,
 * style, layout and paint, or where the next frame begins: while a page loads or keys are pressed, Chromium keeps even
 * urgent tasks waiting, seen for 130 ms. What a frame shows counts only if a canvas was painted since it was written.
 */
(() => {
  "use strict";
  const TOLERANCE = 1e-3; // pixels or units of x; a step of the mouse is far larger

  /** The first element that matches, inside shadow roots too. */
  const deep = (selector, root = document) => {
    const found = root.querySelector(selector);
    if (found) return found;
    for (const element of root.querySelectorAll("*")) {
      const inside = element.shadowRoot && deep(selector, element.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  const canvases = (root = document) => [...root.querySelectorAll("*")].flatMap((element) =>
    element.tagName === "CANVAS" ? [element] : element.shadowRoot ? canvases(element.shadowRoot) : []);

  /** What has the focus, inside shadow roots too. */
  const deepActive = (root = document) => {
    const active = root.activeElement;
    return active?.shadowRoot ? deepActive(active.shadowRoot) : active;
  };

  let press = { pointer: 0, position: 0 };
  let told = false; // a figure said in this frame that it shows a new state

  /** Where the two versions keep their handle, its value and its place. The lesson's is of the figure in the address, or the first. */
  const versions = {
    lesson: {
      handle: () => document.querySelector("figure[data-figure]" + location.hash)?.querySelector("[role=slider][data-handle]"),
      value: () => Number(handle.getAttribute("aria-valuenow") ?? NaN), // written with the read-outs
      position: (handle) => Number(/translate\(([-\d.e]+)px/.exec(handle.style.transform)?.[1] ?? NaN),
      wanted: (handle, batch) => press.position + batch.x - press.pointer,
      moved: () => told,
    },
    usual: {
      handle: () => deep(".noUi-handle"),
      value: () => Bokeh.documents[0].get_model_by_name("point").data.x[0],
      position: () => versions.usual.value(),
      wanted: (handle) => Number(handle.getAttribute("aria-valuenow")),
      moved: (before) => shown !== before,
    },
  };

  let version = versions.lesson;
  let handle = null;
  let canvasPainted = false;
  let shown = NaN; // the place at the last paint
  let direction = 1;
  let batch = null; // the moves that arrived since the last frame
  let waiting = []; // moves whose place has not been painted
  let latencies = [];
  let frames = [];
  let answer; // resolves the promise below
  const answered = new Promise((resolve) => { answer = resolve; });
  let there; // resolves the promise below
  const focused = new Promise((resolve) => { there = resolve; });
  let first = NaN; // the read-out before any key

  const clear = CanvasRenderingContext2D.prototype.clearRect; // both Bokeh and the surface begin a picture with it
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    canvasPainted = true;
    return clear.apply(this, box);
  };
  document.addEventListener("gelu:change", () => { told = true; });
  addEventListener("pointerdown", (event) => {
    if (handle) press = { pointer: event.clientX, position: version.position(handle) };
  }, true);
  addEventListener("pointermove", (event) => {
    if (!event.buttons) return;
    const moves = event.getCoalescedEvents();
    const times = (moves.length ? moves : [event]).map((move) => move.timeStamp);
    batch = { times: [...(batch?.times ?? []), ...times], x: event.clientX };
  }, true);

  const frameEnds = (start) => {
    const now = performance.now();
    handle ??= document.body && version.handle();
    const before = shown;
    if (handle) {
      if (canvasPainted) shown = version.position(handle);
      if (batch) waiting.push({ ...batch, wanted: version.wanted(handle, batch) });
      waiting = waiting.filter(({ times, wanted }) => {
        if (!(direction * (shown - wanted) >= -TOLERANCE)) return true;
        latencies.push(...times.map((time) => now - time));
        return false;
      });
      // Where the page goes to a hash when it is whole, the browser takes the focus away once more.
      if (deepActive() !== handle) handle.focus({ preventScroll: true });
      there();
      if (Number.isNaN(first)) first = version.value();
      else if (canvasPainted && version.value() !== first) {
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        if (paint) answer({ answers: now, paint: paint.startTime, origin: performance.timeOrigin });
      }
    }
    frames.push({ start, moved: version.moved(before) });
    batch = null;
    canvasPainted = told = false;
  };
  let ends = null; // what the present frame still has to do at its end
  const tick = (start) => {
    ends?.();
    const end = ends = () => {
      if (ends !== end) return;
      ends = null;
      frameEnds(start);
    };
    scheduler.postTask(end, { priority: "user-blocking" });
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);

  globalThis.bench = {
    /** @param {"lesson" | "usual"} name */
    of(name) { version = versions[name]; },
    /** Resolves when there is something to press keys on. */
    focused,
    /** When a key first changed the read-out and when something was first seen, in ms after the start of navigation. */
    answered,
    /** A drag begins, to the right (1) or to the left (-1). */
    stroke(sign) { direction = sign; },
    pending: () => waiting.length,
    /** What the strokes since the last call came to; moves that were never painted are lost. */
    latencies() {
      const result = { latencies, lost: waiting.length };
      latencies = [];
      waiting = [];
      return result;
    },
    /** The frames since the last call. */
    frames() {
      const result = frames;
      frames = [];
      return result;
    },
    canvasBytes: () => canvases().reduce((sum, { width, height }) => sum + 4 * width * height, 0),
  };
})();
