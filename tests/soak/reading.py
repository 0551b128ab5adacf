"""Reading the board from the terminal, and what the state says should be there.

Nothing of the painter or its art is used: shapes are recognised by what makes an X an X, and
colours by what they have in common: all cells of one kind have one ground, and no other kind has
it. Nor is what the board was given: it must show what its screen knows.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.color import Color
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets._toast import Toast

from gridlock_tui.match import Timeline
from gridlock_tui.rules import Cell, GameState, Move, Player, Threats
from gridlock_tui.tui.ascii_filter import in_ascii, uses_ascii
from gridlock_tui.tui.board.geometry import Scale, largest_scale
from gridlock_tui.tui.board.picture import Signs
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.widgets.too_small import LEAST_HEIGHT, LEAST_WIDTH, TooSmall
from tests.soak.terminal_screen import Glyph, Hue, TerminalApp, TerminalScreen

LOST = "lost"
_PIXELS = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
_LEAST_INNER = 5
_DIGITS = {
    "### #.# #.# #.# ###": "0",
    ".#. ##. .#. .#. ###": "1",
    "### ..# ### #.. ###": "2",
    "### ..# ### ..# ###": "3",
    "#.# #.# ### ..# ..#": "4",
    "### #.. ### ..# ###": "5",
    "### #.. ### #.# ###": "6",
    "### ..# .#. .#. .#.": "7",
    "### #.# ### #.# ###": "8",
    "### #.# ### ..# ###": "9",
    ".###. #...# #...# #...# #...# #...# .###.": "0",
    "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.": "1",
    ".###. #...# ....# ..##. .#... #.... #####": "2",
    "####. ....# ....# .###. ....# ....# ####.": "3",
    "#..#. #..#. #..#. ##### ...#. ...#. ...#.": "4",
    "##### #.... ####. ....# ....# #...# .###.": "5",
    ".###. #.... #.... ####. #...# #...# .###.": "6",
    "##### ....# ...#. ..#.. ..#.. .#... .#...": "7",
    ".###. #...# #...# .###. #...# #...# .###.": "8",
    ".###. #...# #...# .#### ....# ....# .###.": "9",
}


class Seen(NamedTuple):
    """What one cell looks like."""

    word: str
    """`X`, `O`, `X 12`, `lost`, or whatever is written in it; nothing where the tile is gone."""
    pointed: bool | None
    """Whether the cursor is around it; None where that is not visible."""
    last: bool | None
    """Whether it is marked as the last move; None where that is not visible."""
    ground: object = None
    """What its tile has in common with others of its kind; None where that is not visible."""


# What is shown.


def _drawn(text: str, ascii_only: bool) -> str:
    return in_ascii(text) if ascii_only else text


class Tile:
    """The part of the terminal that a cell takes, with what is around it."""

    def __init__(self, glyphs: Sequence[Sequence[Glyph]], scale: Scale, upper: int) -> None:
        """Take the glyphs from the column left of the tile to the column right of it.

        `upper` is the half line of the first glyphs in which the tile begins.
        """
        self.scale = scale
        self.rows: list[list[Hue]] = []
        for line in glyphs:
            halves = [(g.ink, g.ground) if g.char == "▀" else (g.ground, g.ground) for g in line]
            self.rows += [[half[0] for half in halves], [half[1] for half in halves]]
        self.upper = upper
        self.inside = [row[1:-1] for row in self.rows[upper : upper + scale.height]]
        first, last = (upper + 1) // 2, (upper + scale.height) // 2
        self.text = ["".join(_text(glyph) for glyph in line[1:-1]) for line in glyphs[first:last]]

    def read(self, page: Hue) -> Seen:
        """Return what the tile shows."""
        if self.scale.is_small:
            return self._read_line()
        ground, around = self.inside[0][0], self._around()
        pointed = len(around) == 1 and around != {page}
        bars = [y for y, row in enumerate(self.inside) if self._is_bar(y, row, ground)]
        shape = _cropped(
            [
                "".join(".#"[pixel != ground and y not in bars] for pixel in row)
                for y, row in enumerate(self.inside)
            ]
        )
        return Seen(self._word(shape), pointed, bool(bars), ground)

    def _around(self) -> set[Hue]:
        top, bottom = self.upper - 1, self.upper + self.scale.height
        beside = [row[at] for row in self.rows[top : bottom + 1] for at in (0, -1)]
        return {*self.rows[top], *self.rows[bottom], *beside}

    def _is_bar(self, y: int, row: list[Hue], ground: Hue) -> bool:
        middle = set(row[1:-1])
        # Below the marker, which leaves two rows free in a high tile and one in a low one.
        foot = self.scale.height - (2 if self.scale.height > 10 else 1)
        if y != foot or len(middle) != 1 or middle == {ground}:
            return False
        # A bar is a single row: a smaller tile inside has more.
        return row[0] == row[-1] == ground and set(self.inside[y - 1][1:-1]) != middle

    def _word(self, shape: list[str]) -> str:
        words = " ".join(self.text).split()
        if not shape:
            return LOST if words in (["╱"], ["/"]) else _plain(" ".join(words))
        if {char for row in shape for char in row} == {"#"}:
            return " ".join([LOST, *words])
        return f"{words[0]} {_number(shape)}" if words else _marker(shape)

    def _read_line(self) -> Seen:
        (line,) = self.text
        pointed = line[0] + line[-1] == "<>" or None
        last = line[0] + line[-1] == "[]" or None
        word = _plain(line[1:-1] if pointed or last else line)
        # The cursor reverses the tile, and so hides its ground.
        return Seen(LOST if word in ("╱", "/") else word, pointed, last)


def _text(glyph: Glyph) -> str:
    return " " if glyph.char == "▀" else glyph.char


def read_outline(glyphs: Sequence[Sequence[Glyph]], ascii_only: bool) -> Seen:
    """Return what a tile shows that is drawn by its outline."""
    lines = ["".join(glyph.char for glyph in line) for line in glyphs]
    corner, pointer, bar = (_drawn(char, ascii_only) for char in "┌╔═")
    pointed, edged = lines[0][0] == pointer, lines[0][0] == corner
    last = None if pointed else set(lines[-1][1:-1]) == {bar}
    inside = [line[1:-1] for line in lines[1:-1]]
    if not edged and inside[0][:1] == corner:
        signs = _drawn("┌─┐│└┘", ascii_only)
        words = " ".join(inside).translate({ord(sign): " " for sign in signs}).split()
        return Seen(" ".join([LOST, *words]), pointed, last)
    word = _read_inside(inside)
    return Seen(LOST if word in ("╱", "/") else word, pointed, last)


def _plain(text: str) -> str:
    """Return a token as `X 5`."""
    text = text.strip()
    marker = re.fullmatch(r"([XO])(\d*)", text)
    return f"{marker[1]} {marker[2]}".rstrip() if marker else text


def _read_inside(inside: list[str]) -> str:
    corner = inside[0][0] if inside[0][:1] in ("X", "O") else ""
    drawn = [line for line in inside if line.strip()]
    if len(drawn) >= 2 and any(char in "█▀▄\\/|" for line in drawn for char in line):
        if corner:
            inside = [" " + inside[0][1:], *inside[1:]]
        shape = _shape(inside)
        return f"{corner} {_number(shape)}" if corner else _marker(shape)
    return _plain(" ".join(" ".join(drawn).split()))


def _shape(inside: list[str]) -> list[str]:
    """Return what is drawn as pixels, two to a character, as small as it can be."""
    halves = [[_PIXELS.get(char, (1, 1)) for char in line] for line in inside]
    return _cropped(
        ["".join(".#"[pixel[half]] for pixel in line) for line in halves for half in (0, 1)]
    )


def _cropped(rows: list[str]) -> list[str]:
    columns = [x for x in range(len(rows[0])) if any(row[x] == "#" for row in rows)]
    lines = [y for y, row in enumerate(rows) if "#" in row]
    if not lines:
        return []
    return [row[columns[0] : columns[-1] + 1] for row in rows[lines[0] : lines[-1] + 1]]


def _marker(shape: list[str]) -> str:
    """Tell an X, which has a middle and no sides, from an O; both look the same in a mirror."""
    if shape == [row[::-1] for row in shape] == shape[::-1]:
        row = shape[len(shape) // 2]
        side, middle = row[0], row[len(row) // 2]
        if side != middle:
            return "X" if middle == "#" else "O"
    return "/".join(shape)


def _number(shape: list[str]) -> str:
    """Return the number drawn with dots, each of so many pixels."""
    for high in (5, 7):
        size, wide = len(shape) // high, high - 2
        if not size or len(shape) % high:
            continue
        dots = [row[::size] for row in shape[::size]]
        read = _digits(dots, wide)
        if "(" not in read:
            return read
    return "/".join(shape)


def _digits(dots: list[str], wide: int) -> str:
    """Return the digits; the first may be narrower than the others, like a 1."""
    missing = -(len(dots[0]) + 1) % (wide + 1)
    for left in range(missing + 1):
        padded = [f"{'.' * left}{row}{'.' * (missing - left)}" for row in dots]
        columns = range(0, len(padded[0]), wide + 1)
        found = [_DIGITS.get(" ".join(row[x : x + wide] for row in padded), "(") for x in columns]
        if "(" not in found:
            return "".join(found)
    return "("


# What should be.


class Expected(NamedTuple):
    """Everything that a board must show."""

    timeline: Timeline
    cursor: Cell | None
    token: int | None
    signs: Signs
    may_place: bool = True
    """Whether it is not a computer's turn."""
    threats: Threats | None = None

    @classmethod
    def about(cls, screen: Screen[object], board: BoardView) -> "Expected":
        """Return what the screen knows; only a picture without a game knows best itself."""
        if isinstance(screen, GameScreen):
            view, game = screen.view, screen.match.game
            computer = game.seating.is_computer(game.state.to_move)
            signs, threats = screen.picture.signs, screen.picture.threats
            return cls(game.timeline, view.cursor, view.token, signs, not computer, threats)
        if isinstance(screen, ReviewScreen):
            return cls(screen.state.timeline, None, None, screen.state.better)
        return cls(*board.picture[:6])


