"""What crosses from one screen to another by way of the app: messages, and what moves.

Messages that are needed before the first paint are no dataclasses: each takes half a millisecond.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from textual.message import Message

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from gridlock_tui.match import Game
    from gridlock_tui.match.lessons import Lesson
    from gridlock_tui.match.match import Match
    from gridlock_tui.tui.menu_choices import MenuChoices


class StartMatch(Message):
    """Play this match: a new one, or one that can be resumed."""

    def __init__(self, match: Match, greeting: str = "") -> None:
        super().__init__()
        self.match = match
        self.greeting = greeting
        """What to say first."""


class PasteGameId(Message):
    """Continue the match that a pasted game id belongs to, or start it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class PlayFriend(Message):
    """Play a friend on another machine: host a match with these choices, or join one."""

    def __init__(self, choices: MenuChoices) -> None:
        super().__init__()
        self.choices = choices


class GiveUpMatch(Message):
    """Remove this match from those that can be resumed."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match


class ShowMenu(Message):
    """Go to the menu."""


class ShowReview(Message):
    """Review this game."""

    def __init__(self, game: Game, day: str = "") -> None:
        super().__init__()
        self.game = game
        self.day = day
        """When it was played, if that is known."""


class ShowLearn(Message):
    """Show the lessons."""


class ShowLesson(Message):
    """Open this lesson; None for the next one."""

    def __init__(self, lesson: Lesson | None = None) -> None:
        super().__init__()
        self.lesson = lesson


class ShowPuzzles(Message):
    """Show the puzzle room."""


class ShowHistory(Message):
    """Show the finished games."""


class Moving(Protocol):
    """A widget that shows a change in motion."""

    def finish(self) -> None:
        """Show the end of the motion at once."""


class _HasMoving(Protocol):
    moving: set[Moving]


def moving_widgets(node: DOMNode) -> set[Moving]:
    """Return the widgets of the app that are moving now: the next key or click finishes them."""
    return cast(_HasMoving, node.app).moving
