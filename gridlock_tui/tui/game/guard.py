"""The blunder guard on the game screen: how long it holds a move, and what becomes of the move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from gridlock_tui.rules import Move
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.view import GameView

SECONDS_HELD = 1.0
"""How long the guard may hold a move."""


class Guard:
    """Holds a move while the coach checks it, but not for long."""

    def __init__(self, coach: Coach, screen: Screen[Any], on_time_up: Callable[[], None]) -> None:
        self._coach = coach
        self._screen = screen
        self._on_time_up = on_time_up
        self._timer: Timer | None = None

    def objection(self, move: Move) -> str | None:
        """Return the objection to a move, None if there is none; an unchecked move is held."""
        objection = self._coach.objection(move)
        if self._coach.held is not None and self._timer is None:
            self._timer = self._screen.set_timer(SECONDS_HELD, self._on_time_up)
        return objection

    def release(self, view: GameView) -> tuple[GameView, Move | None]:
        """Hold no move any longer; return the move to make, or the view with a warning of it.

        Behind another screen nobody would see the move made: it is dropped.
        """
        self._stop_timer()
        if self._coach.held is not None and not self._screen.is_active:
            self._coach.held = None
            return replace(view, said=None), None
        move, warning = self._coach.release(guard=view.match.guard)
        return view.with_help().warn(warning) if warning else view, move

    def reset(self) -> None:
        """Discard what is held and known: another position is shown."""
        self._stop_timer()
        self._coach.reset()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
