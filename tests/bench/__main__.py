"""Measures everything in one run, prints one table, writes bench.json; ends with 1 if a bound fails.

How to read the table: `value` is the lab's; `usual way` is the same number of the same gate as a Panel session
(usual_gate.py), for the core of the line x*0.5*erfc(-x/sqrt(2)), for a step of the training what it may take; `ratio`
is the value as a multiple of the usual way's: 0.25 of its milliseconds, 300 times its readers a second. A bound without
the word "ratio" is one of the value. Milliseconds and frames belong to the machine and to what else it does; both
versions take turns in the same run, so ratios say more. Every load, frame length and rate is in bench.json.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sys
import time
from typing import Any

from . import canvas_memory, drag_latency, frame_rate, loading, page_latency, server_load
from .browsing import chromium
from .core_speed import core_speed
from .processes import ROOT, bench_server, lesson_server
from .table import Bound, Row, table, write_json
from .training_speed import training_speed

TEXTBOOK = 3  # times the textbook line that the truth may take
CORE = ("gelu", "gelu_grad", "gelu_float32", "gelu_left_tail", "dip")


def core_rows() -> tuple[list[Row], dict[str, Any]]:
    """The core's functions beside the textbook line."""
    speed = core_speed()
    bound = Bound("ratio", "<=", TEXTBOOK)
    rows = [
        Row(f"core, {name}", speed[f"{name}_ns"], "ns a number", speed["textbook_ns"], bound, speed[f"{name}_ratio"])
        for name in CORE
    ]
    return rows, dict(speed)


async def run() -> tuple[list[Row], dict[str, Any], str]:
    """Everything, one after the other: two measurements at once would disturb each other."""
    rows: list[Row] = []
    details: dict[str, Any] = {}

    def keep(name: str, found: tuple[list[Row], dict[str, Any]]) -> None:
        rows.extend(found[0])
        details[name] = {**found[1], "seconds": round(time.perf_counter() - start, 1)}
        print(f"{time.perf_counter() - start:5.0f} s  {name}", file=sys.stderr, flush=True)

    start = time.perf_counter()
    with lesson_server() as lesson, bench_server("usual_gate") as usual:
        async with chromium() as browser:
            with bench_server("short_lesson") as short:
                keep("loading", await loading.measure(browser, lesson, short, usual))
            keep("drag_latency", await drag_latency.measure(browser, lesson, usual))
            keep("frame_rate", await frame_rate.measure(browser, lesson, usual))
            keep("canvas_memory", await canvas_memory.measure(browser, lesson))
            version = browser.version
        keep("page_latency", await page_latency.measure(lesson))
        keep("server", await server_load.measure(lesson, usual))
    keep("core", core_rows())
    keep("training", training_speed())
    return rows, details, version


def main() -> int:
    """Prints the table and returns the exit code."""
    before = os.getloadavg()[0]
    if before > 1:
        print(f"This machine is busy (load {before:.1f}): frames and milliseconds will be too long.", file=sys.stderr)
    rows, details, version = asyncio.run(run())
    machine = {
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "chromium": version,
        "load_before": before,
        "load_after": os.getloadavg()[0],
    }
    write_json(ROOT / "bench.json", machine, rows, details)
    print(table(rows))
    print(f"\n{json.dumps(machine)}")
    return 1 if any(row.holds is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
