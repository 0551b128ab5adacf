"""Make and prove the pack of puzzles: `python -m tests.bench.puzzles [--prove | --levels]`.

Without an option it measures the pack, plays games, keeps the puzzles that it meets and what makes
them hard in `build/puzzles.tsv`, and writes `gridlock_tui/engine/puzzles.txt`. It can be stopped
and started again: games that are in the file already are not played again. A variant or a board
with enough puzzles gets no more games. The seed of a game is its variant, board and number. The
compiled build takes a fifth of the time.

`--pack` only chooses from the file and writes the pack. `--prove` proves the whole pack, by the
naive rules where they are quick enough and by the engine. `--levels` measures how often the
computer levels solve the puzzles of each class: that must fall from class to class, for each
variant and level; `puzzles.txt` has what they printed last. `--load` measures how long the pack
takes to load.
"""

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

from gridlock_tui.engine import (
    Budget,
    Detail,
    MoveValues,
    Verdict,
    analyse,
    best_of,
    choose,
    clear_caches,
    players,
    preference,
)
from gridlock_tui.engine.puzzle_maker import (
    RATED_LEVELS,
    Traits,
    make_puzzle,
    position_key,
    winning_cells,
)
from gridlock_tui.engine.puzzles import DIFFICULTIES, Puzzle, all_puzzles, read_pack, write_pack
from gridlock_tui.engine.verdicts import verdict_of
from gridlock_tui.rules import VARIANTS, Blocks, Board, Cell, GameState, Move, Placement, Player
from tests.bench.pack import HARD, Found, classes_of
from tests.bench.progress import Progress
from tests.engine.puzzle_checks import check_by_engine, check_by_naive_rules, naive_can

ROOT = Path(__file__).parents[2]
PACK = ROOT / "gridlock_tui" / "engine" / "puzzles.txt"
FOUND = Path("build", "puzzles.tsv")
HEADING = """\
# Puzzles: id, board, who moved first, moves, answer, distance, difficulty, idea, only moves later.
# See puzzles.py. Written by python -m tests.bench.puzzles, which also proves them."""
SIZES = ("4x4", "3x5", "4x5", "3x6", "5x5", "4x6", "5x6", "6x6", "6x7", "7x7", "7x8", "8x8")
BOARDS = tuple(map(Board.from_text, SIZES))
GAMES = 2000
"""How many games are played at most on each board of each variant."""
ENOUGH, ENOUGH_HARD = 190, 85
"""A variant needs no more games with so many puzzles that have only moves later, and so many of
them that even the best of the rated levels misses."""
ENOUGH_ON_BOARD = 90
"""With so many of them, a board needs no more games."""
MOST_CELLS, MOST_SHARED_CELLS = 18, 24
"""Positions with more open cells are too much to look at; it is quicker where a marker blocks both
players."""
NODES, PROOF_NODES = 60_000, 2_000_000
"""How many positions are searched to find a puzzle, and to measure one that is known."""
A_CLASS = 64
"""How many puzzles each class of each variant has; the easier ones may have more."""
SEEDS = 100
"""How often each level tries each puzzle."""

LOADING_SECONDS, LOADING_RATIO = 0.02, 12
"""How long loading the pack may take, and how many times as long as splitting its text."""

# Finding.


