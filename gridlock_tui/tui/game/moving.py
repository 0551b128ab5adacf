"""Moves on the game screen: those that a person makes or types, and those of the computers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridlock_tui.match import Game
from gridlock_tui.match.letters import Swap
from gridlock_tui.rules import Move, NotationError
from gridlock_tui.tui.game.advising import Advisor
from gridlock_tui.tui.game.opponent import Decision
from gridlock_tui.tui.game.stopwatch import Stopwatch
from gridlock_tui.tui.widgets.status_bar import StatusBar
from gridlock_tui.tui.widgets.too_small import is_too_small
from gridlock_tui.tui.wording.moves import by_letter

if TYPE_CHECKING:
    from gridlock_tui.tui.game.screen import GameScreen


class Mover:
    """Makes the moves of the match on a screen, unless there is an objection, and times them."""

    def __init__(self, screen: GameScreen, advisor: Advisor, stopwatch: Stopwatch) -> None:
        self._screen = screen
        self._advisor = advisor
        self._stopwatch = stopwatch

    # What a person chooses.

    def play(self, move: Move, *, closes_entry: bool) -> None:
        """Make a move that a person chose; if there is an objection say it and change nothing."""
        screen, width = self._screen, self._message_width
        view = replace(screen.view, digits="")
        objection = view.refusal(move, screen.key_of)
        if is_too_small(screen.app.size):
            objection = "the window is too small to show the board"
        elif objection is None and (objection := view.objection_by_letters(move)):
            view = replace(view, insists=move)
        elif objection is None and view.match.guard:
            objection = self._advisor.objection(move)
            if objection is not None and screen.coach.held is None:
                view = view.with_warning()  # it says that other moves win
        if objection is None:
            view = replace(view.point_at(move.cell), typing=view.typing and not closes_entry)
            view = view.with_seconds(self._stopwatch.lap())
            screen.view = view.play(move, width, screen.key_of)
        else:
            screen.view = view.warn(objection)

    @property
    def _message_width(self) -> int:
        return self._screen.query_one(StatusBar).content_size.width

    def play_entry(self) -> None:
        """Make the typed move, or say why not; while a computer thinks, the move waits."""
        screen, view = self._screen, self._screen.view
        if view.computer_thinks:
            view = replace(view, submits_later=True)
            screen.view = view.say("Your move is made after the computer's.", whole=True)
            return
        try:
            screen.play(screen.entry.read(), closes_entry=True)
        except NotationError as error:
            screen.view = screen.view.warn(by_letter(str(error)))
        if screen.view.typing:
            screen.entry.select_refused()

    def take_over(self) -> None:
        """Take over the first move, if the swap rule allows it."""
        screen, view = self._screen, self._screen.view
        if not view.match.can_take_over:
            return
        if objection := view.objection_by_letters(Swap.SWAP):
            screen.view = replace(view, insists=Swap.SWAP).warn(objection)
        else:
            screen.view = view.take_over()

    # What a computer chooses.

    def follow_decision(self, game: Game, decision: Decision) -> None:
        """Do what a computer has decided, unless the position has changed."""
        screen = self._screen
        if screen.match.game == game and screen.view.computer_may_move:
            view = screen.view.with_seconds(self._stopwatch.lap())
            screen.view = view.follow(decision, self._message_width, screen.key_of)
            if not decision:
                screen.serve()
            elif screen.view.submits_later and not screen.view.computer_thinks:
                screen.view = replace(screen.view, submits_later=False)
                if screen.view.typing:
                    self.play_entry()

    def report_missing_engine(self) -> None:
        """Say why no computer moves."""
        view = replace(self._screen.view, engine_failed=True)
        words = "the engine could not be started, so the computer cannot move"
        self._screen.view = view.warn(words)
