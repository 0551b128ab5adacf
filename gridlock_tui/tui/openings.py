"""The truth about an empty board in plain words. Imports the engine: to be loaded when needed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual.content import Content

from gridlock_tui.engine import Verdict
from gridlock_tui.engine.openings import Opening, exact_up_to, fights, kept_opening
from gridlock_tui.engine.players import THINKING_SECONDS
from gridlock_tui.match import HUMAN, Kinds
from gridlock_tui.rules import Board, Variant
from gridlock_tui.tui.glyphs import Glyphs


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be said about a variant on a board."""

    board: Board
    opening: Opening | None
    """What is known of the board; None while it is being worked on."""
    fights: list[tuple[Board, Opening]]
    exact: Board | None
    """The largest board on which computers are sure to play by proof."""

    def with_opening(self, opening: Opening | None) -> Told:
        """Return the same with what was found out; nothing means not known."""
        return replace(self, opening=opening or Opening(Verdict.UNKNOWN, 0, self.board.size))

    def content(self, glyphs: Glyphs, kinds: Kinds, wide: bool) -> Content:
        """Return the sentences: about this board, about others, about computers."""
        size = _size(self.board, glyphs)
        if self.opening is None:
            about = f"{size}: working out who wins{glyphs.ellipsis}"
        else:
            about = f"{size}: {opening_words(self.opening)}"
        parts = [Content(about)]
        if self.fights:
            parts.append(self._recommended(glyphs, wide))
        if any(kind != HUMAN for kind in kinds) and self._is_beyond:
            exact = _size(self.exact, glyphs) if self.exact else "tiny boards"
            parts.append(Content(f"Computers are exact up to {exact}, here towards the end."))
        return Content("\n").join(parts)

    @property
    def _is_beyond(self) -> bool:
        seconds = self.opening.seconds if self.opening else None
        return seconds is None or seconds > THINKING_SECONDS

    def _recommended(self, glyphs: Glyphs, wide: bool) -> Content:
        links = []
        for board, opening in self.fights:
            reason = f" ({fight_words(opening)})" if wide else ""
            links.append(
                Content.from_markup(
                    f"[@click=take({board.rows},{board.columns})]$size[/]$reason",
                    size=_size(board, glyphs),
                    reason=reason,
                )
            )
        return Content.assemble("More of a fight (b): ", Content(", ").join(links))


def _size(board: Board, glyphs: Glyphs) -> str:
    return f"{board.rows}{glyphs.times}{board.columns}"


def told_of(sized: Variant, variant: Variant) -> Told:
    """Return what is known beforehand of this variant on the chosen board."""
    return Told(
        sized.board,
        kept_opening(sized),
        fights(variant),
        exact_up_to(variant, THINKING_SECONDS),
    )


def opening_words(opening: Opening) -> str:
    """Return who wins with best play, how many first moves win, and a plain word for it."""
    if opening.verdict is Verdict.UNKNOWN:
        return "who wins is not known."
    if opening.fixed:
        winner = "the starter" if opening.verdict is Verdict.WIN else "the second player"
        return f"nothing matters, {winner} wins whatever is played."
    if opening.verdict is Verdict.LOSS:
        return f"the second player wins. {_lost(opening)}"
    first = f"{opening.winning} of {opening.moves} first moves {_win(opening.winning)}"
    share = opening.winning / opening.moves
    if opening.winning == opening.moves:
        return f"the starter wins. Lopsided: every first move wins ({first})."
    word = "A real fight" if opening.is_fight else "Lopsided" if share > 0.5 else "Open"
    return f"the starter wins. {word}: {first}."


def _lost(opening: Opening) -> str:
    first = f"0 of {opening.moves} first moves win"
    if opening.mirrored:
        return f"Lopsided: {first}, mirroring is enough."
    if opening.answers is not None and opening.is_fight:
        answers, replies = opening.answers
        word = "answer" if answers == 1 else "answers"
        return f"A fight for the answer: {first}, but at worst {answers} of {replies} {word} win."
    return f"Lopsided: {first}."


def fight_words(opening: Opening) -> str:
    """Return in a few words why the board is recommended."""
    if opening.verdict is Verdict.WIN:
        return f"{opening.winning} of {opening.moves} starts {_win(opening.winning)}"
    assert opening.answers is not None, "a board is recommended for what is known of it"
    answers, replies = opening.answers
    return f"{answers} of {replies} answers {_win(answers)}"


def _win(count: int) -> str:
    return "wins" if count == 1 else "win"
