"""The result to share says how it went, and nothing of the answer."""

from gridlock_tui.engine.puzzles import all_puzzles
from gridlock_tui.match.puzzle_log import Attempt, Mode
from gridlock_tui.match.puzzle_share import share_text
from gridlock_tui.rules import VARIANTS
from tests.match.puzzle_support import DAY

PUZZLE = all_puzzles()[0]._replace(id="ab1234", size="5x6", difficulty=3)
NAME = VARIANTS[PUZZLE.variant].name
DONE = Attempt("u", PUZZLE.id, Mode.DAILY, DAY, True, 1, 1, "x?+")


def test_a_daily_result() -> None:
    assert share_text(DONE, PUZZLE, 12).splitlines() == [
        "Gridlock daily 2026-11-18 · #ab1234",
        f"{NAME} · 5×6 · ★★★☆☆",
        "🟥🟨🟩",
        "Streak: 12 days",
    ]


def test_a_result_in_ascii() -> None:
    text = share_text(DONE, PUZZLE, 1, ascii_only=True)
    assert text.isascii()
    assert text.splitlines() == [
        "Gridlock daily 2026-11-18, #ab1234",
        f"{NAME}, 5x6, difficulty 3 of 5",
        "[x][?][+]",
        "Streak: 1 day",
    ]


def test_other_results_have_no_date() -> None:
    attempt = Attempt("u", PUZZLE.id, Mode.STREAK, DAY, True, 0, 0, "++")
    text = share_text(attempt, PUZZLE, 4)
    assert text.splitlines()[0] == "Gridlock puzzle · #ab1234"
    assert text.splitlines()[-1] == "Streak: 4 puzzles"
    assert "Streak" not in share_text(attempt, PUZZLE)
    unrated = share_text(attempt, PUZZLE._replace(difficulty=0))
    assert unrated.splitlines()[1] == f"{NAME} · 5×6"


def test_nothing_is_given_away() -> None:
    for puzzle in all_puzzles()[::50]:
        attempt = Attempt("u", puzzle.id, Mode.PRACTICE, DAY, True, 0, 0, "+")
        for ascii_only in (False, True):
            told = share_text(attempt, puzzle, 3, ascii_only=ascii_only)
            changed = share_text(attempt, puzzle._replace(answer="h8"), 3, ascii_only=ascii_only)
            assert told == changed
            assert puzzle.theme == "" or puzzle.theme not in told
