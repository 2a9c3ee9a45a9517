/* The colours of a surface (surface.js): three sets, any CSS colour as numbers, the mixing of height and light. */
(function (lab) {
  "use strict";

  /**
   * @typedef {{low: string, mid: string, high: string, shade: string, light: string, floor: string, grid: string, mesh: string,
   *   axis: string, text: string, card: string}} Colours   any CSS colour, var(--name) too. low, mid, high: lowest z, 0, highest z;
   *   shade, light: mixed in by the lamp; grid: on floor and wall; mesh: on the surface; card: halo of lines and their labels
   */

  /** Three calm sets to start from. @type {Record<string, Colours>} */
  const sets = {
    light: { low: "#4078de", mid: "#e5edf8", high: "#fcc88a", shade: "#3a4a78", light: "#ffffff", floor: "#f7f6f2", grid: "#dfdcd3",
      mesh: "#23272f26", axis: "#8b909b", text: "#23272f", card: "#ffffff" },
    dark: { low: "#2c62d4", mid: "#5b6d92", high: "#f7c07d", shade: "#0d1220", light: "#fff6ea", floor: "#1e232b", grid: "#343a46",
      mesh: "#0d12204d", axis: "#7d8593", text: "#d7dae0", card: "#191d24" },
    forced: { low: "Highlight", mid: "Canvas", high: "Canvas", shade: "CanvasText", light: "Canvas", floor: "Canvas", grid: "GrayText",
      mesh: "GrayText", axis: "CanvasText", text: "CanvasText", card: "Canvas" },
  };

  /** Any CSS colour as numbers, as it is understood where the canvas stands. */
  function resolve(canvas, colour) {
    const before = canvas.style.color, context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    canvas.style.color = colour;
    context.fillStyle = canvas.isConnected ? getComputedStyle(canvas).color : colour;
    canvas.style.color = before;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return { r, g, b, css: `rgba(${r},${g},${b},${(a / 255).toFixed(3)})` };
  }

  /**
   * The colour of a height in a light.
   * @param {any} paint resolved colours @param {number} share -1 for the lowest z, 0 for z = 0, 1 for the highest
   * @param {number} light under 0 shade, over 0 light
   */
  function mixed(paint, share, light) {
    const far = Math.abs(share) ** (share < 0 ? 1.15 : 0.8);
    const end = share < 0 ? paint.low : paint.high, lamp = light < 0 ? paint.shade : paint.light;
    const mix = (part) => {
      const base = paint.mid[part] + (end[part] - paint.mid[part]) * far;
      return Math.round(base + (lamp[part] - base) * Math.abs(light) * (light < 0 ? 0.95 : 0.8));
    };
    return `rgb(${mix("r")},${mix("g")},${mix("b")})`;
  }

  lab.surfaceColours = { sets, resolve, mixed };
})((globalThis.gelulab = globalThis.gelulab || {}));
