"""A match with a friend on the screen: from the first move to the rematch."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.store.history import History
from gridlock_tui.net.events import Kind, Seat
from gridlock_tui.tui.friend.words_screen import WordsScreen
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.widgets.move_log import MoveLog
from tests.net.session_support import table_of, until
from tests.tui.friend.support import (
    agreed,
    at_home,
    friend_screen,
    guest_for,
    host_in,
    host_lobby,
    in_match,
    join,
    moves_of,
    play,
    reached,
    says,
    shown,
)
from tests.tui.support import cards, click_cell, key_bar, log_lines, result, seen

GAME = ("2 2", "1 3", "3 3", "4 2", "2 4", "4 4", "1 1", "3 1")
"""A whole game of Showdown, which the second player wins."""


async def test_a_host_plays_to_the_end_by_keys_mouse_and_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path / "ada") as pilot:
        host = host_in(await host_lobby(pilot))
        async with guest_for(host, tmp_path / "ben") as ben:
            await in_match(pilot)
            assert cards(pilot) == ["X Ada your move", "O Ben"]
            await pilot.press("space")  # the cursor is on 2 2
            await until(ben.feed, lambda view: view.is_your_turn)
            ben.act(Kind.MOVE, "1 3")
            await reached(pilot, lambda view: view.is_your_turn)
            assert "Ben" in says(pilot)
            await click_cell(pilot, 10)  # 3 3
            for mine, move in zip((False, True) * 3, GAME[3:], strict=False):
                if mine:
                    await play(pilot, move)
                else:
                    await until(ben.feed, lambda view: view.is_your_turn)
                    ben.act(Kind.MOVE, move)
                    await agreed(pilot, lambda table: table.to_move is not Seat.GUEST)
            assert log_lines(pilot)[-2:] == ["8 O 3 1", "Ben wins"]
            assert "Ben wins" in result(pilot)
            assert table_of(ben).digest == table_of(host).digest
            assert "rematch" in key_bar(pilot)
    assert History(tmp_path / "ada" / "history.sqlite3").count() == 1


async def test_two_apps_play_with_undo_swap_words_and_a_next_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        at_home(monkeypatch, tmp_path / "ada") as ada,
        at_home(monkeypatch, tmp_path / "ben") as ben,
    ):
        host = host_in(await host_lobby(ada, games=3))
        await join(ben, host)
        await in_match(ada)
        await play(ada, "2 2")
        # An undo is asked and refused, then asked and granted.
        for answer, left in (("N", 1), ("y", 0)):
            await ada.press("u")
            assert "Waiting for Ben" in says(ada)
            await reached(ben, lambda view: view.must_answer)
            assert says(ben).startswith("Ada asks to take back a move: y takes it back")
            await ben.press(answer)
            await agreed(ada, lambda table: table.asked is None)
            assert len(moves_of(ada)) == left
        await play(ada, "2 2")
        # The swap rule: Ben takes the first move over.
        await reached(ben, lambda view: view.is_your_turn)
        assert "You may take over: x" in says(ben)
        await ben.press("x")
        await reached(ada, lambda view: view.is_your_turn)
        await reached(ben, lambda view: view.pending is None)
        assert cards(ada) == ["X Ben 0", "O Ada your move 0"]
        assert cards(ben) == ["X Ben you 0", "O Ada to move 0"]
        # A word of the list.
        await ben.press("s")
        await shown(ben, lambda: isinstance(ben.app.screen, WordsScreen))
        await ben.press("down", "enter")
        await agreed(ada, lambda table: table.words)
        assert says(ada) == "Ben: good luck!"
        # Resigning is asked for first.
        await ada.press("R")
        await ada.pause()
        await ada.press("y")
        await agreed(ben, lambda table: table.is_over)
        assert "Ada has resigned" in result(ben)
        assert log_lines(ben)[-1] == "Ben wins"
        assert log_lines(ada)[-1] == "Ben wins"
        for pilot in (ada, ben):
            assert not [row for row in pilot.app.screen.query_one(MoveLog).rows if "…" in str(row)]
        assert "next game" in key_bar(ada)
        await ada.press("n")
        await agreed(ben, lambda table: table.ready)
        assert "Waiting for Ben" in says(ada)
        await ben.press("n")
        for pilot in (ada, ben):
            await agreed(pilot, lambda table: not table.is_over)
            assert moves_of(pilot) == ()
            assert {tuple(line.split())[1::len(line.split()) - 2] for line in cards(pilot)} == {
                ("Ada", "0"), ("Ben", "1")}  # fmt: skip
        tables = [friend_screen(pilot).shown.table for pilot in (ada, ben)]
        assert tables[0].digest == tables[1].digest
        assert tables[0].score_of(Seat.GUEST) == 1


async def test_a_rematch_begins_when_both_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        at_home(monkeypatch, tmp_path / "ada") as ada,
        at_home(monkeypatch, tmp_path / "ben") as ben,
    ):
        host = host_in(await host_lobby(ada))
        await join(ben, host)
        await in_match(ada)
        first = friend_screen(ada).shown.table.match
        await play(ada, "2 2")
        await reached(ben, lambda view: view.is_your_turn)
        await ben.press("R")
        await ben.pause()
        await ben.press("y")
        for pilot in (ada, ben):
            await agreed(pilot, lambda table: table.is_decided)
            assert "rematch" in key_bar(pilot)
        await ben.press("n")
        await agreed(ada, lambda table: table.ready)
        assert says(ada) == "Ben is ready for a rematch."
        assert says(ben) == "You are ready. Waiting for Ada…"
        assert moves_of(ada), "one is not enough"
        await ada.press("n")
        for pilot in (ada, ben):
            await agreed(pilot, lambda table: not table.is_over)
            assert moves_of(pilot) == ()
            match = friend_screen(pilot).shown.table.match
            assert (match.uid != first.uid, match.series.played) == (True, 0)
        starter = {seat: friend_screen(ada).shown.table.to_move is seat for seat in Seat}
        assert starter == {Seat.HOST: False, Seat.GUEST: True}, "the other one starts"
        await play(ben, "1 1")
        await agreed(ada, lambda table: table.to_move is Seat.HOST)
        assert log_lines(ada) == ["1 O 1 1"]


async def test_what_is_not_possible_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path / "ada") as pilot:
        host = host_in(await host_lobby(pilot))
        async with guest_for(host, tmp_path / "ben") as ben:
            await in_match(pilot)
            for key, reason in {
                "u": "There is no move of Ada to take back.",
                "y": "Ben has not asked for an undo.",
                "n": "The game is not finished.",
                "a": "That is not possible in a match with a friend.",
                "w": "The game is not finished.",
            }.items():
                await pilot.press(key)
                assert says(pilot) == reason
            await play(pilot, "2 2")
            await pilot.press("space")
            assert says(pilot) == "It is Ben's turn."
            await until(ben.feed, lambda view: view.is_your_turn)
            ben.act(Kind.MOVE, "1 3")
            await reached(pilot, lambda view: view.is_your_turn)
            await pilot.press("m")
            await pilot.press("2", "space", "3", "enter")
            assert moves_of(pilot) == moves_of(pilot)[:2]
            assert friend_screen(pilot).shown.game.typing
            await pilot.press("escape", "home")
            assert says(pilot) == "End returns to the latest move."
            await pilot.press("space")
            assert says(pilot) == "Return to the latest move first."
            await pilot.press("end")
            assert friend_screen(pilot).shown.may_place


async def test_a_finished_game_can_be_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path / "ada") as pilot:
        host = host_in(await host_lobby(pilot, slug="classic"))
        async with guest_for(host, tmp_path / "ben") as ben:
            await in_match(pilot)
            await play(pilot, "6")
            await until(ben.feed, lambda view: view.is_your_turn)
            ben.act(Kind.RESIGN)
            await agreed(pilot, lambda table: table.is_over)
            assert "Ben has resigned." in result(pilot)
            await pilot.press("w")
            await shown(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
            await pilot.press("escape")
            await in_match(pilot)


async def test_a_watcher_sees_everything_and_cannot_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        at_home(monkeypatch, tmp_path / "ada") as ada,
        at_home(monkeypatch, tmp_path / "eve", size=(120, 40)) as eve,
    ):
        host = host_in(await host_lobby(ada))
        async with guest_for(host, tmp_path / "ben"):
            await in_match(ada)
            await join(eve, host, watch=True)
            await play(ada, "2 2")
            await agreed(eve, lambda table: table.seq == 1)
            assert log_lines(eve) == ["1 X 2 2"]
            assert "you watch" in seen(eve)[1]
            await reached(ada, lambda view: view.watchers == 1)
            for key in ("space", "u", "R", "s", "m"):
                await eve.press(key)
                assert says(eve) == "You only watch."
            await click_cell(eve, 2)
            assert says(eve) == "You only watch."
            assert table_of(host).seq == 1


async def test_hostile_names_are_shown_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path / "ada", size=(120, 40)) as pilot:
        host = host_in(await host_lobby(pilot))
        async with guest_for(host, tmp_path / "ben", name="[red]x[/] $a [@click=q]") as ben:
            await in_match(pilot)
            assert "[red]x[/] $a" in cards(pilot)[1]
            await play(pilot, "2 2")
            await until(ben.feed, lambda view: view.is_your_turn)
            ben.act(Kind.SAY, "hello")
            await agreed(pilot, lambda table: table.words)
            assert says(pilot).startswith("[red]x[/] $a")
            await _asked_to_resign(pilot)


async def _asked_to_resign(pilot: Pilot[None]) -> None:
    await pilot.press("R")
    await pilot.pause()
    assert any("[red]x[/] $a" in line for line in seen(pilot))
