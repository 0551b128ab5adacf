"""Games and matches: undo and redo, computers, restarts, and the replay of stored moves."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.match import Match
from gridlock_tui.rules import (
    VARIANTS,
    GameState,
    GridlockError,
    Move,
    Player,
    read_move,
    read_moves,
)
from tests.match.support import ROW, ROW_SETUP, games, matches, won_by

SHOWDOWN = VARIANTS["showdown"]
MOVES = read_moves(SHOWDOWN, "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")


def played(count: int, first: Player = Player.ONE, kinds: tuple[str, str] | None = None) -> Game:
    setup = Setup(SHOWDOWN, ("Ada", "Ben"), first, kinds or ("human", "human"))
    return Game.replay(setup, MOVES[:count])


# Replay.


@given(games())
def test_a_replayed_game_is_the_same_game(game: Game) -> None:
    assert Game.replay(game.setup, game.timeline.moves).jump(game.timeline.at) == game


def test_the_wrong_move_is_named() -> None:
    with pytest.raises(GridlockError, match=r"^move 3 cannot be played: 2 2 is already taken by"):
        Game.replay(Setup(SHOWDOWN), [*MOVES[:2], MOVES[0]])
    with pytest.raises(GridlockError, match=r"^move 9 cannot be played: the game is over"):
        Game.replay(Setup(SHOWDOWN), [*MOVES, Move(3)])


def test_a_swap_needs_a_first_move() -> None:
    with pytest.raises(GridlockError, match="there is no first move to take over"):
        Game.replay(Setup(SHOWDOWN, taken_over=True), [])
    assert Game.replay(Setup(SHOWDOWN, taken_over=True), MOVES[:1]).setup.taken_over


def test_a_move_may_be_read_when_the_state_before_it_is_known() -> None:
    def first_legal(state: GameState) -> Move:
        return state.legal_moves[0]

    game = Game.replay(Setup(SHOWDOWN), [first_legal] * 3)
    assert game.timeline.moves == tuple(state.legal_moves[0] for state in game.timeline.states[:3])

    def unreadable(state: GameState) -> Move:
        return read_move(state.variant, "foo")

    with pytest.raises(GridlockError, match=r"^move 2 cannot be played: 'foo' is not a move"):
        Game.replay(Setup(SHOWDOWN), [MOVES[0], unreadable])


# Undo and redo.


def test_between_people_every_move_is_undone_by_itself() -> None:
    game = played(3)
    assert (game.undo_target, game.redo_target) == (2, None)
    assert (game.jump(1).undo_target, game.jump(1).redo_target) == (0, 2)
    assert (game.jump(0).undo_target, game.jump(0).redo_target) == (None, 1)


def test_against_a_computer_its_move_is_undone_too() -> None:
    game = played(4, kinds=("human", "expert"))
    assert (game.undo_target, game.redo_target) == (2, None)
    assert game.jump(2).undo_target == 0
    assert game.jump(0).redo_target == 2
    assert game.jump(1).computer_to_move
    assert not game.jump(2).computer_to_move


def test_where_the_computer_starts_its_first_move_is_not_undone() -> None:
    game = played(3, Player.TWO, ("human", "expert"))
    assert game.undo_target == 1
    assert game.jump(1).undo_target is None
    assert game.jump(1).redo_target == 3


def test_the_last_move_can_always_be_redone() -> None:
    game = played(3, kinds=("human", "expert"))
    assert game.computer_to_move
    assert game.jump(2).redo_target == 3


def test_between_computers_every_move_is_undone_by_itself() -> None:
    game = played(3, kinds=("expert", "novice"))
    assert (game.undo_target, game.jump(1).redo_target) == (2, 2)
    assert Match.of(game).is_watched


def test_no_computer_moves_after_the_end() -> None:
    assert not won_by(Player.TWO, Setup(ROW, kinds=("expert", "expert"))).computer_to_move


# Matches.


@given(matches(), st.booleans())
def test_a_restart_is_a_new_match_with_the_same_rules(match: Match, swap_sides: bool) -> None:
    again = match.restart(swap_sides=swap_sides)
    agreed = match.game.setup.as_agreed()
    names = agreed.swapped().names if swap_sides else agreed.names
    assert again.uid != match.uid
    assert again.game.setup.names == again.series.players == names
    assert again.game.setup.seed == agreed.seed + 1
    assert (again.series.length, again.series.swap_rule) == (
        match.series.length,
        match.series.swap_rule,
    )
    assert (again.pace, again.guard) == (match.pace, match.guard)
    assert again.standing.score == (0, 0)
    assert not again.is_started


def test_a_match_is_done_when_its_end_is_shown() -> None:
    match = Match.begin(ROW_SETUP).with_game(won_by(Player.TWO))
    assert match.is_done
    assert not match.jump(1).is_done
    assert match.jump(1).game.is_over
    assert match.jump(1).standing.score == (0, 1)
    assert not Match.begin(ROW_SETUP, 3).with_game(won_by(Player.TWO)).is_done


def test_the_next_game_keeps_pace_and_guard() -> None:
    begun = replace(Match.begin(ROW_SETUP, 3), pace=1.5, guard=True)
    match = begun.with_game(won_by(Player.TWO))
    following = match.next_game()
    assert (following.pace, following.guard) == (1.5, True)
    assert not following.game.timeline.moves
    assert following.is_started


# Playing on from an earlier move.


@given(matches(), st.data())
def test_a_match_played_on_from_a_move_has_the_same_players_there(
    match: Match, data: st.DataObject
) -> None:
    game = match.game
    at = data.draw(st.integers(0, len(game.timeline.moves)))
    again = match.play_on_from(at)
    there = game.jump(at)
    assert again.game.state == there.state
    assert again.game.timeline.moves == game.timeline.moves[:at]
    assert again.game.names == there.names
    assert again.game.seating.kinds == there.seating.kinds
    assert again.game.computer_to_move == there.computer_to_move
    assert again.game.setup.seed != game.setup.seed, "the computers make other mistakes"
    assert (again.pace, again.guard) == (match.pace, match.guard)
    assert again.uid != match.uid
    assert again.given_moves == at
    assert again.series.played == 0
    assert again.restart().given_moves == 0


def test_moves_that_were_given_and_are_replaced_are_given_no_more() -> None:
    again = Match.of(played(6)).play_on_from(4)
    other = next(move for move in again.jump(2).game.state.legal_moves if move != MOVES[2])
    assert again.jump(2).given_moves == 4
    assert again.jump(2).play(other).given_moves == 2


def test_who_declines_the_first_move_is_known_from_the_next_move_on() -> None:
    match = Match.begin(Setup(VARIANTS["showdown"]), swap_rule=True)
    assert match.may_be_taken_over
    first = match.play(MOVES[0])
    assert (first.may_be_taken_over, first.declined_swap) == (False, None)
    assert first.play(MOVES[1]).declined_swap is Player.TWO
    assert first.take_over().play(MOVES[1]).declined_swap is None
    without = Match.begin(Setup(VARIANTS["showdown"])).play(MOVES[0]).play(MOVES[1])
    assert (without.may_be_taken_over, without.declined_swap) == (False, None)


@pytest.mark.parametrize("count", range(4))
def test_who_moved_last_may_be_a_computer(count: int) -> None:
    against = played(count, kinds=("human", "casual"))
    assert against.computer_moved is (count == 2)
    assert not played(count).computer_moved
    assert played(count, kinds=("novice", "casual")).computer_moved is (count > 0)


def test_a_warning_counts_only_for_a_person_who_plays_a_computer() -> None:
    match = Match.begin(Setup(ROW, ("Ada", "Casual"), kinds=("human", "casual")))
    assert match.with_warning().effort.warnings == 1
    assert Match.begin(ROW_SETUP).with_warning().effort.warnings == 0
    ended = match.with_game(won_by(Player.ONE, match.game.setup))
    assert ended.with_warning().effort == ended.effort
