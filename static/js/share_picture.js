/**
 * The figure as a picture: its plots sharp at two pixels for one, everything else where the page has put it, without
 * what is there to be pressed; below it the caption, the state and the address. On a canvas (PNG) or as SVG.
 */
(function (lab) {
  "use strict";
  const { share } = lab;
  const SCALE = 2;
  const SVG = "http://www.w3.org/2000/svg";
  const [GAP, LINE] = [8, 20]; // px between what stands below the caption, and from line to line
  const KEYWORD = "GELU Lab"; // of the values inside a PNG
  const LEFT_OUT = ".gl-controls, .gl-share, .gl-canvas, .gl-layer, .gl-veil, .gl-still, .gl-live";
  // Plain borders and fills that belong to what is read: the rule over the values, tables and the bars in them.
  const BOXES = ".gl-values, .gl-steps :is(th, td), .gl-bar";

  /** Bokeh draws as finely as the screen is; while `draw` runs the screen is said to be so fine. */
  const atRatio = (/** @type {number} */ ratio, /** @type {() => any} */ draw) => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "devicePixelRatio");
    Object.defineProperty(globalThis, "devicePixelRatio", { value: ratio, configurable: true, writable: true });
    try {
      return draw();
    } finally {
      if (own) Object.defineProperty(globalThis, "devicePixelRatio", own);
      else delete (/** @type {any} */ (globalThis)).devicePixelRatio;
    }
  };

  // -- two pens ---------------------------------------------------------------------------------------------------------

  /** @param {number} width @param {number} height */
  const canvasPen = (width, height) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(width * SCALE), Math.round(height * SCALE)];
    const context = canvas.getContext("2d");
    context.scale(SCALE, SCALE);
    return {
      canvas,
      measure: context,
      /** @param {number[]} box x, y, width, height @param {string} colour */
      fill(box, colour) {
        context.fillStyle = colour;
        context.fillRect(.../** @type {[number, number, number, number]} */ (box));
      },
      /** @param {string} text @param {number} x @param {number} y @param {{font: string, colour: string, align?: string}} look */
      text(text, x, y, { font, colour, align = "left" }) {
        Object.assign(context, { font, fillStyle: colour, textAlign: align, textBaseline: "alphabetic" });
        context.fillText(text, x, y);
      },
      /** @param {number} x @param {number} y @param {{radius: number, colour: string, opacity: number}} look */
      disc(x, y, { radius, colour, opacity }) {
        context.globalAlpha = opacity;
        context.fillStyle = colour;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
        context.globalAlpha = 1;
      },
      /** @param {any} view of Bokeh @param {number} x @param {number} y @param {number} zoom */
      plot(view, x, y, zoom) {
        const { canvas: drawn } = atRatio(SCALE, () => view.export("png"));
        context.drawImage(drawn, x, y, drawn.width / SCALE / zoom, drawn.height / SCALE / zoom);
      },
      /** @param {any} scene @param {number} x @param {number} y */
      scene(scene, x, y) {
        const drawn = scene.picture(SCALE);
        context.drawImage(drawn, x, y, drawn.width / SCALE, drawn.height / SCALE);
      },
    };
  };

  /** @param {number} width @param {number} height */
  const svgPen = (width, height) => {
    const make = (/** @type {string} */ name, /** @type {Record<string, any>} */ attributes, /** @type {Element} */ into) => {
      const element = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
      into.append(element);
      return element;
    };
    const root = document.createElementNS(SVG, "svg");
    for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) root.setAttribute(key, String(value));
    return {
      root,
      measure: document.createElement("canvas").getContext("2d"),
      /** @param {number[]} box @param {string} fill */
      fill([x, y, w, h], fill) { make("rect", { x, y, width: w, height: h, fill }, root); },
      /** @param {string} text @param {number} x @param {number} y @param {{font: string, colour: string, align?: string}} look */
      text(text, x, y, { font, colour, align = "left" }) {
        const anchor = align === "center" ? { "text-anchor": "middle" } : {};
        make("text", { x, y, fill: colour, style: `font: ${font}; white-space: pre`, ...anchor }, root).textContent = text;
      },
      /** @param {number} cx @param {number} cy @param {{radius: number, colour: string, opacity: number}} look */
      disc(cx, cy, { radius, colour, opacity }) { make("circle", { cx, cy, r: radius, fill: colour, "fill-opacity": opacity }, root); },
      /** @param {any} view @param {number} x @param {number} y @param {number} zoom */
      plot(view, x, y, zoom) {
        const place = make("g", { transform: `translate(${x} ${y}) scale(${1 / zoom})` }, root);
        place.append(view.export("svg").ctx.get_svg());
      },
    };
  };

  // -- what is drawn ----------------------------------------------------------------------------------------------------

  const seen = (/** @type {Element} */ element) => element.getClientRects().length && getComputedStyle(element).visibility !== "hidden";

  /**
   * Places in the picture for places on the page: px from the figure's corner, the rows of buttons taken out.
   * @param {HTMLElement} element
   */
  const placing = (element) => {
    const outer = element.getBoundingClientRect();
    const zoom = outer.width / element.offsetWidth || 1; // a slide deck may have scaled the page
    const local = (/** @type {DOMRect} */ { left, top, width, height }) =>
      [(left - outer.left) / zoom, (top - outer.top) / zoom, width / zoom, height / zoom];
    const rows = [...element.querySelectorAll(".gl-controls")].map((each) => local(each.getBoundingClientRect()))
      .filter(([, , , height]) => height).map(([, top, , height]) => ({ end: top + height, height: height + GAP }));
    return (/** @type {DOMRect} */ rect) => {
      const [x, y, width, height] = local(rect);
      const above = rows.filter(({ end }) => end <= y + 1).reduce((sum, row) => sum + row.height, 0);
      return [x, y - above, width, height];
    };
  };

  /** The words of an element as the page has set them. @param {any} pen @param {Element} part @param {Function} place */
  const drawWords = (pen, part, place) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = /** @type {HTMLElement} */ (node.parentElement);
      if (parent.closest(LEFT_OUT) || !seen(parent)) continue;
      const { fontStyle, fontWeight, fontSize, fontFamily, color, textDecorationLine } = getComputedStyle(parent);
      const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      pen.measure.font = font;
      const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measure.measureText("x");
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^ \t\r\n]+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const [x, y, width, height] = place(range.getBoundingClientRect());
        const base = y + (height - up - down) / 2 + up;
        pen.text(word, x, base, { font, colour: color });
        if (textDecorationLine.includes("underline")) pen.fill([x, base + 3, width, 1], color);
      }
    }
  };

  /** @param {any} pen @param {HTMLElement} element @param {Function} place */
  const drawBoxes = (pen, element, place) => {
    for (const box of element.querySelectorAll(BOXES)) {
      if (!seen(box)) continue;
      const { borderTopWidth, borderTopColor, borderBottomWidth, borderBottomColor, backgroundColor } = getComputedStyle(box);
      const [x, y, width, height] = place(box.getBoundingClientRect());
      const [above, below] = [parseFloat(borderTopWidth), parseFloat(borderBottomWidth)];
      if (box.matches(".gl-bar")) pen.fill([x, y, width, height], backgroundColor);
      if (above) pen.fill([x, y, width, above], borderTopColor);
      if (below) pen.fill([x, y + height - below, width, below], borderBottomColor);
    }
  };

  /** @param {any} pen @param {any} fig @param {Function} place */
  const drawPlots = (pen, fig, place) => {
    for (const slot of /** @type {NodeListOf<HTMLElement>} */ (fig.element.querySelectorAll("[data-slot]"))) {
      if (!seen(slot)) continue;
      const [x, y] = place(slot.getBoundingClientRect());
      const plot = fig.plots[slot.dataset.slot ?? ""];
      const scene = fig.scenes?.[slot.dataset.slot ?? ""];
      if (plot?.view) pen.plot(plot.view, x, y, plot.zoom);
      if (scene) pen.scene(scene, x, y);
      for (const { spec, element } of fig.handles) {
        if (spec.area || !slot.contains(spec.layer)) continue;
        const [px, py] = spec.pixel();
        for (const look of lab.pointLook(element)) pen.disc(x + px, y + py, look);
        if (spec.mark) {
          const { color, font } = getComputedStyle(element.firstElementChild, "::after");
          pen.text(spec.mark, x + px, y + py + 5, { font, colour: color, align: "center" });
        }
      }
    }
  };

  /** The state in words, the lab and the address, in lines as wide as there is room. @param {any} fig */
  const notes = (fig, /** @type {CanvasRenderingContext2D} */ measure, /** @type {number} */ room) => {
    const state = [...fig.state.specs].flatMap(([name, { label, kind }]) => {
      const value = fig.state.values[name];
      if (kind === "flag") return value ? [label] : [];
      return `${label} ${kind === "choice" ? fig.words.options?.[name]?.[value] ?? value : fig.shown(name)}`;
    });
    const link = share.link(fig);
    const lines = [];
    let line = "";
    for (const item of [...state, lab.words.page.name, ...(link ? [link] : [])]) {
      const longer = line ? `${line} · ${item}` : item;
      if (line && measure.measureText(longer).width > room) {
        lines.push(line);
        line = item;
      } else line = longer;
      while (measure.measureText(line).width > room) { // an address longer than a line
        let end = line.length;
        while (end > 1 && measure.measureText(line.slice(0, end)).width > room) end--;
        lines.push(line.slice(0, end));
        line = line.slice(end);
      }
    }
    return [...lines, line];
  };

  /** @param {any} fig @param {(width: number, height: number) => any} makePen */
  const draw = (fig, makePen) => {
    const { element } = fig;
    const place = placing(element);
    const colours = lab.colours(element);
    const caption = element.querySelector("figcaption");
    const { fontFamily, paddingLeft } = getComputedStyle(element);
    const edge = parseFloat(paddingLeft);
    const width = element.offsetWidth;
    const rem = 16 * lab.typeScale();
    const [small, bold] = [`${0.85 * rem}px ${fontFamily}`, `600 ${1.2 * rem}px ${fontFamily}`];
    const measure = document.createElement("canvas").getContext("2d");
    measure.font = small;
    const lines = notes(fig, measure, width - 2 * edge);
    const head = 2.2 * rem; // the title above
    const end = place(caption.getBoundingClientRect());
    const foot = head + end[1] + end[3] + GAP;
    const high = LINE * lab.typeScale();
    const pen = makePen(width, Math.ceil(foot + high * lines.length + GAP));
    pen.fill([0, 0, width, Math.ceil(foot + high * lines.length + GAP)], colours.card);
    pen.text(fig.spec.title, edge, 0.75 * head + 4, { font: bold, colour: colours.text });
    const below = (/** @type {DOMRect} */ rect) => {
      const [x, y, w, h] = place(rect);
      return [x, y + head, w, h];
    };
    drawPlots(pen, fig, below);
    drawBoxes(pen, element, below);
    for (const part of [".gl-stage", ".gl-values", ".gl-sentence", "figcaption"]) drawWords(pen, element.querySelector(part), below);
    lines.forEach((line, n) => pen.text(line, edge, foot + high * (n + 0.75), { font: small, colour: colours.muted }));
    return pen;
  };

  // -- files ------------------------------------------------------------------------------------------------------------

  const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
  });
  /** The check sum that PNG wants. @param {Uint8Array} bytes */
  const crc = (bytes) => ~bytes.reduce((sum, byte) => TABLE[(sum ^ byte) & 255] ^ (sum >>> 8), -1);

  /** A chunk of international text. @param {string} text */
  const chunk = (text) => {
    const body = new TextEncoder().encode(`iTXt${KEYWORD}\0\0\0\0\0${text}`);
    const whole = new Uint8Array(body.length + 8);
    const view = new DataView(whole.buffer);
    view.setUint32(0, body.length - 4);
    whole.set(body, 4);
    view.setInt32(body.length + 4, crc(body));
    return whole;
  };

  /** A PNG that also holds state and values as JSON, to be read back. @param {any} fig @returns {Promise<Blob>} */
  share.png = async (fig) => {
    const { canvas } = draw(fig, canvasPen);
    const blob = await new Promise((resolve, reject) =>
      canvas.toBlob((/** @type {Blob | null} */ made) => (made ? resolve(made) : reject(new Error("toBlob"))), "image/png"));
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const first = 33; // behind the signature and the first chunk
    return new Blob([bytes.subarray(0, first), chunk(JSON.stringify(share.facts(fig))), bytes.subarray(first)], { type: "image/png" });
  };

  /** Whether the figure can be had as a drawing: surfaces are painted pixel by pixel. @param {any} fig */
  share.hasSvg = (fig) => !fig.scenes;

  /** @param {any} fig @returns {string} */
  share.svg = (fig) => {
    const { root } = draw(fig, svgPen);
    const texts = { title: fig.spec.title, desc: fig.spoken, metadata: JSON.stringify(share.facts(fig)) };
    root.prepend(...Object.entries(texts).map(([name, text]) => {
      const element = document.createElementNS(SVG, name);
      element.textContent = text;
      return element;
    }));
    return new XMLSerializer().serializeToString(root);
  };
})(globalThis.gelulab);
