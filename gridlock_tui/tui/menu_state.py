"""The state of the menu, and everything about it that needs no Textual.

`MenuState` holds the saved matches, the highlighted line and the options for a new match. Every
change returns a new state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Variant, read_moves
from gridlock_tui.tui.menu_choices import MenuChoices

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match
    from gridlock_tui.match.stars import Stars

# Lines of the menu that are no variants; no slug has such a character.
CONTINUE = "*continue"
"""The line that continues the latest match."""
OTHERS = "*others"
"""The line that lists the older matches."""
REMATCH = "rematch"
"""The note of a match that is decided and listed nevertheless."""


@dataclass(frozen=True)
class MenuState:
    """The unfinished matches, the options for a new match, and which line is highlighted."""

    choices: MenuChoices = field(default_factory=MenuChoices)
    matches: tuple[Match, ...] = ()
    """The matches that can be continued, latest first."""
    on_match: str = ""
    """`CONTINUE` or `OTHERS` while one of these is highlighted, else empty."""
    is_known: bool = True
    """Whether the saved matches are known. Until then nothing is highlighted: it would jump."""
    stars: Stars | None = None
    """The stars of the climb; None until they are known."""
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What some matches wait for, by their uid: `your move`, or `waiting for Ben`."""
    is_new: bool = False
    """Whether no game was played and no lesson begun yet: then the first lesson is offered."""

    @property
    def match(self) -> Match | None:
        """The latest match, if the line that continues it is highlighted."""
        return self.matches[0] if self.on_match == CONTINUE else None

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the list: what can be continued, then the slugs of the variants."""
        return (*(CONTINUE, OTHERS)[: len(self.matches)], *VARIANTS)

    @property
    def line(self) -> str:
        """The highlighted line; empty while nothing is highlighted."""
        return (self.on_match or self.choices.variant.slug) if self.is_known else ""

    @property
    def has_spare_line(self) -> bool:
        """Whether neither older matches nor the first lesson are offered."""
        return OTHERS not in self.lines and not self.is_new

    @property
    def slug(self) -> str:
        """The variant that is highlighted, or that of the match that is."""
        return (self.match.game.setup if self.match else self.choices).variant.slug

    def stars_of(self, slug: str) -> Mapping[str, int]:
        """Return the stars of a variant by level, as far as they are known."""
        return (self.stars or {}).get(slug, {})

    @property
    def new_variant(self) -> Variant | None:
        """The variant and board of a new match; None while a saved match is highlighted."""
        return None if self.on_match else self.choices.sized

    def highlight(self, line: str) -> MenuState:
        """Return the state with this line highlighted."""
        if line not in VARIANTS:
            return replace(self, on_match=line)
        return replace(self, on_match="", choices=self.choices.with_variant(VARIANTS[line]))

    def step(self, by: int) -> MenuState:
        """Return the state with the line this far below highlighted; after the last, the first."""
        at = self.lines.index(self.line) + by
        return self.highlight(self.lines[at % len(self.lines)])

    def choose(self, choices: MenuChoices) -> MenuState:
        """Return the state with these choices made.

        A change highlights a variant: the choices are for a new match, not for a saved one.
        """
        if choices == self.choices:
            return self
        chosen, match = replace(self, choices=choices), self.match
        if match is not None:
            return chosen.highlight(match.game.setup.variant.slug)
        return replace(chosen, on_match="")

    def with_matches(self, matches: tuple[Match, ...]) -> MenuState:
        """Return the state with other saved matches; the finished ones are in the history.

        Highlight the latest match if one is new or changed, and not only there for a rematch.
        """
        listed = tuple(match for match in matches if not match.is_done or match.uid in self.notes)
        earlier, unfinished = self._without_rematches(self.matches), self._without_rematches(listed)
        before, now = ({match.uid for match in each} for each in (earlier, unfinished))
        is_new = unfinished != earlier and not now < before
        changed = replace(self, matches=listed, is_known=True)
        return replace(changed, on_match=CONTINUE) if is_new else changed._with_valid_line()

    def with_same_line(self, matches: tuple[Match, ...]) -> MenuState:
        """Return the state with other saved matches and the same line highlighted, if it can be."""
        changed = replace(self.with_matches(matches), on_match=self.on_match)
        return changed._with_valid_line()

    def _with_valid_line(self) -> MenuState:
        on_match = CONTINUE if self.on_match and len(self.matches) == 1 else self.on_match
        return replace(self, on_match=on_match if self.matches else "")

    def _without_rematches(self, matches: tuple[Match, ...]) -> tuple[Match, ...]:
        return tuple(match for match in matches if self.notes.get(match.uid) != REMATCH)


def demonstration(variant: Variant) -> Timeline:
    """Return the demonstration of a variant at its start.

    The moves are for the variant's own board; on any other board nothing is played.
    """
    own = variant.board == VARIANTS[variant.slug].board
    moves = read_moves(variant, variant.demo) if own else ()
    return Timeline.replay(variant.start(), moves).jump(0)


def next_step(shown: Timeline) -> Timeline:
    """Return the demonstration one move later; after the last move it starts again."""
    return shown.jump(0) if shown.is_present else shown.redo()
