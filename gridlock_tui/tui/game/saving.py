"""When the match on the game screen is saved, and what the player hears of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.match.store.library import Library
from gridlock_tui.rules import GameState, GridlockError, Move, Names
from gridlock_tui.tui.wording.moves import sentence

_SECONDS_TO_SETTLE = 0.3
"""How long a state must be shown before it is saved which state is shown."""


class Saver:
    """Saves the match of a screen in the library, and notifies the player if that fails."""

    def __init__(self, library: Library, screen: Screen[Any]) -> None:
        self._library = library
        self._screen = screen
        self._timer: Timer | None = None

    def follow(self, match: Match) -> None:
        """Save a match: at once if it has changed, soon if another state is only shown."""
        if self._timer is not None:
            self._timer.stop()
        if self._library.only_view_changed(match):
            self._timer = self._screen.set_timer(_SECONDS_TO_SETTLE, partial(self.save, match))
        else:
            self.save(match)

    def save(self, match: Match) -> None:
        """Save a match, and say if that fails."""
        self.say(self._library.save(match))

    def say(self, notice: str) -> None:
        """Notify the player, if there is anything to say."""
        if notice:
            self._screen.notify(notice, severity="warning", markup=False, timeout=10)

    def shelve(self, match: Match) -> None:
        """Save a match that is left, and list it among those that can be resumed."""
        self.save(match)
        self._library.shelve(match)

    def export(self, game: Game) -> None:
        """Write the record of a game to a file, and say where it is."""
        self._write(lambda: self._library.export(game))

    def picture(self, state: GameState, names: Names, last: Move | None, title: str = "") -> None:
        """Write a picture of a position to a file, and say where it is."""
        self._write(lambda: self._library.export_picture(state, names, last, title))

    def _write(self, write: Callable[[], Path]) -> None:
        try:
            path = write()
        except GridlockError as error:
            self._screen.notify(sentence(str(error)), severity="warning", markup=False)
        else:
            self._screen.notify(f"Written to {path}", markup=False)
