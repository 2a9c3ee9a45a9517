/**
 * Predictions that are drawn: a point that is placed at one x, and a curve that is sketched. The plot comes with the page
 * (app/lesson/pad.py): an SVG stretched over its box, the answer in it hidden. What is drawn here is kept in data
 * coordinates, so it fits any width.
 */
(function (lab) {
  "use strict";
  const UNIT = 10000; // of the SVG, in both directions
  const POINTS = 33; // of a sketch; each second one is a slider for the keys
  const EVERY = 2;
  const STEPS = 50; // key steps from the lower to the upper end
  const REACH = 2; // points at either end that a sketch may leave out

  /** @typedef {{low: number, high: number}} Axis */

  /** The plot of a box. @param {HTMLElement} box */
  const padOf = (box) => {
    const pad = /** @type {HTMLElement} */ (box.querySelector("[data-pad]"));
    const axis = (/** @type {string | undefined} */ text) => {
      const [low, high] = (text ?? "").split(" ").map(Number);
      return { low, high };
    };
    const [x, y] = [axis(pad.dataset.x), axis(pad.dataset.y)];
    const plot = /** @type {HTMLElement} */ (pad.querySelector(".gl-pad-plot"));
    const across = (/** @type {number} */ value) => (value - x.low) / (x.high - x.low);
    const down = (/** @type {number} */ value) => (y.high - value) / (y.high - y.low);
    const path = (/** @type {string} */ name) => /** @type {SVGPathElement} */ (pad.querySelector(`.gl-pad-${name}`));
    return {
      x, y, pad, plot, across, down,
      hands: /** @type {HTMLElement} */ (pad.querySelector(".gl-pad-hands")),
      /** @param {string} name @param {string} d */
      draw: (name, d) => path(name).setAttribute("d", d),
      /** A smooth path through places of the data; from one to the next its slope is that of their neighbours.
       * @param {number[][]} places */
      line: (places) => {
        const spots = places.map(([px, py]) => [UNIT * across(px), UNIT * down(py)]);
        const text = (/** @type {number[]} */ spot) => spot.map(Math.round).join(" ");
        const aside = (/** @type {number} */ at, /** @type {number} */ way) => {
          const [before, after] = [spots[Math.max(0, at - 1)], spots[Math.min(spots.length - 1, at + 1)]];
          return text(spots[at].map((each, k) => each + (way * (after[k] - before[k])) / 6));
        };
        return spots.map((spot, at) => (at ? `C${aside(at - 1, 1)} ${aside(at, -1)} ${text(spot)}` : `M${text(spot)}`)).join("");
      },
      /** What the answer's curve is at evenly spaced places, the ends among them. @param {number} count */
      answers: (count) => {
        const numbers = (path("answer").getAttribute("d") ?? "").match(/\d+/g)?.map(Number) ?? [];
        const heights = numbers.filter((_, at) => at % 2).map((each) => y.high - (each / UNIT) * (y.high - y.low));
        return Array.from({ length: count }, (_, at) => heights[(at * (heights.length - 1)) / (count - 1)]);
      },
      /** Data coordinates of a pointer, within the plot. @param {MouseEvent} event */
      at: (event) => {
        const { left, top, width, height } = plot.getBoundingClientRect();
        const part = (/** @type {number} */ share) => Math.min(1, Math.max(0, share));
        return [
          x.low + part((event.clientX - left) / width) * (x.high - x.low),
          y.high - part((event.clientY - top) / height) * (y.high - y.low),
        ];
      },
    };
  };

  /** What a key does to a height; undefined if nothing. @param {KeyboardEvent} event @param {Axis} y @param {number} value */
  const raised = (event, { low, high }, value) => {
    const spec = { kind: "number", low, high, step: (high - low) / STEPS };
    const next = lab.keyed(event, spec, value, "y");
    return next === undefined ? undefined : Math.min(high, Math.max(low, next));
  };

  /** @param {string} label @param {Axis} y */
  const slider = (label, { low, high }) => {
    const element = document.createElement("div");
    element.setAttribute("role", "slider");
    element.setAttribute("aria-label", label);
    element.setAttribute("aria-orientation", "vertical");
    element.setAttribute("aria-valuemin", String(low));
    element.setAttribute("aria-valuemax", String(high));
    return element;
  };

  /** @param {HTMLElement} element @param {number | undefined} value @param {string} text */
  const tell = (element, value, text) => {
    element.setAttribute("aria-valuenow", String(value ?? 0));
    element.setAttribute("aria-valuetext", text);
  };

  /** Follows a pointer from its press to its release. @param {HTMLElement} on @param {(event: PointerEvent) => boolean} begins @param {(event: PointerEvent, first: boolean) => void} follow @param {() => void} [ends] */
  const follow = (on, begins, follow, ends) => {
    let held = /** @type {number | null} */ (null);
    on.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || held !== null || !begins(event)) return;
      event.preventDefault();
      held = event.pointerId;
      on.setPointerCapture(held);
      follow(event, true);
    });
    on.addEventListener("pointermove", (event) => {
      if (event.pointerId === held) follow(event, false);
    });
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
      on.addEventListener(type, (event) => {
        if (/** @type {PointerEvent} */ (event).pointerId !== held) return;
        held = null;
        ends?.();
      });
    }
  };

  lab.predictionParts.point = (box, changed) => {
    const { pad, plot, hands, x, y, across, down, draw, at } = padOf(box);
    const { right, shown, judge } = lab.predictedNumber(box);
    const where = Number(pad.dataset.at);
    const from = Number(pad.dataset.from ?? (y.low + y.high) / 2);
    let guess = /** @type {number | undefined} */ (undefined);
    const hand = slider(lab.fill(lab.words.predict.height, { x: lab.short(where) }), y);
    hand.className = "gl-hand";
    hand.tabIndex = 0;
    hand.style.left = `${100 * across(where)}%`;
    hands.append(hand);

    const place = () => {
      hand.style.top = `${100 * down(guess ?? from)}%`;
      hand.toggleAttribute("data-placed", guess !== undefined);
      tell(hand, guess ?? from, guess === undefined ? lab.words.predict.unplaced : shown(guess));
    };
    const set = (/** @type {number} */ value) => {
      guess = value;
      place();
      changed();
    };
    const committed = () => box.dataset.committed !== undefined;
    follow(hand, () => !committed(), (event, first) => {
      if (first) hand.focus({ preventScroll: true });
      else set(at(event)[1]);
    });
    plot.addEventListener("click", (event) => {
      if (committed() || event.target === hand) return;
      set(at(event)[1]);
      hand.focus({ preventScroll: true });
    });
    hand.addEventListener("keydown", (event) => {
      const value = raised(event, y, guess ?? from);
      if (event.key === "Enter" && guess !== undefined) {
        /** @type {HTMLElement} */ (box.querySelector('[data-action="commit"]')).click();
      }
      if (value === undefined) return;
      event.preventDefault();
      set(value);
    });
    place();
    return {
      read: () => guess,
      allowed: (value) => typeof value === "number" && value >= y.low && value <= y.high,
      judge,
      show: (value) => {
        guess = value;
        place();
        hands.inert = true;
        if (value === undefined) return;
        const px = Math.round(UNIT * across(where));
        draw("worst", `M${px} ${Math.round(UNIT * down(value))}V${Math.round(UNIT * down(right))}`);
      },
      hide: () => {
        guess = undefined;
        hands.inert = false;
        draw("worst", "");
        place();
      },
      focus: () => hand.focus(),
    };
  };

  lab.predictionParts.sketch = (box, changed) => {
    const { plot, hands, x, y, across, down, draw, line, at, answers } = padOf(box);
    const { over, tolerance = "", digits = "" } = box.dataset;
    const say = lab.words.predict;
    const xs = Array.from({ length: POINTS }, (_, each) => x.low + (each * (x.high - x.low)) / (POINTS - 1));
    const truth = answers(POINTS);
    const shown = (/** @type {number} */ value) => lab.decimals(value, Number(digits));
    /** @type {(number | undefined)[]} */
    let heights = Array(POINTS).fill(undefined);
    let last = /** @type {number[] | null} */ (null); // where the pointer was

    const drawn = () => heights.some((height) => height !== undefined);
    const complete = () => heights.slice(REACH, POINTS - REACH).every((height) => height !== undefined);
    /** The sketch with nothing left out: straight between what was drawn, level beyond it. @returns {number[]} */
    const filled = () => heights.map((height, each) => {
      if (height !== undefined) return height;
      const known = (/** @type {number} */ way) => {
        let k = each;
        while (k >= 0 && k < POINTS && heights[k] === undefined) k += way;
        return k;
      };
      const [a, b] = [known(-1), known(1)];
      if (a < 0) return heights[b] ?? 0;
      if (b >= POINTS) return heights[a] ?? 0;
      const [ya, yb] = [heights[a] ?? 0, heights[b] ?? 0];
      return ya + ((yb - ya) * (each - a)) / (b - a);
    });

    // -- for the keys: a slider on each second point, one tab stop for all -------------------------------------------

    const places = xs.map((_, each) => each).filter((each) => each % EVERY === 0);
    const sliders = places.map((each) => {
      const element = slider(lab.fill(say.height, { x: lab.short(xs[each]) }), y);
      element.className = "gl-knot";
      element.tabIndex = -1;
      element.style.left = `${100 * across(xs[each])}%`;
      hands.append(element);
      return element;
    });
    let stop = Math.floor(sliders.length / 2);
    sliders[stop].tabIndex = 0;
    const moveTo = (/** @type {number} */ next) => {
      sliders[stop].tabIndex = -1;
      stop = next;
      sliders[stop].tabIndex = 0;
    };

    const paint = () => {
      box.toggleAttribute("data-drawn", drawn());
      // Pieces: what is left out between two strokes is not drawn.
      const pieces = [];
      for (let each = 0; each < POINTS; each++) {
        const height = heights[each];
        if (height === undefined) continue;
        if (!each || heights[each - 1] === undefined) pieces.push(/** @type {number[][]} */ ([]));
        pieces[pieces.length - 1].push([xs[each], height]);
      }
      draw("guess", pieces.map((piece) => line(piece.length > 1 ? piece : [...piece, ...piece])).join(""));
      sliders.forEach((element, k) => {
        const height = heights[places[k]];
        element.style.top = `${100 * down(height ?? 0)}%`;
        tell(element, height, height === undefined ? say.undrawn : shown(height));
      });
    };
    const settle = () => {
      paint();
      changed();
    };

    hands.addEventListener("keydown", (event) => {
      const ways = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });
      const way = event.altKey || event.ctrlKey || event.metaKey ? undefined : ways[event.key];
      if (way !== undefined) {
        event.preventDefault();
        moveTo(Math.min(sliders.length - 1, Math.max(0, stop + way)));
        sliders[stop].focus();
        return;
      }
      if (event.key === "Enter" && complete()) {
        /** @type {HTMLElement} */ (box.querySelector('[data-action="commit"]')).click();
        return;
      }
      const each = places[stop];
      const now = filled();
      const value = raised(event, y, now[each]);
      if (value === undefined) return;
      event.preventDefault();
      // The neighbours half as much, so that no tooth stands out of the curve.
      const by = value - now[each];
      heights = now;
      heights[each] = value;
      for (const next of [each - 1, each + 1]) {
        if (next >= 0 && next < POINTS) heights[next] = Math.min(y.high, Math.max(y.low, now[next] + by / EVERY));
      }
      settle();
    });
    hands.addEventListener("focusin", ({ target }) => moveTo(sliders.indexOf(/** @type {any} */ (target))));

    // -- for the pointer: every point that it passes gets its height ---------------------------------------------------

    const stroke = (/** @type {number[]} */ from, /** @type {number[]} */ to) => {
      const [a, b] = from[0] <= to[0] ? [from, to] : [to, from];
      const half = (x.high - x.low) / (POINTS - 1) / 2;
      const nearest = xs.reduce((best, each, k) => (Math.abs(each - to[0]) < Math.abs(xs[best] - to[0]) ? k : best), 0);
      xs.forEach((each, k) => {
        if (each < a[0] || each > b[0]) return;
        heights[k] = b[0] > a[0] ? a[1] + ((b[1] - a[1]) * (each - a[0])) / (b[0] - a[0]) : to[1];
      });
      if (Math.abs(xs[nearest] - to[0]) <= half) heights[nearest] ??= to[1];
    };
    follow(plot, () => box.dataset.committed === undefined, (event, first) => {
      const strokes = event.getCoalescedEvents?.() ?? [];
      for (const each of strokes.length && !first ? strokes : [event]) {
        const now = at(each);
        stroke(first || !last ? now : last, now);
        last = now;
      }
      paint();
    }, () => {
      last = null;
      if (complete()) heights = filled();
      settle();
    });

    // -- the gap -----------------------------------------------------------------------------------------------------

    const farthest = (/** @type {number[]} */ sketch) => sketch.reduce((worst, height, each) =>
      (Math.abs(height - truth[each]) > Math.abs(sketch[worst] - truth[worst]) ? each : worst), 0);
    const isSketch = (/** @type {any} */ guess) => Array.isArray(guess) && guess.length === POINTS
      && guess.every((height) => typeof height === "number" && height >= y.low && height <= y.high);
    const before = () => {
      const earlier = over ? lab.predicted(over) : undefined;
      return isSketch(earlier) ? earlier : undefined;
    };
    const curve = (/** @type {number[]} */ sketch) => line(sketch.map((height, each) => [xs[each], height]));

    paint();
    return {
      read: () => (complete() ? filled().map((height) => Number(height.toFixed(4))) : undefined),
      excuse: () => (drawn() && !complete() ? lab.fill(say.unfinished, { low: lab.short(x.low), high: lab.short(x.high) }) : ""),
      allowed: isSketch,
      judge: (guess) => {
        const earlier = before();
        const past = earlier ? [" ", lab.fill(say.sketch_before, {
          gap: shown(Math.abs(earlier[farthest(earlier)] - truth[farthest(earlier)])),
        })] : [];
        if (guess === undefined) return { right: false, said: [say.sketch_skipped, ...past] };
        const worst = farthest(guess);
        const gap = Math.abs(guess[worst] - truth[worst]);
        const right = gap <= Number(tolerance);
        const slots = {
          gap: shown(gap), x: lab.short(xs[worst]), guess: shown(guess[worst]), answer: shown(truth[worst]),
        };
        return { right, said: [lab.fill(right ? say.sketch_near : say.sketch_far, slots), ...past] };
      },
      show: (guess) => {
        heights = guess ? [...guess] : Array(POINTS).fill(undefined);
        paint();
        hands.inert = true;
        const earlier = before();
        box.toggleAttribute("data-before", Boolean(earlier));
        draw("before", earlier ? curve(earlier) : "");
        if (!guess) return;
        const worst = farthest(guess);
        const there = (/** @type {number} */ each, /** @type {number[]} */ of) => [xs[each], of[each]];
        const back = truth.map((_, each) => there(POINTS - 1 - each, truth));
        draw("gap", `${curve(guess)}${line(back).replace("M", "L")}Z`);
        draw("worst", line([there(worst, guess), there(worst, truth)]));
      },
      hide: () => {
        heights = Array(POINTS).fill(undefined);
        hands.inert = false;
        for (const name of ["gap", "worst", "before"]) draw(name, "");
        paint();
      },
      focus: () => sliders[stop].focus(),
    };
  };
})(globalThis.gelulab);
