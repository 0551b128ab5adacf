"""The climb: boards and sides that the engine confirms, stars, and what comes next."""

from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.engine import Budget, Verdict, analyse, clear_caches
from gridlock_tui.engine.openings import Opening
from gridlock_tui.match import COMPUTERS, HUMAN
from gridlock_tui.match.ladder import Ladder, ladder_of
from gridlock_tui.match.match import Match
from gridlock_tui.match.review import review
from gridlock_tui.match.stars import missed_words, next_level, stars_of
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import (
    KNIGHT,
    VARIANTS,
    Blocks,
    Board,
    Placement,
    Player,
    Variant,
    read_moves,
    register,
    unregister,
)

any_stars = st.dictionaries(st.sampled_from(COMPUTERS), st.integers(1, 3))


def ladder(slug: str) -> Ladder:
    found = ladder_of(VARIANTS[slug])
    assert found is not None
    return found


# Boards and sides.


@pytest.mark.parametrize("slug", VARIANTS)
def test_you_win_with_best_play_and_can_throw_it_away_with_your_first_move(slug: str) -> None:
    climb = ladder(slug)
    board = climb.variant.board
    assert max(board.rows, board.columns) <= 6, "a game takes a few minutes"
    start = climb.variant.start()
    analysis = analyse(start, Budget(seconds=60))
    assert analysis.winner is climb.side
    assert climb.variant.slug == slug
    choices = [start] if climb.side is Player.ONE else [start.play(m) for m in start.legal_moves]
    slips = [
        value
        for state in choices
        for value in analyse(state, Budget(seconds=60)).moves
        if value.verdict is Verdict.LOSS
    ]
    assert slips, "otherwise it is no fight"


@pytest.mark.parametrize("slug", VARIANTS)
@pytest.mark.parametrize("level", COMPUTERS)
def test_a_rung_is_a_single_game_against_its_level_on_the_winning_side(
    slug: str, level: str
) -> None:
    climb = ladder(slug)
    match = climb.begin(level, "Ada", seed=7)
    setup = match.game.setup
    assert match.climbs
    assert match.series.length == 1
    assert setup.person is climb.side
    assert setup.names[climb.side - 1] == "Ada"
    assert setup.kinds[climb.side.other - 1] == level
    assert (setup.first, setup.seed) == (Player.ONE, 7)
    assert climb.begin(level).game.setup.seed == climb.setup(level).seed == 0
    assert not match.game.timeline.moves


def test_a_rematch_is_the_same_rung_and_other_sides_are_none() -> None:
    match = ladder("showdown").begin("casual")
    assert match.restart().climbs
    assert not match.restart(swap_sides=True).climbs
    assert not Match.of(match.game).climbs, "such as a position that was pasted"


@pytest.fixture
def leapers() -> Iterator[Variant]:
    rules = Placement(KNIGHT, Blocks.OPPONENT)
    yield register(Variant("leapers", "Leapers", Board(3, 5), rules))
    unregister("leapers")


def test_a_variant_of_your_own_has_a_ladder_on_its_own_board(leapers: Variant) -> None:
    climb = ladder("leapers")
    assert climb.variant.board == leapers.board
    assert analyse(leapers.start(), Budget(seconds=60)).winner is climb.side


def test_the_climb_is_on_no_board_that_takes_long(
    leapers: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder_of.cache_clear()
    fight = Opening(Verdict.WIN, winning=1, moves=24)
    assert fight.is_contested
    boards = [(Board(*sides), fight) for sides in ((4, 7), (7, 4), (4, 6))]
    monkeypatch.setattr("gridlock_tui.match.ladder.contested_boards", lambda _: boards)
    climb = ladder_of(leapers)
    assert climb is not None
    assert climb.variant.board == Board(4, 6)
    ladder_of.cache_clear()


def test_a_slow_computer_has_the_same_ladder(
    leapers: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder_of.cache_clear()
    clear_caches()
    clock = count(step=10)
    monkeypatch.setattr("gridlock_tui.engine.budget.time.monotonic", lambda: next(clock))
    assert ladder_of(leapers) is not None


# Stars.


@pytest.mark.parametrize(
    ("hints", "take_backs", "slips", "stars"),
    [
        (0, 0, 0, 3),
        (0, 0, None, 2),
        (0, 0, 1, 2),
        (1, 0, 0, 2),
        (4, 0, 2, 1),
        (0, 1, 0, 1),
        (2, 1, None, 1),
    ],
)
def test_stars_for_the_win_for_no_help_and_for_no_slip(
    hints: int, take_backs: int, slips: int | None, stars: int
) -> None:
    assert stars_of(hints, take_backs, slips) == stars


@pytest.mark.parametrize(
    ("aids", "take_backs", "slips", "words"),
    [
        (0, 0, 0, ""),
        (0, 0, None, ""),
        (2, 0, 0, "Star missed: no help."),
        (1, 0, None, "Star missed: no help."),
        (0, 0, 1, "Star missed: no slip."),
        (1, 0, 2, "Stars missed: no help, no slip."),
        (0, 1, 0, "A take-back leaves one star."),
        (3, 2, 1, "A take-back leaves one star."),
    ],
)
def test_a_won_game_says_which_stars_it_missed(
    aids: int, take_backs: int, slips: int | None, words: str
) -> None:
    assert missed_words(aids, take_backs, slips) == words


def test_slips_are_your_own_and_not_known_until_all_your_moves_are_graded() -> None:
    row = VARIANTS["showdown"].resized(1, 5)
    # Only the middle wins for X.
    line = Timeline.replay(row.start(), read_moves(row, "1 2; 1 4"))
    analyses = [analyse(state) for state in line.states]
    assert analyses[0].winner is Player.ONE
    found = review(line, analyses)
    assert (found.slips_of(Player.ONE), found.slips_of(Player.TWO)) == (1, 0)
    assert review(line, []).slips_of(Player.ONE) is None


# What comes next.


@given(any_stars)
def test_next_is_the_weakest_level_that_you_have_not_beaten(stars: dict[str, int]) -> None:
    level = next_level(stars)
    unbeaten = [each for each in COMPUTERS if each not in stars]
    if unbeaten:
        assert level == unbeaten[0]
    elif level is None:
        assert set(stars.values()) == {3}
    else:
        assert stars[level] < 3
        assert all(stars[each] == 3 for each in COMPUTERS[: COMPUTERS.index(level)])


def test_nobody_meets_a_person_on_the_ladder() -> None:
    assert next_level({HUMAN: 3}) == COMPUTERS[0]
