"""The immutable state of a game, and what a move can come to."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Protocol

from gridlock_tui.rules.board import Board, Cell, GridlockError, cells_in

if TYPE_CHECKING:
    from gridlock_tui.rules.variants import Variant


class Player(IntEnum):
    """One of the two sides. Player 1 is always X, whoever starts."""

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

    def __str__(self) -> str:
        return f"Player {int(self)}"

    def token_label(self, number: int) -> str:
        """Return what this player's token of that number is called."""
        return f"P{int(self)}-{number}"


_OTHER = {Player.ONE: Player.TWO, Player.TWO: Player.ONE}

Pair = tuple[int, int]
"""Something that each player has: Player 1's first, then Player 2's."""


@dataclass(frozen=True, slots=True)
class Move:
    """A placement: the cell and, in games with numbered tokens, the token."""

    cell: Cell
    token: int | None = None


class Reason(Enum):
    """Why a game is over."""

    STUCK = "the player to move has nowhere to place"
    BOTH_STUCK = "neither player has anywhere to place"
    RUN = "a run in strict order was completed"
    SUM = "the board is full and one sum is higher"
    LAST_PLACED = "the board is full, the sums are equal, the last to place wins"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won, why, and the cells that decide it.

    The cells are the completed run where there is one, otherwise the winner's markers.
    """

    winner: Player
    reason: Reason
    cells: tuple[Cell, ...]


class Refusal(Enum):
    """The kinds of reason for which a move is refused."""

    GAME_OVER = "the game is over"
    OFF_BOARD = "there is no such cell"
    TAKEN = "a marker stands there"
    BLOCKED = "a marker blocks it for both players"
    TOUCHES_OWN = "it touches a marker of the player's own"
    TOUCHES_OTHER = "it touches a marker of the opponent"
    TOKEN_MISSING = "the move must name a token"
    TOKEN_UNKNOWN = "there is no such token"
    TOKEN_SPENT = "the token is on the board already"


class IllegalMove(GridlockError):  # noqa: N818 - the name that the design promises to others
    """A move that the rules refuse; the text is a sentence for the player."""

    def __init__(self, move: Move, refusal: Refusal, sentence: str) -> None:
        super().__init__(move, refusal, sentence)
        self.move = move
        self.refusal = refusal
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move would take away, beside the cell that it occupies."""

    lost: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    """The cells where Player 1, and where Player 2, could place before and could not after."""
    run: tuple[Cell, ...] = ()
    """The cells of the run that the move would complete."""

    def lost_by(self, player: Player) -> tuple[Cell, ...]:
        """Return the cells that this player would lose."""
        return self.lost[player - 1]


class Referee(Protocol):
    """The rules of one family of games, on one board."""

    def position(
        self,
        variant: Variant,
        marks: Pair,
        to_move: Player,
        last: Player | None,
        tokens: tuple[int, ...],
    ) -> GameState:
        """Return the state with these markers; what follows from them is worked out anew."""

    def flaw(self, marks: Pair, to_move: Player, tokens: tuple[int, ...]) -> str | None:
        """Return what is wrong with a position that no game can come to, None if nothing is."""

    def legal_moves(self, state: GameState) -> tuple[Move, ...]:
        """Return the moves of the player to move; none when the game is over."""

    def count_moves(self, state: GameState) -> int:
        """Return the number of legal moves without making them."""

    def play(self, state: GameState, move: Move) -> GameState:
        """Return the state after the move and any forced pass, or raise IllegalMove."""

    def refusal(self, state: GameState, move: Move) -> IllegalMove | None:
        """Return what is wrong with a move to an empty cell of a running game, None if nothing."""

    def effect(self, state: GameState, move: Move) -> Effect:
        """Return what a legal move would take away."""

    def outcome(self, state: GameState) -> Outcome:
        """Return how a game that is over ended."""

    def hand(self, state: GameState, player: Player) -> tuple[int, ...]:
        """Return the tokens that the player has not placed yet."""


@dataclass(frozen=True, slots=True)
class GameState:
    """A position: markers, who is to move, who placed last. Equal positions are equal states."""

    variant: Variant
    marks: Pair
    """The set of cells that each player has marked."""
    to_move: Player
    last: Player | None
    """Who made the last placement; the player to move after a forced pass of the other."""
    tokens: tuple[int, ...]
    """The number on each cell's token, 0 where there is none; () in games without tokens."""
    room: Pair = field(compare=False)
    """The set of cells where each player may place: follows from the rest, kept for speed."""
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return self.variant.board

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the player to move, computed once; none when the game is over."""
        if self._legal is None:
            # The one write to a frozen object: a cache of what the other fields determine.
            object.__setattr__(self, "_legal", self.variant.referee.legal_moves(self))
        assert self._legal is not None
        return self._legal

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.room[self.to_move - 1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.variant.referee.outcome(self) if self.is_over else None

    @property
    def passed(self) -> Player | None:
        """Who had to pass after the last placement, or None."""
        return self.to_move.other if self.last is self.to_move else None

    def play(self, move: Move) -> GameState:
        """Return the state after the move and any forced pass, or raise IllegalMove."""
        return self.variant.referee.play(self, move)

    def why_not(self, move: Move) -> str | None:
        """Return the sentence that says why the move is illegal, None if it is legal."""
        refusal = self.refusal(move)
        return None if refusal is None else refusal.sentence

    def refusal(self, move: Move) -> IllegalMove | None:
        """Return the error that playing the move would raise, None if it is legal."""
        outcome = self.outcome
        if outcome is not None:
            sentence = f"the game is over: {outcome.winner} won"
            return IllegalMove(move, Refusal.GAME_OVER, sentence)
        if not 0 <= move.cell < self.board.size:
            sentence = f"that cell is not on the {self.board} board"
            return IllegalMove(move, Refusal.OFF_BOARD, sentence)
        if self.owner(move.cell) is not None:
            name, marker = self.variant.cell_name(move.cell), self.marker(move.cell)
            return IllegalMove(move, Refusal.TAKEN, f"{name} is already taken by {marker}")
        return self.variant.referee.refusal(self, move)

    def effect(self, move: Move) -> Effect:
        """Return what the move would take away and from whom, or raise IllegalMove."""
        refusal = self.refusal(move)
        if refusal is not None:
            raise refusal
        return self.variant.referee.effect(self, move)

    def hand(self, player: Player) -> tuple[int, ...]:
        """Return the tokens that the player has not placed yet; none in games without tokens."""
        return self.variant.referee.hand(self, player)

    def owner(self, cell: Cell) -> Player | None:
        """Return whose marker stands on the cell."""
        return next((player for player in Player if self.marks[player - 1] >> cell & 1), None)

    def marker(self, cell: Cell) -> str:
        """Return what stands on the cell: `X`, `O`, a token such as `P1-5`, or nothing."""
        owner = self.owner(cell)
        if owner is None:
            return ""
        return owner.token_label(self.tokens[cell]) if self.tokens else owner.symbol

    def cells_of(self, player: Player) -> tuple[Cell, ...]:
        """Return the cells that the player has marked."""
        return cells_in(self.marks[player - 1])

    def room_for(self, player: Player) -> tuple[Cell, ...]:
        """Return the cells where the player could place if it were the player's turn."""
        return cells_in(self.room[player - 1])
