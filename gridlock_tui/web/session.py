"""One window of the browser: the process of its app, and what the two send each other."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Any, Literal, Protocol, TypeVar

from aiohttp import WSCloseCode
from aiohttp.web import WebSocketResponse
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

import gridlock_tui
from gridlock_tui.match.store.paths import HOME_VARIABLE
from gridlock_tui.web.private_homes import PrivateHomes

_T = TypeVar("_T")
ENDED = "The game has ended. Everything is saved."
ENDED_PRIVATE = "The game has ended. What this window had saved is deleted."
HANGS = "Gridlock did not react and was ended."
FAILED = "Gridlock has stopped. The terminal in which gridlock serve runs says why."
_SECONDS_TO_SAVE = 10.0
"""How long an app may take to save and to end, before it is told by a signal."""
_SECONDS_AFTER_SIGNAL = 5.0
_SECONDS_TO_TELL = 5.0
"""How long a window that does not read may keep us waiting."""
_MOST_UNREAD = 1 << 20
"""The most bytes that may wait for an app to read them."""


class Socket(Protocol):
    """The connection to the browser, as far as a session needs it."""

    async def send_bytes(self, data: bytes) -> None:
        """Send what the app draws."""

    async def send_str(self, data: str) -> None:
        """Send a message to the page."""

    async def close(self, *, code: int, message: bytes) -> object:
        """End the connection."""


class Connection:
    """The connection to a browser: one task reads from it, any task may close it."""

    def __init__(self, window: WebSocketResponse) -> None:
        self._window = window
        self._reading: asyncio.Task[None] | None = None
        self._closing = asyncio.Lock()
        self.send_bytes, self.send_str = window.send_bytes, window.send_str

    async def read(self, read: Coroutine[Any, Any, None]) -> None:
        """Run what reads from the connection, until it ends or the connection is closed."""
        self._reading = asyncio.create_task(read)
        try:
            await asyncio.wait({self._reading})
        finally:
            self._reading.cancel()
        if not self._reading.cancelled():
            self._reading.result()

    async def close(self, *, code: int, message: bytes) -> None:
        """Say why the connection ends, and wait until the browser has closed it too.

        While somebody reads, aiohttp 3.14 does not wait. If the page sent something just then, the
        browser noticed that the connection was gone before it had read why.
        """
        async with self._closing:
            if self._reading not in (None, asyncio.current_task()):
                self._reading.cancel()
                await asyncio.wait({self._reading})
            await self._window.close(code=code, message=message)

    async def finish(self) -> None:
        """Wait until the connection is closed, if it is being closed."""
        async with self._closing:
            return


class Session(AppService):
    """The app in a process of its own. It ends with the window, and the window with it."""

    def __init__(
        self, socket: Socket, downloads: DownloadManager, homes: PrivateHomes | None
    ) -> None:
        """Give the app one of these homes; without them it uses that of the user."""
        self._socket, self._homes = socket, homes
        self._home: Path | None = None
        super().__init__(
            "gridlock",
            write_bytes=_unless_lost(socket.send_bytes),
            write_str=_unless_lost(socket.send_str),
            close=self._say_ended,
            download_manager=downloads,
        )

    async def _say_ended(self) -> None:
        await self.close(WSCloseCode.OK, ENDED_PRIVATE if self._homes else ENDED)

    async def close(self, code: WSCloseCode, sentence: str) -> None:
        """Close the window's connection and tell it why."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_TELL):
                await self._socket.close(code=code, message=sentence.encode())

    async def send_bytes(self, data: bytes) -> bool:
        """Send what was typed to the app, and return whether it will get it."""
        return await self._send(b"D", data)

    async def send_meta(self, data: dict[str, str | int | bool | None]) -> bool:
        """Send a message to the app, and return whether it will get it."""
        return await self._send(b"M", json.dumps(data).encode())

    async def _send(self, kind: Literal[b"D", b"M"], payload: bytes) -> bool:
        # Without waiting for the app to read, as textual-serve does: it may never do so, and
        # meanwhile nobody would notice that the window is closed.
        pipe = self.stdin.transport
        if pipe.is_closing():
            return False
        if pipe.get_write_buffer_size() > _MOST_UNREAD:
            await self.close(WSCloseCode.INTERNAL_ERROR, HANGS)
            return False
        pipe.write(self.encode_packet(kind, payload))
        return True

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        variables = super()._build_environment(width, height)
        # The package that is running here.
        package = str(Path(gridlock_tui.__file__).parents[1])
        paths = filter(None, [package, variables.get("PYTHONPATH")])
        variables["PYTHONPATH"] = os.pathsep.join(paths)
        if self._home is not None:
            variables[HOME_VARIABLE] = str(self._home)
        return variables

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        # Not by a shell, as textual-serve does. -P: no modules from the current folder. A new
        # session, because Ctrl+C is for the server, which ends the apps in its own order.
        command = (sys.executable, "-P", "-m", "gridlock_tui")
        self._home = self._homes.create() if self._homes else None
        self._process = process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,
            # An app that still saves when its server was killed keeps the homes locked.
            pass_fds=(self._homes.lock,) if self._homes else (),
        )
        self._stdin = process.stdin
        return process

    async def run(self) -> None:
        """Pass on what the app writes, until it ends."""
        await super().run()
        # Without this, a window whose app has failed would wait for ever.
        await self.close(WSCloseCode.INTERNAL_ERROR, FAILED)

    async def stop(self) -> None:
        """Let the app save and end, by force if it does not, and wait for it."""
        process = self._process
        if process is not None:
            await self._download_manager.cancel_app_downloads(self.app_service_id)
            await self.send_meta({"type": "quit"})
            self.stdin.close()
            await _wait_for_end(process)
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._task, _SECONDS_TO_TELL)
            self._task = None
        if process is not None:
            await _drop_output(process)
        if self._home is not None:
            rmtree(self._home, ignore_errors=True)


async def _wait_for_end(process: Process) -> None:
    """Wait for the process; after some time tell it to end, and then end it."""
    for seconds, end in (
        (_SECONDS_TO_SAVE, process.terminate),
        (_SECONDS_AFTER_SIGNAL, process.kill),
    ):
        try:
            async with asyncio.timeout(seconds):
                await process.wait()
                return
        except TimeoutError:
            with suppress(ProcessLookupError):
                end()
    await process.wait()


async def _drop_output(process: Process) -> None:
    """Read what is left of an app that has ended: its pipes are closed only after that."""
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS_TO_TELL):
                    await pipe.read()


def _unless_lost(send: Callable[[_T], Awaitable[None]]) -> Callable[[_T], Awaitable[None]]:
    """Return a function that sends nothing if the window is gone.

    An error would end the reading of what the app writes, and then the app could not end either.
    """

    async def send_or_not(data: _T) -> None:
        with suppress(ConnectionError):
            await send(data)

    return send_or_not
