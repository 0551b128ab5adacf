"""Line mode: whole games from a file, bad input, commands, and inputs that end or break."""

import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest

from gridlock_tui.rules import VARIANTS, closing_text, draw_grid, play_moves
from tests.cli.support import COMMAND, gridlock

PLAYTHROUGHS = Path(__file__).parents[1] / "rules" / "playthroughs"


def recorded_moves(slug: str) -> str:
    first = (PLAYTHROUGHS / f"{slug}.txt").read_text(encoding="utf-8").splitlines()[0]
    return first.removeprefix("moves: ")


def lines(moves: str) -> str:
    """Turn a list of moves into what a player types; a token and its cell on separate lines."""
    typed = [move.strip() for move in moves.split(";")]
    return "".join(f"{line}\n" for move in typed for line in _typed_lines(move))


def _typed_lines(move: str) -> list[str]:
    return move.split() if any(letter.isalpha() for letter in move) else [move]


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_whole_game_from_a_file(slug: str) -> None:
    moves = recorded_moves(slug)
    played = gridlock("plain", slug, typed=lines(moves))
    assert (played.returncode, played.stderr) == (0, "")
    state = VARIANTS[slug].start()
    for move in ["", *moves.split(";")]:
        state = play_moves(state, move)
        assert draw_grid(state) in played.stdout
    assert played.stdout.endswith(f"{draw_grid(state)}\n\n{closing_text(state)}\n")


@pytest.mark.parametrize("slug", VARIANTS)
def test_two_runs_are_byte_identical(slug: str) -> None:
    typed = "help\nmoves\n" + lines(recorded_moves(slug))
    assert gridlock("plain", slug, typed=typed) == gridlock("plain", slug, typed=typed)


def test_the_transcript_reads_like_the_document() -> None:
    assert gridlock("plain", "classic", typed="6\n15\n").stdout == (
        "Grid Lock · Classic, 4x4. Type a move, or help, moves, undo, quit.\n"
        "\n"
        "Grid:\n"
        "1   2   3   4\n"
        "5   6   7   8\n"
        "9  10  11  12\n"
        "13 14  15  16\n"
        "\n"
        "Player 1, enter the number of the cell you want to claim: 6\n"
        "\n"
        "Updated Grid:\n"
        "-   -   -   4\n"
        "-   X   -   8\n"
        "-   -   -  12\n"
        "13 14  15  16\n"
        "\n"
        "Player 2, enter the number of the cell you want to claim: 15\n"
        "\n"
        "Updated Grid:\n"
        "-   -   -   4\n"
        "-   X   -   8\n"
        "-   -   -   -\n"
        "13  -   O   -\n"
        "\n"
        "Player 1, enter the number of the cell you want to claim: \n"
        "\n"
        "The input has ended; the game is not finished.\n"
    )


def test_a_pass_is_announced_and_the_end_in_three_lines() -> None:
    out = gridlock("plain", "passing", "--size", "1x3", typed="1 2\n1 1\n1 3\n").stdout
    assert out.count("Player 1, no valid moves available. Passing turn.\n") == 1
    assert out.endswith(
        "O X O\n\n"
        "Neither player can make a valid move.\n"
        "The last player to place a token was Player 2.\n"
        "Congratulations, Player 2 wins the game!\n"
    )


def test_bad_input_repeats_the_prompt_with_the_reason_and_loses_nothing() -> None:
    out = gridlock("plain", "showdown", typed="2 2\n1 2\nfoo\n9 9\n\n2 2\n1 3\nquit\n").stdout
    prompt = "Player 2, enter your move (row and column): "
    for typed, reason in [
        ("1 2", "1 2 is blocked by 2 2."),
        ("foo", "'foo' is not a move: write row and column, such as 2 2, or b2 for the same cell."),
        ("9 9", "9 9 is off the board: rows go from 1 to 4, columns go from 1 to 4."),
        ("", "Nothing was entered: write row and column, such as 2 2, or b2 for the same cell."),
        ("2 2", "2 2 is already taken by X."),
    ]:
        assert f"{prompt}{typed}\n{reason}\n\n{prompt}" in out
    assert "1 [- # O #]\n2 [# X # -]" in out


def test_a_chosen_token_is_kept_when_the_cell_is_refused() -> None:
    out = gridlock("plain", "sequence", typed="5 B2\n9\n5\nB2\nZ9\nB3\n").stdout
    cell_prompt = "Enter the cell to place token P2-5 (e.g., B2): "
    assert "There is no token 9: yours go from 1 to 8.\n\nEnter the token number to place: 5" in out
    assert f"{cell_prompt}B2\nB2 is already taken by P1-5.\n\n{cell_prompt}Z9\n" in out
    assert "B|      | P1-5 | P2-5 |      |" in out


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("5 Z9", "Z9 is off the board: rows go from A to D, columns go from 1 to 4."),
        ("5\n5 Z9", "Z9 is off the board: rows go from A to D, columns go from 1 to 4."),
        ("5\n6 C3", "Token 5 is chosen: write its cell, or undo."),
        ("5\nhelp", "Token 5 is chosen: write row letter and column, such as B2."),
        (
            "five",
            "'five' is not a token: write a number, such as 4, or a whole move, such as 4 B2.",
        ),
        ("moves", "Tokens in hand: 1, 2, 3, 4, 5, 6, 7, 8."),
    ],
)
def test_answers_to_the_two_questions_of_sequence(typed: str, reason: str) -> None:
    out = gridlock("plain", "sequence", typed=f"{typed}\n").stdout
    assert f"\n{reason}\n" in out
    assert "P1-" not in out.partition(reason)[2].replace("token P1-5", "")


