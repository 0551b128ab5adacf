"""The variants. Each is data: one more entry in `_ALL` adds a game everywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from types import MappingProxyType

from gridlock_tui.rules.board import KING, ROOK, Board, Cell, GridlockError
from gridlock_tui.rules.grids import GridFrame, GridStyle, draw_grid
from gridlock_tui.rules.notation import CellStyle, NotationError, read_move
from gridlock_tui.rules.phrases import Phrases
from gridlock_tui.rules.placement import Blocks, Placement, PlacementReferee, Stuck, Wins
from gridlock_tui.rules.sequence import Sequence, SequenceReferee
from gridlock_tui.rules.state import GameState, Move, PerPlayer, Player, Reason
from gridlock_tui.rules.text import listed, quoted


class UnknownVariant(GridlockError):  # noqa: N818 - reads better where it is caught
    """There is no variant with this name."""


class PositionError(GridlockError):
    """A position that cannot occur in a game."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: its board, its rules, its notation and its texts."""

    slug: str
    title: str
    board: Board
    rules: Placement | Sequence
    cells: CellStyle = CellStyle.ROW_COLUMN
    grid: GridStyle = field(default_factory=lambda: GridStyle(GridFrame.BRACKETS, "-", "#"))
    phrases: Phrases = field(default_factory=Phrases)
    summary: str = ""
    """What makes it different, in one line."""
    essence: str = ""
    """The rules in two sentences at most."""
    how: tuple[str, ...] = ()
    """The rules in full, one point each."""
    demo: str = ""
    """A few moves that show the rules on this board."""
    demo_caption: str = ""
    """What the board shows after these moves."""
    aliases: tuple[str, ...] = ()
    document: str = ""
    """The number of the rule document, if the variant has one."""
    referee: PlacementReferee | SequenceReferee = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "referee", _referee(self.rules, self.board, self.cells))

    def __reduce__(self) -> tuple[type[Variant], tuple[object, ...]]:
        # Without the referee and its tables: they can be computed again.
        return Variant, tuple(getattr(self, each.name) for each in fields(self) if each.init)

    def __hash__(self) -> int:
        # Equal variants have equal slugs and boards; hashing the texts would take long.
        return hash((self.slug, self.board))

    def __repr__(self) -> str:
        return f"<Variant {self.slug} {self.board}>"

    @property
    def name(self) -> str:
        """The name in the app: Classic, Spacing, Showdown."""
        return self.slug.replace("-", " ").capitalize()

    def start(self, first: Player = Player.ONE) -> GameState:
        """Return the empty board with this player to move."""
        tokens = (0,) * self.board.size if self.has_tokens else ()
        return GameState(self, (0, 0), first, None, tokens, self.referee.room((0, 0), tokens))

    def resized(self, rows: int, columns: int) -> Variant:
        """Return the same game on another board, or raise BoardSizeError."""
        board = Board(rows, columns)
        title = self.title.replace(self.board.label, board.label)
        return self if board == self.board else replace(self, board=board, title=title)

    def position(
        self,
        marks: PerPlayer,
        to_move: Player,
        last: Player | None = None,
        tokens: tuple[int, ...] = (),
    ) -> GameState:
        """Return any position, given the set of cells of each player, or raise PositionError.

        If `last` is not given, the player who is not to move placed last.
        """
        if marks[0] & marks[1] or (marks[0] | marks[1]) & ~self.board.full:
            raise PositionError("every marker needs a cell of its own on the board")
        if self.has_tokens and len(tokens) != self.board.size:
            raise PositionError("every cell needs the number of its token, or 0")
        if error := self.referee.error_in(marks, to_move, tokens):
            raise PositionError(error)
        if not any(marks) and last is not None:
            raise PositionError("nobody has placed a marker on an empty board")
        if last is None and any(marks):
            last = to_move.other
        room = self.referee.room(marks, tokens)
        if self.rules.passes and not room[to_move - 1] and room[to_move.other - 1]:
            to_move = to_move.other
        state = GameState(self, marks, to_move, last, tokens, room)
        stuck = not state.room[to_move.other - 1] and not state.is_over
        if state.passed is to_move.other and not (self.rules.passes and stuck):
            raise PositionError(f"it cannot be the turn of {to_move}, who placed last")
        return state

    def move(self, text: str) -> Move:
        """Return the move in this variant's notation or as `b2`, or raise NotationError."""
        return read_move(self, text)

    def draw(self, state: GameState) -> str:
        """Return the grid of a state of this variant."""
        return draw_grid(state)

    def cell_name(self, cell: Cell) -> str:
        """Return the cell in this variant's notation."""
        return self.cells.write(self.board, cell)

    @property
    def tokens_each(self) -> int:
        """How many numbered tokens each player has; 0 in games without tokens."""
        return len(self.referee.tokens)

    @property
    def has_tokens(self) -> bool:
        """Whether a move names a token as well as a cell."""
        return self.tokens_each > 0

    @property
    def shares_room(self) -> bool:
        """Whether both players may use the same cells in every state."""
        return not isinstance(self.rules, Placement) or self.rules.blocks is Blocks.BOTH

    @property
    def has_grundy_values(self) -> bool:
        """Whether positions have Grundy values: an impartial game that the last to place wins."""
        rules = self.rules
        return (
            isinstance(rules, Placement)
            and rules.neighbourhood.is_symmetric
            and rules.blocks is Blocks.BOTH
            and rules.wins is Wins.LAST_TO_PLACE
        )


