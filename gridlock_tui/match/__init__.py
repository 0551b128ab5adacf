"""What people keep of a game: its course and who plays it. Knows nothing of any front end."""

from gridlock_tui.match.settings import PACES, Settings
from gridlock_tui.match.setup import (
    HUMAN,
    KINDS,
    PEOPLE,
    Game,
    Kinds,
    Setup,
    checked_names,
    default_names,
)
from gridlock_tui.match.timeline import Timeline

__all__ = [
    "HUMAN",
    "KINDS",
    "PACES",
    "PEOPLE",
    "Game",
    "Kinds",
    "Settings",
    "Setup",
    "Timeline",
    "checked_names",
    "default_names",
]
