"""What is chosen in the menu at the start: what flags say, else as in the last run.

The first run proposes a game that can be won: against the weakest computer, on the winning side.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from gridlock_tui.match import COMPUTERS, HUMAN, Kinds
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.last_choices import LastChoices
from gridlock_tui.rules import FIRST_GAME, VARIANTS, Player
from gridlock_tui.tui.menu_choices import MenuChoices


def proposed_choices(menu: MenuChoices, settings: Settings, given: AbstractSet[str]) -> MenuChoices:
    """Return the choices of the first run, except for what flags or the settings give."""
    choices = replace(menu, variant=FIRST_GAME)
    if "kinds" in given:
        return replace(choices, side=_your_side(menu.kinds))
    return choices.with_opponent(COMPUTERS[0]) if settings.level == HUMAN else choices


def on_winning_side(choices: MenuChoices) -> MenuChoices:
    """Return the choices with you on the side that can win, if that is known.

    Imports the engine. Players who have names stay where they are, and so does a coin toss.
    """
    from gridlock_tui.engine import Verdict
    from gridlock_tui.engine.openings import known_opening

    opening = known_opening(choices.sized)
    if opening is None or opening.verdict is Verdict.UNKNOWN:
        return choices
    if choices.first is None or any(choices.names) or choices.opponent == HUMAN:
        return choices
    return choices.on_winning_side(opening.verdict is Verdict.WIN)


def remembered_choices(
    menu: MenuChoices, settings: Settings, given: AbstractSet[str], last: LastChoices
) -> MenuChoices:
    """Return the choices of the last run, except for what flags or changed settings give."""
    choices = replace(
        menu,
        variant=VARIANTS.get(last.variant, menu.variant),
        board=menu.board if "board" in given else last.board,
        first=menu.first if "first" in given else last.first,
    )
    if last.set_names in (None, settings.names) and "names" not in given:
        choices = replace(choices, names=last.names)
    if "kinds" in given:
        return replace(choices, side=_your_side(menu.kinds))
    choices = replace(choices, kinds=last.kinds, side=last.side)
    changed = last.set_level not in (None, settings.level)
    return choices.with_opponent(settings.level) if changed or "level" in given else choices


def to_remember(choices: MenuChoices, settings: Settings, given: AbstractSet[str]) -> LastChoices:
    """Return what the next run is to begin with."""
    return LastChoices(
        choices.variant.slug,
        choices.sized.board,
        choices.side,
        choices.first,
        choices.kinds,
        choices.names,
        # What a flag has set holds for one run: nothing can be compared with it.
        None if "level" in given else settings.level,
        None if "names" in given else settings.names,
    )


def _your_side(kinds: Kinds) -> Player:
    """Return the side of the person, the first one where that is open."""
    one, two = kinds
    return Player.TWO if one != HUMAN and two == HUMAN else Player.ONE
