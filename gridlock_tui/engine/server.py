"""The engine in a process of its own: `python -m gridlock_tui.engine.server`, fed through pipes.

A process and not a thread, because a search in pure Python would keep the interface waiting for
its turn. Only the newest request counts: it ends the work on the one before it. When standard
input ends, whoever asked is gone, and so is this process.
"""

from __future__ import annotations

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
        """Yield what is proven, not too often, and in the end all of it."""
        due = time.monotonic() + _SECONDS_BETWEEN_ANSWERS
        for analysis in unfold(self.state, budget, self.wanted):
            if analysis.is_final or time.monotonic() >= due:
                yield analysis
                due = time.monotonic() + _SECONDS_BETWEEN_ANSWERS


@dataclass(frozen=True, slots=True)
class Choose:
    """A wish for a computer player's move."""

    state: GameState
    level: str
    seed: int
    seconds: float

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield the move."""
        yield choose(self.state, LEVELS[self.level], self.seed, budget)


@dataclass(frozen=True, slots=True)
class Swap:
    """A wish to know whether a computer player would take over the first move."""

    state: GameState
    level: str
    seed: int
    seconds: float

    def answers(self, budget: Budget) -> Iterator[Answer]:
        """Yield the wish."""
        yield wants_swap(self.state, LEVELS[self.level], self.seed, budget)


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


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests until the source ends."""
    inbox: queue.SimpleQueue[tuple[int, Request | None]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(source, inbox), daemon=True).start()
    while True:
        number, request = inbox.get()
        if request is None or not inbox.empty():
            continue
        budget = Budget(seconds=request.seconds, cancelled=lambda: not inbox.empty())
        for answer in request.answers(budget):
            _send(sink, number, answer)
        _send(sink, number, None)


def _receive(source: BinaryIO, inbox: queue.SimpleQueue[tuple[int, Request | None]]) -> None:
    while True:
        head = source.read(LENGTH_BYTES)
        body = source.read(int.from_bytes(head, "big"))
        if not body:
            os._exit(0)  # whatever is being worked on, nobody wants it any more
        inbox.put(pickle.loads(body))  # from our own parent, through our own pipe


def _send(sink: BinaryIO, number: int, answer: Answer) -> None:
    try:
        sink.write(framed((number, answer)))
        sink.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
