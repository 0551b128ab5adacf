"""Driving the app as a player would, and reading what it shows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList
from textual.worker import WorkerCancelled

from gridlock_tui.match import (
    PEOPLE,
    Game,
    Kinds,
    Settings,
    Setup,
    Timeline,
    default_names,
)
from gridlock_tui.match.ongoing import Match
from gridlock_tui.rules import VARIANTS, Cell, Move, Names, read_moves
from gridlock_tui.tui.app import GridlockApp, Options
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.screens.game import GameScreen
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.widgets.board import BoardView
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.result_panel import ResultPanel
from gridlock_tui.tui.widgets.status_bar import StatusBar

PLAYTHROUGHS = Path(__file__).parents[1] / "rules" / "playthroughs"
Size = tuple[int, int]


def recorded_moves(slug: str) -> tuple[Move, ...]:
    """Return the moves of the golden playthrough: a whole game of the variant."""
    first = (PLAYTHROUGHS / f"{slug}.txt").read_text(encoding="utf-8").splitlines()[0]
    return read_moves(VARIANTS[slug], first.removeprefix("moves: "))


def game(
    slug: str,
    moves: str = "",
    size: Size | None = None,
    names: Names | None = None,
    kinds: Kinds = PEOPLE,
) -> Game:
    """Return a game in which these moves were made."""
    variant = VARIANTS[slug].resized(*size) if size else VARIANTS[slug]
    setup = Setup(variant, names or default_names(kinds), kinds=kinds)
    return Game(setup, Timeline.replay(variant.start(), read_moves(variant, moves)))


@asynccontextmanager
async def running(
    begin: Game | None = None,
    size: Size = (80, 24),
    glyphs: Glyphs = UNICODE,
    theme: str = "",
    settings: Settings | None = None,
    match: Match | None = None,
    keeps: bool = False,
) -> AsyncIterator[Pilot[None]]:
    """Run the app, straight in a game if one is given."""
    options = Options(
        game=begin,
        glyphs=glyphs,
        theme=theme or "gridlock-dark",
        settings=settings or Settings(),
        match=match,
        keeps=keeps,
    )
    async with GridlockApp(options).run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot


async def settled(pilot: Pilot[None]) -> None:
    """Wait until whatever works in the background has come to its end, and is shown."""
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        with suppress(WorkerCancelled):  # something newer has begun instead
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def game_screen(pilot: Pilot[None]) -> GameScreen:
    """Return the screen, which must be that of a game."""
    screen = pilot.app.screen
    assert isinstance(screen, GameScreen)
    return screen


def menu_screen(pilot: Pilot[None]) -> MenuScreen:
    """Return the screen, which must be the menu."""
    screen = pilot.app.screen
    assert isinstance(screen, MenuScreen)
    return screen


def review_screen(pilot: Pilot[None]) -> ReviewScreen:
    """Return the screen, which must be a review."""
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


def offered(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the menu's list: what waits to be continued, then the variants."""
    return [str(option.prompt) for option in menu_screen(pilot).picker.options]


def status(pilot: Pilot[None]) -> list[str]:
    """Return the two lines of the status bar."""
    return pilot.app.screen.query_one(StatusBar).render().plain.split("\n")


def result(pilot: Pilot[None]) -> str:
    """Return what the result panel says; nothing while it is hidden."""
    panel = pilot.app.screen.query_one(ResultPanel)
    return panel.render().plain if panel.display else ""


def key_bar(pilot: Pilot[None]) -> str:
    """Return the key bar's line."""
    return pilot.app.screen.query_one(KeyBar).render().plain


def log_lines(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the move log, without their padding and the mark of the current one."""
    log = pilot.app.screen.query_one(MoveLog)
    return [" ".join(str(option.prompt).strip("▸> ").split()) for option in log.options]


def toasts(pilot: Pilot[None]) -> list[str]:
    """Return what was announced beside the screen."""
    return [notification.message for notification in pilot.app._notifications]


def board(pilot: Pilot[None]) -> BoardView:
    """Return the board of the screen."""
    return pilot.app.screen.query_one(BoardView)


def drawn(pilot: Pilot[None]) -> str:
    """Return the board as it is drawn, as text."""
    view = board(pilot)
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))


def text_of_cell(pilot: Pilot[None], cell: Cell) -> str:
    """Return what is written within a cell."""
    view = board(pilot)
    scale = view.scale
    assert scale is not None
    middle = view.offset_of(cell)
    left, top = middle.x - scale.width // 2, middle.y - scale.height // 2
    lines = [view.render_line(y).text for y in range(top, top + scale.height)]
    return "\n".join(line[left : left + scale.width] for line in lines)


async def click_cell(pilot: Pilot[None], cell: Cell) -> None:
    """Click the middle of a cell."""
    await pilot.click(BoardView, offset=board(pilot).offset_of(cell))


async def point_by_keys(pilot: Pilot[None], cell: Cell) -> None:
    """Walk to a cell with the arrow keys."""
    screen = game_screen(pilot)
    grid = screen.timeline.state.board
    (row, column), (to_row, to_column) = grid.place(screen.cursor), grid.place(cell)
    await pilot.press(*["down" if to_row > row else "up"] * abs(to_row - row))
    await pilot.press(*["right" if to_column > column else "left"] * abs(to_column - column))


async def click_line(pilot: Pilot[None], selector: type[OptionList], index: int) -> None:
    """Click a line of a list that is not scrolled."""
    await pilot.click(selector, offset=(3, index))
