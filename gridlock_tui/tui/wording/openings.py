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
from gridlock_tui.match import HUMAN, Kinds
from gridlock_tui.rules import VARIANTS, Board, Variant


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

    def content(self, kinds: Kinds, wide: bool, key: str) -> Content:
        """Return the sentences about this board, other boards and computers.

        `key` chooses the next recommended board.
        """
        words = "Working out who wins…"
        if self.opening is not None:
            words = opening_text(self.opening, brief=not wide)
        parts = [Content(f"{_size(self.board)}: {words}")]
        others = [(board, opening) for board, opening in self.recommended if board != self.board]
        if others:
            parts.append(_links(others, wide, key))
        if any(kind != HUMAN for kind in kinds) and not self._is_exact:
            exact = _size(self.exact) if self.exact else "tiny boards"
            parts.append(Content(f"Perfect plays perfectly up to {exact}, here only near the end."))
        return Content("\n").join(parts)

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


def _links(boards: list[tuple[Board, Opening]], wide: bool, key: str) -> Content:
    links = [
        Content.from_markup(
            f"[@click=take({board.rows},{board.columns})]$size[/]$reason",
            size=_size(board),
            reason=f" ({_reason(opening)})" if wide else "",
        )
        for board, opening in boards
    ]
    real = any(opening.is_contested for _, opening in boards)
    lead = f"{'Closer boards' if real else 'Slightly closer boards'} ({key}): "
    return Content.assemble(lead, Content(", ").join(links))


def _size(board: Board) -> str:
    return f"{board.rows}×{board.columns}"


def opening_text(opening: Opening, *, brief: bool = False) -> str:
    """Return who wins with perfect play, and how hard the winning moves are to find."""
    if opening.verdict is Verdict.UNKNOWN:
        return "Who wins is not known."
    winner = "Starter" if opening.verdict is Verdict.WIN else "Second player"
    if opening.fixed:
        return f"{winner} always wins."
    if opening.mirrored:
        return f"{winner} wins by mirroring every move."
    must_find = ", but must find it" if opening.is_contested else ""
    words, comma = ("", ";") if brief else (f" with perfect play{must_find}", ":")
    count = _count(opening)
    return f"{winner} wins{words}{f'{comma} {count}' if count else ''}."


def _count(opening: Opening) -> str:
    """Return how many moves win; nothing where that is not known."""
    if opening.verdict is Verdict.WIN:
        least = "at least " if opening.unknown else ""
        return f"{least}{_share(opening.winning, opening.moves, 'first move')}"
    if opening.replies is None:
        return ""
    working, replies = opening.replies
    least = "" if working == replies else "as few as " if opening.is_contested else "at least "
    return f"{least}{_share(working, replies, 'reply')}"


def _reason(opening: Opening) -> str:
    """Return in a few words why a board is recommended."""
    if opening.verdict is Verdict.WIN:
        return _share(opening.winning, opening.moves, "start")
    assert opening.replies is not None, "only boards with known replies are recommended"
    return _share(*opening.replies, "reply")


def _share(part: int, whole: int, move: str) -> str:
    if part == whole:
        return f"every {move} works"
    moves = "replies" if move == "reply" else f"{move}s"
    return f"{part} of {whole} {moves} {'works' if part == 1 else 'work'}"
