"""Reviewing a game as a player would, and reading what is said of it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from gridlock_tui.match import Game
from gridlock_tui.tui.widgets.advantage_graph import AdvantageGraph
from gridlock_tui.tui.widgets.grade_bar import GradeBar
from tests.tui.support import Size, game, review_screen, running, settled

NAMES = ("Ada", "Ben")
BLUNDERS: dict[str, tuple[str, Size, tuple[int, ...]]] = {
    "classic": ("10; 1; 17; 24; 3", (5, 5), (1, 2)),
    "spacing": ("4 1; 4 2; 1 4; 1 2; 3 3; 2 4; 2 1; 4 4", (4, 4), (4, 5)),
    "showdown": ("3 1; 4 4; 4 2; 1 4; 3 3; 1 2", (4, 4), (4, 5)),
    "sequence": ("1 B1; 4 A1; 3 A3; 5 A2; 5 B3; 2 C2; 4 B2", (3, 3), (5, 6)),
    "passing": ("4 2; 1 2; 2 1; 3 4; 4 4; 3 2; 1 4", (4, 4), (4, 5, 6)),
}
FLAWLESS = ("classic", "6; 15; 4; 13")


def blundered(slug: str) -> Game:
    """Return a game of the variant in which wins were thrown away."""
    moves, size, _ = BLUNDERS[slug]
    return game(slug, moves, size, NAMES)


@asynccontextmanager
async def reviewing(
    begun: Game, size: Size = (80, 24), ascii_only: bool = False
) -> AsyncIterator[Pilot[None]]:
    """Run the app in the review of the game, with every move graded."""
    async with running(begun, size=size, ascii_only=ascii_only) as pilot:
        await pilot.press("w")
        await settled(pilot)
        yield pilot


def said(pilot: Pilot[None]) -> str:
    """Return what is said of the move."""
    return " ".join(pilot.app.screen.query_one(GradeBar).render().plain.split())


def graph(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the graph."""
    return pilot.app.screen.query_one(AdvantageGraph).render().plain.split("\n")


def at(pilot: Pilot[None]) -> int:
    """Return how many moves were made in the position shown."""
    return review_screen(pilot).state.timeline.at


async def until(pilot: Pilot[None], reached: Callable[[], bool]) -> None:
    """Let time pass until something is so."""
    async with asyncio.timeout(20):
        while not reached():
            await pilot.pause(0.02)  # without a length it would not let any time pass
