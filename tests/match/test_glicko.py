"""Glicko-2, against the worked example of Glickman's paper."""

from math import exp, isfinite, log

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match.glicko import Rating, updated

RATINGS = st.builds(
    Rating, st.floats(400, 3000), st.floats(30, 350), st.floats(0.03, 0.1, allow_nan=False)
)


def test_the_example_of_the_paper() -> None:
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = updated(Rating(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_new_rating_is_that_of_the_paper() -> None:
    assert Rating() == (1500, 350, 0.06)


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [("rating", -1500, 4500), ("deviation", 1e-9, 1000), ("volatility", 1e-4, 1)],
)
def test_a_rating_is_sound_within_its_limits(field: str, least: float, most: float) -> None:
    def is_sound(value: float) -> bool:
        return Rating()._replace(**{field: value}).is_sound

    assert is_sound(least)
    assert is_sound(most)
    assert not is_sound(least - 1e-8)
    assert not is_sound(most + 1e-8)


def test_without_results_only_the_deviation_grows() -> None:
    after = updated(Rating(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.27, abs=0.01)


@given(RATINGS, RATINGS)
def test_a_win_raises_and_a_loss_lowers_a_rating(player: Rating, opponent: Rating) -> None:
    won, lost = (updated(player, [(opponent, score)]) for score in (1.0, 0.0))
    assert lost.rating < player.rating < won.rating
    assert 0 < won.deviation < 400
    assert 0 < won.volatility < 1


ANY_SOUND = st.builds(
    Rating,
    st.floats(-1500, 4500),
    st.floats(0, 1000, exclude_min=True),
    st.floats(1e-4, 1),
).filter(lambda rating: rating.is_sound)


@given(ANY_SOUND, ANY_SOUND, st.sampled_from([0.0, 1.0]))
def test_with_any_sound_ratings_it_can_be_worked_out(
    player: Rating, opponent: Rating, score: float
) -> None:
    after = updated(player, [(opponent, score)])
    assert all(map(isfinite, after))
    assert after.deviation > 0
    assert after.volatility > 0


def test_a_surprise_makes_a_rating_more_volatile() -> None:
    strong, weak = Rating(2200, 60), Rating(1000, 60)
    surprised = updated(weak, [(strong, 1.0)] * 5)
    expected = updated(weak, [(strong, 0.0)] * 5)
    assert expected.volatility < weak.volatility < surprised.volatility


@given(st.floats(1000, 2200), st.floats(30, 350), st.sampled_from([0.0, 1.0]))
def test_the_new_volatility_is_the_likeliest(rating: float, deviation: float, score: float) -> None:
    """Step 5 of the paper finds the maximum of this likelihood; here it is compared directly."""
    scale, sigma, tau = 173.7178, 0.06, 0.5
    player, certain = Rating(rating, deviation, sigma), Rating(1500, 0)
    expected = 1 / (1 + exp(-(rating - 1500) / scale))
    variance = 1 / (5 * expected * (1 - expected))
    delta = variance * 5 * (score - expected)

    def likelihood(volatility: float) -> float:
        spread = (deviation / scale) ** 2 + variance + volatility**2
        change = log(volatility**2) - log(sigma**2)
        return -(log(spread) + delta**2 / spread + change**2 / tau**2) / 2

    found = updated(player, [(certain, score)] * 5).volatility
    for other in (found * 0.999, found * 1.001):
        assert likelihood(found) >= likelihood(other)
