"""The key bar: which commands it offers, and how little it asks for that."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from gridlock_tui import tui
from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Move
from gridlock_tui.tui.commands import BY_ID
from gridlock_tui.tui.game import GameScreen
from gridlock_tui.tui.widgets.key_bar import KeyBar
from tests.tui.support import (
    game,
    game_screen,
    key_bar,
    menu_screen,
    option,
    running,
    seen,
    settled,
)

MOST_CALLS = 20


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch, *nodes: DOMNode) -> Iterator[list[str]]:
    """Record the actions that these nodes are asked about."""
    asked: list[str] = []
    with monkeypatch.context() as patch:
        for node in nodes:
            check = node.check_action

            def record(
                action: str, parameters: tuple[object, ...], check: object = check
            ) -> bool | None:
                asked.append(action)
                assert callable(check)
                answer: bool | None = check(action, parameters)
                return answer

            patch.setattr(node, "check_action", record)
        yield asked


@pytest.mark.parametrize("slug", VARIANTS)
async def test_a_repaint_asks_only_about_the_commands_of_the_bar(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(game(slug)) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        with counting(monkeypatch, pilot.app, game_screen(pilot)) as asked:
            bar.render()
        assert 0 < len(asked) <= MOST_CALLS
        assert not {"move", "jump", "toggle_moves"} & set(asked)


async def test_the_bar_follows_the_focus() -> None:
    async with running() as pilot:
        await settled(pilot)
        option(menu_screen(pilot), "board").focus()
        await pilot.pause()
        assert "Right change" in key_bar(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "Right change" not in key_bar(pilot)


async def test_a_command_of_the_focused_widget_hides_the_same_key_of_the_screen() -> None:
    async with running(size=(120, 40)) as pilot:
        await settled(pilot)
        pilot.app.screen.query_one("#more-button").focus()
        await pilot.pause()
        assert key_bar(pilot).count("Enter") == 1
        assert "Enter more" in key_bar(pilot)


SCREENS: dict[str, tuple[Callable[[], Game | None], list[str]]] = {
    "the menu": (lambda: None, []),
    **{f"a game of {slug}": (partial(game, slug), []) for slug in VARIANTS},
    "a first move": (lambda: game("showdown", "2 2"), []),
    "a game between computers": (lambda: game("showdown", kinds=("novice", "casual")), ["p"]),
    "a finished game": (lambda: game("classic", "6; 15; 4; 13", kinds=("human", "novice")), []),
    "a review": (lambda: game("classic", "6; 15; 4; 13"), ["w"]),
    "the settings": (lambda: None, ["comma"]),
    "the keys of the settings": (lambda: None, ["comma", "#keys"]),
    "a name field of the settings": (lambda: None, ["comma", "#set-name-one"]),
    "the history": (lambda: None, ["y"]),
    "a filter of the history": (lambda: None, ["y", "#filter-player"]),
    "the statistics": (lambda: None, ["y", "S"]),
    "the help": (lambda: None, ["question_mark"]),
    "the rules": (lambda: None, ["f1"]),
}
"""A game to start with, then the keys and the widgets to focus that lead to each screen."""


@pytest.mark.parametrize("place", SCREENS)
@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)])
async def test_the_way_out_is_always_shown(place: str, size: tuple[int, int]) -> None:
    begin, way = SCREENS[place]
    async with running(begin(), size=size) as pilot:
        await settled(pilot)
        for step in way:
            if step.startswith("#"):
                pilot.app.screen.query_one(step).focus()
            else:
                await pilot.press(step)
            await pilot.pause()
        bar = key_bar(pilot)
        assert len(bar) <= size[0] - 2
        if "name field" in place:  # letters are typed here
            assert "Esc back" in bar or "Ctrl+Q quit" in bar
            return
        assert "q quit" in bar if "menu" in place else re.search("Esc (menu|back)", bar)
        # What comes next after a game matters more.
        screen = pilot.app.screen
        over = isinstance(screen, GameScreen) and screen.match.game.state.is_over
        assert "? keys" in bar or (over and size[0] == 40)
        if size[0] >= 80:
            assert "q quit" in bar
            assert ", settings" in bar or "settings" in place


async def test_the_pace_leaves_the_bar_and_the_palette_with_the_end_of_the_game() -> None:
    begin = game("classic", "6; 15; 4", kinds=("human", "human"))
    against = replace(begin, setup=replace(begin.setup, kinds=("novice", "human")))
    async with running(against, size=(200, 50)) as pilot:
        offered = pilot.app.get_system_commands
        assert "+ faster" in key_bar(pilot)
        assert any("faster" in each.title for each in offered(pilot.app.screen))
        await pilot.press("1", "3", "space")
        await settled(pilot)  # the guard may hold the move until it is checked
        assert game_screen(pilot).match.game.state.is_over
        assert "faster" not in key_bar(pilot)
        assert not any("faster" in each.title for each in offered(pilot.app.screen))


async def test_a_hint_offers_what_can_be_used_first() -> None:
    begin = game("spacing", "2 2", names=("Ada", "Ben"))
    async with running(begin, size=(80, 24)) as pilot:
        for _ in range(4):
            await pilot.press("H")
            await settled(pilot)
            assert "redo" not in key_bar(pilot), "there is nothing to play again"


async def test_other_commands_are_useful_when_the_game_is_over() -> None:
    async with running(game("classic", "6; 15; 4")) as pilot:
        assert "w review" not in key_bar(pilot)
        await pilot.press("1", "3", "space")
        assert pilot.app.screen.query_one(KeyBar).ending is not None
        assert "w review" in key_bar(pilot)


@pytest.mark.parametrize("size", [(40, 15), (76, 18), (80, 24), (80, 30), (120, 40), (200, 60)])
async def test_what_comes_next_is_offered_once_and_under_one_name(size: tuple[int, int]) -> None:
    moves = "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1"
    async with running(game("showdown", moves), size=size) as pilot:
        shown = "\n".join(seen(pilot))
        for key, label in {"n": "rematch", "s": "swap", "w": "review", "Esc": "menu"}.items():
            assert len(re.findall(rf"\b{key} +{label}\b", shown)) == 1
            assert shown.casefold().count(label) == 1


async def test_in_a_series_the_next_game_is_called_so() -> None:
    begun = game("showdown", size=(1, 3)).setup
    match = Match.begin(begun, length=3).play(Move(1))
    async with running(match=match) as pilot:
        assert "n next game" in key_bar(pilot)
        assert "rematch" not in key_bar(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_both_arrows_are_offered_in_a_review_at_its_last_move(size: tuple[int, int]) -> None:
    async with running(game("classic", "6; 15; 4; 13"), size=size) as pilot:
        await pilot.press("w")
        await settled(pilot)
        assert "← prev  → next" in key_bar(pilot)
        bar = pilot.app.screen.query_one(KeyBar).render()
        dim = [bar.plain[s.start : s.end] for s in bar.spans if "dim" in str(s.style)]
        why = ["H why"] if size[0] > 80 else []  # useful only at a mistake
        assert dim == [*why, "→ next"]


def test_every_command_that_is_bound_is_offered() -> None:
    classes = {
        each
        for found in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}.")
        for each in vars(importlib.import_module(found.name)).values()
        if isinstance(each, type) and issubclass(each, Widget) and "BINDINGS" in vars(each)
    }
    offered = {each: {c.id for c in getattr(each, "KEY_COMMANDS", ())} for each in classes}
    of_screens = set().union(*(offered[each] for each in classes if issubclass(each, Screen)))
    for each in classes:
        bound = {binding.id for binding in vars(each)["BINDINGS"] if isinstance(binding, Binding)}
        assert bound & BY_ID.keys() <= offered[each] | of_screens, each
