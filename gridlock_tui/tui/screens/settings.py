"""The settings: what holds for every game to come, changed at once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Label, OptionList, Static

from gridlock_tui.match import KINDS, LONGEST_NAME, PACES, checked_names
from gridlock_tui.match.config import ANIMATIONS, Config
from gridlock_tui.match.files import find_places
from gridlock_tui.rules import GridlockError, Player
from gridlock_tui.rules.text import clean
from gridlock_tui.tui import themes
from gridlock_tui.tui.commands import ANYWHERE, NEXT_FIELD, SETTINGS, bindings
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.keys import agree_on_keys
from gridlock_tui.tui.screens.painted import PaintedScreen
from gridlock_tui.tui.screens.press import PressScreen
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.key_list import KeyList
from gridlock_tui.tui.widgets.name_input import NameInput
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording import sentence

_SWITCH = ("off", "on")
_LABEL_WIDTH = 13
_WORDS = {
    "theme": ("Theme", "also by {theme}, with a search"),
    "coordinates": ("Coordinates", "label rows and columns"),
    "animation": ("Animation", "reduced: nothing moves by itself"),
    "pace": ("Computers", "the least time they take"),
    "guard": ("Guard", "ask before a proven win is thrown away"),
    "level": ("Opponent", "who plays the second side"),
}
"""What each choice is called, and what it is about."""


class SettingsScreen(PaintedScreen[None]):
    """Shows everything that can be set; the mouse and the arrow keys change it."""

    CSS_PATH = "settings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings((*SETTINGS, *ANYWHERE))

    app = getters.app(ConfiguredApp)
    keys = getters.query_one(KeyList)

    def __init__(self, glyphs: Glyphs, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._glyphs = glyphs
        # The usual paces, and the one that is set where it is another.
        self._paces = sorted({*PACES, self.app.config.pace})

    def compose(self) -> ComposeResult:
        """Lay out the settings, and below them the keys of every command."""
        config = self.app.config
        kept = Content(f"kept in {clean(str(find_places().settings), 200)}")
        with Horizontal(id="head"):
            yield Static("Settings", id="head-title")
            yield Static(kept, id="kept")
        with Vertical(id="choices"):
            yield from self._choice("theme", self._themes(), self.app.theme)
            yield from self._choice("coordinates", _SWITCH, _SWITCH[config.coordinates])
            yield from self._choice("animation", ANIMATIONS, config.animation)
            paces = [_seconds(pace) for pace in self._paces]
            yield from self._choice("pace", paces, _seconds(config.pace))
            yield from self._choice("guard", _SWITCH, _SWITCH[config.guard])
            levels = [kind.capitalize() for kind in KINDS]
            yield from self._choice("level", levels, config.level.capitalize())
            for player, word in zip(Player, ("one", "two"), strict=True):
                with Horizontal(classes="row"):
                    yield Label(f" {player.symbol} is called".ljust(_LABEL_WIDTH + 1))
                    yield _Name(
                        config.names[player - 1], placeholder=str(player), id=f"set-name-{word}"
                    )
        yield KeyList(self.app.commands, self._glyphs, id="keys")
        yield KeyBar()
        yield TooSmall(self._glyphs)

    def on_mount(self) -> None:
        """Begin at the top."""
        self.query_one("#set-theme").focus()

    def _choice(self, name: str, values: Sequence[str], chosen: str) -> ComposeResult:
        label, about = _WORDS[name]
        with Horizontal(classes="row"):
            label = f" {label}".ljust(_LABEL_WIDTH)
            yield Choice(label, values, self._glyphs, chosen, id=f"set-{name}")
            yield Static(self._with_key(about), classes="about", markup=False)

    def _with_key(self, about: str) -> str:
        return about.format(theme=self.app.key_of("theme"))

    def _themes(self) -> list[str]:
        ours = [theme.name for theme in (themes.DARK, themes.LIGHT)]
        return [*ours, *sorted(set(self.app.available_themes) - set(ours))]

    # Changing.

    @on(Choice.Changed)
    def change_setting(self, event: Choice.Changed) -> None:
        """Set what was chosen."""
        name = (event.choice.id or "").removeprefix("set-")
        chosen = self._chosen(name, event.choice)
        if chosen == self.app.config:
            return
        # Only the level gives a name: whatever else is set cannot be wrong with the names.
        if name == "level" and not self._can_be_called(chosen):
            with self.prevent(Choice.Changed):
                event.choice.choose(self.app.config.level.capitalize())
            return
        self.app.change_config(chosen)

    def _chosen(self, name: str, choice: Choice) -> Config:
        """Return the settings with what is chosen here."""
        config = self.app.config
        match name:
            case "theme":
                return replace(config, theme=choice.value)
            case "coordinates":
                return replace(config, coordinates=bool(choice.at))
            case "animation":
                return replace(config, animation=ANIMATIONS[choice.at])
            case "guard":
                return replace(config, guard=bool(choice.at))
            case "pace":
                return replace(config, pace=self._paces[choice.at])
            case "level":
                return replace(config, level=KINDS[choice.at])
        raise ValueError(name)

    @on(Input.Submitted)
    def submit_names(self) -> None:
        """Set the names by Enter, and go on."""
        self.focus_next()

    def on_descendant_blur(self) -> None:
        """Set the names when one goes on."""
        self._set_names()

    def _set_names(self) -> None:
        if not self.is_mounted:  # left in the midst of coming
            return
        fields = (self.query_one(f"#set-name-{word}", Input) for word in ("one", "two"))
        one, two = (clean(field.value, LONGEST_NAME) for field in fields)
        named = replace(self.app.config, names=(one, two))
        if named != self.app.config and self._can_be_called(named):
            self.app.change_config(named)

    def _can_be_called(self, config: Config) -> bool:
        """Say whether the players can be told apart; a computer is called after its level."""
        try:
            checked_names(*config.names, kinds=config.kinds)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
            return False
        return True

    # The keys.

    @on(OptionList.OptionSelected)
    def action_change(self) -> None:
        """Ask for the new key of the marked command."""
        command = self.keys.marked
        if command is not None and self.keys.has_focus:
            self.app.push_screen(PressScreen(command), self._give_key)

    def _give_key(self, key: str | None) -> None:
        command = self.keys.marked
        if key is None or command is None:
            return
        self._set_keys({**self.app.config.keys, command.id: key})

    def action_usual(self) -> None:
        """Give the marked command its usual keys again."""
        command = self.keys.marked
        if command is not None and command.id in self.app.config.keys:
            others = {k: v for k, v in self.app.config.keys.items() if k != command.id}
            self._set_keys(others)

    def _set_keys(self, keys: dict[str, str]) -> None:
        """Set the keys, or say what is wrong with them that was not before."""
        known = agree_on_keys(self.app.config.keys).notices
        refused = [notice for notice in agree_on_keys(keys).notices if notice not in known]
        if refused:
            words = refused[0].partition(", so ")[0]
            self.notify(sentence(words), severity="warning", markup=False)
            return
        self.app.change_config(replace(self.app.config, keys=keys))
        self.keys.show(self.app.commands)
        self.query_one(".about", Static).update(self._with_key(_WORDS["theme"][1]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what concerns keys only in their list."""
        del parameters
        return self.keys.has_focus if action in ("change", "usual") else True

    def action_back(self) -> None:
        """Go back to where the settings were opened."""
        self._set_names()
        self.dismiss()


class _Name(NameInput):
    """A field for a name that is set; Enter goes on."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(NEXT_FIELD)


def _seconds(pace: float) -> str:
    return f"{pace:g} s a move" if pace else "move at once"
