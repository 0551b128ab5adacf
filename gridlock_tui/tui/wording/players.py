"""How the players of a game are called on the screen. Independent of Textual."""

from __future__ import annotations

import re

from gridlock_tui.match import HUMAN, Setup
from gridlock_tui.rules import DEFAULT_NAMES, GameState, Names, Player, closing_reason
from gridlock_tui.tui.wording.moves import YOU, as_drawn

_VERBS = {"has": "have", "loses": "lose", "wins": "win", "is": "are", "was": "were"}
_VERB = re.compile(rf"\b({'|'.join(_VERBS)})\b")
_OWN = ((f"The tokens of {YOU}", "Your tokens"), (f"those of {YOU}", "yours"))


def shown_names(setup: Setup) -> Names:
    """Return the names for sentences: whoever plays a computer without a name is You."""
    one, two = (_shown_name(setup, player) for player in Player)
    return one, two


def _shown_name(setup: Setup, player: Player) -> str:
    name = setup.names[player - 1]
    alone = setup.computers == 1 and not setup.is_computer(player)
    return YOU if alone and name in DEFAULT_NAMES else name


def card_name(setup: Setup, player: Player) -> str:
    """Return the name for a card: a computer with its level."""
    name, kind = setup.names[player - 1], setup.kinds[player - 1]
    if kind == HUMAN:
        return _shown_name(setup, player)
    level = kind.capitalize()
    usual = {level, *(f"{level} {each.symbol}" for each in Player)}
    return f"{'Computer' if name in usual else name} · {level}"


def addressed_names(setup: Setup) -> Names:
    """Return the names for a result: whoever plays a computer is You, also with a name."""
    if setup.computers != 1:
        return setup.names
    one, two = (setup.names[player - 1] if setup.is_computer(player) else YOU for player in Player)
    return one, two


def wins_words(name: str) -> str:
    """Return that this player wins."""
    return f"{name} win" if name == YOU else f"{name} wins"


def reason_words(state: GameState, names: Names) -> str:
    """Return why a finished game was won, in the words of its variant; You is addressed."""
    words = as_drawn(" ".join(closing_reason(state, names).split()))
    for formal, plain in _OWN:
        words = words.replace(formal, plain)
    return _addressing_you(words) if YOU in names else words


def _addressing_you(words: str) -> str:
    """Return the sentences in the second person where they are about You."""
    sentences = []
    for sentence in re.split(r"(?<=[.!?]) ", words):
        start, rest = sentence[:1], sentence[1:]
        if sentence.startswith(f"{YOU} "):
            rest = _VERB.sub(lambda found: _VERBS[found[1]], rest)
        sentences.append(start + re.sub(rf"\b{YOU}\b", YOU.lower(), rest))
    return " ".join(sentences)
