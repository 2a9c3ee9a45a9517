/**
 * A surface in the slot of a figure: a canvas that has the slot's size and the page's colours, is turned by a drag on
 * empty space or by keys (the states `turn` and `tilt`), and leaves a picture when the figure is far away.
 */
(function (lab) {
  "use strict";
  const RATE = 0.4; // degrees a pixel

  /** Colours that follow the page: light or dark, or those that the reader forces on every page. */
  const pageColours = () => {
    const { light, dark, forced } = lab.surfaceColours.sets;
    if (matchMedia("(forced-colors: active)").matches) return forced;
    return Object.fromEntries(Object.keys(light).map((name) => [name, `light-dark(${light[name]}, ${dark[name]})`]));
  };

  lab.Scene = class {
    /**
     * @param {any} fig
     * @param {string} name of the slot
     * @param {any} options of lab.surface.create
     * @param {{text: () => string, tap?: (px: number, py: number) => void}} more text: the view in words;
     *   tap: a click on the scene that is no drag
     */
    constructor(fig, name, options, { text, tap }) {
      this.fig = fig;
      (fig.scenes ??= {})[name] = this;
      const slot = fig.element.querySelector(`[data-slot="${name}"]`);
      this.place = slot.querySelector(".gl-canvas");
      this.layer = slot.querySelector(".gl-layer");
      this.canvas = document.createElement("canvas");
      this.place.replaceChildren(this.canvas);
      const [turn, tilt] = ["turn", "tilt"].map((state) => fig.state.specs.get(state));
      this.surface = lab.surface.create(this.canvas, {
        turn: turn.value, turnRange: [turn.low, turn.high], tilt: tilt.value, tiltRange: [tilt.low, tilt.high], ...options,
      });
      this.shown = "";
      fig.handle({
        layer: this.layer,
        area: true,
        x: "turn",
        y: "tilt",
        pixel: () => [fig.state.values.turn / RATE, fig.state.values.tilt / RATE],
        state: (/** @type {number} */ px, /** @type {number} */ py) => ({ turn: px * RATE, tilt: py * RATE }),
        text,
        tap,
      });
    }

    /** Takes the colours of the page. */
    paint() {
      this.surface.setColours(pageColours());
      this.shown = "";
    }

    /**
     * Draws in this frame, if anything that shows has changed.
     * @param {string} key of what the lines show @param {() => any[]} lines for surface.setLines
     */
    draw(key, lines) {
      const { turn, tilt } = this.fig.state.values;
      const { clientWidth: width, clientHeight: height } = this.layer;
      const ratio = Math.min(devicePixelRatio, 2);
      const size = `${width} ${height} ${ratio} ${lab.typeScale()}`;
      const now = `${size} ${turn} ${tilt} ${key}`;
      if (now === this.shown || !width) return;
      this.shown = now;
      if (size !== this.size) this.surface.resize(width, height, ratio, lab.enlarge ? lab.typeScale() : 1);
      if (key !== this.key || this.size === undefined) this.surface.setLines(lines());
      this.size = size;
      this.key = key;
      this.surface.setView({ turn, tilt });
      this.surface.draw();
    }

    /** The surface as a picture of its own, so many pixels to a pixel of the page. @param {number} ratio */
    picture(ratio) {
      const { clientWidth: width, clientHeight: height } = this.layer;
      this.surface.resize(width, height, ratio);
      this.surface.setView(this.fig.state.values);
      this.surface.draw();
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [this.canvas.width, this.canvas.height];
      copy.getContext("2d").drawImage(this.canvas, 0, 0);
      this.size = this.shown = ""; // back to the size of the page
      this.draw(this.key, () => []);
      return copy;
    }

    /** Frees the canvas; a picture stays in its place. */
    remove() {
      const image = document.createElement("img");
      image.className = "gl-snapshot";
      image.alt = "";
      lab.drawPoints(this.canvas, this.layer, this.fig.handles);
      image.src = this.canvas.toDataURL();
      this.place.replaceChildren(image);
      this.surface.destroy();
    }
  };
})(globalThis.gelulab);
