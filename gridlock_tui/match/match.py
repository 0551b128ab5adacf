"""A match: a game, the series it belongs to, and how it is played."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from gridlock_tui.match.effort import NO_EFFORT, Effort
from gridlock_tui.match.game import Game, Setup
from gridlock_tui.match.letters import Letters, steps_shown
from gridlock_tui.match.series import Result, Series, Starts
from gridlock_tui.match.settings import DEFAULT_PACE
from gridlock_tui.rules import GridlockError, Move, Player


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
    given_moves: int = 0
    """How many moves were on the board when the match began and were not replaced since."""
    effort: Effort = NO_EFFORT
    """What the current game has taken you; counted against one computer only."""
    climbs: bool = False
    """Whether it belongs to the climb: `Ladder` begins such a match, and a rematch is one too."""
    letters: Letters | None = None
    """Your part in a match that is played by sending game ids; None for any other match."""

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
    def is_rung(self) -> bool:
        """Whether its game earns stars: one of the climb, played from the empty board."""
        return self.climbs and not self.given_moves

    @property
    def can_take_over(self) -> bool:
        """Whether the swap rule lets the player to move take over the first move now."""
        return self.series.swap_rule and self.game.can_take_over

    @property
    def may_be_taken_over(self) -> bool:
        """Whether the other player may take over the next move, the first of the game."""
        return self.series.swap_rule and not self.game.timeline.at

    @property
    def declined_swap(self) -> Player | None:
        """Who could have taken over the first move and has not; None if nobody could."""
        game = self.game
        could = self.series.swap_rule and not self.given_moves and game.first_move_can_swap
        if not could or game.setup.taken_over or game.timeline.at < 2:
            return None
        return game.setup.first.other

    def with_game(self, game: Game) -> Match:
        """Return the match with another state of its current game."""
        return replace(self, game=game)

    def play(self, move: Move) -> Match:
        """Return the match after a move, or raise IllegalMove.

        Your moves that it replaces are taken back.
        """
        game, timeline = self.game, self.game.timeline
        given = min(self.given_moves, timeline.at)
        repeats = timeline.moves[timeline.at : timeline.at + 1] == (move,)  # that replaces nothing
        letters = self.letters
        if letters is not None:  # the other player does not have a move that replaces one
            letters = replace(letters, sent=min(letters.sent, steps_shown(game) + repeats))
        played = replace(self, game=game.play(move), given_moves=given, letters=letters)
        replaced = range(timeline.at + repeats, len(timeline.moves))
        if game.setup.person is None or not replaced:
            return played
        yours = sum(not game.jump(at).computer_to_move for at in replaced)
        return replace(played, effort=self.effort.with_take_backs(yours))

    def with_help(self) -> Match:
        """Return the match with help in the position that is shown, unless the game has ended."""
        if self.game.setup.person is None or self.game.is_over:
            return self
        return replace(self, effort=self.effort.with_help(self.game.state.fen()))

    def with_warning(self) -> Match:
        """Return the match with a warning of the guard in the position that is shown."""
        if self.game.setup.person is None or self.game.is_over:
            return self
        return replace(self, effort=self.effort.with_warning(self.game.state.fen()))

    def with_seconds(self, seconds: int) -> Match:
        """Return the match with more time between two moves."""
        if self.game.setup.person is None or self.game.is_over:
            return self
        return replace(self, effort=self.effort.with_seconds(seconds))

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
        letters = replace(self.letters, sent=0) if self.letters else None
        return replace(
            self, game=next_game, series=standing, given_moves=0, effort=NO_EFFORT, letters=letters
        )

    def restart(self, *, swap_sides: bool = False) -> Match:
        """Return a new match with the same players and rules."""
        setup, series = self.game.setup.as_agreed().again(), self.series
        setup = setup.swapped() if swap_sides else setup
        again = Match.begin(setup, series.length, series.starts, series.swap_rule)
        climbs = self.climbs and not swap_sides
        return replace(again, pace=self.pace, guard=self.guard, climbs=climbs)

    def play_on_from(self, at: int) -> Match:
        """Return a new match of one game with the same players, after this many of the moves."""
        setup, moves = self.game.jump(at).seating.again(), self.game.timeline.moves[:at]
        series = Series(setup.as_agreed().names, swap_rule=self.series.swap_rule)
        game = Game.replay(setup, moves)
        again = replace(self, game=game, series=series, uid=new_uid(), letters=None)
        return replace(again, given_moves=at, effort=NO_EFFORT)
