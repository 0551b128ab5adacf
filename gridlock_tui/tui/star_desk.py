"""The stars of the climb: shows them in the menu and grades the games that may still earn some."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.worker import Worker

    from gridlock_tui.tui.app import GridlockApp
    from gridlock_tui.tui.screens.menu import MenuScreen

LATE = "late grades"
"""The group of the worker that grades games of earlier."""


class StarDesk:
    """Counts the stars for the menu."""

    def __init__(self, app: GridlockApp, menu: MenuScreen) -> None:
        self._app, self._library, self._menu = app, app.library, menu
        self._grading: Worker[None] | None = None
        self._tried: set[str] = set()
        """The games of the climb that could not be graded in this run, by their uids."""

    def show(self) -> None:
        """Show the stars in the menu, and grade what is not graded yet."""
        stars, notice = self._library.stars()
        self._app.warn(notice)
        self._menu.set_stars(stars)
        self.grade_under_menu(self._menu.on_top)

    def grade_under_menu(self, on_top: bool) -> None:
        """Grade games while the menu is shown; leave the computer to any other screen."""
        if self._grading is not None:
            self._grading.cancel()
        if on_top and self._menu.state.stars:
            self._grading = self._app.run_worker(self._grade_late, group=LATE)

    async def _grade_late(self) -> None:
        """Grade games that were left too soon for it, and show the stars they earn."""
        from gridlock_tui.tui.late_grades import grade_late

        history, _ = self._library.history()
        if await grade_late(history, self._tried):
            self._menu.set_stars(self._library.stars()[0])
