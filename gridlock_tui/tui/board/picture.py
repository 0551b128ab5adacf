"""What a board shows, and how each cell of it looks. Independent of Textual and of the scale."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gridlock_tui.match import Timeline
from gridlock_tui.rules import Cell, Effect, GameState, Move, Player, Threats

if TYPE_CHECKING:
    from gridlock_tui.tui.board.sketch import Sketch

FREE = "·"
"""The sign of a cell that both players may use."""
LOST = "╱"
"""The sign, on a tile of a single line, of a cell that the previewed move would take away."""


class Sign(NamedTuple):
    """How the analysis of one cell is shown."""

    text: str
    """A sign and a number: `▲5`."""
    colour: str
    """`wins`, `loses` or `unknown`."""
    below: str = ""
    """A second line, shown where there is room."""
    words: str = ""
    """The same in words, shown where there is room: `wins 5`."""


Signs = tuple[Sign | None, ...]
"""The analysis of every cell; empty if it is not shown."""


class Picture(NamedTuple):
    """Everything a board shows."""

    timeline: Timeline
    """The game, and which of its states is shown."""
    cursor: Cell | None = None
    """The cell under the cursor; None on a board that is only shown."""
    token: int | None = None
    """The token that would be placed."""
    signs: Signs = ()
    """The analysis, if it is shown."""
    may_place: bool = True
    """Whether to preview a move on the cell under the cursor."""
    threats: Threats | None = None
    """Where runs could be completed, if that is shown."""
    pulses: bool = False
    """Whether the last move was a computer's, which is shown longer."""
    sketch: Sketch | None = None
    """An idea or a line of play that is drawn on the board, instead of the analysis."""

    @property
    def state(self) -> GameState:
        """The state shown."""
        return self.timeline.state

    def preview(self) -> Effect | None:
        """Return the effect of a move under the cursor; None if there is no legal one.

        With the analysis or a sketch on the board there is no preview: it would hide them.
        """
        if self.cursor is None or not self.may_place or self.signs or self.sketch is not None:
            return None
        move = Move(self.cursor, self.token)
        return self.state.effect(move) if self.state.refusal(move) is None else None


class Face(NamedTuple):
    """How one cell looks. The names of colours are those of `colours`."""

    ground: str
    """The colour of the tile; `locked` where the tile is gone."""
    inner: str = ""
    """The colour of a smaller tile inside, while the tile shrinks."""
    inset: int = 0
    """How far the smaller tile has shrunk: 1 to 3."""
    marker: Player | None = None
    token: int | None = None
    landing: int = 0
    """How many pixels the marker is still smaller on every side."""
    ink: str = "mark"
    """The colour of marker, number or text."""
    text: str = ""
    """What stands in the middle."""
    words: str = ""
    """A longer form of the text, for large tiles."""
    below: str = ""
    """A second line of text, for tiles with room for it."""
    bar: bool = False
    """Whether a bar at the foot marks the last move."""
    number: int = 0
    """Which move of a line this is, counted from 1; 0 if it is none."""

    @property
    def text_ink(self) -> str:
        """The colour of text; a marker drawn as a letter needs more contrast than a large one."""
        return self.ink.replace("-mark", "-text")


def plain_faces(picture: Picture) -> tuple[Face, ...]:
    """Return the face of every cell without the preview, which is the same for every cursor."""
    last = picture.timeline.last_move
    return _plain_faces(
        picture.state, last.cell if last else None, picture.token, picture.signs, picture.threats
    )


@lru_cache(maxsize=16)
def _plain_faces(
    state: GameState,
    last: Cell | None,
    token: int | None,
    signs: Signs,
    threats: Threats | None,
) -> tuple[Face, ...]:
    faces = _Faces(state, token, signs, threats)
    found = [faces.of(cell) for cell in range(state.board.size)]
    if last is not None:
        found[last] = found[last]._replace(bar=True)
    return tuple(found)


