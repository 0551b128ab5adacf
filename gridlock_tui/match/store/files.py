"""Read and write files safely. Every error is one sentence for the player.

Files hold names, results and codes of matches, so only their owner may read them: files have the
rights 0600 and new folders 0700, whatever the umask.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
from contextlib import suppress
from pathlib import Path

from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import clean

_FILE_RIGHTS, _FOLDER_RIGHTS = 0o600, 0o700
_OTHERS = 0o077
"""The rights of everybody but the owner."""
_creating = threading.Lock()


class StoreError(GridlockError):
    """Something cannot be saved or read; the text is one sentence that says why."""


class FileAccessError(StoreError):
    """The system refuses to open a file. Its content may be fine."""


class ContentError(StoreError):
    """What is in a file cannot be used; the text continues a sentence about the file."""


class ForeignContentError(ContentError):
    """What is in a file may be fine, but not for this version or this run."""


def read_limited(path: Path, limit: int) -> bytes:
    """Return the content of a regular file of at most `limit` bytes, or raise StoreError."""
    content = None
    try:
        # Reading a pipe may block, and reading a device may never end.
        if stat.S_ISREG(path.stat().st_mode):
            with path.open("rb") as file:
                content = file.read(limit + 1)
    except (OSError, ValueError) as error:
        kind = FileAccessError if isinstance(error, OSError) else StoreError
        raise kind(f"cannot read {display_name(path)}: {reason_of(error)}") from error
    if content is None:
        raise StoreError(f"cannot read {display_name(path)}: it is not a plain file")
    if len(content) > limit:
        raise StoreError(f"cannot read {display_name(path)}: it has more than {limit // 1024} KiB")
    return content


def read_private(path: Path, limit: int) -> bytes:
    """Return what `read_limited` does, of a file that from now on only its owner may read."""
    restrict(path)
    return read_limited(path, limit)


def write_atomically(path: Path, content: bytes, title: str = "") -> None:
    """Replace the content of a file in one step, so that no reader sees half of it.

    If that fails, raise a StoreError that contains this title or else the name of the file.
    """
    temporary, name = path.with_suffix(".tmp"), title or display_name(path)
    try:
        make_folder(path.parent)
        with open(open_private(temporary, os.O_WRONLY | os.O_TRUNC), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        _sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise StoreError(f"cannot save {name}: {reason_of(error)}") from error


def file_exists(path: Path) -> bool:
    """Return whether there is such a file; False if its folder cannot be searched."""
    return os.path.exists(path)  # Path.exists raises PermissionError instead


def make_folder(folder: Path) -> None:
    """Create the folder and its parents, readable by this user only."""
    if os.path.isdir(folder):
        return
    for each in reversed((folder, *folder.parents)):
        try:
            if not os.path.isdir(each):
                each.mkdir(mode=_FOLDER_RIGHTS)
                each.chmod(_FOLDER_RIGHTS)  # the umask may have taken rights from its owner
        except FileExistsError as error:
            if not os.path.isdir(each):  # otherwise another process has just created it
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error


def open_private(path: Path, flags: int) -> int:
    """Open a file, create it if it is missing, and return its handle. Only its owner may use it."""
    handle = os.open(path, flags | os.O_CREAT, _FILE_RIGHTS)
    with suppress(OSError):  # a file of somebody else, or a disk without rights
        if stat.S_IMODE(os.fstat(handle).st_mode) != _FILE_RIGHTS:
            os.fchmod(handle, _FILE_RIGHTS)
    return handle


def create_private(path: Path) -> None:
    """Create the file if it is missing. Only its owner may use it, also if it was there.

    If that fails, do nothing: what opens the file next says why.
    """
    # Closing a file releases all locks that SQLite holds on it in this process. So one thread at
    # a time does this, and a file that is there is not opened.
    with _creating:
        if os.path.lexists(path):
            restrict(path)
            return
        with suppress(OSError):
            os.close(open_private(path, os.O_WRONLY | os.O_EXCL))


def restrict(path: Path) -> None:
    """Take the rights to use a file from everybody but its owner, if it is a plain file."""
    with suppress(OSError, ValueError):
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and mode & _OTHERS:
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)


def rename_unusable(path: Path) -> Path | None:
    """Rename a file that cannot be used and return its new path, None if that fails."""
    restrict(path)
    with suppress(OSError):
        return path.rename(path.with_name(f"{path.name}.{os.urandom(4).hex()}.set-aside"))
    return None


def display_name(path: Path) -> str:
    """Return the name of the file for use in a sentence."""
    return clean(path.name or str(path), 60)


def reason_of(error: Exception) -> str:
    """Return the system's reason for an error, beginning in lower case."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    reason = clean(text, 120)
    return reason[:1].lower() + reason[1:]


def _sync_folder(folder: Path) -> None:
    # Without this, a power cut could undo the renaming. Some systems cannot open a folder.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
