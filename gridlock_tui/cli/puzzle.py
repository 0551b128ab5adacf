"""A puzzle in line mode: you play the whole win against the best defence, in words."""

from __future__ import annotations

from functools import partial

from gridlock_tui.cli.lines import Lines
from gridlock_tui.cli.speech import error_words, possible_moves
from gridlock_tui.engine import LEVELS, Analysis, Budget, analyse, choose
from gridlock_tui.engine.puzzles import DIFFICULTIES
from gridlock_tui.match.advice import LAST_STEP, hint_words, line_words
from gridlock_tui.match.naming import YOU, addressing_you, does
from gridlock_tui.match.puzzle_log import Attempt, Mode, Recorded
from gridlock_tui.match.puzzle_room import PuzzleRoom, Sitting
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.puzzle_share import share_text
from gridlock_tui.rules import (
    GridlockError,
    Move,
    Names,
    Player,
    draw_grid,
    expected_move,
    pass_text,
    read_placement,
    write_move,
)
from gridlock_tui.rules.text import counted

_SECONDS = 30.0
"""How long the engine may think about one move; a puzzle takes far less."""
_DEFENDER = "perfect"
"""The level that defends."""
_FIRST_COUNTS = "your first result counts"


class LinePuzzle:
    """One attempt at a puzzle, from the first prompt to the result."""

    def __init__(
        self, sitting: Sitting, room: PuzzleRoom, lines: Lines, *, ascii_only: bool = False
    ) -> None:
        self._room, self._lines, self._ascii_only = room, lines, ascii_only
        self.sitting = sitting
        self._counts: Attempt | None = None
        """What counts: of two attempts at one daily puzzle, the first."""
        self.is_left = False
        self._step = 0
        self._analysis: Analysis | None = None
        rival = LEVELS[_DEFENDER].title
        self._names: Names = (YOU, rival) if self.run_.you is Player.ONE else (rival, YOU)

    @property
    def run_(self) -> PuzzleRun:
        """The puzzle as it stands."""
        return self.sitting.run

    @run_.setter
    def run_(self, run: PuzzleRun) -> None:
        self.sitting = self.sitting.with_run(run)

    def play(self) -> None:
        """Play until it is solved, you quit or the input ends."""
        self._introduce()
        if self.run_.is_waiting:  # it was left before the reply
            self._tell_kept(self._reply())
        self._show()
        while not self.run_.is_solved and not self.is_left:
            line = self._lines.ask("Your move: " if self.run_.can_play else "undo, why or quit: ")
            if line is None:
                self._lines.say("", "The input has ended; the puzzle is not solved.")
                return
            self._answer(line)
        if self.run_.is_solved:
            self._conclude()

    def _introduce(self) -> None:
        puzzle, variant = self.run_.puzzle, self.run_.state.variant
        daily = f"Daily puzzle of {self.sitting.attempt.day.isoformat()}"
        heading = daily if self.sitting.mode is Mode.DAILY else "Puzzle"
        classes = f"difficulty {puzzle.difficulty} of {DIFFICULTIES[-1]}"
        side = f"{YOU} are {self.run_.you}"
        side += "" if variant.has_tokens else f", with {self.run_.you.symbol}"
        self._lines.say(
            f"{heading}: {puzzle.id}, {classes}.",
            f"{variant.title}, {variant.board}. {side}.",
            "Exactly one cell wins. Find it, and play the win to its end.",
            "Type a move, or hint, why, moves, undo, help, quit.",
            "",
        )
        attempt = self.sitting.attempt
        known = self._room.state().record.dailies.get(attempt.day)
        if self.sitting.is_begun:
            self._lines.say("You go on where you left it.", "")
        elif self.sitting.mode is Mode.DAILY and known is not None:
            result = "solved" if known.solved else "missed"
            self._lines.say(f"You have {result} it today already: {_FIRST_COUNTS}.", "")

    def _show(self) -> None:
        self._lines.say(draw_grid(self.run_.state), "")
        hand = self.run_.state.hand(self.run_.you)
        if hand and self.run_.can_play:
            self._lines.say(f"Tokens in hand: {', '.join(map(str, hand))}.")

    def _answer(self, line: str) -> None:
        commands = {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "why": self._why,
            "moves": self._list_moves,
            "undo": self._take_back,
            "quit": self._quit,
            "q": self._quit,
        }
        try:
            commands.get(line.strip().casefold(), partial(self._move, line))()
        except GridlockError as error:
            self._lines.say(error_words(error), "")

    def _move(self, line: str) -> None:
        state = self.run_.state
        if not self.run_.can_play:
            raise GridlockError("that move loses: write undo to take it back")
        move = read_placement(state.variant, line, None, self.run_.you)
        self.run_ = self.run_.play(move)
        self._step, self._analysis = 0, None
        recorded = self._reply()
        self._lines.say("")
        self._show()
        self._tell_kept(recorded)

    def _reply(self) -> Recorded | None:
        """Judge your move by the engine and reply to it; keep that before you are told."""
        asked, analysis = self.run_.asks, None
        if asked is not None:
            analysis = analyse(asked, Budget(seconds=_SECONDS))
            is_theirs = asked.to_move is not self.run_.you
            is_right = analysis.winner is self.run_.you
            defence = choose(asked, LEVELS[_DEFENDER]) if is_theirs and is_right else None
            self.run_ = self.run_.answered(analysis, defence)
        recorded = self._keep()
        if analysis is not None:
            self._tell(analysis)
        elif self.run_.is_wrong:
            self._lines.say("Wrong: that loses at once. Write undo to take it back.")
        return recorded

    def _tell(self, analysis: Analysis) -> None:
        """Say what became of your move, and what the computer replies."""
        run, variant = self.run_, self.run_.state.variant
        verdict = "Wrong" if run.is_wrong else "Right"
        if analysis.state.to_move is run.you:
            self._lines.say(f"{verdict}. {pass_text(analysis.state, self._names)}")
            return
        reply = write_move(variant, run.timeline.moves[-1])
        rival = self._names[run.you.other - 1]
        answers = f"{verdict}. {does(rival, 'plays')} {reply}"
        if not run.is_wrong:
            self._lines.say(f"{answers}.")
            return
        wins = "and wins" if analysis.distance is None else f"and wins in {analysis.distance}"
        self._lines.say(f"{answers} {wins}. Write undo to take your move back.")
        self._analysis = analysis

    def _help(self) -> None:
        variant = self.run_.state.variant
        self._lines.say(
            "",
            variant.essence,
            f"To move, write {expected_move(variant)}.",
            "hint says where to look, then which move, then why; why says all of it at once.",
            "A hint counts, and so does a wrong move. undo takes a wrong move back, quit leaves.",
            "",
        )

    def _hint(self) -> None:
        self._advise(min(self._step + 1, LAST_STEP))

    def _why(self) -> None:
        if self.run_.is_wrong and self._analysis is None:  # it was left like this
            refuted = self.run_.timeline.states[-2]
            if refuted.to_move is not self.run_.you:
                self._analysis = analyse(refuted, Budget(seconds=_SECONDS))
        if self.run_.is_wrong and self._analysis is not None:
            self._lines.say(line_words(self._analysis, self._names), "")
        else:
            self._advise(LAST_STEP)

    def _advise(self, step: int) -> None:
        if not self.run_.can_play:
            raise GridlockError("your move is wrong: undo takes it back, why says what follows")
        self.run_ = self.run_.with_hint()
        self._tell_kept(self._keep())
        self._step = step
        analysis = analyse(self.run_.state, Budget(seconds=_SECONDS))
        words = hint_words(analysis, step, self._names, self._last_move)
        self._lines.say(addressing_you(words, self._names), "")

    @property
    def _last_move(self) -> Move | None:
        moves = (*self.run_.puzzle.moves, *self.run_.timeline.moves)
        return moves[-1] if moves else None

    def _list_moves(self) -> None:
        self._lines.say(*possible_moves(self.run_.state), "")

    def _take_back(self) -> None:
        self.run_ = self.run_.take_back()
        self._tell_kept(self._keep())
        self._lines.say("")
        self._show()

    def _quit(self) -> None:
        self._lines.say("The puzzle is left unsolved.")
        self.is_left = True

    # The result.

    def _keep(self) -> Recorded | None:
        """Keep how far you have come, at once: a hint counts even if you quit."""
        recorded = self._room.keep(self.sitting)
        if recorded is not None:
            self._counts = recorded.attempt
        return recorded

    def _tell_kept(self, recorded: Recorded | None) -> None:
        """Say what could not be kept, and your rating once the puzzle is solved."""
        if notice := self._room.take_notice():
            self._lines.say(notice)
        if recorded is not None and self.run_.is_solved:
            change = f" ({recorded.shown_change:+})" if recorded.shown_change else ""
            self._lines.say(f"Your puzzle rating: {recorded.rating.rating:.0f}{change}.", "")

    def _conclude(self) -> None:
        run, streak = self.run_, 0
        counts = self._counts or self.sitting.attempt
        cost = [counted(run.misses, "wrong move")] * bool(run.misses)
        cost += [counted(run.hints, "hint")] * bool(run.hints)
        words = f"Solved, with {' and '.join(cost)}." if cost else "Solved."
        if counts.uid != self.sitting.attempt.uid:
            words += f" {_FIRST_COUNTS.capitalize()}:"
        self._lines.say(words, "")
        if counts.mode is Mode.DAILY:
            streak = self._room.state().record.daily_streak(counts.day)
        shared = share_text(counts, run.puzzle, streak)
        if self._ascii_only or not self._lines.can_say(shared):
            shared = share_text(counts, run.puzzle, streak, ascii_only=True)
        self._lines.say(shared)
