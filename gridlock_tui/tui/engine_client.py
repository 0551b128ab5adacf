"""Runs the engine in its own process, which starts with the first request."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from contextvars import Context
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import gridlock_tui
from gridlock_tui import engine
from gridlock_tui.rules import GameState, Move, Variant

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis, Opening
    from gridlock_tui.engine.server import Answer, Request

ANALYSIS_SECONDS = 60.0
"""Seconds an analysis may take; what is unproven then is unknown."""
OPENING_SECONDS = 10.0
_MOVES_CACHED = 4_096
"""Moves whose analysis is cached: some 400 positions, 1 to 2 MB."""


class EngineError(Exception):
    """The engine is not running."""


class EngineClient:
    """Sends requests to the engine; a new request cancels the previous one."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._numbers = count(1)
        self._queues: dict[int, asyncio.Queue[Answer | EngineError]] = {}
        """The answers to each request; None and an error mark their end."""
        self._starting = asyncio.Lock()
        self._latest_start: asyncio.Task[None] | None = None
        """The latest start; a task that nobody holds can be lost."""
        self._analyses: dict[GameState, Analysis] = {}
        self._openings: dict[Variant, Opening] = {}

    @property
    def pid(self) -> int | None:
        """The id of the engine's process, if it is running."""
        process = self._process
        return process.pid if process and process.returncode is None else None

    def known(self, state: GameState) -> Analysis | None:
        """Return the cached analysis of the position, if there is one."""
        return self._analyses.get(state)

    async def analyses(
        self, state: GameState, seconds: float | None = None
    ) -> AsyncGenerator[Analysis, None]:
        """Yield analyses of the position, each with more proven; the last one is final.

        A newer request ends them early.
        """
        known = self.known(state)
        if known is not None:
            yield known
            return
        try:
            limit = ANALYSIS_SECONDS if seconds is None else seconds
            async with aclosing(self._answers(engine.server.Analyse(state, limit))) as answers:
                async for answer in answers:
                    assert isinstance(answer, engine.Analysis)
                    found = replace(answer, state=state)  # not the copy from the pipe
                    distances = [found.distance, *(value.distance for value in found.moves)]
                    # With less time than usual, a later request may prove more.
                    if found.is_final and (limit >= ANALYSIS_SECONDS or None not in distances):
                        self._cache(found)
                    yield found
        except EngineError:
            yield engine.unknown_analysis(state)

    async def choose(self, state: GameState, level: str, seed: int) -> Move | None:
        """Return the move of a computer player, None if a newer request was made.

        Raises EngineError if the engine is not running.
        """
        answer = await self._answer(engine.server.Choose(state, level, seed))
        assert answer is None or isinstance(answer, Move)
        return answer

    async def wants_swap(self, state: GameState, level: str, seed: int) -> bool:
        """Return whether a computer player takes over the first move, or raise EngineError."""
        return await self._answer(engine.server.DecideSwap(state, level, seed)) is True

    async def opening(self, variant: Variant) -> Opening | None:
        """Return what is known about an empty board, None if a newer request was made."""
        if variant in self._openings:
            return self._openings[variant]
        try:
            answer = await self._answer(engine.server.FindOpening(variant, OPENING_SECONDS))
        except EngineError:
            return engine.Opening(engine.Verdict.UNKNOWN, 0, variant.board.size)
        assert answer is None or isinstance(answer, engine.Opening)
        if answer is not None:
            self._openings[variant] = answer
        return answer

    def _cache(self, found: Analysis) -> None:
        """Cache an analysis, and drop the oldest ones if the cache is full."""
        cached = self._analyses
        cached[found.state] = found
        moves = sum(len(analysis.moves) for analysis in cached.values())
        while moves > _MOVES_CACHED:
            moves -= len(cached.pop(next(iter(cached))).moves)

    async def _answer(self, request: Request) -> Answer:
        """Return the only answer to a request, None if a newer request was made."""
        async with aclosing(self._answers(request)) as answers:
            async for answer in answers:
                return answer
        return None

    async def _answers(self, request: Request) -> AsyncGenerator[Answer, None]:
        """Yield the answers to a request until there are no more or a newer request is made.

        If the process dies, start it again, once.
        """
        for answers in self._queues.values():
            answers.put_nowait(None)
        number = next(self._numbers)
        answers = self._queues[number] = asyncio.Queue()
        try:
            for is_last_try in (False, True):
                if self.pid is None:
                    # In a context of its own, or the process would keep the screen that asks in
                    # memory. Shielded: if the one who asks is cancelled, the process is started all
                    # the same, so that `close` finds it.
                    self._latest_start = asyncio.create_task(self._start_once(), context=Context())
                    await asyncio.shield(self._latest_start)
                if not self._send(number, request):
                    raise EngineError("the engine cannot be started")
                while not isinstance(answer := await answers.get(), EngineError):
                    if answer is None:
                        return
                    yield answer
                if is_last_try:
                    raise answer
        finally:
            del self._queues[number]
            if not self._queues:
                self._send(0, None)  # cancel the current request

    def _send(self, number: int, request: Request | None) -> bool:
        """Send a request to the engine; return False if it is not running."""
        if self._process is None or self._process.stdin is None:
            return False
        self._process.stdin.write(engine.server.framed((number, request)))
        return True

    async def _start_once(self) -> None:
        async with self._starting:  # concurrent callers share one process
            if self.pid is None:
                await self._start()

    async def _start(self) -> None:
        # The package that is running here.
        home = str(Path(gridlock_tui.__file__).parents[1])
        paths = os.pathsep.join(filter(None, [home, os.environ.get("PYTHONPATH")]))
        env = {**os.environ, "PYTHONPATH": paths}
        # -P: no modules from the current folder.
        command = (sys.executable, "-P", "-m", "gridlock_tui.engine.server")
        self._process = None
        with suppress(OSError):
            # A new session, so that signals to the app do not reach the engine.
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=env, start_new_session=True
            )
            self._reader = asyncio.create_task(self._read(self._process))

    async def _read(self, process: Process) -> None:
        """Deliver answers to their queues; tell all of them when the process ends."""
        length_bytes = engine.server.LENGTH_BYTES
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError):
            while True:
                length = int.from_bytes(await process.stdout.readexactly(length_bytes), "big")
                number, answer = pickle.loads(await process.stdout.readexactly(length))
                if number in self._queues:
                    self._queues[number].put_nowait(answer)
        if self._process is process:
            self._process = None
        await process.wait()
        for answers in self._queues.values():
            answers.put_nowait(EngineError("the engine is not running"))

    async def close(self) -> None:
        """Kill the engine's process and wait until it ends."""
        if self._latest_start is not None:
            await asyncio.wait({self._latest_start})
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
