"""Messages that cross from one screen to another, by way of the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from gridlock_tui.match import Game
    from gridlock_tui.match.match import Match


@dataclass
class StartMatch(Message):
    """Play this match: a new one, or one that can be resumed."""

    match: Match
    greeting: str = ""
    """What to say first."""


@dataclass
class GiveUpMatch(Message):
    """Remove this match from those that can be resumed."""

    match: Match


class ShowMenu(Message):
    """Go to the menu."""


@dataclass
class ShowReview(Message):
    """Review this game."""

    game: Game
    day: str = ""
    """When it was played, if that is known."""


class ShowHistory(Message):
    """Show the finished games."""
