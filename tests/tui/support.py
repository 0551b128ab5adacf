"""Driving the app as a player would, and reading what it shows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList
from textual.worker import WorkerCancelled

from gridlock_tui.match import (
    PEOPLE,
    Game,
    Kinds,
    Setup,
    Timeline,
    default_names,
)
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import VARIANTS, Cell, Move, Names, read_moves
from gridlock_tui.tui.app import GridlockApp, Startup
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.messages import StartMatch
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.result_panel import ResultPanel
from gridlock_tui.tui.widgets.status_bar import StatusBar
from tests.tui.internals import strips

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
    ascii_only: bool = False,
    theme: str = "",
    settings: Settings | None = None,
    match: Match | None = None,
    keeps: bool = False,
) -> AsyncIterator[Pilot[None]]:
    """Run the app, straight in a game if one is given."""
    startup = Startup(
        match=match or (Match.of(begin) if begin else None),
        ascii=ascii_only,
        settings=replace(settings or Settings(), theme=theme or "gridlock-dark"),
        keeps=keeps,
    )
    async with GridlockApp(startup).run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot


async def settled(pilot: Pilot[None]) -> None:
    """Wait until all background work is done and shown."""
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        with suppress(WorkerCancelled):  # something newer has begun instead
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def play_and_leave(pilot: Pilot[None], match: Match) -> None:
    """Start a match from the menu, make its last move if that ends it, and leave it by Escape."""
    is_over, moves = match.game.is_over, match.game.timeline.moves
    if is_over:
        before = Timeline.replay(match.game.timeline.states[0], moves[:-1])
        match = match.with_game(replace(match.game, timeline=before))
    pilot.app.post_message(StartMatch(match))
    await settled(pilot)
    if is_over:
        await click_cell(pilot, moves[-1].cell)
    await pilot.press("escape")
    await settled(pilot)


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


def option(menu: Screen[object], name: str) -> Choice:
    """Return the choice of the menu with this id."""
    return menu.query_one(f"#{name}", Choice)


def review_screen(pilot: Pilot[None]) -> ReviewScreen:
    """Return the screen, which must be a review."""
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


def offered(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the menu's list: the saved matches, then the variants."""
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
    """Return the notifications that are shown."""
    return [str(toast.render()) for toast in pilot.app.screen.query("Toast")]


def seen(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the whole screen as they are painted, in ASCII if that is set."""
    return [strip.text for strip in strips(pilot.app.screen)]


def board(pilot: Pilot[None]) -> BoardView:
    """Return the board of the screen."""
    return pilot.app.screen.query_one(BoardView)


def offset_of(view: BoardView, cell: Cell) -> Offset:
    """Return the offset of the middle of a cell that is drawn."""
    scale, board = view.scale, view.picture.state.board
    assert scale is not None, "a board without room has no cells to show"
    width, height = scale.extent(board)
    left, top = (view.size.width - width) // 2, (view.size.height - height) // 2
    x, y = scale.spot(board, cell)
    return Offset(left + x + scale.width // 2, top + y + scale.height // 2)


def choose(choice: Choice, value: str) -> None:
    """Choose this value."""
    choice.at = choice.values.index(value)


def drawn(pilot: Pilot[None]) -> str:
    """Return the board as it is drawn, as text."""
    view = board(pilot)
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))


def text_of_cell(pilot: Pilot[None], cell: Cell) -> str:
    """Return what is written within a cell."""
    view = board(pilot)
    scale = view.scale
    assert scale is not None
    middle = offset_of(view, cell)
    left, top = middle.x - scale.width // 2, middle.y - scale.height // 2
    lines = [view.render_line(y).text for y in range(top, top + scale.height)]
    return "\n".join(line[left : left + scale.width] for line in lines)


async def click_cell(pilot: Pilot[None], cell: Cell) -> None:
    """Click the middle of a cell."""
    await pilot.click(BoardView, offset=offset_of(board(pilot), cell))


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
