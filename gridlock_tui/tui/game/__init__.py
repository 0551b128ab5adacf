"""The game screen and its parts. The screen is loaded when the first game is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridlock_tui.tui.game.screen import GameScreen

__all__ = ["GameScreen"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the class above
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from gridlock_tui.tui.game import screen

    return screen.GameScreen
