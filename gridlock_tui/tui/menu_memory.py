"""Remembers what is chosen in the menu from one run to the next."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from pathlib import Path

from gridlock_tui.match.store.last_choices import read_last_choices, write_last_choices
from gridlock_tui.tui.first_choices import (
    on_winning_side,
    proposed_choices,
    remembered_choices,
    to_remember,
)
from gridlock_tui.tui.menu_choices import MenuChoices
from gridlock_tui.tui.preferences import Preferences


class MenuMemory:
    """The choices that were made last, in a file."""

    def __init__(self, path: Path, preferences: Preferences, given: AbstractSet[str]) -> None:
        """Use this file; `given` names the choices and settings that flags have made."""
        self._path, self._preferences, self._given = path, preferences, given
        self._is_first_run = False
        self._known: MenuChoices | None = None
        """What the next run begins with if nothing is chosen."""

    def choices_at_start(self, menu: MenuChoices) -> MenuChoices:
        """Return what to begin with, given the choices of flags and settings."""
        last, settings = read_last_choices(self._path), self._preferences.settings
        self._is_first_run = last is None
        if last is None:
            self._known = proposed_choices(menu, settings, self._given)
        else:
            self._known = remembered_choices(menu, settings, self._given, last)
        return self._known

    def improved(self, choices: MenuChoices) -> MenuChoices:
        """Return better choices for the first run, which take longer to find; do this once."""
        if self._is_first_run:
            self._is_first_run = False
            self._known = on_winning_side(choices)
            return self._known
        return choices

    def save(self, choices: MenuChoices) -> None:
        """Let the next run begin with these choices."""
        self._known = choices
        last = to_remember(choices, self._preferences.lasting, self._given)
        write_last_choices(self._path, last)

    def save_changed(self, choices: MenuChoices) -> None:
        """Save the choices if someone has made them."""
        if choices != self._known:
            self.save(choices)
