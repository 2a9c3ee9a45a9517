"""The HTML of a page: the lesson, one figure alone, the page that says that there is none."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from html import escape
from typing import Any

from ..figure import Figure
from ..resources import text, words
from . import assets, bokehjs

# Before the first paint: the theme, whether predictions hide their answers, and how much of a long page is laid out at
# once. Who opens the lesson at its beginning gets that alone first (laying all of it out takes as long as starting
# Bokeh); page.js shows the rest when the first figure has answered, and so does a script that failed or a slow network.
# Tiny, inline, allowed by its hash.
HEAD_SCRIPT = """(function () {
  "use strict";
  var root = document.documentElement, asked = new URLSearchParams(location.search), theme = null;
  try { theme = localStorage.getItem("gelu-lab.theme"); } catch (error) { /* storage may be forbidden */ }
  theme = asked.get("theme") || root.dataset.theme || theme;
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.classList.add("gl-system-theme"); // nobody has chosen: the page goes on following the system
  }
  root.dataset.theme = theme;
  root.classList.add("gl-scripted");
  var predict = asked.get("predict"), unasked = null;
  try { unasked = localStorage.getItem("gelu-lab.predict"); } catch (error) { /* the same */ }
  if (["0", "1", "off", "on"].indexOf(predict) < 0) predict = unasked === "off" ? "off" : root.dataset.predictions;
  root.classList.toggle("gl-predicting", predict === "1" || predict === "on");
  var visit = performance.getEntriesByType("navigation")[0];
  var beginning = (root.dataset.beginning || "").split(" ").indexOf(location.hash || "#") >= 0;
  if (!beginning || !visit || visit.type !== "navigate") return;
  var whole = function () { root.classList.remove("gl-beginning"); };
  root.classList.add("gl-beginning");
  addEventListener("error", whole, true);
  setTimeout(whole, 1500);
})();"""


def script_hash(script: str) -> str:
    """The source expression by which a content security policy allows one inline script."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii") + "'"


@dataclass(frozen=True)
class Linked:
    """Scripts, styles and data as files below `base`, which is relative: so a page also works from disk."""

    base: str
    public: str = ""  # the address of the lesson, where it is known
    live: str = ""  # the way to the live lab, where there is a server

    def head(self, fig: Figure | None) -> str:
        """Style sheet and scripts; what the first figure needs is asked for at once and run by page.js.

        None of them waits for the end of the page: that of the lesson is far.
        """
        wanted = [*assets.scripts(fig), "js/bokeh.min.js"] if fig else []
        return (
            f'<link rel="stylesheet" href="{self._url("css/lab.css")}">'
            + "".join(f'<link rel="preload" as="script" href="{self._url(path)}">' for path in wanted)
            + f'<script async src="{self._url("js/lab.js")}"></script>'
        )

    def styled(self, *paths: str) -> str:
        """Style sheets of one page alone."""
        return "".join(f'<link rel="stylesheet" href="{self._url(path)}">' for path in paths)

    def attributes(self, fig: Figure) -> str:
        """Where the scripts and the data of a figure lie; page.js loads them when the figure comes near."""
        paths = " ".join(assets.versioned(path) for path in assets.scripts(fig))
        return f' data-scripts="{paths}" data-data="{assets.versioned(f"data/{fig.id}.js")}"'

    def still(self, fig: Figure) -> str:
        """The picture of a figure for readers without scripts and for paper; nothing asks for it on a screen."""
        path = f"stills/{fig.id}.png"
        if path not in assets.files():
            return ""
        return _still(fig, self._url(path))

    def first(self, fig: Figure) -> str:
        """The data of the figure that answers first, before it: once the figure has been read, so have they."""
        return _data_block(assets.spec(fig, inline=False))

    def end(self, figs: list[Figure]) -> str:
        """Nothing: page.js loads the others' data when they come near."""
        return ""

    def late(self, *paths: str) -> str:
        """Scripts that page.js loads when the first figure has answered."""
        return f'<div hidden data-late="{" ".join(assets.versioned(path) for path in paths)}"></div>'

    def _url(self, path: str) -> str:
        return f"{self.base}assets/{assets.versioned(path)}"


@dataclass(frozen=True)
class Inline:
    """Everything in the page itself: for one-file exports and notebook cells; `stills`: the figures' pictures too."""

    base: str = ""
    stills: bool = False
    live: str = ""

    def head(self, fig: Figure | None) -> str:
        """The style sheet, its fonts inside."""
        return f"<style>{assets.inline_style()}</style>"

    def styled(self, *paths: str) -> str:
        """Style sheets of one page alone, in the page."""
        return "".join(f"<style>{assets.files()[path].decode()}</style>" for path in paths)

    def attributes(self, fig: Figure) -> str:
        """Nothing to load."""
        return ""

    def still(self, fig: Figure) -> str:
        """The picture of a figure for paper, where the page holds many; a figure alone shows itself."""
        path = f"stills/{fig.id}.png"
        if not self.stills or path not in assets.files():
            return ""
        data = base64.b64encode(assets.files()[path]).decode("ascii")
        return _still(fig, f"data:image/png;base64,{data}")

    def first(self, fig: Figure) -> str:
        """Nothing: all data stand together."""
        return ""

    def end(self, figs: list[Figure]) -> str:
        """The data of every figure, and the scripts."""
        code = [assets.runtime()]
        paths = dict.fromkeys(path for fig in figs for path in assets.scripts(fig))
        code.extend(text(path) for path in paths)
        specs = [assets.spec(fig, inline=True) for fig in figs]
        blocks = "".join(map(_data_block, specs))
        return blocks + "".join(_inline_script(each) for each in (*code, bokehjs.script(bokehjs.models(specs))))

    def late(self, *paths: str) -> str:
        """The same scripts, at hand; page.js starts them as late."""
        return "".join(_inline_script(text(path)) for path in paths)


