"""Computers in line mode, `solve`, and games given on the command line."""

import json
from pathlib import Path

import pytest

from gridlock_tui.rules import VARIANTS
from tests.cli.support import gridlock


@pytest.mark.parametrize("slug", VARIANTS)
def test_two_computers_play_a_whole_game_and_the_same_seed_gives_the_same(slug: str) -> None:
    size = ("--size", "3x3" if VARIANTS[slug].has_tokens else "4x4")  # they think for seconds
    first = gridlock("plain", slug, *size, "--players", "casual,novice", "--seed", "7")
    assert first.returncode == 0
    assert "wins" in first.stdout.splitlines()[-1]
    assert "Casual plays " in first.stdout
    assert gridlock("plain", slug, *size, "--players", "casual,novice", "--seed", "7") == first


def test_a_person_plays_a_computer_and_takes_back_both_moves() -> None:
    typed = "2 2\nundo\nundo\nquit\n"
    out = gridlock("plain", "showdown", "--players", "human,perfect", typed=typed).stdout
    assert "Perfect plays " in out
    assert out.count("is taken back.") == 2
    assert "There is no move to take back." in out
    assert "The game is left unfinished." in out


def test_nothing_of_ones_own_can_be_taken_back_after_a_computers_first_move() -> None:
    out = gridlock("plain", "classic", "--players", "perfect,human", typed="undo\nquit\n").stdout
    assert "There is no move of yours to take back." in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("plain", "classic", "--players", "human"), "write two players with a comma"),
        (("plain", "classic", "--players", "human,god"), "'god' is not a kind of player: write"),
        (("--pace", "soon"), "'soon' is not a pace: write seconds from 0 to 60, such as 0.7"),
        (("--pace", "99"), "'99' is not a pace: write seconds from 0 to 60, such as 0.7"),
        (("--pace", "-1"), "'-1' is not a pace: write seconds from 0 to 60, such as 0.7"),
        (("--pace", "nan"), "'nan' is not a pace: write seconds from 0 to 60, such as 0.7"),
        (("--id", "chess:8x8:"), "there is no variant 'chess'"),
        (("--id", "classic:4x4:6;6"), "move 2 cannot be played: 6 is already taken by X"),
        (("--load", "/no/such/file"), "cannot read file: no such file or directory"),
        (("--load", "x", "--id", "classic"), "choose one of --variant, --load and --id"),
        (("solve", "classic", "--budget", "0"), "'0' is not a time: write seconds from 0.001 to"),
        (("solve",), "say which game, such as solve showdown, or solve --all"),
    ],
)
def test_impossible_options_are_an_error_of_one_line(arguments: tuple[str, ...], said: str) -> None:
    done = gridlock(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("gridlock: ")
    assert said in line


def test_a_record_is_read_before_a_terminal_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("Gridlock record 1\nVariant: classic\nSize: 4x4\n\n1. X 6\n2. O 7\n")
    done = gridlock("--load", str(file))
    assert done.returncode == 2
    assert "move 2" in done.stderr


def test_solve_prints_the_promised_object() -> None:
    found = json.loads(gridlock("solve", "showdown", "--moves", "2 2; 1 3", "--json").stdout)
    assert list(found) == [
        *("variant", "size", "to_move", "verdict", "winner", "distance", "grundy", "moves", "line")
    ]
    assert (found["variant"], found["size"], found["to_move"]) == ("showdown", "4x4", 1)
    assert (found["verdict"], found["winner"], found["distance"]) == ("loss", 2, 6)
    assert {"move", "verdict", "distance"} == set(found["moves"][0])
    assert len(found["line"]) == 6


def test_solve_of_a_finished_game_names_the_winner() -> None:
    moves = "5 B2; 4 A1; 6 C2; 3 A2; 7 D2"
    found = json.loads(gridlock("solve", "sequence", "--moves", moves, "--json").stdout)
    assert (found["winner"], found["moves"], found["distance"]) == (1, [], 0)


def test_solve_says_not_known_where_the_budget_ends() -> None:
    out = gridlock("solve", "spacing", "--size", "7x7", "--budget", "0.01").stdout
    assert "Player 1 to move: who wins is not known." in out
    found = gridlock("solve", "spacing", "--size", "7x7", "--budget", "0.01", "--json").stdout
    assert json.loads(found)["verdict"] == "unknown"


def test_solve_all_is_a_table_of_the_standard_boards() -> None:
    rows = gridlock("solve", "--all", "--budget", "1").stdout.splitlines()
    assert [row.split()[0] for row in rows] == ["variant", *VARIANTS]
    assert rows[1].split() == ["classic", "4x4", "Player", "2", "4", "0", "of", "16"]
