"""A folder with one file for each match, shared by several runs of the app.

A run locks each match that is open in it. A match that is not locked was left by a run that has
ended, and another run can take it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from gridlock_tui.match.store import locks
from gridlock_tui.match.store.files import (
    ContentError,
    FileAccessError,
    ForeignContentError,
    StoreError,
    display_name,
    make_folder,
    reason_of,
    rename_unusable,
)

_LOCK_SECONDS = 0.1
"""How long to wait for a lock: a run that looks for matches holds each lock for a moment."""


class MatchFolder:
    """The folder, as one run of the app sees it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handles: dict[Path, int] = {}

    def files(self, pattern: str) -> list[Path]:
        """Return the files with such names, none if the folder cannot be read."""
        with suppress(OSError):
            return sorted(self.path.glob(pattern))
        return []

    def has_locked(self, file: Path) -> bool:
        """Return whether this run has locked the match."""
        return file in self._handles

    def is_free(self, file: Path) -> bool:
        """Return whether no run has locked the match."""
        return not self.has_locked(file) and locks.is_free(_lock_of(file))

    def lock(self, file: Path) -> bool:
        """Lock the match and return True; False if another run has it open."""
        if file not in self._handles:
            handle = locks.acquire_within(_LOCK_SECONDS, _lock_of(file))
            if handle is None:
                return False
            self._handles[file] = handle
        return True

    def lock_to_save(self, file: Path) -> None:
        """Create the folder and lock the match, or raise StoreError."""
        try:
            make_folder(self.path)
            if not self.lock(file):
                raise StoreError("cannot save the match: it is open in another window")
        except OSError as error:
            raise StoreError(f"cannot save the match: {reason_of(error)}") from error

    def release(self, file: Path) -> None:
        """Unlock the match, so that another run can take it."""
        if file in self._handles:
            locks.release(self._handles.pop(file))

    def discard(self, file: Path) -> None:
        """Unlock the match, if this run has locked it, and remove the lock."""
        if file in self._handles:
            locks.discard(self._handles.pop(file), _lock_of(file))

    def close(self) -> None:
        """Unlock all matches."""
        for file in tuple(self._handles):
            self.release(file)


def set_aside(file: Path, error: StoreError) -> str:
    """Rename a file that cannot be used; return why it cannot, and where it is.

    A file that the system does not let us read, or that another run can use, is left as it is.
    """
    reason = f"{display_name(file)} {error}" if isinstance(error, ContentError) else str(error)
    stays = isinstance(error, FileAccessError | ForeignContentError)
    renamed = None if stays else rename_unusable(file)
    where = f"it is kept as {display_name(renamed)}" if renamed else "it stays where it is"
    return f"{reason}; {where}"


def _lock_of(file: Path) -> Path:
    return file.with_suffix(".lock")
