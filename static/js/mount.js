/**
 * One figure on a page: state, plots, handles, controls, read-outs and the sentence, tied together.
 *
 * A figure's script is a function of this object and returns three pure-ish parts:
 *   compute(state) -> the values, describe(state, values) -> the sentence, draw(state, values) -> writes the picture;
 * optionally tells(state), which of its states would answer the section's prediction; paint(colours) for a canvas of its
 * own, and remove().
 */
(function (lab) {
  "use strict";
  const WAITING = ".gl-predicting [data-predict-scope]:not([data-committed]):has([data-predict]) "
    + ":is([data-after-predict], [data-tells] .gl-sentence)";
  const SETTLE = 400; // ms after the last key or input a gesture counts as ended

  /** The figure of an element. @type {WeakMap<Element, any>} */
  lab.figureOf = new WeakMap();

  lab.Figure = class {
    /**
     * @param {HTMLElement} element the <figure> with its markup
     * @param {any} spec
     * @param {{prefix?: string | null, whole?: () => Promise<void>}} [options] prefix: of the names in the address; null
     *   where there is none. whole: resolves when the page around is whole; before that, no figure says that it is ready
     */
    constructor(element, spec, { prefix = null, whole = async () => {} } = {}) {
      this.element = element;
      lab.figureOf.set(element, this);
      this.spec = spec;
      this.id = spec.id;
      this.prefix = prefix;
      this.whole = whole;
      this.words = spec.words;
      this.state = new lab.State(spec.states, (names, how) => this.changed(names, how));
      /** @type {any[]} */
      this.handles = [];
      /** @type {Record<string, any>} */
      this.plots = {};
      this.values = {};
      this.spoken = "";
      this.by = "";
      this.waits = false; // what it says would answer a prediction that is still to be made
      this.pending = new Set();
      this.gesture = new Set();
      this.ended = false;
      this.timer = 0;
      this.mounted = false;
      this.render = this.render.bind(this);
      if (prefix !== null) this.state.set(lab.readAddress(prefix, this.state.specs), { by: "url" });
    }

    /** Brings the figure to life; resolves when it can be used. */
    async mount() {
      this.abort = new AbortController();
      for (const [name, json] of Object.entries(this.spec.plots)) {
        this.plots[name] = new lab.Plot(this.element.querySelector(`[data-slot="${name}"]`), json);
      }
      const late = this.spec.late.map((/** @type {string} */ name) => this.plots[name]);
      await Promise.all(Object.values(this.plots).filter((plot) => !late.includes(plot)).map((plot) => plot.mount()));
      this.outputs = [...this.element.querySelectorAll("[data-value]")];
      this.sentence = this.element.querySelector("[data-sentence]");
      this.live = this.element.querySelector("[data-live]");
      this.scope = this.element.closest("[data-predict-scope]");
      if (this.scope) this.element.querySelector(".gl-stage").dataset.wait = lab.words.predict.wait;
      this.controls = lab.controls(this);
      this.script = await lab.script(this.id)(this);
      this.mounted = true;
      this.paint();
      const unpaint = lab.onTheme(() => this.paint());
      const sizes = new ResizeObserver(() => {
        for (const plot of Object.values(this.plots)) plot.fit();
        // Bokeh lays its canvas out in the frame after; place again when it has.
        requestAnimationFrame(() => requestAnimationFrame(() => this.mounted && this.request()));
      });
      sizes.observe(this.element);
      this.abort.signal.addEventListener("abort", () => { unpaint(); sizes.disconnect(); });
      document.addEventListener("gelu:answers", () => this.request(), { signal: this.abort.signal });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await this.whole();
      if (!this.mounted) return; // taken down again meanwhile
      this.render();
      this.element.dataset.ready = "true";
      for (const plot of late) {
        await lab.rest();
        if (!this.mounted) return;
        await plot.mount();
        if (!this.mounted) return plot.unmount(plot.picture([]));
        this.paint();
      }
    }

    /** Takes the canvases away and leaves a picture; the state stays. */
    unmount() {
      // What was waiting for its end (a key, a moment ago) ends now.
      if (this.gesture.size || this.pending.size) {
        this.end();
        this.tell();
      }
      this.mounted = false;
      delete this.element.dataset.ready;
      this.abort.abort();
      this.controls.remove();
      this.script.remove?.();
      const plots = Object.values(this.plots).filter((plot) => plot.view);
      const pictures = plots.map((plot) => plot.picture(this.handles));
      for (const handle of this.handles) handle.remove();
      this.handles = [];
      plots.forEach((plot, at) => plot.unmount(pictures[at]));
      this.plots = {};
    }

    /** @param {string} name of the plot's slot */
    plot(name) {
      return this.plots[name];
    }

    /** A table that travels with the figure. @param {string} name */
    table(name) {
      return lab.tableOf(this.spec, name);
    }

    /** @param {any} spec see handle.js */
    handle(spec) {
      const handle = new lab.Handle(this, spec);
      this.handles.push(handle);
      return handle;
    }

    /** @param {string} name of a button's data-action @param {(event: Event) => void} act */
    action(name, act) {
      for (const button of this.element.querySelectorAll(`[data-action="${name}"]`)) {
        button.addEventListener("click", act, { signal: this.abort.signal });
      }
    }

    /** How a state's value is shown. @param {string} name */
    shown(name) {
      const spec = this.state.specs.get(name);
      const value = this.state.values[name];
      return spec.kind === "number" ? lab.decimals(value, spec.digits)
        : spec.kind === "integer" ? lab.count(value) : String(value);
    }

    /** @param {string[]} names @param {{by: string, final: boolean}} how */
    changed(names, { by, final }) {
      this.by = by;
      for (const name of names) this.pending.add(name);
      if (final) this.end();
      // Linked figures far away show nothing now, but the address has to know.
      if (final && !this.mounted) this.tell();
      else this.request();
    }

    /** A gesture without a release ends a moment after its last event. @param {string} by */
    settle(by) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { this.by = by; this.end(); this.request(); }, SETTLE);
    }

    end() {
      clearTimeout(this.timer);
      this.ended = true;
    }

    request() {
      if (this.mounted) lab.nextFrame(this.render);
    }

    /** Everything that a frame shows, written once. */
    render() {
      if (!this.mounted) return;
      const state = this.state.values;
      const values = this.values = this.script.compute(state);
      const sentence = this.script.describe(state, values);
      this.guard(state);
      this.spoken = this.waits ? "" : sentence;
      for (const output of this.outputs) {
        const spec = this.spec.values.find((/** @type {any} */ each) => each.name === output.dataset.value);
        const value = values[spec.name];
        output.dataset.number = String(value);
        const text = lab.show(value, spec);
        lab.say(output, text);
      }
      lab.say(this.sentence, sentence);
      this.script.draw(state, values);
      for (const plot of Object.values(this.plots)) plot.flush();
      for (const handle of this.handles) handle.place(this.spoken);
      this.controls.sync();
      this.tell();
    }

    /**
     * Where the page still waits for a prediction, what would answer it is neither shown nor said: a script says of which
     * states that holds, "numbers" or "all" of the picture too. @param {any} state
     */
    guard(state) {
      if (!this.scope) return;
      const told = this.script.tells?.(state) || "";
      if (told !== (this.element.dataset.tells ?? "")) {
        if (told) this.element.dataset.tells = told;
        else delete this.element.dataset.tells;
      }
      this.waits = this.sentence.matches(WAITING);
    }

    /** Tells the page what changed in this frame and what a gesture came to. */
    tell() {
      const names = new Set(this.pending);
      this.pending.clear();
      for (const name of names) this.gesture.add(name);
      const final = this.ended;
      if (final) {
        for (const name of this.gesture) names.add(name);
        this.gesture.clear();
        this.ended = false;
        // Keys speak through aria-valuetext; saying it here too would say it twice.
        if (["drag", "click", "field", "control", "action"].includes(this.by)) this.live.textContent = this.spoken;
        if (this.prefix !== null) lab.writeAddress(this.prefix, this.state.specs, this.state.values);
      }
      for (const name of names) {
        this.element.dispatchEvent(new CustomEvent("gelu:change", {
          bubbles: true,
          composed: true,
          detail: { figure: this.id, name, value: this.state.values[name], final },
        }));
      }
    }

    paint() {
      const colours = lab.colours(this.element);
      for (const plot of Object.values(this.plots)) {
        if (!plot.view) continue; // a late one
        plot.touch();
        lab.paint(plot.models, colours);
      }
      this.script.paint?.(colours);
      this.request();
    }
  };
})(globalThis.gelulab);
