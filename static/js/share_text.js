/** What a figure gives away as text: its address, a frame, a cell of Python, the lines of NumPy, a file of its numbers. */
(function (lab) {
  "use strict";
  const share = lab.share = /** @type {Record<string, Function>} */ ({});

  /** A value as Python writes it, with all its digits. @param {any} value */
  const literal = (value) =>
    typeof value === "boolean" ? (value ? "True" : "False") : typeof value === "string" ? JSON.stringify(value) : String(value);

  /** Where this page stands, without its state; nothing for a page without an address (a notebook's cell). */
  const here = () => (/^(https?|file):$/.test(location.protocol) ? new URL(location.pathname, location.href).href : "");

  /** The address at which a page of the lab is known, or its own. @param {string} path below the lesson's */
  const known = (path) => {
    const { public: home } = document.body.dataset;
    return home ? `${home.replace(/\/+$/, "")}/${path}` : here();
  };

  /** What differs from the page's own values, as the address holds it. @param {any} fig @param {string} prefix */
  const query = (fig, prefix) => {
    const asked = new URLSearchParams();
    for (const [name, spec] of fig.state.specs) {
      const value = fig.state.values[name];
      if (value === spec.value) continue;
      asked.set(prefix + name, lab.addressed(spec, value));
    }
    const text = asked.toString();
    return text && `?${text}`;
  };

  /** The address of the figure in its present state, "" where there is none. @param {any} fig @returns {string} */
  share.link = (fig) => {
    const { page } = document.body.dataset;
    if (page === "figure") {
      const address = known(`figures/${fig.id}.html`);
      return address && address + query(fig, "");
    }
    const lesson = page === "lesson" ? known("") : "";
    return lesson && `${lesson}${query(fig, `${fig.id}.`)}#${fig.id}`;
  };

  /** A frame that shows the figure alone, "" where it has no page of its own. @param {any} fig @returns {string} */
  share.iframe = (fig) => {
    const { page, public: home } = document.body.dataset;
    let address = page === "figure" ? known(`figures/${fig.id}.html`) : "";
    // A lesson in one file has no page for each figure beside it.
    if (page === "lesson" && (home || fig.element.dataset.data)) {
      address = known("") && new URL(`figures/${fig.id}.html`, known("")).href;
    }
    if (!address) return "";
    const frame = document.createElement("iframe"); // it stays outside the page: nothing is loaded
    const height = String(Math.ceil(fig.element.offsetHeight) + 16); // the page around it has 8 px above and below
    const attributes = { src: address + query(fig, ""), title: fig.spec.title, width: "100%", height, loading: "lazy", style: "border:0" };
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
    return frame.outerHTML;
  };

  /** A cell of Python that shows the figure in this state. @param {any} fig @returns {string} */
  share.python = (fig) => {
    const { initial, arguments: known } = fig.spec.share;
    const changed = Object.entries(fig.state.values).filter(([name, value]) => value !== initial[name]);
    const written = (/** @type {boolean} */ given) => changed.filter(([name]) => known.includes(name) === given)
      .map(([name, value]) => `${name}=${literal(value)}`).join(", ");
    const [inside, behind] = [written(true), written(false)];
    return `from gelu_lab import ${fig.id}\n\n${fig.id}(${inside})${behind && `.at(${behind})`}\n`;
  };

  /** The few lines that compute what is shown. @param {any} fig @returns {string} */
  share.numpy = (fig) => fig.spec.share.numpy.replace(/\{(\w+)\}/g, (/** @type {string} */ slot, /** @type {string} */ name) => {
    const value = fig.state.values[name];
    return typeof value === "string" ? value : literal(value); // the quotes stand in the template
  });

  /** State and values with all their digits. @param {any} fig */
  share.facts = (fig) => ({ figure: fig.id, title: fig.spec.title, state: { ...fig.state.values }, values: { ...fig.values } });

  /** The field that a property of a glyph reads. @param {any} glyph @param {string} property */
  const field = (glyph, property) => glyph.properties[property]?.get_value()?.field;

  /**
   * The points of one curve, as they are drawn; none where it is not shown.
   * @param {any} fig @param {{place: string, per: number, power: string}} curve
   * @returns {[number, number][]}
   */
  const points = (fig, { place, per, power }) => {
    const [name, source, column] = place.split("/");
    const plot = fig.plot(name);
    const data = plot?.view && plot.model(source).data;
    if (!data) return [];
    const using = plot.view.model.renderers.filter((/** @type {any} */ each) => each.data_source?.name === source);
    const drawing = using.filter(({ glyph }) => ["y", "y1", "y2", "top"].some((each) => field(glyph, each) === column));
    if (!(drawing.length ? drawing : using).some((/** @type {any} */ each) => each.visible)) return [];
    const raised = (/** @type {number} */ value, /** @type {string} */ axis) => (power === axis ? 10 ** value : value);
    const at = (/** @type {number} */ x, /** @type {number} */ i) => /** @type {[number, number]} */ (
      [raised(x, "x"), raised(data[column][i] / per, "y")]);
    if (data.x) return Array.from(data.x, at);
    return Array.from(data.left, (left, i) => [at(left, i), at(data.right[i], i)]).flat();
  };

  const written = (/** @type {number} */ value) => (Number.isFinite(value) ? String(value) : "");

  /** The curves that are shown, as a table that spreadsheets and pandas read. @param {any} fig @returns {string} */
  share.csv = (fig) => {
    const say = lab.words.share;
    const surfaces = fig.script.surfaces?.() ?? {};
    const deep = Object.keys(surfaces).length > 0;
    const end = deep ? "," : "";
    const [names, rows] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
    for (const curve of fig.spec.share.curves) {
      const before = rows.length;
      if (curve.place) rows.push(...points(fig, curve).map(([x, y]) => `${curve.name},${written(x)},${written(y)}${end}`));
      else {
        const { x, y, z } = surfaces[curve.name];
        for (const v of y) rows.push(...x.map((/** @type {number} */ u) => `${curve.name},${u},${v},${written(z(u, v))}`));
      }
      if (rows.length > before) names.push(curve.name);
    }
    const list = (/** @type {Record<string, any>} */ pairs) =>
      Object.entries(pairs).map(([name, value]) => `${name} = ${value}`).join(", ");
    const link = share.link(fig);
    const head = [
      lab.fill(say.csv_title, { lab: lab.words.page.name, title: fig.spec.title }),
      fig.spoken,
      lab.fill(say.csv_state, { state: list(fig.state.values) }),
      lab.fill(say.csv_values, { values: list(fig.values) }),
      ...(link ? [link] : []),
      deep ? say.csv_surface : say.csv_columns,
      ...names.map((name) => lab.fill(say.csv_curve, { name, words: fig.words.curves[name] })),
    ];
    return [...head.map((line) => `# ${line}`), `curve,x,y${deep ? ",z" : ""}`, ...rows, ""].join("\n");
  };
})(globalThis.gelulab);
