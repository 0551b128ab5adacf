"""Reading moves: forgiving about form, without guesses, and clear about the expected form."""

import pytest

from gridlock_tui.rules import (
    VARIANTS,
    Board,
    BoardSizeError,
    GridlockError,
    IllegalMove,
    Move,
    NotationError,
    OffBoardError,
    Player,
    PositionError,
    draw_grid,
    find_variant,
    play_moves,
    read_fen,
    read_move,
    read_moves,
    read_placement,
    read_token,
)
from gridlock_tui.rules.notation import expected_move
from gridlock_tui.rules.text import clean, in_words
from tests.rules.grids import read_grid


@pytest.mark.parametrize(
    ("slug", "text", "move"),
    [
        ("showdown", "2 3", Move(6)),
        ("showdown", "2,3", Move(6)),
        ("showdown", "2, 3", Move(6)),
        ("showdown", "(2,3)", Move(6)),
        ("showdown", " [ 2 3 ] ", Move(6)),
        ("showdown", "02 3", Move(6)),
        ("showdown", "b3", Move(6)),
        ("showdown", "B 3", Move(6)),
        ("showdown", "(b,3)", Move(6)),
        ("showdown", "{2 3}", Move(6)),
        ("showdown", "\ufeff2\u200b 3", Move(6)),
        ("sequence", "5 (B3)", Move(6, 5)),
        ("classic", "7", Move(6)),
        ("classic", "(7)", Move(6)),
        ("classic", "b3", Move(6)),
        ("sequence", "5 B3", Move(6, 5)),
        ("sequence", "5b3", Move(6, 5)),
        ("sequence", "5, b 3", Move(6, 5)),
        ("sequence", "(5 B3)", Move(6, 5)),
        ("sequence", "9 B3", Move(6, 9)),
        # As the rule documents write moves.
        ("sequence", "P1-5 B3", Move(6, 5)),
        ("sequence", "p2-5b3", Move(6, 5)),
        ("sequence", "P1-5 at B3", Move(6, 5)),
        ("showdown", "row 2, column 3", Move(6)),
        ("showdown", "Row 2 Column 3", Move(6)),
        ("showdown", "row 2 and column 3", Move(6)),
        ("classic", "cell 7", Move(6)),
    ],
)
def test_forgiven(slug: str, text: str, move: Move) -> None:
    assert read_move(VARIANTS[slug], text) == move


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        ("showdown", "23"),
        ("showdown", "2"),
        ("showdown", "2 3 4"),
        ("showdown", "2;3"),
        ("showdown", "-2 3"),
        ("showdown", "2.3"),
        ("showdown", "2)(3"),
        ("showdown", "(2,3"),
        ("showdown", "(2,3]"),
        ("classic", "(1,3)"),
        ("classic", "6" + " " * 5000),
        ("showdown", "٢ ٣"),
        ("classic", "1 2"),
        ("classic", "7.0"),
        ("classic", "1" * 5000),
        ("sequence", "B3"),
        ("sequence", "5 2 3"),
        ("sequence", "B3 5"),
    ],
)
def test_not_guessed(slug: str, text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a move: write .*, such as "):
        read_move(VARIANTS[slug], text)


@pytest.mark.parametrize(
    ("slug", "text", "sentence"),
    [
        (
            "classic",
            "foo",
            "'foo' is not a move: write the number of a cell, such as 6, or b2 for the same cell",
        ),
        (
            "showdown",
            "foo",
            "'foo' is not a move: write row and column, such as 2 2, or b2 for the same cell",
        ),
        ("sequence", "foo", "'foo' is not a move: write a token and a cell, such as 4 B2"),
        (
            "classic",
            "",
            "nothing was entered: write the number of a cell, such as 6, or b2 for the same cell",
        ),
        ("classic", "17", "17 is off the board: cells go from 1 to 16"),
        ("classic", "0", "0 is off the board: cells go from 1 to 16"),
        ("showdown", "5 2", "5 2 is off the board: rows go from 1 to 4, columns go from 1 to 4"),
        ("showdown", "z2", "Z2 is off the board: rows go from A to D, columns go from 1 to 4"),
        (
            "showdown",
            "\x1b[31m 2",
            "'[31m 2' is not a move: write row and column, such as 2 2, or b2 for the same cell",
        ),
    ],
)
def test_sentences(slug: str, text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_move(VARIANTS[slug], text)
    assert str(caught.value) == sentence


def test_a_board_of_one_row_has_only_that_row() -> None:
    with pytest.raises(NotationError) as caught:
        read_move(VARIANTS["showdown"].resized(1, 4), "2 2")
    assert str(caught.value) == ("2 2 is off the board: the only row is 1, columns go from 1 to 4")
    with pytest.raises(NotationError, match="rows go from 1 to 2, columns"):
        read_move(VARIANTS["showdown"].resized(2, 4), "3 2")


def test_a_text_has_a_limit_that_nobody_reaches() -> None:
    variant = VARIANTS["showdown"]
    assert read_move(variant, "2 2".ljust(4096)) == variant.move("2 2")
    with pytest.raises(NotationError):
        read_move(variant, "2 2".ljust(4097))
    assert read_moves(variant, "2 2".ljust(65536)) == (variant.move("2 2"),)
    with pytest.raises(NotationError):
        read_moves(variant, "2 2".ljust(65537))


@pytest.mark.parametrize(
    ("slug", "text", "moves"),
    [
        ("classic", "6; 15", [5, 14]),
        ("classic", "6, 15", [5, 14]),
        ("classic", "6,15;", [5, 14]),
        ("showdown", "2 2; 1 3", [5, 2]),
        ("showdown", "2,2,1,3", [5, 2]),
        ("showdown", "(2,2), (1,3)", [5, 2]),
        ("showdown", "b2;1 3,a1", [5, 2, 0]),
        ("showdown", "", []),
        ("showdown", "  ", []),
    ],
)
def test_lists(slug: str, text: str, moves: list[int]) -> None:
    assert [move.cell for move in read_moves(VARIANTS[slug], text)] == moves


@pytest.mark.parametrize(
    ("slug", "text", "wrong"),
    [
        ("classic", "6 15", "'6 15' is not move 1"),
        ("showdown", "2 2; 1", "'1' is not move 2"),
        ("showdown", "2 2;; 1 3", "'' is not move 2"),
        ("showdown", "2 2 1 3", "'2 2 1 3' is not move 1"),
        ("showdown", "1, 2 3, 4", "'1, 2 3, 4' is not move 1"),
        ("classic", "(1,3)", "'1 3' is not move 1"),
        ("sequence", "5 B2; B3", "'B3' is not move 2"),
    ],
)
def test_lists_name_the_move_that_is_wrong(slug: str, text: str, wrong: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_moves(VARIANTS[slug], text)
    assert str(caught.value).startswith(wrong + ": write ")


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("6; 15; 12", "move 3 cannot be played: 12 is blocked by 15"),
        ("6; 17", "move 2 cannot be played: 17 is off the board: cells go from 1 to 16"),
    ],
)
def test_an_illegal_move_in_a_list_is_named(moves: str, sentence: str) -> None:
    with pytest.raises(GridlockError) as caught:
        play_moves(VARIANTS["classic"].start(), moves)
    assert str(caught.value) == sentence


def test_tokens() -> None:
    assert read_token(VARIANTS["sequence"], " (5) ") == 5
    how = "write a number, such as 4, or a whole move, such as 4 B2"
    with pytest.raises(NotationError, match=f"'five' is not a token: {how}"):
        read_token(VARIANTS["sequence"], "five")


@pytest.mark.parametrize("text", ["4x6", "4X6", "4×6", " 4 x 6 ", "0004x0006"])
def test_sizes(text: str) -> None:
    assert Board.from_text(text) == Board(4, 6)


@pytest.mark.parametrize("text", ["", "4", "4x", "x4", "4x6x2", "fourxsix", "-1x4", "0x4", "9x4"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(BoardSizeError):
        Board.from_text(text)


@pytest.mark.parametrize("text", ["9x4", "4x12345", f"{'9' * 5000}x4"])
def test_numbers_that_are_too_large_are_numbers(text: str) -> None:
    with pytest.raises(BoardSizeError, match="a board has 1 to 8 rows and columns, so"):
        Board.from_text(text)


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        ("1 2\n3 4", "the grid does not have the rows and columns of 2x3"),
        ("- X -\n- - 6", "the grid shows '6' at 6, where the rules have -"),
        ("1 ? 3\n4 5 6", "the grid shows '?' at 2, where the rules have 2"),
    ],
)
def test_grids_that_break_the_rules_are_refused(grid: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_grid(VARIANTS["classic"].resized(2, 3), grid, Player.TWO)
    assert str(caught.value) == sentence


def test_a_grid_with_a_token_twice_is_refused() -> None:
    with pytest.raises(NotationError, match="the grid shows P1-1 more than once"):
        read_grid(VARIANTS["sequence"].resized(1, 2), "A| P1-1 | P1-1 |", Player.TWO)


@pytest.mark.parametrize("name", ["sequence", "SEQUENCE", " sequence ", "003", "tokens"])
def test_variants_by_slug_document_and_alias(name: str) -> None:
    assert find_variant(name) is VARIANTS["sequence"]


def test_a_title_that_names_the_size_follows_it() -> None:
    passing = VARIANTS["passing"]
    assert passing.title == "GridLock 5×5 · Passing"
    assert passing.resized(6, 7).title == "GridLock 6×7 · Passing"
    assert passing.resized(6, 7).resized(5, 5) == passing


@pytest.mark.parametrize(
    ("slug", "move", "sentence"),
    [
        ("classic", Move(16), "that cell is not on the 4x4 board"),
        ("classic", Move(-1), "that cell is not on the 4x4 board"),
        ("classic", Move(5, 3), "there are no numbered tokens here: play just 6"),
        ("sequence", Move(5), "say which token goes there, such as 1 B2"),
        ("sequence", Move(5, 9), "there is no token 9: yours go from 1 to 8"),
    ],
)
def test_moves_that_cannot_be_written_are_illegal_too(slug: str, move: Move, sentence: str) -> None:
    assert VARIANTS[slug].start().why_not(move) == sentence


@pytest.mark.parametrize(
    ("slug", "moves", "move", "lost_by_one", "lost_by_two"),
    [
        ("showdown", "", "2 2", ["1 2", "2 1", "2 3", "3 2"], ["1 2", "2 1", "2 3", "3 2"]),
        ("showdown", "2 2", "1 3", ["1 4"], ["1 4"]),
        ("spacing", "", "1 1", ["1 2", "2 1", "2 2"], []),
        ("spacing", "1 1", "2 3", [], ["1 2", "1 3", "1 4", "2 2", "2 4", "3 2", "3 3", "3 4"]),
    ],
)
def test_effects(
    slug: str, moves: str, move: str, lost_by_one: list[str], lost_by_two: list[str]
) -> None:
    state = play_moves(VARIANTS[slug].start(), moves)
    effect = state.effect(read_move(state.variant, move))
    for player, lost in ((Player.ONE, lost_by_one), (Player.TWO, lost_by_two)):
        assert [state.variant.cell_name(cell) for cell in effect.lost_by(player)] == lost


@pytest.mark.parametrize(
    ("moves", "move", "run"),
    [
        ("5 B2; 1 A1; 6 C2; 2 A2", "7 D2", ["B2", "C2", "D2"]),
        ("5 B2; 1 A1; 6 C2; 2 A2", "4 D2", []),
        ("5 B2; 1 A1; 4 C2; 2 A2", "3 D2", ["B2", "C2", "D2"]),
        # A run in the row alone, then one in the column too.
        ("1 B2; 1 A1; 2 B3; 2 D1; 5 C4; 3 A2; 4 D4; 4 D2", "3 B4", ["B2", "B3", "B4"]),
        ("1 B2; 1 A1; 2 B3; 2 D1; 4 C4; 3 A2; 5 D4; 4 D2", "3 B4", ["B2", "B3", "B4", "C4", "D4"]),
    ],
)
def test_an_effect_names_every_run_that_the_move_completes(
    moves: str, move: str, run: list[str]
) -> None:
    state = play_moves(VARIANTS["sequence"].start(), moves)
    effect = state.effect(read_move(state.variant, move))
    assert [state.variant.cell_name(cell) for cell in effect.run] == run


def test_the_effect_of_an_illegal_move_is_an_error() -> None:
    state = play_moves(VARIANTS["showdown"].start(), "2 2")
    with pytest.raises(IllegalMove, match="1 2 is blocked by 2 2"):
        state.effect(read_move(state.variant, "1 2"))


@pytest.mark.parametrize(
    ("slug", "size", "moves", "drawing"),
    [
        ("classic", (1, 1), "", "1"),
        ("classic", (3, 5), "1", "X   -   3   4   5\n-   -   8   9  10\n11 12  13  14  15"),
        ("spacing", (1, 1), "1 1", "   1\n  ---\n1 | X"),
        ("spacing", (2, 3), "", "   1 2 3\n  -------\n1 | . . .\n2 | . . ."),
        ("showdown", (1, 2), "", "   1 2\n1 [- -]"),
        ("passing", (2, 3), "1 1; 2 2", "X _ _\n_ O _"),
        ("sequence", (1, 1), "1 A1", "    1\n +------+\nA| P1-1 |\n +------+"),
        (
            "sequence",
            (2, 8),
            "8 A1",
            "    1      2      3      4      5      6      7      8\n"
            " +------+------+------+------+------+------+------+------+\n"
            "A| P1-8 |      |      |      |      |      |      |      |\n"
            " +------+------+------+------+------+------+------+------+\n"
            "B|      |      |      |      |      |      |      |      |\n"
            " +------+------+------+------+------+------+------+------+",
        ),
        (
            "sequence",
            (3, 7),
            "11 A1; 1 C7",
            "     1       2       3       4       5       6       7\n"
            " +-------+-------+-------+-------+-------+-------+-------+\n"
            "A| P1-11 |       |       |       |       |       |       |\n"
            " +-------+-------+-------+-------+-------+-------+-------+\n"
            "B|       |       |       |       |       |       |       |\n"
            " +-------+-------+-------+-------+-------+-------+-------+\n"
            "C|       |       |       |       |       |       | P2-1  |\n"
            " +-------+-------+-------+-------+-------+-------+-------+",
        ),
    ],
)
def test_grids_of_other_sizes(slug: str, size: tuple[int, int], moves: str, drawing: str) -> None:
    assert draw_grid(play_moves(VARIANTS[slug].resized(*size).start(), moves)) == drawing


@pytest.mark.parametrize(
    ("slug", "grid", "sentence"),
    [
        ("classic", "X X O", "two markers block each other"),
        ("spacing", "1 | X X .", "two markers block each other"),
        (
            "sequence",
            "A| P1-1 | P1-2 |  |",
            "it cannot be the turn of Player 1 with these tokens on the board",
        ),
        (
            "sequence",
            "A| P2-1 | P2-2 |  |",
            "it cannot be the turn of Player 1 with these tokens on the board",
        ),
        (
            "sequence",
            "A| P1-1 |  |  |",
            "it cannot be the turn of Player 1 with these tokens on the board",
        ),
    ],
)
def test_impossible_positions_are_refused(slug: str, grid: str, sentence: str) -> None:
    with pytest.raises(PositionError) as caught:
        read_grid(VARIANTS[slug].resized(1, 3), grid, Player.ONE)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("marks", [(1, 1), (1 << 16, 0)])
def test_markers_need_cells_of_their_own(marks: tuple[int, int]) -> None:
    with pytest.raises(PositionError, match="every marker needs a cell of its own on the board"):
        VARIANTS["classic"].position(marks, Player.ONE)


def test_tokens_need_to_be_in_the_hand_they_came_from() -> None:
    with pytest.raises(PositionError, match="a token is on the board that its player"):
        VARIANTS["sequence"].resized(1, 2).position((1, 0), Player.TWO, tokens=(7, 0))


def test_no_two_variants_share_a_name() -> None:
    names = [
        name
        for variant in VARIANTS.values()
        for name in (variant.slug, variant.document, *variant.aliases)
    ]
    assert len(names) == len(set(names))


def test_an_unknown_variant_gets_the_list() -> None:
    with pytest.raises(GridlockError) as caught:
        find_variant("chess")
    assert str(caught.value).startswith("there is no variant 'chess': choose classic, ")
    assert all(slug in str(caught.value) for slug in VARIANTS)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("\x1b[31mred\x1b[0m", "[31mred [0m"),
        ("a\u202eb\u200bc", "abc"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\U0001f680"),
        ("[/]", "[/]"),
        ("x" * 50, "x" * 39 + "…"),
        ("\ud800", ""),
    ],
)
def test_text_from_outside_is_cleaned(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_a_labelled_token_must_belong_to_the_player() -> None:
    variant = VARIANTS["sequence"]
    assert read_placement(variant, "P1-5 B3", None, Player.ONE) == Move(6, 5)
    assert read_token(variant, "P2-5", Player.TWO) == 5
    for read in (
        lambda: read_placement(variant, "P2-5 B3", None, Player.ONE),
        lambda: read_token(variant, "P2-5", Player.ONE),
    ):
        with pytest.raises(NotationError, match="P2-5 is a token of Player 2"):
            read()


def test_words_do_not_hide_the_end_of_a_move_in_a_list() -> None:
    variant = VARIANTS["showdown"]
    assert read_moves(variant, "row 2, column 3, row 1, column 1; 4 4") == (
        *(Move(6), Move(0), Move(15)),
    )


def test_a_cell_is_enough_for_a_token_that_is_given() -> None:
    variant = VARIANTS["sequence"]
    assert read_placement(variant, "B3", 5) == Move(6, 5)
    assert read_placement(variant, "4 B3", 5) == Move(6, 4)
    for text, token in (("B3", None), ("B", 5), ("hello", 5)):
        with pytest.raises(NotationError):
            read_placement(variant, text, token)
    with pytest.raises(OffBoardError):
        read_placement(variant, "5 E9", 5)
    with pytest.raises(NotationError):
        read_placement(VARIANTS["showdown"], "2", 5)


@pytest.mark.parametrize(
    ("rows", "columns", "place"),
    [(4, 4, (1, 1)), (2, 2, (1, 1)), (1, 3, (0, 1)), (3, 1, (1, 0)), (1, 1, (0, 0))],
)
def test_examples_use_the_second_cell_of_the_second_row_if_there_is_one(
    rows: int, columns: int, place: tuple[int, int]
) -> None:
    board = Board(rows, columns)
    assert board.place(board.sample) == place


@pytest.mark.parametrize(
    ("number", "words"), [(0, "no"), (1, "one"), (10, "ten"), (11, "11"), (64, "64")]
)
def test_small_numbers_are_words(number: int, words: str) -> None:
    assert in_words(number) == words


@pytest.mark.parametrize(("size", "example"), [((1, 1), "1 A1"), ((3, 3), "3 B2")])
def test_the_example_of_a_move_is_one_of_the_game(size: tuple[int, int], example: str) -> None:
    variant = VARIANTS["sequence"].resized(*size)
    assert expected_move(variant) == f"a token and a cell, such as {example}"
    assert read_move(variant, example) in variant.start().legal_moves


@pytest.mark.parametrize("rows", ["X./...", "X./..././.."])
def test_a_position_has_rows_of_one_length(rows: str) -> None:
    with pytest.raises(NotationError, match="rows of the same length"):
        read_fen(f"showdown {rows} O X")
