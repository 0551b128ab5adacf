"""A game: its setup and its moves so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import (
    DEFAULT_NAMES,
    GameState,
    GridlockError,
    IllegalMove,
    Move,
    Names,
    NotationError,
    Player,
    Variant,
)
from gridlock_tui.rules.text import clean, listed, quoted

LONGEST_NAME = 24
"""The most letters in a name."""

HUMAN = "human"
KINDS = (HUMAN, "novice", "casual", "skilled", "expert", "perfect")
"""Who can play a side: a person, or a computer of one of five levels, weakest first."""
COMPUTERS = KINDS[1:]
"""The levels of the computer, weakest first."""

Kinds = tuple[str, str]
"""Who plays each side."""
PEOPLE: Kinds = (HUMAN, HUMAN)

MoveReader = Callable[[GameState], Move]
"""Reads a stored move, given the state before it."""


def default_names(kinds: Kinds = PEOPLE) -> Names:
    """Return the names of players without one: computers are named after their level."""
    one, two = (
        str(player) if kind == HUMAN else kind.capitalize()
        for player, kind in zip(Player, kinds, strict=True)
    )
    if one == two:
        return f"{one} {Player.ONE.symbol}", f"{two} {Player.TWO.symbol}"
    return one, two


def seated_names(names: Names, kinds: Kinds = PEOPLE) -> Names:
    """Return the names with default ones in their places: X is never called Player 2.

    A name that would be the default on the other side becomes the default of this side.
    """
    usual, elsewhere = default_names(kinds), default_names((kinds[1], kinds[0]))[::-1]
    one, two = (usual[at] if name == elsewhere[at] else name for at, name in enumerate(names))
    return (one, two) if one != two else names


def swapped_names(names: Names, kinds: Kinds = PEOPLE) -> Names:
    """Return the names after the two players have exchanged sides.

    A name of their own goes with the player; a default name belongs to its side.
    """
    usual, elsewhere = default_names(kinds), default_names((kinds[1], kinds[0]))[::-1]
    two, one = (elsewhere[at] if name == usual[at] else name for at, name in enumerate(names))
    return (one, two) if one != two else (names[1], names[0])


def checked_names(one: str, two: str, *, kinds: Kinds = PEOPLE) -> Names:
    """Return the names in printable form, or raise GridlockError; an empty one is the default."""
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
    """What the players agree on before a game: variant, board, names, starter, computers."""

    variant: Variant
    names: Names = DEFAULT_NAMES
    first: Player = Player.ONE
    kinds: Kinds = PEOPLE
    seed: int = 0
    """The seed of the computers' mistakes: the same seed gives the same mistakes."""
    taken_over: bool = False
    """Whether the first move was taken over; names and kinds are those after the swap."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", seated_names(self.names, self.kinds))

    def is_computer(self, player: Player) -> bool:
        """Return whether a computer plays this side."""
        return self.kinds[player - 1] != HUMAN

    @property
    def computers(self) -> int:
        """How many of the two sides a computer plays."""
        return sum(map(self.is_computer, Player))

    @property
    def person(self) -> Player | None:
        """The side of the person who plays a computer; None if two people or computers play."""
        if self.computers != 1:
            return None
        return Player.TWO if self.is_computer(Player.ONE) else Player.ONE

    def begin(self) -> Game:
        """Return a new game."""
        return Game(self.as_agreed(), Timeline.begin(self.variant.start(self.first)))

    def swapped(self) -> Setup:
        """Return the setup with the two players on each other's side."""
        kind_one, kind_two = self.kinds
        names = swapped_names(self.names, self.kinds)
        return replace(self, names=names, kinds=(kind_two, kind_one))

    def again(self) -> Setup:
        """Return the setup of another game, in which the computers make other mistakes."""
        return replace(self, seed=self.seed + 1)

    def as_agreed(self) -> Setup:
        """Return the setup before the first move was taken over."""
        return replace(self.swapped(), taken_over=False) if self.taken_over else self

    @property
    def people(self) -> Names:
        """Who plays each side, by the names that were agreed on before any swap."""
        one, two = self.as_agreed().names
        return (two, one) if self.taken_over else (one, two)


