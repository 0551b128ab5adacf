"""Values from the literature, symmetry, budgets, and the verdicts on the standard boards."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.cli.solve import solve_text
from gridlock_tui.engine import (
    Analysis,
    Budget,
    Detail,
    Verdict,
    analyse,
    clear_caches,
    iter_analyses,
    node_kayles,
)
from gridlock_tui.engine.analysis import about_move, solver_for
from gridlock_tui.engine.brute_force import BruteForceSolver
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.heuristic import evaluate
from gridlock_tui.engine.node_kayles import NodeKaylesSolver
from gridlock_tui.engine.verdicts import MoveValue, distance_of
from gridlock_tui.rules import (
    KING,
    ROOK,
    VARIANTS,
    Blocks,
    Cell,
    GameState,
    Move,
    Neighbourhood,
    Placement,
    Player,
    draw_grid,
    play_moves,
    write_move,
)

pytestmark = pytest.mark.xdist_group("verdicts")
GOLDEN = Path(__file__).parent / "verdicts"

# Dawson's Kayles, that is Node Kayles on a path: Guy and Smith 1956, Winning Ways chapter 4.
PATHS = (1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0)


@pytest.mark.parametrize("slug", ["classic", "showdown"])
def test_paths_have_their_textbook_values(slug: str) -> None:
    """Boards have up to eight cells in a row; with rook steps longer paths can bend."""
    for length, value in enumerate(PATHS[:8], start=1):
        assert analyse(VARIANTS[slug].resized(1, length).start()).grundy == value
        assert analyse(VARIANTS[slug].resized(length, 1).start()).grundy == value


@pytest.mark.parametrize(("length", "value"), list(enumerate(PATHS, start=1)))
def test_bent_paths_have_the_same_values(length: int, value: int) -> None:
    """A path down the left edge and along the last row touches itself nowhere else."""
    solver = solver_for(VARIANTS["showdown"].start())
    assert isinstance(solver, NodeKaylesSolver)
    down = min(length, 8)
    path = sum(1 << 8 * row for row in range(down)) | sum(
        1 << 8 * 7 + column for column in range(1, length - down + 1)
    )
    assert path.bit_count() == length
    assert solver.table.value(path, Budget()) == value


def some_state(slug: str, size: tuple[int, int], choices: list[int]) -> GameState:
    state = VARIANTS[slug].resized(*size).start()
    for choice in choices:
        if state.is_over:
            break
        state = state.play(state.legal_moves[choice % len(state.legal_moves)])
    return state


def turned_cell(state: GameState, cell: Cell, turn: int) -> Cell:
    """Reflect the columns, the rows or the diagonal of a square board, by the bits of `turn`."""
    board = state.board
    row, column = board.place(cell)
    column = board.columns - 1 - column if turn & 1 else column
    row = board.rows - 1 - row if turn & 2 else row
    return board.cell(column, row) if turn & 4 else board.cell(row, column)


def turned(state: GameState, turn: int) -> GameState:
    marks = [
        sum(1 << turned_cell(state, cell, turn) for cell in state.cells_of(player))
        for player in Player
    ]
    tokens = [0] * len(state.tokens)
    for cell, token in enumerate(state.tokens):
        tokens[turned_cell(state, cell, turn)] = token
    return state.variant.position(
        (marks[0], marks[1]), state.to_move, state.last, tokens=tuple(tokens)
    )


@settings(max_examples=60)
@given(
    game=st.sampled_from(
        [
            ("classic", (5, 5), 0),
            ("showdown", (4, 4), 0),
            ("spacing", (4, 4), 2),
            ("passing", (5, 5), 8),
            ("sequence", (3, 3), 3),
            ("sequence", (4, 4), 6),
        ]
    ),
    choices=st.lists(st.integers(0, 10**6), max_size=12),
    turn=st.integers(1, 7),
)
def test_turning_a_position_turns_its_analysis(
    game: tuple[str, tuple[int, int], int], choices: list[int], turn: int
) -> None:
    slug, size, least = game
    state = some_state(slug, size, choices + [0] * (least - len(choices)))
    here, there = analyse(state), analyse(turned(state, turn))
    assert (there.verdict, there.distance, there.grundy) == (
        here.verdict,
        here.distance,
        here.grundy,
    )
    moved = {
        Move(turned_cell(state, value.move.cell, turn), value.move.token): (
            value.verdict,
            value.distance,
            value.grundy,
        )
        for value in here.moves
    }
    assert moved == {
        value.move: (value.verdict, value.distance, value.grundy) for value in there.moves
    }


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_standard_verdict_and_its_line_are_on_file(
    slug: str, request: pytest.FixtureRequest
) -> None:
    """The line is played: it ends the game at the stated distance, with the stated winner."""
    state = VARIANTS[slug].start()
    analysis = analyse(state)
    assert analysis.distance == len(analysis.line)
    end = state
    for move in analysis.line:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.winner is analysis.winner
    moves = "; ".join(write_move(state.variant, move) for move in analysis.line)
    text = "\n".join([*described(analysis), f"line: {moves}", draw_grid(end), ""])
    path = GOLDEN / f"{slug}.txt"
    if request.config.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def described(analysis: Analysis) -> list[str]:
    winning = sum(value.verdict is Verdict.WIN for value in analysis.moves)
    return [
        f"winner: {analysis.winner}",
        f"distance: {analysis.distance}",
        f"winning first moves: {winning} of {len(analysis.moves)}",
        *(f"{v.move.cell} {v.move.token or ''} {v.verdict.value} {v.distance}".replace("  ", " ")
          for v in analysis.moves),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "size"),
    [("spacing", (3, 6)), ("passing", (3, 6)), ("spacing", (4, 5)), ("passing", (4, 5))],
)
def test_best_play_is_told_to_its_end(slug: str, size: tuple[int, int]) -> None:
    state = VARIANTS[slug].resized(*size).start()
    analysis = analyse(state)
    assert analysis.distance == len(analysis.line)
    for move in analysis.line:
        state = state.play(move)
    assert state.outcome is not None
    assert state.outcome.winner is analysis.winner


@pytest.mark.parametrize("size", [(6, 6), (6, 8), (8, 8)])
def test_a_mirror_proves_even_boards_at_once(size: tuple[int, int]) -> None:
    state = VARIANTS["showdown"].resized(*size).start()
    analysis = analyse(state, Budget(nodes=0), Detail.VERDICTS)
    assert analysis.verdict is Verdict.LOSS
    assert {value.verdict for value in analysis.moves} == {Verdict.LOSS}
    # After any move its image wins, again at once.
    move = state.legal_moves[9]
    image = state.legal_moves[-10]
    reply = next(v for v in analyse(state.play(move), Budget(nodes=0)).moves if v.move == image)
    assert reply.verdict is Verdict.WIN


def test_what_is_proven_is_returned_when_the_budget_ends() -> None:
    state = VARIANTS["passing"].resized(7, 7).start()
    poor = analyse(state, Budget(nodes=200))
    assert poor.verdict is Verdict.UNKNOWN
    assert {value.verdict for value in poor.moves} == {Verdict.UNKNOWN}
    assert (poor.winner, poor.distance, poor.line) == (None, None, ())
    mirrored = analyse(VARIANTS["passing"].resized(6, 6).start(), Budget(nodes=200))
    assert mirrored.winner is Player.TWO, "mirroring needs no search"
    assert mirrored.distance is None, "its distance does"


def test_a_cancelled_analysis_stops_at_once() -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 50

    analyse(VARIANTS["showdown"].resized(8, 8).start(), Budget(cancelled=cancelled))
    assert asked == 51, "once cancelled, it does not ask again"


def test_without_time_the_verdict_is_unknown() -> None:
    analysis = analyse(VARIANTS["showdown"].resized(6, 7).start(), Budget(seconds=0))
    assert analysis.verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("slug", ["showdown", "spacing"])
def test_a_line_takes_no_longer_than_the_whole_budget(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here each position, and each move that is looked at, takes ten milliseconds."""
    now = 0.0

    def cancelled() -> bool:
        nonlocal now
        now += 0.01
        return False

    monkeypatch.setattr("time.monotonic", lambda: now)
    clear_caches()
    *unfinished, last = iter_analyses(
        VARIANTS[slug].resized(8, 8).start(), Budget(seconds=4, cancelled=cancelled)
    )
    assert unfinished[-1].distance is None, "only the time that is up ends the analysis"
    assert last.line
    looks = 3 * 64  # at the moves of one more position
    assert now < 4 + 4 + 0.01 * looks


