"""The engine in its own process: `python -m gridlock_tui.engine.server`, connected by pipes.

A process, because a search in a thread would slow down the interface. Only the newest request
counts: it cancels the one before. The process ends when its standard input ends.
"""

from __future__ import annotations

import math
import os
import pickle
import queue
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from gridlock_tui.engine.analysis import iter_analyses
from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.openings import Opening, opening_of
from gridlock_tui.engine.players import LEVELS, choose, wants_swap
from gridlock_tui.engine.verdicts import Analysis, Detail
from gridlock_tui.rules import GameState, Move, Variant

LENGTH_BYTES = 4
_SECONDS_BETWEEN_ANSWERS = 0.05

Answer = Analysis | Opening | Move | bool | None
"""None ends the answers to a request."""


@dataclass(frozen=True, slots=True)
class Analyse:
    """Requests the analysis of a position."""

    state: GameState
    seconds: float
    detail: Detail = Detail.DISTANCES

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield analyses that are more and more complete."""
        yield from iter_analyses(self.state, budget, self.detail)


@dataclass(frozen=True, slots=True)
class Choose:
    """Requests the move of a computer player."""

    state: GameState
    level: str
    seed: int
    seconds: float = math.inf

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield the move."""
        yield choose(self.state, LEVELS[self.level], self.seed, budget.is_cancelled)


class DecideSwap(Choose):
    """Requests whether a computer player takes over the first move."""

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield whether the computer swaps."""
        yield wants_swap(self.state, LEVELS[self.level], self.seed, budget.is_cancelled)


@dataclass(frozen=True, slots=True)
class FindOpening:
    """Requests what is known about an empty board."""

    variant: Variant
    seconds: float

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield the opening."""
        yield opening_of(self.variant, budget)


Request = Analyse | Choose | FindOpening


def framed(message: object) -> bytes:
    """Return the message for the pipe: its length, then its pickle."""
    body = pickle.dumps(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


class Outbox:
    """Sends answers. Of many unfinished analyses it sends the newest, twenty times a second."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self._pending: tuple[int, Answer] | None = None

    def put(self, number: int, answer: Answer) -> None:
        """Send the answer: at once, or soon if it is an unfinished analysis."""
        with self._lock:
            if isinstance(answer, Analysis) and not answer.is_final:
                if self._pending is None:
                    timer = threading.Timer(_SECONDS_BETWEEN_ANSWERS, self._send_pending)
                    timer.daemon = True
                    timer.start()
                self._pending = (number, answer)
            else:
                self._pending = None
                self._send(number, answer)

    def _send_pending(self) -> None:
        with self._lock:
            pending, self._pending = self._pending, None
            if pending is not None:
                self._send(*pending)

    def _send(self, number: int, answer: Answer) -> None:
        try:
            self._sink.write(framed((number, answer)))
            self._sink.flush()
        except BrokenPipeError:
            os._exit(0)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests until the source ends."""
    inbox: queue.SimpleQueue[tuple[int, Request | None]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(source, inbox), daemon=True).start()
    outbox = Outbox(sink)
    while True:
        number, request = inbox.get()
        if request is None or not inbox.empty():
            continue
        budget = Budget(seconds=request.seconds, cancelled=lambda: not inbox.empty())
        for answer in request.answers(budget):
            outbox.put(number, answer)
        outbox.put(number, None)


def _receive(source: BinaryIO, inbox: queue.SimpleQueue[tuple[int, Request | None]]) -> None:
    while True:
        head = source.read(LENGTH_BYTES)
        body = source.read(int.from_bytes(head, "big"))
        if not body:
            os._exit(0)  # also in the middle of a search
        inbox.put(pickle.loads(body))  # safe: it comes from the parent process


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
