"""The drawn board agrees with the state, at every scale, in both sets of characters."""

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, GameState, Player, play_moves
from gridlock_tui.tui.ascii_filter import in_ascii
from gridlock_tui.tui.board import art
from gridlock_tui.tui.board.geometry import SCALES, Scale, largest_scale
from gridlock_tui.tui.board.paint import Canvas, Picture, paint
from tests.rules.support import games

scales = st.sampled_from(SCALES)


def inside(canvas: Canvas, scale: Scale, state: GameState, cell: int) -> str:
    x, y = scale.spot(state.board, cell)
    return "\n".join("".join(canvas.chars[y + i][x : x + scale.width]) for i in range(scale.height))


def grounds(canvas: Canvas, scale: Scale, state: GameState, cell: int) -> set[str]:
    x, y = scale.spot(state.board, cell)
    return {
        ground
        for i in range(scale.height)
        for ground, _ in canvas.colours[y + i][x : x + scale.width]
    }


@given(games(), scales, st.booleans())
def test_every_cell_shows_what_is_there(
    game: list[GameState], scale: Scale, ascii_only: bool
) -> None:
    state = game[-1]
    canvas = paint(Picture(Timeline((state,))), scale, ascii_only=ascii_only)
    for cell in range(state.board.size):
        shown = inside(canvas, scale, state, cell)
        owner = state.owner(cell)
        if owner is not None and state.tokens:
            number = art.numeral(state.tokens[cell], scale.width, scale.height, ascii_only)
            assert owner.symbol in shown
            assert all(line.strip() in shown for line in number)
        elif owner is not None:
            drawn = art.marker(owner, scale.width, scale.height, ascii_only)
            lines = zip(drawn, shown.splitlines()[(scale.height - len(drawn)) // 2 :], strict=False)
            assert all(line.strip() in row for line, row in lines)
        elif state.room[state.to_move - 1] >> cell & 1:
            named = state.variant.grid.free is None
            assert (state.variant.cell_name(cell) if named else "·") in shown
        elif not state.tokens and not (state.room[0] | state.room[1]) >> cell & 1:
            assert set(shown) <= {"░", "\n"}


@given(games(), scales, st.booleans(), st.data())
def test_a_preview_marks_exactly_the_cells_that_would_be_lost(
    game: list[GameState], scale: Scale, ascii_only: bool, data: st.DataObject
) -> None:
    state = game[-1]
    if not state.legal_moves:
        return
    move = data.draw(st.sampled_from(state.legal_moves))
    canvas = paint(Picture(Timeline((state,)), move.cell, move.token), scale, ascii_only=ascii_only)
    effect = state.effect(move)
    lost = {cell for player in Player for cell in effect.lost_by(player)}
    hatched = {
        cell
        for cell in range(state.board.size)
        if "╱" * scale.width in inside(canvas, scale, state, cell)
    }
    assert hatched == lost


@given(games(whole=True), scales, st.booleans())
def test_the_deciding_cells_and_only_they_light_up(
    game: list[GameState], scale: Scale, ascii_only: bool
) -> None:
    state = game[-1]
    canvas = paint(Picture(Timeline((state,))), scale, ascii_only=ascii_only)
    lit = {
        cell
        for cell in range(state.board.size)
        if any(ground.startswith("won") for ground in grounds(canvas, scale, state, cell))
    }
    outcome = state.outcome
    assert outcome is not None
    assert lit == set(outcome.cells)


@given(games(), scales, st.data())
def test_every_place_of_a_cell_belongs_to_it(
    game: list[GameState], scale: Scale, data: st.DataObject
) -> None:
    board = game[0].board
    cell = data.draw(st.integers(0, board.size - 1))
    x, y = scale.spot(board, cell)
    right = data.draw(st.integers(0, scale.width - 1))
    down = data.draw(st.integers(0, scale.height - 1))
    assert scale.cell_at(board, x + right, y + down) == cell
    width, height = scale.extent(board)
    for outside in ((-1, y), (x, -1), (width, y), (x, height)):
        assert scale.cell_at(board, *outside) is None


@given(games(), st.integers(1, 120), st.integers(1, 60))
def test_the_chosen_scale_fits_and_no_larger_one_does(
    game: list[GameState], width: int, height: int
) -> None:
    board = game[0].board
    chosen = largest_scale(board, width, height)
    fitting = [
        scale
        for scale in SCALES
        if scale.extent(board)[0] <= width and scale.extent(board)[1] <= height
    ]
    assert chosen == (fitting[0] if fitting else None)


@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
def test_every_character_is_one_column_wide(ascii_only: bool) -> None:
    views = []
    for variant in VARIANTS.values():
        state = variant.start()
        while state.legal_moves:
            move = state.legal_moves[0]
            views.append(Picture(Timeline((state,)), move.cell, move.token))
            state = state.play(move)
        views.append(Picture(Timeline((state,))))
    canvases = (paint(view, scale, ascii_only=ascii_only) for view in views for scale in SCALES)
    drawn = {char for canvas in canvases for line in canvas.chars for char in line}
    assert {cell_len(char) for char in drawn} == {1}
    if ascii_only:
        assert not drawn & set(art_characters(ascii_only=False) - art_characters(ascii_only=True))
        assert [char for char in drawn if not char.isascii() and in_ascii(char) == "?"] == []


def art_characters(*, ascii_only: bool) -> set[str]:
    """Return every character of the markers and numerals, except the space."""
    drawn: set[str] = set()
    for scale in SCALES:
        arts = [art.marker(player, scale.width, scale.height, ascii_only) for player in Player]
        arts += [art.numeral(n, scale.width, scale.height, ascii_only) for n in range(1, 33)]
        drawn.update(*(line for each in arts for line in each))
    return drawn - {" "}


def test_markers_and_numerals_are_ascii_without_the_filter() -> None:
    assert art_characters(ascii_only=True) == set("XO\\/|.-'0123456789")
    assert art_characters(ascii_only=False) == set("XO█▀▄0123456789")


def test_the_cursor_is_framed_at_every_scale() -> None:
    state = VARIANTS["showdown"].start()
    for scale in SCALES:
        with_cursor = paint(Picture(Timeline((state,)), 5), scale)
        drawn = {colour for line in with_cursor.colours for _, colour in line}
        assert drawn & {"cursor", "reversed"}


@pytest.mark.parametrize("scale", SCALES)
def test_a_token_that_would_win_stays_within_its_cell(scale: Scale) -> None:
    variant = VARIANTS["sequence"].resized(8, 8)
    state = play_moves(variant.start(), "30 B2; 1 H8; 31 B3; 3 H1")
    plain = paint(Picture(Timeline((state,))), scale)
    winning = paint(Picture(Timeline((state,)), token=32), scale)
    for cell in set(range(state.board.size)) - {variant.board.cell(1, 3)}:
        assert inside(winning, scale, state, cell) == inside(plain, scale, state, cell)
    assert "32" in inside(winning, scale, state, variant.board.cell(1, 3))
