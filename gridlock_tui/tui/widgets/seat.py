"""One side of the table: who plays it, a person or a computer, and what that player is called."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Label

from gridlock_tui.match import KINDS
from gridlock_tui.rules import Player
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.name_input import NameInput

_TITLES = [kind.capitalize() for kind in KINDS]


class Seat(Horizontal):
    """A letter, a choice of who plays, and a field for the name."""

    DEFAULT_CSS = """
    Seat { width: 1fr; max-width: 50; height: 1; }
    """

    def __init__(self, player: Player, kind: str, name: str, glyphs: Glyphs) -> None:
        word = ("one", "two")[player - 1]
        super().__init__(id=f"seat-{word}")
        self._letter = Label(f"  {player.symbol}", classes=word)
        title = kind.capitalize()
        self._choice = Choice("", _TITLES, glyphs, title, id=f"kind-{word}")
        self._field = NameInput(name, placeholder=str(player), id=f"name-{word}")

    def compose(self) -> ComposeResult:
        """Lay out the seat."""
        yield self._letter
        yield self._choice
        yield self._field

    @property
    def kind(self) -> str:
        """Who plays: a person, or a level."""
        return KINDS[self._choice.at]

    @property
    def typed_name(self) -> str:
        """The name as it is typed, empty where nothing is."""
        return self._field.value

    def take(self, kind: str, name: str) -> None:
        """Let this kind of player sit here, under this name."""
        self._choice.choose(kind.capitalize())
        self._field.value = name

    def choose_next(self) -> None:
        """Let the next kind of player sit here."""
        self._choice.action_on()

    def suggest(self, name: str) -> None:
        """Show what the player is called unless a name is typed."""
        self._field.placeholder = name
