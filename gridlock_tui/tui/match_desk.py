"""The matches of the app: lists in the menu those that can be continued, opens and leaves them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import GridlockError
from gridlock_tui.tui import game
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.star_desk import StarDesk
from gridlock_tui.tui.wording.moves import few, sentence

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match
    from gridlock_tui.tui.app import GridlockApp
    from gridlock_tui.tui.friend.desk import FriendDesk
    from gridlock_tui.tui.menu_memory import MenuMemory

_LONG_NOTICE_SECONDS = 20


class MatchDesk:
    """Goes from the menu to a match and back; `FriendDesk` does so for matches with friends."""

    def __init__(self, app: GridlockApp, friends: FriendDesk) -> None:
        self._app, self._friends = app, friends
        self._library, self._startup = app.library, app.startup
        self._memory: MenuMemory | None = None

    def make_menu(self) -> MenuScreen:
        """Return the menu, which begins with the choices of the last run."""
        choices, load = self._startup.menu, None
        if self._startup.keeps:
            from gridlock_tui.tui.menu_memory import MenuMemory

            given = self._startup.given | self._startup.flags
            self._memory = MenuMemory(find_paths().last_choices, self._app.preferences, given)
            choices, load = self._memory.choices_at_start(choices), self._load
        self.menu = MenuScreen(choices, self._startup.rng, self._app.engine, load)
        self.stars = StarDesk(self._app, self.menu)
        return self.menu

    def close(self) -> None:
        """Release the saved matches, remember what was chosen."""
        self._library.close()
        if self._memory is not None:
            self._memory.save_changed(self.menu.choices)

    # The menu.

    def _load(self) -> None:
        notices = (*self._library.load(), *self._friends.load(self.menu))
        for notice in few(notices, "in what was saved"):
            self._app.warn(notice, timeout=_LONG_NOTICE_SECONDS)
        if self._memory is not None:
            self.menu.propose(self._memory.improved(self.menu.choices))
        self._refresh_menu()

    def _refresh_menu(self, left: str = "") -> None:
        """Show what was saved; the match with this uid was left last."""
        self._list_matches(left)
        self.menu.set_is_new(self._library.is_new)
        self.stars.show()

    def _list_matches(self, left: str = "") -> None:
        matches = self._friends.listed(self._library.saved_matches, left)
        self.menu.set_matches(matches, self._friends.notes)

    def show_menu(self) -> None:
        """Leave the match that is open, and whatever lies on the menu."""
        left = self._friends.leave()
        if (match := self.open_match) is not None:
            self._library.shelve(match)
            left = match.uid
        # Keys may arrive faster than screens change: close all of them.
        while len(self._app.screen_stack) > 1:
            self._app.pop_screen()
        self._refresh_menu(left)

    def give_up(self, match: Match) -> None:
        """Remove a match from those that can be continued."""
        if self._friends.has(match):
            given_up = self._friends.give_up(match, self._list_matches)
            self._app.run_worker(given_up, group="friend")
        else:
            self._app.warn(self._library.give_up(match))
            self._list_matches()

    # The match that is open.

    @property
    def open_match(self) -> Match | None:
        """The match that is played, also when another screen lies on top of it."""
        screens = self._app.screen_stack
        games = (each for each in screens if isinstance(each, game.GameScreen))
        return next((each.match for each in games), None)

    def save_open(self) -> Match | None:
        """Save the match that is played and those whose last save failed; return the former."""
        match = self.open_match
        self._app.warn(self._library.retry_failed_saves(match))
        return match

    def start(self, match: Match, greeting: str) -> None:
        """Open the match that was chosen in the menu: a new one, or one that is continued."""
        if not isinstance(self._app.screen, MenuScreen):
            return  # a second Enter came before the game was there
        if self._friends.has(match):
            self._app.run_worker(self._friends.resume(match), group="friend")
        elif self._is_saved(match):
            self._resume(match)
        else:
            self.start_new(match, greeting)
            if self._memory is not None:
                self._app.call_later(self._memory.save, self.menu.choices)

    def start_new(self, match: Match, greeting: str) -> None:
        """Open a match that is not among the saved ones."""
        self._library.add_finished(match)
        self._show(self._with_settings(match), greeting)

    def receive(self, text: str) -> None:
        """Open the match that a pasted game id belongs to."""
        from gridlock_tui.tui.mailbox import Mailbox

        Mailbox(self._app, self).receive(text)

    def open_found(self, match: Match, continued: Match | None, words: str) -> None:
        """Open a match that a game id belongs to: a kept one, which it may continue, or a new one.

        What the id adds is saved before it is shown.
        """
        self.save_open()
        self.show_menu()
        if self._is_saved(match):
            self._resume(match, continued, words)
            return
        if not match.game.is_over:
            self._app.warn(self._library.save(match))
        self.start_new(match, words)

    def _is_saved(self, match: Match) -> bool:
        return any(match.uid == each.uid for each in self._library.saved_matches)

    def _with_settings(self, match: Match) -> Match:
        settings, kinds = self._app.preferences.settings, match.game.setup.kinds
        return replace(match, pace=settings.pace, guard=settings.guards(kinds))

    def _resume(self, match: Match, continued: Match | None = None, greeting: str = "") -> None:
        from_this_run, before = self._library.is_from_this_run(match), match
        try:
            match = self._library.resume(match)
        except GridlockError as error:
            self._app.warn(sentence(str(error)))
            self._list_matches()
            return
        if continued is not None and match == before:
            match = continued
            self._app.warn(self._library.save(match))
        elif continued is not None:
            greeting = "This match was continued in another window: paste the game id again."
        if from_this_run:  # what was set since then holds
            self._show(self._with_settings(match), greeting)
            return
        given = self._startup.flags & {"pace", "guard"}
        set_here = self._with_settings(match)
        match = replace(match, **{name: getattr(set_here, name) for name in given})
        self._app.preferences.override(pace=match.pace)
        if match.guard != set_here.guard:
            self._app.preferences.override(guard=match.guard)
        self._show(match, greeting)

    def _show(self, match: Match, greeting: str) -> None:
        screen = game.GameScreen(match, self._app.engine, self._library, greeting)
        self._app.push_screen(screen)
