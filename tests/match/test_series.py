"""Series of each kind, played to the end, and the swap rule: the score is by person."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import Game, Kinds, Setup, default_names
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import ENDLESS, MOST_RESULTS, Result, Series, Starts
from gridlock_tui.rules import VARIANTS, GridlockError, Move, Names, Player
from tests.match.support import ROW, ROW_SETUP, games, matches, won_by

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
    assert [result.winner for result in match.standing.results] == [
        ROW_SETUP.names["XO".index(letter)] for letter in winners
    ]
    with pytest.raises(GridlockError, match=f"the series is decided: {winner} has won it"):
        match.next_game()


def test_the_starter_alternates_and_people_keep_their_sides() -> None:
    match = course(ENDLESS, "XOOXX")
    assert [result.starter for result in match.standing.results] == [ADA, BEN, ADA, BEN, ADA]
    assert match.game.setup.names == (ADA, BEN)
    assert match.next_game().game.setup.first is Player.TWO


def test_the_loser_starts_if_that_is_agreed() -> None:
    results = course(ENDLESS, "XOOXX", Starts.LOSER).standing.results
    losers = [BEN if result.winner == ADA else ADA for result in results]
    assert [result.starter for result in results] == [ADA, *losers[:-1]]


def test_each_result_has_winner_starter_and_length() -> None:
    assert course(3, "XOX").standing.results == (
        Result(ADA, ADA, 1),
        Result(BEN, BEN, 1),
        Result(ADA, ADA, 1),
    )
    assert course(1, "O").standing.results == (Result(BEN, ADA, 2),)


def test_an_endless_series_keeps_its_score_and_only_the_latest_games() -> None:
    series = Series((ADA, BEN), ENDLESS)
    for number in range(1000):
        series = series.after(Result(BEN if number % 4 == 0 else ADA, ADA, 5))
    assert series.score == (750, 250)
    assert series.played == 1000
    assert len(series.results) == MOST_RESULTS
    assert not series.is_decided


def test_an_end_that_is_replaced_does_not_count() -> None:
    match = course(3, "O")
    assert match.standing.score == (0, 1)
    other = match.jump(0).play(Move(1))
    assert other.standing.score == (1, 0)
    assert other.game_uid == match.game_uid


def test_an_unfinished_game_does_not_count() -> None:
    match = Match.begin(ROW_SETUP, 3)
    assert match.standing == match.series
    with pytest.raises(GridlockError, match="the game is not finished"):
        match.next_game()


def test_each_game_has_its_own_uid() -> None:
    match = course(ENDLESS, "X")
    following, another = match.next_game(), Match.begin(ROW_SETUP)
    assert match.uid == following.uid != another.uid
    assert match.game_uid == f"{match.uid}-1", "as in a history that is there already"
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


def test_only_its_players_can_win_a_series() -> None:
    with pytest.raises(GridlockError, match="this series is between Ada and Ben"):
        Series((ADA, BEN)).after(Result("Cid", ADA, 3))


@given(st.text("XO", max_size=12))
def test_alternating_starters_never_start_twice_in_a_row(winners: str) -> None:
    results = course(ENDLESS, winners or "X").standing.results
    assert all(before.starter != after.starter for before, after in pairwise(results))


# The swap rule.


def test_taking_over_swaps_the_players_and_nothing_else() -> None:
    setup = Setup(ROW, (ADA, BEN), Player.ONE, ("human", "expert"))
    moved = setup.begin().play(Move(0))
    taken = moved.take_over()
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
    assert match.standing.results == (Result(ADA, ADA, 2, taken_over=True),)
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
    assert [result.starter for result in match.standing.results] == [ADA, BEN, ADA]


def test_only_the_first_move_can_be_taken_over_and_only_once() -> None:
    game = ROW_SETUP.begin()
    assert not game.can_take_over
    moved = game.play(Move(0))
    assert moved.can_take_over
    taken = moved.take_over()
    assert not taken.can_take_over
    assert not moved.play(Move(2)).can_take_over
    assert not won_by(Player.ONE).can_take_over
    looked_back = moved.play(Move(2)).jump(1)
    assert not looked_back.can_take_over
    with pytest.raises(GridlockError, match="only the first move can be taken over"):
        taken.take_over()


def test_another_first_move_has_not_been_taken_over() -> None:
    taken = ROW_SETUP.begin().play(Move(0)).take_over()
    before = taken.jump(0)
    assert before.seating == ROW_SETUP
    again = before.play(Move(2))
    assert again.setup == ROW_SETUP
    assert again.can_take_over


def test_the_next_game_begins_as_agreed() -> None:
    taken = ROW_SETUP.begin().play(Move(0)).take_over()
    assert taken.setup.begin().setup == ROW_SETUP
    assert taken.setup.swapped().begin().setup.names == (BEN, ADA)


@given(games())
def test_the_players_are_always_on_different_sides(game: Game) -> None:
    agreed = game.setup.as_agreed()
    assert agreed.names[0] != agreed.names[1]
    assert set(game.setup.people) == set(agreed.names)
    swapped = game.setup.taken_over
    assert agreed.kinds == (game.setup.kinds[::-1] if swapped else game.setup.kinds)
    assert not swapped or game.timeline.moves


@given(games())
def test_names_of_their_own_go_with_the_players_and_default_ones_stay(game: Game) -> None:
    setup = game.setup
    swapped = setup.swapped()
    assert swapped.swapped() == setup
    usual, usual_then = default_names(setup.kinds), default_names(swapped.kinds)
    for player in Player:
        name, then = setup.names[player - 1], swapped.names[player.other - 1]
        was_usual = name == usual[player - 1]
        assert then == (usual_then[player.other - 1] if was_usual else name) or (
            usual_then[player.other - 1] in setup.names  # taken by a name of the other player
        )


@pytest.mark.parametrize(
    ("names", "kinds", "then"),
    [
        (("Player 1", "Player 2"), ("human", "human"), ("Player 1", "Player 2")),
        (("Player 1", "Perfect"), ("human", "perfect"), ("Perfect", "Player 2")),
        (("Perfect", "Player 2"), ("perfect", "human"), ("Player 1", "Perfect")),
        (("Expert X", "Expert O"), ("expert", "expert"), ("Expert X", "Expert O")),
        (("Ada", "Player 2"), ("human", "human"), ("Player 1", "Ada")),
        (("Ada", "Ben"), ("human", "human"), ("Ben", "Ada")),
        (("Ada", "Expert"), ("human", "expert"), ("Expert", "Ada")),
        (("Player 1", "Player 2"), ("human", "expert"), ("Player 2", "Player 1")),
    ],
)
def test_who_is_called_what_after_a_swap(names: Names, kinds: Kinds, then: Names) -> None:
    setup = Setup(ROW, names, kinds=kinds)
    assert setup.swapped().names == then
    assert setup.swapped().swapped() == setup


def test_x_is_never_called_player_2() -> None:
    assert Setup(ROW, ("Player 2", "Player 1")).names == ("Player 1", "Player 2")
    assert Setup(ROW, ("Player 2", "Ben")).names == ("Player 1", "Ben")
    assert Setup(ROW, ("Ada", "Player 1")).names == ("Ada", "Player 2")


def test_with_default_names_the_score_follows_the_people() -> None:
    match = finish(Match.begin(Setup(ROW), 3, swap_rule=True), Player.TWO, swap=True)
    # Player 1 placed on 1 1, it was taken over, and the same person won as O, Player 2.
    assert match.game.setup.names == match.game.names == ("Player 1", "Player 2")
    assert match.game.setup.people == ("Player 2", "Player 1")
    assert match.standing.wins_of("Player 2") == 1
    assert list(map(match.standing.winner_side, match.standing.results)) == [Player.TWO]
    following = match.next_game()
    assert list(map(following.series.winner_side, following.series.results)) == [Player.TWO]
    assert following.standing.wins_of("Player 1") == 1, "who sits where X is again"
    assert following.game.setup.first is Player.TWO


@given(matches())
def test_the_score_is_known_for_every_name_on_the_screen(match: Match) -> None:
    for at in range(len(match.game.timeline.moves) + 1):
        shown = match.jump(at)
        assert set(shown.standing.players) == set(shown.game.names)
        assert sum(map(shown.standing.wins_of, shown.game.names)) == shown.standing.played
        assert sorted(shown.standing.score) == sorted(match.standing.score)


def test_a_game_over_after_one_move_cannot_be_taken_over() -> None:
    tiny = Setup(VARIANTS["passing"].resized(1, 1)).begin()
    assert not tiny.play(Move(0)).can_take_over


def test_a_series_is_under_way_between_its_first_and_its_last_win() -> None:
    under_way = [course(3, "XOX"[:count]).standing.is_under_way for count in range(4)]
    assert under_way == [False, True, True, False]


def test_nothing_is_added_to_a_series_that_is_decided_or_from_another_one() -> None:
    decided = course(3, "XX").standing
    with pytest.raises(GridlockError, match=f"the series is decided: {ADA} has won it"):
        decided.after(decided.results[0])
    with pytest.raises(GridlockError, match=f"this series is between {ADA} and {BEN}"):
        Series((ADA, BEN), 3).after(decided.results[0]._replace(winner="Cid"))
