"""A timeline: all states of a game, and which of them is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from gridlock_tui.rules import GameState, Move


@dataclass(frozen=True, slots=True)
class Timeline:
    """An immutable list of states, one of which is shown.

    A move played from an earlier state replaces the later moves, which remain until then.
    """

    states: tuple[GameState, ...]
    moves: tuple[Move, ...] = ()
    """The moves between the states."""
    at: int = 0
    """The number of the shown state: how many moves were made before it."""

    @classmethod
    def begin(cls, start: GameState) -> Timeline:
        """Return the timeline of a game without moves."""
        return cls((start,))

    @classmethod
    def replay(cls, start: GameState, moves: Iterable[Move]) -> Timeline:
        """Return the timeline with these moves played, or raise IllegalMove."""
        return reduce(cls.play, moves, cls.begin(start))

    @property
    def state(self) -> GameState:
        """The shown state."""
        return self.states[self.at]

    @property
    def last_move(self) -> Move | None:
        """The move that led to the shown state."""
        return self.moves[self.at - 1] if self.at else None

    @property
    def is_present(self) -> bool:
        """Whether the latest state is shown."""
        return self.at == len(self.moves)

    def play(self, move: Move) -> Timeline:
        """Return the timeline after a move from the shown state, or raise IllegalMove."""
        after = self.state.play(move)
        return Timeline(
            (*self.states[: self.at + 1], after), (*self.moves[: self.at], move), self.at + 1
        )

    def redo(self) -> Timeline:
        """Return the timeline with the next state shown; unchanged at the latest state."""
        return self.jump(self.at + 1)

    def jump(self, at: int) -> Timeline:
        """Return the timeline with the state after this many moves shown, or the nearest one."""
        return replace(self, at=min(max(at, 0), len(self.moves)))

    def present(self) -> Timeline:
        """Return the timeline with the latest state shown."""
        return self.jump(len(self.moves))
