"""The options for a new match, and what each of them can be.

`MenuChoices` is immutable; `OPTIONS` describes the options that are shown as one of several values.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from gridlock_tui.match import HUMAN, KINDS, PEOPLE, Kinds, Setup, checked_names, default_names
from gridlock_tui.match.naming import called, names_for_people
from gridlock_tui.match.series import LENGTHS, Series, Starts
from gridlock_tui.rules import VARIANTS, Board, Names, Player, Variant
from gridlock_tui.rules.text import clean
from gridlock_tui.tui.themes import COLOUR_OF

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match

FRIEND = "friend"
"""The opponent who plays on another machine."""
OPPONENTS = (*KINDS, FRIEND)
"""Who can play against you."""
_SIDES = range(3, 9)
"""How many rows and columns a board can have in the menu."""
# A board on its side is the same board, so only the broad ones are offered, small ones first.
_BOARDS = sorted(
    (Board(rows, columns) for rows in _SIDES for columns in _SIDES if rows <= columns),
    key=attrgetter("size"),
)


def first_variant() -> Variant:
    """Return the variant at the top of the menu."""
    return next(iter(VARIANTS.values()))


@dataclass(frozen=True)
class MenuChoices:
    """The options for a new match."""

    variant: Variant = field(default_factory=first_variant)
    """The variant on its own board."""
    board: Board | None = None
    """The board to play on; None is the variant's own, and so is a size the menu does not offer."""
    first: Player | None = Player.ONE
    """Who starts; None is a coin toss."""
    names: Names = ("", "")
    """The names as typed, empty for the default ones."""
    kinds: Kinds = PEOPLE
    length: int = 1
    """The most games of the series."""
    starts: Starts = Starts.ALTERNATE
    """Who starts the next game of the series."""
    swap_rule: bool = False
    side: Player = Player.ONE
    """The side that you play."""
    elsewhere: bool = False
    """Whether the person against you plays on another machine."""
    boards: Mapping[str, Board | None] = field(default_factory=dict, hash=False)
    """The boards that were chosen for the other variants, by slug."""

    def __post_init__(self) -> None:
        board = self.board
        if board == self.variant.board or (board and min(board.rows, board.columns) < _SIDES[0]):
            object.__setattr__(self, "board", None)

    @property
    def sized(self) -> Variant:
        """The variant on the chosen board."""
        board = self.board
        return self.variant.resized(board.rows, board.columns) if board else self.variant

    @property
    def match_names(self) -> Names:
        """The names for the match, empty for the default ones: a computer has no typed name."""
        return names_for_people(self.names, self.kinds)

    @property
    def your_name(self) -> str:
        """Your name, empty for the default one; against a computer the only one that was typed."""
        own, other = clean(self.names[self.side - 1]), clean(self.names[self.side.other - 1])
        return own if self.kinds == PEOPLE else own or other

    @property
    def shown_names(self) -> Names:
        """How the players are called: by the typed names, or the default ones."""
        (one, two), default = self.match_names, default_names(self.kinds)
        return called((one or default[0], two or default[1]), self.kinds)

    @property
    def opponent(self) -> str:
        """Who plays against you: a person, a computer of some level, or a friend elsewhere."""
        return FRIEND if self.elsewhere else self.level

    @property
    def level(self) -> str:
        """Who plays against you: a person, or a computer of some level."""
        return self.kinds[self.side.other - 1]

    @property
    def deputy(self) -> str:
        """Who plays your side: you, or a computer while you watch."""
        return self.kinds[self.side - 1]

    def with_variant(self, variant: Variant) -> MenuChoices:
        """Return the choices with another variant, on the board that was chosen for it."""
        if variant == self.variant:
            return self
        boards = {**self.boards, self.variant.slug: self.board}
        return replace(self, variant=variant, board=boards.get(variant.slug), boards=boards)

    def board_of(self, variant: Variant) -> Board:
        """Return the board that is chosen for a variant, or its own."""
        same = variant.slug == self.variant.slug
        return (self.board if same else self.boards.get(variant.slug)) or variant.board

    def resize(self, rows: int = 0, columns: int = 0) -> MenuChoices:
        """Return the choices with this many rows or columns."""
        now = self.sized.board
        return replace(self, board=Board(rows or now.rows, columns or now.columns))

    def next_board(self, recommended: Sequence[Board]) -> MenuChoices:
        """Return the choices with the next recommended board; after the last, the variant's own.

        Where none is recommended, take the next larger one.
        """
        own, now = self.variant.board, self.sized.board
        boards = [*recommended, own] if recommended else boards_for(self)
        at = boards.index(now) + 1 if now in boards else 0
        return replace(self, board=boards[at % len(boards)])

    def with_name(self, player: Player, name: str) -> MenuChoices:
        """Return the choices with this name typed for a player."""
        one, two = self.names
        return replace(self, names=(name, two) if player is Player.ONE else (one, name))

    def with_kind(self, player: Player, kind: str) -> MenuChoices:
        """Return the choices with a person or a computer of this level on a side."""
        one, two = self.kinds
        return replace(self, kinds=(kind, two) if player is Player.ONE else (one, kind))

    def with_opponent(self, kind: str) -> MenuChoices:
        """Return the choices with one of the `OPPONENTS` against you."""
        elsewhere = kind == FRIEND
        choices = self.with_kind(self.side.other, HUMAN if elsewhere else kind)
        return replace(choices, elsewhere=elsewhere)

    def with_side(self, side: Player) -> MenuChoices:
        """Return the choices with you on this side; both players take their names along."""
        if side is self.side:
            return self
        return replace(self, side=side, kinds=self.kinds[::-1], names=self.names[::-1])

    def on_winning_side(self, starter_wins: bool) -> MenuChoices:
        """Return the choices with you on the side that wins with perfect play."""
        first = self.first or Player.ONE
        return self.with_side(first if starter_wins else first.other)

    def new_match(self, rng: random.Random) -> Match:
        """Return a new match, or raise GridlockError if the names are equal."""
        from gridlock_tui.match.match import Match

        names = checked_names(*self.match_names, kinds=self.kinds)
        first = rng.choice(list(Player)) if self.first is None else self.first
        setup = Setup(self.sized, names, first, self.kinds, seed=rng.randrange(10**9))
        return Match.begin(setup, self.length, self.starts, self.swap_rule)


