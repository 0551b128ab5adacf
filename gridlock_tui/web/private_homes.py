"""The homes of private windows: folders that are deleted with the window.

Those of one server are in a folder that it locks. A folder that is not locked was left by a server
that was killed, and the next one deletes it.
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from shutil import rmtree

from gridlock_tui.match.store import locks

_PREFIX = "gridlock-web-"
_LOCK = "lock"


class PrivateHomes:
    """The homes of the windows of one server."""

    def __init__(self) -> None:
        self._folder, self.lock = _locked_folder()

    def create(self) -> Path:
        """Return a new home, which is empty."""
        return Path(tempfile.mkdtemp(dir=self._folder))

    def close(self) -> None:
        """Delete all homes."""
        rmtree(self._folder, ignore_errors=True)
        locks.release(self.lock)


def remove_leftovers() -> None:
    """Delete the homes that killed servers have left."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if not _is_own_folder(folder):
                continue
            lock = locks.acquire(folder / _LOCK)
            if lock is not None:
                rmtree(folder, ignore_errors=True)
                locks.release(lock)


def _is_own_folder(path: Path) -> bool:
    """Return whether this is a folder of this user; everybody can write to the one around it."""
    found = path.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()


def _locked_folder() -> tuple[Path, int]:
    """Return a new folder and the handle of its lock."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        # A server that starts just now may take the folder for a leftover before it is locked.
        with suppress(FileNotFoundError):
            lock = locks.acquire(folder / _LOCK)
            if lock is not None:
                return folder, lock
