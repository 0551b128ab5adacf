"""Saves: whole at every instant, apart from other instances, and never lost."""

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
from hypothesis import given
from hypothesis import strategies as st

from gridlock_tui.match import Game, Setup, locks
from gridlock_tui.match import saves as saves_module
from gridlock_tui.match.files import StoreError, find_places, write_atomically
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.save_format import (
    LARGEST_SAVE,
    Saved,
    dump_saved,
    load_saved,
    saved_now,
)
from gridlock_tui.match.saves import Saves
from gridlock_tui.match.swap import play_on
from gridlock_tui.rules import VARIANTS, Move
from tests.match.saver import BEGAN, course
from tests.match.support import ROW_SETUP, attempt, games, is_harmless, matches

REPOSITORY = Path(__file__).parents[2]
MATCH = Match.begin(Setup(VARIANTS["showdown"], ("Ada", "Ben")))
MOVED = MATCH.with_game(play_on(MATCH.game, Move(5)))


def kept(folder: Path, match: Match = MOVED) -> Saved:
    """Save a match as an instance does that has ended since then."""
    saves, saved = Saves(folder), saved_now(match)
    saves.keep(saved)
    saves.close()
    return saved


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# The format.


@given(matches(), st.dictionaries(st.text(), st.integers() | st.text() | st.none()))
def test_what_is_saved_is_loaded(match: Match, settings: dict[str, Any]) -> None:
    saved = saved_now(match, settings)
    assert load_saved(dump_saved(saved)) == saved


@given(games())
def test_the_moves_that_were_taken_back_are_there_too(game: Game) -> None:
    match = Match.begin(game.setup).with_game(game)
    assert load_saved(dump_saved(saved_now(match))).match.game == game


@given(st.binary(max_size=2000))
def test_any_bytes_give_a_match_or_a_sentence(content: bytes) -> None:
    found = attempt(load_saved, content)
    assert not isinstance(found, str) or is_harmless(found)


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(matches(), st.data(), anything)
def test_anything_in_any_place_gives_a_match_or_a_sentence(
    match: Match, data: st.DataObject, wrong: object
) -> None:
    content = json.loads(dump_saved(saved_now(match)))
    place = data.draw(st.sampled_from((content, content["series"])))
    place[data.draw(st.sampled_from(list(place)))] = wrong
    found = attempt(load_saved, json.dumps(content).encode())
    if isinstance(found, str):
        assert is_harmless(found)
    else:
        assert load_saved(dump_saved(found)) == found


@pytest.mark.parametrize(
    "content",
    [
        b"[" * LARGEST_SAVE,
        b'{"a":' * 50_000,
        b"1" * LARGEST_SAVE,
        b"\x00" * LARGEST_SAVE,
        b"[" + b"1," * 100_000 + b"1]",
    ],
)
def test_the_largest_of_anything_is_refused(content: bytes) -> None:
    assert isinstance(attempt(load_saved, content), str)


def test_settings_that_are_too_large_are_refused_before_anything_is_written(
    tmp_path: Path,
) -> None:
    saves = Saves(tmp_path)
    saved = saved_now(MOVED)
    saves.keep(saved)
    with pytest.raises(StoreError, match="takes more than 256 KiB"):
        saves.keep(saved_now(MOVED, {"notes": "x" * LARGEST_SAVE}))
    saves.close()
    assert Saves(tmp_path).waiting() == ((saved,), ())


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
        found, notices = Saves(folder).waiting()
        assert notices == ()
        assert (found[0] if found else None) in (states[acknowledged], states[acknowledged + 1])
        assert len(found) <= 1
        if found:
            assert Saves(folder).take(found[0].match.uid) == found[0]


def test_a_save_that_fails_leaves_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = Saves(tmp_path)
    before = saved_now(MATCH)
    saves.keep(before)
    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, _disk_full)
            with pytest.raises(StoreError, match="no space left on device"):
                saves.keep(saved_now(MOVED))
        assert not list(tmp_path.glob("*.tmp"))
    saves.close()
    assert Saves(tmp_path).waiting() == ((before,), ())


def _disk_full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_folder_that_cannot_be_made_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot save x\.json: not a directory"):
        write_atomically(tmp_path / "file" / "x.json", b"{}")
    with pytest.raises(StoreError, match="cannot save the match: not a directory"):
        Saves(tmp_path / "file" / "saves").keep(saved_now(MOVED))


def test_a_folder_that_cannot_be_written_to_still_gives_its_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = kept(tmp_path)
    # The tests may run as root, whom no permission holds back.
    monkeypatch.setattr(locks, "acquire", _read_only)
    saves = Saves(tmp_path)
    assert saves.waiting() == ((saved,), ())
    assert saves.take(MOVED.uid) == saved
    with pytest.raises(StoreError, match="cannot save the match: read-only file system"):
        saves.keep(saved)


def _read_only(path: Path) -> None:
    raise OSError(30, "Read-only file system", str(path))


# Several instances.


def test_nothing_waits_where_nothing_was_saved(tmp_path: Path) -> None:
    assert Saves(tmp_path / "not there").waiting() == ((), ())


def test_an_open_match_is_not_offered_to_others(tmp_path: Path) -> None:
    one, two = Saves(tmp_path), Saves(tmp_path)
    one.keep(saved_now(MATCH))
    assert two.waiting() == ((), ())
    assert two.take(MATCH.uid) is None
    with pytest.raises(StoreError, match="it is open in another window"):
        two.keep(saved_now(MOVED))
    with pytest.raises(StoreError, match="it is open in another window"):
        two.give_up(MATCH.uid)
    two.drop(MATCH.uid)
    one.close()
    found, _ = two.waiting()
    assert [saved.match for saved in found] == [MATCH]


