"""What a key means that no command takes."""

from collections.abc import Callable

import pytest

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, CellStyle, Variant
from gridlock_tui.tui.commands import BY_ID
from gridlock_tui.tui.game.keys import Answer, answer_key
from gridlock_tui.tui.game.view import GameView

TYPED = next(v for v in VARIANTS.values() if v.cells is not CellStyle.NUMBER and not v.has_tokens)
NUMBERED = next(v for v in VARIANTS.values() if v.cells is CellStyle.NUMBER and not v.has_tokens)
TOKENS = next(v for v in VARIANTS.values() if v.has_tokens)
OVER = Match.begin(Setup(TYPED.resized(1, 1))).play(TYPED.resized(1, 1).start().legal_moves[0])


def nothing(_: str) -> str | None:
    """Deny no action."""
    return None


def only(denied: str) -> Callable[[str], str | None]:
    return lambda action: "Not now." if action == denied else None


def answer(
    view: GameView,
    key: str,
    character: str | None = None,
    unavailable: Callable[[str], str | None] = nothing,
) -> Answer:
    return answer_key(key, character, view, unavailable, BY_ID)


def said(given: Answer) -> str:
    return given.view.said.text if given.view.said else ""


def test_a_digit_opens_the_entry_where_a_cell_has_two_numbers() -> None:
    view = GameView.of(Match.begin(Setup(TYPED)))
    assert answer(view, "2", "2") == Answer(view, opens_entry=True, uses_key=True)


def test_a_digit_is_a_cell_where_cells_are_numbered() -> None:
    given = answer(GameView.of(Match.begin(Setup(NUMBERED))), "2", "2")
    assert (given.view.cursor, given.opens_entry, given.uses_key) == (1, False, True)


def test_a_digit_is_a_token_where_there_are_tokens() -> None:
    given = answer(GameView.of(Match.begin(Setup(TOKENS))), "2", "2")
    assert (given.view.token, given.opens_entry, given.uses_key) == (2, False, True)


@pytest.mark.parametrize("variant", [NUMBERED, TOKENS], ids=["cells", "tokens"])
def test_only_where_digits_are_typed_they_need_the_entry(variant: Variant) -> None:
    view = GameView.of(Match.begin(Setup(variant)))
    assert answer(view, "2", "2", only("type_move")).uses_key


def test_a_digit_says_why_no_move_can_be_typed() -> None:
    given = answer(GameView.of(Match.begin(Setup(TYPED))), "2", "2", only("type_move"))
    assert said(given) == "Not now."
    assert (given.opens_entry, given.uses_key) == (False, False)


def test_the_key_of_a_command_says_why_it_cannot_be_given() -> None:
    view, key = GameView.of(Match.begin(Setup(TYPED))), BY_ID["undo"].keys.split(",")[0]
    given = answer(view, key, None, only("undo"))
    assert said(given) == "Not now."
    assert given.view.said is not None
    assert given.view.said.alarmed
    assert answer(view, key) == Answer(view)


@pytest.mark.parametrize("key", ["space", "enter"])
def test_after_a_game_the_keys_that_place_say_what_is_next(key: str) -> None:
    given = answer(GameView.of(OVER), key, None, only("place"))
    assert said(given) == f"The game is over: {BY_ID['new'].shown} rematch."
    assert not given.uses_key


def test_after_a_game_a_digit_does_nothing() -> None:
    view = GameView.of(OVER)
    assert answer(view, "2", "2") == Answer(view)


def test_any_other_key_is_left_alone() -> None:
    view = GameView.of(Match.begin(Setup(TYPED)))
    assert answer(view, "f12") == Answer(view)
    assert answer(view, "é", "é") == Answer(view)
