"""What people keep of a game: its course and who plays it. Knows nothing of any front end."""

from gridlock_tui.match.settings import PACES, Settings
from gridlock_tui.match.setup import HUMAN, Game, Kinds, Setup, checked_names
from gridlock_tui.match.timeline import Timeline

__all__ = ["HUMAN", "PACES", "Game", "Kinds", "Settings", "Setup", "Timeline", "checked_names"]
