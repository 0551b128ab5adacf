"""Sockets: messages in and out, within limits. The one place that knows websockets.

Importing this module raises a GridlockError if the extra `net` is not installed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
from contextlib import suppress
from typing import Any

from gridlock_tui.net.limits import Bucket, Limits
from gridlock_tui.net.protocol import (
    LARGEST_FRAME,
    Bye,
    EndReason,
    Message,
    ProtocolError,
    read_message,
    write_message,
)
from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import quoted

try:
    from websockets.asyncio.client import connect
    from websockets.asyncio.connection import Connection
    from websockets.asyncio.server import Server, ServerConnection, serve
    from websockets.exceptions import ConnectionClosed, WebSocketException
except ImportError as error:  # also if it is too old
    raise GridlockError(
        "to play a friend on another machine, first run: pip install 'gridlock-tui[net]'"
    ) from error

__all__ = [
    "ConnectionClosed",
    "Server",
    "ServerConnection",
    "WebSocketException",
    "Wire",
    "bounded",
    "dial",
    "options",
    "read_address",
    "serve",
    "write_address",
]

# A stranger's broken connection is no business of the person at the terminal.
_SILENT = logging.getLogger("gridlock_tui.net")
_SILENT.addHandler(logging.NullHandler())
_SILENT.propagate = False
_ADDRESS = re.compile(r"(?:\[([0-9A-Fa-f:.%]+)\]|([^\s:/@\[\]]+)):([0-9]{1,5})")


def options(limits: Limits) -> dict[str, Any]:
    """Return what both ends of a connection have in common."""
    return {
        "open_timeout": limits.handshake,
        "ping_interval": limits.ping,
        "ping_timeout": limits.ping,
        "close_timeout": limits.closing,
        "max_size": LARGEST_FRAME,
        "max_queue": 4,
        "compression": None,  # a small message could become a large one
        "logger": _SILENT,
    }


class Wire:
    """One end of a connection: whole messages, checked and counted."""

    def __init__(self, connection: Connection, limits: Limits) -> None:
        self._connection = connection
        self._limits = limits
        self._bucket = Bucket(limits.rate, limits.burst, _now())

    async def send(self, message: Message) -> None:
        """Send a message; raise ConnectionClosed if the connection is gone."""
        await self._connection.send(write_message(message))

    async def read(self) -> Message:
        """Return the next message, or raise ProtocolError or ConnectionClosed."""
        frame = await self._connection.recv()
        if not self._bucket.takes(_now()):
            raise ProtocolError(EndReason.TOO_MANY_MESSAGES)
        return read_message(frame)

    async def wait(self, seconds: float) -> None:
        """Wait, or raise ConnectionClosed as soon as the connection is gone."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._connection.wait_closed()
                raise self._connection.protocol.close_exc

    async def close(self, reason: str = "", *, is_final: bool = False) -> None:
        """Say why, and close the connection; never raise an error of the connection."""
        with suppress(WebSocketException, OSError, TimeoutError):
            async with asyncio.timeout(self._limits.closing):
                if reason:
                    await self.send(Bye(reason, is_final))
                await self._connection.close()
        self._connection.transport.abort()  # if the other side does not answer


def bounded(most: int) -> type[ServerConnection]:
    """Return a kind of connection of which there are at most so many; others are dropped."""
    opened: set[ServerConnection] = set()

    class Bounded(ServerConnection):
        """A subclass, because websockets counts only connections that have shaken hands."""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            opened.add(self)
            if len(opened) > most:
                self.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            opened.discard(self)
            super().connection_lost(exc)

    return Bounded


async def dial(address: str, limits: Limits) -> Wire:
    """Connect to a host and nowhere else: no proxy, no redirection. Raise OSError if it fails."""
    host, port = read_address(address)
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(limits.handshake):
            raw = await _connected(loop, host, port)
        uri = f"ws://{write_address(host, port)}/"
        options_ = options(limits)
        client = await connect(uri, sock=raw, proxy=None, user_agent_header=None, **options_)
    except (WebSocketException, ValueError, TimeoutError) as error:
        raise OSError("what answers there is no Gridlock host, or not in time") from error
    return Wire(client, limits)


async def _connected(loop: asyncio.AbstractEventLoop, host: str, port: int) -> socket.socket:
    failure = OSError("there is no such address")
    for family, kind, number, _, place in await loop.getaddrinfo(
        host, port, type=socket.SOCK_STREAM
    ):
        raw = socket.socket(family, kind, number)
        try:
            raw.setblocking(False)
            await loop.sock_connect(raw, place)
        except OSError as error:
            raw.close()
            code = error.errno or 0
            failure = OSError(code, os.strerror(code)) if code else error
        except BaseException:
            raw.close()
            raise
        else:
            return raw
    raise failure


def _now() -> float:
    return asyncio.get_running_loop().time()


def read_address(text: str) -> tuple[str, int]:
    """Return host and port of an address, or raise GridlockError."""
    found = _ADDRESS.fullmatch(text.strip()) if len(text) <= 300 else None
    if found is None or not 0 < int(found[3]) < 65536:
        example = "127.0.0.1:4785"
        raise GridlockError(f"{quoted(text)} is not an address: write one such as {example}")
    return found[1] or found[2], int(found[3])


def write_address(host: str, port: int) -> str:
    """Return the address as people write it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
