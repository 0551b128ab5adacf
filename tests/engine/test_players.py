"""Computer players: what every level sees, how weaker levels err, what Perfect never does."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from gridlock_tui.engine import Budget, Verdict, analyse, clear_caches, players
from gridlock_tui.engine.heuristic import evaluate, most_promising
from gridlock_tui.engine.players import LEVELS, _Thinker, choose
from gridlock_tui.engine.verdicts import MoveValues
from gridlock_tui.match import HUMAN, KINDS
from gridlock_tui.rules import VARIANTS, GameState, Move, Player, play_moves
from tests import naive_solver
from tests.engine.test_against_naive import as_naive, random_states
from tests.rules.support import naive_play

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("players")]
SMALL = {
    "classic": (5, 5),
    "spacing": (3, 4),
    "showdown": (4, 4),
    "sequence": (3, 3),
    "passing": (3, 5),
}


@cache
def shared_values(state: GameState) -> MoveValues:
    return _real_values(_Thinker(state, None), state, 5.0)


_real_values = _Thinker.values


@pytest.fixture
def one_thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the values of moves between levels and seeds: each would compute the same."""
    monkeypatch.setattr(_Thinker, "values", lambda _, state, _seconds: shared_values(state))


def test_the_menu_offers_every_level() -> None:
    assert (HUMAN, *LEVELS) == KINDS


def unfinished(slug: str) -> Iterator[GameState]:
    """Yield states of unfinished games that are small enough for the naive solver."""
    least = 4 if slug == "sequence" else 1
    states = random_states(VARIANTS[slug].resized(*SMALL[slug]), 120, least)
    return (state for state in states if not state.is_over)


@cache
def values(state: GameState) -> dict[Move, tuple[bool, int]]:
    """Return, by the naive solver, whether each move wins and how many placements it takes."""
    position = as_naive(state)
    found = {}
    for move in state.legal_moves:
        after = position.after(naive_play(state.variant, move))
        same = after.mover == position.mover
        winner = after.winner()
        wins = winner == position.mover if winner else naive_solver.mover_wins(after) == same
        found[move] = (wins, 1 + naive_solver.length(after))
    return found


@pytest.mark.parametrize("level", LEVELS.values(), ids=list(LEVELS))
@pytest.mark.parametrize("slug", SMALL)
@pytest.mark.usefixtures("one_thinker")
def test_every_level_sees_what_happens_at_once(slug: str, level: object) -> None:
    """It wins now if it can, and prevents the opponent's win in the next move if it can."""
    seen = 0
    for state in unfinished(slug):
        known = values(state)
        choice = known[choose(state, level, 7)]  # type: ignore[arg-type]
        if (True, 1) in known.values():
            assert choice == (True, 1)
            seen += 1
        elif any(value != (False, 2) for value in known.values()):
            assert choice != (False, 2)
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("weak", LEVELS)
@pytest.mark.parametrize("slug", SMALL)
@pytest.mark.usefixtures("one_thinker")
def test_perfect_never_loses_a_won_position(slug: str, weak: str) -> None:
    start = VARIANTS[slug].resized(*SMALL[slug]).start()
    winner = analyse(start).winner
    assert winner is not None
    players = {winner: LEVELS["perfect"], winner.other: LEVELS[weak]}
    for seed in range(5):
        state = start
        while state.outcome is None:
            state = state.play(choose(state, players[state.to_move], seed))
        assert state.outcome.winner is winner


@pytest.mark.parametrize("slug", SMALL)
@pytest.mark.usefixtures("one_thinker")
def test_perfect_hurries_when_it_wins_and_prolongs_and_sets_traps_when_it_loses(slug: str) -> None:
    traps = 0
    for state in unfinished(slug):
        known = values(state)
        move = choose(state, LEVELS["perfect"], 3)
        if any(wins for wins, _ in known.values()):
            assert known[move] == min(value for value in known.values() if value[0])
            continue
        assert known[move] == max(known.values())
        replies = {
            other: sum(wins for wins, _ in values(state.play(other)).values())
            for other, value in known.items()
            if value == max(known.values())
        }
        assert replies[move] == min(replies.values())
        traps += len(set(replies.values())) > 1
    assert traps, "nowhere did it matter"


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def game(seed: int) -> list[Move]:
        state, moves = VARIANTS["showdown"].start(), []
        while not state.is_over:
            moves.append(choose(state, LEVELS["casual"], seed))
            state = state.play(moves[-1])
        return moves

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(10)}) > 5


