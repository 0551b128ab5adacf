"""Series to their end in each form, and the swap rule: the score goes by person."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.series import COURSE_KEPT, ENDLESS, Result, Series, Starts
from gridlock_tui.match.swap import can_take_over, play_on, seated, take_over
from gridlock_tui.rules import VARIANTS, GridlockError, Move, Player
from tests.match.support import ROW, ROW_SETUP, games, won_by

ADA, BEN = ROW_SETUP.names


def finish(match: Match, winner: Player, swap: bool = False) -> Match:
    return match.with_game(won_by(winner, match.game.setup, swap))


def course(length: int, winners: str, starts: Starts = Starts.ALTERNATE) -> Match:
    """Play a series in which X and O win in this order, up to the end of the last game."""
    match = Match.begin(ROW_SETUP, length, starts)
    for number, winner in enumerate(winners):
        match = match.next_game() if number else match
        match = finish(match, Player("XO".index(winner) + 1))
    return match


@pytest.mark.parametrize(
    ("length", "winners", "score", "winner"),
    [
        (1, "X", (1, 0), ADA),
        (1, "O", (0, 1), BEN),
        (3, "XX", (2, 0), ADA),
        (3, "XOO", (1, 2), BEN),
        (5, "XOXOX", (3, 2), ADA),
        (5, "OOO", (0, 3), BEN),
        (7, "XXXOOOO", (3, 4), BEN),
        (7, "XXXX", (4, 0), ADA),
    ],
)
def test_a_series_ends_when_someone_has_the_majority(
    length: int, winners: str, score: tuple[int, int], winner: str
) -> None:
    for count in range(1, len(winners)):
        assert not course(length, winners[:count]).standing.is_decided
    match = course(length, winners)
    assert match.standing.score == score
    assert match.standing.winner == winner
    assert [result.winner for result in match.standing.course] == [
        ROW_SETUP.names["XO".index(letter)] for letter in winners
    ]
    with pytest.raises(GridlockError, match=f"the series is decided: {winner} has won it"):
        match.next_game()


def test_the_starter_alternates_and_people_keep_their_sides() -> None:
    match = course(ENDLESS, "XOOXX")
    assert [result.starter for result in match.standing.course] == [ADA, BEN, ADA, BEN, ADA]
    assert match.game.setup.names == (ADA, BEN)
    assert match.next_game().game.setup.first is Player.TWO


def test_the_loser_starts_where_that_is_agreed() -> None:
    results = course(ENDLESS, "XOOXX", Starts.LOSER).standing.course
    losers = [BEN if result.winner == ADA else ADA for result in results]
    assert [result.starter for result in results] == [ADA, *losers[:-1]]


def test_the_course_tells_winner_starter_and_length_of_each_game() -> None:
    assert course(3, "XOX").standing.course == (
        Result(ADA, ADA, 1),
        Result(BEN, BEN, 1),
        Result(ADA, ADA, 1),
    )
    assert course(1, "O").standing.course == (Result(BEN, ADA, 2),)


def test_an_endless_series_keeps_its_score_and_only_the_latest_games() -> None:
    series = Series((ADA, BEN), ENDLESS)
    for number in range(1000):
        series = series.after(Result(BEN if number % 4 == 0 else ADA, ADA, 5))
    assert series.score == (750, 250)
    assert series.played == 1000
    assert len(series.course) == COURSE_KEPT
    assert not series.is_decided


def test_an_end_that_is_taken_back_does_not_count() -> None:
    match = course(3, "O")
    assert match.standing.score == (0, 1)
    undone = match.game.timeline.undo().undo().play(Move(1))
    other = match.with_game(Game(match.game.setup, undone))
    assert other.standing.score == (1, 0)
    assert other.game_uid == match.game_uid


def test_a_game_that_goes_on_counts_for_nothing() -> None:
    match = Match.begin(ROW_SETUP, 3)
    assert match.standing == match.series
    with pytest.raises(GridlockError, match="only a finished game counts"):
        match.next_game()


def test_each_game_has_a_name_of_its_own() -> None:
    match = course(ENDLESS, "X")
    following, another = match.next_game(), Match.begin(ROW_SETUP)
    assert match.uid == following.uid != another.uid
    assert len({match.game_uid, following.game_uid, another.game_uid}) == 3


def test_a_series_has_one_of_five_lengths() -> None:
    assert [Series(length=n).title for n in (1, 3, 7, ENDLESS)] == [
        "single game",
        "best of 3",
        "best of 7",
        "endless",
    ]
    with pytest.raises(GridlockError, match="1, 3, 5 or 7 games, or is endless"):
        Series(length=4)


def test_strangers_cannot_win_a_series() -> None:
    with pytest.raises(GridlockError, match="this series is between Ada and Ben"):
        Series((ADA, BEN)).after(Result("Cid", ADA, 3))


@given(st.text("XO", max_size=12))
def test_next_starter_is_never_the_last_one_where_starters_alternate(winners: str) -> None:
    results = course(ENDLESS, winners or "X").standing.course
    assert all(before.starter != after.starter for before, after in pairwise(results))


# The swap rule.


def test_taking_over_exchanges_the_people_and_nothing_else() -> None:
    setup = Setup(ROW, (ADA, BEN), Player.ONE, ("human", "expert"))
    moved = play_on(setup.begin(), Move(0))
    taken = take_over(moved)
    assert taken.timeline == moved.timeline
    assert taken.setup.names == (BEN, ADA)
    assert taken.setup.kinds == ("expert", "human")
    mover = taken.timeline.state.to_move
    assert taken.setup.names[mover - 1] == ADA
    assert taken.setup.as_agreed() == setup


def test_the_score_goes_to_the_person_who_took_the_move_over() -> None:
    match = finish(Match.begin(ROW_SETUP, 3, swap_rule=True), Player.TWO, swap=True)
    # Ada placed on 1 1, Ben took it over, Ada placed on 1 3 as Player 2 and won.
    assert match.game.setup.names == (BEN, ADA)
    assert match.standing.course == (Result(ADA, ADA, 2, taken_over=True),)
    assert match.standing.score == (1, 0)
    following = match.next_game().game.setup
    assert following == Setup(ROW, (ADA, BEN), Player.TWO, seed=1)


def test_a_whole_series_with_swaps_keeps_score_by_person() -> None:
    match = Match.begin(ROW_SETUP, 5, swap_rule=True)
    for number in range(3):
        match = match.next_game() if number else match
        match = finish(match, match.game.setup.first.other, swap=True)
    # The starter of each game wins it, from the other side; the starters are Ada, Ben, Ada.
    assert match.standing.score == (2, 1)
    assert [result.starter for result in match.standing.course] == [ADA, BEN, ADA]


def test_only_the_first_move_can_be_taken_over_and_only_once() -> None:
    game = ROW_SETUP.begin()
    assert not can_take_over(game)
    moved = play_on(game, Move(0))
    assert can_take_over(moved)
    taken = take_over(moved)
    assert not can_take_over(taken)
    assert not can_take_over(play_on(moved, Move(2)))
    assert not can_take_over(won_by(Player.ONE))
    looked_back = Game(moved.setup, play_on(moved, Move(2)).timeline.undo())
    assert not can_take_over(looked_back)
    with pytest.raises(GridlockError, match="only the very first move can be taken over"):
        take_over(taken)


def test_another_first_move_has_been_taken_over_by_nobody() -> None:
    taken = take_over(play_on(ROW_SETUP.begin(), Move(0)))
    before = Game(taken.setup, taken.timeline.undo())
    assert seated(before) == ROW_SETUP
    again = play_on(before, Move(2))
    assert again.setup == ROW_SETUP
    assert can_take_over(again)


def test_the_next_game_begins_as_agreed() -> None:
    taken = take_over(play_on(ROW_SETUP.begin(), Move(0)))
    assert taken.setup.begin().setup == ROW_SETUP
    assert taken.setup.swapped().begin().setup.names == (BEN, ADA)


@given(games())
def test_two_people_always_sit_on_two_sides(game: Game) -> None:
    agreed = game.setup.as_agreed()
    assert set(game.setup.names) == set(agreed.names)
    swapped = game.setup.taken_over
    assert agreed.names == (game.setup.names[::-1] if swapped else game.setup.names)
    assert not swapped or game.timeline.moves


def test_a_game_over_after_one_move_cannot_be_taken_over() -> None:
    tiny = Setup(VARIANTS["passing"].resized(1, 1)).begin()
    assert not can_take_over(play_on(tiny, Move(0)))