Loading = Linked | Inline


def _still(fig: Figure, address: str) -> str:
    alt = escape(words()["still"].format(title=fig.title))
    # Lazy and not displayed: browsers load it when there are no scripts, or when the page is printed.
    return f'<img class="gl-still" loading="lazy" src="{address}" alt="{alt}">'


def _inline_script(code: str) -> str:
    return "<script>" + code.replace("</script", "<\\/script") + "</script>"


def _data_block(spec: dict[str, Any]) -> str:
    return f'<script type="application/json" data-spec="{spec["id"]}">{assets.json_spec(spec)}</script>'


def placed(fig: Figure, loading: Loading) -> str:
    """The markup of a figure, with the addresses of its scripts and data."""
    html = fig.html().replace("<figure ", f"<figure{loading.attributes(fig)} ", 1)
    return html.replace('<div class="gl-stage">', f'<div class="gl-stage">{loading.still(fig)}', 1)


@dataclass(frozen=True)
class Shared:
    """What others see of a page when somebody sends its address: its path and the figure whose still it shows."""

    path: str
    figure: str


def _sharing(shared: Shared, title: str, description: str, loading: Loading) -> str:
    """The page for previews; address and picture need a whole address, which only a server or an author can know."""
    say = words()
    found = {"type": "article", "site_name": say["page"]["name"], "title": title, "description": description}
    still = f"stills/{shared.figure}.png"
    if isinstance(loading, Linked) and loading.public and still in assets.files():
        home = loading.public.rstrip("/")
        found["url"] = f"{home}/{shared.path}"
        found["image"] = f"{home}/assets/{assets.versioned(still)}"
        found["image:alt"] = say["still"].format(title=say["figures"][shared.figure]["title"])
    return "".join(f'<meta property="og:{name}" content="{escape(text)}">\n' for name, text in found.items())


def _public(loading: Loading) -> str:
    """The address that readers know, for links that they share."""
    return f' data-public="{escape(loading.public)}"' if isinstance(loading, Linked) and loading.public else ""


def document(
    *,
    title: str,
    description: str,
    loading: Loading,
    body: str,
    body_attributes: str,
    predictions: str,
    theme: str = "",
    first: Figure | None = None,
    shared: Shared | None = None,
    beginning: str = "",
    styles: tuple[str, ...] = (),
) -> str:
    """A whole HTML document around a body.

    Predictions are "on" or "off", the theme is the reader's if not given; `first` is the figure that answers first,
    `beginning` the hashes that lead to the beginning of a long page, `styles` sheets of this page alone.
    """
    say = words()
    attributes = f' data-theme="{theme}"' if theme else ""
    attributes += f' data-beginning="{beginning}"' if beginning else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{say["language"]}" data-predictions="{predictions}"{attributes}>\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f'<meta name="description" content="{escape(description)}">\n'
        f"{_sharing(shared, title, description, loading) if shared else ''}"
        f'<link rel="icon" href="data:,">\n<script>{HEAD_SCRIPT}</script>\n'
        f"{loading.head(first)}{loading.styled(*styles)}\n</head>\n"
        f'<body data-assets="{loading.base}assets/"{_public(loading)} {body_attributes}>\n{body}\n</body>\n</html>\n'
    )


def figure_page(fig: Figure, loading: Loading, *, prediction: str = "", theme: str = "") -> str:
    """One figure alone, for frames: nothing around it, and it tells its height to the page that holds it."""
    heading = f'<h1 class="gl-hidden">{escape(fig.title)}</h1>'
    whole = loading.first(fig) + placed(fig, loading)
    late = (*(assets.PREDICTING if prediction else ()), *assets.SHARE)
    body = f'<main class="gl-alone" data-predict-scope>{heading}{prediction}{whole}</main>'
    return document(
        title=f"{fig.title} · {words()['page']['name']}",
        description=fig.sentence,
        loading=loading,
        body=body + loading.end([fig]) + loading.late(*(f"js/{name}.js" for name in late)),
        body_attributes='data-page="figure" data-prefix="" class="gl-bare"',
        predictions="off",
        theme=theme,
        first=fig,
        shared=Shared(f"figures/{fig.id}.html", fig.id),
    )
