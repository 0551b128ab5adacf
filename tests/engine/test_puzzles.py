"""The pack: what it holds, that it is proven, that it is loaded only when asked for."""

import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.engine import (
    LEVELS,
    Analysis,
    Budget,
    Detail,
    MoveValue,
    Verdict,
    analyse,
    choose,
    clear_caches,
)
from gridlock_tui.engine.puzzle_maker import (
    LEAST_CELLS,
    RATED_LEVELS,
    Traits,
    hardness,
    make_puzzle,
    miss_chance,
    position_key,
    puzzle_id,
    theme_of,
    winning_cells,
)
from gridlock_tui.engine.puzzles import (
    DIFFICULTIES,
    HARDER,
    Puzzle,
    all_puzzles,
    find_puzzle,
    packed,
    read_pack,
    unpacked,
    write_pack,
)
from gridlock_tui.match.advice import TITLES
from gridlock_tui.rules import (
    KNIGHT,
    VARIANTS,
    Blocks,
    Board,
    GameState,
    GridlockError,
    Move,
    Placement,
    Player,
    Variant,
    Wins,
    play_moves,
    register,
    unregister,
)
from tests.engine.puzzle_checks import check_by_engine, check_by_naive_rules, naive_can

PACK = all_puzzles()
EACH_CLASS = {(puzzle.variant, puzzle.difficulty): puzzle for puzzle in PACK}
SMALL = {(puzzle.variant, puzzle.size): puzzle for puzzle in PACK if naive_can(puzzle)}


# What it holds.


def test_every_variant_has_three_hundred_on_several_boards() -> None:
    counted = Counter(puzzle.variant for puzzle in PACK)
    assert list(counted) == [slug for slug in VARIANTS if slug in counted]
    assert len(counted) == 5
    assert min(counted.values()) >= 300
    boards = {(puzzle.variant, puzzle.size) for puzzle in PACK}
    assert min(Counter(variant for variant, _ in boards).values()) >= 4
    classes = Counter((puzzle.variant, puzzle.difficulty) for puzzle in PACK)
    assert len(classes) == len(counted) * len(DIFFICULTIES)
    assert min(classes.values()) >= 50


def test_ids_are_short_and_follow_from_the_position() -> None:
    assert len({puzzle.id for puzzle in PACK}) == len(PACK)
    for puzzle in PACK:  # players keep ids, so none may change
        assert puzzle.id == puzzle_id(puzzle.state)
        assert (len(puzzle.id), puzzle.id.isalnum()) == (6, True)


def test_no_puzzle_is_a_copy_of_another() -> None:
    assert len({position_key(puzzle.state) for puzzle in PACK}) == len(PACK)


def test_only_the_easiest_are_over_at_once() -> None:
    assert {puzzle.difficulty for puzzle in PACK if puzzle.distance == 1} == {1}


def test_harder_ones_take_longer() -> None:
    for variant in {puzzle.variant for puzzle in PACK}:
        lengths = [
            [each.distance for each in PACK if (each.variant, each.difficulty) == (variant, d)]
            for d in DIFFICULTIES
        ]
        first, _, middle, _, last = (sum(each) / len(each) for each in lengths)
        assert first < middle < last


def test_the_hardest_need_only_moves_later_and_the_easiest_hardly_any() -> None:
    for variant in {puzzle.variant for puzzle in PACK}:
        needed = [
            [each.only_moves for each in PACK if (each.variant, each.difficulty) == (variant, d)]
            for d in DIFFICULTIES
        ]
        assert sum(map(bool, needed[0])) < len(needed[0]) / 10
        assert all(min(counts) >= 1 for counts in needed[HARDER - 1 :])
        _, _, middle, fourth, last = (sum(counts) / len(counts) for counts in needed)
        assert middle < fourth < last


def test_an_only_move_later_comes_within_the_puzzle() -> None:
    for puzzle in PACK:
        your_later_turns = (puzzle.distance - 1) // 2
        assert puzzle.only_moves <= your_later_turns or puzzle.game.rules.passes, puzzle.id


def test_themes_are_ideas() -> None:
    ideas = {title.lower().replace(" ", "-") for title in TITLES.values()}
    themes = Counter(puzzle.theme for puzzle in PACK)
    assert themes.keys() <= {*ideas, ""}
    assert themes[""] < len(PACK) / 10
    assert len(themes) >= 6
    placement = {puzzle.variant for puzzle in PACK if not puzzle.game.has_tokens}
    mirrors = Counter(puzzle.variant for puzzle in PACK if puzzle.theme == "mirror")
    assert mirrors.keys() == placement
    assert min(mirrors.values()) >= 15


