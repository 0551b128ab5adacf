"""A question before something that cannot be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import ModalScreen
from textual.widgets import Static

from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes

_YES = "[@click=screen.dismiss(True)][b]y[/b] $yes[/]"
_NO = "[@click=screen.dismiss(False)][b]n[/b] $no[/]"


class ConfirmScreen(ScreenFixes, ModalScreen[bool]):
    """Asks a question; returns whether the answer is yes."""

    CSS_PATH = "confirm.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes"),
        Binding("n,escape,q,ctrl+q,ctrl+c", "dismiss(False)", "no"),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """Lay out the question and the two answers."""
        with Vertical():
            yield Static(self._question, markup=False)
            answers = Content.from_markup(f"{_YES}     {_NO}", yes=self._yes, no=self._no)
            yield Static(answers, id="answers")


def confirm(node: DOMNode, question: str, yes: str, no: str, then: Callable[[], object]) -> None:
    """Ask a question, and call `then` if the answer is yes."""

    def answered(sure: bool | None) -> None:
        if sure:
            then()

    node.app.push_screen(ConfirmScreen(question, yes, no), answered)
