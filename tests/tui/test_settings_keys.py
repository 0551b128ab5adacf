"""The keys in the settings: given by pressing them, refused where they cannot be, and shown."""

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList

from gridlock_tui.match.config_file import load_config, save_config
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.screens.key_prompt import KeyPrompt
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.result_panel import NextSteps
from tests.tui.support import (
    app_of,
    game,
    key_bar,
    open_settings,
    running,
    saved_settings,
    settled,
    toasts,
)


async def mark_command(pilot: Pilot[None], name: str) -> None:
    keys = pilot.app.screen.query_one("#keys", OptionList)
    keys.focus()
    keys.highlighted = keys.get_option_index(name)
    await pilot.pause()


async def test_a_key_that_is_no_key_is_refused() -> None:
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, KeyPrompt)
        pilot.app.screen.dismiss("nonsense")
        await settled(pilot)
        assert toasts(pilot)[0].startswith("There is no key 'nonsense': ")
        assert saved_settings().keys == {}


@pytest.mark.parametrize("key", ["comma", "space", "full_stop", "ä", "ctrl+@", "A", "f24"])
async def test_a_key_given_in_the_settings_reads_back_the_same(key: str) -> None:
    save_config(find_paths().settings, Settings(keys={"settings": "f2"}))  # leaves the comma free
    config = load_config(find_paths().settings).settings
    async with GridlockApp(Startup(settings=config, keeps=True)).run_test() as pilot:
        await settled(pilot)
        await pilot.press("f2")
        await settled(pilot)
        await mark_command(pilot, "close")
        await pilot.press("enter", key)
        await settled(pilot)
        assert saved_settings().keys == app_of(pilot).preferences.settings.keys != config.keys
    assert [file.suffix for file in find_paths().config.glob("config*")] == [".toml"]


async def test_a_key_is_given_by_pressing_it() -> None:
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, KeyPrompt)
        await pilot.press("f2")
        await settled(pilot)
        assert saved_settings().keys == {"undo": "f2"}
        assert app_of(pilot).preferences.key_of("undo") == "F2"
        keys = pilot.app.screen.query_one("#keys", OptionList)
        assert "F2 " in str(keys.get_option("undo").prompt)
        await pilot.press("d")
        await settled(pilot)
        assert saved_settings().keys == {}
        assert app_of(pilot).preferences.key_of("undo") == "u"


async def test_a_key_that_is_taken_is_refused() -> None:
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("enter", "r")
        await settled(pilot)
        assert any("r cannot be both undo and redo in a game" in said for said in toasts(pilot))
        assert saved_settings().keys == {}
        await pilot.press("enter", "escape")
        await settled(pilot)
        assert saved_settings().keys == {}


async def test_usual_keys_are_refused_while_another_command_has_them() -> None:
    keys = {"undo": "f2", "hint": "u"}
    app = GridlockApp(Startup(settings=Settings(keys=keys)))
    async with app.run_test(notifications=True) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("d")
        await settled(pilot)
        assert toasts(pilot) == ["The key u cannot be both undo and hint in a game."]
        assert app.preferences.settings.keys == keys
        assert (app.preferences.key_of("undo"), app.preferences.key_of("hint")) == ("F2", "u")


async def test_a_key_that_is_held_answers_once() -> None:
    async with running() as pilot:
        screen = await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("enter")
        for _ in range(3):
            pilot.app.screen.post_message(events.Key("f2", None))
        await settled(pilot)
        assert pilot.app.screen is screen
        assert app_of(pilot).preferences.key_of("undo") == "F2"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_words_below_the_settings_follow_the_keys(size: tuple[int, int]) -> None:
    over = game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")
    async with running(over, size=size) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "theme")
        await pilot.press("enter", "f4")
        await mark_command(pilot, "new")
        await pilot.press("enter", "f5")
        await settled(pilot)
        assert "also by F4" in str(pilot.app.screen.query_one("#about-theme").render())
        await pilot.press("escape")
        await settled(pilot)
        steps = pilot.app.screen.query_one(NextSteps)
        assert steps.display == (size == (120, 40))
        shown = steps.render().plain if steps.display else key_bar(pilot)
        assert "F5 rematch" in shown


async def test_the_key_bar_shows_the_keys_of_the_key_list() -> None:
    async with running() as pilot:
        await open_settings(pilot)
        assert "Enter change" not in key_bar(pilot)
        await mark_command(pilot, "hint")
        assert "Enter change" in key_bar(pilot)
        assert "settings" not in key_bar(pilot)