def play_game(variant: str, board: Board, number: int) -> Iterator[Found]:
    """Play a game with chance moves and yield the puzzles in it.

    A quarter of the games is random to the end. In the others the winner keeps the win, and the
    loser leaves as few winning cells as possible, so that there are only moves; with tokens the
    loser holds out as long as possible, which is quicker to find. In a quarter, one side also
    answers every move by its image, so that there are symmetries to restore.
    """
    rng = random.Random(f"{variant} {board} {number}")
    first, image = rng.choice(list(Player)), rng.choice(IMAGES)
    game = VARIANTS[variant].resized(board.rows, board.columns)
    is_random, reflects = number % 4 == 0, number % 4 == 1 and not game.has_tokens
    state, copier = game.start(first), rng.choice(list(Player))
    is_shared = isinstance(game.rules, Placement) and game.rules.blocks is Blocks.BOTH
    most_cells = MOST_SHARED_CELLS if is_shared else MOST_CELLS
    moves: list[Move] = []
    while not state.is_over:
        choice: Sequence[Move] = state.legal_moves
        if len(state.room_for(state.to_move)) <= most_cells:
            values = analyse(state, Budget(nodes=NODES), Detail.VERDICTS).moves
            is_single = len(winning_cells(values)) == 1
            if is_single and (found := make_puzzle(first, moves, state, Budget(nodes=NODES))):
                yield found
            if not is_random:
                choice = stubborn(state) if game.has_tokens else sly(state, values)
        if reflects and state.to_move is copier:
            cell = image(board, moves[-1].cell) if moves else board.size // 2
            choice = [move for move in state.legal_moves if move.cell == cell] or choice
        move = rng.choice(choice)
        moves.append(move)
        state = state.play(move)


def stubborn(state: GameState) -> list[Move]:
    """Return the moves that win, or else those that hold out longest."""
    values = analyse(state, Budget(nodes=NODES)).moves
    winning = [value.move for value in values if value.verdict is Verdict.WIN]
    longest = preference(best_of(values))
    return winning or [value.move for value in values if preference(value) == longest]


def sly(state: GameState, values: MoveValues) -> list[Move]:
    """Return the moves that win, or else those that leave the fewest winning cells."""
    winning = [value.move for value in values if value.verdict is Verdict.WIN]
    if winning or verdict_of(values) is Verdict.UNKNOWN:
        return winning or list(state.legal_moves)

    def left(move: Move) -> int:
        after = state.play(move)
        if after.is_over or after.to_move is state.to_move:
            return after.board.size
        replies = analyse(after, Budget(nodes=NODES), Detail.VERDICTS).moves
        return len(winning_cells(replies)) or after.board.size

    counted = {move: left(move) for move in state.legal_moves}
    return [move for move, cells in counted.items() if cells == min(counted.values())]


def turned(board: Board, cell: Cell) -> Cell:
    """Return the cell after a half turn of the board."""
    return board.size - 1 - cell


def left_to_right(board: Board, cell: Cell) -> Cell:
    """Return the cell reflected in a line from top to bottom."""
    row, column = board.place(cell)
    return board.cell(row, board.columns - 1 - column)


IMAGES = (turned, left_to_right)


def write_found(found: Found) -> str:
    """Return the line of the file for a puzzle that was found."""
    puzzle, traits = found
    *numbers, misses = astuple(traits)
    return "\t".join(map(str, (*puzzle, *numbers, *(f"{miss:.4f}" for miss in misses))))


def read_found(line: str) -> Found:
    """Return a puzzle and its traits from a line of the file."""
    fields = line.split("\t")
    id_, variant, size, first, path, answer, distance, difficulty, theme, later = fields[:10]
    cells, length, near_misses, only_moves, obvious = map(int, fields[10:15])
    puzzle = Puzzle(
        id_,
        variant,
        size,
        int(first),
        path,
        answer,
        int(distance),
        int(difficulty),
        theme,
        int(later),
    )
    misses = tuple(map(float, fields[15:]))
    return puzzle, Traits(cells, length, near_misses, only_moves, obvious, misses)


