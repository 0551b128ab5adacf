"""The variants: each is data, and one more entry in `_ALL` is one more game everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from gridlock_tui.rules.board import KING, ROOK, Board, Cell, GridlockError
from gridlock_tui.rules.cells import CellStyle
from gridlock_tui.rules.grids import Frame, GridStyle
from gridlock_tui.rules.phrases import Phrases
from gridlock_tui.rules.placement import Bars, Placement, Stuck, Wins
from gridlock_tui.rules.sequence import Sequence
from gridlock_tui.rules.state import GameState, Pair, Player, Reason, Referee
from gridlock_tui.rules.text import listed, quoted


class UnknownVariant(GridlockError):  # noqa: N818 - reads better where it is caught
    """There is no variant of that name."""


class PositionError(GridlockError):
    """A position that no game can come to."""


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """One game of the family: its board, its rules, its signs and its words."""

    slug: str
    title: str
    board: Board
    rules: Placement | Sequence
    cells: CellStyle
    grid: GridStyle
    phrases: Phrases
    summary: str
    """What is special about it, in one line."""
    essence: str
    """The rules in three sentences."""
    how: tuple[str, ...]
    """The rules in clear words, one point each."""
    demo: str
    """A few moves on this board that show the rule at work."""
    demo_caption: str
    """What is to be seen after them."""
    aliases: tuple[str, ...] = ()
    document: str = ""
    """The number of the rule document that the variant comes from, if it comes from one."""
    ruling: str = ""
    """Where the document's own example breaks its rule, and what holds."""
    referee: Referee = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "referee", self.rules.on(self.board))

    def __hash__(self) -> int:
        # Equal variants have equal slugs and boards; the texts are too long to hash every time.
        return hash((self.slug, self.board))

    def __repr__(self) -> str:
        return f"<Variant {self.slug} {self.board}>"

    def start(self, first: Player = Player.ONE) -> GameState:
        """Return the empty board with this player to move."""
        return self.referee.position(self, (0, 0), first, None, ())

    def resized(self, rows: int, columns: int) -> Variant:
        """Return the same game on another board, or raise BoardSizeError."""
        board = Board(rows, columns)
        before, after = (f"{b.rows}×{b.columns}" for b in (self.board, board))
        title = self.title.replace(before, after)
        return self if board == self.board else replace(self, board=board, title=title)

    def position(
        self,
        marks: Pair,
        to_move: Player,
        last: Player | None = None,
        tokens: tuple[int, ...] = (),
    ) -> GameState:
        """Return any position, given the set of cells that each player has marked.

        Unless told otherwise, the one who is not to move placed last. A position that no game
        can come to raises PositionError.
        """
        if marks[0] & marks[1] or (marks[0] | marks[1]) & ~self.board.full:
            raise PositionError("every marker needs a cell of its own on the board")
        if self.has_tokens and len(tokens) != self.board.size:
            raise PositionError("every cell needs the number of its token, or 0")
        flaw = self.referee.flaw(marks, to_move, tokens)
        if flaw is not None:
            raise PositionError(flaw)
        if last is None and any(marks):
            last = to_move.other
        return self.referee.position(self, marks, to_move, last, tokens)

    def cell_name(self, cell: Cell) -> str:
        """Return the cell in the variant's own notation."""
        return self.cells.write(self.board, cell)

    @property
    def tokens_each(self) -> int:
        """How many numbered tokens each player has; 0 in games without."""
        return self.rules.tokens_each(self.board)

    @property
    def has_tokens(self) -> bool:
        """Whether a move names a token as well as a cell."""
        return self.tokens_each > 0

    @property
    def has_grundy_values(self) -> bool:
        """Whether the game is impartial and the last to place wins, so that the theory applies."""
        rules = self.rules
        return (
            isinstance(rules, Placement)
            and rules.neighbourhood.is_mutual
            and rules.bars is Bars.BOTH
            and rules.wins is Wins.LAST_TO_PLACE
        )


_CLASSIC = Variant(
    slug="classic",
    title="Grid Lock · Classic",
    document="000",
    board=Board(4, 4),
    rules=Placement(KING, Bars.BOTH),
    cells=CellStyle.NUMBER,
    grid=GridStyle(Frame.COLUMNS, free=None, blocked="-"),
    phrases=Phrases(
        prompt="{player}, enter the number of the cell you want to claim: ",
        first_grid="Grid:",
        next_grid="Updated Grid:",
        closings={Reason.STUCK: "{to_move} has no valid moves and loses the game. {winner} wins!"},
    ),
    summary="a claim blocks all eight cells around it",
    essence=(
        "Claim any free cell. "
        "All eight cells around it are blocked for both players. "
        "If you cannot claim a cell on your turn, you lose."
    ),
    how=(
        "Players take turns. On yours you claim one free cell.",
        "All cells around it, by side and by corner, are blocked for both players at once.",
        "A claimed or blocked cell stays so for the rest of the game.",
        "Whoever cannot claim a cell on their turn loses.",
    ),
    ruling=(
        "The document's example forgets that 6 also blocks 3 and 9 and that 15 also blocks 12; "
        "all eight neighbours are blocked, so its third turn (12) is not a legal move."
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
    rules=Placement(KING, Bars.OWNER),
    cells=CellStyle.ROW_COLUMN,
    grid=GridStyle(Frame.RULED, free="."),
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
        "Place on any empty cell that does not touch one of your own markers. "
        "Sides and corners touch; your opponent's markers do not matter. "
        "If you cannot place on your turn, you lose."
    ),
    how=(
        "Players take turns. On yours you place one marker on an empty cell.",
        "It may not touch any of your own markers, by side or by corner.",
        "It may touch your opponent's markers as much as you like.",
        "Whoever cannot place a marker on their turn loses.",
    ),
    ruling=(
        "The document's fourth turn puts O on 3 3, which touches O's own marker at 2 3; "
        "the rule holds, so it is not a legal move, and neither is its sample input 1 3."
    ),
    demo="2 2; 2 3; 4 4; 4 1",
    demo_caption="O may stand right beside X, but not beside O: 3 3 is barred to both.",
    aliases=("col",),
)

