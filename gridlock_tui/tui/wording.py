"""Sentences that only the full-screen app needs. Knows nothing of Textual."""

from gridlock_tui.rules import Effect, GameState, Move, write_move
from gridlock_tui.rules.text import listed

_NAMED_AT_MOST = 4


def sentence(words: str) -> str:
    """Return the words as a sentence: a capital at the beginning, a full stop at the end."""
    begun = words[:1].upper() + words[1:]
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def about_cell(state: GameState, cell: int, token: int | None) -> str:
    """Say what placing here would do, or why it cannot be done."""
    move = Move(cell, token)
    refusal = state.why_not(move)
    if refusal is not None:
        return sentence(refusal)
    effect = state.effect(move)
    if token is not None and not effect.run:
        return sentence(f"token {token} goes to {state.variant.cell_name(cell)}")
    return sentence(f"{write_move(state.variant, move)} {_effect(state, effect)}")


def _effect(state: GameState, effect: Effect) -> str:
    if effect.run:
        return "completes a run and wins!"
    own = effect.lost_by(state.to_move)
    other = effect.lost_by(state.to_move.other)
    if own == other:
        return f"locks {_cells(state, own)} for both" if own else "takes nothing else away"
    parts = []
    if own:
        parts.append(f"takes {_cells(state, own)} from you")
    if other:
        parts.append(f"takes {_cells(state, other)} from your opponent")
    return listed(parts)


def _cells(state: GameState, cells: tuple[int, ...]) -> str:
    if len(cells) > _NAMED_AT_MOST:
        return f"{len(cells)} cells"
    return listed([state.variant.cell_name(cell) for cell in cells])
