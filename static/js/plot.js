/**
 * One Bokeh plot in its slot. Over it lies a layer of ordinary DOM for the handles and the clicks: Bokeh's own gestures
 * ignore slow drags and take the page's scrolling away, so the canvas below is inert.
 */
(function (lab) {
  "use strict";
  const PATIENCE = 100; // ms

  /**
   * Beside its drawing each renderer has an empty element, whose place Bokeh writes anew into a style sheet at each paint
   * and then asks for computed styles: some 30 recalculations a frame. Nothing of ours hangs on these places.
   * @param {{replace: (css: string) => void}} sheet
   */
  const leaveAside = (sheet) => {
    sheet.replace(":host { position: absolute; }");
    sheet.replace = () => {};
  };

  lab.Plot = class {
    /** @param {HTMLElement} slot @param {string} json what json_item wrote */
    constructor(slot, json) {
      this.slot = slot;
      this.json = json;
      this.place = /** @type {HTMLElement} */ (slot.querySelector(".gl-canvas"));
      this.layer = /** @type {HTMLElement} */ (slot.querySelector(".gl-layer"));
      this.stale = false;
      this.zoom = 1;
    }

    /**
     * Where a page is zoomed by its style sheet, Bokeh measures pixels of the window and takes them for pixels of the
     * page: its canvas would be too large by the zoom. So the canvas is zoomed back; handles and clicks are not.
     */
    fit() {
      const zoom = /** @type {any} */ (this.slot).currentCSSZoom ?? 1;
      if (zoom === this.zoom) return;
      this.zoom = zoom;
      this.place.style.setProperty("zoom", String(1 / zoom));
    }

    async mount() {
      this.fit();
      // A fresh copy each time: the same figure may be mounted again after it was far away.
      this.views = await globalThis.Bokeh.embed.embed_item(JSON.parse(this.json), this.place);
      [this.view] = this.views;
      for (const { position } of this.view.renderer_views.values()) leaveAside(position);
      this.touch(); // painted by the first flush()
      this.view.model.hold_render = false;
      this.models = [...this.view.model.references()];
      this.sources = Object.fromEntries(this.models.filter((model) => model.name).map((model) => [model.name, model]));
    }

    /** Takes the canvas away and leaves a picture. @param {string} picture */
    unmount(picture) {
      this.views.clear();
      this.view.model.document?.clear();
      this.views = this.view = undefined;
      this.models = [];
      this.sources = {};
      const image = document.createElement("img");
      image.className = "gl-snapshot";
      image.alt = "";
      image.src = picture;
      this.place.replaceChildren(image);
    }

    /** The plot and its points as a PNG data URL. @param {any[]} handles of the figure */
    picture(handles) {
      const { canvas } = this.view.export("png");
      lab.drawPoints(canvas, this.layer, handles);
      return canvas.toDataURL();
    }

    /** A named model. @param {string} name */
    model(name) {
      const model = this.sources[name];
      if (!model) throw new Error(`no model named ${name}`);
      return model;
    }

    /** New columns for a named source. @param {string} name @param {Record<string, any>} columns */
    write(name, columns) {
      if (!this.view) return; // a late plot: everything is written again when it has come
      this.touch();
      this.model(name).data = columns;
    }

    /** New properties for a named model. @param {string} name @param {Record<string, any>} properties */
    change(name, properties) {
      if (!this.view) return;
      this.touch();
      this.model(name).setv(lab.enlarged?.(properties) ?? properties);
    }

    /** From the first change to flush() Bokeh paints nothing on its own: it would paint everything once more. */
    touch() {
      if (!this.stale) this.view.pause();
      this.stale = true;
    }

    /**
     * Paints in this frame: Bokeh alone would paint in the next, one frame behind the handle. Its glyphs take new data
     * in promises, so this waits for them; they are done before the frame is shown.
     */
    async flush() {
      if (!this.stale) return;
      this.stale = false;
      const { view } = this;
      // Where a plot was not displayed one of its promises may never be kept: the picture does not wait for that.
      await Promise.race([view.ready, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
      view.unpause(true);
      if (view !== this.view) return;
      view.repaint();
      this.place.querySelector(".gl-snapshot")?.remove(); // the picture has stood in for it
    }

    /** @param {number} x @param {number} y @returns {[number, number]} pixels in the layer */
    pixel(x, y) {
      return [this.view.frame.x_scale.compute(x) / this.zoom, this.view.frame.y_scale.compute(y) / this.zoom];
    }

    /** @param {number} px @param {number} py @returns {[number, number]} */
    data(px, py) {
      return [this.view.frame.x_scale.invert(px * this.zoom), this.view.frame.y_scale.invert(py * this.zoom)];
    }
  };
})(globalThis.gelulab);
