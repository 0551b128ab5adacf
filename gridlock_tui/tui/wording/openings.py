"""Facts about an empty board in plain words. Imports the engine, so import it late."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from gridlock_tui.engine import Verdict
from gridlock_tui.engine.openings import (
    Opening,
    contested_boards,
    known_opening,
    largest_exact_board,
)
from gridlock_tui.engine.players import THINKING_SECONDS
from gridlock_tui.match import COMPUTERS, Kinds
from gridlock_tui.rules import VARIANTS, Board, Variant

_STRONGEST = COMPUTERS[-1]
_WORKING = "Working out who wins…"


@dataclass(frozen=True, slots=True)
class OpeningSummary:
    """What is known about a variant on a board."""

    board: Board
    opening: Opening | None
    """The facts about the board; None while the engine works on it."""
    recommended: list[tuple[Board, Opening]]
    """Boards on which the winning moves are harder to find."""
    exact: Board | None
    """The largest board on which the level Perfect always knows the best move."""

    def content(self, kinds: Kinds) -> Content:
        """Return one line about this board, with links to boards that are closer fights."""
        parts = [Content(opening_text(self.opening) if self.opening else _WORKING)]
        if self._others:
            parts.append(self._links())
        if _STRONGEST in kinds and not self._is_exact:
            exact = self.exact.label if self.exact else "tiny boards"
            parts.append(Content(f"Perfect plays perfectly up to {exact}, here only near the end."))
        return Content(" ").join(parts)

    def brief_content(self) -> Content:
        """Return the links in a short line; where there are none, who wins."""
        if self._others:
            return self._links()
        if self.opening is None:
            return Content(_WORKING)
        if self.opening.verdict is Verdict.UNKNOWN:
            return Content("Nobody knows who wins.")
        return Content(f"{_winner(self.opening).capitalize()} wins with perfect play.")

    @property
    def _others(self) -> list[tuple[Board, Opening]]:
        """The other boards that are recommended."""
        return [(board, opening) for board, opening in self.recommended if board != self.board]

    def _links(self) -> Content:
        """Return the other boards, each a link that takes it."""
        links = [
            Content.from_markup(
                f"[@click=take({board.rows},{board.columns})]$size[/]", size=board.label
            )
            for board, _ in self._others
        ]
        lead = "A slightly closer fight: "
        if any(opening.is_contested for _, opening in self._others):
            is_close = self.opening is not None and self.opening.is_contested
            lead = "Other close fights: " if is_close else "Closer fights: "
        return Content.assemble(lead, Content(", ").join(links))

    @property
    def _is_exact(self) -> bool:
        if self.opening is None:
            return False
        seconds = self.opening.seconds
        return self.opening.mirrored or (seconds is not None and seconds <= THINKING_SECONDS)


def opening_summary(sized: Variant) -> OpeningSummary:
    """Return what is known without the engine about a variant on the chosen board."""
    variant = VARIANTS.get(sized.slug, sized)
    exact = largest_exact_board(variant, THINKING_SECONDS)
    return OpeningSummary(sized.board, known_opening(sized), contested_boards(variant), exact)


def opening_text(opening: Opening) -> str:
    """Return who wins with perfect play."""
    if opening.verdict is Verdict.UNKNOWN:
        return "Nobody knows who wins with perfect play."
    wins = f"the {_winner(opening)} wins"
    if opening.is_contested:
        return f"A close fight: with perfect play {wins}."
    return f"With perfect play {wins}."


def _winner(opening: Opening) -> str:
    return "first player" if opening.verdict is Verdict.WIN else "second player"


def next_starter_warning(variant: Variant) -> str:
    """Return what to say where the loser of a game starts the next one, and starters lose."""
    opening = known_opening(variant)
    if opening is None or opening.verdict is not Verdict.LOSS:
        return ""
    return (
        f"With perfect play the first player loses on {variant.board.label}: "
        "the loser gets the harder side."
    )
