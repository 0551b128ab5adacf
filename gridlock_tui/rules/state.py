"""The immutable state of a game: moves, outcomes, and the errors that a move can raise."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, NamedTuple

from gridlock_tui.rules.board import Board, Cell, GridlockError, cells_in

if TYPE_CHECKING:
    from gridlock_tui.rules.variants import Variant


class Player(IntEnum):
    """One of the two players. Player 1 is always X, even if Player 2 starts."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Player:
        """The opponent."""
        return _OTHER[self]

    @property
    def symbol(self) -> str:
        """The letter of this player's markers."""
        return "XO"[self - 1]

    @property
    def word(self) -> str:
        """`one` or `two`, as the names of colours, style classes and saved values end."""
        return ("one", "two")[self - 1]

    def __str__(self) -> str:
        return f"Player {int(self)}"

    def token_label(self, number: int) -> str:
        """Return the label of this player's token with that number."""
        return f"P{int(self)}-{number}"


_OTHER = {Player.ONE: Player.TWO, Player.TWO: Player.ONE}

PerPlayer = tuple[int, int]
"""One number for each player, Player 1 first; often a set of cells."""


@dataclass(frozen=True, slots=True)
class Move:
    """A placement: the cell and, in games with numbered tokens, the token."""

    cell: Cell
    token: int | None = None
    notation: str = field(default="", compare=False)
    """The move in the variant's notation; empty if the move did not come from a variant."""

    def __str__(self) -> str:
        return self.notation or repr(self)

    def __repr__(self) -> str:
        if self.notation:
            return f"<Move {self.notation}>"
        return f"Move({self.cell})" if self.token is None else f"Move({self.cell}, {self.token})"


class Reason(Enum):
    """Why a game is over."""

    STUCK = "the player to move has nowhere to place"
    BOTH_STUCK = "neither player has anywhere to place"
    RUN = "a run in strict order was completed"
    SUM = "the board is full and one sum is higher"
    LAST_PLACED = "the board is full, the sums are equal, the last to place wins"


class Outcome(NamedTuple):
    """How a game ended: who won, why, and the deciding cells.

    The cells are the completed run where there is one, otherwise the winner's markers.
    """

    winner: Player
    reason: Reason
    cells: tuple[Cell, ...]


class Refusal(Enum):
    """Why a move is illegal."""

    GAME_OVER = "the game is over"
    OFF_BOARD = "there is no such cell"
    TAKEN = "the cell has a marker"
    BLOCKED = "a marker blocks it for both players"
    TOUCHES_OWN = "it touches a marker of the player's own"
    TOUCHES_OTHER = "it touches a marker of the opponent"
    TOKEN_MISSING = "the move must name a token"
    TOKEN_UNKNOWN = "there is no such token"
    TOKEN_SPENT = "the token is on the board already"


class IllegalMove(GridlockError):  # noqa: N818 - part of the public API
    """An illegal move; the text is a sentence for the player."""

    def __init__(self, move: Move, refusal: Refusal, sentence: str) -> None:
        super().__init__(move, refusal, sentence)
        self.move = move
        self.refusal = refusal
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


class Effect(NamedTuple):
    """The cells that a move takes away from the players, besides its own cell."""

    lost: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    """The cells that Player 1, and that Player 2, can no longer use after the move."""
    run: tuple[Cell, ...] = ()
    """The cells of the run that the move completes."""

    def lost_by(self, player: Player) -> tuple[Cell, ...]:
        """Return the cells that this player can no longer use."""
        return self.lost[player - 1]


class _LatestEffect:
    """Holds the latest effect in a slot that a new state leaves unset, which costs no time."""

    __slots__ = ("_effect",)
    _effect: tuple[Move, Effect]


