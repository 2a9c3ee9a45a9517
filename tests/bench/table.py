"""The rows of the bench, their bounds, the printed table and the JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal


@dataclass(frozen=True)
class Bound:
    """What has to hold: a row's value, or its ratio to the usual way, at most or at least a limit."""

    of: Literal["value", "ratio"]
    sign: Literal["<=", ">="]
    limit: float

    def __str__(self) -> str:
        return f"{'' if self.of == 'value' else 'ratio '}{self.sign} {self.limit:g}"


@dataclass(frozen=True)
class Row:
    """One measured number, the same number of the usual way, and the bound it has to keep."""

    name: str
    value: float
    unit: str
    usual: float | None = None
    bound: Bound | None = None
    given_ratio: float | None = None  # for what was paired round by round

    @property
    def ratio(self) -> float | None:
        """The value as a multiple of the usual way's."""
        if self.given_ratio is not None:
            return self.given_ratio
        return self.value / self.usual if self.usual else None

    @property
    def holds(self) -> bool | None:
        """Whether the bound is kept; None if there is none."""
        if self.bound is None:
            return None
        measured = self.value if self.bound.of == "value" else self.ratio
        if measured is None:
            return False
        return measured <= self.bound.limit if self.bound.sign == "<=" else measured >= self.bound.limit


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(rows: Sequence[Row]) -> str:
    """Returns the table as text."""
    cells = [("", "value", "unit", "usual way", "ratio", "bound", "")]
    for row in rows:
        holds = {None: "", True: "holds", False: "FAILS"}[row.holds]
        bound = str(row.bound) if row.bound else ""
        cells.append((row.name, _number(row.value), row.unit, _number(row.usual), _number(row.ratio), bound, holds))
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    right = (1, 3, 4)
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    )


def write_json(path: Path, machine: dict[str, Any], rows: Sequence[Row], details: dict[str, Any]) -> None:
    """Writes the rows and everything that does not fit into a table."""
    lines = [
        {
            "name": row.name,
            "value": row.value,
            "unit": row.unit,
            "usual": row.usual,
            "ratio": row.ratio,
            "bound": asdict(row.bound) if row.bound else None,
            "holds": row.holds,
        }
        for row in rows
    ]
    path.write_text(json.dumps({"machine": machine, "rows": lines, "details": details}, indent=2) + "\n")
