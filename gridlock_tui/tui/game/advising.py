"""Advice on the game screen: the analysis, hints and the guard, from the key to the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gridlock_tui.match import Game
from gridlock_tui.rules import Move
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.display import Display
from gridlock_tui.tui.game.guard import Guard
from gridlock_tui.tui.preferences import preferences_of

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis
    from gridlock_tui.tui.game.screen import GameScreen


class Advisor:
    """Asks the coach and the guard for a screen, and changes its view to what they answer."""

    def __init__(self, screen: GameScreen, coach: Coach, display: Display) -> None:
        self._screen = screen
        self._coach = coach
        self._display = display
        self._guard = Guard(coach, screen, self.release_held)

    def reset(self) -> None:
        """Discard what is held and known: another position is shown."""
        self._guard.reset()

    # The engine has answered.

    def take_analysis(self, game: Game, analysis: Analysis) -> None:
        """Show what is proven about the position."""
        screen = self._screen
        if screen.match.game == game:
            self._coach.analysis = analysis
            self._display.show_analysis()
            self._give_hint()
            self._count_analysis()
            if self._coach.can_release:
                self.release_held()
            if analysis.is_final:  # a hint may need more; by a message: that ends this worker
                screen.call_later(screen.serve)

    def take_answer(self, game: Game, learn: Callable[[Coach], None]) -> None:
        """Give the hint that has waited for this."""
        if self._screen.match.game == game:
            learn(self._coach)
            self._give_hint()

    # The analysis on the board.

    def toggle_overlay(self) -> None:
        """Show the analysis on the board, or hide it."""
        self._coach.toggle_overlay()
        self._overlay_changed()

    def toggle_nimbers(self) -> None:
        """Show nimbers and regions as well, or only the verdicts."""
        self._coach.toggle_nimbers()
        self._overlay_changed()

    def _overlay_changed(self) -> None:
        screen = self._screen
        screen.view = screen.view.with_overlay(shown=bool(self._coach.overlay))
        screen.show_view()
        self._count_analysis()

    def _count_analysis(self) -> None:
        """Count the analysis of this position as help, if it is shown."""
        coach, view = self._coach, self._screen.view
        if coach.overlay and coach.analysis is not None and view.coach_may_speak:
            self._screen.view = view.with_help()

    # Hints.

    def ask_hint(self) -> None:
        """Give the next step of a hint, as soon as it is known."""
        self._coach.ask_hint()
        self._screen.serve()
        self._give_hint()

    def _give_hint(self) -> None:
        view = self._screen.view
        match = view.match
        hint = self._coach.due_hint(view.names, match.game.timeline.last_move, match)
        if hint is not None and hint.back_to is not None:
            self._screen.view = view.go_back(hint.back_to)
        elif hint is not None:
            view = view.with_hint(hint)
            self._screen.view = view.with_help() if hint.is_answer else view

    # The blunder guard.

    def objection(self, move: Move) -> str | None:
        """Return the guard's objection to a move, None if there is none."""
        return self._guard.objection(move)

    def toggle_guard(self) -> None:
        """Turn the blunder guard on or off."""
        screen = self._screen
        guard = not screen.match.guard
        preferences_of(screen).override(guard=guard)
        screen.view = screen.view.with_guard(guard)
        if not guard:
            self.release_held()

    def release_held(self) -> None:
        """Make the move that the guard held, or warn of it."""
        self._screen.view, move = self._guard.release(self._screen.view)
        if move is not None:
            self._screen.play(move, closes_entry=True)
