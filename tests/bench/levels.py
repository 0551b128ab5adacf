"""How strong the computer players are: `python -m tests.bench.levels [GAMES]`.

Every level plays the one below it on contested boards, the starters alternating, and must score 60
to 80 per cent. Perfect plays every level from won starts and must not lose.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise

from gridlock_tui.engine import Budget, Verdict, analyse
from gridlock_tui.engine.players import LEVELS, Level, choose
from gridlock_tui.rules import VARIANTS, GameState, Player
from tests.bench.progress import Progress

GAMES = 400
ALLOWED = (60.0, 80.0)
BOARDS = (("classic", 5, 5), ("classic", 5, 6), ("showdown", 3, 6), ("showdown", 5, 5))
NODES = 10**7


def starts() -> Iterator[GameState]:
    """Yield the empty boards again and again."""
    while True:
        for slug, rows, columns in BOARDS:
            yield VARIANTS[slug].resized(rows, columns).start()


def winner(state: GameState, players: dict[Player, Level], seed: int) -> Player:
    """Play a game to its end and return who won."""
    while state.outcome is None:
        state = state.play(choose(state, players[state.to_move], seed))
    return state.outcome.winner


def score(strong: Level, weak: Level, games: int) -> tuple[float, dict[str, float]]:
    """Return the percentage that the stronger level wins, in all and on each board."""
    won: dict[str, list[bool]] = {}
    for number, start in zip(range(games), starts(), strict=False):
        # Every board is played as often from either side.
        side = Player.ONE if number // len(BOARDS) % 2 == 0 else Player.TWO
        players = {side: strong, side.other: weak}
        board = f"{start.variant.slug} {start.board}"
        won.setdefault(board, []).append(winner(start, players, number) is side)
    every = [result for results in won.values() for result in results]
    return percent(every), {board: percent(results) for board, results in won.items()}


def percent(results: list[bool]) -> float:
    """Return the share of wins."""
    return 100 * sum(results) / len(results)


def lost_won_starts(weak: Level, games: int) -> int:
    """Return how many games Perfect has lost from starts that are won for it."""
    lost = 0
    for number, start in zip(range(games), starts(), strict=False):
        verdict = analyse(start, Budget(nodes=NODES)).verdict
        side = start.to_move if verdict is Verdict.WIN else start.to_move.other
        players = {side: LEVELS["perfect"], side.other: weak}
        lost += winner(start, players, number) is not side
    return lost


def main() -> int:
    """Print the table; return 1 if a level is too strong, too weak, or Perfect has lost."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    levels = list(LEVELS.values())
    low, high = ALLOWED
    failed = False
    boards = [f"{slug} {rows}x{columns}" for slug, rows, columns in BOARDS]
    print(f"{games} games a pair, {low:g} to {high:g} per cent allowed")
    print(f"{'pair':<18} {'score':>6}  " + "  ".join(f"{board:>12}" for board in boards))
    progress = Progress(2 * len(levels) - 1, "rows")
    for weak, strong in pairwise(levels):
        progress.show(f"{strong.title} : {weak.title}")
        total, each = score(strong, weak, games)
        failed |= not low <= total <= high
        row = "  ".join(f"{each[board]:>11.1f}%" for board in boards)
        progress.end_one(f"{strong.title + ' : ' + weak.title:<18} {total:>5.1f}%  {row}")
    for weak in levels:
        progress.show(f"Perfect from a won start against {weak.title}")
        lost = lost_won_starts(weak, games // 4)
        failed |= lost > 0
        progress.end_one(
            f"Perfect from a won start against {weak.title:<8}: {lost} of {games // 4} lost"
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