@pytest.mark.parametrize("moves", ["2 1", "1 2; 2 1", "1 1; 4 6"], ids=["mirror", "close", "apart"])
def test_the_first_verdict_takes_a_small_part_of_the_work(moves: str) -> None:
    state = play_moves(VARIANTS["showdown"].resized(6, 6).start(), moves)
    searched, first = 0, None

    def cancelled() -> bool:
        nonlocal searched
        searched += 1
        return False

    clear_caches()
    for analysis in iter_analyses(state, Budget(cancelled=cancelled)):
        known = [value.verdict is not Verdict.UNKNOWN for value in analysis.moves]
        if first is None and any(known):
            first = searched
        if all(known):
            break
    assert first is not None
    assert first * 5 < searched


@pytest.mark.parametrize("slug", VARIANTS)
def test_later_analyses_only_add_to_earlier_ones(slug: str) -> None:
    moves = {"passing": "3 3; 2 2; 5 5; 1 4; 1 1; 4 4"}.get(slug, "")
    state = play_moves(VARIANTS[slug].start(), moves)
    before = None
    for analysis in iter_analyses(state):
        if before is not None:
            for old, new in zip(before.moves, analysis.moves, strict=True):
                assert old.verdict in (Verdict.UNKNOWN, new.verdict)
                assert old.distance in (None, new.distance)
        before = analysis
    assert before is not None
    assert before.is_final
    assert before == analyse(state)


