"""How a person likes to play, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

PACES = (0.0, 0.3, 0.7, 1.5, 3.0)
"""How many seconds a computer player may take for a move, from the fastest; 0 is at once."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set."""

    pace: float = PACES[2]
    """The least seconds that a computer player's move takes, so that it can be followed."""
    guard: bool = False
    """Whether to ask once before a proven win is thrown away."""

    def slower(self) -> Settings:
        """Return the settings with the next longer pace, if there is one."""
        return replace(self, pace=min((p for p in PACES if p > self.pace), default=self.pace))

    def faster(self) -> Settings:
        """Return the settings with the next shorter pace, if there is one."""
        return replace(self, pace=max((p for p in PACES if p < self.pace), default=self.pace))
