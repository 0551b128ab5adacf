"""Messages that cross from one screen to another, by way of the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from gridlock_tui.match import Game, Settings
    from gridlock_tui.match.ongoing import Match
    from gridlock_tui.rules import Board


@dataclass
class MatchShelved(Message):
    """A match was left for another one or for the menu; it can be brought back."""

    match: Match


@dataclass
class MatchWanted(Message):
    """A match is to be played, a new one or one that was left."""

    match: Match
    greeting: str = ""
    """What to say first."""


@dataclass
class MatchUnwanted(Message):
    """A match that waits is not to be played on."""

    match: Match


@dataclass
class ExportWanted(Message):
    """The record of a game is to be written to a file."""

    game: Game


class MenuWanted(Message):
    """The menu is to be shown."""


@dataclass
class ReviewWanted(Message):
    """A game is to be gone through move by move."""

    game: Game
    day: str = ""
    """When it was played, if that is known."""


@dataclass
class SettingsChanged(Message):
    """Something was set that holds for the games to come."""

    settings: Settings


@dataclass
class BoardTaken(Message):
    """A recommended board was clicked in the menu."""

    board: Board


class HistoryWanted(Message):
    """The finished games are to be shown."""
