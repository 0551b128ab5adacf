"""A question that is asked before something is done that cannot be undone."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from gridlock_tui.tui.screens.painted import PaintedScreen


class ConfirmScreen(ModalScreen[bool], PaintedScreen[bool]):
    """Asks one question; the answer is yes or no."""

    CSS_PATH = "confirm.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes"),
        Binding("n,escape,q,ctrl+q,ctrl+c", "answer(False)", "no"),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        """Lay out the question and the two answers."""
        with Vertical():
            yield Static(self._question, markup=False)
            yield Static(
                Content.from_markup(
                    "[@click=screen.answer(True)][b]y[/b] $yes[/]"
                    "     [@click=screen.answer(False)][b]n[/b] $no[/]",
                    yes=self._yes,
                    no=self._no,
                ),
                id="answers",
            )

    def action_answer(self, answer: bool) -> None:
        """Close with the answer."""
        self.dismiss(answer)
