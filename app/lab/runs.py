"""Trainings of many readers in one process: a few at a time, the others in a queue that tells each its place.

Nothing here knows of pages or sessions. A run is driven by one of a few threads, which let others have the interpreter
after every few milliseconds; who watches a run reads it whenever he likes, it calls nobody.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

import numpy as np

from gelu_core import Frame, train
from gelu_core.network import Floats

from .settings import Settings

LIMIT = 4
SLICE = 0.004  # seconds of steps, then
BREATH = 0.001  # seconds for everybody else
log = logging.getLogger(__name__)
ACTIVE = ("waiting", "running", "paused")


class BusyError(RuntimeError):
    """This owner has a run that has not ended."""


@dataclass
class Lane:
    """The training of one activation: what it has come to. Lists grow at their end only, one number a frame."""

    activation: str
    step: list[int] = field(default_factory=list)
    loss: list[float] = field(default_factory=list)
    dead: list[float] = field(default_factory=list)
    nearly_dead: list[float] = field(default_factory=list)
    frame: Frame | None = None

    def add(self, frame: Frame) -> None:
        """Takes the next frame; `step` grows last, so that whoever reads meanwhile finds its neighbours."""
        self.loss.append(frame.loss)
        self.dead.append(frame.dead)
        self.nearly_dead.append(frame.nearly_dead)
        self.frame = frame
        self.step.append(frame.step)


class Run:
    """One training, or two side by side from the same start. Its state changes through `Runs` alone.

    `state` is "waiting", "running", "paused", and at the end "done", "cancelled" or "diverged".
    """

    def __init__(self, owner: Hashable, settings: Settings) -> None:
        self.owner = owner
        self.settings = settings
        self.state = "waiting"
        self.x, self.y = settings.data()
        self.lanes = tuple(Lane(activation) for activation in settings.activations)
        self.seconds = 0.0  # that it has been running
        self.ended = threading.Event()
        self._since = 0.0
        self._frames: Iterator[bool] | None = self._train()

    @property
    def active(self) -> bool:
        """Whether it may still go on."""
        return self.state in ACTIVE

    @property
    def step(self) -> int:
        """The steps that all its lanes have done."""
        at = [lane.step[-1] if lane.step else 0 for lane in self.lanes]
        going = [step for step, lane in zip(at, self.lanes, strict=True) if not (lane.frame and lane.frame.diverged)]
        return min(going or at)

    @property
    def left(self) -> float | None:
        """The seconds that it still has to run, if it goes on as it has done; None before that can be told."""
        if not self.step:
            return None
        running = time.monotonic() - self._since if self.state == "running" else 0.0
        return (self.seconds + running) / self.step * (self.settings.steps - self.step)

    def _train(self) -> Iterator[bool]:
        """Takes the lanes one frame further in turn, until the last has ended."""
        s = self.settings
        going: list[tuple[Lane, Iterator[Frame]]] = [
            (lane, train(self.x, self.y, s.units, lane.activation, s.steps, s.rate, s.seed, s.every))
            for lane in self.lanes
        ]
        while going:
            for pair in list(going):
                lane, frames = pair
                frame = next(frames, None)
                if frame is None:
                    going.remove(pair)
                else:
                    lane.add(frame)
            yield True

    def drive(self) -> bool:
        """Trains while its state is "running"; returns whether there is nothing left to do. Called by one thread."""
        frames, pace, every = self._frames, self.settings.pace, self.settings.every
        self._since = due = breathed = time.monotonic()
        try:
            while self.state == "running" and frames is not None:
                if not next(frames, False):
                    return True
                now = time.monotonic()
                if pace:
                    due = max(due + every / pace, now - 0.1)
                if pace and due > now:
                    time.sleep(due - now)
                elif now - breathed > SLICE:
                    time.sleep(BREATH)
                else:
                    continue
                breathed = time.monotonic()
            return False
        finally:
            self.seconds += time.monotonic() - self._since

    def end(self, state: str) -> None:
        """Ends it for good and lets go of what only training needs."""
        self.state = state
        self._frames = None
        self.ended.set()

    def fit(self, lane: Lane) -> Floats:
        """What a lane's network gives for the inputs; nan before its first frame."""
        return lane.frame.prediction if lane.frame else np.full(len(self.x), np.nan)


class Runs:
    """The runs of one process: at most `limit` at a time, one for each owner, first come, first served.

    A paused run gives its place to the next; who resumes it queues again.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self._lock = threading.Lock()
        self._queue: deque[Run] = deque()
        self._driven: set[Run] = set()
        self._active: dict[Hashable, Run] = {}
        self._threads = 0

    def start(self, owner: Hashable, settings: Settings) -> Run:
        """Queues a run. Raises BusyError while the owner's last one has not ended."""
        run = Run(owner, settings)
        with self._lock:
            if owner in self._active:
                raise BusyError("one run at a time")
            self._active[owner] = run
            self._enqueue(run)
        return run

    def place(self, run: Run) -> int | None:
        """How many runs start before it, itself included; None if it does not wait."""
        with self._lock:
            return self._queue.index(run) + 1 if run in self._queue else None

    def pause(self, run: Run) -> None:
        """Halts a run that waits or runs, until it is resumed."""
        with self._lock:
            if run.state == "waiting":
                self._queue.remove(run)
            if run.active:
                run.state = "paused"

    def resume(self, run: Run) -> None:
        """Lets a paused run go on, when it is its turn."""
        with self._lock:
            if run.state != "paused":
                return
            if run in self._driven:  # its thread has not yet heard of the pause
                run.state = "running"
            else:
                self._enqueue(run)

    def cancel(self, run: Run) -> None:
        """Ends a run; what it has come to stays."""
        with self._lock:
            if not run.active:
                return
            if run.state == "waiting":
                self._queue.remove(run)
            if run in self._driven:
                run.state = "cancelled"  # its thread ends it within a frame; its owner need not wait for that
                self._leave(run)
            else:
                self._end(run, "cancelled")

    def close(self, owner: Hashable) -> None:
        """Ends what an owner has left behind."""
        run = self._active.get(owner)
        if run:
            self.cancel(run)

    def active(self) -> int:
        """How many runs have not ended."""
        return len(self._active)

    def _enqueue(self, run: Run) -> None:
        run.state = "waiting"
        self._queue.append(run)
        if self._threads < self.limit:
            self._threads += 1
            threading.Thread(target=self._work, name="gelu-lab training", daemon=True).start()

    def _end(self, run: Run, state: str) -> None:
        run.end(state)
        self._leave(run)

    def _leave(self, run: Run) -> None:
        if self._active.get(run.owner) is run:
            del self._active[run.owner]

    def _work(self) -> None:
        """One thread: takes runs from the queue until it is empty."""
        while True:
            with self._lock:
                if not self._queue:
                    self._threads -= 1
                    return
                run = self._queue.popleft()
                run.state = "running"
                self._driven.add(run)
            self._drive(run)
            del run  # an idle thread keeps nothing alive

    def _drive(self, run: Run) -> None:
        while True:
            try:
                finished, failed = run.drive(), False
            except Exception:
                finished, failed = False, True
                log.exception("a training failed")
            with self._lock:
                if run.state == "running" and not finished and not failed:
                    continue  # it was paused and resumed in between
                self._driven.discard(run)
                if finished:
                    diverged = any(lane.frame and lane.frame.diverged for lane in run.lanes)
                    self._end(run, "diverged" if diverged else "done")
                elif failed or run.state == "cancelled":
                    self._end(run, "cancelled")
                return
