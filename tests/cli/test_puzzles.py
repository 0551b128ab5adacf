"""The commands for puzzles and pictures."""

import json
import os
import subprocess
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridlock_tui.engine import LEVELS, analyse, choose
from gridlock_tui.engine.puzzles import Puzzle, all_puzzles, find_puzzle
from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.puzzle_log import Attempt, Mode
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from gridlock_tui.rules import VARIANTS, Player, play_moves
from tests.cli.support import COMMAND, gridlock
from tests.match.puzzle_support import answered, attempt_at, short_puzzles, wrong_move

KEYS = ["id", "variant", "size", "moves", "first", "to_move", "solution", "distance", "difficulty"]


def store_in(home: Path) -> PuzzleStore:
    return PuzzleStore(home / "puzzles.sqlite3")


def winning_lines(puzzle: Puzzle) -> list[str]:
    """Return your moves in the whole win, as line mode plays it."""
    run, lines = PuzzleRun.begin(puzzle), []
    while not run.is_solved:
        move = analyse(run.state).line[0]
        lines.append(str(move))
        run = run.play(move)
        if run.asks is not None:
            theirs = run.asks.to_move is not run.you
            defence = choose(run.asks, LEVELS["perfect"]) if theirs else None
            run = run.answered(analyse(run.asks), defence)
    return lines


# The list.


