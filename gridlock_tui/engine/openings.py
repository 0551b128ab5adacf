"""What is known of empty boards: who wins, how many first moves win, and whether it is a fight.

What takes long to prove was proven beforehand and is kept in `openings.txt`; a board that is not
there is analysed when it is asked for. `python -m tests.bench.openings` writes the file anew.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from gridlock_tui.engine.analysis import Analysis, analyse, solver_of
from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.values import Verdict, Wanted
from gridlock_tui.rules import Board, GameState, Placement, Player, Variant

_FILE = "openings.txt"
_FLAGS = ("fixed", "mirrored")
_FEW = 1 / 3
"""A move is hard to find where no more than this share of the moves is right."""
_PLAYOUTS = 100
Kept = tuple[str, str]
"""A game and the size of a board, as the file names them."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is proven of an empty board, for whoever starts."""

    verdict: Verdict
    winning: int
    """How many first moves are known to win."""
    moves: int
    """How many first moves there are."""
    unknown: int = 0
    """Of how many first moves it is not known whether they win."""
    distance: int | None = None
    answers: tuple[int, int] | None = None
    """Where every first move loses: how many of how many answers to the trickiest of them win."""
    seconds: float | None = None
    """How long it takes to find out about every move, before or after the first one: the longer."""
    fixed: bool = False
    """Whether the same player wins whatever anybody plays."""
    mirrored: bool = False
    """Whether the second player wins just by mirroring every move."""

    @property
    def hardest(self) -> float | None:
        """How likely the winner's first choice is to be right by chance, if that is known."""
        if self.verdict is Verdict.WIN:
            return self.winning / self.moves
        return None if self.answers is None else self.answers[0] / self.answers[1]

    @property
    def is_fight(self) -> bool:
        """Whether the winner has something to find, and few moves are right."""
        share = self.hardest
        easy = self.fixed or self.mirrored or self.unknown
        return not easy and share is not None and share <= _FEW


def opening_of(variant: Variant, budget: Budget) -> Opening:
    """Return what can be proven of the empty board within the budget, or is known already."""
    return kept_opening(variant) or proven_opening(variant, budget)


def kept_opening(variant: Variant) -> Opening | None:
    """Return what was proven of the empty board beforehand."""
    return kept_openings().get(_kept_as(variant))


def proven_opening(variant: Variant, budget: Budget) -> Opening:
    """Return what can be proven of the empty board within the budget."""
    start = variant.start()
    began = time.monotonic()
    analysis = analyse(start, budget, Wanted.VERDICTS)
    verdicts = [value.verdict for value in analysis.moves]
    mirrored = solver_of(start).has_mirror(start)
    found = Opening(
        analysis.verdict,
        verdicts.count(Verdict.WIN),
        len(verdicts),
        verdicts.count(Verdict.UNKNOWN),
        analysis.distance,
        # With a mirror the answer is no secret; how long the rest takes is not known then.
        seconds=None if mirrored else time.monotonic() - began,
        mirrored=mirrored,
    )
    if found.verdict is Verdict.LOSS and not mirrored:
        found = replace(found, answers=_trickiest(analysis, budget))
    return replace(found, fixed=_is_fixed(start, budget))


def _trickiest(analysis: Analysis, budget: Budget) -> tuple[int, int] | None:
    """Return how many of how many answers to the trickiest first move win, if all are known."""
    counted = []
    for value in analysis.moves:
        replies = analyse(analysis.state.play(value.move), budget, Wanted.VERDICTS).moves
        verdicts = [reply.verdict for reply in replies]
        if Verdict.UNKNOWN in verdicts:
            return None
        counted.append((verdicts.count(Verdict.WIN), len(verdicts)))
    # A first move that ends the game leaves nothing to answer.
    answered = [each for each in counted if each[1]]
    return min(answered, key=lambda each: each[0] / each[1], default=None)


