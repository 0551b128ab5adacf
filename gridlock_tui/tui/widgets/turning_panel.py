"""The turning point beside the result: a small board, what was played, what would have won."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive, var
from textual.widgets import Static

from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import BoardView

_QUIET = "$foreground 65%"
_TILE = 6
"""The columns of a tile of the small board, with the gap beside it."""
_LEFT = 4
"""The columns left of its first tile."""


class Turning(NamedTuple):
    """Everything the panel shows."""

    number: int = 0
    """The number of the move; 0 if there is no turning point, or none yet."""
    happened: str = ""
    """What happened there, or why there is no turning point; empty if nothing is shown.

    While the search goes on, it and what follows only keep the place free.
    """
    better: str = ""
    """What would have been better."""
    picture: Picture | None = None
    """The position before the move; None for no board."""
    board_lines: int = 0
    """The most lines that the board may take."""
    brief: str = ""
    """All in one sentence, where there is no room for the panel."""
    is_pending: bool = False
    """Whether the search goes on."""


NO_TURNING = Turning()


class SmallBoard(BoardView):
    """A board as high as its largest tiles within a limit; nothing moves on it."""

    SHOWS_MOTION = False

    most_lines: reactive[int] = reactive(0, layout=True)
    """The most lines that it may take."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of the board in this width."""
        del container, viewport
        scale = self.scale_within(Size(width, self.most_lines))
        return scale.extent(self.picture.state.board)[1] if scale is not None else 0


class TurningPanel(Vertical):
    """Shows the turning point; a click on it plays on from there."""

    turning: var[Turning] = var(NO_TURNING, init=False)
    """Everything shown, set as a whole."""

    def compose(self) -> ComposeResult:
        """Lay out heading, board and sentences."""
        yield Static(markup=False, id="turning-heading")
        yield SmallBoard(id="turning-board")
        yield Static(markup=False, id="turning-words")

    def watch_turning(self, turning: Turning) -> None:
        """Show the turning point, or keep its place free."""
        heading, words = self.query(Static).results(Static)
        heading.update(_heading(turning))
        words.update(_words(turning))
        words.set_class(_has_two_sentences(turning), "-two-sentences")
        board, picture = self.query_one(SmallBoard), turning.picture
        board.visible = words.visible = not turning.is_pending
        board.display = picture is not None
        if picture is not None:
            board.most_lines = turning.board_lines
            board.styles.max_width = _LEFT + _TILE * picture.state.board.columns
            board.picture = picture

    async def on_click(self, event: events.Click) -> None:
        """Play on from the turning point."""
        event.stop()
        await self.run_action("screen.try_again")


def _heading(turning: Turning) -> Content:
    if turning.is_pending:
        return Content.styled("Turning point  looking…", _QUIET)
    if not turning.number:
        return Content(turning.happened)
    return Content.assemble(("Turning point", _QUIET), (f"  move {turning.number}", "bold"))


def _has_two_sentences(turning: Turning) -> bool:
    return bool(turning.number or turning.is_pending)


def _words(turning: Turning) -> Content:
    if not _has_two_sentences(turning):
        return Content(turning.better)
    kept = Content.styled(turning.better, "bold $success")
    return Content("\n").join(filter(None, [Content(turning.happened), kept]))
