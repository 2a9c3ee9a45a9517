/**
 * The live lab: the reader's buttons on one side, Python on the other. Panel's component brings a model, whose messages
 * go both ways; each frame is answered when it has been painted, and only then Python sends the next.
 */
(function (lab) {
  "use strict";
  const ACTIVE = ["waiting", "running", "paused"];

  /** Bokeh gives maps; arrays stay what they are. @param {any} value @returns {any} */
  const plain = (value) =>
    value instanceof Map ? Object.fromEntries([...value].map(([name, each]) => [name, plain(each)]))
      : Array.isArray(value) ? value.map(plain) : value;

  class Live {
    /** @param {HTMLElement} root @param {any} model */
    constructor(root, model) {
      this.root = root;
      this.model = model;
      /** @type {import("./plots.js").LiveRun | null} */
      this.run = null;
      this.state = "idle";
      this.plots = new lab.LivePlots(root);
      this.form = new lab.LiveForm(root, (/** @type {string} */ name) => this.changed(name));
      this.fresh = true; // no run is shown
      this.said = /** @type {HTMLElement} */ (root.querySelector("[data-state]"));
      this.progress = /** @type {HTMLElement} */ (root.querySelector("[data-progress]"));
      this.bar = /** @type {HTMLElement} */ (root.querySelector("[role=progressbar]"));
      this.lanes = /** @type {HTMLElement} */ (root.querySelector(".gl-lanes"));
    }

    async start() {
      await this.plots.mount();
      this.drawing = new lab.LiveDrawing(this.root, this.plots, () => {});
      this.kept = new lab.LiveKept(this.root, this.plots, (/** @type {any} */ message) => this.ask(message));
      this.drawing.show(this.form.target === "drawn"); // browsers keep what was chosen when a page is loaded again
      lab.onTheme(() => {
        this.plots.paint();
        this.kept.compare();
      });
      new ResizeObserver(() => {
        // Bokeh lays its canvas out in the frame after.
        requestAnimationFrame(() => requestAnimationFrame(() => {
          this.drawing.place();
          this.kept.compare();
        }));
      }).observe(this.root);
      this.form.form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (!ACTIVE.includes(this.state)) this.begin();
      });
      this.button("pause").addEventListener("click", () => this.ask({ do: this.state === "paused" ? "resume" : "pause" }));
      this.button("cancel").addEventListener("click", () => this.ask({ do: "cancel" }));
      this.model.on("msg:custom", (/** @type {any} */ data) => this.hear(plain(data)));
      this.show("idle");
      lab.say(this.said, lab.words.lab.states.idle);
      this.preview();
      this.root.dataset.ready = "true";
    }

    /** @param {any} message */
    ask(message) {
      this.model.send_msg(message);
    }

    /** @param {string} name @returns {HTMLButtonElement} */
    button(name) {
      return this.root.querySelector(`.gl-run [data-action="${name}"]`);
    }

    /** Another target is shown before it is learnt; other samples of it too, where no run is shown. @param {string} name */
    changed(name) {
      if (name === "target") this.drawing.show(this.form.target === "drawn");
      if (name === "target" || this.fresh) this.preview();
    }

    preview() {
      if (this.button("run").disabled) return; // a run is shown, or asked for
      if (!this.fresh) {
        const item = document.createElement("li");
        item.textContent = lab.words.lab.nothing;
        this.lanes.replaceChildren(item);
      }
      this.fresh = true;
      this.plots.clear();
      const [samples, seed] = ["samples", "seed"].map((name) => this.form.number(name));
      if (this.form.target !== "drawn") this.ask({ do: "preview", settings: { target: this.form.target, samples, seed } });
    }

    begin() {
      const settings = this.form.read(this.drawing.y);
      if (!settings) return;
      this.button("run").disabled = true; // until Python has answered
      this.ask({ do: "run", settings });
    }

    /** @param {any} message */
    hear(message) {
      if (message.kind === "started") this.started(message);
      else if (message.kind === "refused") this.refused(message);
      else if (message.kind === "preview") this.previewed(message);
      else if (message.kind === "file") this.kept.save(message);
      else if (message.kind === "code") this.kept.code(message);
      else this.frame(message);
    }

    /** @param {any} message */
    previewed({ target, x, y }) {
      if (this.fresh && target === this.form.target) this.plots.clear(x, y);
    }

    /** @param {any} message */
    refused({ setting, text }) {
      this.form.refuse(setting, text);
      this.button("run").disabled = ACTIVE.includes(this.state);
    }

    /** @param {any} message */
    started({ run, gone, x, y, settings }) {
      for (const number of gone) this.kept.remove(number);
      const lanes = new Map(settings.activations.map((/** @type {string} */ name) =>
        [name, { step: [], loss: [], dead: [], nearly: [], fit: [] }]));
      this.fresh = false;
      this.run = { number: run, x, y, settings, lanes, state: "waiting" };
      this.plots.start(this.run);
      this.legend(settings.activations);
    }

    /** @param {any} message */
    frame({ kind, state, place, step, left, lanes }) {
      const run = this.run;
      if (!run) return;
      for (const { activation, fit, ...lane } of lanes) {
        const kept = run.lanes.get(activation);
        kept.fit = fit;
        kept.step.push(...lane.step);
        kept.loss.push(...lane.loss);
        kept.dead.push(...lane.dead);
        kept.nearly.push(...lane.nearly_dead);
      }
      this.plots.show(run);
      this.tell(run);
      this.show(state, { run: String(run.number), place: lab.count(place) });
      this.advance(step, run.settings.steps, state === "running" ? left : -1);
      if (kind === "ended") {
        run.state = state;
        if ([...run.lanes.values()].every((lane) => lane.step.length)) this.kept.add(run);
        else this.ask({ do: "forget", run: run.number });
      } else requestAnimationFrame(() => this.ask({ do: "seen" }));
    }

    /** @param {string} state @param {Record<string, string>} [slots] */
    show(state, slots = {}) {
      this.state = state;
      const active = ACTIVE.includes(state);
      const say = lab.words.lab;
      // Who pressed a button that is of no use now must not lose the focus.
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      this.button("run").disabled = active;
      this.button("pause").disabled = this.button("cancel").disabled = !active;
      lab.say(this.button("pause"), state === "paused" ? say.actions.resume : say.actions.pause);
      if (focused?.matches(".gl-run button:disabled")) this.button(active ? "pause" : "run").focus();
      if (state !== "idle") lab.say(this.said, lab.fill(say.states[state], slots));
    }

    /** @param {number} step @param {number} steps @param {number} left seconds, or -1 */
    advance(step, steps, left) {
      const say = lab.words.lab;
      const parts = [lab.fill(say.steps, { step: lab.count(step), steps: lab.count(steps) })];
      if (left >= 0) parts.push(lab.fill(say.left, { seconds: left < 10 ? lab.decimals(left, 1) : lab.count(left) }));
      const text = parts.join(", ");
      lab.say(this.progress, text);
      const share = String(Math.floor(100 * step / steps));
      this.bar.setAttribute("aria-valuenow", share);
      this.bar.setAttribute("aria-valuetext", text);
      this.bar.style.setProperty("--gl-share", String(step / steps));
    }

    /** Whose line is which, and a place for its numbers. @param {string[]} activations */
    legend(activations) {
      this.lanes.replaceChildren(...activations.map((name) => {
        const [role, dash] = lab.liveFacts.looks[name];
        const item = document.createElement("li");
        item.className = "gl-lane";
        item.dataset.lane = name;
        const pattern = dash === "solid" ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
        item.innerHTML = '<svg aria-hidden="true" width="44" height="8" viewBox="0 0 44 8">' +
          `<path d="M1 4H43" stroke="var(--gl-${role})" stroke-width="3"${pattern}/></svg><span></span>`;
        return item;
      }));
    }

    /** The numbers of the run. @param {import("./plots.js").LiveRun} run */
    tell(run) {
      for (const [name, lane] of run.lanes) {
        const text = lab.fill(lab.words.lab.lane, {
          activation: lab.words.lab.activations[name],
          loss: lane.loss.length ? lab.scientific(lane.loss.at(-1), 3) : "–",
          dead: lane.dead.length ? lab.percent(lane.dead.at(-1)) : "–",
          nearly: lane.nearly.length ? lab.percent(lane.nearly.at(-1)) : "–",
        });
        lab.say(this.lanes.querySelector(`[data-lane="${name}"] span`), text);
      }
    }
  }

  /** Called by Panel's component when it is there. @param {any} model */
  lab.live = (model) => {
    const root = /** @type {HTMLElement} */ (document.querySelector("[data-lab]"));
    const live = new Live(root, model);
    live.start().catch((error) => {
      lab.say(live.said, lab.words.failed);
      console.error(error);
    });
    model.document?.on_event?.("connection_lost", () => {
      for (const button of root.querySelectorAll("button")) button.disabled = true;
      lab.say(live.said, lab.words.lab.away);
    });
  };
})(globalThis.gelulab);
