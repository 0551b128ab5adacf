"""Who wins empty boards, how many first moves win, and whether the board is contested.

The results that take long are stored in `openings.txt`; other boards are analysed on request.
`python -m tests.bench.openings` writes the file.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from gridlock_tui.engine.analysis import analyse, solver_for
from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.verdicts import Analysis, Detail, Verdict
from gridlock_tui.rules import Board, GameState, Placement, Player, Variant

_FILE = "openings.txt"
_FLAGS = ("fixed", "mirrored")
_MAX_CONTESTED_SHARE = 1 / 3
"""A board is contested if at most this share of the winner's first choices wins."""
_PLAYOUTS = 100
OpeningKey = tuple[str, Board]
"""The rules of a game, as in the file, and a board."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is proven about an empty board; verdicts are for the starter."""

    verdict: Verdict
    winning: int
    """The number of first moves that are known to win."""
    moves: int
    """The number of first moves."""
    unknown: int = 0
    """The number of first moves whose verdict is unknown."""
    distance: int | None = None
    replies: tuple[int, int] | None = None
    """If every first move loses: how many of how many replies to the hardest one win."""
    seconds: float | None = None
    """The time for the verdicts on all moves, before or after the first move: the longer one."""
    fixed: bool = False
    """Whether the same player wins after any moves."""
    mirrored: bool = False
    """Whether the second player wins by mirroring every move."""

    @property
    def winning_share(self) -> float | None:
        """The share of the winner's first choices that win, if known."""
        if self.verdict is Verdict.WIN:
            return self.winning / self.moves
        return None if self.replies is None else self.replies[0] / self.replies[1]

    @property
    def is_contested(self) -> bool:
        """Whether the winner has to find one of few winning moves."""
        share = self.winning_share
        easy = self.fixed or self.mirrored or self.unknown
        return not easy and share is not None and share <= _MAX_CONTESTED_SHARE


def opening_of(variant: Variant, budget: Budget) -> Opening:
    """Return the stored result for the empty board, else what the budget can prove."""
    return known_opening(variant) or prove_opening(variant, budget)


def known_opening(variant: Variant) -> Opening | None:
    """Return the stored result for the empty board, if there is one."""
    return known_openings().get((game_name(variant), variant.board))


def prove_opening(variant: Variant, budget: Budget) -> Opening:
    """Return what the budget can prove about the empty board."""
    start = variant.start()
    began = time.monotonic()
    analysis = analyse(start, budget, Detail.VERDICTS)
    verdicts = [value.verdict for value in analysis.moves]
    mirrored = solver_for(start).has_mirror(start)
    found = Opening(
        analysis.verdict,
        verdicts.count(Verdict.WIN),
        len(verdicts),
        verdicts.count(Verdict.UNKNOWN),
        analysis.distance,
        # With a mirror the winner is found without a search, so the time says nothing.
        seconds=None if mirrored else time.monotonic() - began,
        mirrored=mirrored,
    )
    if found.verdict is Verdict.LOSS:
        found = replace(found, replies=_hardest_replies(analysis, budget))
    return replace(found, fixed=_is_fixed(start, budget))


def _hardest_replies(analysis: Analysis, budget: Budget) -> tuple[int, int] | None:
    """Return how many of how many replies to the hardest first move win, if all are known."""
    counted = []
    for value in analysis.moves:
        replies = analyse(analysis.state.play(value.move), budget, Detail.VERDICTS).moves
        verdicts = [reply.verdict for reply in replies]
        if Verdict.UNKNOWN in verdicts:
            return None
        counted.append((verdicts.count(Verdict.WIN), len(verdicts)))
    # There is no reply to a first move that ends the game.
    replied = [each for each in counted if each[1]]
    return min(replied, key=lambda each: each[0] / each[1], default=None)


def contested_boards(variant: Variant, most: int = 3) -> list[tuple[Board, Opening]]:
    """Return contested boards, those most similar to the variant's own board first.

    If no known board is contested, return the one that comes closest.
    """
    own, name = variant.board, game_name(variant)
    known = [(key[1], opening) for key, opening in known_openings().items() if key[0] == name]
    mine = known_opening(variant)
    limit = mine.winning_share if mine and mine.is_contested and mine.winning_share else 1.0
    # A transposed board is the same board.
    others = [each for each in known if each[0].rows <= each[0].columns and each[0] != own]
    harder = [
        each for each in others if each[1].is_contested and (each[1].winning_share or 0) < limit
    ]
    if harder or (mine and mine.is_contested):
        return sorted(harder, key=lambda each: _difference(each[0], own))[:most]
    fair = [each for each in known if each[1].winning_share]
    fair.sort(key=lambda each: (each[1].winning_share, _difference(each[0], own)))
    return [each for each in fair[:1] if each[0] != own]


def largest_exact_board(variant: Variant, seconds: float) -> Board | None:
    """Return the largest board that is solved in this time, and all smaller boards too."""
    boards = [Board(rows, columns) for rows in range(3, 9) for columns in range(rows, 9)]
    known, name = known_openings(), game_name(variant)
    largest = None
    for board in sorted(boards, key=lambda board: board.size):
        opening = known.get((name, board))
        if opening is None or opening.seconds is None or opening.seconds > seconds:
            break
        largest = board
    return largest


def _difference(board: Board, own: Board) -> int:
    """Return how different a board is: in size (smaller counts double) and in being square."""
    more = board.size - own.size
    return (more if more > 0 else -2 * more) + 4 * abs(board.rows - board.columns)


def _is_fixed(start: GameState, budget: Budget) -> bool:
    """Return whether every game ends with the same winner."""
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
    """Return the players who win some game from here."""
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
    """Return the name of the game in the file: its rules, so that no entry goes out of date."""
    rules = variant.rules
    if isinstance(rules, Placement):
        parts = (rules.neighbourhood.name, rules.blocks.name, rules.stuck.name, rules.wins.name)
        return "/".join(parts).lower()
    return f"tokens/{rules.run_length}/{rules.spare_tokens}"


def write_opening(variant: Variant, opening: Opening) -> str:
    """Return the line of the file for this board."""
    distance = "?" if opening.distance is None else str(opening.distance)
    counts = f"{opening.winning}/{opening.moves}"
    if opening.unknown:
        counts += f"/{opening.unknown}"
    replies = "?" if opening.replies is None else "{}/{}".format(*opening.replies)
    seconds = "?" if opening.seconds is None else f"{opening.seconds:.1f}"
    game, flags = game_name(variant), [name for name in _FLAGS if getattr(opening, name)]
    board, verdict = str(variant.board), opening.verdict.value
    return " ".join([game, board, verdict, counts, distance, replies, seconds, *flags])


@cache
def known_openings() -> Mapping[OpeningKey, Opening]:
    """Return the results in the file, also for the transposed boards."""
    known: dict[OpeningKey, Opening] = {}
    text = Path(__file__).with_name(_FILE).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            game, size, verdict, counts, distance, replies, seconds, *flags = line.split()
            winning, moves, unknown, *_ = (*map(int, counts.split("/")), 0)
            opening = Opening(
                Verdict(verdict),
                winning,
                moves,
                unknown,
                distance=None if distance == "?" else int(distance),
                replies=None if replies == "?" else _share(replies),
                seconds=None if seconds == "?" else float(seconds),
                **dict.fromkeys(flags, True),
            )
            board = Board.from_text(size)
            known[game, board] = known[game, Board(board.columns, board.rows)] = opening
    return MappingProxyType(known)


def _share(text: str) -> tuple[int, int]:
    part, _, whole = text.partition("/")
    return int(part), int(whole)
