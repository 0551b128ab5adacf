"""Records and game ids: written, copied, read again."""

from pathlib import Path

import pytest
from textual import events

from gridlock_tui.cli import main
from gridlock_tui.match.store.history import open_history
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.record_files import load_record
from gridlock_tui.rules import Player
from tests.tui.support import (
    game,
    game_screen,
    log_lines,
    offered,
    running,
    settled,
    status,
    toasts,
)


async def test_a_game_is_exported_verified_and_loaded(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(game("sequence", "5 B2; 4 A1; 6 C2", names=("Ada", "[b]Ben"))) as pilot:
        await pilot.press("e")
        await pilot.pause()
        (file,) = (home / "records").glob("*.txt")
        assert toasts(pilot) == [f"Written to {file}"]
    assert main(["record", str(file)]) == 0
    assert "[b]Ben" in capsys.readouterr().out
    loaded = load_record(file).game
    async with running(loaded) as pilot:
        assert log_lines(pilot) == ["1 X 5 B2", "2 O 4 A1", "3 X 6 C2"]
        assert game_screen(pilot).match.game.names == ("Ada", "[b]Ben")


async def test_a_game_id_is_copied_and_pasted_into_the_menu() -> None:
    async with running(game("showdown", "2 2; 1 3")) as pilot:
        await pilot.press("i")
        assert pilot.app.clipboard == "showdown:4x4:2 2;1 3"
        assert status(pilot)[1] == "Copied: showdown:4x4:2 2;1 3"
    async with running() as pilot:
        await settled(pilot)
        pilot.app.screen.post_message(events.Paste("classic:5x5/2:13; 1"))
        await pilot.pause()
        assert log_lines(pilot) == ["1 O 13", "2 X 1"]
    async with running() as pilot:
        await settled(pilot)
        pilot.app.screen.post_message(events.Paste("classic:5x5:13; 13\x1b[2J"))
        await pilot.pause()
        (said,) = toasts(pilot)
        assert "\x1b" not in said


ENDED = game("showdown", "1 2", size=(1, 3))
"""The whole of it: the middle was taken."""


@pytest.mark.parametrize("keys", ["q", "escape q", "u escape q", "u q"])
async def test_a_finished_game_that_is_only_looked_at_is_none_of_ours(keys: str) -> None:
    for _ in range(2):
        async with running(ENDED, keeps=True) as pilot:
            await settled(pilot)
            await pilot.press(*keys.split())
    history, _ = open_history(find_paths().history)
    assert history.page() == ()
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert "Continue" not in offered(pilot)[0]


async def test_a_finished_game_that_is_played_otherwise_is_ours() -> None:
    async with running(ENDED, keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("u", "left", "space", "right", "right", "space", "q")
    history, _ = open_history(find_paths().history)
    (entry,) = history.page()
    assert (entry.winner, entry.length) == (Player.TWO, 2)


@pytest.mark.parametrize("keys", ["q", "escape q"])
async def test_a_pasted_game_can_be_continued_after_quitting(keys: str) -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        pilot.app.screen.post_message(events.Paste("showdown:4x4:2 2;1 3"))
        await settled(pilot)
        await pilot.press(*keys.split())
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert log_lines(pilot) == ["1 X 2 2", "2 O 1 3"]