@pytest.mark.usefixtures("one_thinker")
def test_weaker_levels_err_more_often() -> None:
    """On 5×5 Classic one of 25 first moves wins."""
    start = VARIANTS["classic"].resized(5, 5).start()
    right = [
        sum(choose(start, level, seed).cell == 12 for seed in range(60))
        for level in LEVELS.values()
    ]
    assert right == sorted(right)
    assert right[0] < 10
    assert right[-1] == 60


def test_boards_that_are_too_large_to_solve_are_played() -> None:
    rng = random.Random(1)
    for variant in VARIANTS.values():
        state = variant.resized(8, 7).start()
        for _ in range(6):
            state = state.play(rng.choice(state.legal_moves))
        move = choose(state, LEVELS["perfect"], 0, cancelled=lambda: True)
        assert state.why_not(move) is None


def test_where_nothing_is_proven_the_more_promising_move_is_taken() -> None:
    """In Spacing a corner costs its owner less room than the middle."""
    state = VARIANTS["spacing"].resized(7, 7).start()
    corner, middle = Move(0), Move(24)
    assert most_promising(state, [corner, middle], Budget(nodes=40)) == [corner]
    assert evaluate(state.play(corner)) < evaluate(state.play(middle)), "as the opponent sees it"


def test_a_player_who_proves_nothing_in_time_takes_the_more_promising_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(players, "THINKING_SECONDS", 0.001)
    state = VARIANTS["spacing"].resized(7, 7).start()
    assert {choose(state, LEVELS["perfect"], seed).cell for seed in range(6)} <= {0, 6, 42, 48}


def test_a_proven_win_is_taken_even_if_the_rest_is_unknown() -> None:
    state = play_moves(VARIANTS["sequence"].resized(6, 6).start(), "5 B2; 1 F6; 6 B3; 2 F1")
    assert choose(state, LEVELS["perfect"], 0, cancelled=lambda: True) in [
        value.move for value in analyse(state).moves if value.distance == 1
    ]


def test_no_level_thinks_when_there_is_nothing_to_choose() -> None:
    state = play_moves(VARIANTS["classic"].start(), "6; 15; 4")
    assert choose(state, LEVELS["novice"], 0, cancelled=lambda: True) == Move(12)


def test_a_level_without_lookahead_plays_legal_moves() -> None:
    blind = replace(LEVELS["novice"], lookahead=0)
    state = VARIANTS["passing"].start(Player.TWO)
    assert analyse(state, Budget(nodes=1)).verdict is not Verdict.WIN
    assert state.why_not(choose(state, blind, 5, cancelled=lambda: True)) is None


@pytest.mark.parametrize(
    ("slug", "size"),
    [("spacing", (5, 6)), ("spacing", (8, 8)), ("passing", (5, 6)), ("passing", (6, 7))],
)
def test_the_mirror_wins_boards_that_are_far_too_large_to_solve(
    slug: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Second on a board with an even number of cells, Perfect has a proof after every move."""
    monkeypatch.setattr("gridlock_tui.engine.players.THINKING_SECONDS", 0)
    monkeypatch.setattr("gridlock_tui.engine.players._DISTANCE_SECONDS", 0)
    rng = random.Random(str(size))
    state = VARIANTS[slug].resized(*size).start()
    while state.outcome is None:
        if state.to_move is Player.ONE:
            state = state.play(rng.choice(state.legal_moves))
            continue
        proven = analyse(state, Budget(nodes=0)).moves
        assert Verdict.WIN in {value.verdict for value in proven}
        state = state.play(choose(state, LEVELS["perfect"], 0))
    assert state.outcome.winner is Player.TWO


def test_cached_results_change_no_move() -> None:
    """The same seed and position give the same move before and after an analysis."""
    for state in random_states(VARIANTS["passing"], 12, 2):
        if state.is_over:
            continue
        clear_caches()
        cold = choose(state, LEVELS["expert"], 2)
        analyse(state, Budget(nodes=20_000))
        assert choose(state, LEVELS["expert"], 2) == cold


def test_perfect_holds_out_as_long_as_it_can_on_the_standard_board_of_passing() -> None:
    """Here it once chose a loss in 8, because it had not found the one in 10."""
    state = play_moves(VARIANTS["passing"].start(), "1 1; 3 3; 3 1; 1 3")
    known = analyse(state)
    assert known.verdict is Verdict.LOSS
    assert known.distance == 10
    for seed in range(3):
        move = choose(state, LEVELS["perfect"], seed)
        assert next(v.distance for v in known.moves if v.move == move) == 10


def test_each_level_sees_as_far_as_the_one_before_and_errs_less() -> None:
    levels = list(LEVELS.values())
    for weaker, stronger in pairwise(levels):
        assert weaker.lookahead <= stronger.lookahead
        assert 1 >= weaker.error_rate > stronger.error_rate >= 0
