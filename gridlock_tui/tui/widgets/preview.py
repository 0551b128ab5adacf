"""The board in the menu: a variant that shows itself, or a game that waits."""

from __future__ import annotations

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Variant, read_moves
from gridlock_tui.tui.widgets.board import BoardView


class Preview(BoardView):
    """Plays the demonstration of a variant, move by move, again and again."""

    def demonstrate(self, variant: Variant) -> None:
        """Show the variant's demonstration: at its beginning, or at its end if nothing moves.

        It is for the variant's own board; another one is shown as it begins.
        """
        if variant.board != VARIANTS[variant.slug].board:
            self.timeline = Timeline.begin(variant.start())
            return
        whole = Timeline.replay(variant.start(), read_moves(variant, variant.demo))
        self.timeline = whole if self.app.animation_level == "none" else whole.jump(0)

    def step(self) -> None:
        """Show the next move of the demonstration; after the last one, begin again."""
        shown = self.timeline
        if self.app.animation_level == "none":  # the settings may have said so meanwhile
            self.timeline = shown.present()
        else:
            self.timeline = shown.jump(0) if shown.is_present else shown.redo()
