"""Matches with friends on disk."""

import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gridlock_tui.match import Setup
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import open_history
from gridlock_tui.net import shelf as shelf_module
from gridlock_tui.net.deal import make_deal
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.table import Table
from gridlock_tui.rules import VARIANTS
from tests.net.support import new_table, random_table, shelf_in


def some_match(seed: int = 1, seat: Seat = Seat.HOST) -> Kept:
    """Return a match with some events."""
    table = random_table(random.Random(seed), 20)
    return Kept(seat, table.deal.uid, "a-b-c", "127.0.0.1:1", deal=table.deal, table=table)


def file_of(shelf: Shelf, kept: Kept) -> Path:
    """Return the file of a match."""
    return shelf.folder.path / f"{kept.uid}-{kept.seat.value}.json"


def test_a_match_is_found_again_by_the_next_run_only(tmp_path: Path) -> None:
    first, second = shelf_in(tmp_path), shelf_in(tmp_path)
    kept = first.save(some_match())
    assert file_of(first, kept).stat().st_mode & 0o777 == 0o600
    assert first.folder.path.stat().st_mode & 0o777 == 0o700
    assert second.find(Seat.HOST) == ([], [])
    with pytest.raises(StoreError, match="open in another window"):
        second.take(Seat.HOST, kept.uid)
    with pytest.raises(StoreError, match="open in another window"):
        second.save(kept)
    first.close()
    assert second.find(Seat.HOST) == ([kept], [])
    assert second.find(Seat.GUEST) == ([], [])
    assert second.take(Seat.HOST, kept.uid) == kept
    assert second.take(Seat.GUEST, kept.uid) is None


def test_a_code_that_others_could_read_is_private_as_soon_as_it_is_used(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    file = file_of(shelf, shelf.save(some_match()))
    shelf.close()
    file.chmod(0o644)
    shelf.find(Seat.HOST)
    assert file.stat().st_mode & 0o777 == 0o600


def test_both_seats_of_a_match_fit_on_one_machine(tmp_path: Path) -> None:
    shelf, kept = shelf_in(tmp_path), some_match()
    guest = replace(kept, seat=Seat.GUEST, pending=Event(Seat.GUEST, Kind.SAY, "hello"))
    host, guest = shelf.save(kept), shelf.save(guest)
    shelf.close()
    assert shelf.find(Seat.HOST)[0] == [host]
    assert shelf.find(Seat.GUEST)[0] == [guest]


def test_a_damaged_file_is_set_aside_and_a_newer_one_stays(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    damaged, newer = (shelf.save(some_match(seed)) for seed in (1, 2))
    shelf.close()
    file_of(shelf, damaged).write_bytes(b"{}")
    content = file_of(shelf, newer).read_bytes()
    file_of(shelf, newer).write_bytes(content.replace(b'"version": 1', b'"version": 2'))
    found, notices = shelf.find(Seat.HOST)
    assert found == []
    assert len(notices) == 2
    assert not file_of(shelf, damaged).exists()
    assert len(list(shelf.folder.path.glob("*.set-aside"))) == 1
    assert file_of(shelf, newer).exists()
    with pytest.raises(StoreError, match="newer"):
        shelf.take(Seat.HOST, newer.uid)


def test_a_copy_under_another_name_is_not_taken_for_another_match(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    kept = shelf.save(some_match())
    shelf.close()
    (shelf.folder.path / f"{'0' * 16}-host.json").write_bytes(file_of(shelf, kept).read_bytes())
    found, notices = shelf.find(Seat.HOST)
    assert found == [kept]
    assert "copy" in notices[0]


def test_only_old_decided_matches_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_module, "_MOST_FILES", 10)
    monkeypatch.setattr(Kept, "now", lambda kept: kept)
    shelf, running = shelf_in(tmp_path), []
    for day in range(1, 15):
        table = new_table()
        done = table.after(Event(Seat.HOST, Kind.RESIGN)) if day % 2 else table
        time = datetime(2024, 1, day, tzinfo=UTC)
        kept = Kept(Seat.HOST, table.deal.uid, "a-b-c", "x:1", deal=table.deal, table=done)
        kept = shelf.save(replace(kept, time=time))
        if not day % 2:
            running.append(kept)
        shelf.close()
    found, _ = shelf.find(Seat.HOST)
    assert [kept for kept in found if not kept.is_done] == running[::-1]
    assert len(found) < 14
    assert max(kept.time.day for kept in found if kept.is_done) == 13


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "friends").write_text("a file")
    shelf = shelf_in(tmp_path)
    with pytest.raises(StoreError, match="cannot save the match"):
        shelf.save(some_match())
    assert shelf.find(Seat.HOST) == ([], [])


def test_a_game_that_could_not_be_filed_is_filed_in_the_end(tmp_path: Path) -> None:
    deal = make_deal(Setup(VARIANTS["classic"].resized(1, 1)), "Ada").with_guest("Ben")
    table = Table.begin(deal, events=[Event(Seat.HOST, Kind.MOVE, "1")])
    shelf, history = shelf_in(tmp_path), tmp_path / "history.sqlite3"
    history.mkdir()
    kept = Kept(Seat.HOST, deal.uid, "a-b-c", "x:1", deal=deal, table=table).now()
    assert "Not in the history" in shelf.file_games(kept)
    history.rmdir()
    shelf.close()
    [entry] = open_history(history)[0].page()
    assert entry.names == ("Ada", "Ben")
    assert entry.finished == kept.time


def test_a_match_that_cannot_be_read_is_not_locked(tmp_path: Path) -> None:
    shelf, kept = shelf_in(tmp_path), some_match()
    file = file_of(shelf, shelf.save(kept))
    shelf.close()
    file.write_bytes(file.read_bytes().replace(b'"version": 1', b'"version": 2'))
    for each in (shelf, shelf_in(tmp_path)):
        with pytest.raises(StoreError, match="newer"):
            each.take(kept.seat, kept.uid)
