"""Pictures of every screen, at three sizes and in five looks, compared with those on file.

`pytest --snapshot-update` takes them anew; look at every one that changed before committing it.
"""

from collections.abc import Callable
from typing import Protocol

import pytest
from textual.app import App
from textual.pilot import Pilot

from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.startup import Startup
from tests.tui.support import game, settled

NAMES = ("Ada", "Ben")
SIZES = {"120x40": (120, 40), "80x24": (80, 24), "40x15": (40, 15)}
LOOKS = {
    "light": "gridlock-light",
    "ansi": "ansi-dark",
    "nocolour": "ansi-dark",
    "ascii": "gridlock-dark",
}
"""The theme of each look."""

# Each screen: the game it begins with, and the keys that lead to the picture.
SCREENS: dict[str, tuple[Callable[[], Game | None], list[str]]] = {
    "menu": (lambda: None, ["down", "down"]),
    "more": (lambda: None, ["m"]),
    "classic": (lambda: game("classic", "6; 15", names=NAMES), ["8"]),
    "spacing": (lambda: game("spacing", "2 2; 2 3; 4 4", names=NAMES), ["down", "down", "left"]),
    "showdown": (lambda: game("showdown", "2 2; 1 3; 3 3", names=NAMES), ["down", "left"]),
    "sequence": (lambda: game("sequence", "5 B2; 4 A1; 6 C2; 3 A2", names=NAMES), ["7", "right"]),
    "passing": (lambda: game("passing", "3 3; 2 2; 1 5; 5 1", names=NAMES), ["down", "down"]),
    "over": (
        lambda: game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1", names=NAMES),
        ["down"],
    ),
    "turning": (
        lambda: game("showdown", "3 1; 4 4; 4 2; 1 4; 3 3; 1 2", kinds=("human", "novice")),
        [],
    ),
    "turning-never": (lambda: game("classic", "6; 15; 4; 13", kinds=("human", "perfect")), []),
    "truth": (lambda: game("spacing", "2 2; 1 4; 4 4", names=NAMES), ["a", "down", "down"]),
    "nimbers": (lambda: game("showdown", "3 1; 3 3; 3 5", (5, 5), NAMES), ["A"]),
    "hint": (lambda: game("sequence", "5 B2; 4 A1; 6 C3; 3 C1", names=NAMES), ["a", "H", "H", "H"]),
    "why-mirror": (lambda: game("spacing", "2 2", names=NAMES), ["H"] * 3),
    "why-split": (lambda: game("passing", "5 4; 4 2; 2 2", names=NAMES), ["H"] * 3),
    "why-line": (lambda: game("showdown", "4 3", names=NAMES), ["H"] * 6),
    "computers": (lambda: game("passing", "3 3; 2 2", kinds=("perfect", "novice")), ["p"]),
    "review": (
        lambda: game("spacing", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4; 2 1; 4 4", names=NAMES),
        ["w", "N"],
    ),
    "review-sequence": (
        lambda: game("sequence", "1 B1; 4 A1; 3 A3; 5 A2; 5 B3; 2 C2; 4 B2", (3, 3), NAMES),
        ["w", "N"],
    ),
    "review-why": (
        lambda: game("spacing", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4; 2 1; 4 4", names=NAMES),
        ["w", "N", "H"],
    ),
    "rules": (lambda: game("showdown"), ["f1"]),
    "help": (lambda: game("showdown"), ["question_mark"]),
}


class SnapCompare(Protocol):
    """What the plugin's fixture does."""

    def __call__(
        self,
        app: App[None],
        *,
        terminal_size: tuple[int, int],
        run_before: Callable[[Pilot[None]], object],
    ) -> bool:
        """Say whether the picture is the one on file."""


def pictured(
    snap_compare: SnapCompare, screen: str, size: str, theme: str, *, ascii_only: bool = False
) -> bool:
    begin, keys = SCREENS[screen]
    game = begin()
    # A computer that is watched must not move meanwhile.
    settings = Settings(theme=theme, pace=60)
    match = Match.of(game) if game else None
    app = GridlockApp(
        Startup(match, settings=settings, ansi_only=theme.startswith("ansi"), ascii=ascii_only)
    )
    app.animation_level = "none"

    async def press(pilot: Pilot[None]) -> None:
        for key in keys:
            await pilot.press(key)
            await settled(pilot)
        await settled(pilot)

    return snap_compare(app, terminal_size=SIZES[size], run_before=press)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_dark(snap_compare: SnapCompare, screen: str, size: str) -> None:
    assert pictured(snap_compare, screen, size, "gridlock-dark")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_look(
    snap_compare: SnapCompare, screen: str, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if look == "nocolour":
        monkeypatch.setenv("NO_COLOR", "1")
    assert pictured(snap_compare, screen, "80x24", LOOKS[look], ascii_only=look == "ascii")
