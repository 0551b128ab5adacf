"""What the menu says about an empty board."""

import pytest

from gridlock_tui.engine import Verdict
from gridlock_tui.engine.openings import Opening
from gridlock_tui.rules import VARIANTS, Board
from gridlock_tui.tui.wording.openings import (
    OpeningSummary,
    opening_summary,
    opening_text,
)

PEOPLE, COMPUTER = ("human", "human"), ("human", "perfect")
WIN, LOSS = Verdict.WIN, Verdict.LOSS
REPLIES = "as few as 1 of 15 replies works"
HARD = Opening(LOSS, 0, 20, replies=(1, 15), seconds=1.0)


@pytest.mark.parametrize(
    ("opening", "whole", "brief"),
    [
        (
            HARD,
            f"Second player wins with perfect play, but must find it: {REPLIES}.",
            f"Second player wins; {REPLIES}.",
        ),
        (
            Opening(LOSS, 0, 16, replies=(9, 15)),
            "Second player wins with perfect play: at least 9 of 15 replies work.",
            "Second player wins; at least 9 of 15 replies work.",
        ),
        (
            Opening(LOSS, 0, 16, replies=(13, 13)),
            "Second player wins with perfect play: every reply works.",
            "Second player wins; every reply works.",
        ),
        (Opening(LOSS, 0, 16), "Second player wins with perfect play.", "Second player wins."),
        (
            Opening(WIN, 1, 9),
            "Starter wins with perfect play, but must find it: 1 of 9 first moves works.",
            "Starter wins; 1 of 9 first moves works.",
        ),
        (
            Opening(WIN, 12, 16),
            "Starter wins with perfect play: 12 of 16 first moves work.",
            "Starter wins; 12 of 16 first moves work.",
        ),
        (
            Opening(WIN, 3, 16, unknown=5),
            "Starter wins with perfect play: at least 3 of 16 first moves work.",
            "Starter wins; at least 3 of 16 first moves work.",
        ),
    ],
)
def test_who_wins_and_how_hard_that_is(opening: Opening, whole: str, brief: str) -> None:
    assert opening_text(opening) == whole
    assert opening_text(opening, brief=True) == brief


@pytest.mark.parametrize(
    ("opening", "text"),
    [
        (Opening(Verdict.UNKNOWN, 0, 64), "Who wins is not known."),
        (Opening(WIN, 9, 9, fixed=True), "Starter always wins."),
        (Opening(LOSS, 0, 16, mirrored=True), "Second player wins by mirroring every move."),
    ],
)
def test_short_text_is_the_same_in_brief(opening: Opening, text: str) -> None:
    assert opening_text(opening) == opening_text(opening, brief=True) == text


def test_other_boards_are_links_and_their_reasons_are_said_where_there_is_room() -> None:
    summary = OpeningSummary(Board(4, 4), HARD, [(Board(4, 5), HARD), (Board(4, 4), HARD)], None)
    wide = summary.content(PEOPLE, wide=True, key="b")
    assert wide.plain.splitlines()[1] == "Closer boards (b): 4×5 (1 of 15 replies works)"
    assert summary.content(PEOPLE, wide=False, key="b").plain.endswith("(b): 4×5")
    assert "take(4,5)" in wide.markup


def test_a_board_that_is_not_yet_known_is_being_worked_on() -> None:
    summary = opening_summary(VARIANTS["showdown"].resized(7, 8))
    assert summary.content(PEOPLE, True, "b").plain.startswith("7×8: Working out who wins…")


def test_the_limit_of_perfect_is_said_only_to_those_who_meet_it() -> None:
    slow = Opening(WIN, 3, 16, seconds=1000.0)
    summary = OpeningSummary(Board(8, 8), slow, [], Board(5, 5))
    limit = "Perfect plays perfectly up to 5×5, here only near the end."
    assert limit in summary.content(COMPUTER, True, "b").plain
    assert limit not in summary.content(PEOPLE, True, "b").plain
    for exact in (HARD, Opening(LOSS, 0, 16, mirrored=True)):
        known = OpeningSummary(Board(4, 4), exact, [], None)
        assert "Perfect" not in known.content(COMPUTER, True, "b").plain
