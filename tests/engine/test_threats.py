"""The search of the token game: forced runs, jokers, and what it proves on larger boards."""

import gc
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings, strategies as st

from gridlock_tui.engine import Budget, Verdict, analyse
from gridlock_tui.engine.analysis import new_solver
from gridlock_tui.engine.geometry import geometry_of
from gridlock_tui.engine.race import IN_HAND, Side, Sides
from gridlock_tui.engine.threats import RunSearch, ThreatSolver
from gridlock_tui.rules import VARIANTS, Board, GameState, Move, Player, Sequence, read_fen
from gridlock_tui.rules.board import cells_in
from tests import naive, naive_solver
from tests.engine.test_against_naive import assert_agree
from tests.rules.support import naive_game, naive_play


def proven_earlier() -> Iterator[tuple[str, str]]:
    """Yield positions with the values of their moves."""
    path = Path(__file__).parent / "verdicts" / "token_positions.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if not line.startswith("#")]
    yield from zip(lines[::2], lines[1::2], strict=True)


@cache
def lines_of(rows: int, columns: int) -> list[list[int]]:
    """Return all lines of three cells, found by their coordinates."""
    spots = [(row, column) for row in range(rows) for column in range(columns)]
    found = []
    for row, column in spots:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(row + n * down, column + n * right) for n in range(3)]
            if set(line) <= set(spots):
                found.append([spots.index(spot) for spot in line])
    return found


@cache
def has_run(board: Board, order: bytes) -> bool:
    for line in lines_of(board.rows, board.columns):
        ranks = [order.find(cell) for cell in line]
        if -1 not in ranks and ranks in (sorted(ranks), sorted(ranks)[::-1]):
            return True
    return False


@dataclass(frozen=True)
class Position:
    """Tokens by rank on a board on which other cells are of no use to anyone."""

    board: Board
    walls: frozenset[int]
    attacker: bytes
    defender: bytes

    @property
    def empty(self) -> int:
        taken = {*self.walls, *self.attacker, *self.defender}
        return sum(1 << cell for cell in range(self.board.size) if cell not in taken)

    def after(self, cell: int, rank: int, attacks: bool) -> "Position":
        order = bytearray(self.attacker if attacks else self.defender)
        order[rank] = cell
        if attacks:
            return replace(self, attacker=bytes(order))
        return replace(self, defender=bytes(order))


