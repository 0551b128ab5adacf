"""The printed analysis of a position: a grid for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from gridlock_tui.cli.progress import with_time_left
from gridlock_tui.engine import Analysis, Budget, Verdict, iter_analyses, preference
from gridlock_tui.rules import VARIANTS, Cell, GameState, write_move


def solve_json(state: GameState, seconds: float) -> str:
    """Return the analysis as a JSON object."""
    analysis = analysed(state, seconds)
    outcome = state.outcome
    winner = outcome.winner if outcome else analysis.winner
    write = partial(write_move, state.variant)
    described = {
        "variant": state.variant.slug,
        "size": str(state.board),
        "to_move": int(state.to_move),
        "verdict": analysis.verdict.value,
        "winner": None if winner is None else int(winner),
        "distance": analysis.distance,
        "grundy": analysis.grundy,
        "moves": [
            {"move": write(value.move), "verdict": value.verdict.value, "distance": value.distance}
            for value in analysis.moves
        ],
        "line": list(map(write, analysis.line)),
    }
    return json.dumps(described, indent=2)


def solve_text(state: GameState, seconds: float) -> str:
    """Return the analysis as text: the grid, the verdict and the best line."""
    analysis = analysed(state, seconds)
    title = f"{state.variant.title}, {state.board}"
    lines = [title, "", *_grid(analysis), "", verdict_text(analysis)]
    if analysis.grundy is not None:
        lines.append(f"Grundy value: {analysis.grundy}.")
    if analysis.line:
        best = "; ".join(write_move(state.variant, move) for move in analysis.line)
        lines.append(f"{'A line' if analysis.distance is None else 'Best play'}: {best}.")
    return "\n".join(lines)


def verdict_text(analysis: Analysis) -> str:
    """Return the verdict as a sentence."""
    outcome = analysis.state.outcome
    if outcome is not None:
        return f"The game is over: {outcome.winner} won."
    mover, winner = analysis.state.to_move, analysis.winner
    if winner is None:
        return f"{mover} to move: who wins is not known."
    how_soon = "length not known" if analysis.distance is None else f"in {analysis.distance}"
    return f"{mover} to move: {winner} wins, {how_soon}."


def _grid(analysis: Analysis) -> list[str]:
    state = analysis.state
    board, style = state.board, state.variant.cells
    signs = [_sign(analysis, cell) for cell in range(board.size)]
    width = max(map(len, signs)) + 1
    labels = [style.column_label(board, column) for column in range(board.columns)]
    gutter = max(len(style.row_label(board, row)) for row in range(board.rows))
    lines = [" " * gutter + "".join(f" {label:<{width}}" for label in labels).rstrip()]
    for row in range(board.rows):
        cells = signs[board.cell(row, 0) : board.cell(row, 0) + board.columns]
        label = style.row_label(board, row).rjust(gutter)
        lines.append((label + "".join(f" {sign:<{width}}" for sign in cells)).rstrip())
    return lines


def _sign(analysis: Analysis, cell: Cell) -> str:
    """Return the marker on the cell, or the verdict on the best move there."""
    marker = analysis.state.marker(cell)
    here = [value for value in analysis.moves if value.move.cell == cell]
    if marker or not here:
        return marker or "-"
    best = min(here, key=preference)
    letter = {Verdict.WIN: "W", Verdict.LOSS: "L", Verdict.UNKNOWN: "?"}[best.verdict]
    return letter if best.distance is None else f"{letter}{best.distance}"


def analysed(state: GameState, seconds: float) -> Analysis:
    """Analyse the position; a terminal shows meanwhile how much of the time is left."""
    name = f"{state.variant.name} {state.board}"
    return with_time_left(iter_analyses(state, Budget(seconds=seconds)), seconds, name)


def solve_all(seconds: float) -> Iterator[str]:
    """Yield the table of verdicts on the standard boards, line by line."""
    width = 1 + max(map(len, ("variant", *VARIANTS)))
    yield f"{'variant':<{width}} {'size':<5} {'winner':<9} {'length':<9} winning first moves"
    for variant in VARIANTS.values():
        analysis = analysed(variant.start(), seconds)
        winner = str(analysis.winner or "not known")
        length = "not known" if analysis.distance is None else str(analysis.distance)
        winning = sum(value.verdict is Verdict.WIN for value in analysis.moves)
        unknown = sum(value.verdict is Verdict.UNKNOWN for value in analysis.moves)
        first = f"{winning} of {len(analysis.moves)}" + (f", {unknown} not known" * bool(unknown))
        row = f"{variant.slug:<{width}} {variant.board!s:<5} {winner:<9} {length:<9} {first}"
        yield row.rstrip()