def preview_faces(picture: Picture) -> Iterator[tuple[Cell, Face]]:
    """Yield the cells that look different because of the previewed move, and their faces."""
    effect, cursor = picture.preview(), picture.cursor
    if effect is None or cursor is None:
        return
    mover = picture.state.to_move
    word = mover.word
    ground, ink = ("run", "run-mark") if effect.run else (f"ghost-{word}", f"ghost-mark-{word}")
    yield cursor, Face(ground, marker=mover, token=picture.token, ink=ink)
    plain = plain_faces(picture)
    lost = [frozenset(effect.lost_by(player)) for player in Player]
    for cell in lost[0] | lost[1]:
        could = may_use(picture.state, cell)
        one, two = (can and cell not in gone for can, gone in zip(could, lost, strict=True))
        yield cell, shrinking(territory(picture.state, cell, one, two), plain[cell].ground)


def shrinking(after: Face, before: str) -> Face:
    """Return a tile that a move would take away: this much is left, and its ground before."""
    inner = f"faded-{before}" if after.ground == "locked" else before
    return after._replace(inner=inner, inset=2, text=LOST, words=after.text)


def may_use(state: GameState, cell: Cell) -> tuple[bool, bool]:
    """Return for each player whether the cell is part of the player's room."""
    one, two = state.room
    return bool(one >> cell & 1), bool(two >> cell & 1)


def territory(state: GameState, cell: Cell, one: bool, two: bool) -> Face:
    """Return the tile of a cell that these players may use: it does not change with the turn."""
    if one and two:
        named = state.variant.grid.free is None
        return Face("free", text=state.variant.cell_name(cell) if named else FREE)
    for player, can in zip(Player, (one, two), strict=True):
        if can:
            colour = f"only-{player.word}"
            return Face(colour, text=player.symbol.lower(), ink=f"{colour}-text")
    return Face("locked")


class _Faces:
    """Decides how the cells of a state look."""

    def __init__(
        self, state: GameState, token: int | None, signs: Signs, threats: Threats | None
    ) -> None:
        self.state, self.token, self.signs, self.threats = state, token, signs, threats
        outcome = state.outcome
        self.deciding = None if outcome is None else frozenset(outcome.cells)

    def of(self, cell: Cell) -> Face:
        """Return the face of the cell."""
        owner = self.state.owner(cell)
        if owner is not None:
            return self._claimed(cell, owner)
        if self.deciding is not None:
            face = Face("locked")
        else:
            tile = territory(self.state, cell, *may_use(self.state, cell))
            face = self._threatened(cell, tile)
        sign = self.signs[cell] if self.signs else None
        return face if sign is None else _signed(face, sign)

    def _claimed(self, cell: Cell, owner: Player) -> Face:
        """Return the face of a marker; at the end the markers that did not decide are dimmed."""
        past = self.deciding is not None and cell not in self.deciding
        ground = f"{'past' if past else 'tile'}-{owner.word}"
        token = self.state.tokens[cell] if self.state.tokens else None
        return Face(ground, marker=owner, token=token, ink="cut")

    def _threatened(self, cell: Cell, face: Face) -> Face:
        """Return the face with a sign where a player could complete a run."""
        if self.threats is None or face.ground == "locked":
            return face
        mover = self.state.to_move
        if cell in self.threats[mover - 1]:
            move = None if self.token is None else Move(cell, self.token)
            legal = move is not None and self.state.refusal(move) is None
            if move is not None and legal and self.state.effect(move).run:
                return Face("run", text=f"*{self.token}*", ink="run-text")
            return face._replace(text="*", ink="run-text")
        if cell in self.threats[mover.other - 1]:
            return face._replace(text="!", ink=f"threat-{mover.other.word}")
        return face


def _signed(face: Face, sign: Sign) -> Face:
    """Return the face with the analysis of its cell."""
    return face._replace(
        ground=sign.colour, ink=f"{sign.colour}-text", text=sign.text, words=sign.words,
        below=sign.below,
    )  # fmt: skip
