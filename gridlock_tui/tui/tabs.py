"""The tabs along the top.

One more entry here, its command among `commands.TABS`, and a screen with its name in `TAB` and a
`TabBar` at its top add a tab.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.message import Message

from gridlock_tui.tui.messages import ShowHistory, ShowLearn, ShowPuzzles


class Tab(NamedTuple):
    """One of the screens that can be reached from everywhere outside a game."""

    label: str
    message: type[Message] | None = None
    """What asks the app to show it; None for the menu, on which the others lie."""


TABS = {
    "play": Tab("Play"),
    "puzzles": Tab("Puzzles", ShowPuzzles),
    "learn": Tab("Learn", ShowLearn),
    "history": Tab("History", ShowHistory),
}
"""Every tab by its name, in the order they are shown."""
