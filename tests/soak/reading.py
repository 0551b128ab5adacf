"""What the state says should be on the board, and whether the terminal shows it.

All cells of one kind have one ground, and no other kind has it. What the board was given is not
used: it must show what its screen knows.
"""

from collections.abc import Iterator
from typing import NamedTuple

from textual.color import Color
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets._toast import Toast

from gridlock_tui.match import Timeline
from gridlock_tui.match.turning_point import TurningPoint
from gridlock_tui.rules import Cell, GameState, Move, Player, Threats, run_threats
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.board.geometry import Scale, largest_scale
from gridlock_tui.tui.board.picture import Picture, Signs
from gridlock_tui.tui.board.sketch import WINS, Sketch
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.friend.screen import FriendScreen
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.screens.lesson import LessonScreen
from gridlock_tui.tui.screens.puzzle import PuzzleScreen
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.widgets.too_small import LEAST_HEIGHT, LEAST_WIDTH, TooSmall
from gridlock_tui.tui.widgets.turning_panel import SmallBoard
from tests.soak.terminal_screen import TerminalApp, TerminalScreen
from tests.soak.tiles import LOST, Seen, Tile, drawn, read_outline

_LEAST_INNER = 5


class Expected(NamedTuple):
    """Everything that a board must show."""

    timeline: Timeline
    cursor: Cell | None
    token: int | None
    signs: Signs
    may_place: bool = True
    """Whether it is not a computer's turn."""
    threats: Threats | None = None
    sketch: Sketch | None = None

    @classmethod
    def about(cls, screen: Screen[object], board: BoardView) -> "Expected":
        """Return what the screen knows; only a picture without a game knows best itself."""
        if isinstance(board, SmallBoard):
            assert isinstance(screen, GameScreen)
            point = screen._search.point
            return cls.of(board.picture) if point is None else cls._turning(point, board)
        if isinstance(screen, GameScreen):
            view, game = screen.view, screen.match.game
            computer = game.seating.is_computer(game.state.to_move)
            signs, threats = screen.picture.signs, screen.picture.threats
            sketch = view.hint.sketch if view.hint else None
            return cls(game.timeline, view.cursor, view.token, signs, not computer, threats, sketch)
        if isinstance(screen, FriendScreen):
            shown, game = screen.shown.game, screen.shown.game.match.game
            threats = run_threats(game.state) if game.setup.variant.has_tokens else None
            may_place = screen.shown.may_place
            return cls(game.timeline, shown.cursor, shown.token, (), may_place, threats)
        if isinstance(screen, ReviewScreen):
            state = screen.state
            hint = state.hint(screen._movers)
            if hint is not None and hint.sketch is not None:
                before = state.timeline.jump(state.timeline.at - 1)
                return cls(before, None, None, (), sketch=hint.sketch)
            return cls(state.timeline, None, None, state.better)
        if isinstance(screen, PuzzleScreen | LessonScreen):
            return cls.of(screen.view.picture())
        return cls.of(board.picture)

    @classmethod
    def of(cls, picture: Picture) -> "Expected":
        """Return what a picture shows."""
        return cls(*picture[:6], picture.sketch)

    @classmethod
    def _turning(cls, point: TurningPoint, board: BoardView) -> "Expected":
        """Return the position of a turning point, with signs on the moves that it names."""
        before = Timeline.begin(point.before.state)
        signs = board.picture.signs
        named = {cell for cell, sign in enumerate(signs) if sign is not None}
        if named != {move.cell for move in (point.move, *point.better)}:
            signs = ()  # and so the board is wrong
        return cls(before, None, None, signs)


