"""The app in a real Chromium: by keys, by mouse, and what the page loads and says."""

import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from gridlock_tui.match.game_id import write_game_id
from gridlock_tui.match.store.history import open_history
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import Move, write_move
from tests.tui.support import board, game, offset_of, recorded_moves, running
from tests.web.chromium import CHROMIUM, Browser, Tab, browsing
from tests.web.support import (
    Server,
    has_saved,
    is_running,
    opened,
    play_by_keys,
    save_match,
    serving,
    until,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("chromium"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Browser]:
    async with browsing(tmp_path) as browser:
        yield browser


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with serving() as server:
        yield server


def finished_games() -> list[list[str]]:
    history, notice = open_history(find_paths().history)
    assert notice == ""
    games = [history.record(entry.id).game for entry in history.page()]
    return [
        [write_move(each.setup.variant, move) for move in each.timeline.moves] for each in games
    ]


async def spots(slug: str, moves: tuple[Move, ...], size: tuple[int, int]) -> list[tuple[int, int]]:
    """Return where the cells are on a screen of this size."""
    async with running(game(slug), size=size) as pilot:
        view = board(pilot)
        found = [view.region.offset + offset_of(view, move.cell) for move in moves]
        return [(spot.x, spot.y) for spot in found]


async def end_shown(tab: Tab) -> str:
    """Wait until the page says that it has ended, and return what it says."""
    script = """new Promise(done => {
        const end = document.querySelector("#end");
        const look = () => end.hidden || done(document.querySelector("#why").textContent);
        new MutationObserver(look).observe(end, {attributes: true});
        look();
    })"""
    return str(await tab.value(script))


async def test_a_game_by_keys_from_the_first_key_on(browser: Browser, server: Server) -> None:
    moves = save_match("showdown")
    async with browser.tab() as tab:
        await tab.open(server.address)
        await tab.type("c")  # no click before, and no wait for the first picture
        await tab.wait_for("Room left")
        await play_by_keys(tab, moves[1:-1])
        assert has_saved(find_paths().data, moves[:-1])
        await tab.type("m")
        await tab.wait_for("Write row and column")
        await tab.type(f"{moves[-1]}\r")
        await tab.wait_for("rematch")
        assert finished_games() == [moves]
        # Nothing came from elsewhere, and nothing that the page wanted was refused.
        assert len(tab.requests) > 5
        here = (server.address, server.address.replace("http:", "ws:"))
        assert all(each.startswith(here) for each in tab.requests), tab.requests
        assert tab.complaints == []


async def test_a_game_by_mouse(browser: Browser, server: Server) -> None:
    moves = save_match("classic")
    cells = recorded_moves("classic")
    async with browser.tab() as tab:
        await tab.open(server.address)
        await tab.click_on("Continue")
        await tab.wait_for("Room left")
        for spot, move in zip(await spots("classic", cells, tab.size()), moves, strict=True):
            if move == moves[0]:
                continue
            await tab.click(*spot)
            await tab.wait_for("rematch" if move == moves[-1] else f"▸{move}")
    assert finished_games() == [moves]


async def test_a_key_before_the_terminal_is_drawn_counts(browser: Browser, server: Server) -> None:
    save_match("showdown")
    # Registered before those of the page, so that it is called before them.
    press = """document.addEventListener('DOMContentLoaded', () => {
        const key = {key: 'c', keyCode: 67, bubbles: true};
        document.body.dispatchEvent(new KeyboardEvent('keydown', key));
    })"""
    async with browser.tab() as tab:
        await tab.ask("Page.addScriptToEvaluateOnNewDocument", source=press)
        await tab.open(server.address)
        await tab.wait_for("Room left")


async def test_the_game_id_is_in_the_clipboard(browser: Browser, server: Server) -> None:
    moves = save_match("showdown")
    async with browser.tab() as tab:
        await tab.open(server.address)
        await tab.ask("Browser.grantPermissions", origin=server.origin,
                      permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])  # fmt: skip
        await tab.type("c")
        await tab.wait_for("Room left")
        await tab.type("i")
        line = write_game_id(game("showdown", moves[0]))
        await tab.wait_for(f"Copied: {line}")
        assert await tab.value("navigator.clipboard.readText()") == line


async def test_quitting_says_that_it_has_ended_and_how_to_go_on(
    browser: Browser, server: Server
) -> None:
    save_match("showdown")
    async with browser.tab() as tab:
        await tab.open(server.address)
        await tab.type("q")
        assert await end_shown(tab) == "The game has ended. Everything is saved."
        await until(lambda: not server.apps(), "the app has ended")
        assert await tab.value("document.activeElement.textContent") == "Play again"
        tab.screen.clear()
        await tab.type("\r")
        await tab.wait_for("Continue")


async def test_a_page_of_another_site_cannot_connect(browser: Browser, server: Server) -> None:
    async def page(_: web.Request) -> web.Response:
        return web.Response(
            text="<!doctype html><title>elsewhere</title>", content_type="text/html"
        )

    app = web.Application()
    app.router.add_get("/", page)
    script = f"""new Promise(done => {{
        const socket = new WebSocket("{server.socket.replace("http:", "ws:")}");
        socket.onopen = () => done("open");
        socket.onerror = () => done("refused");
    }})"""
    async with TestServer(app) as elsewhere, browser.tab() as tab:
        await tab.open(str(elsewhere.make_url("/")))
        assert await tab.value(script) == "refused"
        assert server.apps() == set()
        await tab.open(server.address)
        assert await tab.value(script) == "open"


async def test_a_tenth_window_is_told_that_there_are_too_many(
    browser: Browser, server: Server
) -> None:
    async with ClientSession() as client, AsyncExitStack() as stack:
        for _ in range(8):
            await stack.enter_async_context(opened(server, client))
        for _ in range(2):
            async with browser.tab() as tab:
                await tab.open(server.address)
                assert (await end_shown(tab)).startswith("There are 8 windows open already")
        assert len(server.apps()) == 8


async def test_closing_the_tab_ends_its_app(browser: Browser, server: Server) -> None:
    moves = save_match("showdown")
    async with browser.tab() as tab:
        await tab.open(server.address)
        await tab.type("c")
        await tab.wait_for("Room left")
        await play_by_keys(tab, moves[1:2])
        assert len(server.apps()) == 1
    await until(lambda: not server.apps(), "the app has ended")
    assert has_saved(find_paths().data, moves[:2])


async def test_a_severed_connection_is_told_and_nothing_is_lost(
    browser: Browser, server: Server
) -> None:
    moves = save_match("showdown")
    async with browser.tab() as tab:
        await tab.open(server.address)
        await tab.type("c")
        await tab.wait_for("Room left")
        await play_by_keys(tab, moves[1:2])
        (app,) = server.apps()
        server.process.send_signal(signal.SIGKILL)
        assert await end_shown(tab) == "The connection is lost. What you have played is saved."
        await until(lambda: not is_running(app), "the app has ended")
        assert has_saved(find_paths().data, moves[:2])