def test_regions_are_independent_and_their_values_add_up() -> None:
    state = play_moves(VARIANTS["showdown"].resized(5, 5).start(), "3 1; 3 3; 3 5; 1 2")
    analysis = analyse(state)
    free = {move.cell for move in state.legal_moves}
    assert sorted(cell for region in analysis.regions for cell in region.cells) == sorted(free)
    total = 0
    for region in analysis.regions:
        total ^= region.grundy
        for cell in region.cells:
            (lost, _) = state.effect(Move(cell)).lost
            assert set(lost) <= set(region.cells), "a move takes nothing from another region"
    assert len(analysis.regions) > 1
    assert total == analysis.grundy


def test_the_readme_example_is_what_solve_prints() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    printed = solve_text(VARIANTS["classic"].resized(5, 5).start(), 30)
    assert f"$ gridlock solve classic --size 5x5\n{printed}\n" in readme


@pytest.mark.parametrize("steps", [((0, 1),), ((0, 1), (1, 0)), ((0, 1), (1, 2))])
@pytest.mark.parametrize("blocks", [Blocks.BOTH, Blocks.OWNER])
def test_a_neighbourhood_that_is_not_symmetric_is_searched_by_brute_force(
    steps: tuple[tuple[int, int], ...], blocks: Blocks
) -> None:
    """The theories do not apply: a cell may block another without being blocked by it."""
    rules = Placement(Neighbourhood("odd", steps), blocks)
    variant = replace(VARIANTS["spacing"], rules=rules).resized(2, 4)
    assert not variant.has_grundy_values
    assert isinstance(solver_for(variant.start()), BruteForceSolver)
    assert analyse(variant.start()).verdict is not Verdict.UNKNOWN


@settings(max_examples=40)
@given(choices=st.lists(st.integers(0, 10**6), max_size=6), nodes=st.integers(0, 400))
def test_a_line_is_never_longer_than_the_distance(choices: list[int], nodes: int) -> None:
    clear_caches()
    state = some_state("passing", (3, 4), choices)
    if state.is_over:
        return
    analysis = analyse(state, Budget(nodes=nodes))
    if analysis.distance is not None:
        assert len(analysis.line) <= analysis.distance
    for move in analysis.line:
        state = state.play(move)
    if analysis.distance is not None and len(analysis.line) == analysis.distance:
        assert state.outcome is not None
        assert state.outcome.winner is analysis.winner


def test_a_full_cache_drops_its_oldest_entries() -> None:
    cache: Cache[int, int] = Cache(limit=80)
    for number in range(1000):
        cache.store(number, number)
        assert len(cache) <= 80
    assert cache.entries.get(999) == 999
    assert cache.entries.get(0) is None
    assert list(cache.entries) == sorted(cache.entries)


def test_an_analysis_can_be_about_any_move_that_wins() -> None:
    analysis = analyse(VARIANTS["classic"].resized(3, 5).start())
    wins = [value.move for value in analysis.moves if value.verdict is Verdict.WIN]
    assert analysis.reason is not None
    explained, best = analysis.reason.move, analysis.line[0]
    assert explained != best
    assert len(wins) > 2
    assert about_move(analysis, explained) is analysis
    for move in wins:
        about = about_move(analysis, move)
        assert about.reason is None or about.reason.move == move
        if move != explained:
            assert [v.move for v in about.moves if v.verdict is Verdict.WIN] == [move]
            assert about.line == (analysis.line if move == best else ())


def test_an_unknown_move_may_be_a_shorter_win_unless_the_shortest_are_found_first() -> None:
    values = (MoveValue(Move(0), Verdict.WIN, 3), MoveValue(Move(1), Verdict.UNKNOWN, None))
    assert distance_of(values, shortest_first=False) is None
    assert distance_of(values, shortest_first=True) == 3


def test_less_room_that_both_share_is_more_promising() -> None:
    start = VARIANTS["showdown"].start()
    corner, middle = start.play(Move(0)), start.play(Move(5))
    assert middle.room[0].bit_count() < corner.room[0].bit_count()
    assert evaluate(middle) > evaluate(corner)


@pytest.mark.parametrize(("slug", "steps"), [("classic", KING), ("showdown", ROOK)])
def test_who_wins_is_the_same_when_the_quick_search_gives_up(
    slug: str, steps: Neighbourhood, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = VARIANTS[slug].resized(3, 4)
    firsts = [variant.start().play(move) for move in variant.start().legal_moves]
    starts = [first.play(move) for first in firsts for move in first.legal_moves]
    quick = [NodeKaylesSolver(steps).is_won(state, Budget()) for state in starts]
    monkeypatch.setattr(node_kayles, "_SEARCH_NODES", 0)
    slow = [NodeKaylesSolver(steps).is_won(state, Budget()) for state in starts]
    assert slow == quick
    assert len(set(quick)) == 2
