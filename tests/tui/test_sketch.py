"""Ideas drawn on the board: everything is seen at every scale, and nothing covers anything else."""

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.engine import analyse
from gridlock_tui.engine.reasons import (
    Axis,
    Block,
    Fork,
    LastMove,
    Mirror,
    OnlyMove,
    Reason,
    Run,
    SpareMove,
    Split,
)
from gridlock_tui.match import Timeline
from gridlock_tui.rules import (
    VARIANTS,
    Board,
    Cell,
    CellStyle,
    GameState,
    Player,
    play_moves,
    read_moves,
)
from gridlock_tui.tui.board.canvas import Canvas
from gridlock_tui.tui.board.geometry import Scale, largest_scale
from gridlock_tui.tui.board.ideas import line_sketch, sketch_of
from gridlock_tui.tui.board.paint import paint
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.sketch import AXIS, COMPLETES, WINS, Sketch
from tests.rules.support import games
from tests.tui.test_board import Looks, ground_of, looks, pixels_of, scale_of, text_of

BORDERS = set("┌─┐│└┘╔═╗║╚╝")


@st.composite
def sketches(draw: st.DrawFn, state: GameState) -> Sketch:
    """Return a drawing for any state: of a reason of any kind, or of a line of play."""
    board, move = state.board, draw(st.sampled_from(state.legal_moves))
    cells = st.integers(0, board.size - 1)
    if draw(st.booleans()):
        line, after = [], state
        while not after.is_over and draw(st.booleans()):
            line.append(draw(st.sampled_from(after.legal_moves)))
            after = after.play(line[-1])
        return line_sketch(state, line)
    axis = draw(st.sampled_from([*Axis]))
    down, right = (
        draw(st.integers(0, 2 * board.rows - 2)),
        draw(st.integers(0, 2 * board.columns - 2)),
    )
    if axis is Axis.FALLING:
        down = draw(st.integers(1 - board.columns, board.rows - 1))
        right = -down
    after_move = state.play(move)  # a region has open cells only
    free = sorted({cell for player in Player for cell in after_move.room_for(player)})
    some = draw(st.lists(st.sampled_from(free), unique=True)) if free else []
    regions = (tuple(some[::2]), tuple(some[1::2]))
    nimbers = draw(st.sampled_from([(), (2, 13)]))
    reasons: list[Reason] = [
        Mirror(move, axis, down, right),
        Split(move, regions, (1, 0), nimbers),
        SpareMove(move, 1.0),
        LastMove(move, 2),
        Run(move, (draw(cells),)),
        Fork(move, tuple(cell for cell in some[:2] if state.owner(cell) is None)),
        Block(move),
        OnlyMove(move),
    ]
    return sketch_of(draw(st.sampled_from(reasons)), state)


