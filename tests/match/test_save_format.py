"""The format of saves: whole, of any content, within its limits."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.effort import NO_EFFORT
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import ENDLESS
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.save_format import (
    LARGEST_SAVE,
    SavedMatch,
    read_save,
    write_save,
)
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import VARIANTS, Move, Player
from tests.match.support import ROW, attempt, games, is_harmless, matches, won_by

MATCH = Match.begin(Setup(VARIANTS["showdown"], ("Ada", "Ben")))
MOVED = MATCH.play(Move(5))


@given(matches(), st.booleans())
def test_what_is_saved_is_loaded(match: Match, is_filed: bool) -> None:
    saved = SavedMatch.now(match, is_filed)
    assert read_save(write_save(saved)) == saved


def test_default_names_that_moved_with_their_players_are_read_as_sides() -> None:
    """An earlier version let X be called Player 2 after a swap of sides."""
    match = Match.begin(Setup(ROW), 5)
    match = match.with_game(won_by(Player.ONE, match.game.setup)).next_game()
    text = write_save(SavedMatch.now(match)).decode()
    exchanged = (
        text.replace("Player 1", "?").replace("Player 2", "Player 1").replace("?", "Player 2")
    )
    assert exchanged != text
    found = read_save(exchanged.encode()).match
    assert found == match
    assert found.standing.score == (1, 0)


def test_a_save_of_0_1_0_has_no_effort_and_is_no_rung() -> None:
    setup = Setup(VARIANTS["showdown"], ("Ada", "Novice"), kinds=("human", "novice"))
    match = replace(Match.begin(setup).with_help().play(Move(5)), climbs=True)
    content = json.loads(write_save(SavedMatch.now(match)))
    del content["effort"], content["climbs"]
    found = read_save(json.dumps(content).encode()).match
    assert found == replace(match, effort=NO_EFFORT, climbs=False)
    assert found != match


@given(games())
def test_undone_moves_are_saved_too(game: Game) -> None:
    match = Match.begin(game.setup).with_game(game)
    assert read_save(write_save(SavedMatch.now(match))).match.game == game


@given(st.binary(max_size=2000))
def test_any_bytes_give_a_match_or_a_sentence(content: bytes) -> None:
    found = attempt(read_save, content)
    assert not isinstance(found, str) or is_harmless(found)


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


def test_a_rung_of_two_people_is_damaged() -> None:
    content = json.loads(write_save(SavedMatch.now(MOVED)))
    content["climbs"] = True
    assert attempt(read_save, json.dumps(content).encode()) == (
        "is damaged: the value of climbs is invalid"
    )


def test_more_given_moves_than_moves_are_damaged() -> None:
    content = json.loads(write_save(SavedMatch.now(MOVED)))
    content["given_moves"] = 2
    assert attempt(read_save, json.dumps(content).encode()) == (
        "is damaged: the value of given_moves is invalid"
    )


@given(matches(), st.data(), anything)
def test_anything_in_any_place_gives_a_match_or_a_sentence(
    match: Match, data: st.DataObject, wrong: object
) -> None:
    content = json.loads(write_save(SavedMatch.now(match)))
    parts = (content, *(content[name] for name in ("series", "settings", "effort")))
    place = data.draw(st.sampled_from(parts))
    place[data.draw(st.sampled_from(list(place)))] = wrong
    found = attempt(read_save, json.dumps(content).encode())
    if isinstance(found, str):
        assert is_harmless(found)
    else:
        assert read_save(write_save(found)) == found


@pytest.mark.parametrize(
    "content",
    [
        b"[" * LARGEST_SAVE,
        b'{"a":' * 50_000,
        b"1" * LARGEST_SAVE,
        b"\x00" * LARGEST_SAVE,
        b"[" + b"1," * 100_000 + b"1]",
    ],
)
def test_very_large_content_is_refused(content: bytes) -> None:
    assert isinstance(attempt(read_save, content), str)


def test_a_match_that_is_too_large_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saved = SavedMatch.now(MOVED)
    saves.save(saved)
    setup = replace(MOVED.game.setup, names=("x" * LARGEST_SAVE, "Ben"))
    with pytest.raises(StoreError, match="takes more than 256 KiB"):
        saves.save(SavedMatch.now(replace(MOVED, game=replace(MOVED.game, setup=setup))))
    saves.close()
    assert Saves(tmp_path).load_all() == ([saved], [])


def test_a_save_may_be_as_large_as_the_limit_and_no_larger() -> None:
    def written(length: int) -> bytes:
        setup = replace(MOVED.game.setup, names=("x" * length, "Ben"))
        return write_save(SavedMatch.now(replace(MOVED, game=replace(MOVED.game, setup=setup))))

    room = LARGEST_SAVE - len(written(0))
    assert len(written(room)) == LARGEST_SAVE
    with pytest.raises(StoreError, match="takes more than 256 KiB"):
        written(room + 1)


@pytest.mark.parametrize(
    ("part", "field", "largest"),
    [
        ("", "seed", 1 << 64),
        ("", "at", 1),
        ("series", "earlier", 10**9 - 1),
        ("effort", "seconds", 10**9 - 1),
    ],
)
def test_numbers_in_a_save_have_limits(part: str, field: str, largest: int) -> None:
    match = Match.begin(MATCH.game.setup, ENDLESS).play(Move(5))
    content = json.loads(write_save(SavedMatch.now(match)))
    place = content[part] if part else content
    whole = [largest, 0] if isinstance(place[field], list) else largest
    place[field] = whole
    assert isinstance(attempt(read_save, json.dumps(content).encode()), SavedMatch)
    place[field] = [largest + 1, 0] if isinstance(whole, list) else largest + 1
    assert attempt(read_save, json.dumps(content).encode()) == (
        f"is damaged: the value of {field} is invalid"
    )