@dataclass(frozen=True, slots=True)
class Game:
    """A game, running or finished. Immutable: every change returns a new game.

    The swap rule: right after the first move the second player may take it over. The markers
    stay and the two players exchange sides, so the first player makes the next move as well.
    """

    setup: Setup
    timeline: Timeline

    @classmethod
    def replay(cls, setup: Setup, moves: Iterable[Move | MoveReader]) -> Game:
        """Return the game with these moves played, or raise GridlockError naming the wrong one."""
        timeline = Timeline.begin(setup.variant.start(setup.first))
        for number, move in enumerate(moves, start=1):
            try:
                timeline = timeline.play(move(timeline.state) if callable(move) else move)
            except (IllegalMove, NotationError) as error:
                raise GridlockError(f"move {number} cannot be played: {error}") from error
        game = cls(setup, timeline)
        if setup.taken_over and not game.first_move_can_swap:
            sentence = "the record tells of a swap, but there is no first move to take over"
            raise GridlockError(sentence)
        return game

    @property
    def state(self) -> GameState:
        """The state that is shown."""
        return self.timeline.state

    @property
    def seating(self) -> Setup:
        """The setup in the state that is shown: before the first move nothing is taken over."""
        return self.setup if self.timeline.at else self.setup.as_agreed()

    @property
    def names(self) -> Names:
        """The names of Player 1 and Player 2 in the state that is shown."""
        return self.seating.names

    @property
    def is_over(self) -> bool:
        """Whether the latest state has a winner, whichever state is shown."""
        return self.timeline.states[-1].is_over

    @property
    def is_unfinished(self) -> bool:
        """Whether moves were made and the game is not over."""
        return bool(self.timeline.moves) and not self.is_over

    @property
    def computer_to_move(self) -> bool:
        """Whether it is a computer's turn in the state that is shown."""
        return not self.state.is_over and self.seating.is_computer(self.state.to_move)

    @property
    def computer_moved(self) -> bool:
        """Whether a computer made the last move in the state that is shown."""
        return self.state.last is not None and self.seating.is_computer(self.state.last)

    def play(self, move: Move) -> Game:
        """Return the game after a move, or raise IllegalMove; later moves are replaced."""
        return Game(self.seating, self.timeline.play(move))

    def jump(self, at: int) -> Game:
        """Return the game with the state after this many moves shown."""
        return replace(self, timeline=self.timeline.jump(at))

    # Undo and redo. Against a computer they stop only where the person is to move.

    def _stops_at(self, at: int) -> bool:
        return self.setup.computers != 1 or not self.jump(at).computer_to_move

    @property
    def undo_target(self) -> int | None:
        """The state that undo shows; None if there is none."""
        return next(filter(self._stops_at, range(self.timeline.at - 1, -1, -1)), None)

    @property
    def redo_target(self) -> int | None:
        """The state that redo shows; None if there is none."""
        last = len(self.timeline.moves)
        if self.timeline.at == last:
            return None
        return next(filter(self._stops_at, range(self.timeline.at + 1, last)), last)

    # The swap rule.

    @property
    def first_move_can_swap(self) -> bool:
        """Whether the game continues after its first move, with the other player to move."""
        start, after = self.timeline.states[0], self.timeline.states[:2][-1]
        return not after.is_over and after.to_move is not start.to_move

    @property
    def can_take_over(self) -> bool:
        """Whether the player to move may take over the first move now."""
        only_one_made = self.timeline.at == len(self.timeline.moves) == 1
        return only_one_made and not self.setup.taken_over and self.first_move_can_swap

    def take_over(self) -> Game:
        """Return the game with the first move taken over, or raise GridlockError."""
        if not self.can_take_over:
            raise GridlockError("only the first move can be taken over, and only right after it")
        return replace(self, setup=replace(self.setup.swapped(), taken_over=True))