# That it is proven. The whole pack is proven by `python -m tests.bench.puzzles --prove`.


@pytest.mark.parametrize("puzzle", EACH_CLASS.values(), ids=lambda puzzle: puzzle.id)
def test_a_sample_is_proven_by_the_engine(puzzle: Puzzle) -> None:
    check_by_engine(puzzle)


@pytest.mark.parametrize("puzzle", SMALL.values(), ids=lambda puzzle: puzzle.id)
def test_a_sample_is_proven_by_the_naive_rules(puzzle: Puzzle) -> None:
    check_by_naive_rules(puzzle)


def test_the_naive_rules_prove_some_of_every_variant() -> None:
    assert {variant for variant, _ in SMALL} == {puzzle.variant for puzzle in PACK}


def test_the_proofs_reject_what_is_wrong() -> None:
    puzzle = SMALL[next(iter(SMALL))]
    state = puzzle.state
    other = next(move for move in state.legal_moves if move not in puzzle.solution)
    for wrong in (
        puzzle._replace(answer=packed(state.board, [other])),
        puzzle._replace(answer=puzzle.answer + packed(state.board, [other])),
        puzzle._replace(distance=puzzle.distance + 2),
        puzzle._replace(only_moves=puzzle.only_moves + 1),
    ):
        for check in (check_by_engine, check_by_naive_rules):
            with pytest.raises(AssertionError):
                check(wrong)


# Reading it.


def test_the_pack_reads_as_it_was_written() -> None:
    empty = PACK[0]._replace(path="", theme="")
    for puzzles in (PACK, (empty,)):
        assert tuple(read_pack(write_pack(puzzles, "# heading"))) == puzzles


@given(st.sampled_from(PACK))
def test_the_moves_read_as_they_were_written(puzzle: Puzzle) -> None:
    variant = puzzle.game
    assert packed(variant.board, unpacked(variant, puzzle.path)) == puzzle.path
    start = variant.start(Player(puzzle.first))
    assert play_moves(start, "; ".join(map(str, puzzle.moves))) == puzzle.state
    assert {move.cell for move in puzzle.solution} <= set(puzzle.state.room_for(puzzle.you))


def test_an_id_can_be_written_in_several_ways() -> None:
    puzzle = PACK[0]
    written = (puzzle.id, puzzle.id.upper(), f" #{puzzle.id} ", f"{puzzle.id[:2]}-{puzzle.id[2:]}")
    assert {find_puzzle(text) for text in written} == {puzzle}
    for text in ("", "zz9999", "no such\nid" * 100):
        with pytest.raises(GridlockError, match=r"there is no puzzle .*: write an id such as"):
            find_puzzle(text)


LOADED = """
import sys
{}
from gridlock_tui.engine import puzzles
print(puzzles._by_id.cache_info().currsize, "gridlock_tui.engine.solver" in sys.modules)
"""


@pytest.mark.parametrize(
    ("does", "printed"),
    [
        ("import gridlock_tui.tui.app, gridlock_tui.cli.commands", "0"),
        ("from gridlock_tui.match.store.library import Library; Library(None).load()", "0"),
        ("from gridlock_tui.engine.puzzles import all_puzzles; all_puzzles()", "1 False"),
    ],
)
def test_the_pack_is_loaded_only_when_asked_for_and_without_a_solver(
    does: str, printed: str
) -> None:
    script = LOADED.format(does)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(printed)


OPENS_MENU = """
import asyncio, sys
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.startup import Startup

async def main():
    async with GridlockApp(Startup()).run_test() as pilot:
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "MenuScreen"
        print("gridlock_tui.engine.puzzles" in sys.modules)

asyncio.run(main())
"""


@pytest.mark.slow
def test_the_menu_does_not_load_the_pack() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OPENS_MENU], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


# Finding them.


def test_puzzles_of_a_variant_of_your_own_are_found() -> None:
    rules = Placement(KNIGHT, Blocks.BOTH, wins=Wins.OTHER)
    variant = Variant("leaps", "Leaps", Board(3, 4), rules)
    rng, found = random.Random(1), []
    for _ in range(40):
        state = variant.start()
        moves: list[Move] = []
        while not state.is_over:
            if made := make_puzzle(Player.ONE, moves, state, Budget()):
                found.append((made[0], state))
            moves.append(rng.choice(state.legal_moves))
            state = state.play(moves[-1])
    assert found
    register(variant)
    try:
        for puzzle, state in found:
            assert puzzle.state == state
            check_by_engine(puzzle._replace(difficulty=1))
            assert position_key(turned(state, 3, True)) == position_key(state)
    finally:
        unregister("leaps")