@lru_cache(maxsize=16)
def _referee(
    rules: Placement | Sequence, board: Board, cells: CellStyle
) -> PlacementReferee | SequenceReferee:
    if isinstance(rules, Placement):
        return PlacementReferee(rules, board, cells)
    return SequenceReferee(rules, board, cells)


_CLASSIC = Variant(
    slug="classic",
    title="Grid Lock · Classic",
    document="000",
    board=Board(4, 4),
    rules=Placement(KING, Blocks.BOTH),
    cells=CellStyle.NUMBER,
    grid=GridStyle(GridFrame.COLUMNS, free=None, blocked="-"),
    phrases=Phrases(
        prompt="{player}, enter the number of the cell you want to claim: ",
        first_grid="Grid:",
        next_grid="Updated Grid:",
        closings={Reason.STUCK: "{to_move} has no valid moves and loses the game. {winner} wins!"},
    ),
    summary="a claim blocks all eight cells around it",
    essence=(
        "Claim any free cell: all eight cells around it are blocked for both players. "
        "If you cannot claim a cell on your turn, you lose."
    ),
    how=(
        "Players take turns. On your turn, claim one free cell.",
        "All cells around it, by side and by corner, are blocked for both players at once.",
        "A cell stays claimed or blocked for the rest of the game.",
        "If you cannot claim a cell on your turn, you lose.",
    ),
    demo="6; 15; 4",
    demo_caption="After 6, 15 and 4 only 13 is free: O takes it, and X is stuck.",
    aliases=("grid-lock", "kayles"),
)

_SPACING = Variant(
    slug="spacing",
    title="GridLock · Spacing",
    document="001",
    board=Board(4, 4),
    rules=Placement(KING, Blocks.OWNER),
    grid=GridStyle(GridFrame.RULED, free="."),
    phrases=Phrases(
        prompt="Enter your move as 'row column':\n> ",
        turn=(
            "{player} ({symbol}), it's your turn.\n"
            "Your markers are at: {markers}\n"
            "Available cells: [{cells}]"
        ),
    ),
    summary="keep clear of your own markers only",
    essence=(
        "Place on any empty cell that does not touch one of your own markers, by side or corner. "
        "If you cannot place on your turn, you lose."
    ),
    how=(
        "Players take turns. On your turn, place one marker on an empty cell.",
        "It may not touch any of your own markers, by side or by corner.",
        "It may touch your opponent's markers as much as you like.",
        "If you cannot place a marker on your turn, you lose.",
    ),
    demo="2 2; 2 3; 4 4; 4 1",
    demo_caption="O may be next to X, but not next to O: 3 3 is blocked for both.",
    aliases=("col",),
)

_SHOWDOWN = Variant(
    slug="showdown",
    title="Gridlock Showdown",
    document="002",
    board=Board(4, 4),
    rules=Placement(ROOK, Blocks.BOTH),
    phrases=Phrases(prompt="{player}, enter your move (row and column): "),
    summary="a claim blocks the four cells beside it",
    essence=(
        "Claim any free cell: the cells above, below, left and right of it are blocked for both "
        "players. "
        "If you cannot claim a cell on your turn, you lose."
    ),
    how=(
        "Players take turns. On your turn, claim one free cell.",
        "The cells above, below, left and right of it are blocked for both players at once.",
        "Corners do not count: a cell diagonally next to a claim stays free.",
        "If you cannot claim a cell on your turn, you lose.",
    ),
    demo="2 2; 1 3; 3 3; 4 2",
    demo_caption="Claims touch by corners only. X has 1 1, 2 4, 3 1 and 4 4 left to choose from.",
)

_SEQUENCE = Variant(
    slug="sequence",
    title="Gridlock · Sequence",
    document="003",
    board=Board(4, 4),
    rules=Sequence(),
    cells=CellStyle.LETTER_NUMBER,
    grid=GridStyle(GridFrame.BOXES, free=""),
    phrases=Phrases(
        prompt="Enter the cell to place token {token} (e.g., {example}): ",
        turn="{player}'s Available Tokens: {tokens}",
    ),
    summary="three numbered tokens in order win",
    essence=(
        "Place any of your numbered tokens on any empty cell; three of your own side by side in a "
        "line, rising or falling (1-5-8 will do), win at once. "
        "On a full board the higher sum wins, and equal sums go to the last to place."
    ),
    how=(
        "Each player has tokens numbered from 1, as many as half the board's cells.",
        "On your turn, place any token from your hand on any empty cell.",
        "Three of your own tokens, side by side in a row, a column or a diagonal, win at once "
        "if their numbers rise or fall strictly along the line.",
        "Gaps in the numbers are fine: 1-5-8 counts. Gaps in the line are not.",
        "If the board fills up, the higher sum of placed tokens wins; "
        "if the sums are equal, the last to place does.",
    ),
    demo="5 B2; 4 A1; 6 C2; 3 A2; 7 D2",
    demo_caption="5, 6, 7 down a column, in order: X wins at once.",
    aliases=("tokens",),
)

