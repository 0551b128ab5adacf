"""Motion on the board: what it shows at each moment, that it ends in time, and delays nothing."""

from collections.abc import Callable
from functools import partial
from itertools import cycle, pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from textual.pilot import Pilot

from gridlock_tui.match import Timeline
from gridlock_tui.match.settings import Settings
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.rules import VARIANTS, GameState, Move, Player, read_moves
from gridlock_tui.tui.board.motion import FRAME_SECONDS, Motion, motion_between
from gridlock_tui.tui.board.picture import Picture, plain_faces
from gridlock_tui.tui.board.widget import BoardView
from tests.rules.support import games
from tests.tui.friend.support import friend_screen, show_match
from tests.tui.support import board, drawn, game, game_screen, running
from tests.tui.terminal import Terminal

pytestmark = pytest.mark.motion
LONGEST = 0.7
"""The seconds that nothing may move longer than."""


def shown_by(slug: str, moves: str, *, pulses: bool = False) -> tuple[Motion, Picture, Picture]:
    """Return the motion that shows the last of these moves, and the pictures before and after."""
    variant = VARIANTS[slug]
    after = Timeline.replay(variant.start(), read_moves(variant, moves))
    before = Picture(after.jump(after.at - 1))
    motion = motion_between(before, Picture(after, pulses=pulses))
    assert motion is not None
    return motion, before, Picture(after)


def timeline_of(states: list[GameState]) -> Timeline:
    """Return a game with these states."""
    timeline = Timeline.begin(states[0])
    for before, after in pairwise(states):
        timeline = timeline.play(next(m for m in before.legal_moves if before.play(m) == after))
    return timeline


def test_a_marker_lands_and_the_tiles_that_it_locks_sink_in_a_ripple() -> None:
    motion, before, after = shown_by("showdown", "2 2")
    old, new = plain_faces(before), plain_faces(after)
    placed, beside = 5, (1, 4, 6, 9)
    first = motion.stage(0.0)
    assert first[placed].marker is Player.ONE
    assert first[placed].landing == 2
    assert all(first[cell] == old[cell] for cell in beside)
    middle = motion.stage(motion.seconds / 2)
    assert all(middle[cell].inner == "free" for cell in beside)
    assert all(middle[cell].ground == "locked" for cell in beside)
    assert motion.stage(motion.seconds) == {}
    assert all(new[cell].ground == "locked" for cell in beside)


def test_rings_farther_away_sink_later() -> None:
    # In this variant a marker also changes tiles that are farther away: those it ends the game for.
    motion, _, _ = shown_by("spacing", "2 2")
    begins = {c.cell: c.begin for c in motion.changes if c.face.inset == 1}
    assert set(begins) == {0, 1, 2, 4, 6, 8, 9, 10}
    assert set(begins.values()) == {0.04}


def test_the_marker_of_a_computer_pulses_twice() -> None:
    motion, _, _ = shown_by("showdown", "2 2", pulses=True)
    lit = [each for each in motion.changes if each.face.ground == "lit-one"]
    assert len(lit) == 2
    assert lit[0].end < lit[1].begin
    still, _, _ = shown_by("showdown", "2 2")
    assert all(each.face.ground != "lit-one" for each in still.changes)


def test_at_the_end_the_last_tiles_lock_and_the_run_lights_up_in_order() -> None:
    motion, _, after = shown_by("sequence", "5 B2; 4 A1; 6 C2; 3 A2; 7 D2")
    placed = [move.cell for move in after.timeline.moves]
    lit = sorted((each.begin, each.cell) for each in motion.changes if "lit" in each.face.ground)
    assert [cell for _, cell in lit] == [placed[0], placed[2], placed[4]]
    sinking = {each.cell for each in motion.changes if each.face.inset}
    assert sinking == {cell for cell in range(16) if after.state.owner(cell) is None}
    begins = {each.cell: each.begin for each in motion.changes if each.face.inset == 1}
    assert begins[12] < begins[0 + 2] <= begins[3]  # outward from D2


@given(games(whole=True), st.booleans())
def test_no_motion_lasts_too_long_and_all_end_as_the_board_is(
    states: list[GameState], pulses: bool
) -> None:
    timeline = timeline_of(states)
    for at in range(1, len(states)):
        before, after = Picture(timeline.jump(at - 1)), Picture(timeline.jump(at), pulses=pulses)
        motion = motion_between(before, after)
        assert motion is not None
        assert 0.08 <= motion.seconds <= LONGEST
        assert motion.stage(motion.seconds) == {}
        assert after.state.owner(timeline.moves[at - 1].cell) is not None
        assert timeline.moves[at - 1].cell in motion.stage(0.0)


def test_only_one_more_move_is_shown_in_motion() -> None:
    variant = VARIANTS["showdown"]
    timeline = Timeline.replay(variant.start(), read_moves(variant, "2 2; 1 3"))
    pictures = [Picture(timeline.jump(at)) for at in range(3)]
    assert motion_between(pictures[0], pictures[2]) is None
    assert motion_between(pictures[2], pictures[1]) is None
    assert motion_between(pictures[1], pictures[1]) is None
    other = Timeline.replay(variant.start(), read_moves(variant, "1 1; 1 3"))
    assert motion_between(pictures[1], Picture(other)) is None