def test_only_one_instance_takes_a_match(tmp_path: Path) -> None:
    saved = kept(tmp_path)
    instances = [Saves(tmp_path) for _ in range(3)]
    assert all(instance.waiting() == ((saved,), ()) for instance in instances)
    taken = [instance.take(MOVED.uid) for instance in instances]
    assert taken == [saved, None, None]
    instances[0].drop(MOVED.uid)
    assert instances[1].take(MOVED.uid) is None
    assert names_in(tmp_path) == []


def test_a_match_that_is_given_up_is_gone_and_may_be_so_already(tmp_path: Path) -> None:
    saved = kept(tmp_path)
    saves = Saves(tmp_path)
    saves.give_up(saved.match.uid)
    assert names_in(tmp_path) == []
    saves.give_up(saved.match.uid)
    Saves(tmp_path / "not there").give_up(saved.match.uid)
    assert names_in(tmp_path) == []


def test_each_match_has_a_file_of_its_own_and_the_latest_comes_first(tmp_path: Path) -> None:
    matches = [Match.begin(ROW_SETUP) for _ in range(3)]
    saves = Saves(tmp_path)
    for minutes, match in enumerate(matches):
        saves.keep(Saved(match, {}, BEGAN + timedelta(minutes=minutes)))
    assert saves.waiting() == ((), ())
    saves.close()
    found, _ = Saves(tmp_path).waiting()
    assert [saved.match for saved in found] == matches[::-1]


def test_of_very_many_matches_the_latest_are_looked_at_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [kept(tmp_path, Match.begin(ROW_SETUP)) for _ in range(3)]
    for day, saved in enumerate(left):
        os.utime(tmp_path / f"{saved.match.uid}.json", (day, day))
    monkeypatch.setattr(saves_module, "_LOOKED_AT", 2)
    found, _ = Saves(tmp_path).waiting()
    assert {saved.match.uid for saved in found} == {saved.match.uid for saved in left[1:]}
    assert (tmp_path / f"{left[0].match.uid}.json").exists()


def test_what_a_killed_instance_left_half_done_is_swept_away(tmp_path: Path) -> None:
    (tmp_path / "0123456789abcdef.lock").touch()
    (tmp_path / "0123456789abcdef.tmp").write_text("{")
    saves = Saves(tmp_path)
    assert saves.waiting() == ((), ())
    assert names_in(tmp_path) == []


# Files that cannot be used.


def newer(content: dict[str, Any]) -> dict[str, Any]:
    return content | {"version": 2, "variant": "a game of tomorrow"}


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: text[: len(text) // 2], "is damaged, or is not a saved match at all"),
        (lambda _: b"", "is damaged, or is not a saved match at all"),
        (lambda _: b'{"other": "program"}', "is not a saved match"),
        (lambda _: b"\x89PNG\r\n\x1a\n\x00", "is damaged, or is not a saved match at all"),
        (lambda text: json.dumps(newer(json.loads(text))).encode(), "written by a newer Gridlock"),
        (lambda text: text.replace(b'["2 2"]', b'["2 2", "2 2"]'), "2 2 is already taken by X"),
        (lambda text: text.replace(b'"at": 1', b'"at": 7'), "what it has as at cannot be"),
        (lambda text: text + b" " * LARGEST_SAVE, "it has more than 256 KiB"),
        (lambda text: text.replace(MOVED.uid.encode(), b"0" * 16), "is a copy of another one"),
    ],
)
def test_what_cannot_be_used_is_set_aside_with_a_notice(
    tmp_path: Path, damage: Callable[[bytes], bytes], reason: str
) -> None:
    kept(tmp_path)
    good = kept(tmp_path, Match.begin(ROW_SETUP))
    file = tmp_path / f"{MOVED.uid}.json"
    content = damage(file.read_bytes())
    file.write_bytes(content)
    saves = Saves(tmp_path)
    found, notices = saves.waiting()
    assert found == (good,)
    assert len(notices) == 1
    assert reason in notices[0]
    assert is_harmless(notices[0])
    (aside,) = tmp_path.glob("*.set-aside")
    assert aside.name in notices[0]
    assert aside.read_bytes() == content
    assert saves.waiting() == ((good,), ())


def test_a_folder_in_the_place_of_a_save_is_set_aside_too(tmp_path: Path) -> None:
    (tmp_path / "0123456789abcdef.json").mkdir()
    _, notices = Saves(tmp_path).waiting()
    assert "it is not a plain file" in notices[0]


def test_a_save_that_the_system_does_not_give_stays_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = kept(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", _too_many)
        found, (notice,) = Saves(tmp_path).waiting()
    assert found == ()
    assert notice.endswith("too many open files; it stays where it is.")
    assert Saves(tmp_path).waiting() == ((saved,), ())


def _too_many(*_: object) -> None:
    raise OSError(24, "Too many open files")


# Where it all is.


def test_everything_is_in_the_folder_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / "home"))
    places = find_places()
    assert {places.data, places.config, places.state} == {tmp_path / "home"}
    assert not (tmp_path / "home").exists()


def test_otherwise_it_is_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere/data")
    places = find_places()
    assert "gridlock" in places.data.parts
    if sys.platform == "linux":
        assert places.history == Path("/somewhere/data/gridlock/history.sqlite3")
        assert len({places.data, places.config, places.state}) == 3
