"""The lesson as an ordinary Panel app: its prose as HTML, its figures as Panel components whose state Python sees.

What needs the lesson's own page is not there: predictions, the forms around questions, one x for all figures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

import panel as pn

from ..figure import Figure, State
from ..format import plain
from ..lesson import glossary_html, load_front, load_glossary, load_sections, load_sources, question_html
from ..resources import words
from . import assets
from .lesson_page import contents_html, section_html
from .page import Linked
from .panel import FigureComponent, component

# Prose must not be read as a template: it comes as variables, cut where a figure stands. It is there to be read before
# Panel's scripts, 3 MB, which the head would wait for.
_PAGE = """{{% extends base %}}
{{% block title %}}{{{{ heading }}}}{{% endblock %}}
{{% block postamble %}}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{{{{ description }}}}">{{{{ style }}}}{{% endblock %}}
{{% block js_resources %}}{{% endblock %}}
{{% block contents %}}<div class="gl-article gl-in-panel" id="top">{{{{ switch }}}}{figures}{{{{ end }}}}</div>
{{{{ bokeh_js if bokeh_js }}}}
{{% endblock %}}"""
_FIGURE = "{{{{ before_{name} }}}}{{{{ embed(roots.{name}) }}}}"
_NAMES = re.compile(r' (?:id|role|data-(?!slot|action)[a-z-]+)(?:="[^"]*")?(?=[ >])')
_PLACE = re.compile(r"<!-- figure (\w+) -->")


@dataclass(frozen=True)
class Prose:
    """The lesson without its figures: the text before each of them, by figure, and what comes behind the last."""

    title: str
    description: str
    before: dict[str, str]
    end: str

    @property
    def template(self) -> str:
        """The page, with a place for the text before each figure and for the figure."""
        return _PAGE.format(figures="".join(_FIGURE.format(name=name) for name in self.before))


def _place(name: str) -> str:
    """Where a figure will stand: it without its life, seen until the live one lies over it.

    So nothing jumps when that comes. What names the parts of a figure belongs to the live one alone.
    """
    figure = assets.registry()[name]
    html = _NAMES.sub("", figure.html()).replace("<figure", "<div").replace("</figure>", "</div>")
    return (
        f'<div class="gl-place" id="{name}"><div class="gl-room" inert>{html}'
        f"{_told(figure, figure.present, figure.values)}</div><!-- figure {name} --></div>"
    )


@cache
def prose() -> Prose:
    """Reads and renders the lesson, once: the first session waits a second for it, not the start of every server."""
    say = words()
    front = load_front()
    sections = load_sections(figure=_place, question=lambda section: question_html(section, say))
    whole = (
        f'<a class="gl-skip" href="#text">{escape(say["page"]["skip"])}</a>{contents_html(sections)}'
        f'<main class="gl-main" id="text"><div class="gl-front"><h1>{front.title}</h1>'
        f'<p class="gl-subtitle">{front.subtitle}</p>'
        f'<p class="gl-goal">{escape(say["panel"]["introduction"])}</p>{front.html}'
        f"<noscript><p>{escape(say['noscript'])}</p></noscript></div>"
        f"{''.join(map(section_html, sections))}</main>"
        f'<footer class="gl-footer">{glossary_html(*load_glossary())}{load_sources()}</footer>'
    )
    pieces = _PLACE.split(whole)
    return Prose(
        title=f"{front.title} · {say['panel']['title']}",
        description=front.description,
        before=dict(zip(pieces[1::2], pieces[:-1:2], strict=True)),
        end=pieces[-1],
    )


def _shown(state: State, value: Any) -> str:
    say = words()["panel"]
    if state.kind == "flag":
        return str(say["on"] if value else say["off"])
    return str(value) if state.kind == "choice" else plain(value)


def _told(figure: Figure, present: dict[str, Any], values: dict[str, float]) -> str:
    """What Python knows of a figure: its state and the numbers that gelu_core computes from it."""
    say = words()["panel"]
    sees = ", ".join(f"{each.name} = {_shown(each, present[each.name])}" for each in figure.state)
    computes = ", ".join(f"{name} = {value:.6g}" for name, value in values.items())
    told = f"{say['python']} <code>{escape(sees)}</code> {say['core']} <code>{escape(computes)}</code>"
    return f'<p class="gl-told">{told}</p>'


def _with_told(shown: FigureComponent) -> pn.Column:
    """A figure, and below it what Python sees of it."""
    # Some states change the picture and none of the values: so it is the state that is listened to.
    told = pn.bind(lambda present: _told(shown._figure, present, shown.values), shown.param.present)
    below = pn.pane.HTML(told, stylesheets=[assets.style("panel")], sizing_mode="stretch_width", margin=0)
    return pn.Column(shown, below, sizing_mode="stretch_width", margin=0)


def _style(base: str | None) -> str:
    if base is None:
        return f"<style>{assets.inline_style(*assets.PANEL_STYLES)}</style>"
    return Linked(base).styled("css/panel.css")


def _switch() -> tuple[str, str]:
    """The theme of the session, and the head of the page with the way to the other one: Panel's address names it."""
    page = words()["page"]
    theme, other = ("dark", "default") if pn.config.theme == "dark" else ("light", "dark")
    label = page["light"] if theme == "dark" else page["dark"]
    return theme, (
        f'<header class="gl-top"><a class="gl-brand" href="#top">{escape(page["name"])}</a>'
        f'<a class="gl-theme" href="?theme={other}">{escape(label)}</a></header>'
    )


class _Page(pn.Template):
    def __repr__(self) -> str:
        # Panel asks for it with each figure that is added, of all that are there: a third of a session's time.
        return "GELU Lab"


def app(base: str | None = None) -> pn.Template:
    """Builds the lesson as a Panel app in which Python shows what the reader dragged.

    `base`: the way from the page to the lesson whose assets it shares; without it the page holds them.
    """
    text = prose()
    theme, switch = _switch()
    page = _Page(text.template)
    page.add_variable("heading", text.title)
    page.add_variable("description", escape(text.description))
    page.add_variable("html_attrs", f'class="gl-scripted" data-theme="{theme}"')
    page.add_variable("app_favicon", "data:,")
    page.add_variable("style", _style(base))
    page.add_variable("switch", switch)
    page.add_variable("end", text.end)
    for name, before in text.before.items():
        page.add_variable(f"before_{name}", before)
        # Drawn once; a state of its own for each session.
        page.add_panel(name, _with_told(component(assets.registry()[name])(margin=0)))
    return page
