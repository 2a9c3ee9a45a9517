"""Every link that stays on the page leads somewhere, and every place on it has a name of its own."""

from __future__ import annotations

import re

from gelu_lab.hosts.lesson_page import lesson_page
from gelu_lab.hosts.page import Linked
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


def test_the_short_route_visits_five_scenes_in_the_order_of_the_lesson() -> None:
    links = re.findall(r'href="#([^"]*)"', load_front().html)
    assert links == [*(f"section-{name}" for name in ROUTE), "approximations-which-gelu-is-my-model"]
    assert [section.id for section in load_sections() if section.id in ROUTE] == ROUTE
