"""The turning point: the last change of hands, as a naive solver finds it, and never a guess."""

import random

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.engine import analyse
from gridlock_tui.match import Timeline
from gridlock_tui.match.review import review
from gridlock_tui.match.turning_point import NeverTurned, TurningPoint, turning_point
from gridlock_tui.rules import VARIANTS, Player, read_moves
from tests.match.test_review import GAMES, naive_winner, reviewed, timeline_of

SIZES = {"sequence": [(1, 5), (2, 3), (1, 6)]}


def random_game(slug: str, rng: random.Random, size: tuple[int, int] | None = None) -> Timeline:
    sizes = SIZES.get(slug, [(3, 3), (2, 4), (1, 7), (3, 4)])
    variant = VARIANTS[slug].resized(*(size or rng.choice(sizes)))
    timeline = Timeline.begin(variant.start(rng.choice([*Player])))
    while timeline.state.legal_moves:
        timeline = timeline.play(rng.choice(timeline.state.legal_moves))
    return timeline


@pytest.mark.parametrize("slug", VARIANTS)
def test_it_is_the_last_change_of_hands_of_a_naive_solver(slug: str) -> None:
    rng = random.Random(slug)
    turned = played = 0
    while turned < 15 or played < 60:
        played += 1
        timeline = random_game(slug, rng)
        since = rng.choice([0, 0, rng.randrange(len(timeline.moves) + 1)])
        winners = [naive_winner(state) for state in timeline.states]
        changes = [at for at in range(since + 1, len(winners)) if winners[at] != winners[at - 1]]
        found = turning_point(timeline, reviewed(timeline), since)
        if not changes:
            assert found == NeverTurned(winners[-1])
            continue
        turned += 1
        number = changes[-1]
        before = timeline.states[number - 1]
        assert isinstance(found, TurningPoint)
        assert (found.number, found.move) == (number, timeline.moves[number - 1])
        assert found.player is before.to_move is winners[-1].other
        assert found.before.state == before
        assert found.before.moves == timeline.moves
        winning = {
            move for move in before.legal_moves if naive_winner(before.play(move)) is found.player
        }
        assert {*found.better} == winning
        assert len(found.better) == len(winning)


@pytest.mark.parametrize("slug", GAMES)
def test_a_known_blunder_is_the_turning_point(slug: str) -> None:
    timeline, blunders = timeline_of(*GAMES[slug][0]), GAMES[slug][2]
    number = max(blunders)
    found = turning_point(timeline, reviewed(timeline))
    assert isinstance(found, TurningPoint)
    assert found.number == number
    assert {*found.better} == {*read_moves(timeline.state.variant, blunders[number])}
    assert found.better[0] == analyse(found.before.state).line[0], "best first"


def test_what_is_unknown_before_it_does_not_matter_and_after_it_does() -> None:
    timeline = timeline_of(*GAMES["showdown"][0])
    analyses = [None if state.is_over else analyse(state) for state in timeline.states]
    whole = turning_point(timeline, review(timeline, analyses))
    assert isinstance(whole, TurningPoint)
    assert whole.number == 5
    assert turning_point(timeline, review(timeline, [*([None] * 4), *analyses[4:]])) == whole
    assert turning_point(timeline, review(timeline, [])) is None


@given(st.integers(0, 10_000), st.sampled_from([*VARIANTS]), st.data())
def test_with_less_known_it_is_the_same_or_unknown(
    seed: int, slug: str, data: st.DataObject
) -> None:
    timeline = random_game(slug, random.Random(seed))
    analyses = [None if state.is_over else analyse(state) for state in timeline.states]
    whole = turning_point(timeline, review(timeline, analyses))
    assert whole is not None
    known = [data.draw(st.booleans()) for _ in analyses]
    some = [each if kept else None for each, kept in zip(analyses, known, strict=True)]
    found = turning_point(timeline, review(timeline, some))
    if isinstance(found, TurningPoint) and isinstance(whole, TurningPoint):
        assert found.number == whole.number
        assert {*found.better} <= {*whole.better}
    else:
        assert found in (whole, None)


def test_a_game_that_is_not_over_has_none() -> None:
    timeline = timeline_of("showdown", "4x4", "2 2; 1 3")
    assert turning_point(timeline, reviewed(timeline)) is None
