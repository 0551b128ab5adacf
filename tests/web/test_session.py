"""One window and its app: what happens when either of them does not react."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

import pytest
from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.test_utils import TestClient, TestServer
from textual_serve.download_manager import DownloadManager

from gridlock_tui.web import session as session_module
from gridlock_tui.web.session import Connection, Session
from tests.web.support import SECONDS, is_running

pytestmark = pytest.mark.slow


class FakeSocket:
    """The end of a connection whose window may stop to read."""

    def __init__(self) -> None:
        self.drawn, self.closed = asyncio.Event(), asyncio.Event()
        self.reads = asyncio.Event()
        self.reads.set()
        self.why = ""

    async def send_bytes(self, data: bytes) -> None:
        await self.reads.wait()
        if b"GRIDLOCK" in data:
            self.drawn.set()

    async def send_str(self, data: str) -> None:
        await self.send_bytes(data.encode())

    async def close(self, *, code: int, message: bytes) -> bool:  # noqa: ARG002 - as aiohttp has it
        await self.reads.wait()
        self.why = self.why or message.decode()
        self.closed.set()
        return True


@asynccontextmanager
async def opened(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Session, FakeSocket, int]]:
    """Start an app; yield its session, its window and its process."""
    for name in ("_SECONDS_TO_SAVE", "_SECONDS_AFTER_SIGNAL", "_SECONDS_TO_TELL"):
        monkeypatch.setattr(session_module, name, 0.2)
    socket = FakeSocket()
    session = Session(socket, DownloadManager(), None)
    await session.start(80, 24)
    assert session._process is not None
    app = session._process.pid
    try:
        async with asyncio.timeout(SECONDS):
            await socket.drawn.wait()
            yield session, socket, app
    finally:
        if is_running(app):
            os.kill(app, signal.SIGKILL)


async def test_a_hanging_app_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(monkeypatch) as (session, _, app):
        os.kill(app, signal.SIGSTOP)
        await session.send_bytes(b"x" * 500_000)  # more than a pipe holds
        await session.stop()
        assert not is_running(app)


async def test_the_window_of_a_hanging_app_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(monkeypatch) as (session, socket, app):
        os.kill(app, signal.SIGSTOP)
        sent = 0
        while await session.send_bytes(b"x" * 60_000):
            sent += 1
        assert sent < 100
        assert socket.why == "Gridlock did not react and was ended."
        await session.stop()


def test_the_server_is_told_why_an_app_fails_and_no_file_is_written(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TMPDIR": str(tmp_path),
    }
    script = """
from gridlock_tui.cli import main
from gridlock_tui.tui.game.screen import GameScreen
def fails(self): raise RuntimeError("a fault for the test")
GameScreen.on_mount = fails
raise SystemExit(main(["--variant", "showdown"]))
"""
    command = [sys.executable, "-c", script]
    with Popen(command, env=environment, stdin=PIPE, stdout=DEVNULL, stderr=PIPE) as app:
        assert app.stderr is not None
        said = app.stderr.read().decode()
    assert app.returncode == 1
    assert "a fault for the test" in said
    assert said.endswith("gridlock: stopped by an internal error\n")
    assert list(tmp_path.glob("gridlock-fault-*")) == []


async def test_the_connection_is_closed_when_the_page_has_closed_it_too() -> None:
    """A page that sends something when it is closed at once does not read why."""
    begun, closed = asyncio.Event(), asyncio.Future[int | None]()

    async def serve(request: web.Request) -> web.WebSocketResponse:
        window = web.WebSocketResponse()
        await window.prepare(request)
        connection = Connection(window)

        async def read() -> None:
            begun.set()
            async for _ in window:
                pass

        async def end() -> None:
            await begun.wait()
            await connection.close(code=1000, message=b"It has ended.")
            closed.set_result(window.close_code)

        ending = asyncio.create_task(end())
        await connection.read(read())
        await connection.finish()
        await ending
        return window

    app = web.Application()
    app.router.add_get("/", serve)
    async with asyncio.timeout(SECONDS), TestClient(TestServer(app)) as client:
        page = await client.ws_connect("/", autoclose=False)
        said = await page.receive()
        assert (said.type, said.data, said.extra) == (WSMsgType.CLOSE, 1000, "It has ended.")
        await page.send_str("a key that was typed meanwhile")
        assert not closed.done()
        await page.close(code=4001)
        assert await closed == 4001, "the page's own code: it was waited for"


async def test_a_window_that_reads_nothing_keeps_nothing_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(monkeypatch) as (session, socket, app):
        socket.reads.clear()
        await session.set_terminal_size(100, 30)  # the app draws again
        await session.close(WSCloseCode.GOING_AWAY, "The server has stopped.")
        await session.stop()
        assert not is_running(app)
        assert session._process is not None
        assert session._process.stdout is not None
        assert session._process.stdout.at_eof()
