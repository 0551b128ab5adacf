"""The coach: the analysis on the board, hints, the blunder guard. Knows nothing of Textual."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from gridlock_tui.engine import Verdict
from gridlock_tui.match import advice
from gridlock_tui.rules import GameState, Move, Names
from gridlock_tui.tui import wording
from gridlock_tui.tui.game.hints import Hint, Next, explained, line_from, line_step

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis
    from gridlock_tui.match.match import Match
    from gridlock_tui.match.way_back import WayBack
    from gridlock_tui.tui.board.picture import Signs

_ONCE_MORE = "place it once more if you mean it"


class Overlay(IntEnum):
    """How much of the analysis is shown on the board."""

    NONE = 0
    VERDICTS = 1
    NIMBERS = 2


class Coach:
    """What is proven about one position, and what the player has asked about it."""

    def __init__(self) -> None:
        self.overlay = Overlay.NONE
        self.reset()

    def reset(self) -> None:
        """Discard what is known: another position is shown."""
        self.analysis: Analysis | None = None
        self.hint_step = 0
        self._shown = 0
        """How many moves of the line are shown; none while the idea is."""
        self._line: tuple[Move, ...] | None = None
        self._way_back: WayBack | None = None
        self._way_back_known = False
        self.held: Move | None = None
        """The move that the guard holds until it knows what the move does."""
        self._hint_due = False
        self._match: Match | None = None
        self._warned_of: Move | None = None

    def is_needed(self, *, guard: bool) -> bool:
        """Return whether anything needs an analysis of the position."""
        return bool(self.overlay or self.hint_step or guard)

    # The analysis on the board.

    def display(self, names: Names, token: int | None) -> tuple[Signs, str]:
        """Return the sign of every cell and the verdict in a few words."""
        if self.analysis is None:
            return (), "thinking…"
        signs = wording.hints.signs_of(self.analysis, token, self.overlay is Overlay.NIMBERS)
        words = self.verdict(names)
        # With tokens the signs are about the token in hand, and the verdict about all of them.
        return signs, words if token is None else f"signs for token {token}; {words}"

    def verdict(self, names: Names) -> str:
        """Return who wins, in a few words."""
        if self.analysis is None:
            return "thinking…"
        nimbers = self.overlay is Overlay.NIMBERS
        return wording.hints.verdict_words(self.analysis, names, nimbers)

    def toggle_overlay(self) -> None:
        """Show the analysis on the board, or hide it."""
        self.overlay = Overlay.NONE if self.overlay else Overlay.VERDICTS

    def toggle_nimbers(self) -> None:
        """Show nimbers and regions as well, or only the verdicts."""
        shown = self.overlay is Overlay.NIMBERS
        self.overlay = Overlay.VERDICTS if shown else Overlay.NIMBERS

    # Hints.

    def ask_hint(self) -> None:
        """Ask for the next step of the hint: where a good move is, then which, then why.

        After the last step each further one shows one more move of the line.
        """
        if self.hint_step < advice.LAST_STEP:
            self.hint_step += 1
        else:
            self._shown += not self._hint_due  # what is still due has not been seen
        self._hint_due = True

    def ask_reason(self) -> None:
        """Ask for the last step at once: why a move wins."""
        self.hint_step, self._shown, self._hint_due = advice.LAST_STEP, 0, True

    @property
    def is_hint_due(self) -> bool:
        """Whether a hint was asked for and could not be given yet."""
        return self._hint_due

    def end_hint(self) -> None:
        """Begin with the first step when a hint is asked for again."""
        self.hint_step, self._shown, self._hint_due = 0, 0, False

    def due_hint(
        self, names: Names, last: Move | None = None, match: Match | None = None
    ) -> Hint | None:
        """Return the hint that was asked for and not given yet; None if there is none.

        The match says what the swap rule allows.
        """
        if not self._hint_due:
            return None
        analysis, self._match = self.analysis, match
        if match is not None and match.may_be_taken_over:
            self.end_hint()
            return Hint(advice.CHOOSE_EVEN, heading="Hint", is_answer=False)
        hint = None
        if analysis is not None and advice.can_hint(analysis, self.hint_step):
            hint = self._hint(analysis, names, last)
        self._hint_due = hint is None
        heading = f"Hint {self.hint_step} of {advice.LAST_STEP}"
        if self._shown and hint is not None and hint.sketch is not None and hint.sketch.line:
            heading = "Line of play"  # it follows the last hint
        return (hint or Hint("Thinking…", is_answer=False))._replace(heading=heading)

    def _hint(self, analysis: Analysis, names: Names, last: Move | None) -> Hint | None:
        """Return this step of the hint; None if something is still needed for it."""
        step, move = self.hint_step, advice.hinted(analysis)
        is_lost = analysis.verdict is Verdict.LOSS
        if is_lost and self._match is not None and self._match.can_take_over:
            return Hint(advice.TAKE_OVER)
        if len(analysis.moves) == 1:  # there is nothing to look for
            step = self.hint_step = advice.LAST_STEP
        if step < advice.LAST_STEP or move is None:
            last_step = Next.MISTAKE if analysis.verdict is Verdict.LOSS else Next.WHY
            follows = (Next.WHICH, last_step)[step - 1] if move is not None else Next.NOTHING
            words = advice.hint_words(analysis, step, names, last)
            return Hint(words, move if step > 1 else None, next=follows)
        if analysis.verdict is Verdict.LOSS and not self._shown:
            return self._hint_when_lost(analysis, move, names)
        if not self._shown and (idea := explained(analysis, names, last)):
            return idea
        return self._line_hint(analysis, move, names, last)

    def _hint_when_lost(self, analysis: Analysis, move: Move, names: Names) -> Hint | None:
        """Return whether the player could have won, and where."""
        if not self._way_back_known:
            return None
        state, match = analysis.state, self._match
        declined = match is not None and match.declined_swap is state.to_move
        words = advice.way_back_words(self._way_back, state, names, declined=declined)
        return Hint(words, move, next=Next.LINE if self._mistake_at is None else Next.BACK)

    def _line_hint(
        self, analysis: Analysis, move: Move, names: Names, last: Move | None
    ) -> Hint | None:
        """Return one more move of the line; after the last one it starts over."""
        if self._mistake_at is not None:
            return Hint("", back_to=self._mistake_at)
        line = self._line_from(analysis, move)
        if line is None:
            return None
        if self._shown > len(line):
            self._shown = 0
            return self._hint(analysis, names, last)
        self._shown = max(self._shown, 1)
        return line_step(analysis, line, self._shown, names)

    @property
    def _mistake_at(self) -> int | None:
        """The number of moves before the mistake that a lost player can go back to."""
        found = self._way_back
        return None if found is None or found.move is None else found.at

    # What a hint needs besides the analysis.

    def _line_from(self, analysis: Analysis, move: Move) -> tuple[Move, ...] | None:
        return line_from(analysis, move) or self._line

    @property
    def wants_line_after(self) -> GameState | None:
        """The state from which a hint needs best play; None if it needs none."""
        analysis = self.analysis
        if not self._hint_due or analysis is None or not analysis.is_final:
            return None
        move = advice.hinted(analysis)
        shows_line = self.hint_step == advice.LAST_STEP and not self.wants_way_back
        if move is None or not shows_line or self._line_from(analysis, move) is not None:
            return None
        return analysis.state.play(move)

    def learn_line(self, line: tuple[Move, ...]) -> None:
        """Take best play after the move that hints lead to."""
        move = advice.hinted(self.analysis) if self.analysis else None
        self._line = None if move is None else (move, *line)

    @property
    def wants_way_back(self) -> bool:
        """Whether a hint needs to know where the player to move could still win."""
        analysis = self.analysis
        is_lost = analysis is not None and analysis.is_final and analysis.verdict is Verdict.LOSS
        is_asked = self._hint_due and self.hint_step == advice.LAST_STEP
        return is_lost and is_asked and not self._way_back_known

    def learn_way_back(self, found: WayBack | None) -> None:
        """Take where the player could still win; None if that could not be found out."""
        self._way_back, self._way_back_known = found, True

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
        if not advice.throws_win_away(self.analysis, move):
            return None
        self._warned_of = move
        return f"this throws a won game away: {_ONCE_MORE}"

    def _is_open(self, move: Move) -> bool:
        """Return whether the move may still turn out to throw a proven win away."""
        if self.analysis is None:
            return True
        return advice.may_throw_win_away(self.analysis, move)

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
