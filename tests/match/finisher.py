"""Many finished games: for a fixture, for long lists, and from several processes at once.

Run as `python -m tests.match.finisher FILE NAME COUNT` it adds that many games to a history.
"""

import random
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from gridlock_tui.match import COMPUTERS, HUMAN, Game, Setup
from gridlock_tui.match.store import database
from gridlock_tui.match.store.history import History
from gridlock_tui.rules import VARIANTS, Player

BEGAN = datetime(2024, 2, 29, 12, tzinfo=UTC)
PEOPLE = ("Ada", "Ben", "Zoë", "[bold]Ed[/]", "Ærøskøbing", "Player 1", "李雷")


def finished_games(
    seed: int, slugs: Iterable[str] = VARIANTS
) -> Iterator[tuple[str, Game, datetime]]:
    """Return games with their uids and times, the same for the same seed."""
    rng = random.Random(seed)
    variants = [VARIANTS[slug] for slug in slugs]
    for number in range(1_000_000):
        variant = variants[number % len(variants)]
        if rng.random() < 0.3:
            variant = variant.resized(rng.randint(1, 5), rng.randint(1, 5))
        one, two = rng.sample(PEOPLE, 2)
        kinds = (rng.choice((HUMAN, HUMAN, *COMPUTERS)), rng.choice((HUMAN, *COMPUTERS)))
        game = Setup(variant, (one, two), rng.choice(list(Player)), kinds).begin()
        swaps = rng.random() < 0.2
        while game.state.legal_moves:
            game = game.play(rng.choice(game.state.legal_moves))
            if swaps and game.can_take_over:
                game = game.take_over()
        yield f"{seed}-{number}", game, BEGAN + timedelta(minutes=number)


def main(file: str, seed: str, count: str) -> None:
    """Add games to the history in this file, one by one."""
    # Two processes that write all the time make each other wait longer than two players do.
    database._LOCK_SECONDS = 60.0
    history = History(Path(file))
    for finished in islice(finished_games(int(seed)), int(count)):
        assert history.add(*finished)


if __name__ == "__main__":
    main(*sys.argv[1:])
