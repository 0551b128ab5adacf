"""The settings: every change is in the file."""

from dataclasses import replace
from typing import Any

from gridlock_tui.match.config_file import load_config
from gridlock_tui.match.settings import ANIMATIONS, Settings
from tests.kills.room import Room


class SettingsRoom(Room):
    """Switches on the settings screen, many in one burst."""

    name = "settings"

    def round(self) -> None:
        """Turn three of the settings on and off."""
        before = self._kept()
        states, keys = [before], ""
        # Theme has the focus; pace lies between animation and hints.
        for tabs, name in (("\t", "coordinates"), ("\t", "animation"), ("\t\t", "hints")):
            presses = self.rng.randint(0, 3)
            keys += tabs + "l" * presses
            states += self._pressed(states[-1], name, presses)
        leaves = self.rng.random() < 0.4
        with self.app() as terminal:
            self.expect(terminal, "Against")
            self.burst(terminal, ",")
            self.expect(terminal, "saved in", "Coordinates")
            self.burst(terminal, keys)
            if leaves:
                terminal.type("\x1b")
                self.expect(terminal, "Against")
            self.kill(terminal)
        # Leaving the screen shows that everything on it was done.
        least = len(states) - 1 if leaves else 0
        after = self._kept()
        assert after in states[least:], f"{after} is on disk, not one of {states[least:]}"
        self.acknowledged += least
        self.more += after != states[least]

    def _kept(self) -> Settings:
        settings, notices = load_config(self.paths.settings)
        assert notices == (), notices
        # The first change saves the theme and the opponent that were proposed.
        return replace(settings, theme="", level="human")

    def _pressed(self, settings: Settings, name: str, presses: int) -> list[Settings]:
        states = []
        for _ in range(presses):
            now = getattr(settings, name)
            other = not now if isinstance(now, bool) else ANIMATIONS[1 - ANIMATIONS.index(now)]
            change: dict[str, Any] = {name: other}
            settings = replace(settings, **change)
            states.append(settings)
        return states
