"""The settings of this run, and the keys that follow from them: read, changed and saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol, cast

from textual.dom import DOMNode
from textual.signal import Signal

from gridlock_tui.match.settings import KEYS, SETTINGS, Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import GridlockError
from gridlock_tui.tui.commands import BY_ID, Command


class Preferences:
    """Holds the settings of this run, and saves those that a person changes."""

    def __init__(self, owner: DOMNode, settings: Settings, *, saves: bool) -> None:
        self.settings = settings
        self.lasting = settings
        """The settings without what holds for this run only."""
        self.saves = saves
        """Whether changes are saved for the next run."""
        self.commands: Mapping[str, Command] = BY_ID
        """Every command with the keys that apply."""
        self.keymap: Mapping[str, str] = {}
        """The keys of the commands that do not have their default ones, for Textual."""
        self.notices: tuple[str, ...] = ()
        """A sentence on each key that cannot be used."""
        self.changed: Signal[frozenset[str]] = Signal(owner, "settings changed")
        """Published with the names of the settings that changed."""
        self._set_keys()

    def key_of(self, command_id: str) -> str:
        """Return the first key of a command, as a player knows it."""
        return self.commands[command_id].shown

    def change(self, **changes: Any) -> str:  # noqa: ANN401 - each setting has its own type
        """Change settings and save them; return a notice if they cannot be saved, otherwise "".

        Only the changes are saved: not what flags have set for this run, and not over what
        another window has set meanwhile.
        """
        before, self.lasting = self.settings, replace(self.lasting, **changes)
        names = self.override(**changes)
        if not (self.saves and names):
            return ""
        from gridlock_tui.match.config_file import change_config

        def merge(found: Settings) -> Settings:
            three = (found, before, self.settings)
            merged = {name: _merged(name, *(getattr(s, name) for s in three)) for name in names}
            return replace(found, **merged)

        try:
            return change_config(find_paths().settings, merge)
        except GridlockError as error:
            return f"Applies to this run only: {error}."

    def override(self, **changes: Any) -> frozenset[str]:  # noqa: ANN401 - likewise
        """Change settings for this run only; return the names of those that are different now."""
        before, self.settings = self.settings, replace(self.settings, **changes)
        names = frozenset(n for n in changes if getattr(before, n) != getattr(self.settings, n))
        if KEYS in names:
            self._set_keys()
        if names:
            self.changed.publish(names)
        return names

    def refusal_of_keys(self, keys: Mapping[str, str]) -> str:
        """Return what is wrong with these keys that was not wrong before; "" if nothing is."""
        from gridlock_tui.tui.keymap import resolve_keys

        new = [each for each in resolve_keys(keys).notices if each not in self.notices]
        return new[0].partition(", so ")[0] if new else ""

    def _set_keys(self) -> None:
        if not self.settings.keys and self.commands is BY_ID:
            return  # most people have set none, and the key map takes a while to load
        from gridlock_tui.tui.keymap import resolve_keys

        resolved = resolve_keys(self.settings.keys)
        (self.commands, self.notices), self.keymap = resolved, resolved.keymap


def _merged(name: str, found: Any, before: Any, after: Any) -> Any:  # noqa: ANN401 - likewise
    """Return the setting in the file with only those parts changed that were changed here."""
    if isinstance(after, Mapping):
        changed = {each for each in {**before, **after} if before.get(each) != after.get(each)}
        others = {each: value for each, value in found.items() if each not in changed}
        return others | {each: value for each, value in after.items() if each in changed}
    if isinstance(after, tuple):
        three = zip(found, before, after, strict=True)
        merged = tuple(there if new == old else new for there, old, new in three)
        try:
            return SETTINGS[name].read(merged)
        except GridlockError:  # two windows gave both players the same name: take the new pair
            return after
    return after


class _HasPreferences(Protocol):
    preferences: Preferences


def preferences_of(node: DOMNode) -> Preferences:
    """Return the preferences of the app that a widget or screen belongs to."""
    return cast(_HasPreferences, node.app).preferences