@cache
def forces_run(position: Position, runs: int, attacks: bool) -> bool:
    """Return whether the attacker can complete a run in so many placements: tries every move."""
    board, order = position.board, position.attacker if attacks else position.defender
    for cell in cells_in(position.empty):
        for rank, held in enumerate(order):
            if held == IN_HAND:
                after = position.after(cell, rank, attacks)
                if attacks and (
                    has_run(board, after.attacker)
                    or (runs > 1 and forces_run(after, runs - 1, False))
                ):
                    return True
                if not attacks and (
                    has_run(board, after.defender) or not forces_run(after, runs, True)
                ):
                    return False
    # A full board is a successful defence.
    return not attacks and bool(position.empty)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a position with few empty cells and without a run."""
    board = Board(*draw(st.sampled_from([(2, 5), (3, 3), (3, 4), (3, 5)])))
    cells = draw(st.permutations(range(board.size)))
    empty, walls = draw(st.integers(3, 6)), draw(st.integers(0, 3))
    orders = []
    for own in (cells[empty + walls :: 2], cells[empty + walls + 1 :: 2]):
        in_hand = draw(st.integers((empty + 1) // 2, {3: 8, 4: 6, 5: 5, 6: 4}[empty]))
        places = draw(st.permutations(range(len(own) + in_hand)))
        order = bytearray([IN_HAND] * len(places))
        for place, cell in zip(places, own, strict=False):
            order[place] = cell
        orders.append(bytes(order))
        assume(not has_run(board, orders[-1]))
    return Position(board, frozenset(cells[empty : empty + walls]), orders[0], orders[1])


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(position=positions(), runs=st.sampled_from([1, 2, 3, 3, 3]))
def test_a_run_is_forced_if_trying_every_move_says_so(position: Position, runs: int) -> None:
    """Tokens and cells that the search leaves out make no difference."""
    search = RunSearch(geometry_of(position.board))
    sides = search.sides.side(position.attacker), search.sides.side(position.defender)
    for attacks, ask in ((True, search.wins), (False, search.loses)):
        expected = forces_run(position, runs, attacks)
        assert ask(*sides, position.empty, runs, Budget()) is expected


def test_two_plans_force_nothing_if_the_defender_is_about_to_make_two_threats() -> None:
    hand = IN_HAND
    position = Position(
        Board(4, 4),
        frozenset({15}),
        bytes([12, 2, hand, 10, 14, hand, hand]),
        bytes([13, hand, 1, hand, hand, 6]),
    )
    search = RunSearch(geometry_of(position.board))
    sides = search.sides.side(position.attacker), search.sides.side(position.defender)
    assert not forces_run(position, 2, attacks=False)
    assert not search.loses(*sides, position.empty, 2, Budget())


@given(position=positions(), index=st.integers(0, 3))
def test_a_joker_can_do_what_any_token_can(position: Position, index: int) -> None:
    sides = RunSearch(geometry_of(position.board)).sides
    side = sides.side(position.attacker)
    free = cells_in(position.empty)
    cell = free[index % len(free)]
    joker = sides.with_joker(side, cell)
    for place, held in enumerate(side.order):
        if held == IN_HAND:
            after = sides.place(side, place, cell, len(side.order))
            assert after.threats & ~joker.threats == 0
            assert moves_of(after) <= moves_of(joker)
            assert set(after.plan_areas) <= set(joker.plan_areas)


@given(position=positions(), placements=st.integers(1, 3), dead=st.booleans())
def test_for_every_token_one_is_tried_that_leaves_as_much(
    position: Position, placements: int, dead: bool
) -> None:
    sides = RunSearch(geometry_of(position.board)).sides
    side = sides.side(position.attacker)
    most = 2**placements - 1

    def left(place: int) -> tuple[int, list[int]]:
        """Return the rank of the token on the board, and how many tokens remain in each gap."""
        order, kept = side.order, b"" if dead else b"x"
        gaps = re.split(b"[^\\xff]", order[:place] + kept + order[place + 1 :])
        rank = 0 if dead else place - order[:place].count(IN_HAND)
        return rank, [min(len(gap), most) for gap in gaps]

    tried = [left(place) for place in sides.choices(side, -placements if dead else placements)]
    for place, held in enumerate(side.order):
        if held == IN_HAND:
            rank, gaps = left(place)
            assert any(
                rank == other and all(a >= b for a, b in zip(more, gaps, strict=True))
                for other, more in tried
            )


def moves_of(side: Side) -> set[tuple[int, int]]:
    side.find_moves()
    return set(zip(side.move_cells, side.move_gaps, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 6), (2, 4), (2, 5), (3, 3), (3, 4)])
@settings(max_examples=25, deadline=None)
@given(choices=st.lists(st.integers(0, 10**6), min_size=12, max_size=12), left=st.integers(1, 4))
def test_every_value_is_that_of_the_naive_solver(
    size: tuple[int, int], choices: list[int], left: int
) -> None:
    state = VARIANTS["sequence"].resized(*size).start()
    for choice in choices[: state.board.size - left]:
        after = state.play(state.legal_moves[choice % len(state.legal_moves)])
        if after.is_over:
            break
        state = after
    assume(state.room[0].bit_count() <= 5)
    assert_agree(state)


@pytest.mark.slow
@pytest.mark.parametrize("spare", [1, 4])
@settings(max_examples=15, deadline=None)
@given(choices=st.lists(st.integers(0, 10**6), min_size=9, max_size=9))
def test_the_sum_decides_a_full_board_if_tokens_are_left(spare: int, choices: list[int]) -> None:
    variant = replace(VARIANTS["sequence"], rules=Sequence(spare_tokens=spare)).resized(3, 3)
    state = variant.start()
    for choice in choices[:6]:
        after = state.play(state.legal_moves[choice % len(state.legal_moves)])
        if after.is_over:
            break
        state = after
    assume(state.room[0].bit_count() <= 3)
    assert_agree(state)


@pytest.mark.parametrize(("fen", "expected"), list(proven_earlier()))
def test_every_value_is_that_of_an_earlier_solver(fen: str, expected: str) -> None:
    state = read_fen(fen)
    found = analyse(state, solver=new_solver(state.variant.rules))
    signs = {Verdict.WIN: "+", Verdict.LOSS: "-", Verdict.UNKNOWN: "?"}
    assert " ".join(f"{signs[each.verdict]}{each.distance}" for each in found.moves) == expected
    assert len(found.line) == found.distance, "best play is told to its end"


def test_two_lines_with_the_same_gap_are_one_threat() -> None:
    """After 5 A1, a token on A3 threatens A2 by A1-A2-A3 and by A2-A3-A4."""
    state = read_fen("sequence ...X6/O4.X4O2/.... X O")
    analysis = analyse(state, solver=new_solver(state.variant.rules))
    (value,) = [value for value in analysis.moves if str(value.move) == "5 A1"]
    assert (value.verdict, value.distance) == (Verdict.WIN, 7)


@pytest.mark.parametrize(
    ("size", "winning", "distance"),
    [((3, 4), 48, 7), ((4, 5), 176, 5), ((5, 5), 301, 5), ((6, 6), 624, 5)],
)
def test_every_first_move_is_proven_with_few_positions(
    size: tuple[int, int], winning: int, distance: int
) -> None:
    """Counted in positions, so that a busy machine makes no difference."""
    start = VARIANTS["sequence"].resized(*size).start()
    analysis = analyse(start, Budget(nodes=5_000), solver=new_solver(start.variant.rules))
    verdicts = [value.verdict for value in analysis.moves]
    assert (verdicts.count(Verdict.WIN), verdicts.count(Verdict.UNKNOWN)) == (winning, 0)
    assert None not in [value.distance for value in analysis.moves]
    assert analysis.distance == len(analysis.line) == distance


def test_few_arrangements_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dropping them makes the search slower, not wrong."""
    start = VARIANTS["sequence"].resized(3, 4).start()
    expected = analyse(start, solver=new_solver(start.variant.rules)).moves
    monkeypatch.setattr("gridlock_tui.engine.race.MAX_SIDES", 200)
    solver = new_solver(start.variant.rules)
    assert analyse(start, solver=solver).moves == expected
    assert isinstance(solver, ThreatSolver)
    assert len(solver.search_on(start).sides) <= 200


