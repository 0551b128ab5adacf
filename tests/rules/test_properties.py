"""Properties of every game, on every board, after any moves."""

import copy
import pickle
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.rules import (
    BISHOP,
    KING,
    KNIGHT,
    ROOK,
    VARIANTS,
    GameState,
    GridlockError,
    IllegalMove,
    Move,
    Neighbourhood,
    Placement,
    Player,
    Variant,
    closing_text,
    draw_grid,
    prompt_text,
    read_cell,
    read_fen,
    read_move,
    read_moves,
    turn_text,
    write_compact,
    write_move,
)
from gridlock_tui.rules.grids import cell_sign
from tests.rules.grids import read_grid
from tests.rules.support import games, states, variants


def candidates(state: GameState) -> list[Move]:
    """Return every move that can be written, and some that cannot."""
    tokens = [None, *range(state.variant.tokens_each + 2)]
    cells = range(-1, state.board.size + 2)
    return [Move(cell, token) for cell in cells for token in tokens]


def test_a_player_has_an_opponent_a_symbol_a_name_and_a_word() -> None:
    assert [(player.symbol, str(player), player.word) for player in Player] == [
        ("X", "Player 1", "one"),
        ("O", "Player 2", "two"),
    ]
    assert [player.other for player in Player] == [Player.TWO, Player.ONE]


@given(games())
def test_legal_moves_why_not_and_play_agree_on_every_move(game: list[GameState]) -> None:
    state = game[-1]
    legal = set(state.legal_moves)
    for move in candidates(state):
        sentence = state.why_not(move)
        assert (sentence is None) == (move in legal)
        if move in legal:
            assert state.play(move).last is state.to_move
        else:
            with pytest.raises(IllegalMove) as caught:
                state.play(move)
            assert str(caught.value) == sentence


@given(games(largest=6))
def test_play_never_changes_the_old_state(game: list[GameState]) -> None:
    state = game[-1]
    before = copy.deepcopy(state)
    grid = draw_grid(state)
    for move in state.legal_moves:
        assert state.play(move) != state
    assert state == before
    assert (state.room, draw_grid(state)) == (before.room, grid)


@given(games())
def test_a_placement_only_removes_options(game: list[GameState]) -> None:
    if isinstance(game[0].variant.rules, Placement):
        for before, after in pairwise(state.room for state in game):
            assert after[0] & ~before[0] == 0
            assert after[1] & ~before[1] == 0


@given(games(whole=True))
def test_every_game_ends_within_the_number_of_cells(game: list[GameState]) -> None:
    assert len(game) - 1 <= game[0].board.size
    assert [state.outcome is None for state in game] == [True] * (len(game) - 1) + [False]


@given(states)
def test_an_effect_is_the_difference_in_room(state: GameState) -> None:
    for move in state.legal_moves[:20]:
        effect = state.effect(move)
        after = state.play(move)
        if effect.run:
            assert effect.lost == ((), ())
            continue
        for player in Player:
            gone = set(state.room_for(player)) - set(after.room_for(player))
            assert set(effect.lost_by(player)) == gone - {move.cell}


@given(states)
def test_a_position_equals_the_one_played(state: GameState) -> None:
    built = state.variant.position(state.marks, state.to_move, state.last, state.tokens)
    assert built == state
    assert built.room == state.room
    assert hash(built) == hash(state)


@given(states)
def test_a_state_survives_pickling(state: GameState) -> None:
    thawed = pickle.loads(pickle.dumps(state))
    assert thawed == state
    assert thawed.legal_moves == state.legal_moves


@given(states)
def test_grids_round_trip(state: GameState) -> None:
    drawn = draw_grid(state)
    assert read_grid(state.variant, drawn, state.to_move, state.last) == state


@given(games(custom=False).map(lambda game: game[-1]))
def test_positions_round_trip_as_one_line(state: GameState) -> None:
    line = state.fen()
    assert line.isprintable()
    assert line.isascii()
    again = read_fen(line)
    assert again == state
    assert (again.room, again.fen()) == (state.room, line)


