"""The words that players can say to each other; there is no free text."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gridlock_tui.net.events import WORDS
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.marked_list import MarkedList
from gridlock_tui.tui.widgets.too_small import TooSmall

_KEYS = "[@click=screen.say][b]Enter[/b] say[/]   [@click=screen.close][b]Esc[/b] back[/]"


class WordList(MarkedList):
    """Lists the words, one a line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.say", "say")]

    def prompt_of(self, line: str, mark: str) -> Content:
        """Return the line of a word."""
        return Content(f"{mark} {line}")


class WordsScreen(ScreenFixes, ModalScreen[str | None]):
    """Lists the words; returns the one to say."""

    CSS_PATH = "friend.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+q,ctrl+c", "close", "back"),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the list and its keys."""
        with Vertical(classes="box", id="words-box"):
            yield Static("Say", classes="title")
            yield WordList(*(Option(word, word) for word in WORDS))
            yield Static(Content.from_markup(_KEYS), classes="answers")
        yield TooSmall()

    def on_mount(self) -> None:
        """Go to the first word."""
        words = self.query_one(WordList)
        words.focus()
        words.highlighted = 0

    @on(OptionList.OptionSelected)
    def action_say(self) -> None:
        """Return the highlighted word."""
        option = self.query_one(WordList).highlighted_option
        self.dismiss(option.id if option else None)

    def action_close(self) -> None:
        """Say nothing."""
        self.dismiss(None)
