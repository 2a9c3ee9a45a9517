"""Fixtures of the tests in Firefox and WebKit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_drivers import Engine, firefox, webkit

# Each engine's tests in a process of their own, where there is more than one (`--dist loadgroup`).
ENGINES = [
    pytest.param(start, id=start.__name__, marks=pytest.mark.xdist_group(start.__name__)) for start in (firefox, webkit)
]


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Each of the two engines, started once."""
    with request.param(tmp_path_factory.mktemp(request.param.__name__)) as running:
        yield running


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lesson as files, as `gelu-lab export` writes them."""
    folder = tmp_path_factory.mktemp("export") / "site"
    subprocess.run([sys.executable, "-m", "gelu_lab", "export", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder
