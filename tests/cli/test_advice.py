"""Advice in line mode: hints, reasons, the way back, the turning point, what help a game took."""

import os
import pty
import random
import re
import subprocess

import pytest

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Player, play_moves, write_move
from tests.cli.support import COMMAND, gridlock
from tests.match.test_review import naive_winner
from tests.match.test_turning_point import random_game

CLAIM = "enter the number of the cell you want to claim: "


def after(prompt: str, out: str) -> list[str]:
    """Return what was said after each line that was typed at this prompt, up to the next prompt."""
    return [part.partition("\n")[2] for part in out.split(prompt)[1:]]


def written(timeline: Timeline) -> list[str]:
    return [write_move(timeline.state.variant, move) for move in timeline.moves]


def played(timeline: Timeline, moves: int, *commands: str) -> str:
    """Play this many moves of a game in line mode, then type the commands; return the output."""
    start = timeline.states[0]
    options = ("--size", str(start.board), "--first", str(int(start.to_move)))
    typed = "".join(f"{line}\n" for line in (*written(timeline)[:moves], *commands))
    done = gridlock("plain", start.variant.slug, *options, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_hint_tells_where_then_which_then_why() -> None:
    out = gridlock("plain", "classic", "--size", "5x5", typed="hint\nhint\nhint\nquit\n").stdout
    where, which, why, _ = after(CLAIM, out)
    assert where.startswith("One of 25 moves wins: it is in the very centre. hint tells which")
    assert which.startswith("13 wins in 7. why tells why.")
    assert why.startswith("13 wins in 7.\nMirror: After cell 13 the board is its own reflection")


def test_regions_are_told_cell_by_cell_and_then_the_line() -> None:
    moves = "4 4\n5 2\n"
    typed = f"{moves}why\nwhy\nquit\n"
    out = gridlock("plain", "showdown", "--size", "5x5", "--verbose", typed=typed).stdout
    state = play_moves(VARIANTS["showdown"].resized(5, 5).start(), "4 4; 5 2; 1 1")
    named = re.findall(r"Region ([A-E]): ([^.]+)\.", out)
    cells = [re.split(", | and ", listed) for _, listed in named]
    assert [letter for letter, _ in named] == ["A", "B"]
    room = [state.variant.cell_name(cell) for cell in state.room_for(state.to_move)]
    assert sorted(name for region in cells for name in region) == sorted(room)
    for one, others in ((region, [c for c in room if c not in region]) for region in cells):
        for name in one:
            row, column = map(int, name.split())
            beside = {f"{row + 1} {column}", f"{row - 1} {column}"}
            beside |= {f"{row} {column + 1}", f"{row} {column - 1}"}
            assert not beside & set(others), "regions do not touch"
    assert out.count("Split: ") == 1
    assert re.search(r"Why: 1 1; .+ wins\.", out), "the second time the line of play"


def test_why_needs_no_hint_before_it() -> None:
    out = gridlock("plain", "showdown", "--verbose", typed="2 2\nwhy\nquit\n").stdout
    assert "Last move: Whatever happens, exactly 4 moves are left after 3 4." in out


def test_what_was_said_about_another_position_does_not_lead_back() -> None:
    out = gridlock("plain", "classic", typed="6\n15\nwhy\n4\nback\nquit\n").stdout
    assert "Player 1 could not have won" in out
    assert "Type why first: when every move loses, it finds the mistake." in out


def test_another_position_has_a_hint_of_its_own() -> None:
    typed = "hint\nhint\n13\nhint\nquit\n"
    out = gridlock("plain", "classic", "--size", "5x5", typed=typed).stdout
    assert "Every move loses against best play. hint tells which move." in out


def games_of(slug: str, count: int, size: tuple[int, int] | None = None) -> list[Timeline]:
    rng = random.Random(slug)
    return [random_game(slug, rng, size) for _ in range(count)]


def lost_positions(slug: str) -> tuple[list[tuple[Timeline, int, int]], list[tuple[Timeline, int]]]:
    """Return lost states of random games with the state before the loser's last mistake.

    And one in which the loser never had a win.
    """
    led: list[tuple[Timeline, int, int]] = []
    never: list[tuple[Timeline, int]] = []
    tokens = VARIANTS[slug].has_tokens
    # The smallest boards of the token game have no such states, and the naive solver takes long
    # for early states of larger ones.
    since = 5 if tokens else 0
    for game in games_of(slug, 200, (3, 3) if tokens else None):
        for lost_at in range(since + 2, len(game.moves)):
            loser = game.states[lost_at].to_move
            own = [at for at in range(since, lost_at) if game.states[at].to_move is loser]
            won = [at for at in own if naive_winner(game.states[at]) is loser]
            if naive_winner(game.states[lost_at]) is loser:
                continue
            if won:
                led.append((game, lost_at, won[-1]))
            elif not since:
                never.append((game, lost_at))
    return led[:3], never[:1]


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_lost_player_is_led_back_to_the_mistake(slug: str) -> None:
    led, never = lost_positions(slug)
    assert led
    for won_game, at, mistake_at in led:
        loser = won_game.states[at].to_move
        out = played(won_game, at, "why", "back", "quit")
        mistake, *others = written(won_game)[mistake_at:at]
        assert f"{loser} threw the win away with {mistake}, move {mistake_at + 1}." in out
        taken_back = [line for line in out.splitlines() if line.endswith(" is taken back.")]
        assert taken_back == [f"{move} is taken back." for move in (*others[::-1], mistake)]
    for game, lost_at in never:
        out = played(game, lost_at, "why", "back", "quit")
        loser = game.states[lost_at].to_move
        assert f"{loser} could not have won: {loser.other} wins from the start" in out
        assert "There is no mistake to go back to." in out


@pytest.mark.parametrize("slug", VARIANTS)
def test_two_people_are_told_the_turning_point_on_request(slug: str) -> None:
    turned: list[tuple[Timeline, Player, list[int]]] = []
    held: list[tuple[Timeline, Player, list[int]]] = []
    for game in games_of(slug, 200):
        winners = [naive_winner(state) for state in game.states]
        changes = [at for at in range(1, len(winners)) if winners[at] != winners[at - 1]]
        (turned if changes else held).append((game, winners[-1], changes))
    for game, winner, changes in turned[:2]:
        out = played(game, len(game.moves), "turn", "again", "quit")
        move = written(game)[changes[-1] - 1]
        told = f"The turning point was move {changes[-1]}. {winner.other} gave the win away"
        assert f"{told} with {move}." in out
        assert f"The game goes on from move {changes[-1]}." in out
        assert out.endswith("The game is left unfinished.\n")
    game, winner, _ = held[0]
    out = played(game, len(game.moves), "turn", "again", "quit")
    assert f"{winner} held the win from start to end." in out
    assert "goes on" not in out


def test_without_a_question_nothing_is_said_after_a_game_of_two_people() -> None:
    ended = gridlock("plain", "classic", typed="6\n15\n4\n13\n").stdout
    assert ended.endswith("Player 2 wins!\n")
    assert gridlock("plain", "classic", typed="6\n15\n4\n13\nnonsense\n6\n").stdout == ended


def test_the_result_against_a_computer_tells_hints_take_backs_and_the_turning_point() -> None:
    cells = "".join(f"{cell}\n" for cell in range(1, 17))
    typed = f"hint\nwhy\nundo\n6\nhint\nundo\n7\n{cells}"
    players = ("--players", "human,perfect", "--seed", "3")
    out = gridlock("plain", "classic", *players, typed=typed).stdout
    assert "Perfect wins!\n\nLost with 2 hints and 1 take-back.\n" in out
    assert "From this side nothing could be won: O wins with best play." in out


def test_after_a_game_the_sides_can_be_exchanged() -> None:
    typed = "6\n15\n4\n13\nswap\n6\nquit\n"
    out = gridlock("plain", "classic", "--names", "Ada,Ben", typed=typed).stdout
    first, second = out.split("Ben wins!\n")
    assert f"Ada, {CLAIM}6" in first
    assert f"Ben, {CLAIM}6" in second


def test_a_terminal_is_asked_what_comes_next() -> None:
    inner, outer = pty.openpty()
    os.write(inner, b"6\n15\n4\n13\nturn\n\n")
    done = subprocess.run(
        [*COMMAND, "plain", "classic"],
        stdin=outer, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    os.close(inner)
    os.close(outer)
    asked = "turn tells where it turned, again plays on from there, swap exchanges sides"
    assert done.stdout.count(asked) == 2
    assert "Player 2 held the win from start to end." in done.stdout
