"""What a reader takes along of a run: two tables, the arrays, and the code that gives the same numbers again."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

import numpy as np

from gelu_core.network import Floats
from gelu_core.training import RANGE

from .runs import Run
from .settings import DRAWN, KNOTS

KINDS = {"losses": ("csv", "text/csv"), "fit": ("csv", "text/csv"), "arrays": ("npz", "application/zip")}


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """CSV with a head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode()


def losses(run: Run) -> bytes:
    """CSV: a row a frame with the mean squared error and the shares of dead and nearly dead units of each network."""
    names = ("loss", "dead", "nearly_dead")
    head = ["step", *(f"{lane.activation}_{name}" for lane in run.lanes for name in names)]
    steps = sorted({step for lane in run.lanes for step in lane.step})
    columns = []
    for lane in run.lanes:
        found = dict(zip(lane.step, zip(lane.loss, lane.dead, lane.nearly_dead, strict=False), strict=False))
        columns.append([found.get(step, ("", "", "")) for step in steps])
    rows = ([step, *(cell for column in columns for cell in column[at])] for at, step in enumerate(steps))
    return table(head, rows)


def fit(run: Run) -> bytes:
    """CSV: a row a sample with input, target and what each network has made of it."""
    fits = [run.fit(lane).tolist() for lane in run.lanes]
    head = ["x", "target", *(lane.activation for lane in run.lanes)]
    return table(head, zip(run.x.tolist(), run.y.tolist(), *fits, strict=True))


def arrays(run: Run) -> bytes:
    """NPZ: x and y, and for each network steps, losses, shares, outputs and parameters, each under NETWORK_NAME."""
    found: dict[str, Floats] = {"x": run.x, "y": run.y}
    for lane in run.lanes:
        kept = {
            "step": lane.step,
            "loss": lane.loss,
            "dead": lane.dead,
            "nearly_dead": lane.nearly_dead,
            "prediction": run.fit(lane),
            **(lane.frame.network.parameters if lane.frame else {}),
        }
        found.update({f"{lane.activation}_{name}": np.asarray(value) for name, value in kept.items()})
    file = io.BytesIO()
    np.savez_compressed(file, **found)  # type: ignore[arg-type]
    return file.getvalue()


MAKE = {"losses": losses, "fit": fit, "arrays": arrays}


def cell(run: Run) -> str:
    """Python that trains the same networks for as many steps, and prints where they end."""
    s = run.settings
    if s.target == DRAWN:
        lines = [
            "import numpy as np",
            "from gelu_core import train",
            "",
            f"knots = {list(s.knots)}",
            f"x = np.linspace(-{RANGE:g}, {RANGE:g}, {s.samples})",
            f"y = np.interp(x, np.linspace(-{RANGE:g}, {RANGE:g}, {KNOTS}), knots)",
        ]
    else:
        lines = [
            "from gelu_core import train, training_data",
            "",
            f'x, y = training_data("{s.target}", {s.samples}, seed={s.seed})',
        ]
    names = ", ".join(f'"{each}"' for each in s.activations)
    return "\n".join(
        [
            *lines,
            f"for activation in [{names}]:",
            f"    frames = train(x, y, units={s.units}, activation=activation, steps={run.step},",
            f"                   learning_rate={s.rate!r}, seed={s.seed})",
            "    *_, last = frames",
            "    print(activation, last.step, last.loss)",
            "",
        ]
    )
