"""Driving the app as a player would, and reading what it shows."""

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList
from textual.worker import WorkerCancelled

from gridlock_tui.match import PEOPLE, Game, Kinds, Setup, Timeline, default_names
from gridlock_tui.match.config_file import load_config
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import VARIANTS, Cell, Move, Names, Player, read_moves
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.messages import StartMatch
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.more import MoreScreen
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.screens.settings import SettingsScreen
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_log import Entry, MoveLog
from gridlock_tui.tui.widgets.player_card import PlayerCard
from gridlock_tui.tui.widgets.result_panel import NextSteps, ResultPanel
from gridlock_tui.tui.widgets.status_bar import StatusBar
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
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
        rng=random.Random(0),
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
    """Return the choice with this id: of the menu, or of the options behind More."""
    return menu.query_one(f"#{name}", Choice)


def review_screen(pilot: Pilot[None]) -> ReviewScreen:
    """Return the screen, which must be a review."""
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


def offered(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the menu's list: what can be continued, then the variants."""
    return [re.sub(" {2,}", " ", text) for text in menu_screen(pilot).picker.texts]


def cards(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the players' cards, without their padding."""
    return [" ".join(card.render().plain.split()) for card in pilot.app.screen.query(PlayerCard)]


def status(pilot: Pilot[None]) -> list[str]:
    """Return what is said of the turn and of who wins, then the sentence under the board."""
    bar = pilot.app.screen.query_one(StatusBar)
    turn, sentence, verdict = ([line.plain for line in part] for part in bar.lines())
    if not turn:
        cards = pilot.app.screen.query(PlayerCard)
        turn = [" ".join(card.render().plain.split()) for card in cards if card.card.has_turn]
    said = " ".join(sentence)
    player = bar.status.message.player
    if player is not None:
        said = said.removeprefix(f"{bar.status.names[player - 1]}: ")
    return ["  ".join([*turn, *verdict]), said]


def hint(pilot: Pilot[None]) -> str:
    """Return the hint that is shown, beside the board or under it; nothing if there is none."""
    panel = pilot.app.screen.query_one(HintPanel)
    if not panel.display:
        return status(pilot)[1]
    return panel.hint.sentences if panel.hint is not None else ""


def result(pilot: Pilot[None]) -> str:
    """Return the title of the result in letters, and what else is said of it."""
    panel, listed = pilot.app.screen.query_one(ResultPanel), pilot.app.screen.query_one(NextSteps)
    if not panel.result.title:
        return ""
    if pilot.app.size.width < STANDARD_WIDTH:
        return "\n".join(status(pilot))
    assert panel.display
    title, steps = panel.result.title, listed.render().plain if listed.display else key_bar(pilot)
    return f"{title}\n{panel.render().plain}\n{steps}"


def key_bar(pilot: Pilot[None]) -> str:
    """Return the key bar's line."""
    return pilot.app.screen.query_one(KeyBar).render().plain


def log_lines(pilot: Pilot[None]) -> list[str]:
    """Return what the move log lists, in order: moves by number, player and sign, and notes."""
    rows = pilot.app.screen.query_one(MoveLog).rows
    listed = [(row, entry) for row in rows for entry in row.entries if entry.at > 0]
    return [entry.text if row.is_note else _move_line(entry) for row, entry in listed]


def _move_line(entry: Entry) -> str:
    sign = entry.mark.sign if entry.mark else ""
    return f"{entry.at} {entry.player.symbol} {entry.text} {sign}".strip()


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
    return Offset(left + x + scale.width // 2, top + scale.text_line(y))


def choose(choice: Choice, value: str) -> None:
    """Choose this value."""
    choice.at = choice.values.index(value)


def drawn(pilot: Pilot[None]) -> str:
    """Return the board as it is drawn, as text."""
    view = board(pilot)
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))


def text_of_cell(pilot: Pilot[None], cell: Cell) -> str:
    """Return what is drawn within a cell."""
    view = board(pilot)
    scale, grid = view.scale, view.picture.state.board
    assert scale is not None
    middle = offset_of(view, cell)
    _, y = scale.spot(grid, cell)
    left, top = middle.x - scale.width // 2, middle.y - scale.text_line(y)
    lines = [
        view.render_line(top + line).text for line in range(y // 2, (y + scale.height + 1) // 2)
    ]
    return "\n".join(line[left : left + scale.width] for line in lines)


def in_signs(text: str) -> str:
    """Return the words of the analysis as the signs that small tiles have: `▲5` for `wins 5`."""
    for words, sign in (("wins", "▲"), ("loses", "▼"), ("not known", "?")):
        text = re.sub(f"{words} ?", sign, text)
    return text


def signs_of_cell(pilot: Pilot[None], cell: Cell) -> str:
    """Return what the analysis says within a cell, in signs."""
    return in_signs(text_of_cell(pilot, cell))


def drawn_signs(pilot: Pilot[None]) -> str:
    """Return the board as it is drawn, with the analysis in signs."""
    return in_signs(drawn(pilot))


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


def top_of(picker: VariantPicker, line: str) -> int:
    """Return where a line of the menu's list begins: a slug, `CONTINUE` or `OTHERS`."""
    return next(y for y in range(picker.size.height) if picker.line_at(y) == line)


async def click_card(pilot: Pilot[None], line: str) -> None:
    """Click a line of the menu's list."""
    await pilot.click(VariantPicker, offset=(3, top_of(menu_screen(pilot).picker, line)))


async def open_more(pilot: Pilot[None]) -> MoreScreen:
    """Show the menu's options that are chosen rarely."""
    await pilot.press("m")
    await settled(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, MoreScreen)
    return screen


def spot_of_move(pilot: Pilot[None], at: int) -> Offset:
    """Return where the log shows the move with this number, which must be in sight."""
    log = pilot.app.screen.query_one(MoveLog)
    left, top = log.content_region.offset
    found = [
        (line, entry)
        for line, row in enumerate(log.rows)
        for entry in row.entries
        if entry.at == at and not row.is_note
    ]
    (line, entry), y = found[0], top + found[0][0] - log.scroll_offset.y
    assert top <= y < log.content_region.bottom, f"move {at} on line {line} is not in sight"
    painted = strips(pilot.app.screen)[y].text
    column = painted.rindex if entry.player is Player.TWO else painted.index
    return Offset(column(entry.text, left + 3), y)


async def click_move(pilot: Pilot[None], at: int) -> None:
    """Click the move with this number in the log."""
    await pilot.click(offset=spot_of_move(pilot, at))


async def click_line(pilot: Pilot[None], selector: type[OptionList], index: int) -> None:
    """Click a line of a list that is not scrolled."""
    await pilot.click(selector, offset=(3, index))


def app_of(pilot: Pilot[None]) -> GridlockApp:
    """Return the app."""
    assert isinstance(pilot.app, GridlockApp)
    return pilot.app


async def open_settings(pilot: Pilot[None]) -> SettingsScreen:
    """Open the settings."""
    await settled(pilot)
    await pilot.press("comma")
    await settled(pilot)
    assert isinstance(pilot.app.screen, SettingsScreen)
    return pilot.app.screen


def saved_settings() -> Settings:
    """Return the settings in the file."""
    return load_config(find_paths().settings).settings
