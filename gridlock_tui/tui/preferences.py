"""What every screen and widget may ask of the app: what a person has set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from textual.app import App

from gridlock_tui.match.config import Config
from gridlock_tui.match.files import StoreError, find_places
from gridlock_tui.match.setup import checked_names
from gridlock_tui.rules import GridlockError, Names
from gridlock_tui.tui.commands import BY_ID, Command


class ConfiguredApp(App[None]):
    """An app that follows what a person has set, and keeps it."""

    def __init__(self, config: Config, *, ansi_only: bool, keeps: bool) -> None:
        super().__init__(ansi_color=True if ansi_only else None)
        self.config = config
        self.commands: Mapping[str, Command] = BY_ID
        self.keeps = keeps
        self._usual_motion = self.animation_level
        self._set_motion()

    def key_of(self, command: str) -> str:
        """Return the key that gives a command, as a player knows it."""
        return self.commands[command].shown

    def give_keys(self) -> tuple[str, ...]:
        """Give commands the keys that are set, and return what cannot be done."""
        if not self.config.keys and self.commands is BY_ID:
            return ()
        from gridlock_tui.tui.keys import agree_on_keys

        agreed = agree_on_keys(self.config.keys)
        self.commands = agreed.commands
        self.set_keymap(agreed.keymap)
        return agreed.notices

    def _set_motion(self) -> None:
        self.animation_level = "none" if self.config.is_still else self._usual_motion

    def change_config(self, config: Config) -> None:
        """Set something for good, and say if it cannot be kept."""
        before = self.config
        changes = {
            each.name: (getattr(before, each.name), getattr(config, each.name))
            for each in fields(config)
            if getattr(before, each.name) != getattr(config, each.name)
        }
        self.config = config
        self._set_motion()
        if "keys" in changes:
            self.give_keys()
        if "theme" in changes:
            self.theme = config.theme
        self.config_changed(frozenset(changes))
        if self.keeps:
            self._save(changes)

    def config_changed(self, what: frozenset[str]) -> None:
        """Let everything that is shown follow; `what` names the settings that were changed."""

    def _save(self, changes: Mapping[str, tuple[Any, Any]]) -> None:
        from gridlock_tui.match.config_file import change_config

        def merge(found: Config) -> Config:
            # Not what flags have set for this run, and not over what another window has set since.
            merged: dict[str, Any] = {
                name: _merged(found, name, change) for name, change in changes.items()
            }
            return replace(found, **merged)

        try:
            notice = change_config(find_places().settings, merge)
        except StoreError as error:
            notice = f"Not kept for the next time: {error}."
        if notice:
            self.notify(notice, severity="warning", markup=False, timeout=10)


def _merged(found: Config, name: str, change: tuple[Any, Any]) -> object:
    """Return a setting of the file with only that in it changed which was changed here."""
    before, after = change
    if name == "names":
        return _merged_names(found.names, before, after)
    if name == "keys":
        changed = {each for each in {**before, **after} if before.get(each) != after.get(each)}
        others = {each: keys for each, keys in found.keys.items() if each not in changed}
        return others | {each: keys for each, keys in after.items() if each in changed}
    return after


def _merged_names(found: Names, before: Names, after: Names) -> Names:
    three = zip(found, before, after, strict=True)
    one, two = (new if new != old else there for there, old, new in three)
    try:
        checked_names(one, two)
    except GridlockError:  # two windows gave one name to either side: the newer pair holds
        return after
    return one, two
