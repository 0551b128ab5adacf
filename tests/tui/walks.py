"""Walks through every screen, for tests that look at all there is to see."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal, NamedTuple, get_args

from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList

from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.view import Link
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.game.side_column import Side
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.themes import DARK
from gridlock_tui.tui.widgets.game_list import GameList
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.name_input import NameInput
from gridlock_tui.tui.widgets.result_panel import ResultPanel
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from tests.tui.friend.support import show_match
from tests.tui.support import game, game_screen, settled, spot_of_move, top_of

Step = Callable[[Pilot[None]], Awaitable[object]]
Look = Callable[[Pilot[None], str], Awaitable[None]]
"""What is done at every stop, given a name for it."""

_Severity = Literal["information", "warning", "error"]
NAMES = ("Ada", "Ben")


async def _announce(pilot: Pilot[None]) -> None:
    for severity in get_args(_Severity):
        pilot.app.notify("It is not saved.", title="Notice", severity=severity, timeout=600)


async def _announce_once(pilot: Pilot[None]) -> None:
    pilot.app.notify("It is saved.", timeout=600)


async def _point_at_row(pilot: Pilot[None], rows: type[OptionList], line: int) -> None:
    """Hold the pointer over a row that is not the marked one."""
    await pilot.hover(rows, offset=(4, line))
    found = pilot.app.screen.query_one(rows)
    style = pilot.app.screen.get_style_at(found.region.x + 4, found.region.y + line)
    assert style.meta["option"] != found.highlighted


async def _point_at_move(pilot: Pilot[None]) -> None:
    at = pilot.app.screen.query_one(MoveLog).moves.timeline.at
    await pilot.hover(offset=spot_of_move(pilot, at))


async def _point_at_game(pilot: Pilot[None]) -> None:
    await pilot.hover(GameList, offset=(4, 3))
    assert pilot.app.screen.query_one(GameList).pointed >= 0


async def _point_at_card(pilot: Pilot[None]) -> None:
    picker = pilot.app.screen.query_one(VariantPicker)
    await pilot.hover(VariantPicker, offset=(4, top_of(picker, "passing")))
    assert picker.pointed == "passing" != picker.state.line


async def _point_at_choice(pilot: Pilot[None]) -> None:
    await pilot.hover("#board", offset=(4, 0))
    assert pilot.app.screen.query_one("#board").mouse_hover


async def _select_name(pilot: Pilot[None]) -> None:
    field = pilot.app.screen.query_one("#name-one", NameInput)
    field.value = "Ada"
    field.focus()
    await pilot.pause()
    assert field.selected_text == "Ada"


async def _think(pilot: Pilot[None]) -> None:
    """Look as while a computer thinks, which none does for as long as one looks."""
    screen = game_screen(pilot)
    screen.side = Side.of(screen.match.game, screen.match.standing, screen.token, thinking=True)


async def _paste_other_id(pilot: Pilot[None]) -> None:
    """Paste a game id that does not fit the match of the walk."""
    pilot.app.post_message(events.Paste("showdown:4x4:2 2;1 4;3 3"))


async def _fall_silent(pilot: Pilot[None]) -> None:
    pilot.app.clear_notifications()


def _friend(moves: int, *more: Event, link: Link = Link.HERE) -> Step:
    return lambda pilot: show_match(pilot, find_paths().friends, moves, *more, link=link)


OTHER_STEPS: dict[str, Step] = {
    "SMALL": lambda pilot: pilot.resize_terminal(40, 15),
    "LARGE": lambda pilot: pilot.resize_terminal(120, 40),
    "USUAL": lambda pilot: pilot.resize_terminal(80, 24),
    "TINY": lambda pilot: pilot.resize_terminal(30, 8),
    "FLAT": lambda pilot: pilot.resize_terminal(76, 15),
    "ON-KEYS": lambda pilot: pilot.hover(KeyBar, offset=(3, 0)),
    "ON-RESULT": lambda pilot: pilot.hover(ResultPanel, offset=(5, 3)),
    "ON-VARIANT": _point_at_card,
    "ON-MOVE": _point_at_move,
    "ON-GAME": _point_at_game,
    "ON-CHOICE": _point_at_choice,
    "NAME": _select_name,
    "THINKING": _think,
    "NOTICE": _announce_once,
    "NOTICES": _announce,
    "SILENCE": _fall_silent,
    "PASTE": _paste_other_id,
    "FRIEND": _friend(4),
    "AWAY": _friend(3, link=Link.AWAY),
    "ASKED": _friend(4, Event(Seat.GUEST, Kind.UNDO)),
    "RESIGNED": _friend(3, Event(Seat.GUEST, Kind.RESIGN)),
}
"""Steps that are no keys: windows, the pointer, a selection, notices, a computer that thinks, a
friend."""


class Walk(NamedTuple):
    """The game that a walk begins with, its steps, the screens it must pass, what it must see."""

    begin: Callable[[], Game | Match | None]
    steps: str
    passed: str
    sees: tuple[str, ...] = ()


WALKS = {
    "menu": Walk(
        lambda: None,
        """
        ON-VARIANT ON-CHOICE m NAME shift+tab SMALL USUAL escape
        down tab tab shift+tab shift+tab shift+tab shift+tab escape o b
        f1 escape SMALL tab USUAL T escape LARGE tab ctrl+p escape
        """,
        "MenuScreen MoreScreen RulesPage ThemePicker Palette",
    ),
    "friend": Walk(
        lambda: None,
        """
        o o o o o o enter tab tab SMALL USUAL escape enter right tab tab tab SMALL LARGE escape
        enter enter SMALL USUAL escape
        """,
        "MenuScreen FriendForm LobbyScreen",
    ),
    "friend's match": Walk(
        lambda: None,
        """
        FRIEND right ON-KEYS ON-MOVE SMALL v LARGE home end s down SMALL LARGE escape
        R SMALL USUAL escape m 1 space 4 SMALL USUAL escape escape
        AWAY SMALL LARGE USUAL escape ASKED SMALL LARGE USUAL escape
        RESIGNED ON-RESULT SMALL LARGE USUAL escape
        """,
        "MenuScreen FriendScreen WordsScreen ConfirmScreen",
        ("Waiting for Ben", "Ben asks to take back", "Ben has resigned", "good luck"),
    ),
    "letters": Walk(
        lambda: game("showdown", "2 2; 1 3; 3 3"),
        "i escape PASTE SMALL USUAL escape",
        "GameScreen MenuScreen LetterScreen",
    ),
    "history": Walk(
        lambda: None,
        """
        y ON-GAME down tab right tab right tab right right SMALL USUAL
        shift+tab shift+tab shift+tab S pagedown escape d n
        """,
        "MenuScreen HistoryScreen StatisticsPage ConfirmScreen",
    ),
    "puzzles": Walk(
        lambda: None,
        """
        P down down down up tab right left SMALL USUAL LARGE USUAL shift+tab home enter
        SMALL USUAL right down H H H H escape LARGE USUAL s SMALL LARGE USUAL H y n escape escape
        """,
        "MenuScreen PuzzlesScreen PuzzleScreen",
    ),
    "no history": Walk(lambda: None, "y S escape", "MenuScreen HistoryScreen StatisticsPage"),
    "lessons": Walk(
        lambda: None,
        """
        L down SMALL LARGE USUAL up enter SMALL USUAL right space left space space space space
        SMALL H USUAL up up left space space
        escape down down enter H H H escape right down space LARGE escape escape
        """,
        "MenuScreen LearnScreen LessonScreen",
        ("Step 1 of 4", "Well placed", "Well tried", "Mirror"),
    ),
    "lessons with tokens": Walk(
        lambda: None,
        "L end up up up up up enter 6 SMALL right space USUAL",
        "MenuScreen LearnScreen LessonScreen",
        ("Sequence",),
    ),
    "classic": Walk(
        lambda: game("classic", "6; 15", names=NAMES),
        """
        8 a A H H H m 9 enter escape 4 space escape c
        ON-KEYS NOTICES SILENCE ctrl+p down g escape q n
        """,
        "GameScreen MenuScreen Palette ConfirmScreen",
    ),
    "spacing": Walk(
        lambda: game("spacing", "2 2; 2 3; 4 4", names=NAMES),
        "down down left a right SMALL v TINY USUAL u home end",
        "GameScreen",
    ),
    "regions": Walk(
        lambda: game("showdown", "1 3; 3 1; 3 3; 3 5; 5 3", (5, 5), NAMES),
        "up up left left A H H",
        "GameScreen",
    ),
    "over": Walk(
        lambda: game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1", names=NAMES),
        "down ON-MOVE ON-RESULT SMALL USUAL u u question_mark escape",
        "GameScreen HelpPage",
    ),
    "turning": Walk(
        lambda: game("showdown", "3 1; 4 4; 4 2; 1 4; 3 3; 1 2", names=NAMES),
        "LARGE t USUAL SMALL LARGE t",
        "GameScreen",
        ("Ada gave the win away", "2\N{NO-BREAK SPACE}2 would have kept it"),
    ),
    "sequence": Walk(
        lambda: game("sequence", "4 B2; 4 A1; 5 C2; 3 A2", (3, 3), NAMES),
        "1 2 down down a right SMALL left USUAL left space u r w N left SMALL v home",
        "GameScreen ReviewScreen",
    ),
    "passing": Walk(
        lambda: game("passing", "2 4; 3 3; 4 3; 1 2; 2 2", (4, 4), NAMES),
        "m 4 space 1 enter left space SMALL",
        "GameScreen",
        ("passes", "to move again"),
    ),
    "unfinished": Walk(
        lambda: game("passing", "3 3", names=NAMES),
        "n space escape down up down enter down SMALL USUAL d n escape",
        "GameScreen MenuScreen MatchesScreen ConfirmScreen",
        ("and 1 more", "Unfinished games"),
    ),
    "series": Walk(
        lambda: Match.begin(game("showdown", size=(1, 3), names=NAMES).setup, 3, swap_rule=True),
        "left space x right right space n space n space SMALL",
        "GameScreen",
        ("Ben may take over", "Ben has taken", "swap: Ben is X", "Ada wins the series"),
    ),
    "computers": Walk(
        lambda: game("showdown", size=(3, 3), kinds=("novice", "novice")),
        "home THINKING SMALL",
        "GameScreen",
        ("Paused: ", "thinking"),
    ),
    "flat": Walk(
        lambda: game("showdown", "1 1", (8, 8), NAMES),
        "FLAT escape down",
        "GameScreen MenuScreen",
    ),
    "settings": Walk(
        lambda: game("classic"),
        """
        comma tab up up down down enter u SILENCE enter Z pagedown d SMALL home USUAL
        shift+tab A shift+tab A tab SILENCE tab shift+tab escape
        """,
        "GameScreen SettingsScreen KeyPrompt",
    ),
}
"""Walks that together pass all there is to see."""


@asynccontextmanager
async def still(
    begin: Game | Match | None = None,
    theme: str = DARK.name,
    ascii_only: bool = False,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Pilot[None]]:
    """Run the app without anything that moves by itself."""
    options = Startup(
        match=Match.of(begin) if isinstance(begin, Game) else begin,
        ascii=ascii_only,
        ansi_only=theme.startswith("ansi"),
        settings=Settings(theme=theme, animation="reduced", pace=0),
        rng=random.Random(1),
    )
    async with GridlockApp(options).run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


async def press_steps(pilot: Pilot[None], steps: str) -> None:
    """Go step by step."""
    for step in steps.split():
        await (OTHER_STEPS[step](pilot) if step in OTHER_STEPS else pilot.press(step))
        await settled(pilot)


async def walk(pilot: Pilot[None], steps: str, look: Look) -> None:
    """Go step by step, and look at what is there after each."""
    await look(pilot, "the beginning")
    for number, step in enumerate(steps.split(), start=1):
        await press_steps(pilot, step)
        await look(pilot, f"step {number}, {step}")
