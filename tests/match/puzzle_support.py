"""Shared by the tests of puzzles: puzzles of the pack, and attempts at them."""

from datetime import date

from gridlock_tui.engine import Verdict, analyse
from gridlock_tui.engine.puzzles import Puzzle, all_puzzles
from gridlock_tui.match.puzzle_log import Attempt, Mode
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.rules import Move

DAY = date(2026, 11, 18)


def short_puzzles() -> list[Puzzle]:
    """Return the puzzle of each variant that is over soonest, but not at once."""
    found: dict[str, Puzzle] = {}
    for puzzle in all_puzzles():
        known = found.get(puzzle.variant)
        if puzzle.distance > 1 and (known is None or puzzle.distance < known.distance):
            found[puzzle.variant] = puzzle
    return list(found.values())


def wrong_move(run: PuzzleRun) -> Move:
    """Return a move that loses."""
    values = analyse(run.state).moves
    return next(value.move for value in values if value.verdict is Verdict.LOSS)


def answered(run: PuzzleRun) -> PuzzleRun:
    """Let the engine answer, if it is asked."""
    return run if run.asks is None else run.answered(analyse(run.asks))


def step(run: PuzzleRun) -> PuzzleRun:
    """Play a move that wins, and let the engine answer."""
    return answered(run.play(analyse(run.state).line[0]))


def solved(run: PuzzleRun) -> PuzzleRun:
    """Play the win to its end."""
    while not run.is_solved:
        run = step(run)
    return run


def attempt_at(
    puzzle: Puzzle,
    mode: Mode = Mode.PRACTICE,
    day: date = DAY,
    *,
    uid: str = "",
    misses: int = 0,
    hints: int = 0,
    solves: bool = True,
    streak: str = "",
) -> Attempt:
    """Return an attempt that has ended like this."""
    begun = Attempt.begin(puzzle, mode, day, streak)
    tries = "x" * misses + "+" * solves
    return Attempt(
        uid or begun.uid, puzzle.id, mode, day, solves, misses, hints, tries, begun.streak
    )
