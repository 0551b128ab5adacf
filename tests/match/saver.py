"""A process that plays and saves without end, until it is killed.

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

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.save_format import Saved
from gridlock_tui.match.saves import Saves
from gridlock_tui.match.series import ENDLESS
from gridlock_tui.match.swap import can_take_over, play_on, take_over
from gridlock_tui.rules import VARIANTS

BEGAN = datetime(2024, 2, 29, tzinfo=UTC)


def course(seed: int) -> Iterator[Saved]:
    """Return the states that this process saves, the same for the same seed."""
    rng = random.Random(seed)
    variant = rng.choice(list(VARIANTS.values()))
    first = Match.begin(Setup(variant, ("Ada", "Ben")), ENDLESS, swap_rule=True)
    match = Match(first.game, first.series, f"{seed:016x}")
    number = 0
    while True:
        yield Saved(match, {"number": number}, BEGAN + timedelta(seconds=number))
        number += 1
        match = _next(match, rng)


def _next(match: Match, rng: random.Random) -> Match:
    game, choice = match.game, rng.random()
    if game.timeline.state.is_over and game.timeline.is_present:
        return match.next_game()
    if choice < 0.1:
        return match.with_game(Game(game.setup, game.timeline.undo()))
    if choice < 0.5 and can_take_over(game):
        return match.with_game(take_over(game))
    if game.timeline.state.is_over:
        return match.with_game(Game(game.setup, game.timeline.present()))
    return match.with_game(play_on(game, rng.choice(game.timeline.state.legal_moves)))


def main(folder: str, seed: str) -> None:
    """Save one state after the other; no more than a test can need, should nobody kill us."""
    if int(seed) % 2:
        # Half of the time without waiting for the disk, which is where most kills would fall:
        # nothing but a power cut needs it, and so the writing itself is hit more often.
        setattr(os, "fsync", int)  # noqa: B010 - a type checker would refuse the plain form
    saves = Saves(Path(folder))
    for saved in islice(course(int(seed)), 100_000):
        saves.keep(saved)
        print(flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
