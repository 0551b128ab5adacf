"""Sentences about moves and cells. Independent of Textual."""

import re
from collections.abc import Callable
from typing import NamedTuple

from rich.cells import cell_len

from gridlock_tui.match import Timeline
from gridlock_tui.match.naming import addressing_you, as_object
from gridlock_tui.rules import (
    GameState,
    Move,
    Names,
    Player,
    cells_by_player,
    closing_reason,
    pass_text,
    write_move,
)
from gridlock_tui.rules.text import counted, listed

_NAMED_AT_MOST = 4
_PLAYER = r"\bPlayer ([12])\b"
_TOKEN = r"\bP([12])-(\d+)\b"
_UNBROKEN = "\N{NO-BREAK SPACE}"
_BETWEEN_SENTENCES = r"(?<=[.!?]) (?=[A-Z])"
_MOST_NOTICES = 3
"""At the start: more do not fit into a window of 80×24."""


class StatusMessage(NamedTuple):
    """A message under the board."""

    text: str = ""
    alarmed: bool = False
    """Whether it says why something cannot be done."""
    whole: bool = False
    """Whether it may take more than one line if it is too long for one."""
    player: Player | None = None
    """Whose move it describes."""
    is_hint: bool = False
    """Whether it is a hint, which is shown beside the board where there is room for it."""


def sentence(words: str) -> str:
    """Return the words with a capital at the start and a full stop at the end."""
    begun = words[:1].upper() + words[1:]
    return begun if begun.endswith((".", "!", "?", "…")) else f"{begun}."


def as_drawn(words: str) -> str:
    """Return the words with tokens written as on the board: X 5, not P1-5 as in line mode."""
    return re.sub(_TOKEN, lambda found: f"{Player(int(found[1])).symbol} {found[2]}", words)


def by_letter(words: str) -> str:
    """Return what the rules say with X and O: on the screen players may be called otherwise."""
    return re.sub(_PLAYER, lambda found: Player(int(found[1])).symbol, words)


def written(state: GameState, move: Move) -> str:
    """Return the move, written so that no line breaks within it."""
    return write_move(state.variant, move).replace(" ", _UNBROKEN)


def reason_words(state: GameState, names: Names) -> str:
    """Return why a finished game was won, in the words of its variant; You is addressed."""
    words = as_drawn(" ".join(closing_reason(state, names).split()))
    return addressing_you(words, names)


def last_sentences(words: str, fits: Callable[[str], bool]) -> str:
    """Return the words, or as many of their last sentences as fit, but at least one.

    The last sentence of a reason decides: `The last player to place a token was Ada.`
    """
    sentences = re.split(_BETWEEN_SENTENCES, words)
    while len(sentences) > 1 and not fits(" ".join(sentences)):
        del sentences[0]
    return " ".join(sentences)


def first_sentences(words: str, fits: Callable[[str], bool]) -> str:
    """Return the words, or as many of their first sentences as fit, but at least one."""
    sentences = re.split(_BETWEEN_SENTENCES, words)
    while len(sentences) > 1 and not fits(" ".join(sentences)):
        del sentences[-1]
    return " ".join(sentences)


def few(notices: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Return no more notices than fit into a window; the last one counts the others."""
    if len(notices) <= _MOST_NOTICES:
        return notices
    others = counted(len(notices) - _MOST_NOTICES + 1, "more mistake")
    return (*notices[: _MOST_NOTICES - 1], sentence(f"{others} {where}"))


def about_cell(state: GameState, cell: int, token: int | None, names: Names) -> str:
    """Return what a move here would do, or why it is illegal."""
    move = Move(cell, token)
    refusal = state.why_not(move)
    if refusal is not None:
        return sentence(as_drawn(refusal))
    effect, variant = state.effect(move), state.variant
    written = write_move(variant, move)
    if effect.run:
        return sentence(f"{written} completes {_run(state, move, effect.run)} and wins")
    if token is not None:
        return sentence(f"place token {token} on {variant.cell_name(cell)}")
    lost = cells_by_player(*effect.lost, names)
    blocks = [f"blocks {_cells(state, cells)} for {as_object(who)}" for who, cells in lost]
    return sentence(f"{written} {listed(blocks) or 'blocks no other cell'}")


def _run(state: GameState, move: Move, cells: tuple[int, ...]) -> str:
    """Return the numbers of a run: `5-6-7`; if there are several, only that there are."""
    placed = move.token or 0
    numbers = [placed if cell == move.cell else state.tokens[cell] for cell in cells]
    in_order = numbers in (sorted(numbers), sorted(numbers, reverse=True))
    return "-".join(map(str, numbers)) if in_order else "several runs"


def what_happened(timeline: Timeline, names: Names) -> str:
    """Return what the last move did, and who had to pass after it."""
    passed = pass_text(timeline.state, names) if timeline.at else ""
    return " ".join(filter(None, [_what_it_did(timeline, names), passed]))


def what_happened_within(width: int, timeline: Timeline, names: Names) -> str:
    """Return what the last move did, with letters instead of names if those are too long.

    A pass is always announced in full, on the next line if need be.
    """
    words = what_happened(timeline, names)
    if cell_len(words) <= width:
        return words
    did, passed = _what_it_did(timeline, names), pass_text(timeline.state, names)
    if cell_len(did) > width:
        did = _what_it_did(timeline, (Player.ONE.symbol, Player.TWO.symbol))
    return f"{did} {passed}".strip()


def _what_it_did(timeline: Timeline, names: Names) -> str:
    move = timeline.last_move
    if move is None:
        return ""
    before = timeline.states[timeline.at - 1]
    who, cell = names[before.to_move - 1], before.variant.cell_name(move.cell)
    if move.token is not None:
        return sentence(f"{who} placed token {move.token} on {cell}")
    lost = cells_by_player(*before.effect(move).lost, names)
    blocked = [
        f"{counted(len(cells), 'cell')} blocked for {as_object(loser)}" for loser, cells in lost
    ]
    return sentence(": ".join(filter(None, [f"{who} took {cell}", listed(blocked)])))


def _cells(state: GameState, cells: tuple[int, ...]) -> str:
    if len(cells) > _NAMED_AT_MOST:
        return f"{len(cells)} cells"
    return listed([state.variant.cell_name(cell) for cell in cells])
