"""The server: shows the app in browsers on this machine, one process for each window."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import WSCloseCode, web
from aiohttp.http_exceptions import HttpProcessingError
from textual_serve.server import Server, to_int

from gridlock_tui.rules import GridlockError
from gridlock_tui.web.guard import LOOPBACK, Guard
from gridlock_tui.web.private_homes import PrivateHomes, remove_leftovers
from gridlock_tui.web.session import FAILED, Connection, Session

MOST_SESSIONS = 8
"""How many windows may be open at once; each takes a process, and a second one for its engine."""
_FULL = f"There are {MOST_SESSIONS} windows open already: close one of them and try again."
_STOPPED = "The server has stopped. Everything is saved; gridlock serve starts it again."
_INVALID = "The page sent an invalid message."
_SECONDS_FOR_A_PLACE = 2.0
"""A window that is loaded again needs the place of the app that it has just left."""
_HEARTBEAT_SECONDS = 15.0
_LARGEST_MESSAGE = 1 << 16
_HERE = Path(__file__).parent
_MISTAKES = (
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What textual-serve raises for a message that is not one of its own."""
_RULES = {
    "default-src": "'none'",
    "script-src": "'self'",
    # The terminal in the page writes its style sheets itself.
    "style-src": "'self' 'unsafe-inline'",
    "font-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""What a page may load, and from where."""
_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {rule}" for name, rule in _RULES.items()),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_LOGGER = logging.getLogger(__name__)
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class GameServer(Server):
    """Serves the page, and one session for each window that opens it."""

    def __init__(self, port: int, homes: PrivateHomes | None) -> None:
        super().__init__("gridlock", LOOPBACK, port, "Gridlock", templates_path=_HERE / "templates")
        self.guard = Guard(port)
        self._homes = homes
        self._places = asyncio.Semaphore(MOST_SESSIONS)
        self._sessions: set[Session] = set()
        self._ending: set[Session] = set()
        """The sessions whose window is closed, and whose app has not ended yet."""
        self._is_stopping = False
        self._all_ended = asyncio.Event()
        self._all_ended.set()

    async def run(self, listener: socket.socket, lines: list[str]) -> None:
        """Serve until a signal says to stop; print the lines as soon as the page can be opened."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, stop.set)
        _LOGGER.addFilter(_is_defect)
        runner = web.AppRunner(
            await self._make_app(), access_log=None, logger=_LOGGER, shutdown_timeout=1
        )
        await runner.setup()
        try:
            await web.SockSite(runner, listener).start()
            print(*lines, sep="\n", flush=True)
            await stop.wait()
        finally:
            await runner.cleanup()

    async def _make_app(self) -> web.Application:
        """Put all of textual-serve's pages under the token, behind the guard."""
        pages = await super()._make_app()
        pages.router.add_static("/page", _HERE / "page")
        app = web.Application(middlewares=[self._check])
        app.on_response_prepare.append(_add_headers)
        app.add_subapp(f"/{self.guard.token}", pages)
        return app

    @web.middleware
    async def _check(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        refusal = self.guard.refusal(
            request.path,
            request.headers.getall("Host", []),
            request.headers.getall("Origin", []),
            needs_origin=request.path.endswith("/ws"),
        )
        if refusal:
            raise web.HTTPForbidden(text=f"{refusal}\n")
        return await handler(request)

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing: textual-serve would print an address without the token."""

    async def on_shutdown(self, app: web.Application) -> None:  # noqa: ARG002 - as textual-serve has it
        """End all sessions, each after its app has saved."""
        self._is_stopping = True
        closing = (session.close(WSCloseCode.GOING_AWAY, _STOPPED) for session in self._sessions)
        await asyncio.gather(*closing)
        await self._all_ended.wait()

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the app for a window until one of the two ends."""
        window = web.WebSocketResponse(heartbeat=_HEARTBEAT_SECONDS, max_msg_size=_LARGEST_MESSAGE)
        await window.prepare(request)
        if not await self._take_place():
            await window.close(code=WSCloseCode.TRY_AGAIN_LATER, message=_FULL.encode())
            return window
        connection = Connection(window)
        session = Session(connection, self.download_manager, self._homes)
        self._sessions.add(session)
        self._all_ended.clear()
        try:
            width, height = (to_int(request.query.get(each, ""), 0) for each in ("width", "height"))
            try:
                await session.start(width, height)
            except OSError as error:
                print(f"gridlock: {os.strerror(error.errno or 0)}", file=sys.stderr)
                await session.close(WSCloseCode.INTERNAL_ERROR, FAILED)
            else:
                await connection.read(self._process_messages(window, session))
        except _MISTAKES:
            await session.close(WSCloseCode.INVALID_TEXT, _INVALID)
        except ConnectionError:  # the window is gone
            pass
        finally:
            self._ending.add(session)
            await session.stop()
            await connection.finish()
            self._ending.discard(session)
            self._sessions.discard(session)
            self._places.release()
            if not self._sessions:
                self._all_ended.set()
        return window

    async def _take_place(self) -> bool:
        """Return whether there is a place for one more window, or will be in a moment."""
        while True:
            try:
                async with asyncio.timeout(_SECONDS_FOR_A_PLACE):
                    await self._places.acquire()
            except TimeoutError:
                if not self._ending:
                    return False
            else:
                return not self._is_stopping


def _is_defect(record: logging.LogRecord) -> bool:
    """Return whether an error is one of the server; bad requests of strangers are none."""
    return record.exc_info is None or not isinstance(record.exc_info[1], HttpProcessingError)


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Let the page load nothing from elsewhere, and no other page show or open it."""
    response.headers.update(_HEADERS)


def serve(port: int, *, is_private: bool) -> None:
    """Serve on this port, or on any free one for 0, until a signal says to stop."""
    try:
        listener = socket.create_server((LOOPBACK, port))
    except OSError as error:
        advice = "choose another one with --port, or 0 for any that is free"
        reason = os.strerror(error.errno or 0)
        raise GridlockError(f"cannot use port {port} ({reason}): {advice}") from error
    with listener:
        remove_leftovers()
        homes = PrivateHomes() if is_private else None
        try:
            asyncio.run(_serve(listener, homes))
        finally:
            if homes is not None:
                homes.close()


async def _serve(listener: socket.socket, homes: PrivateHomes | None) -> None:
    server = GameServer(listener.getsockname()[1], homes)
    whose = (
        "Every window has saved games of its own. They are deleted when it closes."
        if homes is not None
        else "Saved games, settings and history are your own, as in the terminal."
    )
    await server.run(
        listener,
        [
            f"address {server.guard.address}",
            "Open it in a browser on this machine, and keep it to yourself: it is the key.",
            whose,
            "Ctrl+C stops the server.",
        ],
    )
    print("Stopped.")
