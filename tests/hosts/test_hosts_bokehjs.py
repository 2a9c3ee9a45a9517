"""BokehJS as our pages load it: what figures need is there, the rest is not, and an unknown bundle is served whole."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from gelu_lab import figures
from gelu_lab.hosts import assets, bokehjs


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return assets.spec(figures.build("gate"), inline=False)


def test_the_installed_bundle_is_cut_to_less_than_two_thirds() -> None:
    cut = assets.files()["js/bokeh.min.js"]
    assert len(gzip.compress(cut)) < 0.65 * len(gzip.compress(bokehjs.whole().encode()))
    assert b"Copyright (c) Anaconda, Inc., and Bokeh Contributors" in cut


def test_models_are_found_in_the_plots(spec: dict[str, Any]) -> None:
    found = bokehjs.models([spec])
    assert {"Figure", "Line", "Range1d", "ColumnDataSource", "LinearAxis"} <= found
    assert "Legend" not in found


def test_what_a_plot_needs_is_there_and_what_it_does_not_need_is_not(spec: dict[str, Any]) -> None:
    cut = bokehjs.script(bokehjs.models([spec]))
    has = set(re.findall(r'\.__name__="(\w+)"', cut))
    assert {"Figure", "FigureView", "Line", "LineView", "Canvas", "Selection"} <= has
    assert not has & {"HexTile", "WMTSTileSource", "DataTable", "ColorBar"}
    assert {"HexTile", "ColorBar"} <= set(
        re.findall(r'\.__name__="(\w+)"', bokehjs.script(frozenset({"HexTile", "ColorBar"})))
    )


def test_modules_keep_their_numbers(spec: dict[str, Any]) -> None:
    cut = bokehjs.script(bokehjs.models([spec]))
    assert len(re.findall(r"^function _\(", cut, re.MULTILINE)) == len(
        re.findall(r"^function _\(", bokehjs.whole(), re.MULTILINE)
    )


@pytest.mark.parametrize("bundle", ["", "var Bokeh = 1;", "([\nfunction _(t){},\n], 0, {})"])
def test_a_bundle_of_another_make_is_served_whole(bundle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bokehjs, "whole", lambda: bundle)
    assert bokehjs.script.__wrapped__(frozenset({"Line"})) == bundle


def test_a_model_that_is_not_in_the_bundle_is_looked_for_in_all_of_it() -> None:
    assert bokehjs.script(frozenset({"Line", "MyOwnModel"})) == bokehjs.whole()
