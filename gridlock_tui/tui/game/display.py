"""Sets what the widgets and the key bar of the game screen show; it follows from the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridlock_tui.tui import wording
from gridlock_tui.tui.board.picture import Signs
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game import showing
from gridlock_tui.tui.game.availability import Availability, denied_actions
from gridlock_tui.tui.game.climbing import Climbing
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.turning import TurningSearch, has_room, shown_turning
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH, is_roomy, shows_hints_beside

if TYPE_CHECKING:
    from gridlock_tui.tui.game.screen import GameScreen


class Display:
    """Shows the view of a screen, with what its coach, search and climb know about it."""

    def __init__(
        self, screen: GameScreen, coach: Coach, search: TurningSearch, climbing: Climbing
    ) -> None:
        self._screen = screen
        self._coach = coach
        self._search = search
        self._climbing = climbing
        self.availability = Availability(screen)

    def update_keys(self) -> None:
        """Grey out, and hide, what cannot be done now."""
        screen = self._screen
        denied = denied_actions(
            screen.match,
            paused=screen.view.paused,
            wide=screen.size.width >= STANDARD_WIDTH,
            hints=preferences_of(screen).settings.hints,
            key_of=screen.key_of,
            turning=self._search.stage,
            has_next_rung=self._climbing.next_level is not None,
        )
        self.availability.deny(denied)

    def show(self) -> None:
        """Show the whole view."""
        screen, view = self._screen, self._screen.view
        screen.headline = showing.title_of(view)
        screen.token = view.token
        screen.turn = showing.turn_of(view)
        for name, is_set in showing.classes_of(view).items():
            screen.set_class(is_set, name)
        screen.side = showing.side_of(view, self._climbing)
        screen.hands = screen.side.hands
        screen.hint, screen.labels = view.hint, showing.labels_of(view)
        signs, verdict = showing.advice_of(view, self._coach)
        self._show_board(signs)
        self._show_over()  # after the board: what moves there delays the result
        self._show_status(signs, verdict)

    def show_analysis(self) -> None:
        """Show the board and the sentence under it, where the analysis is."""
        signs, verdict = showing.advice_of(self._screen.view, self._coach)
        self._show_board(signs)
        self._show_status(signs, verdict)

    def _show_board(self, signs: Signs) -> None:
        hints = preferences_of(self._screen).settings.hints
        self._screen.picture = showing.picture_of(self._screen.view, signs, hints=hints)

    def _show_status(self, signs: Signs, verdict: str) -> None:
        screen, legend = self._screen, tuple[str, ...]()
        # An analysis may still arrive when the game has been left.
        for board in screen.query("#board").results(BoardView) if signs else ():
            legend = wording.hints.legend_of(signs, worded=board.is_worded)
        beside = shows_hints_beside(screen.app.size)
        after = "" if has_room(screen.app.size) else self._words_after()
        screen.status = showing.status_of(
            screen.view, verdict, legend, after, screen.key_of, hints_beside=beside
        )

    def _words_after(self) -> str:
        """Return what is said after a game where there is no room beside the board."""
        screen = self._screen
        took, turning = showing.took_words(screen.view, self._climbing), screen.turning.brief
        return " ".join(filter(None, (took, turning)))

    def _show_over(self) -> None:
        """Show the result of a finished game and its turning point, if the board is at rest."""
        screen, view, search = self._screen, self._screen.view, self._search
        window = screen.app.size
        roomy, over = is_roomy(window), view.match.game.state.is_over
        over = over and not screen.query_one(BoardView).is_moving
        stage = search.stage
        search.follow(view.match, over=over)
        if search.stage is not stage:
            self.update_keys()
        screen.ending = showing.ending_of(view, search.stage, roomy=roomy)
        screen.turning = shown_turning(search, view, window, screen.key_of)
        screen.set_class(over, "-over")
        screen.set_class(over and roomy, "-lists-steps")
        screen.set_class(bool(screen.turning.happened) and has_room(window), "-turning")