# In the app, with a clock that stands still.


def stop_clock(view: BoardView) -> Callable[[float], None]:
    """Return a function that sets the time of a board, which stands still otherwise."""
    now = [0.0]
    view.clock = lambda: now[0]
    # Pilot would wait for a timer that ticks thirty times a second.
    view.set_interval = partial(view.set_interval, pause=True)  # type: ignore[method-assign]

    def set_time(seconds: float) -> None:
        now[0] = seconds
        view.advance()

    return set_time


async def test_the_first_the_middle_and_the_last_frame_are_drawn() -> None:
    async with running(game("showdown"), size=(120, 40)) as pilot:
        view = board(pilot)
        set_time = stop_clock(view)
        before = drawn(pilot)
        await pilot.press("space")
        assert view.is_moving
        first = drawn(pilot)
        assert first != before
        set_time(0.1)
        middle = drawn(pilot)
        assert middle not in (before, first)
        set_time(5.0)
        assert not view.is_moving
        last = drawn(pilot)
        assert last not in (before, first, middle)
    async with running(game("showdown", "2 2"), size=(120, 40)) as pilot:
        assert drawn(pilot) == last


@pytest.mark.parametrize("key", ["right", "u", "x", "escape"])
async def test_any_key_finishes_a_motion_and_is_not_lost(key: str) -> None:
    async with running(game("showdown"), size=(80, 24)) as pilot:
        view = board(pilot)
        stop_clock(view)
        await pilot.press("space")
        assert view.is_moving
        await pilot.press(key)
        assert not view.is_moving
        if key == "right":
            assert game_screen(pilot).cursor == 6
        elif key == "u":
            assert not game_screen(pilot).timeline.at


async def test_a_move_in_the_middle_of_a_motion_is_made_at_once() -> None:
    async with running(game("showdown"), size=(80, 24)) as pilot:
        stop_clock(board(pilot))
        await pilot.press("space", "right", "right", "space", "down", "down", "space")
        assert len(game_screen(pilot).timeline.moves) == 3


ALL_BUT_ONE = ("2 2", "1 3", "3 3", "4 2", "2 4", "4 4", "1 1")
"""A game of Showdown that the last move, 3 1, ends."""


async def ends_after_its_motion(pilot: Pilot[None], make_last_move: Callable[[], object]) -> None:
    """Make the last move, and check that its motion ends before the result is shown."""
    view, screen = board(pilot), pilot.app.screen
    set_time = stop_clock(view)
    make_last_move()
    await pilot.pause()
    assert view.picture.state.is_over
    assert view.is_moving
    assert not screen.has_class("-over")
    set_time(5.0)
    await pilot.pause()
    assert screen.has_class("-over")


async def test_the_result_is_shown_when_the_last_move_has_been_seen() -> None:
    async with running(game("showdown", "; ".join(ALL_BUT_ONE)), size=(120, 40)) as pilot:
        await ends_after_its_motion(pilot, lambda: game_screen(pilot).play(Move(8)))


async def test_a_friend_sees_the_last_move_before_the_result(tmp_path: Path) -> None:
    async with running(size=(120, 40)) as pilot:
        events = [
            Event(seat, Kind.MOVE, move)
            for seat, move in zip(cycle(Seat), (*ALL_BUT_ONE, "3 1"), strict=False)
        ]
        await show_match(pilot, tmp_path, 0, *events[:-1])
        screen = friend_screen(pilot)
        table = screen.shown.table.after(events[-1])
        await ends_after_its_motion(pilot, lambda: screen._session.feed.show(table=table))


@pytest.mark.parametrize("level", ["none", "basic"])
async def test_without_animation_the_last_frame_is_drawn_at_once(level: str) -> None:
    settings = Settings(animation="reduced") if level == "none" else Settings()
    async with running(game("showdown"), size=(80, 24), settings=settings) as pilot:
        if level == "basic":
            pilot.app.animation_level = "basic"
        await pilot.press("space")
        assert not board(pilot).is_moving
        at_once = drawn(pilot)
    async with running(game("showdown", "2 2"), size=(80, 24)) as pilot:
        assert drawn(pilot) == at_once


async def looks_at_rest(pilot: Pilot[None]) -> None:
    """Wait until nothing moves."""
    while board(pilot).is_moving:
        await pilot.pause(FRAME_SECONDS)


async def test_a_motion_ends_by_itself() -> None:
    async with running(game("showdown"), size=(80, 24)) as pilot:
        await pilot.press("space")
        await looks_at_rest(pilot)
        moved = drawn(pilot)
    async with running(game("showdown", "2 2"), size=(80, 24)) as pilot:
        assert drawn(pilot) == moved


@pytest.mark.slow
def test_the_frames_of_a_placement_take_their_time_in_a_terminal() -> None:
    with Terminal("-m", "gridlock_tui", "--variant", "showdown", "--size", "8x8") as terminal:
        terminal.wait_for("to move")
        lasted = []
        for _ in range(5):  # on a busy machine one of them may be late
            lasted.append(terminal.time_of_output(" "))
            terminal.type("u")
            terminal.read_for(0.3)
        assert min(lasted) <= LONGEST
        assert max(lasted) >= 0.08
