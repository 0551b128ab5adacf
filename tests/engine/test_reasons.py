"""Reasons are proven: what they claim is played out by the naive rules."""

import random
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.engine import Budget, analyse, clear_caches, iter_analyses
from gridlock_tui.engine.analysis import solver_for
from gridlock_tui.engine.reason_search import (
    _reflections as reflections_of,
    _regions as regions_of,
    best_reason,
    explain,
    mirrored_play,
)
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
from gridlock_tui.rules import (
    KNIGHT,
    VARIANTS,
    Blocks,
    Board,
    GameState,
    Move,
    Placement,
    Player,
    Sequence,
    Wins,
    play_moves,
    run_threats,
)
from tests.engine.reason_checks import check, reasons_for, won_positions


def position(slug: str, size: str, moves: str) -> GameState:
    rows, columns = map(int, size.split("x"))
    return play_moves(VARIANTS[slug].resized(rows, columns).start(), moves)


def why(state: GameState, move: str) -> Reason | None:
    return explain(state, state.move(move), solver_for(state))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "size", "count"),
    [
        ("classic", "4x4", 60),
        ("classic", "5x5", 40),
        ("showdown", "4x4", 60),
        ("showdown", "5x5", 40),
        ("spacing", "4x4", 60),
        ("spacing", "3x5", 40),
        ("passing", "4x4", 60),
        ("passing", "5x5", 40),
        ("sequence", "4x4", 60),
        ("sequence", "3x3", 40),
    ],
)
def test_every_reason_holds_when_it_is_played_out(slug: str, size: str, count: int) -> None:
    variant = VARIANTS[slug].resized(*map(int, size.split("x")))
    found = set()
    for state, winning in islice(won_positions(variant, seed=7), count):
        for reason in reasons_for(state, winning):
            if reason is not None:
                check(state, reason)
                found.add(type(reason))
    assert len(found) > 1, "random positions have more than one kind of reason"


def test_the_reflection_of_the_last_move_wins() -> None:
    state = position("spacing", "4x4", "2 2")
    reason = why(state, "3 3")
    assert isinstance(reason, Mirror)
    assert reason.axis is Axis.CENTRE
    assert reason.image(state.board, state.move("2 2").cell) == state.move("3 3").cell
    assert reason.image(state.board, state.move("1 4").cell) == state.move("4 1").cell


@pytest.mark.parametrize(
    ("slug", "size", "moves", "move", "axis"),
    [
        ("classic", "5x5", "", "13", Axis.CENTRE),
        ("showdown", "3x5", "", "2 3", Axis.CENTRE),
        ("showdown", "5x5", "4 3; 2 3; 3 1", "3 4", Axis.LEVEL),
        ("showdown", "5x5", "1 3", "4 3", Axis.UPRIGHT),
        ("spacing", "4x4", "2 1", "2 4", Axis.UPRIGHT),
        ("passing", "4x4", "3 3", "2 3", Axis.LEVEL),
    ],
)
def test_a_position_can_be_its_own_reflection(
    slug: str, size: str, moves: str, move: str, axis: Axis
) -> None:
    state = position(slug, size, moves)
    reason = why(state, move)
    assert isinstance(reason, Mirror)
    assert reason.axis is axis
    check(state, reason)


@given(st.sampled_from(Axis), st.integers(0, 4), st.integers(0, 4), st.integers(1, 4), st.randoms())
def test_every_reflection_of_cells_to_themselves_is_tried(
    axis: Axis, top: int, left: int, side: int, rng: random.Random
) -> None:
    last = side - 1
    images = {
        Axis.CENTRE: lambda row, column: (last - row, last - column),
        Axis.UPRIGHT: lambda row, column: (row, last - column),
        Axis.LEVEL: lambda row, column: (last - row, column),
        Axis.FALLING: lambda row, column: (column, row),
        Axis.RISING: lambda row, column: (last - column, last - row),
    }
    board = Board(8, 8)
    square = [divmod(cell, side) for cell in range(side * side)]
    spots = {
        square[0],
        square[-1],
        (0, last),
        (last, 0),
        *filter(lambda _: rng.random() < 0.4, square),
    }
    whole = spots | {images[axis](*spot) for spot in spots}
    cells = {board.cell(top + row, left + column) for row, column in whole}
    tried = [Mirror(Move(0), *found) for found in reflections_of(board, sum(1 << c for c in cells))]
    (found,) = [mirror for mirror in tried if mirror.axis is axis]
    for row, column in square:
        turned_row, turned_column = images[axis](row, column)
        image = found.image(board, board.cell(top + row, left + column))
        assert image == board.cell(top + turned_row, left + turned_column)


