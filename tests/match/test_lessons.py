"""Lessons: every position is proven, and every lesson can be played to its end."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest

from gridlock_tui.engine import Verdict, analyse, unknown_analysis
from gridlock_tui.match.advice import TITLES
from gridlock_tui.match.exercise import Exercise, Stage
from gridlock_tui.match.lesson_words import reason_of, told
from gridlock_tui.match.lessons import (
    Lesson,
    LessonRun,
    Reached,
    Reply,
    Step,
    Task,
    all_lessons,
    find_lesson,
    next_lesson,
)
from gridlock_tui.match.naming import YOU
from gridlock_tui.rules import (
    FIRST_GAME,
    VARIANTS,
    GameState,
    GridlockError,
    Move,
    Variant,
    register,
    unregister,
    write_move,
)
from tests.engine.reason_checks import check
from tests.engine.test_against_naive import as_naive
from tests.match.lesson_support import (
    answered,
    done_step,
    moves_with,
    played,
    right_move,
    steps,
    wrong_move,
)
from tests.naive_solver import mover_wins

STEPS = dict(steps())
LESSONS = {lesson.id: lesson for lesson in all_lessons()}
_FEW_CELLS = 10
"""Up to so many open cells the naive solver is quick."""


def with_task(*tasks: Task) -> list[str]:
    return [name for name, step in STEPS.items() if step.task in tasks]


# What every lesson has.


def test_every_variant_has_a_lesson_on_its_rule_and_some_on_its_ideas() -> None:
    for variant in filter(lambda each: each.document, VARIANTS.values()):  # the five
        rule, *ideas = [lesson for lesson in LESSONS.values() if lesson.variant is variant]
        tasks = [step.task for step in rule.steps]
        assert (tasks[0], tasks[1], tasks[-1]) == (Task.PLACE, Task.REFUSED, Task.FINISH)
        assert len(ideas) >= 3
        for lesson in ideas:
            assert 2 <= len(lesson.steps) <= 3
            assert {(step.task, step.idea) for step in lesson.steps} == {(Task.FIND, lesson.title)}


def test_all_ideas_are_taught() -> None:
    ideas = {step.idea for step in STEPS.values() if step.idea}
    assert ideas == {"Mirror", "Split", "Spare move", "Last move", "Fork", "Block", "Run"}


def test_lessons_of_the_first_game_come_first() -> None:
    slugs = list(dict.fromkeys(lesson.variant.slug for lesson in LESSONS.values()))
    assert slugs[0] == FIRST_GAME.slug
    assert slugs[1:] == [slug for slug in VARIANTS if slug in slugs[1:]], "then in their order"


def test_ids_differ_and_find_their_lessons() -> None:
    assert len(LESSONS) == len(all_lessons())
    for name, lesson in LESSONS.items():
        assert find_lesson(f" {name.upper()}") is lesson
    one, two, three = list(LESSONS)[:3]
    with pytest.raises(GridlockError) as refused:
        find_lesson("nothing")
    assert str(refused.value) == (
        f"there is no lesson 'nothing': write one such as {one}, {two} or {three}"
    )


@pytest.mark.parametrize("name", STEPS)
def test_words_fit_a_small_window(name: str) -> None:
    step = STEPS[name]
    lines = 3 if step.variant.has_tokens else 4
    assert 0 < len(f"{step.words} {step.how}".strip()) <= 36 * lines
    assert len(step.then) <= 90


@pytest.fixture
def sixth() -> Iterator[Variant]:
    variant = replace(FIRST_GAME, slug="sixth", title="Sixth", document="", aliases=())
    register(variant)
    yield variant
    unregister("sixth")


def test_a_sixth_variant_without_lessons_has_none(sixth: Variant) -> None:
    assert all(lesson.variant is not sixth for lesson in all_lessons())
    assert len(all_lessons()) == len(LESSONS)


# Every position is proven.


@pytest.mark.parametrize("name", with_task(Task.FIND))
def test_the_right_moves_are_all_that_win_and_the_idea_is_the_reason(name: str) -> None:
    step = STEPS[name]
    state = step.start().state
    found = analyse(state)
    assert {move.verdict for move in found.moves} == {Verdict.WIN, Verdict.LOSS}
    winning = {value.move for value in found.moves if value.verdict is Verdict.WIN}
    assert set(step.right) == winning
    assert len({move.cell for move in winning}) <= 4, "otherwise there is nothing to find"
    assert found.reason is not None
    assert TITLES[type(found.reason)] == step.idea
    check(state, found.reason)


def regions(state: GameState) -> list[set[int]]:
    """Return the free cells, those together that block each other."""
    free, found = set(state.room_for(state.to_move)), list[set[int]]()
    while free:
        region = todo = {free.pop()}
        while todo:
            lost = [state.effect(Move(cell)).lost[state.to_move - 1] for cell in todo]
            todo = free & set(chain.from_iterable(lost))
            region, free = region | todo, free - todo
        found.append(region)
    return found


@pytest.mark.parametrize(
    "name", [f"{name} 1" for name, it in LESSONS.items() if it.title == "Split"]
)
def test_the_first_split_cuts_the_board_in_two(name: str) -> None:
    step = STEPS[name]
    state = step.start().state
    assert len(regions(state)) == 1
    assert len(regions(state.play(step.right[0]))) == 2
    assert "region" in step.words, "the word is explained"


def is_small(step: Step) -> bool:
    """Return whether the naive solver needs little time for the position."""
    one, two = step.start().state.room
    return not step.variant.has_tokens and (one | two).bit_count() <= _FEW_CELLS


SMALL = [name for name in with_task(Task.FIND, Task.FINISH) if is_small(STEPS[name])]


@pytest.mark.parametrize("name", SMALL)
def test_the_naive_solver_agrees(name: str) -> None:
    state = STEPS[name].start().state
    verdicts = {value.move: value.verdict for value in analyse(state).moves}
    for move, verdict in verdicts.items():
        after = state.play(move)
        wins = mover_wins(as_naive(after)) == (after.to_move is state.to_move)
        assert wins == (verdict is Verdict.WIN)


def test_the_naive_solver_has_seen_most_of_them() -> None:
    others = [name for name in with_task(Task.FIND, Task.FINISH) if name not in SMALL]
    assert len(SMALL) > len(others)


@pytest.mark.parametrize("name", with_task(Task.FINISH))
def test_a_game_to_finish_is_won_but_can_be_thrown_away(name: str) -> None:
    found = analyse(STEPS[name].start().state)
    assert found.verdict is Verdict.WIN
    assert Verdict.LOSS in {value.verdict for value in found.moves}


@pytest.mark.parametrize("name", with_task(Task.PLACE, Task.REFUSED))
def test_a_named_move_is_legal_or_not_as_the_step_needs_it(name: str) -> None:
    step = STEPS[name]
    assert step.move is not None
    refusal = step.start().state.why_not(step.move)
    assert (refusal is None) == (step.task is Task.PLACE)


# A lesson in progress.


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_can_be_played_to_its_end(name: str) -> None:
    run = LessonRun.begin(LESSONS[name])
    for _ in run.lesson.steps[1:]:
        run = done_step(run)
        assert not run.is_done
        run = run.next()
    assert not run.is_done
    run = done_step(run)
    assert run.is_done
    assert run.exercise.misses == 0
    assert run.next() is run, "there is no further step"


@pytest.mark.parametrize("name", STEPS)
def test_a_wrong_move_is_refuted_and_taken_back(name: str) -> None:
    lesson, number = name.split()
    run = LessonRun.begin(LESSONS[lesson], int(number) - 1)
    before, move = run.timeline, wrong_move(run)
    assert move is not None
    run = answered(run.play(move))
    assert told(run).is_wrong
    if run.step.task in (Task.PLACE, Task.REFUSED):
        assert run.reply is Reply.OTHER
        assert run.timeline == before
    else:
        assert run.reply is Reply.WRONG
        assert run.timeline.moves[: before.at + 1] == (*before.moves, move)
        outcome = run.state.outcome
        reply = run.exercise.reply
        assert reply is not None
        assert outcome is None or outcome.winner is not run.you
        assert analyse(run.state).winner is not run.you, "the reply wins"
        distance = analyse(run.timeline.states[before.at + 1]).distance
        ends = "wins at once" if distance == 1 else f"wins in {distance}"
        assert f"answers {write_move(run.step.variant, reply)} and {ends}." in told(run).text
        assert run.play(move) is run, "first it has to be taken back"
        run = run.take_back()
        assert (run.timeline, run.reply) == (before, Reply.NONE)
    assert done_step(run).is_step_done


@pytest.mark.parametrize("name", with_task(Task.FIND, Task.FINISH, Task.PLACE))
def test_an_illegal_move_is_told_and_changes_nothing(name: str) -> None:
    lesson, number = name.split()
    run = LessonRun.begin(LESSONS[lesson], int(number) - 1)
    illegal = replace(right_move(run), cell=run.step.variant.board.size)
    tried = run.play(illegal)
    assert tried.reply is Reply.ILLEGAL
    assert tried.timeline == run.timeline
    assert told(tried).text == f"That cell is not on the {run.step.variant.board} board."


@pytest.mark.parametrize("name", with_task(Task.REFUSED))
def test_another_illegal_move_than_the_one_asked_for_is_told_but_is_not_it(name: str) -> None:
    lesson, number = name.split()
    run = LessonRun.begin(LESSONS[lesson], int(number) - 1)
    step = run.step.move
    assert step is not None
    taken = next(
        cell
        for cell in range(run.state.board.size)
        if run.state.owner(cell) is not None and cell != step.cell
    )
    tried = run.play(replace(step, cell=taken))
    assert tried.reply is Reply.ILLEGAL
    assert not tried.is_step_done
    assert done_step(tried).is_step_done


@pytest.mark.parametrize("name", [*with_task(Task.PLACE), *with_task(Task.REFUSED)])
def test_another_legal_move_than_the_one_asked_for_is_put_off(name: str) -> None:
    lesson, number = name.split()
    run = LessonRun.begin(LESSONS[lesson], int(number) - 1)
    asked = run.step.move
    assert asked is not None
    named = write_move(run.step.variant, asked)
    other = next(move for move in run.state.legal_moves if move.cell != asked.cell)
    assert told(run.play(other)).text == (
        f"You may place there, but for now place {named}."
        if run.step.task is Task.PLACE
        else f"You may place there. Try {named} instead."
    )


@pytest.mark.parametrize("name", with_task(Task.REFUSED))
def test_the_reason_why_a_move_is_illegal_is_the_sentence_of_the_rules(name: str) -> None:
    lesson, number = name.split()
    run = LessonRun.begin(LESSONS[lesson], int(number) - 1)
    assert run.step.move is not None
    refusal = run.state.why_not(run.step.move)
    assert refusal is not None
    said = told(run.play(run.step.move)).text
    assert said == f"{refusal[0].upper()}{refusal[1:]}. {run.step.then}"


@pytest.mark.parametrize("name", with_task(Task.FIND))
def test_every_right_move_is_accepted_and_explained(name: str) -> None:
    lesson, number = name.split()
    for move in STEPS[name].right:
        run = answered(LessonRun.begin(LESSONS[lesson], int(number) - 1).play(move))
        assert run.is_step_done
        assert told(run).title == STEPS[name].idea
        reason = reason_of(run)
        assert reason is not None
        check(run.exercise.asked.state, reason)
        assert (reason.move == move) or "wins too" in told(run).text
        if STEPS[name].variant.has_tokens:
            assert reason.move == move


@pytest.mark.parametrize("name", STEPS)
def test_you_are_called_you_on_your_side(name: str) -> None:
    lesson, number = name.split()
    run = LessonRun.begin(LESSONS[lesson], int(number) - 1)
    assert run.names[run.you - 1] == YOU
    assert run.names[run.you.other - 1] == run.you.other.symbol


def test_a_finished_lesson_starts_over() -> None:
    lesson = next(iter(LESSONS.values()))
    assert LessonRun.begin(lesson, len(lesson.steps)).at == 0
    assert played(lesson).again() == LessonRun.begin(lesson)


def test_a_hint_is_given_only_while_there_is_something_to_find() -> None:
    for lesson in LESSONS.values():
        run = LessonRun.begin(lesson)
        for at, step in enumerate(lesson.steps):
            finds = step.task in (Task.FIND, Task.FINISH)
            assert run.hinted_state == (run.state if finds else None), f"step {at} of {lesson.id}"
            run = done_step(run)
            assert run.hinted_state is None
            run = run.next()


def test_the_next_lesson_is_the_first_that_is_not_done() -> None:
    first, second, *_ = LESSONS.values()
    assert next_lesson({}) is first
    assert next_lesson({first.id: Reached(2)}) is first
    assert next_lesson({first.id: Reached(0, True)}) is second
    assert next_lesson(dict.fromkeys(LESSONS, Reached(0, True))) is None


# Exercises.


def finish() -> tuple[Lesson, LessonRun]:
    lesson = LESSONS[f"{FIRST_GAME.slug}-rule"]
    return lesson, LessonRun.begin(lesson, len(lesson.steps) - 1)


def test_the_defence_holds_out_as_long_as_it_can() -> None:
    _, run = finish()
    distance = analyse(run.state).distance
    assert distance is not None
    run = done_step(run)
    assert run.timeline.at == STEPS[f"{run.lesson.id} 4"].start().at + distance


def test_without_an_answer_of_the_engine_the_move_is_not_taken() -> None:
    _, run = finish()
    waits = run.play(moves_with(run, Verdict.WIN)[0])
    assert waits.reply is Reply.WAITING
    assert waits.wanted == run.state
    failed = waits.learn(unknown_analysis(run.state))
    assert failed.reply is Reply.FAILED
    assert failed.timeline == run.timeline
    assert failed.may_move
    assert done_step(failed).is_step_done, "the engine is asked again"


def test_what_is_not_known_is_asked_again() -> None:
    run = LessonRun.begin(LESSONS[f"{FIRST_GAME.slug}-mirror"])
    unknown = unknown_analysis(run.state)
    assert run.learn(unknown) is run
    found = run.play(run.step.right[0]).learn(unknown)
    assert found.is_step_done
    assert found.wanted == run.state, "the reason is still wanted"
    assert reason_of(answered(found)) is not None


def test_a_failure_is_told_only_once() -> None:
    _, run = finish()
    waits = run.play(moves_with(run, Verdict.WIN)[0])
    taken = next(cell for cell in range(16) if run.state.owner(cell) is not None)
    refused = waits.learn(unknown_analysis(run.state)).play(Move(taken))
    assert refused.learn(analyse(run.state)).reply is Reply.ILLEGAL


def test_without_a_reply_of_the_engine_a_wrong_move_is_still_wrong() -> None:
    run = LessonRun.begin(LESSONS[f"{FIRST_GAME.slug}-mirror"])
    move = moves_with(run, Verdict.LOSS)[0]
    run = run.play(move)
    assert run.wanted is not None
    assert told(run).text == "Thinking…"
    run = run.learn(unknown_analysis(run.wanted))
    assert (run.reply, run.exercise.reply) == (Reply.WRONG, None)
    assert told(run).text == "Try another move."


def test_without_an_answer_of_the_defence_the_move_is_taken_back() -> None:
    _, run = finish()
    before = run.timeline
    run = run.play(moves_with(run, Verdict.WIN)[0]).learn(analyse(run.state))
    assert run.exercise.stage is Stage.ANSWERED
    run = run.learn(unknown_analysis(run.state))
    assert (run.reply, run.timeline) == (Reply.FAILED, before)


def test_what_is_known_of_another_position_changes_nothing() -> None:
    _, run = finish()
    exercise = run.exercise.play(moves_with(run, Verdict.WIN)[0])
    assert exercise.learn(analyse(FIRST_GAME.start())) is exercise


def test_misses_are_counted() -> None:
    step: Step = STEPS[f"{FIRST_GAME.slug}-mirror 1"]
    exercise = Exercise.begin(step.start(), step.right)
    for number, value in enumerate(
        value for value in analyse(exercise.state).moves if value.verdict is Verdict.LOSS
    ):
        exercise = exercise.play(value.move)
        assert exercise.misses == number + 1
        exercise = exercise.take_back()
    assert exercise.play(step.right[0]).stage is Stage.SOLVED
