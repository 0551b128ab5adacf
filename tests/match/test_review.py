"""The review: known blunders are found, the proof holds, and nothing is guessed."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.engine import Analysis, Budget, analyse
from gridlock_tui.match import Timeline
from gridlock_tui.match.review import Grade, Review, review
from gridlock_tui.rules import VARIANTS, Board, GameState, Player, find_variant, read_moves
from tests import naive_solver
from tests.engine.test_against_naive import as_naive

WON, ONLY, MISTAKE = Grade.WON, Grade.ONLY_WIN, Grade.MISTAKE
LOST, FORCED, UNKNOWN = Grade.LOST, Grade.FORCED, Grade.UNKNOWN


def timeline_of(slug: str, size: str, moves: str) -> Timeline:
    board = Board.from_text(size)
    variant = find_variant(slug).resized(board.rows, board.columns)
    return Timeline.replay(variant.start(), read_moves(variant, moves))


def reviewed(timeline: Timeline) -> Review:
    # The first moves on a large board take the engine minutes.
    large = timeline.state.variant.slug == "passing" and timeline.state.board.size > 16
    skipped = 6 if large else 0
    return review(
        timeline, [*([None] * skipped), *(analyse(state) for state in timeline.states[skipped:])]
    )


GAMES = {
    "classic": (
        ("classic", "5x5", "10; 1; 17; 24; 3"),
        (MISTAKE, MISTAKE, WON, LOST, WON),
        {1: "13", 2: "2; 11; 22; 24"},
    ),
    "spacing": (
        ("spacing", "4x4", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4; 2 1; 4 4"),
        (LOST, WON, LOST, MISTAKE, MISTAKE, WON, LOST, FORCED),
        {4: "1 1; 1 3; 2 1; 3 4; 4 4", 5: "4 4"},
    ),
    "showdown": (
        ("showdown", "4x4", "3 1; 4 4; 4 2; 1 4; 3 3; 1 2"),
        (LOST, WON, LOST, MISTAKE, MISTAKE, ONLY),
        {4: "1 1; 1 2; 1 3; 2 3; 2 4; 3 3", 5: "2 2"},
    ),
    "passing": (
        (
            "passing",
            "5x5",
            "1 5; 4 1; 1 3; 1 2; 1 1; 3 5; 5 2; 3 3; 4 5; 1 4; 3 2; 5 5; 5 3",
        ),
        (*([UNKNOWN] * 6), WON, LOST, MISTAKE, WON, LOST, WON, FORCED),
        {9: "5 5"},
    ),
}


@pytest.mark.parametrize("slug", GAMES)
def test_a_known_blunder_is_found_with_what_would_have_won(slug: str) -> None:
    game, grades, better = GAMES[slug]
    timeline = timeline_of(*game)
    found = reviewed(timeline)
    assert tuple(graded.grade for graded in found.moves) == grades
    assert [graded.number for graded in found.mistakes] == list(better)
    for graded in found.mistakes:
        assert graded.better == read_moves(timeline.state.variant, better[graded.number])
        assert graded.winner is graded.player.other


@pytest.mark.parametrize("slug", GAMES)
def test_the_line_at_a_mistake_proves_the_win(slug: str) -> None:
    timeline = timeline_of(*GAMES[slug][0])
    for graded in reviewed(timeline).mistakes:
        assert graded.line[0] in graded.better
        if graded.reason is not None:  # which proves the win by itself
            assert graded.line[0] == graded.reason.move
            if len(graded.line) == 1:
                continue
        line = Timeline.replay(timeline.states[graded.number - 1], graded.line)
        outcome = line.state.outcome
        assert outcome is not None
        assert outcome.winner is graded.player


def test_a_classic_board_of_four_by_four_has_no_mistakes() -> None:
    found = reviewed(timeline_of("classic", "4x4", "6; 15; 4; 13"))
    assert found.winner_at_start is Player.TWO
    assert set(found.winners) == {Player.TWO}
    assert found.mistakes == ()
    assert found.next_mistake(0) is None


def test_there_is_no_next_mistake_after_the_last() -> None:
    found = reviewed(timeline_of(*GAMES["spacing"][0]))
    assert [found.next_mistake(after) for after in range(9)] == [4] * 4 + [5] + [None] * 4


def test_without_analyses_only_what_follows_from_the_end_is_known() -> None:
    timeline = timeline_of(*GAMES["showdown"][0])
    found = review(timeline, [])
    # The last move has won, so there was a winning move.
    assert [graded.grade for graded in found.moves] == [UNKNOWN] * 5 + [WON]
    assert found.winners == (*([None] * 5), Player.TWO, Player.TWO)
    assert not found.is_complete


def test_a_forced_move_was_lost_if_the_next_position_was() -> None:
    timeline = timeline_of("spacing", "3x3", "3 3; 3 2; 1 2; 1 1; 3 1; 1 3")
    forced = timeline.states[4]
    assert (len(forced.legal_moves), forced.to_move) == (1, Player.ONE)
    assert review(timeline, []).winners == (*([None] * 3), *([Player.TWO] * 4))


def test_a_game_without_moves_has_no_grades() -> None:
    timeline = timeline_of("showdown", "4x4", "")
    assert reviewed(timeline) == Review(Player.TWO, ())
    assert review(timeline, [None]) == Review(None, ())


def naive_winner(state: GameState) -> Player:
    if state.outcome is not None:
        return state.outcome.winner
    return state.to_move if naive_solver.mover_wins(as_naive(state)) else state.to_move.other


@st.composite
def short_games(draw: st.DrawFn) -> Timeline:
    variant = draw(st.sampled_from(list(VARIANTS.values())))
    size = (2, 2) if variant.has_tokens else draw(st.sampled_from([(3, 3), (2, 4), (1, 7)]))
    timeline = Timeline.begin(variant.resized(*size).start(draw(st.sampled_from(Player))))
    rng = random.Random(draw(st.integers(0, 10_000)))
    while timeline.state.legal_moves:
        timeline = timeline.play(rng.choice(timeline.state.legal_moves))
    return timeline


@given(short_games())
def test_winners_and_grades_are_those_of_a_naive_solver(timeline: Timeline) -> None:
    found = reviewed(timeline)
    winners = [naive_winner(state) for state in timeline.states]
    assert list(found.winners) == winners
    for graded, state, (before, after) in zip(
        found.moves, timeline.states[:-1], pairwise(winners), strict=True
    ):
        winning = [m for m in state.legal_moves if naive_winner(state.play(m)) is state.to_move]
        if len(state.legal_moves) == 1:
            expected = FORCED
        elif before is not state.to_move:
            expected = LOST
        elif after is not before:
            expected = MISTAKE
        else:
            expected = ONLY if len(winning) == 1 else WON
        assert graded.grade is expected
        assert list(graded.better) == (winning if expected is MISTAKE else [])


@given(short_games(), st.data())
def test_with_fewer_analyses_less_is_known_and_nothing_is_wrong(
    timeline: Timeline, data: st.DataObject
) -> None:
    whole = reviewed(timeline)
    partial: list[Analysis | None] = []
    for state in timeline.states:
        nodes = data.draw(st.sampled_from((None, 0, 3, 10_000)))
        partial.append(None if nodes is None else analyse(state, Budget(nodes=nodes)))
    found = review(timeline, partial)
    for graded, right in zip(found.moves, whole.moves, strict=True):
        assert graded.winner in (None, right.winner)
        assert set(graded.better) <= set(right.better)
        less = WON if right.grade is ONLY else right.grade
        assert graded.grade in (right.grade, less, UNKNOWN)
