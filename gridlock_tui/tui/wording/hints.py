"""What the coach shows: signs on the board, and the verdict. Independent of Textual.

Its hints are in `match.advice`, in words.
"""

from __future__ import annotations

from gridlock_tui.engine import Analysis, MoveValue, Verdict
from gridlock_tui.match.advice import hinted, region_label
from gridlock_tui.match.naming import does
from gridlock_tui.rules import Names
from gridlock_tui.tui.board.picture import Sign, Signs

_COLOURS = {Verdict.WIN: "wins", Verdict.LOSS: "loses", Verdict.UNKNOWN: "unknown"}


def signs_of(analysis: Analysis, token: int | None, nimbers: bool) -> Signs:
    """Return the analysis of placing the token on each cell; with nimbers, the regions too."""
    signs: list[Sign | None] = [None] * analysis.state.board.size
    regions = analysis.regions if len(analysis.regions) > 1 else ()  # one needs no name
    region_of = {
        cell: f" {region_label(number)}"
        for number, region in enumerate(regions)
        for cell in region.cells
    }
    for value in analysis.moves:
        if value.move.token == token:
            cell = value.move.cell
            shows = nimbers and value.grundy is not None
            below = f"*{value.grundy}{region_of.get(cell, '')}" if shows else ""
            signs[cell] = Sign(_sign(value), _COLOURS[value.verdict], below, _words(value))
    return tuple(signs)


def _sign(value: MoveValue) -> str:
    if value.verdict is Verdict.UNKNOWN:
        return "?"
    mark = "▲" if value.verdict is Verdict.WIN else "▼"
    return mark if value.distance is None else f"{mark}{value.distance}"


def _words(value: MoveValue) -> str:
    if value.verdict is Verdict.UNKNOWN:
        return "not known"
    does = "wins" if value.verdict is Verdict.WIN else "loses"
    return does if value.distance is None else f"{does} {value.distance}"


def legend_of(signs: Signs, *, worded: bool) -> tuple[str, ...]:
    """Return how to read the signs, the most important part first; nothing without signs."""
    shown = [sign for sign in signs if sign is not None]
    if not shown:
        return ()
    parts = ["the number counts the moves left"] if worded else ["▲ wins", "▼ loses"]
    if any(sign.colour == _COLOURS[Verdict.UNKNOWN] for sign in shown) and not worded:
        parts.append("? not known")
    if any(sign.below for sign in shown):
        parts.append("*n: nimber")
    if not worded:
        parts.append("number: moves left")
    if any(" " in sign.below for sign in shown):
        parts.append("letter: region")
    return tuple(parts)


def verdict_words(analysis: Analysis, names: Names, nimbers: bool) -> str:
    """Return who wins and how soon, for the status bar."""
    winner = analysis.winner
    if winner is None:
        words = "not known" if analysis.is_final else "thinking…"
    else:
        words = does(names[winner - 1], "wins")
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
