"""One round in a room: start the real app, send keys in bursts, kill it, look at what is kept."""

import random
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from gridlock_tui.match.match import Match
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.match.store.save_format import SavedMatch
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import Board, Move, write_move
from tests.tui.terminal import Terminal

_COMPLAINTS = ("Traceback", "cannot be used", "is damaged", "Not kept", "Not saved", "Not in the")
"""Words of notices that must not come up: nothing was damaged before this start."""
_SECONDS = 180
"""How long the app may take for anything, on a busy machine."""
_LONGEST_REST = 2.0
"""The most seconds from the last burst to the kill."""


class Room(ABC):
    """A place that keeps something, with a home of its own that lasts over all rounds."""

    name: ClassVar[str]

    def __init__(self, home: Path, rng: random.Random) -> None:
        self.home, self.rng = home, rng
        self.paths = Paths(home, home, home)
        self.acknowledged = 0
        """How many steps were seen before a kill."""
        self.more = 0
        """How many kills left something on disk that had not been seen."""
        self._begun = 0

    @abstractmethod
    def round(self) -> None:
        """Start, send keys, kill and check."""

    def close(self) -> None:
        """End what still runs: nothing, in most rooms."""
        return

    def start(self, *command: str) -> Terminal:
        """Start a command in a terminal; without a command, the app."""
        self._begun = 0
        return Terminal(
            *(command or ("-m", "gridlock_tui")), variables={"GRIDLOCK_HOME": str(self.home)}
        )

    def app(self, *options: str) -> Terminal:
        """Start the app with these options."""
        return self.start("-m", "gridlock_tui", *options)

    def expect(self, terminal: Terminal, *words: str) -> None:
        """Wait for words on the screen."""
        terminal.wait_for(*words, seconds=_SECONDS)

    def expect_any(self, terminal: Terminal, *words: str) -> None:
        """Wait for one of these words after the last burst."""
        self.until(
            terminal, lambda: any(each in self.seen(terminal) for each in words), repr(words)
        )

    def burst(self, terminal: Terminal, keys: str) -> None:
        """Send keys in one write, or cut somewhere; `seen` is what comes up from now on."""
        self._begun = len(terminal.seen)
        cut = self.rng.randrange(len(keys) + 1) if self.rng.random() < 0.3 else len(keys)
        # Not within an escape sequence, which would be another key.
        cut = len(keys) if "\x1b" in keys else cut
        for part in filter(None, (keys[:cut], keys[cut:])):
            terminal.type(part)

    def seen(self, terminal: Terminal) -> str:
        """Return what has come up since the last burst."""
        return terminal.text(self._begun)

    def kill(self, terminal: Terminal, rest: float | None = None) -> str:
        """Kill the app at a random moment and return what was seen until then."""
        if rest is None:
            # A third of the kills come at once, when the keys are just being worked on.
            rest = self.rng.choice((0.05, 0.4, _LONGEST_REST)) * self.rng.random()
        terminal.read_for(rest)
        terminal.process.kill()
        terminal.process.wait()
        terminal.read_rest()
        self.check_sound(terminal)
        return self.seen(terminal)

    def check_sound(self, terminal: Terminal) -> None:
        """Check that the app has not complained, and that nothing is set aside."""
        shown = terminal.text()
        for words in _COMPLAINTS:
            assert words not in shown, f"{words!r} came up: {shown[-3000:]!r}"
        aside = [file.name for file in self.home.rglob("*.set-aside")]
        assert not aside, f"set aside: {aside}"

    def until(self, terminal: Terminal, is_so: Callable[[], bool], what: str) -> None:
        """Read what comes until something is so."""
        deadline = time.monotonic() + _SECONDS
        while not is_so():
            left = deadline - time.monotonic()
            assert left > 0, f"{what}: {terminal.text()[-2000:]!r}"
            terminal.read_for(min(left, 0.02))

    # What is kept.

    def saved(self) -> SavedMatch | None:
        """Return the match that is kept, if there is one."""
        found, notices = Saves(self.paths.saves).load_all()
        assert notices == [], notices
        assert len(found) <= 1, [each.match.uid for each in found]
        return found[0] if found else None

    def finished(self) -> dict[str, list[str]]:
        """Return the moves of all finished games by the uid of the game."""
        if not self.paths.history.exists():
            return {}
        history = History(self.paths.history)
        assert history.database.open() == ""
        with history.database.reading() as db:
            (state,) = db.execute("PRAGMA integrity_check").fetchone()
            assert state == "ok", state
            rows = db.execute("SELECT uid, moves FROM games").fetchall()
        return {uid: moves.split("; ") for uid, moves in rows}


def moves_of(match: Match) -> list[str]:
    """Return the moves of the current game as they are written."""
    game = match.game
    return [write_move(game.setup.variant, move) for move in game.timeline.moves]


def last_shown(shown: str) -> str:
    """Return the last move that the list of moves has pointed at; "" if there is none."""
    found = re.findall(r"▸\s*(\w+(?: \w+)?)", shown)
    return found[-1].strip() if found else ""


def keys_to(board: Board, move: Move) -> str:
    """Return keys that take the token, walk from any cell to this one, and place."""
    row, column = board.place(move.cell)
    token = "" if move.token is None else str(move.token)
    walk = "k" * board.rows + "h" * board.columns + "j" * row + "l" * column
    return f"{token}{walk} "
