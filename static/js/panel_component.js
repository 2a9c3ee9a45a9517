/**
 * A figure inside a Panel component. Python puts this file behind the scripts of the lab and a constant
 * FIGURE = {html, style, spec}; Panel runs it as a module. The state goes to Python when a gesture ends, never during.
 */
const alive = new WeakMap();

// The lesson as a Panel app has its text around the figures, once for all of them.
const lesson = document.querySelector(".gl-in-panel:not([data-started])");
if (lesson) {
  lesson.dataset.started = "";
  globalThis.gelulab.startText();
}

export function render({ model, view, el }) {
  const { html, style, spec } = FIGURE;
  alive.get(view)?.(); // Panel may render the same view again

  const root = document.createElement("div");
  const sheet = document.createElement("style");
  root.dataset.theme = model.theme;
  root.innerHTML = html;
  sheet.textContent = style;
  root.prepend(sheet);
  el.replaceChildren(root);

  const element = root.querySelector("figure");
  const figure = new globalThis.gelulab.Figure(element, spec, { prefix: null });
  let told = "";
  const follow = () => {
    const present = model.present instanceof Map ? Object.fromEntries(model.present) : model.present;
    const patch = Object.fromEntries(Object.entries(present).filter(([name, value]) => figure.state.values[name] !== value));
    // What Python has said is not told to it again.
    told = JSON.stringify({ ...figure.state.values, ...patch });
    if (Object.keys(patch).length) figure.state.set(patch, { by: "python", final: true });
  };
  follow();
  model.on("present", follow);
  model.on("theme", () => {
    root.dataset.theme = model.theme;
    if (figure.mounted) figure.paint();
  });
  element.addEventListener("gelu:change", ({ detail: { final } }) => {
    const now = JSON.stringify(figure.state.values);
    if (!final || now === told) return; // a gesture that changed several states tells each of them
    told = now;
    model.present = new Map(Object.entries(figure.state.values));
  });

  const stop = whileSeen(figure, element);
  const remove = () => {
    alive.delete(view);
    stop();
  };
  alive.set(view, remove);
  model.on("remove", remove);
}

/**
 * Keeps a figure alive while it is near the screen, as the lesson's page does: a page may hold them all, and on a phone
 * their canvases would fill its memory. Far away a picture stays, and the state. Returns what ends it.
 */
function whileSeen(figure, element) {
  const lab = globalThis.gelulab;
  let [near, busy, over] = [false, false, false];

  const due = () => !over && near && element.isConnected && element.offsetWidth > 0;
  const settle = async () => {
    if (busy || due() === figure.mounted) return;
    if (figure.mounted) return figure.unmount();
    busy = true;
    // One comes alive at a time: side by side all of them would be late.
    const mount = (lab.panelTurn ?? Promise.resolve()).then(() => due() && figure.mount());
    lab.panelTurn = mount.catch(() => {}).then(lab.rest);
    try {
      await mount;
    } catch (error) {
      if (!over) {
        element.querySelector("[data-sentence]").textContent = lab.words.failed;
        console.error(error);
      }
      stop();
    }
    busy = false;
    settle();
  };

  const observe = (margin, seen) => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1).isIntersecting === seen) near = seen;
      settle();
    }, { rootMargin: margin, scrollMargin: margin }); // the second for what scrolls inside a template
    observer.observe(element);
    return observer;
  };
  // The element gets its place and its size in the page after all this.
  const sizes = new ResizeObserver(settle);
  sizes.observe(element);
  const observers = [sizes, observe("100% 0px", true), observe("300% 0px", false)];

  function stop() {
    over = true;
    for (const each of observers) each.disconnect();
    if (figure.mounted && !busy) figure.unmount();
  }
  return stop;
}
