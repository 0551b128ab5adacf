"""Sentences about moves and cells. Independent of Textual."""

import re
from typing import NamedTuple

from rich.cells import cell_len

from gridlock_tui.match import Timeline
from gridlock_tui.rules import (
    GameState,
    Move,
    Names,
    Player,
    cells_by_player,
    pass_text,
    write_move,
)
from gridlock_tui.rules.text import counted, listed

_NAMED_AT_MOST = 4
_TOKEN = re.compile(r"\bP([12])-(\d+)\b")
_MOST_NOTICES = 3
"""At the start: more do not fit into a window of 80×24."""


class StatusMessage(NamedTuple):
    """A message on the second line."""

    text: str = ""
    alarmed: bool = False
    """Whether it says why something cannot be done."""
    whole: bool = False
    """Whether it may take both lines if it is too long for one."""


def sentence(words: str) -> str:
    """Return the words with a capital at the start and a full stop at the end."""
    begun = words[:1].upper() + words[1:]
    return begun if begun.endswith((".", "!", "?", "…")) else f"{begun}."


def as_drawn(words: str) -> str:
    """Return the words with tokens written as on the board: X 5, not P1-5 as in line mode."""
    return _TOKEN.sub(lambda found: f"{Player(int(found[1])).symbol} {found[2]}", words)


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
        return sentence(f"{written} completes a run and wins!")
    if token is not None:
        return sentence(f"place token {token} on {variant.cell_name(cell)}")
    lost = cells_by_player(*effect.lost, names)
    blocks = [f"blocks {_cells(state, cells)} for {who}" for who, cells in lost]
    return sentence(f"{written} {listed(blocks) or 'blocks no other cell'}")


def what_happened(timeline: Timeline, names: Names) -> str:
    """Return what the last move did, and who had to pass after it."""
    move = timeline.last_move
    if move is None:
        return ""
    before = timeline.states[timeline.at - 1]
    who, cell = names[before.to_move - 1], before.variant.cell_name(move.cell)
    if move.token is not None:
        words = f"{who} placed token {move.token} on {cell}"
    else:
        lost = cells_by_player(*before.effect(move).lost, names)
        blocked = [f"{counted(len(cells), 'cell')} blocked for {loser}" for loser, cells in lost]
        words = ": ".join(filter(None, [f"{who} took {cell}", listed(blocked)]))
    return " ".join(filter(None, [sentence(words), pass_text(timeline.state, names)]))


def what_happened_within(width: int, timeline: Timeline, names: Names) -> str:
    """Return what the last move did, with letters instead of names if those are too long."""
    words = what_happened(timeline, names)
    letters = Player.ONE.symbol, Player.TWO.symbol
    return words if cell_len(words) <= width else what_happened(timeline, letters)


def _cells(state: GameState, cells: tuple[int, ...]) -> str:
    if len(cells) > _NAMED_AT_MOST:
        return f"{len(cells)} cells"
    return listed([state.variant.cell_name(cell) for cell in cells])
