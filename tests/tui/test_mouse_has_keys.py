"""Everything that a click does can be done by keys, with the same effect."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, OptionList

from gridlock_tui import tui
from gridlock_tui.match import Game
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.tui.commands import BY_ID
from gridlock_tui.tui.menu_state import CONTINUE, OTHERS
from gridlock_tui.tui.widgets.tab_bar import TabBar
from tests.tui.internals import strips
from tests.tui.support import (
    board,
    game,
    key_bar,
    menu_screen,
    offset_of,
    settled,
    spot_of_move,
    top_of,
)
from tests.tui.walks import press_steps, still

pytestmark = pytest.mark.slow
Place = tuple[int, int]


class Deed(NamedTuple):
    """Something that is done by a click, and the keys that do the same."""

    begin: Callable[[], Game | None]
    before: str
    clicked: str
    """The widget, as a selector; none if the place is one of the screen."""
    at: Place | Callable[[Pilot[None]], Place]
    keys: str


def _classic() -> Game:
    return game("classic", "6; 15")


def words_at(words: str) -> Callable[[Pilot[None]], Place]:
    """Return what finds the words in the key bar."""
    return lambda pilot: (key_bar(pilot).index(words) + 2, 0)


def card(line: str) -> Callable[[Pilot[None]], Place]:
    """Return what finds a line of the menu's list."""
    return lambda pilot: (3, top_of(menu_screen(pilot).picker, line))


def tab(label: str) -> Callable[[Pilot[None]], Place]:
    """Return what finds a tab."""
    return lambda pilot: (pilot.app.screen.query_one(TabBar).render().plain.index(label) + 3, 0)


DEEDS = {
    "place on a cell": Deed(_classic, "", "BoardView", lambda p: offset_of(board(p), 7), "8 space"),
    "take a token": Deed(lambda: game("sequence"), "", "TokenTray", (13, 0), "7"),
    "take a token in a small window": Deed(
        lambda: game("sequence"), "SMALL", "HandLine", (15, 0), "7"
    ),
    "look at a move": Deed(_classic, "", "", lambda p: spot_of_move(p, 1), "home r"),
    "look at a move in a review": Deed(
        _classic, "w", "", lambda p: spot_of_move(p, 1), "home right"
    ),
    "look at a column of the graph": Deed(_classic, "w", "AdvantageGraph", (5, 1), "home right"),
    "mark a variant": Deed(lambda: None, "", "VariantPicker", card("showdown"), "down down"),
    "begin to play": Deed(lambda: None, "", "VariantPicker", card("classic"), "enter"),
    "press Play": Deed(lambda: None, "", "PlayButton", (3, 0), "enter"),
    "list the older games": Deed(
        _classic, "n space escape", "VariantPicker", card(OTHERS), "down enter"
    ),
    "continue the latest game": Deed(_classic, "escape end", "VariantPicker", card(CONTINUE), "c"),
    "continue an older game": Deed(
        _classic, "n space escape down enter", "MatchList", (5, 1), "down enter"
    ),
    "choose an opponent": Deed(lambda: None, "", "#against", (9, 1), "tab right"),
    "choose a size before": Deed(lambda: None, "", "#board", (0, 1), "tab tab tab left"),
    "show more options": Deed(lambda: None, "", "MoreButton", (2, 0), "tab " * 5 + "enter"),
    "be done with more options": Deed(lambda: None, "m", "#answers", (20, 0), "escape"),
    "show the history": Deed(lambda: None, "", "TabBar", tab("History"), "4"),
    "leave the history": Deed(lambda: None, "4", "TabBar", tab("Play"), "1"),
    "show the lessons": Deed(lambda: None, "", "TabBar", tab("Learn"), "3"),
    "show the puzzles": Deed(lambda: None, "", "TabBar", tab("Puzzles"), "2"),
    "start a puzzle": Deed(lambda: None, "P", "ModeList", (10, 5), "down enter"),
    "choose what to practise": Deed(
        lambda: None, "P", "#practise-difficulty", (18, 0), "tab tab tab right"
    ),
    "open a lesson": Deed(lambda: None, "L", "LessonList", (10, 2), "down enter"),
    "place in a lesson": Deed(
        lambda: None, "L enter", "BoardView", lambda p: offset_of(board(p), 5), "space"
    ),
    "take the next step of a lesson": Deed(
        lambda: None, "L enter space", "KeyBar", words_at("Space next step"), "space"
    ),
    "mark a finished game": Deed(lambda: None, "y", "GameList", (10, 4), "down down down down"),
    "open a finished game": Deed(lambda: None, "y", "GameList", (10, 0), "enter"),
    "choose a filter": Deed(lambda: None, "y", "#filter-variant", (7, 0), "tab tab left"),
    "change a key": Deed(lambda: None, "comma", "#keys", (3, 2), "tab " * 9 + "down enter"),
    "leave a key": Deed(
        lambda: None, "comma " + "tab " * 9 + "enter", "#answers", (1, 0), "escape"
    ),
    "go on from a name's field": Deed(
        lambda: None, "comma " + "tab " * 8 + "A d a", "KeyBar", words_at("Enter next"), "enter"
    ),
    "change what has the focus": Deed(
        lambda: None, "tab", "KeyBar", words_at("Right change"), "right"
    ),
    "play on from the turning point": Deed(
        lambda: game("showdown", "3 1; 4 4; 4 2; 1 4; 3 3; 1 2"), "t", "#turning-words", (3, 0), "t"
    ),
    "drop a notice": Deed(lambda: None, "NOTICE", "Toast", (2, 1), "ctrl+l"),
}


