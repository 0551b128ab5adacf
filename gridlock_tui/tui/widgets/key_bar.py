"""The key bar: the commands available now, as many as fit, clickable."""

from __future__ import annotations

from typing import NamedTuple

from textual import actions
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.tui.commands import NEXT_STEPS, Command, character_of
from gridlock_tui.tui.preferences import preferences_of


class Ending(NamedTuple):
    """What follows a finished game."""

    goes_on: bool
    """Whether another game of the series follows."""
    listed: bool
    """Whether the next steps are listed elsewhere: each is offered once."""


class KeyBar(Widget):
    """Shows keys and what they do; the most useful ones if not all fit, and always a way out.

    It offers the commands in `KEY_COMMANDS` of the focused widget and of the screen, and asks
    `check_action` of each: True shows it, None greys it out, False hides it.
    """

    ending: reactive[Ending | None] = reactive[Ending | None](None)
    """What follows the game on this screen if it has ended: other commands are useful then."""

    def on_mount(self) -> None:
        """Repaint when the focus changes or the screen refreshes its bindings."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def render(self) -> Content:
        """Return the line of keys."""
        shown = self._fitting(self.content_size.width)
        return Content("  ").join([_item(command, enabled) for command, enabled in shown])

    def _fitting(self, width: int) -> list[tuple[Command, bool]]:
        """Return the commands that fit and whether each is enabled, with the ways out last."""
        offered = sorted(self._offered(), key=lambda each: each[0].leaves)
        ways_out = (command for command, _ in offered if command.leaves)
        nearest = next(ways_out, None)
        chosen: set[str] = set()
        used = -2
        # Greyed out commands count as well: otherwise the bar would jump with every move.
        for command, _ in sorted(
            offered, key=lambda each: (each[0] is not nearest, -self._rank(each[0]))
        ):
            needed = len(command.shown) + len(command.label) + 3
            if used + needed <= width:
                used += needed
                chosen.add(command.id)
        return [each for each in offered if each[0].id in chosen]

    def _rank(self, command: Command) -> int:
        """Return how useful the command is in the bar now; 0 keeps it out."""
        if self.ending is None or command.over is None:
            return command.bar
        return 0 if self.ending.listed and command.id in NEXT_STEPS else command.over

    def _labelled(self, command: Command) -> Command:
        if self.ending is None:
            return command
        return command._replace(label=command.label_after(self.ending.goes_on))

    def _offered(self) -> list[tuple[Command, bool]]:
        """Return the commands of the focused widget and of the screen that are not hidden."""
        screen, focused = self.screen, self.screen.focused
        # In a text field a letter is typed.
        typing = focused is not None and focused.check_consume_key("a", "a")
        targets = {"app": self.app, "screen": screen, "focused": focused or screen}
        commands = preferences_of(self).commands
        offered = []
        taken: set[str] = set()
        for node in (focused, screen):
            here = [self._labelled(commands[each.id]) for each in getattr(node, "KEY_COMMANDS", ())]
            for command in filter(self._rank, here):
                usable = _while_typing(command) if typing else command
                if usable is not None and not taken.issuperset(usable.keys.split(",")):
                    target, action, parameters = actions.parse(command.full_action)
                    state = targets[target].check_action(action, parameters)
                    if state is not False:
                        offered.append((usable, bool(state)))
            taken.update(key for command in here for key in command.keys.split(","))
        return offered


def _while_typing(command: Command) -> Command | None:
    """Return the command with those of its keys that type nothing; None if it has no such key."""
    keys = command.keys.split(",")
    others = [key for key in keys if character_of(key) is None and key != "space"]
    if others == keys:
        return command
    return command.with_keys(",".join(others)) if others else None


def _item(command: Command, enabled: bool) -> Content:
    words = Content.assemble((command.shown, "bold"), " ", command.label)
    # Not as markup, which takes ten times as long to read.
    return words.stylize(Style.from_meta({"@click": command.full_action}) if enabled else "dim")
