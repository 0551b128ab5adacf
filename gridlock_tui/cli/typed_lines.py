"""Lines from standard input, read while other things happen."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import CancelledError
from threading import Thread

_LONGEST_LINE = 4096


class TypedLines:
    """Reads a file handle in a thread of its own, no further ahead than one line."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(maxsize=1)
        self.is_terminal = os.isatty(handle)
        # A system call, not a buffered read: its lock would spoil the end of the program.
        Thread(target=self._read, daemon=True).start()

    async def next(self) -> str | None:
        """Return the next line, None when the input has ended."""
        return await self._queue.get()

    def _read(self) -> None:
        rest = b""
        while chunk := self._chunk():
            *lines, rest = (rest + chunk).split(b"\n")
            rest = rest[:_LONGEST_LINE]
            if not all(map(self._put, lines)):
                return
        if not rest or self._put(rest):
            self._put(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._handle, _LONGEST_LINE)
        except OSError:  # the terminal is gone
            return b""

    def _put(self, line: bytes | None) -> bool:
        """Hand a line over, and return whether more are wanted."""
        text = None if line is None else line[:_LONGEST_LINE].decode(errors="replace")
        handing = self._queue.put(text)
        try:
            asyncio.run_coroutine_threadsafe(handing, self._loop).result()
        except (RuntimeError, CancelledError):  # the program ends
            handing.close()
            return False
        return True
