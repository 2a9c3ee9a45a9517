/**
 * The one global namespace, the registry of figures and the tables that travel with them.
 *
 * Every script of the lab is a classic script that adds to this object: so the same files work from a server, from
 * disk, joined into one file, in a notebook cell and inside a Panel component, without a bundler and without eval.
 *
 * @typedef {{dtype: "float64" | "float32" | "int16", data: string}} Packed  little-endian numbers in base64
 * @typedef {{
 *   id: string, title: string, states: StateSpec[], values: ValueSpec[], html: string,
 *   plots: Record<string, string>, tables: Record<string, Packed>, lazy: Record<string, string>
 * }} Spec  what Python sends for one figure; `plots` holds Bokeh's JSON as text
 * @typedef {{
 *   name: string, kind: "number" | "integer" | "flag" | "choice", value: any, label: string,
 *   low?: number, high?: number, step?: number, digits?: number, scale?: "linear" | "log", options?: string[]
 * }} StateSpec
 * @typedef {{name: string, digits: number, form: "decimals" | "percent" | "count" | "short" | "scientific"}} ValueSpec
 */
(function (lab) {
  "use strict";

  /** @type {Record<string, Function>} figure id -> its script */
  const scripts = {};
  /** @type {Record<string, Spec>} */
  const specs = {};
  /** @type {Record<string, Packed>} tables that came in files of their own, by path */
  const files = {};
  /** @type {Map<string, Promise<void>>} */
  const loading = new Map();

  /**
   * Registers the script of a figure under the figure's id.
   * @param {string} id
   * @param {(fig: any) => {compute: Function, describe: Function, draw: Function}} script
   */
  lab.define = (id, script) => {
    scripts[id] = script;
  };
  /** @param {string} id */
  lab.script = (id) => scripts[id];

  /** Called by data/NAME.js. @param {Spec} spec */
  lab.addSpec = (spec) => {
    specs[spec.id] = spec;
  };
  /** @param {string} id */
  lab.spec = (id) => specs[id];

  /** Called by the file of one table. @param {string} path @param {Packed} packed */
  lab.addTable = (path, packed) => {
    files[path] = packed;
  };

  /** What starts when the first figure has answered: questions and other things that can wait. @type {(() => void)[]} */
  lab.late = [];

  /**
   * A moment later, when the browser has nothing to do: a hand that moves already is answered first.
   * @returns {Promise<void>}
   */
  lab.rest = () => new Promise((resolve) => {
    setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(() => resolve()), 50);
  });

  /** Where the assets lie; the page says it, hosts that carry everything inline never ask. */
  lab.base = "";

  /**
   * Loads a classic script once. fetch() fails on file://, a script element does not.
   * @param {string} url
   * @returns {Promise<void>}
   */
  lab.load = (url) => {
    let promise = loading.get(url);
    if (!promise) {
      promise = new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = url;
        script.async = false;
        script.onload = () => resolve();
        script.onerror = () => {
          loading.delete(url); // so that the next try asks again
          script.remove();
          reject(new Error(`could not load ${url}`));
        };
        document.head.append(script);
      });
      loading.set(url, promise);
    }
    return promise;
  };

  /**
   * One table of a figure, at hand or loaded from its own file.
   * @param {Spec} spec @param {string} name
   * @returns {Promise<Float64Array | Float32Array | Int16Array>}
   */
  lab.tableOf = async (spec, name) => {
    if (!spec.tables[name]) {
      const path = spec.lazy[name];
      if (!path) throw new Error(`figure ${spec.id} has no table ${name}`);
      await lab.load(lab.base + path);
      spec.tables[name] = files[path.split("?")[0]];
    }
    return lab.unpack(spec.tables[name]);
  };

  /**
   * @param {Packed} packed
   * @returns {Float64Array | Float32Array | Int16Array}
   */
  lab.unpack = (packed) => {
    const text = atob(packed.data);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    const types = { float64: Float64Array, float32: Float32Array, int16: Int16Array };
    return new types[packed.dtype](bytes.buffer);
  };

  /**
   * Fills the words of the interface: `lab.words.predict...`, set by the strings file; a figure brings its own.
   * @param {string} template with {slots} @param {Record<string, string>} slots
   */
  lab.fill = (template, slots) => template.replace(/\{(\w+)\}/g, (_, name) => slots[name]);
})((globalThis.gelulab = globalThis.gelulab || {}));
