"""The lecture as one document: every screen in the HTML; static/js/deck.js shows one and moves the figures."""

from __future__ import annotations

import json
import re
from html import escape

from ..figure import Figure
from ..lesson import LessonError, Screen, Section, load_front, load_lecture, load_sections
from ..resources import words
from . import assets
from .page import Linked, Shared, document, placed

_LETTERS = "ABCDEFGH"


def lecture_page(loading: Linked, reach: str = "") -> str:
    """Renders the lecture view, which is the presenter's window too, with links relative to `loading.base`.

    `reach`: the address at which other devices find the lesson, where it is known.
    """
    say = words()
    front, end = load_lecture()
    sections = load_sections()
    figs: dict[str, Figure] = {}
    body = [_plain(front, _routes([screen for section in sections for screen in section.lecture]))]
    for section in sections:
        body += [_screen(section, screen, figs, loading) for screen in section.lecture]
    body.append(_plain(end, _closing()))
    first = next(iter(figs.values()), None)
    return document(
        title=f"{say['lecture']['title']} · {say['page']['name']}",
        description=load_front().description,
        loading=loading,
        body=f'<a class="gl-skip" href="#deck">{escape(say["lecture"]["skip"])}</a>'
        f'<header class="gl-hidden"><h1>{escape(say["page"]["name"])}: {escape(say["lecture"]["title"])}</h1></header>'
        f'<main class="gl-deck" id="deck" tabindex="-1">{"".join(body)}</main>{_bar(len(body))}'
        '<div class="gl-live" role="status" aria-live="polite" data-announce></div>'
        + loading.late(*(f"js/{name}.js" for name in assets.LECTURE)),
        body_attributes='data-page="lecture" data-prefix="id" class="gl-article gl-lecture" '
        f'data-reach="{escape(reach)}"',
        predictions="off",
        shared=Shared("lecture.html", first.id) if first else None,
        first=first,
        styles=("css/lecture.css",),
    )


def _screen(section: Section, screen: Screen, figs: dict[str, Figure], loading: Linked) -> str:
    """A figure stands in the first of its screens; static/js/lecture.js brings it to the others."""
    attributes, place = "", ""
    if screen.figure:
        fig = assets.registry()[screen.figure]
        _check(section, screen, fig)
        asked = {name: getattr(screen, name) for name in ("at", "slots", "values", "controls")}
        attributes = "".join(f' data-{name}="{escape(json.dumps(each))}"' for name, each in asked.items() if each)
        markup = "" if fig.id in figs else placed(fig, loading)
        figs[fig.id] = fig
        place = f'<div class="gl-place" data-place="{fig.id}">{markup}</div>'
    if screen.asks:
        place = _asked(section, screen)
    where = f"{section.number} {section.short}"
    return _frame(screen, place, where, f' data-section="{section.id}"{attributes}')


def _plain(screen: Screen, links: str) -> str:
    return _frame(screen, links, "", "")


def _frame(screen: Screen, place: str, where: str, attributes: str) -> str:
    kind = "asks" if screen.asks else "shows" if screen.figure else "tells"
    label = f'<p class="gl-where">{where}</p>' if where else ""
    said = f'<p class="gl-say">{screen.say}</p>' if screen.say else ""
    text = f'<div class="gl-text">{screen.text}</div>' if screen.text else ""
    return (
        f'<section class="gl-screen gl-{kind}" id="{screen.id}" tabindex="-1" aria-labelledby="{screen.id}-title" '
        f'data-kind="{kind}"{" data-short" if screen.short else ""}{attributes}>'
        f'<header>{label}<h2 id="{screen.id}-title">{screen.title}</h2>{said}</header>{text}{place}'
        f'<details class="gl-notes"><summary>{escape(words()["lecture"]["notes"])}</summary>{screen.notes}</details>'
        "</section>"
    )


def _asked(section: Section, screen: Screen) -> str:
    """A prediction for a show of hands: the options by letters; what is told waits for the key."""
    predict = section.raised
    assert predict is not None
    texts, answer = screen.options, screen.answer
    if not texts:
        texts = tuple(option.text for option in predict.options)
        answer = int(predict.answer) if predict.kind == "choice" else -1
    mark = f' <strong class="gl-mark" data-told>{escape(words()["lecture"]["right"])}</strong>'
    options = "".join(
        f"<li{' data-right' if index == answer else ''}>"
        f'<b class="gl-letter">{_LETTERS[index]}</b> <span>{text}</span>{mark if index == answer else ""}</li>'
        for index, text in enumerate(texts)
    )
    listed = f'<ol class="gl-options">{options}</ol>' if options else ""
    return (
        f'<div class="gl-ask"><p class="gl-asked">{screen.ask or predict.question}</p>{listed}'
        f'<div class="gl-told" data-told role="status">{predict.explain}</div></div>'
    )


def _check(section: Section, screen: Screen, fig: Figure) -> None:
    """What a screen asks of its figure has to exist there."""
    try:
        fig.at(**screen.at)
    except (TypeError, ValueError) as error:
        raise LessonError(f"{section.source}: screen {screen.id}: {error}") from None
    slots = re.findall(r'data-slot="(\w+)"', fig.stage)
    known = {
        "slots": {*slots, "table"},
        "values": {each.name for each in fig.read_outs},
        "controls": {*fig.actions, *(state.name for state in fig.state)},
    }
    for key, names in known.items():
        wrong = [name for name in getattr(screen, key) if name not in names]
        if wrong:
            raise LessonError(f"{section.source}: screen {screen.id}: {fig.id} has no {wrong[0]!r} in {key}")


def _routes(screens: list[Screen]) -> str:
    """All of it or ten minutes: each link leads to where that begins."""
    say = words()["lecture"]
    starts = ((say["whole"], "", screens), (say["short"], "?route=short", [each for each in screens if each.short]))
    links = (
        f'<a href="lecture.html{query}#{found[0].id}">{escape(name)}</a>' for name, query, found in starts if found
    )
    return f'<p class="gl-routes">{" ".join(links)}</p>'


def _closing() -> str:
    return f'<p class="gl-routes"><a href="index.html">{escape(words()["lecture"]["lesson"])}</a></p>'


def _bar(count: int) -> str:
    """Every key has its button."""
    say = words()["lecture"]
    groups = (
        ("previous", "next"),
        ("reveal", "answers", "black", "full", "presenter", "code", "keys"),
    )
    first, second = (
        "".join(f'<button type="button" data-action="{name}">{escape(say["buttons"][name])}</button>' for name in group)
        for group in groups
    )
    theme = f'<button type="button" data-action="theme">{escape(words()["page"]["dark"])}</button>'
    return (
        f'<nav class="gl-lecture-bar" aria-label="{escape(say["title"])}"><div class="gl-line" data-line></div>'
        f'<div class="gl-turns">{first}<span class="gl-count-of" data-count>1 / {count}</span></div>'
        f'<div class="gl-more">{second}{theme}</div></nav>'
    )
