"""Several games between the same two people: who starts, the score, the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from gridlock_tui.match.setup import Game, Setup
from gridlock_tui.rules import DEFAULT_NAMES, GridlockError, Names, Player

ENDLESS = 0
LENGTHS = (1, 3, 5, 7, ENDLESS)
"""How many games a series can have at the most; `ENDLESS` has no end."""

COURSE_KEPT = 50
"""Of how many games the course is kept: an endless series must not grow without end."""


class Starts(Enum):
    """Who starts the next game of a series."""

    ALTERNATE = "alternate"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a series went, told by the names of the people."""

    winner: str
    starter: str
    """Who made the first move, even if the other took it over."""
    moves: int
    taken_over: bool = False

    @classmethod
    def of(cls, game: Game) -> Result:
        """Return the result of a finished game, or raise GridlockError."""
        outcome = game.timeline.states[-1].outcome
        if outcome is None:
            raise GridlockError("only a finished game counts: play this one to its end")
        setup = game.setup
        return cls(
            setup.names[outcome.winner - 1],
            setup.as_agreed().names[setup.first - 1],
            len(game.timeline.moves),
            setup.taken_over,
        )


@dataclass(frozen=True, slots=True)
class Series:
    """The score between two people, who keep their sides while the starter changes.

    The score goes by name, so it holds when the two exchange sides.
    """

    people: Names = DEFAULT_NAMES
    length: int = 1
    """The most games there can be; one of `LENGTHS`."""
    starts: Starts = Starts.ALTERNATE
    swap_rule: bool = False
    """Whether the first move may be taken over."""
    earlier: tuple[int, int] = (0, 0)
    """What each of them had won before the course that is kept."""
    course: tuple[Result, ...] = ()
    """The latest games, in the order in which they were played."""

    def __post_init__(self) -> None:
        if self.length not in LENGTHS:
            raise GridlockError("a series has 1, 3, 5 or 7 games, or is endless")

    @property
    def title(self) -> str:
        """What kind of series it is: `single game`, `best of 5` or `endless`."""
        if self.length == ENDLESS:
            return "endless"
        return "single game" if self.length == 1 else f"best of {self.length}"

    @property
    def score(self) -> tuple[int, int]:
        """How many games each of the two people has won, in the order of `people`."""
        one, two = self.people
        return self.wins_of(one), self.wins_of(two)

    @property
    def played(self) -> int:
        """How many games were played."""
        return sum(self.score)

    @property
    def winner(self) -> str | None:
        """Who has won the majority of all games there can be, or None."""
        if self.length == ENDLESS:
            return None
        enough = self.length // 2 + 1
        return next((name for name in self.people if self.wins_of(name) >= enough), None)

    @property
    def is_decided(self) -> bool:
        """Whether there is nothing left to play for."""
        return self.winner is not None

    @property
    def is_under_way(self) -> bool:
        """Whether something was won in it, and more can be."""
        return bool(self.played) and not self.is_decided

    def wins_of(self, name: str) -> int:
        """Return how many games this person has won."""
        earlier = self.earlier[self.people.index(name)]
        return earlier + sum(result.winner == name for result in self.course)

    def told(self, names: Names) -> str:
        """Return the score with the names of the two, in this order."""
        one, two = (self.wins_of(name) for name in names)
        return f"{names[0]}  {one} : {two}  {names[1]}"

    def after(self, result: Result) -> Series:
        """Return the series after one more game, or raise GridlockError."""
        if self.is_decided:
            raise GridlockError(f"the series is decided: {self.winner} has won it")
        if not {result.winner, result.starter} <= set(self.people):
            raise GridlockError(f"this series is between {self.people[0]} and {self.people[1]}")
        whole = replace(self, course=(*self.course, result))
        if len(whole.course) <= COURSE_KEPT:
            return whole
        kept = replace(whole, course=whole.course[-COURSE_KEPT:])
        one, two = (total - left for total, left in zip(whole.score, kept.score, strict=True))
        return replace(kept, earlier=(self.earlier[0] + one, self.earlier[1] + two))

    def next_starter(self) -> str | None:
        """Return who starts the next game; None before the first, where that is agreed."""
        if not self.course:
            return None
        last = self.course[-1]
        one, two = self.people
        not_next = last.starter if self.starts is Starts.ALTERNATE else last.winner
        return two if not_next == one else one

    def next_setup(self, last: Setup) -> Setup:
        """Return what the next game begins with: the sides as agreed, and whose turn it is."""
        agreed = last.as_agreed().again()
        starter = self.next_starter()
        if starter is None:
            return agreed
        return replace(agreed, first=Player(agreed.names.index(starter) + 1))
