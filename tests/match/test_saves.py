"""Saves: complete at every instant, locked against other runs of the app, never lost."""

import gc
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.match.store import locks, saves as saves_module
from gridlock_tui.match.store.files import StoreError, write_atomically
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.save_format import (
    LARGEST_SAVE,
    SavedMatch,
)
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import VARIANTS, Move
from tests.match.saver import BEGAN, course
from tests.match.support import ROW_SETUP, is_harmless

REPOSITORY = Path(__file__).parents[2]
MATCH = Match.begin(Setup(VARIANTS["showdown"], ("Ada", "Ben")))
MOVED = MATCH.play(Move(5))


def leave(folder: Path, match: Match = MOVED) -> SavedMatch:
    """Save a match as a run of the app does that has ended."""
    saves, saved = Saves(folder), SavedMatch.now(match)
    saves.save(saved)
    saves.close()
    return saved


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# Killed at any instant.


def test_a_killed_process_leaves_the_state_before_or_after_the_last_acknowledged_move(
    tmp_path: Path,
) -> None:
    rng = random.Random(5)
    for seed in range(50):
        folder = tmp_path / str(seed)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.match.saver", str(folder), str(seed)],
            stdout=subprocess.PIPE,
            cwd=REPOSITORY,
        )
        assert process.stdout is not None
        acknowledged = len([process.stdout.readline() for _ in range(rng.randrange(12))])
        for _ in range(rng.randrange(40_000)):  # somewhere in the next few saves
            pass
        process.send_signal(signal.SIGKILL)
        acknowledged += len(process.stdout.read())
        process.stdout.close()
        assert process.wait(timeout=60) == -signal.SIGKILL
        states = [None, *islice(course(seed), acknowledged + 1)]
        found, notices = Saves(folder).load_all()
        assert notices == []
        assert (found[0] if found else None) in (states[acknowledged], states[acknowledged + 1])
        assert len(found) <= 1
        if found:
            assert Saves(folder).take(found[0].match.uid) == found[0]


def test_a_save_that_fails_leaves_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = Saves(tmp_path)
    before = SavedMatch.now(MATCH)
    saves.save(before)
    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, _disk_full)
            with pytest.raises(StoreError, match="no space left on device"):
                saves.save(SavedMatch.now(MOVED))
        assert not list(tmp_path.glob("*.tmp"))
    saves.close()
    assert Saves(tmp_path).load_all() == ([before], [])


def _disk_full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_folder_that_cannot_be_created_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot save x\.json: not a directory"):
        write_atomically(tmp_path / "file" / "x.json", b"{}")
    with pytest.raises(StoreError, match="cannot save the match: not a directory"):
        Saves(tmp_path / "file" / "saves").save(SavedMatch.now(MOVED))


def test_matches_in_a_read_only_folder_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = leave(tmp_path)
    # The tests may run as root, who may write everywhere.
    monkeypatch.setattr(locks, "acquire", _read_only)
    saves = Saves(tmp_path)
    assert saves.load_all() == ([saved], [])
    assert saves.take(MOVED.uid) == saved
    with pytest.raises(StoreError, match="cannot save the match: read-only file system"):
        saves.save(saved)


def _read_only(path: Path) -> None:
    raise OSError(30, "Read-only file system", str(path))


# Several runs of the app.


def test_a_missing_folder_has_no_matches(tmp_path: Path) -> None:
    assert Saves(tmp_path / "not there").load_all() == ([], [])


def test_an_open_match_is_locked_against_other_runs(tmp_path: Path) -> None:
    one, two = Saves(tmp_path), Saves(tmp_path)
    one.save(SavedMatch.now(MATCH))
    assert two.load_all() == ([], [])
    assert two.take(MATCH.uid) is None
    with pytest.raises(StoreError, match="it is open in another window"):
        two.save(SavedMatch.now(MOVED))
    with pytest.raises(StoreError, match="it is open in another window"):
        two.remove(MATCH.uid)
    one.close()
    found, _ = two.load_all()
    assert [saved.match for saved in found] == [MATCH]


def test_only_one_run_takes_a_match(tmp_path: Path) -> None:
    saved = leave(tmp_path)
    instances = [Saves(tmp_path) for _ in range(3)]
    assert all(instance.load_all() == ([saved], []) for instance in instances)
    taken = [instance.take(MOVED.uid) for instance in instances]
    assert taken == [saved, None, None]
    instances[0].remove(MOVED.uid)
    assert instances[1].take(MOVED.uid) is None
    assert names_in(tmp_path) == []


def test_a_save_that_has_not_changed_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = leave(tmp_path)
    saves = Saves(tmp_path)
    assert saves.load_all() == ([saved], [])
    with monkeypatch.context() as patch:
        patch.setattr(saves_module, "read_save", _no_replay)
        assert saves.take(MOVED.uid) == saved
    saves.close()
    newer = leave(tmp_path, MOVED.play(Move(15)))
    assert saves.take(MOVED.uid) == newer


def _no_replay(_: bytes) -> SavedMatch:
    raise AssertionError("the save is replayed again")


def test_matches_that_are_gone_or_open_are_not_kept_in_memory(tmp_path: Path) -> None:
    ours = gone, opened = leave(tmp_path), leave(tmp_path, Match.begin(ROW_SETUP).play(Move(1)))
    saves = Saves(tmp_path)
    assert len(saves.load_all()[0]) == 2
    Saves(tmp_path).remove(gone.match.uid)
    assert saves.take(opened.match.uid) == opened
    assert saves.load_all() == ([], [])
    gc.collect()
    held = [each for each in gc.get_objects() if isinstance(each, SavedMatch) and each in ours]
    assert len(held) == 2  # the two of this test
    saves.close()


