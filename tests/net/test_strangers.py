"""Hostile guests and hosts on this machine. Traffic only to 127.0.0.1."""

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.limits import Limits
from gridlock_tui.net.protocol import (
    LARGEST_FRAME,
    Begin,
    Bye,
    EndReason,
    Got,
    Hello,
    Log,
    Message,
    Request,
    Room,
    Sit,
    read_message,
    write_message,
)
from gridlock_tui.net.table import Table
from gridlock_tui.net.view import Link
from gridlock_tui.net.wire import read_address, write_address
from gridlock_tui.rules import GridlockError
from tests.net.session_support import (
    act,
    guest_of,
    room_host,
    until,
)
from tests.net.support import QUICK, new_deal, shelf_in

KEY = "0" * 32


# A hostile guest.


async def said(socket: ClientConnection, *messages: Message | str | bytes) -> Message:
    """Send messages and return the last answer before the connection closes."""
    last: Message = Bye("")
    with suppress(ConnectionClosed):
        for message in messages:
            frame = message if isinstance(message, str | bytes) else write_message(message)
            await socket.send(frame)
    async with asyncio.timeout(10):
        with suppress(ConnectionClosed):
            while True:
                last = read_message(await socket.recv())
    return last


FIRST = '{"type":"hello","version":1,"code":"CODE","watch":false}'
WATCH = FIRST.replace("false", "true")
SIT = Sit(KEY, "Eve")


@pytest.mark.parametrize(
    ("messages", "reason"),
    [
        (["nonsense"], "not JSON"),
        ([b"\x00\xff"], "not text"),
        ([Got(0, KEY)], "not a hello"),
        ([FIRST.replace("1", "9", 1)], "same version on both machines"),
        ([FIRST, FIRST], "not about a seat"),
        ([FIRST, Sit(KEY, "Eve", 5, KEY)], "does not know this match"),
        ([FIRST, SIT, SIT], "does not belong here"),
        ([FIRST, SIT, Got(7, KEY)], "no such event"),
        ([FIRST, SIT, Got(0, KEY)], "disagree"),
        ([FIRST, SIT, Request(3, Event(Seat.GUEST, Kind.MOVE, "2 2"))], "does not belong here"),
        ([FIRST, SIT, Request(0, Event(Seat.HOST, Kind.MOVE, "2 2"))], "does not belong here"),
        ([FIRST, SIT, Request(0, Event(Seat.GUEST, Kind.MOVE, "2 2"))], "it is Ada's turn"),
        ([FIRST, SIT, Request(0, Event(Seat.GUEST, Kind.SAY, "money"))], "cannot be said"),
        ([FIRST, SIT, Log(0, (), KEY)], "does not belong here"),
        ([FIRST, SIT, "{}"], "value of type"),
        ([WATCH, Request(0, Event(Seat.GUEST, Kind.RESIGN))], "does not belong here"),
    ],
)
async def test_what_is_wrong_ends_the_connection_and_never_the_match(
    messages: list[Message | str | bytes], reason: str, tmp_path: Path
) -> None:
    async with room_host(tmp_path) as host:
        messages = [
            each.replace("CODE", host.code) if isinstance(each, str) else each for each in messages
        ]
        async with connect(f"ws://{host.address}/", proxy=None) as socket:
            answer = await said(socket, *messages)
        assert isinstance(answer, Bye)
        assert reason in answer.reason
        await until(host.feed, lambda view: view.link is not Link.HERE and not view.watchers)
        table = host.feed.view.table
        assert table is None or not table.events


async def test_both_are_told_if_one_has_a_newer_gridlock(tmp_path: Path) -> None:
    sentence = "One of you has a newer Gridlock: install the same version on both machines."
    async with room_host(tmp_path) as host:
        async with connect(f"ws://{host.address}/", proxy=None) as socket:
            answer = await said(socket, FIRST.replace("1", "2", 1))
        assert host.feed.view.notice == sentence

        async def refuse(socket: ServerConnection) -> None:
            await socket.recv()
            await socket.send(write_message(answer))

        async with serve(refuse, "127.0.0.1", 0) as server:
            address = write_address(*next(iter(server.sockets)).getsockname()[:2])
            async with Guest(address, "a-b-c", shelf_in(tmp_path), limits=QUICK) as guest:
                view = await until(guest.feed, lambda view: view.link is Link.ENDED)
        assert view.notice == sentence
        async with guest_of(host, tmp_path) as guest:
            await until(guest.feed, lambda view: view.link is Link.HERE)
            async with connect(f"ws://{host.address}/", proxy=None) as socket:
                await said(socket, FIRST.replace("1", "2", 1))
            assert not host.feed.view.notice  # a stranger does not disturb the two