def test_a_reflection_is_no_reason_where_a_cell_touches_its_image() -> None:
    # What is left is symmetric to the diagonal, but two free cells on it are their own images.
    state = position("showdown", "4x4", "3 3")
    reason = why(state, "1 1")
    assert isinstance(reason, Split)


def test_equal_regions_are_answered_in_each_other() -> None:
    state = position("classic", "5x6", "16; 13; 28; 5")
    assert why(state, "25") == Split(state.move("25"), ((0, 1, 2), (17, 23, 29)), (1, 0))
    state = position("showdown", "4x4", "3 3")
    regions = ((2, 3, 7), (5,), (8, 12, 13), (15,))
    assert why(state, "1 1") == Split(state.move("1 1"), regions, (2, 3, 0, 1))


def test_regions_can_balance_by_their_nimbers() -> None:
    state = position("showdown", "5x5", "4 4; 5 2")
    regions = ((0,), (2, 3, 4, 8, 9, 14), (10, 15), (12,), (24,))
    assert why(state, "2 2") == Split(state.move("2 2"), regions, (), (1, 0, 1, 1, 1))


def test_a_clearer_reason_comes_before_nimbers() -> None:
    state = position("showdown", "5x5", "4 3; 2 3; 3 1")
    winning = [state.move("3 4"), state.move("3 5")]
    assert best_reason(state, winning, solver_for(state)) == LastMove(state.move("3 5"), 4)
    state = position("showdown", "4x4", "3 1; 1 3; 4 2")
    winning = [state.move("1 1"), state.move("2 4")]
    assert best_reason(state, winning, solver_for(state)) == LastMove(state.move("2 4"), 4)


def test_being_ahead_is_counted_and_measured() -> None:
    state = position("spacing", "3x4", "2 3")
    assert why(state, "1 4") == SpareMove(state.move("1 4"), 2.0, 3, 2)
    assert why(state, "1 3") == SpareMove(state.move("1 3"), 1.25, 2, 2)
    assert why(state, "2 1") == SpareMove(state.move("2 1"), 0.0, 2, 2)
    winning = [state.move(text) for text in ("2 1", "1 3", "1 4", "1 2")]
    assert best_reason(state, winning, solver_for(state)) == why(state, "1 4")
    state = position("spacing", "3x4", "3 1; 2 2")
    assert why(state, "1 2") == SpareMove(state.move("1 2"), 0.25)


def test_where_there_is_no_time_for_a_value_moves_are_counted() -> None:
    state = position("spacing", "3x4", "2 3")
    clear_caches()
    hurried = Budget(cancelled=lambda: True)
    reason = explain(state, state.move("1 4"), solver_for(state), hurried)
    assert reason == SpareMove(state.move("1 4"), None, 3, 2)


def test_the_number_of_moves_left_can_be_fixed() -> None:
    state = position("classic", "4x4", "1")
    assert why(state, "4") == LastMove(state.move("4"), 2)
    state = position("spacing", "4x4", "1 1; 2 1; 3 1; 2 3; 4 4; 4 2")
    assert why(state, "1 3") == LastMove(state.move("1 3"), 0)


def test_a_fixed_number_of_moves_is_no_reason_if_passes_change_who_makes_the_last() -> None:
    state = position("passing", "3x5", "3 5; 3 2; 2 3")
    assert why(state, "1 3") == SpareMove(state.move("1 3"), 0.0)


def test_cells_that_one_player_can_use_belong_together() -> None:
    # After 3 1, only O may use 1 3, but O may use 1 2 beside it as well.
    state = position("spacing", "3x5", "1 4; 3 2; 3 5; 2 5")
    assert why(state, "3 1") == SpareMove(state.move("3 1"), 0.5)


@given(st.sampled_from(["spacing", "showdown", "passing"]), st.integers(0, 10**6))
def test_regions_are_what_no_neighbours_connect(slug: str, seed: int) -> None:
    rng = random.Random(seed)
    state = VARIANTS[slug].resized(rng.randint(2, 5), rng.randint(2, 6)).start()
    for _ in range(rng.randrange(6)):
        if not state.is_over:
            state = state.play(rng.choice(state.legal_moves))
    places, reach = state.board.place, 2 if slug == "showdown" else 1

    def connected(one: int, two: int) -> bool:
        (row, column), (other_row, other_column) = places(one), places(two)
        down, across = abs(row - other_row), abs(column - other_column)
        near = down + across == 1 if reach == 2 else max(down, across) == 1
        return near and any({one, two} <= {*state.room_for(player)} for player in Player)

    left = {cell for player in Player for cell in state.room_for(player)}
    regions = []
    while left:
        region = {left.pop()}
        while more := {cell for cell in left if any(connected(cell, each) for each in region)}:
            region |= more
            left -= more
        regions.append(tuple(sorted(region)))
    assert sorted(regions_of(state)) == sorted(regions)


