"""The truth about an empty board in plain words. Imports the engine: to be loaded when needed."""

from __future__ import annotations

from dataclasses import dataclass

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

    def content(self, glyphs: Glyphs, kinds: Kinds, wide: bool, key: str) -> Content:
        """Return the sentences: about this board, about others (`key`: next), about computers."""
        size = _size(self.board, glyphs)
        if self.opening is None:
            about = f"{size}: working out who wins{glyphs.ellipsis}"
        else:
            words = opening_words(self.opening) if wide else brief_words(self.opening)
            about = f"{size}: {words}"
        parts = [Content(about)]
        others = [(board, opening) for board, opening in self.fights if board != self.board]
        if others:
            parts.append(_recommended(others, glyphs, wide, key))
        if any(kind != HUMAN for kind in kinds) and self._is_beyond:
            exact = _size(self.exact, glyphs) if self.exact else "tiny boards"
            parts.append(Content(f"Perfect is exact up to {exact}, here towards the end."))
        return Content("\n").join(parts)

    @property
    def _is_beyond(self) -> bool:
        if self.opening is not None and self.opening.mirrored:
            return False  # a proof for the whole game
        seconds = self.opening.seconds if self.opening else None
        return seconds is None or seconds > THINKING_SECONDS


def _recommended(
    fights: list[tuple[Board, Opening]], glyphs: Glyphs, wide: bool, key: str
) -> Content:
    links = [
        Content.from_markup(
            f"[@click=take({board.rows},{board.columns})]$size[/]$reason",
            size=_size(board, glyphs),
            reason=f" ({fight_words(opening)})" if wide else "",
        )
        for board, opening in fights
    ]
    real = any(opening.is_fight for _, opening in fights)
    lead = f"{'More of a fight' if real else 'A little more even'} ({key}): "
    return Content.assemble(lead, Content(", ").join(links))


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
    winner = "the starter" if opening.verdict is Verdict.WIN else "the second player"
    if opening.fixed:
        return f"nothing matters: {winner} wins whatever is played ({_starts(opening)})."
    if opening.verdict is Verdict.LOSS:
        return f"{winner} wins. {_lost(opening)}"
    if opening.unknown:
        return f"{winner} wins. {_starts(opening)}; of {opening.unknown} it is not known."
    share = opening.winning / opening.moves
    word = "A real fight" if opening.is_fight else "Lopsided" if share > 0.5 else "Open"
    return f"{winner} wins. {word}: {_starts(opening)}."


def brief_words(opening: Opening) -> str:
    """Return the same in as few words as will do."""
    if opening.verdict is Verdict.UNKNOWN:
        return "who wins is not known."
    winner = "starter" if opening.verdict is Verdict.WIN else "second player"
    nothing = ", whatever is played" if opening.fixed else ""
    return f"{winner} wins{nothing}; {_starts(opening)}."


def _starts(opening: Opening) -> str:
    least = "at least " if opening.unknown else ""
    return f"{least}{opening.winning} of {opening.moves} first moves {_win(opening.winning)}"


def _lost(opening: Opening) -> str:
    if opening.mirrored:
        return f"Lopsided: {_starts(opening)}; answering across the middle is enough."
    if opening.answers is not None and opening.is_fight:
        answers, replies = opening.answers
        worst = f"at worst {answers} of {replies} answers {_win(answers)}"
        return f"A fight for the answer: {_starts(opening)}, but {worst}."
    return f"Lopsided: {_starts(opening)}."


def fight_words(opening: Opening) -> str:
    """Return in a few words why the board is recommended."""
    if opening.verdict is Verdict.WIN:
        return f"{opening.winning} of {opening.moves} starts {_win(opening.winning)}"
    assert opening.answers is not None, "a board is recommended for what is known of it"
    answers, replies = opening.answers
    return f"{answers} of {replies} answers {_win(answers)}"


def _win(count: int) -> str:
    return "wins" if count == 1 else "win"
