"""The line at the top: the game on the left, the players on the right."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Setup
from gridlock_tui.rules import DEFAULT_NAMES, VARIANTS, Names, Player

NO_SETUP = Setup(next(iter(VARIANTS.values())))


class TitleBar(Widget):
    """Names the game and the players, each with colour and letter."""

    setup: reactive[Setup] = reactive(NO_SETUP)
    """What is played."""
    names: reactive[Names] = reactive(DEFAULT_NAMES)
    """The players' names, by side."""
    note: reactive[str] = reactive("")
    """Anything else to say, such as that this is a review."""

    def render(self) -> Content:
        """Return the line."""
        variant = self.setup.variant
        size = f"{variant.board.rows}×{variant.board.columns}"
        left = Content.assemble((variant.name, "bold"), f"  {size}")
        if self.note:
            left = Content.assemble(left, (f"  {self.note}", "dim"))
        room = self.content_size.width - left.cell_length - 2
        return Content.assemble(left, _players(self.names, room))


def _players(names: Names, room: int) -> Content:
    """Return the players, aligned right; long names are cut evenly so that both fit."""
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
