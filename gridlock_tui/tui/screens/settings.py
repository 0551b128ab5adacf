"""The settings: what holds for every game to come, changed at once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from gridlock_tui.match import KINDS, PACES, checked_names
from gridlock_tui.match.config import ANIMATIONS, Config
from gridlock_tui.match.files import find_places
from gridlock_tui.rules import GridlockError, Player
from gridlock_tui.rules.text import clean
from gridlock_tui.tui import themes
from gridlock_tui.tui.commands import (
    ANYWHERE,
    GAME,
    HISTORY,
    MENU,
    NEXT_FIELD,
    PAGE,
    REVIEW,
    SETTINGS,
    Command,
    bindings,
)
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.keys import CHANGEABLE, agree_on_keys
from gridlock_tui.tui.screens.press import PressScreen
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.key_bar import KeyBar
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
_HEADINGS = (
    ("Keys in a game", GAME),
    ("Keys everywhere", ANYWHERE),
    ("Keys in the menu", MENU),
    ("Keys in a review", REVIEW),
    ("Keys in the list of finished games", HISTORY),
    ("Keys in the settings", SETTINGS),
    ("Keys on a page", PAGE),
)


class _Name(NameInput):
    """A field for a name that is set; Enter goes on."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(NEXT_FIELD)


class _KeyList(OptionList):
    """The commands with their keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "change", id="settings-change")
    ]

    def __init__(self, *options: Option, line: Callable[[str], Content], glyphs: Glyphs) -> None:
        self._line = line
        self._glyphs = glyphs
        super().__init__(*options, id="keys")

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Mark the line by a sign as well, for terminals without colours."""
        super().watch_highlighted(highlighted)
        self.mark()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show by that sign, too, whether the keys go here."""
        super().watch_has_focus(has_focus)
        self.mark()

    def mark(self) -> None:
        """Say anew what each line says."""
        sign = self._glyphs.here if self.has_focus else self._glyphs.dot
        for index, option in enumerate(self.options):
            if option.id is not None:
                here = sign if index == self.highlighted else " "
                words = Content(here) + self._line(option.id)
                if words != option.prompt:
                    self.replace_option_prompt_at_index(index, words)


class SettingsScreen(Screen[None]):
    """Shows everything that can be set; the mouse and the arrow keys change it."""

    CSS_PATH = "settings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings((*SETTINGS, *ANYWHERE))

    app = getters.app(ConfiguredApp)
    keys = getters.query_one("#keys", _KeyList)

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
        yield _KeyList(*self._key_options(), line=self._key_line, glyphs=self._glyphs)
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
            about = about.format(theme=self.app.key_of("theme"))
            yield Static(about, classes="about", markup=False)

    def _themes(self) -> list[str]:
        ours = [theme.name for theme in (themes.DARK, themes.LIGHT)]
        return [*ours, *sorted(set(self.app.available_themes) - set(ours))]

    # Changing.

    @on(Choice.Changed)
    def change_setting(self, event: Choice.Changed) -> None:
        """Set what was chosen."""
        name = (event.choice.id or "").removeprefix("set-")
        chosen = self._chosen(name, event.choice)
        if chosen != self.app.config:
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
        typed = [clean(self.query_one(f"#set-name-{word}", Input).value) for word in ("one", "two")]
        names = (typed[0], typed[1])
        if names == self.app.config.names:
            return
        try:
            checked_names(*names)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
        else:
            self.app.change_config(replace(self.app.config, names=names))

    # The keys.

    def _key_options(self) -> Iterator[Option]:
        for heading, commands in _HEADINGS:
            yield Option(Content.styled(f" {heading}", "bold $accent"), disabled=True)
            for command in commands:
                yield Option(Content(" ") + self._key_line(command.id), id=command.id)

    def _key_line(self, name: str) -> Content:
        command = self.app.commands[name]
        changed = command.keys != CHANGEABLE[name].keys
        keys = command.all_keys.ljust(_LABEL_WIDTH)
        return Content.assemble((f"{keys} ", "bold"), (command.help, "bold" if changed else ""))

    @property
    def _marked(self) -> Command | None:
        option = self.keys.highlighted_option
        return self.app.commands[option.id] if option and option.id else None

    @on(OptionList.OptionSelected)
    def action_change(self) -> None:
        """Ask for the new key of the marked command."""
        command = self._marked
        if command is not None and self.keys.has_focus:
            self.app.push_screen(PressScreen(command), self._give_key)

    def _give_key(self, key: str | None) -> None:
        command = self._marked
        if key is None or command is None:
            return
        wanted = {**self.app.config.keys, command.id: key}
        refused = [
            notice
            for notice in agree_on_keys(wanted).notices
            if notice not in agree_on_keys(self.app.config.keys).notices
        ]
        if refused:
            self.notify(sentence(refused[0]), severity="warning", markup=False)
            return
        self._set_keys(wanted)

    def action_usual(self) -> None:
        """Give the marked command its usual keys again."""
        command = self._marked
        if command is not None and command.id in self.app.config.keys:
            others = {k: v for k, v in self.app.config.keys.items() if k != command.id}
            self._set_keys(others)

    def _set_keys(self, keys: dict[str, str]) -> None:
        self.app.change_config(replace(self.app.config, keys=keys))
        self.keys.mark()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what concerns keys only in their list."""
        del parameters
        return self.keys.has_focus if action in ("change", "usual") else True

    def action_back(self) -> None:
        """Go back to where the settings were opened."""
        self._set_names()
        self.dismiss()


def _seconds(pace: float) -> str:
    return f"{pace:g} s a move" if pace else "move at once"
