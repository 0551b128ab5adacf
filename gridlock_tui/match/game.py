"""What is agreed before a game, and a game that is under way."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import DEFAULT_NAMES, GridlockError, Names, Player, Variant
from gridlock_tui.rules.text import clean, listed, quoted

LONGEST_NAME = 24
"""How many letters a name has at the most."""

HUMAN = "human"
KINDS = (HUMAN, "novice", "casual", "skilled", "expert", "perfect")
"""Who can play a side: a person, or a computer of one of these levels, weakest first."""
COMPUTERS = KINDS[1:]
"""The levels of the computer player, from the weakest on."""

Kinds = tuple[str, str]
"""Who plays each side."""
PEOPLE: Kinds = (HUMAN, HUMAN)


def default_names(kinds: Kinds = PEOPLE) -> Names:
    """Return what players are called who were not given a name: computers after their level."""
    one, two = (
        str(player) if kind == HUMAN else kind.capitalize()
        for player, kind in zip(Player, kinds, strict=True)
    )
    if one == two:
        return f"{one} {Player.ONE.symbol}", f"{two} {Player.TWO.symbol}"
    return one, two


def checked_names(one: str, two: str, *, kinds: Kinds = PEOPLE) -> Names:
    """Return the names fit to be shown, or raise GridlockError; an empty one is the default."""
    usual = default_names(kinds)
    names = (clean(one, LONGEST_NAME) or usual[0], clean(two, LONGEST_NAME) or usual[1])
    if names[0] == names[1]:
        raise GridlockError("the two names must differ, such as Ada and Ben")
    return names


def checked_kinds(one: str, two: str) -> Kinds:
    """Return the two kinds of player, or raise GridlockError if one is unknown."""
    for kind in (one, two):
        if kind not in KINDS:
            known = listed(list(KINDS), last="or")
            raise GridlockError(f"{quoted(kind)} is not a kind of player: write {known}")
    return one, two


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed: the variant on its board, the names, who starts, who is a computer."""

    variant: Variant
    names: Names = DEFAULT_NAMES
    first: Player = Player.ONE
    kinds: Kinds = PEOPLE
    seed: int = 0
    """What the slips of computer players come from: the same seed, the same slips."""
    taken_over: bool = False
    """Whether the first move was taken over; names and kinds are as they are since then."""

    def is_computer(self, player: Player) -> bool:
        """Say whether a computer plays this side."""
        return self.kinds[player - 1] != HUMAN

    @property
    def computers(self) -> int:
        """How many of the two sides a computer plays."""
        return sum(map(self.is_computer, Player))

    def begin(self) -> Game:
        """Return a new game, in which nothing has been taken over yet."""
        return Game(self.as_agreed(), Timeline.begin(self.variant.start(self.first)))

    def swapped(self) -> Setup:
        """Return the same game with the two players on each other's side."""
        return replace(
            self, names=(self.names[1], self.names[0]), kinds=(self.kinds[1], self.kinds[0])
        )

    def again(self) -> Setup:
        """Return the same game once more, in which computer players slip elsewhere."""
        return replace(self, seed=self.seed + 1)

    def as_agreed(self) -> Setup:
        """Return who sat where before the first move."""
        return replace(self.swapped(), taken_over=False) if self.taken_over else self


@dataclass(frozen=True, slots=True)
class Game:
    """A game under way or finished: what was agreed, and its course."""

    setup: Setup
    timeline: Timeline

    @property
    def is_unfinished(self) -> bool:
        """Whether moves were made and the game can go on."""
        return bool(self.timeline.moves) and not self.timeline.states[-1].is_over
