"""After a game: its turning point and its stars, as the grades tell them, and the next match."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.tui.game.climbing import Climbing, level_of
from gridlock_tui.tui.game.saving import Saver
from gridlock_tui.tui.game.turning import Stage, TurningSearch
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.confirm import confirm
from gridlock_tui.tui.wording.climb import rung_greeting
from gridlock_tui.tui.wording.matches import leaving_question

if TYPE_CHECKING:
    from gridlock_tui.tui.game.screen import GameScreen
    from gridlock_tui.tui.grading import Grading


class Aftermath:
    """Takes the grades of the game on a screen, and begins the match that follows it there."""

    def __init__(
        self, screen: GameScreen, search: TurningSearch, climbing: Climbing, saver: Saver
    ) -> None:
        self._screen = screen
        self._search = search
        self._climbing = climbing
        self._saver = saver

    def take_grading(self, game: Game, grading: Grading, is_done: bool) -> None:
        """Show the turning point and the last star as soon as the grades tell them."""
        match = self._screen.match
        before = self._search.stage, self._climbing.wants_grades
        self._search.learn(game, grading, is_done=is_done)
        if match.game == game:
            self._saver.say(self._climbing.learn(match, grading.found, is_done=is_done))
        if (self._search.stage, self._climbing.wants_grades) != before:
            self._screen.show_everything()

    # The next match.

    def new_game(self) -> None:
        """Begin the next game of the series, or a new match with the same players."""
        screen = self._screen
        view = screen.view.next_in_series()
        if view is None:
            self._leave_series_for(screen.match.restart())
        else:
            screen.view = view

    def try_again(self) -> None:
        """Play on from the turning point, in a new match; look for it first if it is not known."""
        search = self._search
        if search.stage is Stage.OFFERED:
            search.ask()
            self._screen.show_everything()
        elif search.point is not None:
            self._leave_series_for(self._screen.match.play_on_from(search.point.number - 1))

    def swap_sides(self) -> None:
        """Begin a new match with the two players on each other's side."""
        self._leave_series_for(self._screen.match.restart(swap_sides=True))

    def next_rung(self) -> None:
        """Play the next rung of the climb."""
        screen = self._screen
        found = self._climbing.next_rung(screen.match)
        if found is not None:
            match, ladder = found
            guard = preferences_of(screen).settings.guards(match.game.setup.kinds)
            self._begin(replace(match, guard=guard))
            screen.view = screen.view.say(rung_greeting(ladder, level_of(match)), whole=True)

    def _leave_series_for(self, match: Match) -> None:
        """Begin another match; ask first where that leaves a series that is not decided."""
        screen = self._screen
        question = leaving_question(screen.match)
        if question:
            confirm(screen, question, "new series", "keep playing", lambda: self._begin(match))
        else:
            self._begin(match)

    def _begin(self, match: Match) -> None:
        """Leave the running match, which can be resumed, and begin this one."""
        self._saver.shelve(self._screen.match)
        self._screen.view = self._screen.view.begin(match)
