"""The course of a game: all its states, and a cursor on the one that is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gridlock_tui.rules import GameState, Move


@dataclass(frozen=True, slots=True)
class Timeline:
    """An immutable sequence of states with a cursor.

    A move from an earlier state replaces the later ones; until it is made they are all there.
    """

    states: tuple[GameState, ...]
    moves: tuple[Move, ...] = ()
    """The move that led to each state but the first."""
    at: int = 0
    """Which state is looked at: how many moves were made before it."""

    @classmethod
    def begin(cls, start: GameState) -> Timeline:
        """Return the timeline of a game in which no move was made yet."""
        return cls((start,))

    @classmethod
    def replay(cls, start: GameState, moves: Iterable[Move]) -> Timeline:
        """Return the timeline of a game in which these moves were made, or raise IllegalMove."""
        timeline = cls.begin(start)
        for move in moves:
            timeline = timeline.play(move)
        return timeline

    @property
    def state(self) -> GameState:
        """The state that is looked at."""
        return self.states[self.at]

    @property
    def last_move(self) -> Move | None:
        """The move that led to the state that is looked at."""
        return self.moves[self.at - 1] if self.at else None

    @property
    def is_present(self) -> bool:
        """Whether the state that is looked at is the latest."""
        return self.at == len(self.moves)

    @property
    def can_redo(self) -> bool:
        """Whether there is a later state."""
        return not self.is_present

    def play(self, move: Move) -> Timeline:
        """Return the timeline after a move from the state that is looked at, or IllegalMove."""
        after = self.state.play(move)
        return Timeline(
            (*self.states[: self.at + 1], after), (*self.moves[: self.at], move), self.at + 1
        )

    def undo(self) -> Timeline:
        """Return the timeline one move earlier; at the first state, this one."""
        return self.jump(self.at - 1)

    def redo(self) -> Timeline:
        """Return the timeline one move later; at the latest state, this one."""
        return self.jump(self.at + 1)

    def jump(self, at: int) -> Timeline:
        """Return the timeline looked at after this many moves, or at the nearest state there is."""
        return replace(self, at=min(max(at, 0), len(self.moves)))

    def present(self) -> Timeline:
        """Return the timeline looked at in its latest state."""
        return self.jump(len(self.moves))
