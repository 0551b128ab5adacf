"""Textual's driver for terminals, made to stand floods, nonsense, signals and a vanished terminal.

Only for systems with terminals as Unix knows them.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import threading
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO, cast

from textual import constants, events
from textual.app import App
from textual.dom import DOMNode
from textual.drivers.linux_driver import LinuxDriver

from gridlock_tui.tui.terminal_input import LARGEST_WINDOW, TerminalInput

if TYPE_CHECKING:
    from gridlock_tui.tui.app import GridlockApp

_MANY = 50
"""After so many messages at once the next are not read before these are dealt with."""
_ARROWS = ("up", "down", "left", "right")
"""Keys that are held down, and that change nothing about whom the next one is for."""
_SECONDS_TO_LOOK_UP = min(constants.ESCAPE_DELAY, 0.1)
_LONGEST_WAIT = 30.0
"""On a busy machine a flood takes seconds to be dealt with, and what comes after it must wait."""


class TerminalDriver(LinuxDriver):
    """Shows the app on standard output and reads keys and mouse from standard input."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        self._in_use = False
        super().__init__(app, debug=debug, mouse=mouse, size=size or self._get_terminal_size())
        # Not standard error as usual: whoever sends that to a file still wants to see the game.
        self._file = cast(TextIOWrapper, _Sink(sys.__stdout__ or sys.stdout))

    def _get_terminal_size(self) -> tuple[int, int]:
        # First of the window itself: COLUMNS and LINES may be about another one.
        width, height = _window_size() or super()._get_terminal_size()
        return min(width, LARGEST_WINDOW.width), min(height, LARGEST_WINDOW.height)

    # Coming and going.

    def start_application_mode(self) -> None:
        """Take over the terminal as soon as we may, and leave it tidily when told to end."""
        with suppress(termios.error):
            # Changes nothing, but in the background the system stops us here until we may.
            termios.tcsetattr(self.fileno, termios.TCSANOW, termios.tcgetattr(self.fileno))
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            self._loop.add_signal_handler(number, self._tell_to_stop, number)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        signal.signal(signal.SIGCONT, self._sigcont_application)
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's has no types
        self._in_use = True

    def stop_application_mode(self) -> None:
        """Give the terminal back, for now or for good."""
        self._in_use = False
        super().stop_application_mode()
        # After the end no loop is left to do it in; until then there is nothing to be done.
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.signal(signal.SIGCONT, signal.SIG_DFL)

    def _tell_to_stop(self, number: int) -> None:
        # Not by a message: it would wait behind all the keys that were typed before.
        cast("GridlockApp", self._app).stop(number)

    # Textual does all the work of these two in the signal handler, in the midst of anything.

    def _sigtstp_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._suspend)

    def _sigcont_application(self, *_: object) -> None:
        if self._in_use:  # stopped without being asked: who knows what became of the terminal
            self._loop.call_soon_threadsafe(self._begin_again)

    def _suspend(self) -> None:
        if not self._in_use:
            return
        self.suspend_application_mode()
        # The script that has started us, if one has, stops with us: the shell waits for that.
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        os.kill(0, signal.SIGTSTP)
        # Not SIGSTOP: where no shell could let us go on, this does nothing. And to this thread,
        # so that it stops here and not a moment later.
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)
        self._must_signal_resume = True
        self._resume()

    def _begin_again(self) -> None:
        if self._in_use:
            self.suspend_application_mode()
            self._resume()

    def _resume(self) -> None:
        self.resume_application_mode()
        self._app.refresh(layout=True)

    # Input.

    def run_input_thread(self) -> None:
        """Read what the terminal sends until told to stop, or until it is gone."""
        source = TerminalInput()
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], _SECONDS_TO_LOOK_UP)[0]:
                data = self._read()
                if not data:
                    self._loop.call_soon_threadsafe(self._tell_to_stop, signal.SIGHUP)
                    return
                messages = source.read(data, reports_size=self._in_band_window_resize)
            else:
                messages = source.idle()
            for message in messages:
                self.process_message(message)
                # What comes next may be for somebody else: for the entry that this key opens.
                if isinstance(message, events.Key) and message.key not in _ARROWS:
                    self._wait_until_dealt_with()
            if len(messages) > _MANY:
                self._wait_until_dealt_with()

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 1 << 16)
        except OSError:
            return b""

    def _wait_until_dealt_with(self) -> None:
        """Wait until all that was sent has gone the way that keys go, so that no heap grows."""
        done = threading.Event()
        app = self._app

        def follow(node: DOMNode | None) -> None:
            if node is None or not node.call_later(follow, node.parent):
                done.set()

        app.call_later(lambda: follow(app.focused or app.screen))
        for _ in range(int(_LONGEST_WAIT / _SECONDS_TO_LOOK_UP)):
            # Looked at first: when nobody is left to deal with keys, there is nothing to wait for.
            if self.exit_event.is_set() or done.wait(_SECONDS_TO_LOOK_UP):
                return


def _window_size() -> tuple[int, int] | None:
    """Return what the terminal says of its window, None if it says nothing."""
    try:
        width, height = os.get_terminal_size(sys.__stdin__.fileno() if sys.__stdin__ else 0)
    except (OSError, ValueError):
        return None
    return (width, height) if width and height else None


class _Sink:
    """A file whose other end may vanish: then what is written to it is for nobody."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()
