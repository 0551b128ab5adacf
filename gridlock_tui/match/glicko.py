"""Ratings by Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system"."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

_SCALE = 173.7178
_MIDDLE = 1500.0
_TAU = 0.5
"""How much the volatility may change. Below 2, so that one step of the paper's search is enough."""
_PRECISION = 1e-6
_FARTHEST = 3000.0
"""Between two ratings farther from the middle than this, an expected score could round to 1."""
_LARGEST_DEVIATION = 1000.0
_LEAST_VOLATILITY = 1e-4


class Rating(NamedTuple):
    """How strong a player is, or how hard a puzzle."""

    rating: float = 1500.0
    deviation: float = 350.0
    """How uncertain the rating is."""
    volatility: float = 0.06
    """How much the rating is expected to change."""

    @property
    def is_sound(self) -> bool:
        """Whether `updated` can work with it; no real rating comes near to these limits."""
        return (
            abs(self.rating - _MIDDLE) <= _FARTHEST
            and 0 < self.deviation <= _LARGEST_DEVIATION
            and _LEAST_VOLATILITY <= self.volatility <= 1
        )


Result = tuple[Rating, float]
"""The opponent's rating, and the score against it: 1 for a win, 0 for a loss."""


def updated(player: Rating, results: Iterable[Result]) -> Rating:
    """Return the rating after a rating period with these results."""
    level, deviation = _scaled(player)
    weights, gains = [], []
    for opponent, score in results:
        other, other_deviation = _scaled(opponent)
        impact = 1 / sqrt(1 + 3 * other_deviation**2 / pi**2)
        expected = 1 / (1 + exp(-impact * (level - other)))
        weights.append(impact**2 * expected * (1 - expected))
        gains.append(impact * (score - expected))
    if not weights:
        grown = sqrt(deviation**2 + player.volatility**2)
        return Rating(player.rating, grown * _SCALE, player.volatility)
    variance = 1 / sum(weights)
    volatility = _new_volatility(player.volatility, deviation, variance, variance * sum(gains))
    before = sqrt(deviation**2 + volatility**2)
    after = 1 / sqrt(1 / before**2 + 1 / variance)
    moved = level + after**2 * sum(gains)
    return Rating(moved * _SCALE + _MIDDLE, after * _SCALE, volatility)


def _scaled(rating: Rating) -> tuple[float, float]:
    return (rating.rating - _MIDDLE) / _SCALE, rating.deviation / _SCALE


def _new_volatility(sigma: float, deviation: float, variance: float, delta: float) -> float:
    """Return the volatility after the period: step 5 of the paper, by the Illinois method."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        power = exp(x)
        spread = deviation**2 + variance + power
        return power * (delta**2 - spread) / (2 * spread**2) - (x - start) / _TAU**2

    low = start
    if delta**2 > deviation**2 + variance:
        high = log(delta**2 - deviation**2 - variance)
    else:
        high = start - _TAU  # the slope is above 0 here, so the paper's search ends at once
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