async def test_frames_are_few_and_small(tmp_path: Path) -> None:
    slow = Limits(rate=1, burst=5, closing=0.5)
    async with room_host(tmp_path, limits=slow) as host:
        first = FIRST.replace("CODE", host.code)
        async with connect(f"ws://{host.address}/", proxy=None) as socket:
            answer = await said(socket, first, SIT, *[Got(0, KEY)] * 0, *["x" * 9] * 9)
            assert isinstance(answer, Bye)
        async with connect(f"ws://{host.address}/", proxy=None) as socket:
            request = Request(0, Event(Seat.GUEST, Kind.SAY, "hello"))
            answer = await said(socket, first, SIT, *[request] * 9)
            assert isinstance(answer, Bye)
            assert answer.reason == "too many messages came at once"
        async with connect(f"ws://{host.address}/", proxy=None) as socket:
            await said(socket, "x" * (LARGEST_FRAME + 1))
            assert socket.close_code == 1009  # too big


async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async with room_host(tmp_path, limits=Limits(handshake=0.05, closing=0.5)) as host:
        async with connect(f"ws://{host.address}/", proxy=None) as socket:
            assert await said(socket) == Bye("the first messages took too long")
        reader, writer = await asyncio.open_connection(*read_address(host.address))
        async with asyncio.timeout(10):
            assert await reader.read() == b""  # not even a request
        writer.close()


async def test_no_web_page_may_connect(tmp_path: Path) -> None:
    async with room_host(tmp_path) as host:
        with pytest.raises(InvalidHandshake):
            await connect(f"ws://{host.address}/", origin="http://127.0.0.1", proxy=None)  # type: ignore[arg-type]


async def test_connections_are_limited(tmp_path: Path) -> None:
    async with room_host(tmp_path, limits=Limits(connections=3, closing=0.5)) as host:
        place = read_address(host.address)
        writers = [(await asyncio.open_connection(*place))[1] for _ in range(3)]
        reader, writer = await asyncio.open_connection(*place)
        async with asyncio.timeout(10):
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
        for each in (*writers, writer):
            each.close()


