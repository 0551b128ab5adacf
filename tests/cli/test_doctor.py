"""`gridlock doctor`: one screen that says what is wrong, keeps secrets and never breaks."""

import os
import shutil
import subprocess
from collections import namedtuple
from importlib.util import find_spec
from pathlib import Path

import pytest

from gridlock_tui import __version__
from gridlock_tui.cli import doctor, main
from gridlock_tui.match.config_file import save_config
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.match.store.paths import Paths, find_paths
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from tests.cli.support import COMMAND, Done, gridlock
from tests.match.library_support import ended, leave, match_of
from tests.match.puzzle_support import attempt_at, short_puzzles
from tests.tui.terminal import Terminal

SECRET = "Zebedee"


def write_everything(paths: Paths) -> None:
    """Leave files of every kind, with a name in them."""
    leave(paths, match_of(), ended())
    assert LessonLog(paths.lessons).reach("showdown-rule", 1, is_done=False) == ""
    puzzle = short_puzzles()[0]
    PuzzleStore(paths.puzzles).record(attempt_at(puzzle), puzzle)
    save_config(paths.settings, Settings(names=(SECRET, "Ben")))


def report(done: Done) -> dict[str, tuple[str, str]]:
    """Return mark and text of each subject, after checking that it is one screen of plain text."""
    lines = done.stdout.splitlines()
    assert done.stderr == ""
    assert done.stdout.isascii()
    assert len(lines) < 24, done.stdout
    assert max(map(len, lines)) <= 80
    assert lines[0] == f"Gridlock {__version__}"
    rows = [line for line in lines if line.startswith(("ok  ", "!!  "))]
    problems = sum(row.startswith("!!") for row in rows)
    assert done.returncode == (1 if problems else 0)
    assert (lines[-1] == "All is well.") is (problems == 0)
    assert lines[-1].startswith(f"{problems or 'All'} ")
    return {row[4:14].strip(): (row[:2], row[14:]) for row in rows}


def problems(done: Done) -> dict[str, str]:
    return {subject: text for subject, (mark, text) in report(done).items() if mark == "!!"}


def test_in_a_good_terminal_all_is_well() -> None:
    write_everything(find_paths())
    with Terminal("-m", "gridlock_tui", "doctor", size=(80, 24)) as terminal:
        code = terminal.wait_for_end()
        shown = terminal.text().replace("\r\n", "\n")
    found = report(Done(code, shown, ""))
    assert problems(Done(code, shown, "")) == {}
    assert found["terminal"][1] == "TERM=xterm-256color, 80x24"
    assert found["colours"][1] == "16 million (COLORTERM=truecolor)"
    assert found["saves"][1] == "1 kept, all can be read"
    assert found["history"][1] == "history.sqlite3 can be read"
    assert found["puzzles"][1] == "puzzles.sqlite3 can be read"
    assert found["lessons"][1] == "1 lesson begun"
    assert found["settings"][1] == "config.toml can be read"


@pytest.mark.parametrize(
    ("variables", "size", "subject", "advice"),
    [
        ({"TERM": "dumb"}, (80, 24), "terminal", "set TERM"),
        ({}, (30, 10), "terminal", "at least 40x15"),
        ({"LC_ALL": "C"}, (80, 24), "text", "drawn in ASCII"),
        ({"NO_COLOR": "1"}, (80, 24), "colours", "NO_COLOR is set"),
    ],
)
def test_it_says_what_a_terminal_lacks(
    variables: dict[str, str], size: tuple[int, int], subject: str, advice: str
) -> None:
    with Terminal("-m", "gridlock_tui", "doctor", size=size, variables=variables) as terminal:
        code = terminal.wait_for_end()
        shown = terminal.text().replace("\r\n", "\n")
    mark, text = report(Done(code, shown, ""))[subject]
    assert advice in text
    assert mark == ("!!" if subject == "terminal" else "ok")