@given(variants(), st.data())
def test_cells_round_trip_in_their_own_and_in_the_compact_form(
    variant: Variant, data: st.DataObject
) -> None:
    cell = data.draw(st.integers(0, variant.board.size - 1))
    for text in (variant.cell_name(cell), write_compact(variant.board, cell)):
        for written in (text, text.upper(), f" ( {text} ) ", f"[{text}]", text.replace(" ", ",")):
            assert read_cell(variant, written) == cell


@given(states)
def test_moves_round_trip_alone_and_in_a_list(state: GameState) -> None:
    moves = state.legal_moves
    written = [write_move(state.variant, move) for move in moves]
    assert [str(move) for move in moves] == written
    assert [str(state.move(text)) for text in written] == written
    assert [state.move(text) for text in written] == list(moves)
    for separator in ("; ", ";", ", ", ","):
        assert read_moves(state.variant, separator.join(written)) == moves


fragments = st.lists(
    st.sampled_from(
        [*"0123456789abcdhzXO./ ,;()[]-", "B2", "2 2", "٣", "é", "\n", "\0", "\x1b[31m"]
    ),
    max_size=12,
).map("".join)


@given(variants(), st.one_of(st.text(), fragments))
def test_any_text_gives_a_move_or_one_sentence(variant: Variant, text: str) -> None:
    readers = (read_move, read_moves, read_cell, lambda v, t: read_grid(v, t, Player.ONE))
    for read in (*readers, lambda _, t: read_fen(t), lambda v, t: read_fen(f"{v.slug} {t}")):
        try:
            read(variant, text)
        except GridlockError as error:
            sentence = str(error)
            assert sentence
            assert sentence.isprintable()
            assert len(sentence) < 160


@given(games(whole=True))
def test_words_are_there_for_every_state(game: list[GameState]) -> None:
    names = ("Ada", "{player} [/]")
    for state in game[:-1]:
        assert closing_text(state, names) == ""
        assert names[state.to_move - 1] in turn_text(state, names) + prompt_text(state, names)
    outcome = game[-1].outcome
    assert outcome is not None
    assert f"{names[outcome.winner - 1]} wins" in closing_text(game[-1], names)


@pytest.mark.parametrize("slug", ["classic", "spacing", "showdown", "sequence", "passing"])
def test_an_impartial_game_that_the_last_to_place_wins_has_grundy_values(slug: str) -> None:
    assert VARIANTS[slug].has_grundy_values == (slug in ("classic", "showdown"))


def test_who_touches_whom() -> None:
    places = [(down, right) for down in range(-2, 3) for right in range(-2, 3)]
    by_distance = {
        "rook": [p for p in places if abs(p[0]) + abs(p[1]) == 1],
        "bishop": [p for p in places if abs(p[0]) == abs(p[1]) == 1],
        "king": [p for p in places if max(abs(p[0]), abs(p[1])) == 1],
        "knight": [p for p in places if abs(p[0] * p[1]) == 2],
    }
    for each in (ROOK, BISHOP, KING, KNIGHT):
        assert sorted(each.steps) == by_distance[each.name]
        assert each.is_symmetric
    assert Neighbourhood("slope", ((-1, -1), (1, 1))).is_symmetric
    assert not Neighbourhood("down", ((1, 0), (0, 1))).is_symmetric


@given(states)
def test_what_was_computed_can_be_discarded_and_computed_again(state: GameState) -> None:
    moves = state.legal_moves
    effects = [state.effect(move) for move in moves]
    state.discard_cached()
    assert state._legal is None
    assert not hasattr(state, "_effect")
    assert state.legal_moves == moves
    assert [state.effect(move) for move in moves] == effects
    state.discard_cached()
    state.discard_cached()  # there is nothing more


@given(states)
def test_the_effect_of_a_move_is_computed_once(state: GameState) -> None:
    for move in state.legal_moves[:2]:
        assert state.effect(move) is state.effect(move)


def test_a_cell_that_one_player_may_still_use_is_not_drawn_as_blocked() -> None:
    spacing = VARIANTS["spacing"]
    variant = replace(spacing, grid=spacing.grid._replace(blocked="#")).resized(1, 4)
    state = variant.start().play(Move(1))  # X keeps off 1 and 3, O does not
    assert [cell_sign(state, cell) for cell in range(4)] == [".", "X", ".", "."]
    state = state.play(Move(3))
    assert [cell_sign(state, cell) for cell in range(4)] == [".", "X", "#", "O"]
