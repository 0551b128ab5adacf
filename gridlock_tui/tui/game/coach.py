"""The coach: the analysis on the board, hints, the blunder guard. Knows nothing of Textual."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from gridlock_tui.rules import Move, Names
from gridlock_tui.tui import wording

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis
    from gridlock_tui.tui.board.picture import Signs

_ONCE_MORE = "place it once more if you mean it"


class Overlay(IntEnum):
    """How much of the analysis is shown on the board."""

    NONE = 0
    VERDICTS = 1
    NIMBERS = 2


class Hint(NamedTuple):
    """One step of a hint: the sentence, and from the second step on the move it is about."""

    text: str
    move: Move | None = None


class Coach:
    """What is proven about one position, and what the player has asked about it."""

    def __init__(self) -> None:
        self.overlay = Overlay.NONE
        self.reset()

    def reset(self) -> None:
        """Discard what is known: another position is shown."""
        self.analysis: Analysis | None = None
        self.hint_step = 0
        self.held: Move | None = None
        """The move that the guard holds until it knows what the move does."""
        self._hint_due = False
        self._warned_of: Move | None = None

    def is_needed(self, *, guard: bool) -> bool:
        """Return whether anything needs an analysis of the position."""
        return bool(self.overlay or self.hint_step or guard)

    # The analysis on the board.

    def display(self, names: Names, token: int | None) -> tuple[Signs, str]:
        """Return the sign of every cell and the verdict in a few words."""
        if self.analysis is None:
            return (), "thinking…"
        nimbers = self.overlay is Overlay.NIMBERS
        signs = wording.hints.signs_of(self.analysis, token, nimbers)
        words = wording.hints.verdict_words(self.analysis, names, nimbers)
        # With tokens the signs are about the token in hand, and the verdict about all of them.
        return signs, words if token is None else f"signs for token {token}; {words}"

    def toggle_overlay(self) -> None:
        """Show the analysis on the board, or hide it."""
        self.overlay = Overlay.NONE if self.overlay else Overlay.VERDICTS

    def toggle_nimbers(self) -> None:
        """Show nimbers and regions as well, or only the verdicts."""
        shown = self.overlay is Overlay.NIMBERS
        self.overlay = Overlay.VERDICTS if shown else Overlay.NIMBERS

    # Hints.

    def ask_hint(self) -> None:
        """Ask for the next step of the hint: where a good move is, then which, then why."""
        self.hint_step = min(self.hint_step + 1, wording.hints.LAST_STEP)
        self._hint_due = True

    def due_hint(self, names: Names) -> Hint | None:
        """Return the hint that was asked for and not given yet; None if there is none."""
        if not self._hint_due:
            return None
        analysis = self.analysis
        if analysis is None or not (analysis.is_final or wording.hints.knows_a_win(analysis)):
            return Hint("Thinking…")
        self._hint_due = False
        move = wording.hints.hinted(analysis) if self.hint_step > 1 else None
        return Hint(wording.hints.hint_words(analysis, self.hint_step, names), move)

    # The blunder guard.

    def objection(self, move: Move) -> str | None:
        """Return the guard's objection to a move, None if it has none.

        A move that is still being checked is held; `release` gives it back.
        """
        self.held = None
        if move == self._warned_of:
            return None
        if self._is_open(move):
            self.held = move
            return "the guard is checking this move…"
        if not wording.hints.throws_win_away(self.analysis, move):
            return None
        self._warned_of = move
        return f"this throws a won game away: {_ONCE_MORE}"

    def _is_open(self, move: Move) -> bool:
        """Return whether the move may still turn out to throw a proven win away."""
        if self.analysis is None:
            return True
        return wording.hints.may_throw_win_away(self.analysis, move)

    @property
    def can_release(self) -> bool:
        """Whether a move is held and the analysis now shows what it does."""
        analysis = self.analysis
        known = analysis is not None and (analysis.is_final or analysis.winner is not None)
        return self.held is not None and known and not self._is_open(self.held)

    def release(self, *, guard: bool) -> tuple[Move | None, str]:
        """Hold no move any longer; return the move to play, or the warning to give instead."""
        held, self.held = self.held, None
        if held is not None and guard and self._is_open(held):
            self._warned_of = held
            if self.analysis is not None:  # without a proven win there is nothing to lose
                return None, f"This may throw the win away: {_ONCE_MORE}."
        return held, ""
