"""The live lab as a Panel app: one small component carries messages between a reader's page and Python."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, ClassVar

import panel as pn
from bokeh.document import Document

from . import page
from .runs import Runs
from .session import Session

PERIOD = 66  # ms between two frames
GONE = 0.5  # seconds without a connection after which nobody looks any more

RUNS = Runs()


class GeluLabWire(pn.custom.JSComponent):
    """Messages both ways. The page itself is ordinary HTML: Panel's sliders, spinners and boxes have no names."""

    _esm: ClassVar[str] = "export function render({ model, view }) { globalThis.gelulab.live(model, view); }"

    def __init__(self, runs: Runs = RUNS, **params: Any) -> None:
        super().__init__(**params)
        self._session = Session(runs, self._send_msg)
        self._ticking: Any = None
        self._alone: float | None = None

    def _handle_msg(self, data: Any) -> None:
        self._session.hear(data)
        document = pn.state.curdoc
        if self._session.watching and self._ticking is None and document is not None:
            self._ticking = document.add_periodic_callback(partial(self._tick, document), PERIOD)

    def _tick(self, document: Document) -> None:
        session = getattr(document.session_context, "session", None)
        if session is not None and not session.connection_count:
            self._wait_alone()
        else:
            self._alone = None
            self._session.tick()
        if not self._session.watching and self._ticking is not None:
            document.remove_periodic_callback(self._ticking)
            self._ticking = None

    def _wait_alone(self) -> None:
        """The tab is closed: its session lives on for some seconds, its run must not."""
        now = time.monotonic()
        self._alone = self._alone or now
        if now - self._alone > GONE:
            self._session.close()

    def leave(self, session_context: Any) -> None:
        """Ends what runs; called when the session is over."""
        self._session.close()


def app() -> pn.Template:
    """Builds the page of one reader."""
    wire = GeluLabWire()
    shown = pn.Template(page.template())
    shown.add_panel("wire", wire)
    if pn.state.curdoc is not None:
        pn.state.curdoc.on_session_destroyed(wire.leave)
    return shown
