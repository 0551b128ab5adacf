"""The forms to host and to join: what is wrong is said in a sentence."""

import asyncio
import builtins
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import Static

from gridlock_tui.tui.friend.form import FriendForm
from gridlock_tui.tui.friend.lobby import LobbyScreen
from gridlock_tui.tui.friend.room import Room
from gridlock_tui.tui.screens.menu import MenuScreen
from tests.net.session_support import room_host
from tests.tui.friend.support import (
    at_home,
    fill,
    host_in,
    host_lobby,
    open_form,
    shown,
)
from tests.tui.support import menu_screen, settled, toasts


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"port": "0"}, "The port is a number from 1 to 65535, or nothing for any."),
        ({"port": "99999"}, "The port is a number from 1 to 65535, or nothing for any."),
        ({"port": "x"}, "The port is a number from 1 to 65535, or nothing for any."),
        ({"bind": "nowhere.invalid"}, "Cannot listen on nowhere.invalid"),
        ({"bind": "203.0.113.7"}, "Cannot listen on 203.0.113.7"),
    ],
)
async def test_what_a_host_cannot_do_is_said(
    fields: dict[str, str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path) as pilot:
        form = await open_form(pilot)
        fill(form, **fields)
        await settled(pilot)
        await pilot.press("enter")
        await shown(pilot, lambda: form.remark.alarmed)
        assert form.remark.text.startswith(sentence)
        assert pilot.app.screen is form
    assert not list((tmp_path / "friends").glob("*.json"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "'' is not an address: write one such as 127.0.0.1:4785."),
        ({"address": "localhost", "code": "a-b-c"}, "'localhost' is not an address"),
        ({"address": "[bold]:1:2", "code": "a-b-c"}, "'[bold]:1:2' is not an address"),
        ({"address": "127.0.0.1:9", "code": "maple"}, "A room code has three words"),
        ({"address": "127.0.0.1:9", "code": "a-b-c"}, "Nobody answers at 127.0.0.1:9"),
    ],
)
async def test_what_a_guest_cannot_do_is_said(
    fields: dict[str, str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not fields:
        fields = {"code": "maple-otter-violin"}
    async with at_home(monkeypatch, tmp_path) as pilot:
        form = await open_form(pilot)
        await pilot.press("right")
        fill(form, **fields)
        await settled(pilot)
        await pilot.press("enter")
        await shown(pilot, lambda: form.remark.alarmed)
        assert form.remark.text.startswith(sentence)
        await shown(pilot, lambda: pilot.app.screen is form)


async def test_a_wrong_code_brings_back_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room_host(tmp_path / "host") as host, at_home(monkeypatch, tmp_path / "me") as pilot:
        form = await open_form(pilot)
        await pilot.press("right")
        fill(form, address=host.address, code="wrong-wrong-wrong")
        await settled(pilot)
        await pilot.press("enter")
        await shown(pilot, lambda: form.remark.alarmed)
        assert form.remark.text == "The room code is wrong."


async def test_the_form_says_what_binding_wider_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path) as pilot:
        form = await open_form(pilot)
        assert "Only this machine can connect." in form.remark.text
        assert "ssh -N -L PORT:127.0.0.1:PORT" in form.remark.text
        fill(form, bind="0.0.0.0", port="4785")
        await settled(pilot)
        assert "it is not encrypted" in form.remark.text
        assert "ssh -N -L 4785:127.0.0.1:4785" in form.remark.text


async def test_the_lobby_shows_and_copies_address_and_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path) as pilot:
        lobby = await host_lobby(pilot)
        host = host_in(lobby)
        facts = [str(fact.render()) for fact in lobby.query(".fact").results(Static)]
        assert facts == [f"Address  {host.address}", f"Code     {host.code}"]
        assert lobby.heading.text == "Waiting for your friend…"
        await pilot.press("c")
        assert pilot.app.clipboard == host.code
        await pilot.press("a")
        assert pilot.app.clipboard == host.address
        await pilot.press("escape")
        await shown(pilot, lambda: isinstance(pilot.app.screen, FriendForm))
        await pilot.press("escape")
        await shown(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
    assert not list((tmp_path / "friends").glob("*.json"))  # nobody has played


async def test_a_host_that_is_left_while_it_closes_listens_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close, closing, closed = Room.close, asyncio.Event(), asyncio.Event()

    async def close_late(room: Room) -> None:
        closing.set()
        await closed.wait()
        await close(room)

    monkeypatch.setattr(Room, "close", close_late)
    async with at_home(monkeypatch, tmp_path) as pilot:
        host = host_in(await host_lobby(pilot))
        await pilot.press("escape")
        await closing.wait()
        await pilot.press("escape")
        await shown(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        closed.set()
        server = host._server
        assert server is not None
        await shown(pilot, lambda: not server.is_serving())


async def test_the_app_can_be_left_while_it_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path) as pilot:
        host = host_in(await host_lobby(pilot))
        assert isinstance(pilot.app.screen, LobbyScreen)
    assert host._server is not None
    assert not host._server.is_serving()
    assert not list((tmp_path / "friends").glob("*.json"))


async def test_without_the_extra_a_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def no_websockets(name: str, *rest: object) -> object:
        if name.partition(".")[0] == "websockets":
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    async with at_home(monkeypatch, tmp_path) as pilot:
        await settled(pilot)
        for module in [*sys.modules]:
            if module.startswith(("gridlock_tui.net.", "gridlock_tui.tui.friend.", "websockets")):
                monkeypatch.delitem(sys.modules, module)
        monkeypatch.setattr(builtins, "__import__", no_websockets)
        menu = menu_screen(pilot)
        menu.state = menu.state.choose(menu.choices.with_opponent("friend"))
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, MenuScreen)
        assert toasts(pilot) == [
            "To play a friend on another machine, first run: pip install 'gridlock-tui[net]'."
        ]


def test_the_app_loads_no_network_before_it_is_asked_for(tmp_path: Path) -> None:
    script = """
import asyncio, sys
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.startup import Startup
async def run():
    async with GridlockApp(Startup(keeps=True)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
asyncio.run(run())
print(*sys.modules, sep="\\n")
"""
    loaded = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"GRIDLOCK_HOME": str(tmp_path), "TERM": "xterm"},
    ).stdout.split()
    assert "gridlock_tui.tui.game.screen" in loaded
    assert "websockets" not in loaded
    assert not [name for name in loaded if name.startswith("gridlock_tui.net")]
    assert [name for name in loaded if name.startswith("gridlock_tui.tui.friend.")] == [
        "gridlock_tui.tui.friend.desk"
    ]
