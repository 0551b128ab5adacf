"""The printed list of the puzzles: a line each, for people or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from gridlock_tui.engine.puzzles import Puzzle, all_puzzles
from gridlock_tui.match.puzzle_choice import idea_words


def puzzle_lines(variant: str | None, *, as_json: bool) -> Iterator[str]:
    """Yield a line for each puzzle, of one variant if its slug is given."""
    puzzles = [each for each in all_puzzles() if variant in (None, each.variant)]
    if as_json:
        for puzzle in puzzles:
            yield json.dumps(described(puzzle))
        return
    wide = max((len(each.variant) for each in puzzles), default=0)
    yield f"{'id':<7} {'variant':<{wide}} size  difficulty  length  idea"
    for each in puzzles:
        row = f"{each.id:<7} {each.variant:<{wide}} {each.size:<5} {each.difficulty:<11} "
        yield f"{row}{each.distance:<7} {idea_words(each.theme)}"


def described(puzzle: Puzzle) -> dict[str, object]:
    """Return what a puzzle is, for JSON."""
    return {
        "id": puzzle.id,
        "variant": puzzle.variant,
        "size": puzzle.size,
        "moves": "; ".join(map(str, puzzle.moves)),
        "first": puzzle.first,
        "to_move": int(puzzle.you),
        "solution": [str(move) for move in puzzle.solution],
        "distance": puzzle.distance,
        "difficulty": puzzle.difficulty,
    }
