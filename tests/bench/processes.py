"""The servers that are compared, each in a process of its own, and what such a process takes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..browser_tools import Served, free_port, serving, wait_for

ROOT = Path(__file__).parents[2]


@contextmanager
def lesson_server() -> Iterator[Served]:
    """Runs the lab as a reader would."""
    with serving("--address", "127.0.0.1") as served:
        yield served


@contextmanager
def bench_server(module: str) -> Iterator[Served]:
    """Runs a server of the bench: `usual_gate` is the gate written the usual way, `short_lesson` has three sections."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", f"tests.bench.{module}", "--port", str(port)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        url = f"http://127.0.0.1:{port}/"
        wait_for(url, process)
        yield Served(url, process)
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def one_core_each(server: int) -> Iterator[bool]:
    """Puts a server on one core and this process on another; yields whether the system could do so."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) < 2:
        yield False
        return
    for thread in Path(f"/proc/{server}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores[:1])
    os.sched_setaffinity(0, cores[1:2])
    try:
        yield True
    finally:
        os.sched_setaffinity(0, cores)
