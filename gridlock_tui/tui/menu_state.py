"""What the menu is to begin with."""

from __future__ import annotations

from typing import NamedTuple

from gridlock_tui.match import PEOPLE, Kinds
from gridlock_tui.rules import Board, Names, Player


class Wishes(NamedTuple):
    """What is chosen in the menu from the beginning."""

    names: Names | None = None
    size: Board | None = None
    first: Player | None = Player.ONE
    """None is a coin toss."""
    kinds: Kinds = PEOPLE