def test_puzzles_as_json() -> None:
    done = gridlock("puzzles", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    listed = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(listed) == len(all_puzzles())
    for each in listed[::40]:
        assert list(each) == KEYS
        puzzle = find_puzzle(each["id"])
        board = puzzle.game.board
        assert each["size"] == str(board)
        start = VARIANTS[each["variant"]].resized(board.rows, board.columns)
        state = play_moves(start.start(Player(each["first"])), each["moves"])
        assert state == puzzle.state
        assert each["to_move"] == state.to_move
        assert [state.move(text) for text in each["solution"]] == list(puzzle.solution)
        assert (each["distance"], each["difficulty"]) == (puzzle.distance, puzzle.difficulty)


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_puzzles_of_one_variant(slug: str) -> None:
    done = gridlock("puzzles", "--variant", slug, "--json")
    wanted = [puzzle.id for puzzle in all_puzzles() if puzzle.variant == slug]
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == wanted
    heading, *lines = gridlock("puzzles", "--variant", slug).stdout.splitlines()
    assert heading.split() == ["id", "variant", "size", "difficulty", "length", "idea"]
    assert [line.split()[0] for line in lines] == wanted
    ideas = dict(zip(wanted, (line[heading.index("idea") :] for line in lines), strict=True))
    assert all(ideas.values())
    unproven = {puzzle.id for puzzle in all_puzzles() if not puzzle.theme} & ideas.keys()
    assert {id_ for id_, idea in ideas.items() if idea == "line of play"} == unproven


# Solving one.


@pytest.mark.parametrize("puzzle", short_puzzles(), ids=lambda puzzle: puzzle.variant)
def test_a_puzzle_is_solved(puzzle: Puzzle, home: Path) -> None:
    typed = "\n".join(winning_lines(puzzle)) + "\n"
    done = gridlock("puzzle", puzzle.id.upper(), typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Puzzle: {puzzle.id}, difficulty {puzzle.difficulty} of 5.\n")
    assert "\nSolved.\n" in done.stdout
    assert done.stdout.splitlines()[-3] == f"Gridlock puzzle · #{puzzle.id}"
    record = store_in(home).record_so_far()
    assert (record.attempts, record.clean) == (1, 1)
    assert f"Your puzzle rating: {record.rating.rating:.0f} (+" in done.stdout


def test_the_daily_puzzle_is_the_default_and_counts_for_the_streak(home: Path) -> None:
    today = date.today()
    puzzle = daily_puzzle(today)
    typed = "\n".join(winning_lines(puzzle)) + "\n"
    done = gridlock("puzzle", typed=typed)
    assert date.today() == today, "the test ran over midnight"
    assert done.stdout.startswith(f"Daily puzzle of {today.isoformat()}: {puzzle.id}")
    assert done.stdout.endswith("Streak: 1 day\n")
    again = gridlock("puzzle", "daily", typed=typed)
    assert "You have solved it today already" in again.stdout
    record = store_in(home).record_so_far()
    assert (record.attempts, record.daily_streak(today)) == (1, 1)
    assert record.dailies[today].mode is Mode.DAILY


def test_the_first_result_of_the_day_is_told_and_shared(home: Path) -> None:
    puzzle = daily_puzzle(date.today())
    wrong, right = str(wrong_move(PuzzleRun.begin(puzzle))), winning_lines(puzzle)
    missed = gridlock("puzzle", typed="\n".join([wrong, "undo", *right]) + "\n")
    again = gridlock("puzzle", typed="\n".join(right) + "\n")
    assert "You have solved it today already: your first result counts." in again.stdout
    assert "Solved. Your first result counts:" in again.stdout
    assert again.stdout.splitlines()[-4:] == missed.stdout.splitlines()[-4:]
    assert store_in(home).record_so_far().clean == 0


def test_a_daily_puzzle_that_was_missed_is_told(home: Path) -> None:
    today = date.today()
    puzzle = daily_puzzle(today)
    store_in(home).record(attempt_at(puzzle, Mode.DAILY, today, misses=1, solves=False), puzzle)
    done = gridlock("puzzle", typed="quit\n")
    assert "You have missed it today already: your first result counts." in done.stdout


def test_a_wrong_move_is_refuted_taken_back_and_counted(home: Path) -> None:
    puzzle = short_puzzles()[2]
    wrong = wrong_move(PuzzleRun.begin(puzzle))
    lines = [str(wrong), str(wrong), "why", "hint", "undo", *winning_lines(puzzle)]
    done = gridlock("puzzle", puzzle.id, "--ascii", typed="\n".join(lines) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Wrong. Perfect plays" in done.stdout
    assert "Write undo to take your move back." in done.stdout
    assert "That move loses: write undo to take it back." in done.stdout
    assert "\nWhy: " in done.stdout
    assert "Your move is wrong" in done.stdout
    assert "Solved, with 1 wrong move.\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("[x][+]")
    record = store_in(home).record_so_far()
    assert (record.attempts, record.clean, record.solved) == (1, 0, 1)


def test_a_puzzle_that_is_left_after_a_wrong_move_is_missed(home: Path) -> None:
    puzzle = short_puzzles()[0]
    run = PuzzleRun.begin(puzzle)
    refuted = answered(run.play(wrong_move(run)))
    done = gridlock("puzzle", puzzle.id, typed=f"{refuted.timeline.moves[0]}\nquit\n")
    assert done.stdout.endswith("The puzzle is left unsolved.\n")
    assert store_in(home).missed() == (puzzle.id,)


def test_hints_say_where_which_and_why_and_cost(home: Path) -> None:
    puzzle = short_puzzles()[2]
    lines = ["hint", "hint", "hint", "moves", "help", "nonsense", *winning_lines(puzzle)]
    done = gridlock("puzzle", puzzle.id, typed="\n".join(lines) + "\n")
    assert " moves wins" in done.stdout
    assert f"{puzzle.solution[0]} wins in {puzzle.distance}." in done.stdout
    assert "Cells where you can place: " in done.stdout
    assert "'nonsense' is not a move" in done.stdout
    assert puzzle.game.essence in done.stdout
    assert "Solved, with 1 hint.\n" in done.stdout
    assert "🟨" in done.stdout
    assert store_in(home).record_so_far().clean == 0


@pytest.mark.parametrize("which", ["daily", short_puzzles()[2].id])
def test_a_hint_counts_even_if_you_quit(which: str, home: Path) -> None:
    puzzle = daily_puzzle(date.today()) if which == "daily" else find_puzzle(which)
    gridlock("puzzle", which, typed="hint\nquit\n")
    done = gridlock("puzzle", which, typed="\n".join(winning_lines(puzzle)) + "\n")
    assert "You go on where you left it.\n" in done.stdout
    assert "Solved, with 1 hint.\n" in done.stdout
    record = store_in(home).record_so_far()
    assert (record.attempts, record.clean) == (1, 0)


@pytest.mark.parametrize("left", ["right", "wrong", "waiting"])
def test_what_was_left_in_the_app_goes_on(left: str, home: Path) -> None:
    puzzle, store = daily_puzzle(date.today()), store_in(home)
    run, attempt = PuzzleRun.begin(puzzle), Attempt.begin(puzzle, Mode.DAILY, date.today())
    right = winning_lines(puzzle)
    if left == "wrong":
        run, typed = answered(run.play(wrong_move(run))), ["why", "undo", *right]
    else:
        run, typed = run.play(puzzle.solution[0]), right[1:]
    if left == "right":
        assert run.asks is not None
        run = run.answered(analyse(run.asks), choose(run.asks, LEVELS["perfect"]))
    store.leave(attempt.after(run), run)
    done = gridlock("puzzle", typed="\n".join(typed) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert ("\nWhy: " in done.stdout) is (left == "wrong")
    kept = store.daily(date.today())
    assert kept is not None
    assert (kept.uid, kept.solved, kept.misses) == (attempt.uid, True, int(left == "wrong"))
    assert store.left(Mode.DAILY) is None


def test_the_end_of_the_input_is_said() -> None:
    puzzle = short_puzzles()[0]
    done = gridlock("puzzle", puzzle.id)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The input has ended; the puzzle is not solved.\n")


def test_a_log_that_cannot_be_used_is_set_aside_and_said(home: Path) -> None:
    home.mkdir()
    (home / "puzzles.sqlite3").write_text("nothing of ours" * 99)
    done = gridlock("puzzle", short_puzzles()[0].id, typed="quit\n")
    assert done.returncode == 0
    assert done.stderr.startswith(
        "gridlock: A new puzzle log was started: puzzles.sqlite3 is damaged"
    )
    assert done.stderr.count("\n") == 1
    assert len(list(home.glob("*.set-aside"))) == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["puzzle", "xx"], "there is no puzzle 'xx': write an id such as "),
        (["puzzle", ""], "there is no puzzle '': write an id such as "),
        (["puzzles", "--variant", "chess"], "there is no variant 'chess'"),
        (["picture"], "say which game: a variant, --load FILE or --id ID"),
        (["picture", "showdown", "--id", "showdown"], "say which game"),
        (["picture", "--id", "showdown", "--moves", "1 1"], "--moves does not go with"),
        (["picture", "showdown", "--first", "toss"], "'toss' cannot start: write 1 or 2"),
        (["picture", "showdown", "--moves", "1 1; 1 1"], "move 2 cannot be played"),
        (["picture", "showdown", "-o", "no/such/folder/a.svg"], "cannot write a.svg: "),
        (["picture", "--load", "nowhere.txt"], "cannot read nowhere.txt"),
    ],
)
def test_an_error_is_one_line(arguments: list[str], complaint: str) -> None:
    done = gridlock(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


# Pictures.


def test_a_picture_is_printed_or_written(tmp_path: Path) -> None:
    arguments = ("picture", "classic", "--size", "5x5", "--moves", "13; 1", "--first", "2")
    printed = gridlock(*arguments).stdout
    root = ElementTree.fromstring(printed)
    assert root.tag.endswith("svg")
    assert "Player 2 to move" in printed
    file = tmp_path / "board.svg"
    done = gridlock(*arguments, "--output", str(file))
    assert (done.returncode, done.stdout) == (0, "")
    assert file.read_text(encoding="utf-8") == printed


def test_a_printed_picture_is_utf_8_whatever_the_terminal_writes(tmp_path: Path) -> None:
    command = ("picture", "classic", "--moves", "6")
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run([*COMMAND, *command], env=environment, capture_output=True, check=True)
    written = tmp_path / "board.svg"
    gridlock(*command, "-o", str(written))
    assert done.stdout == written.read_bytes()


def test_a_picture_of_a_game(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("Gridlock record 1\nVariant: classic\nPlayer 1: A & B\n\n6; 15; 4; 13\n")
    printed = gridlock("picture", "--load", str(record)).stdout
    assert "Player 2 wins" in printed
    assert "A &amp; B" in printed
    assert gridlock("picture", "--id", "classic:4x4:6;15").stdout.count("<path") == 1
