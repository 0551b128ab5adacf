"""Reading the board from the terminal, and what the state says should be there.

Nothing of the painter or its art is used: shapes are recognised by what makes an X an X. Nor is
what the board was given: it must show what its screen knows.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.geometry import Region
from textual.screen import Screen
from textual.widgets._toast import Toast

from gridlock_tui.match import Timeline
from gridlock_tui.rules import Cell, GameState, Move, Player
from gridlock_tui.tui.ascii_filter import in_ascii, uses_ascii
from gridlock_tui.tui.board.geometry import Scale, largest_scale
from gridlock_tui.tui.board.paint import Signs
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.widgets.too_small import LEAST_HEIGHT, LEAST_WIDTH, TooSmall
from tests.soak.terminal_screen import TerminalApp, TerminalScreen

BLOCKED, LOST = "blocked", "lost"
_PIXELS = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
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
}


class Seen(NamedTuple):
    """What one cell looks like."""

    word: str
    """`X`, `O`, `X 12`, `blocked`, `lost`, or whatever is written in it."""
    pointed: bool | None
    """Whether the cursor is around it; None where that is not visible."""
    last: bool | None
    """Whether it is marked as the last move; None where that is not visible."""


# What is shown.


def _drawn(text: str, ascii_only: bool) -> str:
    return in_ascii(text) if ascii_only else text


def _fills(ascii_only: bool) -> tuple[tuple[str, str], ...]:
    return (_drawn("░", ascii_only), BLOCKED), (_drawn("╱", ascii_only), LOST)


def read_cell(lines: Sequence[str], scale: Scale, ascii_only: bool) -> Seen:
    """Return what a cell looks like, given with the lines beside it where there are any."""
    middle = lines[scale.height // 2]
    pointed = middle[0] == middle[-1] == _drawn("║", ascii_only)
    if scale.ruled:
        lines = [line[1:-1] for line in lines]
    if scale.height == 1:
        return _read_line(lines[0], pointed, scale, ascii_only)
    last = None if pointed and not scale.ruled else _has_ticks(lines, ascii_only)
    inside = [line[1:-1] for line in lines]
    for fill, word in _fills(ascii_only):
        if {inside[-1][0], inside[-1][-1]} == {fill}:  # above it a sign may take all the room
            written = [line.replace(fill, " ") for line in inside]
            return Seen(" ".join([word, *" ".join(written).split()]), pointed, last)
    return Seen(_read_inside(inside), pointed, last)


def _has_ticks(lines: Sequence[str], ascii_only: bool) -> bool:
    return lines[0][0] + lines[0][-1] + lines[-1][0] + lines[-1][-1] == _drawn("┌┐└┘", ascii_only)


def _read_line(line: str, framed: bool, scale: Scale, ascii_only: bool) -> Seen:
    pointed = framed if scale.ruled else line[0] == "<" or None
    last = line[0] == "[" or None
    for fill, word in _fills(ascii_only):
        if fill in line:
            return Seen(" ".join([word, *line.replace(fill, " ").split()]), pointed, last)
    signed = line[0] + line[-1] in ("<>", "[]")
    return Seen(_plain(line[1:-1] if signed else line), pointed, last)


def _plain(text: str) -> str:
    """Return a token as `X 5`, and a marker without the stars of those that decide."""
    text = text.strip()
    marker = re.fullmatch(r"\*?([XO])(\d*)\*?", text)
    return f"{marker[1]} {marker[2]}".rstrip() if marker else text


def _read_inside(inside: list[str]) -> str:
    corner = inside[0][0] if inside[0][0] in "XO" else ""
    if corner:
        inside = [" " + inside[0][1:], *inside[1:]]
    drawn = [line for line in inside if line.strip()]
    if len(drawn) >= 3:
        shape = _shape(inside)
        return f"{corner} {_number(shape)}" if corner else _marker(shape)
    words = " ".join(drawn).split()
    return _plain(" ".join([corner, *words] if corner else words))


def _shape(inside: list[str]) -> list[str]:
    """Return what is drawn as pixels, two to a character, as small as it can be."""
    halves = [[_PIXELS.get(char, (1, 1)) for char in line] for line in inside]
    rows = ["".join(".#"[pixel[half]] for pixel in line) for line in halves for half in (0, 1)]
    columns = [x for x in range(len(rows[0])) if any(row[x] == "#" for row in rows)]
    lines = [y for y, row in enumerate(rows) if "#" in row]
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
    """Return the number drawn with three by five dots to a digit, each of so many pixels."""
    size = len(shape) // 5
    dots = [row[::size] for row in shape[::size]] if size else shape
    digits = (" ".join(row[x : x + 3] for row in dots) for x in range(0, len(dots[0]), 4))
    return "".join(_DIGITS.get(digit, f"({digit})") for digit in digits)


# What should be.


class Expected(NamedTuple):
    """Everything that a board must show."""

    timeline: Timeline
    cursor: Cell | None
    token: int | None
    signs: Signs
    may_place: bool = True
    """Whether it is not a computer's turn."""

    @classmethod
    def about(cls, screen: Screen[object], board: BoardView) -> "Expected":
        """Return what the screen knows; only a picture without a game knows best itself."""
        if isinstance(screen, GameScreen):
            view, game = screen.view, screen.match.game
            computer = game.seating.is_computer(game.state.to_move)
            return cls(game.timeline, view.cursor, view.token, screen.picture.signs, not computer)
        if isinstance(screen, ReviewScreen):
            return cls(screen.state.timeline, None, None, screen.state.better)
        return cls(*board.picture)