class Tally:
    """What the games so far have brought, by variant and board."""

    def __init__(self) -> None:
        self.done: set[str] = set()
        self.ids: dict[str, set[str]] = {variant: set() for variant in VARIANTS}
        self.only: Counter[str] = Counter()
        """How many puzzles of each variant have only moves later."""
        self._hard: Counter[str] = Counter()
        self._on_board: Counter[tuple[str, str]] = Counter()

    def add(self, line: str) -> None:
        """Count a line of the file: a puzzle, or the end of a game."""
        if line.startswith("#"):
            self.done.add(line)
            return
        puzzle, traits = read_found(line)
        variant, ids = puzzle.variant, self.ids[puzzle.variant]
        if puzzle.id not in ids and puzzle.only_moves:
            self.only[variant] += 1
            self._hard[variant] += traits.misses[-1] >= HARD
            self._on_board[variant, puzzle.size] += 1
        ids.add(puzzle.id)

    def needs(self, variant: str, board: Board) -> bool:
        """Return whether more games of this kind are needed."""
        has_enough = self.only[variant] >= ENOUGH and self._hard[variant] >= ENOUGH_HARD
        return not has_enough and self._on_board[variant, str(board)] < ENOUGH_ON_BOARD


def find(games: int) -> None:
    """Measure the pack, then play games that are not in the file yet until that is enough."""
    FOUND.parent.mkdir(exist_ok=True)
    tally = Tally()
    for line in FOUND.read_text(encoding="utf-8").splitlines() if FOUND.exists() else ():
        tally.add(line)
    rounds = [(number, board) for number in range(games) for board in BOARDS]
    old = [puzzle for puzzle in all_puzzles() if puzzle.id not in tally.ids[puzzle.variant]]
    progress = Progress(len(old) + len(rounds) * len(VARIANTS), "puzzles and games")
    with FOUND.open("a", encoding="utf-8") as file:

        def keep(lines: list[str]) -> None:
            for line in lines:
                tally.add(line)
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()

        for puzzle in old:
            first, budget = Player(puzzle.first), Budget(nodes=PROOF_NODES)
            if found := make_puzzle(first, puzzle.moves, puzzle.state, budget):
                keep([write_found(found)])
            progress.end_one()
        for number, board in rounds:
            for variant in VARIANTS:
                end = f"#{variant} {board} {number}"
                counts = [f"{tally.only[each]} of {len(ids)}" for each, ids in tally.ids.items()]
                progress.show("with only moves: " + ", ".join(counts))
                if end not in tally.done and tally.needs(variant, board):
                    keep([*map(write_found, play_game(variant, board, number)), end])
                progress.end_one()
            if number % 10 == 9 and board == BOARDS[-1]:
                clear_caches()
    progress.clear()


# Choosing.


def make_pack(a_class: int) -> list[Puzzle]:
    """Return the pack: of each variant five classes, the hardest ones of this size."""
    by_variant: dict[str, dict[str, Found]] = {variant: {} for variant in VARIANTS}
    for line in FOUND.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            found = read_found(line)
            # Copies have the same id; in the rare case that others have, one of them is enough.
            by_variant[found[0].variant].setdefault(found[0].id, found)
    old, pack = {puzzle.id for puzzle in all_puzzles()}, []
    for by_id in by_variant.values():
        classes = classes_of(list(by_id.values()), old, a_class, SEEDS)
        for difficulty, chosen in zip(DIFFICULTIES, classes, strict=True):
            pack += [puzzle._replace(difficulty=difficulty) for puzzle in chosen]
    gone = len(old - {puzzle.id for puzzle in pack})
    print(f"{len(pack)} puzzles; {gone} of {len(old)} of the pack before are not in it")
    return pack


# Proving.


def prove(puzzles: Sequence[Puzzle]) -> None:
    """Prove all puzzles and print how."""
    ways: Counter[str] = Counter()
    progress = Progress(len(puzzles), "puzzles")
    for puzzle in puzzles:
        progress.show(puzzle.id)
        check_by_engine(puzzle)
        ways["engine"] += 1
        if naive_can(puzzle):
            check_by_naive_rules(puzzle)
            ways["naive rules"] += 1
        progress.end_one()
        if progress.done % 200 == 0:
            clear_caches()
    progress.clear()
    keys = {position_key(puzzle.state) for puzzle in puzzles}
    assert len(keys) == len(puzzles), "there are copies"
    print(
        f"{len(puzzles)} puzzles proven; " + ", ".join(f"by the {w} {n}" for w, n in ways.items())
    )


