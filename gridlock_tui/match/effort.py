"""What a game against a computer took you: help, moves taken back, time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridlock_tui.rules.text import counted, listed

MOST_SECONDS = 120
"""The most seconds that count between two moves: a game may be left open over night."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The help, the take-backs and the time of one game so far."""

    helped: frozenset[str] = frozenset()
    """The positions in which you asked for help, as text.

    Help is a hint, the analysis, or a review of the unfinished game. It counts once for each
    position, however much of it you ask for there.
    """
    warned: frozenset[str] = frozenset()
    """The positions in which the blunder guard warned you."""
    take_backs: int = 0
    """How many of your moves another move has replaced. Looking back and redoing are none."""
    seconds: int = 0
    """The time between moves, at most `MOST_SECONDS` each."""

    @property
    def hints(self) -> int:
        """In how many positions you asked for help."""
        return len(self.helped)

    @property
    def warnings(self) -> int:
        """In how many other positions the guard warned you."""
        return len(self.warned - self.helped)

    @property
    def aids(self) -> int:
        """In how many positions you had help, asked for or not."""
        return self.hints + self.warnings

    @property
    def is_unaided(self) -> bool:
        """Whether you had no help and took nothing back."""
        return not self.aids and not self.take_backs

    def with_help(self, position: str) -> Effort:
        """Return the effort with help in this position."""
        return replace(self, helped=self.helped | {position})

    def with_warning(self, position: str) -> Effort:
        """Return the effort with a warning in this position."""
        return replace(self, warned=self.warned | {position})

    def with_take_backs(self, moves: int) -> Effort:
        """Return the effort with this many more moves taken back."""
        return replace(self, take_backs=self.take_backs + moves)

    def with_seconds(self, seconds: int) -> Effort:
        """Return the effort with more time between two moves, up to `MOST_SECONDS`."""
        return replace(self, seconds=self.seconds + min(max(seconds, 0), MOST_SECONDS))


NO_EFFORT = Effort()


def help_words(effort: Effort) -> str:
    """Return how much help a game took: `without help`, `with 1 hint and 2 take-backs`."""
    parts = [
        counted(number, noun)
        for number, noun in (
            (effort.hints, "hint"),
            (effort.warnings, "warning"),
            (effort.take_backs, "take-back"),
        )
        if number
    ]
    return f"with {listed(parts)}" if parts else "without help"


def result_words(effort: Effort, *, won: bool, given_moves: int = 0) -> str:
    """Return the result of a game with the help it took; nothing if you lost without any.

    A game that began with moves on the board says so: it is not in your record.
    """
    if given_moves:
        result = "Won" if won else "Lost"
        return f"{result} from move {given_moves + 1} on; only whole games count."
    if not won and effort.is_unaided:
        return ""
    return f"{'Won' if won else 'Lost'} {help_words(effort)}."
