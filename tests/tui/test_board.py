"""The drawn board agrees with the state, at every scale, as tiles and as outlines."""

from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len

from gridlock_tui.match import Timeline
from gridlock_tui.rules import (
    VARIANTS,
    Board,
    Cell,
    GameState,
    Player,
    play_moves,
    read_moves,
    run_threats,
)
from gridlock_tui.tui.ascii_filter import in_ascii
from gridlock_tui.tui.board import art
from gridlock_tui.tui.board.canvas import Canvas
from gridlock_tui.tui.board.geometry import Scale, largest_scale
from gridlock_tui.tui.board.paint import paint
from gridlock_tui.tui.board.picture import LOST, Picture, Sign
from tests.rules.support import games

# From a board that hardly fits to one with tiles of the largest size.
rooms = st.tuples(st.integers(26, 200), st.integers(9, 60))
Looks = tuple[tuple[int, int], bool, bool]
looks = st.tuples(rooms, st.booleans(), st.booleans())
"""The room for the board, whether it has labels, and whether tiles are outlines."""


def scale_of(board: Board, look: Looks) -> Scale | None:
    room, labelled, outlined = look
    return largest_scale(board, *room, labelled=labelled, outlined=outlined)


def pixels_of(canvas: Canvas, scale: Scale, board: Board, cell: Cell) -> list[list[str]]:
    x, y = scale.spot(board, cell)
    return [row[x : x + scale.width] for row in canvas.pixels[y : y + scale.height]]