class Expectation:
    """What the cells of a board should look like, by the rules alone."""

    def __init__(self, given: Expected, scale: Scale, ascii_only: bool) -> None:
        self.timeline, self.cursor, self.token, self.signs, self.may_place = given
        self.scale, self.ascii = scale, ascii_only
        self.state: GameState = given.timeline.state
        self.lost = self._lost()

    def _lost(self) -> frozenset[Cell] | None:
        """Return what the move that is pointed at would take away, None if there is no such."""
        if self.cursor is None or not (self.may_place and self._is_legal(self.cursor)):
            return None
        effect = self.state.effect(Move(self.cursor, self.token))
        return frozenset(cell for player in Player for cell in effect.lost_by(player))

    def _is_legal(self, cell: Cell) -> bool:
        return self.state.why_not(Move(cell, self.token)) is None

    def of(self, cell: Cell) -> Seen:
        """Return what the cell should look like."""
        last = self.timeline.last_move
        return Seen(self._word(cell), cell == self.cursor, last is not None and last.cell == cell)

    def _word(self, cell: Cell) -> str:
        state = self.state
        owner = state.owner(cell)
        if owner is not None:
            return self._mark(owner, state.tokens[cell] if state.tokens else None)
        sign = self._sign(cell)
        if self.lost is not None and cell == self.cursor:
            if not sign:
                return self._mark(state.to_move, self.token)
            return sign if self.scale.height == 1 else f"{state.to_move.symbol} {sign}"
        empty = LOST if self.lost is not None and cell in self.lost else self._empty(cell)
        covered = self.scale.height == 1 and len(sign) >= self.scale.width
        filled = empty in (LOST, BLOCKED) and not covered
        return f"{empty} {sign}".rstrip() if filled else sign or empty

    def _mark(self, owner: Player, token: int | None) -> str:
        return owner.symbol if token is None else f"{owner.symbol} {token}"

    def _sign(self, cell: Cell) -> str:
        sign = self.signs[cell] if len(self.signs) == self.state.board.size else None
        if sign is None:
            return ""
        if self.scale.height > 1:
            return _drawn(f"{sign.text} {sign.below}".rstrip(), self.ascii)
        whole = sign.text + sign.below
        return _drawn(whole if len(whole) <= self.scale.width else sign.text, self.ascii)

    def _empty(self, cell: Cell) -> str:
        state, mover = self.state, self.state.to_move
        if cell in state.room_for(mover):
            if self.token is not None and self._wins_at_once(cell):
                return (
                    f"*{self.token}*"
                    if self.token < 10 or self.scale.width > 3
                    else f"{self.token}"
                )
            named = state.variant.grid.free is None
            return state.variant.cell_name(cell) if named else _drawn("·", self.ascii)
        if cell in state.room_for(mover.other):
            return mover.other.symbol.lower()
        return "" if state.tokens else BLOCKED

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
    scale = largest_scale(state.board, region.width, region.height)
    if scale is None:
        words = "No room for this board: enlarge the window."[: region.width]
        top = Region(region.x, region.y, len(words), 1)
        if clip.contains_region(top) and not any(map(top.overlaps, covers)):
            said = terminal.read(top)[0]
            if said != words:
                yield f"instead of {words!r} there stands {said!r}"
        return
    width, height = scale.extent(state.board)
    left = region.x + (region.width - width) // 2
    top_line = region.y + (region.height - height) // 2
    expected = Expectation(given, scale, uses_ascii(board))
    for cell in range(state.board.size):
        x, y = scale.spot(state.board, cell)
        beside = int(scale.ruled)
        spot = Region(left + x - beside, top_line + y, scale.width + 2 * beside, scale.height)
        if not clip.contains_region(spot) or any(map(spot.overlaps, covers)):
            continue
        seen = read_cell(terminal.read(spot), scale, uses_ascii(board))
        wanted = expected.of(cell)
        if not _agree(seen, wanted):
            picture = "\n".join(terminal.read(clip))
            yield (
                f"{state.variant.cell_name(cell)} of {state.variant!r} after"
                f" {given.timeline.at} moves: {seen} instead of {wanted}\n{picture}"
            )
            return


def _agree(seen: Seen, wanted: Seen) -> bool:
    return (
        seen.word == wanted.word
        and seen.pointed in (None, wanted.pointed)
        and seen.last in (None, wanted.last)
    )
