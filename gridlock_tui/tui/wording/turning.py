"""What is shown about the turning point of a game. Independent of Textual."""

from __future__ import annotations

from gridlock_tui.match.turning_point import TurningPoint
from gridlock_tui.tui.board.picture import Sign, Signs

LOOKING = "Looking for the turning point…"


def marks_of(found: TurningPoint) -> Signs:
    """Return the signs on the small board: the move that was played, and all that kept the win."""
    size = found.before.state.board.size
    marks: list[Sign | None] = [None] * size
    played = found.move.cell
    marks[played] = Sign("!", "loses")
    for best in found.better:
        # With tokens both may be on the same cell.
        marks[best.cell] = Sign("!▲" if best.cell == played else "▲", "wins")
    return tuple(marks)
