"""A pseudo-terminal with a program in it: keys and mouse go in, and what it leaves is looked at."""

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
from types import TracebackType
from typing import Any

_SWITCH = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_ESCAPE = re.compile(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]")
MAIN_SCREEN_OFF, CURSOR = 1049, 25
MOUSE_MODES = (9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016)


class Terminal:
    """Runs a command in a pseudo-terminal, as a person's terminal would."""

    def __init__(self, *command: str, **variables: str) -> None:
        self.outer, self.inner = pty.openpty()
        self._settings = termios.tcgetattr(self.inner)
        self._set_size((80, 24))
        self.seen = b""
        usual = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
        environment = {**os.environ, **usual, **variables}
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdin=self.inner,
            stdout=self.inner,
            stderr=self.inner,
            env={name: value for name, value in environment.items() if value},
            start_new_session=True,
        )

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
        os.close(self.outer)
        os.close(self.inner)

    def _set_size(self, size: tuple[int, int]) -> None:
        columns, lines = size
        fcntl.ioctl(self.inner, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, size: tuple[int, int]) -> None:
        """Change the size of the window."""
        self._set_size(size)
        self.process.send_signal(signal.SIGWINCH)

    def type(self, text: str) -> None:
        """Send keys."""
        os.write(self.outer, text.encode())

    def click(self, x: int, y: int) -> None:
        """Click at this column and line, counted from 0, as SGR mouse reporting says it."""
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def wait_for(self, words: str, seconds: float = 30) -> None:
        """Read until the words come up that were not there before."""
        begun = len(self.seen)
        deadline = time.monotonic() + seconds
        while words not in (shown := self.text(begun)):
            left = deadline - time.monotonic()
            if left <= 0 or not self._read(left):
                raise AssertionError(f"{words!r} did not come up: {shown!r}")

    def read_for(self, seconds: float) -> None:
        """Read whatever comes within this time."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._read(left)

    def text(self, begin: int = 0) -> str:
        """Return what was written since then, without the sequences that steer the terminal."""
        return _ESCAPE.sub(b"", self.seen[begin:]).decode(errors="replace")

    def wait_for_end(self, seconds: float = 30) -> int:
        """Read to the end and return the exit code."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read(0.05)
        while self._read(0):
            pass
        return self.process.wait(timeout=1)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.outer], [], [], seconds)
        if ready:
            self.seen += os.read(self.outer, 65536)
        return bool(ready)

    def modes(self) -> dict[int, bool]:
        """Return which of the terminal's modes the program has left on or off."""
        modes: dict[int, bool] = {}
        for numbers, switch in _SWITCH.findall(self.seen):
            for number in numbers.split(b";"):
                modes[int(number)] = switch == b"h"
        return modes

    def settings_restored(self) -> bool:
        """Say whether echo, line editing and the like are as they were before the program."""
        return _comparable(termios.tcgetattr(self.inner)) == _comparable(self._settings)


def _comparable(settings: list[Any]) -> list[Any]:
    return settings[:6]
