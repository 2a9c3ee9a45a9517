"""The gate written the usual way: a Panel session with a slider, and a Python callback that updates Bokeh's sources.

Nothing here is slower than it has to be: a plain column without a template, one callback, small sources, resources from
this machine. `python -m tests.bench.usual_gate --port PORT` serves it with `pn.serve` until it is stopped.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("BOKEH_RESOURCES", "server")

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure
from scipy.special import ndtr

LOW, HIGH = -4.0, 4.0
LOWEST = -0.7517915246935645


def gate() -> pn.Column:
    """Builds the page of one session."""
    slider = pn.widgets.FloatSlider(
        label="input x", start=LOW, end=HIGH, step=0.01, value=1.0, sizing_mode="stretch_width"
    )
    hard = pn.widgets.Checkbox(label="Compare with the hard gate (ReLU)")
    lowest, zero = pn.widgets.Button(label="At the lowest point"), pn.widgets.Button(label="At 0")
    read_outs = pn.pane.HTML(sizing_mode="stretch_width")

    x = np.linspace(LOW, HIGH, 401)
    curves = ColumnDataSource({"x": x, "share": ndtr(x), "passed": x * ndtr(x), "relu": np.maximum(x, 0)})
    bars = ColumnDataSource({"y": [-0.5, -0.9], "right": [0.0, 0.0], "color": ["#777777", "#1f5fd0"]})
    point = ColumnDataSource({"x": [0.0], "share": [0.0], "passed": [0.0]}, name="point")

    main = figure(
        height=430,
        sizing_mode="stretch_width",
        x_range=(-4.15, 4.15),
        y_range=(-1.25, 4.2),
        toolbar_location=None,
        tools="",
    )
    main.line("x", "relu", source=curves, line_dash="dotted", color="black")
    step = main.line([LOW, 0, 0, HIGH], [0, 0, 1, 1], line_dash="dotted", color="black", visible=False)
    main.line("x", "share", source=curves, line_dash="dashed", color="#0d7f74", line_width=2.5)
    main.line("x", "passed", source=curves, color="#1f5fd0", line_width=3)
    main.hbar("y", left=0, right="right", height=0.3, color="color", source=bars)
    main.scatter("x", "share", source=point, color="#0d7f74", size=9)
    main.scatter("x", "passed", source=point, color="#1f5fd0", size=14)

    dip = figure(height=180, width=380, x_range=(-4.1, 0.6), y_range=(-0.24, 0.03), toolbar_location=None, tools="")
    dip.line("x", "passed", source=curves, color="#1f5fd0", line_width=2.5)
    dip.scatter("x", "passed", source=point, color="#1f5fd0", size=11)

    def update(x: float, hard: bool) -> None:
        share = float(ndtr(x))
        point.data = {"x": [x], "share": [share], "passed": [x * share]}
        bars.data = {**bars.data, "right": [x, x * share]}
        step.visible = hard
        read_outs.object = (
            f"<p>x = {x:.2f}, share Φ(x) = {share:.4f}, gets through {x * share:.4f}, ReLU {max(x, 0):.2f}</p>"
            f"<p>At x = {x:.2f} the gate is {share:.0%} open: {x * share:.2f} of {x:.2f} gets through.</p>"
        )

    lowest.on_click(lambda _: slider.param.update(value=LOWEST))
    zero.on_click(lambda _: slider.param.update(value=0.0))
    pn.bind(update, slider, hard, watch=True)
    update(slider.value, hard.value)
    return pn.Column(
        main, dip, read_outs, slider, pn.Row(hard, lowest, zero), sizing_mode="stretch_width", max_width=860
    )


def main() -> None:
    """Serves it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    pn.serve(gate, port=port, address="127.0.0.1", websocket_origin=f"127.0.0.1:{port}", show=False, title="The gate")


if __name__ == "__main__":
    main()
