"""Rooms of the app in which it is killed: what was seen must be kept."""

from tests.kills.exercises import (
    Daily,
    Lessons,
    LineLessons,
    LinePuzzles,
    Practice,
    Slips,
    Streak,
)
from tests.kills.friends import ByLetters, Friend
from tests.kills.games import Climb, Computer, Deleting, Finish, HotSeat
from tests.kills.room import Room
from tests.kills.settings import SettingsRoom

ROOMS: tuple[type[Room], ...] = (
    HotSeat,
    Computer,
    Climb,
    Finish,
    Deleting,
    Daily,
    Practice,
    Streak,
    Slips,
    Lessons,
    LinePuzzles,
    LineLessons,
    SettingsRoom,
    Friend,
    ByLetters,
)
"""Every room that keeps something."""
