"""The keys in the settings: given by pressing them, refused where they cannot be, and shown."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings, strategies as st
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.widgets import OptionList

from gridlock_tui.match.config_file import load_config, save_config
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import GridlockError
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.commands import CHANGEABLE
from gridlock_tui.tui.keymap import key_name, resolve_keys
from gridlock_tui.tui.preferences import Preferences
from gridlock_tui.tui.screens.key_prompt import KeyPrompt
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.textual_fixes.terminal_input import TerminalInput
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


def sent(data: bytes) -> str | None:
    """Return the key that a terminal sends by these bytes; None if it is no key, or not one."""
    reader = TerminalInput()
    messages = [*reader.read(data, reports_size=False), *reader.idle()]
    keys = [message.key for message in messages if isinstance(message, events.Key)]
    return keys[0] if len(keys) == len(messages) == 1 else None


_CHARACTERS = st.sampled_from(",+ \"'\\#=[]-_.;:?!@~\t\r\x00\x1b\x7fäß²٣漢é") | st.characters(
    codec="utf-8"
)
_SENT = st.one_of(
    _CHARACTERS.map(str.encode),
    _CHARACTERS.map(lambda character: f"\x1b{character}".encode()),  # with Alt
    st.sampled_from(sorted(ANSI_SEQUENCES_KEYS)).map(str.encode),
    st.builds(  # the protocol of Kitty: an unshifted character with Alt, Ctrl or both
        lambda character, modifiers: f"\x1b[{ord(character)};{modifiers}u".encode(),
        _CHARACTERS.filter(lambda character: character == character.lower()),
        st.sampled_from((3, 5, 6, 7, 8)),
    ),
)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(sorted(CHANGEABLE)), _SENT), min_size=1, max_size=3))
@example([("undo", b"\x1b[32;5u")])
@example([("undo", b"\x00")])
@example([("settings", b"\x1bOQ"), ("undo", b","), ("redo", b" "), ("hint", b"+")])
def test_whatever_key_a_terminal_sends_reads_back_the_same(
    presses: list[tuple[str, bytes]],
) -> None:
    """As the settings screen does it: keys are named, refused or saved, and read at the start."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRIDLOCK_HOME", folder)
        preferences = Preferences(DOMNode(), Settings(), saves=True)
        for command, data in presses:
            pressed = sent(data)
            if pressed is None:
                continue
            try:
                keys = {**preferences.settings.keys, command: key_name(pressed)}
            except GridlockError:
                continue
            if not preferences.refusal_of_keys(keys):
                assert preferences.change(keys=keys) == ""
                assert pressed in preferences.commands[command].keys.split(","), "it has no effect"
        found, notices = load_config(find_paths().settings)
        assert (found, notices) == (preferences.settings, ())
        assert resolve_keys(found.keys) == (preferences.commands, ())
        assert list(Path(folder).glob("*.set-aside")) == []


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
