"""Keys that arrive in one burst do what the same keys do one by one."""

import asyncio
import random
import shutil
import threading
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.message import Message
from textual.notifications import Notification
from textual.pilot import Pilot

from gridlock_tui.engine import Analysis
from gridlock_tui.match.match import Match
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.net.events import Event
from gridlock_tui.net.host import Host
from gridlock_tui.rules import VARIANTS, GameState
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.friend import form
from gridlock_tui.tui.friend.room import Room, host_room
from gridlock_tui.tui.friend.screen import FriendScreen
from gridlock_tui.tui.game.opponent import Decision, Opponent
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.screens.help import HelpPage
from gridlock_tui.tui.textual_fixes import paced_input
from gridlock_tui.tui.textual_fixes.paced_input import PacedInput
from gridlock_tui.tui.textual_fixes.terminal_input import TerminalInput
from tests.tui.friend import support as friends
from tests.tui.puzzle_support import run_of, small_pack, solving
from tests.tui.support import game, game_screen, running, seen, settled
from tests.tui.terminal import Terminal

__all__ = ["small_pack"]

pytestmark = pytest.mark.slow

TRIES = 20
LATENCY = 0.1
"""The seconds until a host answers that is far away."""
CALM = Settings(animation="reduced")
"""Nothing moves on its own, so that the screens can be compared."""
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ARROWS = (UP, DOWN, LEFT, RIGHT)
ESCAPE, F1, PALETTE, BACKSPACE = "\x1b", "\x1bOP", "\x10", "\x7f"


def move_to(x: int, y: int) -> str:
    """Return what a terminal sends when the mouse comes to this column and line."""
    return f"\x1b[<35;{x + 1};{y + 1}M"


def click_at(x: int, y: int) -> str:
    """Return what a terminal sends for a click: the mouse comes there first."""
    at = f"0;{x + 1};{y + 1}"
    return f"{move_to(x, y)}\x1b[<{at}M\x1b[<{at}m"


def wheel_at(x: int, y: int) -> str:
    """Return what a terminal sends for one step of the wheel down."""
    return f"\x1b[<65;{x + 1};{y + 1}M"


KEYS_IN_BAR = (55, 23)
"""Where the key bar of a game offers the list of keys."""
SPOTS = ((14, 8), (30, 14), (60, 6), (4, 23), KEYS_IN_BAR)
"""Somewhere on the board, beside it, and on the key bar."""
MOVE, CLICK, WHEEL = (report(46, 17) for report in (move_to, click_at, wheel_at))
"""At the last cell of Showdown."""
MOUSE = (
    *(move_to(*spot) for spot in SPOTS[:2]),
    *(click_at(*spot) for spot in SPOTS),
    *(wheel_at(*spot) for spot in SPOTS[:3]),
)
IN_GAME = (
    *ARROWS,
    *("m2 2\r", ":3 3\ru", "m4 1\r", "m1", f"m{ESCAPE}", "2 3\r", BACKSPACE, "\r", "\t", " "),
    *("u", "r", "\x19", "\x1b[H", "\x1b[F", "v", "?", F1, ESCAPE, ",", "n", "s", "i", "h", "l"),
    *(f"{PALETTE}undo\r", f"{PALETTE}hist{ESCAPE}", "H", "HH"),
)
LEAVING = (f"{ESCAPE}P", f"{ESCAPE}L")
ROOMS = {
    "home": (
        "",
        (
            *ARROWS,
            *"obmnjk,P",
            f"{ESCAPE}P",
            f"{ESCAPE}L",
            "\t",
            "\r",
            ESCAPE,
            "m\t",
            f"{DOWN}\r",
            "m2 2\r",
            "u",
            "?",
        ),
    ),
    "settings": (
        ",",
        (f"{ESCAPE}L", f"{ESCAPE}P", *ARROWS, "\t", "\r", ESCAPE, " ", "d", "x", f"{DOWN}\r", ","),
    ),
    "learn": ("L", (*ARROWS, "\r", ESCAPE, " ", "u", "R", "L", "1")),
    "history": ("y", (*ARROWS, "\r", ESCAPE, "S", "\t", "d", "y", "N", "e")),
    "review": ("y\r", (*ARROWS, "\x1b[H", "\x1b[F", " ", "N", ESCAPE, "+", "w", "H")),
    "puzzle": ("P\t", (*ARROWS, *ARROWS, " ", " ", "u", "H", "s", "n", ESCAPE, "\r")),
}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for every answer, and let no notification go, however slow the machine is."""
    monkeypatch.setattr(paced_input, "_LONGEST_ANSWER", 30.0)
    monkeypatch.setattr(Notification, "time_left", 3600.0)


def messages_of(keys: str) -> list[Message]:
    """Return what the terminal's reader makes of these keys, if they come at once."""
    source = TerminalInput()
    return [*source.read(keys.encode(), reports_size=False), *source.idle()]


def driver_of(pilot: Pilot[None]) -> Any:  # noqa: ANN401 - Textual has no public name for it
    return pilot.app._driver


