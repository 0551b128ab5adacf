"""Sentences that only the full-screen app needs. Knows nothing of Textual."""

import re

from rich.cells import cell_len

from gridlock_tui.match import Timeline
from gridlock_tui.rules import Effect, GameState, Move, Names, Player, pass_text, write_move
from gridlock_tui.rules.text import counted, listed

_NAMED_AT_MOST = 4
_TOKEN = re.compile(r"\bP([12])-(\d+)\b")
_MOST_NOTICES = 3
"""At the start: more would not fit into a window of 80×24."""


def sentence(words: str) -> str:
    """Return the words as a sentence: a capital at the beginning, a full stop at the end."""
    begun = words[:1].upper() + words[1:]
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def as_drawn(words: str) -> str:
    """Return the words with tokens called what the board shows: X 5, not P1-5 as in grids."""
    return _TOKEN.sub(lambda found: f"{Player(int(found[1])).symbol} {found[2]}", words)


def few(notices: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Return no more notices than a window has room for; the last one counts the others."""
    if len(notices) <= _MOST_NOTICES:
        return notices
    others = counted(len(notices) - _MOST_NOTICES + 1, "more mistake")
    return (*notices[: _MOST_NOTICES - 1], sentence(f"{others} {where}"))


def about_cell(state: GameState, cell: int, token: int | None, names: Names) -> str:
    """Say what placing here would do, or why it cannot be done."""
    move = Move(cell, token)
    refusal = state.why_not(move)
    if refusal is not None:
        return sentence(as_drawn(refusal))
    effect = state.effect(move)
    if token is not None and not effect.run:
        return sentence(f"place token {token} on {state.variant.cell_name(cell)}")
    return sentence(f"{write_move(state.variant, move)} {_effect(state, effect, names)}")


def what_happened(timeline: Timeline, names: Names) -> str:
    """Say what the last move did, and who had to pass after it."""
    move = timeline.last_move
    if move is None:
        return ""
    before, after = timeline.states[timeline.at - 1], timeline.state
    who, cell = names[before.to_move - 1], before.variant.cell_name(move.cell)
    effect = before.effect(move)
    mover = before.to_move
    own, other = len(effect.lost_by(mover)), len(effect.lost_by(mover.other))
    words = f"{who} took {cell}"
    if move.token is not None:
        words = f"{who} placed token {move.token} on {cell}"
    elif own and own == other:
        words += f": {counted(own, 'cell')} blocked for both"
    elif own or other:
        loser = names[(mover if own else mover.other) - 1]
        words += f": {counted(max(own, other), 'cell')} blocked for {loser}"
    return " ".join(filter(None, [sentence(words), pass_text(after, names)]))


def what_happened_within(width: int, timeline: Timeline, names: Names) -> str:
    """Say what the last move did: by the players' letters where their names are too long."""
    words = what_happened(timeline, names)
    letters = Player.ONE.symbol, Player.TWO.symbol
    return words if cell_len(words) <= width else what_happened(timeline, letters)


def _effect(state: GameState, effect: Effect, names: Names) -> str:
    if effect.run:
        return "completes a run and wins!"
    mover = state.to_move
    own, other = effect.lost_by(mover), effect.lost_by(mover.other)
    if own == other:
        return f"blocks {_cells(state, own)} for both" if own else "blocks no other cell"
    parts = [
        f"blocks {_cells(state, lost)} for {names[loser - 1]}"
        for lost, loser in ((own, mover), (other, mover.other))
        if lost
    ]
    return listed(parts)


def _cells(state: GameState, cells: tuple[int, ...]) -> str:
    if len(cells) > _NAMED_AT_MOST:
        return f"{len(cells)} cells"
    return listed([state.variant.cell_name(cell) for cell in cells])
