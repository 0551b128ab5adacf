"""The key bar: which commands it offers, and how little it asks for that."""

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from gridlock_tui import tui
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.commands import BY_ID
from gridlock_tui.tui.widgets.key_bar import KeyBar
from tests.tui.support import game, game_screen, key_bar, menu_screen, option, running

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
        option(menu_screen(pilot), "rows").focus()
        await pilot.pause()
        assert "Right change" in key_bar(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "Right change" not in key_bar(pilot)


async def test_a_command_of_the_field_hides_the_same_key_of_the_screen() -> None:
    async with running(size=(120, 40)) as pilot:
        await pilot.pause()
        pilot.app.screen.query_one("#name-one").focus()
        await pilot.pause()
        assert key_bar(pilot).count("Enter") == 1
        assert "quit" not in key_bar(pilot), "q is a letter here"


async def test_other_commands_are_useful_when_the_game_is_over() -> None:
    async with running(game("classic", "6; 15; 4")) as pilot:
        assert "w review" not in key_bar(pilot)
        await pilot.press("1", "3", "space")
        assert pilot.app.screen.query_one(KeyBar).game_over
        assert "w review" in key_bar(pilot)


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
