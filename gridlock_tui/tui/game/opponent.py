"""The computer players of a match: what they do on their turn. Knows nothing of Textual."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from gridlock_tui.match.match import Match
from gridlock_tui.rules import Move
from gridlock_tui.tui.engine_client import EngineClient


class Decision(NamedTuple):
    """What a computer does: play a move, or take over the first one."""

    move: Move | None = None
    takes_over: bool = False

    def __bool__(self) -> bool:
        return self.takes_over or self.move is not None


class Opponent:
    """Decides for the computers of a match."""

    def __init__(self, engine: EngineClient) -> None:
        self._engine = engine

    async def decide(
        self, match: Match, first: Callable[[], Awaitable[None]] | None = None
    ) -> Decision:
        """Return the decision of the computer to move, after at least the match's pace.

        `first` is done before the engine is asked. Raise EngineError if the engine does not run.
        """
        game = match.game
        level, seed = game.seating.kinds[game.state.to_move - 1], game.setup.seed
        pause = asyncio.create_task(asyncio.sleep(match.pace))
        try:
            if first is not None:
                await first()
            if match.can_take_over and await self._engine.wants_swap(game.state, level, seed):
                decision = Decision(takes_over=True)
            else:
                decision = Decision(await self._engine.choose(game.state, level, seed))
            await pause
            return decision
        finally:
            pause.cancel()
