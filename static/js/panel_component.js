/**
 * A figure inside a Panel component. Python puts this file behind the scripts of the lab and a constant
 * FIGURE = {html, style, spec}; Panel runs it as a module. The state goes to Python when a gesture ends, never during.
 */
const alive = new WeakMap();

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
  const follow = () => {
    const present = model.present instanceof Map ? Object.fromEntries(model.present) : model.present;
    const patch = Object.fromEntries(Object.entries(present).filter(([name, value]) => figure.state.values[name] !== value));
    if (Object.keys(patch).length) figure.state.set(patch, { by: "python", final: true });
  };
  follow();
  model.on("present", follow);
  model.on("theme", () => {
    root.dataset.theme = model.theme;
    if (figure.mounted) figure.paint();
  });
  let told = "";
  element.addEventListener("gelu:change", ({ detail: { final } }) => {
    const now = JSON.stringify(figure.state.values);
    if (!final || now === told) return; // a gesture that changed several states tells each of them
    told = now;
    model.present = new Map(Object.entries(figure.state.values));
  });

  let removed = false;
  let mounting = false;
  // The element gets its place and its size in the page after this function returns.
  const seen = new ResizeObserver(async () => {
    if (mounting || !element.isConnected || !element.offsetWidth) return;
    mounting = true;
    seen.disconnect();
    try {
      await figure.mount();
      if (removed) figure.unmount();
    } catch (error) {
      if (!removed) {
        element.querySelector("[data-sentence]").textContent = globalThis.gelulab.words.failed;
        console.error(error);
      }
    }
  });
  seen.observe(element);

  const stop = () => {
    removed = true;
    alive.delete(view);
    seen.disconnect();
    if (figure.mounted) figure.unmount();
  };
  alive.set(view, stop);
  model.on("remove", stop);
}
