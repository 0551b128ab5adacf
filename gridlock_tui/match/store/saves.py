"""The folder of saved matches: one file per match, shared by several runs of the app.

A run locks each match that is open in it. A save that is not locked was left by a run that has
ended, and another run can take it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from gridlock_tui.match.match import Match
from gridlock_tui.match.store import locks
from gridlock_tui.match.store.files import (
    FileAccessError,
    StoreError,
    display_name,
    file_exists,
    make_folder,
    read_private,
    reason_of,
    rename_unusable,
    write_atomically,
)
from gridlock_tui.match.store.save_format import (
    LARGEST_SAVE,
    OtherVariantError,
    SavedMatch,
    SaveError,
    read_save,
    write_save,
)

_LOCK_SECONDS = 0.1
"""How long to wait for a lock: a run that loads the saves holds each lock for a moment."""

_MOST_LOADED = 100
"""How many saves are loaded, latest first: loading thousands would delay the start."""

_Version = tuple[int, int, int]
"""Inode, time and size: they change whenever a file is written."""
_NO_FILE: _Version = (0, 0, 0)


class Saves:
    """The folder of saves, as one run of the app sees it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._handles: dict[str, int] = {}
        self._loaded: dict[str, tuple[_Version, SavedMatch]] = {}

    def save(self, saved: SavedMatch) -> None:
        """Lock the match and write it to its file, or raise StoreError."""
        uid, content = saved.match.uid, write_save(saved)
        try:
            make_folder(self.folder)
            if not self._lock(uid):
                raise StoreError("cannot save the match: it is open in another window")
        except OSError as error:
            raise StoreError(f"cannot save the match: {reason_of(error)}") from error
        write_atomically(self._file(uid), content, "the match")

    def load_all(self) -> tuple[list[SavedMatch], list[str]]:
        """Return the matches that no run has open, latest first, and notices for the player.

        A file that cannot be used is renamed, and a notice says so.
        """
        found, notices = [], []
        latest = sorted(self._files(".json"), key=lambda file: _version(file)[1], reverse=True)
        for file in latest[:_MOST_LOADED]:
            if file.stem in self._handles or not locks.is_free(file.with_suffix(".lock")):
                continue
            try:
                found.append(self._read(file.stem))
            except StoreError as error:
                notices.append(_rename(file, error))
        self._remove_leftovers()
        found.sort(key=lambda saved: saved.time, reverse=True)
        return found, list(filter(None, notices))

    def open_elsewhere(self) -> tuple[Match, ...]:
        """Return the matches that other runs have open, as they were saved last."""
        found = []
        for file in self._files(".json"):
            if file.stem in self._handles or locks.is_free(file.with_suffix(".lock")):
                continue
            with suppress(StoreError):
                found.append(self._read(file.stem).match)
        return tuple(found)

    def take(self, uid: str) -> SavedMatch | None:
        """Lock a match and return it; None if another run has it open or it is gone."""
        with suppress(OSError):  # if nobody can write to this folder, no lock is needed
            if not self._lock(uid):
                return None
        try:
            return self._read(uid)
        except StoreError:
            self._discard(uid)
            return None

    def remove(self, uid: str) -> None:
        """Remove a match, or raise StoreError, also if another run has it open."""
        try:
            if not self._lock(uid):
                raise StoreError("cannot remove the match: it is open in another window")
            self._file(uid).unlink(missing_ok=True)
            self._file(uid, ".tmp").unlink(missing_ok=True)
        except (FileNotFoundError, NotADirectoryError):
            pass  # there is no folder, so there is nothing to remove
        except OSError as error:
            raise StoreError(f"cannot remove the match: {reason_of(error)}") from error
        finally:
            self._discard(uid)

    def release(self, uid: str) -> None:
        """Unlock a match, so that another run can take it."""
        if uid in self._handles:
            locks.release(self._handles.pop(uid))

    def close(self) -> None:
        """Unlock all matches."""
        for uid in tuple(self._handles):
            self.release(uid)

    def _file(self, uid: str, suffix: str = ".json") -> Path:
        return self.folder / f"{uid}{suffix}"

    def _files(self, suffix: str) -> list[Path]:
        with suppress(OSError):
            return sorted(self.folder.glob(f"*{suffix}"))
        return []

    def _lock(self, uid: str) -> bool:
        """Lock the match and return True; False if another run has it open."""
        if uid not in self._handles:
            handle = locks.acquire_within(_LOCK_SECONDS, self._file(uid, ".lock"))
            if handle is None:
                return False
            self._handles[uid] = handle
        return True

    def _discard(self, uid: str) -> None:
        """Unlock the match, if this run has locked it, and remove the lock."""
        if uid in self._handles:
            locks.discard(self._handles.pop(uid), self._file(uid, ".lock"))

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
            raise SaveError("is a copy of another one")
        self._loaded[uid] = version, saved
        return saved

    def _remove_leftovers(self) -> None:
        """Remove the lock files of runs that were killed before their first save."""
        for file in self._files(".lock"):
            uid = file.stem
            if uid in self._handles or file_exists(self._file(uid)):
                continue
            with suppress(OSError):
                handle = locks.acquire(file)
                if handle is not None and file_exists(self._file(uid)):
                    locks.release(handle)
                elif handle is not None:
                    self._file(uid, ".tmp").unlink(missing_ok=True)
                    locks.discard(handle, file)


def _version(file: Path) -> _Version:
    with suppress(OSError):  # another run may just have removed it
        found = file.stat()
        return found.st_ino, found.st_mtime_ns, found.st_size
    return _NO_FILE


def _rename(file: Path, error: StoreError) -> str:
    """Rename a file that cannot be used and return a notice, "" if the file is gone.

    A file that the system does not let us read, or of a variant that another run has registered,
    is left as it is.
    """
    if not file_exists(file):
        return ""
    name = display_name(file)
    reason = f"{name} {error}" if isinstance(error, SaveError) else str(error)
    stays = isinstance(error, FileAccessError | OtherVariantError)
    renamed = None if stays else rename_unusable(file)
    where = f"it is kept as {display_name(renamed)}" if renamed else "it stays where it is"
    return f"A saved match cannot be used: {reason}; {where}."
