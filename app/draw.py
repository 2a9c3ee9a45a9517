"""Bokeh models as this project draws them: named, quiet, coloured by meaning, float64 columns."""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource, FixedTicker, Model, Range1d
from bokeh.models.annotations import Label, Title
from bokeh.plotting import figure

from .resources import palette

FONT = "system-ui, sans-serif"


def paint(model: Model, **looks: str) -> Any:
    """Gives properties of a model a role of the palette or a size, and tags them so that the browser can repaint them.

    `paint(line, line_color="passed")` sets the light colour now and leaves the tag "line_color:passed", by which
    static/js/theme.js finds it again; `text_font_size="13px"` grows with the page's type.
    """
    for name, wanted in looks.items():
        setattr(model, name, palette()[wanted][0] if wanted in palette() else wanted)
    model.tags = [*model.tags, *(f"{name}:{wanted}" for name, wanted in looks.items())]
    return model


def source(name: str, **columns: Any) -> ColumnDataSource:
    """Makes a named source; numbers become float64 columns (integer columns cannot be moved by a drag)."""
    data = {
        key: list(values) if values and isinstance(values[0], str) else np.asarray(values, dtype=float)
        for key, values in ((key, list(values)) for key, values in columns.items())
    }
    return ColumnDataSource(data, name=name)


def _ticks(values: list[float]) -> Any:
    return {value: f"{value:g}".replace("-", "\N{MINUS SIGN}") for value in values}


def plot(
    x: tuple[float, float],
    y: tuple[float, float],
    *,
    x_ticks: list[float],
    y_ticks: list[float],
    name: str,
    size: str = "13px",
    borders: tuple[int, int, int, int] = (10, 14, 30, 34),
) -> figure:
    """Makes an empty plot with fixed ranges and ticks, no toolbar, no tools; borders are top, right, bottom, left."""
    top, right, bottom, left = borders
    p = figure(
        name=name,
        x_range=Range1d(start=x[0], end=x[1]),
        y_range=Range1d(start=y[0], end=y[1]),
        toolbar_location=None,
        tools="",
        sizing_mode="stretch_both",
        min_border_top=top,
        min_border_right=right,
        min_border_bottom=bottom,
        min_border_left=left,
        background_fill_color=None,
        border_fill_color=None,
        outline_line_color=None,
        # Only the scripts move things; nothing here has to be found by a pointer.
        lod_threshold=None,
        # Its script paints it, once it is right; Bokeh alone would paint it twice before (8 ms each).
        hold_render=True,
    )
    for axis, values in ((p.xaxis[0], x_ticks), (p.yaxis[0], y_ticks)):
        ticker = FixedTicker(ticks=values)
        axis.ticker = ticker
        axis.major_label_overrides = _ticks(values)
        axis.minor_tick_line_color = None
        axis.major_tick_in = 0
        axis.major_label_text_font = FONT
        paint(
            axis,
            axis_line_color="edge",
            major_tick_line_color="edge",
            major_label_text_color="muted",
            major_label_text_font_size=size,
        )
    # Grid lines say where the values of the vertical axis are; the axis itself would say it again.
    vertical = p.yaxis[0]
    vertical.axis_line_color = None
    vertical.major_tick_line_color = None
    vertical.tags = [tag for tag in vertical.tags if "line_color" not in tag]
    p.xgrid[0].grid_line_color = None
    paint(p.ygrid[0], grid_line_color="rule")
    p.ygrid[0].ticker = ticker
    return p


def curve(p: figure, data: ColumnDataSource, role: str, *, x: str = "x", y: str = "y", **looks: Any) -> Any:
    """Draws a line in the colour of its role."""
    renderer = p.line(x, y, source=data, line_cap="round", line_join="round", **looks)
    paint(renderer.glyph, line_color=role)
    return renderer


def marker(p: figure, name: str, *, fill: str, line: str, size: float) -> Any:
    """Draws a round mark that its script moves; above the curves."""
    renderer = p.scatter("x", "y", source=source(name, x=[0], y=[0]), size=size, level="overlay", line_width=2)
    paint(renderer.glyph, fill_color=fill, line_color=line)
    return renderer


def label(p: figure, x: float, y: float, text: str, role: str, *, size: str = "14px", **looks: Any) -> Label:
    """Writes a word at a line, in the line's colour."""
    made = Label(x=x, y=y, text=text, text_font=FONT, **looks)
    paint(made, text_color=role, text_font_size=size)
    p.add_layout(made)
    return made


def title(p: figure, text: str, role: str, *, size: str = "14px") -> Title:
    """Writes a small title over a plot, at its left edge."""
    made = Title(text=text, text_font=FONT, text_font_style="normal", standoff=4)
    p.title = paint(made, text_color=role, text_font_size=size)
    return made
