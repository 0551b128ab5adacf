"""Find puzzles and measure how hard they are. Only the script that makes the pack needs this."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import comb

from gridlock_tui.engine.analysis import analyse
from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.players import LEVELS, Level, choose
from gridlock_tui.engine.puzzles import Puzzle, packed
from gridlock_tui.engine.reasons import Reason
from gridlock_tui.engine.shapes import PLANE, canonical_pair, on_plane, symmetries_of
from gridlock_tui.engine.verdicts import (
    Detail,
    MoveValues,
    Verdict,
    best_of,
    preference,
    verdict_of,
)
from gridlock_tui.rules import KING, Cell, GameState, Move, Placement, Player

LEAST_CELLS = 5
"""On how many cells at least you can place in a puzzle."""
RATED_LEVELS = tuple(level for level in LEVELS.values() if level.error_rate)
"""The levels that make mistakes, weakest first."""
_IDS = 10_000
_DEFENDER = LEVELS["perfect"]
"""The computer that defends in the puzzle room."""
_LINE_NODES = 2_000_000
"""How many positions are searched for the play after the answer."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What makes a puzzle hard."""

    cells: int
    """On how many cells you can place."""
    distance: int
    near_misses: int
    """The cells that lose, but hold out nearly as long as the win takes."""
    only_moves: int
    """How often exactly one of several cells wins later: see `later_only_moves`."""
    obvious: int
    """How many reasons there are to try the answer first: centre, reflection, most cells locked."""
    misses: tuple[float, ...]
    """How often each level that makes mistakes misses it, weakest first."""


def make_puzzle(
    first: Player, moves: Sequence[Move], state: GameState, budget: Budget
) -> tuple[Puzzle, Traits] | None:
    """Return the position after these moves as a puzzle without difficulty, and its traits.

    None if it is no puzzle, or if the budget is too small to prove that it is one.
    """
    if len(state.room_for(state.to_move)) < LEAST_CELLS:
        return None
    if len(winning_cells(analyse(state, budget, Detail.VERDICTS).moves)) != 1:
        return None
    analysis = analyse(state, budget)
    values, distance = analysis.moves, analysis.distance
    if distance is None or any(value.distance is None for value in values):
        return None
    if len(winning_cells(values)) != 1:
        return None
    board, winning = state.board, [value for value in values if value.verdict is Verdict.WIN]
    only_moves = later_only_moves(state, values)
    puzzle = Puzzle(
        puzzle_id(state),
        state.variant.slug,
        str(board),
        int(first),
        packed(board, moves),
        packed(board, [value.move for value in sorted(winning, key=preference)]),
        distance,
        0,
        theme_of(analysis.reason),
        only_moves,
    )
    last = moves[-1] if moves else None
    traits = Traits(
        len(state.room_for(state.to_move)),
        distance,
        _near_misses(values, distance),
        only_moves,
        _obvious(state, winning[0].move.cell, last),
        tuple(miss_chance(values, level) for level in RATED_LEVELS),
    )
    return puzzle, traits


def winning_cells(values: MoveValues) -> set[Cell]:
    """Return the cells on which a move wins; none if a verdict is not known."""
    if any(value.verdict is Verdict.UNKNOWN for value in values):
        return set()
    return {value.move.cell for value in values if value.verdict is Verdict.WIN}


def theme_of(reason: Reason | None) -> str:
    """Return the name of the kind of reason, such as `spare-move`; empty if there is none."""
    if reason is None:
        return ""
    return re.sub("(?<=.)([A-Z])", r"-\1", type(reason).__name__).lower()


# Copies of a position.


def position_key(state: GameState) -> str:
    """Return a text that is the same for all copies of a position.

    Copies are turned, reflected or moved on the board, or have the players exchanged. In games
    without tokens only the cells that each player may use count, not the markers.
    """
    rules, slug = state.variant.rules, state.variant.slug
    mover, columns = state.to_move, state.board.columns
    if isinstance(rules, Placement):
        own, other = (on_plane(state.room[player - 1], columns) for player in (mover, mover.other))
        return f"{slug} {canonical_pair(own, other, symmetries_of(rules.neighbourhood))}"
    images = []
    for turned in symmetries_of(KING):
        cells = [turned(1 << PLANE.cell(*state.board.place(cell))) for cell in _cells(state)]
        for is_reversed in (False, True):
            images.append(sorted(zip(cells, _signs(state, is_reversed), strict=True)))
    return f"{slug} {_moved_home(min(images, key=_moved_home))}"


def _cells(state: GameState) -> range:
    return range(state.board.size)


