"""Bad lines between guest and host: one cuts bytes, one meddles with messages. Loopback only."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import TracebackType

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import WebSocketException

from gridlock_tui.net.wire import read_address, write_address
from tests.net.fuzz import fuzzed


class ByteProxy:
    """Passes bytes on, until it is told to cut after some more of them, or to damage one."""

    def __init__(self) -> None:
        self.target = ""
        """Where the host listens now."""
        self.cut_after: int | None = None
        """How many more bytes pass before both ends are cut."""
        self.flip_after: int | None = None
        """How many more bytes pass before one of them is damaged."""
        self.done = asyncio.Event()
        """Set when that has happened."""
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> "ByteProxy":
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()

    @property
    def address(self) -> str:
        """Where it listens."""
        assert self._server is not None
        return write_address(*self._server.sockets[0].getsockname()[:2])

    def cut(self) -> None:
        """Cut all connections at once."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(*read_address(self.target))
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        self._writers -= {writer, far_writer}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(4096):
                data = self._damaged(data)
                is_cut = self.cut_after is not None and len(data) >= self.cut_after
                writer.write(data[: self.cut_after] if is_cut else data)
                if is_cut:
                    await asyncio.sleep(0)  # let the first bytes go
                    self.cut_after = None
                    self.cut()
                    self.done.set()
                    return
                if self.cut_after is not None:
                    self.cut_after -= len(data)
                await writer.drain()
        writer.transport.abort()

    def _damaged(self, data: bytes) -> bytes:
        if self.flip_after is None:
            return data
        if len(data) <= self.flip_after:
            self.flip_after -= len(data)
            return data
        at, self.flip_after = self.flip_after, None
        self.done.set()
        return data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :]


class MessageProxy:
    """Passes messages on, until it is told to meddle with the next one."""

    def __init__(self, target: Callable[[], str], rng: random.Random) -> None:
        self._target, self._rng = target, rng
        self.next_fault = ""
        """`delay`, `repeat`, `reorder` or `fuzz`; empty for none."""
        self.done = asyncio.Event()
        """Set when that has happened."""
        self._server: Server | None = None

    async def __aenter__(self) -> "MessageProxy":
        self._server = await serve(self._pass, "127.0.0.1", 0, close_timeout=0.1)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    @property
    def address(self) -> str:
        """Where it listens."""
        assert self._server is not None
        return write_address(*next(iter(self._server.sockets)).getsockname()[:2])

    async def _pass(self, near: ServerConnection) -> None:
        try:
            far = await connect(f"ws://{self._target()}/", proxy=None, close_timeout=0.1)
        except (OSError, WebSocketException, TimeoutError):
            near.transport.abort()
            return
        pumps = [asyncio.create_task(self._pump(*ends)) for ends in ((near, far), (far, near))]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        far.transport.abort()

    async def _pump(self, one: Connection, other: Connection) -> None:
        held: str | bytes | None = None
        with suppress(WebSocketException):
            while True:
                frame = await one.recv()
                fault, self.next_fault = self.next_fault, ""
                if fault == "reorder" and held is None:
                    held = frame  # it follows the next one, or is lost with the connection
                    self.done.set()
                    continue
                await self._send(frame, fault, other.send)
                if held is not None:
                    await other.send(held)
                    held = None

    async def _send(
        self, frame: str | bytes, fault: str, send: Callable[[str | bytes], Awaitable[None]]
    ) -> None:
        if fault == "delay":
            await asyncio.sleep(self._rng.uniform(0, 0.3))  # this is the fault
        if fault == "fuzz":
            frame = fuzzed(frame if isinstance(frame, str) else frame.decode(), self._rng)
            if isinstance(frame, str):
                frame = frame.encode(errors="replace").decode()
        await send(frame)
        if fault == "repeat":
            await send(frame)
        if fault:
            self.done.set()
