/**
 * A target drawn by hand: knots evenly over the inputs, straight between them. A pointer draws over the picture, a tap
 * sets the nearest knot; a finger that moves up or down scrolls the page. Keys take one knot after the other: the arrows
 * up and down move it, those to the sides go to its neighbours, so the whole curve is one stop of the tab key.
 */
(function (lab) {
  "use strict";
  const STEP = 0.1;

  lab.LiveDrawing = class {
    /** @param {HTMLElement} root @param {any} plots @param {() => void} changed */
    constructor(root, plots, changed) {
      const { knots, range } = lab.liveFacts;
      this.plots = plots;
      this.changed = changed;
      this.layer = /** @type {HTMLElement} */ (root.querySelector('[data-slot="fit"] .gl-layer'));
      this.panel = /** @type {HTMLElement} */ (root.querySelector(".gl-draw"));
      this.x = Array.from({ length: knots }, (_, at) => -range + 2 * range * at / (knots - 1));
      this.y = this.x.map(() => 0);
      /** @type {{pointer: number, before: number[], last: [number, number] | null} | null} */
      this.stroke = null;
      this.active = false;
      this.points = this.x.map((x, at) => this.point(x, at));
      this.layer.addEventListener("pointerdown", (event) => this.press(event));
      this.layer.addEventListener("pointermove", (event) => this.move(event));
      this.layer.addEventListener("pointerup", (event) => this.release(event));
      this.layer.addEventListener("pointercancel", () => this.undo());
      this.panel.querySelector("button")?.addEventListener("click", () => this.set(this.y.map(() => 0)));
    }

    /** @param {number} x @param {number} at */
    point(x, at) {
      const element = document.createElement("div");
      element.className = "gl-live-knot";
      element.setAttribute("role", "slider");
      element.setAttribute("aria-orientation", "vertical");
      element.setAttribute("aria-label", lab.fill(lab.words.lab.knot, { x: lab.decimals(x, 2) }));
      element.setAttribute("aria-valuemin", String(-lab.liveFacts.highest));
      element.setAttribute("aria-valuemax", String(lab.liveFacts.highest));
      element.tabIndex = at === Math.floor(lab.liveFacts.knots / 2) ? 0 : -1;
      element.addEventListener("keydown", (event) => this.key(event, at));
      return element;
    }

    /** Shows the knots, or takes them away. @param {boolean} active */
    show(active) {
      this.active = active;
      this.panel.hidden = !active;
      this.layer.classList.toggle("gl-drawing", active);
      if (active) this.layer.append(...this.points);
      else this.points.forEach((point) => point.remove());
      this.place();
    }

    /** Puts everything where the present knots are. */
    place() {
      this.plots.drawn(this.active ? this.x : [], this.active ? this.y : []);
      if (!this.active) return;
      this.points.forEach((point, at) => {
        const [px, py] = this.plots.plots.fit.pixel(this.x[at], this.y[at]);
        point.style.transform = `translate(${px}px, ${py}px)`;
        point.setAttribute("aria-valuenow", this.y[at].toFixed(2));
        point.setAttribute("aria-valuetext", lab.decimals(this.y[at], 2));
      });
    }

    /** @param {number[]} y */
    set(y) {
      const { highest } = lab.liveFacts;
      this.y = y.map((each) => Math.min(highest, Math.max(-highest, Number(each.toFixed(3)))));
      this.place();
      this.changed();
    }

    /** @param {MouseEvent} event @returns {[number, number]} */
    data(event) {
      const box = this.layer.getBoundingClientRect();
      const zoom = box.width / this.layer.offsetWidth || 1;
      return this.plots.plots.fit.data((event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom);
    }

    /** @param {PointerEvent} event */
    press(event) {
      if (!this.active || event.button !== 0 || this.stroke) return;
      this.stroke = { pointer: event.pointerId, before: this.y, last: null };
      if (event.pointerType === "touch") return; // it may want to scroll
      event.preventDefault();
      this.layer.setPointerCapture(event.pointerId);
      this.draw(event);
    }

    /** @param {PointerEvent} event */
    move(event) {
      if (this.stroke?.pointer === event.pointerId) this.draw(event);
    }

    /** From the place before to this one, all the knots between. @param {PointerEvent} event */
    draw(event) {
      const [x, y] = this.data(event);
      const [x0, y0] = this.stroke?.last ?? [x, y];
      const gap = this.x[1] - this.x[0];
      const nearest = Math.round((Math.min(Math.max(x, this.x[0]), /** @type {number} */ (this.x.at(-1))) - this.x[0]) / gap);
      const next = this.y.map((each, at) => {
        const share = (this.x[at] - x0) / (x - x0);
        return at === nearest ? y : share >= 0 && share <= 1 ? y0 + share * (y - y0) : each;
      });
      if (this.stroke) this.stroke.last = [x, y];
      this.set(next);
    }

    /** @param {PointerEvent} event */
    release(event) {
      if (this.stroke?.pointer !== event.pointerId) return;
      if (!this.stroke.last) this.draw(event); // a tap
      this.stroke = null;
    }

    /** The browser has taken the finger to scroll: nothing was meant to be drawn. */
    undo() {
      if (this.stroke) this.set(this.stroke.before);
      this.stroke = null;
    }

    /** @param {KeyboardEvent} event @param {number} at */
    key(event, at) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const { highest } = lab.liveFacts;
      const spec = { kind: "number", low: -highest, high: highest, step: STEP };
      const value = lab.keyed(event, spec, this.y[at], "y");
      if (side === undefined && value === undefined) return;
      event.preventDefault();
      if (side === undefined) this.set(this.y.map((y, each) => (each === at ? value : y)));
      else {
        const to = Math.min(this.x.length - 1, Math.max(0, at + side));
        this.points.forEach((point, each) => { point.tabIndex = each === to ? 0 : -1; });
        this.points[to].focus();
      }
    }
  };
})(globalThis.gelulab);
