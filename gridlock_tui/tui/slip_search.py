"""Search your finished games for wins that you threw away, in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing

from gridlock_tui.engine import Analysis
from gridlock_tui.match import Game
from gridlock_tui.match.puzzle_room import PuzzleRoom
from gridlock_tui.match.slips import slips_in
from gridlock_tui.match.store.history import History
from gridlock_tui.rules import GameState, GridlockError
from gridlock_tui.tui.engine_client import EngineClient

_MOST = 20
"""How many games are read at once, the latest first."""
_POSITION_SECONDS = 1.0
"""Seconds for one position; a slip that takes longer to prove is not one to practise."""


async def search_slips(
    history: History, room: PuzzleRoom, on_change: Callable[[bool], None]
) -> None:
    """Search games that were not searched before; tell when it begins, after each, and at the end.

    An engine of its own does it: a request to that of the app would end what a puzzle asks for.
    """
    engine, searched = EngineClient(), set[str]()
    try:
        while games := await _unsearched(history, room, searched):
            on_change(True)
            for uid, game in games:
                searched.add(uid)  # the log may not be able to remember it
                room.add_slips(uid, slips_in(uid, game, await _analyses(engine, game)))
                on_change(True)
    finally:
        on_change(False)
        await engine.close()


async def _unsearched(
    history: History, room: PuzzleRoom, searched: set[str]
) -> tuple[tuple[str, Game], ...]:
    known = room.examined()
    if known is None:
        return ()
    try:
        return await asyncio.to_thread(history.games_with_slips, known | searched, _MOST)
    except GridlockError:  # the next time will do
        return ()


async def _analyses(engine: EngineClient, game: Game) -> list[Analysis | None]:
    """Return the analysis of every state, the last one first: its result helps with the others."""
    states = game.timeline.states
    found = [await _analysis(engine, state) for state in reversed(states)]
    return found[::-1]


async def _analysis(engine: EngineClient, state: GameState) -> Analysis | None:
    if state.is_over:
        return None
    last: Analysis | None = None
    async with aclosing(engine.analyses(state, _POSITION_SECONDS)) as analyses:
        async for analysis in analyses:
            last = analysis
    return last
