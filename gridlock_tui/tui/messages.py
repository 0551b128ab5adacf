"""Messages that cross from one screen to another, by way of the app."""

from dataclasses import dataclass

from textual.message import Message

from gridlock_tui.match import Game, Settings
from gridlock_tui.rules import Board


@dataclass
class GameShelved(Message):
    """A game was left for another one or for the menu; it can be brought back."""

    game: Game


@dataclass
class GameWanted(Message):
    """A game is to be played, a new one or one that was left."""

    game: Game
    greeting: str = ""
    """What to say first."""


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
