/**
 * A draggable point: a real DOM element over the picture. Mouse, finger, pen and keys reach the same states; a finger
 * beside it scrolls the page; a slow drag follows to the pixel.
 *
 * @typedef {{
 *   layer: HTMLElement, x?: string, y?: string, role?: string, area?: boolean,
 *   pixel: () => [number, number], state: (px: number, py: number) => Record<string, number>,
 *   grab?: (px: number, py: number) => boolean, text?: () => string, tap?: (px: number, py: number) => void, mark?: string
 * }} HandleSpec  x and y: the states it moves; `pixel` where it stands, `state` what a place means;
 *   `grab`: whether a press on the layer at this place takes the handle (always, if not given); `area`: the whole layer
 *   is the handle, below the points; `text`: its value in words (the figure's sentence, if not given); `tap`: a click
 *   on the handle that is no drag; `mark`: a letter or digit on the point, where there are several
 */
(function (lab) {
  "use strict";
  const STILL = 4; // px that a click may wander

  /**
   * How a point looks, as in figure.css: the halo, the ring, the border, the knob.
   * @param {HTMLElement} element of a handle
   * @returns {{radius: number, colour: string, opacity: number}[]}
   */
  lab.pointLook = (element) => {
    const { backgroundColor, borderTopColor, opacity } = getComputedStyle(element.firstElementChild);
    const all = Number(opacity);
    return [
      { radius: 19, colour: backgroundColor, opacity: 0.16 * all },
      { radius: 13.5, colour: backgroundColor, opacity: all },
      { radius: 12, colour: borderTopColor, opacity: all },
      { radius: 9, colour: backgroundColor, opacity: all },
    ];
  };

  /**
   * Draws the points of a layer onto a picture of what lies below it: a figure far away, or on paper, still has them.
   * @param {HTMLCanvasElement} canvas @param {HTMLElement} layer @param {any[]} handles
   */
  lab.drawPoints = (canvas, layer, handles) => {
    const context = canvas.getContext("2d");
    const zoom = canvas.width / layer.clientWidth;
    context.setTransform(1, 0, 0, 1, 0, 0);
    for (const { spec, element } of handles) {
      if (spec.layer !== layer || spec.area) continue;
      const [x, y] = spec.pixel();
      for (const { radius, colour, opacity } of lab.pointLook(element)) {
        context.beginPath();
        context.arc(x * zoom, y * zoom, radius * zoom, 0, 2 * Math.PI);
        context.globalAlpha = opacity;
        context.fillStyle = colour;
        context.fill();
      }
    }
  };

  lab.Handle = class {
    /** @param {any} fig @param {HandleSpec} spec */
    constructor(fig, spec) {
      this.fig = fig;
      this.spec = spec;
      this.offset = [0, 0];
      this.from = [0, 0];
      this.pointer = /** @type {number | null} */ (null);
      this.moved = false; // since the press
      const main = fig.state.specs.get(spec.x);
      const element = document.createElement("div");
      element.className = spec.area ? "gl-handle gl-area" : "gl-handle";
      element.tabIndex = 0;
      element.setAttribute("role", "slider");
      element.dataset.handle = spec.x;
      if (spec.y) element.dataset.handleY = spec.y;
      if (spec.role) element.style.setProperty("--gl-handle", `var(--gl-${spec.role})`);
      const labels = [spec.x, spec.y].filter(Boolean).map((name) => fig.state.specs.get(name).label);
      element.setAttribute("aria-label", labels.join(", "));
      element.setAttribute("aria-valuemin", String(main.low));
      element.setAttribute("aria-valuemax", String(main.high));
      const knob = document.createElement("span");
      knob.className = "gl-knob";
      if (spec.mark) knob.dataset.mark = spec.mark;
      this.bubble = document.createElement("span");
      this.bubble.className = "gl-bubble";
      this.bubble.setAttribute("aria-hidden", "true");
      element.append(knob, this.bubble);
      this.element = element;
      spec.layer.append(element);
      this.abort = new AbortController();
      const on = (/** @type {EventTarget} */ target, /** @type {string} */ type, /** @type {any} */ listener) =>
        target.addEventListener(type, listener, { signal: this.abort.signal });
      on(element, "pointerdown", (/** @type {PointerEvent} */ event) => this.press(event));
      on(element, "pointermove", (/** @type {PointerEvent} */ event) => this.move(event));
      for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
        on(element, type, (/** @type {PointerEvent} */ event) => this.release(event));
      }
      on(element, "keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
      on(element, "click", (/** @type {PointerEvent} */ event) => {
        event.stopPropagation();
        if (!this.moved) spec.tap?.(...this.at(event));
      });
      on(spec.layer, "pointerdown", (/** @type {PointerEvent} */ event) => this.pressLayer(event));
      on(spec.layer, "click", (/** @type {PointerEvent} */ event) => this.tapLayer(event));
    }

    remove() {
      this.abort.abort();
      this.element.remove();
    }

    /** Layer pixels of a pointer, also where a slide deck or a reader has scaled the page. @param {MouseEvent} event */
    at(event) {
      const layer = this.spec.layer;
      const box = layer.getBoundingClientRect();
      const zoom = box.width / layer.offsetWidth || 1;
      return [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
    }

    /** @param {PointerEvent} event */
    press(event) {
      if (event.button !== 0 || this.pointer !== null) return;
      const [px, py] = this.at(event);
      const [cx, cy] = this.spec.pixel();
      this.offset = [px - cx, py - cy];
      this.from = [px, py];
      this.start(event);
    }

    /** @param {PointerEvent} event */
    start(event) {
      event.preventDefault(); // no text selection; focus is ours to give
      event.stopPropagation();
      this.pointer = event.pointerId;
      this.moved = false;
      this.element.setPointerCapture(event.pointerId);
      this.element.focus({ preventScroll: true });
      this.element.classList.add("gl-held");
      this.element.classList.toggle("gl-finger", event.pointerType === "touch");
    }

    /** @param {PointerEvent} event */
    move(event) {
      if (event.pointerId !== this.pointer) return;
      const [px, py] = this.at(event);
      if (this.spec.tap && !this.moved) {
        const [dx, dy] = [px - this.from[0], py - this.from[1]];
        if (Math.hypot(dx, dy) < STILL) return;
        // A finger that sets out upwards or downwards is about to scroll the page: the browser says so a move too late.
        if (this.spec.area && event.pointerType === "touch" && Math.abs(dy) > Math.abs(dx)) return;
      }
      this.moved = true;
      this.fig.state.set(this.spec.state(px - this.offset[0], py - this.offset[1]), { by: "drag" });
    }

    /** @param {PointerEvent} event */
    release(event) {
      if (event.pointerId !== this.pointer) return;
      this.pointer = null;
      this.element.classList.remove("gl-held", "gl-finger");
      // A press that the browser took over before it moved anything was the beginning of a scroll.
      if (this.moved || event.type !== "pointercancel") this.fig.state.set({}, { by: "drag", final: true });
    }

    /** With a mouse a press on the plot moves the handle there and holds it. @param {PointerEvent} event */
    pressLayer(event) {
      if (event.pointerType === "touch" || event.button !== 0 || !this.mine(event)) return;
      this.offset = [0, 0];
      this.start(event);
      this.move(event);
    }

    /** With a finger a tap does; a press may be the beginning of a scroll. @param {PointerEvent} event */
    tapLayer(event) {
      if (event.pointerType === "mouse" || event.pointerType === "pen" || !this.mine(event)) return;
      const [px, py] = this.at(event);
      this.fig.state.set(this.spec.state(px, py), { by: "click", final: true });
      this.element.focus({ preventScroll: true });
    }

    /** The nearest handle of the layer takes the press. @param {MouseEvent} event */
    mine(event) {
      if (event.target !== this.spec.layer) return false;
      const [px, py] = this.at(event);
      if (this.spec.grab && !this.spec.grab(px, py)) return false;
      const distance = (/** @type {any} */ handle) => {
        const [x, y] = handle.spec.pixel();
        return Math.hypot(x - px, y - py);
      };
      return this.fig.handles.every((/** @type {any} */ other) =>
        other === this || other.spec.layer !== this.spec.layer || distance(this) <= distance(other));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      const { x, y } = this.spec;
      const state = this.fig.state;
      const across = lab.keyed(event, state.specs.get(x), state.values[x], y ? "x" : "both");
      const up = y && ["ArrowUp", "ArrowDown"].includes(event.key)
        ? lab.keyed(event, state.specs.get(y), state.values[y], "y") : undefined;
      if (across === undefined && up === undefined) return;
      event.preventDefault();
      state.set(up === undefined ? { [x]: across } : { [y]: up }, { by: "key" });
      this.fig.settle("key");
    }

    /** @param {string} text what a screen reader says for the value; empty: the value alone */
    place(text) {
      const [px, py] = this.spec.pixel();
      if (!this.spec.area) this.element.style.transform = `translate(${px}px, ${py}px)`;
      this.element.setAttribute("aria-valuenow", String(this.fig.state.values[this.spec.x]));
      const value = [this.spec.x, this.spec.y].filter(Boolean).map((name) => `${name} = ${this.fig.shown(name)}`).join(", ");
      this.element.setAttribute("aria-valuetext", this.spec.text ? this.spec.text() : text || value);
      lab.say(this.bubble, value);
    }
  };
})(globalThis.gelulab);
