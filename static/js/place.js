/**
 * The reader's place survives a reload and the way back to the page. Browsers restore a distance from the top; but above
 * the place an answered prediction may be open again. So the line before the reader's eyes is remembered too.
 */
(function (lab) {
  "use strict";
  const KEY = "gelu-lab.place";
  const EYES = 130; // px below the top of the window
  const LINES = ":is(h1, h2, h3, p, figure, table, li, .gl-formula)";

  /** @returns {{at: number, top: number} | null} */
  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    } catch {
      return null; // storage may be forbidden, or hold what somebody else has written
    }
  };

  /** @param {Promise<any>[]} settled what still moves the page after it is there */
  lab.keepPlace = (settled) => {
    const lines = [...document.querySelectorAll(`.gl-main ${LINES}`)];
    addEventListener("pagehide", () => {
      const at = lines.findIndex((line) => line.getBoundingClientRect().bottom > EYES && line.getClientRects().length);
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ at, top: lines[at]?.getBoundingClientRect().top }));
      } catch {
        // then the browser's own memory has to do
      }
    });

    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const place = read();
    const line = place && lines[place.at];
    if (!line || !Number.isFinite(place.top) || !["reload", "back_forward"].includes(visit?.type)) return;
    let moved = false; // by the reader, whose will it is from then on
    for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      addEventListener(type, () => { moved = true; }, { once: true, capture: true, passive: true });
    }
    const restore = () => {
      const away = line.getBoundingClientRect().top - place.top;
      if (!moved && Math.abs(away) >= 1) scrollBy({ top: away, behavior: "instant" });
    };
    restore();
    addEventListener("load", () => requestAnimationFrame(restore), { once: true });
    for (const each of settled) each.then(() => requestAnimationFrame(restore));
  };
})(globalThis.gelulab);
