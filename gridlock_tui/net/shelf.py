"""The folder of matches with friends: one file for each match and seat, locked while in use."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from gridlock_tui.match.game import Game
from gridlock_tui.match.store import locks
from gridlock_tui.match.store.files import (
    ContentError,
    StoreError,
    file_exists,
    read_private,
    write_atomically,
)
from gridlock_tui.match.store.match_folder import MatchFolder, set_aside
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.net.events import Seat
from gridlock_tui.net.kept import LARGEST_FILE, Kept, read_kept, write_kept

_MOST_FILES = 200
"""How many matches are kept; beyond that old ones are removed that nobody can go on with."""


class Shelf:
    """The matches with friends, as one run sees them."""

    def __init__(self, paths: Paths) -> None:
        self.folder = MatchFolder(paths.friends)
        self._history_path = paths.history
        self._unfiled: dict[str, tuple[Game, datetime]] = {}
        """Finished games that are not in the history yet, by uid, and when they were kept."""

    def save(self, kept: Kept) -> Kept:
        """Write the match to its file and return it with its time, or raise StoreError."""
        kept, file = kept.now(), self._file(kept.seat, kept.uid)
        self.folder.lock_to_save(file)
        if not file_exists(file):
            self._prune()
        write_atomically(file, write_kept(kept), "the match")
        self._add_unfiled()
        return kept

    def take(self, seat: Seat, uid: str) -> Kept | None:
        """Lock a match and return it; None if there is none. Raise StoreError if it is in use."""
        file = self._file(seat, uid)
        if not file_exists(file):
            return None
        with suppress(OSError):  # if nobody can write to this folder, no lock is needed
            if not self.folder.lock(file):
                raise StoreError("that match is open in another window")
        try:
            return self._read(file)
        except StoreError as error:
            reason = _set_aside(file, error) if isinstance(error, ContentError) else str(error)
            self.folder.release(file)
            raise StoreError(reason) from error

    def find(self, seat: Seat) -> tuple[list[Kept], list[str]]:
        """Return the matches of this seat that no run has open, latest first, and notices.

        A file that cannot be used is renamed, and a notice says so.
        """
        found, notices = [], []
        for file in self._files(seat):
            if not self.folder.is_free(file):
                continue
            try:
                found.append(self._read(file))
            except StoreError as error:
                if file_exists(file):
                    notices.append(_set_aside(file, error))
        found.sort(key=lambda kept: kept.time, reverse=True)
        return found, notices

    def discard(self, kept: Kept) -> None:
        """Remove a match in which nobody has played, if this run has it open."""
        file = self._file(kept.seat, kept.uid)
        if self.folder.has_locked(file):
            with suppress(OSError):
                file.unlink(missing_ok=True)
            self.folder.discard(file)

    def file_games(self, kept: Kept) -> str:
        """Add the finished games of a match to the history; return a notice.

        What fails is tried again whenever the match is saved, and in the end.
        """
        finished = kept.table.finished if kept.table else ()
        self._unfiled |= {match.game_uid: (match.game, kept.time) for match in finished}
        return self._add_unfiled()

    def _add_unfiled(self) -> str:
        if not self._unfiled:
            return ""
        from gridlock_tui.match.store.history import open_history

        try:
            history, notice = open_history(self._history_path)
            for uid, (game, finished) in tuple(self._unfiled.items()):
                history.add(uid, game, finished)
                del self._unfiled[uid]
        except StoreError as error:
            return f"Not in the history: {error}."
        return notice

    def close(self) -> None:
        """Release all matches, so that other runs can take them."""
        self._add_unfiled()
        self.folder.close()

    def _file(self, seat: Seat, uid: str) -> Path:
        return self.folder.path / f"{uid}-{seat.value}.json"

    def _files(self, seat: Seat) -> list[Path]:
        return self.folder.files(f"*-{seat.value}.json")

    def _read(self, file: Path) -> Kept:
        kept = read_kept(read_private(file, LARGEST_FILE))
        if self._file(kept.seat, kept.uid) != file:
            raise ContentError("is a copy of another one")
        return kept

    def _prune(self) -> None:
        """Remove the oldest matches that are decided or never began, if there are too many."""
        if sum(len(self._files(seat)) for seat in Seat) < _MOST_FILES:
            return
        done = [kept for seat in Seat for kept in self.find(seat)[0] if not kept.is_open]
        for kept in sorted(done, key=lambda each: each.time)[: _MOST_FILES // 10]:
            file = self._file(kept.seat, kept.uid)
            with suppress(OSError):
                handle = locks.acquire(file.with_suffix(".lock"))
                if handle is not None:
                    file.unlink(missing_ok=True)
                    locks.discard(handle, file.with_suffix(".lock"))


def _set_aside(file: Path, error: StoreError) -> str:
    return f"a match with a friend cannot be used: {set_aside(file, error)}"
