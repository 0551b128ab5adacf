"""What the tests of the history share: games, and the screen that lists them."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import datetime
from itertools import islice

from textual.pilot import Pilot
from textual.widgets import Static

from gridlock_tui.match import Game
from gridlock_tui.match.store.history import History
from gridlock_tui.rules import Player
from gridlock_tui.tui.screens.history import HistoryScreen
from tests.match.finisher import finished_games
from tests.tui.support import Size, running

Finished = tuple[str, Game, datetime]
SOME: list[Finished] = list(islice(finished_games(5), 60))


def fill(history: History, games: Iterable[Finished] = SOME) -> None:
    """Add games to the history."""
    for finished in games:
        history.add(*finished)


@asynccontextmanager
async def opened(size: Size = (80, 24), ascii_only: bool = False) -> AsyncIterator[Pilot[None]]:
    """Run the app and open the history from the menu."""
    async with running(size=size, ascii_only=ascii_only) as pilot:
        await pilot.press("y")
        await pilot.pause()
        yield pilot


def screen_of(pilot: Pilot[None]) -> HistoryScreen:
    """Return the screen, which must be that of the history."""
    screen = pilot.app.screen
    assert isinstance(screen, HistoryScreen)
    return screen


def lines(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the list as they are seen."""
    games = screen_of(pilot).games
    return [games.render_line(y).text.rstrip() for y in range(games.size.height)]


def text_of(static: Static) -> str:
    """Return what a line says."""
    return str(static.render())


def said(pilot: Pilot[None]) -> str:
    """Return what the status line says."""
    return screen_of(pilot).message.text


def counted(pilot: Pilot[None]) -> str:
    """Return how many games are listed, in words."""
    return screen_of(pilot).count.text


def won(game: Game) -> Player:
    """Return who won a finished game."""
    outcome = game.timeline.state.outcome
    assert outcome is not None
    return outcome.winner


def winner_of(game: Game) -> str:
    """Return what the winner is called."""
    return game.setup.names[won(game) - 1]
