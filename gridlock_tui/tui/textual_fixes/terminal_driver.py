"""Textual's terminal driver, able to survive floods of input, signals and a lost terminal.

Textual 8.2.8 reads without limit what it has no time to handle, does all the work of a suspend
or a resize inside the signal handler, and fails when the terminal disappears. POSIX only.
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

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

from gridlock_tui.tui.textual_fixes.paced_input import POLL_SECONDS, PacedInput
from gridlock_tui.tui.textual_fixes.terminal_input import LARGEST_WINDOW, TerminalInput

if TYPE_CHECKING:
    from gridlock_tui.tui.app import GridlockApp


class TerminalDriver(LinuxDriver):
    """Draws on standard output, and reads keys and mouse from standard input."""

    def __init__(
        self, app: App[Any], *, size: tuple[int, int] | None = None, **options: bool
    ) -> None:
        self._in_use = False
        super().__init__(app, size=size or self._get_terminal_size(), **options)
        # Textual uses standard error; people who redirect that still want to see the app.
        self._file = cast(TextIOWrapper, _Sink(sys.__stdout__ or sys.stdout))
        self._paced = PacedInput(app, self._loop, self.process_message, self.exit_event)

    def _get_terminal_size(self) -> tuple[int, int]:
        # Ask the window first: COLUMNS and LINES may be those of another one.
        width, height = _window_size() or super()._get_terminal_size()
        return min(width, LARGEST_WINDOW.width), min(height, LARGEST_WINDOW.height)

    # Start, suspend and stop.

    def start_application_mode(self) -> None:
        """Take over the terminal, and handle the signals that end the app."""
        with suppress(termios.error):
            # This changes nothing, but stops a process in the background until it is resumed.
            termios.tcsetattr(self.fileno, termios.TCSANOW, termios.tcgetattr(self.fileno))
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            self._loop.add_signal_handler(number, self._stop_app, number)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        signal.signal(signal.SIGCONT, self._sigcont_application)
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's has no types
        # Textual reads the size inside the signal handler. If the window changes again meanwhile,
        # a second handler interrupts the first one and the older size is reported last.
        self._loop.add_signal_handler(signal.SIGWINCH, self._report_size)
        self._in_use = True

    def stop_application_mode(self) -> None:
        """Release the terminal."""
        self._in_use = False
        super().stop_application_mode()
        # Without the terminal there is nothing to do on these signals, and soon no event loop.
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.signal(signal.SIGCONT, signal.SIG_DFL)

    def _report_size(self) -> None:
        if not self._in_band_window_resize:
            size = Size(*self._get_terminal_size())
            self._app.post_message(events.Resize(size, size))

    def _stop_app(self, number: int) -> None:
        # Not by a message: it would wait behind all the keys typed before.
        cast("GridlockApp", self._app).stop(number)

    # Textual does all the work of these two inside the signal handler.

    def _sigtstp_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._suspend)

    def _sigcont_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._restart)

    def _suspend(self) -> None:
        if not self._in_use:
            return
        self.suspend_application_mode()
        # Stop the whole process group: a shell waits for the script that started the app. The shell
        # may continue the group as soon as the script has stopped. A SIGCONT discards a SIGTSTP
        # that is still blocked, so the app cannot stop after it. One SIGTSTP is for this thread,
        # so that it stops here and not a moment later. SIGTSTP does nothing if no shell could
        # resume the app, unlike SIGSTOP.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP})
        signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)
        os.kill(0, signal.SIGTSTP)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTSTP})
        self._must_signal_resume = True
        self._resume()

    def _restart(self) -> None:
        if self._in_use:  # stopped by SIGSTOP: the terminal may be in any state
            self.suspend_application_mode()
            self._resume()

    def _resume(self) -> None:
        self.resume_application_mode()
        self._app.refresh(layout=True)

    # Input.

    def run_input_thread(self) -> None:
        """Read input until the app stops or the terminal is gone."""
        source = TerminalInput()
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], POLL_SECONDS)[0]:
                data = b""
                with suppress(OSError):
                    data = os.read(self.fileno, 1 << 16)
                if not data:
                    self._loop.call_soon_threadsafe(self._stop_app, signal.SIGHUP)
                    return
                messages = source.read(data, reports_size=self._in_band_window_resize)
            else:
                messages = source.idle()
            self._paced.deliver(messages)


def _window_size() -> tuple[int, int] | None:
    """Return the size of the terminal's window, None if it is unknown."""
    try:
        width, height = os.get_terminal_size(sys.__stdin__.fileno() if sys.__stdin__ else 0)
    except (OSError, ValueError):
        return None
    return (width, height) if width and height else None


class _Sink:
    """A file that ignores errors when the other end has disappeared."""

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