class Expectation:
    """What the cells of a board should look like, by the rules alone."""

    def __init__(self, given: Expected, scale: Scale, ascii_only: bool) -> None:
        self.timeline, self.cursor, self.token, self.signs, self.may_place, self.threats = given
        self.scale, self.ascii = scale, ascii_only
        self.state: GameState = given.timeline.state
        self.lost = self._lost()

    def _lost(self) -> frozenset[Cell] | None:
        """Return what the move that is pointed at would take away, None if there is no such."""
        if self.cursor is None or self.signs:
            return None
        if not (self.may_place and self._is_legal(self.cursor)):
            return None
        effect = self.state.effect(Move(self.cursor, self.token))
        return frozenset(cell for player in Player for cell in effect.lost_by(player))

    def _is_legal(self, cell: Cell) -> bool:
        return self.state.why_not(Move(cell, self.token)) is None

    def of(self, cell: Cell) -> Seen:
        """Return what the cell should look like."""
        last = self.timeline.last_move
        pointed = cell == self.cursor and not self.state.is_over
        is_last = last is not None and last.cell == cell
        return Seen(self._word(cell), pointed, is_last, self._kind(cell))

    def _kind(self, cell: Cell) -> str | None:
        """Return the kind of the cell: all cells of a kind have one ground, no others have it."""
        state = self.state
        owner, sign = state.owner(cell), self._sign(cell)
        if owner is not None:
            outcome = state.outcome
            past = outcome is not None and cell not in outcome.cells
            return f"{owner.symbol} {'past' if past else ''}"
        if sign or (self.threats and cell in self.threats[0] | self.threats[1]):
            return None
        if self.lost is not None and (cell == self.cursor or cell in self.lost):
            return None
        return "" if state.is_over else "".join(p.symbol for p in Player if self._may(p, cell))

    def _may(self, player: Player, cell: Cell) -> bool:
        return cell in self.state.room_for(player)

    def _word(self, cell: Cell) -> str:
        state = self.state
        owner = state.owner(cell)
        if owner is not None:
            return self._mark(owner, state.tokens[cell] if state.tokens else None)
        if self.lost is not None and cell == self.cursor:
            return self._mark(state.to_move, self.token)
        if self.lost is not None and cell in self.lost:
            return self._lost_word(cell)
        return self._sign(cell) or ("" if state.is_over else self._empty(cell))

    def _lost_word(self, cell: Cell) -> str:
        """Return `lost`, and on a large tile the letter of the player who may still use it."""
        if self.scale.height < _LEAST_INNER * (1 + self.scale.outlined):
            return LOST
        effect = self.state.effect(Move(self.cursor or 0, self.token))
        left = [p for p in Player if self._may(p, cell) and cell not in effect.lost_by(p)]
        return " ".join([LOST, *(player.symbol.lower() for player in left)])

    def _mark(self, owner: Player, token: int | None) -> str:
        return owner.symbol if token is None else f"{owner.symbol} {token}"

    def _sign(self, cell: Cell) -> str:
        sign = self.signs[cell] if len(self.signs) == self.state.board.size else None
        if sign is None:
            return ""
        if self.scale.is_small:
            whole = sign.text + sign.below
            return _drawn(whole if len(whole) <= self.scale.width else sign.text, self.ascii)
        text = sign.words if len(sign.words) <= self.scale.width - 2 else sign.text
        two = self.scale.height >= (8 if self.scale.outlined else _LEAST_INNER)
        return _drawn(f"{text} {sign.below}".rstrip() if two else text, self.ascii)

    def _empty(self, cell: Cell) -> str:
        state, mover = self.state, self.state.to_move
        may = [player for player in Player if self._may(player, cell)]
        if self.threats is not None and may:
            if cell in self.threats[mover - 1]:
                return f"*{self.token}*" if self._wins_at_once(cell) else "*"
            if cell in self.threats[mover.other - 1]:
                return "!"
        if len(may) == 1:
            return may[0].symbol.lower()
        named = state.variant.grid.free is None
        free = state.variant.cell_name(cell) if named else _drawn("·", self.ascii)
        return free if may else ""

    def _wins_at_once(self, cell: Cell) -> bool:
        return self._is_legal(cell) and bool(self.state.effect(Move(cell, self.token)).run)


