/** The present place of the lesson as a code for the phones in the room: made here, no other machine is asked. */
(function (lab) {
  "use strict";
  const QUIET = 4; // modules of white around a code
  const SVG = "http://www.w3.org/2000/svg";

  /** Whether only this machine can open an address. @param {URL} url */
  const isLocal = ({ protocol, hostname }) => protocol === "file:" || hostname === "localhost"
    || hostname.endsWith(".localhost") || /^127\./.test(hostname) || hostname === "[::1]";

  /**
   * The lesson at the section of a screen, with the state of its figure as far as a code holds it.
   * @param {HTMLElement} screen @param {any} figure of the screen, if it has one that is alive
   */
  lab.lessonAddress = (screen, figure) => {
    const base = new URL(document.body.dataset.reach || location.href);
    const url = new URL(base.protocol === "file:" ? "index.html" : "./", base);
    const query = new URLSearchParams();
    if (figure) lab.writeQuery(query, figure.prefix, figure.state.specs, figure.state.values);
    url.hash = screen.dataset.section ? `section-${screen.dataset.section}` : "";
    url.search = query.toString();
    if (!lab.qr(url.href)) url.search = "";
    return url;
  };

  /** Black on white in the dark too, and white around it: cameras want it so. @param {string} text @param {string} label */
  const drawn = (text, label) => {
    const modules = lab.qr(text) ?? [];
    const size = modules.length + 2 * QUIET;
    const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    svg.setAttribute("class", "gl-code-of");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    svg.setAttribute("shape-rendering", "crispEdges");
    for (const [tag, attributes] of /** @type {[string, Record<string, string>][]} */ ([
      ["rect", { width: String(size), height: String(size), fill: "#fff" }], ["path", { d: path, fill: "#000" }],
    ])) {
      const part = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
      svg.append(part);
    }
    return svg;
  };

  /** The sheet with the code, made anew each time it is opened. @param {any} deck @returns {HTMLDialogElement & {open: boolean}} */
  lab.codeSheet = (deck) => {
    const say = lab.words.lecture.code;
    const body = lab.made("div", { class: "gl-code-body" });
    const dialog = lab.sheet("gl-code-sheet", say.title, [body]);
    lab.showCode = () => {
      const url = lab.lessonAddress(deck.screen, deck.figure);
      const parts = [drawn(url.href, say.label), lab.made("p", { class: "gl-code-address" }, [url.href])];
      if (isLocal(url)) parts.push(lab.made("p", { class: "gl-code-local" }, [url.protocol === "file:" ? say.file : say.local]));
      body.replaceChildren(...parts);
      dialog.showModal();
    };
    return dialog;
  };
})(globalThis.gelulab);
