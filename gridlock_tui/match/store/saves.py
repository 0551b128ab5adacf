"""The folder of saved matches, each locked by the run that has it open."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import MAXYEAR, UTC, datetime, timedelta
from pathlib import Path

from gridlock_tui.match.match import Match
from gridlock_tui.match.store import locks
from gridlock_tui.match.store.files import (
    ContentError,
    StoreError,
    file_exists,
    read_private,
    reason_of,
    write_atomically,
)
from gridlock_tui.match.store.match_folder import MatchFolder, set_aside
from gridlock_tui.match.store.save_format import LARGEST_SAVE, SavedMatch, read_save, write_save

_MOST_LOADED = 100
"""How many saves are loaded, latest first: loading thousands would delay the start."""

_Version = tuple[int, int, int]
"""Inode, time and size: they change whenever a file is written."""
_NO_FILE: _Version = (0, 0, 0)


class Saves:
    """The folder of saves, as one run of the app sees it."""

    def __init__(self, folder: Path) -> None:
        self._folder = MatchFolder(folder)
        self._loaded: dict[str, tuple[_Version, SavedMatch]] = {}
        """The matches in files that this run has read and does not have open."""
        self._latest = datetime.min.replace(tzinfo=UTC)
        """The latest time of a match that this run has saved or read."""

    def save(self, saved: SavedMatch) -> None:
        """Lock the match and write it to its file, or raise StoreError.

        If the clock was set back, its time is that of the latest save, and a second more.
        """
        if saved.time < self._latest:
            later = timedelta(seconds=self._latest.year < MAXYEAR)
            saved = replace(saved, time=self._latest + later)
        file, content = self._file(saved.match.uid), write_save(saved)
        self._folder.lock_to_save(file)
        write_atomically(file, content, "the match")
        self._latest = saved.time

    def load_all(self) -> tuple[list[SavedMatch], list[str]]:
        """Return the matches that no run has open, latest first, and notices for the player.

        A file that cannot be used is renamed, and a notice says so.
        """
        found, notices = [], []
        files = self._folder.files("*.json")
        there = {file.stem for file in files}
        self._loaded = {uid: each for uid, each in self._loaded.items() if uid in there}
        latest = sorted(files, key=lambda file: _version(file)[1], reverse=True)
        for file in latest[:_MOST_LOADED]:
            if not self._folder.is_free(file):
                continue
            try:
                found.append(self._read(file.stem))
            except StoreError as error:
                if file_exists(file):
                    notices.append(f"A saved match cannot be used: {set_aside(file, error)}.")
        self._remove_leftovers()
        found.sort(key=lambda saved: saved.time, reverse=True)
        return found, notices

    def open_elsewhere(self) -> tuple[Match, ...]:
        """Return the matches that other runs have open, as they were saved last."""
        found = []
        for file in self._folder.files("*.json"):
            if self._folder.has_locked(file) or self._folder.is_free(file):
                continue
            with suppress(StoreError):
                found.append(self._read(file.stem).match)
        return tuple(found)

    def take(self, uid: str) -> SavedMatch | None:
        """Lock a match and return it; None if another run has it open or it is gone."""
        with suppress(OSError):  # if nobody can write to this folder, no lock is needed
            if not self._folder.lock(self._file(uid)):
                return None
        try:
            return self._read(uid)
        except StoreError:
            self._folder.discard(self._file(uid))
            return None
        finally:
            self._loaded.pop(uid, None)

    def remove(self, uid: str) -> None:
        """Remove a match, or raise StoreError, also if another run has it open."""
        file = self._file(uid)
        try:
            if not self._folder.lock(file):
                raise StoreError("cannot remove the match: it is open in another window")
            file.unlink(missing_ok=True)
            file.with_suffix(".tmp").unlink(missing_ok=True)
        except (FileNotFoundError, NotADirectoryError):
            pass  # there is no folder, so there is nothing to remove
        except OSError as error:
            raise StoreError(f"cannot remove the match: {reason_of(error)}") from error
        finally:
            self._folder.discard(file)

    def release(self, uid: str) -> None:
        """Unlock a match, so that another run can take it."""
        self._folder.release(self._file(uid))

    def close(self) -> None:
        """Unlock all matches."""
        self._folder.close()

    def _file(self, uid: str) -> Path:
        return self._folder.path / f"{uid}.json"

    def _read(self, uid: str) -> SavedMatch:
        """Return the saved match, or raise StoreError; read its file only if it has changed."""
        file = self._file(uid)
        # Taken before the file is read: if it is written meanwhile, it is read again next time.
        version = _version(file)
        known, saved = self._loaded.get(uid, (_NO_FILE, None))
        if saved is not None and known == version != _NO_FILE:
            return saved
        saved = read_save(read_private(file, LARGEST_SAVE))
        if saved.match.uid != uid:
            raise ContentError("is a copy of another one")
        self._loaded[uid] = version, saved
        self._latest = max(self._latest, saved.time)
        return saved

    def _remove_leftovers(self) -> None:
        """Remove the lock files of runs that were killed before their first save."""
        for lock in self._folder.files("*.lock"):
            file = lock.with_suffix(".json")
            if self._folder.has_locked(file) or file_exists(file):
                continue
            with suppress(OSError):
                handle = locks.acquire(lock)
                if handle is not None and file_exists(file):
                    locks.release(handle)
                elif handle is not None:
                    file.with_suffix(".tmp").unlink(missing_ok=True)
                    locks.discard(handle, lock)


def _version(file: Path) -> _Version:
    with suppress(OSError):  # another run may just have removed it
        found = file.stat()
        return found.st_ino, found.st_mtime_ns, found.st_size
    return _NO_FILE