# Both together.


def wrong_boards(app: TerminalApp) -> list[str]:
    """Return a sentence for each visible board that is wrong."""
    top = app.screen
    below = app._background_screens if top.is_modal else []
    if any(map(_is_covered_whole, (top, *below))):
        return [] if top.is_modal or _has_toast(top) else _unsaid_need(app)
    return [
        fault
        for screen in (*below, top)
        for board in screen.query(BoardView)
        if board.display and board.region
        for fault in _faults(app.terminal, screen, board, list(_covers(top, screen)))
    ]


def _unsaid_need(app: TerminalApp) -> list[str]:
    """Return that the window is not said to be too small, if it is not."""
    times = _drawn("×", app.startup.ascii)
    words = f"Gridlock needs {LEAST_WIDTH}{times}{LEAST_HEIGHT}"
    said = " ".join(app.terminal.text.split())
    return [] if words in said else [f"a small window does not say: {words}"]


def _has_toast(screen: Screen[object]) -> bool:
    return any(isinstance(widget, Toast) for widget in screen._compositor.visible_widgets)


def _is_covered_whole(screen: Screen[object]) -> bool:
    return any(cover.display for cover in screen.query(TooSmall))


def _covers(top: Screen[object], screen: Screen[object]) -> Iterator[Region]:
    """Yield where something may lie on top of the boards of a screen."""
    for shown in {top, screen}:
        for widget, (region, _) in shown._compositor.visible_widgets.items():
            if isinstance(widget, Toast) or (shown is not screen and widget is not top):
                yield region


