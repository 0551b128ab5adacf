"""What is played in each game of a soak: it follows from the seed and the number of the game."""

from __future__ import annotations

import random
from typing import Literal, NamedTuple

from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.rules import VARIANTS, Variant

SIDES = range(3, 9)
"""What the menu offers."""
LESSON: Literal["lesson"] = "lesson"
CLIMB: Literal["climb"] = "climb"
FRIEND: Literal["friend"] = "friend"
Room = Mode | Literal["lesson", "climb", "friend"]
ROOMS: tuple[Room, ...] = (
    CLIMB,
    LESSON,
    Mode.PRACTICE,
    FRIEND,
    Mode.DAILY,
    Mode.STREAK,
    Mode.SLIPS,
)
LARGE_EVERY = 8
"""One in so many games of a variant is on a board of any size, the others on small ones."""
_SMALL = 12
"""Cells of a board on which a game takes little time."""
_MANY_ROOMS = 100
"""In so many games at first, many are thorough and many rooms are visited."""
IN_A_ROW = 5
"""Later so many games of a variant follow each other, so that a rematch can be played."""


class Plan(NamedTuple):
    """What is done in one game."""

    is_thorough: bool = False
    """Whether much else is done between the moves, and everything is chosen in the menu."""
    room: Room | None = None
    """The room that is visited before it."""


def name_of(room: Room) -> str:
    """Return what a room is called."""
    return room.value if isinstance(room, Mode) else room


def plan_of(seed: int, game: int) -> Plan:
    """Return the plan of a game: each room at the beginning, and all of them again and again."""
    rng = random.Random(f"{seed} {game} plan")
    thorough, visits = (0.3, 0.4) if game < _MANY_ROOMS else (0.02, 0.06)
    room = rng.choice(ROOMS) if rng.random() < visits else None
    is_thorough = rng.random() < thorough
    return Plan(is_thorough, ROOMS[game]) if game < len(ROOMS) else Plan(is_thorough, room)


def variant_of(seed: int, game: int) -> Variant:
    """Return what is played in a game: every variant in turn, every size after so many rounds."""
    variants = list(VARIANTS.values())
    number = game if game < _MANY_ROOMS else game // IN_A_ROW
    variant, turn = variants[number % len(variants)], number // len(variants)
    sizes = [(rows, columns) for rows in SIDES for columns in SIDES]
    # Every variant goes through the sizes in an order of its own.
    random.Random(f"{seed} {variant.slug}").shuffle(sizes)
    if turn % LARGE_EVERY:
        sizes = [size for size in sizes if size[0] * size[1] <= _SMALL]
        return variant.resized(*sizes[turn % len(sizes)])
    return variant.resized(*sizes[turn // LARGE_EVERY % len(sizes)])
