"""The timeline: redo, jump, and what a move from an earlier state does."""

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import Game, Setup, Timeline, checked_names
from gridlock_tui.rules import VARIANTS, GridlockError, IllegalMove, Move, Player, read_moves

SHOWDOWN = VARIANTS["showdown"]
MOVES = read_moves(SHOWDOWN, "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")


def played(count: int = len(MOVES)) -> Timeline:
    return Timeline.replay(SHOWDOWN.start(), MOVES[:count])


def test_a_new_game_has_nothing_to_undo_or_redo() -> None:
    timeline = Timeline.begin(SHOWDOWN.start())
    assert timeline.state == SHOWDOWN.start()
    assert (timeline.at, timeline.is_present) == (0, True)
    assert timeline.last_move is None
    assert timeline.jump(-1) == timeline.redo() == timeline


def test_steps_back_and_forth_go_through_the_whole_game() -> None:
    end = timeline = played()
    states = [timeline.state]
    while timeline.at:
        timeline = timeline.jump(timeline.at - 1)
        states.append(timeline.state)
    assert states == list(reversed(end.states))
    while not timeline.is_present:
        timeline = timeline.redo()
    assert timeline == end


@given(st.integers(-5, 20))
def test_a_jump_goes_to_the_nearest_state_there_is(at: int) -> None:
    timeline = played().jump(at)
    assert timeline.at == sorted((0, at, len(MOVES)))[1]
    assert timeline.state == timeline.states[timeline.at]
    assert timeline.moves == MOVES
    assert timeline.present() == played()


def test_later_moves_are_there_until_another_one_is_made() -> None:
    earlier = played().jump(3)
    assert earlier.moves == MOVES
    other = earlier.play(Move(15))
    assert other.moves == (*MOVES[:3], Move(15))
    assert other.is_present
    assert other.last_move == Move(15)
    assert earlier.present().moves == MOVES


def test_an_illegal_move_leaves_everything_as_it_was() -> None:
    earlier = played().jump(3)
    with pytest.raises(IllegalMove):
        earlier.play(MOVES[0])
    assert earlier.present() == played()


def test_a_game_is_unfinished_from_its_first_move_to_its_last() -> None:
    setup = Setup(SHOWDOWN)
    unfinished = [Game(setup, played(count)).is_unfinished for count in range(len(MOVES) + 1)]
    assert unfinished == [False, *([True] * (len(MOVES) - 1)), False]
    assert not Game(setup, played().jump(3)).is_unfinished


def test_swapping_sides_twice_changes_nothing() -> None:
    setup = Setup(SHOWDOWN, ("Ada", "Ben"), Player.TWO)
    assert setup.swapped() == Setup(SHOWDOWN, ("Ben", "Ada"), Player.TWO)
    assert setup.swapped().swapped() == setup


@pytest.mark.parametrize(
    ("one", "two", "names"),
    [
        ("Ada", "Ben", ("Ada", "Ben")),
        ("", " ", ("Player 1", "Player 2")),
        ("\x1b[31m", "[/]", ("[31m", "[/]")),
        ("x" * 30, "", ("x" * 23 + "…", "Player 2")),
    ],
)
def test_names_are_cleaned(one: str, two: str, names: tuple[str, str]) -> None:
    assert checked_names(one, two) == names


@pytest.mark.parametrize(("one", "two"), [("Ada", " Ada"), ("Player 2", "")])
def test_names_must_differ(one: str, two: str) -> None:
    with pytest.raises(GridlockError, match="the two names must differ"):
        checked_names(one, two)
