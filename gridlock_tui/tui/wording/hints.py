"""What the coach says and shows: signs on the board, verdicts, hints. Independent of Textual.

Everything comes from one analysis, so hint, overlay and verdict cannot disagree.
"""

from __future__ import annotations

from gridlock_tui.engine import Analysis, MoveValue, Verdict, best_of
from gridlock_tui.match import Timeline
from gridlock_tui.rules import Cell, GameState, Move, Names, write_move
from gridlock_tui.tui.board.paint import Sign, Signs

_REGION_TINTS = 4
_COLOURS = {Verdict.WIN: "wins", Verdict.LOSS: "loses", Verdict.UNKNOWN: "unknown"}
LAST_STEP = 3
"""The number of steps of a hint: where, what, why."""


def signs_of(analysis: Analysis, token: int | None, nimbers: bool) -> Signs:
    """Return the analysis of placing the token on each cell; with nimbers, the regions too."""
    signs: list[Sign | None] = [None] * analysis.state.board.size
    region_of = {
        cell: number % _REGION_TINTS
        for number, region in enumerate(analysis.regions)
        for cell in region.cells
    }
    for value in analysis.moves:
        if value.move.token == token:
            cell = value.move.cell
            below = f"*{value.grundy}" if nimbers and value.grundy is not None else ""
            region = region_of.get(cell) if nimbers else None
            signs[cell] = Sign(_sign(value), _COLOURS[value.verdict], below, region)
    return tuple(signs)


def _sign(value: MoveValue) -> str:
    if value.verdict is Verdict.UNKNOWN:
        return "?"
    mark = "▲" if value.verdict is Verdict.WIN else "▼"
    return mark if value.distance is None else f"{mark}{value.distance}"


def verdict_words(analysis: Analysis, names: Names, nimbers: bool) -> str:
    """Return who wins and how soon, for the status bar."""
    winner = analysis.winner
    if winner is None:
        words = "not known" if analysis.is_final else "thinking…"
    else:
        words = f"{names[winner - 1]} wins"
        if analysis.distance is not None:
            words += f" in {analysis.distance}"
        best = hinted(analysis)
        if best and best.token is not None and winner is analysis.state.to_move:
            words += f" with {best.token}"
    if nimbers and analysis.grundy is not None:
        words += f", value *{analysis.grundy}"
        if len(analysis.regions) > 1:
            words += " = " + " + ".join(f"*{region.grundy}" for region in analysis.regions)
    return words


def throws_win_away(analysis: Analysis | None, move: Move) -> bool:
    """Return whether this move is proven to lose a proven win."""
    return analysis is not None and _turns_win_into(Verdict.LOSS, analysis, move)


def may_throw_win_away(analysis: Analysis, move: Move) -> bool:
    """Return whether there is a proven win that this move may lose, until the analysis is final."""
    return not analysis.is_final and _turns_win_into(Verdict.UNKNOWN, analysis, move)


def _turns_win_into(verdict: Verdict, analysis: Analysis, move: Move) -> bool:
    after = (value.verdict for value in analysis.moves if value.move == move)
    return analysis.verdict is Verdict.WIN and verdict in after


def knows_a_win(analysis: Analysis) -> bool:
    """Return whether a winning move is known, so that a hint need not wait."""
    return analysis.verdict is Verdict.WIN


def hinted(analysis: Analysis) -> Move | None:
    """Return the move that hints lead to; None if too little is known."""
    if analysis.verdict is Verdict.UNKNOWN:
        return None
    return best_of(analysis.moves).move


def hint_words(analysis: Analysis, step: int, names: Names) -> str:
    """Return one step of the hint: where, what, or why."""
    state, verdict = analysis.state, analysis.verdict
    if verdict is Verdict.UNKNOWN:
        return "Not known: nothing is proven about this position."
    best = best_of(analysis.moves)
    move = write_move(state.variant, best.move)
    if len(analysis.moves) == 1:
        return f"{move} is the only move."
    where = _whereabouts(state, best.move.cell)
    winning = sum(value.verdict is Verdict.WIN for value in analysis.moves)
    timed = analysis.distance is not None
    differ = timed and len({value.distance for value in analysis.moves}) > 1
    if step == 1:
        if verdict is Verdict.LOSS:
            rest = f"; the longest defence is in the {where}" if differ else ""
            return f"Every move loses against best play{rest}."
        if winning == len(analysis.moves):
            return f"Every move wins{f'; the quickest is in the {where}' if differ else ''}."
        return f"There is a winning move in the {where}."
    if verdict is Verdict.WIN:
        does = f"wins in {best.distance}" if timed else "wins"
    else:
        does = f"loses as late as possible, in {best.distance}" if timed else "is as good as any"
    if step == 2 or len(analysis.line) < 2:
        return f"{move} {does}."
    line = "; ".join(write_move(state.variant, each) for each in analysis.line)
    end = Timeline.replay(state, analysis.line).state.outcome
    return f"Why: {line}{f', and {names[end.winner - 1]} wins' if end else ''}."


def _whereabouts(state: GameState, cell: Cell) -> str:
    row, column = state.board.place(cell)
    below, right = 2 * row + 1 - state.board.rows, 2 * column + 1 - state.board.columns
    if below:
        return "bottom half" if below > 0 else "top half"
    return "very centre" if not right else "right half" if right > 0 else "left half"
