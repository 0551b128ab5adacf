"""A versioned SQLite file that several runs of the app share. An unusable one is set aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from gridlock_tui.match.store import locks
from gridlock_tui.match.store.files import (
    StoreError,
    create_private,
    display_name,
    file_exists,
    make_folder,
    reason_of,
    rename_unusable,
)

_LOCK_SECONDS = 1.0
"""How long to wait for another process that writes. That takes milliseconds."""
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


class UnusableFileError(Exception):
    """A file must not be changed; the text continues a sentence about it."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one kind of file, and how to upgrade an older one."""

    title: str
    """What the file holds, as in "history"."""
    application: int
    """SQLite's application id of such files."""
    steps: tuple[Callable[[sqlite3.Connection], object], ...]
    """The upgrade from each version to the next, beginning with an empty file."""
    probes: Mapping[int, str]
    """Queries that fail if a table is missing, each with the version that it needs."""

    @property
    def version(self) -> int:
        """The current version."""
        return len(self.steps)


class Database:
    """One file. Each call opens it, so that any thread may make it."""

    def __init__(self, path: Path, schema: Schema) -> None:
        self.path, self.schema = path, schema

    def open(self) -> str:
        """Check the file and return a notice for the player, or "".

        A file that cannot be used is renamed; an empty one takes its place.
        """
        try:
            self.check()
        except UnusableFileError:
            return self._set_aside()
        except StoreError as error:
            return f"The {self.schema.title} cannot be used: {error}."
        return ""

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file, upgraded to the current version, or raise StoreError."""
        with self._connected() as db:
            self._upgrade(db)
            yield db

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Open the file for changes that are made together or not at all."""
        with self.reading() as db, db:
            db.execute("BEGIN IMMEDIATE")
            yield db

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            make_folder(self.path.parent)
            create_private(self.path)  # and so the journal, which SQLite creates with its rights
            db = sqlite3.connect(self.path, timeout=_LOCK_SECONDS, isolation_level=None)
            with closing(db):
                yield db
        except (OSError, sqlite3.Error, UnicodeError) as error:
            reason = "it is damaged" if isinstance(error, UnicodeError) else reason_of(error)
            raise StoreError(f"cannot use {display_name(self.path)}: {reason}") from error

    def _upgrade(self, db: sqlite3.Connection) -> None:
        schema = self.schema
        if _version(db) == schema.version:
            return
        with db:  # commits in the end, and rolls back after an error
            db.execute("BEGIN IMMEDIATE")
            if reason := self._foreign_reason(db):
                raise StoreError(f"the {schema.title} {reason}")
            for step in schema.steps[_version(db) :]:  # another process may have upgraded it
                step(db)
            db.execute(f"PRAGMA application_id = {schema.application}")
            db.execute(f"PRAGMA user_version = {schema.version}")

    def check(self) -> None:
        """Raise UnusableFileError or StoreError if the file cannot be used."""
        if not file_exists(self.path):
            return
        with self._connected() as db:
            try:
                if reason := self._foreign_reason(db):
                    raise UnusableFileError(reason)
                if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                    raise UnusableFileError("is damaged")
                for version, query in self.schema.probes.items():
                    if _version(db) >= version:
                        db.execute(query).fetchone()
            except sqlite3.DatabaseError as error:
                # Errors that Python itself raises, such as for invalid text, have no code.
                code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
                if code & 0xFF in _DAMAGE:
                    raise UnusableFileError("is damaged, or is not a database at all") from error
                raise
            except UnicodeError as error:
                raise UnusableFileError("is damaged") from error

    def _foreign_reason(self, db: sqlite3.Connection) -> str:
        """Return why this program must not change the file, "" if it may."""
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (objects,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != self.schema.application and (objects or _version(db)):
            return "is the database of another program"
        if _version(db) > self.schema.version:
            return "was written by a newer Gridlock"
        return ""

    def _set_aside(self) -> str:
        """Rename the file and return a notice, "" if another process has done so already."""
        path, lock, handle = self.path, self.path.with_suffix(".lock"), None
        title = self.schema.title
        with suppress(OSError):
            handle = locks.acquire(lock)
        try:
            # Check again: now that the file is locked, no other process can replace it.
            self.check()
        except UnusableFileError as error:
            renamed = rename_unusable(path) if handle is not None else None
            if renamed is None:
                return f"The {title} cannot be used: {display_name(path)} {error}."
            for ending in ("-journal", "-wal", "-shm"):
                with suppress(OSError):
                    beside = renamed.with_name(renamed.name + ending)
                    path.with_name(path.name + ending).rename(beside)
            reason, name = f"{display_name(path)} {error}", display_name(renamed)
            return f"A new {title} was started: {reason}; it is kept as {name}."
        except StoreError as error:
            return f"The {title} cannot be used: {error}."
        finally:
            if handle is not None:
                locks.discard(handle, lock)
        return ""


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])
