"""A process that plays and saves until it is killed.

Run as `python -m tests.match.saver FOLDER SEED`. After each save that has returned, it writes a
line: from then on the state counts as acknowledged.
"""

import os
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import ENDLESS
from gridlock_tui.match.store.save_format import SavedMatch
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import VARIANTS

BEGAN = datetime(2024, 2, 29, tzinfo=UTC)


def course(seed: int) -> Iterator[SavedMatch]:
    """Return the states that this process saves, the same for the same seed."""
    rng = random.Random(seed)
    variant = rng.choice(list(VARIANTS.values()))
    first = Match.begin(Setup(variant, ("Ada", "Ben")), ENDLESS, swap_rule=True)
    match = Match(first.game, first.series, f"{seed:016x}")
    number = 0
    while True:
        yield SavedMatch(match, BEGAN + timedelta(seconds=number), number % 2 == 1)
        number += 1
        match = _next(match, rng)


def _next(match: Match, rng: random.Random) -> Match:
    game, choice = match.game, rng.random()
    if game.state.is_over and game.timeline.is_present:
        return match.next_game()
    if choice < 0.1:
        return match.jump(game.timeline.at - 1)
    if choice < 0.5 and match.can_take_over:
        return match.take_over()
    if game.state.is_over:
        return match.jump(len(game.timeline.moves))
    return match.play(rng.choice(game.state.legal_moves))


def main(folder: str, seed: str) -> None:
    """Save one state after the other, up to a limit in case the process is not killed."""
    if int(seed) % 2:
        # Without waiting for the disk in every other run, kills hit the writing itself more
        # often. Only a power cut needs the waiting.
        setattr(os, "fsync", int)  # noqa: B010 - a type checker would refuse the plain form
    saves = Saves(Path(folder))
    for saved in islice(course(int(seed)), 100_000):
        saves.save(saved)
        print(flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
