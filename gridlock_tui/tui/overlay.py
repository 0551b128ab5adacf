"""How much of the truth a game shows."""

from enum import IntEnum


class Overlay(IntEnum):
    """How much of the truth is shown on the board."""

    NONE = 0
    VERDICTS = 1
    NIMBERS = 2
