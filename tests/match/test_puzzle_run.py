"""Solving a puzzle: the whole win, wrong moves, hints, leaving and resuming."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.engine import LEVELS, Verdict, analyse, choose, unknown_analysis
from gridlock_tui.engine.puzzles import Puzzle, all_puzzles
from gridlock_tui.match.puzzle_run import PuzzleRun, Try, read_run, write_run
from gridlock_tui.rules import GridlockError, IllegalMove, Move
from tests.match.puzzle_support import answered, short_puzzles, solved, step, wrong_move

SHORT = short_puzzles()
each_variant = pytest.mark.parametrize("puzzle", SHORT, ids=lambda puzzle: puzzle.variant)


@each_variant
def test_the_whole_win_is_played(puzzle: Puzzle) -> None:
    run = PuzzleRun.begin(puzzle)
    assert (run.state, run.you, run.can_play) == (puzzle.state, puzzle.you, True)
    run = solved(run)
    outcome = run.state.outcome
    assert outcome is not None
    assert outcome.winner is run.you
    assert len(run.timeline.moves) == puzzle.distance
    assert set(run.tries) == {Try.RIGHT}
    assert run.is_clean
    assert run.is_decided
    assert not run.can_play


@each_variant
def test_a_wrong_move_is_refuted_and_can_be_taken_back_but_counts(puzzle: Puzzle) -> None:
    begun = PuzzleRun.begin(puzzle)
    wrong = wrong_move(begun)
    waiting = begun.play(wrong)
    refuted = answered(waiting)
    assert refuted.is_wrong
    assert refuted.is_decided
    assert not refuted.can_play
    if waiting.asks is not None:
        reply = refuted.timeline.moves[-1]
        values = {value.move: value for value in analyse(waiting.asks).moves}
        assert values[reply].verdict is Verdict.WIN
        best = min(v.distance or 0 for v in values.values() if v.verdict is Verdict.WIN)
        assert values[reply].distance == best
    with pytest.raises(GridlockError, match="take the wrong move back"):
        refuted.play(wrong)
    again = refuted.take_back()
    assert again.timeline == begun.timeline
    done = solved(again)
    assert (done.misses, done.is_solved, done.is_clean) == (1, True, False)
    assert done.tries[0] is Try.WRONG


def test_a_wrong_move_later_leaves_the_right_ones_before_it() -> None:
    for puzzle in all_puzzles():
        run = PuzzleRun.begin(puzzle)
        if puzzle.distance != 5:
            continue
        run = step(run)
        values = analyse(run.state).moves
        wrong = [value.move for value in values if value.verdict is Verdict.LOSS]
        if wrong:
            break
    refuted = answered(run.play(wrong[0]))
    assert refuted.tries == (Try.RIGHT, Try.WRONG)
    assert refuted.take_back().timeline == run.timeline
    assert solved(refuted.take_back()).misses == 1


@each_variant
def test_the_defence_holds_out_longest(puzzle: Puzzle) -> None:
    waiting = PuzzleRun.begin(puzzle).play(puzzle.solution[0])
    if waiting.asks is None or waiting.asks.to_move is waiting.you:
        pytest.skip("there is no defence")
    analysis = analyse(waiting.asks)
    longest = max(value.distance or 0 for value in analysis.moves)
    for defence in (None, choose(waiting.asks, LEVELS["perfect"])):
        reply = waiting.answered(analysis, defence).timeline.moves[-1]
        assert next(v.distance for v in analysis.moves if v.move == reply) == longest
        assert defence in (None, reply)


def test_where_the_opponent_has_to_pass_you_move_again() -> None:
    passing = [puzzle for puzzle in all_puzzles() if puzzle.game.rules.passes]
    for puzzle in sorted(passing, key=lambda each: each.distance)[:40]:
        run = PuzzleRun.begin(puzzle)
        while not run.is_solved:
            run = run.play(analyse(run.state).line[0])
            if run.asks is not None and run.asks.to_move is run.you:
                again = answered(run)
                assert again.timeline == run.timeline
                assert again.can_play
                assert solved(again).is_clean
                return
            run = answered(run)
    pytest.fail("no puzzle has a pass")


def test_hints_count_once_for_each_position() -> None:
    puzzle = next(each for each in all_puzzles() if each.distance == 5)
    run = PuzzleRun.begin(puzzle).with_hint().with_hint()
    assert run.hints == 1
    run = step(run)
    assert run.tries == (Try.HELPED,)
    run = step(run.with_hint())
    assert run.hints == 2
    assert not run.is_clean
    over = solved(run)
    assert over.with_hint() == over


def test_an_illegal_move_does_not_count() -> None:
    run = PuzzleRun.begin(SHORT[0])
    taken = run.puzzle.moves[0]
    with pytest.raises(IllegalMove):
        run.play(taken)
    with pytest.raises(GridlockError, match="no wrong move"):
        run.take_back()


def test_an_analysis_of_another_position_is_ignored() -> None:
    begun = PuzzleRun.begin(SHORT[0])
    waiting = begun.play(wrong_move(begun))
    assert waiting.answered(analyse(begun.state)) == waiting
    assert begun.answered(analyse(begun.state)) == begun


def test_without_a_proof_the_first_move_is_judged_by_the_puzzle() -> None:
    for puzzle in SHORT:
        begun = PuzzleRun.begin(puzzle)
        for move, is_wrong in ((wrong_move(begun), True), (puzzle.solution[0], False)):
            waiting = begun.play(move)
            if waiting.asks is not None:
                assert waiting.answered(unknown_analysis(waiting.asks)).is_wrong is is_wrong


def test_a_puzzle_that_ends_at_once_is_solved_by_one_move() -> None:
    quick = [puzzle for puzzle in all_puzzles() if puzzle.distance == 1]
    assert quick
    run = PuzzleRun.begin(quick[0]).play(quick[0].solution[0])
    assert (run.is_solved, run.asks, run.tries) == (True, None, (Try.RIGHT,))


# Leaving and resuming.


@settings(max_examples=30)
@given(st.sampled_from(SHORT), st.data())
def test_a_run_can_be_written_and_read_at_any_moment(puzzle: Puzzle, data: st.DataObject) -> None:
    run = PuzzleRun.begin(puzzle)
    for _ in range(6):
        assert read_run(puzzle, write_run(run)) == run
        if run.asks is not None:
            run = answered(run)
        elif run.is_wrong:
            run = run.take_back()
        elif run.can_play:
            run = run.with_hint() if data.draw(st.booleans()) else run
            run = run.play(data.draw(st.sampled_from(run.state.legal_moves)))
    assert read_run(puzzle, write_run(run)) == run


def test_a_run_with_very_many_wrong_moves_can_be_resumed() -> None:
    run = replace(PuzzleRun.begin(SHORT[0]), tries=(Try.WRONG,) * 100_000)
    assert read_run(SHORT[0], write_run(run)) == run


@pytest.mark.parametrize("text", ["", "b2", "zz/+//", "////", "a1/+/1,/w", "b2b2b2b2/+//"])
def test_a_damaged_run_is_refused(text: str) -> None:
    with pytest.raises(GridlockError):
        read_run(SHORT[0], text)


def test_the_run_of_another_puzzle_is_refused() -> None:
    run = PuzzleRun.begin(SHORT[0])
    taken: Move = run.puzzle.moves[0]
    moved = replace(run, timeline=replace(run.timeline, moves=(taken,)))
    with pytest.raises(GridlockError):
        read_run(SHORT[0], write_run(moved))
