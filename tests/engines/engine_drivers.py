"""Firefox and WebKit for the tests: each opens a page, runs a function in it, moves the mouse, presses keys."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import websocket
from selenium import webdriver
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

WIDTH, HEIGHT = 1000, 900
KEYS = {
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
# A quiet profile: no first-run pages, nothing asked of other hosts.
PROFILE = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


class Engine(Protocol):
    """What a test needs of a browser."""

    def open(self, url: str) -> None:
        """Goes to an address and waits until it is loaded."""

    def run(self, function: str, *arguments: Any) -> Any:
        """Calls a function in the page, waits for its promise and returns its result."""

    def perform(self, *sources: dict[str, Any]) -> None:
        """Performs real input, described as WebDriver describes it."""


def drag(engine: Engine, x: float, y: float, path: list[tuple[float, float]], *, hold: int = 0) -> None:
    """Presses the mouse at a place, holds it for some milliseconds and moves it along a path of distances."""
    places = [(x, y), *((x + dx, y + dy) for dx, dy in path)]
    moves = [{"type": "pointerMove", "x": round(px), "y": round(py), "duration": 0} for px, py in places]
    press = [{"type": "pointerDown", "button": 0}, {"type": "pause", "duration": hold}]
    actions = [moves[0], *press, *moves[1:], {"type": "pointerUp", "button": 0}]
    engine.perform({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions})


def press(engine: Engine, *keys: str) -> None:
    """Presses keys one after the other."""
    actions = [{"type": kind, "value": KEYS[key]} for key in keys for kind in ("keyDown", "keyUp")]
    engine.perform({"type": "key", "id": "keys", "actions": actions})


class Firefox:
    """Firefox, spoken to in WebDriver BiDi over its own websocket: no driver needed."""

    def __init__(self, address: str) -> None:
        self.socket = websocket.create_connection(address, timeout=60, suppress_origin=True)
        self.count = 0
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": WIDTH, "height": HEIGHT})

    def send(self, method: str, **params: Any) -> Any:
        """Sends one command and returns its result; events are passed over."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.count:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def open(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        spelled = json.dumps([*arguments])
        found = self.send(
            "script.callFunction",
            # Results travel as JSON: BiDi's own spelling of values is not needed then.
            functionDeclaration=f"async () => JSON.stringify((await ({function})(...{spelled})) ?? null)",
            awaitPromise=True,
            target={"context": self.context},
        )
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def perform(self, *sources: dict[str, Any]) -> None:
        self.send("input.performActions", context=self.context, actions=[*sources])


class WebKit:
    """WebKitGTK's small browser, driven through its own driver."""

    def __init__(self, driver: webdriver.WebKitGTK) -> None:
        self.driver = driver
        driver.set_window_size(WIDTH, HEIGHT)
        driver.set_script_timeout(60)

    def open(self, url: str) -> None:
        self.driver.get(url)

    def run(self, function: str, *arguments: Any) -> Any:
        found = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"Promise.resolve().then(() => ({function})(...{json.dumps([*arguments])}))"
            ".then((result) => done(JSON.stringify([result ?? null])), (error) => done(String(error)));"
        )
        if not found.startswith("["):
            raise RuntimeError(found)
        return json.loads(found)[0]

    def perform(self, *sources: dict[str, Any]) -> None:
        self.driver.execute(Command.W3C_ACTIONS, {"actions": [*sources]})


@contextmanager
def process(*command: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Runs a program and ends it."""
    running = subprocess.Popen(command, text=True, **options)
    try:
        yield running
    finally:
        running.terminate()
        try:
            running.wait(timeout=10)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


@contextmanager
def firefox(folder: Path) -> Iterator[Engine]:
    """A headless Firefox with a profile of its own."""
    prefs = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PROFILE.items()]
    (folder / "user.js").write_text("\n".join(prefs))
    command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    log = folder / "log"
    with log.open("w") as out, process(*command, stdout=out, stderr=out, env=environment) as running:
        address = None
        for _ in range(600):
            address = re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text())
            if address or running.poll() is not None:
                break
            select.select([], [], [], 0.1)
        assert address, f"Firefox did not start: {log.read_text()}"
        engine = Firefox(f"{address[1]}/session")
        yield engine
        engine.send("session.end")
        engine.socket.close()


@contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    """WebKit's MiniBrowser on a screen that nobody sees."""
    read, write = os.pipe()
    screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with process(*screen, pass_fds=[write], stderr=subprocess.DEVNULL):
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        options = Options()
        options.add_argument("--automation")
        browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        assert browsers, "WebKit's MiniBrowser comes with Debian's webkit2gtk-driver"
        options.binary_location = str(browsers[-1])
        environment = {
            **os.environ,
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "HOME": str(folder),
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        }
        driver = webdriver.WebKitGTK(
            options=options, service=Service("/usr/bin/WebKitWebDriver", env=environment, log_output=subprocess.DEVNULL)
        )
        try:
            yield WebKit(driver)
        finally:
            driver.quit()