@dataclass(frozen=True, slots=True)
class GameState(_LatestEffect):
    """A position: markers, who is to move, who placed last. Equal positions are equal states."""

    variant: Variant
    marks: PerPlayer
    """The set of cells with a marker of each player."""
    to_move: Player
    last: Player | None
    """Who placed last: the player to move, if the opponent had to pass; None if nobody placed."""
    tokens: tuple[int, ...]
    """The number on each cell's token, 0 where there is none; () in games without tokens."""
    room: PerPlayer = field(compare=False)
    """The set of cells where each player may place; follows from the rest, stored for speed."""
    _legal: tuple[Move, ...] | None = field(default=None, init=False, compare=False)

    def __str__(self) -> str:
        return self.variant.draw(self)

    def __repr__(self) -> str:
        return f"<GameState {self.fen()}>"

    def __reduce__(self) -> tuple[type[GameState], tuple[object, ...]]:
        # Without the cached moves and effect: they can be computed again.
        fields = (self.variant, self.marks, self.to_move, self.last, self.tokens, self.room)
        return GameState, fields

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.variant.board

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the player to move, computed once; none when the game is over."""
        legal = self._legal
        if legal is None:
            # Writing to a frozen object is safe here: the other fields determine the value.
            legal = self.variant.referee.legal_moves(self)
            object.__setattr__(self, "_legal", legal)
        return legal

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.room[self.to_move - 1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None if it has not ended."""
        return self.variant.referee.outcome(self) if self.is_over else None

    @property
    def passed(self) -> Player | None:
        """Who had to pass after the last placement, if anyone."""
        return self.to_move.other if self.last is self.to_move else None

    def fen(self) -> str:
        """Return the position as one line of text, which `read_fen` reads."""
        signs = []
        for cell in range(self.board.size):
            owner = self.owner(cell)
            token = self.tokens[cell] if self.tokens and owner else ""
            signs.append(f"{owner.symbol if owner else '.'}{token}")
        rows = zip(*[iter(signs)] * self.board.columns, strict=True)
        last = self.last.symbol if self.last else "-"
        return f"{self.variant.slug} {'/'.join(map(''.join, rows))} {self.to_move.symbol} {last}"

    def move(self, text: str) -> Move:
        """Return the move in the variant's notation or as `b2`, or raise NotationError."""
        return self.variant.move(text)

    def play(self, move: Move) -> GameState:
        """Return the state after the move and any forced pass, or raise IllegalMove."""
        return self.variant.referee.play(self, move)

    def why_not(self, move: Move) -> str | None:
        """Return a sentence that says why the move is illegal, None if it is legal."""
        refusal = self.refusal(move)
        return None if refusal is None else refusal.sentence

    def refusal(self, move: Move) -> IllegalMove | None:
        """Return the error that playing the move would raise, None if it is legal."""
        outcome = self.outcome
        if outcome is not None:
            return IllegalMove(move, Refusal.GAME_OVER, f"the game is over: {outcome.winner} won")
        if not 0 <= move.cell < self.board.size:
            sentence = f"that cell is not on the {self.board} board"
            return IllegalMove(move, Refusal.OFF_BOARD, sentence)
        if self.owner(move.cell) is not None:
            name, marker = self.variant.cell_name(move.cell), self.marker(move.cell)
            return IllegalMove(move, Refusal.TAKEN, f"{name} is already taken by {marker}")
        return self.variant.referee.refusal(self, move)

    def effect(self, move: Move) -> Effect:
        """Return what the move takes away and from whom, or raise IllegalMove.

        The latest effect is cached: the preview, the status line and the announcement all use it.
        """
        latest = getattr(self, "_effect", None)
        if latest is None or latest[0] != move:
            refusal = self.refusal(move)
            if refusal is not None:
                raise refusal
            latest = move, self.variant.referee.effect(self, move)
            object.__setattr__(self, "_effect", latest)
        return latest[1]

    def discard_cached(self) -> None:
        """Discard the moves and the effect that were computed; they can be computed again."""
        object.__setattr__(self, "_legal", None)
        if hasattr(self, "_effect"):
            object.__delattr__(self, "_effect")

    def hand(self, player: Player) -> tuple[int, ...]:
        """Return the tokens that the player has not placed yet; none in games without tokens."""
        if not self.tokens:
            return ()
        spent = {self.tokens[cell] for cell in self.cells_of(player)}
        return tuple([token for token in self.variant.referee.tokens if token not in spent])

    def owner(self, cell: Cell) -> Player | None:
        """Return whose marker is on the cell, if there is one."""
        return next((player for player in Player if self.marks[player - 1] >> cell & 1), None)

    def marker(self, cell: Cell) -> str:
        """Return what is on the cell: `X`, `O`, a token such as `P1-5`, or an empty text."""
        owner = self.owner(cell)
        if owner is None:
            return ""
        return owner.token_label(self.tokens[cell]) if self.tokens else owner.symbol

    def cells_of(self, player: Player) -> tuple[Cell, ...]:
        """Return the cells with a marker of the player."""
        return cells_in(self.marks[player - 1])

    def room_for(self, player: Player) -> tuple[Cell, ...]:
        """Return the cells where the player may place on their turn."""
        return cells_in(self.room[player - 1])
