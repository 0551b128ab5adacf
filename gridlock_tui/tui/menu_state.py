"""The state of the menu, and everything about it that needs no Textual.

`MenuState` holds the saved matches, the highlighted line and the options for a new match. Every
change returns a new state.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Variant, read_moves
from gridlock_tui.tui.menu_choices import MenuChoices

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match

# Lines of the menu that are no variants; no slug has such a character.
CONTINUE = "*continue"
"""The line that continues the latest match."""
OTHERS = "*others"
"""The line that lists the older matches."""


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

        Highlight the latest match if one is new or changed.
        """
        unfinished = tuple(match for match in matches if not match.is_done)
        before, now = ({match.uid for match in each} for each in (self.matches, unfinished))
        is_new = unfinished != self.matches and not now < before
        on_match = CONTINUE if is_new or (self.on_match and len(unfinished) == 1) else self.on_match
        on_match = on_match if unfinished else ""
        return replace(self, matches=unfinished, on_match=on_match, is_known=True)


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