def _faults(
    terminal: TerminalScreen, screen: Screen[object], board: BoardView, covers: list[Region]
) -> Iterator[str]:
    geometry = screen.find_widget(board)
    region, clip = geometry.region, geometry.visible_region
    given = Expected.about(screen, board)
    state = given.timeline.state
    ascii_only = uses_ascii(board)
    scale = largest_scale(
        state.board, region.width, region.height,
        labelled=state.variant.grid.free is not None,
        outlined=ascii_only or board.app.native_ansi_color,
    )  # fmt: skip
    if scale is None:
        words = "No room for this board: enlarge the window."
        words = words if len(words) <= region.width else ""
        top = Region(region.x, region.y, len(words), 1)
        if clip.contains_region(top) and not any(map(top.overlaps, covers)):
            said = terminal.read(top)[0]
            if said != words:
                yield f"instead of {words!r} there stands {said!r}"
        return
    width, height = scale.extent(state.board)
    left = region.x + (region.width - width) // 2
    top_line = region.y + (region.height - height) // 2
    expected = Expectation(given, scale, ascii_only)
    page = Color.parse(board.app.theme_variables["background"]).rgb
    # Behind a question everything is dimmed, and the page with it.
    dimmed = screen is not board.app.screen
    grounds: dict[object, set[object]] = {}
    for cell in range(state.board.size):
        x, y = scale.spot(state.board, cell)
        beside = 0 if scale.outlined and not scale.is_small else 1
        gap = 0 if scale.is_small or scale.outlined else 1
        first, last = (y - gap) // 2, (y + scale.height - 1 + gap) // 2
        across = scale.width + 2 * beside
        spot = Region(left + x - beside, top_line + first, across, last - first + 1)
        if not clip.contains_region(spot) or any(map(spot.overlaps, covers)):
            continue
        glyphs = terminal.glyphs(spot)
        if beside:
            seen = Tile(glyphs, scale, y - 2 * first).read(page)
        else:
            seen = read_outline(glyphs, ascii_only)
        wanted = expected.of(cell)
        if not dimmed and wanted.ground is not None and seen.ground is not None:
            grounds.setdefault(wanted.ground, set()).add(seen.ground)
        if not _agree(seen, wanted, dimmed):
            picture = "\n".join(terminal.read(clip))
            yield (
                f"{state.variant.cell_name(cell)} of {state.variant!r} after"
                f" {given.timeline.at} moves: {seen} instead of {wanted}\n{picture}"
            )
            return
    if any(len(each) > 1 for each in grounds.values()) or len(grounds) > len(
        set().union(*grounds.values())
    ):
        yield f"kinds of cells and their grounds, instead of one ground for each: {grounds}"


def _agree(seen: Seen, wanted: Seen, dimmed: bool) -> bool:
    return (
        seen.word == wanted.word
        and (dimmed or seen.pointed in (None, wanted.pointed))
        and seen.last in (None, wanted.last)
    )