def fights(variant: Variant, most: int = 3) -> list[tuple[Board, Opening]]:
    """Return boards on which the winner has something to find, nearest to the variant's own first.

    Where no known board is a real fight, the one that comes closest is returned.
    """
    own = variant.board
    known = [
        (Board.from_text(size), opening)
        for (game, size), opening in kept_openings().items()
        if game == game_name(variant)
    ]
    # A board that lies on its side is the same board.
    others = [each for each in known if each[0].rows <= each[0].columns and each[0] != own]
    mine = kept_opening(variant)
    limit = mine.hardest if mine and mine.is_fight and mine.hardest else 1.0
    found = [each for each in others if each[1].is_fight and (each[1].hardest or 0) < limit]
    if found or (mine and mine.is_fight):
        return sorted(found, key=lambda each: _unlike(each[0], own))[:most]
    hard = [(opening.hardest, board, opening) for board, opening in known if opening.hardest]
    closest = min(hard, key=lambda each: (each[0], _unlike(each[1], own)), default=None)
    return [closest[1:]] if closest and closest[1] != own else []


def exact_up_to(variant: Variant, seconds: float) -> Board | None:
    """Return the largest board that, like every smaller one, is solved in so many seconds."""
    boards = [Board(rows, columns) for rows in range(3, 9) for columns in range(rows, 9)]
    kept = kept_openings()
    largest = None
    for board in sorted(boards, key=lambda board: board.size):
        opening = kept.get((game_name(variant), str(board)))
        if opening is None or opening.seconds is None or opening.seconds > seconds:
            break
        largest = board
    return largest


def _unlike(board: Board, own: Board) -> int:
    """Return how far a board is from one's own: in size, in being square, smaller counts double."""
    more = board.size - own.size
    return (more if more > 0 else -2 * more) + 4 * abs(board.rows - board.columns)


def _is_fixed(start: GameState, budget: Budget) -> bool:
    """Say whether every way to play ends with the same winner."""
    rng = random.Random(0)
    winners: set[Player] = set()
    for _ in range(_PLAYOUTS):
        winners.add(_playout(start, rng))
        if len(winners) > 1:
            return False
    try:
        return len(_winners(start, {}, budget)) == 1
    except OutOfBudget:
        return False


def _playout(state: GameState, rng: random.Random) -> Player:
    while state.outcome is None:
        state = state.play(rng.choice(state.legal_moves))
    return state.outcome.winner


def _winners(
    state: GameState, seen: dict[GameState, frozenset[Player]], budget: Budget
) -> frozenset[Player]:
    """Return who can come to win if both help."""
    found = seen.get(state)
    if found is None:
        budget.spend()
        outcome = state.outcome
        if outcome is not None:
            found = frozenset([outcome.winner])
        else:
            found = frozenset()
            for move in state.legal_moves:
                found |= _winners(state.play(move), seen, budget)
        seen[state] = found
    return found


# The file.


def game_name(variant: Variant) -> str:
    """Return what the file calls the game: its rules, not its slug, so that it cannot go stale."""
    rules = variant.rules
    if isinstance(rules, Placement):
        parts = (rules.neighbourhood.name, rules.bars.name, rules.stuck.name, rules.wins.name)
        return "/".join(parts).lower()
    return f"tokens/{rules.run_length}/{rules.spare_tokens}"


def _kept_as(variant: Variant) -> Kept:
    return game_name(variant), str(variant.board)


def write_opening(variant: Variant, opening: Opening) -> str:
    """Return the line of the file for this board."""
    distance = "?" if opening.distance is None else str(opening.distance)
    counts = f"{opening.winning}/{opening.moves}"
    answers = "?" if opening.answers is None else "{}/{}".format(*opening.answers)
    seconds = "?" if opening.seconds is None else f"{opening.seconds:.1f}"
    words = [*_kept_as(variant), opening.verdict.value, counts, distance, answers, seconds]
    words += [name for name in _FLAGS if getattr(opening, name)]
    return " ".join(words)


@cache
def kept_openings() -> Mapping[Kept, Opening]:
    """Return what the file holds; a board that lies on its side is the same board."""
    kept: dict[Kept, Opening] = {}
    text = Path(__file__).with_name(_FILE).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            game, size, verdict, counts, distance, answers, seconds, *flags = line.split()
            opening = Opening(
                Verdict(verdict),
                *_share(counts),
                distance=None if distance == "?" else int(distance),
                answers=None if answers == "?" else _share(answers),
                seconds=None if seconds == "?" else float(seconds),
                **dict.fromkeys(flags, True),
            )
            board = Board.from_text(size)
            kept[game, size] = kept[game, f"{board.columns}x{board.rows}"] = opening
    return MappingProxyType(kept)


def _share(text: str) -> tuple[int, int]:
    part, _, whole = text.partition("/")
    return int(part), int(whole)
