"""How the app is started: what flags and settings say, and what to show first."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from gridlock_tui.match.settings import Settings
from gridlock_tui.tui.menu_choices import MenuChoices

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match


@dataclass(frozen=True)
class Startup:
    """How the app is started."""

    match: Match | None = None
    """The match to go straight into; None begins with the menu."""
    greeting: str = ""
    """What to say first in that match."""
    game_id: str = ""
    """The game id that was given: it continues a kept match, or starts `match`."""
    menu: MenuChoices = field(default_factory=MenuChoices)
    """What is chosen in the menu at first, unless the last run is remembered."""
    settings: Settings = field(default_factory=Settings)
    """The settings of the file, with those of flags."""
    flags: frozenset[str] = frozenset()
    """The settings that flags have set: they also hold for matches that are resumed."""
    given: frozenset[str] = frozenset()
    """The choices of `menu` that flags have made: the others are as in the last run."""
    keeps: bool = False
    """Whether matches and settings are kept on disk."""
    ascii: bool = False
    """Whether to draw with ASCII characters only."""
    ansi_only: bool = False
    """Whether to use the terminal's own sixteen colours only."""
    notices: tuple[str, ...] = ()
    """What is wrong with the settings."""
    rng: random.Random = field(default_factory=random.Random)
    """The source of coin tosses and of the computers' seeds."""
    today: Callable[[], date] = date.today
    """Which day it is, for the daily puzzle."""