def test_a_dropped_search_is_freed_without_the_garbage_collector() -> None:
    """It has no cycles; in the compiled build the garbage collector does not see its parts."""
    start = VARIANTS["sequence"].resized(3, 4).start()
    analyse(start, solver=new_solver(start.variant.rules))  # fills what all searches share
    gc.collect()
    gc.disable()
    try:
        before = sys.getallocatedblocks()
        solver = new_solver(start.variant.rules)
        analyse(start, solver=solver)
        held = sys.getallocatedblocks() - before
        del solver
        left = sys.getallocatedblocks() - before
    finally:
        gc.enable()
    assert left < held / 2  # Python itself keeps some small tuples for later


def turned(rows: int, columns: int) -> list[list[int]]:
    """Return for every symmetry of a board where it takes each cell, found by coordinates."""
    found = []
    for down, right, across in product((False, True), (False, True), (False, rows == columns)):
        image = []
        for row, column in product(range(rows), range(columns)):
            to_row, to_column = (column, row) if across else (row, column)
            to_row = rows - 1 - to_row if down else to_row
            image.append(to_row * columns + (columns - 1 - to_column if right else to_column))
        found.append(image)
    return found


@given(st.sampled_from([(3, 3), (3, 4), (4, 4)]), st.randoms(use_true_random=False))
def test_positions_that_are_turned_or_counted_backwards_have_the_same_key(
    size: tuple[int, int], rng: random.Random
) -> None:
    board = Board(*size)
    sides = Sides(geometry_of(board))
    cells = rng.sample(range(board.size), rng.randrange(2, 7))
    walls = {cell for cell in range(board.size) if rng.random() < 0.3}
    middle = rng.randrange(1, len(cells))
    orders = [[*part, *[IN_HAND] * rng.randrange(3)] for part in (cells[:middle], cells[middle:])]
    for order in orders:
        rng.shuffle(order)

    def key(image: list[int], backwards: tuple[bool, bool]) -> int:
        own, other = (
            bytes(
                IN_HAND if cell == IN_HAND else image[cell] for cell in order[:: -1 if back else 1]
            )
            for order, back in zip(orders, backwards, strict=True)
        )
        empty = sum(1 << image[cell] for cell in range(board.size) if cell not in {*cells, *walls})
        return sides.key(sides.side(own), sides.side(other), empty, 3)

    ways = [(False, False), (True, False), (False, True), (True, True)]
    assert len({key(image, way) for image in turned(*size) for way in ways}) == 1


def test_what_follows_from_an_arrangement_is_kept_for_each_cell_of_a_large_board() -> None:
    board = Board(6, 8)
    sides = Sides(geometry_of(board))
    arrangements = [sides.side(bytes([cell, IN_HAND])) for cell in range(4)]
    for side, cell in product(arrangements, range(4, board.size)):
        assert sides.place(side, 1, cell, 2).order == bytes([side.order[0], cell])
        assert sides.with_joker(side, cell).jokers == 1 << cell


@pytest.mark.parametrize("spare", [0, 1])
def test_who_wins_is_who_the_naive_solver_says(spare: int) -> None:
    rng, winners = random.Random(spare), list[bool]()
    rules = Sequence(3, spare)
    variant = replace(VARIANTS["sequence"], rules=rules, demo="")
    solver = new_solver(rules)
    assert isinstance(solver, ThreatSolver)
    while len(winners) < 80:
        state = variant.resized(*rng.choice([(2, 3), (1, 5), (3, 2)])).start()
        for _ in range(state.board.size - rng.choice([2, 2, 3])):
            if not state.is_over:
                state = state.play(rng.choice(state.legal_moves))
        if state.is_over:
            continue
        game = naive_game(state.variant)
        position = naive.Position(game, placed(state), state.to_move, state.last or 0)
        winners.append(naive_solver.mover_wins(position))
        assert new_solver(rules).is_won(state, Budget()) is winners[-1]
    assert 10 < winners.count(True) < 70


def placed(state: GameState) -> tuple[frozenset[naive.Play], frozenset[naive.Play]]:
    one, two = (
        frozenset(
            naive_play(state.variant, Move(cell, state.tokens[cell]))
            for cell in state.cells_of(player)
        )
        for player in Player
    )
    return one, two
