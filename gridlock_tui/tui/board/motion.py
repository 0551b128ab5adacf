"""Motion on the board: which cells look different while a move is shown. Independent of Textual.

Motion tells what happened and never delays it: the state has changed already, and the last frame is
the board as it is. Nothing lasts longer than 0.7 seconds, which a test checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gridlock_tui.rules import Board, Cell, Player
from gridlock_tui.tui.board.picture import Face, Picture, plain_faces

FRAME_SECONDS = 1 / 30
_STEP = 0.04
"""The seconds between two steps of a tile that shrinks, and between two rings of a ripple."""
_LANDING = ((2, 0.0), (1, 0.05))
"""How much smaller the marker is, and from when on."""
_LANDED = 0.1
_PULSE = 0.1
"""The seconds that a computer's marker is lit, and not, in turn."""
_WAVE_BEGINS, _WAVE_LASTS = 0.12, 0.5


class Change(NamedTuple):
    """How a cell looks from one moment to another, instead of as it will look at the end."""

    cell: Cell
    begin: float
    end: float
    face: Face


class Motion(NamedTuple):
    """Everything that moves after one move."""

    changes: tuple[Change, ...]
    seconds: float

    def stage(self, elapsed: float) -> dict[Cell, Face]:
        """Return the faces that differ at this moment."""
        return {
            change.cell: change.face
            for change in self.changes
            if change.begin <= elapsed < change.end
        }


def motion_between(before: Picture, after: Picture) -> Motion | None:
    """Return how one more move is shown; None if the pictures are not one move apart."""
    past, now = before.timeline, after.timeline
    move = now.last_move
    if move is None or now.at != past.at + 1 or now.states[: now.at] != past.states[: now.at]:
        return None
    placed, board = move.cell, now.state.board
    # Only what is locked: signs of the analysis and threats come and go at once.
    old, new = (plain_faces(each._replace(signs=(), threats=None)) for each in (before, after))
    changes = [*_landing(placed, new[placed], pulses=after.pulses and not now.state.is_over)]
    if now.state.is_over:
        changes += _ending(after, old, new, placed)
    else:
        for cell, (was, face) in enumerate(zip(old, new, strict=True)):
            if cell != placed and was.ground != face.ground:
                changes += _sinking(cell, was, face, _STEP * _distance(board, placed, cell))
    if after.signs:  # only what was placed: the analysis has other tiles
        changes = [change for change in changes if change.cell == placed]
    return Motion(tuple(changes), max(change.end for change in changes))


def _landing(cell: Cell, face: Face, *, pulses: bool) -> Iterator[Change]:
    """Yield a marker that lands, and pulses twice if a computer has placed it."""
    ends = [*(begin for _, begin in _LANDING[1:]), _LANDED]
    for (smaller, begin), end in zip(_LANDING, ends, strict=True):
        yield Change(cell, begin, end, face._replace(landing=smaller, bar=False))
    if pulses and face.marker is not None:
        lit = face._replace(ground=f"lit-{face.marker.word}")
        for number in range(2):
            begin = _LANDED + _PULSE * (2 * number + 1)
            yield Change(cell, begin, begin + _PULSE, lit)


def _sinking(cell: Cell, was: Face, face: Face, begin: float) -> Iterator[Change]:
    """Yield a tile that keeps its old look until it begins, and then shrinks."""
    yield Change(cell, 0.0, begin, was)
    ground = "locked" if face.ground.startswith(("tile", "past")) else face.ground
    for inset in (1, 2, 3):
        shrinking = Face(ground, inner=was.ground, inset=inset)
        yield Change(cell, begin + _STEP * (inset - 1), begin + _STEP * inset, shrinking)


def _ending(
    picture: Picture, old: tuple[Face, ...], new: tuple[Face, ...], placed: Cell
) -> Iterator[Change]:
    """Yield the last tiles that lock in a wave, and the winner's markers that light up in turn."""
    timeline = picture.timeline
    outcome, board = timeline.state.outcome, timeline.state.board
    assert outcome is not None
    farthest = max((_distance(board, placed, cell) for cell in range(board.size)), default=1)
    ring = min(_STEP, _WAVE_LASTS / max(farthest, 1) / 2)
    for cell, (was, face) in enumerate(zip(old, new, strict=True)):
        if face.ground == "locked" != was.ground:
            yield from _sinking(
                cell, was, face, _WAVE_BEGINS + ring * _distance(board, placed, cell)
            )
    decided = [move.cell for move in timeline.moves[: timeline.at] if move.cell in outcome.cells]
    each = min(_PULSE, _WAVE_LASTS / max(len(decided), 1))
    for number, cell in enumerate(decided):
        begin = _WAVE_BEGINS + each * number
        lit = new[cell]._replace(ground=f"lit-{_owner(new[cell]).word}", bar=False)
        yield Change(cell, begin, begin + each, lit)


def _owner(face: Face) -> Player:
    assert face.marker is not None
    return face.marker


def _distance(board: Board, one: Cell, two: Cell) -> int:
    """Return the ring around one cell in which another one lies."""
    (row, column), (other_row, other_column) = board.place(one), board.place(two)
    return max(abs(row - other_row), abs(column - other_column))
