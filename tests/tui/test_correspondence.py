"""Two people, each with a home of their own, play by pasting and copying game ids."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.match.store.history import open_history
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.screens.letter import LetterScreen
from gridlock_tui.tui.startup import Startup
from tests.tui.support import (
    click_cell,
    game_screen,
    log_lines,
    menu_screen,
    offered,
    running,
    seen,
    settled,
    status,
    toasts,
)
from tests.tui.terminal import Terminal

At = Callable[..., AbstractAsyncContextManager[Pilot[None]]]

GAME = ("2 2", "1 3", "3 3", "4 2", "2 4", "4 4", "1 1", "3 1")
"""A whole game of Showdown, which Player 2 wins."""


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> At:
    """Return a function that runs the app in the home of a player, with the matches kept there."""

    @asynccontextmanager
    async def run(player: str, match: Match | None = None) -> AsyncIterator[Pilot[None]]:
        monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / player))
        async with running(match=match, keeps=True) as pilot:
            await settled(pilot)
            yield pilot

    return run


async def paste(pilot: Pilot[None], text: str) -> None:
    """Paste as a terminal does."""
    pilot.app.post_message(events.Paste(text))
    await settled(pilot)


async def place(pilot: Pilot[None], *moves: str) -> None:
    for move in moves:
        state = game_screen(pilot).match.game.state
        await click_cell(pilot, state.move(move).cell)


async def copied(pilot: Pilot[None]) -> str:
    await pilot.press("i")
    return pilot.app.clipboard


def showdown(length: int = 1, *, swap_rule: bool = False, columns: int = 4) -> Match:
    """Return a new match of Ada and Ben."""
    variant = VARIANTS["showdown"].resized(4 if columns == 4 else 1, columns)
    return Match.begin(Setup(variant, ("Ada", "Ben")), length, swap_rule=swap_rule)


def kept() -> list[Match]:
    """Return the matches that are kept in the present home."""
    library = Library(find_paths())
    assert library.load() == []
    library.close()
    return list(library.saved_matches)


async def test_a_whole_game_is_played_by_game_ids(at: At) -> None:
    async with at("ada", showdown()) as pilot:
        await place(pilot, GAME[0])
        line = await copied(pilot)
        assert line == "showdown:4x4:2 2"
        await pilot.press("escape")
        await settled(pilot)
        assert "Continue Showdown 4×4, waiting, Ada vs Ben" in offered(pilot)[0]
        await pilot.resize_terminal(160, 40)
        await settled(pilot)
        assert "Continue Showdown 4×4, sent, waiting for the answer" in offered(pilot)[0]
    (first,) = kept()
    for number, move in enumerate(GAME[1:], start=1):
        player = ("ada", "ben")[number % 2]
        async with at(player) as pilot:  # the app is started again for every move
            await paste(pilot, line)
            assert len(log_lines(pilot)) == number
            assert "Your move" in status(pilot)[1]
            await pilot.press("escape")
            await settled(pilot)
            assert "your move" in offered(pilot)[0]
            await pilot.press("c")
            await place(pilot, move)
            line = await copied(pilot)
            assert line == f"showdown:4x4:{';'.join(GAME[: number + 1])}"
        if number < len(GAME) - 1:
            assert len(kept()) == 1
    assert kept() == []  # Ben has made the last move
    async with at("ada") as pilot:
        assert kept()[0].uid == first.uid
        assert kept()[0].game.names == ("Ada", "Ben")
        await paste(pilot, line)
        assert game_screen(pilot).match.is_done
        await pilot.press("escape")
        await paste(pilot, line)  # once more: it is only looked at
    assert kept() == []
    history, _ = open_history(find_paths().history)
    (entry,) = history.page()
    assert (entry.names, entry.length) == (("Ada", "Ben"), len(GAME))


async def test_an_answer_is_pasted_into_the_game_itself(at: At) -> None:
    async with at("ada", showdown(3)) as pilot:
        await place(pilot, "2 2")
        await copied(pilot)
        before = game_screen(pilot).match
        await paste(pilot, "showdown:4x4:2 2;1 3:game 1 of 3")
        after = game_screen(pilot).match
        assert after.uid == before.uid
        assert after.series == before.series
        assert log_lines(pilot) == ["1 X 2 2", "2 O 1 3"]
        await paste(pilot, "showdown:4x4:2 2;1 3;1 2")
        assert toasts(pilot) == ["Move 3 cannot be played: 1 2 is blocked by 1 3 and 2 2."]
        assert game_screen(pilot).match == after
        await pilot.press("u", "u")  # what was there before can still be undone
        assert game_screen(pilot).match.game.timeline.at == 0


async def test_swap_and_series_go_from_home_to_home(at: At) -> None:
    async with at("ada", showdown(3, swap_rule=True)) as pilot:
        await place(pilot, "2 2")
        line = await copied(pilot)
    async with at("ben") as pilot:
        await paste(pilot, line)
        await pilot.press("x")
        line = await copied(pilot)
        assert line == "showdown:4x4:2 2;swap:game 1 of 3, swap rule"
    number = 1
    while number < len(GAME):  # Ada moves next: she has the other side now
        player = ("ben", "ada")[number % 2]
        async with at(player) as pilot:
            await paste(pilot, line)
            await place(pilot, GAME[number])
            line = await copied(pilot)
        number += 1
    async with at("ben") as pilot:  # Ada, who is O since the swap, has won
        await paste(pilot, line)
        match = game_screen(pilot).match
        assert match.game.is_over
        assert match.standing.score == (1, 0)
        await pilot.press("n")  # Ben starts the second game
        await place(pilot, "1 1")
        line = await copied(pilot)
        assert line == "showdown:4x4/2:1 1:game 2 of 3, swap rule"
    async with at("ada") as pilot:  # who has not left the first game
        (match,) = kept()
        assert match.standing.score == (1, 0)
        await paste(pilot, line)
        match = game_screen(pilot).match
        assert match.series.played == 1
        assert match.series.score == (1, 0)
        assert log_lines(pilot) == ["1 O 1 1"]
    history, _ = open_history(find_paths().history)
    assert len(history.page()) == 1


async def test_a_friends_move_is_placed_only_by_one_who_insists(at: At) -> None:
    async with at("ada", showdown()) as pilot:
        await place(pilot, "2 2")
        await paste(pilot, await copied(pilot) + ";1 3")
        await place(pilot, "3 3")
        await copied(pilot)
        await place(pilot, "4 2")
        assert status(pilot)[1].startswith("This is the other player's move: paste the answer")
        assert len(log_lines(pilot)) == 3
        await place(pilot, "4 4")  # another one is not the same
        assert len(log_lines(pilot)) == 3
        await place(pilot, "4 4")
        assert len(log_lines(pilot)) == 4
        assert game_screen(pilot).match.letters is None
        await place(pilot, "3 1", "2 4")
        assert len(log_lines(pilot)) == 6


async def test_who_only_copied_the_id_plays_on_at_once(at: At) -> None:
    async with at("ada", showdown()) as pilot:
        await place(pilot, "2 2")
        await copied(pilot)
        await pilot.press("right")
        assert status(pilot)[1] == "2 3 is blocked by 2 2.", "cells are described as always"
        await place(pilot, "1 3")
        assert len(log_lines(pilot)) == 2
        assert status(pilot)[1].startswith("You play both sides now; u takes the move back.")
        await pilot.press("u")
        assert game_screen(pilot).timeline.at == 1
        await place(pilot, "1 4", "3 3")
        assert log_lines(pilot) == ["1 X 2 2", "2 O 1 4", "3 X 3 3"]
        assert "both sides" not in status(pilot)[1], "it is said once"


async def test_a_first_move_that_was_copied_is_taken_over_at_once(at: At) -> None:
    async with at("ada", showdown(swap_rule=True)) as pilot:
        await place(pilot, "2 2")
        await copied(pilot)
        await pilot.press("x")
        assert game_screen(pilot).match.game.setup.taken_over
        assert "You play both sides here." in status(pilot)[1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("showdown:4x4:2 2;1 4;4 1", "The moves differ from those of your match from move 2 on."),
        ("showdown:4x4:2 2", "Your match is 2 moves further."),
    ],
)
async def test_what_does_not_fit_says_so_and_offers_a_new_match(
    at: At, line: str, sentence: str
) -> None:
    async with at("ada", showdown()) as pilot:
        await place(pilot, "2 2", "1 3", "3 3")
        await copied(pilot)
        own = game_screen(pilot).match
        await pilot.press("escape")
        await settled(pilot)
        for key, screen in (("escape", menu_screen), ("c", game_screen)):
            await paste(pilot, line)
            assert isinstance(pilot.app.screen, LetterScreen)
            shown = [str(each.render()) for each in pilot.app.screen.query("Static")]
            assert shown[0] == sentence
            await pilot.press(key)
            await settled(pilot)
            screen(pilot)
        assert len(log_lines(pilot)) == 3
        await paste(pilot, line)
        await pilot.press("n")
        await settled(pilot)
        opened = game_screen(pilot).match
    # What was kept is as it was, and the new match is kept beside it.
    assert {match.uid: match for match in kept()} == {own.uid: own, opened.uid: opened}
    assert opened.uid != own.uid


async def test_in_a_window_that_is_too_small_the_question_is_covered(at: At) -> None:
    async with at("ada", showdown()) as pilot:
        await place(pilot, "2 2", "1 3", "3 3")
        await copied(pilot)
        await pilot.press("escape")
        await settled(pilot)
        await paste(pilot, "showdown:4x4:2 2;1 4;4 1")
        assert isinstance(pilot.app.screen, LetterScreen)
        await pilot.resize_terminal(38, 14)
        await settled(pilot)
        painted = " ".join(" ".join(seen(pilot)).split())
        assert painted.startswith("Gridlock needs 40×15; this window is 38×14.")
        assert "differ" not in painted


async def test_a_match_that_is_open_in_another_window_is_left_alone(at: At) -> None:
    async with at("ada", showdown()) as pilot:
        await place(pilot, "2 2")
        line = await copied(pilot) + ";1 3"
        other = GridlockApp(Startup(keeps=True))
        async with other.run_test(notifications=True) as window:
            await settled(window)
            await paste(window, line)
            menu_screen(window)
            assert toasts(window) == [
                "Your match that this game id belongs to is open in another window."
            ]
        assert log_lines(pilot) == ["1 X 2 2"]
    (match,) = kept()
    assert len(match.game.timeline.moves) == 1


async def test_what_another_window_has_saved_since_is_found(at: At) -> None:
    async with at("ada") as window:
        library = Library(find_paths())
        match = showdown()
        match = match.play(match.game.state.move("2 2"))
        library.save(match)
        library.close()
        await paste(window, "showdown:4x4:2 2;1 3")
        assert isinstance(window.app.screen, LetterScreen)  # it was not sent from here
        await window.press("c")
        await settled(window)
        assert game_screen(window).match.uid == match.uid
        assert len(log_lines(window)) == 2


async def test_an_id_of_the_command_line_continues_a_match(at: At) -> None:
    async with at("ada", showdown()) as pilot:
        await place(pilot, "2 2")
        await copied(pilot)
        uid = game_screen(pilot).match.uid
    app = GridlockApp(Startup(keeps=True, game_id="showdown:4x4:2 2;1 3"))
    async with app.run_test(notifications=True) as pilot:
        await settled(pilot)
        assert game_screen(pilot).match.uid == uid
        assert len(log_lines(pilot)) == 2


@pytest.mark.slow
def test_killed_after_a_paste_the_answer_is_kept(home: Path) -> None:
    """What was pasted and shown is on disk before the process is killed."""
    match = showdown()
    library = Library(find_paths())
    assert library.save(match.play(match.game.state.move("2 2"))) == ""
    library.close()
    for moves, count in ((";1 3", 2), (";1 3;3 3;4 2", 4)):
        with Terminal("-m", "gridlock_tui") as terminal:
            terminal.wait_for("Continue")
            terminal.type(f"\x1b[200~showdown:4x4:2 2{moves}\x1b[201~")
            terminal.wait_for("open it as a new match")
            terminal.type("c")
            terminal.wait_for("Your move: you are")
            terminal.process.kill()
            terminal.process.wait()
        (found,) = kept()
        assert found.uid == match.uid
        assert len(found.game.timeline.moves) == count
    assert len(list((home / "saves").glob("*.json"))) == 1
