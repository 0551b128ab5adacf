"""How moves that are not proven are chosen: by what is known some placements ahead."""

import pytest

from gridlock_tui.engine import Budget
from gridlock_tui.engine.heuristic import evaluate, most_promising
from gridlock_tui.rules import VARIANTS, GameState, Move, perft, play_moves


def after(slug: str, size: str, moves: str) -> GameState:
    rows, columns = map(int, size.split("x"))
    return play_moves(VARIANTS[slug].resized(rows, columns).start(), moves)


def chosen(state: GameState, nodes: int = 100_000) -> list[str]:
    moves = most_promising(state, state.legal_moves, Budget(nodes=nodes))
    return [state.variant.cell_name(move.cell) for move in moves]


@pytest.mark.parametrize(
    ("slug", "size", "moves"),
    [
        ("showdown", "1x5", ""),
        ("showdown", "2x4", "2 3"),
        ("classic", "3x3", "1"),
        ("spacing", "1x5", "1 3"),
        ("passing", "1x6", "1 6; 1 3"),
        ("sequence", "2x3", "1 B3; 2 A3; 2 B2"),
    ],
)
def test_a_game_of_up_to_four_placements_is_seen_to_its_end(
    slug: str, size: str, moves: str
) -> None:
    state = after(slug, size, moves)
    winning = [move for move in state.legal_moves if _wins(state, move)]
    assert 0 < len(winning) < len(state.legal_moves)
    best = most_promising(state, state.legal_moves, Budget(nodes=100_000))
    assert best == winning


def _wins(state: GameState, move: Move) -> bool:
    """Return whether every way to go on can be won after this move, by playing all of them."""
    end = state.play(move)
    if end.outcome is not None:
        return end.outcome.winner is state.to_move
    answers = [_wins(end, answer) for answer in end.legal_moves]
    return any(answers) if end.to_move is state.to_move else not any(answers)


def test_the_search_goes_four_placements_ahead_and_no_further() -> None:
    state, budget = after("showdown", "2x4", ""), Budget()
    most_promising(state, state.legal_moves, budget)
    # Each search is one placement deeper, and comes to every position on the way.
    ahead = [perft(state, depth) for depth in range(1, 5)]
    assert ahead[3] > 0
    assert budget.nodes == sum(sum(ahead[:depth]) for depth in range(1, 5))


def test_only_the_given_moves_are_chosen_from() -> None:
    state = after("showdown", "4x4", "")
    some = state.legal_moves[3:5]
    assert set(most_promising(state, some, Budget(nodes=1000))) <= set(some)


def test_without_a_budget_all_moves_are_as_good() -> None:
    state = after("showdown", "4x4", "")
    assert most_promising(state, state.legal_moves, Budget(nodes=0)) == list(state.legal_moves)


def test_a_search_that_is_cut_short_keeps_what_the_one_before_found() -> None:
    state = after("spacing", "4x4", "")
    first = len(state.legal_moves)
    assert chosen(state, first) == chosen(state, first + 1)
    assert len(chosen(state, first)) < first


def test_more_room_than_the_opponent_is_an_advantage() -> None:
    # Player 1 has a corner and keeps more room than Player 2, who took the centre.
    state = after("spacing", "5x5", "1 1; 3 3")
    one, two = (len(state.room_for(player)) for player in (state.to_move, state.to_move.other))
    assert evaluate(state) == one - two > 0


def test_open_lines_count_by_the_square_of_what_is_in_them() -> None:
    start = VARIANTS["sequence"].start()
    assert evaluate(start) == 0
    # A token in the corner of 4 x 4 is in three lines of three.
    corner = play_moves(start, "1 A1")
    assert evaluate(corner) == -3
    # A2 is in the column's two lines, the row's one and one diagonal; one of these has A1 too.
    near = play_moves(start, "1 A1; 1 D4; 2 A2")
    lines = near.board.lines(3)
    own, other = ({0, 1}, {15})
    expected = sum(
        len(own & set(line)) ** 2 * (not other & set(line))
        - len(other & set(line)) ** 2 * (not own & set(line))
        for line in lines
    )
    assert evaluate(near) == -expected < -3
