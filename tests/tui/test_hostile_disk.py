"""A disk that is full, a home that cannot be written to or is gone: the game goes on."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.match import Match
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.saves import Saves
from tests.tui.hostile import assert_clean
from tests.tui.support import (
    click_cell,
    game,
    recorded_moves,
    result,
    running,
    settled,
    toasts,
)
from tests.tui.terminal import Terminal

SHOWDOWN = recorded_moves("showdown")
FULL_DISK = """
import resource, sys
from gridlock_tui.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
raise SystemExit(main(sys.argv[1:]))
"""
"""The app where nothing can be written to any file, as the system itself sees to it."""
READ_ONLY_HOME = """
import ctypes, os, struct, sys
from gridlock_tui.cli import main
if os.geteuid() == 0:
    header, rights = struct.pack("Ii", 0x20080522, 0), ctypes.create_string_buffer(24)
    system = ctypes.CDLL(None)
    assert system.capget(header, rights) == 0
    kept = [each & ~0b110 if place < 3 else each
            for place, each in enumerate(struct.unpack("6I", rights.raw))]
    assert system.capset(header, struct.pack("6I", *kept)) == 0
assert not os.access(os.environ["GRIDLOCK_HOME"], os.W_OK, effective_ids=True), "may be written to"
raise SystemExit(main(sys.argv[1:]))
"""
"""The app without root's right to write where nobody may: for others there is nothing to give up.

These are CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, see capabilities(7).
"""


@contextmanager
def sealed(folder: Path) -> Iterator[None]:
    """Let all that is in a folder be read, and nothing be written."""
    found = [folder, *folder.rglob("*")]
    for path in found:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        yield
    finally:
        for path in found:
            path.chmod(0o755 if path.is_dir() else 0o644)


async def play(pilot: Pilot[None], begin: int, end: int) -> None:
    for move in SHOWDOWN[begin:end]:
        await click_cell(pilot, move.cell)


def test_in_a_real_terminal_on_a_full_disk_the_game_goes_on() -> None:
    with Terminal("-c", FULL_DISK, "--variant", "showdown") as terminal:
        terminal.wait_for("to move")
        terminal.type(" ")
        terminal.wait_for("▸2 2", "Not saved: cannot save the match:")
        terminal.type("e")
        terminal.wait_for("Cannot save")
        terminal.type("q")
        terminal.wait_for("A game is not finished")
        terminal.type("y")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)


@pytest.mark.usefixtures("filled")
def test_a_home_that_can_only_be_read_is_read_and_the_game_goes_on(home: Path) -> None:
    library = Library(find_paths())
    assert library.save(Match.of(game("showdown", "2 2", names=("Ada", "Ben")))) == ""
    library.close()
    (home / "config.toml").write_text('[keys]\nundo = "z"\n')
    kept = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    with sealed(home), Terminal("-c", READ_ONLY_HOME) as terminal:
        terminal.wait_for("Continue Showdown", "Ada vs Ben")
        terminal.type("y")
        terminal.wait_for("60 games")
        terminal.type("\x1b")
        terminal.wait_for("Continue Showdown")
        terminal.type("c")
        terminal.wait_for("▸2 2", "O Ben", "to move", "z undo")
        terminal.type("m4 4\r")
        terminal.wait_for("▸4 4", "X Ada", "to move", "Not saved: ")
        terminal.type("q")
        terminal.wait_for("A game is not finished")
        terminal.type("y")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)
        assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == kept


def test_a_fault_that_cannot_be_reported_is_still_said_in_a_line() -> None:
    fault = "from gridlock_tui.tui.game.screen import GameScreen; del GameScreen.show_view\n"
    with Terminal("-c", fault + FULL_DISK, "--variant", "showdown") as terminal:
        assert terminal.wait_for_end() == 1
        assert_clean(terminal)
        said = terminal.text().rpartition("gridlock: ")[2]
        assert said.startswith("stopped by an internal error, and the report cannot be ")
        assert said.count("\n") == 1


@pytest.mark.parametrize(
    "place", ["/proc/nothing", "/dev/null/below", "/dev/full", "/" + "x" * 300]
)
async def test_an_impossible_home(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", place)
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 0, len(SHOWDOWN))
        assert " wins" in result(pilot)
        await pilot.press("e")
        await pilot.pause()
        said = toasts(pilot)
        assert any(notice.startswith("Not saved: ") for notice in said)
        assert any(notice.startswith("Cannot write ") for notice in said)
        assert all("\n" not in notice for notice in said)
        await pilot.press("escape", "y")
        await pilot.pause()
        assert pilot.app.is_running


async def test_a_disk_that_is_full_for_a_while(home: Path) -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 0, 1)
        (save,) = (home / "saves").glob("*.json")
        save.with_suffix(".tmp").symlink_to("/dev/full")
        await play(pilot, 1, 2)
        assert toasts(pilot) == ["Not saved: cannot save the match: no space left on device."]
        await play(pilot, 2, 3)
    (saved,), notices = Saves(find_paths().saves).load_all()
    assert notices == []
    assert saved.match.game.timeline.moves == SHOWDOWN[:3]


async def test_a_history_on_a_full_disk(home: Path) -> None:
    home.mkdir()
    (home / "history.sqlite3").symlink_to("/dev/full")
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 0, len(SHOWDOWN))
        assert " wins" in result(pilot)
        at_start, notice = toasts(pilot)
        assert at_start.startswith("The stars cannot be read: cannot use history.sqlite3: ")
        assert notice.startswith("Not in the history yet: cannot use history.sqlite3: ")
    (saved,), _ = Saves(find_paths().saves).load_all()
    assert saved.match.game.timeline.moves == SHOWDOWN, "to be put there another day"


async def test_a_home_that_vanishes_is_created_again(home: Path) -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 0, 2)
        shutil.rmtree(home)
        await play(pilot, 2, 3)
        assert toasts(pilot) == []
        assert len(list((home / "saves").glob("*.json"))) == 1


async def test_a_home_without_permission_to_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To root everything is open, so the refusal of the system is made up."""
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 0, 2)
    look = os.stat

    def refuse(path: int | str | Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if str(path).startswith(f"{home}/"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(os, "stat", refuse)
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("y")
        await pilot.pause()
        assert pilot.app.is_running
    monkeypatch.undo()
    assert len(list((home / "saves").glob("*.json"))) == 1, "what cannot be seen stays"
