"""The lab with a lesson of the first three figures alone: what the whole lesson has to answer as fast as."""

from __future__ import annotations

import argparse
from typing import Any

from gelu_lab.hosts import lesson_page
from gelu_lab.hosts.server import serve
from gelu_lab.lesson import Section, load_sections

SECTIONS = ("gate", "mask", "family")


def three_sections(**options: Any) -> tuple[Section, ...]:
    """The sections, rendered as for the whole lesson, but only three of them."""
    return tuple(section for section in load_sections(**options) if section.id in SECTIONS)


def main() -> None:
    """Serves it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    lesson_page.load_sections = three_sections
    serve(port=parser.parse_args().port, address="127.0.0.1")


if __name__ == "__main__":
    main()
