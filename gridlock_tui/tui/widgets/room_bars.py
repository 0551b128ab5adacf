"""How much room is left: one bar for each player, or one for both where they share it."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from gridlock_tui.rules import GameState, Player
from gridlock_tui.tui.messages import moving_widgets
from gridlock_tui.tui.themes import COLOUR_OF

_LABEL, _SHORT_LABEL = "Room left  ", "Room  "
_FULL, _EMPTY = "■", "─"
_QUIET = "$foreground 65%"
_STEPS, _STEP_SECONDS = 6, 0.04
"""In how many steps the bars count down, and how long each is shown."""
_WIDE = 32
"""The least columns for the longer words."""


class Room(NamedTuple):
    """Everything the bars show."""

    left: tuple[int, int] = (0, 0)
    """The number of cells that each player may still use."""
    total: int = 1
    """The number of cells of the board."""

    @classmethod
    def of(cls, state: GameState) -> Room:
        """Return the room in a state."""
        one, two = (room.bit_count() for room in state.room)
        return cls((one, two), state.board.size)


def countdown_step(before: Room, after: Room) -> int:
    """Return by how many cells to count down at a time; 0 if there is no less room."""
    lost = max(old - new for old, new in zip(before.left, after.left, strict=True))
    return -(-lost // _STEPS) if lost > 0 and before.total == after.total else 0


class RoomBars(Widget):
    """Draws the bars, with the numbers beside them."""

    room: reactive[Room] = reactive(Room(), repaint=False)
    """The room that is left."""
    shown: reactive[Room] = reactive(Room())
    """The room that the bars show while they count down to it."""

    def __init__(self, *, shared: bool) -> None:
        super().__init__()
        self._shared = shared
        self._ticks: Timer | None = None

    def watch_room(self, before: Room, room: Room) -> None:
        """Count down to less room; show anything else at once."""
        self._stop()
        step = countdown_step(before, room)
        if step and self.is_attached and self.app.animation_level == "full":
            moving_widgets(self).add(self)
            self._ticks = self.set_interval(_STEP_SECONDS, lambda: self._count(step))
        else:
            self.shown = room

    def _count(self, step: int) -> None:
        both = zip(self.shown.left, self.room.left, strict=True)
        one, two = (max(shown - step, left) for shown, left in both)
        self.shown = self.room._replace(left=(one, two))
        if self.shown == self.room:
            self._stop()

    def finish(self) -> None:
        """Show the room that is left at once."""
        self._stop()
        self.shown = self.room

    def _stop(self) -> None:
        if self._ticks is not None:
            moving_widgets(self).discard(self)
            self._ticks.stop()
            self._ticks = None

    def on_unmount(self) -> None:
        """End the motion with the screen."""
        moving_widgets(self).discard(self)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one line for each bar."""
        del container, viewport, width
        return 1 if self._shared else 2

    def render(self) -> Content:
        """Return the lines."""
        width = self.content_size.width
        label = _LABEL if self._wide else _SHORT_LABEL
        if self._shared:
            return Content.assemble((label, _QUIET), self._bar(None, width - len(label)))
        bars = [self._bar(player, width - len(label)) for player in Player]
        gap = " " * len(label)
        return Content.assemble((label, _QUIET), bars[0], "\n", gap, bars[1])

    @property
    def _wide(self) -> bool:
        return self.content_size.width >= _WIDE

    def _bar(self, player: Player | None, width: int) -> Content:
        left, total = self.shown.left[player - 1 if player else 0], self.shown.total
        words = f" {left:>{len(str(total))}}" + f" of {total}" * self._wide
        symbol = f"{player.symbol} " if player else ""
        columns = min(max(width - len(words) - len(symbol), 1), max(total, 8))
        full = -(-left * columns // total)  # rounded up: an empty bar means no room
        colour = COLOUR_OF[player] if player else "$foreground 85%"
        return Content.assemble(
            (symbol, f"bold {colour}"),
            (_FULL * full, colour),
            (_EMPTY * (columns - full), "$foreground 30%"),
            words,
        )
