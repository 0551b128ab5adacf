"""The matches under way, each in a file of its own, safe from other instances of the app.

An instance holds a lock on each match that is open in it. A save whose lock is free was left
behind by an instance that has ended, and can be taken by another.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from gridlock_tui.match import locks
from gridlock_tui.match.files import (
    OutOfReachError,
    StoreError,
    is_there,
    make_folder,
    read_limited,
    set_aside,
    shown,
    why,
    write_atomically,
)
from gridlock_tui.match.save_format import (
    LARGEST_SAVE,
    Saved,
    SaveError,
    dump_saved,
    load_saved,
)

_SECONDS = 0.1
"""How long we wait for a lock: whoever looks which saves are free holds each for a moment."""

_LOOKED_AT = 100
"""How many saves are looked at, the latest first: to read a thousand would delay the start."""


class Saves:
    """The folder of saves, as one instance of the app sees it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._held: dict[str, int] = {}

    def keep(self, saved: Saved) -> None:
        """Put the match on disk in place of its last state, or raise StoreError."""
        uid, content = saved.match.uid, dump_saved(saved)
        if uid not in self._held:
            try:
                make_folder(self.folder)
                handle = self._lock(uid)
            except OSError as error:
                raise StoreError(f"cannot save the match: {why(error)}") from error
            if handle is None:
                raise StoreError("cannot save the match: it is open in another window")
            self._held[uid] = handle
        write_atomically(self._file(uid), content, "the match")

    def waiting(self) -> tuple[tuple[Saved, ...], tuple[str, ...]]:
        """Return the matches that can be taken, the latest first, and notices for the player.

        What cannot be used is set aside, and a notice tells of it.
        """
        found, notices = [], []
        latest = sorted(self._files(".json"), key=_written, reverse=True)[:_LOOKED_AT]
        for file in latest:
            if file.stem in self._held or not locks.is_free(file.with_suffix(".lock")):
                continue
            try:
                found.append(_read(file))
            except StoreError as error:
                notice = _put_away(file, error)
                notices += [notice] if notice else []
        self._sweep()
        found.sort(key=lambda saved: saved.time, reverse=True)
        return tuple(found), tuple(notices)

    def take(self, uid: str) -> Saved | None:
        """Return a match that waits, from now on our own; None if someone else was faster."""
        handle = None
        try:
            handle = self._lock(uid)
            if handle is None:
                return None
        except OSError:  # a folder that cannot be written to: nobody else can save here either
            pass
        try:
            saved = _read(self._file(uid))
        except StoreError:
            if handle is not None:
                locks.discard(handle, self._file(uid, ".lock"))
            return None
        if handle is not None:
            self._held[uid] = handle
        return saved

    def drop(self, uid: str) -> None:
        """Remove a match that is finished, unless it is open in another instance."""
        with suppress(StoreError):
            self.give_up(uid)

    def give_up(self, uid: str) -> None:
        """Remove a match, or raise StoreError, also if it is open in another instance."""
        handle = self._held.pop(uid, None)
        try:
            handle = self._lock(uid) if handle is None else handle
            if handle is None:
                raise StoreError("cannot remove the match: it is open in another window")
            self._file(uid).unlink(missing_ok=True)
            self._file(uid, ".tmp").unlink(missing_ok=True)
        except (FileNotFoundError, NotADirectoryError):
            pass  # where there is no folder, there is nothing to remove
        except OSError as error:
            raise StoreError(f"cannot remove the match: {why(error)}") from error
        finally:
            if handle is not None:
                locks.discard(handle, self._file(uid, ".lock"))

    def release(self, uid: str) -> None:
        """Leave a match for whoever comes next."""
        handle = self._held.pop(uid, None)
        if handle is not None:
            locks.release(handle)

    def close(self) -> None:
        """Leave all matches for whoever comes next."""
        for uid in tuple(self._held):
            self.release(uid)

    def _file(self, uid: str, kind: str = ".json") -> Path:
        return self.folder / f"{uid}{kind}"

    def _files(self, kind: str) -> list[Path]:
        try:
            return sorted(self.folder.glob(f"*{kind}"))
        except OSError:
            return []

    def _lock(self, uid: str) -> int | None:
        return locks.acquire_within(_SECONDS, self._file(uid, ".lock"))

    def _sweep(self) -> None:
        """Remove what is left of instances that were killed before their first save was whole."""
        for file in self._files(".lock"):
            uid = file.stem
            if uid in self._held or is_there(self._file(uid)):
                continue
            with suppress(OSError):
                handle = locks.acquire(file)
                if handle is None:
                    continue
                if is_there(self._file(uid)):
                    locks.release(handle)
                    continue
                self._file(uid, ".tmp").unlink(missing_ok=True)
                locks.discard(handle, file)


def _written(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # another instance has just removed it
        return 0.0


def _read(file: Path) -> Saved:
    saved = load_saved(read_limited(file, LARGEST_SAVE))
    if saved.match.uid != file.stem:
        raise SaveError("is a copy of another one")
    return saved


def _put_away(file: Path, error: StoreError) -> str:
    """Set a file aside that cannot be used, and return the notice; nothing if it is gone.

    What cannot be read may be read another day, and stays.
    """
    if not is_there(file):
        return ""
    reason = f"{shown(file)} {error}" if isinstance(error, SaveError) else str(error)
    aside = None if isinstance(error, OutOfReachError) else set_aside(file)
    where = f"it is kept as {shown(aside)}" if aside else "it stays where it is"
    return f"A saved match cannot be used: {reason}; {where}."
