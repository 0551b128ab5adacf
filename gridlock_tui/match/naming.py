"""How players are called on the screen: the one rule.

- A person who plays a computer and has given no name is You, on every screen.
- Two people are Player 1 and Player 2, or have names of their own.
- A computer is called by its level, or by a name that a flag or a record gives it: the names of
  the menu and of the settings are for people.

Records, game ids and line mode keep Player 1 and Player 2.
"""

from __future__ import annotations

import re
from typing import Protocol

from gridlock_tui.match.game import HUMAN, PEOPLE, Kinds
from gridlock_tui.rules import DEFAULT_NAMES, Names, Player
from gridlock_tui.rules.text import clean

YOU = "You"
"""The person at the keyboard who plays a computer and has no other name."""
_VERBS = {
    "answers": "answer",
    "has": "have",
    "is": "are",
    "loses": "lose",
    "makes": "make",
    "places": "place",
    "plays": "play",
    "runs out": "run out",
    "stands": "stand",
    "starts": "start",
    "threatens": "threaten",
    "was": "were",
    "wins": "win",
}
_VERB = re.compile(rf"\b({'|'.join(_VERBS)})\b")
_OWN = ((f"The tokens of {YOU}", "Your tokens"), (f"those of {YOU}", "yours"))


class Seats(Protocol):
    """Who plays each side: a setup, or a game of the history."""

    @property
    def names(self) -> Names:
        """The names in the record."""

    @property
    def kinds(self) -> Kinds:
        """People or computers."""


def shown_names(seats: Seats) -> Names:
    """Return how the two players are called on the screen."""
    return called(seats.names, seats.kinds)


def called(names: Names, kinds: Kinds) -> Names:
    """Return how players with these names in the record are called: the rule above."""
    if kinds.count(HUMAN) != 1:
        return names
    one, two = (
        YOU if kind == HUMAN and name in DEFAULT_NAMES else name
        for name, kind in zip(names, kinds, strict=True)
    )
    return one, two


def names_for_people(names: Names, kinds: Kinds) -> Names:
    """Return the names without those of computers, empty where there is none.

    One person against a computer has the name of that side, or else the only one there is.
    """
    one, two = map(clean, names)
    if kinds == PEOPLE:
        return one, two
    return one or two if kinds[0] == HUMAN else "", two or one if kinds[1] == HUMAN else ""


def card_name(seats: Seats, player: Player) -> str:
    """Return the name for a card: a computer with its level."""
    name, kind = seats.names[player - 1], seats.kinds[player - 1]
    if kind == HUMAN:
        return shown_names(seats)[player - 1]
    level = kind.capitalize()
    usual = {level, *(f"{level} {each.symbol}" for each in Player)}
    return f"{'Computer' if name in usual else name} · {level}"


def does(name: str, words: str) -> str:
    """Return that this player does something: `Ada wins`, `You win`.

    The words must not contain names: their verbs change too.
    """
    return f"{name} {_second_person(words) if name == YOU else words}"


def as_object(name: str) -> str:
    """Return the name as it stands within a sentence."""
    return YOU.lower() if name == YOU else name


def addressing_you(words: str, names: Names) -> str:
    """Return the sentences in the second person where they are about You."""
    if YOU not in names:
        return words
    for formal, plain in _OWN:
        words = words.replace(formal, plain)
    sentences = []
    for sentence in re.split(r"(?<=[.!?]) ", words):
        start, rest = sentence[:1], sentence[1:]
        rest = _second_person(rest) if sentence.startswith(f"{YOU} ") else rest
        sentences.append(start + re.sub(rf"\b{YOU}\b", YOU.lower(), rest))
    return " ".join(sentences)


def _second_person(words: str) -> str:
    return _VERB.sub(lambda found: _VERBS[found[1]], words)