def test_a_match_can_be_removed_twice(tmp_path: Path) -> None:
    saved = leave(tmp_path)
    saves = Saves(tmp_path)
    saves.remove(saved.match.uid)
    assert names_in(tmp_path) == []
    saves.remove(saved.match.uid)
    Saves(tmp_path / "not there").remove(saved.match.uid)
    assert names_in(tmp_path) == []


def test_each_match_has_its_own_file_and_the_latest_comes_first(tmp_path: Path) -> None:
    matches = [Match.begin(ROW_SETUP) for _ in range(3)]
    saves = Saves(tmp_path)
    for minutes, match in enumerate(matches):
        saves.save(SavedMatch(match, BEGAN + timedelta(minutes=minutes)))
    assert saves.load_all() == ([], [])
    saves.close()
    found, _ = Saves(tmp_path).load_all()
    assert [saved.match for saved in found] == matches[::-1]


def test_only_the_latest_of_very_many_matches_are_loaded_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [leave(tmp_path, Match.begin(ROW_SETUP)) for _ in range(3)]
    for day, saved in enumerate(left):
        os.utime(tmp_path / f"{saved.match.uid}.json", (day, day))
    monkeypatch.setattr(saves_module, "_MOST_LOADED", 2)
    found, _ = Saves(tmp_path).load_all()
    assert {saved.match.uid for saved in found} == {saved.match.uid for saved in left[1:]}
    assert (tmp_path / f"{left[0].match.uid}.json").exists()


def test_leftovers_of_a_killed_run_are_removed(tmp_path: Path) -> None:
    (tmp_path / "0123456789abcdef.lock").touch()
    (tmp_path / "0123456789abcdef.tmp").write_text("{")
    saves = Saves(tmp_path)
    assert saves.load_all() == ([], [])
    assert names_in(tmp_path) == []


def test_the_lock_of_a_match_that_is_saved_meanwhile_is_no_leftover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = leave(tmp_path)
    file = tmp_path / f"{left.match.uid}.json"
    content, acquire = file.read_bytes(), locks.acquire
    file.unlink()
    file.with_suffix(".lock").touch()

    def saved_meanwhile(lock: Path) -> int | None:
        handle = acquire(lock)
        file.write_bytes(content)
        return handle

    saves = Saves(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(locks, "acquire", saved_meanwhile)
        assert saves.load_all() == ([], [])
    assert names_in(tmp_path) == [file.name, file.with_suffix(".lock").name]
    assert Saves(tmp_path).take(left.match.uid) == left


# Files that cannot be used.


def newer(content: dict[str, Any]) -> dict[str, Any]:
    return content | {"version": 2, "variant": "a game of tomorrow"}


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: text[: len(text) // 2], "is damaged or not a saved match"),
        (lambda _: b"", "is damaged or not a saved match"),
        (lambda _: b'{"other": "program"}', "is not a saved match"),
        (lambda _: b"\x89PNG\r\n\x1a\n\x00", "is damaged or not a saved match"),
        (lambda text: json.dumps(newer(json.loads(text))).encode(), "written by a newer Gridlock"),
        (lambda text: text.replace(b'["2 2"]', b'["2 2", "2 2"]'), "2 2 is already taken by X"),
        (lambda text: text.replace(b'"at": 1', b'"at": 7'), "the value of at is invalid"),
        (lambda text: text + b" " * LARGEST_SAVE, "it has more than 256 KiB"),
        (lambda text: text.replace(MOVED.uid.encode(), b"0" * 16), "is a copy of another one"),
    ],
)
def test_a_file_that_cannot_be_used_is_renamed_with_a_notice(
    tmp_path: Path, damage: Callable[[bytes], bytes], reason: str
) -> None:
    leave(tmp_path)
    good = leave(tmp_path, Match.begin(ROW_SETUP))
    file = tmp_path / f"{MOVED.uid}.json"
    content = damage(file.read_bytes())
    file.write_bytes(content)
    saves = Saves(tmp_path)
    found, notices = saves.load_all()
    assert found == [good]
    assert len(notices) == 1
    assert reason in notices[0]
    assert is_harmless(notices[0])
    (aside,) = tmp_path.glob("*.set-aside")
    assert aside.name in notices[0]
    assert aside.read_bytes() == content
    assert saves.load_all() == ([good], [])


def test_a_folder_in_place_of_a_save_is_renamed_too(tmp_path: Path) -> None:
    (tmp_path / "0123456789abcdef.json").mkdir()
    _, notices = Saves(tmp_path).load_all()
    assert "it is not a plain file" in notices[0]


def test_a_save_that_cannot_be_opened_stays_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = leave(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", _too_many)
        found, (notice,) = Saves(tmp_path).load_all()
    assert found == []
    assert notice.endswith("too many open files; it stays where it is.")
    assert Saves(tmp_path).load_all() == ([saved], [])


def _too_many(*_: object) -> None:
    raise OSError(24, "Too many open files")


# Paths.


def test_everything_is_in_the_folder_of_the_environment_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / "home"))
    paths = find_paths()
    assert {paths.data, paths.config, paths.state} == {tmp_path / "home"}
    assert not (tmp_path / "home").exists()


def test_the_home_of_nobody_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", "~nobody-of-that-name/games")
    with pytest.raises(
        StoreError, match=r"^GRIDLOCK_HOME names no folder: there is no home of that"
    ):
        find_paths()


def test_the_default_folders_are_those_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere/data")
    paths = find_paths()
    assert "gridlock" in paths.data.parts
    if sys.platform == "linux":
        assert paths.history == Path("/somewhere/data/gridlock/history.sqlite3")
        assert len({paths.data, paths.config, paths.state}) == 3
