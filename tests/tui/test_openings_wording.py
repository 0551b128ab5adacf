"""What the menu says about an empty board."""

import pytest

from gridlock_tui.engine import Verdict
from gridlock_tui.engine.openings import Opening
from gridlock_tui.rules import VARIANTS, Board
from gridlock_tui.tui.wording.openings import (
    OpeningSummary,
    next_starter_warning,
    opening_summary,
    opening_text,
)

PEOPLE, NOVICE, PERFECT = ("human", "human"), ("human", "novice"), ("human", "perfect")
WIN, LOSS = Verdict.WIN, Verdict.LOSS
HARD = Opening(LOSS, 0, 20, replies=(1, 15), seconds=1.0)
EASY = Opening(WIN, 12, 16)


@pytest.mark.parametrize(
    ("opening", "text"),
    [
        (HARD, "A close fight: with perfect play the second player wins."),
        (Opening(LOSS, 0, 16, replies=(9, 15)), "With perfect play the second player wins."),
        (Opening(LOSS, 0, 16, fixed=True), "With perfect play the second player wins."),
        (Opening(LOSS, 0, 16, mirrored=True), "With perfect play the second player wins."),
        (Opening(WIN, 1, 9), "A close fight: with perfect play the first player wins."),
        (Opening(WIN, 12, 16), "With perfect play the first player wins."),
        (Opening(Verdict.UNKNOWN, 0, 64), "Nobody knows who wins with perfect play."),
    ],
)
def test_who_wins_in_words_that_invite(opening: Opening, text: str) -> None:
    assert opening_text(opening) == text


def test_other_boards_are_links() -> None:
    summary = OpeningSummary(Board(4, 4), EASY, [(Board(4, 5), HARD), (Board(4, 4), HARD)], None)
    assert summary.content(PEOPLE).plain.endswith("Closer fights: 4×5")
    assert "take(4,5)" in summary.content(PEOPLE).markup


def test_a_close_fight_has_other_close_fights() -> None:
    boards = [(Board(4, 5), HARD), (Board(3, 5), HARD)]
    summary = OpeningSummary(Board(4, 4), HARD, boards, None)
    assert summary.content(PEOPLE).plain == (
        "A close fight: with perfect play the second player wins. Other close fights: 4×5, 3×5"
    )
    assert summary.brief_content().plain == "Other close fights: 4×5, 3×5"


def test_the_line_about_showdown() -> None:
    assert opening_summary(VARIANTS["showdown"]).content(NOVICE).plain == (
        "With perfect play the second player wins. Closer fights: 4×5, 5×5, 3×5"
    )


def test_a_board_that_is_not_yet_known_is_being_worked_on() -> None:
    summary = opening_summary(VARIANTS["spacing"].resized(7, 7))
    assert summary.content(PEOPLE).plain.startswith("Working out who wins…")


def test_the_limit_of_perfect_is_said_only_to_those_who_meet_it() -> None:
    slow = Opening(WIN, 3, 16, seconds=1000.0)
    summary = OpeningSummary(Board(8, 8), slow, [], Board(5, 5))
    limit = "Perfect plays perfectly up to 5×5, here only near the end."
    assert limit in summary.content(PERFECT).plain
    for kinds in (PEOPLE, NOVICE):
        assert limit not in summary.content(kinds).plain
    for exact in (HARD, Opening(LOSS, 0, 16, mirrored=True)):
        known = OpeningSummary(Board(4, 4), exact, [], None)
        assert "Perfect" not in known.content(PERFECT).plain


def test_a_loser_who_starts_the_next_game_is_warned_where_starters_lose() -> None:
    showdown = VARIANTS["showdown"]
    assert next_starter_warning(showdown) == (
        "With perfect play the first player loses on 4×4: the loser gets the harder side."
    )
    assert next_starter_warning(showdown.resized(5, 5)) == "", "the first player wins"
    assert next_starter_warning(VARIANTS["spacing"].resized(7, 7)) == "", "nobody knows"
