"""What people keep of a game: its course and who plays it. Knows nothing of any front end.

Saves, history and review are imported from their own modules, by those who need them.
"""

from gridlock_tui.match.ongoing import Match, new_uid
from gridlock_tui.match.series import ENDLESS, LENGTHS, Result, Series, Starts
from gridlock_tui.match.settings import PACES, Settings
from gridlock_tui.match.setup import (
    COMPUTERS,
    HUMAN,
    KINDS,
    PEOPLE,
    Game,
    Kinds,
    Setup,
    checked_kinds,
    checked_names,
    default_names,
)
from gridlock_tui.match.swap import can_take_over, play_on, seated, take_over
from gridlock_tui.match.timeline import Timeline

__all__ = [
    "COMPUTERS",
    "ENDLESS",
    "HUMAN",
    "KINDS",
    "LENGTHS",
    "PACES",
    "PEOPLE",
    "Game",
    "Kinds",
    "Match",
    "Result",
    "Series",
    "Settings",
    "Setup",
    "Starts",
    "Timeline",
    "can_take_over",
    "checked_kinds",
    "checked_names",
    "default_names",
    "new_uid",
    "play_on",
    "seated",
    "take_over",
]