def test_a_report_written_to_a_file_tells_of_the_terminal_it_came_from(tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    with file.open("wb") as out:
        streams = {"stdout": out.fileno()}
        with Terminal("-m", "gridlock_tui", "doctor", streams=streams) as terminal:
            code = terminal.wait_for_end()
    found = report(Done(code, file.read_text(encoding="utf-8"), ""))
    assert found["terminal"] == ("ok", "TERM=xterm-256color, 80x24, stdout redirected")


def test_without_a_terminal_it_says_so() -> None:
    assert list(problems(gridlock("doctor"))) == ["terminal"]


def test_with_all_streams_closed_it_ends_quietly() -> None:
    done = subprocess.run(["sh", "-c", f"{' '.join(COMMAND)} doctor <&- >&- 2>&-"], timeout=60)
    assert done.returncode == 1


def test_no_name_and_no_home_folder_is_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRIDLOCK_HOME")
    monkeypatch.setenv("HOME", str(home / SECRET))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    write_everything(find_paths())
    find_paths().settings.write_text(f'names = ["{SECRET}"]\ntheme = 7\n', encoding="utf-8")
    done = gridlock("doctor")
    found = report(done)
    assert SECRET not in done.stdout
    assert found["data"][1].startswith("~/")
    assert found["settings"][1].startswith("2 mistakes in config.toml")


def test_damaged_files_are_named_and_stay(home: Path) -> None:
    paths = find_paths()
    write_everything(paths)
    paths.friends.mkdir()
    damaged = [paths.history, paths.puzzles, paths.lessons, paths.settings,
               next(paths.saves.glob("*.json")), paths.friends / "x-host.json"]  # fmt: skip
    for file in damaged:
        file.write_bytes(b"\0 = no such thing")
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    found = problems(gridlock("doctor"))
    expected = {"terminal", "settings", "saves", "friends", "history", "puzzles", "lessons"}
    assert set(found) == expected
    assert found["saves"] == "1 kept, 1 of them damaged; the next start sets it aside"
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def test_a_file_in_place_of_the_folder_is_named(home: Path) -> None:
    home.write_text("", encoding="utf-8")
    assert "is a file, not a folder; rename it" in problems(gridlock("doctor"))["folder"]


def test_a_home_of_nobody_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", "~nobody-of-this-name/x")
    assert "GRIDLOCK_HOME" in problems(gridlock("doctor"))["folders"]


def run_here(capsys: pytest.CaptureFixture[str]) -> Done:
    code = main(["doctor"])
    return Done(code, *capsys.readouterr())


def test_a_home_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_everything(find_paths())
    monkeypatch.setattr(os, "access", lambda *_: False)
    found = problems(run_here(capsys))
    assert "cannot be written; check its rights" in found["folder"]
    assert "cannot be opened" in found["saves"]


def test_a_full_disk_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1, 1, 4096))
    assert "4 kB free; make room" in problems(run_here(capsys))["folder"]


def test_a_missing_extra_is_no_problem_and_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = find_spec("shtab")
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name == "websockets" else found)
    mark, text = report(run_here(capsys))["extras"]
    assert (mark, text) == ("ok", "web shell, for net: pip install 'gridlock-tui[net]'")


def test_a_check_that_fails_does_not_end_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> bool:
        raise LookupError(SECRET)

    monkeypatch.setattr(doctor, "is_compiled", fail)
    found = problems(run_here(capsys))
    assert found["engine"] == "cannot be checked (LookupError); report this"


def test_everything_wrong_at_once_still_fits_one_screen(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GRIDLOCK_HOME")
    for name in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name / ("long" * 30) / "é\n"))
    monkeypatch.setenv("TERM", "\x1b[2J" * 30)
    monkeypatch.setenv("LC_ALL", "klingon" * 30)
    paths = find_paths()
    write_everything(paths)
    for file in (paths.history, paths.puzzles, paths.lessons, paths.settings):
        file.write_bytes(b"\0 = no such thing")
    monkeypatch.setattr(doctor, "find_spec", lambda _: None)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert len(problems(run_here(capsys))) > 8
