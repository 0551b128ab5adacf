"""Shared by the tests of the library: matches, and runs of the app that leave them."""

from pathlib import Path

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.match import Match
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.rules import VARIANTS, Player, read_moves
from tests.match.support import ROW_SETUP, won_by

SPACING = Setup(VARIANTS["spacing"].resized(8, 8), ("Ada", "Ben"))
MOVES = read_moves(SPACING.variant, "1 1; 1 3; 1 5; 1 7; 3 1; 3 3; 3 5; 3 7")


def match_of(count: int = 1) -> Match:
    """Return a match with this many moves."""
    return Match.of(Game.replay(SPACING, MOVES[:count]))


def ended(length: int = 1, winner: Player = Player.TWO) -> Match:
    """Return a match whose first game has ended."""
    return Match.begin(ROW_SETUP, length).with_game(won_by(winner))


def leave(paths: Paths, *matches: Match) -> None:
    """Save these matches as a run of the app does that has ended."""
    library = Library(paths)
    assert [library.save(match) for match in matches] == [""] * len(matches)
    library.close()


def next_run(paths: Paths) -> Library:
    """Return the library of another run, loaded without a notice."""
    library = Library(paths)
    assert library.load() == []
    return library


def files_in(paths: Paths) -> list[str]:
    return sorted(file.name for file in paths.saves.glob("*.json"))


def read_only(path: Path) -> None:
    """Fail as on a file system that cannot be written."""
    raise OSError(30, "Read-only file system", str(path))