@settings(max_examples=40)
@given(st.sampled_from(PACK), st.integers(0, 7), st.booleans())
def test_a_copy_has_the_same_id(puzzle: Puzzle, turn: int, swapped: bool) -> None:
    state = puzzle.state
    copy = turned(state, turn, swapped)
    assert position_key(copy) == position_key(state)
    assert puzzle_id(copy) == puzzle.id


def turned(state: GameState, turn: int, swapped: bool) -> GameState:
    """Return the position turned or reflected, with the players exchanged if asked for."""
    board = state.board
    rows, columns = (board.columns, board.rows) if turn & 4 else (board.rows, board.columns)
    variant = state.variant.resized(rows, columns)
    marks, tokens = [0, 0], [0] * board.size
    for cell in range(board.size):
        row, column = board.place(cell)
        row = board.rows - 1 - row if turn & 1 else row
        column = board.columns - 1 - column if turn & 2 else column
        image = variant.board.cell(*((column, row) if turn & 4 else (row, column)))
        owner = state.owner(cell)
        if owner is not None:
            marks[(owner.other if swapped else owner) - 1] |= 1 << image
            tokens[image] = state.tokens[cell] if state.tokens else 0
    to_move = state.to_move.other if swapped else state.to_move
    last = None if state.last is None else state.last.other if swapped else state.last
    own = tuple(tokens) if state.tokens else ()
    return variant.position((marks[0], marks[1]), to_move, last, own)


def test_other_positions_have_other_keys() -> None:
    state = VARIANTS["sequence"].start()
    one = play_moves(state, "5 B2; 4 A1")
    assert position_key(one) != position_key(play_moves(state, "6 B2; 4 A1"))
    assert position_key(one) == position_key(play_moves(state, "4 B2; 5 A1"))  # reversed numbers
    assert position_key(one) != position_key(play_moves(state, "5 B2; 4 A2"))
    spacing = VARIANTS["spacing"].start()
    first, second = play_moves(spacing, "1 1; 2 3"), play_moves(spacing, "2 3; 1 1")
    assert position_key(first) != position_key(second)


def test_a_puzzle_is_found_again() -> None:
    for puzzle in EACH_CLASS.values():
        made = make_puzzle(
            Player(puzzle.first), puzzle.moves, puzzle.state, Budget(nodes=2_000_000)
        )
        assert made is not None
        assert made[0]._replace(difficulty=puzzle.difficulty) == puzzle
        assert made[1].cells >= LEAST_CELLS


def test_what_is_no_puzzle_is_not_taken_for_one() -> None:
    start = VARIANTS["classic"].resized(5, 5).start()
    assert make_puzzle(Player.ONE, [], start, Budget()) is not None  # only the centre wins
    clear_caches()
    assert make_puzzle(Player.ONE, [], start, Budget(nodes=1)) is None
    several = VARIANTS["classic"].resized(3, 5).start()
    assert make_puzzle(Player.ONE, [], several, Budget()) is None


def test_a_position_with_an_unknown_length_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = EACH_CLASS["showdown", 3]
    first, moves, state = Player(puzzle.first), puzzle.moves, puzzle.state
    found = analyse(state)
    *known, last = found.moves
    unclear = replace(found, moves=(*known, replace(last, distance=None)))

    def analysed(wanted: GameState, budget: Budget, detail: Detail = Detail.DISTANCES) -> Analysis:
        return unclear if wanted == state else analyse(wanted, budget, detail)

    assert make_puzzle(first, moves, state, Budget()) is not None
    monkeypatch.setattr("gridlock_tui.engine.puzzle_maker.analyse", analysed)
    assert make_puzzle(first, moves, state, Budget()) is None


@pytest.mark.parametrize("puzzle", EACH_CLASS.values(), ids=lambda puzzle: puzzle.id)
def test_losing_cells_that_hold_out_nearly_as_long_are_counted(puzzle: Puzzle) -> None:
    made = make_puzzle(Player(puzzle.first), puzzle.moves, puzzle.state, Budget())
    assert made is not None
    lengths: dict[int, int] = {}
    for value in analyse(puzzle.state).moves:
        assert value.distance is not None
        cell, lost = value.move.cell, value.verdict is Verdict.LOSS
        lengths[cell] = max(lengths.get(cell, 0), value.distance if lost else 0)
    del lengths[puzzle.solution[0].cell]
    near = [length for length in lengths.values() if length + 1 >= puzzle.distance]
    assert made[1].near_misses == len(near)


