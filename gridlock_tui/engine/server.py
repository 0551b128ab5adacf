"""The engine in a process of its own: `python -m gridlock_tui.engine.server`, fed through pipes.

A process and not a thread, because a search in pure Python would keep the interface waiting for
its turn. Only the newest request counts: it ends the work on the one before it. When standard
input ends, whoever asked is gone, and so is this process.
"""

from __future__ import annotations

import math
import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from gridlock_tui.engine.analysis import Analysis, unfold
from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.openings import Opening, opening_of
from gridlock_tui.engine.players import LEVELS, choose, wants_swap
from gridlock_tui.engine.values import Wanted
from gridlock_tui.rules import GameState, Move, Variant

LENGTH_BYTES = 4
_SECONDS_BETWEEN_ANSWERS = 0.1

Answer = Analysis | Opening | Move | bool | None
"""None is the end of the answers to a request."""


@dataclass(frozen=True, slots=True)
class Analyse:
    """A wish to know what a position comes to, more and more of it as it is proven."""

    state: GameState
    seconds: float
    wanted: Wanted = Wanted.LENGTHS

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield what is proven, more and more of it."""
        yield from unfold(self.state, budget, self.wanted)


@dataclass(frozen=True, slots=True)
class Choose:
    """A wish for a computer player's move."""

    state: GameState
    level: str
    seed: int
    seconds: float = math.inf

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield the move."""
        yield choose(self.state, LEVELS[self.level], self.seed, budget.is_cancelled)


@dataclass(frozen=True, slots=True)
class Swap:
    """A wish to know whether a computer player would take over the first move."""

    state: GameState
    level: str
    seed: int
    seconds: float = math.inf

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield the wish."""
        yield wants_swap(self.state, LEVELS[self.level], self.seed, budget.is_cancelled)


@dataclass(frozen=True, slots=True)
class Open:
    """A wish to know what an empty board comes to."""

    variant: Variant
    seconds: float

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield what is known of it."""
        yield opening_of(self.variant, budget)


Request = Analyse | Choose | Swap | Open


def framed(message: object) -> bytes:
    """Return the message as it goes through a pipe: its length, then itself."""
    body = pickle.dumps(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


class Outbox:
    """Sends answers: those that will be bettered soon not too often, but none is kept for long."""

    def __init__(self, sink: BinaryIO) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self._later: tuple[int, Answer] | None = None
        threading.Thread(target=self._send_later, daemon=True).start()

    def put(self, number: int, answer: Answer) -> None:
        """Send the answer: at once, or soon if it is not the last word."""
        with self._lock:
            if isinstance(answer, Analysis) and not answer.is_final:
                self._later = (number, answer)
            else:
                self._later = None
                self._send(number, answer)

    def _send_later(self) -> None:
        while True:
            time.sleep(_SECONDS_BETWEEN_ANSWERS)
            with self._lock:
                later, self._later = self._later, None
                if later is not None:
                    self._send(*later)

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
            os._exit(0)  # whatever is being worked on, nobody wants it any more
        inbox.put(pickle.loads(body))  # from our own parent, through our own pipe


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