def input_of(pilot: Pilot[None]) -> PacedInput:
    """Return what the thread of a driver hands its messages to."""
    loop, deliver = asyncio.get_running_loop(), driver_of(pilot).process_message
    return PacedInput(pilot.app, loop, deliver, threading.Event())


async def delivered(pilot: Pilot[None], keys: str, paced: PacedInput | None = None) -> None:
    """Deliver keys as a driver does: from another thread, as fast as they are taken."""
    paced = paced or input_of(pilot)
    await asyncio.to_thread(paced.deliver, messages_of(keys))
    await pilot.pause()


async def in_a_burst(pilot: Pilot[None], keys: str) -> None:
    await delivered(pilot, keys)
    await settled(pilot)


async def one_by_one(pilot: Pilot[None], keys: str) -> None:
    for message in messages_of(keys):
        driver_of(pilot).process_message(message)
        await settled(pilot)


def shown(pilot: Pilot[None]) -> tuple[list[str], object, list[str]]:
    """Return what can be told apart: the screens, the game, and every character."""
    screens = pilot.app.screen_stack
    matches = [screen.view for screen in screens if isinstance(screen, GameScreen)]
    played = [(view.match.game.timeline, view.cursor, view.digits) for view in matches]
    return [type(screen).__name__ for screen in screens], played, seen(pilot)


@pytest.mark.parametrize("seed", range(10))
async def test_in_a_game(seed: int) -> None:
    rng = random.Random(seed)
    slug = rng.choice(list(VARIANTS))
    keys = "".join(rng.choices((*IN_GAME, *MOUSE), k=rng.randint(2, 9)))
    found = []
    for send in (one_by_one, in_a_burst):
        async with running(game(slug), settings=CALM) as pilot:
            await send(pilot, keys)
            found.append(shown(pilot))
    assert found[0] == found[1], repr(keys)


async def both_ways(keys: str) -> list[object]:
    """Return what a game shows after these keys one by one, and after them in a burst."""
    found: list[object] = []
    for send in (one_by_one, in_a_burst):
        async with running(game("showdown"), settings=CALM) as pilot:
            await settled(pilot)
            await send(pilot, keys)
            found.append(shown(pilot))
    return found


WITH_MOUSE = {
    "a typed move": f"m2 2\r{CLICK}",
    "a page opened": f"?{CLICK}",
    "a page opened and closed": f"?{ESCAPE}{CLICK}?",
    "keys in a page": f"?{MOVE}x {CLICK}",
    "a page and the wheel": f"?{WHEEL}{WHEEL}",
    "a page between clicks": f"{CLICK}?{CLICK}",
    "a page opened by a click": f"{click_at(*KEYS_IN_BAR)}{CLICK}",
}


@pytest.mark.parametrize("keys", WITH_MOUSE.values(), ids=WITH_MOUSE.keys())
async def test_the_mouse_does_not_overtake_keys(keys: str) -> None:
    one, burst = await both_ways(keys)
    assert one == burst


@pytest.mark.parametrize(
    "keys", ["HH ", "HHH ", "HHHHH ", f"HH{MOVE} ", f"{MOVE}HH ", f"HH{CLICK}", "HHHu ", "HHm1 1\r"]
)
async def test_a_hint_comes_before_the_next_key(keys: str) -> None:
    one, burst = await both_ways(keys)
    assert one == burst


async def late() -> None:
    """Return when somebody far away, or an engine that is busy, has answered."""
    answered = asyncio.Event()
    asyncio.get_running_loop().call_later(LATENCY, answered.set)
    await answered.wait()


