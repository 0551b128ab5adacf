"""The state of the menu without an app: what is highlighted, chosen, shown and started."""

import random
import re
from dataclasses import replace

import pytest

from gridlock_tui.match import Kinds
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import ENDLESS, Starts
from gridlock_tui.rules import VARIANTS, Board, GridlockError, Names, Player
from gridlock_tui.tui.menu_choices import MORE, OPTIONS, STRIP, MenuChoices
from gridlock_tui.tui.menu_state import (
    CONTINUE,
    OTHERS,
    MenuState,
    demonstration,
    next_step,
)
from gridlock_tui.tui.wording.matches import give_up_question, match_line
from tests.tui.support import game

CLASSIC, SHOWDOWN, PASSING = (VARIANTS[slug] for slug in ("classic", "showdown", "passing"))
MOVES = ("1 1", "1 3", "1 5", "1 7", "3 1", "3 3", "3 5")


def saved(count: int) -> tuple[Match, ...]:
    """Return different matches of Spacing."""
    return tuple(
        Match.of(game("spacing", "; ".join(MOVES[: number + 1]), (8, 8), ("Ada", "Ben")))
        for number in range(count)
    )


# The highlighted line.


def test_the_first_variant_is_highlighted_where_nothing_is_saved() -> None:
    state = MenuState()
    assert (state.match, state.line) == (None, next(iter(VARIANTS)))
    assert state.new_variant is next(iter(VARIANTS.values()))


def test_nothing_is_highlighted_before_the_saved_matches_are_known() -> None:
    state = MenuState(is_known=False)
    assert state.line == ""
    assert state.with_matches(()).line == next(iter(VARIANTS))
    assert state.with_matches(saved(1)).line == CONTINUE


def test_a_new_match_is_highlighted() -> None:
    older, newer = saved(2)
    state = MenuState().with_matches((older,))
    assert state.match is older
    assert state.new_variant is None
    state = state.highlight("showdown").with_matches((newer, older))
    assert state.match is newer
    assert state.choices.variant is SHOWDOWN


def test_a_match_that_went_on_is_highlighted() -> None:
    one, two = saved(2)
    longer = replace(two, uid=one.uid)
    state = MenuState().with_matches((one,)).highlight("classic").with_matches((longer,))
    assert state.match is longer


def test_the_lines_are_one_to_continue_one_for_the_others_and_the_variants() -> None:
    assert MenuState().lines == tuple(VARIANTS)
    assert MenuState().with_matches(saved(1)).lines == (CONTINUE, *VARIANTS)
    for count in (2, 7):
        state = MenuState().with_matches(saved(count))
        assert state.lines == (CONTINUE, OTHERS, *VARIANTS)


def test_a_finished_match_is_not_listed() -> None:
    ended = Match.of(game("classic", "6; 15; 4; 13", names=("Ada", "Ben")))
    assert MenuState().with_matches((ended,)).lines == tuple(VARIANTS)
    (waiting,) = saved(1)
    assert MenuState().with_matches((ended, waiting)).match is waiting


def test_steps_go_round() -> None:
    state, seen = MenuState().with_matches(saved(2)), []
    for _ in state.lines:
        seen.append(state.line)
        state = state.step(1)
    assert tuple(seen) == state.lines
    assert state.line == CONTINUE
    assert state.step(-1).line == state.lines[-1]


def test_the_highlight_stays_on_the_matches_while_there_are_some() -> None:
    one, two, three = saved(3)
    state = MenuState().with_matches((one, two, three))
    assert state.with_matches((two, three)).match is two
    others = state.highlight(OTHERS)
    assert others.match is None
    assert others.with_matches((one, three)).line == OTHERS
    assert others.with_matches((three,)).line == CONTINUE
    assert others.with_matches(()).line == next(iter(VARIANTS))


def test_a_highlighted_variant_stays_when_a_match_is_gone() -> None:
    one, two = saved(2)
    state = MenuState().with_matches((one, two)).highlight("passing")
    assert state.with_matches((two,)).line == "passing"


def test_setting_the_same_matches_changes_nothing() -> None:
    matches = saved(3)
    state = MenuState().with_matches(matches).highlight("passing")
    assert state.with_matches(matches) == state


# Choices.


