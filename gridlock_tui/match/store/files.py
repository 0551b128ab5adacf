"""Files: where they are, how they are read with care, written whole, and set aside."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import clean, quoted

HOME_VARIABLE = "GRIDLOCK_HOME"
"""The environment variable that puts everything into one folder."""

_APP = "gridlock"


class StoreError(GridlockError):
    """Something cannot be kept or fetched; the text is one sentence that says why."""


class OutOfReachError(StoreError):
    """The system does not give us a file; what stands in it may be as good as ever."""


@dataclass(frozen=True, slots=True)
class Places:
    """The folders in which the app keeps its things; none is made before something is kept."""

    data: Path
    """What people want to keep: the history."""
    config: Path
    """What people have set."""
    state: Path
    """What the app needs to go on: the matches under way."""

    @property
    def history(self) -> Path:
        """The file of the history."""
        return self.data / "history.sqlite3"

    @property
    def records(self) -> Path:
        """The folder of the records that were written."""
        return self.data / "records"

    @property
    def settings(self) -> Path:
        """The file of what people have set."""
        return self.config / "config.toml"

    @property
    def saves(self) -> Path:
        """The folder of the matches under way."""
        return self.state / "saves"


def find_places() -> Places:
    """Return the folders of this user, or those in `GRIDLOCK_HOME` if it is set."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        try:
            folder = Path(home).expanduser().absolute()
        except RuntimeError as error:
            reason = f"there is no home of that user in {quoted(home)}"
            raise StoreError(f"{HOME_VARIABLE} names no folder: {reason}") from error
        return Places(folder, folder, folder)
    import platformdirs  # only here: it is not needed to play

    return Places(
        platformdirs.user_data_path(_APP, appauthor=False),
        platformdirs.user_config_path(_APP, appauthor=False),
        platformdirs.user_state_path(_APP, appauthor=False),
    )


def read_limited(path: Path, limit: int) -> bytes:
    """Return what stands in a plain file of at most `limit` bytes, or raise StoreError."""
    found = None
    try:
        # A pipe would make us wait for whoever fills it, a device might never end.
        if stat.S_ISREG(path.stat().st_mode):
            with path.open("rb") as file:
                found = file.read(limit + 1)
    except OSError as error:
        raise OutOfReachError(f"cannot read {shown(path)}: {why(error)}") from error
    except ValueError as error:
        raise StoreError(f"cannot read {shown(path)}: {why(error)}") from error
    if found is None:
        raise StoreError(f"cannot read {shown(path)}: it is not a plain file")
    if len(found) > limit:
        raise StoreError(f"cannot read {shown(path)}: it has more than {limit // 1024} KiB")
    return found


def write_atomically(path: Path, content: bytes, what: str = "") -> None:
    """Put this into the file: whoever reads it finds all of the old or all of the new.

    What it is stands in the StoreError if that fails; otherwise the name of the file.
    """
    fresh = path.with_suffix(".tmp")
    try:
        make_folder(path.parent)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
        _sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise StoreError(f"cannot save {what or shown(path)}: {why(error)}") from error


def is_there(path: Path) -> bool:
    """Say whether there is such a file, as far as we may know."""
    return os.path.exists(path)  # Path.exists raises an error where we may not look


def make_folder(folder: Path) -> None:
    """Make the folder and those around it, for nobody else to look into."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error


def set_aside(path: Path) -> Path | None:
    """Give a file that we cannot use another name, and return it; None if that cannot be done."""
    aside = path.with_name(f"{path.name}.{os.urandom(4).hex()}.set-aside")
    try:
        os.rename(path, aside)
    except OSError:
        return None
    return aside


def shown(path: Path) -> str:
    """Return the file's name as it stands in a sentence."""
    return clean(path.name or str(path), 60)


def why(error: Exception) -> str:
    """Return the reason of the system, in its own words, in lower case."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    reason = clean(text, 120)
    return reason[:1].lower() + reason[1:]


def _sync_folder(folder: Path) -> None:
    # So that a power cut cannot undo the renaming. Not every system can open a folder.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
