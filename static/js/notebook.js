/**
 * Inside the frame of a notebook cell: follows the theme of the notebook, takes the height that the figure needs and
 * hides the still behind it. All of it asks the page around; where that is forbidden the cell simply stays as it was made.
 */
(function () {
  "use strict";
  /** @type {HTMLElement | null} */
  let frame = null;
  try {
    frame = /** @type {HTMLElement | null} */ (window.frameElement);
  } catch {
    // the page around has another origin
  }
  const holder = frame?.parentElement;
  if (!frame || !holder) return;
  const { style } = frame;
  const { body, documentElement: html } = frame.ownerDocument;

  const dark = () => {
    if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false"; // JupyterLab, nbconvert
    const kind = body.dataset.vscodeThemeKind || body.className; // VS Code
    if (kind.includes("vscode-")) return /vscode-(dark|high-contrast)/.test(kind) && !kind.includes("contrast-light");
    return html.getAttribute("theme") === "dark"; // Colab
  };
  const follow = () => { document.documentElement.dataset.theme = dark() ? "dark" : "light"; };
  follow();
  const watching = new MutationObserver(follow);
  for (const each of [body, html]) {
    watching.observe(each, { attributeFilter: ["class", "theme", "data-jp-theme-light", "data-vscode-theme-kind"] });
  }

  // The frame is as high as the figure: it needs no room for a bar to scroll with.
  document.documentElement.style.scrollbarGutter = "auto";
  addEventListener("DOMContentLoaded", () => {
    const still = /** @type {HTMLElement | null} */ (holder.querySelector("[data-still]"));
    if (still) still.style.display = "none"; // it would still be read and reached with Tab
    new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height) style.height = `${height}px`;
    }).observe(document.body);
  });
})();