# The levels.


@contextmanager
def values_kept() -> Iterator[None]:
    """Let the computer players analyse each position once for all their tries."""
    known: dict[GameState, MoveValues] = {}
    think = players._Thinker.values

    def values(self: players._Thinker, state: GameState, seconds: float) -> MoveValues:
        if state not in known:
            known.clear()
            known[state] = think(self, state, seconds)
        return known[state]

    with patch.object(players._Thinker, "values", values):
        yield


def measure(puzzles: Sequence[Puzzle], seeds: int) -> int:
    """Print the shares that the levels solve; return 1 if one of them does not fall."""
    solved: dict[tuple[str, int, str], list[bool]] = defaultdict(list)
    progress = Progress(len(puzzles), "puzzles")
    with values_kept():
        for puzzle in puzzles:
            progress.show(puzzle.id)
            state, answer = puzzle.state, set(puzzle.solution)
            for level in RATED_LEVELS:
                tries = [choose(state, level, seed) in answer for seed in range(seeds)]
                solved[puzzle.variant, puzzle.difficulty, level.slug] += tries
            progress.end_one()
    progress.clear()
    print(f"Per cent solved by each level, {seeds} tries a puzzle")
    print(f"{'variant':<9} {'level':<8}" + "".join(f"{f'class {d}':>9}" for d in DIFFICULTIES))
    failed = False
    for variant in dict.fromkeys(puzzle.variant for puzzle in puzzles):
        for level in RATED_LEVELS:
            classes = [solved[variant, difficulty, level.slug] for difficulty in DIFFICULTIES]
            shares = [100 * sum(each) / len(each) for each in classes]
            falls = all(easier > harder for easier, harder in pairwise(shares))
            failed |= not falls
            row = "".join(f"{share:>9.1f}" for share in shares)
            print(f"{variant:<9} {level.slug:<8}{row}{'' if falls else '  does not fall'}")
    return int(failed)


# Loading.


def time_loading(times: int = 200) -> int:
    """Print how long the pack takes to load; return 1 if that is too long.

    It is compared with the least that must be done: to split the same text into fields.
    """
    text = PACK.read_text(encoding="utf-8")

    def seconds(load: Callable[[], object]) -> float:
        begun = time.process_time()
        for _ in range(times):
            load()
        return (time.process_time() - begun) / times

    least = seconds(lambda: [line.split(" ") for line in text.splitlines()])
    taken = seconds(lambda: list(read_pack(PACK.read_text(encoding="utf-8"))))
    print(f"loaded in {1000 * taken:.1f} ms, {taken / least:.1f} times as long as splitting it")
    return int(taken > LOADING_SECONDS or taken / least > LOADING_RATIO)


def main() -> int:
    """Do what is asked for; return 1 if a share does not fall."""
    parser = argparse.ArgumentParser(description="Make and prove the pack of puzzles.")
    parser.add_argument("--games", type=int, default=GAMES, help="on each board of each variant")
    parser.add_argument("--class-size", type=int, default=A_CLASS, help="puzzles in each class")
    parser.add_argument("--pack", action="store_true", help="only choose from what was found")
    parser.add_argument("--prove", action="store_true", help="prove the pack")
    parser.add_argument("--levels", action="store_true", help="measure the levels")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how often each level tries")
    parser.add_argument("--load", action="store_true", help="measure how long it takes to load")
    given = parser.parse_args()
    if given.load:
        return time_loading()
    if given.prove:
        prove(all_puzzles())
    if given.levels:
        return measure(all_puzzles(), given.seeds)
    if not given.prove:
        if not given.pack:
            find(given.games)
        PACK.write_text(write_pack(make_pack(given.class_size), HEADING), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
