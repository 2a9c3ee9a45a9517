"""The lines of Python that a figure gives away: they run, and compute what it shows."""

from __future__ import annotations

import re

from figure_lines import agrees, filled
from figure_states import each_figure, mixtures
from gelu_lab import figures

SLOW = ("depth", "ffn", "training")


@each_figure
def test_the_lines_of_a_figure_compute_what_it_shows(name: str) -> None:
    fig = figures.build(name)
    slots = set(re.findall(r"\{(\w+)\}", fig.numpy))
    assert slots <= set(fig.present)
    states = [{}, *mixtures(fig, 2 if name in SLOW else 12)]
    for wanted in states:
        if name == "depth":
            wanted = {**wanted, "depth": min(wanted.get("depth", 3.0), 3.0)}
        if name == "training":  # a long training multiplies what machines do differently in the last digit
            wanted = {**wanted, "frame": min(wanted.get("frame", 20.0), 20.0)}
        agrees(fig.at(**wanted), filled(fig.at(**wanted)))


@each_figure
def test_every_line_is_seen_without_scrolling_far(name: str) -> None:
    lines = figures.build(name).numpy.splitlines()
    assert len(lines) <= 30
    assert all(len(line) <= 120 for line in lines)