@pytest.mark.parametrize("seed", range(3))
async def test_garbage_on_the_socket_disturbs_nobody(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    async with room_host(tmp_path) as host, guest_of(host, tmp_path) as guest:
        await until(guest.feed, lambda view: view.link is Link.HERE)
        for _ in range(20):
            reader, writer = await asyncio.open_connection(*read_address(host.address))
            writer.write(rng.randbytes(rng.randrange(3000)) + b"\r\n\r\n")
            writer.write_eof()
            with suppress(ConnectionError):
                async with asyncio.timeout(10):
                    await reader.read()
            writer.close()
        await act(Event(Seat.HOST, Kind.MOVE, "2 2"), host, guest)


async def test_many_wrong_codes_take_longer_and_longer(tmp_path: Path) -> None:
    loop, tries = asyncio.get_running_loop(), 4
    async with room_host(tmp_path) as host:
        begun = loop.time()
        for _ in range(tries):
            async with connect(f"ws://{host.address}/", proxy=None) as socket:
                answer = await said(socket, Hello("wrong-wrong-wrong"))
            assert answer == Bye("the room code is wrong", is_final=True)
    # Each wait is twice as long as the one before; a busy machine only adds to that.
    assert loop.time() - begun > sum(2**n for n in range(tries - 1)) * QUICK.wrong_code * 0.9


SLOW = Limits(wrong_code=60, longest_wrong_code=60, closing=0.5)


async def test_strangers_who_hang_up_leave_no_visit_behind(tmp_path: Path) -> None:
    async with room_host(tmp_path, limits=SLOW) as host:
        for _ in range(5):
            async with connect(f"ws://{host.address}/", proxy=None) as socket:
                await socket.send(write_message(Hello("wrong-wrong-wrong")))
        async with asyncio.timeout(10):
            await asyncio.gather(*host._visits)


async def test_few_wait_at_a_time_and_others_are_told_why(tmp_path: Path) -> None:
    hello = write_message(Hello("wrong-wrong-wrong"))
    async with room_host(tmp_path, limits=SLOW) as host, AsyncExitStack() as stack:
        dial = partial(connect, f"ws://{host.address}/", proxy=None)
        async with dial() as socket:
            assert await said(socket, hello) == Bye(EndReason.WRONG_CODE, is_final=True)
        sockets = [await stack.enter_async_context(dial()) for _ in range(SLOW.waiting + 1)]
        answers = [asyncio.create_task(said(each, hello)) for each in sockets]
        [refused], _ = await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
        assert await refused == Bye(EndReason.OTHERS_WRONG)
        async with guest_of(host, tmp_path) as guest:
            view = await until(guest.feed, lambda view: view.notice)
            assert view.notice == "Wrong codes were tried before, so the host makes everybody wait."
        async with dial(local_addr=("127.0.0.2", 0)) as socket:  # nobody waits at this address
            assert await said(socket, hello) == Bye(EndReason.WRONG_CODE, is_final=True)
        for each in answers:
            each.cancel()


# A hostile host.


async def test_a_host_that_does_not_answer_is_not_a_broken_connection(tmp_path: Path) -> None:
    async with serve(lambda socket: socket.wait_closed(), "127.0.0.1", 0) as server:
        address = write_address(*next(iter(server.sockets)).getsockname()[:2])
        limits = replace(QUICK, handshake=0.2)
        async with Guest(address, "a-b-c", shelf_in(tmp_path), limits=limits) as guest:
            view = await until(guest.feed, lambda view: view.notice)
    assert view.notice == "The host does not answer."


Script = Callable[[ServerConnection, Sit], list[Message]]


def _tables() -> tuple[Table, str]:
    deal = new_deal().with_guest("Ben")
    return Table.begin(deal), deal.uid


TABLE, UID = _tables()
MOVED = TABLE.after(Event(Seat.HOST, Kind.MOVE, "2 2"))
FORGED = MOVED.after(Event(Seat.GUEST, Kind.MOVE, "1 3"))
RENAMED = TABLE.deal.with_guest("Nobody")
OTHER = new_deal().with_guest("Ben")
BEGIN = Begin(TABLE.deal, TABLE.start)


@pytest.mark.parametrize(
    ("messages", "reason"),
    [
        ([Log(0, MOVED.events, MOVED.digest)], "an event is missing"),
        ([BEGIN, Log(1, MOVED.events, MOVED.digest)], "an event is missing"),
        ([BEGIN, Log(0, MOVED.events, KEY)], "disagree"),
        ([BEGIN, Log(0, FORGED.events, FORGED.digest)], "you did what you did not do"),
        ([BEGIN, Log(0, (MOVED.events[0],) * 2, KEY)], "it is Ben's turn"),
        ([BEGIN, Begin(OTHER, OTHER.begin())], "another match"),
        ([Room(UID)], "does not belong here"),
        ([Begin(RENAMED, RENAMED.begin())], "changed your name"),
    ],
)
async def test_a_guest_believes_nothing(
    messages: list[Message], reason: str, tmp_path: Path
) -> None:
    heard: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def lie(socket: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            await socket.recv()
            await socket.send(write_message(Room(UID)))
            await socket.recv()
            for message in messages:
                await socket.send(write_message(message))
            while True:
                answer = read_message(await socket.recv())
                if isinstance(answer, Bye) and not heard.done():
                    heard.set_result(answer.reason)

    async with serve(lie, "127.0.0.1", 0) as server:
        address = write_address(*next(iter(server.sockets)).getsockname()[:2])
        guest = Guest(address, "a-b-c", shelf_in(tmp_path), "Ben", limits=QUICK)
        async with guest, asyncio.timeout(10):
            assert reason in await heard
        table = guest.feed.view.table
        assert table is None or table.digest in (TABLE.digest, MOVED.digest)


async def test_a_move_is_not_made_in_another_position_than_it_was_meant_for(tmp_path: Path) -> None:
    """The host grants an undo and then takes the move that was requested before that."""
    table, asked = MOVED, [Event(Seat.GUEST, Kind.MOVE, "1 3"), Event(Seat.GUEST, Kind.UNDO)]
    for event in (asked[0], Event(Seat.HOST, Kind.MOVE, "3 3"), asked[1]):
        table = table.after(event)
    request = Event(Seat.GUEST, Kind.MOVE, "2 4")
    forged = table.after(Event(Seat.HOST, Kind.GRANT)).after(request)
    kept = Kept(Seat.GUEST, UID, "a-b-c", "", "Ben", KEY, TABLE.deal, table, request)
    guest = Guest("127.0.0.1:1", "a-b-c", shelf_in(tmp_path), kept=kept, limits=QUICK)
    with pytest.raises(GridlockError, match="you did what you did not do"):
        guest._handle(Log(table.seq, forged.events[table.seq :], forged.digest))
    granted = table.after(Event(Seat.HOST, Kind.GRANT))
    guest._handle(Log(table.seq, granted.events[table.seq :], granted.digest))
    assert guest.feed.view.pending is None
    assert "was first" in guest.feed.view.notice


async def test_a_match_of_another_code_is_not_shown_to_a_host(tmp_path: Path) -> None:
    """Otherwise a host could ask for the key of another match."""
    async with room_host(tmp_path) as host, guest_of(host, tmp_path) as guest:
        await until(guest.feed, lambda view: view.link is Link.HERE)
        uid, shelf = host.kept.uid, guest._shelf
    got: list[Message] = []

    async def phish(socket: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            await socket.recv()
            await socket.send(write_message(Room(uid)))
            while True:
                got.append(read_message(await socket.recv()))

    async with serve(phish, "127.0.0.1", 0) as server:
        address = write_address(*next(iter(server.sockets)).getsockname()[:2])
        async with Guest(address, "not-the-code", shelf, limits=QUICK) as guest:
            view = await until(guest.feed, lambda view: view.link is Link.ENDED)
    assert view.notice == "Another match is played at that address."
    assert not [each for each in got if isinstance(each, Sit)]
