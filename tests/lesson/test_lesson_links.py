"""Every link that stays on the page leads somewhere, and every place on it has a name of its own."""

from __future__ import annotations

import re

from gelu_lab import figures
from gelu_lab.hosts.lesson_page import lesson_page
from gelu_lab.hosts.page import Linked, figure_page
from gelu_lab.lesson import load_front, load_sections

PAGE = lesson_page(Linked(""))
IDS = re.findall(r'\bid="([^"]+)"', PAGE)
ROUTE = ["gate", "mask", "dip", "derivative", "approximations"]


def test_every_id_is_used_once() -> None:
    assert len(IDS) == len(set(IDS)), sorted({each for each in IDS if IDS.count(each) > 1})


def test_every_heading_can_be_linked_to() -> None:
    for section in load_sections():
        headings = re.findall(r"<h3[^>]*>", section.html)
        for heading in headings:
            assert re.fullmatch(rf'<h3 id="{section.id}(-\w+)+">', heading)
    assert "approximations-which-gelu-is-my-model" in IDS


def test_every_link_on_the_page_leads_somewhere() -> None:
    wanted = set(re.findall(r'href="#([^"]*)"', PAGE))
    assert len(wanted) > 10
    assert wanted <= set(IDS)


def shared(html: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', html))


def test_who_is_sent_the_address_sees_what_it_is() -> None:
    front = load_front()
    found = shared(PAGE)
    assert found["title"].startswith(front.title)
    assert found["description"] == front.description
    assert found["type"] == "article"
    assert not {"image", "url"} & set(found), "an address of a picture would have to be a whole one"


def test_with_its_own_address_a_page_shows_a_picture_of_its_figure() -> None:
    found = shared(figure_page(figures.build("dip"), Linked("../", "https://example.org/gelu/")))
    assert found["url"] == "https://example.org/gelu/figures/dip.html"
    assert re.fullmatch(r"https://example\.org/gelu/assets/stills/dip\.png\?v=\w+", found["image"])
    assert found["image:alt"]


def test_the_short_route_visits_five_scenes_in_the_order_of_the_lesson() -> None:
    links = re.findall(r'href="#([^"]*)"', load_front().html)
    assert links == [*(f"section-{name}" for name in ROUTE), "approximations-which-gelu-is-my-model"]
    assert [section.id for section in load_sections() if section.id in ROUTE] == ROUTE
