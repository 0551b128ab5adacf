"""Locks on files: who has one keeps it while the process lives, however it ends."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

_PAUSE = 0.01

if sys.platform == "win32":

    def acquire(path: Path) -> int | None:
        """Return a handle that holds the lock, or None if someone else holds it."""
        try:
            # Windows removes such a file with its last handle, even when the process is killed.
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_TEMPORARY)
        except (FileExistsError, PermissionError):
            return None

    def is_free(path: Path) -> bool:
        """Say whether nobody holds the lock."""
        return not path.exists()

else:
    import fcntl

    def acquire(path: Path) -> int | None:
        """Return a handle that holds the lock, or None if someone else holds it."""
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            if not _locked(handle, fcntl.LOCK_EX):
                os.close(handle)
                return None
            if _is_at(handle, path):
                return handle
            os.close(handle)  # its last owner has just removed the file that we had opened

    def is_free(path: Path) -> bool:
        """Say whether nobody holds the lock; asking is no hindrance to others who ask."""
        try:
            handle = os.open(path, os.O_RDONLY)
        except OSError:
            return True
        try:
            return _locked(handle, fcntl.LOCK_SH)
        finally:
            os.close(handle)

    def _locked(handle: int, kind: int) -> bool:
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # some network folders know no locks: then we go without
            return True
        return True

    def _is_at(handle: int, path: Path) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), path.stat())
        except OSError:
            return False


def acquire_within(seconds: float, path: Path) -> int | None:
    """Return a handle that holds the lock, or None if someone else holds it for so long."""
    deadline = time.monotonic() + seconds
    while (handle := acquire(path)) is None and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    return handle


def release(handle: int) -> None:
    """Let others have the lock; its file may stay."""
    with suppress(OSError):
        os.close(handle)


def discard(handle: int, path: Path) -> None:
    """Let others have the lock, and remove its file, which nothing needs any more."""
    with suppress(OSError):
        path.unlink()  # before it is free: nobody can hold it then without noticing
    release(handle)
