"""The climb on the game screen: the stars that the game has earned, and which level is next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridlock_tui.match.stars import missed_words, next_level, stars_of
from gridlock_tui.rules import DEFAULT_NAMES, VARIANTS

if TYPE_CHECKING:
    from gridlock_tui.match.ladder import Ladder
    from gridlock_tui.match.match import Match
    from gridlock_tui.match.review import Review
    from gridlock_tui.match.store.library import Library


class Climbing:
    """Follows the match, counts the stars of a rung that is won, and waits for its grades."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: object = None
        self.stars = 0
        """The stars of the game; 0 if it is no rung, or not won."""
        self.missed = ""
        """Why it has not all stars, in a sentence."""
        self.next_level: str | None = None
        """The level to play after it; None if it is not won or every rung has three stars.

        After a game from a turning point it is the level of that game.
        """
        self.wants_grades = False
        """Whether the grades of your moves may earn one more star."""

    def follow(self, match: Match) -> None:
        """Count the stars as soon as a rung is won; the library has saved it by then."""
        known = match.game_uid, match.game.timeline.moves
        if known == self._known:
            return
        self._known = known
        self.stars, self.missed, self.next_level, self.wants_grades = 0, "", None, False
        if match.climbs and match.given_moves and match.game.is_over:
            self.next_level = level_of(match)
        elif is_won(match) and match.is_rung:
            self._set_stars(match, None)
            self.wants_grades = not match.effort.take_backs

    def learn(self, match: Match, found: Review, *, is_done: bool) -> str:
        """Take the grades of the game and return a notice; `is_done` says there will be no more."""
        person = match.game.setup.person
        if not self.wants_grades or person is None:
            return ""
        slips = found.slips_of(person, match.game.setup.taken_over)
        self.wants_grades = slips is None and not is_done
        if slips is None:
            return ""
        notice = self._library.add_review(match, found)
        self._set_stars(match, slips)
        return notice

    def next_rung(self, match: Match) -> tuple[Match, Ladder] | None:
        """Return a match on the next rung, by the same player, and its ladder; None without one."""
        from gridlock_tui.match.ladder import ladder_of

        setup = match.game.setup
        ladder = ladder_of(VARIANTS[setup.variant.slug])
        if self.next_level is None or ladder is None or setup.person is None:
            return None
        name = setup.names[setup.person - 1]
        typed = "" if name in DEFAULT_NAMES else name
        begun = ladder.begin(self.next_level, typed, setup.seed + 1)
        return replace(begun, pace=match.pace), ladder

    def _set_stars(self, match: Match, slips: int | None) -> None:
        effort, setup = match.effort, match.game.setup
        self.stars = stars_of(effort.aids, effort.take_backs, slips)
        self.missed = missed_words(effort.aids, effort.take_backs, slips)
        kept = self._library.stars()[0].get(setup.variant.slug, {})
        level = level_of(match)
        # Nothing is kept where nothing is saved, or the disk is full.
        self.next_level = next_level({**kept, level: max(kept.get(level, 0), self.stars)})


def is_won(match: Match) -> bool:
    """Return whether you have won the current game against a computer."""
    outcome, person = match.game.timeline.states[-1].outcome, match.game.setup.person
    return outcome is not None and outcome.winner is person


def level_of(match: Match) -> str:
    """Return the level of the computer that you play."""
    setup = match.game.setup
    return next(setup.kinds[side - 1] for side in (1, 2) if side != setup.person)
