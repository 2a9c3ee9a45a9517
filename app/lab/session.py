"""One reader of the lab: what the page asks for, and what it is told; without Panel.

Messages are dicts. From the page: {"do": "run" | "pause" | "resume" | "cancel" | "seen" | "file" | "code" | "forget"}.
To the page: {"kind": "started" | "frame" | "ended" | "refused" | "file" | "code"}. A frame is sent when the page has
seen the last one, and then the newest: so nothing piles up, however slow the way to it is.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..resources import words
from . import records
from .runs import BusyError, Lane, Run, Runs
from .settings import SettingError, Settings

KEPT = 12  # runs that a reader can go back to


class Session:
    """A reader's runs: the present one and those before it."""

    def __init__(self, runs: Runs, send: Callable[[dict[str, Any]], None]) -> None:
        self._runs = runs
        self._send = send
        self._owner = uuid.uuid4().hex  # runs know a name and no session: nothing holds a session that is gone
        self._kept: dict[int, Run] = {}
        self._count = 0
        self._run: Run | None = None
        self._sent: list[int] = []  # frames of each lane that the page has been sent
        self._told: Any = None
        self._seen = True

    @property
    def watching(self) -> bool:
        """Whether there is something to tell, now or soon."""
        return self._run is not None

    def hear(self, message: Any) -> None:
        """Does what the page asks; what it cannot mean is left alone."""
        if not isinstance(message, Mapping):
            return
        do = str(message.get("do"))
        act = {
            "run": self._start,
            "preview": self._preview,
            "seen": self._was_seen,
            "file": self._file,
            "code": self._code,
        }.get(do)
        change = {"pause": self._runs.pause, "resume": self._runs.resume, "cancel": self._runs.cancel}.get(do)
        if act:
            act(message)
        elif change and self._run:
            change(self._run)
        elif do == "forget" and isinstance(message.get("run"), int):
            self._kept.pop(message["run"], None)

    def tick(self) -> None:
        """Tells the page what is new, if it has seen what it was told before. Called some 15 times a second."""
        run = self._run
        if run is None or not self._seen:
            return
        # In this order: a run that has ended has its last state and its last frames.
        ended = run.ended.is_set()
        state = run.state
        place = self._runs.place(run)
        counts = [len(lane.step) for lane in run.lanes]
        news = (state, place, counts)
        if news == self._told and not ended:
            return
        self._told, self._seen = news, False
        frame = {
            "kind": "ended" if ended else "frame",
            "run": self._count,
            "state": state,
            "place": place or 0,
            "step": run.step,
            "left": -1.0 if run.left is None else run.left,
            "lanes": [self._lane(run, at, counts[at]) for at in range(len(run.lanes))],
        }
        if ended:
            self._run = None
            self._seen = True
        self._send(frame)

    def close(self) -> None:
        """Ends what runs: nobody looks any more."""
        self._runs.close(self._owner)
        self._run = None

    def _start(self, message: Mapping[str, Any]) -> None:
        settings = message.get("settings")
        try:
            run = self._runs.start(self._owner, Settings.checked(settings if isinstance(settings, Mapping) else {}))
        except SettingError as error:
            self._send({"kind": "refused", "setting": error.name, "text": str(error)})
            return
        except BusyError:
            self._send({"kind": "refused", "setting": "", "text": words()["lab"]["busy"]})
            return
        self._count += 1
        self._run, self._sent, self._told, self._seen = run, [0] * len(run.lanes), None, True
        self._kept[self._count] = run
        gone = list(self._kept)[:-KEPT]
        for number in gone:
            del self._kept[number]
        s = run.settings
        self._send(
            {
                "kind": "started",
                "run": self._count,
                "gone": gone,
                "x": run.x,
                "y": run.y,
                "settings": {
                    "target": s.target,
                    "activations": list(s.activations),
                    **{name: getattr(s, name) for name in ("units", "samples", "steps", "rate", "seed")},
                },
            }
        )

    def _preview(self, message: Mapping[str, Any]) -> None:
        """Sends the samples that a run would learn; what is not allowed is said when it is run."""
        given = message.get("settings")
        try:
            settings = Settings.checked(given if isinstance(given, Mapping) else {})
        except SettingError:
            return
        x, y = settings.data()
        self._send({"kind": "preview", "target": settings.target, "x": x, "y": y})

    def _lane(self, run: Run, at: int, count: int) -> dict[str, Any]:
        lane: Lane = run.lanes[at]
        first, self._sent[at] = self._sent[at], count
        new = slice(first, count)
        return {
            "activation": lane.activation,
            **{name: np.asarray(getattr(lane, name)[new], float) for name in ("step", "loss", "dead", "nearly_dead")},
            "fit": run.fit(lane),
            "diverged": bool(lane.frame and lane.frame.diverged),
        }

    def _was_seen(self, _: Mapping[str, Any]) -> None:
        self._seen = True

    def _of(self, message: Mapping[str, Any]) -> tuple[int, Run] | None:
        number = message.get("run")
        run = self._kept.get(number) if isinstance(number, int) else None
        return (number, run) if isinstance(number, int) and run and not run.active else None

    def _file(self, message: Mapping[str, Any]) -> None:
        found, name = self._of(message), message.get("name")
        if found and isinstance(name, str) and name in records.KINDS:
            number, run = found
            suffix, media = records.KINDS[name]
            body = np.frombuffer(records.MAKE[name](run), np.uint8)
            file = f"gelu-lab-run-{number}-{name}.{suffix}"
            self._send({"kind": "file", "file": file, "media": media, "body": body})

    def _code(self, message: Mapping[str, Any]) -> None:
        found = self._of(message)
        if found:
            self._send({"kind": "code", "run": found[0], "text": records.cell(found[1])})
