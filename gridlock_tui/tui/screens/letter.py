"""Asks what to do with a pasted game id that does not simply continue a match."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from gridlock_tui.match.correspondence import Finding
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording.matches import match_line
from gridlock_tui.tui.wording.moves import sentence

_WIDTH = 34
"""The cells of a line."""
_ANSWERS = (
    "[@click=screen.dismiss(True)][b]c[/b] $kept[/]\n"
    "[@click=screen.dismiss(False)][b]n[/b] open it as a new match[/]\n"
    "[@click=screen.leave][b]Esc[/b] back[/]"
)


class LetterScreen(ScreenFixes, ModalScreen["bool | None"]):
    """Returns whether to open the kept match or a new one; None to do nothing."""

    CSS_PATH = "confirm.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,enter", "dismiss(True)", "kept match"),
        Binding("n", "dismiss(False)", "new match"),
        Binding("escape,q,ctrl+q,ctrl+c", "leave", "back"),
    ]

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self._finding = finding

    def compose(self) -> ComposeResult:
        """Lay out the sentence, the match it is about and the answers."""
        finding = self._finding
        kept = "open your match" if finding.continued is None else "continue your match"
        with Vertical():
            yield Static(sentence(finding.sentence), markup=False)
            if finding.kept is not None:
                yield Static(match_line(finding.kept, _WIDTH), markup=False, classes="what")
            yield Static(Content.from_markup(_ANSWERS, kept=kept), id="answers")
        yield TooSmall()

    def action_leave(self) -> None:
        """Do nothing."""
        self.dismiss(None)