def test_two_ways_are_no_fork_if_the_opponent_completes_a_run_first() -> None:
    state = position("sequence", "4x4", "7 C3; 1 D1; 8 B4; 2 D2; 6 A3; 8 A1")
    after = state.play(state.move("2 B2"))
    assert [len(cells) for cells in run_threats(after)] == [2, 1]
    assert why(state, "2 B2") is None


def test_a_run_a_fork_and_a_block() -> None:
    state = position("sequence", "4x4", "1 A1; 1 D4; 2 A2; 2 D3")
    assert why(state, "3 A3") == Run(state.move("3 A3"), (0, 1, 2))
    state = position("sequence", "4x4", "7 C3; 5 C4; 8 B4; 2 A1; 6 A3; 4 D2")
    assert why(state, "2 B2") == Fork(state.move("2 B2"), (6, 8))
    state = position("sequence", "4x4", "2 A3; 1 C2; 7 B3; 4 C4; 8 C1; 8 B2")
    assert why(state, "3 C3") == Block(state.move("3 C3"))


def test_a_full_board_without_runs_is_counted() -> None:
    # Nobody has three tokens. The starter places two, whose sum is higher than that of one.
    state = position("sequence", "1x3", "")
    reason = why(state, "1 A1")
    assert reason == LastMove(state.move("1 A1"), 2)
    check(state, reason)


def test_a_single_legal_move_needs_no_other_reason() -> None:
    state = position("showdown", "4x4", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1")
    assert why(state, "3 1") == OnlyMove(state.move("3 1"))


def test_an_unusual_game_gets_only_reasons_that_hold_for_it() -> None:
    rules = Placement(KNIGHT, Blocks.OPPONENT, wins=Wins.OTHER)
    variant = replace(VARIANTS["showdown"], rules=rules).resized(3, 3)
    for state, winning in islice(won_positions(variant, seed=1), 30):
        for reason in reasons_for(state, winning):
            assert reason is None or isinstance(reason, LastMove | OnlyMove)
            if reason is not None:
                check(state, reason)
    spare = replace(VARIANTS["sequence"], rules=Sequence(spare_tokens=2)).resized(2, 3)
    for state, winning in islice(won_positions(spare, seed=1), 30):
        assert not any(
            isinstance(reason, LastMove) and reason.left for reason in reasons_for(state, winning)
        ), "which tokens stay in hand decides the sums"


def test_an_analysis_gives_its_reason_before_it_has_all_lengths() -> None:
    state = position("spacing", "4x4", "2 2")
    steps = list(iter_analyses(state, Budget()))
    first = next(step for step in steps if step.is_explained)
    assert not first.is_final
    assert first.reason is not None
    assert {step.reason for step in steps if step.is_explained} == {first.reason}


def test_only_a_won_position_has_a_reason() -> None:
    lost = analyse(VARIANTS["showdown"].start())
    assert lost.reason is None
    assert lost.is_explained


@pytest.mark.parametrize(
    ("slug", "size", "moves", "move"),
    [
        ("spacing", "4x4", "2 2", "3 3"),
        ("classic", "5x5", "", "13"),
    ],
)
def test_a_mirror_is_shown_by_a_game_that_it_wins(
    slug: str, size: str, moves: str, move: str
) -> None:
    state = position(slug, size, moves)
    mirror = explain(state, state.move(move), solver_for(state))
    assert isinstance(mirror, Mirror)
    line = mirrored_play(mirror, state)
    assert line[0] == mirror.move
    rows, columns = state.board.rows, state.board.columns
    for played, answer in zip(line[1::2], line[2::2], strict=True):
        (row, column), image = state.board.place(played.cell), state.board.place(answer.cell)
        assert image == (rows - 1 - row, columns - 1 - column)
    after = state
    for at, each in enumerate(line):
        left = len(after.play(each).legal_moves)
        if at % 2:  # the opponent holds out as long as possible
            assert left == max(len(after.play(other).legal_moves) for other in after.legal_moves)
        after = after.play(each)
    assert after.outcome is not None
    assert after.outcome.winner is state.to_move
