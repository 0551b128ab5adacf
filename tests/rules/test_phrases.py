"""What is said about a position and its end, and positions that cannot be."""

import pytest

from gridlock_tui.rules import (
    VARIANTS,
    Player,
    PositionError,
    cells_by_player,
    closing_reason,
    play_moves,
)
from gridlock_tui.rules.text import counted


def test_every_cell_needs_the_number_of_its_token() -> None:
    with pytest.raises(PositionError, match="every cell needs the number of its token"):
        VARIANTS["sequence"].position((0, 0), Player.ONE, None, (0,) * 15)


def test_both_players_use_the_same_cells_where_a_marker_blocks_both() -> None:
    shared = {slug for slug, variant in VARIANTS.items() if variant.shares_room}
    assert shared == {"classic", "showdown", "sequence"}


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1000, "1,000 games")]
)
def test_things_are_counted(number: int, words: str) -> None:
    assert counted(number, "game") == words


def test_cells_are_listed_by_who_has_them() -> None:
    assert cells_by_player([3, 1, 2], [2, 5, 4], ("Ada", "Ben")) == [
        ("both", (2,)),
        ("Ada", (1, 3)),
        ("Ben", (4, 5)),
    ]
    assert cells_by_player([1], [1]) == [("both", (1,))]
    assert cells_by_player([], []) == []


@pytest.mark.parametrize(
    ("slug", "size", "moves", "reason"),
    [
        ("showdown", (1, 3), "", ""),
        ("showdown", (1, 3), "1 2", "Ben has no valid moves left."),
        ("sequence", (4, 4), "5 B2; 4 A1; 6 C2; 3 A2; 7 D2", "P1-5, P1-6, P1-7 in a line"),
        ("sequence", (1, 2), "1 A1; 1 A2", "Ben placed the last token."),
        (
            "sequence",
            (1, 3),
            "1 A1; 1 A3; 2 A2",
            "The tokens of Ada add up to 3, those of Ben to 1.",
        ),
        ("passing", (1, 1), "1 1", "The last player to place a token was Ada."),
    ],
)
def test_the_reason_why_a_game_ended_does_not_say_who_wins(
    slug: str, size: tuple[int, int], moves: str, reason: str
) -> None:
    state = play_moves(VARIANTS[slug].resized(*size).start(), moves)
    said = closing_reason(state, ("Ada", "Ben"))
    assert reason in said
    assert bool(said) is state.is_over
    assert "wins" not in said


def test_a_player_who_cannot_place_passes_in_a_position_too() -> None:
    row = VARIANTS["passing"].resized(1, 3)
    played = play_moves(row.start(), "1 2; 1 1")
    assert (played.to_move, played.passed) == (Player.TWO, Player.ONE)
    assert row.position((0b010, 0b001), Player.ONE) == played
    stays = VARIANTS["spacing"].resized(1, 3).position((0b010, 0b001), Player.ONE)
    assert stays.to_move is Player.ONE
    assert stays.is_over
