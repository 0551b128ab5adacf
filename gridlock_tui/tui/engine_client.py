"""Runs the engine in a process of its own, started when it is first needed."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import gridlock_tui

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis
    from gridlock_tui.engine.openings import Opening
    from gridlock_tui.engine.server import Answer, Request
    from gridlock_tui.rules import GameState, Move, Variant

ANALYSIS_SECONDS = 60.0
"""How long a position is worked on before what is left is said to be not known."""
OPENING_SECONDS = 10.0
_MOVES_REMEMBERED = 16_384
"""Of so many moves at the most it is remembered what they come to: some three megabytes."""

_SUPERSEDED, _DIED = "superseded", "died"
"""What comes instead of an answer."""


class Sent(NamedTuple):
    """An answer as it came from the engine; None is the last."""

    answer: Answer


class EngineError(Exception):
    """There is no engine to ask."""


class Thinker:
    """Asks the engine. Only the newest question is worked on; an older one just ends."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Queue[Sent | str]] = {}
        self._starting = asyncio.Lock()
        self._analyses: dict[GameState, Analysis] = {}
        self._openings: dict[Variant, Opening] = {}

    @property
    def pid(self) -> int | None:
        """The number of the engine's process, if it runs."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if self._process and running else None

    def known(self, state: GameState) -> Analysis | None:
        """Return what was found out about the position before."""
        return self._analyses.get(state)

    async def analyses(
        self, state: GameState, seconds: float | None = None
    ) -> AsyncGenerator[Analysis, None]:
        """Yield what is proven of the position, each time more; the last one is final.

        Nothing more comes if a newer question was asked meanwhile.
        """
        from gridlock_tui.engine import Analysis, nothing_known
        from gridlock_tui.engine.server import Analyse

        known = self.known(state)
        if known is not None:
            yield known
            return
        try:
            limit = ANALYSIS_SECONDS if seconds is None else seconds
            request = Analyse(state, limit)
            async with aclosing(self._answers(request)) as answers:
                async for answer in answers:
                    assert isinstance(answer, Analysis)
                    found = replace(answer, state=state)  # not the copy from the pipe
                    # With less time than usual, more may be found out another time.
                    exhausted = limit >= ANALYSIS_SECONDS or _leaves_nothing_open(found)
                    if found.is_final and exhausted:
                        self._remember(found)
                    yield found
        except EngineError:
            yield nothing_known(state)

    async def choose(self, state: GameState, level: str, seed: int) -> Move | None:
        """Return the move of a computer player, None if something newer was asked.

        Raises EngineError if there is no engine.
        """
        from gridlock_tui.engine.server import Choose
        from gridlock_tui.rules import Move

        answer = await self._answer(Choose(state, level, seed))
        assert answer is None or isinstance(answer, Move)
        return answer

    async def wants_swap(self, state: GameState, level: str, seed: int) -> bool:
        """Say whether a computer player would take over the first move, or raise EngineError."""
        from gridlock_tui.engine.server import Swap

        return await self._answer(Swap(state, level, seed)) is True

    async def opening(self, variant: Variant) -> Opening | None:
        """Return what is known of an empty board, None if something newer was asked."""
        from gridlock_tui.engine import Verdict
        from gridlock_tui.engine.openings import Opening
        from gridlock_tui.engine.server import Open

        known = self._openings.get(variant)
        if known is not None:
            return known
        try:
            answer = await self._answer(Open(variant, OPENING_SECONDS))
        except EngineError:
            return Opening(Verdict.UNKNOWN, 0, variant.board.size)
        assert answer is None or isinstance(answer, Opening)
        if answer is not None:
            self._openings[variant] = answer
        return answer

    def _remember(self, found: Analysis) -> None:
        """Keep what was found out, and drop the oldest where that gets too much."""
        kept = self._analyses
        kept[found.state] = found
        moves = sum(len(analysis.moves) for analysis in kept.values())
        while moves > _MOVES_REMEMBERED:
            moves -= len(kept.pop(next(iter(kept))).moves)

    async def _answer(self, request: Request) -> Answer:
        """Return the one answer to a request, None if something newer was asked."""
        async with aclosing(self._answers(request)) as answers:
            async for answer in answers:
                return answer
        return None

    async def _answers(self, request: Request) -> AsyncGenerator[Answer, None]:
        """Yield the answers to a request until there are no more or a newer request is made.

        A process that dies is started again, once.
        """
        for answers in self._waiting.values():
            answers.put_nowait(_SUPERSEDED)
        number = next(self._numbers)
        answers = self._waiting[number] = asyncio.Queue()
        try:
            for attempt in (1, 2):
                await self._send(number, request)
                while isinstance(answer := await answers.get(), Sent):
                    if answer.answer is None:
                        return
                    yield answer.answer
                if answer is _SUPERSEDED:
                    return
                if attempt == 2:
                    raise EngineError("the engine does not run")
        finally:
            del self._waiting[number]
            if not self._waiting:
                self._drop_work()

    async def _send(self, number: int, request: Request) -> None:
        from gridlock_tui.engine.server import framed

        async with self._starting:  # whoever asks meanwhile waits for the same process
            if self.pid is None:
                await self._start()
        process = self._process
        if process is None or process.stdin is None:
            raise EngineError("the engine cannot be started")
        process.stdin.write(framed((number, request)))

    def _drop_work(self) -> None:
        """Let the engine drop what it works on."""
        if self.pid is not None and self._process and self._process.stdin:
            from gridlock_tui.engine.server import framed

            self._process.stdin.write(framed((0, None)))

    async def _start(self) -> None:
        # The very package that runs here, wherever it was found.
        home = str(Path(gridlock_tui.__file__).parents[1])
        paths = os.pathsep.join(filter(None, [home, os.environ.get("PYTHONPATH")]))
        self._process = None
        with suppress(OSError):
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                # Not what happens to lie in the folder where the app was started.
                *("-P", "-m", "gridlock_tui.engine.server"),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env={**os.environ, "PYTHONPATH": paths},
                start_new_session=True,  # signals for the app are not for the engine
            )
            self._reader = asyncio.create_task(self._read(self._process))

    async def _read(self, process: Process) -> None:
        """Hand every answer to whoever waits for it; when the process ends, say so to all."""
        import pickle

        from gridlock_tui.engine.server import LENGTH_BYTES

        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError):
            while True:
                length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
                number, answer = pickle.loads(await process.stdout.readexactly(length))
                if number in self._waiting:
                    self._waiting[number].put_nowait(Sent(answer))
        if self._process is process:
            self._process = None
        await process.wait()
        for answers in self._waiting.values():
            answers.put_nowait(_DIED)

    async def close(self) -> None:
        """End the engine's process and wait until it is gone."""
        async with self._starting:
            process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        if self._reader is not None:
            await self._reader
        await process.wait()


def _leaves_nothing_open(analysis: Analysis) -> bool:
    return analysis.distance is not None and None not in [
        value.distance for value in analysis.moves
    ]