def test_a_line_too_long_is_refused_whole() -> None:
    out = gridlock("plain", "classic", typed="6" + " " * 5000 + "junk\n15\n").stdout
    assert "X" not in out.partition("15\n")[0].replace("4x4", "")
    assert "'6' is not a move" in out
    assert "13  -   X   -" in out


def test_undo_takes_back_a_token_and_then_a_move() -> None:
    out = gridlock("plain", "sequence", typed="undo\n5 B2\n4\nundo\nundo\n").stdout
    assert "There is no move to take back." in out
    assert "Token 4 is back in your hand." in out
    assert "5 B2 is taken back." in out
    assert out.count("Player 1's Available Tokens: 1, 2, 3, 4, 5, 6, 7, 8") == 2


def test_undo_takes_back_a_pass_with_its_move() -> None:
    out = gridlock("plain", "passing", "--size", "1x3", typed="1 2\n1 1\nundo\n").stdout
    assert "1 1 is taken back.\n\n_ X _\n\nPlayer 2 (O), enter your move" in out


def test_help_and_moves() -> None:
    out = gridlock("plain", "spacing", typed="2 2\nHELP\nmoves\n").stdout
    assert VARIANTS["spacing"].essence in out
    assert "To move, write row and column, such as 2 2, or b2 for the same cell." in out
    assert out.count("(1,1), (1,2), (1,3), (1,4), (2,1), (2,3)") == 2  # the turn's own, and ours


def test_names_stand_where_players_are_named() -> None:
    typed = lines(recorded_moves("showdown"))
    out = gridlock("plain", "showdown", "--names", "Ada, Ben ", typed=typed).stdout
    assert "Ben, enter your move (row and column): 1 3" in out
    assert out.endswith("Ada has no valid moves left. Ben wins!\n")


def test_names_in_turns_passes_and_the_last_announcement() -> None:
    names = ("--names", "Ada,Ben")
    spacing = gridlock("plain", "spacing", *names, typed="2 2\n").stdout
    assert "Ada (X), it's your turn." in spacing
    assert "Ben (O), it's your turn." in spacing
    moves = "1 2\n1 1\n1 3\n"
    passing = gridlock("plain", "passing", "--size", "1x3", *names, typed=moves).stdout
    assert "Ada, no valid moves available. Passing turn." in passing
    assert (
        "The last player to place a token was Ben.\nCongratulations, Ben wins the game!" in passing
    )


def test_long_names_are_cut() -> None:
    out = gridlock("plain", "classic", "--names", f"{'A' * 30},Ben").stdout
    assert f"{'A' * 23}…, enter the number" in out


def test_names_cannot_carry_escapes_or_templates() -> None:
    out = gridlock("plain", "showdown", "--names", "\x1b[31mA,{player}").stdout
    assert "\x1b" not in out
    assert "[31mA, enter your move" in out


def test_player_two_starts() -> None:
    out = gridlock("plain", "classic", "--first", "2", typed="6\n").stdout
    assert "Player 2, enter the number of the cell you want to claim: 6" in out
    assert "-   O   -   8" in out


def test_the_coin_falls_either_way_and_the_same_way_for_a_seed() -> None:
    tosses = {
        gridlock("plain", "classic", "--first", "toss", "--seed", str(seed)).stdout.splitlines()[0]
        for seed in range(8)
    }
    assert tosses == {f"The coin has been tossed: Player {n} starts." for n in (1, 2)}
    once = gridlock("plain", "classic", "--first", "toss", "--seed", "7")
    assert once == gridlock("plain", "classic", "--first", "toss", "--seed", "7")


def test_quit_leaves() -> None:
    played = gridlock("plain", "classic", typed="6\nquit\n15\n")
    assert played.returncode == 0
    assert played.stdout.endswith("claim: quit\nThe game is left unfinished.\n")


@pytest.mark.parametrize("typed", [b"", b"6", b"\xff\xfe\x00\n", b"x" * 100_000, b"\x1b[2J\n" * 50])
def test_any_input_ends_cleanly(typed: bytes) -> None:
    played = gridlock("plain", "classic", typed=typed)
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout.endswith("The input has ended; the game is not finished.\n")
    assert "\x1b" not in played.stdout


def test_a_closed_pipe_gives_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, "plain", "classic"],
        input=b"6\n",
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_program_at_the_other_end_of_the_pipes_sees_every_prompt() -> None:
    process = subprocess.Popen(
        [*COMMAND, "plain", "classic"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    seen = b""
    for typed in (b"6\n", b"15\n", b"quit\n"):
        while not seen.endswith(b"claim: "):
            seen += process.stdout.read(1)
        process.stdin.write(typed)
        process.stdin.flush()
        seen = b""
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_ctrl_c_leaves_without_a_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "plain", "classic"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell has programs in the background ignore it, and so would this one.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    while not process.stdout.readline().startswith(b"13"):
        pass  # by then it waits for the first move
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"\n")


def test_in_a_terminal_what_is_typed_is_not_shown_twice() -> None:
    outer, inner = pty.openpty()
    process = subprocess.Popen([*COMMAND, "plain", "showdown"], stdin=inner, stdout=inner)
    os.close(inner)
    os.write(outer, b"2 2\nquit\n")
    seen = b""
    while True:
        try:
            chunk = os.read(outer, 4096)
        except OSError:  # the other side is closed
            break
        if not chunk:
            break
        seen += chunk
    os.close(outer)
    assert process.wait(timeout=60) == 0
    assert seen.count(b"2 2") == 1
    assert b"The game is left unfinished." in seen