def beside_tiles(canvas: Canvas, scale: Scale, board: Board) -> dict[tuple[int, int], str]:
    """Return the text outside the tiles, by line and column."""
    spots = [scale.spot(board, cell) for cell in range(board.size)]
    inside = {
        (line, x + right)
        for x, y in spots
        for right in range(scale.width)
        for line in range(y // 2, (y + scale.height + 1) // 2)
    }
    left, top = scale.origin
    return {
        (line, x): char
        for line, texts in enumerate(canvas.texts)
        for x, (char, _) in texts.items()
        if (line, x) not in inside and x >= left - 1 and 2 * line + 1 >= top - scale.gap
    }


@given(games(), looks, st.booleans(), st.data())
def test_a_sketch_covers_nothing(
    game: list[GameState], look: Looks, ascii_only: bool, data: st.DataObject
) -> None:
    state = game[-1]
    board, scale = state.board, scale_of(state.board, look)
    if scale is None or state.is_over:
        return
    sketch = data.draw(sketches(state))
    timeline = Timeline((state,))
    plain = paint(Picture(timeline), scale, ascii_only=ascii_only)
    drawn = paint(Picture(timeline, sketch=sketch), scale, ascii_only=ascii_only)
    shown = {move.cell for move in sketch.line}
    shown |= {sketch.move.cell} if sketch.move else set()
    for cell in range(board.size):
        before, after = (
            (text_of(each, scale, board, cell), pixels_of(each, scale, board, cell))
            for each in (plain, drawn)
        )
        if state.owner(cell) is not None:
            assert before == after, "a marker stays as it is"
        elif cell not in shown and not any(cell in state.room_for(player) for player in Player):
            assert before == after or cell in sketch.marks.cells
    assert {*beside_tiles(drawn, scale, board).values()} <= {AXIS}, "no text leaves its tile"
    assert text_is_on_grounds(drawn, scale, board, shown)


def text_is_on_grounds(canvas: Canvas, scale: Scale, board: Board, cells: set[Cell]) -> bool:
    """Return whether no text of these cells stands on a pixel of a marker."""
    for cell in cells:
        x, y = scale.spot(board, cell)
        for line in range(y // 2, (y + scale.height + 1) // 2):
            for at in range(x, x + scale.width):
                if at in canvas.texts[line]:
                    pixels = {canvas.pixels[2 * line + half][at] for half in (0, 1)}
                    if any("mark" in pixel or pixel == "cut" for pixel in pixels):
                        return False
    return True


@given(games(), looks, st.booleans(), st.data())
def test_every_part_of_a_sketch_is_seen(
    game: list[GameState], look: Looks, ascii_only: bool, data: st.DataObject
) -> None:
    state = game[-1]
    board, scale = state.board, scale_of(state.board, look)
    if scale is None or state.is_over:
        return
    sketch = data.draw(sketches(state))
    canvas = paint(Picture(Timeline((state,)), sketch=sketch), scale, ascii_only=ascii_only)
    for number, move in enumerate(sketch.line, start=1):
        assert str(number) in text_of(canvas, scale, board, move.cell)
    if sketch.move is not None:
        text = text_of(canvas, scale, board, sketch.move.cell)
        assert sketch.word in text or WINS in text
        if scale.is_small or not scale.outlined:
            assert ground_of(canvas, scale, board, sketch.move.cell) == "wins"
    others = {sketch.move.cell} if sketch.move else set[Cell]()
    for region in sketch.regions:
        for cell in set(region.cells) - others - {*sketch.completing}:
            assert region.label in text_of(canvas, scale, board, cell)
    for cell in set(sketch.completing) - others:
        assert COMPLETES in text_of(canvas, scale, board, cell)
    marks = list(beside_tiles(canvas, scale, board).values())
    assert bool(marks) == bool(sketch.marks.crossings or sketch.marks.beside)


@given(games(), looks, st.data())
def test_the_frame_of_the_cursor_opens_only_for_the_axis(
    game: list[GameState], look: Looks, data: st.DataObject
) -> None:
    state = game[-1]
    board, scale = state.board, scale_of(state.board, look)
    if scale is None or state.is_over or scale.is_small or scale.outlined:
        return
    sketch = data.draw(sketches(state))
    cell = data.draw(st.integers(0, board.size - 1))
    canvas = paint(Picture(Timeline((state,)), cell, sketch=sketch), scale)
    x, y = scale.spot(board, cell)
    frame = {
        (x + i, y + j) for i in range(-1, scale.width + 1) for j in range(-1, scale.height + 1)
    }
    frame -= {(x + i, y + j) for i in range(scale.width) for j in range(scale.height)}
    plain = paint(Picture(Timeline((state,)), sketch=sketch), scale)
    for column, row in frame:
        mark, bare = (each.texts[row // 2].get(column) for each in (canvas, plain))
        assert mark == bare, "no sign of the axis is hidden"
        ground = "cursor" if mark is None else "page"
        assert canvas.pixels[row][column] == ground, "nothing overlaps anything else"
        if mark is not None:  # a character has one ground for both pixels of its line
            assert canvas.pixels[row ^ 1][column] == "page"


@pytest.mark.parametrize("room", [(77, 34), (46, 20), (38, 11)])
def test_the_sign_of_the_centre_stands_in_the_corner_of_the_frame(room: tuple[int, int]) -> None:
    variant = VARIANTS["showdown"].resized(4, 6)
    timeline = Timeline.replay(variant.start(), read_moves(variant, "4 3; 1 4; 3 4"))
    reason = analyse(timeline.state).reason
    assert isinstance(reason, Mirror)
    sketch, scale = sketch_of(reason, timeline.state), largest_scale(variant.board, *room)
    assert scale is not None
    assert not scale.is_small
    canvas = paint(Picture(timeline, reason.move.cell, sketch=sketch), scale)
    x, y = scale.spot(variant.board, reason.move.cell)
    right, bottom = x + scale.width, y + scale.height
    assert canvas.texts[bottom // 2][right][0] == AXIS
    corner = 2 * (bottom // 2)
    assert {canvas.pixels[row][right] for row in (corner, corner + 1)} == {"page"}
    assert {canvas.pixels[row][right] for row in range(y - 1, corner)} == {"cursor"}
    assert {canvas.pixels[bottom][at] for at in range(x - 1, right)} == {"cursor"}


@given(games(), looks, st.data())
def test_outlines_stay_whole(game: list[GameState], look: Looks, data: st.DataObject) -> None:
    state = game[-1]
    board, scale = state.board, scale_of(state.board, (look[0], look[1], True))
    if scale is None or state.is_over or scale.is_small:
        return
    sketch = data.draw(sketches(state))
    canvas = paint(Picture(Timeline((state,)), sketch=sketch), scale)
    # A number of two digits does not fit the narrowest outline, and a claimed token neither.
    wide: set[Cell] = set()
    if scale.width < 4:
        wide.update(move.cell for move in sketch.line[9:])
        if state.variant.cells is CellStyle.NUMBER:
            wide.update(range(9, board.size))
    for cell in {cell for cell in range(board.size) if state.owner(cell) is None} - wide:
        x, y = scale.spot(board, cell)
        for line in range(y // 2, (y + scale.height) // 2):
            for at in (x, x + scale.width - 1):
                char = canvas.texts[line].get(at, (" ", ""))[0]
                assert char in BORDERS | {" "}


def sketched(
    slug: str, moves: str, size: tuple[int, int] | None = None, room: tuple[int, int] = (60, 30)
) -> tuple[Reason | None, Canvas, Scale, Board]:
    """Return the reason of a won position, and its drawing."""
    variant = VARIANTS[slug].resized(*size) if size else VARIANTS[slug]
    timeline = Timeline.replay(variant.start(), read_moves(variant, moves))
    reason = analyse(timeline.state).reason
    assert reason is not None
    scale = largest_scale(variant.board, *room)
    assert scale is not None
    picture = Picture(timeline, sketch=sketch_of(reason, timeline.state))
    return reason, paint(picture, scale), scale, variant.board


@pytest.mark.parametrize(
    ("slug", "moves", "axis", "count"),
    [
        ("spacing", "4 4", Axis.CENTRE, 1),
        ("spacing", "4 1", Axis.LEVEL, 5),
        ("spacing", "1 1", Axis.UPRIGHT, 5),
    ],
)
def test_the_axis_of_a_mirror_is_drawn_in_the_gaps(
    slug: str, moves: str, axis: Axis, count: int
) -> None:
    reason, canvas, scale, board = sketched(slug, moves)
    assert isinstance(reason, Mirror)
    assert reason.axis is axis
    marks = sorted(beside_tiles(canvas, scale, board))
    assert len(marks) == count
    x, y = scale.spot(board, board.cell(2, 2))
    lines, columns = {line for line, _ in marks}, {column for _, column in marks}
    assert axis is Axis.LEVEL or columns == {x - 1}
    assert axis is Axis.UPRIGHT or lines == {(y - 1) // 2}


def test_a_reflection_in_a_diagonal_is_drawn_along_it() -> None:
    state = VARIANTS["showdown"].start()
    for axis, down, corners in (
        (Axis.FALLING, 0, [(0, 0), (4, 4)]),
        (Axis.RISING, 3, [(0, 4), (4, 0)]),
    ):
        marks = sketch_of(Mirror(state.legal_moves[0], axis, down, 3), state).marks
        assert len(marks.crossings) == 5
        assert {*corners} < {*marks.crossings}


def test_the_centre_of_an_odd_board_is_its_middle_cell() -> None:
    state = play_moves(VARIANTS["showdown"].resized(5, 5).start(), "3 3; 1 1")
    middle = state.board.cell(2, 2)
    mirror = Mirror(state.move("5 5"), Axis.CENTRE, 4, 4)
    assert sketch_of(mirror, state).marks.crossings == ((2, 2), (2, 3), (3, 2), (3, 3)), "claimed"
    empty = state.variant.start()
    assert sketch_of(mirror, empty).marks.cells == (middle,)
    assert sketch_of(Mirror(empty.move("3 3"), Axis.CENTRE, 4, 4), empty).marks.cells == (middle,)


def test_regions_are_islands_with_their_labels() -> None:
    reason, canvas, scale, board = sketched("passing", "5 4; 4 2; 2 2")
    assert isinstance(reason, Split)
    for label, cells in zip("ABCD", reason.regions, strict=True):
        for cell in cells:
            assert label in text_of(canvas, scale, board, cell)
    one, two = board.cell(0, 0), board.cell(0, 1)
    assert {one, two} <= set(reason.regions[0])
    x, y = scale.spot(board, two)
    joined = {canvas.pixels[y + down][x - 1] for down in range(scale.height)}
    assert joined == {canvas.pixels[y][x]}
    x, y = scale.spot(board, board.cell(0, 3))  # of another region
    assert {canvas.pixels[y + down][x - 1] for down in range(scale.height)} == {"page"}


def test_regions_have_letters_and_no_nimbers() -> None:
    state = play_moves(VARIANTS["classic"].resized(1, 8).start(), "3")
    move = state.legal_moves[0]
    sketch = sketch_of(Split(move, ((5,), (7,)), (), (1, 1)), state)
    scale = largest_scale(state.board, 80, 20)
    assert scale is not None
    canvas = paint(Picture(Timeline((state,)), sketch=sketch), scale)
    assert text_of(canvas, scale, state.board, 5).split() == ["A"]
    assert text_of(canvas, scale, state.board, 7).split() == ["B"]


def test_a_fork_shows_its_token_and_where_runs_can_be_completed() -> None:
    reason, canvas, scale, board = sketched("sequence", "1 A1; 2 D1; 3 C2; 8 B2")
    assert isinstance(reason, Fork)
    assert text_of(canvas, scale, board, reason.move.cell).split() == ["fork", "X2"]
    for cell in reason.cells:
        assert text_of(canvas, scale, board, cell).strip() == COMPLETES
