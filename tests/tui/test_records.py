"""Records and game ids: written, copied, read again."""

from pathlib import Path

import pytest
from textual import events

from gridlock_tui.cli import main
from gridlock_tui.match.record_files import load_record
from tests.tui.support import game, game_screen, log_lines, running, settled, status, toasts


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
        assert game_screen(pilot).names == ("Ada", "[b]Ben")


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
