"""The settings screen, made from the table of settings; a change applies at once and is saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive, var
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Label, OptionList, Static

from gridlock_tui.match import LONGEST_NAME, checked_names
from gridlock_tui.match.settings import SETTINGS, Setting, Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import GridlockError, Player
from gridlock_tui.rules.text import clean
from gridlock_tui.tui import themes
from gridlock_tui.tui.commands import (
    ANYWHERE,
    BY_ID,
    NEXT_FIELD,
    SETTINGS as COMMANDS,
    Command,
    bindings,
)
from gridlock_tui.tui.keymap import key_name
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.key_prompt import KeyPrompt
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.key_list import KeyList
from gridlock_tui.tui.widgets.name_input import NameInput
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording.moves import sentence

_LABEL_WIDTH = 13
_NAMES = {player: f"set-name-{player.word}" for player in Player}
"""The ids of the name fields."""


class SettingsScreen(ScreenFixes, Screen[None]):
    """Shows the settings and the keys of all commands, and changes them."""

    CSS_PATH = "settings.tcss"
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*COMMANDS, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    settings: var[Settings] = var(Settings())
    """The settings that apply."""
    commands: var[Mapping[str, Command]] = var(BY_ID)
    """Every command with the keys that apply."""

    keys = getters.query_one(KeyList)

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._preferences = preferences_of(self)
        self.set_reactive(SettingsScreen.settings, self._preferences.settings)
        self.set_reactive(SettingsScreen.commands, self._preferences.commands)
        names = [name for name, setting in SETTINGS.items() if setting.label and name != "names"]
        self._offered = {name: self._values(name, SETTINGS[name]) for name in names}
        """The values of each choice."""

    def _values(self, name: str, setting: Setting) -> tuple[Any, ...]:
        """Return the values to choose from, and the current one if it is another."""
        if name == "theme":
            ours = (themes.DARK.name, themes.LIGHT.name)
            return (*ours, *sorted(set(self.app.available_themes) - set(ours)))
        current, others = getattr(self._preferences.settings, name), setting.choices
        return others if current in others else tuple(sorted((*others, current)))

    def compose(self) -> ComposeResult:
        """Lay out the settings, and below them the keys of all commands."""
        path = clean(str(find_paths().settings), 200)
        with Horizontal(id="head"):
            yield Static("Settings", id="head-title")
            yield _Path(path, id="path")
        with Vertical(id="choices"):
            for name in self._offered:
                yield from self._choice_row(name)
            yield from self._name_rows()
        yield KeyList(self.commands, id="keys").data_bind(SettingsScreen.commands)
        yield KeyBar()
        yield TooSmall()

    def _choice_row(self, name: str) -> ComposeResult:
        with Horizontal(classes="row"):
            choice = _SettingChoice(name, self._offered[name], self.settings)
            yield choice.data_bind(SettingsScreen.settings)
            yield _Hint(name).data_bind(SettingsScreen.commands)

    def _name_rows(self) -> ComposeResult:
        for player, id_ in _NAMES.items():
            label = f" {player.symbol} {SETTINGS['names'].label}"
            name = self._preferences.settings.names[player - 1]
            with Horizontal(classes="row"):
                yield Label(label.ljust(_LABEL_WIDTH + 1))
                yield _NameSetting(name, placeholder="no name", id=id_)

    def on_mount(self) -> None:
        """Follow the settings, and start at the top."""
        self._preferences.changed.subscribe(self, self._show)
        self.query_one("#set-theme").focus()

    def on_unmount(self) -> None:
        """Stop following the settings: the signal would keep this screen in memory."""
        self._preferences.changed.unsubscribe(self)

    def _show(self, names: frozenset[str]) -> None:
        """Show the settings that have changed."""
        del names
        self.settings, self.commands = self._preferences.settings, self._preferences.commands

    def _change(self, **changes: Any) -> None:  # noqa: ANN401 - each setting has its own type
        notice = self._preferences.change(**changes)
        if notice:
            self.notify(notice, severity="warning", markup=False, timeout=10)

    # Choices and names.

    @on(Choice.Changed)
    def change_setting(self, event: Choice.Changed) -> None:
        """Change the setting to the chosen value."""
        choice = event.choice
        assert isinstance(choice, _SettingChoice)
        name, value = choice.setting, self._offered[choice.setting][choice.at]
        # A computer is named after its level, so only the level can clash with a name.
        settings = self._preferences.settings
        if name == "level" and not self._names_differ(replace(settings, level=value)):
            choice.show_setting()
        else:
            self._change(**{name: value})

    @on(events.DescendantBlur)
    def save_names(self) -> None:
        """Save the names when a field loses the focus."""
        if not self.is_mounted:  # closed before it was complete
            return
        one, two = (clean(field.value, LONGEST_NAME) for field in self.query(_NameSetting))
        settings, names = self._preferences.settings, (one, two)
        if settings.names != names and self._names_differ(replace(settings, names=names)):
            self._change(names=names)

    def _names_differ(self, settings: Settings) -> bool:
        """Return whether the players' names differ, and show a notice if they do not."""
        try:
            checked_names(*settings.names, kinds=settings.kinds)
        except GridlockError as error:
            self._warn(str(error))
            return False
        return True

    def _warn(self, words: str) -> None:
        self.notify(sentence(words), severity="warning", markup=False)

    # Keys.

    @on(OptionList.OptionSelected)
    def action_change(self) -> None:
        """Ask for the new key of the selected command."""
        command = self.keys.selected
        if command is not None and self.keys.has_focus:
            self.app.push_screen(KeyPrompt(command), self._change_key)

    def _change_key(self, key: str | None) -> None:
        command = self.keys.selected
        if key is None or command is None:
            return
        try:
            self._change_keys({**self._preferences.settings.keys, command.id: key_name(key)})
        except GridlockError as error:
            self._warn(str(error))

    def action_reset_keys(self) -> None:
        """Give the selected command its default keys."""
        keys = dict(self._preferences.settings.keys)
        command = self.keys.selected
        if command is not None and keys.pop(command.id, None) is not None:
            self._change_keys(keys)

    def _change_keys(self, keys: dict[str, str]) -> None:
        """Change the keys, or show what is wrong with them that was not wrong before."""
        refusal = self._preferences.refusal_of_keys(keys)
        if refusal:
            self._warn(refusal)
        else:
            self._change(keys=keys)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the commands on keys only while their list has the focus."""
        del parameters
        return self.keys.has_focus if action in ("change", "reset_keys") else True

    def action_back(self) -> None:
        """Return to the screen below."""
        self.save_names()
        self.dismiss()


class _SettingChoice(Choice):
    """A choice of the values of one setting."""

    settings: var[Settings] = var(Settings(), init=False)

    def __init__(self, setting: str, values: tuple[Any, ...], settings: Settings) -> None:
        entry = SETTINGS[setting]
        label = f" {entry.label}".ljust(_LABEL_WIDTH)
        shown = [entry.show(value) for value in values]
        current = entry.show(getattr(settings, setting))
        super().__init__(label, shown, current, id=f"set-{setting}")
        self.setting = setting
        self._of_setting = values

    def watch_settings(self) -> None:
        """Show the value that applies."""
        self.show_setting()

    def show_setting(self) -> None:
        """Show the value that applies, without posting that it was chosen."""
        with self.prevent(Choice.Changed):
            self.at = self._of_setting.index(getattr(self.settings, self.setting))


class _Path(Widget):
    """Where the settings are saved; if there is little room, only the end of the path."""

    def __init__(self, path: str, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._path = path

    def render(self) -> Content:
        """Return the line."""
        before, shown = "saved in ", self._path
        room = self.content_size.width - len(before)
        while cell_len(shown) > room and len(shown) > 1:
            shown = f"…{shown[2:]}"
        return Content(before + shown)


class _Hint(Widget):
    """A few words on a setting, with the keys that apply."""

    commands: reactive[Mapping[str, Command]] = reactive(BY_ID)

    def __init__(self, setting: str) -> None:
        super().__init__(classes="about", id=f"about-{setting}")
        self._hint = SETTINGS[setting].hint

    def render(self) -> Content:
        """Return the words."""
        return Content(self._hint.format(theme=self.commands["theme"].shown))


class _NameSetting(NameInput):
    """A field for a name; Enter goes to the next setting."""

    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = NEXT_FIELD
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)
