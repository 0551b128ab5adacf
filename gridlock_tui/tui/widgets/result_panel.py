"""What is shown when a game is over: the closing message, and what can be done next."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.rules import DEFAULT_NAMES, Names, closing_text
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.board import NO_GAME

_NEXT = (
    ("n", "Rematch", "new_game"),
    ("s", "Swap sides", "swap_sides"),
    ("w", "Review", "review"),
    ("Esc", "Menu", "menu"),
)


class ResultPanel(Widget):
    """Announces the result beside the board, which stays in sight and within reach."""

    DEFAULT_CSS = """
    ResultPanel {
        height: auto;
        display: none;
        padding: 0 1;
        link-style: none;
        link-color: $foreground;
        link-background: transparent;
        link-background-hover: $primary 40%;
        link-color-hover: $foreground;
        &.-over { display: block; }
    }
    """

    timeline: reactive[Timeline] = reactive(NO_GAME, layout=True)
    """The game that may be over."""
    names: reactive[Names] = reactive(DEFAULT_NAMES, layout=True)
    """What the players are called."""
    in_a_row: reactive[bool] = reactive(False, layout=True)
    """Whether what can be done next stands on one line instead of one below the other."""

    def watch_timeline(self, timeline: Timeline) -> None:
        """Appear when the game is over."""
        self.set_class(timeline.state.is_over, "-over")

    def render(self) -> Content:
        """Return the closing message and the ways to go on."""
        outcome = self.timeline.state.outcome
        if outcome is None:
            return Content("")
        closing = Content.styled(
            closing_text(self.timeline.state, self.names), COLOUR_OF[outcome.winner]
        )
        width = 0 if self.in_a_row else 4
        choices = [
            Content.from_markup(
                f"[@click=screen.{action}][b]$key[/b] $label[/]",
                key=key.ljust(width),
                # On one line there is room for one word each.
                label=label.partition(" ")[0] if self.in_a_row else label,
            )
            for key, label, action in _NEXT
        ]
        if self.in_a_row:
            return Content.assemble(closing, "\n", Content("  ").join(choices))
        return Content.assemble(closing, "\n\n", Content("\n").join(choices))
