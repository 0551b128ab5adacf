"""Pictures of the forms and of a match with a friend, compared with those on file."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.settings import Settings
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.view import Link
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.friend.lobby import LobbyScreen
from gridlock_tui.tui.startup import Startup
from tests.tui.friend.support import open_form, room_of, show_match
from tests.tui.support import settled
from tests.tui.test_snapshots import LOOKS, SIZES, SnapCompare


async def _form(pilot: Pilot[None], _: Path) -> None:
    await open_form(pilot)
    await settled(pilot)


async def _join_form(pilot: Pilot[None], folder: Path) -> None:
    await _form(pilot, folder)
    await pilot.press("right")
    await settled(pilot)


async def _lobby(pilot: Pilot[None], folder: Path) -> None:
    await pilot.app.push_screen(LobbyScreen(room_of(folder, Link.NEW)))
    await settled(pilot)


async def _match(pilot: Pilot[None], folder: Path) -> None:
    await show_match(pilot, folder)
    await pilot.press("right", "right")
    await settled(pilot)


async def _away(pilot: Pilot[None], folder: Path) -> None:
    await show_match(pilot, folder, 3, link=Link.AWAY)


async def _question(pilot: Pilot[None], folder: Path) -> None:
    await show_match(pilot, folder, 4, Event(Seat.GUEST, Kind.UNDO))


async def _resigned(pilot: Pilot[None], folder: Path) -> None:
    await show_match(pilot, folder, 3, Event(Seat.GUEST, Kind.RESIGN))


async def _words(pilot: Pilot[None], folder: Path) -> None:
    await _match(pilot, folder)
    await pilot.press("s")
    await settled(pilot)


SCREENS: dict[str, Callable[[Pilot[None], Path], Awaitable[None]]] = {
    "host-form": _form,
    "join-form": _join_form,
    "lobby": _lobby,
    "match": _match,
    "away": _away,
    "question": _question,
    "resigned": _resigned,
    "words": _words,
}


def pictured(
    snap_compare: SnapCompare, folder: Path, screen: str, size: str, theme: str, ascii_only: bool
) -> bool:
    # Reduced in the settings: choosing the opponent applies them again.
    settings = Settings(theme=theme, animation="reduced")
    app = GridlockApp(
        Startup(settings=settings, ansi_only=theme.startswith("ansi"), ascii=ascii_only)
    )

    async def show(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await SCREENS[screen](pilot, folder)

    return snap_compare(app, terminal_size=SIZES[size], run_before=show)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_dark(snap_compare: SnapCompare, tmp_path: Path, screen: str, size: str) -> None:
    assert pictured(snap_compare, tmp_path, screen, size, "gridlock-dark", ascii_only=False)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", ["host-form", "match", "away"])
def test_look(
    snap_compare: SnapCompare,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    screen: str,
    look: str,
) -> None:
    if look == "nocolour":
        monkeypatch.setenv("NO_COLOR", "1")
    in_ascii = look == "ascii"
    assert pictured(snap_compare, tmp_path, screen, "80x24", LOOKS[look], ascii_only=in_ascii)
