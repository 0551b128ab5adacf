"""The line at the top: which game on the left, who plays on the right."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Setup
from gridlock_tui.rules import DEFAULT_NAMES, VARIANTS, Names, Player
from gridlock_tui.tui.glyphs import UNICODE, Glyphs

NO_SETUP = Setup(next(iter(VARIANTS.values())))


class TitleBar(Widget):
    """Names the game and the players, each in the player's colour and with the player's letter."""

    DEFAULT_CSS = """
    TitleBar {
        dock: top;
        height: 1;
        padding: 0 1;
        background: $panel;
        &:ansi { background: ansi_default; }
    }
    """

    setup: reactive[Setup] = reactive(NO_SETUP)
    """The game that is played."""
    names: reactive[Names] = reactive(DEFAULT_NAMES)
    """What the players are called, as they sit now."""
    note: reactive[str] = reactive("")
    """What else is to be said of it, such as that it is a review."""
    glyphs: reactive[Glyphs] = reactive(UNICODE)
    """The characters to draw with."""

    def render(self) -> Content:
        """Return the line."""
        variant = self.setup.variant
        size = f"{variant.board.rows}{self.glyphs.times}{variant.board.columns}"
        title = self.glyphs.text(variant.title)
        left = Content.styled(title, "bold")
        if size not in title:
            left = Content.assemble(left, f"  {size}")
        if self.note:
            left = Content.assemble(left, (f"  {self.note}", "dim"))
        room = self.content_size.width - left.cell_length - 2
        return Content.assemble(left, _players(self.names, room))


def _players(names: Names, room: int) -> Content:
    """Return who plays, right-aligned; long names are cut evenly so that both are seen."""
    each = max((room - 10) // 2, 4)
    shown = [Content(name).truncate(each, ellipsis=True) for name in names]
    parts = Content.assemble(
        (f"{Player.ONE.symbol} ", "bold $player-one"),
        shown[0].stylize("$player-one"),
        "  vs  ",
        shown[1].stylize("$player-two"),
        (f" {Player.TWO.symbol}", "bold $player-two"),
    )
    return parts.pad_left(max(room + 2 - parts.cell_length, 2))
