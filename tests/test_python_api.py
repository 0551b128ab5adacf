"""The rules as a library: texts of moves and states, one-line positions, registered variants."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gridlock_tui.engine import LEVELS, Verdict, analyse, choose
from gridlock_tui.match.game_id import read_game_id, write_game_id
from gridlock_tui.rules import (
    KNIGHT,
    VARIANTS,
    Blocks,
    Board,
    GameState,
    GridlockError,
    IllegalMove,
    Move,
    NotationError,
    Placement,
    Player,
    PositionError,
    UnknownVariant,
    Variant,
    draw_grid,
    find_variant,
    perft,
    play_moves,
    prompt_text,
    read_fen,
    register,
    unregister,
)
from gridlock_tui.rules.placement import PlacementReferee


def test_a_move_is_read_and_written_in_the_notation_of_its_variant() -> None:
    state = VARIANTS["showdown"].start()
    for text in ("2 3", "b3", "(2,3)"):
        move = state.move(text)
        assert move == Move(6)
        assert hash(move) == hash(Move(6))
        assert (str(move), repr(move)) == ("2 3", "<Move 2 3>")
    assert str(VARIANTS["classic"].move("b3")) == "7"
    assert str(VARIANTS["sequence"].move("5b3")) == "5 B3"
    with pytest.raises(NotationError, match="'foo' is not a move: write row and column"):
        state.move("foo")


def test_a_move_made_by_hand_shows_its_numbers() -> None:
    assert (str(Move(6)), repr(Move(6, 5))) == ("Move(6)", "Move(6, 5)")
    assert (
        VARIANTS["sequence"].start().play(Move(6, 5)).fen() == "sequence ..../..X5./..../.... O X"
    )


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_state_prints_as_its_grid(slug: str) -> None:
    state = play_moves(VARIANTS[slug].start(), VARIANTS[slug].demo)
    assert str(state) == draw_grid(state)
    assert repr(state) == f"<GameState {state.fen()}>"


@pytest.mark.parametrize(
    ("slug", "moves", "line"),
    [
        ("showdown", "", "showdown ..../..../..../.... X -"),
        ("showdown", "2 2; 1 3", "showdown ..O./.X../..../.... X O"),
        ("sequence", "5 B2; 4 A1", "sequence O4.../.X5../..../.... X O"),
    ],
)
def test_a_position_is_one_line(slug: str, moves: str, line: str) -> None:
    state = play_moves(VARIANTS[slug].start(), moves)
    assert state.fen() == line
    assert read_fen(line) == state


def test_a_forced_pass_is_in_the_line() -> None:
    state = play_moves(VARIANTS["passing"].resized(1, 3).start(), "1 2; 1 1")
    assert state.fen() == "passing OX. O O"
    assert read_fen(state.fen()).passed is Player.ONE


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "'' is not a position: write variant, rows, who is to move and who placed last, "
             "such as showdown X./.. O X"),
        ("chess X. O X", "there is no variant 'chess': choose classic, spacing, showdown, "
                         "sequence or passing"),
        ("classic X. Z X", "'Z' is not a player: write X or O"),
        ("classic X. O Z", "'Z' is not a player: write X or O"),
        ("classic X?/.. O X", "'X?/..' is not a board: write . for an empty cell, X or O for a "
                              "marker, and / between rows of the same length"),
        ("classic X./. O X", "'X./.' is not a board: write . for an empty cell, X or O for a "
                             "marker, and / between rows of the same length"),
        ("classic ......... X -", "a board has 1 to 8 rows and columns, so 1x9 is not one"),
        ("classic X5. O X", "'X5.' is not a board of Classic: a marker has no number"),
        ("sequence X. O X", "'X.' is not a board of Sequence: a marker has its number, such as X5"),
        ("sequence X9. O X", "a token is on the board that its player does not have"),
        ("sequence X1. X O", "it cannot be the turn of Player 1 with these tokens on the board"),
        ("classic XO. X O", "two markers block each other"),
        ("classic ... X O", "nobody has placed a marker on an empty board"),
        ("classic X.. X X", "it cannot be the turn of Player 1, who placed last"),
        ("passing X... X X", "it cannot be the turn of Player 1, who placed last"),
        ("sequence X1O1. X X", "it cannot be the turn of Player 1, who placed last"),
    ],
)  # fmt: skip
def test_a_bad_line_gets_one_sentence(line: str, sentence: str) -> None:
    with pytest.raises(GridlockError) as caught:
        read_fen(line)
    assert str(caught.value) == sentence


def test_bad_form_and_impossible_positions_are_different_errors() -> None:
    with pytest.raises(NotationError):
        read_fen("classic X? O X")
    with pytest.raises(PositionError):
        read_fen("classic XO. X O")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """Collect the moves that the rules play."""
    moves: list[Move] = []
    real_play = PlacementReferee.play

    def play(referee: PlacementReferee, state: GameState, move: Move) -> GameState:
        moves.append(move)
        return real_play(referee, state, move)

    monkeypatch.setattr(PlacementReferee, "play", play)
    return moves


def test_the_effect_of_a_move_is_worked_out_once(played: list[Move]) -> None:
    state = VARIANTS["showdown"].start()
    effect = state.effect(Move(5))
    assert state.effect(state.move("2 2")) is effect
    assert played == [Move(5)]
    assert state.effect(Move(0)) != effect
    assert state.effect(Move(5)) == effect, "only the latest effect is cached"
    assert played == [Move(5), Move(0), Move(5)]
    with pytest.raises(IllegalMove):
        state.play(Move(5)).effect(Move(5))


@pytest.fixture
def leapers() -> Iterator[Variant]:
    rules = Placement(KNIGHT, Blocks.OPPONENT)
    variant = Variant("leapers", "Leapers", Board(3, 5), rules, aliases=("jumpers",))
    yield register(variant)
    unregister("leapers")


def test_a_registered_variant_is_played_solved_and_drawn(leapers: Variant) -> None:
    assert list(VARIANTS)[-1] == "leapers"
    assert find_variant("Jumpers") is leapers
    assert leapers.name == "Leapers"
    state = leapers.start().play(leapers.move("2 3"))
    assert state.why_not(state.move("1 1")) == "1 1 touches your opponent's marker at 2 3"
    assert perft(leapers.start(), 2) == 15 * 14 - 2 * 20
    assert str(state).splitlines()[2] == "2 [- - X - -]"
    assert prompt_text(state) == "Player 2 (O), enter your move: "
    assert read_fen(state.fen()) == state
    game_id = "leapers:3x5:2 3"
    assert write_game_id(read_game_id(game_id)) == game_id
    analysis = analyse(leapers.start())
    assert analysis.verdict is Verdict.WIN
    assert str(analysis.line[0]) == "2 3"
    assert choose(state, LEVELS["perfect"]) in state.legal_moves


def test_a_variant_can_be_removed_again(leapers: Variant) -> None:
    unregister(leapers.slug)
    with pytest.raises(UnknownVariant):
        find_variant("leapers")
    register(leapers)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"slug": "classic"}, "there is already a variant 'classic'"),
        ({"slug": "tokens"}, "there is already a variant 'tokens'"),
        ({"aliases": ("leapers",)}, "there is already a variant 'leapers'"),
        ({"document": "000"}, "there is already a variant '000'"),
        ({"slug": "a b"}, "'a b' is not a slug: use small letters, digits and -"),
        ({"slug": ""}, "'' is not a slug: use small letters, digits and -"),
    ],
)
def test_names_are_not_shared(leapers: Variant, changes: dict[str, object], sentence: str) -> None:
    free = {"slug": "more", "aliases": (), "document": ""}
    before = dict(VARIANTS)
    with pytest.raises(GridlockError) as caught:
        register(replace(leapers, **{**free, **changes}))  # type: ignore[arg-type]
    assert str(caught.value) == sentence
    assert before == VARIANTS


def test_every_variant_of_the_documents_has_one_name() -> None:
    names = [variant.name for variant in VARIANTS.values() if variant.document]
    assert names == ["Classic", "Spacing", "Showdown", "Sequence", "Passing"]


@pytest.mark.parametrize("package", ["rules", "engine", "match"])
def test_importing_it_loads_no_textual(package: str) -> None:
    """Also when every name that the package offers is used."""
    script = (
        f"import sys, gridlock_tui.{package} as package\n"
        "for name in getattr(package, '__all__', dir(package)): getattr(package, name)\n"
        "print(*sys.modules, sep='\\n')"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    ).stdout.split()
    assert not {"textual", "rich"} & set(loaded)


def test_a_demo_that_cannot_be_played_is_refused(leapers: Variant) -> None:
    with pytest.raises(GridlockError):
        register(replace(leapers, slug="jumpers", aliases=(), demo="zz"))
    assert "jumpers" not in VARIANTS


def test_a_game_of_ours_stays() -> None:
    with pytest.raises(UnknownVariant, match="part of Gridlock"):
        unregister("classic")
    assert "classic" in VARIANTS


def test_no_move_is_chosen_when_the_game_is_over() -> None:
    over = VARIANTS["classic"].resized(1, 1).start()
    over = over.play(over.legal_moves[0])
    with pytest.raises(GridlockError, match="the game is over"):
        choose(over, LEVELS["perfect"])
