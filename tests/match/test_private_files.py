"""Only their owner may read the files of the app, whatever the umask, and whoever wrote them."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gridlock_tui.match.config_file import load_config, reset_config, save_config
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.files import write_atomically
from gridlock_tui.match.store.history import open_history
from gridlock_tui.match.store.last_choices import (
    LastChoices,
    read_last_choices,
    write_last_choices,
)
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.match.store.puzzle_store import PuzzleStore, open_puzzle_store
from gridlock_tui.match.store.record_files import load_record
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import Board
from tests.match.library_support import ended, leave, match_of, next_run
from tests.match.puzzle_support import attempt_at, short_puzzles

FILE, FOLDER = 0o600, 0o700


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=["open", "usual", "closed"])
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def write_everything(paths: Paths) -> None:
    """Write every kind of file that the app keeps."""
    leave(paths, match_of(), ended())
    library = next_run(paths)
    game = match_of().game
    library.export(game)
    library.export_picture(game.state, game.names)
    library.close()
    write_last_choices(paths.last_choices, LastChoices("showdown", Board(4, 4)))
    assert LessonLog(paths.lessons).reach("showdown-rule", 1, is_done=False) == ""
    puzzle = short_puzzles()[0]
    PuzzleStore(paths.puzzles).record(attempt_at(puzzle), puzzle)
    assert save_config(paths.settings, Settings(names=("Ada", "Ben"))) == ""


@pytest.mark.usefixtures("_umask")
def test_every_new_file_and_folder_is_private(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o755)
    above = tmp_path / "share"
    paths = Paths(above / "data", above / "config", above / "deep" / "state")
    write_everything(paths)
    found = {path: rights(path) for path in above.rglob("*")}
    written = {path.name for path in found}
    assert {"history.sqlite3", "puzzles.sqlite3", "lessons.txt", "config.toml"} <= written
    assert {"last-choices.txt", "records", "saves"} <= written
    assert {path.suffix for path in found} >= {".json", ".lock", ".txt", ".svg"}
    wrong = {
        path.name: oct(mode)
        for path, mode in found.items()
        if mode != (FOLDER if path.is_dir() else FILE)
    }
    assert wrong == {}
    assert rights(above) == FOLDER
    assert rights(tmp_path) == 0o755, "a folder that was there stays as it is"


READERS: dict[str, Callable[[Paths], object]] = {
    "saves": lambda paths: Saves(paths.saves).load_all(),
    "history": lambda paths: open_history(paths.history),
    "puzzles": lambda paths: open_puzzle_store(paths.puzzles),
    "lessons": lambda paths: LessonLog(paths.lessons).load(),
    "settings": lambda paths: load_config(paths.settings),
    "last_choices": lambda paths: read_last_choices(paths.last_choices),
}


@pytest.mark.parametrize("kind", READERS)
def test_a_file_that_others_could_read_is_private_as_soon_as_it_is_used(
    kind: str, tmp_path: Path
) -> None:
    paths = Paths(tmp_path, tmp_path, tmp_path)
    write_everything(paths)
    kept: Path = getattr(paths, kind)
    files = list(kept.glob("*.json")) if kept.is_dir() else [kept]
    assert files
    for file in files:
        file.chmod(0o664)
    READERS[kind](paths)
    assert {rights(file) for file in files} == {FILE}


def test_the_journal_of_a_database_is_as_private_as_the_database(tmp_path: Path) -> None:
    store = PuzzleStore(tmp_path / "puzzles.sqlite3")
    before = os.umask(0)
    try:
        with store.database.changing() as db:
            db.execute("CREATE TABLE more (text)")
            found = {path.name: rights(path) for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert found == {"puzzles.sqlite3": FILE, "puzzles.sqlite3-journal": FILE}


def test_what_is_set_aside_is_private_too(tmp_path: Path) -> None:
    paths = Paths(tmp_path, tmp_path, tmp_path)
    for file in (paths.settings, paths.history, paths.lessons):
        file.write_text("names = ['Ada", encoding="utf-8")
        file.chmod(0o644)
    assert reset_config(paths.settings) is not None
    assert "kept as" in open_history(paths.history)[1]
    assert "kept as" in LessonLog(paths.lessons).load()
    aside = list(tmp_path.glob("*.set-aside"))
    assert [rights(file) for file in aside] == [FILE] * 3


def test_a_file_that_a_killed_run_has_left_half_written_gives_no_rights(tmp_path: Path) -> None:
    half = tmp_path / "save.tmp"
    half.touch()
    half.chmod(0o666)
    write_atomically(tmp_path / "save.json", b"{}")
    assert rights(tmp_path / "save.json") == FILE


def test_a_record_of_yours_keeps_its_rights(tmp_path: Path) -> None:
    record = tmp_path / "mine.txt"
    record.write_text("Gridlock record 1\nVariant: showdown\n", encoding="utf-8")
    record.chmod(0o644)
    load_record(record)
    assert rights(record) == 0o644


def test_a_file_that_somebody_else_owns_is_still_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = Paths(tmp_path, tmp_path, tmp_path)
    write_everything(paths)
    paths.settings.chmod(0o644)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", refuse)
    monkeypatch.setattr(os, "fchmod", refuse)
    assert load_config(paths.settings).settings.names == ("Ada", "Ben")
