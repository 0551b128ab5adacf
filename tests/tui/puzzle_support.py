"""What the tests of the puzzle room share: a small pack, the app with it, and moves to make."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from random import Random
from types import MappingProxyType

import pytest
from textual.pilot import Pilot

from gridlock_tui.engine import Verdict, analyse, puzzles
from gridlock_tui.match.puzzle_log import Attempt, Mode, PuzzleRecord
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from gridlock_tui.rules import GameState, Move
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.screens.puzzle import PuzzleScreen
from gridlock_tui.tui.screens.puzzles import PuzzlesScreen
from gridlock_tui.tui.startup import Startup
from tests.tui.support import Size, click_cell, game, settled

PACK = """
@showdown
sh0288 4x4 1 a4d2b2 c4 3 1 last-move -
sh2730 3x6 1 a3b2b4a5c1 c6 3 1 last-move -
sh6969 3x6 2 c2a4b3a6c6 a1 3 1 last-move -
sh4738 4x4 1 c2b3d1 a4 5 2 mirror -
sh5027 3x6 2 c6c4a6b3 b1 5 2 last-move -
sh0087 4x5 1 a1d2 b3 5 3 split 1
sh4403 4x5 1 a4b1 c3 5 3 last-move -
sh0534 5x5 2 d4a3e3 c2 7 4 split -
sh9817 5x6 2 d1a1 d4 11 5 split 1
@sequence
se9226 4x4 2 3b26c47d41c35a44c22c15a31b3 2b13b17b18b1 7 1 block 1
se8914 4x4 1 4c44c17a43b41c28a16b17c38d3 2b35b36b3 3 2 fork -
se3564 4x4 1 3a41a17d26d41d34d16c47b42c38b3 4c25c2 3 3 fork 1
se0854 4x4 2 6c12d38d14b1 2c23c24c25c2 3 4 fork 1
se1356 4x4 1 4d44b32c42b48b28c37a37a1 1d2 3 5 fork 1
"""
PROGRAM = """
import sys
from datetime import date
from random import Random
from gridlock_tui.cli import main
from gridlock_tui.match.puzzle_room import PuzzleRoom
begin, day, seed = PuzzleRoom.__init__, date.fromisoformat(sys.argv[1]), int(sys.argv[2])
PuzzleRoom.__init__ = lambda room, store, *_: begin(room, store, Random(seed), lambda: day)
raise SystemExit(main(sys.argv[3:]))
"""
"""The app on the day that is given first, with the puzzles that this seed chooses."""
DAY = date(2026, 11, 20)
"""A Friday; its puzzle is that of the fourth class in Showdown."""
KEYS = {mode: ["down"] * at for at, mode in enumerate(Mode)}
"""The keys that highlight a mode in the room."""


@pytest.fixture
def small_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a few puzzles that do not change with the pack."""
    found = {puzzle.id: puzzle for puzzle in puzzles.read_pack(PACK.strip())}
    monkeypatch.setattr(puzzles, "_by_id", lambda: MappingProxyType(found))


@pytest.fixture
def slipped() -> None:
    """Add a game to the history in which you threw a win away."""
    paths = find_paths()
    paths.data.mkdir(exist_ok=True)
    lost = game("showdown", "3 1; 4 4; 4 2; 1 4; 3 3; 1 2", kinds=("human", "novice"))
    History(paths.history).add("slipped", lost, datetime(2026, 11, 19, tzinfo=UTC))


@asynccontextmanager
async def solving(
    mode: Mode | None = None,
    size: Size = (80, 24),
    day: date = DAY,
    *,
    ascii_only: bool = False,
    theme: str = "gridlock-dark",
) -> AsyncIterator[Pilot[None]]:
    """Run the app in the puzzle room, or in a puzzle of this mode."""
    app = GridlockApp(
        Startup(
            settings=Settings(theme=theme),
            ascii=ascii_only,
            keeps=True,
            rng=Random(1),
            today=lambda: day,
        )
    )
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("P")
        await settled(pilot)
        if mode is not None:
            await begin(pilot, mode)
        yield pilot


async def begin(pilot: Pilot[None], mode: Mode) -> None:
    """Start the puzzle of a mode from the room."""
    await pilot.press("home", *KEYS[mode], "enter")
    await settled(pilot)
    assert screen_of(pilot).view.sitting.mode is mode


def room_of(pilot: Pilot[None]) -> PuzzlesScreen:
    """Return the screen, which must be the puzzle room."""
    screen = pilot.app.screen
    assert isinstance(screen, PuzzlesScreen)
    return screen


def screen_of(pilot: Pilot[None]) -> PuzzleScreen:
    """Return the screen, which must be that of a puzzle."""
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


def run_of(pilot: Pilot[None]) -> PuzzleRun:
    """Return the puzzle as it stands."""
    return screen_of(pilot).view.run


def moves_with(state: GameState, verdict: Verdict) -> list[Move]:
    """Return the moves with this verdict."""
    return [value.move for value in analyse(state).moves if value.verdict is verdict]


async def place_by_keys(pilot: Pilot[None], move: Move) -> None:
    """Pick the token, walk to the cell and press Space."""
    pointer, grid = screen_of(pilot).view.pointer, run_of(pilot).state.board
    for _ in range(run_of(pilot).state.variant.tokens_each):
        if screen_of(pilot).view.pointer.token != move.token:
            await pilot.press("tab")
    (row, column), (to_row, to_column) = grid.place(pointer.cell), grid.place(move.cell)
    await pilot.press(*["j" if to_row > row else "up"] * abs(to_row - row))
    await pilot.press(*["l" if to_column > column else "left"] * abs(to_column - column))
    await pilot.press("space")
    await settled(pilot)


async def place_by_mouse(pilot: Pilot[None], move: Move) -> None:
    """Pick the token by its digits, and click the cell."""
    if move.token is not None:
        await pilot.press(*str(move.token))
    await click_cell(pilot, move.cell)
    await settled(pilot)


PLACE = {"keys": place_by_keys, "mouse": place_by_mouse}


async def place(pilot: Pilot[None], verdict: Verdict, way: str = "keys") -> None:
    """Make the first move with this verdict."""
    await PLACE[way](pilot, moves_with(run_of(pilot).state, verdict)[0])


async def solve(pilot: Pilot[None], way: str = "keys") -> None:
    """Play the whole win."""
    while run_of(pilot).can_play:
        await place(pilot, Verdict.WIN, way)
    assert run_of(pilot).is_solved


def store() -> PuzzleStore:
    """Return the puzzle log on disk."""
    return PuzzleStore(find_paths().puzzles)


def record() -> PuzzleRecord:
    """Return your record on disk."""
    return store().record_so_far()


def attempts() -> list[Attempt]:
    """Return all attempts on disk, in order; those at slips too."""
    columns = "uid, puzzle, mode, day, solved, misses, hints, tries, streak"
    with store().database.reading() as db:
        rows = db.execute(f"SELECT {columns} FROM attempts ORDER BY id").fetchall()
    return [
        Attempt(uid, id_, Mode(mode), date.fromisoformat(day), bool(solved), *others)
        for uid, id_, mode, day, solved, *others in rows
    ]
