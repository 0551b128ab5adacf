"""The screens, one module each. They are loaded when they are first shown."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridlock_tui.tui.screens.help import HelpPage as HelpPage
    from gridlock_tui.tui.screens.history import HistoryScreen as HistoryScreen
    from gridlock_tui.tui.screens.learn import LearnScreen as LearnScreen
    from gridlock_tui.tui.screens.lesson import LessonScreen as LessonScreen
    from gridlock_tui.tui.screens.letter import LetterScreen as LetterScreen
    from gridlock_tui.tui.screens.matches import MatchesScreen as MatchesScreen
    from gridlock_tui.tui.screens.more import MoreScreen as MoreScreen
    from gridlock_tui.tui.screens.puzzle import PuzzleScreen as PuzzleScreen
    from gridlock_tui.tui.screens.puzzles import PuzzlesScreen as PuzzlesScreen
    from gridlock_tui.tui.screens.review import ReviewScreen as ReviewScreen
    from gridlock_tui.tui.screens.rules import RulesPage as RulesPage
    from gridlock_tui.tui.screens.settings import SettingsScreen as SettingsScreen


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the classes above
    if not name.endswith(("Screen", "Page")):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = name.removesuffix("Screen").removesuffix("Page").lower()
    return getattr(import_module(f"{__name__}.{module}"), name)
