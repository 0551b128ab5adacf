"""What people keep of a game: its course and who plays it. Knows nothing of any front end.

Series, saves, history and review are imported from their own modules, by those who need them.
"""

from gridlock_tui.match.settings import PACES, Settings
from gridlock_tui.match.setup import (
    COMPUTERS,
    HUMAN,
    KINDS,
    LONGEST_NAME,
    PEOPLE,
    Game,
    Kinds,
    Setup,
    checked_kinds,
    checked_names,
    default_names,
)
from gridlock_tui.match.timeline import Timeline

__all__ = [
    "COMPUTERS",
    "HUMAN",
    "KINDS",
    "LONGEST_NAME",
    "PACES",
    "PEOPLE",
    "Game",
    "Kinds",
    "Settings",
    "Setup",
    "Timeline",
    "checked_kinds",
    "checked_names",
    "default_names",
]
