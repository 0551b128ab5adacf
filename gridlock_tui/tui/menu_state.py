"""The state of the menu, and everything about it that needs no Textual.

`MenuState` holds the saved matches, the highlighted line and the options for a new match
(`MenuChoices`). Every change returns a new state. `OPTIONS` describes the options that are shown
as one of several values.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from gridlock_tui.match import KINDS, PEOPLE, Kinds, Setup, Timeline, checked_names, default_names
from gridlock_tui.match.series import LENGTHS, Series, Starts
from gridlock_tui.match.store.library import LISTED
from gridlock_tui.rules import VARIANTS, Board, Names, Player, Variant, read_moves
from gridlock_tui.rules.text import clean

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match

_SIDES = range(3, 9)
"""How many rows and columns a board can have in the menu."""


def _first_variant() -> Variant:
    return next(iter(VARIANTS.values()))


@dataclass(frozen=True)
class MenuChoices:
    """The options for a new match."""

    variant: Variant = field(default_factory=_first_variant)
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
    def shown_names(self) -> Names:
        """The typed names, or the default ones where nothing is typed."""
        (one, two), default = map(clean, self.names), default_names(self.kinds)
        return one or default[0], two or default[1]

    def resize(self, rows: int = 0, columns: int = 0) -> MenuChoices:
        """Return the choices with this many rows or columns."""
        now = self.sized.board
        return replace(self, board=Board(rows or now.rows, columns or now.columns))

    def next_board(self, recommended: Sequence[Board]) -> MenuChoices:
        """Return the choices with the next recommended board; after the last, the variant's own."""
        boards = [*recommended, self.variant.board]
        now = self.sized.board
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

    def new_match(self, rng: random.Random) -> Match:
        """Return a new match, or raise GridlockError if the names are equal."""
        from gridlock_tui.match.match import Match

        names = checked_names(*self.names, kinds=self.kinds)
        first = rng.choice(list(Player)) if self.first is None else self.first
        setup = Setup(self.sized, names, first, self.kinds, seed=rng.randrange(10**9))
        return Match.begin(setup, self.length, self.starts, self.swap_rule)


@dataclass(frozen=True)
class MenuState:
    """The saved matches, the options for a new match, and which line is highlighted."""

    choices: MenuChoices = field(default_factory=MenuChoices)
    matches: tuple[Match, ...] = ()
    """The saved matches, latest first."""
    uid: str = ""
    """The highlighted match; empty while the variant of the choices is highlighted."""

    @property
    def match(self) -> Match | None:
        """The highlighted match, if one is highlighted."""
        return next((match for match in self.matches if match.uid == self.uid), None)

    @property
    def line(self) -> str:
        """The highlighted line: the uid of a match or the slug of a variant."""
        return self.uid or self.choices.variant.slug

    @property
    def listed(self) -> tuple[Match, ...]:
        """The matches that have a line of their own."""
        return self.matches[:LISTED]

    @property
    def unlisted(self) -> int:
        """How many older matches have no line."""
        return len(self.matches) - len(self.listed)

    @property
    def new_variant(self) -> Variant | None:
        """The variant and board of a new match; None while a saved match is highlighted."""
        return None if self.uid else self.choices.sized

    def highlight(self, line: str) -> MenuState:
        """Return the state with this line highlighted."""
        if line not in VARIANTS:
            return replace(self, uid=line)
        return replace(self, uid="", choices=replace(self.choices, variant=VARIANTS[line]))

    def choose(self, choices: MenuChoices) -> MenuState:
        """Return the state with these choices made.

        A change highlights a variant: the choices are for a new match, not for a saved one.
        """
        if choices == self.choices:
            return self
        chosen, match = replace(self, choices=choices), self.match
        return chosen.highlight(match.game.setup.variant.slug) if match else chosen

    def with_matches(self, matches: tuple[Match, ...]) -> MenuState:
        """Return the state with other saved matches.

        Highlight the latest match if one is new or changed. In place of a match that is gone,
        highlight the next older one.
        """
        before, now = ([match.uid for match in each] for each in (self.matches, matches))
        changed = replace(self, matches=matches)
        if matches and matches != self.matches and not set(now) < set(before):
            return replace(changed, uid=now[0])
        if not self.uid or self.uid in now:
            return changed
        if not matches:
            return changed.highlight(_first_variant().slug)
        return replace(changed, uid=now[min(before.index(self.uid), len(now) - 1)])


_Texts = Callable[[MenuChoices], Sequence[str]]


class MenuOption(NamedTuple):
    """An option of a new match that has one of several values."""

    label: str
    values: Sequence[Any]
    texts: _Texts
    """Return the values as shown."""
    get: Callable[[MenuChoices], Any]
    """Return the chosen value."""
    set: Callable[[MenuChoices, Any], MenuChoices]
    """Return the choices with this value."""

    def chosen(self, choices: MenuChoices) -> int:
        """Return which of the values is chosen."""
        return self.values.index(self.get(choices))

    def choose(self, choices: MenuChoices, index: int) -> MenuChoices:
        """Return the choices with another value."""
        return self.set(choices, self.values[index])


def _option(label: str, name: str, values: Sequence[Any], texts: _Texts) -> MenuOption:
    """Return the option for one field of the choices."""
    get = attrgetter(name)
    return MenuOption(label, values, texts, get, lambda on, value: replace(on, **{name: value}))


def _side_option(label: str, name: str) -> MenuOption:
    """Return the option for the rows or the columns of the board."""
    texts, get = list(map(str, _SIDES)), attrgetter(f"sized.board.{name}")
    return MenuOption(label, _SIDES, lambda _: texts, get, lambda on, n: on.resize(**{name: n}))


def _kind_option(player: Player) -> MenuOption:
    """Return the option for a person or a computer on one side."""
    return MenuOption(
        "",
        KINDS,
        lambda _: [kind.capitalize() for kind in KINDS],
        lambda on: on.kinds[player - 1],
        lambda on, kind: on.with_kind(player, kind),
    )


_SERIES = [Series(length=length).title for length in LENGTHS]
OPTIONS = {
    "rows": _side_option(" Size", "rows"),
    "columns": _side_option(" ×", "columns"),
    "starts": _option(
        " Starts", "first", (*Player, None), lambda on: (*on.shown_names, "coin toss")
    ),
    "length": _option(" Series", "length", LENGTHS, lambda _: _SERIES),
    "next": _option(" Next", "starts", list(Starts), lambda _: ("in turn", "the loser")),
    "swap": _option(" Swap", "swap_rule", (False, True), lambda _: ("off", "on")),
    "kind-one": _kind_option(Player.ONE),
    "kind-two": _kind_option(Player.TWO),
}
"""The options by the id of the widget that shows them."""


def demonstration(variant: Variant) -> Timeline:
    """Return the demonstration of a variant at its start.

    The moves are for the variant's own board; on any other board nothing is played.
    """
    own = variant.board == VARIANTS[variant.slug].board
    moves = read_moves(variant, variant.demo) if own else ()
    return Timeline.replay(variant.start(), moves).jump(0)


def next_step(shown: Timeline) -> Timeline:
    """Return the demonstration one move later; after the last move it starts again."""
    return shown.jump(0) if shown.is_present else shown.redo()
