"""The matches that are not finished: each can be continued or given up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gridlock_tui.tui.menu_state import MenuState
from gridlock_tui.tui.messages import GiveUpMatch
from gridlock_tui.tui.screens.confirm import confirm
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.marked_list import MarkedList
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording.matches import give_up_question, match_line

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match
    from gridlock_tui.tui.screens.menu import MenuScreen

_KEYS = (
    "[@click=screen.resume][b]Enter[/b] continue[/]   "
    "[@click=screen.give_up][b]d[/b] give up[/]   "
    "[@click=screen.close][b]Esc[/b] back[/]"
)
_AROUND_LINE = 4
"""Cells beside a line: the mark, and room for a scroll bar."""


class MatchList(MarkedList):
    """Lists matches, one line each."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.resume", "continue")]

    def __init__(self) -> None:
        super().__init__()
        self._matches: dict[str, Match] = {}
        self._notes: Mapping[str, str] = {}

    @property
    def match(self) -> Match | None:
        """The highlighted match."""
        option = self.highlighted_option
        return self._matches.get(option.id or "") if option else None

    def list(self, matches: tuple[Match, ...], notes: Mapping[str, str]) -> None:
        """List these matches with their notes; the highlight stays where it is."""
        at, self._notes = self.highlighted or 0, notes
        self._matches = {match.uid: match for match in matches}
        self.set_options(Option(self.prompt_of(uid, " "), uid) for uid in self._matches)
        self.highlighted = min(at, len(matches) - 1) if matches else None
        self.write()

    def on_resize(self) -> None:
        """Make the lines fit."""
        self.write()

    def prompt_of(self, line: str, mark: str) -> Content:
        """Return one line about a match."""
        width, note = self.outer_size.width - _AROUND_LINE, self._notes.get(line, "")
        return Content(f"{mark} {match_line(self._matches[line], width, note)}")


class MatchesScreen(ScreenFixes, ModalScreen["Match | None"]):
    """Lists the unfinished matches of the menu; returns the one to continue."""

    CSS_PATH = "more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "give_up", "give up"),
        Binding("escape,q,ctrl+q,ctrl+c", "close", "back"),
    ]

    matches = getters.query_one(MatchList)

    def __init__(self, menu: MenuScreen) -> None:
        super().__init__()
        self._menu = menu

    def compose(self) -> ComposeResult:
        """Lay out the list and its keys."""
        with Vertical(id="matches"):
            yield Static("Unfinished games", id="matches-title")
            yield MatchList()
            yield Static(Content.from_markup(_KEYS), id="answers")
        yield TooSmall()

    def on_mount(self) -> None:
        """Follow the matches of the menu."""
        self.matches.focus()
        self.watch(self._menu, "state", self._follow)

    def _follow(self, state: MenuState) -> None:
        if state.matches:
            self.matches.list(state.matches, state.notes)
        else:
            self.dismiss(None)

    @on(OptionList.OptionSelected)
    def action_resume(self) -> None:
        """Continue the highlighted match."""
        self.dismiss(self.matches.match)

    def action_give_up(self) -> None:
        """Give up the highlighted match, after a question."""
        if self.matches.match is not None:
            ask_to_give_up(self, self.matches.match)

    def action_close(self) -> None:
        """Return to the menu."""
        self.dismiss(None)


def ask_to_give_up(screen: Screen[Any], match: Match) -> None:
    """Give up a match if the answer to a question is yes."""
    question, given_up = give_up_question(match), GiveUpMatch(match)
    confirm(screen, question, "give up", "keep", lambda: screen.post_message(given_up))