def test_a_change_is_for_a_new_match_of_the_highlighted_variant() -> None:
    waiting = Match.of(game("passing", "3 3"))
    state = MenuState().with_matches((waiting,))
    changed = state.choose(state.choices.with_opponent("novice"))
    assert (changed.match, changed.line) == (None, "passing")
    assert changed.choices.kinds == ("human", "novice")
    assert state.choose(state.choices) is state


def test_a_board_is_chosen_for_one_variant_and_remembered_for_it() -> None:
    state = MenuState().choose(MenuChoices(board=Board(5, 5)))
    other = state.highlight("showdown")
    assert other.choices.sized is SHOWDOWN
    assert other.choices.board_of(CLASSIC) == Board(5, 5)
    larger = other.choose(other.choices.resize(6, 6))
    back = larger.highlight("classic")
    assert back.choices.sized == CLASSIC.resized(5, 5)
    assert back.choices.board_of(SHOWDOWN) == Board(6, 6)
    assert back.choices.board_of(PASSING) == PASSING.board


def test_a_board_of_a_saved_match_does_not_change_the_chosen_one() -> None:
    state = MenuState(MenuChoices(board=Board(6, 7))).with_matches(saved(1))
    assert state.highlight("classic").choices.board == Board(6, 7)


@pytest.mark.parametrize("board", [Board(2, 2), Board(3, 1), CLASSIC.board, None])
def test_the_own_board_is_played_where_the_menu_does_not_offer_another(board: Board | None) -> None:
    assert MenuChoices(board=board).sized is CLASSIC


def test_recommended_boards_come_in_turn_and_then_the_own_one() -> None:
    choices, seen = MenuChoices(), []
    for _ in range(4):
        choices = choices.next_board([Board(4, 5), Board(3, 5)])
        seen.append(choices.sized.board)
    assert seen == [Board(4, 5), Board(3, 5), CLASSIC.board, Board(4, 5)]
    elsewhere = MenuChoices(board=Board(8, 8)).next_board([Board(4, 5)])
    assert elsewhere.board == Board(4, 5)


def test_where_no_board_is_recommended_the_next_larger_one_comes() -> None:
    assert MenuChoices(PASSING).next_board([]).sized.board.size > PASSING.board.size
    assert MenuChoices(PASSING, Board(8, 8)).next_board([]).board == Board(3, 3)


def test_you_take_your_name_and_your_opponent_to_the_other_side() -> None:
    choices = MenuChoices(names=("Ada", ""), kinds=("human", "novice"))
    assert (choices.side, choices.opponent) == (Player.ONE, "novice")
    other = choices.with_side(Player.TWO)
    assert (other.kinds, other.names) == (("novice", "human"), ("", "Ada"))
    assert (other.side, other.opponent) == (Player.TWO, "novice")
    assert other.with_opponent("expert").kinds == ("expert", "human")
    assert other.with_side(Player.ONE) == choices


@pytest.mark.parametrize(
    ("first", "starter_wins", "side"),
    [
        (Player.ONE, True, Player.ONE),
        (Player.ONE, False, Player.TWO),
        (Player.TWO, True, Player.TWO),
        (Player.TWO, False, Player.ONE),
    ],
)
def test_the_winning_side(first: Player, starter_wins: bool, side: Player) -> None:
    assert MenuChoices(first=first).on_winning_side(starter_wins).side is side


def test_what_you_are_says_who_starts() -> None:
    you = OPTIONS["you"]
    assert you.texts(MenuChoices()) == ["X, first", "O, second"]
    assert you.texts(MenuChoices(first=Player.TWO)) == ["X, second", "O, first"]
    assert you.texts(MenuChoices(first=None)) == ["X, coin toss", "O, coin toss"]
    assert you.label(MenuChoices()) == "You are"
    assert you.label(MenuChoices(kinds=("casual", "perfect"))) == "Casual is"


def test_two_computers_can_play_each_other() -> None:
    choices = MenuChoices().with_opponent("perfect")
    watched = MORE["deputy"].set(choices, "expert")
    assert watched.kinds == ("expert", "perfect")
    assert STRIP["against"].get(watched) == "perfect"


def test_against_whom_is_the_first_option() -> None:
    assert next(iter(STRIP)) == "against"


def test_a_computer_is_named_after_its_level_unless_a_name_is_typed() -> None:
    choices = MenuChoices(names=(" Ada ", ""), kinds=("human", "expert"))
    assert choices.shown_names == ("Ada", "Expert")
    assert OPTIONS["starts"].texts(choices) == ("Ada", "Expert", "coin toss")


