"""A match: the game that is played, and the series that it belongs to."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from gridlock_tui.match.series import Result, Series, Starts
from gridlock_tui.match.setup import Game, Setup
from gridlock_tui.rules import GridlockError


def new_uid() -> str:
    """Return a name that no other match has."""
    return os.urandom(8).hex()


@dataclass(frozen=True, slots=True)
class Match:
    """What goes on between two people: the games that count, and the one that is played."""

    game: Game
    series: Series
    """The games before this one."""
    uid: str
    """The name of the match, the same from its first game to its last."""

    @classmethod
    def begin(
        cls,
        setup: Setup,
        length: int = 1,
        starts: Starts = Starts.ALTERNATE,
        swap_rule: bool = False,
    ) -> Match:
        """Return a match in which nothing was played yet."""
        game = setup.begin()
        return cls(game, Series(game.setup.names, length, starts, swap_rule), new_uid())

    @classmethod
    def of(cls, game: Game) -> Match:
        """Return the match that consists of this game alone."""
        return cls(game, Series(game.setup.as_agreed().names), new_uid())

    @property
    def game_uid(self) -> str:
        """The name of the game, under which it has its place in the history."""
        return f"{self.uid}-{self.series.played + 1}"

    @property
    def standing(self) -> Series:
        """The series with this game counted if it has ended, also while its end is undone."""
        ended = self.game.timeline.states[-1].is_over
        return self.series.after(Result.of(self.game)) if ended else self.series

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to play: this game has decided it, and its end is not undone."""
        return self.standing.is_decided and self.game.timeline.is_present

    def with_game(self, game: Game) -> Match:
        """Return the match with its game gone on."""
        return replace(self, game=game)

    def next_game(self) -> Match:
        """Return the match with its next game begun, or raise GridlockError."""
        standing = self.series.after(Result.of(self.game))
        if standing.is_decided:
            raise GridlockError(f"the series is decided: {standing.winner} has won it")
        return Match(standing.next_setup(self.game.setup).begin(), standing, self.uid)
