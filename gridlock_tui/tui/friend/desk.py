"""Matches with friends on other machines, for the app: those on disk, and the one that is open.

Loads `net` only when needed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gridlock_tui.match.store import locks
from gridlock_tui.match.store.paths import Paths, find_paths
from gridlock_tui.rules import GridlockError
from gridlock_tui.tui.menu_state import REMATCH
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.wording.moves import sentence

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

    from textual.app import App
    from textual.timer import Timer

    from gridlock_tui.match.match import Match
    from gridlock_tui.match.store.library import Library
    from gridlock_tui.net.kept import Kept
    from gridlock_tui.tui.friend.room import Room
    from gridlock_tui.tui.menu_choices import MenuChoices
    from gridlock_tui.tui.startup import Startup

_SECONDS_PER_LOOK = 1.0
"""How often the menu looks for what another window has changed."""
_REMATCH = timedelta(days=7)
"""How long a match that is decided is offered for a rematch."""


class FriendDesk:
    """Lists the kept matches, opens one, and closes it."""

    def __init__(self, app: App[None], library: Library, startup: Startup) -> None:
        self._app, self._library = app, library
        self._paths, self._rng = find_paths() if startup.keeps else None, startup.rng
        self._temporary: TemporaryDirectory[str] | None = None
        """Where a match is kept in a run that keeps nothing."""
        self._kept: dict[str, Kept] = {}
        """The matches that can be continued, by the uid under which the menu lists them."""
        self._room: Room | None = None
        self._closing: set[asyncio.Task[None]] = set()
        """Closes the matches that were left: up to three seconds if the friend does not answer."""
        self._is_resuming = False
        self._changing = asyncio.Lock()
        """Held while a kept match is resumed or removed."""
        self._seen: _Seen = ()
        """The files as they were read last."""
        self._timer: Timer | None = None

    @property
    def paths(self) -> Paths:
        """Where the matches are kept."""
        if self._paths is not None:
            return self._paths
        from tempfile import TemporaryDirectory

        self._temporary = self._temporary or TemporaryDirectory(prefix="gridlock-")
        folder = Path(self._temporary.name)
        return Paths(folder, folder, folder)

    # The menu.

    def load(self, menu: MenuScreen) -> list[str]:
        """Read the kept matches, follow them while the menu is shown, and return notices."""
        if self._timer is None and self._paths is not None:
            # A timer of the app would go on after its screens when the app ends.
            self._timer = menu.set_interval(_SECONDS_PER_LOOK, partial(self._look, menu))
        self._seen = _files_in(self.paths.friends)
        return self._read()

    def _read(self) -> list[str]:
        self._kept.clear()
        if not self._seen:  # then nothing of the network is loaded
            return []
        from gridlock_tui.net.events import Seat
        from gridlock_tui.net.shelf import Shelf

        notices: list[str] = []
        for seat in Seat:
            found, more = Shelf(self.paths).find(seat)
            notices += map(sentence, more)
            self._kept.update({_listed_uid(kept): kept for kept in found if _is_offered(kept)})
        return notices

    def _look(self, menu: MenuScreen) -> None:
        """Show in the menu what another window has changed."""
        if not menu.on_top or self._room is not None:
            return
        if self._closing or self._changing.locked():
            return
        seen = _files_in(self.paths.friends)
        if seen == self._seen:
            return
        self._seen = seen
        for notice in self._read():
            self._warn(notice)
        first = menu.matches[0].uid if menu.matches else ""
        menu.refresh_matches(self.listed(self._library.saved_matches, first), self.notes)

    def listed(self, local: tuple[Match, ...], left: str = "") -> tuple[Match, ...]:
        """Return these matches and those with friends: first the one with this uid, left last.

        Matches in which it is your turn come before others, those that wait for a friend after
        them, and those that are decided last.
        """
        if not self._kept:
            return local
        kept = sorted(self._kept.items(), key=lambda each: each[1].time, reverse=True)
        yours: list[Match] = []
        waiting: list[Match] = []
        decided: list[Match] = []
        for uid, each in kept:
            if each.table is not None:
                waits = waiting if self.notes[uid].startswith("waiting") else yours
                (decided if each.is_done else waits).append(replace(each.table.match, uid=uid))
        going_on = sorted((*yours, *local, *waiting), key=lambda match: match.uid != left)
        return (*going_on, *decided)

    @property
    def notes(self) -> dict[str, str]:
        """What each listed match waits for: `your move`, `waiting for Ben`, `rematch`."""
        if not self._kept:
            return {}
        from gridlock_tui.net.words import turn_of

        return {
            uid: REMATCH if kept.is_done and not kept.is_ready else turn_of(kept)
            for uid, kept in self._kept.items()
        }

    def has(self, match: Match) -> bool:
        """Return whether this is a match with a friend."""
        return match.uid in self._kept

    async def give_up(self, match: Match, show: Callable[[], None]) -> None:
        """Remove a match from those that can be continued; `show` lists the rest in the menu."""
        kept = self._kept.pop(match.uid, None)
        if kept is None:  # the key came twice
            return
        show()
        async with self._changing:
            await self._closed()
            try:
                self._discard(kept)
            except GridlockError as error:
                self._warn(str(error))
                self._kept[match.uid] = kept
                show()

    def _discard(self, kept: Kept) -> None:
        from gridlock_tui.net.shelf import Shelf

        shelf = Shelf(self.paths)
        try:
            if shelf.take(kept.seat, kept.uid) is not None:
                shelf.discard(kept)
        finally:
            shelf.close()

    # The match that is open.

    def open_form(self, choices: MenuChoices) -> None:
        """Ask how to connect, then show the match; say so if a package is missing."""
        try:
            from gridlock_tui.tui.friend.form import FriendForm
        except GridlockError as error:
            self._warn(str(error))
            return

        def hold(room: Room) -> None:
            self._room = room

        def begun(room: Room | None) -> None:
            if room is not None:
                self._show(room)

        self._app.push_screen(
            FriendForm(choices, self.paths, self._rng, hold, self._close_open), begun
        )

    async def resume(self, match: Match) -> None:
        """Continue a kept match, unless it is given up or another screen opens meanwhile."""
        if self._is_resuming:  # the key came twice
            return
        self._is_resuming = True
        try:
            async with self._changing:
                await self._closed()
                await self._resume(match)
        except GridlockError as error:
            self._warn(str(error))
        finally:
            self._is_resuming = False

    async def _resume(self, match: Match) -> None:
        from gridlock_tui.tui.friend.room import resume_room

        kept = self._kept.get(match.uid)
        if kept is None or not self._is_menu_free:
            return
        room = await resume_room(self.paths, kept.seat, kept.uid)
        if self.has(match) and self._is_menu_free:
            self._show(room)
        else:
            self._begin_closing(room)

    @property
    def _is_menu_free(self) -> bool:
        return isinstance(self._app.screen, MenuScreen) and self._room is None

    def _show(self, room: Room) -> None:
        from gridlock_tui.tui.friend.screen import FriendScreen

        self._room = room
        if room.notice:
            self._warn(room.notice)
        self._app.push_screen(FriendScreen(room, self._library))

    def _warn(self, words: str) -> None:
        self._app.notify(sentence(words), severity="warning", markup=False, timeout=10)

    def leave(self) -> str:
        """Close the match that is open, and return the uid under which it is listed."""
        room, self._room = self._room, None
        if room is None:
            return ""
        self._begin_closing(room)
        kept = room.kept
        if kept is None:
            return ""
        uid = _listed_uid(kept)
        self._kept.pop(uid, None)
        if _is_offered(kept):
            self._kept[uid] = kept
        return uid

    async def close(self) -> None:
        """Close the match that is open, and wait for that: the app ends."""
        await self._close_open()
        if self._temporary is not None:
            self._temporary.cleanup()

    async def _close_open(self) -> None:
        self.leave()
        await self._closed()

    def _begin_closing(self, room: Room) -> None:
        task = asyncio.create_task(self._close_room(room))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close_room(self, room: Room) -> None:
        try:
            await room.close()
        except (OSError, GridlockError) as error:
            self._warn(f"the match with your friend was not closed: {error}")

    async def _closed(self) -> None:
        """Wait until all matches that were left are closed; a cancelled wait cancels no closing."""
        if self._closing:
            await asyncio.wait(self._closing)


def _is_offered(kept: Kept) -> bool:
    return kept.is_open or (kept.is_done and datetime.now(UTC) - kept.time < _REMATCH)


_Seen = tuple[tuple[str, int, int, bool], ...]


def _files_in(folder: Path) -> _Seen:
    """Return the names of the matches in a folder, when they were written, and which are free."""
    found: list[tuple[str, int, int, bool]] = []
    with suppress(OSError):  # a home that cannot be read has no matches
        for file in sorted(folder.glob("*.json")):
            with suppress(OSError):  # it has just been removed
                stat = file.stat()
                free = locks.is_free(file.with_suffix(".lock"))
                found.append((file.name, stat.st_mtime_ns, stat.st_ino, free))
    return tuple(found)


def _listed_uid(kept: Kept) -> str:
    # Both sides of a match may be on this machine.
    return f"{kept.uid}-{kept.seat.value}"
