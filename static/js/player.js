/** Plays a figure: one of its states grows while it is on. */
(function (lab) {
  "use strict";

  lab.Player = class {
    /**
     * @param {any} fig
     * @param {{state: string, last: number, rate: (values: any) => number, whole?: boolean, yields?: boolean}} how
     * state: what grows, up to `last`; rate: by how much a second; whole: in whole numbers, the first at once;
     * yields: ends when somebody else has moved it
     */
    constructor(fig, { state, last, rate, whole = false, yields = false }) {
      this.fig = fig;
      this.state = state;
      this.last = last;
      this.whole = whole;
      this.yields = yields;
      this.perSecond = rate;
      this.on = false;
      this.tick = this.tick.bind(this);
    }

    get rate() {
      return this.perSecond(this.fig.state.values);
    }

    get value() {
      return this.fig.state.values[this.state];
    }

    /** @param {number} value @param {{final?: boolean, by?: string}} [how] */
    set(value, how) {
      this.fig.state.set({ [this.state]: value }, how);
    }

    start() {
      if (this.on) return;
      if (lab.reducedMotion()) {
        this.set(this.last, { final: true });
        return;
      }
      if (this.value === this.last) this.set(0);
      this.at = this.value;
      this.owed = this.whole ? 1 : 0;
      this.before = performance.now();
      this.turn(true);
      lab.nextFrame(this.tick);
    }

    /** @param {string} [by] */
    stop(by = "action") {
      if (!this.on) return;
      this.turn(false);
      this.fig.state.set({}, { by, final: true });
    }

    /** One of the two buttons shows; the focus moves along. @param {boolean} on */
    turn(on) {
      const { element } = this.fig;
      const focused = element.getRootNode().activeElement;
      const mine = element.contains(focused) && focused.dataset.action === (on ? "play" : "pause");
      this.on = on;
      element.toggleAttribute("data-playing", on);
      if (mine) element.querySelector(`[data-action="${on ? "pause" : "play"}"]`)?.focus({ preventScroll: true });
    }

    tick() {
      if (!this.on) return;
      if (this.yields && this.value !== this.at) {
        this.turn(false);
        return;
      }
      const now = performance.now();
      // A page that was hidden or busy goes on where it was.
      this.owed += this.rate * Math.min(now - this.before, 50) / 1000;
      this.before = now;
      const more = this.whole ? Math.floor(this.owed) : this.owed;
      this.owed -= more;
      this.at = Math.min(this.last, this.value + more);
      if (more) this.set(this.at);
      if (this.at === this.last) this.stop();
      else lab.nextFrame(this.tick);
    }
  };
})(globalThis.gelulab);
