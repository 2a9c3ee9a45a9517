/** Numbers and words as the reader sees them: the same rules as app/format.py. */
(function (lab) {
  "use strict";
  const MINUS = "\u2212";

  /**
   * New words in an element that holds nothing else. Its text stays the same node: for one that comes and goes browsers
   * look for every rule with :has() again. @param {Element} element @param {string} text
   */
  lab.say = (element, text) => {
    const node = element.firstChild;
    if (!(node instanceof Text) || node.nextSibling) element.textContent = text;
    else if (node.data !== text) node.data = text;
  };

  /**
   * Half-up on the exact value of the double, a true minus, and no "−0.00".
   * toFixed rounds so; Python's own formatting does not (0.125 gives 0.13 here and 0.12 there).
   * @param {number} value @param {number} digits
   */
  lab.decimals = (value, digits) => {
    if (Number.isNaN(value)) return "–";
    if (!Number.isFinite(value)) return value > 0 ? "∞" : MINUS + "∞";
    const text = Math.abs(value).toFixed(digits);
    return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
  };

  /** A share as a percentage. @param {number} share @param {number} [digits] */
  lab.percent = (share, digits = 0) => `${lab.decimals(100 * share, digits)} %`;

  /** A count with thin spaces between thousands. @param {number} n */
  lab.count = (n) => lab.decimals(n, 0).replace(/\B(?=(\d{3})+$)/g, "\u202f");

  /**
   * So many significant digits: from 0.001 to 9999 as decimals, else with a power of ten.
   * @param {number} value @param {number} digits
   */
  lab.scientific = (value, digits) => {
    if (!Number.isFinite(value) || value === 0) return lab.decimals(value, 0);
    const [mantissa, power] = value.toExponential(digits - 1).split("e");
    if (Math.abs(Number(power)) <= 3) {
      return lab.decimals(Number(`${mantissa}e${power}`), Math.max(0, digits - 1 - Number(power)));
    }
    const raised = [...power.replace("+", "")].map((each) => (each === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(each)])).join("");
    return `${lab.decimals(Number(mantissa), digits - 1)} × 10${raised}`;
  };

  /** The text of a read-out. @param {number} value @param {{digits: number, form: string}} spec */
  lab.show = (value, spec) =>
    spec.form === "percent" ? lab.percent(value, spec.digits)
      : spec.form === "short" ? lab.short(value)
      : spec.form === "scientific" ? lab.scientific(value, spec.digits)
      : spec.form === "count" ? lab.count(value)
        : lab.decimals(value, spec.digits);

  /**
   * At most six significant digits, as short as can be: for fields and addresses.
   * @param {number} value
   */
  lab.plain = (value) => String(Number(value.toPrecision(6)));

  /** A number that may be tiny or huge, as short as can be: "0.03", "7.8", "18 900 000". @param {number} value */
  lab.short = (value) => (Math.abs(value) < 1000 ? lab.plain(value).replaceAll("-", MINUS) : lab.count(value));

  /**
   * What a reader typed: comma or point, any minus; NaN for everything else, also for what no double can hold.
   * @param {string} text
   */
  lab.parse = (text) => {
    const clean = text.trim().replace(/[\u2212\u2012\u2013]/, "-").replace(",", ".");
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(clean) ? Number(clean) : NaN;
    return Number.isFinite(number) ? number : NaN;
  };

  /** What a reader typed with the other sign, a number or not yet one. @param {string} text */
  lab.otherSign = (text) => {
    const typed = text.trim();
    const bare = typed.replace(/^[-+\u2012\u2013\u2212]/, "");
    return bare === typed.replace(/^\+/, "") ? `${MINUS}${bare}` : bare;
  };
})(globalThis.gelulab);
