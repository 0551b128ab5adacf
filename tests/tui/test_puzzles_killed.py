"""A puzzle in a real terminal that is killed: what was decided and what was played is kept."""

from datetime import date, timedelta

import pytest

from gridlock_tui.engine import Verdict
from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.rules import Move
from gridlock_tui.tui.pointer import Pointer
from tests.tui.puzzle_support import PROGRAM, attempts, moves_with, store
from tests.tui.terminal import Terminal


def a_day() -> date:
    """Return a day whose puzzle goes on after the right move with a reply."""
    day = date(2026, 11, 20)
    while not _is_answered(PuzzleRun.begin(daily_puzzle(day))):
        day += timedelta(days=1)
    return day


def _is_answered(run: PuzzleRun) -> bool:
    after = run.play(run.puzzle.solution[0])
    return after.asks is not None and after.asks.to_move is not run.you


def app(day: date) -> Terminal:
    """Return the app in a terminal, on this day."""
    return Terminal("-c", PROGRAM, day.isoformat(), "1")


def keys_of(run: PuzzleRun, pointer: Pointer, move: Move) -> str:
    """Return the keys that walk from where you point to a cell, and place there."""
    grid = run.state.board
    (row, column), (to_row, to_column) = grid.place(pointer.cell), grid.place(move.cell)
    hand = run.state.hand(run.you)
    keys = "\t" * hand.index(move.token) if move.token is not None else ""
    keys += ("j" if to_row > row else "k") * abs(to_row - row)
    return keys + ("l" if to_column > column else "h") * abs(to_column - column) + " "


def open_daily(terminal: Terminal, *words: str) -> None:
    """Go from the menu to the puzzle of the day."""
    terminal.wait_for("Puzzles")
    terminal.type("P")
    terminal.wait_for("Daily puzzle", "Your slips")
    terminal.type("\r")
    terminal.wait_for("Difficulty", *words)


@pytest.mark.slow
@pytest.mark.parametrize("verdict", [Verdict.LOSS, Verdict.WIN])
def test_killed_after_a_move_nothing_is_lost(verdict: Verdict) -> None:
    day = a_day()
    run = PuzzleRun.begin(daily_puzzle(day))
    wrong, right = moves_with(run.state, Verdict.LOSS)[0], run.puzzle.solution[0]
    move = wrong if verdict is Verdict.LOSS else right
    said = "That loses" if verdict is Verdict.LOSS else "Right"
    with app(day) as terminal:
        open_daily(terminal, "Exactly one")
        terminal.type(keys_of(run, Pointer.of(run.state), move))
        terminal.wait_for(said)
        terminal.process.kill()
        terminal.process.wait()
    left = store().left(Mode.DAILY)
    assert left is not None
    resumed = left.resumed(run.puzzle)
    assert resumed is not None
    assert resumed.timeline.moves[0] == move
    assert len(resumed.timeline.moves) == 2, "with the reply"
    found = attempts()
    assert [(each.misses, each.solved) for each in found] == [(1, False)] * (
        verdict is Verdict.LOSS
    )
    with app(day) as terminal:
        open_daily(terminal, said)
    assert [each.uid for each in attempts()] == [each.uid for each in found], "it counts once"
