"""The puzzle room: choose a kind of puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import OptionList

from gridlock_tui.engine.puzzles import DIFFICULTIES, all_puzzles
from gridlock_tui.match.puzzle_choice import PuzzleFilter, idea_words
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.puzzle_room import PuzzleRoom, RoomState, Sitting
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import VARIANTS, Variant
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, PUZZLES, TABS, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.screens.puzzle import PuzzleScreen
from gridlock_tui.tui.slip_search import search_slips
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.mode_list import ModeList
from gridlock_tui.tui.widgets.record_panel import RecordPanel
from gridlock_tui.tui.widgets.tab_bar import ROOMY_TAB, TAB_HEIGHTS, TabBar
from gridlock_tui.tui.widgets.text_line import TextLine
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH, TooSmall
from gridlock_tui.tui.wording import puzzles
from gridlock_tui.tui.wording.moves import StatusMessage

_SEARCH = "slips"


class PuzzlesScreen(ScreenFixes, Screen[None]):
    """Lists the kinds of puzzles, with the puzzle that comes next beside them."""

    AUTO_FOCUS = "ModeList"
    CSS_PATH = "puzzles.tcss"
    TAB = "puzzles"
    VERTICAL_BREAKPOINTS = TAB_HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*PUZZLES, *TABS, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    picture: var[Picture] = var(Picture(NO_GAME))
    """The puzzle that comes next."""
    about: var[StatusMessage] = var(StatusMessage())
    """What it is about."""
    state: var[RoomState | None] = var[RoomState | None](None)
    """Your record."""

    modes = getters.query_one(ModeList)

    def __init__(self, room: PuzzleRoom, library: Library, engine: EngineClient) -> None:
        super().__init__()
        self._room, self._library, self._engine = room, library, engine
        self._upcoming: dict[Mode, Sitting | None] = {}
        self._is_searching = False
        used = dict.fromkeys(puzzle.theme for puzzle in all_puzzles())
        self._themes = (None, *sorted(used, key=lambda theme: not theme))  # no idea comes last

    @property
    def variant(self) -> Variant:
        """The variant of the puzzle that comes next."""
        return self.picture.state.variant

    def compose(self) -> ComposeResult:
        """Lay out tabs, list, record and preview."""
        yield TabBar(self.TAB)
        with Container(id="room"):
            with Vertical(id="kinds"):
                yield ModeList()
                yield RecordPanel().data_bind(PuzzlesScreen.state)
            with Vertical(id="puzzle-next"):
                yield BoardView(id="puzzle-preview").data_bind(PuzzlesScreen.picture)
                yield TextLine(id="puzzle-about").data_bind(message=PuzzlesScreen.about)
        with Horizontal(id="practise"):
            wanted = self._room.wanted
            games = ["any game", *(variant.name for variant in VARIANTS.values())]
            game = games[(None, *VARIANTS).index(wanted.variant)]
            yield self._choice("Practise", games, game, "practise-game")
            ideas = ["any", *(idea_words(theme or "") for theme in self._themes[1:])]
            idea = ideas[self._themes.index(wanted.theme)]
            yield self._choice("Idea", ideas, idea, "practise-idea")
            classes = ["near yours", *map(str, DIFFICULTIES)]
            hardness = classes[(None, *DIFFICULTIES).index(wanted.difficulty)]
            yield self._choice("Difficulty", classes, hardness, "practise-difficulty")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show how everything stands."""
        self._show()

    def _choice(self, label: str, values: Sequence[str], chosen: str, name: str) -> Choice:
        choice = Choice(label, values, chosen, id=name)
        _stack(choice, self.app.size)
        return choice

    def on_resize(self, event: events.Resize) -> None:
        """Put the labels of the choices above their values where there is room."""
        for choice in self.query(Choice):
            _stack(choice, event.size)

    def on_screen_resume(self) -> None:
        """Show what has changed, and search your games for slips."""
        self._show()
        self.run_worker(self._search(), group=_SEARCH, exclusive=True)

    def on_screen_suspend(self) -> None:
        """Leave the computer to the puzzle that is solved."""
        self.workers.cancel_group(self, _SEARCH)

    async def _search(self) -> None:
        history, _ = self._library.history()
        await search_slips(history, self._room, self._follow_search)

    def _follow_search(self, is_searching: bool) -> None:
        self._is_searching = is_searching
        if self.is_attached and self.is_active:
            self._show()

    # Everything shown follows from the room.

    def _show(self) -> None:
        room, state = self._room, self._room.state()
        self._upcoming = {mode: room.upcoming(mode) for mode in Mode}
        self.state = state
        self.modes.show({mode: self._line(mode, state) for mode in Mode})
        self.describe()
        notice = room.take_notice()
        if notice:
            self.notify(notice, severity="warning", markup=False, timeout=10)

    def _line(self, mode: Mode, state: RoomState) -> tuple[str, str]:
        upcoming = self._upcoming[mode]
        stands = puzzles.mode_words(mode, state, upcoming, self._room.wanted)
        if mode is Mode.SLIPS and self._is_searching and not state.slips:
            stands = puzzles.LOOKING
        beside = "" if upcoming is None else puzzles.stars(upcoming.puzzle)
        if mode is Mode.DAILY:
            beside = f"{puzzles.day_words(state.today)}  {beside}"
        return beside, stands

    @on(OptionList.OptionHighlighted)
    def describe(self) -> None:
        """Show the puzzle that comes next in the highlighted kind."""
        mode = self.modes.mode
        sitting = self._upcoming.get(mode)
        self.query_one("#puzzle-preview").visible = sitting is not None
        if sitting is None:
            self.about = StatusMessage(puzzles.no_puzzle_words(mode))
        else:
            self.picture = Picture(Timeline.begin(sitting.run.state))
            self.about = StatusMessage(puzzles.about_puzzle(sitting))
        self.refresh_bindings()

    @on(Choice.Changed)
    def apply_filters(self) -> None:
        """Practise what is chosen."""
        game, idea, difficulty = (
            self.query_one(f"#practise-{name}", Choice).at
            for name in ("game", "idea", "difficulty")
        )
        self._room.wanted = PuzzleFilter(
            (None, *VARIANTS)[game], self._themes[idea], (None, *DIFFICULTIES)[difficulty]
        )
        self.modes.highlighted = list(Mode).index(Mode.PRACTICE)
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what needs a puzzle if there is none."""
        del parameters
        is_empty = self._upcoming.get(self.modes.mode) is None
        return None if action == "open" and is_empty else True

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Start the puzzle that comes next in the highlighted kind, or go on with it."""
        if not self.is_active:  # the key may come twice
            return
        mode = self.modes.mode
        if mode is Mode.DAILY and self.state and self.state.today != self._room.today:
            self._show()
            self.about = StatusMessage(puzzles.NEW_DAY)
            return
        sitting = self._room.upcoming(mode)
        if sitting is not None:
            screen = PuzzleScreen(sitting, self._room, self._library, self._engine)
            self.app.push_screen(screen)


def _stack(choice: Choice, window: Size) -> None:
    """Put the label of a choice above its value where there is room."""
    choice.stacked = window.height >= ROOMY_TAB and window.width >= STANDARD_WIDTH
    choice.label = choice.label.strip() if choice.stacked else f" {choice.label.strip()}"
