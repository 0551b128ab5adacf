"""`gridlock serve`, as its own process: who is let in, how many, and how everything ends."""

import asyncio
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from tests.cli.support import gridlock
from tests.web.support import (
    Server,
    Window,
    has_saved,
    is_running,
    opened,
    play_by_keys,
    save_match,
    serving,
    until,
)

pytestmark = pytest.mark.slow
MOST = 8


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    async with ClientSession() as client:
        yield client


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with serving() as server:
        yield server


class References(HTMLParser):
    """Everything that a page names by src or href."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("src", "href") and value]


async def test_it_says_where_it_is_and_whose_games_it_shows(server: Server) -> None:
    assert re.fullmatch(r"address http://127\.0\.0\.1:\d+/[\w-]{22,}/", server.printed[0])
    assert server.printed[2:] == [
        "Saved games, settings and history are your own, as in the terminal.",
        "Ctrl+C stops the server.",
    ]


async def test_only_the_loopback_address_listens(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)):
        pass
    other = ("127.0.0.2", server.port)  # what listens everywhere listens there too
    with pytest.raises(ConnectionRefusedError), socket.create_connection(other):
        pass


async def test_the_page_and_all_that_it_names_come_from_here(
    server: Server, client: ClientSession
) -> None:
    seen: set[str] = set()
    left = [server.address]
    while left:
        address = left.pop()
        if address in seen:
            continue
        seen.add(address)
        assert address.startswith(server.address)
        async with client.get(address) as answer:
            assert answer.status == 200, address
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "http:" not in policy
            assert "https:" not in policy
            assert answer.headers["X-Frame-Options"] == "DENY"
            kind, content = answer.content_type, await answer.read()
        if kind == "text/html":
            named = References(content.decode()).found
        elif kind == "text/css":
            named = re.findall(r"""(?:url\(|@import)\s*["']?([^"')]+)""", content.decode())
        else:
            named = []
            if kind != "application/octet-stream":  # scripts and pictures; not the fonts
                addresses = re.findall(r"https?://[^\s\"'`)]+", content.decode())
                assert set(addresses) <= {"http://www.w3.org/2000/svg"}
        left += [urljoin(address, name) for name in named]
    names = {each.rpartition("/")[2] for each in seen}
    assert {
        "",
        "gridlock.js",
        "textual.js",
        "xterm.css",
        "RobotoMono-VariableFont_wght.ttf",
    } < names


@pytest.mark.parametrize("path", ["", "ws"])
async def test_strangers_are_refused(server: Server, client: ClientSession, path: str) -> None:
    page, bare = f"{server.address}{path}", f"{server.origin}/{path}"
    for address, headers in (
        (page, {"Origin": "http://example.com"}),
        (page, {"Origin": "null"}),
        (page, {"Origin": server.origin, "Host": f"example.com:{server.port}"}),
        (bare, {"Origin": server.origin}),
        (f"{server.origin}/wrong/{path}", {"Origin": server.origin}),
    ):
        async with client.get(address, headers=headers) as answer:
            assert answer.status == 403
            assert "<" not in await answer.text()
        with pytest.raises(WSServerHandshakeError, match="403"):
            await client.ws_connect(address, headers=headers)
    assert server.apps() == set()


async def test_a_session_without_an_origin_is_refused(
    server: Server, client: ClientSession
) -> None:
    with pytest.raises(WSServerHandshakeError, match="403"):
        await client.ws_connect(server.socket)
    assert server.apps() == set()


async def test_a_ninth_and_a_tenth_window_are_refused_until_one_closes(
    server: Server, client: ClientSession
) -> None:
    async with AsyncExitStack() as stack:
        windows = [await stack.enter_async_context(opened(server, client)) for _ in range(MOST)]
        for _ in range(2):
            async with opened(server, client) as window:
                code, said = await window.wait_for_end()
                assert code == 1013
                assert said == "There are 8 windows open already: close one of them and try again."
        assert len(server.apps()) == MOST
        await windows[0].socket.close()
        # At once, as when a page is loaded again: the app of the closed window still has to end.
        async with opened(server, client) as window:
            await window.wait_for("GRIDLOCK")
            assert len(server.apps()) == MOST


async def test_keys_and_mouse_reach_the_app_and_q_ends_it(
    server: Server, client: ClientSession, home: Path
) -> None:
    async with opened(server, client) as window:
        await window.type("\r")  # before anything is drawn
        await window.wait_for("Room")
        await window.type("q")
        assert await window.wait_for_end() == (1000, "The game has ended. Everything is saved.")
    await until(lambda: not server.apps(), "the app has ended")
    assert (home / "last-choices.txt").exists()


def reset(window: Window) -> None:
    """Sever the connection without a word."""
    connection = window.socket._response.connection
    assert connection is not None
    assert connection.transport is not None
    own = connection.transport.get_extra_info("socket")
    own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.transport.abort()


MADE_UP: list[list[object]] = [
    ["resize", {"width": 10**9, "height": 10**9}],
    ["resize", {"width": -5, "height": 0}],
    ["resize", {"width": "wide", "height": None}],
    ["stdin", "\x00\x1b[<999999999999;1;1M\x1b[200~\x1b"],
    ["stdin", "\x1b[48;0;0;0;0t"],
    ["blur"],
    ["focus"],
    ["no such message", {}],
]


async def test_messages_that_make_no_sense_do_no_harm(
    server: Server, client: ClientSession
) -> None:
    async with opened(server, client) as window:
        await window.wait_for("GRIDLOCK")
        for message in MADE_UP:
            await window.send(*message)
        await window.send("stdin", "\x1b[201~")
        await window.send("resize", {"width": 100, "height": 30})
        await window.type("q")
        assert (await window.wait_for_end())[0] == 1000


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "7", '["stdin"]', '["stdin", 5]', '["resize", []]',
     pytest.param("[" * 60_000, id="deep")],
)  # fmt: skip
async def test_a_message_that_is_none_ends_its_session_only(
    server: Server, client: ClientSession, message: str
) -> None:
    async with opened(server, client) as other, opened(server, client) as window:
        await window.socket.send_str(message)
        code, said = await window.wait_for_end()
        assert (code, said) == (1007, "The page sent an invalid message.")
        await other.wait_for("GRIDLOCK")
    assert await server.end() == (0, "Stopped.\n", "")