def shown(pilot: Pilot[None]) -> list[str]:
    """Return the lines on the screen."""
    return [strip.text for strip in strips(pilot.app.screen)]


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("name", DEEDS)
async def test_keys_do_what_a_click_does(name: str) -> None:
    deed = DEEDS[name]
    ends = []
    for by_keys in (False, True):
        find_paths().puzzles.unlink(missing_ok=True)  # it keeps what was chosen
        async with still(deed.begin()) as pilot:
            await press_steps(pilot, deed.before)
            begun = shown(pilot)
            if by_keys:
                await press_steps(pilot, deed.keys)
            else:
                place = deed.at(pilot) if callable(deed.at) else deed.at
                assert await pilot.click(deed.clicked or None, offset=place)
                await settled(pilot)
            ends.append((type(pilot.app.screen), shown(pilot)))
            assert shown(pilot) != begun
    assert ends[0] == ends[1]


def test_every_clickable_widget_is_listed_here() -> None:
    """Fields have keys of their own, and links are found below by looking for them."""
    clickable = set()
    for found in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        for each in vars(importlib.import_module(found.name)).values():
            if isinstance(each, type) and each.__module__ == found.name:
                reacts = "on_click" in vars(each) or issubclass(each, OptionList)
                if reacts and issubclass(each, Widget) and not issubclass(each, Input):
                    clickable.add(each.__name__)
    assert clickable - {"MarkedList", "WordList"} == {  # a base class, and a list of words to say
        "BoardView", "TokenTray", "HandLine", "MoveLog", "AdvantageGraph", "VariantPicker",
        "TurningPanel",
        "Choice", "GameList", "KeyList", "KeyPrompt", "MatchList", "MoreButton", "PlayButton",
        "ClimbLine", "ModeList", "LessonList", "LessonOffer",
    }  # fmt: skip


LINKS: dict[str, tuple[Callable[[], Game | None], str]] = {
    "menu": (lambda: None, ""),
    "game": (lambda: game("spacing", "2 2; 2 3; 4 4"), ""),
    "looking back": (_classic, "u"),
    "over": (lambda: game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1"), ""),
    "question": (_classic, "q"),
    "finished games": (lambda: None, "y"),
    "lessons": (lambda: None, "L"),
    "lesson": (lambda: None, "L enter space"),
    "review": (_classic, "w"),
    "puzzles": (lambda: None, "P"),
    "puzzle": (lambda: None, "P enter"),
    "puzzle that was given up": (lambda: None, "P enter s"),
    "settings": (lambda: None, "comma"),
    "rules": (lambda: None, "f1"),
    "more options": (lambda: None, "m"),
    "unfinished games": (_classic, "n space escape down enter"),
}


def links(pilot: Pilot[None]) -> Iterator[str]:
    """Yield what a click on each link does."""
    for strip in strips(pilot.app.screen):
        for segment in strip:
            action = segment.style.meta.get("@click") if segment.style else None
            if action is not None:
                yield without_target(str(action))


def without_target(action: str) -> str:
    """Return the action without the part that names the screen or the focused widget."""
    return action.removeprefix("screen.").removeprefix("focused.")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("name", LINKS)
async def test_every_link_has_a_key(name: str) -> None:
    begin, before = LINKS[name]
    async with still(begin()) as pilot:
        await press_steps(pilot, before)
        there_are = set(links(pilot))
        bound = [each.binding for each in pilot.app.screen.active_bindings.values() if each.enabled]
        # A widget may do by its own action what the command of that id does.
        actions = {each.action for each in bound} | {
            BY_ID[each.id].action for each in bound if each.id in BY_ID
        }
        by_keys = set(map(without_target, actions))
        assert there_are
        assert {link for link in there_are if not link.startswith("take(")} <= by_keys


async def test_the_boards_that_can_be_clicked_in_the_menu_are_chosen_by_a_key_too() -> None:
    async with still() as pilot:
        await settled(pilot)
        offered = {link for link in links(pilot) if link.startswith("take(")}
        assert len(offered) > 1
        screen, chosen = menu_screen(pilot), set()
        for _ in offered:
            await press_steps(pilot, "b")
            board = screen.choices.sized.board
            chosen.add(f"take({board.rows},{board.columns})")
        assert chosen == offered
