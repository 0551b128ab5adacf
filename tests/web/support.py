"""Runs `gridlock serve` as a process of its own, and talks to it as a browser does."""

import asyncio
import json
import re
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from gridlock_tui.match.match import Match
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import VARIANTS, write_move
from tests.cli.support import COMMAND
from tests.tui.support import game, recorded_moves

SECONDS = 60.0
"""How long anything may take: far more than it does, because other tests run meanwhile."""
_PIECE = re.compile(
    r"\x1b\[(\d+);(\d+)H|\x1b\[[0-9;?<>=$]*[a-zA-Z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\\\)|(.)",
    re.DOTALL,
)


class Server:
    """A running server."""

    def __init__(self, process: Process, printed: list[str]) -> None:
        self.process, self.printed = process, printed
        self.address = printed[0].removeprefix("address ")
        split = urlsplit(self.address)
        self.origin = f"{split.scheme}://{split.netloc}"
        self.port = split.port or 0

    @property
    def socket(self) -> str:
        """Return where a window connects to."""
        return f"{self.address}ws?width=80&height=24"

    def apps(self) -> set[int]:
        """Return the processes of the apps."""
        return children(self.process.pid)

    async def end(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Send a signal; return the exit code and what was printed since the start."""
        self.process.send_signal(number)
        out, error = await asyncio.wait_for(self.process.communicate(), SECONDS)
        return self.process.returncode or 0, out.decode(), error.decode()


@asynccontextmanager
async def serving(*options: str) -> AsyncIterator[Server]:
    """Run the server on a free port."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "serve", "--port", "0", *options, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS):
            printed = [(await process.stdout.readline()).decode().rstrip() for _ in range(4)]
        yield Server(process, printed)
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.communicate(), SECONDS)


def children(process: int) -> set[int]:
    """Return the processes that this one has started and that have not ended."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text(errors="replace").rpartition(") ")[2].split()[:2]
        except OSError:  # it has just ended
            continue
        if int(parent) == process and state != "Z":
            found.add(int(path.parent.name))
    return found


def is_running(process: int) -> bool:
    """Return whether a process exists and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


async def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds that nothing tells us of."""
    try:
        async with asyncio.timeout(SECONDS):
            while not holds():
                await asyncio.sleep(0.02)
    except TimeoutError as error:
        raise AssertionError(f"it never came to this: {what}") from error


class Screen:
    """What a terminal shows, as far as text goes."""

    def __init__(self) -> None:
        self._lines: dict[int, dict[int, str]] = {}
        self._column = self._line = 0

    def draw(self, data: bytes) -> None:
        """Draw what the app has sent."""
        for line, column, character in _PIECE.findall(data.decode(errors="replace")):
            if line:
                self._line, self._column = int(line) - 1, int(column) - 1
            elif character == "\n":
                self._line, self._column = self._line + 1, 0
            elif character.isprintable() and character:
                self._lines.setdefault(self._line, {})[self._column] = character
                self._column += 1

    def clear(self) -> None:
        """Forget what was drawn."""
        self._lines = {}

    @property
    def lines(self) -> list[str]:
        """Return the lines."""
        shown = (self._lines.get(line, {}) for line in range(max(self._lines, default=-1) + 1))
        return [
            "".join(line.get(x, " ") for x in range(max(line, default=-1) + 1)) for line in shown
        ]

    @property
    def text(self) -> str:
        """Return all of it."""
        return "\n".join(self.lines)

    def find(self, words: str) -> tuple[int, int]:
        """Return column and line of the first place with these words."""
        return next((line.index(words), y) for y, line in enumerate(self.lines) if words in line)


class Window:
    """A window without a browser: what a page sends and receives."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.screen = Screen()

    async def send(self, *message: object) -> None:
        """Send a message as the page does."""
        await self.socket.send_str(json.dumps(message))

    async def type(self, keys: str) -> None:
        """Send keys."""
        await self.send("stdin", keys)

    async def wait_for(self, *words: str) -> None:
        """Read until all these words are on the screen."""
        try:
            async with asyncio.timeout(SECONDS):
                while not all(word in self.screen.text for word in words):
                    message = await self.socket.receive()
                    assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message
                    if message.type is WSMsgType.BINARY:
                        self.screen.draw(message.data)
        except TimeoutError as error:
            raise AssertionError(f"{words} did not come up:\n{self.screen.text}") from error

    async def wait_for_end(self) -> tuple[int | None, str]:
        """Read until the server closes; return its code and the sentence."""
        async with asyncio.timeout(SECONDS):
            while True:
                message = await self.socket.receive()
                if message.type is WSMsgType.CLOSE:
                    return message.data, message.extra or ""
                assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message


@asynccontextmanager
async def opened(server: Server, client: ClientSession) -> AsyncIterator[Window]:
    """Open a window."""
    headers = {"Origin": server.origin}
    async with client.ws_connect(server.socket, headers=headers, max_msg_size=0) as socket:
        yield Window(socket)


def notation(slug: str) -> list[str]:
    """Return the moves of a whole game."""
    return [write_move(VARIANTS[slug], move) for move in recorded_moves(slug)]


def save_match(slug: str) -> list[str]:
    """Save a match between two people with its first move; return all moves of the game."""
    moves = notation(slug)
    library = Library(find_paths())
    assert library.save(Match.of(game(slug, moves[0]))) == ""
    library.close()
    return moves


class Keyboard(Protocol):
    """A window of either kind."""

    async def type(self, keys: str) -> None:
        """Press keys."""

    async def wait_for(self, *words: str) -> None:
        """Wait until all these words are on the screen."""


async def play_by_keys(window: Keyboard, moves: list[str]) -> None:
    """Make these moves, none of which ends the game."""
    for move in moves:
        await window.type("m")
        await window.wait_for("Write row and column")
        await window.type(f"{move}\r")
        await window.wait_for(f"▸{move}")


def saved_moves(home: Path) -> list[str]:
    """Return the moves of the one saved match."""
    (path,) = (home / "saves").glob("*.json")
    moves: Any = json.loads(path.read_text(encoding="utf-8"))["moves"]
    return [str(move) for move in moves]


def has_saved(home: Path, moves: list[str]) -> bool:
    """Return whether these are the moves of the one saved match."""
    try:
        return saved_moves(home) == moves
    except (OSError, ValueError):
        return False
