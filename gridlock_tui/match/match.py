"""A match: a game, the series it belongs to, and how it is played."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from gridlock_tui.match.game import Game, Setup
from gridlock_tui.match.series import Result, Series, Starts
from gridlock_tui.match.settings import DEFAULT_PACE
from gridlock_tui.rules import GridlockError, Move


def new_uid() -> str:
    """Return a name that no other match has."""
    return os.urandom(8).hex()


@dataclass(frozen=True, slots=True)
class Match:
    """One or more games between two players. Immutable: every change returns a new match."""

    game: Game
    """The current game."""
    series: Series
    """The games before the current one."""
    uid: str
    """The name of the match, the same from its first game to its last."""
    pace: float = DEFAULT_PACE
    """The least seconds that a computer's move takes."""
    guard: bool = False
    """Whether to ask before a move that throws a proven win away."""

    @classmethod
    def begin(
        cls,
        setup: Setup,
        length: int = 1,
        starts: Starts = Starts.ALTERNATE,
        swap_rule: bool = False,
    ) -> Match:
        """Return a new match."""
        game = setup.begin()
        return cls(game, Series(game.setup.names, length, starts, swap_rule), new_uid())

    @classmethod
    def of(cls, game: Game) -> Match:
        """Return a new match that consists of this game alone."""
        return cls(game, Series(game.setup.as_agreed().names), new_uid())

    @property
    def game_uid(self) -> str:
        """The name of the current game in the history."""
        return f"{self.uid}-{self.series.played + 1}"

    @property
    def standing(self) -> Series:
        """The series with the current game, and with the names of the state that is shown.

        The game counts if it has ended, even if its end is undone.
        """
        series = self.series.after(Result.of(self.game)) if self.game.is_over else self.series
        return series.renamed(self.game.seating.people, self.game.names)

    @property
    def is_done(self) -> bool:
        """Whether the series is decided and the end of its last game is not undone."""
        return self.standing.is_decided and self.game.timeline.is_present

    @property
    def is_started(self) -> bool:
        """Whether a move was made in this game or a game before it."""
        return bool(self.game.timeline.moves or self.series.played)

    @property
    def is_watched(self) -> bool:
        """Whether two computers play."""
        return self.game.setup.computers == 2

    @property
    def can_take_over(self) -> bool:
        """Whether the swap rule lets the player to move take over the first move now."""
        return self.series.swap_rule and self.game.can_take_over

    def with_game(self, game: Game) -> Match:
        """Return the match with another state of its current game."""
        return replace(self, game=game)

    def play(self, move: Move) -> Match:
        """Return the match after a move, or raise IllegalMove."""
        return self.with_game(self.game.play(move))

    def jump(self, at: int) -> Match:
        """Return the match with the state after this many moves shown."""
        return self.with_game(self.game.jump(at))

    def take_over(self) -> Match:
        """Return the match with the first move taken over, or raise GridlockError."""
        return self.with_game(self.game.take_over())

    def next_game(self) -> Match:
        """Return the match with its next game begun, or raise GridlockError."""
        standing = self.series.after(Result.of(self.game))
        if standing.is_decided:
            raise GridlockError(f"the series is decided: {standing.winner} has won it")
        next_game = standing.next_setup(self.game.setup).begin()
        return replace(self, game=next_game, series=standing)

    def restart(self, *, swap_sides: bool = False) -> Match:
        """Return a new match with the same players and rules."""
        setup, series = self.game.setup.as_agreed().again(), self.series
        setup = setup.swapped() if swap_sides else setup
        again = Match.begin(setup, series.length, series.starts, series.swap_rule)
        return replace(again, pace=self.pace, guard=self.guard)
