"""The review: known blunders are found, the proof holds, and nothing is guessed."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_tui.engine import Analysis, Budget, analyse
from gridlock_tui.match import Timeline
from gridlock_tui.match.review import Grade, Review, review
from gridlock_tui.rules import VARIANTS, Board, GameState, Player, find_variant, read_moves
from tests import naive_solver
from tests.engine.test_against_naive import as_naive

KEPT, ONLY, SLIP = Grade.KEPT, Grade.ONLY_WIN, Grade.SLIP
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
        (SLIP, SLIP, KEPT, LOST, KEPT),
        {1: "13", 2: "2; 11; 22; 24"},
    ),
    "spacing": (
        ("spacing", "4x4", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4; 2 1; 4 4"),
        (LOST, KEPT, LOST, SLIP, SLIP, KEPT, LOST, FORCED),
        {4: "1 1; 1 3; 2 1; 3 4; 4 4", 5: "4 4"},
    ),
    "showdown": (
        ("showdown", "4x4", "3 1; 4 4; 4 2; 1 4; 3 3; 1 2"),
        (LOST, KEPT, LOST, SLIP, SLIP, ONLY),
        {4: "1 1; 1 2; 1 3; 2 3; 2 4; 3 3", 5: "2 2"},
    ),
    "passing": (
        (
            "passing",
            "5x5",
            "1 5; 4 1; 1 3; 1 2; 1 1; 3 5; 5 2; 3 3; 4 5; 1 4; 3 2; 5 5; 5 3",
        ),
        (*([UNKNOWN] * 6), KEPT, LOST, SLIP, KEPT, LOST, KEPT, FORCED),
        {9: "5 5"},
    ),
}


@pytest.mark.parametrize("slug", GAMES)
def test_a_known_blunder_is_found_with_what_would_have_won(slug: str) -> None:
    game, grades, better = GAMES[slug]
    timeline = timeline_of(*game)
    found = reviewed(timeline)
    assert tuple(graded.grade for graded in found.moves) == grades
    assert [graded.number for graded in found.slips] == list(better)
    for graded in found.slips:
        assert graded.better == read_moves(timeline.state.variant, better[graded.number])
        assert graded.stands is graded.player.other


@pytest.mark.parametrize("slug", GAMES)
def test_the_line_at_a_slip_proves_the_win(slug: str) -> None:
    timeline = timeline_of(*GAMES[slug][0])
    for graded in reviewed(timeline).slips:
        assert graded.line[0] in graded.better
        line = Timeline.replay(timeline.states[graded.number - 1], graded.line)
        outcome = line.state.outcome
        assert outcome is not None
        assert outcome.winner is graded.player


def test_a_classic_board_of_four_by_four_has_no_slips_at_all() -> None:
    found = reviewed(timeline_of("classic", "4x4", "6; 15; 4; 13"))
    assert found.begins is Player.TWO
    assert set(found.standings) == {Player.TWO}
    assert found.slips == ()
    assert found.next_slip(0) is None


def test_the_next_slip_comes_round_to_the_first() -> None:
    found = reviewed(timeline_of(*GAMES["spacing"][0]))
    assert [found.next_slip(after) for after in range(9)] == [4, 4, 4, 4, 5, 4, 4, 4, 4]


def test_where_nothing_is_analysed_only_the_end_and_what_follows_from_it_are_known() -> None:
    timeline = timeline_of(*GAMES["showdown"][0])
    found = review(timeline, [])
    # The last move has won, so there was a winning move.
    assert [graded.grade for graded in found.moves] == [UNKNOWN] * 5 + [KEPT]
    assert found.standings == (*([None] * 5), Player.TWO, Player.TWO)
    assert not found.is_complete


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
def test_standings_and_grades_are_those_of_a_naive_solver(timeline: Timeline) -> None:
    found = reviewed(timeline)
    winners = [naive_winner(state) for state in timeline.states]
    assert list(found.standings) == winners
    for graded, state, before, after in zip(
        found.moves, timeline.states, winners, winners[1:], strict=False
    ):
        winning = [m for m in state.legal_moves if naive_winner(state.play(m)) is state.to_move]
        if len(state.legal_moves) == 1:
            expected = FORCED
        elif before is not state.to_move:
            expected = LOST
        elif after is not before:
            expected = SLIP
        else:
            expected = ONLY if len(winning) == 1 else KEPT
        assert graded.grade is expected
        assert list(graded.better) == (winning if expected is SLIP else [])


@given(short_games(), st.data())
def test_less_knowledge_gives_fewer_answers_and_no_other_ones(
    timeline: Timeline, data: st.DataObject
) -> None:
    whole = reviewed(timeline)
    partial: list[Analysis | None] = []
    for state in timeline.states:
        nodes = data.draw(st.sampled_from((None, 0, 3, 10_000)))
        partial.append(None if nodes is None else analyse(state, Budget(nodes=nodes)))
    found = review(timeline, partial)
    for graded, right in zip(found.moves, whole.moves, strict=True):
        assert graded.stands in (None, right.stands)
        assert set(graded.better) <= set(right.better)
        less = KEPT if right.grade is ONLY else right.grade
        assert graded.grade in (right.grade, less, UNKNOWN)