@pytest.mark.parametrize(
    ("names", "kinds", "called", "yours"),
    [
        (("Anna", ""), ("expert", "human"), ("Expert", "Anna"), "Anna"),
        (("", "Anna"), ("human", "expert"), ("Anna", "Expert"), "Anna"),
        (("Anna", "Ben"), ("expert", "human"), ("Expert", "Ben"), "Ben"),
        (("Anna", "Ben"), ("human", "expert"), ("Anna", "Expert"), "Anna"),
        (("Anna", " "), ("expert", "human"), ("Expert", "Anna"), "Anna"),
        (("Anna", "Anna"), ("expert", "human"), ("Expert", "Anna"), "Anna"),
        (("", ""), ("expert", "human"), ("Expert", "Player 2"), ""),
        (("Anna", "Ben"), ("expert", "perfect"), ("Expert", "Perfect"), "Anna"),
        (("Anna", ""), ("human", "human"), ("Anna", "Player 2"), "Anna"),
        (("", "Ben"), ("human", "human"), ("Player 1", "Ben"), ""),
    ],
)
def test_a_computer_never_has_the_name_of_a_person(
    names: Names, kinds: Kinds, called: Names, yours: str
) -> None:
    side = Player.TWO if kinds[1] == "human" and kinds[0] != "human" else Player.ONE
    choices = MenuChoices(names=names, kinds=kinds, side=side)
    assert choices.new_match(random.Random(1)).game.names == called
    assert choices.your_name == yours
    if "Player 2" not in called:
        assert choices.shown_names == called


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_of_every_option_can_be_chosen_and_is_shown(name: str) -> None:
    option, choices = OPTIONS[name], MenuChoices()
    values = option.values(choices)
    assert len(option.texts(choices)) == len(set(option.texts(choices))) == len(values)
    for at in range(len(values)):
        assert option.chosen(option.choose(choices, at)) == at


# What is started.


def test_a_new_match_is_as_chosen() -> None:
    choices = MenuChoices(
        SHOWDOWN, Board(5, 6), Player.TWO, ("Ada", ""), ("human", "novice"), ENDLESS,
        Starts.LOSER, swap_rule=True,
    )  # fmt: skip
    match = choices.new_match(random.Random(1))
    setup, series = match.game.setup, match.series
    assert setup.variant == SHOWDOWN.resized(5, 6)
    assert (setup.names, setup.first) == (("Ada", "Novice"), Player.TWO)
    assert setup.kinds == ("human", "novice")
    assert (series.length, series.starts, series.swap_rule) == (ENDLESS, Starts.LOSER, True)


def test_a_coin_toss_can_fall_on_either_player() -> None:
    matches = [MenuChoices(first=None).new_match(random.Random(seed)) for seed in range(9)]
    tossed = {match.game.setup.first for match in matches}
    assert tossed == set(Player)


def test_equal_names_are_refused() -> None:
    with pytest.raises(GridlockError, match="must differ"):
        MenuChoices(names=("Ada", " Ada ")).new_match(random.Random(1))


# What is shown.


def test_the_demonstration_runs_in_a_loop() -> None:
    shown = demonstration(PASSING)
    moves = len(shown.moves)
    assert (shown.at, moves > 1) == (0, True)
    for at in range(1, moves + 1):
        shown = next_step(shown)
        assert shown.at == at
    assert next_step(shown).at == 0


def test_another_board_is_shown_empty() -> None:
    shown = demonstration(PASSING.resized(6, 6))
    assert (shown.moves, next_step(shown)) == ((), shown)


def test_a_saved_match_is_described_in_one_line() -> None:
    _, two = saved(2)
    assert match_line(two, 60) == "Spacing 8×8, 2 moves, Ada vs Ben"
    assert match_line(two, 30) == "Spacing 8×8, 2 moves, A… vs B…"


def test_a_series_is_described_by_its_score() -> None:
    match = Match.begin(game("showdown", names=("Ada", "Ben")).setup, 5)
    assert match_line(match, 60) == "Showdown 4×4, Ada 0:0 Ben"
    assert give_up_question(match) == (
        "Give up Showdown 4×4, best of 5, Ada 0:0 Ben? This cannot be undone."
    )


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_rule_on_the_home_screen_has_two_sentences_at_most(slug: str) -> None:
    sentences = re.findall(r"[.!?](?= |$)", VARIANTS[slug].essence)
    assert 1 <= len(sentences) <= 2
