"""A real JupyterLab for the tests, and the hands of somebody who sits in front of it."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browser_tools import Watched, free_port, wait_for
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

PANEL = "@pyviz/jupyterlab_pyviz"
PAGE = "labconfig/page_config.json"
# Neither Panel's extensions nor news: figures need nothing but JupyterLab itself.
CONFIG: dict[str, Any] = {
    "jupyter_server_config.json": {"ServerApp": {"jpserver_extensions": {"panel.io.jupyter_server_extension": False}}},
    PAGE: {"disabledExtensions": {PANEL: True, "@jupyterlab/apputils-extension:announcements": True}},
}
KERNEL = {
    "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
    "display_name": "Python 3",
    "language": "python",
}
READY = "Python 3 | Idle"
# A cell that waits for its turn, or has had it.
STARTED = re.compile(r"\[(\*|\d+)\]")
# Whether so many code cells have been run.
NUMBERED = """([notebook, count]) => {
  const prompts = [...notebook.querySelectorAll(".jp-CodeCell .jp-InputPrompt")];
  return prompts.filter((each) => /\\[\\d+\\]/.test(each.textContent)).length >= count;
}"""


@dataclass(frozen=True)
class Jupyter:
    """A running JupyterLab and the folder that it shows."""

    url: str
    token: str
    folder: Path
    settings: Path
    config: Path

    def kernels(self) -> list[str]:
        """The kernels that run."""
        return [each["id"] for each in self._ask("api/kernels")]

    def shut_down_kernels(self) -> None:
        """Shuts all kernels down; fails if one is left."""
        for each in self.kernels():
            self._ask(f"api/kernels/{each}", "DELETE")
        assert not self.kernels()

    def set(self, extension: str, part: str, **settings: Any) -> None:
        """Changes settings of JupyterLab, for pages that are opened from then on."""
        _write(self.settings / "@jupyterlab" / extension / f"{part}.jupyterlab-settings", settings)

    @contextmanager
    def with_panel(self) -> Iterator[None]:
        """Lets pages that are opened meanwhile have Panel's extension."""
        disabled = CONFIG[PAGE]["disabledExtensions"]
        _write(self.config / PAGE, {"disabledExtensions": disabled | {PANEL: False}})
        try:
            yield
        finally:
            _write(self.config / PAGE, CONFIG[PAGE])

    def _ask(self, path: str, method: str = "GET") -> Any:
        headers = {"Authorization": f"token {self.token}"}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, None, headers, method=method)) as answer:
            return json.loads(answer.read() or "null")


def _write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


@contextmanager
def jupyterlab(folder: Path, home: Path) -> Iterator[Jupyter]:
    """Runs JupyterLab on a folder, all it knows and keeps in another one, and stops it with its kernels."""
    for name, content in CONFIG.items():
        _write(home / "config" / name, content)
    _write(home / "share/kernels/python3/kernel.json", KERNEL)
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_PATH": "share",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
        "TMPDIR": "temporary",
    }
    (home / "temporary").mkdir()
    port, token = free_port(), secrets.token_hex()
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": folder,
        "IdentityProvider.token": token,
        "LabApp.news_url": "",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "LabApp.extension_manager": "readonly",
    }
    with (home / "log.txt").open("w") as log:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                *(f"--{name}={value}" for name, value in options.items()),
            ],
            env=os.environ | {name: str(home / place) for name, place in places.items()},
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )
        url = f"http://127.0.0.1:{port}/"
        try:
            try:
                wait_for(f"{url}api/status?token={token}", process)
            except AssertionError as error:
                raise AssertionError((home / "log.txt").read_text()) from error
            settings, config = home / places["JUPYTERLAB_SETTINGS_DIR"], home / places["JUPYTER_CONFIG_DIR"]
            yield Jupyter(url, token, folder, settings, config)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@dataclass
class Desk:
    """One page with JupyterLab, in which notebooks are opened and run through menus and dialogs."""

    watched: Watched
    jupyter: Jupyter
    opened: set[str] = field(default_factory=set)

    @property
    def page(self) -> Page:
        """The page."""
        return self.watched.page

    @property
    def notebook(self) -> Locator:
        """The notebook in front."""
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def enter(self, path: str = "lab") -> None:
        """Goes to JupyterLab, or to one notebook in it."""
        self.page.goto(f"{self.jupyter.url}{path}?token={self.jupyter.token}")
        self.page.locator(".jp-Launcher, .jp-Notebook .jp-Cell").first.wait_for()

    def command(self, name: str) -> None:
        """Runs a command of the palette."""
        self.page.keyboard.press("Control+Shift+C")
        self.page.locator(".lm-CommandPalette-input").fill(name)
        self.page.locator(".lm-CommandPalette-item", has_text=name).first.click()

    def choose(self, menu: str, item: str) -> None:
        """Chooses from the menus on top."""
        self.page.locator(".lm-MenuBar-item", has_text=menu).click()
        self.page.locator(".lm-Menu-item", has=self.page.get_by_text(item, exact=True)).click()

    def open(self, name: str) -> Locator:
        """Opens a notebook, or brings it to the front, and returns it."""
        self.choose("File", "Open from Path…")
        self.page.locator(".jp-Dialog input").fill(f"{name}.ipynb")
        self.page.keyboard.press("Enter")
        self.page.locator(
            ".jp-mod-current.lm-DockPanel-tabBar, .lm-TabBar-tab.lm-mod-current", has_text=name
        ).wait_for()
        self.notebook.locator(".jp-Cell").first.wait_for()
        return self.notebook

    def run(self, name: str) -> Locator:
        """Opens a notebook, tells JupyterLab to run all cells and returns the notebook, without waiting for them."""
        notebook = self.open(name)
        if name not in self.opened:
            self._run_all(notebook)
            self.opened.add(name)
        return notebook

    def _run_all(self, notebook: Locator) -> None:
        """Tells JupyterLab to run all cells until it does.

        Before a notebook has its kernel JupyterLab asks which to take, and what the status bar says may still be said
        of the notebook that was in front before.
        """
        for _ in range(4):
            self.wait_for_kernel()
            self.choose("Run", "Run All Cells")
            try:
                notebook.locator(".jp-InputPrompt", has_text=STARTED).first.wait_for(state="attached", timeout=15_000)
            except PlaywrightTimeout:
                self.page.keyboard.press("Escape")
            else:
                return
        raise AssertionError("JupyterLab does not run the notebook")

    def run_cell(self, number: int) -> Locator:
        """Runs one code cell of the notebook in front, counted from 0, and returns it when it has been run."""
        cell = self.notebook.locator(".jp-CodeCell").nth(number)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        expect(prompt).not_to_have_text(before, timeout=60_000)
        expect(prompt).to_have_text(re.compile(r"\[\d+\]"), timeout=60_000)
        return cell

    def wait_for_kernel(self) -> None:
        """Waits until the notebook in front has a kernel that does nothing."""
        self.page.locator("#jp-main-statusbar").get_by_text(READY).wait_for()

    def save(self, name: str) -> Path:
        """Waits until the notebook in front has been run, saves it and returns its file."""
        path = self.jupyter.folder / f"{name}.ipynb"
        count = sum(cell["cell_type"] == "code" for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])
        notebook = self.notebook.locator(".jp-Notebook").element_handle()
        self.page.wait_for_function(NUMBERED, arg=[notebook, count])
        with self.page.expect_response(lambda answer: answer.request.method == "PUT" and path.name in answer.url):
            self.choose("File", "Save Notebook")
        return path
