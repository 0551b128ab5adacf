"""Grade games of the climb that were left before their grades were known: a star may be due."""

from __future__ import annotations

import asyncio

from gridlock_tui.match import Game
from gridlock_tui.match.store.history import History
from gridlock_tui.rules import GridlockError
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.grading import Grader, Grading

_MOST = 5
"""How many games are graded at once, latest first."""


async def grade_late(history: History, tried: set[str]) -> bool:
    """Grade games that were not tried in this run, and return whether a game was graded.

    Adds the uids of those that cannot be graded to `tried`: older games get their turn.
    An engine of its own does it: a request to that of the app would end what a game asks for.
    """
    try:
        found = await asyncio.to_thread(history.ungraded)
        waiting = [(uid, game) for uid, game in found if uid not in tried][:_MOST]
        if not waiting:
            return False
        engine = EngineClient()
        try:
            graded = {uid for uid, game in waiting if await _grade(history, engine, uid, game)}
            tried.update(uid for uid, _ in waiting if uid not in graded)
            return bool(graded)
        finally:
            await engine.close()
    except GridlockError:  # the next time will do
        return False


async def _grade(history: History, engine: EngineClient, uid: str, game: Game) -> bool:
    def ignore(_: Grading) -> None:
        """Do nothing meanwhile: only the final grades count."""

    grader = Grader(engine, game.timeline, ignore)
    await grader.run()
    person, since = game.setup.person, int(game.setup.taken_over)
    slips = grader.grading.found.slips_of(person, since) if person else None
    if slips is None:
        return False
    history.grade(uid, game, slips)
    return True