def boards_for(choices: MenuChoices) -> list[Board]:
    """Return the boards to choose from, small ones first; the chosen one is always among them."""
    now = choices.sized.board
    return _BOARDS if now in _BOARDS else sorted([*_BOARDS, now], key=attrgetter("size"))


# The options.

_Texts = Callable[[MenuChoices], Sequence[str]]


def _plain(_: MenuChoices) -> str:
    return ""


class MenuOption(NamedTuple):
    """An option of a new match that has one of several values."""

    label: Callable[[MenuChoices], str]
    values: Callable[[MenuChoices], Sequence[Any]]
    """Return the values to choose from."""
    texts: _Texts
    """Return the values as shown."""
    get: Callable[[MenuChoices], Any]
    """Return the chosen value."""
    set: Callable[[MenuChoices, Any], MenuChoices]
    """Return the choices with this value."""
    long_texts: _Texts | None = None
    """Return the values as shown where there is room for more."""
    style: Callable[[MenuChoices], str] = _plain
    """Return the style of the chosen value."""

    def chosen(self, choices: MenuChoices) -> int:
        """Return which of the values is chosen."""
        return self.values(choices).index(self.get(choices))

    def choose(self, choices: MenuChoices, index: int) -> MenuChoices:
        """Return the choices with another value."""
        return self.set(choices, self.values(choices)[index])


def _option(label: str, name: str, values: Sequence[Any], texts: _Texts) -> MenuOption:
    """Return the option for one field of the choices."""
    return MenuOption(
        lambda _: label,
        lambda _: values,
        texts,
        attrgetter(name),
        lambda on, value: replace(on, **{name: value}),
    )


def _side_option(label: str, name: str) -> MenuOption:
    """Return the option for the rows or the columns of the board."""
    texts, get = list(map(str, _SIDES)), attrgetter(f"sized.board.{name}")
    return MenuOption(
        lambda _: label, lambda _: _SIDES, lambda _: texts, get,
        lambda on, n: on.resize(**{name: n}),
    )  # fmt: skip


def _side_texts(on: MenuChoices) -> list[str]:
    """Return what you can be: `X, first` or `O, second`."""
    if on.first is None:
        return [f"{player.symbol}, coin toss" for player in Player]
    return [f"{p.symbol}, {'first' if p is on.first else 'second'}" for p in Player]


_LEVELS = [kind.capitalize() for kind in KINDS]
_LONG_LEVELS = [_LEVELS[0], *(f"Computer · {level}" for level in _LEVELS[1:])]
_FRIEND = "Friend"
_LONG_FRIEND = "A friend, elsewhere"
_SERIES = [Series(length=length).title for length in LENGTHS]

STRIP = {
    "against": MenuOption(
        lambda _: "Against",
        lambda _: OPPONENTS,
        lambda _: (*_LEVELS, _FRIEND),
        lambda on: on.opponent,
        MenuChoices.with_opponent,
        lambda _: (*_LONG_LEVELS, _LONG_FRIEND),
        lambda on: COLOUR_OF[on.side.other],
    ),
    "you": MenuOption(
        lambda on: "You are" if on.deputy == HUMAN else f"{on.deputy.capitalize()} is",
        lambda _: tuple(Player),
        _side_texts,
        lambda on: on.side,
        MenuChoices.with_side,
        style=lambda on: COLOUR_OF[on.side],
    ),
    "board": MenuOption(
        lambda _: "Board",
        boards_for,
        lambda on: [board.label for board in boards_for(on)],
        lambda on: on.sized.board,
        lambda on, board: replace(on, board=board),
    ),
    "length": _option("Match", "length", LENGTHS, lambda _: _SERIES),
}
"""The options on the strip of the menu, by the id of the widget that shows them."""
MORE = {
    "starts": _option(
        "Starts", "first", (*Player, None), lambda on: (*on.shown_names, "coin toss")
    ),
    "next": _option(
        "Next game", "starts", list(Starts), lambda _: ("start in turn", "the loser starts")
    ),
    "swap": _option("Swap rule", "swap_rule", (False, True), lambda _: ("off", "on")),
    "rows": _side_option("Rows", "rows"),
    "columns": _side_option("Columns", "columns"),
    "deputy": MenuOption(
        lambda _: "Your side",
        lambda _: KINDS,
        lambda _: ["you", *_LEVELS[1:]],
        lambda on: on.deputy,
        lambda on, kind: on.with_kind(on.side, kind),
    ),
}
"""The options behind More, likewise."""
OPTIONS = STRIP | MORE