_SHOWDOWN = Variant(
    slug="showdown",
    title="Gridlock Showdown",
    document="002",
    board=Board(4, 4),
    rules=Placement(ROOK, Bars.BOTH),
    cells=CellStyle.ROW_COLUMN,
    grid=GridStyle(Frame.BRACKETS, free="-", blocked="#"),
    phrases=Phrases(prompt="{player}, enter your move (row and column): "),
    summary="a claim blocks the four cells beside it",
    essence=(
        "Claim any free cell. "
        "The cells above, below, left and right of it are blocked for both players. "
        "If you cannot claim a cell on your turn, you lose."
    ),
    how=(
        "Players take turns. On yours you claim one free cell.",
        "The cells above, below, left and right of it are blocked for both players at once.",
        "Corners do not count: a cell diagonally next to a claim stays free.",
        "Whoever cannot claim a cell on their turn loses.",
    ),
    ruling=(
        "The document's eighth turn claims 4 1, blocked since turn 4; "
        "the only free cell there is 3 1, and whoever takes it wins."
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
    grid=GridStyle(Frame.BOXES, free=""),
    phrases=Phrases(
        prompt="Enter the cell to place token {token} (e.g., {example}): ",
        turn="{player}'s Available Tokens: {tokens}",
    ),
    summary="three numbered tokens in order win",
    essence=(
        "Place any of your numbered tokens on any empty cell. "
        "Three of your own side by side in a line, rising or falling, win at once; "
        "gaps in the numbers are fine. "
        "On a full board the higher sum wins, and equal sums go to the last to place."
    ),
    how=(
        "Each player has tokens numbered from 1, as many as half the board's cells.",
        "On your turn you place any token from your hand on any empty cell.",
        "Three of your own tokens, side by side in a row, a column or a diagonal, win at once "
        "if their numbers rise or fall strictly along the line.",
        "Gaps in the numbers are fine: 1-5-8 counts. Gaps in the line are not.",
        "If the board fills up, the higher sum of placed tokens wins; "
        "if the sums are equal, the last to place does.",
    ),
    ruling=(
        "The document settles a tie with eleven tokens on the grid; a full 4×4 grid holds all "
        "sixteen, so both sums are 36 and the last to place wins."
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
    rules=Placement(KING, Bars.OWNER, Stuck.PASSES),
    cells=CellStyle.ROW_COLUMN,
    grid=GridStyle(Frame.BARE, free="_"),
    phrases=Phrases(prompt="{player} ({symbol}), enter your move (row column): "),
    summary="like Spacing, but whoever is stuck passes",
    essence=(
        "Place on any empty cell that does not touch one of your own tokens, sides and corners. "
        "If you cannot place, you pass. "
        "When neither can place, whoever placed last wins."
    ),
    how=(
        "Players take turns. On yours you place one token on an empty cell.",
        "It may not touch any of your own tokens, by side or by corner.",
        "It may touch your opponent's tokens as much as you like.",
        "If you can place, you must. If you cannot, you pass, and the other goes on.",
        "When neither can place, whoever placed last wins.",
    ),
    ruling=(
        "The document's endgame grid says that X is stuck; X has eight legal cells there: "
        "1 3, 3 1, 3 5, 4 1, 4 5, 5 2, 5 3 and 5 4."
    ),
    demo="4 4; 1 3; 2 4; 3 5; 1 1; 1 5; 3 2; 5 5; 5 2; 4 3; 4 1",
    demo_caption="X has no room left and passes; O goes on, places on 2 1 and wins.",
)

_ALL = (_CLASSIC, _SPACING, _SHOWDOWN, _SEQUENCE, _PASSING)

VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.slug: variant for variant in _ALL})
"""Every variant by its slug, in the order of the menu."""


def find_variant(name: str) -> Variant:
    """Return the variant of this slug, alias or document number, or raise UnknownVariant."""
    wanted = name.strip().casefold()
    for variant in VARIANTS.values():
        if wanted and wanted in (variant.slug, variant.document, *variant.aliases):
            return variant
    known = listed(list(VARIANTS), last="or")
    raise UnknownVariant(f"there is no variant {quoted(name)}: choose {known}")