_PASSING = Variant(
    slug="passing",
    title="GridLock 5×5 · Passing",
    document="004",
    board=Board(5, 5),
    rules=Placement(KING, Blocks.OWNER, Stuck.PASSES),
    grid=GridStyle(GridFrame.BARE, free="_"),
    phrases=Phrases(prompt="{player} ({symbol}), enter your move (row column): "),
    summary="like Spacing, but whoever is stuck passes",
    essence=(
        "Place on any empty cell that does not touch one of your own tokens, by side or corner; "
        "if you cannot, you pass. "
        "When neither can place, whoever placed last wins."
    ),
    how=(
        "Players take turns. On your turn, place one token on an empty cell.",
        "It may not touch any of your own tokens, by side or by corner.",
        "It may touch your opponent's tokens as much as you like.",
        "If you can place, you must. If you cannot, you pass and your opponent goes on.",
        "When neither player can place, the last to place wins.",
    ),
    demo="4 4; 1 3; 2 4; 3 5; 1 1; 1 5; 3 2; 5 5; 5 2; 4 3; 4 1",
    demo_caption="X cannot place and passes; O goes on, places on 2 1 and wins.",
)

_ALL = (_CLASSIC, _SPACING, _SHOWDOWN, _SEQUENCE, _PASSING)

FIRST_GAME = _SHOWDOWN
"""The variant that new players are offered first: its rules are the shortest."""

_registry = {variant.slug: variant for variant in _ALL}

VARIANTS: Mapping[str, Variant] = MappingProxyType(_registry)
"""Every variant by its slug, in the order of the menu; includes the registered ones."""


def find_variant(name: str) -> Variant:
    """Return the variant with this slug, alias or document number, or raise UnknownVariant."""
    word = name.strip().casefold()
    for variant in VARIANTS.values():
        if word and word in _names(variant):
            return variant
    known = listed(list(VARIANTS), last="or")
    raise UnknownVariant(f"there is no variant {quoted(name)}: choose {known}")


def register(variant: Variant) -> Variant:
    """Add a variant to `VARIANTS` and return it; raise GridlockError if a name is not free."""
    taken = {name for other in VARIANTS.values() for name in _names(other)}
    for name in _names(variant):
        if not re.fullmatch("[a-z0-9-]+", name):
            raise GridlockError(f"{quoted(name)} is not a slug: use small letters, digits and -")
        if name in taken:
            raise GridlockError(f"there is already a variant {quoted(name)}")
    state = variant.start()
    for text in filter(None, variant.demo.split(";")):
        state = state.play(state.move(text))  # the menu plays it
    _registry[variant.slug] = variant
    return variant


def unregister(slug: str) -> None:
    """Remove a variant that was registered, or raise UnknownVariant."""
    variant = find_variant(slug)
    if variant in _ALL:
        raise UnknownVariant(f"{variant.slug} was not registered: it is part of Gridlock")
    del _registry[variant.slug]


def _names(variant: Variant) -> list[str]:
    return [variant.slug, *variant.aliases] + [variant.document] * bool(variant.document)


def read_fen(text: str) -> GameState:
    """Return the position that `GameState.fen` wrote; raise NotationError or PositionError.

    The line has the variant, the rows from the top, the player to move and the player who placed
    last (`-` for nobody): `showdown ..O./.X../..../.... X O`, with tokens `sequence X2O1/.. X O`.
    """
    words = text.split()
    if len(words) != 4:
        raise NotationError(
            f"{quoted(text)} is not a position: write variant, rows, who is to move and who placed "
            "last, such as showdown X./.. O X"
        )
    name, rows, mover, placed_last = words
    variant, players = find_variant(name), {player.symbol: player for player in Player}
    if mover not in players or placed_last not in (*players, "-"):
        wrong = placed_last if mover in players else mover
        raise NotationError(f"{quoted(wrong)} is not a player: write X or O")
    signs = [re.findall(r"\.|[XO][0-9]{0,2}", row) for row in rows.split("/")]
    if "/".join(map("".join, signs)) != rows or len({len(row) for row in signs}) > 1:
        raise NotationError(
            f"{quoted(rows)} is not a board: write . for an empty cell, X or O for a marker, "
            "and / between rows of the same length"
        )
    variant = variant.resized(len(signs), len(signs[0]))
    cells = [sign for row in signs for sign in row]
    if any((len(sign) > 1) != (variant.has_tokens and sign != ".") for sign in cells):
        form = "its number, such as X5" if variant.has_tokens else "no number"
        raise NotationError(f"{quoted(rows)} is not a board of {variant.name}: a marker has {form}")
    marks = [sum(1 << c for c, sign in enumerate(cells) if sign[0] == mark) for mark in players]
    tokens = tuple(int(sign[1:] or 0) for sign in cells) if variant.has_tokens else ()
    return variant.position((marks[0], marks[1]), players[mover], players.get(placed_last), tokens)
