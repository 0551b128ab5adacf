"""Locks on files. The system releases a lock when its process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from gridlock_tui.match.store.files import open_private

_PAUSE = 0.01


def acquire(path: Path) -> int | None:
    """Lock the file and return the handle that holds the lock, None if it is already locked.

    Raise OSError if the system refuses to open it or to look at it.
    """
    while True:
        handle = open_private(path, os.O_RDWR)
        if not _lock(handle, fcntl.LOCK_EX):
            os.close(handle)
            return None
        try:
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        except FileNotFoundError:
            pass
        except OSError:
            os.close(handle)
            raise
        os.close(handle)  # another process has just removed the file that we opened


def acquire_within(seconds: float, path: Path) -> int | None:
    """Lock the file like `acquire`, but keep trying for this long."""
    deadline = time.monotonic() + seconds
    while (handle := acquire(path)) is None and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    return handle


def is_free(path: Path) -> bool:
    """Return whether no process holds the lock. Several processes may ask at once."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return True
    try:
        return _lock(handle, fcntl.LOCK_SH)
    finally:
        os.close(handle)


def release(handle: int) -> None:
    """Release the lock and leave its file."""
    with suppress(OSError):
        os.close(handle)


def discard(handle: int, path: Path) -> None:
    """Release the lock and remove its file."""
    with suppress(OSError):
        path.unlink()  # first, so that nobody can lock a file that is about to disappear
    release(handle)


def _lock(handle: int, kind: int) -> bool:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # some network folders have no locks: do without
    return True