def test_a_puzzle_has_five_cells_to_choose_from() -> None:
    four = play_moves(VARIANTS["spacing"].start(), "2 2; 2 3; 1 4; 4 2")
    assert len(four.room_for(four.to_move)) == 4
    assert len(winning_cells(analyse(four).moves)) == 1
    assert make_puzzle(Player.ONE, [], four, Budget()) is None


def test_harder_traits_make_a_harder_puzzle() -> None:
    puzzle = EACH_CLASS["showdown", 3]
    made = make_puzzle(Player(puzzle.first), puzzle.moves, puzzle.state, Budget())
    assert made is not None
    traits = made[1]
    fields = {"distance": 2, "near_misses": 1, "only_moves": 1, "obvious": -1}
    for name, more in fields.items():
        harder = replace(traits, **{name: getattr(traits, name) + more})
        assert hardness(harder) > hardness(traits)
    missed = replace(traits, misses=tuple(1.0 for _ in traits.misses))
    assert hardness(missed) > hardness(traits)


def test_what_makes_a_puzzle_hard_counts_as_it_did_when_the_pack_was_made() -> None:
    traits = Traits(6, 7, 3, 2, 1, (0.5, 0.25, 0.125, 0.0625))
    missed = 0.5 + 0.25 + 3 * 0.125 + 3 * 0.0625
    assert hardness(traits) == pytest.approx(missed + 0.02 * 7 + 0.02 * 3 + 0.2 * 2 - 0.1)


def test_themes_are_named_after_reasons() -> None:
    assert theme_of(None) == ""
    named = {theme_of(analyse(puzzle.state).reason) for puzzle in EACH_CLASS.values()}
    assert named == {puzzle.theme for puzzle in EACH_CLASS.values()}


def test_a_win_is_missed_if_it_is_misjudged_and_a_misjudged_loss_is_played() -> None:
    level = replace(LEVELS["novice"], lookahead=2, error_rate=0.5)

    def chance(win: int, *losses: int | None) -> float:
        lost = [MoveValue(Move(at), Verdict.LOSS, each) for at, each in enumerate(losses, start=1)]
        return miss_chance((MoveValue(Move(0), Verdict.WIN, win), *lost), level)

    assert chance(1, 4) == chance(2, 4) == 0, "it sees two placements ahead"
    assert chance(3, 2) == 0, "of a loss too"
    assert chance(3, 4) == 1 / 2 * 1 / 2 * 1 / 2, "both are misjudged, and it picks one of them"
    assert chance(3, 4, 2) == chance(3, 4) == chance(3, None), "what is not known is far"
    assert chance(3, 4, 4) == 1 / 2 * (1 / 2 * 1 / 2 + 1 / 4 * 2 / 3)


@pytest.mark.slow
@pytest.mark.parametrize("level", RATED_LEVELS, ids=lambda level: level.slug)
def test_the_chance_to_miss_is_how_often_a_level_misses(level: object) -> None:
    rated = next(each for each in RATED_LEVELS if each == level)
    for puzzle in (EACH_CLASS["showdown", 2], EACH_CLASS["sequence", 5]):
        state = puzzle.state
        expected = miss_chance(analyse(state).moves, rated)
        tries = [choose(state, rated, seed) not in puzzle.solution for seed in range(60)]
        spread = (expected * (1 - expected) / len(tries)) ** 0.5
        assert abs(sum(tries) / len(tries) - expected) <= 3.5 * spread + 0.02


def test_the_two_hardest_classes_need_only_moves_later() -> None:
    assert [*DIFFICULTIES][-2:] == [*range(HARDER, DIFFICULTIES.stop)]


def test_the_pack_has_every_class_of_difficulty_and_no_other() -> None:
    assert {puzzle.difficulty for puzzle in all_puzzles()} == set(DIFFICULTIES)


@pytest.mark.parametrize(
    ("id_", "obvious"),
    [
        ("cl4563", 1),  # 3 is the most central free cell of 4x5; 2 would lock more
        ("cl7365", 0),  # 16 is neither central nor does it lock most
        ("cl8057", 2),  # 8 is the centre of 3x5, and locks most
    ],
)
def test_how_many_reasons_there_are_to_try_a_move_first(id_: str, obvious: int) -> None:
    puzzle = find_puzzle(id_)
    made = make_puzzle(Player(puzzle.first), puzzle.moves, puzzle.state, Budget())
    assert made is not None
    assert made[1].obvious == obvious
