"""Edge cases of the history: odd names, no games, no database."""

import sqlite3
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from textual.widgets import Static

from gridlock_tui.match import Setup, checked_names
from gridlock_tui.match.store.history import History
from gridlock_tui.rules import Player
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.screens.rules import RulesPage
from gridlock_tui.tui.widgets.game_list import GameList
from tests.match.finisher import BEGAN
from tests.match.support import NASTY, ROW, is_harmless, won_by
from tests.tui.history_support import counted, lines, opened, said, screen_of, text_of
from tests.tui.support import menu_screen, running, toasts


async def test_names_with_markup_or_sql_are_harmless(history: History, home: Path) -> None:
    for number, name in enumerate(NASTY):
        setup = Setup(ROW, checked_names(name, "Zed"))
        history.add(str(number), won_by(Player.ONE, setup), BEGAN + timedelta(days=number))
    async with opened(size=(120, 40)) as pilot:
        assert [line for line in lines(pilot) if "[bold red]Ada[/]" in line]
        for _ in NASTY:
            assert all(map(is_harmless, lines(pilot)))
            assert is_harmless(said(pilot))
            await pilot.press("d")
            await pilot.pause()
            question = text_of(pilot.app.screen.query(Static).first())
            assert is_harmless(question.replace("\n", " "))
            await pilot.press("n", "e", "down")
            await pilot.pause()
        assert len(list((home / "records").iterdir())) == len(NASTY)
        await pilot.press("tab")
        for _ in range(len(NASTY) + 1):
            await pilot.press("right")
            await pilot.pause()
            assert is_harmless(str(screen_of(pilot).player_filter.render()))


@pytest.mark.parametrize("keys", ["y", "yS"])
async def test_the_rules_open_from_the_history_and_its_pages(history: History, keys: str) -> None:
    """The choice of a variant, by which games are listed, is no variant."""
    history.add("1", won_by(Player.ONE), BEGAN)
    async with running() as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RulesPage)


async def test_an_empty_history_says_so(home: Path) -> None:
    async with opened() as pilot:
        assert lines(pilot)[0].strip() == "No game has been finished yet."
        assert counted(pilot) == "0 games"
        await pilot.press("enter", "d", "e", "up", "down", "home", "end", "pageup", "pagedown")
        await pilot.click(GameList, offset=(10, 4))
        assert screen_of(pilot)
        assert not (home / "records").exists()
        await pilot.press("S")
        await pilot.pause()
        words = [text_of(static) for static in pilot.app.screen.query(Static)]
        assert words == ["Statistics", "No game has been finished yet."]


async def test_a_damaged_history_is_set_aside_with_a_notice(history: History, home: Path) -> None:
    history.database.path.write_bytes(b"this is no database at all" * 100)
    async with opened() as pilot:
        (notice,) = toasts(pilot)
        assert notice.startswith("A new history was started: history.sqlite3 is damaged")
        assert counted(pilot) == "0 games"
        assert [path for path in home.iterdir() if path.name.endswith(".set-aside")]


async def test_an_unusable_history_causes_a_notice(home: Path) -> None:
    home.mkdir()
    (home / "history.sqlite3").mkdir()
    async with opened() as pilot:
        assert len(toasts(pilot)) == 1
        assert said(pilot).startswith("Cannot use history.sqlite3: ")
        await pilot.press("S", "escape")
        await pilot.pause()
        assert menu_screen(pilot)


async def test_a_history_that_does_not_answer_is_not_asked_again_and_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each query of a locked database blocks the whole app."""
    asked = []

    def refuse(path: Path, **_: object) -> None:
        asked.append(path)
        raise sqlite3.OperationalError("database is locked")

    home.mkdir()
    (home / "history.sqlite3").touch()
    monkeypatch.setattr(sqlite3, "connect", refuse)
    async with opened() as pilot:
        assert said(pilot) == "Cannot use history.sqlite3: database is locked."
        assert len(asked) == 2, "once whether it can be used, once for what is in it"


def test_the_history_is_imported_when_it_is_opened() -> None:
    script = f"import sys, {GridlockApp.__module__}; print(*sys.modules, sep='\\n')"
    command = [sys.executable, "-c", script]
    loaded = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert not loaded & {
        "sqlite3",
        "gridlock_tui.tui.screens.history",
        "gridlock_tui.match.store.history",
    }
