"""The lesson as one document: all prose and all mathematics in the HTML, the figures as islands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html import escape

from ..figure import Figure
from ..lesson import (
    Section,
    glossary_html,
    load_front,
    load_glossary,
    load_sections,
    load_sources,
    prediction_html,
    question_html,
)
from ..resources import words
from . import assets
from .page import Linked, Loading, Shared, document, placed

# The figure that answers first, wherever the reader's screen ends: the lesson's own picture of its one sentence.
OPENING = "gate"
# The section about training leads to the live lab, where a server has one.
TRAINED = "bricks"
# The section about mistakes leads to the page that tells one GELU from another.
TOLD = "mistakes"
# How many sections are laid out before that figure answers.
BEGINNING = 2


def lesson_page(loading: Loading) -> str:
    """Renders the lesson, with links relative to `loading.base`."""
    say = words()
    page = say["page"]
    front = load_front()
    figs: dict[str, Figure] = {}

    def figure(name: str) -> str:
        figs[name] = assets.registry()[name]
        markup = placed(figs[name], loading)
        if name != OPENING:
            return markup
        return loading.first(figs[name]) + markup.replace("<figure ", "<figure data-opening ", 1)

    sections = load_sections(
        figure=figure,
        predict=lambda section: prediction_html(section, say),
        question=lambda section: question_html(section, say),
    )
    first = [section for section in sections if section.number <= BEGINNING]
    beginning = ["", "top", "text", *(f"section-{section.id}" for section in first)]
    beginning += [name for section in first for name in section.figures]
    body = (
        f'<a class="gl-skip" href="#text">{escape(page["skip"])}</a>'
        f'<a class="gl-skip" href="#contents">{escape(page["skip_contents"])}</a>'
        f'<header class="gl-top"><a class="gl-brand" href="#top">{escape(page["name"])}</a>'
        f'<div class="gl-switches">{_hall(loading)}'
        f'<button type="button" data-action="theme">{escape(page["dark"])}</button>'
        f'<button type="button" data-action="link-x" aria-pressed="false">{escape(page["link"])}'
        f' <span class="gl-rest">{escape(page["link_rest"])}</span></button>'
        f'<button type="button" data-action="predictions" aria-pressed="false">{escape(page["unasked"])}</button>'
        f'<button type="button" data-action="keys">{escape(page["keys"])}</button>'
        "</div></header>"
        f"{contents_html(sections)}"
        f'<main class="gl-main" id="text"><div class="gl-front"><h1>{front.title}</h1>'
        f'<p class="gl-subtitle">{front.subtitle}</p>{front.html}'
        f"<noscript><p>{escape(say['noscript'])}</p></noscript></div>"
        f"{''.join(section_html(section, loading) for section in sections)}</main>"
        f'<footer class="gl-footer" data-later>{glossary_html(*load_glossary())}{load_sources()}</footer>'
    )
    return document(
        title=f"{front.title} · {page['name']}",
        description=front.description,
        loading=loading,
        body=body
        + loading.end(sorted(figs.values(), key=lambda fig: fig.id != OPENING))
        + loading.late(*(f"js/{name}.js" for name in assets.LATE)),
        body_attributes='id="top" data-page="lesson" data-prefix="id" class="gl-article"',
        predictions="on",
        shared=Shared("", OPENING),
        first=figs[OPENING],
        beginning=" ".join(f"#{name}" for name in beginning),
    )


def contents_html(sections: Sequence[Section]) -> str:
    """The contents: a rail beside the text, a drawer above it on narrow screens."""
    title = escape(words()["page"]["contents"])
    items = "".join(f'<li><a href="#section-{section.id}">{section.short}</a></li>' for section in sections)
    return (
        f'<nav class="gl-contents" id="contents" tabindex="-1" aria-label="{title}"><details>'
        f'<summary>{title} <span class="gl-here"></span></summary><ol>{items}</ol></details></nav>'
    )


def _hall(loading: Loading) -> str:
    """The way to the lecture view; the lesson in one file has none beside it."""
    if not isinstance(loading, Linked):
        return ""
    return f'<a class="gl-hall" href="{loading.base}lecture.html">{escape(words()["page"]["lecture"])}</a>'


@cache
def predictions() -> dict[str, str]:
    """Returns the boxes of the predictions that a figure answers, by figure: for its own page with ?predict=1."""
    found = {}
    for section in load_sections():
        answered = tuple(each for each in section.asked if not each.apart)
        if section.figures and answered:
            found[section.figures[0]] = prediction_html(replace(section, predictions=answered), words())
    return found


def not_found_page(loading: Loading, home: str) -> str:
    """Renders the page that says that there is none; `home` is the address of the lesson."""
    page = words()["page"]
    body = (
        f'<main class="gl-main" id="text"><h1>{escape(page["missing_title"])}</h1><p>{escape(page["missing"])}</p>'
        f'<p><a href="{escape(home)}">{escape(page["home"])}</a></p></main>'
    )
    return document(
        title=f"{page['missing_title']} · {page['name']}",
        description=page["missing"],
        loading=loading,
        body=body,
        body_attributes='data-page="missing" class="gl-article"',
        predictions="off",
    )


def _live_link(live: str) -> str:
    return f'<p><a href="{live}">{escape(words()["lab"]["link"])}</a></p>' if live else ""


def _identify_link(loading: Loading) -> str:
    """The way to the page that identifies numbers; the lesson in one file has none beside it."""
    if not isinstance(loading, Linked):
        return ""
    say = words()["identify"]
    link = f'<a href="{loading.base}identify.html">{escape(say["title"])}</a>'
    return f"<p>{escape(say['told']).format(link=link)}</p>"


def section_html(section: Section, loading: Loading | None = None) -> str:
    """A section of the page, its heading and its goal above its text; `loading`: tells which other pages there are."""
    page = words()["page"]
    scope = " data-predict-scope" if section.waits else ""
    later = " data-later" if section.number > BEGINNING else ""
    links = {TRAINED: _live_link(loading.live), TOLD: _identify_link(loading)} if loading else {}
    minutes = page["minutes"].format(minutes=section.minutes)
    return (
        f'<section class="gl-section" id="section-{section.id}" data-section="{section.id}"{scope}{later}>'
        f'<h2><span class="gl-number">{section.number}</span> {section.title}</h2>'
        f'<p class="gl-goal">{escape(page["goal"])} {section.goal} <span class="gl-minutes">{minutes}</span></p>'
        f"{section.html}{links.get(section.id, '')}</section>"
    )
