"""A series: several games between the same two players, with a score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from gridlock_tui.match.game import Game, Setup
from gridlock_tui.rules import DEFAULT_NAMES, GridlockError, Names, Player

ENDLESS = 0
LENGTHS = (1, 3, 5, 7, ENDLESS)
"""The most games that a series can have; an `ENDLESS` one has no end."""

MOST_RESULTS = 50
"""How many results a series remembers, so that an endless series does not grow forever."""


class Starts(Enum):
    """Who starts the next game of a series."""

    ALTERNATE = "alternate"
    LOSER = "loser"


class Result(NamedTuple):
    """The result of one game of a series, by the names that were agreed on before any swap."""

    winner: str
    starter: str
    """Who made the first move, even if the other player took it over."""
    moves: int
    taken_over: bool = False

    @classmethod
    def of(cls, game: Game) -> Result:
        """Return the result of a finished game, or raise GridlockError."""
        outcome = game.timeline.states[-1].outcome
        if outcome is None:
            raise GridlockError("the game is not finished")
        setup = game.setup
        return cls(
            setup.people[outcome.winner - 1],
            setup.as_agreed().names[setup.first - 1],
            len(game.timeline.moves),
            setup.taken_over,
        )


@dataclass(frozen=True, slots=True)
class Series:
    """The score between two players, counted by name because players can swap sides.

    A default name belongs to a side: Player 1 plays X. The score follows the people,
    so it counts them by the names that were agreed on, and `renamed` shows it with the names
    they have now. After a swap between default names the numbers change places, not the names.
    """

    players: Names = DEFAULT_NAMES
    """The players, by the sides that were agreed on."""
    length: int = 1
    """The most games there can be; one of `LENGTHS`."""
    starts: Starts = Starts.ALTERNATE
    swap_rule: bool = False
    """Whether the first move may be taken over."""
    earlier_wins: tuple[int, int] = (0, 0)
    """How many games each player won before the first of `results`."""
    results: tuple[Result, ...] = ()
    """The results of the latest games, in the order they were played."""

    def __post_init__(self) -> None:
        if self.length not in LENGTHS:
            raise GridlockError("a series has 1, 3, 5 or 7 games, or is endless")

    @property
    def title(self) -> str:
        """The kind of series: `single game`, `best of 5` or `endless`."""
        if self.length == ENDLESS:
            return "endless"
        return "single game" if self.length == 1 else f"best of {self.length}"

    @property
    def score(self) -> tuple[int, int]:
        """How many games each player has won, in the order of `players`."""
        return self.wins_of(self.players[0]), self.wins_of(self.players[1])

    @property
    def played(self) -> int:
        """How many games were played."""
        return sum(self.score)

    @property
    def winner(self) -> str | None:
        """Who has won more than half of all games there can be, or None."""
        if self.length == ENDLESS:
            return None
        enough = self.length // 2 + 1
        return next((name for name in self.players if self.wins_of(name) >= enough), None)

    @property
    def is_decided(self) -> bool:
        """Whether a player has won the series."""
        return self.winner is not None

    @property
    def is_under_way(self) -> bool:
        """Whether a game was won and the series is not decided."""
        return bool(self.played) and not self.is_decided

    def wins_of(self, name: str) -> int:
        """Return how many games this player has won."""
        earlier = self.earlier_wins[self.players.index(name)]
        return earlier + sum(result.winner == name for result in self.results)

    def winner_side(self, result: Result) -> Player:
        """Return the side on which that game was won: not the agreed one after a swap."""
        agreed = Player(self.players.index(result.winner) + 1)
        return agreed.other if result.taken_over else agreed

    def renamed(self, agreed: Names, now: Names) -> Series:
        """Return the series with these names instead of those that were agreed on."""
        if agreed == now:
            return self
        name = dict(zip(agreed, now, strict=True))
        one, two = (name[player] for player in self.players)
        results = tuple(
            result._replace(winner=name[result.winner], starter=name[result.starter])
            for result in self.results
        )
        return replace(self, players=(one, two), results=results)

    def after(self, result: Result) -> Series:
        """Return the series after one more game, or raise GridlockError."""
        if self.is_decided:
            raise GridlockError(f"the series is decided: {self.winner} has won it")
        if not {result.winner, result.starter} <= set(self.players):
            raise GridlockError(f"this series is between {self.players[0]} and {self.players[1]}")
        results = (*self.results, result)
        one, two = (
            wins + sum(each.winner == name for each in results[:-MOST_RESULTS])
            for name, wins in zip(self.players, self.earlier_wins, strict=True)
        )
        return replace(self, results=results[-MOST_RESULTS:], earlier_wins=(one, two))

    def next_setup(self, last: Setup) -> Setup:
        """Return the setup of the next game: the agreed sides and the next starter."""
        agreed, result = last.as_agreed().again(), self.results[-1]
        second = result.starter if self.starts is Starts.ALTERNATE else result.winner
        return replace(agreed, first=Player.TWO if agreed.names[0] == second else Player.ONE)
