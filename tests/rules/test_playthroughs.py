"""Golden playthroughs: one complete game of every variant, state by state, in a text file.

The first line of a file has the moves. `pytest --update-golden` writes the rest, and records a
random game for a variant without a file.
"""

import random
from pathlib import Path

import pytest

from gridlock_tui.rules import (
    VARIANTS,
    GameState,
    cell_list,
    closing_text,
    draw_grid,
    pass_text,
    prompt_text,
    read_moves,
    turn_text,
    write_move,
)

FOLDER = Path(__file__).parent / "playthroughs"


def described(state: GameState) -> list[str]:
    outcome = state.outcome
    lines = draw_grid(state).splitlines()
    if outcome is None:
        lines += filter(None, [pass_text(state), turn_text(state)])
        lines.append(f"prompt: {prompt_text(state)!r}")
        if state.variant.has_tokens:
            token = state.hand(state.to_move)[0]
            lines.append(f"prompt: {prompt_text(state, token=token)!r}")
            lines.append(f"tokens: {state.hand(state.to_move)}")
        lines.append(f"legal cells: {cell_list(state, state.room_for(state.to_move))}")
        lines.append("outcome: none yet")
    else:
        cells = cell_list(state, outcome.cells)
        lines.append(f"legal cells: {state.legal_moves}")
        lines.append(f"outcome: {outcome.winner}, {outcome.reason.name}, {cells}")
        lines.append(closing_text(state))
    return lines


def playthrough(slug: str, moves: str) -> str:
    state = VARIANTS[slug].start()
    lines = [f"moves: {moves}", "", *described(state)]
    for move in read_moves(state.variant, moves):
        mover, state = state.to_move, state.play(move)
        lines += ["", f"{mover}: {write_move(state.variant, move)}", *described(state)]
    return "\n".join(lines) + "\n"


def some_game(slug: str) -> str:
    rng, state, moves = random.Random(slug), VARIANTS[slug].start(), []
    while state.legal_moves:
        moves.append(rng.choice(state.legal_moves))
        state = state.play(moves[-1])
    return "; ".join(write_move(state.variant, move) for move in moves)


@pytest.mark.parametrize("slug", VARIANTS)
def test_playthrough(slug: str, pytestconfig: pytest.Config) -> None:
    path = FOLDER / f"{slug}.txt"
    updates = pytestconfig.getoption("--update-golden")
    if updates and not path.exists():
        path.write_text(f"moves: {some_game(slug)}\n", encoding="utf-8")
    recorded = path.read_text(encoding="utf-8")
    moves = recorded.splitlines()[0].removeprefix("moves: ")
    now = playthrough(slug, moves)
    if updates:
        path.write_text(now, encoding="utf-8")
        recorded = now
    assert now.splitlines() == recorded.splitlines()
    assert "outcome: Player" in now
