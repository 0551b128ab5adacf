"""What people keep of a game: its course and who plays it. Knows nothing of any front end."""

from gridlock_tui.match.setup import Game, Setup, checked_names
from gridlock_tui.match.timeline import Timeline

__all__ = ["Game", "Setup", "Timeline", "checked_names"]
