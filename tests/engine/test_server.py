"""The engine in its own process: only the newest request counts, and no process is left over."""

import io
import os
import pickle
import select
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gridlock_tui.engine import Analysis, Detail, analyse, iter_analyses
from gridlock_tui.engine.openings import Opening
from gridlock_tui.engine.players import LEVELS, choose
from gridlock_tui.engine.server import (
    LENGTH_BYTES,
    Analyse,
    Answer,
    Choose,
    FindOpening,
    Outbox,
    Request,
    framed,
)
from gridlock_tui.rules import VARIANTS

FOR_EVER = 3600.0
ENDLESS = Analyse(VARIANTS["showdown"].resized(8, 8).start(), FOR_EVER)
QUICK = VARIANTS["showdown"].start()


class Engine:
    """The process, its requests and its answers."""

    def __init__(self, pass_fds: tuple[int, ...] = ()) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gridlock_tui.engine.server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=pass_fds,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.to, self.back = self.process.stdin, self.process.stdout

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.back.close()
        with suppress(BrokenPipeError):
            self.to.close()

    def ask(self, number: int, request: Request | None) -> None:
        self.to.write(framed((number, request)))
        self.to.flush()

    def answer(self) -> tuple[int, Any]:
        length = int.from_bytes(self.back.read(LENGTH_BYTES), "big")
        number, answer = pickle.loads(self.back.read(length))
        return number, answer

    def answers_to(self, number: int) -> list[Any]:
        """Return all answers to this request, without those to earlier ones."""
        found: list[Any] = []
        while True:
            to, answer = self.answer()
            if to == number and answer is None:
                return found
            if to == number:
                found.append(answer)


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.close()


@pytest.mark.parametrize("sent", [QUICK, Analyse(QUICK, 1.0), analyse(QUICK)], ids=type)
def test_what_is_sent_arrives_as_it_was(sent: object) -> None:
    assert pickle.loads(framed(sent)[LENGTH_BYTES:]) == sent


def test_the_last_answer_is_the_analysis(engine: Engine) -> None:
    engine.ask(1, Analyse(QUICK, FOR_EVER))
    last = engine.answers_to(1)[-1]
    assert isinstance(last, Analysis)
    assert last.is_final
    assert last == analyse(QUICK)


def test_a_newer_request_cancels_an_older_one(engine: Engine) -> None:
    engine.ask(1, ENDLESS)
    engine.ask(2, Analyse(QUICK, FOR_EVER, Detail.WINNER))
    assert engine.answers_to(2)[-1].winner is analyse(QUICK).winner


def test_an_empty_request_cancels_too(engine: Engine) -> None:
    engine.ask(1, ENDLESS)
    engine.ask(0, None)
    engine.ask(2, Choose(QUICK, "casual", 5, FOR_EVER))
    assert engine.answers_to(2) == [choose(QUICK, LEVELS["casual"], 5)]


class Sink(io.BytesIO):
    """Collects the answers of an Outbox."""

    def answers(self) -> list[tuple[int, Answer]]:
        self.seek(0)
        found = []
        while head := self.read(LENGTH_BYTES):
            found.append(pickle.loads(self.read(int.from_bytes(head, "big"))))
        return found


def outbox_threads(before: set[threading.Thread]) -> set[threading.Thread]:
    return set(threading.enumerate()) - before


def test_an_idle_outbox_does_not_wake() -> None:
    """It has no thread that could: one starts for an unfinished analysis, and ends with it."""
    before, sink = set(threading.enumerate()), Sink()
    outbox = Outbox(sink)
    outbox.put(1, True)
    outbox.put(1, None)
    assert not outbox_threads(before)
    first, *_, newest, final = iter_analyses(QUICK)
    outbox.put(2, first)
    (sender,) = outbox_threads(before)
    outbox.put(2, newest)
    assert outbox_threads(before) == {sender}
    sender.join(timeout=30)
    assert not outbox_threads(before)
    assert sink.answers() == [(1, True), (1, None), (2, newest)]
    outbox.put(2, newest)
    (sender,) = outbox_threads(before)
    outbox.put(2, final)
    sender.join(timeout=30)
    assert not outbox_threads(before)
    assert sink.answers()[3:] == [(2, final)], "a final analysis replaces the unfinished one"


def test_an_opening_is_answered(engine: Engine) -> None:
    engine.ask(1, FindOpening(VARIANTS["classic"], FOR_EVER))
    (opening,) = engine.answers_to(1)
    assert isinstance(opening, Opening)
    assert opening.fixed


def test_it_ends_when_its_input_ends_even_in_the_middle_of_a_search(engine: Engine) -> None:
    engine.ask(1, ENDLESS)
    engine.to.close()
    assert engine.process.wait(timeout=30) == 0


def test_it_ends_when_its_parent_is_killed() -> None:
    """The parent starts the engine, sends an endless request and is killed."""
    script = (
        "import os, signal, sys\n"
        f"sys.path.append({str(Path(__file__).parents[2])!r})\n"
        "from tests.engine.test_server import ENDLESS, Engine\n"
        "engine = Engine(pass_fds=(os.dup(1),))\n"
        "engine.ask(1, ENDLESS)\n"
        "print('asked', flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    # Both processes hold the writing end; reading ends when both have ended.
    read, write = os.pipe()
    with subprocess.Popen([sys.executable, "-c", script], stdout=write):
        os.close(write)
    said = b""
    while select.select([read], [], [], 30)[0] and (more := os.read(read, 100)):
        said += more
    assert said == b"asked\n"
    assert select.select([read], [], [], 0)[0], "a process still holds the writing end"
    os.close(read)
