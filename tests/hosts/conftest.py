"""Panel apps that run for the tests of several files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_tools import free_port, wait_for
from hosts_tools import PanelApps

APPS = Path(__file__).with_name("panel_apps.py")
LOCAL = {**os.environ, "BOKEH_RESOURCES": "server"}


@pytest.fixture(scope="session")
def panel_apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PanelApps]:
    """Runs the apps."""
    port = free_port()
    log = tmp_path_factory.mktemp("apps") / "log"
    with log.open("w") as errors:
        process = subprocess.Popen([sys.executable, str(APPS), str(port)], env=LOCAL, stdout=errors, stderr=errors)
        try:
            wait_for(f"http://127.0.0.1:{port}/", process)
            yield PanelApps(f"http://127.0.0.1:{port}/", log)
        finally:
            process.terminate()
            process.wait(timeout=20)


@pytest.fixture
def apps(panel_apps: PanelApps) -> str:
    """The address of the apps."""
    return panel_apps.url
