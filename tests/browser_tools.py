"""Browser helpers of the tests: a Chromium, a page that watches what it must not do, a served lab."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, WebSocket

FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Every other host is unknown: a page that asks for one fails here as it would on a train.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same engine without windows that nobody sees takes a third less of the machine: the first choice of tests, and the
# last of the bench, which asks what readers have.
SHELL = "chromium-headless-shell"
READY = "figure[data-ready=true]"
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
LOCAL_SCHEMES = ("about", "blob", "chrome-error", "data", "file", "javascript")


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Starts an installed Chromium, else Playwright's own."""
    installed = next(filter(None, map(shutil.which, (SHELL, *BROWSERS))), None)
    return playwright.chromium.launch(executable_path=installed, args=[*FLAGS, *flags])


def is_foreign(url: str) -> bool:
    """Whether a request leaves this machine."""
    parts = urlsplit(url)
    return parts.scheme not in LOCAL_SCHEMES and parts.hostname not in LOCAL_HOSTS


@dataclass
class Watched:
    """A page and everything it did that a reader would not want: foreign requests, console errors, exceptions."""

    page: Page
    requests: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    sent: list[str | bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda request: self._request(request.url))
        self.page.on("websocket", self._socket)
        self.page.on("pageerror", lambda error: self.problems.append(f"exception: {error}"))
        self.page.on("console", self._console)

    def _request(self, url: str) -> None:
        self.requests.append(url)
        if is_foreign(url):
            self.foreign.append(url)

    def _socket(self, opened: WebSocket) -> None:
        self.sockets.append(opened.url)
        opened.on("framesent", lambda payload: self.sent.append(payload))

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def clean(self, *, allow: tuple[str, ...] = ()) -> None:
        """Fails on a foreign request, a console error or warning or an exception; `allow`: parts of messages."""
        problems = [each for each in self.problems if not any(part in each for part in allow)]
        assert not self.foreign, f"requests that left the machine: {self.foreign}"
        assert not problems, f"the console is not clean: {problems}"

    def open(self, url: str, *, figure: str | None = None, timeout: float = 30_000) -> Locator:
        """Goes to an address and waits until the figure (the first one, if none is named) can be used."""
        self.page.goto(url)
        return self.ready(figure, timeout=timeout)

    def ready(self, figure: str | None = None, *, timeout: float = 30_000) -> Locator:
        """Waits until a figure can be used and returns it."""
        found = self.page.locator(f"figure#{figure}[data-ready=true]" if figure else READY).first
        found.wait_for(timeout=timeout)
        return found


@contextmanager
def watched(browser: Browser, **options: Any) -> Iterator[Watched]:
    """A fresh page in a context of its own; options as for Playwright's `new_context`."""
    options.setdefault("viewport", {"width": 1100, "height": 1000})
    context: BrowserContext = browser.new_context(**options)
    try:
        yield Watched(context.new_page())
    finally:
        context.close()


def number(figure: Locator, value: str) -> float:
    """A read-out of a figure in full precision."""
    return float(figure.locator(f'output[data-value="{value}"]').first.get_attribute("data-number") or "nan")


def handle_value(figure: Locator, state: str | None = None) -> float:
    """Where a handle stands (the first one, if none is named)."""
    selector = f'[role=slider][data-handle="{state}"]' if state else "[role=slider][data-handle]"
    return float(figure.locator(selector).first.get_attribute("aria-valuenow") or "nan")


def drag(page: Page, handle: Locator, dx: float, dy: float = 0, *, steps: int = 10, hold: float = 0) -> None:
    """Drags a handle by mouse; `hold`: seconds between the press and the first move."""
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    if hold:
        page.wait_for_timeout(1000 * hold)
    for step in range(1, steps + 1):
        page.mouse.move(x + dx * step / steps, y + dy * step / steps)
    page.mouse.up()
    frames(page)


def frames(page: Page, count: int = 3) -> None:
    """Waits until the page has painted a few times."""
    page.evaluate(
        """async (count) => {
      while (count--) await new Promise((resolve) => requestAnimationFrame(resolve));
    }""",
        count,
    )


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Served:
    """A running lab."""

    url: str
    process: subprocess.Popen[str]

    def at(self, path: str) -> str:
        """The address of a path of the lab."""
        return self.url + path.lstrip("/")


def wait_for(url: str, process: subprocess.Popen[str], *, seconds: float = 60) -> None:
    """Waits until an address answers; fails with the output of the process if it ended or never answered."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise AssertionError(f"ended with {process.returncode}: {process.communicate()}")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"{url} did not answer within {seconds} s")


@contextmanager
def serving(*arguments: str, prefix: str = "") -> Iterator[Served]:
    """Runs `gelu-lab serve` on a free port in a process of its own, as a reader would, and stops it."""
    port = free_port()
    command = [sys.executable, "-m", "gelu_lab", "serve", "--port", str(port), *arguments]
    if prefix:
        command += ["--prefix", prefix]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        url = f"http://127.0.0.1:{port}{prefix}/"
        wait_for(url + "health", process)
        yield Served(url, process)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def memory(process: int) -> float | None:
    """The resident memory of a process in MB; None where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1000