def text_of(canvas: Canvas, scale: Scale, board: Board, cell: Cell) -> str:
    x, y = scale.spot(board, cell)
    lines = canvas.texts[y // 2 : (y + scale.height + 1) // 2]
    return "".join(line.get(at, (" ", ""))[0] for line in lines for at in range(x, x + scale.width))


def ground_of(canvas: Canvas, scale: Scale, board: Board, cell: Cell) -> str:
    """Return the ground of a cell, within its border if it has one."""
    y, x = (2, 1) if scale.outlined and not scale.is_small else (0, 0)
    return pixels_of(canvas, scale, board, cell)[y][x]


@given(games(), looks, st.booleans())
def test_every_cell_shows_what_is_there(
    game: list[GameState], look: Looks, ascii_only: bool
) -> None:
    state = game[-1]
    board, scale = state.board, scale_of(state.board, look)
    if scale is None:
        return
    canvas = paint(Picture(Timeline((state,))), scale, ascii_only=ascii_only)
    drawn_as_tiles = scale.is_small or not scale.outlined
    for cell in range(board.size):
        ground, text = ground_of(canvas, scale, board, cell), text_of(canvas, scale, board, cell)
        owner = state.owner(cell)
        free = [player for player in Player if cell in state.room_for(player)]
        if owner is not None:
            outcome = state.outcome
            past = outcome is not None and cell not in outcome.cells
            name = ("one", "two")[owner - 1]
            if drawn_as_tiles or not past:
                assert ground == f"{'past' if past else 'tile'}-{name}"
            colours = {colour for row in pixels_of(canvas, scale, board, cell) for colour in row}
            assert text.strip() or "cut" in colours
            if state.tokens and text.strip(" 0123456789┌─┐│└┘"):
                assert owner.symbol in text
        elif state.is_over or not free:
            assert (ground, text.strip()) == ("locked" if drawn_as_tiles else "page", "")
        elif len(free) == 1:
            assert free[0].symbol.lower() in text
            assert ground == ("page", f"only-{('one', 'two')[free[0] - 1]}")[drawn_as_tiles]
        else:
            named = state.variant.grid.free is None
            assert (state.variant.cell_name(cell) if named else "·") in text
            assert ground == ("page", "free")[drawn_as_tiles]


@given(games(), looks)
def test_territory_does_not_change_with_the_turn(game: list[GameState], look: Looks) -> None:
    state = game[-1]
    scale = scale_of(state.board, look)
    turned = replace(state, to_move=state.to_move.other)
    if scale is None or state.is_over or turned.is_over:
        return
    mine, others = (paint(Picture(Timeline((each,))), scale) for each in (state, turned))
    assert mine == others


@given(games(), looks, st.booleans(), st.data())
def test_a_preview_marks_exactly_the_cells_that_would_be_lost(
    game: list[GameState], look: Looks, ascii_only: bool, data: st.DataObject
) -> None:
    state = game[-1]
    board, scale = state.board, scale_of(state.board, look)
    if scale is None or not state.legal_moves:
        return
    move = data.draw(st.sampled_from(state.legal_moves))
    timeline = Timeline((state,))
    plain = paint(Picture(timeline), scale, ascii_only=ascii_only)
    shown = paint(Picture(timeline, move.cell, move.token), scale, ascii_only=ascii_only)
    effect = state.effect(move)
    lost = {cell for player in Player for cell in effect.lost_by(player)}
    changed = {
        cell
        for cell in range(board.size)
        if text_of(plain, scale, board, cell) != text_of(shown, scale, board, cell)
        or pixels_of(plain, scale, board, cell) != pixels_of(shown, scale, board, cell)
    }
    assert changed == lost | {move.cell}
    if scale.is_small:
        signed = {cell for cell in changed if LOST in text_of(shown, scale, board, cell)}
        assert signed == lost


FRAMED = VARIANTS["showdown"].resized(2, 3)
SCALES = {
    largest_scale(FRAMED.board, 100, lines, labelled=labelled, outlined=outlined)
    for outlined in (False, True)
    for labelled in (False, True)
    for lines in range(60)
} - {None}


def test_the_frame_is_tried_at_every_scale() -> None:
    for labelled in (False, True):
        heights = {
            outlined: {
                scale.height
                for scale in SCALES
                if scale and (scale.labelled, scale.outlined) == (labelled, outlined)
            }
            for outlined in (False, True)
        }
        assert heights == {False: {*range(2, 26)}, True: {2, *range(6, 26, 2)}}


@pytest.mark.parametrize("scale", sorted(filter(None, SCALES)), ids=str)
@pytest.mark.parametrize("cell", [0, 4])
def test_the_cursor_is_a_frame_around_its_tile_and_nothing_else(cell: Cell, scale: Scale) -> None:
    timeline = Timeline((FRAMED.start(),))
    without = paint(Picture(timeline), scale)
    framed = paint(Picture(timeline, cell, may_place=False), scale)
    bright = {
        (column, row)
        for row, line in enumerate(framed.pixels)
        for column, colour in enumerate(line)
        if colour != without.pixels[row][column]
    }
    written = {
        (column, row): sign
        for row, line in enumerate(framed.texts)
        for column, sign in line.items()
        if sign != without.texts[row].get(column)
    }
    assert {framed.pixels[row][column] for column, row in bright} <= {"cursor"}
    x, y = scale.spot(FRAMED.board, cell)
    right, below = x + scale.width, y + scale.height
    if scale.is_small:  # no room for a frame: the tile is reversed
        assert bright == {(column, row) for column in range(x, right) for row in (y, y + 1)}
        middle = x + scale.width // 2
        pointed = {x: "<", middle: "·", right - 1: ">"}
        assert written == {
            (column, y // 2): (sign, "on-cursor") for column, sign in pointed.items()
        }
    elif scale.outlined:  # the border of the tile is drawn again, double
        top, bottom = y // 2, below // 2 - 1
        frame = {(column, row): "═" for column in range(x, right) for row in (top, bottom)}
        frame |= {(column, row): "║" for column in (x, right - 1) for row in range(top, bottom)}
        corners = {(x, top): "╔", (right - 1, top): "╗", (x, bottom): "╚", (right - 1, bottom): "╝"}
        assert written == {at: (sign, "cursor") for at, sign in (frame | corners).items()}
        assert not bright
    else:  # one pixel wide, around the tile, and not on it
        rows = {(column, row) for column in range(x - 1, right + 1) for row in (y - 1, below)}
        columns = {(column, row) for column in (x - 1, right) for row in range(y, below)}
        assert bright == rows | columns
        assert not written


@given(games(), looks, st.data())
def test_the_frame_of_the_cursor_changes_no_other_tile(
    game: list[GameState], look: Looks, data: st.DataObject
) -> None:
    state = game[-1]
    board, scale = state.board, scale_of(state.board, look)
    if scale is None or state.is_over:
        return
    cell = data.draw(st.integers(0, board.size - 1))
    timeline = Timeline((state,))
    without = paint(Picture(timeline), scale)
    framed = paint(Picture(timeline, cell, may_place=False), scale)
    for other in set(range(board.size)) - {cell}:
        assert pixels_of(framed, scale, board, other) == pixels_of(without, scale, board, other)
        assert text_of(framed, scale, board, other) == text_of(without, scale, board, other)
    if not scale.is_small and not scale.outlined:
        assert pixels_of(framed, scale, board, cell) == pixels_of(without, scale, board, cell)
        assert text_of(framed, scale, board, cell) == text_of(without, scale, board, cell)


@given(games(), looks)
def test_the_bar_of_the_last_move_covers_nothing(game: list[GameState], look: Looks) -> None:
    state = game[-1]
    board, scale = state.board, scale_of(state.board, look)
    if scale is None or len(game) < 2 or scale.is_small or scale.outlined:
        return
    moved = next(cell for cell in range(board.size) if state.owner(cell) != game[-2].owner(cell))
    move = next(move for move in game[-2].legal_moves if game[-2].play(move) == state)
    assert move.cell == moved
    without = paint(Picture(Timeline((state,))), scale)
    marked = paint(Picture(Timeline((game[-2], state), (move,), 1)), scale)
    ground = ground_of(without, scale, board, moved)
    before, after = (pixels_of(each, scale, board, moved) for each in (without, marked))
    covered = {
        old
        for row, new_row in zip(before, after, strict=True)
        for old, new in zip(row, new_row, strict=True)
        if old != new
    }
    assert covered == {ground}
    assert sum(row.count("bar") for row in after) == scale.width - 2
    assert without.texts == marked.texts


@given(games(), looks, st.data())
def test_every_place_of_a_cell_belongs_to_it(
    game: list[GameState], look: Looks, data: st.DataObject
) -> None:
    board = game[0].board
    scale = scale_of(board, look)
    if scale is None:
        return
    cell = data.draw(st.integers(0, board.size - 1))
    x, y = scale.spot(board, cell)
    right = data.draw(st.integers(0, scale.width - 1))
    # Every line of which the tile has the upper half.
    line = data.draw(st.sampled_from(range((y + 1) // 2, (y + scale.height + 1) // 2)))
    assert scale.cell_at(board, x + right, line) == cell
    width, height = scale.extent(board)
    for outside in ((-1, line), (x, -1), (width + 1, line), (x, height + 1)):
        assert scale.cell_at(board, *outside) is None


@given(st.integers(1, 8), st.integers(1, 8), looks)
def test_the_chosen_scale_fits_and_no_larger_one_does(rows: int, columns: int, look: Looks) -> None:
    board = Board(rows, columns)
    (width, height), _, outlined = look
    chosen = scale_of(board, look)
    if chosen is None:
        return
    across, down = chosen.extent(board)
    assert across <= width
    assert down <= height
    if chosen.is_small or chosen.height >= 24:
        return
    larger = chosen._replace(height=chosen.height + 1 + outlined, width=chosen.height + outlined)
    across, down = larger.extent(board)
    assert across > width or down > height


@pytest.mark.parametrize("size", [(40, 11), (53, 20), (80, 35), (140, 54)])
@pytest.mark.parametrize("side", range(1, 9))
def test_boards_of_every_size_fit_into_every_window(side: int, size: tuple[int, int]) -> None:
    for outlined in (False, True):
        scale = largest_scale(Board(side, side), *size, outlined=outlined)
        assert scale is not None
        assert scale.labelled


@pytest.mark.parametrize("outlined", [False, True], ids=["tiles", "outlines"])
@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
def test_every_character_is_one_column_wide(ascii_only: bool, outlined: bool) -> None:
    drawn: set[str] = set()
    for variant in VARIANTS.values():
        state = variant.start()
        for room in ((30, 10), (60, 24), (120, 50)):
            scale = largest_scale(state.board, *room, outlined=outlined)
            assert scale is not None
            state = variant.start()
            while state.legal_moves:
                move = state.legal_moves[0]
                picture = Picture(Timeline((state,)), move.cell, move.token)
                canvas = paint(picture, scale, ascii_only=ascii_only)
                drawn |= {char for line in canvas.texts for char, _ in line.values()}
                state = state.play(move)
    assert {cell_len(char) for char in drawn} == {1}
    if ascii_only and outlined:  # as ASCII is drawn
        assert not drawn & set("█▀▄")
        assert [char for char in drawn if in_ascii(char) == "?" and char != "?"] == []


@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("room", [(30, 14), (60, 24), (120, 50)])
def test_claimed_tiles_that_touch_are_not_one_in_outlines(
    room: tuple[int, int], ascii_only: bool
) -> None:
    variant = VARIANTS["sequence"]
    timeline = Timeline.replay(variant.start(), read_moves(variant, "1 A1; 1 A2; 2 B1; 2 B2"))
    scale = largest_scale(variant.board, *room, outlined=True)
    assert scale is not None
    assert not scale.is_small
    canvas = paint(Picture(timeline), scale, ascii_only=ascii_only)
    (x, top), (_, below) = (scale.spot(variant.board, variant.board.cell(row, 0)) for row in (0, 1))
    grounds = [canvas.pixels[y][x + 1] for y in range(top, below + scale.height)]
    parts = [ground for ground, _ in groupby(grounds)]
    assert parts.count("tile-one") == 2


@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize("size", range(3, 22))
def test_markers_are_symmetric_and_fill_their_room(player: Player, size: int) -> None:
    for width in (size, size + 1):
        drawn = art.marker(player, width, size)
        assert (len(drawn), len(drawn[0])) == (size, width)
        assert list(drawn) == [row[::-1] for row in drawn] == list(drawn[::-1])
        assert drawn[0].strip(".")
        assert any(row[0] == "#" for row in drawn)
        middle = drawn[size // 2]
        assert (middle[0] == "#") is (player is Player.TWO)
        assert (middle[width // 2] == "#") is (player is Player.ONE)


@pytest.mark.parametrize("number", range(1, 33))
def test_numerals_differ_and_fit(number: int) -> None:
    for width, height in ((11, 7), (13, 10), (30, 20)):
        drawn = art.numeral(number, width, height)
        assert drawn is not None
        assert len(drawn) <= height
        assert len(drawn[0]) <= width
        assert drawn not in {art.numeral(other, width, height) for other in range(1, number)}
    assert art.numeral(number, 2, 5) is None


def test_a_completed_run_is_joined_to_a_line() -> None:
    state = play_moves(VARIANTS["sequence"].start(), "5 B2; 4 A1; 6 C2; 3 A2; 7 D2")
    assert state.is_over
    scale = largest_scale(state.board, 70, 34)
    assert scale is not None
    canvas = paint(Picture(Timeline((state,))), scale)
    board = state.board
    x, _ = scale.spot(board, board.cell(1, 1))
    gaps = [scale.spot(board, board.cell(row, 1))[1] - 1 for row in range(4)]
    joined = ["tile-one" in canvas.pixels[y][x : x + scale.width] for y in gaps]
    assert joined == [False, False, True, True]


def test_threats_of_both_sides_are_marked_if_they_are_shown() -> None:
    variant = VARIANTS["sequence"]
    state = play_moves(variant.start(), "5 B2; 1 A1; 6 C2; 2 A2")
    board, scale = state.board, largest_scale(state.board, 70, 34)
    assert scale is not None
    own, others = board.cell(3, 1), board.cell(0, 2)
    for token, mark in ((7, "*7*"), (1, "*")):
        picture = Picture(Timeline((state,)), token=token, threats=run_threats(state))
        canvas = paint(picture, scale)
        assert text_of(canvas, scale, board, own).strip() == mark
        assert text_of(canvas, scale, board, others).strip() == "!"
    hidden = paint(Picture(Timeline((state,)), token=7), scale)
    assert text_of(hidden, scale, board, own).strip() == "·"
    assert text_of(hidden, scale, board, others).strip() == "·"


def test_the_analysis_is_in_words_where_there_is_room() -> None:
    state = VARIANTS["showdown"].start()
    board = state.board
    signs = tuple(Sign("▲5", "wins", words="wins 5") for _ in range(board.size))
    found = []
    for room in ((120, 40), (40, 11), (30, 6)):
        scale = largest_scale(board, *room)
        assert scale is not None
        canvas = paint(Picture(Timeline((state,)), 0, signs=signs), scale)
        found.append((text_of(canvas, scale, board, 1).strip(), ground_of(canvas, scale, board, 1)))
    assert found == [("wins 5", "wins"), ("▲5", "wins"), ("▲5", "wins")]


@pytest.mark.parametrize("room", [(40, 11), (53, 20), (80, 35), (140, 54)])
def test_a_token_that_would_win_stays_within_its_cell(room: tuple[int, int]) -> None:
    variant = VARIANTS["sequence"].resized(8, 8)
    state = play_moves(variant.start(), "30 B2; 1 H8; 31 B3; 3 H1")
    board, scale = state.board, largest_scale(variant.board, *room)
    assert scale is not None
    threats = run_threats(state)
    plain = paint(Picture(Timeline((state,)), threats=threats), scale)
    winning = paint(Picture(Timeline((state,)), token=32, threats=threats), scale)
    wins = board.cell(1, 3)
    for cell in set(range(board.size)) - {wins}:
        assert text_of(winning, scale, board, cell) == text_of(plain, scale, board, cell)
    assert "32" in text_of(winning, scale, board, wins)
    assert _columns_of_text(winning) - _columns_of_text(plain) <= _columns_of(scale, board)


def _columns_of(scale: Scale, board: Board) -> set[int]:
    """Return the columns in which there are tiles, and no gaps."""
    lefts = [scale.spot(board, board.cell(0, column))[0] for column in range(board.columns)]
    return {left + at for left in lefts for at in range(scale.width)}


def _columns_of_text(canvas: Canvas) -> set[int]:
    """Return the columns in which something is written."""
    return {at for line in canvas.texts for at in line}