def _signs(state: GameState, is_reversed: bool) -> list[tuple[int, int]]:
    """Return who has which token on every cell, seen by the player to move.

    Runs may rise or fall, so it makes no difference if all numbers are reversed.
    """
    most = state.variant.tokens_each + 1
    signs = []
    for cell in _cells(state):
        owner, token = state.owner(cell), state.tokens[cell]
        number = most - token if is_reversed and token else token
        signs.append((0 if owner is None else 1 if owner is state.to_move else 2, number))
    return signs


def _moved_home(image: list[tuple[int, tuple[int, int]]]) -> list[tuple[int, tuple[int, int]]]:
    """Return the cells of a board that was turned, moved to the top left corner of the plane."""
    places = [PLANE.place(cell.bit_length() - 1) for cell, _ in image]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return [
        (PLANE.cell(row - top, column - left), sign)
        for (row, column), (_, sign) in zip(places, image, strict=True)
    ]


def puzzle_id(state: GameState) -> str:
    """Return the id: it depends on the position only, and is the same for all copies of it."""
    number = int.from_bytes(sha256(position_key(state).encode()).digest()[:8], "big") % _IDS
    return f"{state.variant.slug[:2]}{number:04}"


# How hard it is.

_PER_MISS = (1.0, 1.0, 3.0, 3.0)
"""What it counts that a level misses it, weakest level first."""
_PER_PLACEMENT, _PER_NEAR_MISS, _PER_ONLY_MOVE, _PER_OBVIOUS = 0.02, 0.02, 0.2, -0.1


def hardness(traits: Traits) -> float:
    """Return how hard a puzzle is; a pack has classes of difficulty by it."""
    missed = sum(w * miss for w, miss in zip(_PER_MISS, traits.misses, strict=True))
    return (
        missed
        + _PER_PLACEMENT * traits.distance
        + _PER_NEAR_MISS * traits.near_misses
        + _PER_ONLY_MOVE * traits.only_moves
        + _PER_OBVIOUS * traits.obvious
    )


def _near_misses(values: MoveValues, distance: int) -> int:
    """Return how many losing cells hold out nearly as long as the win takes."""
    lost = {
        value.move.cell
        for value in values
        if value.verdict is Verdict.LOSS and (value.distance or 0) >= distance - 1
    }
    return len(lost - winning_cells(values))


def best_line(state: GameState, values: MoveValues) -> Iterator[tuple[GameState, MoveValues]]:
    """Yield your later turns, with the values of your moves, if you and the defence play best.

    You play the quickest win, and of several the first on the board. The defence is that of the
    puzzle room: it holds out longest, and then leaves you the fewest winning moves.
    """
    you, budget = state.to_move, Budget(nodes=_LINE_NODES)
    while verdict_of(values) is Verdict.WIN:
        state = state.play(best_of(values).move)
        while not state.is_over and state.to_move is not you:
            state = state.play(choose(state, _DEFENDER))
        if state.is_over:
            break
        values = analyse(state, budget).moves
        yield state, values


def later_only_moves(state: GameState, values: MoveValues) -> int:
    """Return at how many later turns on the best line exactly one of several cells wins."""
    return sum(
        len(later.room_for(later.to_move)) > 1 and len(winning_cells(known)) == 1
        for later, known in best_line(state, values)
    )


def _obvious(state: GameState, cell: Cell, last: Move | None) -> int:
    """Return how many reasons there are to try this cell first."""
    board, room = state.board, state.room_for(state.to_move)

    def off_centre(cell: Cell) -> int:
        row, column = board.place(cell)
        return abs(2 * row - board.rows + 1) + abs(2 * column - board.columns + 1)

    def locked(cell: Cell) -> int:
        move = next(move for move in state.legal_moves if move.cell == cell)
        return sum(map(len, state.effect(move).lost))

    is_central = off_centre(cell) == min(map(off_centre, room))
    is_image = last is not None and last.cell + cell == board.size - 1
    most = max(map(locked, room))
    locks_most = most > 0 and locked(cell) == most
    return is_central + is_image + locks_most


def miss_chance(values: MoveValues, level: Level) -> float:
    """Return the probability that a computer of this level plays a move that does not win.

    It follows from how a level chooses: see `players`.
    """
    near, error = level.lookahead, level.error_rate
    winning = [value for value in values if value.verdict is Verdict.WIN]
    if any((value.distance or near + 1) <= near for value in winning):
        return 0.0
    far = sum(
        value.verdict is Verdict.LOSS and (value.distance or near + 1) > near for value in values
    )
    # All winning moves are misjudged; so are some of the losing ones, and it picks any of them.
    count = len(winning)
    picks_other = sum(
        comb(far, some) * error**some * (1 - error) ** (far - some) * some / (some + count)
        for some in range(far + 1)
    )
    return float(error**count * picks_other)
