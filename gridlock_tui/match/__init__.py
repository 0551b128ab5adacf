"""Games between two players: their moves, series, records, saved matches and history.

This package does not depend on any front end. It offers what is quick to load; import the rest
from its modules.
"""

from gridlock_tui.match.game import (
    COMPUTERS as COMPUTERS,
    HUMAN as HUMAN,
    KINDS as KINDS,
    LONGEST_NAME as LONGEST_NAME,
    PEOPLE as PEOPLE,
    Game as Game,
    Kinds as Kinds,
    Setup as Setup,
    checked_kinds as checked_kinds,
    checked_names as checked_names,
    default_names as default_names,
)
from gridlock_tui.match.settings import PACES as PACES
from gridlock_tui.match.timeline import Timeline as Timeline
