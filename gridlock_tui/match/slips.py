"""Your slips as puzzles: positions of your games in which you threw a proven win away."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_tui.engine import Analysis, Verdict
from gridlock_tui.engine.puzzles import Puzzle, packed
from gridlock_tui.match.game import Game
from gridlock_tui.match.review import review


def slips_in(uid: str, game: Game, analyses: Sequence[Analysis | None]) -> tuple[Puzzle, ...]:
    """Return your slips in a game against a computer, given the analysis of each of its states.

    An analysis may be None; what is not proven is no slip. The uid is that of the game.
    """
    you, timeline, variant = game.setup.person, game.timeline, game.setup.variant
    found = []
    for graded in review(timeline, analyses).mistakes:
        analysis = analyses[graded.number - 1]
        if graded.player is not you or analysis is None or analysis.distance is None:
            continue
        if graded.number <= game.setup.taken_over:  # the other player made it
            continue
        winning = [each.move for each in analysis.moves if each.verdict is Verdict.WIN]
        found.append(
            Puzzle(
                slip_id(uid, graded.number),
                variant.slug,
                str(variant.board),
                int(timeline.states[0].to_move),
                packed(variant.board, timeline.moves[: graded.number - 1]),
                packed(variant.board, winning),
                analysis.distance,
                0,
                "",
            )
        )
    return tuple(found)


def slip_id(uid: str, number: int) -> str:
    """Return the id of the slip in a game, given the number of the move."""
    return f"slip-{uid}-{number}"