@pytest.mark.parametrize("request_", [b"GET /\xff/ws HTTP/1.1\r\n\r\n", b"GET / \r\nBAD\r\n\r\n"])
async def test_a_request_that_is_none_is_refused_without_a_word(
    server: Server, request_: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request_)
    assert (await reader.readline()).startswith(b"HTTP/1.0 400 ")
    writer.close()
    assert await server.end() == (0, "Stopped.\n", "")


async def test_a_window_that_does_not_wait_for_answers_is_no_fault(
    server: Server, client: ClientSession
) -> None:
    async with opened(server, client) as window:
        await window.wait_for("GRIDLOCK")
        (app,) = server.apps()
        for number in range(3000):
            await window.send("ping", number)
        reset(window)
        await until(lambda: not is_running(app), "the app has ended")
    assert await server.end() == (0, "Stopped.\n", "")


async def test_a_severed_connection_ends_its_app_after_it_has_saved(
    server: Server, client: ClientSession, home: Path
) -> None:
    moves = save_match("showdown")
    async with opened(server, client) as window:
        await window.type("c")
        await window.wait_for("Room")
        await play_by_keys(window, moves[1:3])
        (app,) = server.apps()
        reset(window)
        await until(lambda: not is_running(app), "the app has ended")
    assert has_saved(home, moves[:3])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_the_server_and_all_its_apps(
    server: Server, client: ClientSession, number: signal.Signals
) -> None:
    async with opened(server, client) as one, opened(server, client) as other:
        await one.wait_for("GRIDLOCK")
        apps = server.apps()
        assert len(apps) == 2  # the second one is just starting
        ending = asyncio.create_task(server.end(number))
        for window in (one, other):
            code, said = await window.wait_for_end()
            assert (code, said.partition(".")[0]) == (1001, "The server has stopped")
        assert await ending == (0, "Stopped.\n", "")
        assert not any(map(is_running, apps))


