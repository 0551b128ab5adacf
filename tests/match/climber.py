"""A process that wins rungs of the climb until it is killed or has won enough.

Run as `python -m tests.match.climber FOLDER SEED COUNT`. After each game that is kept, it writes a
line with variant, level and stars: from then on the stars count as acknowledged.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from gridlock_tui.match import COMPUTERS
from gridlock_tui.match.effort import Effort
from gridlock_tui.match.ladder import ladder_of
from gridlock_tui.match.match import Match
from gridlock_tui.match.review import Review
from gridlock_tui.match.store import database
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.rules import VARIANTS

NO_SLIP = Review(None, ())
"""A review in which no move is a mistake."""


def rung(slug: str, level: str, rng: random.Random, hints: int = 0, *, won: bool = True) -> Match:
    """Return a rung that you have won or lost, with this much help."""
    ladder = ladder_of(VARIANTS[slug])
    assert ladder is not None
    while True:
        match = ladder.begin(level)
        while match.game.state.legal_moves:
            match = match.play(rng.choice(match.game.state.legal_moves))
        outcome = match.game.state.outcome
        if outcome is not None and (outcome.winner is ladder.side) is won:
            return replace(match, effort=Effort(frozenset(map(str, range(hints)))))


def course(seed: int) -> Iterator[tuple[Match, bool, int]]:
    """Return won rungs, whether each is graded without a slip, and its stars."""
    rng = random.Random(seed)
    while True:
        slug, level = rng.choice(list(VARIANTS)), rng.choice(COMPUTERS)
        hints, graded = rng.choice((0, 2)), rng.random() < 0.5
        yield rung(slug, level, rng, hints), graded, 1 + (not hints) + graded


def main(folder: str, seed: str, count: str) -> None:
    """Win one rung after the other."""
    database._LOCK_SECONDS = 60.0  # as in `finisher`
    home = Path(folder)
    library = Library(Paths(home, home, home))
    for match, graded, stars in islice(course(int(seed)), int(count)):
        assert library.save(match) == ""
        if graded:
            assert library.add_review(match, NO_SLIP) == ""
        setup = match.game.setup
        (level,) = {*setup.kinds} - {"human"}
        print(setup.variant.slug, level, stars, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
