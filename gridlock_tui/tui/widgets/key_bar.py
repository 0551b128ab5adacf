"""The key bar: the commands available now, as many as fit, clickable."""

from __future__ import annotations

from typing import NamedTuple

from textual import actions
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.tui.commands import NEXT_RUNG, NEXT_STEPS, TRY_AGAIN, Command, character_of
from gridlock_tui.tui.preferences import preferences_of

_LAST_STEP = 8
"""The priority of the least useful step after a game."""


class Ending(NamedTuple):
    """What follows a finished game."""

    goes_on: bool
    """Whether another game of the series follows."""
    listed: bool
    """Whether the next steps are listed elsewhere: each is offered once."""
    turning_offered: bool = False
    """Whether the turning point has to be asked for: other steps are more useful then."""
    replays_rung: bool = False
    """Whether the climb goes on with the same rung: the game did not begin on the empty board."""

    def label_of(self, command: Command) -> str:
        """Return what a command is called now."""
        if command.id == NEXT_RUNG and self.replays_rung:
            return "rung again"
        return command.label_after(self.goes_on, self.turning_offered)


_MOST_USEFUL = 12
"""The priority of a command that does something else than usual just now."""

Labels = tuple[tuple[str, str], ...]
"""Ids of commands, and what they are called just now."""


class KeyBar(Widget):
    """Shows keys and what they do; the most useful ones if not all fit, and always a way out.

    It offers the commands in `KEY_COMMANDS` of the focused widget and of the screen, and asks
    `check_action` of each: True shows it, None greys it out, False hides it.
    """

    ending: reactive[Ending | None] = reactive[Ending | None](None)
    """What follows the game on this screen if it has ended: other commands are useful then."""

    labels: reactive[Labels] = reactive[Labels](())
    """What some commands are called just now."""

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

        def comes_last(each: tuple[Command, bool]) -> tuple[bool, bool, int]:
            command, enabled = each
            # Greyed out commands count as well: otherwise the bar would jump with every move.
            # Where commands do something else than usual it has changed anyway.
            return command is not nearest, bool(self.labels) and not enabled, -self._rank(command)

        for command, _ in sorted(offered, key=comes_last):
            needed = len(command.shown) + len(command.label) + 3
            if used + needed <= width:
                used += needed
                chosen.add(command.id)
        return [each for each in offered if each[0].id in chosen]

    def _rank(self, command: Command) -> int:
        """Return how useful the command is in the bar now; 0 keeps it out."""
        if command.id in dict(self.labels):
            return _MOST_USEFUL
        if self.ending is None or command.over is None:
            return command.bar
        if self.ending.listed and command.id in NEXT_STEPS:
            return 0
        is_last = command.id == TRY_AGAIN and self.ending.turning_offered
        return _LAST_STEP if is_last else command.over

    def _labelled(self, command: Command) -> Command:
        now = dict(self.labels).get(command.id)
        if now is not None:
            return command._replace(label=now)
        if self.ending is None:
            return command
        return command._replace(label=self.ending.label_of(command))

    def _offered(self) -> list[tuple[Command, bool]]:
        """Return the commands of the focused widget and of the screen that are not hidden."""
        screen, focused = self.screen, self.screen.focused
        # In a text field a letter is typed.
        typing = focused is not None and focused.check_consume_key("a", "a")
        targets = {"app": self.app, "screen": screen, "focused": focused or screen}
        commands = preferences_of(self).commands
        offered = []
        taken: set[str] = set()
        now = dict(self.labels)
        for node in (focused, screen):
            here = [self._labelled(commands[each.id]) for each in getattr(node, "KEY_COMMANDS", ())]
            for command in filter(self._rank, here):
                if command.id not in now and command.label in now.values():
                    continue  # the other key does the same just now
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
