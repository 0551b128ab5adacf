"""Runs a program in a pseudo-terminal: send it keys and clicks, and read what it writes."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any

_SWITCH = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_ESCAPE = re.compile(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]")
MAIN_SCREEN_OFF, CURSOR = 1049, 25
MOUSE_MODES = (9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016)


class Terminal:
    """A command in a pseudo-terminal, as in a person's terminal."""

    def __init__(
        self,
        *command: str,
        program: str = sys.executable,
        size: tuple[int, int] = (80, 24),
        streams: Mapping[str, int] | None = None,
        variables: Mapping[str, str | None] | None = None,
    ) -> None:
        self.outer, self.inner = pty.openpty()
        os.set_blocking(self.outer, False)
        self._settings = termios.tcgetattr(self.inner)
        self._set_size(size)
        self.seen = b""
        self._looked_at = 0
        usual = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
        environment = {**os.environ, **usual, **(variables or {})}
        streams = streams or {}
        self.process = subprocess.Popen(
            [program, *command],
            stdin=streams.get("stdin", self.inner),
            stdout=streams.get("stdout", self.inner),
            stderr=self.inner,
            env={name: value for name, value in environment.items() if value is not None},
            start_new_session=True,
            preexec_fn=self._take_control,
        )

    def _take_control(self) -> None:
        # Lets the program receive the end of the terminal and the signals of job control.
        fcntl.ioctl(self.inner, termios.TIOCSCTTY, 0)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self.hang_up()

    def hang_up(self) -> None:
        """Close the terminal."""
        if self.outer >= 0:
            os.close(self.outer)
            os.close(self.inner)
        self.outer = self.inner = -1

    def _set_size(self, size: tuple[int, int]) -> None:
        columns, lines = size
        fcntl.ioctl(self.inner, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, size: tuple[int, int]) -> None:
        """Change the size of the window."""
        self._set_size(size)
        self.process.send_signal(signal.SIGWINCH)

    def type(self, text: str) -> None:
        """Send keys."""
        self.send(text.encode())

    def send(self, data: bytes, seconds: float = 30) -> None:
        """Send any bytes, and read meanwhile, so that neither side waits for the other."""
        self._looked_at = len(self.seen)
        deadline = time.monotonic() + seconds
        while data and time.monotonic() < deadline:
            ready, takes, _ = select.select([self.outer], [self.outer], [], 1)
            if ready:
                self._read(0)
            if takes:
                with suppress(BlockingIOError):
                    data = data[os.write(self.outer, data) :]
        assert not data, f"{len(data)} bytes were not taken"

    def click(self, x: int, y: int) -> None:
        """Click at this column and line, counted from 0, by SGR mouse reporting."""
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def wait_for(self, *words: str, seconds: float = 30) -> None:
        """Read until all these words have come up since the last keys or the last wait."""
        deadline = time.monotonic() + seconds
        while not all(each in (shown := self.text(self._looked_at)) for each in words):
            left = deadline - time.monotonic()
            if left <= 0 or not self._read(left):
                raise AssertionError(f"{words!r} did not come up: {shown!r}")
        self._looked_at = len(self.seen)

    def type_until(self, keys: str, *words: str, seconds: float = 30) -> None:
        """Send the keys again and again, until all these words have come up since the first."""
        deadline, begin = time.monotonic() + seconds, len(self.seen)
        while True:
            self.type(keys)
            self._looked_at = begin  # what is painted late, between two tries, counts as well
            with suppress(AssertionError):
                return self.wait_for(*words, seconds=1)
            assert time.monotonic() < deadline, f"{words!r} did not come up: {self.text()!r}"

    def time_of_output(self, keys: str, quiet: float = 0.5) -> float:
        """Send keys; return the seconds from the first to the last output, up to a quiet moment."""
        self.type(keys)
        first = last = 0.0
        while self._read(quiet if first else 30):
            last = time.monotonic()
            first = first or last
        return last - first

    def read_for(self, seconds: float) -> None:
        """Read whatever comes within this time."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._read(left)

    def read_rest(self) -> None:
        """Read what is there already."""
        while self._read(0):
            pass

    def text(self, begin: int = 0) -> str:
        """Return what was written from this byte on, without escape sequences."""
        return _ESCAPE.sub(b"", self.seen[begin:]).decode(errors="replace")

    def wait_for_end(self, seconds: float = 30) -> int:
        """Read to the end and return the exit code."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read(0.05)
        self.read_rest()
        return self.process.wait(timeout=1)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.outer], [], [], seconds)
        if ready:
            self.seen += os.read(self.outer, 65536)
        return bool(ready)

    def modes(self) -> dict[int, bool]:
        """Return which modes of the terminal the program left on or off."""
        modes: dict[int, bool] = {}
        for numbers, switch in _SWITCH.findall(self.seen):
            for number in numbers.split(b";"):
                modes[int(number)] = switch == b"h"
        return modes

    def settings_restored(self) -> bool:
        """Return whether echo, line editing and the like are as before the program."""
        return _comparable(termios.tcgetattr(self.inner)) == _comparable(self._settings)


def _comparable(settings: list[Any]) -> list[Any]:
    return settings[:6]
