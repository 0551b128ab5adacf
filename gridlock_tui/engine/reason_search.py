"""Find why a move wins. Every reason is proven, none is guessed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import chain, permutations
from operator import xor

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.col import ColSolver
from gridlock_tui.engine.node_kayles import NodeKaylesSolver
from gridlock_tui.engine.reasons import (
    Axis,
    Block,
    Fork,
    LastMove,
    Mirror,
    OnlyMove,
    Reason,
    Run,
    SpareMove,
    Split,
)
from gridlock_tui.engine.shapes import canonical_pair, on_plane, symmetries_of
from gridlock_tui.engine.solver import Solver
from gridlock_tui.rules import (
    Blocks,
    Board,
    Cell,
    GameState,
    Move,
    Placement,
    Player,
    Sequence,
    Wins,
    run_threats,
)
from gridlock_tui.rules.board import cells_in
from gridlock_tui.rules.sequence import SequenceReferee

_ENDING_NODES = 3_000
"""How many positions to search for whether the number of moves left is fixed."""
_VALUE_NODES = 1_000
"""How many positions to search for the value of a position of Col, or its nimbers."""


def best_reason(
    state: GameState, moves: Iterable[Move], solver: Solver, budget: Budget | None = None
) -> Reason | None:
    """Return the clearest reason why one of these winning moves wins; None if none is found.

    The budget can only cancel the search, which has limits of its own.
    """
    own = Budget(nodes=_VALUE_NODES, cancelled=budget.is_cancelled if budget else None)
    found = [_explained(state, move, solver, own) for move in moves]
    return min((reason for reason in found if reason is not None), key=_rank, default=None)


def explain(
    state: GameState, move: Move, solver: Solver, budget: Budget | None = None
) -> Reason | None:
    """Return why this winning move wins; None if no idea proves it."""
    return best_reason(state, [move], solver, budget)


def _explained(state: GameState, move: Move, solver: Solver, budget: Budget) -> Reason | None:
    if len(state.legal_moves) == 1:
        return OnlyMove(move)
    if isinstance(state.variant.referee, SequenceReferee):
        return _token_reason(state, move)
    return _placement_reason(state, move, solver, budget)


_CLEAREST_FIRST = (OnlyMove, Run, Fork, Block, LastMove, Mirror, Split, SpareMove)


def _rank(reason: Reason) -> tuple[int, float]:
    """Return a sort key that puts the clearest reasons first, and the best of one kind."""
    match reason:
        case LastMove(left=left):
            within: float = left
        case SpareMove(own=int(own), other=int(other)):
            within = other - own
        case SpareMove(ahead=float(ahead)):
            within = -ahead
        case Split(twins=()):  # nimbers are for those who know them
            return len(_CLEAREST_FIRST), 0
        case _:
            within = 0
    return _CLEAREST_FIRST.index(type(reason)), within


# Placement games.


def _placement_reason(
    state: GameState, move: Move, solver: Solver, budget: Budget
) -> Reason | None:
    winner, after = state.to_move, state.play(move)
    # Where the last to place loses, the player who has to move on wins: that is no last move.
    left = _moves_left(after, winner) if _rules(state).wins is not Wins.OTHER else None
    if left is not None:
        return LastMove(move, left)
    if not isinstance(solver, NodeKaylesSolver | ColSolver):
        return None
    if after.to_move is not winner:
        mirror = _mirror(after, after.room)
        if mirror is not None:
            return Mirror(move, *mirror)
        if split := _balanced(after, move):
            return split
    if isinstance(solver, NodeKaylesSolver):
        return _by_nimbers(after, move, solver, budget)
    return _spare_move(after, move, winner, solver, budget)


def _moves_left(state: GameState, winner: Player) -> int | None:
    """Return how many moves are left if it is always the same number, and this player wins."""
    known: dict[tuple[Player, tuple[int, int]], int | None] = {}
    budget = Budget(nodes=_ENDING_NODES)

    def left(state: GameState) -> int | None:
        outcome = state.outcome
        if outcome is not None:
            return 0 if outcome.winner is winner else None
        key = state.to_move, state.room
        if key not in known:
            budget.spend()
            known[key] = None
            numbers = set()
            for move in state.legal_moves:
                numbers.add(left(state.play(move)))
                if None in numbers or len(numbers) > 1:
                    return None
            known[key] = 1 + (numbers.pop() or 0)
        return known[key]

    try:
        return left(state)
    except OutOfBudget:
        return None


_Reflection = tuple[Axis, int, int]


def _reflections(board: Board, cells: int) -> list[_Reflection]:
    """Return the reflections that could map a set of cells to itself, judged by its outline."""
    rows, columns = zip(*map(board.place, cells_in(cells)), strict=True)
    top, bottom, left, right = min(rows), max(rows), min(columns), max(columns)
    found = [
        (Axis.CENTRE, top + bottom, left + right),
        (Axis.UPRIGHT, 0, left + right),
        (Axis.LEVEL, top + bottom, 0),
    ]
    if bottom - top == right - left:
        found.append((Axis.FALLING, top - left, left - top))
        found.append((Axis.RISING, top + right, top + right))
    return found


def _rules(state: GameState) -> Placement:
    rules = state.variant.rules
    assert isinstance(rules, Placement)
    return rules


def _mirror(state: GameState, room: tuple[int, int]) -> _Reflection | None:
    """Return a reflection that answers every move in this room; None if there is none.

    If a marker blocks both players, no cell may be its own image or touch it. If it blocks only
    its owner, the image of a cell that one player may use must be open to the other.
    """
    board, rules, (one, two) = state.board, _rules(state), room
    if not one | two:
        return None
    steps, blocks_both = set(rules.neighbourhood.steps), rules.blocks is Blocks.BOTH
    for axis, down, right in _reflections(board, one | two):
        if {_turned(axis, step) for step in steps} != steps:
            continue
        for cell in cells_in(one | two):
            row, column = board.place(cell)
            to_row, to_column = axis.image(down, right, row, column)
            if not board.holds(to_row, to_column) or (row, column) == (to_row, to_column):
                break
            image = board.cell(to_row, to_column)
            if one >> cell & 1 != two >> image & 1 or two >> cell & 1 != one >> image & 1:
                break
            if blocks_both and (to_row - row, to_column - column) in steps:
                break
        else:
            return axis, down, right
    return None


def _turned(axis: Axis, step: tuple[int, int]) -> tuple[int, int]:
    """Return what a reflection makes of a step from one cell to another."""
    return axis.image(0, 0, *step)


def _regions(state: GameState) -> list[tuple[Cell, ...]]:
    """Return the parts of the open cells in which moves do not affect the other parts.

    A cell affects another if they are neighbours and one player may place on both.
    """
    near = state.board.neighbours(_rules(state).neighbourhood)
    one, two = state.room
    left, found = one | two, []
    while left:
        frontier = part = left & -left
        while frontier:
            cell = frontier.bit_length() - 1
            frontier ^= 1 << cell
            shared = (one if one >> cell & 1 else 0) | (two if two >> cell & 1 else 0)
            touched = near[cell] & shared & left & ~part
            part |= touched
            frontier |= touched
        left &= ~part
        found.append(cells_in(part))
    return found


def _balanced(state: GameState, move: Move) -> Split | None:
    """Return the regions if every one has a twin, or answers every move by its image."""
    regions = _regions(state)
    if len(regions) < 2:
        return None
    twins: list[int | None] = [None] * len(regions)
    alone: dict[tuple[int, int], list[int]] = {}
    symmetries = symmetries_of(_rules(state).neighbourhood)
    for number, cells in enumerate(regions):
        one, two = _room_in(state, cells)
        # The twin has the players exchanged; in Node Kayles both may use the same cells.
        waiting = alone.get(canonical_pair(two, one, symmetries))
        if waiting:
            other = waiting.pop()
            twins[number], twins[other] = other, number
        else:
            alone.setdefault(canonical_pair(one, two, symmetries), []).append(number)
    for number in chain.from_iterable(alone.values()):
        members = sum(1 << cell for cell in regions[number])
        if _mirror(state, (state.room[0] & members, state.room[1] & members)) is None:
            return None
    return Split(move, tuple(regions), tuple(twins))


def _room_in(state: GameState, cells: tuple[Cell, ...]) -> tuple[int, int]:
    """Return where both players may place within these cells, on the plane."""
    members, columns = sum(1 << cell for cell in cells), state.board.columns
    one, two = (on_plane(room & members, columns) for room in state.room)
    return one, two


def _by_nimbers(
    state: GameState, move: Move, solver: NodeKaylesSolver, budget: Budget
) -> Split | None:
    """Return the regions with nimbers that cancel out, if there are several."""
    try:
        regions = solver.regions(state, budget)
    except OutOfBudget:
        return None
    nimbers = tuple(region.grundy for region in regions)
    if len(regions) < 2 or reduce(xor, nimbers):
        return None
    return Split(move, tuple(region.cells for region in regions), (), nimbers)


def _spare_move(
    state: GameState, move: Move, winner: Player, solver: ColSolver, budget: Budget
) -> SpareMove | None:
    """Return by how much the winner is ahead, by counting moves or by the value of Col."""
    columns = state.board.columns
    own = on_plane(state.room[winner - 1], columns)
    other = on_plane(state.room[winner.other - 1], columns)
    limits = solver.search.limits
    sure, most = limits.sure(own, other, state.to_move is winner), limits.most(other)
    counts = (sure, most) if sure >= most + (state.to_move is winner) else (None, None)
    try:
        number, _ = solver.table.value(solver.table.parts((own, other)), budget)
    except OutOfBudget:
        return SpareMove(move, None, *counts) if counts[0] is not None else None
    return SpareMove(move, number, *counts)


# The token game.


def _token_reason(state: GameState, move: Move) -> Reason | None:
    winner, after = state.to_move, state.play(move)
    if run := state.effect(move).run:
        return Run(move, run)
    if after.is_over:
        return LastMove(move, 0)
    own, other = (run_threats(after)[player - 1] for player in (winner, winner.other))
    if len(own) > 1 and not other:
        return Fork(move, tuple(sorted(own)))
    before = run_threats(state)
    if before[winner.other - 1] == {move.cell} and not before[winner - 1]:
        return Block(move)
    rules = state.variant.rules
    is_fixed = isinstance(rules, Sequence) and not rules.spare_tokens
    if is_fixed and not any(_can_complete(after, player) for player in Player):
        return LastMove(move, len(after.room_for(after.to_move)))
    return None


def _can_complete(state: GameState, player: Player) -> bool:
    """Return whether the player could still complete a run if the opponent did not interfere."""
    referee = state.variant.referee
    assert isinstance(referee, SequenceReferee)
    hand, other = state.hand(player), state.marks[player.other - 1]
    for cells, line in referee.lines:
        if cells & other:
            continue
        placed = [state.tokens[cell] for cell in line]
        empty = [at for at, token in enumerate(placed) if not token]
        for tokens in permutations(hand, len(empty)):
            numbers = placed.copy()
            for at, token in zip(empty, tokens, strict=True):
                numbers[at] = token
            if numbers in (sorted(numbers), sorted(numbers, reverse=True)):
                return True
    return False


# A game that shows an idea.


def mirrored_play(mirror: Mirror, state: GameState) -> tuple[Move, ...]:
    """Return a game from this state in which every move is answered by its image.

    The opponent plays what leaves the most moves.
    """
    line, after = [mirror.move], state.play(mirror.move)
    while not after.is_over:
        move = max(after.legal_moves, key=lambda move: len(after.play(move).legal_moves))
        image = mirror.image(after.board, move.cell)
        assert image is not None
        line += [move, Move(image)]
        after = after.play(move).play(Move(image))
    return tuple(line)
