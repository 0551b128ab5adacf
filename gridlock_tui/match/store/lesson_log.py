"""How far you have come in each lesson, in a file of a few lines of text.

The first line names the format and its version; every other one a lesson, the number of steps done
in it, and whether it was done once. Several windows may write at once: each adds what it knows to
what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from gridlock_tui.match.lessons import Reached

VERSION = 1
"""The current version of the file."""
_FORMAT = "gridlock lessons"
_DONE = "done"
_LARGEST = 65536
_MOST_STEPS = 999
_MOST_DIGITS = 9
"""The digits of a version; a number with more of them is none."""
_LOCK_SECONDS = 5.0

Lines = list[list[str]]
"""The words of each line but the first."""


_UPGRADES: Mapping[int, Callable[[Lines], Lines]] = {}
"""The upgrade from each version to the next: none yet."""


class DamagedError(StoreError):
    """The file is no log of lessons."""


class LessonLog:
    """Keeps how far you have come. Every notice is a sentence for the player, or empty."""

    def __init__(self, path: Path | None) -> None:
        """Use this file; with None, keep it for this run only."""
        self._path = path
        self._known: dict[str, Reached] = {}
        """What this run knows: what it has read, and what it could not write."""

    @property
    def progress(self) -> Mapping[str, Reached]:
        """What this run knows without reading the file again."""
        return self._known

    def load(self) -> str:
        """Read what is kept, and return a notice; a file that cannot be read is set aside."""
        if self._path is None or not file_exists(self._path):
            return ""
        try:
            try:
                self._known = _merged(self._known, read_progress(self._path))
            except DamagedError:
                # Read it again: now that it is locked, no other window can replace it.
                with _locked(self._path):
                    return self._read_or_set_aside(self._path)
        except StoreError as error:
            return f"The lessons that you have done are not known: {error}."
        return ""

    def reach(self, lesson: str, step: int, *, is_done: bool) -> str:
        """Keep that this many steps of a lesson are done, and return a notice."""
        from gridlock_tui.match.lessons import Reached

        before = self._known.get(lesson, Reached())
        # A lesson that was done may be begun again: then its steps count from the beginning.
        self._known[lesson] = Reached(step, is_done or before.is_done)
        if self._path is None:
            return ""
        try:
            return self._write(self._path, lesson)
        except StoreError as error:
            return f"Not saved: {error}."

    def _write(self, path: Path, lesson: str) -> str:
        with _locked(path):
            current = self._known[lesson]
            notice = self._read_or_set_aside(path)
            # The steps of this lesson are those of this window; once done, it stays done.
            done = self._known[lesson].is_done
            self._known[lesson] = current._replace(is_done=current.is_done or done)
            write_atomically(path, _written(self._known))
            return notice

    def _read_or_set_aside(self, path: Path) -> str:
        """Read the locked file, if there is one; set a damaged one aside and return a notice."""
        if not file_exists(path):
            return ""
        try:
            self._known = _merged(self._known, read_progress(path))
        except DamagedError as error:
            aside = rename_unusable(path)
            if aside is None:
                raise StoreError(f"{error}, and it cannot be renamed") from error
            kept_as = display_name(aside)
            return f"A new list of lessons was started: {error}; it is kept as {kept_as}."
        return ""


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep other windows away from the file, or raise StoreError."""
    from gridlock_tui.match.store import locks

    try:
        make_folder(path.parent)
        lock = locks.acquire_within(_LOCK_SECONDS, path.with_suffix(".lock"))
    except OSError as error:
        raise StoreError(f"cannot use {display_name(path)}: {reason_of(error)}") from error
    if lock is None:
        raise StoreError(f"{display_name(path)} is in use by another window")
    try:
        yield
    finally:
        locks.release(lock)


def read_progress(path: Path) -> dict[str, Reached]:
    """Return what the file has of each lesson, or raise StoreError."""
    from gridlock_tui.match.lessons import Reached

    try:
        text = read_private(path, _LARGEST).decode()
    except FileAccessError:
        raise
    except (StoreError, UnicodeError) as error:
        raise DamagedError(f"{display_name(path)} is damaged") from error
    first, *rest = text.splitlines() or [""]
    name, _, version = first.rpartition(" ")
    # int() refuses very many digits.
    if name != _FORMAT or not version.isdecimal() or len(version) > _MOST_DIGITS:
        raise DamagedError(f"{display_name(path)} is damaged, or is no list of lessons")
    if int(version) > VERSION:
        raise StoreError(f"{display_name(path)} was written by a newer Gridlock")
    lines: Lines = [line.split() for line in rest]
    try:
        for number in range(int(version), VERSION):
            lines = _UPGRADES[number](lines)
        return {lesson: _reached(*words, kind=Reached) for lesson, *words in lines}
    except (KeyError, ValueError, TypeError) as error:
        raise DamagedError(f"{display_name(path)} is damaged") from error


def _reached(step: str, done: str = "", *, kind: type[Reached]) -> Reached:
    if not (step.isdecimal() and int(step) <= _MOST_STEPS and done in ("", _DONE)):
        raise ValueError(step)
    return kind(int(step), done == _DONE)


def _written(progress: Mapping[str, Reached]) -> bytes:
    lines = [f"{_FORMAT} {VERSION}"]
    for lesson, (step, is_done) in sorted(progress.items()):
        lines.append(f"{lesson} {step} {_DONE}" if is_done else f"{lesson} {step}")
    return "".join(f"{line}\n" for line in lines).encode()


def _merged(one: Mapping[str, Reached], two: Mapping[str, Reached]) -> dict[str, Reached]:
    """Return the larger number of steps of each lesson, and whether either has it done."""
    both = dict(one)
    for lesson, other in two.items():
        known = both.get(lesson, other)
        both[lesson] = other._replace(
            step=max(known.step, other.step), is_done=known.is_done or other.is_done
        )
    return both
