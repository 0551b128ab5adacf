"""Locks on files: held by one at a time, and never waited for without end."""

import errno
import os
from pathlib import Path

import pytest

from gridlock_tui.match.store import locks


def test_a_lock_has_one_holder(tmp_path: Path) -> None:
    path = tmp_path / "match.lock"
    assert locks.is_free(path)
    handle = locks.acquire(path)
    assert handle is not None
    assert locks.acquire(path) is None
    assert not locks.is_free(path)
    locks.release(handle)
    assert locks.is_free(path)


def test_a_file_that_was_removed_before_it_was_locked_is_created_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, lock = tmp_path / "match.lock", locks._lock

    def lock_late(handle: int, kind: int) -> bool:
        monkeypatch.setattr(locks, "_lock", lock)
        path.unlink()  # by its last holder
        return lock(handle, kind)

    monkeypatch.setattr(locks, "_lock", lock_late)
    handle = locks.acquire(path)
    assert handle is not None
    assert os.path.samestat(os.fstat(handle), path.stat())
    locks.release(handle)


def test_a_file_that_cannot_be_looked_at_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_files = len(os.listdir("/dev/fd"))

    def refuse(path: Path) -> os.stat_result:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(PermissionError):
        locks.acquire(tmp_path / "match.lock")
    assert len(os.listdir("/dev/fd")) == open_files
