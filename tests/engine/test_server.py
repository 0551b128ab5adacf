"""The engine in a process of its own: only the newest question counts, and nothing is left over."""

import os
import pickle
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from gridlock_tui.engine import Analysis, Wanted, analyse
from gridlock_tui.engine.openings import Opening
from gridlock_tui.engine.players import LEVELS, choose
from gridlock_tui.engine.server import LENGTH_BYTES, Analyse, Choose, Open, Request, framed
from gridlock_tui.rules import VARIANTS

FOR_EVER = 3600.0
ENDLESS = Analyse(VARIANTS["showdown"].resized(8, 8).start(), FOR_EVER)
QUICK = VARIANTS["showdown"].start()


class Engine:
    """The process, and what is said to and by it."""

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
        """Return the answers up to the end of this question, without those to earlier ones."""
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


def test_the_last_answer_is_the_analysis(engine: Engine) -> None:
    engine.ask(1, Analyse(QUICK, FOR_EVER))
    last = engine.answers_to(1)[-1]
    assert isinstance(last, Analysis)
    assert last.is_final
    assert last == analyse(QUICK)


def test_a_newer_question_ends_the_work_on_an_older_one(engine: Engine) -> None:
    engine.ask(1, ENDLESS)
    engine.ask(2, Analyse(QUICK, FOR_EVER, Wanted.WINNER))
    assert engine.answers_to(2)[-1].winner is analyse(QUICK).winner


def test_nothing_is_answered_after_a_stop(engine: Engine) -> None:
    engine.ask(1, ENDLESS)
    engine.ask(0, None)
    engine.ask(2, Choose(QUICK, "casual", 5, FOR_EVER))
    assert engine.answers_to(2) == [choose(QUICK, LEVELS["casual"], 5)]


def test_boards_are_told_about(engine: Engine) -> None:
    engine.ask(1, Open(VARIANTS["classic"], FOR_EVER))
    (opening,) = engine.answers_to(1)
    assert isinstance(opening, Opening)
    assert opening.fixed


def test_it_ends_when_nobody_can_ask_any_more_even_in_the_midst_of_work(engine: Engine) -> None:
    engine.ask(1, ENDLESS)
    engine.to.close()
    assert engine.process.wait(timeout=30) == 0


def test_it_ends_when_its_parent_is_killed() -> None:
    """The parent starts the engine, gives it endless work, says so and is killed."""
    script = (
        "import os, signal\n"
        "from tests.engine.test_server import ENDLESS, Engine\n"
        "engine = Engine(pass_fds=(os.dup(1),))\n"
        "engine.ask(1, ENDLESS)\n"
        "print('asked', flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    # Both hold the writing end: the reading end comes to its end when both are gone.
    read, write = os.pipe()
    with subprocess.Popen([sys.executable, "-c", script], stdout=write):
        os.close(write)
    said = b""
    while select.select([read], [], [], 30)[0] and (more := os.read(read, 100)):
        said += more
    assert said == b"asked\n"
    assert select.select([read], [], [], 0)[0], "someone still holds the writing end"
    os.close(read)
