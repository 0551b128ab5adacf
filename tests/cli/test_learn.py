"""Lessons in line mode."""

from pathlib import Path

import pytest

from gridlock_tui.engine import Verdict
from gridlock_tui.match.lesson_words import told
from gridlock_tui.match.lessons import LessonRun, Reached, all_lessons
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.rules import draw_grid, write_move
from tests.cli.support import gridlock
from tests.match.lesson_support import answered, moves_with, right_move

LESSONS = {lesson.id: lesson for lesson in all_lessons()}
FIRST = next(iter(LESSONS))


def script(name: str) -> tuple[str, list[str]]:
    """Return what a student types who makes no mistake, and what is said of each step."""
    run, typed, said = LessonRun.begin(LESSONS[name]), list[str](), list[str]()
    while True:
        move = right_move(run)
        typed.append(write_move(run.step.variant, move))
        run = answered(run.play(move))
        if run.is_step_done:
            said.append(told(run).text)
            if run.is_done:
                return "".join(f"{line}\n" for line in typed), said
            run = run.next()


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_is_played_to_its_end(name: str, home: Path) -> None:
    typed, said = script(name)
    done = gridlock("learn", name, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    at = 0
    for words in said:
        at = done.stdout.index(words, at) + 1
    assert "The lesson is done." in done.stdout
    assert "\n\n" not in done.stdout, "a screen reader would say blank"
    assert "You is" not in done.stdout
    log = LessonLog(home / "lessons.txt")
    log.load()
    assert log.progress == {name: Reached(len(LESSONS[name].steps), True)}


def test_the_list_tells_how_far_you_have_come() -> None:
    before = gridlock("learn").stdout.splitlines()
    assert [line.split()[0] for line in before[:-1]] == list(LESSONS)
    assert before[-1] == f"Next: gridlock learn {FIRST}"
    typed, _ = script(FIRST)
    gridlock("learn", FIRST, typed=typed)
    after = gridlock("learn").stdout.splitlines()
    assert after[0].split()[1] == "done"
    assert after[-1] == f"Next: gridlock learn {list(LESSONS)[1]}"


def test_a_lesson_goes_on_where_it_was_left() -> None:
    typed, _ = script(FIRST)
    left = gridlock("learn", FIRST, typed=typed.splitlines()[0] + "\nquit\n")
    assert left.stdout.endswith("The lesson is left; your place is kept.\n")
    assert "Step 2 of" in gridlock("learn").stdout or "1 of 4 steps" in gridlock("learn").stdout
    again = gridlock("learn", FIRST, typed="")
    assert "Step 2 of 4." in again.stdout
    assert "Step 1 of 4." not in again.stdout
    assert again.stdout.endswith("The input has ended; the lesson is not done.\n")


def test_a_wrong_move_is_refuted_and_can_be_tried_again() -> None:
    name = FIRST.replace("rule", "mirror")
    run = LessonRun.begin(LESSONS[name])
    wrong = write_move(run.step.variant, moves_with(run, Verdict.LOSS)[0])
    right = write_move(run.step.variant, right_move(run))
    printed = gridlock("learn", name, typed=f"{wrong}\n{right}\n").stdout
    assert printed.index("That loses. X answers ") < printed.index("Mirror. Answer across")
    assert "Step 2 of 3." in printed


def test_hints_and_reasons_are_told() -> None:
    name = FIRST.replace("rule", "mirror")
    printed = gridlock("learn", name, typed="hint\nhint\nhint\nagain\n").stdout
    where, which, why, again = (part.splitlines()[1] for part in printed.split("Your move: ")[1:5])
    assert where.startswith("One of 7 moves wins")
    assert which == "3 3 wins in 5."
    assert why.startswith("Mirror: Answer across the centre: 3 3 is the reflection of 2 2.")
    assert again == LESSONS[name].steps[0].words
    at_once = gridlock("learn", name, typed="why\n").stdout
    assert why in at_once


def test_what_stands_where_is_told_and_drawn_on_request() -> None:
    name = FIRST.replace("rule", "mirror")
    printed = gridlock("learn", name, typed="board\ngrid\nmoves\nhelp\n").stdout
    assert printed.count("X has X on 1 1 and 2 2.") == 2
    assert draw_grid(LESSONS[name].steps[0].start().state) in printed
    assert "Cells where you can place: " in printed
    assert LESSONS[name].variant.essence in printed


@pytest.mark.parametrize("typed", ["", "nonsense", "9 9", "\x00", "1 1 1"])
def test_what_is_no_move_is_said_and_changes_nothing(typed: str) -> None:
    done = gridlock("learn", FIRST, typed=f"{typed}\n2 2\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Step 2 of 4." in done.stdout


def test_a_line_too_long_is_refused_whole() -> None:
    done = gridlock("learn", FIRST, typed=" " * 4095 + "x2 2\n")
    assert "Step 2 of 4." not in done.stdout
    assert done.stdout.count("Your move: ") == 2


def test_an_unknown_lesson_is_one_line_and_exit_code_2() -> None:
    done = gridlock("learn", "nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "there is no lesson 'nothing': write one such as" in done.stderr


def test_what_cannot_be_read_is_set_aside_with_a_notice(home: Path) -> None:
    home.mkdir()
    (home / "lessons.txt").write_text("damaged")
    done = gridlock("learn")
    assert done.returncode == 0
    assert done.stderr.startswith("gridlock: A new list of lessons was started")
    assert len(list(home.glob("*.set-aside"))) == 1
