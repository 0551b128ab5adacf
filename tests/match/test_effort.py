"""What a game takes you: help once for each position, moves taken back, time."""

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import Setup
from gridlock_tui.match.effort import MOST_SECONDS, NO_EFFORT
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Move, read_moves

SHOWDOWN = VARIANTS["showdown"]
AGAINST = Match.begin(Setup(SHOWDOWN, ("You", "Novice"), kinds=("human", "novice")), 3)
MOVES = read_moves(SHOWDOWN, "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")


def after(count: int, match: Match = AGAINST) -> Match:
    for move in MOVES[:count]:
        match = match.play(move)
    return match


def test_help_counts_once_for_each_position() -> None:
    match = after(2).with_help().with_help()
    assert match.effort.hints == 1
    match = match.play(MOVES[2]).play(MOVES[3]).with_help()
    assert match.effort.hints == 2
    back = match.jump(2)
    assert back.with_help().effort.hints == 2, "that position again"
    assert back.jump(0).with_help().effort.hints == 3


def test_a_move_that_replaces_yours_takes_them_back() -> None:
    match = after(6)
    assert match.effort == NO_EFFORT
    # X made moves 3 and 5, which are replaced; O is a computer.
    assert match.jump(2).play(Move(15)).effort.take_backs == 2
    assert match.jump(4).play(Move(15)).effort.take_backs == 1


@given(st.lists(st.integers(0, 8)))
def test_looking_back_and_redoing_take_nothing_back(places: list[int]) -> None:
    match = after(6)
    for at in places:
        match = match.jump(at)
    match = match.jump(6).play(MOVES[6]).play(MOVES[7])
    assert match.effort == NO_EFFORT


def test_help_and_time_after_the_end_do_not_count_but_playing_on_takes_moves_back() -> None:
    match = after(8)
    assert match.game.is_over
    assert match.jump(6).with_help().effort == NO_EFFORT
    assert match.with_seconds(9).effort == NO_EFFORT
    assert match.jump(6).play(Move(8)).effort.take_backs == 1


@pytest.mark.parametrize("kinds", [("human", "human"), ("novice", "expert")])
def test_nothing_is_counted_where_nobody_plays_a_computer(kinds: tuple[str, str]) -> None:
    match = after(4, Match.begin(Setup(SHOWDOWN, ("A", "B"), kinds=kinds)))
    assert match.with_help().with_seconds(5).jump(2).play(Move(15)).effort == NO_EFFORT


def test_a_pause_counts_as_two_minutes_at_most() -> None:
    match = AGAINST.with_seconds(7).with_seconds(8 * 3600).with_seconds(-3)
    assert match.effort.seconds == 7 + MOST_SECONDS


def test_placing_the_same_once_more_takes_nothing_back() -> None:
    again = after(8).jump(4).play(MOVES[4])
    assert again.effort.take_backs == 1, "only the moves after it are gone"
    assert after(5).jump(4).play(MOVES[4]).effort == NO_EFFORT


def test_a_warning_is_no_hint_but_help() -> None:
    match = AGAINST.with_warning().with_warning()
    assert (match.effort.hints, match.effort.warnings, match.effort.aids) == (0, 1, 1)
    assert not match.effort.is_unaided
    asked = match.with_help()
    assert (asked.effort.hints, asked.effort.warnings, asked.effort.aids) == (1, 0, 1)


def test_every_game_begins_without_effort() -> None:
    match = after(8).jump(4)
    for move in MOVES[4:]:
        match = match.play(move)
    assert match.effort.take_backs
    assert match.next_game().effort == NO_EFFORT
    assert match.restart().effort == NO_EFFORT
