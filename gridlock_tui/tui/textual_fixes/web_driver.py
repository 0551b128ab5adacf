"""Textual's driver for an app in a browser, able to survive hostile input and a lost server.

A server (textual-serve) sends packets on standard input and draws in the browser what is written to
standard output. Textual 8.2.8 begins without the focus, so that keys do nothing before a click,
fails on input that it cannot parse and on a size that makes no sense, and lives on when the server
is gone.
"""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import App
from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver as TextualWebDriver
from textual.geometry import Size

from gridlock_tui.tui.textual_fixes.paced_input import POLL_SECONDS, PacedInput
from gridlock_tui.tui.textual_fixes.terminal_input import LARGEST_WINDOW, TerminalInput

if TYPE_CHECKING:
    from gridlock_tui.tui.app import GridlockApp

_USUAL_SIZE = Size(80, 24)
_STANDARD_INPUT = 0
_READY = b"__GANGLION__\n"
"""The line that tells the server that packets follow."""
_START = "\x1b[?1049h\x1b[?1000h\x1b[?1003h\x1b[?1006h\x1b[?25l\x1b[?2004h"
"""Other screen, mouse, no cursor, pastes that are marked as such."""


class WebDriver(TextualWebDriver):
    """Draws in a browser, and reads keys and mouse from it."""

    def __init__(
        self, app: App[Any], *, size: tuple[int, int] | None = None, **options: bool
    ) -> None:
        wanted = size or (os.environ.get("COLUMNS"), os.environ.get("ROWS"))
        super().__init__(app, size=_sensible(*wanted) or _USUAL_SIZE, **options)
        self._write = partial(_write_all, self.fileno)
        self._paced = PacedInput(app, self._loop, self.process_message, self.exit_event)

    def start_application_mode(self) -> None:
        """Start drawing and reading, and handle the signals that end the app."""
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            self._loop.add_signal_handler(number, self._stop_app, number)
        self._write(_READY)
        self.write(_START)
        size = Size(*(self._size or _USUAL_SIZE))
        self._app.post_message(events.Resize(size, size))
        self._request_terminal_sync_mode_support()
        # No AppBlur: the page has the focus, and its word may have come before this.
        self._key_thread.start()

    def stop_application_mode(self) -> None:
        """Stop reading, and tell the server that the app ends."""
        self.exit_event.set()
        self._key_thread.join()
        super().stop_application_mode()

    def _stop_app(self, number: int) -> None:
        # Not by a message: it would wait behind all the keys typed before.
        cast("GridlockApp", self._app).stop(number)

    def run_input_thread(self) -> None:
        """Read input until the app stops or the server is gone."""
        source, packets = TerminalInput(), ByteStream()
        while not self.exit_event.is_set():
            if not select.select([_STANDARD_INPUT], [], [], POLL_SECONDS)[0]:
                self._paced.deliver(source.idle())
                continue
            data = b""
            with suppress(OSError):
                data = os.read(_STANDARD_INPUT, 1 << 16)
            if not data:
                self._loop.call_soon_threadsafe(self._stop_app, signal.SIGHUP)
                return
            for kind, payload in packets.feed(data):
                if kind == "D":
                    self._paced.deliver(source.read(payload, reports_size=False))
                else:
                    self._on_meta(kind, payload)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Follow what the server says of the window."""
        if packet_type == "quit":
            self._loop.call_soon_threadsafe(self._stop_app, signal.SIGHUP)
        elif packet_type != "resize":
            super().on_meta(packet_type, payload)
        elif size := _sensible(payload.get("width"), payload.get("height")):
            self._size = size
            self.process_message(events.Resize(size, size))


def _write_all(descriptor: int, data: bytes) -> int:
    length = len(data)
    with suppress(OSError):  # the server is gone; the end of the input says so as well
        while data:  # a signal may cut a write short
            data = data[os.write(descriptor, data) :]
    return length


def _sensible(width: object, height: object) -> Size | None:
    """Return the size, no larger than can be drawn; None if it makes no sense."""
    try:
        size = Size(int(str(width)), int(str(height)))
    except ValueError:
        return None
    if size.width < 1 or size.height < 1:
        return None
    return Size(min(size.width, LARGEST_WINDOW.width), min(size.height, LARGEST_WINDOW.height))