async def test_no_app_outlives_a_server_that_is_killed(
    server: Server, client: ClientSession
) -> None:
    async with opened(server, client) as window:
        await window.wait_for("GRIDLOCK")
        apps = server.apps()
        server.process.kill()
        await until(lambda: not any(map(is_running, apps)), "the apps have ended")


async def test_a_window_is_told_when_its_app_fails(server: Server, client: ClientSession) -> None:
    async with opened(server, client) as window:
        await window.wait_for("GRIDLOCK")
        (app,) = server.apps()
        subprocess.run(["kill", "-9", str(app)], check=True)
        code, said = await window.wait_for_end()
        assert (code, said.partition(".")[0]) == (1011, "Gridlock has stopped")


async def test_the_next_start_deletes_what_a_killed_private_server_has_left(
    client: ClientSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    async with serving("--private") as server, opened(server, client) as window:
        await window.wait_for("GRIDLOCK")
        (app,) = server.apps()
        home = home_of(app)
        async with serving():
            assert home.is_dir(), "its server is running"
        server.process.kill()
        await until(lambda: not is_running(app), "the app has ended")
        assert home.is_dir()
        async with serving():
            assert list(tmp_path.glob("gridlock-web-*")) == []


async def test_private_windows_share_nothing(client: ClientSession, home: Path) -> None:
    async with serving("--private") as server:
        assert server.printed[2].startswith("Every window has saved games of its own.")
        async with opened(server, client) as one, opened(server, client) as other:
            for window in (one, other):
                await window.wait_for("GRIDLOCK")
            homes = {home_of(app) for app in server.apps()}
            assert len(homes) == 2
            assert all(each.is_dir() for each in homes)
            await one.type("q")
            code, said = await one.wait_for_end()
            assert (code, said.partition(". ")[2]) == (
                1000,
                "What this window had saved is deleted.",
            )
        assert (await server.end())[0] == 0
    assert not any(each.parent.exists() for each in homes)
    assert not home.exists()


def home_of(process: int) -> Path:
    variables = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    (found,) = (each for each in variables if each.startswith(b"GRIDLOCK_HOME="))
    return Path(found.decode().partition("=")[2])


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = gridlock("serve", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"gridlock: cannot use port {port} (Address already in use): "
        "choose another one with --port, or 0 for any that is free\n"
    )


def test_a_port_that_is_none_is_one_sentence() -> None:
    done = gridlock("serve", "--port", "65536")
    assert done.returncode == 2
    assert (
        "'65536' is not a port: write a whole number from 0 to 65535, such as 8400" in done.stderr
    )


def test_without_the_extra_a_sentence_says_how_to_get_it() -> None:
    script = "import sys; sys.modules['textual_serve'] = None; from gridlock_tui.cli import main; "
    done = subprocess.run(
        [sys.executable, "-c", f"{script} sys.exit(main(['serve']))"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    advice = "get it with pip install 'gridlock-tui[web]'"
    assert done.stderr == f"gridlock: the browser needs one more package: {advice}\n"


def test_the_app_loads_nothing_of_it() -> None:
    script = "import sys, gridlock_tui.cli.parser, gridlock_tui.tui.launch; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "gridlock_tui.tui.app" in loaded
    packages = {"aiohttp", "jinja2", "textual_serve", "gridlock_tui.web"}
    assert not [name for name in loaded if name.startswith(tuple(packages))]
    assert "gridlock_tui.tui.textual_fixes.web_driver" not in loaded
