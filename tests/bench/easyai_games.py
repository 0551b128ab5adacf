"""The placement games as easyAI wants them, and its depth-first solver asked who wins.

A state is one or two bit masks as the player to move sees them: the solver's values are those of
the player to move as well, so a position counts once, whoever is to move. Needs the extra `bench`.
"""

from easyAI import AI_Player, TwoPlayerGame, solve_with_depth_first_search
from easyAI.AI.TranspositionTable import TranspositionTable

from gridlock_tui.rules import Variant
from tests.bench.peer_masks import Masks, masks_of

WIN_SCORE = 100
PASS = -1


def moves_in(room: int) -> list[int]:
    """Return the cells of a room as a list, which is what easyAI wants."""
    moves = []
    while room:
        lowest = room & -room
        moves.append(lowest.bit_length() - 1)
        room ^= lowest
    return moves


class OneRoomGame(TwoPlayerGame):
    """A game in which a marker bars both players (classic, showdown)."""

    def __init__(self, masks: Masks) -> None:
        self.players = [AI_Player(None), AI_Player(None)]
        self.current_player = 1
        self.room = masks.full
        self._keeps = masks.keeps_own
        self._before: list[int] = []

    def possible_moves(self) -> list[int]:
        """Return the free cells."""
        return moves_in(self.room)

    def make_move(self, cell: int) -> None:
        """Claim a cell."""
        self._before.append(self.room)
        self.room &= self._keeps[cell]

    def unmake_move(self, _cell: int) -> None:
        """Take the last claim back."""
        self.room = self._before.pop()

    def is_over(self) -> bool:
        """Say whether the player to move is stuck."""
        return not self.room

    def scoring(self) -> int:
        """Return the score of the player to move, who has lost once the game is over."""
        return 0 if self.room else -WIN_SCORE

    def ttentry(self) -> int:
        """Return what tells positions apart."""
        return self.room

    def ttrestore(self, entry: int) -> None:
        """Set the position up again."""
        self.room = entry


class TwoRoomsGame(TwoPlayerGame):
    """A game in which a marker bars its owner only, and in which being stuck loses (spacing)."""

    def __init__(self, masks: Masks) -> None:
        self.players = [AI_Player(None), AI_Player(None)]
        self.current_player = 1
        self.own = self.other = masks.full
        self._keeps_own = masks.keeps_own
        self._keeps_other = masks.keeps_other
        self._before: list[tuple[int, int]] = []

    def possible_moves(self) -> list[int]:
        """Return the cells where the player to move may place."""
        return moves_in(self.own)

    def make_move(self, cell: int) -> None:
        """Place, and see the board with the eyes of the opponent, who is to move next."""
        own, other = self.own, self.other
        self._before.append((own, other))
        self.own, self.other = other & self._keeps_other[cell], own & self._keeps_own[cell]

    def unmake_move(self, _move: int) -> None:
        """Take the last move back."""
        self.own, self.other = self._before.pop()

    def is_over(self) -> bool:
        """Say whether the player to move is stuck."""
        return not self.own

    def scoring(self) -> int:
        """Return the score of the player to move, who has lost once the game is over."""
        return -WIN_SCORE if self.is_over() else 0

    def ttentry(self) -> tuple[int, int]:
        """Return what tells positions apart."""
        return self.own, self.other

    def ttrestore(self, entry: tuple[int, int]) -> None:
        """Set the position up again."""
        self.own, self.other = entry


class PassingGame(TwoRoomsGame):
    """The same with forced passes: when neither can place, the last to place wins (passing).

    A pass is a move, since the solver changes sides after every move. Nobody passes when the
    opponent is stuck too, so whoever is to move at the end is not the last who placed.
    """

    def possible_moves(self) -> list[int]:
        """Return the cells where the player to move may place, or else the pass."""
        return super().possible_moves() if self.own else [PASS]

    def make_move(self, move: int) -> None:
        """Place or pass."""
        if move != PASS:
            super().make_move(move)
            return
        self._before.append((self.own, self.other))
        self.own, self.other = self.other, self.own

    def is_over(self) -> bool:
        """Say whether both are stuck."""
        return not self.own and not self.other


def first_wins(variant: Variant) -> bool:
    """Ask easyAI whether the starter wins."""
    masks = masks_of(variant)
    if masks.is_impartial:
        game = OneRoomGame(masks)
    else:
        game = PassingGame(masks) if masks.passes else TwoRoomsGame(masks)
    result: int = solve_with_depth_first_search(game, WIN_SCORE, tt=TranspositionTable())
    assert result, "these games know no draw"
    return result > 0
