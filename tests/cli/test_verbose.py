"""`plain --verbose`: every change in words, the same as the naive implementation finds them.

`pytest --update-golden` writes the transcripts anew; read what changed before committing it.
"""

import io
import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.cli.plain import LineGame
from gridlock_tui.match import PEOPLE, Kinds, Setup
from gridlock_tui.rules import VARIANTS, GameState, Move, Player, Variant, write_move
from tests.cli.listener import NAMES, Listener
from tests.cli.support import gridlock
from tests.cli.test_plain import lines, recorded_moves
from tests.rules.support import games

TRANSCRIPTS = Path(__file__).parent / "transcripts"


def script(slug: str) -> str:
    """Return what two people type: a whole game, and every command on the way."""
    typed = lines(recorded_moves(slug)).splitlines()
    asked = ["help", "moves", "board", "grid", "nonsense"]
    per_move = 2 if VARIANTS[slug].has_tokens else 1
    return "\n".join([*typed[: 2 * per_move], *asked, "undo", *typed[per_move:]]) + "\n"


def output(
    variant: Variant, typed: str, first: Player = Player.ONE, kinds: Kinds = PEOPLE, seed: int = 0
) -> str:
    """Return what is said in a game with this on standard input."""
    out = io.StringIO()
    setup = Setup(variant, NAMES, first, kinds, seed)
    LineGame(setup, io.StringIO(typed), out, verbose=True).run()
    return out.getvalue()


def heard(variant: Variant, transcript: str, first: Player = Player.ONE) -> Listener:
    """Return a listener who has heard it all and found nothing wrong."""
    listener = Listener(variant, first)
    for line in transcript.splitlines():
        listener.hear(line)
    return listener


@pytest.mark.parametrize("slug", VARIANTS)
def test_transcript(slug: str, pytestconfig: pytest.Config) -> None:
    path = TRANSCRIPTS / f"{slug}.txt"
    now = output(VARIANTS[slug], script(slug))
    if pytestconfig.getoption("--update-golden"):
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")
    assert heard(VARIANTS[slug], now).winner


def test_the_command_says_the_same() -> None:
    names = ("--names", ",".join(NAMES))
    for slug in ("classic", "sequence"):
        done = gridlock("plain", slug, "--verbose", *names, typed=script(slug))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == output(VARIANTS[slug], script(slug))


def test_the_answer_to_an_empty_line_stands_on_a_line_of_its_own() -> None:
    assert "you want to claim: \nNothing was entered" in output(VARIANTS["classic"], "\n")


def moves_of(game: list[GameState]) -> list[Move]:
    """Return the moves between the states."""
    moves = []
    for before, after in pairwise(game):
        cell = (sum(after.marks) - sum(before.marks)).bit_length() - 1
        moves.append(Move(cell, after.tokens[cell] if after.tokens else None))
    return moves


@settings(max_examples=60)
@given(games(largest=5, whole=True), st.randoms(use_true_random=False))
def test_a_listener_can_follow_the_whole_game(game: list[GameState], rng: random.Random) -> None:
    variant, first = game[0].variant, game[0].to_move
    typed: list[str] = []
    for move in moves_of(game):
        written = write_move(variant, move)
        typed += [written, "undo", "board"] * (rng.random() < 0.3 and move != moves_of(game)[-1])
        typed += [written, *["board"] * (rng.random() < 0.3)]
    transcript = output(variant, "\n".join(typed) + "\n", first)
    listener = heard(variant, transcript, first)
    end = game[-1].outcome
    assert end is not None
    assert listener.winner == end.winner
    assert listener.checked >= len(game)


@pytest.mark.parametrize("slug", VARIANTS)
@pytest.mark.parametrize("kinds", [("novice", "casual"), ("human", "novice")])
def test_computers_are_heard_as_well(slug: str, kinds: Kinds) -> None:
    variant = VARIANTS[slug].resized(3, 4)
    # A person beside a computer is a script that tries every cell in turn.
    first_token = "1 " if variant.has_tokens else ""
    tried = [f"{first_token}{variant.cell_name(cell)}" for cell in range(variant.board.size)]
    typed = "\n".join([tried[0], "undo", *tried]) + "\n" if "human" in kinds else ""
    listener = heard(variant, output(variant, typed, kinds=kinds, seed=3))
    assert listener.checked > 2
    assert listener.winner or "human" in kinds


def test_there_is_no_empty_line_and_no_grid_unless_asked_for() -> None:
    transcript = output(VARIANTS["spacing"], lines(recorded_moves("spacing")))
    assert "" not in transcript.splitlines()
    assert "|" not in transcript
