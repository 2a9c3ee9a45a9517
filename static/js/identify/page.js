/** The page /identify: numbers come in by typing, pasting, a file, a drop or an example, and are judged here. */
(function (lab) {
  "use strict";
  const REST = 700; // ms without a change before a screen reader is told
  const SLOW = 40; // ms: what takes longer waits for a pause in the typing
  const PAUSE = 250;
  // Browsers take seconds to lay out a field of 100,000 lines: of a longer text the beginning is shown, the rest is held.
  const SHOWN = 1000;

  /** @param {HTMLElement} root */
  const bind = (root) => {
    const say = lab.words.identify;
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
    const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (root.querySelector(`[data-action="${name}"]`));
    const field = /** @type {HTMLTextAreaElement} */ (root.querySelector("textarea"));
    const picker = /** @type {HTMLInputElement} */ (root.querySelector("input[type=file]"));
    const selects = /** @type {HTMLSelectElement[]} */ ([...root.querySelectorAll("select")]);
    const found = /** @type {HTMLElement} */ (root.querySelector("[data-found]"));
    let chosen = /** @type {[number, number] | null} */ (null);
    let titles = "";
    let before = ""; // what a file or an example has replaced
    let held = ""; // a text of which the field shows the beginning
    let took = 0;
    let [timer, frame, told] = [0, 0, 0];

    const text = () => held || field.value;

    /** Told when nothing has changed for a moment: not every key that is pressed. @param {string} text */
    const announce = (text) => {
      clearTimeout(told);
      told = setTimeout(() => lab.say(part("announce"), text), REST);
    };

    /** What is wrong, and where. @param {any} problem of lab.readPairs or lab.numpyText, or none */
    const refuse = (problem) => {
      const slots = problem ? { most: lab.count(lab.MOST_PAIRS), ...problem.slots } : {};
      if (typeof slots.count === "number") slots.count = lab.count(slots.count);
      lab.say(part("problem"), problem ? lab.fill(say.problems[problem.kind], slots) : "");
      const line = button("line");
      line.hidden = !slots.line || slots.line > field.value.split("\n").length;
      if (slots.line) {
        line.textContent = lab.fill(say.show_line, slots);
        line.dataset.line = slots.line;
      }
    };

    /** @param {"none" | "shown" | "stale"} state */
    const show = (state) => {
      found.dataset.found = state;
      part("results").hidden = state === "none";
      part("waiting").hidden = state !== "none";
      part("stale").hidden = state !== "stale";
    };

    /** Columns to choose from, where there are more than two. @param {string[]} names @param {number[]} places */
    const offerColumns = (names, places) => {
      part("columns").hidden = names.length < 3;
      selects.forEach((select, axis) => {
        const options = names.map((name, at) => new Option(name, String(at)));
        if (names.join("\n") !== titles) select.replaceChildren(...options);
        select.value = String(places[axis]);
      });
      titles = names.join("\n");
    };

    /** @param {boolean} typing the last line may still be being written, and a mistake may be one of this moment */
    const judge = (typing) => {
      const start = performance.now();
      const empty = !text().trim();
      field.removeAttribute("aria-invalid");
      try {
        if (empty) throw new lab.PairsProblem("begun");
        const pairs = lab.readPairs(text(), chosen, typing);
        offerColumns(pairs.titles, pairs.places);
        refuse(null);
        const read = pairs.named ? say.read_named : say.read;
        const [x, y] = pairs.places.map((place) => pairs.titles[place]);
        const result = lab.identify(pairs.x, pairs.y);
        const left = pairs.x.length - result.count;
        lab.say(part("read"), [
          lab.fill(read, { count: lab.count(result.count), x, y }),
          left ? lab.fill(say.left_out, { left: lab.count(left) }) : "",
          pairs.unfinished ? lab.fill(say.unfinished, { line: String(pairs.unfinished) }) : "",
          held ? lab.fill(say.beginning, { lines: lab.count(SHOWN) }) : "",
        ].filter(Boolean).join(" "));
        lab.showVerdict(found, result);
        show("shown");
        const { head, why } = lab.verdict(result);
        announce(`${head} ${why}`);
      } catch (problem) {
        if (!(problem instanceof lab.PairsProblem)) throw problem;
        lab.say(part("read"), "");
        show(typing && !empty && found.dataset.found !== "none" ? "stale" : "none");
        const begun = problem.kind === "begun";
        refuse(begun ? null : problem);
        if (empty) part("columns").hidden = true;
        if (!begun) field.setAttribute("aria-invalid", "true");
        announce(begun ? "" : part("problem").textContent ?? "");
      }
      took = performance.now() - start;
    };

    /** In the next frame, or when a long list rests. @param {boolean} typing @param {boolean} [later] */
    const soon = (typing, later = typing && took > SLOW) => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      const next = () => { frame = requestAnimationFrame(() => judge(typing)); };
      if (later) timer = setTimeout(next, PAUSE);
      else next();
    };

    /** The address names the example that is shown, and no other. @param {string} name */
    const address = (name) => {
      const query = new URLSearchParams(location.search);
      if ((query.get("example") ?? "") === name) return;
      if (name) query.set("example", name);
      else query.delete("example");
      try {
        history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}${location.hash}`);
      } catch {
        // a frame without an address of its own
      }
    };

    /** Other numbers in place of those that are there, which a button brings back. @param {string} given @param {string} example */
    const replace = (given, example = "") => {
      if (text().trim() && text() !== given) before = text();
      const lines = given.split(/\r\n|\r|\n/);
      held = lines.length > SHOWN ? given : "";
      field.value = held ? lines.slice(0, SHOWN).join("\n") : given;
      field.readOnly = Boolean(held);
      field.scrollTop = 0;
      chosen = null;
      button("back").hidden = !before || before === given;
      address(example);
      soon(false);
    };

    /** @param {File | null | undefined} file */
    const take = async (file) => {
      if (!file) return;
      try {
        if (file.size > lab.LARGEST_FILE) throw new lab.PairsProblem("large");
        const bytes = new Uint8Array(await file.arrayBuffer());
        replace(await lab.fileText(file.name, bytes));
      } catch (error) {
        // What stood there before still stands there, and so does its verdict.
        clearTimeout(timer);
        cancelAnimationFrame(frame);
        judge(false);
        refuse(error instanceof lab.PairsProblem ? error : new lab.PairsProblem("unreadable"));
        part("problem").prepend(`${file.name}: `);
        announce(part("problem").textContent ?? "");
      }
    };

    field.addEventListener("input", (event) => {
      address("");
      const kind = /** @type {InputEvent} */ (event).inputType ?? "";
      soon(!/^insertFrom/.test(kind));
    });
    field.addEventListener("paste", (event) => {
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      const whole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
      if ((!whole && !held) || pasted.split("\n", SHOWN + 1).length <= SHOWN) return;
      event.preventDefault();
      replace(pasted);
    });
    // Not at once: what is said would move the button that is being pressed.
    field.addEventListener("change", () => soon(false, true));
    selects.forEach((select) => select.addEventListener("change", () => {
      chosen = /** @type {[number, number]} */ (selects.map(({ value }) => Number(value)));
      soon(false);
    }));
    button("file").addEventListener("click", () => picker.click());
    picker.addEventListener("change", () => {
      take(picker.files?.[0]);
      picker.value = ""; // the same file may be chosen again
    });
    button("clear").addEventListener("click", () => {
      replace("");
      field.focus();
    });
    button("back").addEventListener("click", () => {
      const given = before;
      before = "";
      replace(given);
      field.focus();
    });
    button("line").addEventListener("click", ({ currentTarget }) => {
      const wanted = Number(/** @type {HTMLElement} */ (currentTarget).dataset.line) - 1;
      const lines = field.value.split("\n");
      const start = lines.slice(0, wanted).reduce((sum, line) => sum + line.length + 1, 0);
      field.focus();
      field.setSelectionRange(start, start + (lines[wanted] ?? "").length);
      field.scrollTop = (field.scrollHeight * Math.max(0, wanted - 2)) / lines.length;
    });
    const examples = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-example]"));
    const example = (/** @type {string | undefined} */ name = "") => {
      if (Object.hasOwn(lab.identifyExamples, name)) replace(lab.identifyExamples[name], name);
    };
    for (const each of examples) each.addEventListener("click", () => example(each.dataset.example));

    // Wherever on the page a file is let go: the browser would leave the page for it.
    const over = (/** @type {boolean} */ is) => root.toggleAttribute("data-over", is);
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      over(true);
    });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) over(false); });
    addEventListener("drop", (event) => {
      over(false);
      if (!event.dataTransfer?.files.length) return; // text that is dropped on the field goes its usual way
      event.preventDefault();
      take(event.dataTransfer.files[0]);
    });

    for (const each of root.querySelectorAll("button, textarea")) each.removeAttribute("disabled");
    if (field.value.trim()) soon(false); // what the browser has kept over a reload
    else example(new URLSearchParams(location.search).get("example") ?? "");
    root.dataset.ready = "true";
  };

  lab.late.push(() => {
    const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-identify]"));
    const given = root && JSON.parse(document.querySelector("script[data-identify-facts]")?.textContent ?? "null");
    if (!given) return;
    lab.words.identify = given.words;
    lab.identifyForms = given.forms;
    lab.identifySpellings = given.formulas;
    lab.identifyExamples = given.examples;
    lab.addIdentifyFacts(given.facts);
    bind(root);
  });
})(globalThis.gelulab);