@pytest.mark.usefixtures("small_pack")
async def test_a_hint_for_a_puzzle_comes_before_the_next_key(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyses = EngineClient.analyses

    async def later(engine: EngineClient, state: GameState) -> AsyncGenerator[Analysis, None]:
        await late()
        async for each in analyses(engine, state):
            yield each

    monkeypatch.setattr(EngineClient, "analyses", later)
    door = f"\x1b[H{DOWN * list(Mode).index(Mode.PRACTICE)}\r"
    found = []
    for send in (one_by_one, in_a_burst):
        async with solving() as pilot:
            await send(pilot, f"{door}HHH ")
            found.append((shown(pilot), run_of(pilot)))
        shutil.rmtree(home)
    assert found[0] == found[1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("room", ROOMS)
async def test_in_other_rooms(
    room: str, seed: int, filled_once: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Some keys start a game; what is typed while a computer thinks is tested by itself.
    monkeypatch.setattr(GameScreen, "is_answering", property(_computer_thinks))
    door, choice = ROOMS[room]
    rng = random.Random(f"{room} {seed}")
    keys = "".join(rng.choices((*choice, *MOUSE), k=rng.randint(3, 12)))
    found = []
    for send in (one_by_one, in_a_burst):
        home.mkdir()
        shutil.copy(filled_once, home / "history.sqlite3")
        async with running(settings=CALM, keeps=True) as pilot:
            await settled(pilot)
            await one_by_one(pilot, door)
            await send(pilot, keys)
            found.append((shown(pilot), kept()))
        shutil.rmtree(home)
    assert found[0] == found[1], repr(keys)


def _computer_thinks(screen: GameScreen) -> bool:
    return screen.view.computer_thinks


def kept() -> tuple[list[object], list[str]]:
    """Return what is on disk, without what differs from run to run."""
    paths = find_paths()
    saved, _ = Saves(paths.saves).load_all()
    files = (paths.settings, paths.lessons, paths.last_choices)
    texts = [file.read_text(encoding="utf-8") for file in files if file.exists()]
    return [each.match.game.timeline for each in saved], texts


@pytest.mark.usefixtures("home")
def test_no_key_is_lost_in_a_real_terminal() -> None:
    """The burst of the report, `m2 2⏎u`, lost its `u` or the move in 2 % of tries."""
    with Terminal("-m", "gridlock_tui", "--variant", "showdown") as terminal:
        terminal.wait_for("Room  ")
        for _ in range(TRIES):
            terminal.type("m2 2\ru" * 5 + "m4 4\r")
            terminal.wait_for("▸4 4")
            terminal.type("u")


@pytest.mark.parametrize(
    ("rest", "made"),
    [("", 4), (BACKSPACE, 2), (ESCAPE, 2)],
    ids=["as it is", "changed since then", "closed since then"],
)
async def test_a_move_typed_while_a_computer_thinks_follows_its_move(
    rest: str, made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_decide, decide = asyncio.Event(), Opponent.decide

    async def decide_later(opponent: Opponent, match: Match, first: Any = None) -> Decision:  # noqa: ANN401 - as it is
        await may_decide.wait()
        return await decide(opponent, match, first)

    monkeypatch.setattr(Opponent, "decide", decide_later)
    against = game("showdown", kinds=("human", "perfect"), size=(5, 6))
    async with running(against, settings=replace(CALM, pace=0.0, guard=False)) as pilot:
        await delivered(pilot, f"m1 1\rm5 6\r{rest}")
        assert len(game_screen(pilot).timeline.moves) == 1
        may_decide.set()
        await settled(pilot)
        moves = [str(move) for move in game_screen(pilot).timeline.moves]
        assert len(moves) == made
        assert moves[0] == "1 1"
        assert moves[2:3] == ["5 6"] * (made == 4)


async def test_an_answer_that_is_late_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    patience, loop = 0.5, asyncio.get_running_loop()
    monkeypatch.setattr(paced_input, "_LONGEST_ANSWER", patience)
    async with running(game("showdown"), settings=CALM) as pilot:
        await settled(pilot)
        paced = input_of(pilot)
        for answers in range(2):
            monkeypatch.setattr(GameScreen, "is_answering", True)
            begin = loop.time()
            await delivered(pilot, "x" * 40, paced)
            assert patience <= loop.time() - begin < 20 * patience, answers
            monkeypatch.setattr(GameScreen, "is_answering", False)
            await delivered(pilot, "x", paced)


async def test_a_guest_types_ahead_while_the_host_confirms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Host._append_request

    def later(host: Host, after: int, event: Event) -> None:
        asyncio.get_running_loop().call_later(LATENCY, append, host, after, event)

    monkeypatch.setattr(Host, "_append_request", later)
    async with (
        friends.at_home(monkeypatch, tmp_path / "host") as ada,
        friends.at_home(monkeypatch, tmp_path / "guest") as ben,
    ):
        await friends.join(ben, friends.host_in(await friends.host_lobby(ada)))
        await friends.in_match(ada)
        await friends.play(ada, "2 2")
        await friends.reached(ben, lambda view: view.is_your_turn)
        await delivered(ben, "m1 3\ru")
        await friends.reached(ada, lambda view: view.must_answer)


async def test_keys_wait_while_a_guest_connects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        friends.at_home(monkeypatch, tmp_path / "host") as ada,
        friends.at_home(monkeypatch, tmp_path / "guest") as ben,
    ):
        host = friends.host_in(await friends.host_lobby(ada))
        await friends.fill_join(ben, host)
        await delivered(ben, "\r?")
        stack = [type(screen) for screen in ben.app.screen_stack]
        assert stack[-2:] == [FriendScreen, HelpPage]


async def test_keys_wait_while_a_host_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def later(*asked: Any) -> Room:  # noqa: ANN401 - as it is
        await late()
        return await host_room(*asked)

    monkeypatch.setattr(form, "host_room", later)
    found = []
    for send in (one_by_one, in_a_burst):
        async with friends.at_home(monkeypatch, tmp_path / send.__name__) as pilot:
            await friends.open_form(pilot)
            await send(pilot, f"\r{ESCAPE}")
            found.append([type(screen) for screen in pilot.app.screen_stack])
    assert found[0] == found[1]
    assert found[0][-1] is form.FriendForm