class Expectation:
    """What the cells of a board should look like, by the rules alone."""

    def __init__(self, given: Expected, scale: Scale, ascii_only: bool) -> None:
        self.timeline, self.cursor, self.token, self.signs, self.may_place = given[:5]
        self.threats, self.sketch = given.threats, given.sketch
        self.scale, self.ascii = scale, ascii_only
        self.state: GameState = given.timeline.state
        self.lost = self._lost()
        self.sketched = self._sketched()

    def _lost(self) -> frozenset[Cell] | None:
        """Return what the move that is pointed at would take away, None if there is no such."""
        if self.cursor is None or self.signs or self.sketch is not None:
            return None
        if not (self.may_place and self._is_legal(self.cursor)):
            return None
        effect = self.state.effect(Move(self.cursor, self.token))
        return frozenset(cell for player in Player for cell in effect.lost_by(player))

    def _sketched(self) -> frozenset[Cell]:
        """Return the cells that look different because of what is drawn over the board."""
        sketch = self.sketch
        if sketch is None:
            return frozenset()
        moves = [*sketch.line, *([sketch.move] if sketch.move else [])]
        regions = [cell for region in sketch.regions for cell in region.cells]
        rooms = [
            (set(self.state.room_for(player)), set(sketch.after.room_for(player)))
            for player in Player
        ]
        lost = {cell for could, can in rooms for cell in could ^ can}
        named = {move.cell for move in moves}
        return frozenset({*named, *regions, *sketch.marks.cells, *sketch.completing, *lost})

    def is_drawn_over(self, cell: Cell, seen: Seen) -> bool:
        """Return whether the cell shows what is drawn there; exactly only for the moves."""
        sketch = self.sketch
        assert sketch is not None
        if sketch.move is not None and sketch.move.cell == cell:
            return any(drawn(word, self.ascii) in seen.word for word in (WINS, sketch.word) if word)
        return bool(seen.word) or cell not in {move.cell for move in sketch.line}

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
            return drawn(whole if len(whole) <= self.scale.width else sign.text, self.ascii)
        worded = all(len(each.words) <= self.scale.width - 2 for each in self.signs if each)
        text = (sign.words if worded else "") or sign.text
        two = self.scale.height >= (8 if self.scale.outlined else _LEAST_INNER)
        return drawn(f"{text} {sign.below}".rstrip() if two else text, self.ascii)

    def _empty(self, cell: Cell) -> str:
        state, mover = self.state, self.state.to_move
        may = [player for player in Player if self._may(player, cell)]
        if self.threats is not None and may:
            if cell in self.threats[mover - 1]:
                return self._winning_token() if self._wins_at_once(cell) else "*"
            if cell in self.threats[mover.other - 1]:
                return "!"
        if len(may) == 1:
            return may[0].symbol.lower()
        named = state.variant.grid.free is None
        free = state.variant.cell_name(cell) if named else drawn("·", self.ascii)
        return free if may else ""

    def _winning_token(self) -> str:
        """Return `*24*`, or `*24` on a tile of three columns."""
        whole = f"*{self.token}*"
        outlined = self.scale.outlined and not self.scale.is_small
        return whole if len(whole) <= self.scale.width - 2 * outlined else whole[:-1]

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
        if board.display and board.visible and board.region and not board.is_moving
        for fault in _faults(app.terminal, screen, board, list(_covers(app, screen)))
    ]


def _unsaid_need(app: TerminalApp) -> list[str]:
    """Return that the window is not said to be too small, if it is not."""
    times = drawn("×", app.startup.ascii)
    words = f"Gridlock needs {LEAST_WIDTH}{times}{LEAST_HEIGHT}"
    said = " ".join(app.terminal.text.split())
    return [] if words in said else [f"a small window does not say: {words}"]


def _has_toast(screen: Screen[object]) -> bool:
    return any(isinstance(widget, Toast) for widget in screen._compositor.visible_widgets)


def _is_covered_whole(screen: Screen[object]) -> bool:
    return any(cover.display for cover in screen.query(TooSmall))


def _covers(app: TerminalApp, screen: Screen[object]) -> Iterator[Region]:
    """Yield where something may lie on top of the boards of a screen."""
    stack = app.screen_stack
    for shown in stack[stack.index(screen) :]:
        for widget, (region, _) in shown._compositor.visible_widgets.items():
            if isinstance(widget, Toast) or (shown is not screen and widget is not shown):
                yield region


def _faults(
    terminal: TerminalScreen, screen: Screen[object], board: BoardView, covers: list[Region]
) -> Iterator[str]:
    geometry = screen.find_widget(board)
    region, clip = geometry.region.shrink(board.gutter), geometry.visible_region
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
        if cell in expected.sketched:
            if not expected.is_drawn_over(cell, seen):
                picture = "\n".join(terminal.read(clip))
                yield f"{state.variant.cell_name(cell)}: {seen} and not {given.sketch}\n{picture}"
                return
            continue
        if not dimmed and wanted.ground is not None and seen.ground is not None:
            grounds.setdefault(wanted.ground, set()).add(seen.ground)
        # The marks of an axis interrupt the frame of the cursor.
        if not _agree(seen, wanted, dimmed or given.sketch is not None):
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


def _agree(seen: Seen, wanted: Seen, no_frame: bool) -> bool:
    return (
        seen.word == wanted.word
        and (no_frame or seen.pointed in (None, wanted.pointed))
        and seen.last in (None, wanted.last)
    )
