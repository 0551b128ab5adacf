"""The result of a puzzle as a few lines to share. They do not give the answer away."""

from __future__ import annotations

from gridlock_tui.engine.puzzles import DIFFICULTIES, Puzzle
from gridlock_tui.match.puzzle_log import Attempt, Mode
from gridlock_tui.match.puzzle_run import Try
from gridlock_tui.rules import find_variant
from gridlock_tui.rules.text import counted

_SQUARES = {Try.RIGHT: "🟩", Try.HELPED: "🟨", Try.WRONG: "🟥"}
_LETTERS = {Try.RIGHT: "[+]", Try.HELPED: "[?]", Try.WRONG: "[x]"}


def share_text(
    attempt: Attempt, puzzle: Puzzle, streak: int = 0, *, ascii_only: bool = False
) -> str:
    """Return the result: what and when, a square for each try, and the streak if there is one.

    A square is green for a right move, yellow for one after a hint, red for a wrong one. In ASCII
    these are `[+]`, `[?]` and `[x]`.
    """
    name = find_variant(puzzle.variant).name
    dot, size = (", ", puzzle.size) if ascii_only else (" · ", puzzle.size.replace("x", "×"))
    is_daily = attempt.mode is Mode.DAILY
    heading = f"Gridlock daily {attempt.day.isoformat()}" if is_daily else "Gridlock puzzle"
    lines = [
        dot.join([heading, f"#{puzzle.id}"]),
        dot.join(filter(None, [name, size, _difficulty(puzzle, ascii_only)])),
    ]
    signs = _LETTERS if ascii_only else _SQUARES
    lines.append("".join(signs[Try(sign)] for sign in attempt.tries))
    if streak:
        lines.append(f"Streak: {counted(streak, 'day' if is_daily else 'puzzle')}")
    return "\n".join(lines)


def _difficulty(puzzle: Puzzle, ascii_only: bool) -> str:
    """Return how hard it is, as stars; empty for one that is not rated."""
    if not puzzle.difficulty:
        return ""
    most = DIFFICULTIES[-1]
    if ascii_only:
        return f"difficulty {puzzle.difficulty} of {most}"
    return "★" * puzzle.difficulty + "☆" * (most - puzzle.difficulty)
